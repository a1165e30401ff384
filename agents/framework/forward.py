"""A compiled forward pass for one observation at a time: codes are mostly 0, and so are hidden units after a relu.

Only what is not 0 is multiplied, row by row of weights that lie input after input. For many observations at once the
matrix products of numpy (agents/framework/policy.py) are the faster way.
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile import entry

RELU, TANH = 0, 1
FEW = 8  # up to so many rows at once this way is the faster one, see docs/results/speed.md


@entry
def forward_rows(codes, advice, sizes, weights, embedding, beta, activation, work, out):
    """Write the logits of the observations codes (n, F) uint8 to `out` (n, A) float32.

    sizes: int64[L + 1] inputs of every layer, and A; weights: float32, layer after layer the weights (in, out) and
    the biases; advice: int64[n], the heuristic's choices, -1 for none; embedding: (A, H) and beta: (A,) what they add;
    activation: RELU or TANH; work: float32[2, widest layer].
    """
    layers = sizes.shape[0] - 1
    for row in range(codes.shape[0]):
        start = 0
        for layer in range(layers):
            inputs, outputs = sizes[layer], sizes[layer + 1]
            bias = start + inputs * outputs
            into = work[layer % 2]
            source = work[(layer + 1) % 2]
            for k in range(outputs):
                into[k] = weights[bias + k]
            if layer == 0 and advice[row] >= 0:
                for k in range(outputs):
                    into[k] += embedding[advice[row], k]
            for i in range(inputs):
                value = np.float32(codes[row, i]) if layer == 0 else source[i]
                if value != 0:
                    column = start + i * outputs
                    for k in range(outputs):
                        into[k] += value * weights[column + k]
            if layer < layers - 1:
                if activation == RELU:
                    for k in range(outputs):
                        into[k] = max(into[k], np.float32(0.0))
                else:
                    for k in range(outputs):
                        into[k] = np.tanh(into[k])
            start = bias + outputs
        for k in range(sizes[layers]):
            out[row, k] = work[(layers - 1) % 2, k]
        if advice[row] >= 0:
            out[row, advice[row]] += beta[advice[row]]


class SparseForward:
    """The logits of a network for a few rows of codes."""

    def __init__(self, layers, activation: str, residual=None):
        """layers: (weight (in, out) for codes, bias (out,)) in order; residual: a `Residual` or None."""
        self.sizes = np.array([layers[0][0].shape[0], *(weight.shape[1] for weight, _ in layers)], np.int64)
        self.weights = np.concatenate(
            [np.asarray(part, np.float32).ravel() for layer in layers for part in layer]
        )
        self.activation = {"relu": RELU, "tanh": TANH}[activation]
        self.embedding = np.zeros((1, 1), np.float32) if residual is None else residual.embedding
        self.beta = np.zeros(1, np.float32) if residual is None else residual.beta
        self.work = np.zeros((2, int(self.sizes[1:].max())), np.float32)

    def logits(self, codes: np.ndarray, advice: np.ndarray | None = None) -> np.ndarray:
        """Logits (n, A) float32 of codes (n, F) uint8 and, for a residual policy, the choices (n,) it stands on."""
        out = np.empty((len(codes), int(self.sizes[-1])), np.float32)
        if advice is None:
            advice = np.full(len(codes), -1, np.int64)
        forward_rows(
            np.ascontiguousarray(codes), np.asarray(advice, np.int64), self.sizes, self.weights,
            self.embedding, self.beta, self.activation, self.work, out,
        )  # fmt: skip
        return out
