"""The scale of a solo mode from a record of games: places, order, monotonicity, fit, wanted win rates."""

import math
from dataclasses import replace

import numpy as np
import pytest

from eurogym.common.settings import SoloMode
from eurogym.design.solo.page import place_text, solo_page
from eurogym.design.solo.scale import scale_of
from eurogym.measure.solo_games import Outcomes, SoloGames, modes_of

pytest.importorskip("scipy")

SKILLS = {"weak": -1.5, "middling": 0.0, "good": 1.0, "strong": 2.0}
LEVELS = {"easy": -1.5, "medium": 0.2, "hard": 1.3}


def burgundy(difficulty, deals=300, seed=0, agents=SKILLS, players=(1,)) -> SoloGames:
    """A record of games against the Châteauma whose difficulties are known."""
    rng = np.random.default_rng(seed)
    record = SoloGames("castles_of_burgundy", 0, ["eurogym solo report castles_of_burgundy"])
    for seats in players:
        luck = 0.8 * rng.standard_normal(deals)
        for agent, skill in agents.items():
            turn = luck + 0.5 * rng.standard_normal(deals)
            for level in LEVELS:
                for some in ("", "A", "AB"):
                    setting = {"chateauma": level, "modifiers": some}
                    lead = skill - difficulty(level, some, seats) + turn + rng.logistic(size=deals)
                    points = np.round(10 * lead).astype(np.int64)
                    record.outcomes.append(Outcomes(agent, seats, setting, lead > 0, points))
    return record


def as_meant(level: str, some: str, seats: int = 1) -> float:
    return LEVELS[level] + 0.8 * len(some) - 0.3 * (seats - 1)


def chateauma() -> SoloMode:
    return modes_of("castles_of_burgundy", ["châteauma"])[0]


@pytest.fixture(scope="module")
def scale():
    """Of a record in which every setting is as hard as it is meant to be."""
    return scale_of(burgundy(as_meant), chateauma())


def test_agents_and_settings_stand_where_they_are(scale):
    assert [scale.agents[k] for k in scale.agent_order] == list(SKILLS)
    assert [scale.thresholds[scale.threshold_order[k]].name for k in (0, -1)] == ["easy", "hard AB"]
    settings = [one.setting for one in scale.thresholds]
    mean = np.mean([as_meant(one["chateauma"], one["modifiers"]) for one in settings])
    for name, place in zip(scale.agents, scale.skills, strict=True):
        assert place.low - 0.15 < SKILLS[name] - mean < place.high + 0.15
    assert scale.fit.deal_sd == pytest.approx(0.8, abs=0.25)


def test_every_step_that_is_meant_to_be_harder_is_tried(scale):
    steps = {step.name: step for step in scale.steps}
    levels = {"chateauma: easy -> medium", "chateauma: medium -> hard"}
    assert set(steps) == levels | {"modifiers: + A", "modifiers: + B"}
    assert steps["chateauma: easy -> medium"].harder == 3  # with each subset
    assert steps["modifiers: + A"].low < 0.8 < steps["modifiers: + A"].high
    assert all(step.easier == 0 for step in scale.steps)


@pytest.mark.slow
def test_a_step_that_makes_games_easier_is_told():
    record = burgundy(lambda level, some, seats: LEVELS[level] - 1.0 * ("B" in some))
    step = next(step for step in scale_of(record, chateauma()).steps if step.name == "modifiers: + B")
    assert step.easier == 3 and step.harder == 0 and step.high < 0
    assert "easier beyond chance**" in solo_page(record, [chateauma()]).markdown()


def test_games_that_follow_the_model_are_not_called_off_it(scale):
    assert sum(cell.p < 0.05 for cell in scale.cells) <= 1  # of 36
    assert all(0.85 < squares.infit < 1.15 for squares in scale.agent_squares)


def test_an_agent_that_finds_hard_what_others_find_easy_is_told():
    record = burgundy(as_meant, seed=4)
    for one in record.outcomes:
        if one.agent == "good" and one.setting["chateauma"] == "easy":
            one.won[:] = np.random.default_rng(5).random(len(one.won)) < 0.2
    scale = scale_of(record, chateauma())
    odd = [cell for cell in scale.cells if cell.p < 1e-4]
    assert {scale.agents[cell.agent] for cell in odd} >= {"good"}
    assert scale.agent_squares[scale.agents.index("good")].infit > 1.1


@pytest.mark.slow
def test_seats_have_deals_of_their_own():
    scale = scale_of(burgundy(as_meant, players=(1, 3), deals=120), chateauma())
    assert scale.deals == {1: 120, 3: 120} and len(scale.thresholds) == 18
    assert scale.thresholds[0].name == "1p easy" and scale.thresholds[-1].name == "3p hard AB"


def test_of_settings_that_tie_the_first_is_named_whatever_the_last_digits_of_a_fit_are(scale):
    agent = scale.agents.index("good")
    at, nearest = scale.wanted(agent, 0.5)
    other = next(k for k in range(len(scale.thresholds)) if k != nearest)
    for noise in (-1e-6, 0.0, 1e-6):
        places = list(scale.places)
        places[other] = replace(places[nearest], value=2 * at - places[nearest].value + noise)
        assert replace(scale, places=places).wanted(agent, 0.5) == (at, min(nearest, other))


def test_who_loses_everything_has_a_bound():
    record = burgundy(as_meant, agents=SKILLS | {"hopeless": -40.0})
    scale = scale_of(record, chateauma())
    place = scale.skills[scale.agents.index("hopeless")]
    assert math.isnan(place.value) and math.isfinite(place.high) and place.high < scale.skills[0].low
    assert place_text(place).startswith("below ") and scale.agents[scale.agent_order[0]] == "hopeless"


def test_slow_agents_may_play_fewer_deals():
    record = burgundy(as_meant)
    for one in record.outcomes:
        if one.agent == "strong":
            one.won, one.points = one.won[:40], one.points[:40]
    scale = scale_of(record, chateauma())
    slow, others = (scale.skills[scale.agents.index(name)] for name in ("strong", "good"))
    assert slow.high - slow.low > 1.4 * (others.high - others.low)
    assert slow.low < SKILLS["strong"] - 1.0 + 0.2 < slow.high + 0.4


def test_a_wanted_win_rate_names_the_closest_setting(scale):
    agent = scale.agents.index("middling")
    at, threshold = scale.wanted(agent, 0.5)
    assert at == pytest.approx(scale.skills[agent].value)
    assert abs(scale.places[threshold].value - at) == min(abs(place.value - at) for place in scale.places)
    assert scale.wanted(agent, 0.75)[0] < at < scale.wanted(agent, 0.25)[0]


@pytest.mark.slow
def test_scores_to_be_reached_are_thresholds_in_their_order():
    rng = np.random.default_rng(1)
    record = SoloGames("village", 0)
    deals = 200
    luck = 10 * rng.standard_normal(deals)
    for agent, mean in (("weak", 45), ("middling", 70), ("strong", 110)):
        for rule in ("colour", "die"):
            points = mean + luck + 15 * rng.logistic(size=deals) - 5 * (rule == "die")
            points = np.round(points).astype(np.int64)
            record.outcomes.append(Outcomes(agent, 1, {"carla_rule": rule}, points >= 80, points))
    (mode,) = modes_of("village")
    scale = scale_of(record, mode)
    for rule in ("colour", "die"):
        mine = [k for k, threshold in enumerate(scale.thresholds) if threshold.setting["carla_rule"] == rule]
        values = [scale.places[k].value for k in mine if scale.on_thresholds[k]]
        assert len(values) >= 6 and values == sorted(values)
    places = {(one.setting["carla_rule"], one.score): k for k, one in enumerate(scale.thresholds)}
    colour, die = places["colour", 80], places["die", 80]
    assert scale.places[die].value > scale.places[colour].value
    page = solo_page(record, [mode]).markdown()
    assert "What should a rank be?" in page and "die 80 points" in page


def test_where_nobody_else_plays_scores_are_told_and_no_start_of_an_opponent():
    rng = np.random.default_rng(1)
    record = SoloGames("village", 0)
    mode = replace(modes_of("village")[0], scores=())
    for agent, mean in (("weak", 45), ("strong", 60)):
        for step, setting in enumerate(mode.settings):
            points = np.round(mean - 5 * step + 10 * rng.logistic(size=200)).astype(np.int64)
            record.outcomes.append(Outcomes(agent, 1, setting, points > 50, points))
    page = solo_page(record, [mode]).markdown()
    assert "Which score?" in page and "opponent" not in page


def test_agents_without_anything_in_common_have_no_scale():
    record = burgundy(as_meant, agents={"hopeless": -40.0, "perfect": 40.0})
    scale = scale_of(record, chateauma())
    assert scale.fit is None and all(math.isnan(place.value) for place in scale.skills)
    assert "there is no scale" in solo_page(record, [chateauma()]).markdown()
