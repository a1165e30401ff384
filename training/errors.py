"""What can go wrong outside the games, told to the user in a line."""

from __future__ import annotations

from eurogym.envs.core.errors import EurogymError

MOST_THREADS = 1024  # of a process; far more than that crash it


class InputError(EurogymError, ValueError):
    """An argument of a command or a training run that makes no sense; the message says what would."""


class MissingExtraError(ImportError):
    """An optional library is not installed; the message says which extra brings it."""
