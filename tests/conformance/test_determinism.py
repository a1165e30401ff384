"""Batch = single, any number of threads, compiled = uncompiled."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from eurogym.testing import batches
from tests.conformance.digest import digest

ROOT = Path(__file__).parents[2]


@pytest.mark.few_cases
@pytest.mark.parametrize("check", [batches.size_test, batches.single_test], ids=lambda check: check.__name__)
def test_a_game_does_not_depend_on_the_batch_around_it(case, check):
    check(case.table)


@pytest.mark.daily("toy", "village")  # what steps games on threads is compiled apart, a minute for all games
@pytest.mark.parametrize(
    "check", [batches.threads_test, batches.rollout_threads_test], ids=lambda check: check.__name__
)
def test_threads_do_not_matter(case, check):
    check(case.table)


def test_seeds_repeat_and_differ(case):
    batches.different_deals_test(case.table)


@pytest.mark.slow
def test_uncompiled_rules_play_the_same_game(case):
    command = [sys.executable, "-m", "tests.conformance.digest", case.id, "12"]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    answer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    assert answer.returncode == 0, answer.stderr[-2000:]
    assert "Warning" not in answer.stderr, answer.stderr[-2000:]
    uncompiled, compiled = json.loads(answer.stdout), json.loads(json.dumps(digest(case, 12)))
    for number, (one, two) in enumerate(zip(uncompiled["decisions"], compiled["decisions"], strict=True)):
        assert one == two, f"decision {number}"
    assert uncompiled == compiled
