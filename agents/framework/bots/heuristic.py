"""The heuristic agent of a game: its hand-written policy kernel, run over a batch."""

from __future__ import annotations

import numpy as np

from eurogym.agents.framework.base import Agent, Parameter, game_kernels, policy_loop
from eurogym.agents.framework.registry import AgentError


class HeuristicAgent(Agent):
    """An agent that plays the `choose` kernel of the game's own agent package, or one of its `VARIANTS`."""

    compiled_parts = ("policy",)
    parameters = (
        Parameter(
            "variant",
            str,
            "",
            "another way to play, if the game has one (villagers: base, which ignores the expansions)",
        ),
    )

    def act(self, batch, games):
        """Return one legal action for each game index."""
        kernels = game_kernels(batch.game)
        if kernels.choose is None:
            raise AgentError(f"there is no heuristic for the game {batch.game.name!r}")
        if self.variant and self.variant not in kernels.variants:
            known = ", ".join(kernels.variants) or "none"
            raise AgentError(
                f"agent {self.name!r}: parameter variant={self.variant!r}; variants of {batch.game.name}: {known}"
            )
        games = np.asarray(games, np.int64)
        out = np.empty(len(games), np.int64)
        choose_many = policy_loop(batch.game, self.variant)
        choose_many(batch.states, batch.action_masks, games, self.streams(batch.num_envs), out)
        return out
