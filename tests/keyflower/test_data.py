"""The component tables of Keyflower: edges, geometry, and the layout of the action space."""

from collections import Counter

import pytest

from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare import tables as T
from eurogym.envs.keyflower.declare.actions import ACTIONS
from eurogym.envs.keyflower.declare.components import cells
from eurogym.envs.keyflower.declare.options import KeyflowerOptions
from tests.keyflower.derived import OFFSETS, TILES
from tests.keyflower.positions import is_boat

rule = pytest.mark.rule


@rule("R8.5")
def test_edges():
    counts = {tile["id"]: Counter(tile["edges"]) for tile in TILES}
    roads = {"home": 5, "spring": 4, "summer": 3, "autumn": 2, "winter": 1}
    for tile in TILES:
        found = counts[tile["id"]]
        if is_boat(tile["index"]):
            assert found == {"water": 2, "field": 4} and tile["edges"][:3] == tile["edges"][3:]
        elif tile["kind"] == "turn_order":
            assert found == {"road": tile["number"], "field": 6 - tile["number"]}
        elif tile["kind"] == "home":
            assert found == {"road": 5, "water": 1}
        else:
            assert found == {"road": roads[tile["season"]], "field": 6 - roads[tile["season"]]}
    homes = [tile["edges"].index("water") for tile in TILES[:6]]
    assert sorted(homes) == [0, 1, 2, 3, 4, 5]


@rule("R8.1")
def test_geometry():
    places = cells()
    assert len(places) == E.NUM_CELLS == 127 and places[E.HOME_CELL] == (0, 0)
    assert list(places) == sorted(places, key=lambda cell: (cell[1], cell[0]))
    for number, (q, r) in enumerate(places):
        for side, (dq, dr) in enumerate(OFFSETS):
            near = int(T.NEIGHBOUR[number, side])
            if max(abs(q + dq), abs(r + dr), abs(q + r + dq + dr)) <= E.RADIUS:
                assert places[near] == (q + dq, r + dr)
                assert T.NEIGHBOUR[near, (side + 3) % 6] == number
            else:
                assert near == E.NONE
    assert T.NUM_ROTATIONS.tolist() == [3 if is_boat(tile) else 6 for tile in range(E.NUM_TILES)]


def test_the_action_space_is_the_flat_layout_of_the_rules_page():
    texts = ACTIONS.catalog(KeyflowerOptions()).texts
    assert len(texts) == 421
    starts = {
        0: "pass", 1: "bid keywood", 52: "bid turn_order_4", 53: "use home_1", 81: "use inn", 82: "colour blue",
        85: "colour green", 86: "take group from keywood", 138: "0 from the screen", 158: "20 from the screen",
        159: "skill anvil", 162: "resource wood", 166: "tile home_1", 229: "tile white_wind", 230: "direction 0",
        236: "rotate 0", 242: "stop", 243: "upgrade home_1", 281: "board keyflower", 287: "offer 0",
        289: "offer 0 1", 293: "offer 0 1 2", 294: "cell 0 -6", 420: "cell 0 6",
    }  # fmt: skip
    assert {number: texts[number] for number in starts} == starts
