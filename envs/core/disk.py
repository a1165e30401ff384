"""Compiled code on disk: a file for every signature of an entry, which begins with a checksum of what follows.

numba's own cache depends on file, line and time of a function's source, and does not check what it reads: a truncated
file leads to a pickle error, and one with a changed byte to a crash. Here the place depends on what the code is made of
(:mod:`eurogym.envs.core.keys`), and damaged files are discarded and compiled again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

DIRECTORIES = ("EUROGYM_CACHE_DIR", "EUROGYM_TRUSTED_CACHE")  # environment variables that name places of code
_SUM = hashlib.sha256().digest_size


class Store:
    """The store of the compiled code of one entry, which numba uses in place of its own cache.

    Args:
        name: name of the entry.
        find_places: ``() -> (directory to keep code in or None, further directory to read or None)``; called when code
            is first needed, and again when the environment variables change.
    """

    def __init__(self, name: str, find_places: Callable[[], tuple[Path | None, Path | None]]):
        self.name, self._find_places = name, find_places
        self._places: tuple[Path | None, Path | None] = (None, None)
        self._asked_for: tuple[str | None, ...] | None = None
        self._enabled = True

    @property
    def places(self) -> tuple[Path | None, Path | None]:
        """Where compiled code is kept, and where else it is read."""
        if not self._enabled:
            return None, None
        wanted = tuple(os.environ.get(name) for name in DIRECTORIES)
        if self._asked_for != wanted:
            self._places, self._asked_for = self._find_places(), wanted
        return self._places

    @property
    def cache_path(self) -> str:
        """Where compiled code is kept, for numba's statistics."""
        return str(self.places[0])

    def holds_code(self) -> bool:
        """Return whether there is code of any signature."""
        return any(place is not None and any(place.glob(f"{self.name}-*.code")) for place in self.places)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the compiled code of a signature; None if there is none or it is damaged."""
        return self.find(signature, context)

    def find(self, signature: Any, context: Any, say: Callable[[str], None] | None = None) -> Any:
        """Return the same; with `say`, report and discard damaged code. The caller must then hold the entry's lock."""
        context.refresh()
        for place in filter(None, self.places):
            path = place / self._file(signature, context)
            try:
                content = path.read_bytes()
            except OSError:
                continue
            with contextlib.suppress(Exception):  # whatever pickle and LLVM make of it
                if hashlib.sha256(content[_SUM:]).digest() == content[:_SUM]:
                    return _rebuilt(context, pickle.loads(content[_SUM:]))
            if say is not None and place == self.places[0]:
                say(f"compiled code in {place} is damaged and was deleted")
                path.unlink(missing_ok=True)
        return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep compiled code, if that is possible and it is not there already."""
        self.keep(signature, compiled)

    def keep(self, signature: Any, compiled: Any) -> str:
        """Keep compiled code; return "" or why that was impossible."""
        from numba.core.serialize import dumps

        place = self.places[0]
        if place is None:
            return ""
        if compiled.library.has_dynamic_globals:
            return "it contains addresses of this process"
        path = place / self._file(signature, compiled.target_context)
        if path.exists():
            return ""
        body = dumps(compiled._reduce())
        try:
            handle, part = tempfile.mkstemp(dir=place, suffix=".tmp")
            try:
                with open(handle, "wb") as file:
                    file.write(hashlib.sha256(body).digest() + body)
                os.replace(part, path)
            except BaseException:
                os.unlink(part)
                raise
        except OSError as error:
            return error.strerror or type(error).__name__
        return ""

    def enable(self) -> None:
        """Do nothing: the places decide what is kept."""

    def disable(self) -> None:
        """Stop reading and keeping code."""
        self._enabled = False

    def flush(self) -> None:
        """Delete the code that is kept."""
        for path in self.places[0].glob(f"{self.name}-*.code") if self.places[0] else ():
            path.unlink(missing_ok=True)

    def _file(self, signature: Any, context: Any) -> str:
        what = repr((signature, context.codegen().magic_tuple()))
        return f"{self.name}-{hashlib.sha256(what.encode()).hexdigest()[:16]}.code"


def _rebuilt(context: Any, payload: Any) -> Any:
    from numba.core.compiler import CompileResult

    return CompileResult._rebuild(context, *payload)
