"""Saved games from strangers: those of real games with something changed, restored and played on.

``python -m tests.conformance.fuzz GAME --records N`` changes what was saved of random games of every option set of the
game, and makes the checksum anew: bytes of the numbers, actions, their count, the deal, and the description of an
environment's state. Each must be refused in words, or be played to its end within twice the decisions of a game. It is
done in a process of its own with ``EUROGYM_DEBUG=1`` (bounds checks), so that a crash or a hang is found as well, and
which record it was. Records have numbers: ``--first N --records 1`` repeats one. ``--only`` takes some option sets
alone.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.envs.core.errors import StateError
from eurogym.envs.core.faces.functions import make_faces
from eurogym.envs.core.save import serial
from tests.conformance.cases import CASES, Case

SEED = 20
LENGTHS = (0, 1, 5, 12, 25, 50)  # choices of the games whose savings are changed
COMPILING, PATIENCE = 900.0, 60.0  # seconds without progress that count as a hang
MOST_SHOWN = 20
PLAYED_ON = 8  # of so many records restored one is played to its end


class Saved:
    """Games of a case as they are saved, by a batch and by an environment, and what they are restored into."""

    def __init__(self, case: Case):
        self.batch = case.batch(1, seed=SEED, autoreset=False, record_actions=True)
        self.env = make_faces(case.game).raw_env(**case.options)
        self.batches, self.states = [], []
        for length in LENGTHS:
            self.batch.reset(seeds=[length])
            self.batch.rollout(steps=length, seed=length)
            self.batches.append(self.batch.snapshot())
            self.env.reset(seed=length)
            for number in range(length):
                if not self.env.terminations[self.env.agent_selection]:
                    legal = self.env.legal_actions()
                    self.env.step(legal[number * 7 % len(legal)])
            self.states.append(self.env.get_state())

    def restore(self, data: bytes, of_batch: bool) -> Any:
        """Restore a saved game; the batch in which it is."""
        if of_batch:
            self.batch.restore(data)
            return self.batch
        self.env.set_state(data)
        return self.env.batch


def changed(data: bytes, of_batch: bool, rng: np.random.Generator) -> bytes:
    """Change something of a saved game, and make the checksum anew."""
    end = data.index(b"\n") + 1
    head = json.loads(data[len(serial.MAGIC) : end])
    numbers = bytearray(data[end : -serial.CHECKSUM_SIZE])
    if of_batch and numbers:
        for _ in range(int(rng.integers(1, 4))):
            place = int(
                rng.choice(
                    [rng.integers(len(numbers)), len(numbers) - 1 - rng.integers(min(len(numbers), 80))]
                )
            )
            numbers[place] = int(
                rng.choice([0, 1, 255, 127, numbers[place] ^ (1 << rng.integers(8)), rng.integers(256)])
            )
        if rng.random() < 0.1:
            del numbers[len(numbers) - 2 * int(rng.integers(1, 5)) :]
    else:
        change_extra(head["extra"], rng)
    body = serial.MAGIC + json.dumps(head).encode() + b"\n" + bytes(numbers)
    return body + serial._checksum(body)


def change_extra(extra: dict[str, Any], rng: np.random.Generator) -> None:
    """Change the deal or the actions of an environment's state, or put something else in place of an entry."""
    actions = extra["actions"]
    way = int(rng.integers(5))
    if way == 0 or not actions:
        extra["seed"] = int(rng.integers(1 << 62))
    elif way == 1:
        actions[int(rng.integers(len(actions)))] = int(rng.choice([-1, 0, 1, 1 << 40, rng.integers(400)]))
    elif way == 2:
        del actions[int(rng.integers(len(actions))) :]
    elif way == 3:
        actions += [actions[int(rng.integers(len(actions)))]]
    else:
        odd = (None, [], {}, "x", -1, 1.5, True, [None], [[]], {"player_0": 1.0}, 1 << 70)
        extra[str(rng.choice(sorted(extra)))] = odd[int(rng.integers(len(odd)))]


def try_record(saved: Saved, number: int) -> tuple[str, str]:
    """``("refused", words)``, ``("played", "")`` or ``("failed", what went wrong)``."""
    rng = np.random.default_rng([SEED, number])
    of_batch = bool(rng.random() < 0.7)
    data = (saved.batches if of_batch else saved.states)[int(rng.integers(len(LENGTHS)))]
    try:
        batch = saved.restore(changed(data, of_batch, rng), of_batch)
    except StateError as refused:
        return "refused", str(refused)
    except Exception as error:  # whatever it is, it is a fault
        return "failed", f"{type(error).__name__}: {error}"
    for seat in range(batch.num_seats):
        batch.observe(0, seat)
    if number % PLAYED_ON == 0:
        batch.rollout(steps=2 * batch.game.max_decisions(batch.options), seed=SEED)
        if not batch.states["done"][0] or batch.truncated[0]:
            return "failed", "it does not end"
    return "played", ""


def cases_of(game: str, only: str = "") -> list[Case]:
    """The option sets of a game, or those whose id begins so."""
    return [case for case in CASES if case.game_name == game and case.id.startswith(only)]


def inside(
    game: str, first: int, count: int, only: str = "", begin: Callable[[int], None] = lambda number: None
) -> dict[str, Any]:
    """Try the records in this process; `begin` is told the number of each, -1 while all is made ready."""
    begin(-1)
    cases = cases_of(game, only)
    everything = [Saved(case) for case in cases]
    found = dict.fromkeys(("refused", "played", "failed"), 0)
    failures = []
    for number in range(first, first + count):
        begin(number)
        chosen = number % len(cases)
        outcome, words = try_record(everything[chosen], number)
        found[outcome] += 1
        if outcome == "failed" and len(failures) < MOST_SHOWN:
            failures.append(f"record {number} ({cases[chosen].id}): {words}")
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
    parser = argparse.ArgumentParser(description="Restore and play saved games with something changed.")
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
            if number < 0 or number % 100 == 0:
                args.inside.write_text(str(number))
                faulthandler.dump_traceback_later(COMPILING if number < 0 else PATIENCE, exit=True)

        print(json.dumps(inside(args.game, args.first, args.records, args.only, begin)))
        return 0
    found = fuzz(args.game, args.records, args.first, not args.no_bounds, args.only)
    print(json.dumps(found, indent=1))
    return 1 if found["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
