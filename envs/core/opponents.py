"""Who sits in the other seats: agents by name or by object."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Any

import numpy as np

from envs.core.errors import OptionError
from envs.core.game import Game
from envs.core.random import derive_seed

ENTRY_POINT_GROUP = "eurogym.agents"


class RandomOpponent:
    """Plays uniformly random legal actions; needs nothing but the engine."""

    name = "random"

    def __init__(self):
        self._rng = np.random.default_rng(0)

    def reset(self, seed: int) -> None:
        """Start the random stream again."""
        self._rng = np.random.default_rng(seed)

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """One legal action per game index."""
        masks = batch.action_masks[games]
        nth = (self._rng.random(len(games)) * masks.sum(axis=1)).astype(np.int64)
        return (masks.cumsum(axis=1) > nth[:, None]).argmax(axis=1)


def resolve(spec: Any, game: Game) -> Any:
    """The agent meant by ``spec``: an object with ``act`` as it is, a name through the installed agents.

    Names are looked up in the entry-point group ``eurogym.agents``, so that the engine never imports agents;
    ``"random"`` is always there.
    """
    if hasattr(spec, "act"):
        return spec
    if not isinstance(spec, str):
        raise OptionError(f"opponents={spec!r} is not allowed; allowed: the name of an agent, or an agent")
    if spec == "random":
        return RandomOpponent()
    for found in entry_points(group=ENTRY_POINT_GROUP):
        if found.name == "make":
            return found.load()(spec, game=game.name)
    raise OptionError(
        f"opponents={spec!r}: no agents are installed (entry-point group {ENTRY_POINT_GROUP!r})"
    )


def resolve_all(spec: Any, game: Game, count: int) -> list[Any]:
    """One agent for each of ``count`` opponents, in turn order after the learner; one spec serves all."""
    if isinstance(spec, (list, tuple)):
        if len(spec) != count:
            raise OptionError(f"opponents names {len(spec)} agents, but there are {count} other seats")
        return [resolve(one, game) for one in spec]
    shared = resolve(spec, game) if count else None
    return [shared] * count


def seed_agents(agents: list[Any], seed: int) -> None:
    """Reset every distinct agent with a seed of its own."""
    distinct = {id(agent): agent for agent in agents}.values()
    for number, agent in enumerate(distinct):
        if hasattr(agent, "reset"):
            agent.reset(derive_seed(seed, "opponent", number))
