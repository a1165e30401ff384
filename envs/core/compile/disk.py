"""Compiled code on disk: a file for every signature of an entry, which begins with a checksum of what follows.

numba's own cache depends on file, line and time of a function's source, and does not check what it reads: a truncated
file leads to a pickle error, and one with a changed byte to a crash. Here the place depends on what the code is made of
(:mod:`eurogym.envs.core.compile.keys`), and damaged files are discarded and compiled again.

Loading compiled code runs it. It is read only from folders that belong to this user or to root and that nobody else may
write to, all the way down from the folder of the cache; and from the one that `EUROGYM_TRUSTED_CACHE` names, whose
owner counts too.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from eurogym.envs.core.files import is_own, replacing

DIRECTORIES = ("EUROGYM_CACHE_DIR", "EUROGYM_TRUSTED_CACHE")  # environment variables that name places of code
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_SUM = hashlib.sha256().digest_size
unkept: dict[
    str, bytes
] = {}  # code that this process has and no folder keeps, for the processes that it starts


class Places(NamedTuple):
    """Where the compiled code of an entry lies.

    Attributes:
        name: what stands for the code of these sources in :data:`unkept`.
        keep: the folder to keep code in, or None.
        read: folders to read, each with the user ids whose files count besides ours and those of root.
        why: why nothing is kept, or "".
    """

    name: str
    keep: Path | None
    read: tuple[tuple[Path, tuple[int, ...]], ...]
    why: str


def distrust(path: Path, *owners: int) -> str:
    """Return why somebody else could have put code into a file or folder, or "".

    Args:
        path: the file or folder; OSError if there is none.
        owners: user ids that count besides ours and root.
    """
    status = os.lstat(path)
    if stat.S_ISLNK(status.st_mode):
        return f"{path} is a link"
    if not is_own(status, *owners):
        return f"{path} belongs to another user"
    if hasattr(os, "geteuid") and status.st_mode & OTHERS_WRITE:
        return f"others than its owner may write to {path} (chmod -R go-w, if you trust what is there)"
    return ""


NOWHERE = Places("", None, (), "")


class Store:
    """The store of the compiled code of one entry, which numba uses in place of its own cache.

    Args:
        name: name of the entry.
        find_places: returns the places of its code; called when code is first needed, and again when the environment
            variables change.
        say: reports a line to the user.
    """

    def __init__(self, name: str, find_places: Callable[[], Places], say: Callable[[str], None]):
        self.name, self._find_places, self._say = name, find_places, say
        self._places = NOWHERE
        self._asked_for: tuple[str | None, ...] | None = None
        self._enabled = True

    @property
    def places(self) -> Places:
        """Where compiled code is kept and read."""
        if not self._enabled:
            return NOWHERE
        wanted = tuple(os.environ.get(name) for name in DIRECTORIES)
        if self._asked_for != wanted:
            self._places, self._asked_for = self._find_places(), wanted
        return self._places

    @property
    def cache_path(self) -> str:
        """Where compiled code is kept, for numba's statistics."""
        return str(self.places.keep)

    def holds_code(self) -> bool:
        """Return whether there is code of any signature."""
        handed = any(name.startswith(f"{self.places.name}/{self.name}-") for name in unkept)
        return handed or any(
            not distrust(path, *owners)
            for place, owners in self.places.read
            for path in place.glob(f"{self.name}-*.code")
        )

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the compiled code of a signature; None if there is none or it is damaged."""
        return self.find(signature, context)

    def find(self, signature: Any, context: Any, locked: bool = False) -> Any:
        """Return the compiled code of a signature, or None; with the entry's lock (`locked`), discard damaged code."""
        context.refresh()
        name = self._file(signature, context)
        body = unkept.get(f"{self.places.name}/{name}")
        if body is not None:
            return rebuilt(context, body)
        for place, owners in self.places.read:
            path = place / name
            try:
                why = distrust(path, *owners)
                content = b"" if why else path.read_bytes()
            except OSError:
                continue
            with contextlib.suppress(Exception):  # whatever pickle and LLVM make of it
                if not why and hashlib.sha256(content[_SUM:]).digest() == content[:_SUM]:
                    return rebuilt(context, content[_SUM:])
            if locked and why:
                self._say(f"compiled code is not read: {why}")
            elif locked and place == self.places.keep:
                self._say(f"compiled code in {place} is damaged and was deleted")
            if locked and place == self.places.keep:
                path.unlink(missing_ok=True)
        return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Do nothing: what compiles has kept it."""

    def keep(self, signature: Any, context: Any, body: bytes | None) -> str:
        """Keep compiled code (see `packed`); return "" or why that was impossible."""
        name, place = self._file(signature, context), self.places.keep
        if body is None:
            return "it contains addresses of this process"
        if place is None:
            unkept[f"{self.places.name}/{name}"] = body
            return ""
        try:
            with replacing(place / name) as file:
                file.write(hashlib.sha256(body).digest() + body)
                if hasattr(os, "fchmod"):
                    os.fchmod(file.fileno(), os.fstat(file.fileno()).st_mode & ~OTHERS_WRITE)
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
        for path in self.places.keep.glob(f"{self.name}-*.code") if self.places.keep else ():
            path.unlink(missing_ok=True)

    def _file(self, signature: Any, context: Any) -> str:
        what = repr((signature, context.codegen().magic_tuple()))
        return f"{self.name}-{hashlib.sha256(what.encode()).hexdigest()[:16]}.code"


def packed(compiled: Any) -> bytes | None:
    """Return compiled code as bytes; None if it contains addresses of this process."""
    from numba.core.serialize import dumps

    return None if compiled.library.has_dynamic_globals else dumps(compiled._reduce())


def rebuilt(context: Any, body: bytes) -> Any:
    """Return what `packed` made bytes of."""
    from numba.core.compiler import CompileResult

    return CompileResult._rebuild(context, *pickle.loads(body))
