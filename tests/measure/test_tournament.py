"""Tournaments: lineups, pairing, payoff, files."""

import json
import time

import numpy as np
import pytest

from eurogym.agents import AgentError
from eurogym.agents.framework.base import Agent
from eurogym.cli import main as cli
from eurogym.common.options import parse_options
from eurogym.envs.core.declare.standing import first_places
from eurogym.envs.core.errors import OptionError
from eurogym.measure.evaluate import run_duels
from eurogym.measure.solo import run_solo
from eurogym.measure.tournament import (
    as_data,
    lineups,
    payoff_matrix,
    run_tournament,
    seating_plan,
    standings_text,
)
from tests.playing import play_matches


def test_lineups_are_all_choices_of_agents():
    assert lineups(4, 3) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    found = lineups(2, 4)  # with fewer agents than seats everybody sits at every table
    assert len(found) == 3 and all(set(lineup) == {0, 1} and len(lineup) == 4 for lineup in found)


@pytest.mark.parametrize(("agents", "seats"), [(2, 2), (4, 3), (2, 5)])
def test_every_agent_sits_equally_often_in_every_seat(agents, seats):
    plan = seating_plan(agents, seats)
    for agent in range(agents):
        counts = (plan == agent).sum(axis=0)
        assert counts.min() == counts.max()


@pytest.mark.parametrize("agents", [2, 3])
def test_an_agent_has_all_seats_of_a_team(agents):
    plan = seating_plan(agents, 4, num_teams=2)
    assert (plan[:, :2] == plan[:, 2:]).all() and (plan[:, 0] != plan[:, 1]).all()
    pairs = {tuple(row) for row in plan[:, :2].tolist()}
    assert len(pairs) == len(plan) == agents * (agents - 1)


def test_a_deal_is_the_same_for_all_its_games():
    result = run_tournament("toy", 2, ["random", "greedy"], deals=5, seed=1)
    seeds = result.matches.seeds.reshape(5, -1)
    assert (seeds == seeds[:, :1]).all() and len(set(seeds[:, 0].tolist())) == 5


def test_search_beats_random_and_payoffs_are_antisymmetric():
    result = run_tournament("toy", 3, ["random", "mc:sims=40", "random"], deals=40, seed=1)
    assert [one.agent for one in result.standings] == ["random#1", "mc:sims=40", "random#2"]
    assert result.standings[1].outcome[0] > 0.2
    off = ~np.eye(3, dtype=bool)
    assert np.allclose(result.payoff[off], -result.payoff.T[off])
    assert np.allclose(result.margin[off], -result.margin.T[off])
    assert sum(one.outcome[0] for one in result.standings) == pytest.approx(0, abs=1e-6)
    assert "mc:sims=40" in standings_text(result)


def test_payoff_of_hand_made_games():
    matches = play_matches("toy", ["random", "random"], np.array([[0, 1], [1, 0]]), np.array([5, 5]))
    matches.placements[:] = [[1, -1], [1, -1]]
    matches.scores[:] = [[9, 4], [8, 6]]
    payoff, _, margin = payoff_matrix(matches, 2, deals=1)
    assert payoff[0, 1] == 0 and margin[0, 1] == (5 - 2) / 2


def test_ratings_seats_and_luck_come_with_a_tournament():
    result = run_tournament("toy", 2, ["random", "mc:sims=40"], deals=40, seed=2)
    weak, strong = (one.rating for one in result.standings)
    assert strong[0] > weak[0] and strong[0] == pytest.approx(-weak[0]) and weak[1] < weak[0] < weak[2]
    assert (result.payoff_ends[0] < result.payoff).sum() == 2 == (result.payoff_ends[1] > result.payoff).sum()
    assert result.seats[0][0] == pytest.approx(-result.seats[1][0])
    shown = standings_text(result)
    assert "rating" in shown and "between deals" in shown and "mean placement of players 1, 2" in shown
    data = as_data(result)
    luck = data["luck"]["outcome"]
    assert luck["deal"] + luck["agent"] + luck["rest"] == pytest.approx(1.0)
    assert data["agents"][0]["rating"] == weak[0] and len(data["seats"]) == 2


def test_agents_are_told_apart():
    agents = ["mc:sims=40", "random", "random"]
    result = run_tournament("toy", 2, agents, deals=60, seed=2)
    assert result.ahead == [(0, 1), (0, 2)]
    alone = run_tournament("toy", 2, agents[:2], deals=60, seed=2)
    shown = standings_text(result)
    assert "mc:sims=40 > random#1" in shown and "mc:sims=40 > random#2" in shown
    assert "told apart" not in standings_text(alone)  # of two the payoff says it
    data = as_data(result)
    assert data["ahead"][0] == ["mc:sims=40", "random#1"]
    assert run_tournament("toy", 2, ["random", "random", "random"], deals=20, seed=2).ahead == []


def test_results_hold_numbers_that_every_reader_of_json_takes(tmp_path):
    """Given agents that are always ahead or behind: their ratings are bounds, whose ends are null."""
    words = ["tournament", "toy", "--agents", "greedy", "random", "--players", "2", "--deals", "1"]
    assert cli.main([*words, "--quiet", "--out", str(tmp_path / "found.json")]) == 0

    def refuse(constant):
        raise AssertionError(constant)

    found = json.loads((tmp_path / "found.json").read_text(), parse_constant=refuse)
    assert len(found["turn_order"]) == 2


def test_one_agent_is_no_tournament():
    with pytest.raises(AgentError, match="at least two"):
        run_tournament("toy", 2, ["random"])


def test_options_that_a_table_sets_itself_or_does_not_know_are_refused():
    for name in ("observe", "num_players"):
        with pytest.raises(OptionError, match=f"{name}.*auto_forced"):
            run_tournament("toy", 2, ["random", "greedy"], deals=2, options={name: 1})
    for name in ("observe", "num_players", "difficulty"):
        with pytest.raises(OptionError, match=f"{name}.*auto_forced"):
            run_solo("toy", ["random"], games=2, options={name: "hard"})


def test_options_are_read_as_what_they_look_like():
    assert parse_options(["a=3", "b=True", "c=word", "d=None"]) == {"a": 3, "b": True, "c": "word", "d": None}
    with pytest.raises(OptionError, match="name=value"):
        parse_options(["a"])
    with pytest.raises(OptionError, match="twice"):
        parse_options(["a=1", "a=2"])
    assert parse_options(["a=--3", "b=-3"]) == {"a": "--3", "b": -3}


def test_ties_share_the_first_place_in_both_commands():
    """Given two agents that always tie: each has half of the first places, by the same interval."""
    shares = first_places(np.array([[1, 1, -1], [1, -1, -1], [0, 0, 0]]))
    np.testing.assert_allclose(shares, [[0.5, 0.5, 0], [1, 0, 0], [1 / 3, 1 / 3, 1 / 3]])
    standings = run_tournament("toy", 2, ["random", "greedy"], deals=30, seed=6).standings
    duel = run_duels("toy", "greedy", ["random"], [2], deals=30, seed=6)[0]
    assert standings[0].first[0] + standings[1].first[0] == pytest.approx(1)
    assert 0 <= duel.first[1] < duel.first[0] < duel.first[2] <= 1


def test_evaluate_plays_every_seat(tmp_path, capsys):
    out = tmp_path / "duel.json"
    words = "compare evaluate toy --agent greedy --against random --players 2 3 --deals 10 --quiet --out"
    assert cli.main([*words.split(), str(out)]) == 0
    duels = json.loads(out.read_text())["duels"]
    assert [duel["games"] for duel in duels] == [20, 30]
    assert "greedy against" in capsys.readouterr().out


def test_thinking_time_is_without_the_first_decision():
    class Slow(Agent):
        """Needs a while for its first real decision."""

        ready = False

        def act(self, batch, games):
            if len(games) and not self.ready:
                self.ready = True
                time.sleep(0.5)
            return batch.action_masks[games].argmax(axis=1)

    matches = play_matches("toy", [Slow("slow")], np.zeros((4, 2), int), np.arange(4))
    assert matches.seconds[0] < 0.4


def test_the_command_writes_what_it_shows(tmp_path, capsys):
    pytest.importorskip("matplotlib")
    out = tmp_path / "results" / "toy"
    words = "tournament toy --players 2 --agents random greedy --deals 4 --quiet --seed 9 --out"
    assert cli.main([*words.split(), str(out)]) == 0
    shown = capsys.readouterr().out
    assert "seed 9" in shown and "payoff" in shown
    data = json.loads(out.with_name("toy.json").read_text())
    assert data["seed"] == 9 and [row["agent"] for row in data["agents"]] == ["random", "greedy"]
    assert out.with_name("toy.csv").read_text().startswith("agent,outcome")
    assert out.with_name("toy.png").stat().st_size > 1000
