"""Figures of play tests against computation by hand."""

import numpy as np
import pytest

from eurogym.design.figures import control
from eurogym.design.page import Page
from eurogym.design.playtest import comeback_figures, compensation, k_means, pair_figures, start_figures
from eurogym.design.record import GRID, Observer
from eurogym.design.report import figures_of
from eurogym.design.tables import Band, Table, play, playing
from eurogym.envs.core import registry
from eurogym.measure.games.matches import MatchResults


def table_of(scores, facts=None, game="village", starters=0):
    scores = np.asarray(scores)
    games, seats = scores.shape
    places = np.sign(scores - scores.max(axis=1, keepdims=True) + 0.5)
    return Table(game, "heuristic", seats, MatchResults(
        np.zeros((games, seats), int), np.arange(games), np.full(games, starters), scores, places,
        np.full(games, 100), np.zeros(1), facts or {}))  # fmt: skip


def test_waiting_is_the_time_between_two_turns_of_a_seat():
    watch = Observer.__new__(Observer)
    watch.last_mover, watch.stopped = np.array([-1]), np.zeros((1, 2))
    watch.clock, watch.turns, watch.waited, watch.longest = np.zeros((4, 1))
    for seat in (0, 0, 1, 1, 1, 0, 1):  # seat 0 waits for three choices, seat 1 for two and then for one
        watch._tick(np.array([0]), np.array([seat]))
    assert (watch.clock[0], watch.turns[0], watch.waited[0], watch.longest[0]) == (7, 4, 6, 3)


def test_who_is_last_at_half_time_is_counted_in_parts():
    course = np.zeros((3, GRID, 2), int)
    course[0, GRID // 2], course[1, GRID // 2] = (3, 1), (2, 5)  # the third is level and does not count
    last, first = comeback_figures(table_of([[9, 5], [9, 5], [9, 5]], {"course": course}))
    assert (last.value, first.value, last.games) == (0.5, 0.5, 2)


def test_the_compensation_is_what_one_place_was_given():
    rng = np.random.default_rng(0)
    scores = np.round(rng.normal(100, 15, (2000, 3)) + np.array([6.0, 0.0, -3.0])).astype(int)
    (second, low, high), (third, _, _) = compensation(table_of(scores))
    assert second == pytest.approx(6, abs=1.5) and low < 6.5 and high > 5.5
    assert third == pytest.approx(9, abs=1.5)


def test_groups_that_lie_apart_are_found():
    rng = np.random.default_rng(0)
    points = np.concatenate([rng.normal(centre, 0.1, (50, 2)) for centre in ((0, 0), (3, 0), (0, 3), (3, 3))])
    which = k_means(points, 4)
    assert all(len(set(which[k : k + 50])) == 1 for k in range(0, 200, 50)) and len(set(which)) == 4


def test_a_planted_pair_and_a_planted_start_are_found():
    rng = np.random.default_rng(0)
    game = registry.game("keyflower")
    labels = sum(len(kind.names) for kind in game.part("design").DESIGN.components)
    first = labels - 6  # the home tiles, which come last
    owned = np.zeros((1500, 2, labels), int)
    owned[:, :, :10] = rng.random((1500, 2, 10)) < 0.5
    homes = np.array([rng.permutation(6)[:2] for _ in range(1500)])
    owned[np.arange(1500)[:, None], np.arange(2), first + homes] = 1
    scores = rng.normal(60, 6, (1500, 2)) + 8 * owned[:, :, 2] * owned[:, :, 5] + 6 * owned[:, :, first + 3]
    table = table_of(np.round(scores).astype(int), {"taken": owned, "placed": 0 * owned}, "keyflower")
    pairs, starts = pair_figures([table], game), start_figures([table], game)
    control(pairs)
    control(starts)
    best = min(pairs, key=lambda one: one.p)
    names = game.part("design").DESIGN.components[0].names
    assert best.of == f"tile: {names[2]} + tile: {names[5]}" and best.low < 8 < best.high
    assert (
        max(starts, key=lambda one: one.value).of.startswith("home tile: ")
        and sum(s.sure for s in starts) >= 1
    )


def test_a_game_without_a_declared_design_has_a_report():
    bands = playing("toy", [2], {})
    assert bands[:1] == ["random"]
    games = play("toy", [Band(name, 40) for name in bands], [2])
    page = Page(games, figures_of(games), "eurogym design report toy").document()
    shown = page.text()
    assert "Turn order" in shown and "Length and choices" in shown and "Skill against luck" in shown
    assert "Components" not in shown and "nan" not in shown
    assert page.html().count("<svg") >= 1
