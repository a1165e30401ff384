"""The golden text games are what the code gives today."""

from pathlib import Path

import pytest

from tests.playing import shipped_games
from training import playthrough

FOLDER = Path(__file__).parents[1] / "playthroughs"


@pytest.mark.parametrize("game", shipped_games())
def test_the_golden_games_are_reproduced(game):
    problems = playthrough.check([game], folder=FOLDER)
    assert problems == [], (
        "a rule, a text or an encoding has changed; if it was meant: eurogym playthrough --write"
    )
