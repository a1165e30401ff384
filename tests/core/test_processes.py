"""Processes and threads: batches on several threads and what is forked, spawned or started beside them."""

import multiprocessing
import os
import subprocess
import sys
import threading

import gymnasium
import numpy as np
import pytest

from eurogym.envs.core import threads
from eurogym.envs.core.compile import PURE
from eurogym.envs.core.errors import StateError
from tests import toy

STARTS = [name for name in ("fork", "spawn", "forkserver") if name in multiprocessing.get_all_start_methods()]
ALSO_SLOW = [name if name == "fork" else pytest.param(name, marks=pytest.mark.slow) for name in STARTS]
compiled = pytest.mark.skipif(PURE, reason="one thread where nothing is compiled")


def threaded_batch(seed=3):
    """A batch that has been at work on two threads."""
    batch = toy.batch(num_envs=64, num_players=3, seed=seed, num_threads=2)
    play(batch, 3)
    return batch


def play(batch, steps, seed=0):
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        batch.step(batch.sample_legal(rng))


def in_the_child(batch, answers):
    """Go on with a batch and with a new one; say what came of both."""
    play(batch, 5, seed=1)
    new = threaded_batch()
    answers.put((batch.states.tobytes(), new.states.tobytes()))


@compiled
@pytest.mark.parametrize("start", STARTS)
def test_a_child_goes_on_where_its_parent_used_threads(start):
    batch = threaded_batch()
    twin = threaded_batch()
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
def test_only_what_was_forked_after_threads_goes_on_with_one(monkeypatch):
    assert not threads._forked_since
    calls = []
    settings = np.array([0] * 7 + [1])
    both = threads.on_threads(lambda *_: calls.append("one"), lambda *_: calls.append("several"))
    both(0, 0, 0, None, None, settings)
    threads._in_the_child()
    monkeypatch.setattr(threads, "_forked_since", threads._forked_since)
    both(0, 0, 0, None, None, settings)
    threads._forked_since = False
    assert calls == ["several", "one"]


@compiled
def test_how_many_threads_numba_uses_is_left_as_it_was():
    import numba

    before = numba.get_num_threads()
    try:
        numba.set_num_threads(1)
        threaded_batch()
        assert numba.get_num_threads() == 1
    finally:
        numba.set_num_threads(before)


@compiled
@pytest.mark.parametrize("wish,policy", [({}, "PASSIVE"), ({"OMP_WAIT_POLICY": "active"}, "ACTIVE")])
def test_threads_wait_asleep_unless_told_otherwise(wish, policy):
    """GNU OpenMP tells its settings when it is loaded; what was set for it does not stay in the environment."""
    code = """
import os
from tests import toy
from tests.core.test_processes import threaded_batch
before = dict(os.environ)
threaded_batch()
assert dict(os.environ) == before
import numba
print(numba.threading_layer())
"""
    environment = {name: value for name, value in os.environ.items() if name != "OMP_WAIT_POLICY"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment | wish | {"OMP_DISPLAY_ENV": "true"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    if done.stdout.split()[-1] == "omp" and "OMP_WAIT_POLICY" in done.stderr:
        assert f"OMP_WAIT_POLICY = '{policy}'" in done.stderr


def test_a_batch_at_work_in_another_thread_is_refused_in_words():
    batch = toy.batch(num_envs=4, num_players=2, seed=1)
    before = batch.states.tobytes()
    with batch._at_work, pytest.raises(StateError, match="at work in another thread"):
        batch.step(batch.action_masks.argmax(axis=1))
    assert batch.states.tobytes() == before
    batch.step(batch.action_masks.argmax(axis=1))


@compiled
def test_python_threads_with_a_batch_each_do_not_meet():
    batches = [toy.batch(num_envs=256, num_players=3, seed=seed) for seed in (1, 2)]
    workers = [threading.Thread(target=play, args=(batch, 50)) for batch in batches]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for seed, batch in zip((1, 2), batches, strict=True):
        alone = toy.batch(num_envs=256, num_players=3, seed=seed)
        play(alone, 50)
        assert alone.states.tobytes() == batch.states.tobytes()


def make_env():
    return toy.gym_env(num_players=2)


@compiled
@pytest.mark.parametrize("start", ALSO_SLOW)
def test_async_vector_env(start):
    threaded_batch()
    envs = gymnasium.vector.AsyncVectorEnv([make_env, make_env], context=start)
    try:
        _, info = envs.reset(seed=5)
        for _ in range(20):
            actions = np.array([np.flatnonzero(mask)[0] if mask.any() else 0 for mask in info["action_mask"]])
            _, _, _, _, info = envs.step(actions)
    finally:
        envs.close()


@compiled
@pytest.mark.parametrize("start", ALSO_SLOW)
def test_subproc_vec_env(start):
    vec_env = pytest.importorskip("stable_baselines3.common.vec_env")
    threaded_batch()
    envs = vec_env.SubprocVecEnv([make_env, make_env], start_method=start)
    try:
        envs.reset()
        for _ in range(20):
            masks = envs.env_method("action_masks")
            envs.step(np.array([np.flatnonzero(mask)[0] for mask in masks]))
    finally:
        envs.close()


class Positions:
    """A dataset of PyTorch: the observation after so many steps."""

    def __len__(self):
        return 6

    def __getitem__(self, steps):
        batch = toy.batch(num_envs=32, num_players=3, seed=7, num_threads=2)
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
