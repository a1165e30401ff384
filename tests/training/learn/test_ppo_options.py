"""What the per-seat PPO can be asked for beyond its plain form: what it is held near, and what it learns from."""

import numpy as np
import pytest
import torch

from eurogym.agents.framework.networks.checkpoint import load_checkpoint
from eurogym.common.errors import InputError
from eurogym.training.learn.config import config_from
from eurogym.training.learn.ppo.network import act, held
from eurogym.training.learn.ppo.run import PPORun
from eurogym.training.learn.ppo.update import Update
from eurogym.training.learn.tables import make_batch
from tests import toy
from tests.training.learn.matching import make_matching


def config(tmp_path, **changes):
    learning = dict(hidden=[16], minibatch=256, epochs=2, learning_rate=3e-3, reward="outcome", target_kl=0.0)
    limits = dict(steps=6 * 512, num_envs=32, rollout_steps=16, eval_games=0, threads=1)
    files = dict(out=str(tmp_path / "run"), overwrite=True, tensorboard=False, progress=False)
    return config_from("ppo", dict(game="matching", players=[2]) | learning | limits | files | changes)


def weights(network):
    return torch.cat([parameter.detach().ravel() for parameter in network.parameters()])


def factory(changes):
    return make_matching if changes.get("game", "matching") == "matching" else make_batch


def trained(tmp_path, **changes):
    run = PPORun(config(tmp_path, **changes), factory(changes))
    run.train()
    return run


def played(tmp_path, **changes):
    """A run with a rollout to learn from, and the rows of it."""
    run = PPORun(config(tmp_path, **changes), factory(changes))
    run.tables.reset(0)
    with held(run.network):
        run.player.play(run.rollout)
    return run, run.rollout.finish(1.0, 1.0)


def test_a_magnet_that_rests_is_an_anchor(tmp_path):
    anchored, resting, moving = (
        trained(tmp_path, **changes)
        for changes in (dict(anchor=0.5), dict(magnet=0.5, magnet_rate=0.0), dict(magnet=0.5))
    )
    assert torch.equal(weights(anchored.network), weights(resting.network))
    assert not torch.equal(weights(anchored.network), weights(moving.network))


@pytest.mark.parametrize("rate", [0.0, 0.3, 1.0])
def test_a_magnet_is_the_moving_average_of_the_weights(tmp_path, monkeypatch, rate):
    run = PPORun(config(tmp_path, magnet=0.5, magnet_rate=rate), make_matching)
    expected, learn = weights(run.network).clone(), Update.learn

    def spy(self, rows, rng):
        nonlocal expected
        losses = learn(self, rows, rng)
        expected += rate * (weights(run.network) - expected)
        return losses

    monkeypatch.setattr(Update, "learn", spy)
    run.train()
    torch.testing.assert_close(weights(run.anchor), expected)


def test_a_magnet_keeps_the_policy_near(tmp_path):
    """The stronger, the less the policy has moved away from where it began."""
    moved = []
    for strength in (0.0, 1.0, 30.0):
        run = trained(tmp_path, magnet=strength, magnet_rate=0.05, learning_rate=0.02, steps=12 * 512)
        start, _ = played(tmp_path)
        codes = start.rollout.codes[start.rollout.carry_rows :]
        masks = torch.ones(len(codes), run.tables.num_actions, dtype=torch.bool)
        with torch.no_grad():
            before, after = start.network(codes, masks)[0], run.network(codes, masks)[0]
        moved.append(float((after.exp() * (after - before)).sum(dim=1).mean()))
    assert moved[0] > 2 * moved[1] > 4 * moved[2], moved


def test_the_policy_learns_from_the_largest_advantages_and_the_value_from_all(tmp_path):
    once = dict(epochs=1, minibatch=10**6)
    found = {}
    for share in (1.0, 0.25):
        run, rows = played(tmp_path, advantage_filter=share, **once)
        update = Update(run.network, run.optimizer, run.rollout, run.config, 0.01)
        found[share] = update.learn(rows, np.random.default_rng(0)), weights(run.network)
    assert found[1.0][0]["value_loss"] == found[0.25][0]["value_loss"]
    assert not torch.equal(found[1.0][1], found[0.25][1])
    counted = update.weights[rows] > 0
    assert counted.sum() == round(0.25 * len(rows)) and update.weights.sum() == pytest.approx(len(rows))
    sizes = np.abs(run.rollout.advantages[rows])
    assert sizes[counted].min() >= sizes[~counted].max()


def test_what_the_policy_does_not_learn_from_does_not_move_it(tmp_path):
    """Given other advantages below the filter: the policy's gradient is the same."""
    found = []
    for factor in (1.0, 0.1):
        run, rows = played(tmp_path, advantage_filter=0.5, value_weight=0.0, epochs=1, minibatch=10**6)
        advantages = run.rollout.advantages
        advantages[rows] += np.linspace(0.0, 0.01, len(rows))  # of two equal ones either may be the larger
        sizes = np.abs(advantages[rows])
        advantages[rows[sizes < np.median(sizes)]] *= factor
        Update(run.network, run.optimizer, run.rollout, run.config, 0.0).learn(rows, np.random.default_rng(0))
        found.append(weights(run.network))
    torch.testing.assert_close(*found)


def test_the_table_is_seen_from_the_seat_to_move_on(tmp_path):
    run = PPORun(config(tmp_path, game="toy", players=[2, 3], num_envs=10))
    seats = np.concatenate([batch.current_seat for batch in run.batches])
    codes = run.tables.look_around(seats).reshape(10, 2, -1)
    for (batch, part), players in zip(run.tables, (2, 3), strict=True):
        for game, seat in enumerate(batch.current_seat):
            for further in range(1, players):
                seen = batch.observe(game, (seat + further) % players)
                np.testing.assert_array_equal(codes[part][game, further - 1], seen)
    assert not codes[run.tables.parts[0], 1].any()


def test_a_critic_that_sees_hidden_cards_expects_better(tmp_path):
    """Given two learners of the same returns: who sees both hands explains more of them."""
    changes = dict(game="toy", steps=40_000, num_envs=128, critic="table", learning_rate=5e-3)
    run = PPORun(config(tmp_path, **changes))
    last = run.train()[-8:]
    seat, table = (np.mean([row[name] for row in last]) for name in ("value_loss", "table_value_loss"))
    assert table < 0.8 * seat, (table, seat)
    # then the checkpoint's values are of what a seat sees, and no part of the critic is in it
    network = load_checkpoint(tmp_path / "run" / "policy.npz").network
    batch = toy.batch(num_envs=50, num_players=2, seed=5)
    own = act(run.network, batch.observations, batch.action_masks)[2]
    np.testing.assert_allclose(network.values(batch.observations), own, rtol=0.1, atol=0.02)
    assert network.num_inputs == batch.layout.size and own.std() > 0.05


def test_advantages_come_from_the_critic_of_the_table(tmp_path):
    run, rows = played(tmp_path, game="toy", critic="table")
    rollout = run.rollout
    with torch.no_grad():
        expected = run.critic(rollout.codes[rows], rollout.others[rows]).numpy()
    np.testing.assert_allclose(rollout.values[rows], expected, rtol=0.02, atol=0.02)
    assert expected.std() > 0


def test_a_run_goes_on_with_its_own_critic_alone(tmp_path):
    trained(tmp_path, game="toy", steps=512)
    with pytest.raises(InputError, match="another critic"):
        PPORun(config(tmp_path, game="toy", critic="table", resume=True, overwrite=False))
