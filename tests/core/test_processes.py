"""Processes and threads: batches on several threads and what is forked, spawned or started beside them."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from eurogym.envs.core.compile.kernels import PURE
from eurogym.envs.core.declare.operations import NOTHING, OP_STEP, SET_BUSY
from eurogym.envs.core.errors import IllegalActionError
from eurogym.envs.core.step import threads
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
@pytest.mark.slow  # what the caller does then is tried below
def test_a_batch_on_two_threads_goes_on_after_the_main_thread_has_ended():
    done = subprocess.run(
        [sys.executable, "-c", AFTER_MAIN], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.stdout == "finished\n", done.stderr


def in_the_child(batch, answers):
    """Go on with a batch and with a new one; say what came of both."""
    play(batch, 5, seed=1)
    answers.put((batch.states.tobytes(), threaded_batch().states.tobytes()))


@compiled
@pytest.mark.parametrize("start", ALSO_SLOW)
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


def locked(batch):
    return [place.locked() for place in batch.buffers.run._places]


@compiled
def test_helpers_come_to_a_call_and_leave_a_moment_later():
    batch = threaded_batch()
    assert len(locked(batch)) == batch.num_threads - 1
    until = time.monotonic() + 10
    while any(locked(batch)):
        assert time.monotonic() < until
        time.sleep(0.001)
    batch.buffers.run._invite()
    assert all(locked(batch))


@compiled
@pytest.mark.parametrize("state", ["not begun", "done"])
def test_a_helper_that_comes_too_early_or_too_late_does_nothing(state):
    batch = toy.batch(num_envs=2 * threads.LEAST, num_players=3, seed=3)
    held = batch.buffers
    threaded = threads.ThreadedServe(held.run, held.table[2:], 2)
    if state == "done":
        actions = batch.action_masks.argmax(axis=1)
        threaded(OP_STEP, 0, 0, actions, NOTHING, NOTHING, held.every_game, *held.table)
    before = batch.states.tobytes()
    threaded.help(1)
    assert batch.states.tobytes() == before


@compiled
def test_steps_are_whole_where_no_thread_can_be_started(monkeypatch):
    """At the end of a process, when its main thread is gone, the caller does everything."""

    def closed():
        raise RuntimeError("can't start new thread at interpreter shutdown")

    batch, twin = threaded_batch(), threaded_batch()
    play(twin, 2, seed=8)
    monkeypatch.setattr(threads, "_helpers", closed)
    play(batch, 2, seed=8)
    assert batch.states.tobytes() == twin.states.tobytes()


@compiled
def test_several_batches_and_more_threads_than_cores_play_the_same_games(monkeypatch):
    """Threads go from batch to batch; rollouts and listed games are shared out as well."""
    monkeypatch.setattr(threads, "PROBE", 1 << 30)  # always with help
    alone = [toy.batch(num_envs=3 * threads.LEAST, num_players=3, seed=seed) for seed in range(3)]
    monkeypatch.setattr(threads, "usable_cores", lambda: 5)
    shared = [batch.new_like(batch.num_envs, seed, num_threads=5) for seed, batch in enumerate(alone)]
    some, seats = np.arange(1, 2 * threads.LEAST), np.arange(1, 2 * threads.LEAST) % 3
    for turn in range(30):
        for batches in (alone, shared):
            for batch in batches:
                play(batch, 2, seed=turn)
                batch.step(batch.action_masks[some].argmax(axis=1), games=some)
                batch.rollout(steps=3, seed=turn)
    for one, other in zip(alone, shared, strict=True):
        assert one.states.tobytes() == other.states.tobytes()
        assert (one.observe(some, seats) == other.observe(some, seats)).all()


@pytest.mark.parametrize(
    ("told", "files", "cores"),
    [
        ("0::/\n", {"cpu.max": "50000 100000"}, 0.5),
        ("0::/a/b\n", {"a/b/cpu.max": "max 100000", "a/cpu.max": "150000 100000"}, 1.5),
        ("3:cpu,cpuacct:/a\n", {"cpu/a/cpu.cfs_quota_us": "25000", "cpu/a/cpu.cfs_period_us": "10000"}, 2.5),
        ("3:cpu:/\n", {"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"}, 1e9),
        ("0::/elsewhere\n", {}, 1e9),
    ],
)
def test_the_quota_of_a_container_counts(tmp_path, told, files, cores):
    for name, text in {"told": told, **files}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert threads._quota(str(tmp_path / "told"), str(tmp_path)) == cores


@compiled
def test_batches_in_threads_of_python_do_not_meet():
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


@pytest.mark.skipif(PURE or not hasattr(os, "fork"), reason="Unix, and code that is compiled")
def test_a_child_that_is_forked_while_a_thread_compiles_can_compile():
    from numba.core.compiler_lock import global_compiler_lock

    held = threading.Event()

    def compile_something():
        with global_compiler_lock:
            held.set()
            time.sleep(0.2)

    threading.Thread(target=compile_something).start()
    held.wait()
    child = os.fork()
    if not child:
        signal.alarm(20)
        with global_compiler_lock:
            os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


def make_env():
    return toy.gym_env(num_players=2)


@compiled
@pytest.mark.parametrize("start", ALSO_SLOW)
def test_environments_of_stable_baselines_in_processes(start):
    """Those of gymnasium are tried in tests/conformance."""
    vec_env = pytest.importorskip("stable_baselines3.common.vec_env")
    threaded_batch()
    envs = vec_env.SubprocVecEnv([make_env, make_env], start_method=start)
    try:
        envs.reset()
        for _ in range(20):
            envs.step(np.array([mask.argmax() for mask in envs.env_method("action_masks")]))
    finally:
        envs.close()
