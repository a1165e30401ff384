"""The heuristic agent of a game: its hand-written policy kernel, run over the batch."""

from __future__ import annotations

import numpy as np

from eurogym.agents import AgentError
from eurogym.agents.framework.base import Agent, game_kernels, policy_module


class HeuristicAgent(Agent):
    """Plays the `choose` kernel of the game's own agent package."""

    compiled_parts = ("policy",)

    def act(self, batch, games):
        """One legal action for each game index."""
        kernels = game_kernels(batch.game)
        if kernels.choose is None:
            raise AgentError(f"there is no heuristic for the game {batch.game.name!r}")
        games = np.asarray(games, np.int64)
        out = np.empty(len(games), np.int64)
        module = policy_module(batch.game, kernels)
        module.choose_many(batch.states, batch.action_masks, games, self.streams(batch.num_envs), out)
        return out
