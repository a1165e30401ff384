"""The network of the per-seat PPO: masked probabilities, low precision, devices."""

import numpy as np
import pytest
import torch

from eurogym.common.errors import InputError
from eurogym.training.learn.layers import ActionsLinear, CodesLinear, draw, masked_log_probs, policy_of
from eurogym.training.learn.ppo.network import PolicyNetwork
from eurogym.training.learn.run import pick_device


def test_a_missing_gpu_is_said_so(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert pick_device("auto") == pick_device("cpu") == "cpu"
    with pytest.raises(InputError, match="no GPU here"):
        pick_device("cuda:1")


def test_the_policy_over_legal_actions_is_that_of_torch_and_so_are_its_gradients():
    torch.manual_seed(0)
    logits, masks = torch.randn(50, 9, requires_grad=True), torch.rand(50, 9) < 0.4
    masks[:, 3] = True
    actions = draw(logits, masks)
    assert masks.gather(1, actions[:, None]).all()
    assert torch.equal(draw(logits, masks, best=True), logits.masked_fill(~masks, -1e9).argmax(1))

    log_probs, entropies = policy_of(logits, masks, actions)
    (log_probs * torch.arange(50) + 3 * entropies).sum().backward()
    ours, logits.grad = logits.grad, None
    legal = torch.distributions.Categorical(logits=logits.masked_fill(~masks, -1e9))
    torch.testing.assert_close(log_probs, legal.log_prob(actions))
    torch.testing.assert_close(entropies, legal.entropy())
    (legal.log_prob(actions) * torch.arange(50) + 3 * legal.entropy()).sum().backward()
    torch.testing.assert_close(ours, logits.grad, rtol=1e-3, atol=1e-3)
    assert torch.all(ours[~masks] == 0)


def test_actions_are_drawn_as_often_as_they_are_likely():
    torch.manual_seed(0)
    logits, masks = (
        torch.tensor([[0.0, 9.0, 1.0, 2.0]]).repeat(20_000, 1),
        torch.ones(20_000, 4, dtype=torch.bool),
    )
    masks[:, 1] = False
    shares = torch.bincount(draw(logits, masks), minlength=4) / 20_000
    torch.testing.assert_close(shares, masked_log_probs(logits, masks)[0].exp(), rtol=0, atol=0.015)


@pytest.mark.parametrize("dtype", [torch.uint8, torch.float32])
def test_a_layer_over_codes_is_a_linear_layer_whatever_is_rare(dtype):
    torch.manual_seed(0)
    layer = CodesLinear(np.full(40, 0.1, np.float32), 6)
    codes = (torch.randint(0, 20, (300, 40)) * (torch.rand(300, 40) < torch.linspace(0, 1, 40))).to(dtype)
    plain = [one.detach().clone().requires_grad_() for one in (layer.weight, layer.bias)]
    wanted = codes.float() * layer.scale @ plain[0] + plain[1]
    wanted.square().sum().backward()
    for divided in (False, True):
        if divided:
            layer.divide(codes)
            assert 5 < int((layer.rare > 0).sum()) < 15
        layer.zero_grad()
        given = layer(codes)
        given.square().sum().backward()
        torch.testing.assert_close(given, wanted, rtol=1e-4, atol=1e-4)
        for ours, theirs in zip((layer.weight, layer.bias), plain, strict=True):
            torch.testing.assert_close(ours.grad, theirs.grad, rtol=1e-4, atol=1e-2)


def test_gradients_of_few_actions_are_those_of_a_linear_layer():
    torch.manual_seed(0)
    layer, plain = ActionsLinear(5, 9), torch.nn.Linear(5, 9)
    plain.load_state_dict(layer.state_dict())
    hidden = [torch.randn(30, 5).requires_grad_()]
    hidden.append(hidden[0].detach().clone().requires_grad_())
    weight = torch.randn(30, 9) * (torch.rand(30, 9) < 0.2)
    for one, given in zip((layer, plain), hidden, strict=True):
        (one(given) * weight).sum().backward()
    torch.testing.assert_close(hidden[0].grad, hidden[1].grad)
    torch.testing.assert_close(layer.weight.grad, plain.weight.grad)
    torch.testing.assert_close(layer.bias.grad, plain.bias.grad)


def test_bfloat16_layers_stay_close_to_float32():
    torch.manual_seed(0)
    exact = PolicyNetwork(np.full(40, 0.1, np.float32), 6, [32, 16])
    rounded = PolicyNetwork(np.full(40, 0.1, np.float32), 6, [32, 16])
    rounded.dtype = torch.bfloat16
    rounded.load_state_dict(exact.state_dict())
    codes = torch.randint(0, 256, (30, 40), dtype=torch.uint8)
    torch.testing.assert_close(rounded(codes)[0], exact(codes)[0], rtol=0.02, atol=0.02)
