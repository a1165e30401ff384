"""Same seed and actions, same game: whatever the batch, the threads, the copies and the compiler."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from envs.core.batch import BatchedGame
from envs.villagers.game import GAME
from envs.villagers.options import VillagersOptions
from tests.villagers.digest import DIGEST_SETS, digest
from tests.villagers.games import OPTION_SETS, pick
from tests.villagers.positions import Table

ROOT = Path(__file__).resolve().parents[2]
GAMES_UNCOMPILED = 2

by_options = pytest.mark.parametrize("values", OPTION_SETS, ids=str)


def batch_of(values, n, **arguments):
    """A batch without autoreset."""
    return BatchedGame(GAME, VillagersOptions.from_kwargs(**values), n, autoreset=False, **arguments)


def play_out(batch, seeds, keen=True):
    """Play every game of a batch out with random numbers of its own; returns what was met in each game."""
    batch.reset(seeds=seeds)
    rngs = [np.random.default_rng(seed) for seed in seeds]
    course = [[] for _ in seeds]
    texts = batch.catalog.texts
    while not batch.states["done"].all():
        running = np.flatnonzero(batch.states["done"] == 0)
        actions = np.array([pick(batch.action_masks[g], rngs[g], texts, keen) for g in running])
        for g, action in zip(running, actions, strict=True):
            course[g].append((int(batch.current_seat[g]), int(action), hash(batch.observations[g].tobytes())))
        batch.step(actions, games=running)
    states = [batch.states[g : g + 1].tobytes() for g in range(len(seeds))]
    return course, states, batch.final_scores.copy(), batch.final_placements.copy()


@by_options
def test_a_batch_is_its_single_games(values):
    seeds = list(range(20, 40))
    course, states, scores, placements = play_out(batch_of(values, 20), seeds)
    single = batch_of(values, 1)
    for g, seed in enumerate(seeds):
        one_course, one_state, one_scores, one_placements = play_out(single, [seed])
        assert one_course[0] == course[g]
        assert one_state[0] == states[g]
        assert (one_scores[0] == scores[g]).all() and (one_placements[0] == placements[g]).all()


@by_options
def test_threads_change_nothing(values):
    results = []
    for threads in (1, 2):
        batch = BatchedGame(GAME, VillagersOptions.from_kwargs(**values), 64, seed=5, num_threads=threads)
        batch.reset()
        rng = np.random.default_rng(0)
        heard = []
        for _ in range(300):
            batch.step(batch.sample_legal(rng))
            heard.append((batch.rewards.copy(), batch.dones.copy(), batch.final_scores.copy()))
        outcome = batch.rollout("random", steps=300, seed=9)
        results.append((batch, heard, outcome))
    (one, heard_one, out_one), (two, heard_two, out_two) = results
    assert np.asarray(one.states).tobytes() == np.asarray(two.states).tobytes()
    assert (one.observations == two.observations).all() and (one.action_masks == two.action_masks).all()
    assert all(
        (a == b).all()
        for first, second in zip(heard_one, heard_two, strict=True)
        for a, b in zip(first, second, strict=True)
    )
    assert out_one["decisions"] == out_two["decisions"] and out_one["games"] == out_two["games"] > 0
    assert sum(int(dones.sum()) for _, dones, _ in heard_one) >= 64


def test_compiled_is_uncompiled():
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    environment.pop("EUROGYM_DEBUG", None)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.villagers.digest", str(GAMES_UNCOMPILED)],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(lines) == len(DIGEST_SETS)
    for values, uncompiled in zip(DIGEST_SETS, lines, strict=True):
        assert digest(values, list(range(GAMES_UNCOMPILED))) == uncompiled
        assert uncompiled["decisions"] > 20 * GAMES_UNCOMPILED


@by_options
def test_a_clone_plays_on_like_the_original(values):
    batch = batch_of(values, 3)
    batch.reset(seeds=[1, 2, 3])
    rng = np.random.default_rng(8)
    for step in range(10_000):
        if batch.states["done"][0]:
            break
        if step % 7 == 0:
            batch.copy_game(0, 1)
            batch.set_state(2, batch.get_state(0))
            assert (batch.action_masks[1] == batch.action_masks[0]).all()
            assert (batch.action_masks[2] == batch.action_masks[0]).all()
        action = pick(batch.action_masks[0], rng, batch.catalog.texts, True)
        batch.step(np.array([action] * 3))
        states = np.asarray(batch.states)
        assert states[0].tobytes() == states[1].tobytes() == states[2].tobytes()
        assert (batch.observations[0] == batch.observations[1]).all()
        assert (batch.observations[0] == batch.observations[2]).all()
        assert (batch.current_seat == batch.current_seat[0]).all()
    assert batch.dones.all() and (batch.final_scores == batch.final_scores[0]).all()


@by_options
@pytest.mark.parametrize("seed", range(6))
def test_forced_decisions_change_no_outcome(values, seed):
    """The same choices with every decision shown lead to the same end, decision by decision."""
    short = Table(seed=seed, **(values | {"auto_forced": True}))
    long = Table(seed=seed, **(values | {"auto_forced": False}))
    rng = np.random.default_rng(seed)

    def take_forced():
        while not long.done and long.batch.action_masks[0].sum() == 1:
            long.batch.step(np.flatnonzero(long.batch.action_masks[0]))

    take_forced()
    choices = 0
    while not short.done:
        assert (short.batch.action_masks == long.batch.action_masks).all() and short.seat == long.seat
        assert (short.batch.observations == long.batch.observations).all()
        action = pick(short.batch.action_masks[0], rng, short.batch.catalog.texts, True)
        short.batch.step(np.array([action]))
        long.batch.step(np.array([action]))
        take_forced()
        choices += 1
    assert long.done and choices < long.number("num_decisions") == short.number("num_decisions")
    assert (short.batch.final_scores == long.batch.final_scores).all()
    assert (short.batch.final_placements == long.batch.final_placements).all()
    short.set(auto_forced=0)
    assert short.state.tobytes() == long.state.tobytes()


@by_options
def test_a_deal_does_not_depend_on_what_is_played(values):
    """One stream per purpose: two games of one seed have the same shuffles, whoever plays."""
    tables = [Table(seed=12, **values) for _ in range(2)]
    assert tables[0].state.tobytes() == tables[1].state.tobytes()
    assert Table(seed=13, **values).state.tobytes() != tables[0].state.tobytes()


@by_options
def test_padding_appends_zeros(values):
    plain, padded = (Table(seed=3, **(values | {"pad_seats": pad})) for pad in (None, 5))
    rng = np.random.default_rng(2)
    for _ in range(60):
        own, wide = plain.batch.observations[0], padded.batch.observations[0]
        assert (wide[: len(own)] == own).all() and not wide[len(own) :].any()
        assert len(wide) - len(own) == (5 - plain.batch.table_seats) * plain.batch.layout.block_size
        action = pick(plain.batch.action_masks[0], rng, plain.batch.catalog.texts, False)
        for game in (plain, padded):
            game.batch.step(np.array([action]))
        if plain.done:
            break
