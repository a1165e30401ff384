"""Tables for people, and who sits at them."""

from typing import Any

from eurogym import agents
from eurogym.envs.core import registry
from eurogym.envs.core.declare.options import GameOptions
from eurogym.play.table import Table


def options_of(name: str, **values: Any) -> GameOptions:
    """Options of a game, of two if nothing else is said; what follows a hyphen in `name` tells tables apart."""
    game = registry.game(name.partition("-")[0])
    return game.options_class.from_kwargs(**{"num_players": 2} | values)


def table(name: str, seed: int = 1, **values: Any) -> Table:
    """A table of a game."""
    return Table(registry.game(name.partition("-")[0]), options_of(name, **values), seed)


def heuristic(game: Any) -> Any:
    """The heuristic of a game, its luck at the beginning."""
    agent = agents.make(agents.heuristic_name(game), game=game)
    agent.reset(1)
    return agent
