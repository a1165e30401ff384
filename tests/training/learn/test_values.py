"""What positions come to, learned from games: on the toy game, from the command line, and as a beginning for labels."""

import signal

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents.framework.networks.checkpoint import load_checkpoint
from eurogym.cli.main import main
from eurogym.common.deals import CHECKING, TRAINING
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.declare.standing import margins
from eurogym.training.learn.supervised import learner
from eurogym.training.learn.supervised.distil import DistilConfig, Distillation
from eurogym.training.learn.supervised.make import LabelConfig, make_labels
from eurogym.training.learn.supervised.moments import Moments, OneStepAhead, Store, Table, traced
from eurogym.training.learn.supervised.values import ValueConfig, ValueLearner, learn_value
from eurogym.training.learn.tables import Widest
from tests import toy

WIDEST = Widest([toy.batch(num_players=number) for number in (3, 4)], parts=True)


def table(**changed):
    return Table(config(**{"share": 1.0, "stray": 0.0} | changed), {"num_players": 3}, WIDEST)


def config(**changed):
    few = {"share": 0.5, "at_once": 64, "games": 640, "hidden": [16, 8], "minibatch": 128}
    return ValueConfig(**{"game": "toy"} | few | changed)


def labels(folder, seed=1, **changed):
    """Labels of a few games of the toy, as words of a configuration."""
    settings = {"game": "toy", "games": 20, "share": 1.0, "seed": seed}
    make_labels(LabelConfig(**settings | changed), folder, 1)
    return [str(folder)]


@pytest.fixture(scope="module")
def learned(tmp_path_factory):
    """The curve and the file of values of games of one-step greed."""
    registry.declare("toy", 0, "tests.toy")
    out = tmp_path_factory.mktemp("values")
    return learn_value(config(games=12_800, agents=["greedy"], out=str(out)))


def test_the_network_explains_more_than_the_evaluation(learned):
    curve, path = learned
    assert curve[-1]["games"] == 12_800 and path.with_name("curve.csv").is_file()
    assert curve[-1]["explained"] > curve[0]["explained"]
    assert 0.0 < curve[-1]["by_evaluation"] < curve[-1]["explained"] / 2 < 0.5
    checkpoint = load_checkpoint(path)
    assert checkpoint.network.judges_positions


def test_learning_begins_with_what_the_evaluation_tells():
    learner = ValueLearner(config(agents=["greedy"], at_once=512))
    begun = learner.measured()
    assert begun["explained"] == pytest.approx(begun["by_evaluation"], abs=0.01) and begun["explained"] > 0.05
    expecting = ValueLearner(config(agents=["greedy"], at_once=512, td_lambda=0.0))
    assert (
        expecting.network.worths.tolist() == learner.network.worths.tolist()
    )  # of outcomes, whatever is learned


def test_learning_points_begins_with_their_mean(tmp_path):
    points = dict(reward="score", agents=["greedy"], at_once=512, evaluation=False, learning_rate=1e-9)
    learner = ValueLearner(config(**points))
    assert learner.held_out[0].lead.mean() > 1.0
    assert learner.measured()["explained"] == pytest.approx(0.0, abs=0.02)
    _, path = learn_value(config(**points, games=512, out=str(tmp_path)))
    begun = ValueLearner(config(**points, start=str(path)))
    assert begun.network.constant.item() == pytest.approx(learner.network.constant.item(), rel=1e-3)


def test_values_learn_on_from_others(learned):
    slowly, path = dict(agents=["greedy"], learning_rate=1e-9), learned[1]
    begun = ValueLearner(config(start=str(path), **slowly)).measured()["explained"]
    curve = ValueLearner(config(start=str(path), **slowly)).run()
    assert begun > ValueLearner(config(**slowly)).measured()["explained"] + 0.1
    assert curve[-1]["explained"] == pytest.approx(begun, abs=1e-4)


def test_what_is_seen_is_what_the_seats_saw_and_came_to():
    part = table().play(TRAINING, 1, 20)
    assert part.codes.shape == (len(part), WIDEST.batch.layout.size) and part.worths.shape == (len(part), 2)
    assert (part.lead > 0).mean() < 0.5  # at most one of three is ahead
    one = table()
    alone = one.play(TRAINING, 1, 1)
    assert set(alone.lead) <= set(margins(one.batch.final_scores[:1].astype(float))[0])
    assert np.corrcoef(part.worths[-60:, 1], part.lead[-60:])[0, 1] > 0.3  # of the last decisions of games
    one = table(reward="score")
    assert set(one.play(TRAINING, 1, 1).lead) <= set(one.batch.final_scores[0])
    again = table().play(TRAINING, 1, 20)
    assert (again.codes == part.codes).all() and (again.lead == part.lead).all()
    held = table().play(CHECKING, 1, 20)
    assert len(held) != len(part) or (held.lead != part.lead).any()


def test_the_store_keeps_the_latest_games_that_fill_its_room():
    def played(number, count):
        numbers = np.full(count, number)
        return Moments(numbers[:, None], np.stack([numbers, numbers], axis=1), numbers)

    store, luck = Store(room=5), np.random.default_rng(1)
    for number, kept in enumerate([[0], [0, 1], [1, 2], [1, 2, 3], [4]]):
        store.add(played(number, [3, 3, 2, 2, 7][number]))
        drawn = store.draw(400, luck)
        assert [part.lead[0] for part in store.parts] == kept and len(drawn) == sum(map(len, store.parts))
    store.add(played(5, 2))
    lots = np.concatenate([store.draw(9, luck).lead for _ in range(200)])
    assert np.mean(lots == 5) == pytest.approx(2 / 9, abs=0.05)
    drawn = store.draw(9, luck)
    assert (drawn.codes[:, 0] == drawn.lead).all() and (drawn.worths[:, 1] == drawn.lead).all()


def test_what_a_moment_comes_to_is_in_part_what_was_expected_later():
    games = np.array([0, 1, 0, 1, 0])  # the first game was looked at three times, the second one twice
    outcomes, expected = np.array([9.0, -4.0, 9.0, -4.0, 9.0]), np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    assert (traced(outcomes, expected, games, 1.0) == outcomes).all()
    assert traced(outcomes, expected, games, 0.0).tolist() == [3.0, 4.0, 5.0, -4.0, 9.0]
    assert traced(outcomes, expected, games, 0.5).tolist() == [5.0, 0.0, 7.0, -4.0, 9.0]


@pytest.mark.slow
def test_a_network_that_plays_itself_learns_to_win_without_an_evaluation(tmp_path):
    settings = dict(
        agents=["itself"], evaluation=False, td_lambda=0.9, share=1.0, passes=4, eval_against="random"
    )
    curve, path = learn_value(config(games=6_400, **settings, out=str(tmp_path)))
    measured = "eval_placement_against_random/2p"
    assert np.mean([row[measured] for row in curve[-5:]]) > 0.2
    assert ValueLearner(config(**settings)).measured()[measured] < 0.05
    learned = load_checkpoint(path)
    assert (learned.network.points.worths == 0).all()
    batch = toy.batch(num_envs=64, num_players=2, autoreset=False)
    player, spec = OneStepAhead(learned), agents.make(f"greedy:leaf={path},worlds=1", game="toy")
    for agent in (player, spec):
        agent.reset(1)
    best = spec.act(batch, np.arange(64))
    assert (player.act(batch, np.arange(64)) == best).all()
    for temperature, low, high in ((0.01, 0.9, 1.0), (100.0, 0.0, 0.5)):
        drawing = OneStepAhead(learned, temperature)
        drawing.reset(1)
        assert low <= (drawing.act(batch, np.arange(64)) == best).mean() <= high


def test_an_evaluation_that_does_not_count_is_not_taken_over(learned):
    start = learned[1]
    assert (load_checkpoint(start).network.points.worths != 0).all()
    begun = ValueLearner(config(agents=["greedy"], start=str(start), evaluation=False))
    assert (begun.network.export().points.worths == 0).all() and not begun.held_out[0].worths.any()


def test_odd_decisions_are_taken_as_often_as_told():
    usual, odd = (table(stray=stray, agents=["greedy"]).play(TRAINING, 1, 64) for stray in (0.0, 1.0))
    assert usual.worths[:, 0].mean() > odd.worths[:, 0].mean() + 1


def test_the_same_seed_learns_the_same():
    runs = [ValueLearner(config(seed=seed)) for seed in (1, 1, 2)]
    first, second, other = [(run.run(), run.network.export()) for run in runs]
    assert [row["explained"] for row in first[0]] == [row["explained"] for row in second[0]]
    one, two, three = (network.value[0][0] for _, network in (first, second, other))
    assert (one == two).all() and (one != three).any()


def test_settings_that_make_no_sense_are_refused():
    for changed, words in (
        ({"games": 0}, "games is 0"),
        ({"share": 1.5}, "share is 1.5"),
        ({"stray": -0.1}, "stray is -0.1; it must be between 0 and 1"),
        ({"learning_rate": 0.0}, "learning_rate is 0.0"),
        ({"weight_decay": -1.0}, "weight_decay is -1.0"),
        ({"hidden": [4]}, "give two sizes, one for each hidden layer"),
        ({"share": 1e-9}, "a larger share"),
    ):
        with pytest.raises(InputError, match=words):
            ValueLearner(config(**changed)).run()


def test_learning_from_labels_begins_with_a_value_network(learned, tmp_path):
    start = learned[1]
    folders = {
        "labels": labels(tmp_path / "learn", sims=10),
        "held_out": labels(tmp_path / "held", 2, sims=10),
    }

    def first_row(**changed):
        return Distillation(DistilConfig("toy", **folders, **changed)).run()[0]

    fresh, begun = first_row(hidden=[16, 8]), first_row(hidden=[16, 8], start=str(start))
    assert begun["departures"] != fresh["departures"] or begun["explained"] != fresh["explained"]
    network = Distillation(DistilConfig("toy", **folders, hidden=[16, 8], start=str(start))).network
    kept, taken = load_checkpoint(start).network, network.export()
    for (weight, bias), (other, bias_too) in zip(taken.value, kept.value, strict=True):
        assert weight == pytest.approx(other, rel=1e-5, abs=1e-7)
        assert bias == pytest.approx(bias_too, rel=1e-5, abs=1e-7)
    for name in ("direct", "worths"):
        assert getattr(taken.points, name) == pytest.approx(getattr(kept.points, name), rel=1e-5, abs=1e-7)
    with pytest.raises(InputError, match=r"hidden layers of \[16, 8\]"):
        first_row(start=str(start))
    three = {"players": 3, "games": 4}
    folders = {
        "labels": labels(tmp_path / "three", **three),
        "held_out": labels(tmp_path / "four", 2, **three),
    }
    wider = Distillation(DistilConfig("toy", **folders, hidden=[16, 8], start=str(start))).network.export()
    first, known = wider.value[0][0], taken.value[0][0]  # fields of two players come first
    assert first[:, : known.shape[1]] == pytest.approx(known) and not first[:, known.shape[1] :].any()


def test_from_the_command_line(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    learn = (
        "learn value toy --players 1 --vary difficulty=easy,hard --games 600 --hidden 8 4 --out run".split()
    )
    assert main(learn) == 0
    out = capsys.readouterr().out
    options = load_checkpoint(tmp_path / "run" / "policy.npz").metadata["options"]
    assert "% of the outcomes explained" in out and [one["difficulty"] for one in options] == ["easy", "hard"]
    assert main(learn) == 2 and "already exists" in capsys.readouterr().err
    assert main([*learn, "--overwrite", "--option", "nonsense=1"]) == 2
    assert "nonsense" in capsys.readouterr().err
    assert main([*learn, "--overwrite", "--agents", "nobody"]) == 2 and "nobody" in capsys.readouterr().err


@pytest.mark.parametrize("stop,code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("command", ["value", "distil"])
def test_a_stopped_run_writes_what_it_has_learned(command, stop, code, tmp_path, monkeypatch, capsys):
    """Given a signal after ten gradient steps; one before the first leaves nothing."""
    words = "learn value toy --games 2000 --share 0.5 --at-once 64 --minibatch 64".split()
    if command == "distil":
        learn, held = labels(tmp_path / "learn"), labels(tmp_path / "held", 2)
        words = ["learn", "distil", "toy", "--minibatch", "8", "--labels", *learn, "--held-out", *held]
    step = learner.descend

    def stopped_after(steps):
        def descend(*arguments):
            nonlocal steps
            steps -= 1
            if steps < 0:
                signal.raise_signal(stop)
            step(*arguments)

        return descend

    monkeypatch.setattr(learner, "descend", stopped_after(10))
    assert main([*words, "--hidden", "8", "4", "--out", str(tmp_path / "run")]) == code
    assert "saving what has been learned" in capsys.readouterr().err
    load_checkpoint(tmp_path / "run" / "policy.npz")
    monkeypatch.setattr(learner, "descend", stopped_after(0))
    assert main([*words, "--hidden", "8", "4", "--out", str(tmp_path / "none")]) == code
    assert not (tmp_path / "none" / "policy.npz").exists()
