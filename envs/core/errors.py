"""The exceptions that eurogym raises.

Those that concern a call are an :class:`EurogymError` and a ``ValueError``, and leave the game as it was before the
call. A missing library is an ``ImportError``.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from eurogym.envs.core.printable import printable


class EurogymError(Exception):
    """Base class of the errors that eurogym raises on purpose. As text it is printable, whatever the message quotes."""

    def __str__(self) -> str:
        return printable(super().__str__())


class IllegalActionError(EurogymError, ValueError):
    """An action that is not legal for the pending decision.

    Attributes:
        games: indices of the games (rows of the batch) whose action was refused.
        actions: the refused action ids, aligned with ``games``.
    """

    def __init__(self, message: str, games: Sequence[int] = (), actions: Sequence[int] = ()):
        super().__init__(message)
        self.games = tuple(games)
        self.actions = tuple(actions)


class OptionError(EurogymError, ValueError):
    """An unknown option or argument, or a value that it does not allow."""


class RenderModeError(OptionError, TypeError):
    """A ``render_mode`` that the game does not support.

    It is also a ``TypeError``: helpers that try ``render_mode="rgb_array"`` first (Stable-Baselines3's
    ``make_vec_env``) continue without it only after a TypeError.
    """


class MissingExtraError(ImportError):
    """An optional library that is not installed; the message says which extra installs it."""


class StateError(EurogymError, ValueError):
    """A saved state that cannot be restored, a game or seat that does not exist, or a call out of order."""


class FileError(EurogymError, ValueError):
    """A file that is not what it should be; the message names it, the line, and what is wrong there.

    Attributes:
        problem: what is wrong.
        path: the file, "" if the data came from elsewhere.
        line: line of the file, counted from 1; 0 if it is about the file as a whole.
    """

    def __init__(self, problem: str, path: str | os.PathLike = "", line: int = 0):
        self.problem, self.path, self.line = problem, str(path), line
        named = self.path if self.path.isprintable() else repr(self.path)
        place = ", ".join([named] * bool(named) + [f"line {line}"] * bool(line))
        super().__init__(f"{place}: {problem}" if place else problem)

    def __reduce__(self):
        return type(self), (self.problem, self.path, self.line)


class ReplayError(EurogymError, ValueError):
    """A replay that cannot be read or does not match the game.

    Attributes:
        line: line of the replay file, counted from 1; 0 if unknown.
    """

    def __init__(self, message: str, line: int = 0):
        super().__init__(f"replay line {line}: {message}" if line else message)
        self.line = line
