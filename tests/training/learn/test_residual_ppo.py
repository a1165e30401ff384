"""Learning upon a heuristic: the network, its rewards, what is kept."""

import numpy as np
import pytest
import torch

from eurogym import agents
from eurogym.agents.framework.networks.checkpoint import load_checkpoint
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.agents.framework.networks.policy import PolicyAgent
from eurogym.common.errors import InputError
from eurogym.envs.core.declare.standing import mean_margins
from eurogym.training.learn.config import config_from
from eurogym.training.learn.evaluation import means_alone, paired_means
from eurogym.training.learn.ppo.network import PolicyNetwork, act
from eurogym.training.learn.ppo.run import PPORun
from eurogym.training.learn.tables import make_agent, make_batch
from tests import toy


def config(tmp_path, **changes):
    learning = dict(hidden=[32], minibatch=512, epochs=2, learning_rate=3e-3, entropy=0.0, target_kl=0.0)
    learning.update(reward="mean_margin", past_every=4, residual=True)
    limits = dict(steps=6_144, num_envs=64, rollout_steps=16, eval_every=2, eval_games=30, threads=1)
    files = dict(out=str(tmp_path / "run"), tensorboard=False, progress=False)
    return config_from("ppo", dict(game="toy", players=[3]) | learning | limits | files | changes)


def test_the_exported_policy_is_the_network_heuristic_included():
    torch.manual_seed(3)
    batch = toy.batch(num_envs=30, num_players=2, seed=1)
    network = PolicyNetwork(batch.layout.scale, batch.catalog.n, [16, 8], heuristic="greedy", beta=2.0)
    torch.nn.init.normal_(network.embedding)
    torch.nn.init.normal_(network.beta)
    advice = np.arange(30) % batch.catalog.n
    masks = torch.ones(30, batch.catalog.n, dtype=torch.bool)
    seen = torch.from_numpy(batch.observations), masks, torch.from_numpy(advice)
    given, values = (part.detach() for part in network(*seen))
    exported, close = network.export(), dict(rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(exported.logits(batch.observations, advice), given, **close)
    np.testing.assert_allclose(exported.values(batch.observations, advice), values, **close)

    for hidden in ([16, 8], [20, 8], [16, 11], [32, 24]):  # a wider network begins as the same policy
        other = PolicyNetwork(batch.layout.scale, batch.catalog.n, hidden, heuristic="greedy")
        other.take(exported)
        again, zeros = other(*seen)
        torch.testing.assert_close(again, given)
        assert torch.all(zeros == 0)  # rewards may be of another kind


def test_a_network_of_another_shape_or_heuristic_is_refused():
    scale = np.ones(4, np.float32)
    exported = PolicyNetwork(scale, 5, [8], heuristic="greedy").export()
    for actions, hidden in ((5, [6]), (6, [8]), (5, [8, 8])):
        with pytest.raises(InputError, match=r"layers \[\(8, 4\), \(5, 8\)\]"):
            PolicyNetwork(scale, actions, hidden, heuristic="greedy").take(exported)
    with pytest.raises(InputError, match="builds on 'greedy', this run on no heuristic"):
        PolicyNetwork(scale, 5, [8]).take(exported)


def test_the_mean_margin_is_over_the_mean_of_the_others():
    scores = np.array([[10.0, 4.0, 1.0], [0.0, 0.0, 3.0]])
    np.testing.assert_allclose(mean_margins(scores), [[7.5, -1.5, -6.0], [-1.5, -1.5, 3.0]])
    np.testing.assert_array_equal(mean_margins(np.array([[7.0], [2.0]])), [[7.0], [2.0]])


def test_a_run_learns_keeps_its_best_and_saves_what_it_kept(tmp_path):
    run = PPORun(config(tmp_path, keep="best", value_warmup=1, anchor=0.1))
    curve = run.train()
    assert [row["update"] for row in curve] == [1, 2, 3, 4, 5, 6]
    assert run.network.first.rare.any() and torch.equal(run.anchor.first.rare, run.network.first.rare)
    rows = [row for row in curve if "paired_placement/3p" in row]
    both = "paired_placement/3p", "paired_placement_drawn/3p"
    evaluated = {row["update"]: np.mean([row[name] for name in both]) for row in rows}
    assert set(evaluated) == {2, 4, 6}
    checkpoint = load_checkpoint(tmp_path / "run" / "policy.npz")
    kept = checkpoint.metadata["kept"]["update"]
    assert kept in (0, *evaluated)
    assert run.best["placement"] >= max(evaluated.values())
    assert kept == 0 or run.best["placement"] == evaluated[kept]

    best = PolicyNetwork(run.tables.scale, run.tables.num_actions, [32], heuristic="greedy")
    best.load_state_dict(run.best["network"])
    np.testing.assert_array_equal(checkpoint.network.residual.beta, best.beta.detach().numpy())
    batch, games = toy.batch(num_envs=30, num_players=3, seed=8), np.arange(30)
    agent = PolicyAgent(checkpoint)
    agent.prepare(batch)
    advice = agents.make("greedy", game="toy")
    advice.reset(0)
    expected = act(best, batch.observations, batch.action_masks, True, advice.act(batch, games))[0]
    agent.reset(0)
    np.testing.assert_array_equal(agent.act(batch, games), expected)
    assert all("drift" in row for row in curve[1:]) and "drift" not in curve[0]


def test_a_run_that_goes_on_gives_the_best_network_or_with_another_keep_the_last(tmp_path):
    changes = dict(steps=2_048, value_warmup=0, residual_start=1.0, learning_rate=0.01)
    first = PPORun(config(tmp_path, keep="best", **changes))
    first.train()
    first.best["network"] = {name: tensor + 1 for name, tensor in first.best["network"].items()}
    first.kept = first.snapshot()
    first.save()
    again = PPORun(config(tmp_path, resume=True, keep="best", **changes))
    np.testing.assert_array_equal(again.export().residual.beta, first.best["network"]["beta"].numpy())
    second = PPORun(config(tmp_path, resume=True, keep="last", **changes))
    last = dict(first.network.state_dict())
    np.testing.assert_array_equal(second.export().residual.beta, last["beta"].numpy())
    assert "kept" in first.metadata() and "kept" not in second.metadata()


def test_while_the_value_warms_up_the_policy_stays(tmp_path):
    run = PPORun(config(tmp_path, steps=2_048, value_warmup=9, eval_every=0, eval_games=0))
    before = {name: tensor.clone() for name, tensor in run.network.state_dict().items()}
    run.train()
    after = run.network.state_dict()
    changed = {name for name, tensor in before.items() if not torch.equal(tensor, after[name])}
    assert changed == {"value_head.weight", "value_head.bias", "first.rare"}


def test_values_are_compared_with_what_the_games_came_to(tmp_path):
    """The share explained, against every decision of the games that ended, gathered one by one."""
    run = PPORun(config(tmp_path, opponents=[], rollout_steps=64))
    run.tables.reset(7)
    run.player.play(run.rollout)
    rollout, decisions = run.rollout, []
    for game in range(run.tables.num_games):
        open_ones = []
        for t in range(rollout.num_steps):
            row = rollout.carry_rows + t * run.tables.num_games + game
            open_ones.append((rollout.seats[t, game], rollout.values[row]))
            if rollout.dones[t, game]:
                decisions += [(rollout.rewards[t, game, seat], value) for seat, value in open_ones]
                open_ones = []
    returns, values = np.array(decisions).T
    expected = 1.0 - ((returns - values) ** 2).mean() / returns.var()
    assert run.player.statistics.values["true_explained_variance"][0] == pytest.approx(expected, abs=1e-4)
    assert run.player.statistics.values["return_deviation"][0] == pytest.approx(returns.std(), rel=1e-4)


def test_games_that_stand_on_a_heuristic_begin_spread_over_their_length(tmp_path):
    run = PPORun(config(tmp_path, num_envs=200))
    run.tables.reset(7)
    before = run.batches[0].states["num_decisions"].copy()
    run.player.spread()
    played = run.batches[0].states["num_decisions"] - before
    assert played.min() == 0 and len(set(played)) > 3
    run.player.play(run.rollout)
    assert (run.rollout.dones.sum(axis=1) > 0).mean() > 0.8


def test_paired_means_seat_the_player_once_everywhere_on_each_deal():
    batch = make_batch("toy", 31, 1, num_players=3, autoreset=False)
    seen = []

    class Watching:
        def act(self, table, games):
            seen.extend(zip(games, table.current_seat[games], strict=True))
            return table.action_masks[games].argmax(axis=1)

    means = paired_means(Watching(), [batch], make_agent("greedy", "toy", 3), 3)
    ends = {"paired_placement_low/3p", "paired_placement_high/3p"}
    assert set(means) == {"paired_placement/3p", "paired_lead/3p"} | ends
    assert set(means_alone(means)) == set(means) - ends
    assert means["paired_placement_low/3p"] < means["paired_placement/3p"] < means["paired_placement_high/3p"]
    assert {(game, seat) for game, seat in seen} == {(game, game % 3) for game in range(30)}
    assert np.array_equal(batch.seeds[0:30:3], batch.seeds[2:30:3])
    assert len(set(batch.seeds[0:30:3])) == 10


def test_a_run_may_begin_with_what_another_table_shares_by_name(tmp_path):
    learned = config(tmp_path, players=[2], steps=2_048, residual=False, eval_every=0, eval_games=0)
    PPORun(learned).train()
    start = tmp_path / "run" / "policy.npz"
    changes = dict(start=str(start), residual=False, out=str(tmp_path / "next"))
    with pytest.raises(CheckpointError, match="more fields"):
        PPORun(config(tmp_path, **changes))
    run = PPORun(config(tmp_path, start_by_name=True, parts=True, residual_start=2.0, **changes))
    smaller = load_checkpoint(start).network
    known = smaller.num_inputs  # the third seat comes last
    first = run.network.first.weight.detach().numpy().T
    np.testing.assert_array_equal(first[:, :known], smaller.policy[0][0])
    assert first.shape[1] > known and not first[:, known:].any()
    np.testing.assert_array_equal(run.network.policy_head.weight.detach().numpy(), smaller.policy[-1][0])
    assert run.metadata()["beta"] == 2.0 and "beta" not in PPORun(config(tmp_path, out="")).metadata()
    assert run.metadata()["parts"] is True and "parts" not in PPORun(config(tmp_path, out="")).metadata()


@pytest.mark.parametrize("residual", [True, False])
def test_a_run_may_begin_sharper_than_its_checkpoint(tmp_path, residual):
    """Every difference of two logits is three times what it was; then it is learned with as usual."""
    settings = dict(steps=2_048, residual=residual, eval_every=0, eval_games=0)
    PPORun(config(tmp_path, **settings)).train()
    settings.update(start=str(tmp_path / "run" / "policy.npz"), steps=0, minutes=1.0)
    as_it_is, sharper = (
        PPORun(config(tmp_path, start_sharpened=factor, out=str(tmp_path / str(factor)), **settings))
        for factor in (1.0, 3.0)
    )
    batch = toy.batch(num_envs=30, num_players=3, seed=1)
    codes, masks = torch.from_numpy(batch.observations), torch.ones(30, batch.catalog.n, dtype=torch.bool)
    advice = torch.arange(30) % batch.catalog.n
    one, three = (run.network(codes, masks, advice)[0].detach() for run in (as_it_is, sharper))
    torch.testing.assert_close(three - three[:, :1], 3 * (one - one[:, :1]), rtol=1e-4, atol=1e-4)


def test_a_run_may_begin_with_a_shipped_policy_by_name(tmp_path, monkeypatch):
    PPORun(config(tmp_path, players=[3], steps=2_048, residual=False, eval_every=0, eval_games=0)).train()
    monkeypatch.setattr("eurogym.agents.framework.networks.manifest.FOLDER", tmp_path / "run")
    run = PPORun(config(tmp_path, start="shipped:policy", residual=False, out=str(tmp_path / "next")))
    kept = load_checkpoint(tmp_path / "run" / "policy.npz").network
    np.testing.assert_array_equal(run.network.first.weight.detach().numpy().T, kept.policy[0][0])
    with pytest.raises(CheckpointError, match=r"no checkpoint at .*nothing\.npz"):
        PPORun(config(tmp_path, start="shipped:nothing", out=str(tmp_path / "next")))


def test_where_a_shipped_policy_stands_on_the_heuristic_the_flag_for_it_is_named(tmp_path):
    told = config(tmp_path, game="villagers", players=[2], start="shipped", residual=False, num_envs=2)
    with pytest.raises(
        CheckpointError,
        match=r"villagers_2_3p\.npz .* is a residual policy on top of the heuristic; .*--residual",
    ):
        PPORun(told)
