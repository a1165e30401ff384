"""Playing a trained policy: finding the network for a table, asking the heuristic it stands on, and choosing."""

from __future__ import annotations

import math
import os
from typing import Any

import numpy as np

from eurogym.agents.framework import registry as agents
from eurogym.agents.framework.base import mixed
from eurogym.agents.framework.networks.checkpoint import Checkpoint, load_checkpoints, nearest
from eurogym.agents.framework.networks.manifest import policy_for
from eurogym.agents.framework.networks.network import CheckpointError, Network
from eurogym.agents.framework.per_table import PerTable
from eurogym.agents.framework.registry import AgentError


class PolicyAgent:
    """An agent that plays a trained policy on any batch it fits; it needs only numpy.

    Args:
        checkpoint: a path (for a folder of runs, the run nearest to the table is used), a Checkpoint, or None: the
            shipped checkpoint for the table.
        plain: play the policy without a heuristic; a shipped one is then chosen among those that stand on none.
        beta: above 0, the policy stands on the game's heuristic with this beta (`Network.standing_on`); 0: as the
            checkpoint says.
        mode: "argmax" plays the most likely action, "sample" draws one with `temperature`. Draws depend only on the
            agent's seed, the deal and the number of the decision, not on batch size or the order of games.
        first_slot: slot of game 0 of the batch, for the heuristic it stands on (agents/framework/base.py).
    """

    first_slot = 0

    def __init__(
        self,
        checkpoint: str | os.PathLike | Checkpoint | None = None,
        mode: str = "argmax",
        temperature: float = 1.0,
        seed: int = 0,
        name: str = "ppo",
        beta: float = 0.0,
        plain: bool = False,
    ):
        if mode not in ("argmax", "sample"):
            raise AgentError(f"mode is {mode!r}; allowed: 'argmax', 'sample'")
        if not 0 < temperature < math.inf:
            raise AgentError(f"temperature is {temperature}; it must be a finite number above 0")
        if plain and beta:
            raise AgentError(f"agent {name!r}: plain and beta cannot be used together")
        if checkpoint is None:
            self.checkpoints: list[Checkpoint] = []  # none given: those that ship
        else:
            self.checkpoints = (
                [checkpoint] if isinstance(checkpoint, Checkpoint) else load_checkpoints(checkpoint)
            )
        for one in self.checkpoints:
            if not one.network.policy:
                raise CheckpointError(f"checkpoint {one.path} has no policy: it evaluates positions")
            if plain and one.network.residual is not None:
                raise CheckpointError(
                    f"checkpoint {one.path} is a residual policy on top of {one.network.residual.agent}; it "
                    "cannot play without it"
                )
        self.mode, self.temperature, self.name = mode, temperature, name
        self.beta, self.plain = beta, plain
        self._fitted = PerTable(self._fit)
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Restart the agent's random stream."""
        self.seed = int(seed)
        for _, heuristic in self._fitted.made:
            if heuristic is not None:
                heuristic.reset(seed)

    def prepare(self, batch) -> None:
        """Find the network for this table; raise CheckpointError if there is none."""
        _, heuristic = self._fitted(batch)
        if heuristic is not None:
            heuristic.prepare(batch)

    def act(self, batch, games) -> np.ndarray:
        """Return one legal action (n,) int64 per game index in `games`; raise CheckpointError if no network fits."""
        games = np.asarray(games)
        network, (observations, masks, advice) = self.network_for(batch), self.seen(batch, games)
        if self.mode == "argmax":
            return network.best(observations, masks, advice)
        return network.sample(observations, masks, self._uniform(batch, games), self.temperature, advice)

    def probabilities(self, batch, games) -> np.ndarray:
        """Return the probabilities (n, A) of mode "sample"; raise CheckpointError if no network fits."""
        network, (observations, masks, advice) = self.network_for(batch), self.seen(batch, np.asarray(games))
        return network.probabilities(observations, masks, self.temperature, advice)

    def network_for(self, batch) -> Network:
        """Return the network that plays at these tables; raise CheckpointError if there is none."""
        return self._fitted(batch)[0]

    def seen(self, batch, games: np.ndarray) -> tuple:
        """Return the network's input for games: observations, masks, and the heuristic's choices if it needs them."""
        if getattr(batch, "write_observations", True):
            observations = batch.observations[games]
        else:  # then the batch's array is stale
            observations = batch.observe(games, batch.current_seat[games])
        advice, (_, heuristic) = None, self._fitted(batch)
        if heuristic is not None:
            heuristic.first_slot = self.first_slot
            advice = heuristic.act(batch, games)
        return observations, batch.action_masks[games], advice

    def _fit(self, batch) -> tuple[Network, Any]:
        """Return the network of a table, and the agent it stands on or None; it is checked only once per table."""
        checkpoint = nearest(self.checkpoints, batch) if self.checkpoints else policy_for(batch, self.plain)
        network = checkpoint.network_for(batch)
        if not network.policy:
            raise CheckpointError(f"checkpoint {checkpoint.path} has no policy for this table")
        beta = 0.0 if self.plain else self.beta or checkpoint.metadata.get("beta", 0.0)
        if beta:
            network = network.standing_on(agents.heuristic_name(batch.game), beta)
        if network.residual is None:
            return network, None
        heuristic = agents.make(network.residual.agent, game=batch.game)
        heuristic.reset(self.seed)
        return network, heuristic

    def _uniform(self, batch, games: np.ndarray) -> np.ndarray:
        """Return uniform numbers in [0, 1): a hash of (agent seed, deal, decision number)."""
        with np.errstate(over="ignore"):
            x = np.asarray(batch.seeds)[games].astype(np.uint64)
            x = mixed(x + np.uint64(self.seed & 0xFFFFFFFFFFFFFFFF) * np.uint64(0x9E3779B97F4A7C15))
            x = mixed(
                x + batch.states["num_decisions"][games].astype(np.uint64) * np.uint64(0xD1B54A32D192ED03)
            )
        return (x >> np.uint64(11)).astype(np.float64) * 2.0**-53
