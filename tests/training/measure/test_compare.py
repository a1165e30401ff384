"""`eurogym compare`: paired deals until it is settled, told and written."""

import json

import numpy as np
import pytest

from eurogym.training import cli
from eurogym.training.deals import CHECKING, PURPOSES, TESTING, TRAINING, TUNING, root
from eurogym.training.errors import InputError
from eurogym.training.measure.compare import as_data, comparison_text, run_compare
from eurogym.training.measure.matches import deal_seeds, play_matches
from eurogym.training.measure.tournament import meetings, payoff_matrix, run_tournament


def test_a_stronger_agent_is_found_with_few_deals():
    result = run_compare("toy", "mc:sims=40", "random", 3, most_deals=300, seed=1)
    assert result.found.verdict == "above" and result.found.interval[0] > 0
    assert (
        result.deals < 150 and result.games == 6 * result.deals and result.saved == 6 * (300 - result.deals)
    )
    assert "mc:sims=40 is stronger than random" in comparison_text(result)


def test_the_weaker_one_may_be_named_first():
    result = run_compare("toy", "random", "mc:sims=40", 3, most_deals=300, seed=1)
    assert result.found.verdict == "below" and "mc:sims=40 is stronger than random" in comparison_text(result)


def test_an_agent_is_as_strong_as_itself():
    result = run_compare("toy", "random", "random", 2, most_deals=40, seed=2, smallest_effect=0.9)
    assert result.found.verdict == "equal" and result.agents == ("random#1", "random#2")
    assert "equal but for a lead below 0.9" in comparison_text(result)


def test_too_few_deals_settle_nothing():
    result = run_compare("toy", "random", "random", 2, most_deals=10, seed=2)
    assert result.found.verdict == "open" and result.deals == 10 and result.saved == 0
    assert "not settled" in comparison_text(result)


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


def test_the_same_seed_gives_the_same_comparison():
    first, second = (run_compare("toy", "mc:sims=5", "random", 2, 60, seed=3) for _ in range(2))
    assert as_data(first) == as_data(second)


def test_the_command_tells_and_writes(tmp_path, capsys):
    out = tmp_path / "toy.json"
    words = ["compare", "toy", "mc:sims=40", "random", "--players", "3", "--most-deals", "200", "--quiet"]
    assert cli.main([*words, "--out", str(out)]) == 0
    shown = capsys.readouterr().out
    assert "is stronger than random" in shown and "games saved against a fixed 200 deals" in shown
    data = json.loads(out.read_text())
    assert data["kind"] == "compare" and data["verdict"] == "above" and data["lead_low"] > 0


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--smallest-effect", "1"], "--smallest-effect 1 is no lead from 0 to below 1"),
        (["--smallest-effect", "nan"], "--smallest-effect nan"),
        (["--confidence", "1"], "--confidence 1"),
        (["--players", "1"], "eurogym solo"),
        (["--players", "9"], "num_players=9"),
        (["--out", "x.png"], "no picture"),
        (
            ["--seed", str(TRAINING.roots.start + 1)],
            "belongs to the deals of training (eurogym train, exploit)",
        ),
        (["--seed", str(TUNING.roots.start)], "belongs to the deals of tuning (eurogym tune, exploit)"),
    ],
)
def test_wrong_words_end_in_one_line(more, words, capsys):
    assert cli.main(["compare", "toy", "random", "greedy", *more]) == 2
    assert words in capsys.readouterr().err


# --- whose deals are whose ----------------------------------------------------------------------------


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


@pytest.mark.parametrize("purpose", [TUNING, TRAINING, CHECKING])
@pytest.mark.parametrize(
    "command",
    [
        ["tournament", "toy", "--agents", "random", "greedy"],
        ["evaluate", "toy", "--agent", "random", "--against", "greedy"],
        ["solo", "toy", "--agents", "random"],
        ["selfplay", "toy", "--agents", "random", "--players", "2"],
    ],
)
def test_no_command_measures_on_the_deals_of_others(command, purpose, capsys):
    assert cli.main([*command, "--seed", str(purpose.roots.start + 3)]) == 2
    assert f"belongs to the deals of {purpose.name}" in capsys.readouterr().err


def test_the_ranges_leave_the_deals_of_testing_as_they_were():
    assert deal_seeds(0, 2).tolist() == [6597745347670162020, 3688341518863198449]  # as in published tables
    assert len(np.unique(deal_seeds(0, 50))) == 50
