"""How fast training learns: `eurogym games speed --train`."""

import json

import pytest

from eurogym.cli.main import main
from eurogym.training.learn.config import config_from
from eurogym.training.learn.ppo.player import TIMED
from eurogym.training.learn.speed import LEAST, TimedRun, training_speed


def test_the_shares_of_the_time_add_up():
    settings = dict(
        game="toy", players=[2], minutes=1.0, num_envs=16, rollout_steps=8, hidden=[8], opponents=["greedy"],
        opponent_fraction=1.0, threads=1, env_threads=1,
    )  # fmt: skip
    found = training_speed(config_from("ppo", settings), 0.0)
    assert found["updates"] == LEAST and found["games"] == 16 and found["device"] == "cpu"
    assert found["decisions_per_second"] > 0 and found["parameters"] > 8
    assert list(found["shares"]) == [*TIMED, "rest"]
    assert all(found["shares"][part] > 0 for part in TIMED)
    assert sum(found["shares"].values()) == pytest.approx(1.0, abs=0.01)


def test_an_interrupt_ends_it(monkeypatch):
    """Given one after the first update, when nothing has been timed yet."""
    end_update = TimedRun.end_update

    def interrupted(run):
        end_update(run)
        raise KeyboardInterrupt

    monkeypatch.setattr(TimedRun, "end_update", interrupted)
    settings = dict(game="toy", players=[2], steps=1, num_envs=8, rollout_steps=4, hidden=[4], threads=1)
    with pytest.raises(KeyboardInterrupt):
        training_speed(config_from("ppo", settings), 0.0)


def test_a_game_without_presets_has_nothing_to_tell(capsys):
    assert main(["games", "speed", "toy", "--train"]) == 0
    assert json.loads(capsys.readouterr().out)["training"] == {}
