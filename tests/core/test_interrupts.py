"""Interrupts: whatever changes games happens as a whole or not at all."""

import signal
import time

import numpy as np
import pytest

from eurogym.agents import AgentError
from eurogym.envs.core.compile.kernels import PURE
from eurogym.envs.core.faces.vector import AUTORESETS
from eurogym.envs.core.step import threads
from tests import toy
from tests.interrupting import interrupted_everywhere
from tests.toy.game import best_action

compiled = pytest.mark.skipif(PURE, reason="uncompiled code is interrupted anywhere")
GAMES = 512  # so many that signals come within a step
NAMES = (
    "states", "observations", "action_masks", "current_seat", "rewards", "dones", "final_scores", "final_placements",
    "final_lengths", "final_observations", "seeds",
)  # fmt: skip


def look(batch):
    """Everything in a batch, and how its games go on."""
    arrays = [np.asarray(getattr(batch, name)).tobytes() for name in NAMES]
    return [*arrays, batch.buffers.deals.tobytes(), batch.buffers.changes == 0]


def choose(batch):
    return [best_action(mask) for mask in batch.action_masks]


def batch_of(num_envs, **arguments):
    batch = toy.batch(
        num_envs=num_envs,
        num_players=3,
        seed=3,
        obs_dtype="float32",
        final_observations=True,
        record_actions=True,
        **arguments,
    )
    for _ in range(4):
        batch.step(choose(batch))
    return batch


KEPT = {"obs_dtype": "float32", "final_observations": True, "record_actions": True}
OTHER = toy.batch(num_envs=4, num_players=3, seed=9, **KEPT)
SAVED, RECORDS = OTHER.snapshot(), OTHER.states.copy()
CHANGES = {
    "step": lambda batch: batch.step(choose(batch)),
    "some": lambda batch: batch.step(choose(batch)[1:3], games=[1, 2]),
    "next deals": lambda batch: batch.reset(),
    "base seed": lambda batch: batch.reset(7),
    "seeds": lambda batch: batch.reset([5, 6], games=[0, 2]),
    "rollout": lambda batch: batch.rollout(steps=9),
    "copy": lambda batch: batch.copy_game([0, 1], [1, 0]),
    "load": lambda batch: batch.load(RECORDS[:3], games=[2, 0, 1]),
    "determinize": lambda batch: batch.determinize([0, 1], 2, 5),
    "restore": lambda batch: batch.restore(SAVED),
}


@compiled
@pytest.mark.parametrize("change", CHANGES)
def test_a_batch_changes_as_a_whole_wherever_it_is_interrupted(change):
    made = batch_of(4).snapshot()

    def make():
        batch = batch_of(4)
        batch.restore(made)
        return batch

    stride = {"restore": 193, "load": 83}.get(change, 2)  # these two are long
    assert interrupted_everywhere(make, CHANGES[change], look, stride) > 20


@compiled
def test_a_first_reset_is_whole_too():
    def make():
        return toy.batch(num_envs=3, num_players=2, obs_dtype="float32", final_observations=True)

    assert interrupted_everywhere(make, lambda batch: batch.reset(), look) > 5


class Interrupted(Exception):
    """What the handler of the signal raises: any error may come, not only KeyboardInterrupt."""


def interrupt(number, frame):
    raise Interrupted


@compiled
@pytest.mark.parametrize("num_threads", [1, 2])
def test_signals_at_random_moments_find_every_step_whole(monkeypatch, num_threads):
    """Given games on threads; when signals come at random; then nothing is half done, and nothing goes on."""
    monkeypatch.setattr(threads, "usable_cores", lambda: num_threads)
    monkeypatch.setattr(threads, "PROBE", 1 << 30)  # always with help
    batch, twin = (batch_of(GAMES, num_threads=num_threads) for _ in range(2))
    twin = toy.batch(num_envs=GAMES, num_players=3, **KEPT)
    twin.restore(batch.snapshot())
    rng, found = np.random.default_rng(0), {"before": 0, "after": 0}
    usual = signal.signal(signal.SIGALRM, interrupt)
    try:
        for _ in range(150):
            actions, before = choose(batch), look(batch)
            try:
                signal.setitimer(signal.ITIMER_REAL, 1e-6 + rng.random() * 600e-6)
                batch.step(actions)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except Interrupted:
                seen = look(batch)
                found["before" if seen == before else "after"] += 1
                time.sleep(0.003)
                assert look(batch) == seen
                if seen == before:
                    batch.step(actions)
            signal.setitimer(signal.ITIMER_REAL, 0)
            twin.step(actions)
            assert look(batch) == look(twin)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)
    assert sum(found.values()) > 10, found


# --- environments -------------------------------------------------------------------------------------------


def books(env):
    """Everything that an AEC environment tells."""
    by_agent = env.rewards, env._cumulative_rewards, env.terminations, env.truncations
    seen = [str(env.observe(agent)) for agent in env.agents]
    told = (str(env.infos), env.agent_selection, list(env.agents), env.legal_actions(), list(env._history))
    return [str(by_agent), seen, told, env.get_state(), env.batch.buffers.deals.tobytes()]


def aec(steps, **arguments):
    """An environment after so many steps; one more than a game has are the empty ones of the agents after it."""
    env = toy.raw_env(num_players=2, seed=4, **arguments)
    env.reset()
    for _ in range(steps):
        env.step(act_of(env))
    return env


def act_of(env):
    return None if env._is_over() else best_action(env.observe(env.agent_selection)["action_mask"])


def length():
    """The number of decisions of the game of `aec`."""
    env = aec(0)
    while not env._is_over():
        env.step(act_of(env))
    return len(env._history)


LENGTH = length()


@compiled
@pytest.mark.one_in(3)
@pytest.mark.parametrize("steps", range(LENGTH + 2))
def test_an_environment_and_its_books_change_together(steps):
    assert interrupted_everywhere(lambda: aec(steps), lambda env: env.step(act_of(env)), books) > 10


@compiled
@pytest.mark.parametrize(
    ("change", "stride"),
    [
        (lambda env: env.reset(seed=8), 1),
        (lambda env: env.reset(), 1),
        (lambda env: env.set_state(ENDED), 193),
        (lambda env: env.step(toy.kernels.A.stake), 1),
    ],
    ids=["deal", "next deal", "load", "offence"],
)
def test_an_environment_is_dealt_loaded_and_ended_with_its_books(change, stride):
    assert interrupted_everywhere(lambda: aec(1, illegal="terminate"), change, books, stride) > 10


ENDED = aec(LENGTH, illegal="terminate").get_state()


def table(env):
    """Everything that a gymnasium environment tells, and the luck of its opponents."""
    kept = env.table.snapshot()
    return [str(kept), env.batch.snapshot(), str(env.table.observations()), str(env.batch.action_masks)]


def gym(face, steps, **arguments):
    env = face(num_players=3, opponents=["random", "greedy"], seed=4, learner_seat=1, **arguments)
    env.reset()
    for _ in range(steps):
        env.step(act_in(env))
    return env


def act_in(env):
    chosen = [best_action(mask) if mask.any() else 0 for mask in env.batch.action_masks]
    return np.array(chosen) if hasattr(env, "num_envs") else chosen[0]


@compiled
@pytest.mark.parametrize("steps", [0, 1])
def test_a_learners_step_is_whole_with_those_of_its_opponents(steps):
    found = interrupted_everywhere(
        lambda: gym(toy.gym_env, steps), lambda env: env.step(act_in(env)), table, stride=59
    )
    assert found > 200


@compiled
@pytest.mark.one_in(3)
@pytest.mark.parametrize("autoreset", AUTORESETS)
def test_a_step_of_a_vector_environment_is_whole(autoreset):
    def make():
        return gym(toy.vector_env, int(autoreset != "disabled"), num_envs=4, autoreset=autoreset)

    assert interrupted_everywhere(make, lambda env: env.step(act_in(env)), table, stride=193) > 200
    assert interrupted_everywhere(make, lambda env: env.reset(seed=2), table, stride=193) > 100


class Failing:
    """An opponent that fails when it is told to."""

    fails = False

    def act(self, batch, games):
        if self.fails:
            raise RuntimeError("no more")
        return batch.action_masks[games].argmax(axis=1)


def test_an_opponent_that_raises_an_error_leaves_the_game_as_it_was():
    opponent, failed = Failing(), 0
    env = toy.gym_env(num_players=3, opponents=opponent, learner_seat=0)
    for seed in range(8):
        env.reset(seed=seed)
        over = False
        while not over:
            before, opponent.fails = table(env), True
            try:
                over = env.step(act_in(env))[2]
            except AgentError:
                failed += 1
                assert table(env) == before
                opponent.fails = False
                over = env.step(act_in(env))[2]
            opponent.fails = False
            assert table(env) != before
    assert failed > 3
