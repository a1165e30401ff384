"""The measured ladder: from duels to ratings, what `best` makes of it, and how it is measured and shown."""

import json

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents.framework import ladder
from eurogym.agents.framework.bots import best
from eurogym.agents.framework.ladder import Duel, Rung, elo, rated
from eurogym.cli.main import main
from eurogym.envs.core import registry
from eurogym.measure import ladder as measuring
from tests import toy


def duel(agent, rival, lead, deals=1000):
    return Duel(2, agent, rival, deals, lead, lead - 0.1, lead + 0.1, (1 + lead) / 2)


def test_a_rating_adds_up_along_the_rivals():
    duels = [duel("search", "ppo", 0.8, 40), duel("ppo", "heuristic", 0.5), duel("greedy", "heuristic", -0.9)]
    found = rated(2, duels, {(2, "ppo"): 0.2, (3, "mc"): 9.0})
    assert [rung.agent for rung in found] == ["greedy", "heuristic", "ppo", "search"]
    by_name = {rung.agent: rung for rung in found}
    assert by_name["heuristic"].rating == 0.0 and by_name["ppo"].ms == 0.2
    assert by_name["ppo"].rating == pytest.approx(400 * np.log10(3), rel=0.01)  # 3 of 4 meetings
    assert by_name["search"].rating == pytest.approx(by_name["ppo"].rating + elo(0.8))
    assert by_name["search"].low == pytest.approx(by_name["ppo"].low + elo(0.7))
    assert by_name["ppo"].share == 0.75 and np.isnan(by_name["search"].share)


@pytest.mark.parametrize(("lead", "rival"), [(-0.4, "heuristic"), (-0.99, "greedy")])
def test_random_play_is_rated_by_the_heuristic_unless_that_is_a_rout(lead, rival):
    """Given that greedy is strong alone among heuristics, and random no worse among greedy ones."""
    duels = [
        duel("greedy", "heuristic", 0.3),
        duel("random", "greedy", -0.3),
        duel("random", "heuristic", lead),
    ]
    found = next(rung for rung in rated(2, duels, {}) if rung.agent == "random")
    chained = elo(0.3) + elo(-0.3)
    assert found.rival == rival
    assert found.rating == pytest.approx(elo(lead) if rival == "heuristic" else chained)


def test_who_always_wins_or_loses_has_a_bound_in_place_of_a_rating():
    """Given agents that were ahead in every meeting, or behind, and one of unknown strength."""
    duels = [
        Duel(2, "mc", "heuristic", 20, 1.0, 0.44, 1.0, 1.0),
        Duel(2, "greedy", "heuristic", 60, -1.0, -1.0, -0.79, 0.0),
        Duel(2, "random", "greedy", 60, -0.9, -0.95, -0.8, 0.05),
    ]
    found = rated(2, duels, {(2, "search"): 20.0})
    assert [rung.agent for rung in found] == ["random", "greedy", "heuristic", "mc", "search"]
    random, greedy, _, mc, search = found
    assert np.isnan([random.rating, greedy.rating, mc.rating, search.place]).all()
    assert mc.place == mc.low == pytest.approx(elo(0.44)) and greedy.place == greedy.high == pytest.approx(
        elo(-0.79)
    )
    assert random.place == pytest.approx(elo(-0.79) + elo(-0.8))
    assert measuring.cells(mc)[1:3] == ["-", f"above {elo(0.44):+.0f}"]
    assert measuring.cells(greedy)[1:3] == ["-", f"below {elo(-0.79):+.0f}"]
    assert elo(0.0) == 0 and elo(1.0) == np.inf == -elo(-1.0)


def test_best_is_the_strongest_that_keeps_to_the_time(monkeypatch):
    rows = (("greedy", -300, 0.5), ("heuristic", 0, 0.1), ("ppo", 90, 3.0), ("search", 200, 20.0))
    measured = [
        Rung(2, agent, rating, rating, rating, 0.5, ms, 10, "heuristic") for agent, rating, ms in rows
    ]
    monkeypatch.setattr(ladder, "rungs", lambda game, players: measured)
    assert best.candidates("villagers", 2, 0.0)[0] == "villagers"  # the policy would be waited for
    assert best.candidates("villagers", 2, 4.0)[0] == "ppo"
    assert best.candidates("villagers", 2, 40.0)[:2] == ["search:ms=40", "ppo"]
    measured.clear()
    assert best.candidates("villagers", 2, 0.0) == ["ppo", "villagers", "greedy"]
    assert best.candidates("villagers", 2, 20.0)[0] == "search:ms=20"


def test_best_plays_what_it_says():
    batch = toy.batch(num_envs=4, num_players=2, seed=1)
    agent, other = agents.make("best"), agents.make("greedy")
    for one in (agent, other):
        one.reset(5)
    assert agent.plays(batch) == "greedy"  # no policy and no heuristic
    assert agent.act(batch, np.arange(4)).tolist() == other.act(batch, np.arange(4)).tolist()


def test_a_search_meets_the_heuristic_where_no_policy_ships(monkeypatch):
    registry.register(toy.GAME, toy)
    monkeypatch.setattr(agents, "available", lambda game: dict.fromkeys(ladder.RUNGS, ""))
    pairs = measuring.duels_of("toy", 2, ["random", "ppo", "search"])
    assert pairs == [("random", "greedy"), ("random", "heuristic"), ("search", "heuristic")]


def test_a_measurement_goes_on_where_it_stopped(tmp_path, toy_is_declared):
    """Given some deals: more of them come to what all of them at once come to, and rows that suffice stay."""
    few, whole = tmp_path / "few.json", tmp_path / "whole.json"
    for path, steps in ((few, (50, 100)), (whole, (100,))):
        for deals in steps:
            found = measuring.measure("toy", [3], ["random", "greedy"], deals, path=path)
    assert json.loads(few.read_text())["duels"] == json.loads(whole.read_text())["duels"] == found["duels"]
    (row,) = found["duels"]
    assert (row["agent"], row["rival"]) == ("random", "greedy")  # the toy game has no heuristic
    assert row["deals"] == sum(row["values"].values()) == 100
    assert -1 <= row["low"] < row["lead"] < row["high"] <= 1
    assert {one["agent"] for one in found["times"]} == {"random", "greedy"}


@pytest.mark.parametrize("game", registry.games())
def test_the_command_shows_every_measured_table(game, capsys):
    if not ladder.rungs(game):
        pytest.skip("not one of the four")
    assert main(["games", "agents", game, "--players", "2"]) == 0
    out = capsys.readouterr().out
    assert "2 players" in out and "ppo" in out and "heuristic" in out
    assert agents.ladder(game, 2)[-1].rating > 0
    assert main(["games", "agents", game, "--players", "9"]) == 2
    assert "no table of this size was measured" in capsys.readouterr().err
