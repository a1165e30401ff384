"""Every effect of the expansions of Villagers comes up in games that engine and oracle play alike."""

from collections import Counter
from itertools import product

import pytest

from tests.oracles.villagers_expansions import EXPANSION_EFFECTS
from tests.villagers.differential import play_both
from tests.villagers.games import EXPANSION_SETS


@pytest.mark.slow
def test_every_effect_of_the_expansions_comes_up_where_both_sides_agree():
    times = Counter()
    for number, values in product(range(20), EXPANSION_SETS):
        player = ("eager", "random", "thrifty", "villagers")[number % 4]
        times.update(play_both(20_000 + number, 21_000 + number, player=player, **values)["resolved"])
    assert set(times) == {effect for effects in EXPANSION_EFFECTS.values() for effect in effects}
    assert min(times.values()) > 0, [effect for effect, count in times.items() if not count]
