"""Everything that declares a game, in one import: ``from eurogym.declare import actions, cards, game, hands, kernel``.

:func:`game` makes a game from its state, its actions and three kernels; larger games fill in :class:`Game` themselves.
See the guide, docs/adding_a_game.md.
"""

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.random import next_below, reseed, shuffle
from eurogym.envs.core.declare.actions import ActionRange
from eurogym.envs.core.declare.design import Design
from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.declare.options import GameOptions, fact, option
from eurogym.envs.core.draw.drawing import Canvas
from eurogym.envs.core.generate.declared import actions, cards, game, hands, names, number, seat

__all__ = [
    "ActionRange",
    "Canvas",
    "Design",
    "Game",
    "GameOptions",
    "actions",
    "cards",
    "fact",
    "game",
    "hands",
    "kernel",
    "names",
    "next_below",
    "number",
    "option",
    "reseed",
    "seat",
    "shuffle",
]
