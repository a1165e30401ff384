"""A compiled forward pass for one observation at a time.

Most codes are 0, and most stay the same from one decision of a seat to its next. Therefore the sums of the first layer
are kept, and only changes are added to them. They are integers and so exact: the result does not depend on earlier
observations. Of the last layer, only what is requested is computed. For many observations at once, the matrix products
of numpy (agents/framework/networks/network.py) are faster.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from eurogym.envs.core.compile.kernels import entry, kernel

if TYPE_CHECKING:
    from eurogym.agents.framework.networks.network import Layers
    from eurogym.agents.framework.networks.residual import Residual

RELU, TANH = 0, 1
FEW = 64  # up to so many rows at once this way is the faster one, see docs/improving.md
SLOTS = FEW  # observations that are remembered
WORD = 8  # codes that are compared at once
LARGEST = 2**31 - 1  # of the weights of the first layer
LANES = 16  # partial sums of a scalar product


class Perceptron(NamedTuple):
    """A multilayer perceptron in the form for compiled code, with its working memory; without `sizes` there is none.

    Attributes:
        codes: uint8 (F,), the observation, padded with zeros to a multiple of WORD.
        words: uint64 (F / WORD,), the same memory.
        earlier, earlier_words: (SLOTS, F) and (SLOTS, F / WORD), the previous observation of every slot.
        sums: int64 (SLOTS, H), the first layer of these, without biases.
        first: int32 (F * H,), weights of the first layer, input after input.
        unit: float32 (H,), the value of 1 in these weights.
        bias: float32 (H,), biases of the first layer.
        sizes: int64 (L,), number of units of every layer.
        weights: float32, weights and biases of the other layers in order: (in, out), and (out, in) for the last one.
        embedding, beta: float32 (A, H) and (A,), added to the first layer and to the logits for the heuristic's choice.
        activation: int64 (1,), RELU or TANH.
        work: float32 (3, widest layer), scratch.
        which: int64 (most inputs,), scratch.
        steps: int64 (F,), changes of the codes.
    """

    codes: np.ndarray
    words: np.ndarray
    earlier: np.ndarray
    earlier_words: np.ndarray
    sums: np.ndarray
    first: np.ndarray
    unit: np.ndarray
    bias: np.ndarray
    sizes: np.ndarray
    weights: np.ndarray
    embedding: np.ndarray
    beta: np.ndarray
    activation: np.ndarray
    work: np.ndarray
    which: np.ndarray
    steps: np.ndarray

    def another(self) -> Perceptron:
        """Return a copy with a working memory of its own, for another thread."""
        codes, earlier, sums, work, which, steps = map(
            np.zeros_like, (self.codes, self.earlier, self.sums, self.work, self.which, self.steps)
        )
        words, earlier_words = codes.view(np.uint64), earlier.view(np.uint64)
        return self._replace(
            codes=codes, words=words, earlier=earlier, earlier_words=earlier_words, sums=sums, work=work, which=which,
            steps=steps,
        )  # fmt: skip


def perceptron(
    scale: np.ndarray, layers: Layers, activation: str = "relu", residual: Residual | None = None
) -> Perceptron:
    """Return a perceptron with layers (weights (in, out), biases (out,)), in order, for codes times `scale` (F,)."""
    (entering, bias), *others = layers
    inputs, units = entering.shape
    padded = inputs + -inputs % WORD
    entering = entering.astype(np.float64) * scale[:, None]
    unit = np.maximum(np.abs(entering).max(axis=0), 1e-30) / LARGEST
    first = np.zeros((padded, units), np.int32)
    first[:inputs] = np.rint(entering / unit)
    sizes = [weights.shape[1] for weights, _ in layers]
    parts = [part for layer in others[:-1] for part in layer]
    parts += [part for weights, biases in others[-1:] for part in (weights.T, biases)]
    codes, earlier = np.zeros(padded, np.uint8), np.zeros((SLOTS, padded), np.uint8)
    if residual is None:
        embedding, beta = np.zeros((sizes[-1], units), np.float32), np.zeros(sizes[-1], np.float32)
    else:
        embedding, beta = (np.ascontiguousarray(a, np.float32) for a in (residual.embedding, residual.beta))
    return Perceptron(
        codes=codes, words=codes.view(np.uint64), earlier=earlier, earlier_words=earlier.view(np.uint64),
        sums=np.zeros((SLOTS, units), np.int64), first=first.ravel(), unit=unit.astype(np.float32),
        bias=np.array(bias, np.float32), sizes=np.array(sizes, np.int64),
        weights=np.concatenate([np.zeros(0), *map(np.ravel, parts)]).astype(np.float32),
        embedding=embedding, beta=beta, activation=np.array([{"relu": RELU, "tanh": TANH}[activation]]),
        work=np.zeros((3, max(*sizes, LANES)), np.float32), which=np.zeros(max(padded, *sizes), np.int64),
        steps=np.zeros(padded, np.int64),
    )  # fmt: skip


def no_perceptron() -> Perceptron:
    """Return a perceptron without layers, which is never evaluated."""
    whole, reals = np.zeros(0, np.int64), np.zeros(0, np.float32)
    return Perceptron(
        codes=np.zeros(0, np.uint8), words=np.zeros(0, np.uint64), earlier=np.zeros((0, 0), np.uint8),
        earlier_words=np.zeros((0, 0), np.uint64), sums=np.zeros((0, 0), np.int64), first=np.zeros(0, np.int32),
        unit=reals, bias=reals, sizes=whole, weights=reals, embedding=np.zeros((0, 0), np.float32), beta=reals,
        activation=whole, work=np.zeros((0, 0), np.float32), which=whole, steps=whole,
    )  # fmt: skip


# Slices, because numba vectorises no loop over computed indices.


@kernel
def add_row(into, weights, at, value):
    """Add a row of weights times an input."""
    row = weights[at : at + into.shape[0]]
    for k in range(into.shape[0]):
        into[k] += value * row[k]


@kernel
def add_four_rows(into, weights, at, values):
    """Add four rows of weights times their inputs at once: `into` is read and written only once."""
    one = weights[at[0] : at[0] + into.shape[0]]
    two = weights[at[1] : at[1] + into.shape[0]]
    three = weights[at[2] : at[2] + into.shape[0]]
    four = weights[at[3] : at[3] + into.shape[0]]
    a, b, c, d = values
    for k in range(into.shape[0]):
        into[k] += a * one[k] + b * two[k] + c * three[k] + d * four[k]


@kernel
def add_rows(into, weights, start, source, which, filled):
    """Add the first `filled` entries of source that `which` names times their rows of weights, from `start` on."""
    width = into.shape[0]
    j = 0
    while j + 4 <= filled:
        a, b, c, d = which[j], which[j + 1], which[j + 2], which[j + 3]
        at = (start + a * width, start + b * width, start + c * width, start + d * width)
        add_four_rows(into, weights, at, (source[a], source[b], source[c], source[d]))
        j += 4
    while j < filled:
        add_row(into, weights, start + which[j] * width, source[which[j]])
        j += 1


@kernel
def add_product(into, weights, start, source, which):
    """Add source (n,) times weights (n, m), which begin at `start`, to into (m,); which: int64[n], overwritten."""
    filled = 0
    for i in range(source.shape[0]):
        which[filled] = i
        filled += source[i] != 0
    add_rows(into, weights, start, source, which, filled)


@kernel
def follow_codes(net, slot):
    """Update the sums of a slot from its previous codes to `net.codes`."""
    codes, words, which, steps = net.codes, net.words, net.which, net.steps
    earlier, earlier_words = net.earlier[slot], net.earlier_words[slot]
    filled = 0
    for word in range(words.shape[0]):
        if words[word] != earlier_words[word]:
            for place in range(WORD * word, WORD * word + WORD):
                which[filled] = place
                steps[place] = np.int64(codes[place]) - np.int64(earlier[place])
                filled += steps[place] != 0
            earlier_words[word] = words[word]
    add_rows(net.sums[slot], net.first, 0, steps, which, filled)


@kernel
def activate(units, activation):
    """Apply the activation in place."""
    if activation == RELU:
        for k in range(units.shape[0]):
            units[k] = max(units[k], np.float32(0.0))
    else:
        for k in range(units.shape[0]):
            units[k] = np.tanh(units[k])


@kernel
def clear(net):
    """Set all codes to 0."""
    for word in range(net.words.shape[0]):
        net.words[word] = 0


@kernel
def think(net, slot, advice):
    """Compute the hidden layers for `net.codes`; `advice` is the heuristic's choice, -1 for none.

    Observations of the same slot (0 to SLOTS - 1) should be similar.
    """
    follow_codes(net, slot)
    sizes, sums, into = net.sizes, net.sums[slot], net.work[0, : net.sizes[0]]
    for k in range(into.shape[0]):
        into[k] = np.float32(sums[k]) * net.unit[k] + net.bias[k]
    if advice >= 0:
        seen = net.embedding[advice]
        for k in range(into.shape[0]):
            into[k] += seen[k]
    if sizes.shape[0] > 1:
        activate(into, net.activation[0])
    start = 0
    for layer in range(1, sizes.shape[0] - 1):
        inputs, outputs = sizes[layer - 1], sizes[layer]
        into = net.work[layer % 2, :outputs]
        biases = net.weights[start + inputs * outputs : start + inputs * outputs + outputs]
        for k in range(outputs):
            into[k] = biases[k]
        add_product(into, net.weights, start, net.work[(layer + 1) % 2, :inputs], net.which)
        activate(into, net.activation[0])
        start += inputs * outputs + outputs


@kernel
def output(net, number):
    """Return one of the outputs after `think`, float32."""
    depth = net.sizes.shape[0] - 1
    if depth == 0:
        return net.work[0, number]
    width, outputs = net.sizes[depth - 1], net.sizes[depth]
    end = net.weights.shape[0] - outputs
    hidden = net.work[(depth + 1) % 2, :width]
    row = net.weights[end - (outputs - number) * width : end - (outputs - number - 1) * width]
    parts = net.work[2, :LANES]
    for k in range(LANES):
        parts[k] = 0.0
    whole = width - width % LANES
    for at in range(0, whole, LANES):
        ours, theirs = hidden[at : at + LANES], row[at : at + LANES]
        for k in range(LANES):
            parts[k] += ours[k] * theirs[k]
    total = net.weights[end + number]
    for at in range(whole, width):
        total += hidden[at] * row[at]
    for k in range(LANES):
        total += parts[k]
    return total


@entry
def forward_rows(net, codes, advice, masks, out):
    """Write the logits of the actions in masks uint8 (n, A) to `out` (n, A) float32.

    codes: uint8 (n, F) observations, n <= SLOTS; advice: int64 (n,), the heuristic's choices, -1 for none.
    """
    for row in range(codes.shape[0]):
        for place in range(codes.shape[1]):
            net.codes[place] = codes[row, place]
        think(net, row, advice[row])
        for action in range(masks.shape[1]):
            if masks[row, action]:
                out[row, action] = output(net, action)
        if advice[row] >= 0:
            out[row, advice[row]] += net.beta[advice[row]]


@entry
def first_outputs(net, codes, out):
    """Write the first output for codes uint8 (n, F) to `out` (n,) float32; consecutive rows should be similar."""
    for row in range(codes.shape[0]):
        for place in range(codes.shape[1]):
            net.codes[place] = codes[row, place]
        think(net, 0, -1)
        out[row] = output(net, 0)


def few_logits(
    net: Perceptron, codes: np.ndarray, advice: np.ndarray | None = None, masks: np.ndarray | None = None
) -> np.ndarray:
    """Return the logits (n, A) float32 for codes (n, F) uint8, n <= FEW; a residual policy needs its choices (n,).

    With masks (n, A), the logits of other actions are meaningless.
    """
    shape = (len(codes), int(net.sizes[-1]))
    out = np.zeros(shape, np.float32)
    if advice is None:
        advice = np.full(len(codes), -1, np.int64)
    masks = (
        np.ones(shape, np.uint8) if masks is None else np.ascontiguousarray(masks, np.bool_).view(np.uint8)
    )
    forward_rows(net, np.ascontiguousarray(codes), np.asarray(advice, np.int64), masks, out)
    return out
