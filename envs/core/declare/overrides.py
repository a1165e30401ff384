"""Component tables that options replace: whatever form a user gives them in, they are read into one canonical text."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from eurogym.envs.core.declare.options import ValueKind, option
from eurogym.envs.core.errors import FileError, OptionError
from eurogym.envs.core.forms import Anything, parse, read_text, shown

MOST_BYTES = 1 << 20  # of a file of component tables


class TableReader:
    """A reader of the option `data_overrides` of a game; errors name the table and the entry.

    Args:
        game: short name of the game.
        tables: name of a table -> function that checks a replacement of it and returns it in canonical form.
        scenarios: ``() ->`` replacements that come with the game: name -> a dictionary with ``tables``.
    """

    def __init__(
        self,
        game: str,
        tables: Mapping[str, Callable[[Any], Any]],
        scenarios: Callable[[], Mapping[str, Any]] = dict,
    ):
        self.game, self.tables, self.scenarios = game, tables, scenarios

    def read(self, value: Any) -> str:
        """Return overrides as canonical JSON text, from a dictionary, a JSON text, or the name of a scenario or a file.

        Raises:
            OptionError: something is wrong; the message names the table and the entry.
        """
        if isinstance(value, (str, Path)):
            value = self._parsed(str(value))
        return json.dumps(self.checked(value), sort_keys=True, separators=(",", ":"))

    def option(self, help: str) -> Any:  # noqa: A002 - as in `option`
        """Return the declaration of `data_overrides` for a game's options, with a sentence on what it replaces."""
        scenarios = ", ".join(self.scenarios())
        return option(
            None,
            kind=ValueKind(
                (f"a scenario ({scenarios}); " if scenarios else "")
                + f"a table or a JSON file with any of the keys {', '.join(self.tables)}",
                self.read,
                lambda value: (1,),  # kernels read the tables in the state
                annotation=str | Path | Mapping[str, Any],
                read_recorded=self.read_recorded,
            ),
            help=help,
        )

    def _parsed(self, text: str) -> Any:
        source = ""
        if not text.strip():
            raise OptionError(
                f"{self.game}: data_overrides: an empty string names no tables; use none for the printed ones"
            )
        if text in self.scenarios():
            text = json.dumps(self.scenarios()[text]["tables"])
        if not text.lstrip().startswith(("{", "[")):
            try:
                text, source = read_text(text, MOST_BYTES), text
            except OSError as error:
                known = ", ".join(self.scenarios())
                raise OptionError(
                    f"{self.game}: data_overrides: cannot read {shown(text)}: {error.strerror}"
                    + (f"; scenarios of the game: {known}" if known else "")
                ) from None
            except FileError as error:
                raise OptionError(f"{self.game}: data_overrides: {error}") from None
        try:
            return parse(text, Anything(), source)
        except FileError as error:
            raise OptionError(f"{self.game}: data_overrides: {error}") from None

    def read_recorded(self, value: Any) -> str:
        """Return overrides from what :meth:`read` returned earlier, which never names a file.

        Raises:
            OptionError: as for :meth:`read`.
        """
        if not isinstance(value, str) or not value.startswith("{"):
            raise OptionError(
                f"{self.game}: data_overrides: a recorded game must contain the tables themselves, "
                "not the name of a file"
            )
        return self.read(value)

    def checked(self, value: Any) -> dict[str, Any]:
        """Return replacements in canonical form."""
        value = self.mapping("all tables", value, tuple(self.tables))
        return {name: self.tables[name](one) for name, one in value.items()}

    # --- for the checks of single tables ---

    def fail(self, where: str, what: str) -> NoReturn:
        """Raise the error that says what is wrong and where."""
        raise OptionError(f"{self.game}: data_overrides: {where}: {what}")

    def number(self, where: str, value: Any, low: int, high: int) -> int:
        """Return a whole number in a range."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fail(where, f"{value!r} is not a whole number from {low} to {high}")
        return value

    def mapping(
        self, where: str, value: Any, keys: tuple[str, ...], complete: bool = False
    ) -> dict[str, Any]:
        """Return a table with some of the names or, if ``complete``, all of them."""
        if not isinstance(value, Mapping):
            self.fail(where, f"{value!r} is not a mapping of names to values")
        value = {
            str(key) if type(key) is int else key: one for key, one in value.items()
        }  # numbers of players
        for key in value:
            if key not in keys:
                self.fail(where, f"unknown name {key!r}; known: {', '.join(keys)}")
        missing = [key for key in keys if key not in value]
        if complete and missing:
            self.fail(where, f"missing: {', '.join(missing)}")
        return value

    def within(self, where: str, value: Any, limits: Any) -> Any:
        """Return a whole number in ``(smallest, largest)``, or a table of these by the names of a table of limits."""
        if isinstance(limits, tuple):
            return self.number(where, value, *limits)
        row = self.mapping(where, value, tuple(limits))
        return {name: self.within(f"{where}: {name}", one, limits[name]) for name, one in row.items()}

    def entries(self, where: str, value: Any, length: int) -> list:
        """Return a list of ``length`` entries."""
        if not isinstance(value, (list, tuple)) or len(value) != length:
            self.fail(where, f"expected a list of {length} entries")
        return list(value)


def merged(old: Any, new: Any) -> Any:
    """Merge tables: named entries are replaced one by one; lists, requirements and counts as a whole."""
    if isinstance(old, dict) and isinstance(new, dict):
        return {**old, **{key: merged(old.get(key), value) for key, value in new.items()}}
    return new
