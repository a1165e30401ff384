"""Tests that no seat learns what it cannot know, and that a determinized game is a possible game."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from eurogym.envs.core.draw.pictures import move_of
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.testing.leaks import bonds_test, secrets_test
from eurogym.testing.same_actions import same_actions_test
from eurogym.testing.tables import (
    Table,
    expect,
    positions,
    random_legal,
    seat_view,
    spread_positions,
    table_of,
    where,
)

MOST = 10  # positions looked at in a game
FEW = 4  # positions of which pictures are drawn
WORLDS = 6  # worlds imagined in each position
CHANCES = 64  # worlds imagined to see what an action decides
LEAST_CHANCES = 4  # worlds in which the action must be legal
SURE = 15.0  # nats: a fair shuffle would leave packs as they are in one of three million games


def hidden_information_test(game: Any, options: Mapping[str, Any] | None = None, seed: int = 1) -> None:
    """Check that no seat is shown what it cannot know, and that ``determinize`` samples possible games.

    When what a seat cannot know is dealt anew (``determinize``), nothing that it is shown may change. What it is shown
    may also not be more closely related to hidden things in true games than in imagined ones
    (:mod:`eurogym.testing.leaks`). What it learns from the same actions in games that it cannot tell apart must be kept
    by ``determinize`` (:mod:`eurogym.testing.same_actions`).

    Args:
        game: a game or its name.
        options: its options.
        seed: seed of the games.

    Raises:
        AssertionError: something is given away; the message names the seat, and the field of the observation or the
            line of the text.
    """
    table = table_of(game, options)
    views_test(table, seed)
    pictures_test(table, seed)
    announcements_test(table, seed)
    seeds_test(table, seed)
    masks_test(table, seed)
    worlds_test(table, seed, must_differ=hides_something(table))
    secrets_test(table)
    bonds_test(table, seed)
    same_actions_test(table)


def hides_something(table: Table) -> bool:
    """Return whether there is an observation field that not all seats see."""
    layout = table.game.layout(table.game_options)
    return any(field.visibility != "all" for field in (*layout.global_fields, *layout.seat_fields))


def views_test(table: Table, seed: int = 1, most: int = MOST) -> None:
    """Check that a seat is shown the same in all games that it cannot tell apart."""
    other = table.batch(autoreset=False)
    for batch in spread_positions(table, seed, most):
        for seat in range(batch.num_seats):
            before = seat_view(batch, seat)
            for sample in range(3):
                other.load(np.asarray(batch.states))
                other.determinize(0, seat, 100 + sample)
                after = seat_view(other, seat)
                for what in before:
                    expect(
                        after.get(what) == before[what],
                        f"player {seat + 1} learns what it cannot know (or determinize changes what it knows): "
                        f"{_difference(what, batch, other, seat, before, after)}; {where(table, batch, seed)}",
                    )


def _difference(
    what: str,
    batch: BatchedGame,
    other: BatchedGame,
    seat: int,
    before: dict[str, Any],
    after: dict[str, Any],
) -> str:
    """Describe where two views differ."""
    if what == "the observation":
        one, two = batch.observe(0, seat).copy(), other.observe(0, seat).copy()
        names = [name for name, part in batch.layout.slices.items() if (one[part] != two[part]).any()]
        return f"observation field {', '.join(names)}"
    if what == "to_dict":
        names = [name for name, value in before[what].items() if after[what].get(name) != value]
        return f"to_dict, under {', '.join(names)}"
    if what == "to_text":
        lines = zip(before[what].splitlines(), after[what].splitlines(), strict=False)
        return f"to_text, line {next((one for one, two in lines if one != two), '(number of lines)')!r}"
    return what


def pictures_test(table: Table, seed: int = 13, most: int = FEW) -> None:
    """Check that a seat's picture does not contain what it cannot know.

    When that is dealt anew, the SVG must not change, nor the marks of the last action in it.
    """
    if table.game.draw is None:
        return
    other = table.batch(autoreset=False)
    for number, batch in enumerate(spread_positions(table, seed, most), 1):
        action = random_legal(batch, 0, seed, number)
        last = move_of(table.game, batch.state(0), table.game_options, action)
        after = _after(table, np.asarray(batch.states), [action])
        if after.states["done"][0]:
            continue
        for seat in range(batch.num_seats):
            other.load(np.asarray(after.states))
            other.determinize(0, seat, 70 + number)
            one, two = (game.draw(0, seat, last=last).split("<") for game in (after, other))
            differ = next((pair for pair in zip(one, two, strict=False) if pair[0] != pair[1]), ("",))
            expect(
                one == two,
                f"player {seat + 1} learns what it cannot know (or determinize changes what it knows): the picture, at "
                f"{differ[0].strip()!r}; {where(table, after, seed)}",
            )


def announcements_test(table: Table, seed: int = 5) -> None:
    """Check that what others hear of an action does not reveal what is hidden."""
    for batch in spread_positions(table, seed, MOST):
        for seat in range(batch.num_seats):
            if seat == batch.current_seat[0]:
                continue
            other = table.batch(autoreset=False)
            other.load(np.asarray(batch.states))
            other.determinize(0, seat, 7)
            views = {}
            for action in np.flatnonzero(batch.action_masks[0]).tolist():
                heard, possible = (
                    table.game.explain_action(one.state(0), table.game_options, action, seat)
                    for one in (batch, other)
                )
                expect(
                    heard == possible,
                    f"what player {seat + 1} hears of {batch.catalog.texts[action]!r} reveals "
                    f"hidden information: {heard!r} here, {possible!r} in a game that it cannot distinguish; "
                    f"{where(table, batch, seed)}",
                )
                views[action] = heard
            for one, two in _alike(table, batch, seat, list(views)):
                expect(
                    views[one] == views[two] or not _hidden(table, batch, seat, one, two),
                    f"player {seat + 1} hears {views[one]!r} or {views[two]!r}, but is shown the same after both, so "
                    "it hears what it cannot see: let announce(state, options, kind, index, text) "
                    "return the words that others hear, or show it to them in a field of the state; "
                    f"{where(table, batch, seed)}",
                )


def _after(table: Table, states: np.ndarray, actions: Sequence[int]) -> BatchedGame:
    """Return games in which actions were taken, one in each."""
    batch = table.batch(len(actions), autoreset=False)
    batch.load(states)
    batch.step(actions)
    return batch


def _seen_by_others(batch: BatchedGame, seat: int) -> np.ndarray:
    """Return the observations of all but one seat in all games, ``(games, entries)``."""
    others = (one for one in range(batch.num_seats) if one != seat)
    return np.concatenate([batch.observe(np.arange(batch.num_envs), one) for one in others], axis=1)


def _alike(table: Table, batch: BatchedGame, seat: int, actions: list[int]) -> Iterator[tuple[int, int]]:
    """Yield pairs of actions after which a seat is shown the same, but another seat is not."""
    after = _after(table, np.repeat(np.asarray(batch.states), len(actions)), actions)
    seen, first = _seen_by_others(after, seat), {}
    for game, shown in enumerate(after.observe(np.arange(len(actions)), seat)):
        twin = first.setdefault(shown.tobytes(), game)
        differ = (seen[game] != seen[twin]).any() and not after.states["done"][game]
        if differ and seat_view(after, seat, game) == seat_view(after, seat, twin):
            yield actions[twin], actions[game]


def _hidden(table: Table, batch: BatchedGame, seat: int, one: int, two: int) -> bool:
    """Return whether others see something that depends on which of two actions was taken, and that a seat is unsure of.

    Something depends on the choice if it is never the same after both actions in games that the seat imagines; newly
    drawn cards, for example, may be the same.
    """
    everything, seeds = np.arange(CHANCES), np.arange(1, CHANCES)
    many = table.batch(CHANCES, autoreset=False)
    many.load(np.repeat(np.asarray(batch.states), CHANCES))
    many.determinize(seeds, seat, seeds)  # the first is the true one
    seen = []
    for action in (one, two):
        worlds = np.asarray(many.states)[np.flatnonzero(many.action_masks[:, action])]
        if len(worlds) < LEAST_CHANCES:
            return False
        seen.append(_seen_by_others(_after(table, worlds, [action] * len(worlds)), seat))
    later = _after(table, np.repeat(np.asarray(batch.states), CHANCES), [one] * CHANCES)
    later.determinize(everything, seat, everything)
    entries = zip(*(part.T.tolist() for part in (*seen, _seen_by_others(later, seat))), strict=True)
    return any(
        not set(first) & set(second) and set(imagined) - set(first) for first, second, imagined in entries
    )


def worlds_test(table: Table, seed: int = 2, must_differ: bool = True, most: int = 2 * MOST) -> None:
    """Check that determinized games can be played out, have their own future, and differ from the true game."""
    different, packs = 0, {name: _Pack(name) for name in _packs(table)}
    for batch in spread_positions(table, seed, most):
        whole = json.dumps(table.game.to_dict(batch.state(0), table.game_options), sort_keys=True)
        many = table.batch(WORLDS, autoreset=False)
        many.load(np.repeat(np.asarray(batch.states), WORLDS))
        seats = (
            int(batch.current_seat[0]) + np.arange(WORLDS)
        ) % batch.num_seats  # not only the seat to move imagines worlds
        many.determinize(np.arange(WORLDS), seats, np.arange(WORLDS) + 50)
        for pack in packs.values():
            pack.look(np.asarray(batch.states), np.asarray(many.states))
        for g in range(WORLDS):
            views = table.game.to_dict(many.state(g), table.game_options)
            different += json.dumps(views, sort_keys=True) != whole
            expect(
                many.states["seed"][g] != batch.states["seed"][0],
                "determinize leaves the seed as it is, so search would see the real future; it must begin with "
                "reseed(state, seed)",
            )
        futures = set(np.asarray(many.states["seed"]).tolist())
        expect(
            len(futures) == WORLDS,
            "worlds of different seeds share a future; determinize must reseed with its seed",
        )
        many.rollout(steps=table.bound, seed=3)
        expect(
            (many.states["done"] == 1).all(), f"a determinized game does not end; {where(table, batch, seed)}"
        )
    expect(different > 0 or not must_differ, "determinize never changed anything, but something is hidden")
    for name, pack in packs.items():
        expect(
            pack.moved or pack.surprise < SURE,
            f"determinize never changes the order of {name}, which nobody sees, so search would know every card "
            f"to come; call shuffle(state, R.STREAM, state.{name}, state.{name}_size), with one of "
            "the game's own streams",
        )


def _packs(table: Table) -> list[str]:
    """Return the packs of a game that is made from declarations."""
    home = sys.modules.get(f"{table.game.package}._declared")
    return [name for name in table.game.streams.NAMES if hasattr(home, f"{name}_cards")]


class _Pack:
    """A pack: whether imagined worlds have it in another order, and how surprising (nats) it would be if none had."""

    def __init__(self, name: str) -> None:
        self.name, self.moved, self.surprise = name, False, 0.0

    def look(self, true: np.ndarray, imagined: np.ndarray) -> None:
        """Compare the worlds that were imagined in one position with the true one."""
        left = int(true[f"{self.name}_size"][0])
        cards = true[self.name][0, :left]
        self.moved |= bool((imagined[self.name][:, :left] != cards).any())
        alike = np.unique(cards, return_counts=True)[1].tolist()
        orders = math.lgamma(left + 1) - sum(math.lgamma(count + 1) for count in alike)
        self.surprise += len(imagined) * orders


def seeds_test(table: Table, seed: int = 3) -> None:
    """Check that an imagined game depends only on its seed."""
    for batch in positions(table, seed=seed, every=10):
        seat = int(batch.current_seat[0])
        twins = table.batch(2, autoreset=False)
        twins.load(np.repeat(np.asarray(batch.states), 2))
        twins.determinize([0, 1], seat, 9)
        expect(
            np.asarray(twins.states)[0].tobytes() == np.asarray(twins.states)[1].tobytes(),
            f"determinize gives two games for one seed; {where(table, batch, seed)}",
        )


def masks_test(table: Table, seed: int = 4) -> None:
    """Check that the mask of the seat to move is the same in all games that this seat cannot tell apart."""
    for batch in positions(table, seed=seed, every=5):
        seat = int(batch.current_seat[0])
        many = table.batch(8, autoreset=False)
        many.load(np.repeat(np.asarray(batch.states), 8))
        many.determinize(np.arange(8), seat, np.arange(8))
        differ = np.flatnonzero((many.action_masks != batch.action_masks[0]).any(axis=0)).tolist()
        expect(
            not differ,
            f"what player {seat + 1} may do depends on what it cannot know: "
            f"{', '.join(repr(batch.catalog.texts[action]) for action in differ)}; {where(table, batch, seed)}",
        )
        expect(
            (many.observations == batch.observations[0]).all(),
            f"what player {seat + 1} sees depends on what it cannot know; {where(table, batch, seed)}",
        )
