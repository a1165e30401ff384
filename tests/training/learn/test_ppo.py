"""The per-seat PPO as a whole: it learns, repeats itself, resumes, and what it saves plays as it played."""

import copy
import csv
import json

import numpy as np
import pytest
import torch

from eurogym.agents.framework.networks.checkpoint import load_checkpoint
from eurogym.agents.framework.networks.policy import PolicyAgent
from eurogym.training.learn import crew, ppo
from eurogym.training.learn.config import config_from
from eurogym.training.learn.layers import policy_of
from eurogym.training.learn.ppo import update
from eurogym.training.learn.ppo.network import act
from eurogym.training.learn.ppo.run import PPORun
from eurogym.training.learn.ppo.tables import LEARNER
from eurogym.training.learn.ppo.update import Update
from tests import toy
from tests.toy.game import ToyOptions


def config(tmp_path, **changes):
    learning = dict(hidden=[32], minibatch=512, epochs=3, learning_rate=3e-3, entropy=0.003, target_kl=0.0)
    learning.update(gamma=0.98, gae_lambda=0.9, reward="outcome", past_every=4)
    limits = dict(
        steps=20_000, num_envs=64, rollout_steps=16, eval_every=0, eval_games=50, eval_against=[], threads=1
    )
    files = dict(out=str(tmp_path / "run"), tensorboard=False, progress=False)
    values = dict(game="toy", players=[2], **learning, **limits, **files)
    return config_from("ppo", values | changes)


def seat(monkeypatch, make):
    """Whoever is named, at the tables and in evaluations: `make()` plays."""
    monkeypatch.setattr(crew, "make_agent", lambda name, game, seed: make())


class Teacher:
    """Plays the first legal action."""

    def act(self, batch, games):
        return batch.action_masks[games].argmax(axis=1)


NEAR = toy.best_final_score() - 0.5  # of the best play; one-step greed comes to two points less


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("changes", "shown"),
    [
        (dict(players=[2, 3], reward="score", reward_scale=4.0), ("2p", "3p")),
        (dict(gamma=1.0, gae_lambda=1.0), ("2p",)),  # the placement alone is rewarded
        (dict(players=[1], difficulty=["easy"]), ("solo-easy",)),
    ],
    ids=["several player counts", "outcome", "alone"],
)
def test_it_learns_the_toy_game(tmp_path, changes, shown):
    curve = ppo.train(config(tmp_path, **{"steps": 24_000, "eval_games": 200} | changes))
    assert all(curve[-1][f"eval_score/{one}"] > NEAR for one in shown)


def test_agents_at_the_tables_multiply_with_one_thread(tmp_path, monkeypatch):
    """Threads of numpy that wait for one another spin: beside other work, a teacher made a run 18 times as long."""
    from threadpoolctl import threadpool_info, threadpool_limits

    seen = set()

    class Watch(Teacher):
        def act(self, batch, games):
            seen.update(pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas")
            return super().act(batch, games)

    seat(monkeypatch, Watch)
    with threadpool_limits(2, "blas"):
        ppo.train(config(tmp_path, steps=1_024, opponents=["random"], opponent_fraction=1.0))
        after = {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"}
    assert seen == {1} and after == {2}


def test_the_curve_is_written_down_and_can_be_thinned_out(tmp_path):
    """Given 8 updates: rows 3 and 6, the evaluations 2 and 4, and the last one."""
    curve = ppo.train(config(tmp_path, log_every=3, steps=8_192, eval_every=2))
    assert [row["update"] for row in curve] == [2, 3, 4, 6, 8]
    assert all("score/2p" in row for row in curve) and "eval_score/2p" in curve[2].keys() & curve[-1].keys()
    with open(tmp_path / "run" / "curve.csv") as file:
        rows = list(csv.DictReader(file))
    written = json.loads((tmp_path / "run" / "curve.json").read_text())
    assert [int(row["steps"]) for row in rows] == [row["steps"] for row in written]
    assert len(rows) == 5 and written[-1]["steps"] == 8_192


def test_the_saved_policy_plays_what_the_network_plays(tmp_path):
    settings = config(tmp_path, steps=5_000, players=[2, 3], command="eurogym train toy")
    run = PPORun(settings)
    run.train()
    checkpoint = load_checkpoint(tmp_path / "run" / "policy.npz")
    batch = toy.batch(num_envs=40, num_players=3, seed=9)
    games = np.arange(40)
    expected = act(run.network, batch.observations, batch.action_masks, best=True)[0]
    np.testing.assert_array_equal(PolicyAgent(checkpoint).act(batch, games), expected)
    values = act(run.network, batch.observations, batch.action_masks)[2]
    kept = checkpoint.network_for(batch).values(batch.observations)
    np.testing.assert_allclose(kept, values, rtol=0.1, atol=0.02)
    assert checkpoint.metadata["command"] == "eurogym train toy"
    assert [options["num_players"] for options in checkpoint.metadata["options"]] == [2, 3]
    assert checkpoint.metadata["steps"] == run.learned > 0


@pytest.mark.parametrize("mixed", [False, True])
def test_opponents_of_a_game_are_of_one_kind_or_drawn_seat_by_seat(tmp_path, monkeypatch, mixed):
    seat(monkeypatch, Teacher)
    settings = dict(opponents=["one", "two", "past"], opponent_fraction=1.0, opponents_mixed=mixed)
    run = PPORun(config(tmp_path, players=[4], num_envs=600, **settings))
    controllers = run.player.opponents.controllers
    assert ((controllers == LEARNER).sum(axis=1) == 1).all()
    others = controllers[controllers != LEARNER].reshape(-1, 3)
    alike = (others == others[:, :1]).all(axis=1)
    assert 0.04 < alike.mean() < 0.2 if mixed else alike.all()  # three of 27 draws of three are alike
    assert (np.bincount(others.ravel())[1:] > others.size / 5).all()


def test_in_a_team_the_learner_plays_all_seats(tmp_path, monkeypatch):
    monkeypatch.setattr(ToyOptions, "num_teams", 2)
    seat(monkeypatch, Teacher)
    settings = dict(opponents=["one"], opponent_fraction=1.0, opponents_mixed=True)
    run = PPORun(config(tmp_path, players=[4], num_envs=600, **settings))
    teams, counts = np.unique(run.player.opponents.controllers == LEARNER, axis=0, return_counts=True)
    assert teams.tolist() == [[False, True, False, True], [True, False, True, False]]
    assert (counts > 200).all()


def test_a_run_of_another_shape_is_not_resumed(tmp_path):
    ppo.train(config(tmp_path, steps=1_000))
    with pytest.raises(ValueError, match="another shape"):
        PPORun(config(tmp_path, resume=True, hidden=[16]))


def test_opponents_by_name_take_seats_and_are_measured(tmp_path, monkeypatch):
    seat(monkeypatch, Teacher)
    settings = dict(opponents=["past", "first"], opponent_fraction=0.6, eval_against=["first"], eval_every=2)
    run = PPORun(config(tmp_path, players=[2, 3], steps=10_000, **settings))
    curve = run.train()
    assert any("placement_against_first/3p" in row for row in curve)
    assert any("placement_against_past/2p" in row for row in curve)
    assert all(weights["first.rare"].any() for weights in run.player.opponents.past_selves)
    assert {"eval_won_against_first/2p", "eval_score_of_first/3p"} <= set(curve[1])
    # then learned decisions are fewer than all decisions, by about the opponents' share
    assert 0.4 < curve[-1]["learned"] / curve[-1]["steps"] < 0.85


def test_learned_rows_belong_to_the_learner_and_carry_their_own_action(tmp_path):
    run = PPORun(config(tmp_path, players=[3], opponent_fraction=1.0))
    run.tables.reset(0)
    run.player.opponents.choose_past_self(0, run.network)
    for _ in range(3):
        run.player.play(run.rollout)
        rows = run.rollout.finish(1.0, 0.95)
        steps = rows[rows >= run.rollout.carry_rows] - run.rollout.carry_rows
        assert run.rollout.learns.ravel()[steps].all()
        found = run.rollout.decisions(rows)
        assert found.masks.shape == (len(rows), run.tables.num_actions)
        assert found.masks.gather(1, found.actions[:, None]).all()
        run.rollout.carry_over()
        assert run.rollout.carry_held.sum(axis=1).max() <= 1  # one learning seat per game


@pytest.mark.parametrize("anchored", [False, True])
def test_parts_of_a_minibatch_add_up_to_its_gradients(tmp_path, monkeypatch, anchored):
    def learned(chunk: int) -> tuple[dict, list[torch.Tensor]]:
        monkeypatch.setattr(update, "CHUNK", chunk)
        out = str(tmp_path / str(chunk))
        run = PPORun(config(tmp_path, steps=1_000, anchor=0.5, out=out))
        run.tables.reset(0)
        run.player.play(run.rollout)
        rows = run.rollout.finish(1.0, 0.95)
        anchor = None
        if anchored:
            anchor = copy.deepcopy(run.network)
            torch.nn.init.zeros_(anchor.policy_head.weight)
        learning = Update(run.network, run.optimizer, run.rollout, run.config, 0.01, anchor=anchor)
        losses = learning.learn(rows, np.random.default_rng(0))
        return losses, [parameter.detach().clone() for parameter in run.network.parameters()]

    (whole, parameters), (parts, others) = learned(10**6), learned(50)
    assert ("drift" in whole) == anchored
    assert whole == pytest.approx(parts, rel=1e-3, abs=1e-5)
    for left, right in zip(parameters, others, strict=True):
        torch.testing.assert_close(left, right, rtol=1e-3, atol=1e-4)


def test_nothing_is_carried_from_the_teacher_to_the_network(tmp_path, monkeypatch):
    """Given imitated decisions without old probabilities: PPO learns only from decisions of its own."""
    seat(monkeypatch, Teacher)
    settings = dict(players=[3], teacher="first", teacher_share=0.4, opponent_fraction=0.7, rollout_steps=7)
    run = PPORun(config(tmp_path, steps=64 * 7 * 5, **settings))
    learned, plain_learn = [], Update.learn

    def spy(self, rows, rng):
        network, rollout = self.network, self.rollout
        carried = rows[rows < rollout.carry_rows]
        learned.append((self.imitate, len(carried)))
        if not self.imitate:  # the old probabilities are those of the network that has played
            given = rollout.decisions(rows)
            with torch.no_grad():
                now = policy_of(network(given.observations)[0], given.masks, given.actions)[0].numpy()
            own = rows >= rollout.carry_rows
            np.testing.assert_allclose(now[own], rollout.log_probs[rows][own], atol=1e-2)
        return plain_learn(self, rows, rng)

    monkeypatch.setattr(Update, "learn", spy)
    curve = run.train()
    assert [imitated for imitated, _ in learned] == [True, True, False, False, False]
    assert learned[1][1] > 0 and learned[2][1] == 0 and learned[3][1] > 0
    assert "kl" not in curve[0] and "kl" in curve[2]


def test_the_teacher_corrects_games_that_the_network_plays(tmp_path, monkeypatch):
    """Given imitation with `learner_plays`: the network moves in some games, every decision kept is the teacher's."""
    seat(monkeypatch, Teacher)
    settings = dict(players=[3], teacher="first", teacher_share=1.0, learner_plays=0.9)
    run = PPORun(config(tmp_path, **settings))
    run.tables.reset(0)
    run.player.learner_plays = 0.5
    run.player._begin(np.arange(run.tables.num_games))
    corrected = run.player.corrected.copy()
    assert 0.2 < corrected.mean() < 0.8
    masks, played, step = [], [], run.tables.step

    def spy(actions, *written):
        masks.append(np.concatenate([batch.action_masks for batch in run.batches]))
        played.append(actions.copy())
        step(actions, *written)

    monkeypatch.setattr(run.tables, "step", spy)
    monkeypatch.setattr(run.player, "_begin", lambda games: None)  # who plays stays as it is
    run.player.play(run.rollout, imitate=True)
    rollout = run.rollout
    kept = rollout.actions[rollout.carry_rows :].reshape(rollout.num_steps, -1)
    played, taught = np.array(played), np.array(masks).argmax(axis=2)
    np.testing.assert_array_equal(kept, taught)
    np.testing.assert_array_equal(played[:, ~corrected], taught[:, ~corrected])
    codes = rollout.codes[rollout.carry_rows :].reshape(rollout.num_steps, len(corrected), -1)
    best = [act(run.network, c, m, best=True)[0] for c, m in zip(codes, np.array(masks), strict=True)]
    np.testing.assert_array_equal(played[:, corrected], np.array(best)[:, corrected])
    assert (played != taught).any()


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU")
def test_it_learns_on_a_gpu(tmp_path):
    settings = dict(players=[2, 3], steps=60_000, reward="score", reward_scale=4.0, device="cuda")
    curve = ppo.train(config(tmp_path, **settings))
    assert curve[-1]["eval_score/2p"] > NEAR
    run = PPORun(config(tmp_path, steps=62_000, players=[2, 3], resume=True, device="auto"))
    assert run.rollout.codes.is_cuda and run.network.first.scale.is_cuda
