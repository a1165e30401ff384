"""The tables that a learner plays: batches as one row, rewards, labels, agents on several threads."""

from types import SimpleNamespace

import numpy as np
import pytest

from eurogym.agents.framework.networks.policy import PolicyAgent
from eurogym.envs.core import registry
from eurogym.training.learn import crew
from eurogym.training.learn.config import config_from
from eurogym.training.learn.ppo.run import PPORun
from eurogym.training.learn.ppo.tables import Tables
from eurogym.training.learn.shared import Rewards
from eurogym.training.learn.tables import batch_labels, final_rewards
from tests import loiter, toy


@pytest.mark.parametrize("threads", [2, 5])
def test_a_crew_plays_the_same_on_any_number_of_threads(threads, monkeypatch):
    """Given two tables of different sizes: every slot keeps its luck, whichever thread answers for it."""
    monkeypatch.setattr(crew.Crew, "CHUNK", 4)
    one, many = (crew.Crew("random", "toy", 3, count) for count in (1, threads))
    pairs = [[toy.batch(num_envs=size, num_players=3, seed=4) for _ in "ab"] for size in (23, 9)]
    rng = np.random.default_rng(0)
    for _ in range(20):
        for batch, other in pairs:
            games = np.flatnonzero(rng.random(batch.num_envs) < 0.7)
            actions = one.act(batch, games)
            np.testing.assert_array_equal(many.act(other, games), actions)
            batch.step(actions, games)
            other.step(actions, games)


def test_labels_tell_option_sets_apart():
    def named(*sets):
        options = [SimpleNamespace(as_dict=lambda values=values: values) for values in sets]
        return batch_labels([SimpleNamespace(options=one) for one in options])

    assert named({"num_players": 2}, {"num_players": 3}) == ["2p", "3p"]
    assert named({"num_players": 1, "difficulty": "hard"}) == ["solo-hard"]
    both = [{"num_players": 1, "level": level, "parts": part} for level in ("a", "b") for part in ("", "AB")]
    assert named(*both) == ["solo-a", "solo-a-AB", "solo-b", "solo-b-AB"]
    targets = [{"num_players": 2, "solo_target": target} for target in (3, 4)]
    assert named(*targets) == ["2p-target3", "2p-target4"]


def ended(scores, placements, num_teams=0):
    """What is asked of a batch whose games have ended so."""
    told = {"final_scores": np.array(scores), "final_placements": np.array(placements, np.float32)}
    game, options = SimpleNamespace(margin_scale=4.0), SimpleNamespace(num_teams=num_teams)
    return SimpleNamespace(game=game, options=options, num_seats=len(scores[0]), **told)


def test_alone_at_the_table_the_score_takes_the_place_of_the_lead():
    batch = ended([[4], [2]], [[1], [-1]])
    rewards = final_rewards(batch, np.array([0, 1]), Rewards("blend", margin_weight=0.5, reward_scale=4.0))
    np.testing.assert_allclose(rewards, [[1.5], [-0.75]])


def test_rewards_of_finished_games():
    batch = ended([[4, 0], [2, 3], [1, 1]], [[1, -1], [-1, 1], [0, 0]])

    def rewards(**changes):
        return final_rewards(batch, np.arange(3), Rewards(**changes))

    quarter = np.arcsinh(0.25)
    np.testing.assert_allclose(rewards(reward="outcome"), [[1, -1], [-1, 1], [0, 0]])
    np.testing.assert_allclose(rewards(reward="margin"), [[1, -1], [-0.25, 0.25], [0, 0]], rtol=1e-6)
    np.testing.assert_allclose(rewards(reward="margin", reward_scale=8.0)[0], [0.5, -0.5], rtol=1e-6)
    np.testing.assert_allclose(rewards(reward="margin", reward_scale=2.0)[0], [1, -1])  # as in environments
    np.testing.assert_allclose(rewards(reward="score"), [[1, 0], [0.5, 0.75], [0.25, 0.25]])
    blend = rewards(reward="blend", margin_weight=0.5)
    np.testing.assert_allclose(blend[1], [-1 - quarter / 2, 1 + quarter / 2], rtol=1e-6)


def test_partners_do_not_lead_before_each_other():
    batch = ended([[8, 4, 8, 4]], [[1, -1, 1, -1]], num_teams=2)
    settings = Rewards("margin", reward_scale=8.0)
    np.testing.assert_allclose(final_rewards(batch, np.array([0]), settings), [[0.5, -0.5, 0.5, -0.5]])


def test_batches_that_cannot_share_a_network_are_refused():
    with pytest.raises(ValueError, match="layouts"):
        Tables([toy.batch(num_players=2), toy.batch(num_players=3)])
    with pytest.raises(ValueError, match="none of these tables has all"):
        Tables([toy.batch(num_players=2), loiter.batch()], parts=True)


def test_one_network_for_different_tables_plays_where_it_learned(tmp_path):
    """The network sees a table as the widest one would; what is saved plays the same at the table itself."""
    settings = dict(
        players=[2], vary={"expansions": ["", "saints"]}, parts=True, residual=True, residual_start=0.5
    )
    short = dict(
        steps=640, num_envs=8, rollout_steps=40, eval_games=0, minibatch=64, learning_rate=0.05, hidden=[16]
    )
    files = dict(out=str(tmp_path / "run"), tensorboard=False, progress=False)
    run = PPORun(config_from("ppo", dict(game="villagers", teacher="random", **settings, **short, **files)))
    run.train()
    saved, seated = PolicyAgent(tmp_path / "run/policy.npz"), run.evaluated()
    for options in run.config.option_sets():
        batch = registry.module("villagers").batch(num_envs=30, seed=2, **options)
        away = 0
        for _ in range(40):
            chosen, advice = seated.act(batch, np.arange(30)), seated.adviser.act(batch, np.arange(30))
            assert (
                chosen == saved.act(batch, np.arange(30))
            ).mean() > 0.99  # rounding may settle what is nearly equal
            away += (chosen != advice).sum()
            batch.step(chosen)
        assert away > 50
