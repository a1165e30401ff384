"""What can go wrong outside the games, shown to the user in a line."""

from __future__ import annotations

from eurogym.envs.core.errors import EurogymError, MissingExtraError

__all__ = ["MOST_THREADS", "InputError", "MissingExtraError"]

MOST_THREADS = 1024  # of a process; far more than that crash it


class InputError(EurogymError, ValueError):
    """An argument of a command or a training run that makes no sense; the message says what would."""
