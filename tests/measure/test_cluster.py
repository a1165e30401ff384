"""Blocks of games on a cluster of two nodes of Ray: the results of one process, whatever becomes of a node."""

import sys

import numpy as np
import pytest

from eurogym.agents import AgentError
from eurogym.cli import main as cli
from eurogym.common.errors import InputError
from eurogym.measure.games.blocks import Work, play_cells, stream
from eurogym.measure.games.matches import Cell, deal_seeds
from tests.measure.test_blocks import same

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
def test_what_an_agent_raises_is_raised_here(nodes):
    with pytest.raises(AgentError, match="no agent called 'nobody'"):
        play_cells(cells("nobody"), Work(cluster=nodes.address))


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


def test_without_ray_it_is_said_which_extra_brings_it(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "ray", None)
    command = ["tournament", "villagers", "--agents", "random", "greedy", "--deals", "20"]
    assert cli.main([*command, "--cluster", "auto"]) == 2
    assert '--cluster needs ray: pip install ".[dist]"' in capsys.readouterr().err


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
