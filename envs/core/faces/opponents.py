"""The agents of the other seats, given by name or as objects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.declare.arguments import checked_number
from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.errors import OptionError


class Opponent(Protocol):
    """The interface of an agent in another seat; ``reset(seed)`` is called if it exists."""

    def act(self, batch: Any, games: np.ndarray, /) -> np.ndarray:
        """Return one legal action, int64 ``(n,)``, for each game index of ``games``, always for the seat to move."""


class Pool:
    """Agents of which every game has one: its deal decides which, so a seed repeats it.

    Args:
        members: the agents.
        weights: how often each of them is drawn, beside the others.
        role: what tells the draws of several pools apart.
    """

    def __init__(self, members: Sequence[Any], weights: Sequence[float], role: str):
        self.members, self._role = list(members), role
        self._bounds = np.cumsum(weights) / np.sum(weights)
        self._deals, self._drawn = np.zeros(0, np.uint64), np.zeros(0, np.int64)

    def drawn(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """Return the number of the member that plays each game, int64 ``(n,)``."""
        if len(self._deals) != batch.num_envs:
            self._deals = np.full(batch.num_envs, 2**64 - 1, np.uint64)  # of no game
            self._drawn = np.zeros(batch.num_envs, np.int64)
        fresh = games[self._deals[games] != batch.seeds[games]]
        if len(fresh):
            deals = self._deals[fresh] = batch.seeds[fresh]
            shares = [derive_seed(deal, self._role) / 2**63 for deal in deals.tolist()]
            self._drawn[fresh] = np.searchsorted(self._bounds[:-1], shares, side="right")
        return self._drawn[games]

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """Return one legal action for each game."""
        actions, drawn = np.empty(len(games), np.int64), self.drawn(batch, games)
        for number, agent in enumerate(self.members):
            mine = np.flatnonzero(drawn == number)
            if len(mine):
                actions[mine] = agent.act(batch, games[mine])
        return actions


Seating = str | Opponent | Mapping[str, float] | Sequence[str | Opponent | Mapping[str, float]]


def resolve(spec: Any, game: Game, argument: str = "opponents") -> Any:
    """Return the agent that ``spec`` means: a name, an object with ``act(batch, games)``, which is then checked, or
    names with weights, which make a :class:`Pool`.

    The function that makes agents was passed to :func:`provide`, so that the engine does not depend on agents.
    """
    if isinstance(spec, Mapping):
        weights = [checked_number(f"{argument}[{name!r}]", weight) for name, weight in spec.items()]
        if not weights or min(weights) <= 0:
            raise OptionError(
                f"{argument}={dict(spec)!r} is not allowed; a pool has names with weights above 0"
            )
        return Pool([resolve(name, game, argument) for name in spec], weights, argument)
    if not isinstance(spec, str) and not hasattr(spec, "act"):
        raise OptionError(
            f"{argument}={spec!r} is not allowed; allowed: the name of an agent, names with weights, or an agent: an "
            "object with act(batch, games)"
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
    """Return every agent once, those of a pool in its place."""
    each = [one for agent in agents for one in (agent.members if isinstance(agent, Pool) else [agent])]
    return list({id(agent): agent for agent in each}.values())


def seed_agents(agents: list[Any], seed: int) -> None:
    """Reset every distinct agent with its own seed."""
    for number, agent in enumerate(distinct(agents)):
        if hasattr(agent, "reset"):
            agent.reset(derive_seed(seed, "opponent", number))


def begin_streams(agents: list[Any], batch: Any, games: np.ndarray, role: str = "opponent") -> None:
    """Make the random choices of agents in these games depend only on the deals, not on other games of the batch.

    ``role`` tells agents with the same numbers apart. This works for the agents of this package, which have a random
    stream for each game of a batch; others are skipped.
    """
    deals = batch.seeds[games].tolist()
    for number, agent in enumerate(agents):
        if hasattr(agent, "streams"):
            streams = agent.streams(batch.num_envs)
            streams[games, 0] = [derive_seed(deal, role, number) for deal in deals]
            streams[games, 1] = 0
