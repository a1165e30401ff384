"""The network of the per-seat PPO: masked probabilities, low precision, devices."""

import numpy as np
import pytest
import torch

from eurogym.common.errors import InputError
from eurogym.training.learn.ppo.network import PolicyNetwork, held
from eurogym.training.learn.run import pick_device


def test_a_missing_gpu_is_said_so(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert pick_device("auto") == pick_device("cpu") == "cpu"
    with pytest.raises(InputError, match="no GPU here"):
        pick_device("cuda:1")


def test_entropy_and_log_probabilities_leave_illegal_actions_out():
    network = PolicyNetwork(np.ones(3, np.float32), 4, [8])
    codes = torch.randint(0, 9, (5, 3), dtype=torch.uint8)
    masks = torch.tensor([[True, False, True, False]] * 5)
    log_probs, _ = network(codes, masks)
    probabilities = log_probs.exp()
    assert torch.all(probabilities[:, [1, 3]] == 0)
    legal = torch.distributions.Categorical(logits=log_probs[:, [0, 2]])
    torch.testing.assert_close(-(probabilities * log_probs).sum(1), legal.entropy())
    (-(probabilities * log_probs).sum(1).mean()).backward()
    assert all(torch.isfinite(p.grad).all() for p in network.policy_head.parameters())


def test_bfloat16_layers_stay_close_to_float32():
    torch.manual_seed(0)
    exact = PolicyNetwork(np.full(40, 0.1, np.float32), 6, [32, 16])
    rounded = PolicyNetwork(np.full(40, 0.1, np.float32), 6, [32, 16])
    rounded.dtype = torch.bfloat16
    rounded.load_state_dict(exact.state_dict())
    codes, masks = torch.randint(0, 256, (30, 40), dtype=torch.uint8), torch.ones(30, 6, dtype=torch.bool)
    torch.testing.assert_close(rounded(codes, masks)[0], exact(codes, masks)[0], rtol=0.02, atol=0.02)


@pytest.mark.parametrize("low_precision", [False, True])
def test_the_first_layer_learns_what_autograd_has_it_learn(low_precision):
    torch.manual_seed(0)
    network = PolicyNetwork(np.full(40, 0.1, np.float32), 6, [32, 16])
    network.dtype = torch.bfloat16 if low_precision else torch.float32
    codes, masks = torch.randint(0, 20, (30, 40), dtype=torch.uint8), torch.rand(30, 6) < 0.8
    masks[:, 0] = True
    log_probs, values = network(codes, masks)
    (log_probs[:, 0].sum() + values.sum()).backward()

    first, second = network.hidden
    weights = [layer.weight.detach().clone().requires_grad_() for layer in network.hidden]
    x = torch.relu(codes.float() * network.scale @ weights[0].T + first.bias)
    x = torch.relu(x @ weights[1].T + second.bias)
    logits = network.policy_head(x).masked_fill(~masks, -1e9)
    (torch.log_softmax(logits, 1)[:, 0].sum() + network.value_head(x).sum()).backward()
    close = dict(rtol=0.1, atol=0.05 * float(weights[0].grad.abs().max())) if low_precision else {}
    torch.testing.assert_close(first.weight.grad, weights[0].grad, **close)
    torch.testing.assert_close(second.weight.grad, weights[1].grad, **close)


def test_what_is_held_is_what_it_computes_with_and_no_longer():
    network = PolicyNetwork(np.ones(3, np.float32), 4, [8])
    codes, masks = torch.randint(0, 9, (5, 3), dtype=torch.uint8), torch.ones(5, 4, dtype=torch.bool)
    with torch.no_grad():
        before = network(codes, masks)[1]
        with held(network, None):
            torch.testing.assert_close(network(codes, masks)[1], before)
        network.hidden[0].weight += 1.0
        assert not torch.allclose(network(codes, masks)[1], before)
