"""The golden text games are what the code gives today."""

from pathlib import Path

import pytest

from eurogym.envs.core import registry
from eurogym.testing import golden
from tests.playing import shipped_games

FOLDER = Path(__file__).parents[1] / "playthroughs"


@pytest.mark.parametrize("most", [12, pytest.param(None, marks=pytest.mark.slow)])  # decisions of each game
@pytest.mark.parametrize("game", shipped_games())
def test_the_golden_games_are_reproduced(game, most):
    problems = golden.check([game], folder=FOLDER, most=most)
    assert problems == [], (
        "a rule, a text or an encoding has changed; if it was meant: python -m tools playthrough --write"
    )


def test_playthroughs_are_written_and_checked(tmp_path):
    assert len(golden.golden_options(registry.game("toy"))) == 5
    assert len(golden.check(["toy"], folder=tmp_path)) == 5  # all missing
    assert golden.check(["toy"], write=True, folder=tmp_path) == []
    assert golden.check(["toy"], folder=tmp_path) == []
    assert golden.check(["toy"], folder=tmp_path, most=3) == []
    path = tmp_path / "toy_2p.txt"
    path.write_text(path.read_text().replace("play", "lay", 1))
    assert len(golden.check(["toy"], folder=tmp_path)) == 1
