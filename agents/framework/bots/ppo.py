"""The agent `ppo`: a trained network, the one that ships for the table or one from a file."""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.agents.framework.base import Agent, Parameter
from eurogym.agents.framework.networks.checkpoint import Checkpoint, load_checkpoints, nearest
from eurogym.agents.framework.networks.manifest import player_for, policy_for
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.agents.framework.networks.policy import PolicyAgent
from eurogym.agents.framework.opinion import PROBABILITY, Opinion
from eurogym.agents.framework.per_table import PerTable
from eurogym.agents.framework.registry import AgentError
from eurogym.agents.framework.search.action_values import ActionValues


class PpoAgent(Agent):
    """An agent that plays the trained network that is best at a table; it needs only numpy.

    Without `path`, it is the shipped one for the table, standing on the choice of the heuristic where that is stronger
    (agents/framework/networks/residual.py); with `plain`, one that stands on no heuristic. `path` is a checkpoint of
    `eurogym train`, the folder of a finished run, or a folder of such folders, of which the run nearest to the table
    plays. A network of `eurogym learn distil` is played by its action values
    (agents/framework/search/action_values.py). Raise agents.framework.networks.network.CheckpointError if none fits.
    """

    compiled_parts = ("policy",)
    needs_observations = True
    parameters = (
        Parameter("path", str, "", "checkpoint file, or folder of one or several runs; by default, the shipped one"),
        Parameter("plain", bool, False, "only a policy that does not build on the heuristic, used as it is"),
        Parameter("beta", float, 0.0, "build the policy on the heuristic: added to the logit of its choice; "
                  "0: as the checkpoint says", low=0.0),
        Parameter("sample", bool, False, "draw from the policy instead of taking its best action"),
        Parameter("temperature", float, 1.0, "flattens (above 1) or sharpens (below 1) a sampled policy", low=1e-3),
    )  # fmt: skip

    def __init__(self, name: str, **values: Any):
        super().__init__(name, **values)
        self._given = load_checkpoints(self.path) if self.path else []
        if self._given and self._given[0].network.judges_positions:
            raise CheckpointError(
                f"checkpoint {self.path} evaluates positions and does not choose actions; use it in greedy or a "
                "search: greedy:leaf=FILE, mc:leaf=FILE"
            )
        if self.plain and self.beta:
            raise AgentError(f"agent {name!r}: plain and beta cannot be used together")
        self._fitted = PerTable(self._fit)

    def reset(self, seed: int) -> None:
        """Restart the random streams."""
        super().reset(seed)
        for player in self._fitted.made:
            player.reset(seed)

    def prepare(self, batch: Any) -> None:
        """Find the network of the table and prepare it; raise CheckpointError if there is none."""
        self._player(batch).prepare(batch)

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """Return one legal action (n,) int64 for each game index; raise CheckpointError if no network fits."""
        player = self._player(batch)
        if isinstance(player, PolicyAgent):
            return player.act(batch, games)
        return player.weigh(batch, games, self.streams(batch.num_envs))[0]

    @property
    def tells_worth(self) -> bool:
        """Whether `weigh` can value actions: a network with action values was given by `path`."""
        return bool(self._given) and not any(one.network.policy for one in self._given)

    def weigh(self, batch: Any, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return what `ActionValues.weigh` returns; raise CheckpointError if a policy plays."""
        player = self._player(batch)
        if isinstance(player, PolicyAgent):
            raise CheckpointError(f"agent {self.name!r} has no action values: it plays a policy")
        return player.weigh(batch, games, self.streams(batch.num_envs))

    def opinion(self, batch: Any, game: int) -> Opinion:
        """Return its choice, with the probabilities or the values of all legal actions."""
        player = self._player(batch)
        if not isinstance(player, PolicyAgent):
            return player.opinion(batch, game, self.streams(batch.num_envs))
        shares = player.probabilities(batch, np.array([game]))[0]
        legal = np.flatnonzero(batch.action_masks[game]).tolist()
        action = int(player.act(batch, np.array([game]))[0])
        return Opinion(action, {one: float(shares[one]) for one in legal}, PROBABILITY)

    def _player(self, batch: Any) -> PolicyAgent | ActionValues:
        player = self._fitted(batch)
        (player if isinstance(player, PolicyAgent) else player.base).first_slot = self.first_slot
        return player

    def checkpoint(self, batch: Any) -> Checkpoint:
        """Return the network that plays the table; `plain`, `beta` and `sample` require a policy.

        Raise CheckpointError if there is none.
        """
        of_policies = self.plain or self.beta or self.sample
        if not self._given:
            return policy_for(batch, self.plain) if of_policies else player_for(batch)
        found = nearest(self._given, batch)
        if of_policies and not found.network.policy:
            raise CheckpointError(
                f"checkpoint {found.path} has action values but no policy; plain, beta and sample need a policy"
            )
        return found

    def _fit(self, batch: Any) -> PolicyAgent | ActionValues:
        checkpoint = self.checkpoint(batch)
        if not checkpoint.network.policy:
            player = ActionValues(checkpoint, batch)
        else:
            mode = "sample" if self.sample else "argmax"
            player = PolicyAgent(checkpoint, mode, self.temperature, 0, self.name, self.beta, self.plain)
        player.reset(self._seed)
        return player
