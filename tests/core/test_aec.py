"""The AEC view: order, legality, what comes at the end, what may be asked."""

import numpy as np
import pytest
from pettingzoo.utils.wrappers import BaseWrapper

import envs
from envs.core.errors import IllegalActionError, OptionError, StateError
from tests import toy
from tests.toy import kernels as k
from tests.toy.game import best_action


def started(seed=1, **keywords):
    env = toy.raw_env(**{"num_players": 3} | keywords)
    env.reset(seed=seed)
    return env


def play_out(env):
    while not env.terminations[env.agent_selection]:
        env.step(env.legal_actions()[0])


@pytest.mark.parametrize("mask_in", ["observation", "info", "both"])
def test_masks_are_where_they_were_asked_for(mask_in):
    env = started(mask_in=mask_in)
    mover = env.agent_selection
    for agent in env.agents:
        seen, info = env.observe(agent), env.infos[agent]
        assert ("action_mask" in info) == (mask_in != "observation")
        assert isinstance(seen, dict) == (mask_in != "info")
        masks = [
            part["action_mask"] for part in (seen, info) if isinstance(part, dict) and "action_mask" in part
        ]
        for mask in masks:
            assert mask.dtype == np.int8 and mask.any() == (agent == mover)


def test_rewards_reach_every_agent_after_the_end():
    env = started()
    play_out(env)
    final = env.scores()
    rewards, agents = {}, []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        assert terminated is True and truncated is False
        assert tuple(final.values()) == info["final_scores"] and not observation["action_mask"].any()
        rewards[agent] = reward
        agents.append(agent)
        env.step(None)
    assert agents == env.possible_agents and env.agents == []
    best = max(final, key=final.get)
    assert rewards[best] == max(rewards.values()) and sum(rewards.values()) == pytest.approx(0)


def test_nothing_goes_before_reset():
    env = toy.raw_env(num_players=2)
    for call in (env.last, lambda: env.step(0)):
        with pytest.raises(StateError, match="reset"):
            call()


def test_nothing_goes_after_the_last_agent_has_left():
    env = started()
    play_out(env)
    with pytest.raises(IllegalActionError, match="only action left is None"):
        env.step(0)
    for _ in env.possible_agents:
        env.step(None)
    for call in (env.last, lambda: env.step(None)):
        with pytest.raises(StateError, match="reset"):
            call()


@pytest.mark.parametrize("action", [None, "play 1", 1.5, -1, 7, 10**30, k.ACTION_STAKE, np.float32(1)])
def test_illegal_actions_leave_the_state_byte_identical(action):
    env = started()
    state, agent = env.get_state(), env.agent_selection
    with pytest.raises(IllegalActionError) as caught:
        env.step(action)
    assert agent in str(caught.value)
    assert env.get_state() == state and env.agent_selection == agent
    env.step(env.legal_actions()[0])


def test_illegal_message_names_the_action_the_decision_and_the_choices():
    env = started()
    with pytest.raises(IllegalActionError, match=r"action 5 \('stake'\).*decision PLAY.*'play \d'"):
        env.step(k.ACTION_STAKE)


def test_actions_may_be_numpy_integers():
    for kind in (np.int8, np.int32, np.int64, np.uint8):
        env = started()
        env.step(kind(env.legal_actions()[0]))


@pytest.mark.parametrize("face", [toy.raw_env, toy.env])
def test_illegal_action_may_end_the_game_instead(face):
    env = face(num_players=3, illegal="terminate", illegal_reward=-2)
    env.reset(seed=1)
    offender = env.agent_selection
    env.step(k.ACTION_STAKE)
    rewards = {}
    for agent in env.agent_iter():
        _, reward, terminated, _, info = env.last()
        assert terminated and info["offender"] == offender and "stake" in info["illegal_action"]
        rewards[agent] = reward
        env.step(None)
    assert rewards == {agent: -2 if agent == offender else 0 for agent in env.possible_agents}


def test_seeds_are_deals_and_resets_without_seed_go_on():
    one, two = started(seed=42), started(seed=42)
    assert one.get_state() == two.get_state()
    one.reset()
    two.reset()
    assert one.get_state() == two.get_state() and int(one.batch.seeds[0]) != 42
    one.reset(seed=42)
    assert int(one.batch.seeds[0]) == 42
    with pytest.raises(OptionError):
        one.reset(seed=-1)


def test_unseeded_environments_differ():
    deals = set()
    for _ in range(3):
        env = toy.raw_env(num_players=2)
        env.reset()
        deals.add(int(env.batch.seeds[0]))
    assert len(deals) == 3


def test_wrong_keywords_are_named():
    with pytest.raises(OptionError, match="did you mean 'num_players'"):
        toy.env(num_player=3)
    with pytest.raises(OptionError, match="render_mode='rgb_array'.*'ansi'"):
        toy.env(num_players=2, render_mode="rgb_array")
    with pytest.raises(OptionError, match="mask_in"):
        toy.env(num_players=2, mask_in="nowhere")


def test_solo_names_its_rival():
    env = started(num_players=1)
    assert list(env.scores()) == ["player_0", "the rival"]


def test_state_holds_what_all_seats_see():
    env = started()
    state = env.state()
    assert env.state_space.contains(state)
    hands = env.layout.unflatten(state.reshape(3, -1))["hand"]
    assert hands.sum(axis=1) == pytest.approx(1.0)


def test_best_play_wins():
    wins = 0
    for seed in range(60):
        env = started(seed=seed)
        for agent in env.agent_iter():
            observation, reward, terminated, _, _ = env.last()
            if terminated:
                wins += agent == "player_1" and reward == 1.0
                env.step(None)
            elif agent == "player_1":
                env.step(best_action(observation["action_mask"]))
            else:
                env.step(env.legal_actions()[0])
    assert wins >= 40  # of 60, against two players of low cards; 20 by chance


def test_spaces_are_the_same_objects_every_time():
    env = toy.env(num_players=2)
    assert env.observation_space("player_0") is env.observation_space("player_0")
    assert env.action_space("player_1") is env.action_space("player_1")


def test_rendering(capsys):
    env = started(render_mode="human")
    assert env.render() is None and "Keepsakes" in capsys.readouterr().out
    assert "Keepsakes" in started(render_mode="ansi").render()
    with pytest.raises(OptionError, match="render_mode"):
        started().render()


def test_observations_are_copies():
    env = started()
    kept, mask = env.last()[0]["observation"], env.last()[0]["action_mask"]
    before = kept.copy()
    mask[:] = 0
    env.step(env.legal_actions()[0]) if env.legal_actions() else env.step(
        int(env.batch.action_masks[0].argmax())
    )
    assert np.array_equal(kept, before)


def test_descriptions_hide_what_a_seat_does_not_know():
    env = started()
    whole, mine = env.to_dict(), env.to_dict(seat=1)
    assert isinstance(whole["seats"][0]["hand"], list) and mine["seats"][0]["hand"] == 3
    assert mine["seats"][1]["hand"] == whole["seats"][1]["hand"] and "deck" not in mine


def test_wrapped_environment_is_pettingzoos_stack():
    env = toy.env(num_players=2)
    assert isinstance(env, BaseWrapper) and env.unwrapped.batch.num_envs == 1


def test_replays_of_restored_games_are_refused():
    env = started()
    env.step(env.legal_actions()[0])
    assert len(env.replay().decisions) == 1
    assert len(env.clone().replay().decisions) == 1
    env.set_state(env.get_state())
    with pytest.raises(StateError, match="beginning"):
        env.replay()
    env.reset()
    assert env.replay().decisions == ()


def test_make_knows_its_games():
    assert "villagers" in envs.games()
    with pytest.raises(OptionError, match="villagers"):
        envs.make("chess")
    with pytest.raises(AttributeError):
        envs.chess_v6  # noqa: B018
