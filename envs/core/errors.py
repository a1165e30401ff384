"""What can go wrong, each kind under its own name.

Every error is an :class:`EurogymError` and a ``ValueError``, and leaves the game as it was before the call.
"""

from __future__ import annotations

from collections.abc import Sequence


class EurogymError(Exception):
    """Base of all errors raised on purpose by the suite."""


class IllegalActionError(EurogymError, ValueError):
    """An action that the pending decision does not offer.

    Attributes:
        games: indices of the games (rows of the batch) whose action was refused.
        actions: the refused action ids, aligned with ``games``.
    """

    def __init__(self, message: str, games: Sequence[int] = (), actions: Sequence[int] = ()):
        super().__init__(message)
        self.games = tuple(games)
        self.actions = tuple(actions)


class OptionError(EurogymError, ValueError):
    """An option that does not exist, or a value that it does not allow."""


class RenderModeError(OptionError, TypeError):
    """A ``render_mode`` that the game does not have.

    Also a ``TypeError``: helpers that try ``render_mode="rgb_array"`` first (Stable-Baselines3's ``make_vec_env``) go
    on without it after a TypeError, and after nothing else.
    """


class MissingExtraError(ImportError):
    """An optional library is not installed; the message says which extra brings it."""


class StateError(EurogymError, ValueError):
    """A saved state that cannot be restored, or a game used in an order it does not allow."""


class ReplayError(EurogymError, ValueError):
    """A replay that does not match the game. ``line`` is the 1-based line of the replay file (0: unknown)."""

    def __init__(self, message: str, line: int = 0):
        super().__init__(f"replay line {line}: {message}" if line else message)
        self.line = line
