"""The public functions of a game, made once for all games."""

from __future__ import annotations

import inspect
from typing import Any, NamedTuple

from eurogym.envs.core.aec import OrderEnforcedEnv, RawEnv
from eurogym.envs.core.batch import BatchedGame
from eurogym.envs.core.game import Game
from eurogym.envs.core.options import GameOptions
from eurogym.envs.core.vector import SeatEnv, SeatVectorEnv


class Faces(NamedTuple):
    """``env, raw_env, batch, gym_env, vector_env`` of one game."""

    env: Any
    raw_env: Any
    batch: Any
    gym_env: Any
    vector_env: Any


def _keyword_names(function: Any) -> set[str]:
    """Keywords of a constructor that are not ``self``, ``game`` or ``options``."""
    return {name for name in inspect.signature(function).parameters} - {"self", "game", "options"}


def split_options(game: Game, keywords: dict[str, Any], view: type) -> tuple[GameOptions, dict[str, Any]]:
    """Sort keywords into the game's options and the arguments of a view.

    Raises:
        OptionError: a keyword that is neither, or an option value that is not allowed.
    """
    own = _keyword_names(view.__init__)
    arguments = {name: value for name, value in keywords.items() if name in own}
    values = {name: value for name, value in keywords.items() if name not in own}
    return game.options_class.from_kwargs(**values), arguments


def make_faces(game: Game) -> Faces:
    """The five public functions of a game: keywords are its options and the arguments of the view."""

    def raw_env(**keywords: Any) -> RawEnv:
        options, arguments = split_options(game, keywords, RawEnv)
        return RawEnv(game, options, **arguments)

    def env(**keywords: Any) -> OrderEnforcedEnv:
        # PettingZoo's AssertOutOfBoundsWrapper is left out: RawEnv checks actions itself, and says what is wrong.
        return OrderEnforcedEnv(raw_env(**keywords))

    def batch(**keywords: Any) -> BatchedGame:
        options, arguments = split_options(game, keywords, BatchedGame)
        arguments.setdefault("num_envs", 1)
        return BatchedGame(game, options, **arguments)

    def gym_env(**keywords: Any) -> SeatEnv:
        options, arguments = split_options(game, keywords, SeatEnv)
        return SeatEnv(game, options, **arguments)

    def vector_env(**keywords: Any) -> SeatVectorEnv:
        options, arguments = split_options(game, keywords, SeatVectorEnv)
        return SeatVectorEnv(game, options, **arguments)

    option_names = ", ".join(game.options_class.names())
    texts = {
        raw_env: f"{game.title} as a PettingZoo AEC environment without wrappers, the fast one. "
        f"Options: {option_names}. Arguments: see :class:`eurogym.envs.core.aec.RawEnv`.",
        env: f"{game.title} as a PettingZoo AEC environment with its order checks. "
        f"Options: {option_names}. Arguments: see :class:`eurogym.envs.core.aec.RawEnv`.",
        batch: f"Many games of {game.title} stepped together. "
        f"Options: {option_names}. Arguments: see :class:`eurogym.envs.core.batch.BatchedGame`.",
        gym_env: f"{game.title} as a gymnasium environment, a learner in one seat. "
        f"Options: {option_names}. Arguments: see :class:`eurogym.envs.core.vector.SeatEnv`.",
        vector_env: f"{game.title} as a gymnasium vector environment, a learner in one seat of each game. "
        f"Options: {option_names}. Arguments: see :class:`eurogym.envs.core.vector.SeatVectorEnv`.",
    }
    for function, text in texts.items():
        function.__doc__ = text
        function.__module__ = game.package
        function.__qualname__ = function.__name__
    return Faces(env, raw_env, batch, gym_env, vector_env)
