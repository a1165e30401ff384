"""The measure of strength against time."""

import json

import pytest

from tests.agents import budgets


def test_the_heuristic_is_its_own_equal_and_random_play_far_behind(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["budgets", "villagers", "villagers", "random", "--deals", "5"])
    assert budgets.main() == 0
    same, weak = map(json.loads, capsys.readouterr().out.splitlines())
    assert same["placement"] == 0.0 and same["lead"] == 0.0 and same["lead_half_width"] == 0.0
    assert weak["placement"] == -1.0 and weak["lead"] < -50
    assert same["milliseconds"] > 0 and same["players"] == 2 and same["deals"] == 5


def test_decisions_are_counted_one_by_one():
    class Agent:
        def act(self, batch, games):
            return games

    agent = Agent()
    spent = budgets.timed(agent)
    assert agent.act(None, [3, 4]) == [3, 4] and agent.act(None, [5]) == [5]
    assert spent["decisions"] == 3 and spent["seconds"] == pytest.approx(0.0, abs=0.1)
