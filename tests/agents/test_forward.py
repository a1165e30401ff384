"""The compiled forward pass: the numbers of the definition, whatever it was asked before, only where it is asked."""

import numpy as np
import pytest

from eurogym.agents.framework.networks.forward import FEW, few_logits, perceptron

INPUTS, ACTIONS = 37, 9
rng = np.random.default_rng(1)
SCALE = rng.choice([1.0, 0.25, 1 / 60], INPUTS).astype(np.float32)


def layers(*hidden):
    """(weights (in, out), biases (out,)) of hidden layers of these sizes and of the last one."""
    sizes = [INPUTS, *hidden, ACTIONS]
    pairs = zip(sizes[:-1], sizes[1:], strict=True)
    return [
        (rng.normal(size=pair).astype(np.float32), rng.normal(size=pair[1]).astype(np.float32))
        for pair in pairs
    ]


def observations(rows):
    """Codes (rows, INPUTS): two thirds of them 0."""
    return (rng.integers(1, 60, (rows, INPUTS)) * (rng.random((rows, INPUTS)) < 1 / 3)).astype(np.uint8)


def by_hand(known, codes):
    x = codes * SCALE.astype(np.float64)
    for weights, bias in known[:-1]:
        x = np.maximum(x @ weights + bias, 0.0)
    weights, bias = known[-1]
    return x @ weights + bias


@pytest.mark.parametrize("hidden", [(), (5,), (16,), (48, 16), (7, 40, 21)])
def test_layers_of_any_width_come_to_what_the_definition_says(hidden):
    known = layers(*hidden)
    codes = observations(FEW)
    np.testing.assert_allclose(
        few_logits(perceptron(SCALE, known), codes), by_hand(known, codes), rtol=1e-4, atol=1e-4
    )


def test_what_it_was_asked_before_changes_nothing():
    known = layers(24, 8)
    fresh, used = perceptron(SCALE, known), perceptron(SCALE, known)
    for _ in range(200):
        few_logits(used, observations(FEW))
    codes = observations(FEW)
    np.testing.assert_array_equal(few_logits(used, codes), few_logits(fresh, codes))
    np.testing.assert_array_equal(few_logits(used, codes[::-1]), few_logits(fresh, codes)[::-1])


def test_only_what_is_asked_for_is_computed():
    known = layers(24, 8)
    codes, masks = observations(FEW), rng.random((FEW, ACTIONS)) < 0.4
    net = perceptron(SCALE, known)
    found = few_logits(net, codes, masks=masks)
    np.testing.assert_array_equal(found, np.where(masks, few_logits(net, codes), 0.0))
