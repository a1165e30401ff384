"""The golden text games are what the code gives today."""

from pathlib import Path

import pytest

from envs.core import registry
from training import playthrough

FOLDER = Path(__file__).parents[1] / "playthroughs"


SHIPPED = [name for name in registry.games() if registry.entry(name).package.startswith("envs.")]


@pytest.mark.parametrize("game", SHIPPED)
def test_the_golden_games_are_reproduced(game):
    problems = playthrough.check([game], folder=FOLDER)
    assert problems == [], (
        "a rule, a text or an encoding has changed; if it was meant: eurogym playthrough --write"
    )
