"""Batch = single, any number of threads, compiled = uncompiled."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.conformance.digest import digest
from tests.conformance.helpers import random_legal, snapshot

ROOT = Path(__file__).parents[2]


def play_slots(batch, games, steps=60):
    """Step games by choices that depend on the slot alone; what was seen, slot by slot."""
    seen = {g: [] for g in games}
    for number in range(steps):
        actions = [random_legal(batch, g, g, number) for g in range(batch.num_envs)]
        batch.step(actions)
        for g in games:
            seen[g].append((snapshot(batch, g), batch.rewards[g].tolist(), bool(batch.dones[g])))
    return seen


SLOTS = [0, 5, 17]


def test_batch_size_does_not_matter(case):
    small = play_slots(case.batch(18, seed=3), SLOTS)
    assert play_slots(case.batch(40, seed=3), SLOTS) == small


@pytest.mark.daily("toy", "village")  # what steps games on threads is compiled apart, a minute for all games
def test_threads_do_not_matter(case):
    one = play_slots(case.batch(18, seed=3), SLOTS)
    assert play_slots(case.batch(40, seed=3, num_threads=2), SLOTS) == one


def test_single_game_equals_its_place_in_a_batch(case):
    batch = case.batch(4, seed=8, autoreset=False)
    deals = batch.seeds.tolist()
    for g, deal in enumerate(deals):
        env = case.module.raw_env(**case.options)
        env.reset(seed=deal)
        assert np.array_equal(env.last()[0]["observation"], batch.layout.scaled(batch.observations[g]))
        single = case.batch(autoreset=False)
        single.reset(seeds=[deal])
        assert snapshot(single) == snapshot(batch, g)


@pytest.mark.daily("toy", "village")
def test_rollouts_do_not_depend_on_threads(case):
    one, two = case.batch(32, seed=3), case.batch(32, seed=3, num_threads=2)
    first, second = one.rollout(steps=80, seed=5), two.rollout(steps=80, seed=5)
    assert first["decisions"] == second["decisions"] == 32 * 80
    assert first["games"] == second["games"] and np.array_equal(first["score_sum"], second["score_sum"])
    assert np.asarray(one.states).tobytes() == np.asarray(two.states).tobytes()
    assert np.array_equal(one.observations, two.observations)


def test_seeds_repeat_and_differ(case):
    first, again, other = case.batch(8, seed=1), case.batch(8, seed=1), case.batch(8, seed=2)
    assert np.asarray(first.states).tobytes() == np.asarray(again.states).tobytes()
    assert np.asarray(first.states).tobytes() != np.asarray(other.states).tobytes()
    assert len(set(first.seeds.tolist())) == 8


@pytest.mark.slow
def test_uncompiled_rules_play_the_same_game(case):
    decisions = 40
    command = [sys.executable, "-m", "tests.conformance.digest", case.id, "12", str(decisions)]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    answer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    assert answer.returncode == 0, answer.stderr[-2000:]
    assert "Warning" not in answer.stderr, answer.stderr[-2000:]
    uncompiled, compiled = json.loads(answer.stdout), json.loads(json.dumps(digest(case, 12, decisions)))
    for number, (one, two) in enumerate(zip(uncompiled["decisions"], compiled["decisions"], strict=True)):
        assert one == two, f"decision {number}"
    assert uncompiled == compiled
