"""Tests of what holds in every position of every game, and of what must not depend on how games are stepped."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from eurogym.envs.core.declare.game import MAX_SEATS
from eurogym.envs.core.errors import EurogymError, IllegalActionError
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.testing.tables import (
    Table,
    expect,
    game_over,
    positions,
    random_legal,
    snapshot,
    spread_positions,
    table_of,
    where,
)

SLOTS = (0, 5, 17)
DEALS = 500  # deals that are played
MOST = 10  # positions looked at in a game
TWINS = 4  # games of the same deal


def batch_test(game: Any, options: Mapping[str, Any] | None = None) -> None:
    """Check that legal actions bring games to their end, and that games are the same in batches of any size.

    Args:
        game: a game or its name.
        options: its options.

    Raises:
        AssertionError: something does not hold; the message says what, with seed and place.
    """
    table = table_of(game, options)
    deal_test(table)
    for seed in (0, 1):
        positions_test(table, seed)
    repeat_test(table, (0, 1))
    turns_test(table)
    ends_test(table)
    leads_on_test(table)
    refusals_test(table)
    catalog_test(table)
    words_test(table)
    descriptions_test(table)
    forced_test(table, (0, 1))
    padding_test(table)
    size_test(table)
    single_test(table)
    different_deals_test(table)


def deal_test(table: Table) -> None:
    """Check many deals: each has at least one decision with two answers, and each ends."""
    try:
        batch = table.batch(DEALS, seed=7, autoreset=False, observe=False)
        over = np.flatnonzero(np.asarray(batch.states["done"]))
        expect(
            not len(over),
            f"{table}: {len(over)} of {DEALS} deals are over before any player has a choice; every deal must have a "
            "decision with at least two legal actions",
        )
        batch.rollout(steps=table.bound, seed=1)
    except EurogymError as error:
        raise AssertionError(
            f"{table}: random games do not end: {error}. Either the turn does not advance (kernels apply "
            f"and advance), or nothing is legal in some position, or max_decisions ({table.bound}) is too small"
        ) from error
    expect(
        np.asarray(batch.states["done"]).all() and not batch.truncated.any(),
        f"{table}: games continue after max_decisions ({table.bound}) decisions; does apply let "
        "the turn advance and set state.done at the end?",
    )


def positions_test(table: Table, seed: int) -> None:
    """Check every position of a game: an action is legal, codes and seats are in bounds, no reward before the end."""
    forced = table.game_options.auto_forced
    for batch in positions(table, seed):
        mask, codes = batch.action_masks[0], batch.observations[0]
        place = where(table, batch, seed)
        expect(mask.any(), f"no action is legal before the end; {place}")
        expect(
            not forced or mask.sum() > 1, f"a decision with one legal action was left to the agent; {place}"
        )
        _codes_within(batch, codes, place)
        expect(
            0 <= batch.current_seat[0] < batch.num_seats, f"seat {batch.current_seat[0]} is to move; {place}"
        )
        expect(batch.states["num_decisions"][0] < table.bound, f"more decisions than max_decisions; {place}")
        expect(not batch.dones[0] and not batch.rewards.any(), f"a reward before the end; {place}")
    expect(game_over(batch) and batch.states["num_decisions"][0] <= table.bound, f"{table}: no end")
    for seat in range(batch.num_seats):
        _codes_within(batch, batch.observe(0, seat), f"at the end of the game, {where(table, batch, seed)}")


def _codes_within(batch: BatchedGame, codes: np.ndarray, place: str) -> None:
    high = np.flatnonzero(codes > batch.layout.high)
    slices = batch.layout.slices.items()
    names = [name for name, part in slices if ((high >= part.start) & (high < part.stop)).any()]
    expect(not names, f"observation field {', '.join(names)} has codes above its declared high; {place}")


def repeat_test(table: Table, seeds: Any) -> None:
    """Check that only the deal and the choices decide how a game goes."""
    for seed in seeds:
        twins = table.batch(TWINS, autoreset=False)
        twins.reset(seeds=[seed] * TWINS)
        for number in itertools.count(1):
            alike = {row.tobytes() for row in np.asarray(twins.states)}
            expect(
                len(alike) == 1 and (twins.observations == twins.observations[0]).all(),
                "the same deal and choices give different games; chance must come only from the streams of the state "
                f"(next_below, shuffle); {where(table, twins, seed)}",
            )
            if game_over(twins):
                break
            twins.step([random_legal(twins, 0, seed, number)] * TWINS)


def turns_test(table: Table, games: int = 5) -> None:
    """Check that every player has decisions to take."""
    seats = {int(batch.current_seat[0]) for seed in range(games) for batch in positions(table, seed)}
    idle = [str(seat + 1) for seat in range(table.game_options.num_players) if seat not in seats]
    expect(
        not idle,
        f"{table}: in {games} games player {', '.join(idle)} had nothing to decide; does the turn "
        "advance (kernels apply and advance)?",
    )


def ends_test(table: Table) -> None:
    """Check that games end with consistent scores, placements and rewards."""
    batch = table.batch(16, autoreset=False, seed=1)
    batch.rollout(steps=table.bound, seed=2)
    expect(
        (batch.states["done"] == 1).all() and batch.dones.all() and not batch.action_masks.any(),
        f"{table}: games do not end within max_decisions ({table.bound}), or something is legal after the end",
    )
    expect(np.abs(batch.final_placements).max() <= 1.0, f"{table}: placements outside -1 to 1")
    if batch.table_seats > 1:
        expect(
            np.allclose(batch.final_placements.sum(axis=1), 0.0, atol=1e-5),
            f"{table}: placements do not add up to 0",
        )
    expect(
        np.array_equal(batch.rewards, batch.final_placements[:, : batch.num_seats]),
        f"{table}: rewards are not the placements",
    )
    expect(
        np.array_equal(batch.scores()[:, :, 0], batch.final_scores),
        f"{table}: two calls of the kernel scores differ; it must neither write to the state nor leave entries out",
    )
    scores, teams = batch.scores(), table.game_options.num_teams
    expect(
        not teams or (scores == scores[:, np.arange(batch.table_seats) % max(teams, 1)]).all(),
        f"{table}: partners differ in their scores; seat s plays for team s modulo num_teams, {teams}, and the kernel "
        "scores gives partners the same score and tie-break",
    )
    expect((batch.final_lengths <= table.bound).all(), f"{table}: games are longer than max_decisions")
    low, high = batch.game.possible_scores(table.game_options)
    ends = int(batch.final_scores.min()), int(batch.final_scores.max())
    expect(
        low <= ends[0] and ends[1] <= high, f"{table}: scores {ends} lie beyond {low} to {high} (score_range)"
    )


def leads_on_test(table: Table) -> None:
    """Check that every legal action leads to a position from which the game can go on."""
    for batch in positions(table, seed=3, every=9):
        legal = np.flatnonzero(batch.action_masks[0])
        tried = table.batch(len(legal), autoreset=False)
        tried.load(np.repeat(np.asarray(batch.states), len(legal)))
        tried.step(legal)
        for g in range(len(legal)):
            expect(
                tried.states["done"][g] or tried.action_masks[g].any(),
                f"{batch.catalog.texts[legal[g]]!r} is legal, but no action is legal after it; "
                f"{where(table, batch, 3)}",
            )
        tried.load(np.asarray(tried.states).copy())  # refuses an inconsistent state
        tried.rollout(steps=table.bound, seed=4)
        expect((tried.states["done"] == 1).all(), f"no end after a legal action; {where(table, batch, 3)}")


def refusals_test(table: Table) -> None:
    """Check that illegal actions are refused by name and leave no trace."""
    for batch in positions(table, seed=4, every=6):
        before = snapshot(batch)
        illegal = np.flatnonzero(~batch.action_masks[0])[::17].tolist()
        for action in [*illegal, -1, batch.num_actions, 2**40]:
            try:
                batch.step([action])
            except IllegalActionError as refused:
                expect(
                    refused.actions == (action,) and refused.games == (0,),
                    f"refused as another action: {action}",
                )
                expect(
                    snapshot(batch) == before, f"illegal action {action} was refused, but changed the game"
                )
                named = not 0 <= action < batch.num_actions or repr(batch.catalog.describe(action)) in str(
                    refused
                )
                expect(named, f"the refusal of action {action} does not name it: {refused}")
            else:
                raise AssertionError(f"illegal action {action} was accepted; {where(table, batch, 4)}")


def catalog_test(table: Table) -> None:
    """Check that every action has its own text, which is understood."""
    catalog = table.game.catalog(table.game_options)
    expect(
        len({catalog.describe(action) for action in range(catalog.n)}) == catalog.n,
        "two actions have the same text",
    )
    for action in range(catalog.n):
        words = catalog.describe(action)
        expect(catalog.parse(words) == action, f"the text {words!r} is read as another action")
        expect(catalog.id(*catalog.locate(action)) == action, f"locate gives another range for {words!r}")


READ = 8  # words of a position that are read


def words_test(table: Table, seed: int = 5, most: int = MOST) -> None:
    """Check that the words of legal actions differ, are those of players, and are understood when typed."""
    game, options = table.game, table.game_options
    catalog = game.catalog(options)
    for words in catalog.texts:
        expect(
            not words.strip().isdecimal(),
            f"an action is called {words!r}; when typed, a number is a place in the list of legal actions, so "
            "its text must contain a word",
        )
    for batch in spread_positions(table, seed, most):
        state, legal = batch.state(0), np.flatnonzero(batch.action_masks[0]).tolist()
        known: dict[str, int] = {}
        for action in legal:
            words, at = game.explain_action(state, options, action), where(table, batch, seed)
            expect(isinstance(words, str), f"explain gives {words!r}, not a string; {at}")
            expect("_" not in words or game.explain is None, f"{words!r} is not for people: it has a _; {at}")
            short = words.partition(" (")[0]
            expect(known.setdefault(short, action) == action, f"two legal actions are called {short!r}; {at}")
            known[words] = known[catalog.texts[action]] = action
        for words, action in [*known.items()][
            :: 1 + len(known) // READ
        ]:  # each reading tells all actions again
            expect(
                game.read_action(state, options, legal, words) == action,
                f"the words {words!r} are read as another action than {catalog.texts[action]!r}; {at}",
            )


def descriptions_test(table: Table, seed: int = 6, most: int = MOST) -> None:
    """Check that ``to_text`` gives text and ``to_dict`` what can be written as JSON: numbers, strings, lists, dicts."""
    for batch in spread_positions(table, seed, most):
        for seat in (None, *range(batch.num_seats)):
            words = table.game.to_text(batch.state(0), table.game_options, seat)
            expect(
                isinstance(words, str), f"to_text gives {words!r}, not a string; {where(table, batch, seed)}"
            )
            for name, value in table.game.to_dict(batch.state(0), table.game_options, seat).items():
                try:
                    json.dumps(value)
                except (TypeError, ValueError) as error:
                    raise AssertionError(
                        f"to_dict, under {name}: {value!r} cannot be written as JSON ({error}); int(...) makes a plain "
                        f"number, .tolist() a list; {where(table, batch, seed)}"
                    ) from error


def forced_test(table: Table, seeds: Any) -> None:
    """Check that with ``auto_forced`` off, games only gain the decisions that have a single answer."""
    automatic, shown = table.with_options(auto_forced=True), table.with_options(auto_forced=False)
    for seed in seeds:
        one, two = automatic.batch(autoreset=False), shown.batch(autoreset=False)
        one.reset(seeds=[seed])
        two.reset(seeds=[seed])
        number = 0
        while not game_over(one):
            _take_forced(two)
            words = f"forced decisions change the game; {where(table, one, seed)}"
            expect(np.array_equal(one.action_masks, two.action_masks), words)
            expect(np.array_equal(one.observations, two.observations), words)
            action = random_legal(one, 0, seed, number)
            number += 1
            one.step([action])
            two.step([action])
        while not game_over(two):
            expect(
                two.action_masks[0].sum() == 1,
                f"a game ends early with auto_forced; {where(table, one, seed)}",
            )
            two.step([int(two.action_masks[0].argmax())])
        expect(np.array_equal(one.final_scores, two.final_scores), "forced decisions change the final scores")
        expect(
            np.array_equal(one.final_lengths, two.final_lengths),
            "forced decisions change the number of decisions",
        )


def _take_forced(batch: BatchedGame) -> None:
    while batch.action_masks[0].sum() == 1:
        batch.step([int(batch.action_masks[0].argmax())])


def padding_test(table: Table) -> None:
    """Check that ``pad_seats`` appends zeros to observations and changes nothing else."""
    if table.game_options.table_seats == MAX_SEATS:
        return  # no room for more
    plain, padded = table.with_options(pad_seats=None), table.with_options(pad_seats=MAX_SEATS)
    pairs = zip(positions(plain, 5, every=3), positions(padded, 5, every=3), strict=True)
    for one, two in pairs:
        words = f"pad_seats changes more than zeros at the end of observations; {where(table, one, 5)}"
        expect(two.obs_size > one.obs_size, words)
        expect(np.array_equal(two.observations[0, : one.obs_size], one.observations[0]), words)
        expect(not two.observations[0, one.obs_size :].any(), words)
        expect(np.array_equal(one.action_masks, two.action_masks), words)


def play_slots(batch: BatchedGame, games: Any, steps: int = 60) -> dict[int, list]:
    """Step games by choices that depend only on the slot; return what was seen, slot by slot."""
    seen: dict[int, list] = {g: [] for g in games}
    for number in range(steps):
        actions = [random_legal(batch, g, g, number) for g in range(batch.num_envs)]
        batch.step(actions)
        for g in games:
            seen[g].append((snapshot(batch, g), batch.rewards[g].tolist(), bool(batch.dones[g])))
    return seen


def size_test(table: Table) -> None:
    """Check that the size of a batch does not matter."""
    small = play_slots(table.batch(18, seed=3), SLOTS)
    expect(
        play_slots(table.batch(40, seed=3), SLOTS) == small, f"{table}: games depend on the size of the batch"
    )


def threads_test(table: Table) -> None:
    """Check that the number of threads does not matter."""
    one = play_slots(table.batch(18, seed=3), SLOTS)
    expect(
        play_slots(table.batch(40, seed=3, num_threads=2), SLOTS) == one, f"{table}: games depend on threads"
    )


def rollout_threads_test(table: Table) -> None:
    """Check that compiled random play does not depend on threads."""
    one, two = table.batch(32, seed=3), table.batch(32, seed=3, num_threads=2)
    first, second = one.rollout(steps=80, seed=5), two.rollout(steps=80, seed=5)
    words = f"{table}: compiled random play depends on threads"
    expect(first["decisions"] == second["decisions"] == 32 * 80, words)
    expect(
        first["games"] == second["games"] and np.array_equal(first["score_sum"], second["score_sum"]), words
    )
    expect(np.asarray(one.states).tobytes() == np.asarray(two.states).tobytes(), words)
    expect(np.array_equal(one.observations, two.observations), words)


def single_test(table: Table) -> None:
    """Check that a single game equals the same deal in a batch."""
    batch = table.batch(4, seed=8, autoreset=False)
    words = f"{table}: a deal differs from the same deal in a batch"
    for g, deal in enumerate(batch.seeds.tolist()):
        env = table.faces.raw_env(**table.options)
        env.reset(seed=deal)
        expect(
            np.array_equal(env.last()[0]["observation"], batch.layout.scaled(batch.observations[g])), words
        )
        single = table.batch(autoreset=False)
        single.reset(seeds=[deal])
        expect(snapshot(single) == snapshot(batch, g), words)


def different_deals_test(table: Table) -> None:
    """Check that a seed repeats a deal, and that different seeds give different deals."""
    first, again, other = table.batch(8, seed=1), table.batch(8, seed=1), table.batch(8, seed=2)
    expect(
        np.asarray(first.states).tobytes() == np.asarray(again.states).tobytes(),
        f"{table}: one seed gives two deals; chance must come only from the streams of the state (next_below, shuffle)",
    )
    expect(
        np.asarray(first.states).tobytes() != np.asarray(other.states).tobytes(),
        f"{table}: two seeds give the same deal",
    )
    expect(len(set(first.seeds.tolist())) == 8, f"{table}: two games of a batch have the same seed")
