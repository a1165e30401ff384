"""States from strangers: records of real games with something changed, loaded and played on.

``python -m tests.conformance.fuzz GAME --records N`` changes fields of the states of random games of every option set
of the game: to the extremes of their type, to random values, single bits, by one, swapped, two at once. Every record
must be refused in words that name a field, or be played to the end within twice the decisions of a game. A changed
number of decisions may also be refused while it is played, where a game ends that has not come to its end. It is done
in a process of its own with ``EUROGYM_DEBUG=1`` (bounds checks), so that a crash or a hang is found as well, and which
record it was. Records have numbers: ``--first N --records 1`` repeats one. ``--only`` takes some option sets alone.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.envs.core.errors import StateError
from eurogym.testing.tables import spread_positions
from tests.conformance.cases import CASES, Case

SEED = 20
STATES_PER_GAME, GAMES_PER_CASE = 24, 2  # what records are made of
COMPILING, PATIENCE = 900.0, 60.0  # seconds without progress that count as a hang
MOST_SHOWN = 20
DESCRIBED = 16  # of so many records played on one is also described in words, and so is one imagined world


def states_of(case: Case) -> np.ndarray:
    """States of random games of a case, spread over the games, some ended."""
    found = []
    for seed in range(GAMES_PER_CASE):
        for batch in spread_positions(case, seed, STATES_PER_GAME):
            found.append(np.asarray(batch.states).copy())
        found.append(np.asarray(batch.states).copy())  # its end
    return np.concatenate(found)


def change_entry(entries: np.ndarray, rng: np.random.Generator) -> None:
    """Change one entry of a field: an extreme of its type, a random value, a bit, by one, small, or as another."""
    place, kind = int(rng.integers(len(entries))), np.iinfo(entries.dtype)
    value, bit = int(entries[place]), entries.dtype.type(1) << entries.dtype.type(rng.integers(kind.bits))
    values = (
        *(kind.min, kind.max, int(rng.integers(kind.min, kind.max, dtype=entries.dtype, endpoint=True))),
        *(int(np.bitwise_xor(entries[place], bit)), value + 1, value - 1),
        *(int(rng.integers(-1 if kind.min else 0, 8)), int(entries[rng.integers(len(entries))])),
    )
    entries[place] = min(max(values[int(rng.integers(len(values)))], kind.min), kind.max)


def changed(record: np.ndarray, name: str, rng: np.random.Generator, other: np.ndarray) -> str:
    """Change a field of a record ``(1,)`` in place, and perhaps another one; the fields changed."""
    way, entries = int(rng.integers(10)), record[name].reshape(-1)
    if way == 0 and len(entries) > 1:  # two entries change places
        first, second = rng.choice(len(entries), 2, replace=False)
        entries[[first, second]] = entries[[second, first]]
    elif way == 1:  # as it is in another state
        record[name] = other[name]
    elif way == 2:  # two fields at once
        second = record.dtype.names[int(rng.integers(len(record.dtype.names)))]
        change_entry(entries, rng)
        change_entry(record[second].reshape(-1), rng)
        return f"{name}, {second}"
    else:
        for _ in range(len(entries) if way == 3 else 1):  # all of it, or an entry
            change_entry(entries, rng)
    return name


def records_of(cases: list[Case], first: int, count: int) -> Iterator[tuple[int, int, str, np.ndarray]]:
    """Number, place of the case, fields changed and record ``(1,)``, which differs from the state it was made of.

    Every field has its turn.
    """
    pools = [states_of(case) for case in cases]
    names = pools[0].dtype.names
    for number in range(first, first + count):
        rng = np.random.default_rng([SEED, number])
        chosen = number // len(names) % len(cases)
        pool = pools[chosen]
        pick, other = rng.integers(len(pool), size=2)
        record = pool[pick : pick + 1].copy()
        what = changed(record, names[number % len(names)], rng, pool[other])
        while all(np.array_equal(record[0][name], pool[pick][name]) for name in names):
            what = changed(record, names[number % len(names)], rng, pool[other])
        yield number, chosen, what, record


def play_on(batch: Any, describe: bool) -> str:
    """Play a loaded state to its end, as it is and as a seat may imagine it; what went wrong, "" if nothing."""
    limit = 2 * batch.game.max_decisions(batch.options)
    start = np.asarray(batch.states).copy()
    for seat in range(batch.num_seats):
        batch.observe(0, seat)
    batch.scores()
    if describe:
        for seat in (None, *range(batch.num_seats)):
            batch.game.to_text(batch.state(0), batch.options, seat)
        for action in np.flatnonzero(batch.action_masks[0]).tolist():
            batch.game.explain_action(batch.state(0), batch.options, action)
    batch.rollout(steps=limit, seed=SEED)
    if not batch.states["done"][0] or batch.truncated[0]:
        return "it does not end"
    batch.observe(0, 0)
    if describe and not start["done"][0]:
        batch.load(start)
        batch.determinize(0, int(np.argmin(batch.current_seat != 0)), SEED)
        batch.rollout(steps=limit, seed=SEED)
        ends = batch.states["done"][0] and not batch.truncated[0]
        return "" if ends else "a world imagined in it does not end"
    return ""


def try_record(batch: Any, record: np.ndarray, what: str, describe: bool) -> tuple[str, str]:
    """``("refused", words)``, ``("played", "")`` or ``("failed", what went wrong)``."""
    try:
        batch.load(record)
    except StateError as refused:
        words = str(refused)
        named = any(name in words for name in record.dtype.names)
        return ("refused", words) if named else ("failed", f"refused without a field's name: {words}")
    try:
        trouble = play_on(batch, describe)
    except Exception as error:  # whatever it is, it is a fault
        counted = "num_decisions" in str(error) and "num_decisions" in what.split(", ")
        if isinstance(error, StateError) and counted:
            return "refused", str(error)
        trouble = f"{type(error).__name__}: {error}"
    return ("failed", trouble) if trouble else ("played", "")


def cases_of(game: str, only: str = "") -> list[Case]:
    """The option sets of a game, or those whose id begins so."""
    return [case for case in CASES if case.game_name == game and case.id.startswith(only)]


def inside(
    game: str, first: int, count: int, only: str = "", begin: Callable[[int], None] = lambda number: None
) -> dict[str, Any]:
    """Try the records in this process; `begin` is told the number of each, -1 while all is made ready."""
    begin(-1)
    cases = cases_of(game, only)
    batches = [case.batch(autoreset=False) for case in cases]
    for batch in batches:
        batch.load(np.asarray(batch.states).copy())
    found = dict.fromkeys(("refused", "played", "failed"), 0)
    failures = []
    for number, chosen, what, record in records_of(cases, first, count):
        begin(number)
        outcome, words = try_record(batches[chosen], record, what, number % DESCRIBED == 0)
        found[outcome] += 1
        if outcome == "failed" and len(failures) < MOST_SHOWN:
            failures.append(f"record {number} ({cases[chosen].id}, {what}): {words}")
    return {"records": count, **found, "failures": failures}


def fuzz(game: str, records: int, first: int = 0, bounds: bool = True, only: str = "") -> dict[str, Any]:
    """Counts of what became of the records: ``refused``, ``played``, ``failed`` with ``failures`` in words. A crash or
    a hang of the process is a failure.
    """
    with tempfile.TemporaryDirectory() as folder:
        progress = Path(folder, "progress")
        command = [sys.executable, "-m", "tests.conformance.fuzz", game, "--records", str(records)]
        command += ["--first", str(first), "--only", only, "--inside", str(progress)]
        child = subprocess.run(
            command,
            cwd=Path(__file__).resolve().parents[2],
            env=os.environ | {"EUROGYM_DEBUG": str(int(bounds))},
            capture_output=True,
            text=True,
        )
        if child.returncode == 0:
            return json.loads(child.stdout.splitlines()[-1])
        end = f"the process ended with status {child.returncode} at record {progress.read_text()}"
        return {"records": records, "failed": 1, "failures": [f"{end}\n{child.stderr[-2000:]}"]}


def main() -> int:
    """Print what became of the records; 1 where one failed."""
    parser = argparse.ArgumentParser(description="Load and play records with something changed.")
    parser.add_argument("game", choices=sorted({case.game_name for case in CASES}))
    parser.add_argument("--records", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="number of the first record")
    parser.add_argument("--only", default="", help="option sets whose id begins so")
    parser.add_argument("--no-bounds", action="store_true", help="without bounds checks")
    parser.add_argument("--inside", type=Path, metavar="PROGRESS", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if not cases_of(args.game, args.only):
        parser.error(f"no option set of {args.game} begins with {args.only!r}")
    if args.inside:

        def begin(number: int) -> None:
            args.inside.write_text(str(number))
            faulthandler.dump_traceback_later(COMPILING if number < 0 else PATIENCE, exit=True)

        print(json.dumps(inside(args.game, args.first, args.records, args.only, begin)))
        return 0
    found = fuzz(args.game, args.records, args.first, not args.no_bounds, args.only)
    print(json.dumps(found, indent=1))
    return 1 if found["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
