"""Networks that judge actions by the positions that they lead to, as `eurogym learn distil` learns them from a search.

For the position x_a that the seat would see at the end of its turn after action a
(agents/framework/search/turn_ends.py), the network predicts the return in points:

    q_a = w3 . relu(relu(x_a W1 + b1) W2 + b2) + w . x_a + c . worth_a + action[a] + stay[a] if a is the base's choice

where worth_a is the game's evaluation of that position, for the seat by itself and against the best other seat, and the
base is the heuristic or, if the network says so, the policy that ships for the table. The action with the largest q_a
is played. What is learned about a position serves every action that leads to a similar one, whereas a network with an
output for every action has to learn each one separately.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.agents.framework import registry as agents
from eurogym.agents.framework.networks.checkpoint import BASES, Checkpoint
from eurogym.agents.framework.networks.policy import PolicyAgent
from eurogym.agents.framework.opinion import Opinion
from eurogym.agents.framework.rng import next_word
from eurogym.agents.framework.search.turn_ends import TurnEnds
from eurogym.envs.core.compile.kernels import entry


@entry
def draw_words(streams, games, out):
    """Draw a number below 2**63 from the stream of every game."""
    for k in range(games.shape[0]):
        out[k] = next_word(streams[games[k]]) >> np.uint64(1)


def base_agent(name: str, game: Any) -> Any:
    """Return the agent that action values are compared with: the policy that ships, or an agent by name."""
    return PolicyAgent(name="the policy that ships") if name in BASES else agents.make(name, game=game)


class ActionValues:
    """A network with action values, at one kind of tables."""

    def __init__(self, checkpoint: Checkpoint, batch: Any):
        metadata = checkpoint.metadata
        self.network = checkpoint.network_for(batch)
        heuristic, base = metadata["heuristic"], metadata.get("base") or metadata["heuristic"]
        self.base = base_agent(base, batch.game)
        self.turn_ends = TurnEnds(heuristic)

    def prepare(self, batch: Any) -> None:
        """Load and compile what is needed at these tables."""
        self.base.prepare(batch)
        self.turn_ends.bind(batch)

    def reset(self, seed: int) -> None:
        """Start the random streams of the base again."""
        self.base.reset(seed)

    def weigh(self, batch: Any, games: np.ndarray, streams: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the chosen actions (n,) and the values of all actions in points.

        Values are float32 (n, A), -inf for illegal actions, and -inf for all actions of a game with only one legal
        action. `streams` are those of all slots.
        """
        games = np.asarray(games, np.int64)
        advice = self.base.act(batch, games)
        masks = np.asarray(batch.action_masks)[games].astype(np.bool_)
        masks[masks.sum(axis=1) <= 1] = False  # nothing to think about
        counts = masks.sum(axis=1)
        label, actions = np.nonzero(masks)
        found = np.full(masks.shape, -np.inf, np.float32)
        words = np.zeros(len(games), np.uint64)
        draw_words(streams, games, words)
        if not len(actions):
            return advice, found
        advised = actions == advice[label]
        codes, worths = self.turn_ends.look(batch, games, counts, actions, words)
        found[label, actions] = self.network.action_points(codes, worths, actions, advised)
        return np.where(counts > 0, found.argmax(axis=1), advice), found

    def opinion(self, batch: Any, game: int, streams: np.ndarray) -> Opinion:
        """Return its choice, with the points of every legal action relative to the base's choice."""
        before = self.base.random_state if hasattr(self.base, "random_state") else None
        (advice,) = self.base.act(batch, np.array([game]))
        if before is not None:
            self.base.random_state = before
        (action,), (points,) = self.weigh(batch, np.array([game]), streams)
        if not np.isfinite(points).any():
            return Opinion(int(action))
        legal = np.flatnonzero(np.isfinite(points)).tolist()
        numbers = {one: float(points[one] - points[advice]) for one in legal}
        return Opinion(int(action), numbers, f"points relative to what {self.base.name} would do")
