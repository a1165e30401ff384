"""Processes and threads: batches on several threads and what is forked, spawned or started beside them."""

import multiprocessing
import subprocess
import sys
import threading
import time

import gymnasium
import numpy as np
import pytest

from eurogym.envs.core.compile.kernels import PURE
from eurogym.envs.core.declare.operations import (
    JOB_NEXT,
    JOB_OPEN,
    JOB_SHARES,
    JOB_SIZE,
    NOTHING,
    OP_REFRESH,
    OP_ROLLOUT,
    OP_STEP,
    SET_BUSY,
)
from eurogym.envs.core.errors import IllegalActionError
from eurogym.envs.core.step import threads
from eurogym.envs.core.step.driver import serve_of
from tests import toy
from tests.core.refusals import refused
from tests.facts import ROOT

STARTS = [name for name in ("fork", "spawn", "forkserver") if name in multiprocessing.get_all_start_methods()]
ALSO_SLOW = [name if name == "fork" else pytest.param(name, marks=pytest.mark.slow) for name in STARTS]
compiled = pytest.mark.skipif(PURE, reason="one thread where nothing is compiled")


def threaded_batch(seed=3):
    """A batch that has been at work on two threads."""
    batch = toy.batch(num_envs=2 * threads.LEAST, num_players=3, seed=seed, num_threads=2)
    play(batch, 3)
    return batch


def play(batch, steps, seed=0):
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        batch.step(batch.sample_legal(rng))


AFTER_MAIN = """
import threading, time
from tests.core.test_processes import play, threaded_batch
batch = threaded_batch()
def work():
    threading.main_thread().join()
    play(batch, 3)
    play(threaded_batch(), 3)
    print("finished")
threading.Thread(target=work).start()
"""


@compiled
def test_a_batch_on_two_threads_goes_on_after_the_main_thread_has_ended():
    done = subprocess.run(
        [sys.executable, "-c", AFTER_MAIN], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.stdout == "finished\n", done.stderr


@compiled
def test_what_a_helper_raises_is_raised_by_the_step():
    helpers = threads._Helpers(1)
    with pytest.raises(ZeroDivisionError):
        helpers.submit(lambda: 1 // 0).result(timeout=10)
    assert helpers.submit(lambda: 3).result(timeout=10) == 3


def in_the_child(batch, answers):
    """Go on with a batch and with a new one; say what came of both."""
    play(batch, 5, seed=1)
    answers.put((batch.states.tobytes(), threaded_batch().states.tobytes()))


@compiled
@pytest.mark.parametrize("start", STARTS)
def test_a_child_goes_on_where_its_parent_used_threads(start):
    batch, twin = threaded_batch(), threaded_batch()
    context = multiprocessing.get_context(start)
    answers = context.Queue()
    child = context.Process(target=in_the_child, args=(batch, answers))
    child.start()
    went_on, new = answers.get(timeout=120)
    child.join(timeout=60)
    assert child.exitcode == 0
    assert new == twin.states.tobytes()
    play(twin, 5, seed=1)
    assert went_on == twin.states.tobytes()
    play(batch, 1)  # the parent's threads are as they were


@compiled
def test_threads_are_invited_where_there_are_games_enough(monkeypatch):
    """One call owns the job; the others help with it. Where there are few games, there is one call without a job."""
    monkeypatch.setattr(threads, "usable_cores", lambda: 3)
    calls = []

    def serve(op, steps, seed, actions, seats, seeds, games, helps, job):
        calls.append((helps, job))
        return len(games)

    shared = threads.on_threads(serve, 3)

    def answer(op, games):
        calls.clear()
        found = shared(op, 5, 0, None, None, None, np.arange(games), 0, NOTHING)
        while sum(helps for helps, _ in calls) < len(calls) - 1:
            time.sleep(0.001)
        return found

    assert answer(OP_STEP, 3 * threads.LEAST) == 3 * threads.LEAST
    time.sleep(0.05)
    assert sorted(helps for helps, _ in calls) == [0, 1, 1]
    job = calls[0][1]
    assert all(other is job for _, other in calls) and job[JOB_SHARES] == 3 * threads.SHARES
    assert answer(OP_ROLLOUT, 2) == 2 and calls[0][1][JOB_SHARES] == 2
    time.sleep(0.05)
    assert answer(OP_REFRESH, threads.LEAST) == threads.LEAST
    assert [(helps, len(job)) for helps, job in calls] == [(0, 0)]


@compiled
@pytest.mark.parametrize("state", ["not begun", "done"])
def test_a_helper_that_comes_too_early_or_too_late_does_nothing(state):
    batch = threaded_batch()
    before, held = batch.states.tobytes(), batch.buffers
    job = np.zeros(JOB_SIZE, dtype=np.int64)
    job[JOB_SHARES] = 4
    if state == "done":
        job[JOB_OPEN], job[JOB_NEXT] = 1, 4
    actions = batch.action_masks.argmax(axis=1)
    operands = 0, 0, actions, NOTHING, NOTHING, held.every_game
    assert serve_of(toy.GAME)(OP_STEP, *operands, 1, job, *held.table[2:]) == 0
    assert batch.states.tobytes() == before


@compiled
def test_steps_are_whole_where_no_thread_can_be_started(monkeypatch):
    """At the end of a process, when its main thread is gone, the caller does everything."""

    class Closed:
        def submit(self, *arguments):
            raise RuntimeError("cannot schedule new futures after interpreter shutdown")

    batch, twin = threaded_batch(), threaded_batch()
    play(twin, 2, seed=8)
    monkeypatch.setattr(threads, "_helpers", Closed)
    play(batch, 2, seed=8)
    assert batch.states.tobytes() == twin.states.tobytes()


@compiled
def test_threads_play_the_same_games_and_python_threads_do_not_meet():
    alone = toy.batch(num_envs=2 * threads.LEAST, num_players=3, seed=3)
    play(alone, 3)
    assert alone.states.tobytes() == threaded_batch().states.tobytes()
    batches = [toy.batch(num_envs=256, num_players=3, seed=seed) for seed in (1, 2, 1, 2)]
    workers = [threading.Thread(target=play, args=(batch, 50)) for batch in batches[:2]]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for batch in batches[2:]:
        play(batch, 50)
    assert [one.states.tobytes() for one in batches[:2]] == [one.states.tobytes() for one in batches[2:]]


@compiled
def test_a_wrong_action_in_any_share_leaves_every_game_as_it_was():
    batch = threaded_batch()
    before, actions = batch.states.tobytes(), batch.action_masks.argmax(axis=1)
    actions[-1] = batch.action_masks[-1].argmin()
    with pytest.raises(IllegalActionError):
        batch.step(actions)
    assert batch.states.tobytes() == before


@compiled
def test_a_batch_at_work_in_another_thread_is_refused_in_words():
    batch, env = toy.batch(num_envs=4, num_players=2, seed=1), toy.raw_env(num_players=2)
    env.reset(seed=1)
    action = env.legal_actions()[0]
    for one in (batch, env.batch):
        one.buffers.settings[SET_BUSY] = 1
    with refused(batch, "in use by another thread"):
        batch.step(batch.action_masks.argmax(axis=1))
    with refused(env.batch, "in use by another thread"):
        env.step(action)
    for one in (batch, env.batch):
        one.buffers.settings[SET_BUSY] = 0
    batch.step(batch.action_masks.argmax(axis=1))
    env.step(action)


def make_env():
    return toy.gym_env(num_players=2)


@compiled
@pytest.mark.parametrize("start", ALSO_SLOW)
@pytest.mark.parametrize("library", ["gymnasium", "stable_baselines3"])
def test_environments_in_processes(library, start):
    threaded_batch()
    if library == "gymnasium":
        envs = gymnasium.vector.AsyncVectorEnv([make_env, make_env], context=start)
    else:
        vec_env = pytest.importorskip("stable_baselines3.common.vec_env")
        envs = vec_env.SubprocVecEnv([make_env, make_env], start_method=start)
    try:
        envs.reset()
        for _ in range(20):
            masks = envs.call("action_masks") if library == "gymnasium" else envs.env_method("action_masks")
            envs.step(np.array([mask.argmax() for mask in masks]))
    finally:
        envs.close()


class Positions:
    """A dataset of PyTorch: the observation after so many steps."""

    def __len__(self):
        return 6

    def __getitem__(self, steps):
        batch = toy.batch(num_envs=2 * threads.LEAST, num_players=3, seed=7, num_threads=2)
        play(batch, steps)
        return batch.observations.copy()


@compiled
def test_workers_of_a_data_loader():
    data = pytest.importorskip("torch.utils.data")
    threaded_batch()
    expected = [Positions()[k] for k in range(6)]
    loader = data.DataLoader(Positions(), batch_size=1, num_workers=2, timeout=120)
    for found, wanted in zip(loader, expected, strict=True):
        assert (found.numpy()[0] == wanted).all()
