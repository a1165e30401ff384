"""A task for models that write programs: write a bot for a game, which is graded in games against the heuristic.

The folder has the layout of Harbor's tasks: `instruction.md`, `task.toml`, `environment`, `tests` and `solution`. The
reward is progression as a fraction (0 for random play, 1 for the heuristic on the same deals), never below 0, times the
share of games that the bot did not lose by a mistake.
"""

from __future__ import annotations

import importlib.resources
import json
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import Any

import numpy as np

from eurogym.agents.framework.guest import ProgramAgent
from eurogym.envs.core.files import copy_file, make_folder, write_text
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.text import rule_text

TEMPLATES = importlib.resources.files("eurogym.text") / "bot_task_files"
EXAMPLES = 3  # example questions in the task
APART = 9  # decisions between them
FILES = {  # file of the task -> whether it is executable
    "task.toml": False,
    "instruction.md": False,
    "environment/Dockerfile": False,
    "tests/test.sh": True,
    "tests/grade.py": False,
    "solution/solve.sh": True,
}


def write_task(
    folder: str | Path,
    game: Any,
    deals: int = 20,
    ms: int = 1000,
    seed: int = 0,
    wheels: Sequence[str | Path] = (),
) -> list[Path]:
    """Write the task for a game with two players to a folder, and return its files.

    Args:
        folder: folder of the task; created if it does not exist.
        game: the game.
        deals: number of deals on which a bot is graded, each from both seats.
        ms: milliseconds that a decision may take.
        seed: seed of the deals; keep it secret from the model that is graded.
        wheels: wheel files to install: that of the package which brings the game, or one of eurogym to use instead of
            the published package.
    """
    folder, options = Path(folder), game.options_class(num_players=2)
    names = [Path(wheel).name for wheel in wheels]
    packages = [f"./{name}" for name in names]
    if not any(name.startswith("eurogym-") for name in names):
        packages.insert(0, "eurogym")
    values = {
        "game": game.name,
        "title": game.title,
        "rules": rule_text.rules(game, options, "full"),
        "examples": "\n".join(_questions(game, options)),
        "deals": deals,
        "ms": ms,
        "seed": seed,
        "copy": f"COPY {' '.join(names)} ./\n" if names else "",
        "packages": " ".join(packages),
    }
    written = []
    for file, is_run in FILES.items():
        path = folder / file
        make_folder(path.parent)
        text = (TEMPLATES / f"{Path(file).name}.txt").read_text(encoding="utf-8")
        write_text(path, Template(text).substitute(values))
        path.chmod(0o755 if is_run else 0o644)
        written.append(path)
    for wheel in map(Path, wheels):
        written.append(folder / "environment" / wheel.name)
        copy_file(wheel, written[-1])
    return written


def _questions(game: Any, options: Any) -> list[str]:
    """Return example questions as a program receives them, from the first decisions of one or more games."""
    batch = BatchedGame(game, options, 1, autoreset=False)
    batch.reset(seeds=[1])
    asker, rng = ProgramAgent("program", command="none"), np.random.default_rng(1)
    found = []
    for number in range(EXAMPLES):
        question = {"id": number * APART + 1} | asker.question(batch, 0)
        found.append(json.dumps(question, ensure_ascii=False))
        for _ in range(APART):
            batch.step(batch.sample_legal(rng))
            if batch.states["done"][0]:
                batch.reset(seeds=[number + 2])
    return found
