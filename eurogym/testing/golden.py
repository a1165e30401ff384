"""Golden games as texts: one per option set, written once, checked by tests, with changes reviewed as diffs."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from eurogym.common.settings import settings_of
from eurogym.envs.core import registry
from eurogym.envs.core.faces.replay import playthrough
from eurogym.envs.core.files import write_text

FOLDER = Path("tests/playthroughs")
SEED = 1


def golden_options(game: Any) -> dict[str, dict[str, Any]]:
    """Return the option sets that have a golden game, by file stem."""
    return {f"{game.name}_{stem}": values for stem, values in settings_of(game).golden.items()}


def golden_games(names: list[str], most: int | None = None) -> Iterator[tuple[str, str]]:
    """Yield file name and text of every golden game of the named games; ``most`` limits the decisions of each."""
    for name in names:
        game = registry.game(name)
        for stem, values in golden_options(game).items():
            options = game.options_class.from_kwargs(**values)
            yield f"{stem}.txt", playthrough(game, options, SEED, most=most)


def golden_test(game: Any, folder: str | Path, write: bool = False) -> None:
    """Check that the golden games of a game, kept as texts in a folder, are still played and described as before.

    `GOLDEN` in the game's module `settings` lists the option sets that have one; by default each number of players
    does.

    Args:
        game: a game or its name.
        folder: the folder, with a file for each option set.
        write: write the files anew, after an intended change of a rule, a text or an encoding.

    Raises:
        AssertionError: a game differs; the message has the lines that do.
    """
    problems = check([getattr(game, "name", game)], write, Path(folder))
    if problems:
        raise AssertionError(
            "\n".join(problems) + "\nif the change was intended, rewrite the golden games (write=True)"
        )


def check(names: list[str], write: bool = False, folder: Path = FOLDER, most: int | None = None) -> list[str]:
    """Compare (or write) the golden games; return a readable difference for every file that does not agree.

    With ``most``, only the first ``most`` decisions of each game are compared.
    """
    problems = []
    for name, text in golden_games(names, None if write else most):
        path = folder / name
        if write:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_text(path, text)
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
