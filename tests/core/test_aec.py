"""The AEC view: order, legality, what comes at the end, what may be asked."""

import copy
import json

import numpy as np
import pytest
from pettingzoo.utils.wrappers import BaseWrapper

from eurogym import envs
from eurogym.envs.core import serial
from eurogym.envs.core.errors import IllegalActionError, OptionError, StateError
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


@pytest.mark.parametrize("action", [None, "play 1", 1.5, -1, 7, 10**30, k.A.stake, np.float32(1)])
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
        env.step(k.A.stake)


def test_actions_may_be_numpy_integers():
    for kind in (np.int8, np.int32, np.int64, np.uint8):
        env = started()
        env.step(kind(env.legal_actions()[0]))


@pytest.mark.parametrize("face", [toy.raw_env, toy.env])
def test_illegal_action_may_end_the_game_instead(face):
    env = face(num_players=3, illegal="terminate", illegal_reward=-2)
    env.reset(seed=1)
    offender = env.agent_selection
    env.step(k.A.stake)
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


def books(env):
    """All that a caller can see of an environment."""
    names = ("agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations")
    seen = env.observe(env.possible_agents[0])
    return (
        env.get_state(),
        copy.deepcopy([getattr(env, name) for name in names]),
        {agent: sorted(info) for agent, info in env.infos.items()},
        env.legal_actions(),
        env._history,
        seen["observation"].tobytes(),
    )


def forged(data, change):
    """A saved state whose description was changed by somebody who knows the checksum."""
    end = data.index(b"\n")
    head = json.loads(data[len(serial.MAGIC) : end])
    change(head)
    body = serial.MAGIC + json.dumps(head).encode() + data[end : -serial.CHECKSUM_SIZE]
    return body + serial._checksum(body)


def test_every_damaged_byte_of_a_saved_state_is_noticed():
    saved = started(seed=1).get_state()
    env = started(seed=2)
    before = books(env)
    for position in range(len(saved)):
        for change in (1, 32, 255):
            damaged = bytearray(saved)
            damaged[position] ^= change
            with pytest.raises(StateError):
                env.set_state(bytes(damaged))
    for data in (saved[:-1], saved + b"x", saved[:40], serial.MAGIC, b"", None, "text"):
        with pytest.raises(StateError):
            env.set_state(data)
    assert books(env) == before
    env.set_state(saved)
    assert env.get_state() == saved


REWARDS_OF_ALL = {"player_0": 0.0, "player_1": 0.0, "player_2": 0.0}


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize(
    "extra",
    [
        None,
        [],
        "x",
        {"agents": []},
        {"agents": ["player_0"]},
        {"agents": ["player_1", "player_2"]},
        {"agents": ["player_0", "player_2"], "rewards": {"player_0": 0.0, "player_2": 0.0}},
        {"agents": ["player_2", "player_1", "player_0"], "rewards": REWARDS_OF_ALL},
        {"agents": ["player_0"] * 3, "rewards": {"player_0": 0.0}},
        {"agents": ["player_0", "player_1", "player_2", "player_3"]},
        {"agents": [[1]]},
        {"agents": "player_0"},
        {"agents": 3},
        {"agents": None},
        {"agents": ["player_0", "player_1", "player_2"], "rewards": "x"},
        {"agents": ["player_0", "player_1", "player_2"], "rewards": {}},
        {"agents": ["player_0", "player_1", "player_2"], "rewards": []},
        {"agents": ["player_0", "player_1", "player_2"], "rewards": {"player_0": 1.0}},
        {"agents": ["player_0", "player_1", "player_2"], "rewards": REWARDS_OF_ALL | {"player_1": "x"}},
        {"agents": ["player_0", "player_1", "player_2"], "rewards": REWARDS_OF_ALL | {"player_1": True}},
        {"agents": ["player_0", "player_1", "player_2"], "rewards": REWARDS_OF_ALL | {"player_1": 10**400}},
        {"agents": ["player_0", "player_1", "player_2"], "rewards": REWARDS_OF_ALL | {"player_1": np.nan}},
        {"agents": [], "rewards": {"player_0": 1.0}},
        {"rewards": {}},
        {"rewards": REWARDS_OF_ALL},
    ],
)
def test_odd_descriptions_of_saved_states_are_refused_and_change_nothing(extra, over):
    source = started(seed=1)
    if over:
        play_out(source)
    env = started(seed=2)
    env.step(env.legal_actions()[0])
    before = books(env)
    with pytest.raises(StateError):
        env.set_state(forged(source.get_state(), lambda head: head.update(extra=extra)))
    assert books(env) == before


@pytest.mark.parametrize("key", ["game", "version", "options", "dtype", "extra"])
def test_incomplete_descriptions_of_saved_states_are_refused(key):
    env = started()
    before = books(env)
    for change in (lambda head: head.pop(key), lambda head: head.update({key: 5})):
        with pytest.raises(StateError):
            env.set_state(forged(env.get_state(), change))
    for head in (b"[]", b"5", b"{", b"[" * 100_000, b"\xff"):
        body = serial.MAGIC + head + b"\n" + env.get_state()[-20:]
        with pytest.raises(StateError):
            env.set_state(body + serial._checksum(body))
    assert books(env) == before


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("num_seats", 4),
        ("current_seat", 3),
        ("hard", 1),
        ("deck_size", 21),
        ("deck", 3),
        ("step", 1),
        ("done", 1),
    ],
)
def test_saved_records_that_do_not_fit_are_refused(name, value):
    source, env = started(seed=1), started(seed=2)
    np.asarray(source.batch.states)[name] = value
    data, before = source.get_state(), books(env)
    with pytest.raises(StateError, match="has ended" if name == "done" else name):
        env.set_state(data)
    assert books(env) == before


def test_a_state_saved_by_a_batch_can_be_put_in_place():
    source = started(seed=1)
    for _ in range(2):
        env = started(seed=2)
        env.set_state(source.batch.get_state(0))
        assert env.get_state() == source.get_state() and env.terminations == source.terminations
        play_out(source)


@pytest.mark.parametrize("how", ["rules", "illegal action"])
def test_states_saved_after_the_end_keep_who_is_left(how):
    source = started(illegal="terminate")
    if how == "rules":
        play_out(source)
    else:
        source.step(k.A.stake)
    for left in (3, 2, 1, 0):
        assert len(source.agents) == left
        other, twin = started(seed=2), source.clone()
        other.set_state(source.get_state())
        for env in (other, twin):
            assert env.get_state() == source.get_state() and env.agents == source.agents
            assert env.terminations == source.terminations and env.rewards == source.rewards
            assert env.legal_actions() == []
        if left:
            source.step(None)


def test_looking_needs_a_game():
    for mask_in in ("both", "info"):
        env = toy.raw_env(num_players=2, mask_in=mask_in)
        for call in (env.legal_actions, lambda env=env: env.observe("player_0"), env.get_state):
            with pytest.raises(StateError, match="reset"):
                call()


@pytest.mark.parametrize("face", [toy.raw_env, toy.env, toy.gym_env])
@pytest.mark.parametrize("seat", [-1, 3, 7, True, 0.0, "player_0", [0]])
def test_seats_outside_the_table_are_named(face, seat):
    env = face(num_players=3)
    env.reset(seed=1)
    for call in (env.to_dict, env.to_text):
        with pytest.raises(StateError, match=r"0\.\.2"):
            call(seat)
        assert call(np.int64(2)) == call(2)


@pytest.mark.parametrize("face", [toy.raw_env, toy.gym_env, toy.vector_env])
@pytest.mark.parametrize("reward", ["x", None, True, float("nan"), 10**400, [1.0]])
def test_illegal_reward_is_a_number(face, reward):
    with pytest.raises(OptionError, match="illegal_reward="):
        face(num_players=2, illegal_reward=reward)


@pytest.mark.parametrize("face", [toy.raw_env, toy.env])
@pytest.mark.parametrize("action", [7, 99, -1, 10**30, None, "play 1", np.int64(99), True, np.True_])
def test_actions_outside_the_space_are_illegal_in_words(face, action):
    env = face(num_players=3)
    env.reset(seed=1)
    state = env.get_state()
    with pytest.raises(IllegalActionError, match="outside the action space of 7|integer below 7"):
        env.step(action)
    assert env.get_state() == state
    env = face(num_players=3, illegal="terminate")
    env.reset(seed=1)
    offender = env.agent_selection
    env.step(action)
    assert all(env.terminations.values()) and env.rewards[offender] == -1


def test_booleans_are_no_actions_even_where_their_number_is_legal():
    env = started()
    while 1 not in env.legal_actions():
        env.reset()
    for action in (True, np.True_):
        with pytest.raises(IllegalActionError, match="integer below 7, got"):
            env.step(action)
