"""`eurogym compare`: paired deals until it is settled, told and written."""

import json

import numpy as np
import pytest

from eurogym.cli import main as cli
from eurogym.common.deals import CHECKING, PURPOSES, TESTING, TRAINING, TUNING, root
from eurogym.common.errors import InputError
from eurogym.measure.compare import comparison_text, run_compare
from eurogym.measure.games.matches import deal_seeds
from eurogym.measure.tournament import meetings, payoff_matrix, run_tournament
from tests.playing import play_matches


@pytest.mark.parametrize(
    ("agents", "settings", "deals", "verdict", "words"),
    [
        (("mc:sims=40", "random"), (3, 300, 1), 149, "above", "mc:sims=40 is stronger than random"),
        (("random", "mc:sims=40"), (3, 300, 1), 149, "below", "mc:sims=40 is stronger than random"),
        (("random", "random"), (2, 40, 2, 0.9), 40, "equal", "equal but for a lead below 0.9"),
        (("random", "random"), (2, 10, 2), 10, "open", "not settled"),
    ],
)
def test_agents_are_compared_until_it_is_settled(agents, settings, deals, verdict, words):
    result = run_compare("toy", *agents, *settings)
    players, most = settings[:2]
    games = {2: 2, 3: 6}[players]  # of a deal
    assert result.found.verdict == verdict and words in comparison_text(result)
    low, high = result.found.interval
    assert (low > 0, high < 0) == (verdict == "above", verdict == "below")
    assert result.deals <= deals and result.games == games * result.deals
    assert result.saved == games * (most - result.deals) and (verdict != "open" or result.saved == 0)
    assert result.agents == (("random#1", "random#2") if agents[0] == agents[1] else agents)


def test_the_lead_is_the_payoff_of_a_tournament_on_the_same_deals():
    result = run_compare("toy", "greedy", "greedy", 3, most_deals=12, seed=4, smallest_effect=0.0)
    assert result.deals == 12  # greedy against itself: never settled with an effect of 0
    matches = run_tournament("toy", 3, ["greedy", "greedy"], deals=12, seed=4).matches
    payoff, _, margin = payoff_matrix(matches, 2, 12)
    assert result.found.mean == pytest.approx(payoff[0, 1]) and result.margin == pytest.approx(margin[0, 1])


def test_it_may_go_on_until_the_interval_is_narrow():
    wide, narrow = (
        run_compare("toy", "mc:sims=10", "random", 2, 600, seed=1, half_width=half).found
        for half in (0.3, 0.15)
    )
    for found, half in ((wide, 0.3), (narrow, 0.15)):
        assert half < found.interval[1] - found.interval[0] <= 2 * half and found.verdict == "above"
    assert wide.count < narrow.count < 600


def test_the_first_may_sit_alone_among_the_others_on_deals_of_another_purpose():
    result = run_compare("toy", "greedy", "random", 3, 40, seed=5, half_width=0.0, alone=True, purpose=TUNING)
    seating = 1 - np.tile(np.eye(3, dtype=np.int64), (40, 1))
    deals = np.repeat(deal_seeds(5, 40, TUNING), 3)
    payoff = meetings(play_matches("toy", ["greedy", "random"], seating, deals, seed=5), 0, 1, 40)[0]
    assert result.games == 120 and result.found.mean == pytest.approx(payoff.mean())
    assert not set(deals) & set(deal_seeds(5, 40))


def test_the_command_tells_and_writes(tmp_path, capsys):
    out = tmp_path / "toy.json"
    words = ["compare", "toy", "mc:sims=40", "random", "--players", "3", "--most-deals", "200", "--quiet"]
    assert cli.main([*words, "--out", str(out)]) == 0
    shown = capsys.readouterr().out
    assert "is stronger than random" in shown and "games saved against a fixed 200 deals" in shown
    data = json.loads(out.read_text())
    assert data["kind"] == "compare" and data["verdict"] == "above" and data["lead_low"] > 0


def test_the_ranges_are_disjoint_and_cover_all_seeds():
    ordered = sorted(PURPOSES, key=lambda one: one.roots.start)
    assert ordered[0].roots.start == 0 and ordered[-1].roots.stop == 2**63
    assert all(a.roots.stop == b.roots.start for a, b in zip(ordered, ordered[1:], strict=False))


def test_a_root_lies_in_the_range_of_its_purpose():
    assert root(TESTING, 7) == 7
    for purpose in PURPOSES:
        assert root(purpose, 0) in purpose.roots and root(purpose, len(purpose.roots) - 1) in purpose.roots
        with pytest.raises(InputError, match=f"seeds of {purpose.name}: 0 to"):
            root(purpose, len(purpose.roots))


@pytest.mark.parametrize(
    "command",
    [
        "compare toy random greedy",
        "tournament toy --agents random greedy",
        "compare evaluate toy --agent random --against greedy",
        "solo toy --agents random",
        "design selfplay toy --agents random --players 2",
    ],
)
def test_no_command_measures_on_the_deals_of_others(command, capsys):
    for purpose, whose in (
        (TUNING, f"tuning (eurogym {TUNING.commands})"),
        (TRAINING, f"training (eurogym {TRAINING.commands})"),
        (CHECKING, "checking"),
    ):
        assert cli.main([*command.split(), "--seed", str(purpose.roots.start + 3)]) == 2
        assert f"belongs to the deals of {whose}" in capsys.readouterr().err


def test_the_ranges_leave_the_deals_of_testing_as_they_were():
    assert deal_seeds(0, 2).tolist() == [6597745347670162020, 3688341518863198449]  # as in published tables
    assert deal_seeds(3, 100)[:4].tolist() == deal_seeds(3, 4).tolist()  # those of more deals begin alike
    assert len(set(deal_seeds(3, 100).tolist())) == 100


def test_partners_have_the_same_agent():
    options = {"modules": "team"}
    found = run_compare("castles_of_burgundy", "heuristic", "random", 4, 4, options=options)
    assert (
        found.games == 2 * found.deals and found.found.mean == 1
    )  # no pair of partners, who are always level
