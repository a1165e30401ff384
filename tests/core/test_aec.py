"""The AEC view: order, legality, what comes at the end, what may be asked."""

import copy
import json

import numpy as np
import pytest
from pettingzoo.utils.wrappers import BaseWrapper

from eurogym import envs
from eurogym.envs.core.errors import IllegalActionError, OptionError, StateError
from eurogym.envs.core.save import serial
from tests import toy
from tests.toy import kernels as k


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


def test_nothing_goes_after_the_last_agent_has_left():
    env = started()
    play_out(env)
    with pytest.raises(IllegalActionError, match="only action allowed is None"):
        env.step(0)
    for _ in env.possible_agents:
        env.step(None)
    for call in (env.last, lambda: env.step(None)):
        with pytest.raises(StateError, match="reset"):
            call()


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


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"num_player": 3}, "did you mean 'num_players'"),
        ({"mask_in": "nowhere"}, "mask_in"),
        *(
            ({"illegal_reward": one}, "illegal_reward=")
            for one in ("x", None, True, float("nan"), float("inf"), 10**400, [1.0])
        ),
    ],
    ids=str,
)
def test_wrong_keywords_are_named(arguments, words):
    for face in (toy.raw_env, toy.env):
        with pytest.raises(OptionError, match=words):
            face(**{"num_players": 2} | arguments)


def test_solo_names_its_rival():
    env = started(num_players=1)
    assert list(env.scores()) == ["player_0", "the rival"]


def test_state_holds_what_all_seats_see():
    env = started()
    state = env.state()
    assert env.state_space.contains(state)
    hands = env.layout.unflatten(state.reshape(3, -1))["hand"]
    assert hands.sum(axis=1) == pytest.approx(1.0)


def test_rendering(capsys):
    env = started(render_mode="human")
    assert env.render() is None and "Keepsakes" in capsys.readouterr().out
    assert "Keepsakes" in started(render_mode="ansi").render()
    with pytest.raises(OptionError, match="render_mode"):
        started().render()


def test_wrapped_environment_is_pettingzoos_stack():
    env = toy.env(num_players=2)
    assert isinstance(env, BaseWrapper) and env.unwrapped.batch.num_envs == 1


def test_observations_are_copies():
    env = started()
    kept, mask = env.last()[0]["observation"], env.last()[0]["action_mask"]
    before = kept.copy()
    mask[:] = 0
    env.step(int(env.batch.action_masks[0].argmax()))
    assert np.array_equal(kept, before)


def test_replays_of_restored_games_begin_with_their_deal():
    env = started()
    env.step(env.legal_actions()[0])
    assert len(env.replay().decisions) == 1
    assert len(env.clone().replay().decisions) == 1
    env.set_state(env.get_state())
    assert len(env.replay().decisions) == 1
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


ALL = ["player_0", "player_1", "player_2"]
NO_REWARDS = dict.fromkeys(ALL, 0.0)
ODD = [
    *(None, [], "x", {"rewards": {}}, {"rewards": NO_REWARDS}, {"agents": [], "rewards": {"player_0": 1.0}}),
    *(
        {"agents": agents}
        for agents in ([], ALL[:1], ALL[1:], [*ALL, "player_3"], [[1]], "player_0", 3, None)
    ),
    {"agents": ALL[::2], "rewards": {"player_0": 0.0, "player_2": 0.0}},
    {"agents": ALL[::-1], "rewards": NO_REWARDS},
    {"agents": ALL[:1] * 3, "rewards": {"player_0": 0.0}},
    *({"agents": ALL, "rewards": rewards} for rewards in ("x", {}, [], {"player_0": 1.0})),
    *({"agents": ALL, "rewards": NO_REWARDS | {"player_1": one}} for one in ("x", True, 10**400, np.nan)),
]


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("extra", ODD, ids=str)
def test_odd_descriptions_of_saved_states_are_refused_and_change_nothing(extra, over):
    source = started(seed=1)
    if over:
        play_out(source)
    env = started(seed=2)
    env.step(env.legal_actions()[0])
    before = books(env)

    def change(head):
        known = {name: head["extra"][name] for name in ("seed", "actions")}
        head["extra"] = known | extra if isinstance(extra, dict) else extra

    with pytest.raises(StateError):
        env.set_state(forged(source.get_state(), change))
    assert books(env) == before


@pytest.mark.parametrize("key", ["game", "version", "options", "extra"])
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
    "change", [{"seed": -1}, {"actions": [77]}, {"actions": [0] * 99}, {"actions": "abc"}]
)
def test_saved_games_that_cannot_be_played_are_refused(change):
    source, env = started(seed=1), started(seed=2)
    data, before = forged(source.get_state(), lambda head: head["extra"].update(change)), books(env)
    with pytest.raises(StateError, match="damaged"):
        env.set_state(data)
    assert books(env) == before


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


def test_nothing_goes_before_reset():
    for mask_in in ("both", "info"):
        env = toy.raw_env(num_players=2, mask_in=mask_in)
        looks = env.last, env.legal_actions, env.get_state, lambda env=env: env.observe("player_0")
        for call in (*looks, lambda env=env: env.step(0)):
            with pytest.raises(StateError, match="reset"):
                call()


@pytest.mark.parametrize("face", [toy.raw_env, toy.env, toy.gym_env])
def test_seats_outside_the_table_are_named(face):
    env = face(num_players=3)
    env.reset(seed=1)
    for call in (env.to_dict, env.to_text):
        for seat in (-1, 3, True, 0.0, "player_0", [0]):
            with pytest.raises(StateError, match=r"0\.\.2"):
                call(seat)
        assert call(np.int64(2)) == call(2) != call(1) != call()


OUTSIDE = "outside the action space of 7|integer below 7"


@pytest.mark.parametrize("face", [toy.raw_env, toy.env])
@pytest.mark.parametrize(
    ("action", "words"),
    [
        (k.A.stake, r"action 5 \('stake'\).*decision PLAY.*'play \d'"),
        *((one, OUTSIDE) for one in (7, -1, 10**30, None, "play 1", 1.5, np.float32(1), np.int64(99))),
        # their number is that of a legal action
        *(
            (one, "integer below 7, got")
            for one in (True, False, np.True_, np.array([True]), np.array([1.0]))
        ),
        *((one, "integer below 7, got") for one in ([1, 1], np.array([], np.int64))),
    ],
)
def test_illegal_actions_are_refused_in_words_or_end_the_game(face, action, words):
    env = face(num_players=3)
    env.reset(seed=1)
    while 1 not in env.legal_actions():
        env.reset()
    state, mover = env.get_state(), env.agent_selection
    with pytest.raises(IllegalActionError, match=words) as caught:
        env.step(action)
    assert mover in str(caught.value)
    assert env.get_state() == state and env.agent_selection == mover
    env.step(np.int8(env.legal_actions()[0]))

    env = face(num_players=3, illegal="terminate", illegal_reward=-2)
    env.reset(seed=1)
    offender = env.agent_selection
    env.step(action)
    for agent in env.agent_iter():
        _, reward, terminated, _, info = env.last()
        assert terminated and info["offender"] == offender and str(action) in str(info["illegal_action"])
        assert reward == (-2 if agent == offender else 0)
        env.step(None)
