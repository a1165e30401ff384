"""Tests that rows of integers say what a seat may know, and no more: entities, legal actions, the log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from eurogym.envs.core.step.batch import BatchedGame
from eurogym.envs.core.words import counted
from eurogym.testing.tables import Table, expect, spread_positions, table_of

MOST = 8  # positions looked at in a game
WORLDS = 3  # worlds imagined in each position


def rows_test(game: Any, options: Mapping[str, Any] | None = None, seed: int = 1) -> None:
    """Check the rows of a game, in positions of random games and in the log of others.

    Raises:
        AssertionError: a row says too little or too much; the message names the action or the field.
    """
    positions_test(game, options, seed)
    log_test(game, options, seed)


def positions_test(
    game: Any, options: Mapping[str, Any] | None = None, seed: int = 1, most: int = MOST
) -> None:
    """Check the rows of a game: in positions of a random game, for every seat.

    - The observation can be made again, code by code, from the rows that were made of it.
    - Every legal action has a row of its own, within the vocabularies.
    - The seat to move sees the same rows in all games that it cannot tell apart; and in the log, so do the others.

    Args:
        game: a game or its name.
        options: its options.
        seed: seed of the game.
        most: positions looked at.

    Raises:
        AssertionError: a row says too little or too much; the message names the action or the field.
    """
    table = table_of(game, options)
    twin = table.batch(autoreset=False)
    for batch in spread_positions(table, seed, most):
        entities_test(batch)
        actions, _, rows = batch.legal_actions()
        expect(
            (actions == np.flatnonzero(batch.action_masks[0])).all(), f"rows of other actions; {_at(batch)}"
        )
        _within(batch.catalog.columns, rows)
        _, first, counts = np.unique(rows, axis=0, return_index=True, return_counts=True)
        same = [batch.catalog.texts[actions[one]] for one in first[counts > 1]]
        expect(not same, f"{same} has the same row as another legal action; {_at(batch)}")
        for seat in range(batch.num_seats):
            seen = heard_rows(batch, actions, seat)
            for world in range(WORLDS):
                twin.load(np.asarray(batch.states))
                twin.determinize(0, seat, 100 + world)
                imagined = heard_rows(twin, actions, seat)
                for action in actions[(imagined != seen).any(axis=1)]:
                    text = batch.catalog.texts[action]
                    expect(False, f"the row of {text!r} reveals hidden things to seat {seat}; {_at(batch)}")


def entities_test(batch: BatchedGame) -> None:
    """Check that the observation of every seat follows from its rows."""
    entities, layout = batch.layout.entities, batch.layout
    seats = np.arange(batch.num_seats)
    codes = batch.observe(np.zeros_like(seats), seats)
    starts, rows = batch.entities(np.zeros_like(seats), seats)
    _within(entities.columns, rows)
    for seat, place in np.argwhere(entities.codes(starts, rows) != codes)[:1]:
        name = next(name for name, part in layout.slices.items() if part.start <= place < part.stop)
        expect(False, f"the rows of seat {seat} do not tell what its field {name} does; {_at(batch)}")


def heard_rows(batch: BatchedGame, actions: np.ndarray, seat: int) -> np.ndarray:
    """Return the rows of actions of the seat to move as the log tells a seat of them, int16 ``(k, C)``."""
    described = batch.game.action_rows(batch.catalog)
    games = np.zeros(len(actions), np.int64)
    rows = described.fill(
        batch.buffers.state_bytes, games, np.zeros((0, 0), np.uint8), actions.astype(np.int32)
    )[2]
    return described.seen(
        rows, actions, np.full(len(actions), batch.states["decision"][0]), batch.current_seat[0] != seat
    )


def _at(batch: BatchedGame) -> str:
    number = int(batch.states["num_decisions"][0])
    return f"decision {number} of deal {batch.seeds[0]}; options {batch.options.as_dict()}"


def _within(columns: Any, rows: np.ndarray) -> None:
    sizes = [len(columns.vocabularies.get(column, ())) or np.iinfo(np.int16).max for column in columns.names]
    wrong = np.flatnonzero(((rows < 0) | (rows >= sizes)).any(axis=0))
    expect(not len(wrong), f"column {columns.names[wrong[0]] if len(wrong) else ''} leaves its vocabulary")


def _sound_and_look_alike(batch: BatchedGame) -> None:
    """Check that what the seat after the one to move cannot tell apart by what it hears looks alike in its log."""
    heard: dict[str, np.ndarray] = {}
    seat, state = (int(batch.current_seat[0]) + 1) % batch.table_seats, batch.state(0)
    actions = np.flatnonzero(batch.action_masks[0])
    for action, row in zip(actions.tolist(), heard_rows(batch, actions, seat), strict=True):
        words = batch.game.explain_action(state, batch.options, action, seat)
        other = heard.setdefault(words, row)
        names = batch.game.action_rows(batch.catalog).columns.names
        unlike = [names[place] for place in np.flatnonzero(other != row)]
        expect(
            not unlike,
            f"seat {seat} hears {words!r}, but its log tells which by {', '.join(unlike)} (`secret` of an ActionRange "
            f"names columns that others do not see); {_at(batch)}",
        )


def log_test(game: Any, options: Mapping[str, Any] | None = None, seed: int = 1, decisions: int = 60) -> None:
    """Check that the log tells every action of a game, as its row was when it was taken.

    Actions that another seat does not hear apart must look alike in its log.

    Raises:
        AssertionError: it tells of another one, or tells too much.
    """
    table = table_of(game, options)
    batch = table.batch(2, seed=seed, record_actions=True)
    slow = table.with_options(auto_forced=False).batch(2, autoreset=False)
    rng = np.random.default_rng(seed)
    taken: dict[int, list[tuple[int, np.ndarray, bool]]] = {}

    def play(game: int, chosen: list[int]) -> None:
        """Take the action chosen, if there is one, and then those that are forced, one after the other."""
        while not slow.dones[game]:
            if not chosen and (slow.action_masks[game].sum() > 1 or not batch.options.auto_forced):
                return
            free = bool(chosen)
            action = chosen.pop() if free else int(slow.action_masks[game].argmax())
            taken[game].append((int(slow.current_seat[game]), heard_rows_of(slow, game, action), free))
            slow.step([action], games=[game])

    deals = np.zeros_like(batch.seeds)
    for number in range(decisions):
        for one in np.flatnonzero(batch.seeds != deals).tolist():
            slow.reset(batch.seeds[[one]].tolist(), games=[one])
            taken[one] = []
            play(one, [])
        if number % 7 == 0:
            _compare(table, batch, taken)
        if batch.num_seats > 1:
            _sound_and_look_alike(batch)
        actions, deals = batch.sample_legal(rng), batch.seeds.copy()
        for one in range(2):
            play(one, [int(actions[one])])
        batch.step(actions)


def heard_rows_of(batch: BatchedGame, game: int, action: int) -> np.ndarray:
    """Return the row of an action, int16 ``(C,)``, as the seat to move sees it."""
    fill = batch.game.action_rows(batch.catalog).fill
    chosen = np.array([game]), np.zeros((0, 0), np.uint8), np.array([action], np.int32)
    return fill(batch.buffers.state_bytes, *chosen)[2][0]


def _compare(table: Table, batch: BatchedGame, taken: dict[int, list[tuple[int, np.ndarray, bool]]]) -> None:
    for game in range(batch.num_envs):
        for seat in range(batch.num_seats):
            starts, who, rows = batch.public_log([game], [seat])
            known = [(place, row) for place, row in enumerate(taken[game]) if row[0] == seat]
            counts = f"{counted(len(rows), 'action')} of {len(taken[game])}"
            expect(
                starts.tolist() == [0, len(rows)] and len(rows) == len(taken[game]),
                f"the log tells {counts}; {table}",
            )
            acted = (seat + who[:, 1] - 1) % batch.table_seats
            expect(acted.tolist() == [row[0] for row in taken[game]], f"the log names other seats; {table}")
            own = all((rows[place] == row[1]).all() for place, row in known)
            expect(own, f"the log tells other things of own actions; {table}")
            last = max((place + 1 for place, row in known if row[2]), default=0)
            since = batch.public_log([game], [seat], since_own=True)[2]
            expect(
                len(since) == len(taken[game]) - last, f"the log since the own choice is not that; {table}"
            )
