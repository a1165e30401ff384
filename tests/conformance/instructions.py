"""Instructions that a decision of compiled random play takes: a measure of speed that a busy machine does not blur.

``python -m tests.conformance.instructions villagers num_players=2`` plays under callgrind and prints the number, forced
decisions and deals included. Same sources, same processor type: the same number. It needs valgrind and a C compiler.
``--root`` counts another checkout of the project, say that of an earlier commit.
"""

from __future__ import annotations

import argparse
import ctypes
import importlib
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

GAMES, STEPS = 64, 1000  # games at once, decisions in each
PROCESSOR = {  # valgrind knows no later one
    "NUMBA_CPU_NAME": "haswell",
    "NUMBA_CPU_FEATURES": "+avx2,+fma,+bmi,+bmi2,+popcnt,+lzcnt,+sse4.2",
}
SWITCH = """#include <valgrind/callgrind.h>
void on(void) { CALLGRIND_START_INSTRUMENTATION; }
void off(void) { CALLGRIND_STOP_INSTRUMENTATION; }
"""


def play(switch: str, root: str, game: str, options: dict[str, str]) -> None:
    """In the process that is watched: play, counted alone; prints how many decisions that were."""
    sys.path.insert(0, root)
    package = "eurogym.envs" if (Path(root) / "eurogym").is_dir() else "envs"  # as it was called at first
    numbers = {name: int(value) if value.isdigit() else value for name, value in options.items()}
    batch = importlib.import_module(f"{package}.{game}").batch(
        num_envs=GAMES, seed=1, observe=False, **numbers
    )
    batch.rollout(steps=3, seed=1)
    watch = ctypes.CDLL(switch)
    watch.on()
    decisions = batch.rollout(steps=STEPS, seed=2)["decisions"]
    watch.off()
    print("decisions", decisions)


def count(root: Path, game: str, options: list[str]) -> float:
    """Instructions per decision."""
    with tempfile.TemporaryDirectory() as folder:
        source, switch = Path(folder) / "switch.c", Path(folder) / "switch.so"
        source.write_text(SWITCH, encoding="utf-8")
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", source, "-o", switch], check=True)
        watched = [sys.executable, __file__, game, *options, "--root", str(root), "--watched", str(switch)]
        callgrind = [
            "valgrind",
            "--tool=callgrind",
            "--instr-atstart=no",
            f"--callgrind-out-file={folder}/out",
        ]
        env = os.environ | PROCESSOR
        subprocess.run(watched, env=env, check=True, cwd=folder, stdout=subprocess.DEVNULL)  # compiles
        told = subprocess.run(
            callgrind + watched, env=env, check=True, cwd=folder, capture_output=True, text=True
        )
    instructions = int(re.search(r"Collected : (\d+)", told.stderr)[1])
    return instructions / int(re.search(r"decisions (\d+)", told.stdout)[1])


def main() -> None:
    """Print the number."""
    parser = argparse.ArgumentParser(description="Count instructions per decision of compiled random play.")
    parser.add_argument("game")
    parser.add_argument("options", nargs="*", help="name=value")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2])
    parser.add_argument("--watched", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.watched:
        play(args.watched, str(args.root), args.game, dict(option.split("=") for option in args.options))
        return
    print(f"{count(args.root.resolve(), args.game, args.options):,.0f} instructions per decision")


if __name__ == "__main__":
    main()
