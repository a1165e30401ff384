"""Who sits in the other seats: agents by name or by object."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from eurogym.envs.core.errors import OptionError
from eurogym.envs.core.game import Game
from eurogym.envs.core.random import derive_seed

_LOW = 2**64 - 1


class Opponent(Protocol):
    """What may sit in another seat; ``reset(seed)`` is called where there is one."""

    def act(self, batch: Any, games: np.ndarray, /) -> np.ndarray:
        """One legal action, int64 ``(n,)``, for each game index of ``games``, always for the seat to move."""


Seating = str | Opponent | Sequence[str | Opponent]


class RandomOpponent:
    """Plays uniformly random legal actions; needs nothing but the engine."""

    name = "random"

    def __init__(self):
        self._rng = np.random.default_rng(0)

    def reset(self, seed: int) -> None:
        """Start the random stream again."""
        self._rng = np.random.default_rng(seed)

    @property
    def luck(self) -> np.ndarray:
        """Where the random stream stands, uint64 ``(6,)``; set it to go on from there."""
        state = self._rng.bit_generator.state
        numbers = [state["state"]["state"], state["state"]["inc"]]
        words = [part for number in numbers for part in (number >> 64, number & _LOW)]
        return np.array([*words, state["has_uint32"], state["uinteger"]], np.uint64)

    @luck.setter
    def luck(self, words: np.ndarray) -> None:
        high, low, high_step, low_step, held, word = np.array(words).view(np.uint64).tolist()
        self._rng.bit_generator.state = {
            "bit_generator": "PCG64",
            "state": {"state": high << 64 | low, "inc": high_step << 64 | low_step},
            "has_uint32": held,
            "uinteger": word,
        }

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """One legal action per game index."""
        masks = batch.action_masks[games]
        nth = (self._rng.random(len(games)) * masks.sum(axis=1)).astype(np.int64)
        return (masks.cumsum(axis=1) > nth[:, None]).argmax(axis=1)


def resolve(spec: Any, game: Game, argument: str = "opponents") -> Any:
    """The agent meant by ``spec``: a name, or an object with ``act(batch, games)``, which then is checked.

    What makes agents was handed to :func:`provide`, so that the engine knows no agents; ``"random"`` is always there.
    """
    if not isinstance(spec, str) and not hasattr(spec, "act"):
        raise OptionError(
            f"{argument}={spec!r} is not allowed; allowed: the name of an agent, or an agent: an object with "
            "act(batch, games)"
        )
    if isinstance(spec, str) and spec == "random":
        return RandomOpponent()
    return _maker[0](spec, game=game.name)


_maker: list[Callable[..., Any]] = []


def provide(make: Callable[..., Any]) -> None:
    """Name what makes agents of names: ``make(name, game=name_of_game)``."""
    _maker[:] = [make]


def resolve_all(spec: Any, game: Game, count: int) -> list[Any]:
    """One agent for each of ``count`` opponents, in turn order after the learner; one spec serves all."""
    if isinstance(spec, (list, tuple)):
        if len(spec) != count:
            raise OptionError(f"opponents names {len(spec)} agents, but there are {count} other seats")
        return [resolve(one, game) for one in spec]
    shared = resolve(spec, game) if count else None
    return [shared] * count


def resolve_seats(opponents: Any, partner: Any, game: Game, options: Any) -> list[Any]:
    """The agents of all other seats, in turn order after the learner.

    Args:
        opponents: as for :func:`resolve_all`; with a partner for the seats of other teams only.
        partner: who sits in the seats of the learner's team; None: whom ``opponents`` names for them.

    Raises:
        OptionError: a partner in a game without teams, or another number of agents than there are seats.
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


def seed_agents(agents: list[Any], seed: int) -> None:
    """Reset every distinct agent with a seed of its own."""
    distinct = {id(agent): agent for agent in agents}.values()
    for number, agent in enumerate(distinct):
        if hasattr(agent, "reset"):
            agent.reset(derive_seed(seed, "opponent", number))
