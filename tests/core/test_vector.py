"""The gymnasium views: one learner, bots in the other seats."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import TimeLimit

from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.errors import EurogymError, IllegalActionError, OptionError, StateError
from eurogym.envs.core.faces.vector import AUTORESETS
from tests import toy
from tests.toy import kernels as k
from tests.toy.game import best_action


class LowestAction:
    """A bot that always takes the first legal action and writes down what it was asked."""

    name = "lowest"

    def __init__(self):
        self.seats, self.seed = set(), None

    def reset(self, seed):
        self.seed = seed

    def act(self, batch, games):
        self.seats |= set(batch.current_seat[games].tolist())
        return batch.action_masks[games].argmax(axis=1)


def play_out(env, choose=best_action):
    total, seen = 0.0, []
    while True:
        observation, reward, terminated, _, info = env.step(choose(env.action_masks()))
        total += reward
        seen.append(observation)
        if terminated:
            return total, info, seen


@pytest.mark.parametrize(("seat", "kind"), [(0, "outcome"), (1, "outcome"), (2, "score")])
def test_learner_sees_only_its_own_decisions(seat, kind):
    bot = LowestAction()
    env = toy.gym_env(num_players=3, learner_seat=seat, opponents=bot, reward=kind)
    last_movers = set()
    for seed in range(12):
        observation, info = env.reset(seed=seed)
        assert info["learner_seat"] == seat
        decisions = 1
        while True:
            named = env.batch.layout.unflatten(observation)
            own = np.asarray(env.batch.states)["hand"][0, seat]
            assert np.allclose(named["hand"] * k.HAND_SIZE, own)
            assert env.batch.current_seat[0] == seat or env.batch.states["done"][0]
            observation, reward, terminated, _, info = env.step(best_action(info["action_mask"]))
            if terminated:
                break
            assert reward == 0.0
            decisions += 1
        assert 1 <= decisions <= 3  # two cards where there is a choice, and the stake
        assert reward == info[kind] and info["outcome"] == info["final_placements"][seat]
        assert info["score"] == info["final_scores"][seat] == env.scores()[seat]
        last_movers.add((int(env.batch.states["start_seat"][0]) + 2) % 3)
    assert bot.seats == {0, 1, 2} - {seat} == last_movers - {seat} and bot.seed is not None


def test_random_learner_seats_cover_the_table_and_repeat():
    env = toy.gym_env(num_players=3)
    seats = [env.reset(seed=seed)[1]["learner_seat"] for seed in range(30)]
    assert set(seats) == {0, 1, 2}
    assert seats == [env.reset(seed=seed)[1]["learner_seat"] for seed in range(30)]


def test_opponents_may_differ_by_seat():
    left, right = LowestAction(), LowestAction()
    env = toy.gym_env(num_players=3, learner_seat=1, opponents=[left, right])
    env.reset(seed=0)
    play_out(env)
    assert left.seats == {2} and right.seats == {0}


def test_a_pool_gives_every_game_one_opponent_by_its_deal():
    pool = {"random": 1, "greedy": 3}
    env = toy.vector_env(num_envs=400, num_players=3, opponents=pool)
    env.reset(seed=7)
    one, other = env.table.opponents
    drawn = one.drawn(env.batch, np.arange(400))
    assert one is other and 60 <= (drawn == 0).sum() <= 140
    single = toy.gym_env(num_players=3, opponents=[pool, "random"])
    for seed in range(7, 17):
        single.reset(seed=seed)
        assert single.table.opponents[0].drawn(single.batch, np.arange(1)) == drawn[seed - 7]


WRONG = [
    ("opponents", {}, "weights above 0"),
    ("opponents", {"random": 0}, "weights above 0"),
    ("opponents", {"random": "often"}, r"opponents\['random'\]='often'"),
    ("partner", "random", "partner='random'.*every seat plays for itself"),
    ("opponents", ["random"], "2 other seats"),
    ("opponents", 5, "opponents=5"),
    *(
        ("learner_seat", one, "learner_seat=.*0 to 2 or 'random'")
        for one in (True, np.True_, 1.0, -1, 3, None, [0], "first", np.array(1))
    ),
]


@pytest.mark.parametrize(("name", "value", "words"), WRONG)
def test_wrong_arguments_are_named(name, value, words):
    for face in (toy.gym_env, toy.vector_env):
        with pytest.raises(OptionError, match=words):
            face(num_players=3, **{name: value})
        assert face(num_players=3, learner_seat=np.int64(2)).table.learner_seat == 2


def test_other_ways_to_reset_are_refused():
    for mode in ("sometimes", "DISABLED", None):
        with pytest.raises(OptionError, match="autoreset=.*'next_step', 'same_step', 'disabled'"):
            toy.vector_env(num_players=2, autoreset=mode)


def test_solo_needs_no_opponents():
    env = toy.gym_env(num_players=1, difficulty="easy", seed=3)
    env.reset()
    total, info, _ = play_out(env)
    assert total in (-1.0, 1.0) and len(info["final_scores"]) == 2
    env.reset()
    assert int(env.batch.seeds[0]) == derive_seed(3, 0, 1)


def test_order_and_legality():
    env = toy.gym_env(num_players=2, seed=1)
    with pytest.raises(StateError, match="reset"):
        env.step(0)
    env.reset()
    before = env.batch.states[0].tobytes()
    for action in (k.A.stake, 99, -1, 1.5, None, np.array([1, 1]), np.array([], np.int64), np.array([True])):
        with pytest.raises(IllegalActionError):
            env.step(action)
        assert env.batch.states[0].tobytes() == before
    play_out(env)
    with pytest.raises(StateError, match="reset"):
        env.step(0)


@pytest.mark.parametrize("face", [toy.raw_env, toy.gym_env, toy.vector_env])
def test_what_an_illegal_action_raises_says_what_players_without_masks_pass(face):
    env = face(num_players=2)
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match="such as check_env, needs illegal='terminate'"):
        env.step([k.A.stake] if face is toy.vector_env else k.A.stake)


def test_illegal_actions_may_terminate():
    env = toy.gym_env(num_players=2, illegal="terminate", illegal_reward=-3)
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(k.A.stake)
    assert (reward, terminated, truncated) == (-3.0, True, False) and info["illegal_action"]
    for face in (toy.gym_env, toy.vector_env):
        with pytest.raises(OptionError, match="illegal_reward='x'"):
            face(num_players=2, illegal_reward="x")


def test_environment_copies_go_on_alike():
    env = toy.gym_env(num_players=3, opponents="random")
    env.reset(seed=4)
    twin, third = env.clone(), copy.deepcopy(env)
    result = play_out(env)
    for other in (twin, third):
        total, info, seen = play_out(other)
        assert total == result[0] and all(map(np.array_equal, seen, result[2]))


@pytest.mark.one_in(5)  # of six modes, in turn
@pytest.mark.parametrize("mode", [*AUTORESETS, *AutoresetMode])
@pytest.mark.parametrize("most", [None, 2], ids=["to the end", "cut off"])
@pytest.mark.parametrize(
    "options",
    [
        {"num_players": 3, "mask_in": "observation"},
        {"num_players": 1, "mask_in": "both"},
        {"num_players": 2, "illegal": "terminate"},
    ],
    ids=str,
)
def test_autoreset_is_that_of_gymnasium(mode, most, options):
    """Whatever gymnasium's own vector environment answers, infos with all their keys included."""
    own = toy.vector_env(
        num_envs=4, opponents=LowestAction(), autoreset=mode, max_episode_steps=most, **options
    )
    asked = own.metadata["autoreset_mode"]
    assert asked is AUTORESETS.get(mode, mode)
    theirs = SyncVectorEnv([lambda: single(most, options)] * 4, autoreset_mode=asked)
    answers = own.reset(seed=5), theirs.reset(seed=5)
    assert own.single_observation_space == theirs.single_observation_space
    ended = 0
    for step in range(60):
        for one, other in zip(*answers, strict=True):
            assert data_equivalence(one, other), step
        assert own.observation_space.contains(answers[0][0])
        actions = np.array([best_action(mask) if mask.any() else 0 for mask in own.action_masks])
        if own.table.illegal == "terminate":
            actions[step % 7 :: 7] = k.A.stake  # not always legal
        answers = own.step(actions), theirs.step(actions)
        if not step:
            first, kept = answers[0][0], copy.deepcopy(answers[0][0])
        over = answers[0][2] | answers[0][3]
        ended += int(over.sum())
        if asked is AutoresetMode.DISABLED and over.any():
            for one, other in zip(*answers, strict=True):
                assert data_equivalence(one, other), step
            with pytest.raises(StateError, match="are over; deal them first: reset.options="):
                own.step(actions)
            answers = tuple(env.reset(options={"reset_mask": over.copy()}) for env in (own, theirs))
            assert data_equivalence(answers[0][0], answers[1][0])
            answers = answers[:1] * 2  # gymnasium leaves out the infos of the games that go on
    assert ended > 20
    assert data_equivalence(first, kept)  # what was returned is not written over


def single(most, options):
    env = toy.gym_env(opponents=LowestAction(), **options)
    return env if most is None else TimeLimit(env, most)


@pytest.mark.parametrize("most", [0, -1, 1.5, "7", True])
def test_a_limit_of_steps_is_a_number_from_one(most):
    with pytest.raises(OptionError, match="max_episode_steps=.*integers from 1"):
        toy.vector_env(num_envs=2, num_players=2, max_episode_steps=most)


WRAPPERS = [("NormalizeObservation",), ("DtypeObservation", np.float64), ("RescaleObservation", 0.0, 1.0)]


@pytest.mark.parametrize(("name", "given"), [(name, given) for name, *given in WRAPPERS])
def test_gymnasiums_wrappers_of_vector_environments_work_by_default(name, given):
    envs = getattr(gymnasium.wrappers.vector, name)(toy.vector_env(num_envs=3, num_players=2), *given)
    envs.reset(seed=1)
    ended = 0
    for _ in range(12):
        masks = envs.unwrapped.action_masks
        seen, _, over, _, _ = envs.step(np.array([best_action(mask) if mask.any() else 0 for mask in masks]))
        ended += int(over.sum())
    assert ended > 3 and envs.observation_space.contains(seen)


@pytest.mark.parametrize("seed", [5, 2**63 - 2])
def test_one_seed_is_as_many_in_a_row(seed):
    """Given an integer, to the constructor or to reset; then the deals are those of seed, seed + 1, ..."""
    singles = [toy.gym_env(num_players=3, learner_seat=0).reset(seed=seed + game)[0] for game in range(4)]
    envs = toy.vector_env(num_envs=4, num_players=3, learner_seat=0)
    assert np.array_equal(envs.reset(seed=seed)[0], singles)
    again = toy.vector_env(num_envs=4, num_players=3, learner_seat=0, seed=seed)
    assert np.array_equal(again.reset()[0], singles)
    masked = again.reset(seed=seed + 1, options={"reset_mask": np.arange(4) == 2})[0]
    assert np.array_equal(masked[2], singles[3]) and np.array_equal(masked[:2], singles[:2])


@pytest.mark.parametrize("face", [toy.gym_env, toy.vector_env])
@pytest.mark.parametrize(
    "options", [{"num_players": 3}, {"reset-mask": None}, {3: 4}, 5, ["reset_mask"]], ids=str
)
def test_options_of_a_reset_that_are_not_known_are_refused(face, options):
    env = face(num_players=2)
    seen = env.reset(seed=1, options={})[0]
    with pytest.raises(OptionError, match=r"reset\(options=.*are given when its environment is made"):
        env.reset(seed=2, options=options)
    assert np.array_equal(env.table.observations().reshape(seen.shape), seen)


@pytest.mark.parametrize("illegal", ["raise", "terminate"])
@pytest.mark.parametrize("place", ["info", "observation", "both"])
def test_infos_have_the_same_keys_and_forms_at_every_step(place, illegal):
    """Whatever collects infos over an episode can stack them, and finds results at the end only."""
    env = toy.gym_env(num_players=3, mask_in=place, illegal=illegal)
    for seed in range(4):
        seen, info = env.reset(seed=seed)
        forms = {name: (type(value), np.shape(value)) for name, value in info.items()}
        over, number = False, 0
        while not over:
            assert not info["final_scores"].any() and info["num_decisions"] == 0
            number += 1
            lost = illegal == "terminate" and seed % 2 and number == 2
            action = k.A.stake if lost else best_action(env.action_masks())
            seen, _, over, _, info = env.step(action)
            assert {name: (type(value), np.shape(value)) for name, value in info.items()} == forms
            assert env.observation_space.contains(seen)
        assert (info["num_decisions"] > 0) != info.get("illegal_action", False)
        masks = [part["action_mask"] for part in (info, seen) if "action_mask" in part]
        assert len(masks) == 1 + (place == "both") and not np.any(masks)


def test_vector_reset_mask_deals_only_some_games():
    envs = toy.vector_env(num_envs=3, num_players=2, seed=1)
    envs.reset(seed=1)
    deals = envs.batch.seeds.copy()
    envs.reset(options={"reset_mask": np.array([False, True, False])})
    assert (envs.batch.seeds != deals).tolist() == [False, True, False]
    for wrong in ([True], [True] * 4, np.array([0, 1, 0])):
        with pytest.raises(OptionError, match="reset_mask must be bool .3,., got"):
            envs.reset(options={"reset_mask": wrong})


@pytest.mark.parametrize("opponents", ["random", ["random", "mc:sims=2"]])
def test_a_game_does_not_hang_on_the_others_of_its_batch(opponents):
    """Given named opponents that draw: the same deal and actions are the same game, whatever is played beside it."""

    def course(envs, game, seed):
        """All that the learner of a game sees, and what it gains."""
        seen, infos = envs.reset(seed=seed)
        found = []
        while True:
            found.append(seen[game].tolist())
            choices = [best_action(mask) for mask in infos["action_mask"]]
            seen, gained, ended, _, infos = envs.step(np.array(choices))
            if ended[game]:
                return [*found, gained[game]]

    def made(number):
        return toy.vector_env(num_envs=number, num_players=3, opponents=opponents, autoreset="same_step")

    assert course(made(3), 0, 5) == course(made(5), 0, 5)
    apart = [lambda: toy.gym_env(num_players=3, opponents=opponents)] * 2
    apart = SyncVectorEnv(apart, autoreset_mode=AutoresetMode.SAME_STEP)
    courses = [course(made(1), 0, [deal]) for deal in range(8)]
    assert courses == [course(made(3), 2, [90, 91, deal]) for deal in range(8)]
    assert courses == [course(apart, 1, [90, deal]) for deal in range(8)]


def test_a_reset_of_some_games_leaves_the_others_as_they_go():
    def went_on(**options):
        envs = toy.vector_env(num_envs=9, num_players=3, opponents="random", autoreset="same_step")
        envs.reset(seed=list(range(9)))
        if options:
            envs.reset(seed=[*range(8), 99], options=options)
        actions = ([best_action(mask) for mask in envs.action_masks] for _ in range(6))
        return np.array([envs.step(np.array(chosen))[0] for chosen in actions])

    found = went_on(), went_on(reset_mask=np.arange(9) == 8)
    assert np.array_equal(found[0][:, :8], found[1][:, :8]) and not np.array_equal(*found)


@pytest.mark.parametrize("face", [toy.gym_env, toy.vector_env])
def test_a_wrong_name_is_refused_where_nobody_sits_in_the_other_seats(face):
    with pytest.raises(EurogymError, match="no agent called 'nonsense'"):
        face(num_players=1, opponents="nonsense")


@pytest.mark.parametrize("face", [toy.raw_env, toy.gym_env])
@pytest.mark.parametrize("look", ["scores", "to_dict", "to_text", "draw"])
def test_there_is_nothing_to_see_before_the_first_deal(face, look):
    with pytest.raises(StateError, match="call reset"):
        getattr(face(num_players=2), look)()


@pytest.mark.parametrize("opponents", ["greedy", "mc:sims=2"])
def test_environments_whose_opponents_search_can_be_pickled(opponents):
    env = toy.gym_env(num_players=2, opponents=opponents)
    env.reset(seed=3)
    other = pickle.loads(pickle.dumps(env))
    assert other.unwrapped.to_dict() == env.unwrapped.to_dict()
    action = int(env.unwrapped.action_masks().argmax())
    assert np.array_equal(other.step(action)[0], env.step(action)[0])


@pytest.mark.parametrize("mode", ["rgb_array", "rgb_array_list", "text", 1])
def test_a_render_mode_that_is_not_there_is_also_a_type_error(mode):
    """Stable-Baselines3 tries "rgb_array" and goes on without pictures after a TypeError only."""
    for face in (toy.env, toy.gym_env, toy.vector_env):
        with pytest.raises(TypeError, match="render_mode=.* is not allowed; allowed: None, 'ansi'") as caught:
            face(num_players=2, render_mode=mode)
        assert isinstance(caught.value, OptionError) and isinstance(caught.value, EurogymError)


@pytest.mark.parametrize("autoreset", AUTORESETS)
@pytest.mark.parametrize("opponents", ["random", "greedy", ["greedy", "random"]])
def test_a_snapshot_of_a_vector_environment_goes_on_alike(autoreset, opponents):
    """Given games in their midst: deals, learner seats and the luck of the opponents are the same from there on."""
    arguments = {"num_envs": 6, "num_players": 3, "opponents": opponents, "autoreset": autoreset}
    first, second = (toy.vector_env(seed=seed, **arguments) for seed in (3, 4))
    observations, _ = first.reset()
    for number in range(9):
        kept = first.snapshot()
        np.testing.assert_array_equal(second.restore(kept), observations)
        np.testing.assert_array_equal(second.action_masks, first.action_masks)
        over = first.table.over
        if autoreset == "disabled" and over.any():
            for envs in (first, second):
                envs.reset(options={"reset_mask": over})
            kept = first.snapshot()
        choices = [best_action(mask) if mask.any() else 0 for mask in first.action_masks]
        if number % 2:  # what has been played since is taken back as well
            second.step(np.array([best_action(mask) if mask.any() else 0 for mask in second.action_masks]))
            second.restore(kept)
        (observations, *rest), others = first.step(np.array(choices)), second.step(np.array(choices))
        assert data_equivalence((observations, *rest), others)
