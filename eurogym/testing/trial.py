"""Games by uncompiled rules, so that errors have a file and a line, and endless loops are stopped.

One game is played by random choices, while kernels that may only read the state are watched. Another is played by the
game's own heuristic, if it has one.

``NUMBA_DISABLE_JIT=1 python -m eurogym.testing.trial NAME OPTIONS SECONDS`` prints what is wrong as JSON, or ``null``.
:func:`trial` runs it in a separate process.
"""

from __future__ import annotations

import contextlib
import ctypes
import dataclasses
import json
import os
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.envs.core.declare.fields import ranged
from eurogym.envs.core.errors import StateError

LOOKING = ("mark_legal", "observe_table", "observe_seat", "scores")  # kernels that only read the state
SECONDS = 30  # how long uncompiled rules are played; a decision that takes as long again counts as endless


class Endless(Exception):
    """A decision that did not end in time."""


class Wrong(Exception):
    """A mistake whose message says everything, without a line of the rules."""


def trial(name: str, options: Mapping[str, Any], seconds: int = SECONDS) -> str:
    """Play a game by its name for so many seconds; return what is wrong, with file and line, or ""."""
    command = [
        sys.executable,
        "-P",
        "-m",
        "eurogym.testing.trial",
        name,
        json.dumps(dict(options)),
        str(seconds),
    ]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    try:
        answer = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=2 * seconds + 30, check=False
        )
    except subprocess.TimeoutExpired:
        return f"uncompiled rules do not return within {2 * seconds + 30} s"
    try:
        found = json.loads(answer.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        return (answer.stderr.strip().splitlines() or ["the trial ended without an answer"])[-1]
    return "" if found is None else str(found)


def play(name: str, options: Mapping[str, Any], seconds: int) -> str | None:
    """Play in this process; return what is wrong in words, or None."""
    from eurogym.testing.tables import table_of

    table, history, until = table_of(name, options), [], time.monotonic() + seconds
    table = dataclasses.replace(table, game=_watching(table.game))
    try:
        with _at_most(2 * seconds):
            _play_at_random(table, history, until)
            history.clear()
            _play_by_heuristic(table, history, until)
    except Wrong as error:
        return str(error)
    except Endless as error:
        return (
            f"{place_of(error, table.game)}: a decision does not end within {seconds} s; does each loop of the "
            f"rules terminate?{_after(history)}"
        )
    except StateError:
        return (
            "the game cannot continue: either nothing is legal and state.done is not set, or forced decisions follow "
            f"each other without end{_after(history)}"
        )
    except Exception as error:  # whatever the rules of a stranger raise
        return f"{place_of(error, table.game)}: {type(error).__name__}: {' '.join(str(error).split())}"
    return None


def _play_at_random(table: Any, history: list[str], until: float) -> None:
    from eurogym.testing.tables import game_over, random_legal

    batch = table.batch(autoreset=False, seed=1)
    while not game_over(batch) and time.monotonic() < until:
        for seat in range(batch.num_seats):
            batch.observe(0, seat)
        batch.scores()
        _take(table, batch, random_legal(batch, 0, 1, len(history)), history)
    batch.determinize(0, 0, 1)


def _play_by_heuristic(table: Any, history: list[str], until: float) -> None:
    """Play with the heuristic and the evaluation of the game's own agents, if it has them."""
    from eurogym import agents
    from eurogym.agents.framework.base import game_kernels
    from eurogym.testing.tables import game_over

    kernels, name = game_kernels(table.game), agents.heuristic_name(table.game)
    if kernels.choose is None and kernels.evaluate is None:
        return
    agent = agents.make(name if kernels.choose else "random", game=table.game)
    agent.reset(1)
    batch = table.batch(autoreset=False, seed=1)
    while not game_over(batch) and time.monotonic() < until:
        if kernels.evaluate is not None:
            kernels.evaluate(batch.states[0].copy(), int(batch.current_seat[0]))
        action = int(agent.act(batch, np.array([0]))[0])
        if not (0 <= action < batch.num_actions and batch.action_masks[0, action]):
            raise Wrong(f"{illegal_choice(name, batch, 0, action)}{_after(history)}")
        _take(table, batch, action, history)


def illegal_choice(name: str, batch: Any, game: int, action: int) -> str:
    """Describe an illegal choice of the heuristic in words."""
    inside = 0 <= action < batch.num_actions
    words = repr(batch.catalog.texts[action]) if inside else f"action {action} of {batch.num_actions}"
    seat = int(batch.current_seat[game])
    return f"the heuristic {name} chooses {words} for player {seat + 1}, which is not legal"


def _take(table: Any, batch: Any, action: int, history: list[str]) -> None:
    from eurogym.testing.tables import reaches_limit

    history.append(f"player {int(batch.current_seat[0]) + 1}: {batch.catalog.texts[action]}")
    before = np.asarray(batch.states).copy()
    batch.step([action])
    if batch.truncated[0]:
        raise StateError("cut off")
    _within(batch, history)
    if reaches_limit(table, batch, np.array([0]), before, np.array([action]))[0]:
        raise Wrong(
            f"the game goes on after {table.bound} decisions, the most that max_decisions allows{_after(history)}"
        )


def _within(batch: Any, history: list[str]) -> None:
    """Raise Wrong for values of the state outside the range that their field declares."""
    for field in ranged(batch.game.state_fields):
        values, (low, high) = np.atleast_1d(batch.states[field.name][0]), field.limits(batch.options)
        beyond = np.argwhere((values < low) | (values > high)).tolist()
        if beyond:
            place = str(beyond[0]) if field.shape else ""
            raise Wrong(
                f"state.{field.name}{place} is {values[tuple(beyond[0])]}, but is declared from {low} to {high}; "
                f"either the rules exceed the range, or the declaration is too narrow{_after(history)}"
            )


def _watching(game: Any) -> Any:
    """Return a game whose kernels that may only read the state compare all of it before and after."""
    watched = {name: _watched(getattr(game, name)) for name in LOOKING}
    return dataclasses.replace(game, **watched | {"scores": _whole(watched["scores"])})


def _watched(kernel: Any) -> Any:
    def watched(state: Any, *rest: Any) -> None:
        before = state.copy()
        kernel(state, *rest)
        if state.tobytes() != before.tobytes():
            names = [one for one in state.dtype.names if (state[one] != before[one]).any()]
            code = kernel.__code__
            raise Wrong(
                f"{code.co_filename}, line {code.co_firstlineno}: kernel {code.co_name} writes to the state "
                f"({', '.join(names)}), but may only read it"
            )

    return watched


def _whole(scores: Any) -> Any:
    """Wrap the kernel ``scores`` so that it is also called with an array that can hold fractions."""

    def watched(state: Any, out: np.ndarray) -> None:
        exact = out.astype(float)
        scores(state, out)
        with contextlib.suppress(IndexError, TypeError):  # if a score is also used as an index
            scores(state, exact)
        if (exact % 1 != 0).any():
            raise Wrong(
                f"the kernel scores gives {exact[exact % 1 != 0][0]:g}; scores are whole numbers, and a fraction would "
                "be cut off"
            )

    return watched


def _after(history: list[str]) -> str:
    """Describe the last actions of a game in words."""
    return f" (after {len(history)} choices, the last: {'; '.join(history[-6:])})" if history else ""


def place_of(error: BaseException, game: Any) -> str:
    """Return where in a game an error arose, and where in the engine if none of the game's own code was running."""
    frames = traceback.extract_tb(error.__traceback__)
    last = ([one for one in frames if "from declarations" in one.filename] or frames)[-1]
    failure = (
        f"{home_of(game)}, which made {Path(last.filename).name}, line {last.lineno}, in {last.name}, fail"
    )
    return own_place(error, game) or failure


def home_of(game: Any) -> str:
    """Return the file in which a game is declared."""
    return str(sys.modules[game.package].__file__)


def own_place(error: BaseException, game: Any) -> str:
    """Return file, line and function of a game where an error arose, or "" if there is none."""
    own = [one for one in traceback.extract_tb(error.__traceback__) if is_own(one.filename, game)]
    return f"{own[-1].filename}, line {own[-1].lineno}, in {own[-1].name}" if own else ""


def is_own(filename: str, game: Any) -> bool:
    """Return whether a file belongs to a game."""
    file, home = Path(filename).resolve(), Path(sys.modules[game.package].__file__ or "").resolve()
    return file == home or (home.name == "__init__.py" and home.parent in file.parents)


@contextlib.contextmanager
def _at_most(seconds: int) -> Iterator[None]:
    """Raise Endless in the block if it takes longer, from a thread, as not all systems have alarms."""
    here = threading.get_ident()

    def stop() -> None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(here), ctypes.py_object(Endless))

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


if __name__ == "__main__":
    with np.errstate(all="ignore"):
        print(json.dumps(play(sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3]))))
