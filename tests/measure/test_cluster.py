"""Blocks of games on a cluster of two nodes of Ray: the results of one process, whatever becomes of a node."""

import json
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from eurogym.cli import main as cli
from eurogym.common.errors import InputError
from eurogym.measure.games.blocks import Work, play_cells, stream
from eurogym.measure.games.matches import Cell, deal_seeds
from tests.measure.test_blocks import same

TIMING = "minutes", "steps_per_second", "play_share"  # of a row of a curve
SEATING = np.tile([[0, 1], [1, 0]], (128, 1))


def cells(agent="villagers"):
    return [Cell("villagers", (agent, "random"), SEATING, deal_seeds(seed, 256), seed) for seed in (1, 2)]


@pytest.fixture(scope="module")
def nodes():
    pytest.importorskip("ray", reason="the extra dist (Ray) is not installed")
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    yield cluster
    cluster.shutdown()


@pytest.mark.slow
def test_a_cluster_plays_what_one_process_plays(nodes):
    told = []
    there = play_cells(cells(), Work(cluster=nodes.address), told.append)
    assert same(there, play_cells(cells())) and sum(told) == 2 * len(SEATING)


@pytest.mark.slow
def test_labels_of_a_cluster_are_those_of_one_machine(nodes, tmp_path):
    make = pytest.importorskip("eurogym.training.learn.supervised.make")
    config = make.LabelConfig("village", games=2, share=0.05, depth=5)
    places, counts = {"": tmp_path / "here", nodes.address: tmp_path / "there"}, []
    for cluster, place in places.items():
        make.make_labels(config, place, 3, report=lambda *one: counts.append(one), cluster=cluster)
    assert counts[:3] == sorted(counts[3:])
    for number in range(3):
        here, there = (np.load(place / f"labels_0000{number}.npz") for place in places.values())
        assert all(np.array_equal(here[name], there[name]) for name in here.files)


@pytest.mark.slow
def test_seeds_are_shared_out_over_a_cluster(nodes, tmp_path, capsys):
    command = "train village --seeds 1 5 --players 2 --num-envs 8 --rollout-steps 8".split()
    command += ["--steps", "128", "--hidden", "8", "--eval-games", "4", "--eval-against", "random"]
    curves = []
    for place, more in (("here", []), ("there", ["--cluster", nodes.address])):
        assert cli.main([*command, "--no-tensorboard", "--out", str(tmp_path / place), *more]) == 0
        assert "over 2 seeds" in capsys.readouterr().out and (tmp_path / place / "seeds.html").exists()
        rows = [json.loads((tmp_path / place / name / "curve.json").read_text())[-1] for name in ("s1", "s5")]
        curves.append([{name: one for name, one in row.items() if name not in TIMING} for row in rows])
    assert curves[0] == curves[1]


@pytest.mark.slow
def test_a_node_that_is_killed_in_the_middle_costs_no_game(nodes):
    killed, parts = False, {0: [], 1: []}
    for number, results in stream(cells("mc:sims=20,depth=5"), Work(cluster=nodes.address), size=8):
        parts[number].append(results)
        if not killed:
            nodes.remove_node(nodes.list_all_nodes()[-1], allow_graceful=False)
            killed = True
    alone = play_cells(cells("mc:sims=20,depth=5"))
    for number, blocks in parts.items():
        assert np.array_equal(np.concatenate([one.scores for one in blocks]), alone[number].scores)
        assert np.array_equal(np.concatenate([one.seeds for one in blocks]), alone[number].seeds)


def learned(folder, **changes):
    """Train a little; return the curve without its times."""
    ppo = pytest.importorskip("eurogym.training.learn.ppo")
    config_from = pytest.importorskip("eurogym.training.learn.config").config_from
    values = {
        "game": "village",
        "players": [2],
        "num_envs": 16,
        "rollout_steps": 16,
        "hidden": [8],
        "steps": 6 * 256,
    }
    values |= {"minibatch": 64, "eval_games": 4, "eval_against": ["random"], "workers": 2, "threads": 1}
    values |= {"out": str(folder), "tensorboard": False, "progress": False, "device": "cpu"}
    curve = ppo.train(config_from("ppo", values | changes))
    return [{name: value for name, value in row.items() if name not in TIMING} for row in curve]


@pytest.mark.slow
def test_workers_on_a_cluster_learn_what_they_learn_on_one_machine(nodes, tmp_path):
    assert learned(tmp_path / "there", cluster=nodes.address) == learned(tmp_path / "here")


@pytest.mark.slow
def test_a_run_goes_on_when_a_node_is_killed(nodes, tmp_path, monkeypatch, capsys):
    run = pytest.importorskip("eurogym.training.learn.ppo.run")
    end_update = run.PPORun.end_update

    def kill(self):
        end_update(self)
        if self.update == 3 and self.team.size > 1:
            for node in nodes.list_all_nodes():
                nodes.remove_node(node, allow_graceful=False) if not node.head else None

    monkeypatch.setattr(run.PPORun, "end_update", kill)
    nodes.add_node(num_cpus=4)  # where the worker is placed
    nodes.wait_for_nodes()
    curve = learned(tmp_path / "run", cluster=nodes.address, workers=4)
    assert [row["update"] for row in curve] == list(range(1, 7))
    assert "the run goes on with" in capsys.readouterr().err


def test_without_ray_it_is_said_which_extra_brings_it(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "ray", None)
    command = ["tournament", "villagers", "--agents", "random", "greedy", "--deals", "20"]
    assert cli.main([*command, "--cluster", "auto"]) == 2
    assert '--cluster needs ray: pip install ".[dist]"' in capsys.readouterr().err


def test_a_cluster_without_cores_is_refused(monkeypatch):
    """Ray itself would wait until a machine with cores joins."""
    ray = SimpleNamespace(is_initialized=lambda: True, cluster_resources=lambda: {"memory": 1.0})
    monkeypatch.setitem(sys.modules, "ray", ray)
    with pytest.raises(InputError, match="--cluster auto: its machines have no cores to give"):
        play_cells(cells(), Work(cluster="auto"))


def test_agents_that_cannot_travel_are_refused_in_words():
    class Own:
        def act(self, batch, games):
            return batch.action_masks[games].argmax(axis=1)

    with pytest.raises(InputError, match="cannot be sent to other machines"):
        play_cells(cells(Own()), Work(cluster="auto"))


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999"])
def test_no_cluster_at_the_address(address):
    pytest.importorskip("ray", reason="the extra dist (Ray) is not installed")
    with pytest.raises(InputError, match="--cluster .*no answer: "):
        play_cells(cells(), Work(cluster=address))
