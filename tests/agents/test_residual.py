"""Policies that stand on a heuristic, and the compiled pass for a few rows: both against plain numpy."""

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents import AgentError
from eurogym.agents.framework import registry as names
from eurogym.agents.framework.networks import forward
from eurogym.agents.framework.networks.checkpoint import describe_batch, load_checkpoint, save_checkpoint
from eurogym.agents.framework.networks.manifest import POLICY, shipped
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.agents.framework.networks.policy import PolicyAgent
from eurogym.envs.core import registry
from eurogym.envs.core.compile.kernels import PURE
from eurogym.measure.evaluate import run_duels
from tests import toy
from tests.agents.networks import policy, saved
from tests.toy.game import best_action


class BestAction:
    """The best play of the toy game, as the heuristic to stand on."""

    name = "best"

    def reset(self, seed):
        pass

    def prepare(self, batch):
        pass

    def act(self, batch, games):
        return np.array([best_action(mask) for mask in batch.action_masks[games]], np.int64)


@pytest.fixture
def standing_on_best(monkeypatch):
    """The toy game has a heuristic of this name."""
    make = agents.make
    monkeypatch.setattr(
        names, "make", lambda spec, **more: BestAction() if spec == "best" else make(spec, **more)
    )
    monkeypatch.setattr(names, "heuristic_name", lambda game: "best")


def by_hand(net, codes, advice):
    """The logits from the definition, in double precision."""
    activate = {"relu": lambda x: np.maximum(x, 0), "tanh": np.tanh}[net.activation]
    x = codes.astype(np.float64) * net.scale
    for depth, (weight, bias) in enumerate(net.policy):
        x = x @ weight.astype(np.float64).T + bias
        if depth == 0 and net.residual is not None:
            x += net.residual.embedding[advice]
        if depth < len(net.policy) - 1:
            x = activate(x)
    if net.residual is not None:
        x[np.arange(len(x)), advice] += net.residual.beta[advice]
    return x


@pytest.mark.parametrize("rows", [1, forward.FEW, forward.FEW + 1, 40])
@pytest.mark.parametrize("activation", ["relu", "tanh"])
@pytest.mark.parametrize("upon", ["best", ""])
def test_logits_are_those_of_the_definition_compiled_or_not(rows, activation, upon):
    batch = toy.batch(num_envs=rows, num_players=3, seed=4)
    net = policy(batch, activation, upon)
    advice = np.arange(rows) % batch.catalog.n
    found = net.logits(batch.observations, advice if upon else None)
    assert (net._compiled is not None) == (rows <= forward.FEW and not PURE)  # few rows: compiled
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, by_hand(net, batch.observations, advice), rtol=1e-4, atol=1e-4)
    plain = net._forward(batch.observations, advice if upon else None)[0]
    np.testing.assert_allclose(found, plain, rtol=1e-5, atol=1e-5)


def test_a_residual_checkpoint_comes_back_and_plays(tmp_path, standing_on_best):
    batch, games = toy.batch(num_envs=20, num_players=2, seed=4), np.arange(20)
    net = policy(batch, upon="best")
    loaded = load_checkpoint(saved(tmp_path, batch, net))
    assert loaded.metadata["format"] == "eurogym-network"
    assert loaded.metadata["architecture"]["residual"] == "best"
    for name in ("beta", "embedding"):
        np.testing.assert_array_equal(getattr(loaded.network.residual, name), getattr(net.residual, name))
    logits = by_hand(net, batch.observations, BestAction().act(batch, games))
    expected = np.where(batch.action_masks, logits, -np.inf).argmax(1)
    np.testing.assert_array_equal(PolicyAgent(loaded).act(batch, games), expected)
    one_by_one = np.concatenate([PolicyAgent(loaded).act(batch, games[k : k + 1]) for k in games])
    np.testing.assert_array_equal(one_by_one, expected)


def test_a_network_that_ships_has_a_byte_for_every_weight(tmp_path):
    batch = toy.batch(num_envs=2, num_players=2, seed=4)
    told = describe_batch(batch)
    whole, small, again = (tmp_path / f"{name}.npz" for name in ("whole", "small", "again"))
    save_checkpoint(whole, policy(batch), told)
    save_checkpoint(small, policy(batch), told, pack=True)
    with np.load(small) as file:
        assert {file[name].dtype for name in file.files if name.endswith("weight")} == {np.dtype(np.int8)}
        assert file["policy.0.bias"].dtype == np.float16 and file["scale"].dtype == np.float32
    found, exact = load_checkpoint(small).network, load_checkpoint(whole).network
    for (weight, bias), (true, true_bias) in zip(found.policy, exact.policy, strict=True):
        assert weight.dtype == np.float32 and (weight != true).any()
        off = np.abs(weight - true) / (np.abs(true).max(axis=0) / 127)
        assert off.max() <= 0.501 < 127 * off.mean()
        np.testing.assert_allclose(bias, true_bias, rtol=2**-11, atol=1e-7)
    save_checkpoint(again, found, told, pack=True)
    np.testing.assert_allclose(load_checkpoint(again).network.policy[0][0], found.policy[0][0], rtol=1e-5)


def test_beta_moves_a_network_from_its_own_play_to_the_heuristics(tmp_path, standing_on_best):
    """Said where an agent is named, or in the checkpoint."""
    batch, games = toy.batch(num_envs=60, num_players=2, seed=4), np.arange(60)
    path = saved(tmp_path, batch, policy(batch))
    said = saved(tmp_path, batch, policy(batch), "said", beta=2.5)
    best = BestAction().act(batch, games)

    def plays(path, more=""):
        return agents.make(f"ppo:path={path}{more}").act(batch, games)

    alone = plays(path)
    assert (alone != best).mean() > 0.2
    shares = [(plays(path, f",beta={beta}") == best).mean() for beta in (0.001, 3, 1000)]
    assert shares[0] == (alone == best).mean() < shares[1] < shares[2] == 1.0
    found = plays(said).tolist()
    assert found == plays(said, ",beta=2.5").tolist() != plays(said, ",beta=30").tolist()
    assert (
        found != plays(said, ",plain=true").tolist() == alone.tolist() == plays(path, ",plain=true").tolist()
    )


def test_a_policy_upon_a_heuristic_does_not_play_without_it(tmp_path, standing_on_best):
    batch, none = toy.batch(num_envs=1, num_players=2, seed=4), np.zeros(1, np.int64)
    with pytest.raises(CheckpointError, match="is a residual policy on top of best"):
        policy(batch, upon="best").logits(batch.observations)
    with pytest.raises(CheckpointError, match="takes no advice"):
        policy(batch).logits(batch.observations, none)
    path = saved(tmp_path, batch, policy(batch, upon="best"))
    with pytest.raises(
        CheckpointError, match="is a residual policy on top of best; it cannot play without it"
    ):
        agents.make(f"ppo:plain=true,path={path}").act(batch, none)
    with pytest.raises(AgentError, match="plain and beta cannot be used together"):
        agents.make("ppo:plain=true,beta=2")


SHIPPED = [row for game in registry.games() for row in shipped(game, POLICY) if row.upon]
TABLES = [(row, options["num_players"]) for row in SHIPPED for options in row.options]


def test_every_game_ships_policies_that_its_own_heuristic_lifts():
    for row in SHIPPED:
        assert row.open().metadata["architecture"]["residual"] == row.upon == agents.heuristic_name(row.game)
    assert {row.game for row in SHIPPED} == {"villagers", "castles_of_burgundy", "village", "keyflower"}


@pytest.mark.slow
@pytest.mark.parametrize(("row", "players"), TABLES, ids=lambda value: getattr(value, "file", value))
def test_shipped_policies_are_ahead_of_the_heuristic_they_stand_on(row, players):
    found = run_duels(row.game, "ppo", [row.upon], [players], deals=60, seed=4)[0]
    assert found.score[0] > found.opponent_score[0] and found.outcome[0] > 0.05
