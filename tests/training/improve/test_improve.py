"""A policy improved by its own search: on the toy game, from a policy that knows nothing."""

import json
import shutil
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
import torch

from eurogym.agents.framework.networks.checkpoint import describe_batch, load_checkpoint, save_checkpoint
from eurogym.agents.framework.networks.manifest import policy_for
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.agents.framework.search.leaf import NETWORK
from eurogym.cli.main import main
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.errors import EurogymError
from eurogym.measure.games.blocks import Work
from eurogym.measure.games.matches import Player
from eurogym.training.improve import loop
from eurogym.training.improve.config import ImproveConfig
from eurogym.training.improve.labels import Labels, cell_of, make_labels, path_of, read_labels, whole_files
from eurogym.training.improve.learner import PolicyLearner
from eurogym.training.improve.loop import Improvement, takes_over
from eurogym.training.improve.watch import HEURISTIC
from eurogym.training.learn.ppo.network import PolicyNetwork
from eurogym.training.learn.supervised.moments import Table
from eurogym.training.learn.supervised.values import ValueConfig, learn_value
from tests import toy


@cache
def beginning(folder):
    """A policy that knows nothing, and values of games of one-step greed."""
    batch = toy.batch(num_envs=1, num_players=2)
    torch.manual_seed(1)
    network = PolicyNetwork(batch.layout.scale, batch.catalog.n, [32, 16]).export()
    policy = save_checkpoint(folder / "policy.npz", network, describe_batch(batch))
    values = ValueConfig("toy", games=1280, at_once=64, share=0.5, hidden=[16, 8], agents=["greedy"])
    _, path = learn_value(replace(values, minibatch=128, out=str(folder / "values")))
    return {"start": str(policy), "values": str(path)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("start")


@pytest.fixture
def start(folder):
    return beginning(folder)


def config(start, **changed):
    few = {"games": 320, "share": 0.5, "depth": 4, "epochs": 6, "minibatch": 128, "temperature": 0.02}
    return ImproveConfig("toy", **start | few | {"value_games": 0, "most_deals": 200} | changed)


FEW = {"games": 64, "epochs": 1, "most_deals": 1}


def run_in(folder, told, say=lambda words: None):
    return Improvement(told, folder, Work(), say)


def labels_in(folder, told, start, work=Work()):  # noqa: B008 - it is frozen
    make_labels(told, 1, start["start"], start["values"], folder, work, lambda words: None)
    return folder


def test_a_generation_takes_over_where_it_is_stronger_and_the_page_shows_it(start, tmp_path):
    run = run_in(tmp_path, config(start, value_games=128))
    rows = run.run(2)
    assert rows[0]["takes_over"] and rows[0]["duels"][0]["low"] > 0 < rows[0]["gain"]
    # the network averages the noise of single searches out, so that it may find a little more than they do
    assert rows[0]["gain"] < 1.2 * rows[0]["search_gain"]
    kept = load_checkpoint(run.policy)
    assert (kept.metadata["algorithm"], kept.metadata["config"]["game"]) == ("improve", "toy")
    taken = max(row["generation"] for row in rows if row["takes_over"])
    assert run.policy.read_bytes() == (tmp_path / f"generation_{taken:02d}" / "policy.npz").read_bytes()
    assert load_checkpoint(run.values).network.judges_positions
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert page.count("<tr>") == 3 and page.count("<svg") == 2
    assert f"{rows[0]['duels'][0]['lead']:+.3f}" in page


def test_a_run_goes_on_where_it_was_stopped(start, tmp_path):
    told = config(start, games=128, epochs=2, most_deals=20)
    whole = run_in(tmp_path / "whole", told).run(1)

    def stop(words):
        if "file 2" in words or "epoch 1" in words:
            raise KeyboardInterrupt

    for _ in range(2):  # among the labels, and while it learns
        with pytest.raises(KeyboardInterrupt):
            run_in(tmp_path / "parts", told, stop).run(1)
    parts = run_in(tmp_path / "parts", told).run(1)
    assert [row | {"minutes": 0} for row in whole] == [row | {"minutes": 0} for row in parts]
    first, second = (tmp_path / name / "generation_01" / "policy.npz" for name in ("whole", "parts"))
    assert first.read_bytes() == second.read_bytes()
    with pytest.raises(InputError, match="another seed, sims"):
        run_in(tmp_path / "whole", replace(told, seed=2, sims=5))


@pytest.mark.parametrize(
    "games,words", [(64, ""), (70, "70 games become 96"), (9, "9 games become 64: files of 32, at least two")]
)
def test_games_are_whole_files(games, words, start):
    told = whole_files(config(start, games=games))
    assert told.startswith(words) and bool(told) == bool(words)


def test_labels_that_were_removed_are_played_again(start, tmp_path, monkeypatch):
    monkeypatch.setattr(loop, "takes_over", lambda duels: False)  # so they count for the next one too
    told = config(start, **FEW)
    run_in(tmp_path, told).run(1)
    lost = path_of(tmp_path / "generation_01" / "labels", 0)
    before = lost.read_bytes()
    lost.unlink()
    assert run_in(tmp_path, told).run(2)[1]["decisions"] > 0 and lost.read_bytes() == before


def test_tables_that_look_different_are_refused(start, tmp_path):
    with pytest.raises(InputError, match="leave out of --vary what changes them .pad_seats"):
        run_in(tmp_path / "other", config(start, vary={"pad_seats": [2, 3]}))
    assert not (tmp_path / "other").exists()


def test_labels_say_what_seats_saw_and_what_actions_are_worth(start, tmp_path):
    labels_in(tmp_path, config(start, games=64, actions=3, sims=4), start)
    labels, held_out = (read_labels([tmp_path], 1, held) for held in (False, True))
    assert path_of(tmp_path, 1).exists() and len(labels) > 50 < len(held_out)
    assert (labels.worth(labels.base, labels.values[:, 0]) == 0).all()  # the policy's choice beside itself
    assert {-1.0, 1.0} <= set(np.sign(labels.placement)) and np.abs(labels.values).max() <= 2
    assert labels.search_gain().low > 0 == labels.gain(labels.base).mean


def test_in_company_the_heuristic_has_all_seats_but_one_and_is_not_looked_at(start):
    told = ImproveConfig("village", share=0.1, actions=2, depth=2, company=0.5)
    told.check()
    policy = policy_for(registry.module("village").batch(num_envs=1, num_players=3)).path
    cell = cell_of(told, 1, 0, {"num_players": 3}, policy, NETWORK)
    by_heuristic = cell.seating == HEURISTIC
    assert set(by_heuristic.sum(axis=1)) == {0, 2} and len(set(map(tuple, by_heuristic))) == 4
    facts = Player(cell).play(range(len(cell.seating))).facts
    assert len(facts["base"]) > 50 and not by_heuristic[facts["game"], facts["seat"]].any()
    with pytest.raises(InputError, match="toy has no hand-written play"):
        config(start, company=0.5).check()


def planted(count=3000, seed=0):
    """Decisions of the toy game whose best action follows from what is seen, with noise ten times as large."""
    luck, batch = np.random.default_rng(seed), toy.batch(num_envs=1, num_players=2)
    codes = luck.integers(0, 2, size=(count, batch.layout.size)).astype(np.uint8)
    values = np.where(codes[:, :3].argmax(axis=1)[:, None] == np.arange(3), 0.1, 0.0)
    noisy = values[..., None] + luck.normal(size=(count, 3, 2))
    noisy -= noisy[:, :1]
    ends = luck.choice([-1.0, 1.0], size=count).astype(np.float32)
    base, start = np.zeros(count, np.int64), np.arange(0, 3 * count + 1, 3)
    actions, noisy = np.tile(np.arange(3), count), noisy.reshape(-1, 2).astype(np.float32)
    return Labels(codes, start, actions, noisy, base, base, ends, ends), values


def test_noise_averages_out(start):
    """The search of a decision is worse than any single action; the policy that learned from many is far better."""
    labels, _ = planted(30_000)
    held_out, exact = planted(seed=1)
    network = load_checkpoint(start["start"]).network
    told = config(start, temperature=0.05, epochs=4, minibatch=512, learning_rate=3e-3)
    learner = PolicyLearner(told, network, network.scale, labels, held_out)
    learner.run()
    learned, by_search = (
        exact[np.arange(len(exact)), choices].mean()
        for choices in (learner.choices(held_out), held_out.best_by(held_out.values.mean(axis=1)))
    )
    assert learned > 0.08 > exact.mean(axis=0).max() > 0.05 > by_search


def test_who_takes_over():
    above, open_, below = {"low": 0.01, "high": 0.2}, {"low": -0.1, "high": 0.1}, {"low": -0.2, "high": -0.01}
    cases = [([above], True), ([open_], False), ([above, open_], True), ([above, below], False)]
    assert [takes_over(duels) for duels, _ in cases] == [wanted for _, wanted in cases]


def test_what_is_no_run_is_left_alone(start, tmp_path):
    (tmp_path / "policy.npz").write_bytes(b"of another run")
    with pytest.raises(InputError, match=r"contains policy.npz, but no improve.json of a run to continue"):
        run_in(tmp_path, config(start))
    assert [one.name for one in tmp_path.iterdir()] == ["policy.npz"]


@cache
def whole(folder):
    """The folder of a run of one generation."""
    run_in(folder / "whole", config(beginning(folder), **FEW)).run(1)
    return folder / "whole"


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("improve.json", b"[]", "is not an object"),
        ("generations.json", b'[{"generation": 1}]', "decisions is missing"),
        ("policy.npz", None, "policy.npz is missing"),
        ("generation_01/labels/labels_00000.npz", b"PK", "remove it, and its games are played again"),
        ("generation_01/labels/labels_00000.npz", "policy.npz", "and its games are played again"),
    ],
)
def test_a_damaged_run_says_what_is_damaged(name, content, told, start, folder, tmp_path):
    place, other = tmp_path / "run", whole(folder)
    shutil.copytree(other, place)
    (place / "generation_02").mkdir()
    if content is None:
        (place / name).unlink()
    else:
        (place / name).write_bytes((other / content).read_bytes() if isinstance(content, str) else content)
    with pytest.raises(EurogymError, match=told) as refused:
        run_in(place, config(start, **FEW)).run(2)
    assert name in str(refused.value)


def test_an_interrupt_while_values_are_learned_ends_the_run(start, tmp_path, monkeypatch):
    """What has learned too little does not become the values of the search."""
    play, played = Table.play, []

    def stopping(table, *args, **named):
        played.append(args)
        if len(played) == 3:
            raise KeyboardInterrupt
        return play(table, *args, **named)

    told = config(start, games=64, epochs=1, most_deals=1, value_games=2048)
    monkeypatch.setattr(loop, "takes_over", lambda duels: True)
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(Table, "play", stopping)
        run_in(tmp_path, told).run(1)
    assert not (tmp_path / "values.npz").exists()
    assert len(run_in(tmp_path, told).run(1)) == 1 and (tmp_path / "values.npz").exists()


def test_tables_of_several_policies_are_refused(tmp_path):
    told = "villagers_2_3p.npz, villagers_4_5p.npz; improve one after another"
    with pytest.raises(CheckpointError, match=told):
        run_in(tmp_path, ImproveConfig("villagers", [3, 4]))


@pytest.mark.slow
def test_processes_make_the_same_labels(start, tmp_path):
    told, several = config(start, games=128), Work(2, patience=0)
    folders = labels_in(tmp_path / "one", told, start), labels_in(tmp_path / "two", told, start, several)
    one, two = (read_labels([folder], 1, False) for folder in folders)
    assert all(np.array_equal(getattr(one, name), getattr(two, name)) for name in vars(one))


def test_the_command_runs_a_generation_and_says_where_it_is(start, tmp_path, capsys):
    words = "--vary difficulty=easy,hard --games 64 --epochs 1 --most-deals 10 --value-games 0 --jobs 1"
    files = ["--start", start["start"], "--values", start["values"], "--out", str(tmp_path / "run")]
    assert main(["learn", "improve", "toy", *words.split(), *files]) == 0
    shown = capsys.readouterr().out
    assert "generation 1: file 4 of 4" in shown
    assert "against the one before: 2 players difficulty=easy" in shown
    (row,) = json.loads((tmp_path / "run" / "generations.json").read_text())
    assert row["decisions"] > 0 and [duel["difficulty"] for duel in row["duels"]] == ["easy", "hard"]
    assert "2 players difficulty=hard" in (tmp_path / "run" / "index.html").read_text(encoding="utf-8")
