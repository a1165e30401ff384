"""Trained policies as agents of the registry: `ppo` (the shipped one that fits), `ppo:path=FILE`, `residual`."""

from __future__ import annotations

import numpy as np

from eurogym.agents.framework.base import Agent, Parameter
from eurogym.agents.framework.opinion import PROBABILITY, Opinion
from eurogym.agents.framework.policy import PolicyAgent


class PpoAgent(Agent):
    """Plays a checkpoint of `eurogym train`, with numpy alone.

    Without `path` the shipped checkpoint trained for the game and mode at hand is taken; there is an
    agents.framework.policy.CheckpointError in words when none fits. `sample` draws from the policy instead of taking
    its best action.
    """

    parameters = (
        Parameter("path", str, "", "checkpoint file; without it the shipped one that fits the game"),
        Parameter("sample", bool, False, "draw from the policy instead of taking its best action"),
        Parameter(
            "temperature", float, 1.0, "flattens (above 1) or sharpens (below 1) a sampled policy", low=1e-3
        ),
    )
    needs_observations = True

    def __init__(self, name, **values):
        super().__init__(name, **values)
        mode = "sample" if self.sample else "argmax"
        self._policy = PolicyAgent(
            self.path or None,
            mode=mode,
            temperature=self.temperature,
            name=name,
            beta=getattr(self, "beta", None),
        )

    def reset(self, seed):
        """Start the policy's own random stream again."""
        super().reset(seed)
        self._policy.reset(seed)

    def act(self, batch, games):
        """One legal action for each game index."""
        self._policy.first_slot = self.first_slot
        return self._policy.act(batch, games)

    def opinion(self, batch, game):
        """Its choice, with the probability of every legal action."""
        shares = self._policy.probabilities(batch, np.array([game]))[0]
        legal = np.flatnonzero(batch.action_masks[game]).tolist()
        action = int(self.act(batch, np.array([game]))[0])
        return Opinion(action, {one: float(shares[one]) for one in legal}, PROBABILITY)


class ResidualAgent(PpoAgent):
    """Plays a trained policy that stands on the heuristic of the game (agents/framework/residual.py).

    A checkpoint trained without a heuristic is set upon it, with the same `beta` for all its choices. Without `path`
    a shipped checkpoint is taken, one trained upon the heuristic where there is one that fits.
    """

    compiled_parts = ("policy",)
    parameters = (
        *PpoAgent.parameters,
        Parameter(
            "beta",
            float,
            0.0,
            "added to the logit of what the heuristic would do; 0: as learned, else what the checkpoint says, or 4",
            low=0.0,
        ),
    )
