"""Questions do not write: legality, observations, scores, texts and heuristics leave the state alone at any moment."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance.cases import CASES

ROOT = Path(__file__).parents[2]
GAMES = {}
for one in CASES:
    GAMES.setdefault(one.game_name, one)


def ask(case, seed, positions):
    """Run the questions in a process without compiler."""
    command = [sys.executable, "-m", "tests.conformance.questions", case.id, str(seed), str(positions)]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    answer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900)
    assert answer.returncode == 0, answer.stderr[-3000:]
    return int(answer.stdout)


@pytest.mark.parametrize("game", GAMES)
def test_no_question_writes_to_the_state(game):
    assert ask(GAMES[game], 3, 12) >= 4


@pytest.mark.slow
def test_no_question_writes_to_the_state_in_any_option_set(case):
    assert ask(case, 4, 60) >= 4
