"""Trained networks in plain numpy: a policy, values, and returns from positions in points.

Every part may be missing; those that exist are the heads of the network:

    policy          logits of all actions from an observation (`logits`)
    value           the expected reward of a seat, from the hidden layers of the policy or from separate ones (`values`)
    points          with `Points`, the return from a position in points, from its observation and its evaluation
                    (`position_points`); with terms for actions, the values of actions by the positions they lead to
                    (`action_points`)

A policy may stand on a heuristic (agents/framework/networks/residual.py). Files:
agents/framework/networks/checkpoint.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from eurogym.agents.framework.networks.residual import START, Residual, fresh
from eurogym.envs.core.compile.kernels import PURE
from eurogym.envs.core.errors import EurogymError

ACTIVATIONS = {
    "relu": lambda x: np.maximum(x, 0.0, out=x),
    "tanh": lambda x: np.tanh(x, out=x),
}
Layers = list[tuple[np.ndarray, np.ndarray]]


class CheckpointError(EurogymError):
    """A network that is damaged, or that does not fit the game it is asked to play."""


@dataclass(frozen=True)
class Points:
    """The terms that a value head in points adds to the output of its layers.

    Attributes:
        direct: (F,) float32, points per unit of each scaled entry of the observation.
        worths: (2,), points per point of the game's evaluation, for the seat by itself and against the best other seat.
        action: (A,), added for the action that leads to the position; None if only positions are judged.
        stay: (A,), added if this action is the choice of the agent compared with; None likewise.
    """

    direct: np.ndarray
    worths: np.ndarray
    action: np.ndarray | None = None
    stay: np.ndarray | None = None


@dataclass
class Network:
    """A multilayer perceptron with some of these heads; it needs only numpy.

    `scale` (F,) turns uint8 codes into the scaled observation that the first layers expect. `policy` and `value` are
    lists of (weight (out, in) float32, bias (out,) float32); the value begins with the hidden activations after
    `shared_layers` layers of the policy (0: with the observation). A policy with a `residual` stands on a heuristic:
    its methods need `advice` (n,) int64, the heuristic's choices.
    """

    scale: np.ndarray
    policy: Layers = field(default_factory=list)
    value: Layers = field(default_factory=list)
    shared_layers: int = 0
    activation: str = "relu"
    residual: Residual | None = None
    points: Points | None = None

    def __post_init__(self):
        if self.activation not in ACTIVATIONS:
            raise CheckpointError(f"activation is {self.activation!r}; allowed: {', '.join(ACTIVATIONS)}")
        self._activate = ACTIVATIONS[self.activation]
        self._policy = [(_transposed(w), b) for w, b in self.policy]
        self._value = [(_transposed(w), b) for w, b in self.value]
        # For codes the scale is folded into the weights: code * scale @ W == code @ (scale * W).
        self._first = self._policy[0][0] * self.scale[:, None] if self._policy else None
        self._compiled = self._judging = None

    @property
    def num_inputs(self) -> int:
        """The number of entries of an observation."""
        return len(self.scale)

    @property
    def num_actions(self) -> int:
        """The number of actions that it knows; 0 if it only judges positions."""
        if self.policy:
            return self.policy[-1][0].shape[0]
        return 0 if self.points is None or self.points.action is None else len(self.points.action)

    @property
    def judges_positions(self) -> bool:
        """Whether it predicts the return from a position, so that a search can stop there."""
        return self.points is not None and self.points.action is None

    def standing_on(self, agent: str, beta: float = 0.0) -> Network:
        """Return this policy, standing on a heuristic.

        That is its own heuristic, with `beta` for every choice unless that is 0, or else the heuristic `agent`, with
        `beta` or the usual one (agents/framework/networks/residual.py).
        """
        own = self.residual
        if own is None:
            own = fresh(agent, self.num_actions, self.policy[0][0].shape[0], beta or START)
        elif beta:
            own = replace(own, beta=np.full_like(own.beta, beta))
        return replace(self, residual=own)

    # --- the policy -----------------------------------------------------------------------------------------------

    def logits(
        self, observations: np.ndarray, advice: np.ndarray | None = None, masks: np.ndarray | None = None
    ) -> np.ndarray:
        """Return the logits (n, A) float32 for uint8 codes or scaled float32 observations (n, F).

        With masks (n, A), logits are meaningless where these are False. A few rows of codes go through the compiled
        pass of agents/framework/networks/forward.py, many rows through numpy.
        """
        if not PURE and observations.dtype == np.uint8:
            from eurogym.agents.framework.networks.forward import FEW, few_logits

            if len(observations) <= FEW:
                return few_logits(self.compiled(), observations, self._checked(advice), masks)
        return self._forward(observations, advice)[0]

    def compiled(self) -> Any:
        """Return this policy compiled, for a few rows of codes: `agents.framework.networks.forward.Perceptron`."""
        if self._compiled is None:
            from eurogym.agents.framework.networks.forward import perceptron

            self._compiled = perceptron(self.scale, self._policy, self.activation, self.residual)
        return self._compiled

    def probabilities(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        temperature: float = 1.0,
        advice: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return the probabilities (n, A) float32 of the legal actions; exactly 0 where `masks` (n, A) is False."""
        logits = np.where(masks, self.logits(observations, advice, masks), -np.inf)
        logits -= logits.max(axis=1, keepdims=True)
        weights = np.exp(logits / temperature)
        return weights / weights.sum(axis=1, keepdims=True)

    def best(
        self, observations: np.ndarray, masks: np.ndarray, advice: np.ndarray | None = None
    ) -> np.ndarray:
        """Return the legal action with the highest logit (n,) int64; the first one on a tie."""
        return np.where(masks, self.logits(observations, advice, masks), -np.inf).argmax(axis=1)

    def sample(
        self, observations, masks, uniform: np.ndarray, temperature: float = 1.0, advice=None
    ) -> np.ndarray:
        """Return one legal action per row (n,) int64, drawn with the given uniform numbers (n,) in [0, 1)."""
        shares = self.probabilities(observations, masks, temperature, advice)
        cumulated = np.cumsum(shares, axis=1, dtype=np.float64)
        threshold = np.minimum(uniform, 1.0 - 1e-9) * cumulated[:, -1]
        return (cumulated <= threshold[:, None]).sum(axis=1)

    def _checked(self, advice: np.ndarray | None) -> np.ndarray | None:
        """Return the heuristic's choices; they must be given if the network stands on one, and only then."""
        if (advice is None) != (self.residual is None):
            raise CheckpointError(
                "this is not a residual policy; it takes no advice"
                if self.residual is None
                else f"this is a residual policy on top of {self.residual.agent}; it needs its choices as advice"
            )
        return advice

    def _forward(
        self, observations: np.ndarray, advice: np.ndarray | None = None
    ) -> tuple[np.ndarray, list[np.ndarray]]:
        advice = self._checked(advice)
        x = np.asarray(observations)
        first = self._first if x.dtype == np.uint8 else self._policy[0][0]
        x = x.astype(np.float32, copy=False) @ first + self._policy[0][1]
        if advice is not None:
            x = self.residual.enter(x, advice)
        hidden = []
        for weight, bias in self._policy[1:]:
            x = self._activate(x)
            hidden.append(x)
            x = x @ weight + bias
        return (x if advice is None else self.residual.leave(x, advice)), hidden

    # --- values ---------------------------------------------------------------------------------------------------

    def values(self, observations: np.ndarray, advice: np.ndarray | None = None) -> np.ndarray:
        """Return values (n,) float32 for the seat to move; raise CheckpointError without a value head."""
        if not self.value:
            raise CheckpointError("this network has no value head")
        x = np.asarray(observations)
        if self.shared_layers:
            x = self._forward(observations, advice)[1][self.shared_layers - 1]
        elif x.dtype == np.uint8:
            x = x * self.scale
        for weight, bias in self._value[:-1]:
            x = self._activate(x @ weight + bias)
        weight, bias = self._value[-1]
        return (x @ weight + bias)[:, 0]

    def position_points(self, codes: np.ndarray, worths: np.ndarray) -> np.ndarray:
        """Return the returns from positions in points, float32 (k,), for codes uint8 (k, F) and worths (k, 2).

        The worths are the two evaluations of `Points`.
        """
        hidden = scaled = codes * self.scale
        for weight, bias in self._value[:-1]:
            hidden = np.maximum(hidden @ weight + bias, 0.0)
        weight, bias = self._value[-1]
        return (hidden @ weight + bias)[:, 0] + scaled @ self.points.direct + worths @ self.points.worths

    def action_points(
        self, codes: np.ndarray, worths: np.ndarray, actions: np.ndarray, advised: np.ndarray
    ) -> np.ndarray:
        """Return the values of k actions, float32 (k,).

        `codes` and `worths` are those of the positions that they lead to (see `position_points`), `actions` is (k,),
        and `advised`, bool (k,), says which are the choice of the agent compared with. It is fastest if successive
        positions are similar.
        """
        if PURE:
            found = self.position_points(codes, worths)
        else:
            from eurogym.agents.framework.networks.forward import first_outputs

            found = np.zeros(len(codes), np.float32)
            first_outputs(self.judging(), np.ascontiguousarray(codes), found)
            found += worths @ self.points.worths
        found = found + self.points.action[actions]
        return found + np.where(advised, self.points.stay[actions], np.float32(0.0))

    def judging(self) -> Any:
        """Return the returns from positions, without their evaluation, as a compiled
        `agents.framework.networks.forward.Perceptron`.

        The direct term goes through two additional units of each hidden layer, one for each sign.
        """
        if self._judging is None:
            from eurogym.agents.framework.networks.forward import perceptron

            direct, none = self.points.direct, np.zeros(2, np.float32)
            (first, first_bias), *between, (last, last_bias) = self._value
            apart = np.concatenate([first, np.stack([direct, -direct], axis=1)], axis=1)
            layers = [(apart, np.append(first_bias, none))]
            for weight, bias in between:
                hidden, out = weight.shape
                wider = np.zeros((hidden + 2, out + 2), np.float32)
                wider[:hidden, :out], wider[hidden, out], wider[hidden + 1, out + 1] = weight, 1.0, 1.0
                layers.append((wider, np.append(bias, none)))
            layers.append((np.append(last[:, 0], (1.0, -1.0))[:, None], last_bias))
            self._judging = perceptron(self.scale, layers)
        return self._judging


def _transposed(weight: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(weight.T, dtype=np.float32)
