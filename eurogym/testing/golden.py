"""Golden text games: one per game and option set, written once, reviewed as a difference, checked by tests."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from eurogym.envs.core import registry
from eurogym.envs.core.replay import playthrough
from eurogym.training.settings import settings_of

FOLDER = Path("tests/playthroughs")
SEED = 1


def golden_options(game: Any) -> dict[str, dict[str, Any]]:
    """The option sets that have a golden game, by file stem."""
    return {f"{game.name}_{stem}": values for stem, values in settings_of(game).golden.items()}


def golden_games(names: list[str], most: int | None = None) -> Iterator[tuple[str, str]]:
    """File name and text of every golden game of the named games, with ``most`` so many decisions of it."""
    for name in names:
        game = registry.game(name)
        for stem, values in golden_options(game).items():
            options = game.options_class.from_kwargs(**values)
            yield f"{stem}.txt", playthrough(game, options, SEED, most=most)


def golden_test(game: Any, folder: str | Path, write: bool = False) -> None:
    """The golden games of a game lie in a folder, as texts, and are played and told as they were.

    Which option sets have one says `GOLDEN` of the game's module `settings`; without it each number of players.

    Args:
        game: a game or its name.
        folder: where they lie, a file for each option set.
        write: write them anew, when a rule, a text or an encoding was meant to change.

    Raises:
        AssertionError: the lines that differ.
    """
    problems = check([getattr(game, "name", game)], write, Path(folder))
    if problems:
        raise AssertionError(
            "\n".join(problems) + "\nif it was meant, write the golden games anew (write=True)"
        )


def check(names: list[str], write: bool = False, folder: Path = FOLDER, most: int | None = None) -> list[str]:
    """Compare (or write) the golden games; returns a difference in words for every file that does not agree.

    With ``most`` only the first so many decisions of each game are compared.
    """
    problems = []
    for name, text in golden_games(names, None if write else most):
        path = folder / name
        if write:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        elif not path.exists():
            problems.append(f"{path}: missing; write it with: python -m tools playthrough {names[0]} --write")
        else:
            before = path.read_text(encoding="utf-8")
            before = before if most is None else before[: len(text)]
            if before != text:
                lines = difflib.unified_diff(
                    before.splitlines(), text.splitlines(), str(path), "now", lineterm="", n=2
                )
                problems.append("\n".join(list(lines)[:40]))
    return problems
