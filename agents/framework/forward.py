"""A compiled forward pass for one observation at a time: codes are mostly 0, and so are hidden units after a relu.

Only what is not 0 is multiplied, row by row of weights that lie input after input. For many observations at once the
matrix products of numpy (agents/framework/policy.py) are the faster way.
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile import entry, kernel

RELU, TANH = 0, 1
FEW = 16  # up to so many rows at once this way is the faster one, see docs/lessons.md


@kernel
def add_row(into, weights, at, value):
    """Add a row of weights times what comes in. Slices, because numba vectorises no loop over computed indices."""
    row = weights[at : at + into.shape[0]]
    for k in range(into.shape[0]):
        into[k] += value * row[k]


@kernel
def add_four_rows(into, weights, at, values):
    """The same of four rows at once: `into` is read and written once."""
    one = weights[at[0] : at[0] + into.shape[0]]
    two = weights[at[1] : at[1] + into.shape[0]]
    three = weights[at[2] : at[2] + into.shape[0]]
    four = weights[at[3] : at[3] + into.shape[0]]
    a, b, c, d = values
    for k in range(into.shape[0]):
        into[k] += a * one[k] + b * two[k] + c * three[k] + d * four[k]


@kernel
def add_product(into, weights, start, source, which):
    """Add source (n,) times weights (n, m), which begin at `start`, to into (m,); which: int64[n], overwritten."""
    filled = 0
    for i in range(source.shape[0]):
        which[filled] = i
        filled += source[i] != 0
    width = into.shape[0]
    j = 0
    while j + 4 <= filled:
        a, b, c, d = which[j], which[j + 1], which[j + 2], which[j + 3]
        at = (start + a * width, start + b * width, start + c * width, start + d * width)
        values = (np.float32(source[a]), np.float32(source[b]), np.float32(source[c]), np.float32(source[d]))
        add_four_rows(into, weights, at, values)
        j += 4
    while j < filled:
        add_row(into, weights, start + which[j] * width, np.float32(source[which[j]]))
        j += 1


@kernel
def forward_row(codes, advice, sizes, weights, embedding, beta, activation, work, which, out):
    """Write the logits (A,) float32 of one observation, codes (F,) uint8, to `out`; the rest as of `forward_rows`."""
    layers = sizes.shape[0] - 1
    start = 0
    for layer in range(layers):
        inputs, outputs = sizes[layer], sizes[layer + 1]
        into = work[layer % 2, :outputs]
        biases = weights[start + inputs * outputs : start + inputs * outputs + outputs]
        for k in range(outputs):
            into[k] = biases[k]
        if layer == 0:
            if advice >= 0:
                seen = embedding[advice]
                for k in range(outputs):
                    into[k] += seen[k]
            add_product(into, weights, start, codes, which)
        else:
            add_product(into, weights, start, work[(layer + 1) % 2, :inputs], which)
        if layer < layers - 1:
            if activation == RELU:
                for k in range(outputs):
                    into[k] = max(into[k], np.float32(0.0))
            else:
                for k in range(outputs):
                    into[k] = np.tanh(into[k])
        start += inputs * outputs + outputs
    last = work[(layers - 1) % 2]
    for k in range(sizes[layers]):
        out[k] = last[k]
    if advice >= 0:
        out[advice] += beta[advice]


@entry
def forward_rows(codes, advice, sizes, weights, embedding, beta, activation, work, which, out):
    """Write the logits of the observations codes (n, F) uint8 to `out` (n, A) float32.

    sizes: int64[L + 1] inputs of every layer, and A; weights: float32, layer after layer the weights (in, out) and
    the biases; advice: int64[n], the heuristic's choices, -1 for none; embedding: (A, H) and beta: (A,) what they add;
    activation: RELU or TANH; work: float32[2, widest layer]; which: int64[most inputs].
    """
    for row in range(codes.shape[0]):
        forward_row(
            codes[row], advice[row], sizes, weights, embedding, beta, activation, work, which, out[row]
        )


class SparseForward:
    """The logits of a network for a few rows of codes."""

    def __init__(self, layers, activation: str, residual=None):
        """layers: (weight (in, out) for codes, bias (out,)) in order; residual: a `Residual` or None."""
        self.sizes = np.array([layers[0][0].shape[0], *(weight.shape[1] for weight, _ in layers)], np.int64)
        self.weights = np.concatenate(
            [np.asarray(part, np.float32).ravel() for layer in layers for part in layer]
        )
        self.activation = {"relu": RELU, "tanh": TANH}[activation]
        self.embedding, self.beta = np.zeros((1, 1), np.float32), np.zeros(1, np.float32)
        if residual is not None:
            self.embedding = np.ascontiguousarray(residual.embedding, np.float32)
            self.beta = np.ascontiguousarray(residual.beta, np.float32)
        self.work = np.zeros((2, int(self.sizes[1:].max())), np.float32)
        self.which = np.zeros(int(self.sizes[:-1].max()), np.int64)

    def logits(self, codes: np.ndarray, advice: np.ndarray | None = None) -> np.ndarray:
        """Logits (n, A) float32 of codes (n, F) uint8 and, for a residual policy, the choices (n,) it stands on."""
        out = np.empty((len(codes), int(self.sizes[-1])), np.float32)
        if advice is None:
            advice = np.full(len(codes), -1, np.int64)
        forward_rows(
            np.ascontiguousarray(codes), np.asarray(advice, np.int64), self.sizes, self.weights,
            self.embedding, self.beta, self.activation, self.work, self.which, out,
        )  # fmt: skip
        return out
