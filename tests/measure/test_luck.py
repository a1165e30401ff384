"""Luck told from skill: what comes is drawn as what might have come, and taking it off leaves the mean as it is."""

import numpy as np
import pytest

from eurogym.cli import main as cli
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.declare.unseen import redeal
from eurogym.measure import compare
from eurogym.measure.compare import comparison_text, run_compare
from eurogym.measure.stats import luck as measured_luck
from eurogym.measure.stats.luck import (
    FEWEST_DEALS,
    LuckControl,
    coefficient,
    controlled,
    less_luck,
    luck_control,
    stepped,
    times_the_deals,
)
from eurogym.measure.stats.sequential import settle
from tests.measure.known_luck import played, verdict
from tests.playing import searched_games, shipped_games

HIDDEN = {"villagers": "stack", "castles_of_burgundy": "supply", "village": "stack", "keyflower": "deck"}


@pytest.mark.parametrize("luck", [-1.0, -0.6, 0.0, 0.95, 1.0])
def test_whichever_of_the_draws_came_the_luck_is_the_same_on_average_and_stays_within_bounds(luck):
    rng = np.random.default_rng(1)
    values = rng.uniform(-1, 1, (5, 200)) ** 3
    values[:, 0] = 0.25  # nothing depends on this draw
    after = np.stack([stepped(np.full(200, luck), np.roll(values, -came, axis=0)) for came in range(5)])
    assert after.mean(axis=0) == pytest.approx(luck)
    assert np.abs(after).max() <= 1
    assert (after[:, 0] == luck).all() and (abs(luck) == 1 or np.ptp(after[:, 1:], axis=0).min() > 0)


@pytest.mark.parametrize("game", shipped_games())
def test_a_redeal_keeps_what_any_seat_knows_and_changes_the_rest(game):
    batch = registry.module(game).batch(num_envs=48, seed=5, autoreset=False)
    rng = np.random.default_rng(0)
    for _ in range(25):
        batch.step(batch.sample_legal(rng))
    games = np.arange(48)
    side = batch.new_like(48, autoreset=False)
    side.load(np.asarray(batch.states))
    redeal(side, games, games + 1)
    for seat in range(batch.num_seats):
        seen, again = (one.observe(games, np.full(48, seat)) for one in (batch, side))
        assert (seen == again).all()
    assert (side.action_masks == batch.action_masks).all()
    for name in ("hand", "screen", "skills", "dealt", "hand_known", "stack_known", "secret_card"):
        if name in side.states.dtype.names:
            assert (np.asarray(side.states)[name] == np.asarray(batch.states)[name]).all()
    changed = np.asarray(side.states)[HIDDEN[game]] != np.asarray(batch.states)[HIDDEN[game]]
    assert changed.reshape(48, -1).any(axis=1).mean() > 0.9
    assert (np.asarray(side.states)["seed"] != np.asarray(batch.states)["seed"]).all()


@pytest.mark.parametrize("game", searched_games())
def test_luck_is_0_on_average_and_leaves_the_mean_as_it_is(game):
    """Given agents of unlike strength: between equal ones luck is 0 on average whatever it is."""
    control = LuckControl(game, 0, "", 2, 1)
    leads, luck, of_seat = played(game, ("heuristic", "random"), 32, control)
    assert 0 < np.abs(luck).max() <= 1 and leads.mean() > 0.5
    error = 4 * luck.std() / np.sqrt(len(luck))
    assert abs(luck.mean()) < error and abs(of_seat.mean()) < 4 * of_seat.std() / np.sqrt(len(of_seat))
    assert controlled(leads, luck).mean() == pytest.approx(leads.mean(), abs=error)


def test_the_luck_of_a_game_does_not_depend_on_how_often_it_is_played():
    control = LuckControl("village", 2, "", 2, 1)
    first, again = (played("village", ("random", "random"), 4, control) for _ in range(2))
    assert (first[1] == again[1]).all() and first[1].any()


def test_coefficients_come_from_other_deals_and_are_worth_what_they_say():
    rng = np.random.default_rng(2)
    luck = rng.uniform(-1, 1, 4000)
    values = 0.2 + 0.5 * luck + rng.uniform(-0.3, 0.3, 4000)
    assert coefficient(values, luck) == pytest.approx(0.5, abs=0.03)
    assert coefficient(values[: FEWEST_DEALS - 1], luck[: FEWEST_DEALS - 1]) == 0
    assert controlled(values, luck).mean() == pytest.approx(0.2, abs=0.02)
    assert times_the_deals(values, luck) == pytest.approx((0.25 / 3 + 0.03) / 0.03, rel=0.1)
    assert times_the_deals(values, rng.uniform(-1, 1, 4000)) == pytest.approx(1, abs=0.01)
    changed = values.copy()
    changed[0] += 100.0  # its own coefficient does not know of it
    assert controlled(changed, luck)[0] - controlled(values, luck)[0] == pytest.approx(100)


def test_verdicts_after_luck_was_taken_off_are_wrong_as_seldom_as_they_say():
    """Given leads that luck explains to a half; games: `python -m tests.measure.known_luck`."""
    rng = np.random.default_rng(3)
    luck = rng.uniform(-0.5, 0.5, 3000)
    leads = luck + rng.uniform(-0.5, 0.5, 3000)
    level, ahead = ([verdict(leads, luck, known, rng) for _ in range(12)] for known in (0.0, 0.3))
    assert sum(holds for _, holds in level + ahead) >= 23
    assert {one for one, _ in level} == {"equal"} and {one for one, _ in ahead} == {"above"}


def test_a_comparison_takes_luck_off_and_says_so(capsys, monkeypatch):
    quick = LuckControl("village", 0, luck_control("village").code, 1, 1)
    monkeypatch.setattr(compare, "luck_control", lambda game: quick)
    words = "compare village random random --most-deals 16 --control-luck --quiet --jobs 1"
    assert cli.main(words.split()) == 0
    shown = capsys.readouterr().out
    assert "luck taken off" in shown and quick.code in shown and "times the deals" in shown
    monkeypatch.setattr(measured_luck, "coefficient", lambda leads, luck: 0.5)
    plain = run_compare("village", "random", "random", 2, 16)
    control = run_compare("village", "random", "random", 2, 16, control_luck=True)
    _, luck, _ = played("village", ("random", "random"), 16, LuckControl("village", 0, "", 1, 1), seed=0)
    assert control.luck.plain == pytest.approx(plain.found.mean)
    assert control.found.mean == pytest.approx(plain.found.mean - luck.mean() / 2) and luck.mean() != 0
    assert "luck taken off" not in comparison_text(plain)


def test_a_game_that_does_not_say_what_nobody_knows_is_refused():
    with pytest.raises(InputError, match="does not declare what no seat knows"):
        luck_control("toy")


@pytest.mark.slow
@pytest.mark.parametrize("game", shipped_games())
def test_equal_agents_are_told_apart_as_rarely_as_promised(game):
    leads, luck, of_seat = played(game, ("level:n=4", "level:n=4"), 128, luck_control(game))
    for one in (luck, of_seat):
        assert abs(one.mean()) < 4 * one.std() / np.sqrt(len(one))
    rng = np.random.default_rng(4)
    wrong = 0
    for _ in range(300):
        rows = rng.integers(len(leads), size=96)
        sign = rng.choice([-1, 1], 96)  # either agent may be the first
        values, chance = sign * leads[rows], sign * luck[rows]
        looks = (
            less_luck(values[k : k + 16], chance[k : k + 16], values[:k], chance[:k])
            for k in range(0, 96, 16)
        )
        wrong += settle(looks, 0.0).verdict != "open"
    assert wrong <= 300 * 0.05 + 3 * np.sqrt(300 * 0.05 * 0.95)
