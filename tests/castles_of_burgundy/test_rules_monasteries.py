"""Chapter 12: monasteries, also inside a castle's action."""

from itertools import product

import pytest

from eurogym.envs.castles_of_burgundy.declare.boards import boards
from eurogym.envs.castles_of_burgundy.declare.enums import BONUS
from tests.castles_of_burgundy.positions import table
from tests.castles_of_burgundy.test_rules_scoring import ended

rule = pytest.mark.rule
DICE = boards()[0]["dice"]
COLOUR_TILES = {  # hexes next to hex 18 or next to a covered helper, by tile: what is placed where
    "bank": (11, 25),
    "ship": (17, 19),
    "mine": (24,),
    "monastery_26": (12,),
    "castle": (6,),
    "cow_2": (5,),
}
FREE_STEP = {9: ("bank",), 10: ("ship", "cow_2"), 11: ("castle", "mine", "monastery_26")}


COSTS = {(0, 0): (0, 1, 2, 3), (1, 0): (0, 0, 1, 2), (0, 1): (0, 1, 1, 2), (1, 1): (0, 0, 1, 1)}  # X24


def dist(a, b):
    return min((a - b) % 6, (b - a) % 6)


def owner(*numbers, die=0, value=1, workers=0):
    """Owner of these monasteries with one unused die."""
    return table().owns(*numbers).workers(workers).dice(value, value).used(*((1, 0) if die else (0, 1)))


# --- costs (R12.1) -------------------------------------------------------------------------------------------


@pytest.mark.one_in(6)
@rule("R12.1", "R5.2")
@pytest.mark.parametrize("number", (None, 8, 9, 10, 11))
@pytest.mark.parametrize("tile", COLOUR_TILES)
def test_x24_place_with_a_changed_die(number, tile):
    steps = COSTS[int(tile in FREE_STEP.get(number, ())), int(number == 8)]
    for die, value, workers in product((0, 1), range(1, 7), (0, 1, 3)):
        game = owner(*([number] if number else []), die=die, value=value, workers=workers)
        game.put(cow_3=10, castle=2).storage(tile)  # open hexes 5 and 6
        wanted = {h for h in COLOUR_TILES[tile] if steps[dist(value, DICE[h])] <= workers}
        assert game.hexes(0, die) & {*COLOUR_TILES[tile]} == wanted, f"workers {workers}"
        assert game.hexes(0, 1 - die) == set()
        for h in sorted(wanted)[:1]:
            price = steps[dist(value, DICE[h])]
            assert game.gain(f"place 0 on {h} with die {die}")[2] == -price


# --- 13 and 14: workers --------------------------------------------------------------------------------------


@rule("R12.2", "R13.1")
@pytest.mark.parametrize(
    "numbers,reward", [((), (0, 0, 2)), ((13,), (0, 1, 2)), ((14,), (0, 0, 4)), ((13, 14), (0, 1, 4))]
)
def test_x6_monasteries_13_and_14(numbers, reward):
    for die in (0, 1):
        assert owner(*numbers, die=die).gain(f"workers with die {die}") == reward
    game = table().owns(*numbers).put(cow_3=5).storage("castle").dice(6, 1).act("place 0 on 6 with die 0")
    assert game.decision == "EXTRA" and game.gain("workers with die 0") == reward


# --- 15 to 26: at the end ------------------------------------------------------------------------------------

SOLD = (4, 4, 4, 4, 2, 2, 2, 3, 3, 3, 6)


@rule("R11.2")
@pytest.mark.parametrize(
    "numbers,tiles,sold,points",
    [
        ((15,), {}, SOLD, 8),  # E14: types
        ((25,), {}, SOLD, 11),  # E17: tiles
        ((17, 22), {"watchtower": [11, 25], "bank": [26, 13, 22, 31]}, (), 24),  # E15
        ((24,), {"sheep_2": [0, 4], "sheep_3": 5, "cow_3": 9, "pig_4": 27}, (), 12),  # E16: species
        ((1, 2, 3, 4, 5, 6), {"bank": 11, "cow_2": 27}, (1,), 0),  # standing effects
        ((7, 8, 9, 10, 11, 12), {"bank": 11, "cow_2": 27}, (1,), 0),
        ((13, 14), {"bank": 11, "cow_2": 27}, (1,), 0),
    ],
    ids=str,
)
def test_e14_to_e17_monasteries_at_the_end(numbers, tiles, sold, points):
    assert ended(table().owns(*numbers).sold(*sold).put(**tiles)) == points


@rule("R11.2", "R9.2")
def test_monastery_26_bonus_tiles():
    game = table(3).owns(26)
    game.state["bonus_owned"][0] = [BONUS.large, BONUS.none, BONUS.small, 0, 0, BONUS.small]
    assert ended(game) == 9
