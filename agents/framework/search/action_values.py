"""Networks that judge actions by the positions that they lead to, as `eurogym learn distil` learns them from a search.

For the position x_a that the seat would see at the end of its turn after action a
(agents/framework/search/turn_ends.py), the network predicts the return in points:

    q_a = w3 . relu(relu(x_a W1 + b1) W2 + b2) + w . x_a + c . worth_a + action[a] + stay[a] if a is the base's choice

where worth_a is the game's evaluation of that position, for the seat by itself and against the best other seat, and the
base is the heuristic or, if the network says so, the policy that ships for the table. The action with the largest q_a
is played, averaged over several looks with separate random streams. What is learned about a position serves every
action that leads to a similar one, whereas a network with an output for every action has to learn each one separately.
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
    """A network with action values, at one kind of tables.

    `trust` is the number of points by which the base's choice is raised beyond what was learned; None: as the network
    says. `looks` is the number of samples that are averaged; 0: as the network says.
    """

    def __init__(self, checkpoint: Checkpoint, batch: Any, trust: float | None = None, looks: int = 0):
        metadata = checkpoint.metadata
        self.network = checkpoint.network_for(batch)
        heuristic, base = metadata["heuristic"], metadata.get("base") or metadata["heuristic"]
        self.base = base_agent(base, batch.game)
        self.turn_ends = TurnEnds(heuristic, metadata.get("horizon", 0))
        self.looks = looks or metadata.get("looks", 1)
        self.trust = metadata.get("trust", 0.0) if trust is None else trust

    def prepare(self, batch: Any) -> None:
        """Load and compile what is needed at these tables."""
        self.base.prepare(batch)
        self.turn_ends.bind(batch)

    def reset(self, seed: int) -> None:
        """Start the random streams of the base again."""
        self.base.reset(seed)

    def weigh(self, batch: Any, games: np.ndarray, streams: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the chosen actions (n,) and the values of all actions in points, the base's choice raised by `trust`.

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
        if not len(actions):
            draw_words(streams, games, np.zeros(len(games), np.uint64))
            return advice, found
        advised = actions == advice[label]
        found[label, actions] = self._judged(batch, games, counts, actions, advised, streams)
        found[label[advised], actions[advised]] += np.float32(self.trust)
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
        points[advice] -= np.float32(self.trust)
        legal = np.flatnonzero(np.isfinite(points)).tolist()
        numbers = {one: float(points[one] - points[advice]) for one in legal}
        return Opinion(int(action), numbers, f"points relative to what {self.base.name} would do")

    def _judged(
        self,
        batch: Any,
        games: np.ndarray,
        counts: np.ndarray,
        actions: np.ndarray,
        advised: np.ndarray,
        streams: np.ndarray,
    ) -> np.ndarray:
        """Return the points (k,) of the legal actions, averaged over all looks."""
        words, total = np.zeros(len(games), np.uint64), np.float32(0.0)
        for _ in range(self.looks):
            draw_words(streams, games, words)
            codes, worths = self.turn_ends.look(batch, games, counts, actions, words)
            total = total + self.network.action_points(codes, worths, actions, advised)
        return total / np.float32(self.looks)
