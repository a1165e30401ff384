"""The same games from compiled and uncompiled rules; what else repeats itself is tested for all games alike."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.villagers.digest import DIGEST_SETS, digest

ROOT = Path(__file__).resolve().parents[2]
GAMES_UNCOMPILED = 2


@pytest.mark.slow
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
