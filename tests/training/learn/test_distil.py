"""Labels of a search and what is learned from them, on the toy game, whose best play is known."""

import json
from pathlib import Path

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents.framework.networks import checkpoint
from eurogym.agents.framework.networks.checkpoint import load_checkpoint
from eurogym.cli.main import main
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.errors import FileError
from eurogym.training.learn.supervised import config as settings
from eurogym.training.learn.supervised.distil import DistilConfig, Distillation, distil
from eurogym.training.learn.supervised.labels import MANIFEST, read_labels, shard_path, spans, tables_in
from eurogym.training.learn.supervised.make import LabelConfig, make_labels
from eurogym.training.learn.supervised.regret import best_by, gains, search_gain, worth_of
from tests import toy
from tests.toy.game import best_action

STAKE = 5


def config(**changed):
    return LabelConfig(**{"game": "toy", "games": 12, "share": 1.0, "sims": 12} | changed)


def as_before(folder, number):
    with np.load(shard_path(folder, number)) as file:
        return {name: file[name].tolist() for name in file.files}


def masks_of(found):
    masks = np.zeros((len(found), toy.batch(num_envs=1).catalog.n), bool)
    label, at = spans(found.start, np.arange(len(found)))
    masks[label, found.actions[at]] = True
    return masks


def test_labels_know_the_best_play(tmp_path):
    make_labels(config(games=40, sims=40), tmp_path, 1)
    found = read_labels([tmp_path])
    best = np.array([best_action(mask) for mask in masks_of(found)])
    assert np.mean([best_by(found, half) == best for half in (0, 1)]) > 0.9
    assert (worth_of(found, found.advice) == 0).all()  # what other choices are compared with
    stakes = np.flatnonzero(masks_of(found)[:, STAKE] & (found.advice != STAKE))
    assert len(stakes) > 10  # greedy does not see that a stake comes back threefold
    every = found.advice.copy()
    every[stakes] = STAKE
    assert worth_of(found, every)[stakes] == pytest.approx(2.0, abs=0.01)
    assert gains(found, best).mean == pytest.approx(search_gain(found).mean, abs=0.2)
    assert np.isin(found.placement, (-1, 0, 1)).all() and found.lead[found.placement == 1].min() >= 0


def test_what_changes_in_the_observation_is_what_the_position_after_the_turn_shows(tmp_path):
    make_labels(config(), tmp_path, 1)
    found = read_labels([tmp_path])
    layout = toy.batch(num_envs=1).layout
    staked = next(part for name, part in layout.slices.items() if "stake" in name)
    label = np.repeat(np.arange(len(found)), np.diff(found.start))
    change, at = spans(found.change_start, np.arange(len(found.actions)))
    touched = np.zeros(len(found.actions), bool)
    touched[change[(found.changed[at] >= staked.start) & (found.changed[at] < staked.stop)]] = True
    assert touched[found.actions == STAKE].all() and not touched[found.actions != STAKE].any()
    assert (found.changed_codes[at] != found.codes[label[change], found.changed[at]]).all()


def test_labels_depend_on_settings_and_number_alone(tmp_path):
    one, two, told = tmp_path / "one", tmp_path / "two", config(agents=["random", "greedy"])
    make_labels(told, one, 3, jobs=1)
    make_labels(told, two, 1)
    make_labels(told, two, 3, jobs=3)
    assert all(as_before(one, number) == as_before(two, number) for number in range(3))
    assert as_before(one, 0) != as_before(one, 1)
    kept = as_before(one, 1)
    shard_path(one, 1).unlink()
    made = []
    make_labels(told, one, 3, report=lambda number, count: made.append((number, count)))
    assert made == [(1, len(kept["advice"]))] and as_before(one, 1) == kept
    with pytest.raises(InputError, match="sims 12; name another folder"):
        make_labels(config(agents=["random", "greedy"], sims=3), one, 3)


def test_settings_that_make_no_sense_are_refused(tmp_path):
    for changed, words in (
        ({"players": 0}, "players is 0"),
        ({"sims": 0}, "sims is 0"),
        ({"depth": -1}, "depth is -1"),
        ({"share": 0.0}, "share is 0.0"),
    ):
        with pytest.raises(InputError, match=words):
            make_labels(config(**changed), tmp_path, 1)


def test_labels_that_are_missing_or_damaged_are_refused(tmp_path):
    with pytest.raises(InputError, match="contains no labels"):
        read_labels([tmp_path])
    make_labels(config(), tmp_path, 2)
    found = read_labels([tmp_path])
    assert found.start[-1] == len(found.actions) == len(found.worths)
    assert found.change_start[-1] == len(found.changed) == len(found.changed_codes)
    shard_path(tmp_path, 1).write_bytes(b"PK")
    with pytest.raises(InputError, match="is damaged"):
        read_labels([tmp_path])


def test_spoilt_labels_are_refused_before_anything_learns_from_them(tmp_path):
    make_labels(config(), tmp_path, 1)
    path = shard_path(tmp_path, 0)
    with np.load(path) as file:
        sound = {name: file[name] for name in file.files}
    one_more = np.append(sound["num_legal"][1:], sound["num_legal"][:1] + 1).astype(np.int16)
    spoilt = [
        {"advice": sound["advice"][:-1]}, {"codes": sound["codes"].ravel()}, {"num_legal": one_more},
        {"num_legal": -sound["num_legal"]}, {"changed": sound["changed"] + 10_000}, {"actions": -sound["actions"]},
        {"values": sound["values"] * np.float16(np.nan)}, {"value": sound["value"].astype("U9")},
        {"worths": np.array([print], object)}, {"advice": sound["advice"] * 0 + 100},
    ]  # fmt: skip
    for changed in spoilt:
        np.savez_compressed(path, **sound | changed)
        with pytest.raises(InputError, match="is damaged"):
            read_labels([tmp_path])
    np.savez_compressed(path, **sound)
    assert len(read_labels([tmp_path])) == len(sound["advice"])
    manifest = tmp_path / MANIFEST
    told = json.loads(manifest.read_text())
    for name in ("players", "options", "base", "seed"):
        manifest.write_text(json.dumps(told | {name: None}))
        with pytest.raises(FileError, match=f"{name}: None is not"):
            read_labels([tmp_path])


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Labels to learn from, and held-out ones."""
    registry.declare("toy", 0, "tests.toy")
    place = tmp_path_factory.mktemp("labels")
    make_labels(config(games=60, sims=6), place / "learn", 4)
    make_labels(config(games=40, sims=20, seed=2), place / "held", 1)
    return str(place / "learn"), str(place / "held")


def test_the_policy_learns_the_stake_that_the_heuristic_does_not_see(folders, tmp_path):
    learn, held = folders
    told = DistilConfig("toy", [learn], [held], hidden=[16, 8], epochs=12, minibatch=32, out=str(tmp_path))
    curve, path = distil(told)
    first, last = curve[0], curve[-1]
    assert last["gain"] > 0.8 * last["search_gain"] > 0.2 and last["gain"] > first["gain"]
    assert last["explained"] > 0.5
    batch = toy.batch(num_envs=40, num_players=2, seed=9, autoreset=False)
    agent = agents.make(f"ppo:path={path}")
    stakes = []
    while batch.action_masks.any():
        games = np.flatnonzero(batch.action_masks.any(axis=1))
        actions = agent.act(batch, games)
        stakes += actions[batch.action_masks[games, STAKE]].tolist()
        batch.step(actions, games)
    assert len(stakes) == 80 and np.mean(np.array(stakes) == STAKE) > 0.95
    with np.load(path) as file:
        metadata = json.loads(str(file["metadata"][()]))
    assert metadata["heuristic"] == "greedy" and metadata["steps"] == 12 * metadata["labels"]["number"]
    assert metadata["config"]["labels"] == ["learn"]  # no place on this machine


def test_the_exported_network_is_the_one_that_learned(folders):
    learn, held = folders
    told = dict(hidden=[16, 8], epochs=2, minibatch=64)
    run = Distillation(DistilConfig("toy", [learn], [held], **told))
    assert run.network.export().points.stay == pytest.approx(1.5)
    run.run()
    found = run.held_out
    _, points = run.judged(found)
    label, at = spans(found.start, np.arange(len(found)))
    codes = found.codes[label]
    change, entry = spans(found.change_start, at)
    codes[change, found.changed[entry]] = found.changed_codes[entry]
    advised = found.actions == found.advice[label]
    plain = run.network.export().action_points(codes, found.worths, found.actions, advised)
    assert plain - plain[advised][label] == pytest.approx(points, abs=1e-3)


def test_runs_that_make_no_sense_are_refused(folders, tmp_path):
    learn, held = folders
    for changed, words in (
        ({"epochs": 0}, "epochs is 0"),
        ({"hidden": [3]}, "give two sizes, one for each hidden layer"),
        ({"held_out": []}, "held-out labels are both needed"),
        ({"held_out": [learn]}, "has the same deals as training labels"),
        ({"game": "villagers"}, "labels of game 'toy', expected 'villagers'"),
    ):
        with pytest.raises(InputError, match=words):
            Distillation(DistilConfig(**{"game": "toy", "labels": [learn], "held_out": [held]} | changed))


def test_a_network_sees_tables_that_differ_as_the_widest_and_plays_them_as_they_are(tmp_path):
    """What it says of a label is what the agent that plays it says of the position."""
    few = ["villagers", "--vary", "expansions=/saints", "--games", "2", "--share", "0.05", "--shards", "1"]
    for name, seed in (("learn", "1"), ("held", "2")):
        assert main(["learn", "label", *few, "--seed", seed, "--out", str(tmp_path / name)]) == 0
    places = [str(tmp_path / "learn")], [str(tmp_path / "held")]
    run = Distillation(DistilConfig("villagers", *places, hidden=[8, 4], epochs=1, out=str(tmp_path / "run")))
    _, path = run.carry_out()
    kept = load_checkpoint(path)
    assert kept.metadata["parts"] and run.batch.options.expansions
    base = tables_in(tmp_path / "learn")[-1]
    own, seen = read_labels([base]), read_labels([base], run.widest)
    batch = registry.module("villagers").batch(num_envs=1, num_players=2)
    assert own.codes.shape[1] == batch.layout.size < seen.codes.shape[1]
    label, change = spans(own.change_start, np.arange(len(own.actions)))
    ends = own.codes[own.rows]
    ends[label, own.changed[change]] = own.changed_codes[change]
    told = kept.network_for(batch).action_points(
        ends, own.worths, own.actions, own.actions == own.advice[own.rows]
    )
    told -= told[own.actions == own.advice[own.rows]][own.rows]
    assert told == pytest.approx(run.network(seen, np.arange(len(seen)))[0].detach().numpy(), abs=1e-3)


def test_labels_of_several_tables_lie_in_one_folder(tmp_path, capsys):
    few = ["--games", "6", "--share", "1", "--sims", "4", "--shards", "1"]
    for name, seed in (("learn", "1"), ("held", "2")):
        told = [*few, "--seed", seed, "--out", str(tmp_path / name)]
        assert main(["learn", "label", "toy", "--players", "2", "3", *told]) == 0
    tables = tables_in(tmp_path / "learn")
    assert [path.name for path in tables] == ["2p", "3p"] and tables_in(tables[0]) == tables[:1]
    alone = tmp_path / "alone"
    assert main(["learn", "label", "toy", "--players", "3", *few, "--out", str(alone)]) == 0
    assert np.array_equal(read_labels([alone]).values, read_labels(tables[1:]).values)
    small = dict(hidden=[8, 4], epochs=1)
    run = Distillation(DistilConfig("toy", [str(tmp_path / "learn")], [str(tmp_path / "held")], **small))
    assert len(run.held_out) == sum(len(read_labels([table])) for table in tables_in(tmp_path / "held"))
    assert [batch.options.num_players for batch in run.tables] == [2, 3] and not run.parts
    with pytest.raises(InputError, match="there are no training labels of it"):
        Distillation(DistilConfig("toy", [str(alone)], [str(tmp_path / "held")]))
    capsys.readouterr()
    for out, players, words in (("learn", ["3"], "several tables"), ("alone", ["2", "3"], "one table")):
        assert main(["learn", "label", "toy", "--players", *players, *few, "--out", str(tmp_path / out)]) == 2
        assert f"contains labels of {words}; name another folder" in capsys.readouterr().err


def test_a_network_may_stand_on_another_agent(folders, tmp_path, capsys, monkeypatch):
    for module in (settings, checkpoint):
        monkeypatch.setattr(module, "BASES", ("random",))
    places = learn, held = [str(tmp_path / name) for name in ("learn", "held")]
    for seed, place in enumerate(places, 1):
        make_labels(config(base="random", seed=seed), Path(place), 1)
    found = read_labels([Path(learn)])
    assert (worth_of(found, found.advice) == 0).all()
    legal = [actions.tolist() for actions in np.split(found.actions, found.start[1:-1])]
    assert len({at.index(one) for at, one in zip(legal, found.advice.tolist(), strict=True)}) == 3
    told = DistilConfig("toy", [learn], [held], hidden=[8, 4], epochs=1, out=str(tmp_path / "run"))
    _, path = distil(told)
    assert load_checkpoint(path).metadata["base"] == "random"
    batch = toy.batch(num_envs=6, num_players=2, seed=9, autoreset=False)
    assert (
        agents.make(f"ppo:path={path}").opinion(batch, 0).meaning == "points relative to what random would do"
    )
    with pytest.raises(InputError, match="labels of base 'random', expected 'heuristic'"):
        Distillation(DistilConfig("toy", folders[:1], [held]))
    assert main(["learn", "label", "toy", "--base", "mc", "--out", str(tmp_path / "none")]) == 2
    assert "base is 'mc'; allowed: greedy, random" in capsys.readouterr().err


def test_one_seat_is_labelled_by_its_own_points(tmp_path):
    make_labels(config(players=1, sims=20), tmp_path, 1)
    found = read_labels([tmp_path])
    stakes = np.flatnonzero(masks_of(found)[:, STAKE] & (found.advice != STAKE))
    every = found.advice.copy()
    every[stakes] = STAKE
    assert len(stakes) > 3 and worth_of(found, every)[stakes] == pytest.approx(2.0, abs=0.01)
    assert (found.lead > 0).any()


def test_from_the_command_line(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    make = ["learn", "label", "toy", "--games", "8", "--share", "1", "--shards", "2"]
    assert main([*make, "--out", "learn"]) == 0
    assert main([*make, "--seed", "2", "--sims", "5", "--out", "held"]) == 0
    assert "points a decision over greedy\n" in capsys.readouterr().out
    learn = "learn distil toy --labels learn --held-out held --epochs 1 --out run".split()
    assert main(learn) == 0
    out = capsys.readouterr().out
    assert "epoch 0" in out and "epoch 1" in out and (tmp_path / "run" / "curve.csv").is_file()
    assert main(learn) == 2 and "already exists" in capsys.readouterr().err
    assert main([*learn, "--overwrite"]) == 0
    assert main([*make, "--out", "other", "--players", "9"]) == 2 and not Path("other/labels.json").exists()
    for words in ([*make, "--out", "other"], [*learn[:-1], "other"]):
        capsys.readouterr()
        assert main([*words, "--seed", "9" * 25]) == 2 and "it must be at most" in capsys.readouterr().err
    assert main([*make, "--out", "learn", "--share", "2"]) == 2
    assert "share is 2.0" in capsys.readouterr().err
    assert MANIFEST == "labels.json" and (tmp_path / "learn" / MANIFEST).is_file()
