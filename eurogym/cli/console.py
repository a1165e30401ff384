"""Standard output wherever it goes: terminals that show ASCII alone, pipes that are closed, disks that are full."""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
import unicodedata
from typing import TextIO

from eurogym.envs.core.printable import printable

ERRORS = "eurogym.plain"  # our way to encode what an encoding does not have
SIGNS = {
    "±": "+-",
    "–": "-",
    "—": "-",
    "…": "...",
    "×": "x",
    "→": "->",
    "·": ".",
    "“": '"',
    "”": '"',
    "’": "'",
}
LINES = {"─": "-", "━": "-", "│": "|", "┃": "|"}  # of drawings; their corners and crossings are plus signs
DRAWING = range(0x2500, 0x2580)
COERCED = ("C.UTF-8", "C.utf8", "UTF-8")  # what Python puts in the place of a C locale (PEP 538)


def prepare() -> None:
    """Let standard output and error write anything. What their encoding does not have is written in ASCII, and control
    characters, which may come from files, models and bots, are written out.

    With the C locale asked for, all output is ASCII. Streams that somebody has put in their place stay as they are.
    """
    codecs.register_error(ERRORS, _encode)
    _take_places()
    encoding = {"encoding": "ascii"} if ascii_wanted() else {}
    for stream, own in ((sys.stdout, sys.__stdout__), (sys.stderr, sys.__stderr__)):
        if stream is not None and stream is own:
            with contextlib.suppress(ValueError, OSError):
                stream.reconfigure(errors=ERRORS, **encoding)
                _write_printable(stream)
    if sys.stdin is not None and sys.stdin is sys.__stdin__:
        with contextlib.suppress(ValueError, OSError):
            sys.stdin.reconfigure(errors="replace")


def _write_printable(stream: TextIO) -> None:
    """Let a stream write control characters out, but for the carriage return of progress bars."""
    if "write" not in vars(stream):
        write = stream.write
        stream.write = lambda text: write("\r".join(map(printable, text.split("\r"))))  # type: ignore[method-assign]


def _take_places() -> None:
    """Put the null device in the place of output that is closed, so that no other file takes its number."""
    handle = os.open(os.devnull, os.O_RDWR)
    while handle <= 2:
        os.set_inheritable(handle, True)
        handle = os.open(os.devnull, os.O_RDWR)
    os.close(handle)
    for number, name in ((1, "stdout"), (2, "stderr")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "w", closefd=False, errors="replace"))


def ascii_wanted() -> bool:
    """Does the environment ask for the C locale, and Python has UTF-8 in its place?"""
    if os.environ.get("PYTHONIOENCODING") or os.environ.get("PYTHONUTF8") == "1":
        return False
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")]
    if names[1] in COERCED and not names[0]:
        names[1] = ""
    return next(filter(None, names), "") in ("C", "POSIX")


def plain(text: str) -> str:
    """Return the text in ASCII: drawings by + - |, letters without their accents, a question mark for the rest."""
    return "".join(map(_plain_sign, text))


def _plain_sign(sign: str) -> str:
    if sign.isascii():
        return sign
    if ord(sign) in DRAWING:
        return LINES.get(sign, "+")
    bare = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return SIGNS.get(sign) or bare or "?"


def _encode(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


def flush() -> None:
    """Write what is still to be written; raises OSError where nobody takes it, here and not at the very end."""
    if sys.stdout is not None:
        sys.stdout.flush()


def drop_output() -> None:
    """Nobody takes the output any more: let the rest go nowhere."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
