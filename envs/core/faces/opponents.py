"""The agents of the other seats, given by name or as objects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.errors import OptionError


class Opponent(Protocol):
    """The interface of an agent in another seat; ``reset(seed)`` is called if it exists."""

    def act(self, batch: Any, games: np.ndarray, /) -> np.ndarray:
        """Return one legal action, int64 ``(n,)``, for each game index of ``games``, always for the seat to move."""


Seating = str | Opponent | Sequence[str | Opponent]


def resolve(spec: Any, game: Game, argument: str = "opponents") -> Any:
    """Return the agent that ``spec`` means: a name, or an object with ``act(batch, games)``, which is then checked.

    The function that makes agents was passed to :func:`provide`, so that the engine does not depend on agents.
    """
    if not isinstance(spec, str) and not hasattr(spec, "act"):
        raise OptionError(
            f"{argument}={spec!r} is not allowed; allowed: the name of an agent, or an agent: an object with "
            "act(batch, games)"
        )
    return _maker[0](spec, game=game.name)


_maker: list[Callable[..., Any]] = []


def provide(make: Callable[..., Any]) -> None:
    """Set the function that makes agents from names: ``make(name, game=name_of_game)``."""
    _maker[:] = [make]


def resolve_all(spec: Any, game: Game, count: int) -> list[Any]:
    """Return one agent for each of ``count`` opponents, in turn order after the learner; one spec serves for all."""
    if isinstance(spec, (list, tuple)):
        if len(spec) != count:
            raise OptionError(f"opponents lists {len(spec)} agents for {count} other seats")
        return [resolve(one, game) for one in spec]
    return [resolve(spec, game)] * count  # a wrong name is refused even without opponents


def resolve_seats(opponents: Any, partner: Any, game: Game, options: Any) -> list[Any]:
    """Return the agents of all other seats, in turn order after the learner.

    Args:
        opponents: as for :func:`resolve_all`; with a partner, only for the seats of other teams.
        partner: the agent in the other seats of the learner's team; None: ``opponents`` fills these too.
        game: the game.
        options: its options.

    Raises:
        OptionError: there is a partner in a game without teams, or the number of agents differs from that of seats.
    """
    others = options.num_players - 1
    if partner is None:
        return resolve_all(opponents, game, others)
    teams = options.num_teams
    if teams == 0:
        raise OptionError(f"partner={partner!r} is not allowed; in this game every seat plays for itself")
    mates = [place % teams == 0 for place in range(1, options.num_players)]
    agent = resolve(partner, game, "partner")
    rest = iter(resolve_all(opponents, game, others - sum(mates)))
    return [agent if mate else next(rest) for mate in mates]


def distinct(agents: list[Any]) -> list[Any]:
    """Return every agent once."""
    return list({id(agent): agent for agent in agents}.values())


def seed_agents(agents: list[Any], seed: int) -> None:
    """Reset every distinct agent with its own seed."""
    for number, agent in enumerate(distinct(agents)):
        if hasattr(agent, "reset"):
            agent.reset(derive_seed(seed, "opponent", number))


def begin_streams(agents: list[Any], batch: Any, games: np.ndarray) -> None:
    """Make the random choices of agents in these games depend only on the deals, not on other games of the batch.

    This works for the agents of this package, which have a random stream for each game of a batch; others are skipped.
    """
    deals = batch.seeds[games].tolist()
    for number, agent in enumerate(agents):
        if hasattr(agent, "streams"):
            streams = agent.streams(batch.num_envs)
            streams[games, 0] = [derive_seed(deal, "opponent", number) for deal in deals]
            streams[games, 1] = 0
