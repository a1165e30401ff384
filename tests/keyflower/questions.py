"""Every question that can be asked of a state, asked at every decision of random games: none of them may write.

    NUMBA_DISABLE_JIT=1 python -m tests.keyflower.questions

asks the kernels themselves, one by one; the tests run it in a process of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from agents.keyflower.evaluation import evaluate
from agents.keyflower.heuristic import choose
from envs.core.batch import BatchedGame
from envs.core.compile import PURE
from envs.keyflower.game import GAME
from tests.keyflower.games import played

SETTINGS = (
    {"num_players": 2, "auto_forced": False, "sea_bastion_multi_loop": True},
    {"num_players": 4, "store_resources_locked": True},
    {"num_players": 6, "purple_only_if_won": True},
)


def put_in_words(batch: BatchedGame, seat: int) -> Iterator[str]:
    """Descriptions for a seat and for all, and every legal action, as the mover and as the seat hear it."""
    state, options = batch.state(0), batch.options
    for one in (None, seat):
        yield str(GAME.to_dict(state, options, one))
        yield GAME.to_text(state, options, one)
    for action in np.flatnonzero(batch.action_masks[0]).tolist():
        yield GAME.explain_action(state, options, action)
        yield GAME.explain_action(state, options, action, seat)


def ask_kernels(batch: BatchedGame, seat: int) -> Iterator[Any]:
    """The kernels that answer questions, called as they are (uncompiled)."""
    state, mask = batch.states[0], np.zeros(batch.num_actions, np.uint8)
    yield GAME.kernels.legal_actions(state, mask)
    yield GAME.kernels.observe(state, seat, np.zeros(batch.obs_size, np.uint8))
    yield GAME.kernels.scores(state, np.zeros((GAME.options_class(num_players=6).table_seats, 2), np.int64))
    yield evaluate(state, seat)
    yield choose(state, mask, np.zeros(2, np.uint64)) if mask.any() else -1


def ask_engine(batch: BatchedGame, seat: int) -> Iterator[Any]:
    """The same through the engine (compiled)."""
    yield batch.observe(0, seat)
    yield batch.scores()
    yield batch.refresh()


def questions_that_write(values: dict, seed: int, player: str) -> list[int]:
    """Numbers of the questions after which the state was another; asks them at every decision of a game."""
    found = []
    for batch, rng in played(values, seed, player):
        seat = int(rng.integers(values["num_players"]))
        before = np.asarray(batch.states).tobytes()
        asked = [ask_kernels] if PURE else [ask_engine, put_in_words]
        for ask in asked:
            for number, _ in enumerate(ask(batch, seat)):
                if np.asarray(batch.states).tobytes() != before:
                    found.append(number)
    return found


def main() -> int:
    """Ask the kernels; 1 where one of them writes."""
    writing = [questions_that_write(values, seed, "building") for seed, values in enumerate(SETTINGS)]
    print(f"questions that write: {writing}" if any(writing) else "no question writes")
    return int(any(writing))


if __name__ == "__main__":
    sys.exit(main())
