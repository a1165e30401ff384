"""The network of the per-seat PPO: masked probabilities, low precision, devices."""

import numpy as np
import pytest
import torch

from eurogym.training.errors import InputError
from eurogym.training.learn.network import PolicyNetwork, pick_device


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
    rounded = PolicyNetwork(np.full(40, 0.1, np.float32), 6, [32, 16], low_precision=True)
    rounded.load_state_dict(exact.state_dict())
    codes, masks = torch.randint(0, 256, (30, 40), dtype=torch.uint8), torch.ones(30, 6, dtype=torch.bool)
    torch.testing.assert_close(rounded(codes, masks)[0], exact(codes, masks)[0], rtol=0.02, atol=0.02)
