"""The component tables of Keyflower: totals, ranks, geometry, and the kernels' tables against the file."""

from collections import Counter

import pytest

from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare import tables as T
from eurogym.envs.keyflower.declare.actions import ACTIONS
from eurogym.envs.keyflower.declare.components import cells, components, tiles, upgradable_tiles, usable_tiles
from eurogym.envs.keyflower.declare.enums import COLOUR, RESOURCE, SEASON, SKILL
from eurogym.envs.keyflower.declare.options import KeyflowerOptions
from tests.keyflower.derived import OFFSETS, TILES
from tests.keyflower.positions import is_boat

rule = pytest.mark.rule


@rule("R2.1", "R1.2")
def test_totals():
    totals = components()["totals"]
    assert totals["hex_tiles"] == len(TILES) == E.NUM_TILES == 64
    for name, number in (("workers", 141), ("skills", 48), ("resources", 120)):
        parts = dict(totals[name])
        assert parts.pop("total") == sum(parts.values()) == number
    assert list(E.WORKERS_EACH) == [totals["workers"][name] for name in COLOUR.NAMES]
    assert {totals["skills"][name] for name in SKILL.NAMES} == {E.SKILLS_EACH}
    assert list(E.RESOURCES_EACH) == [totals["resources"][name] for name in RESOURCE.NAMES]


@rule("R2.5")
def test_cargo_of_the_boats():
    """Spring, summer and autumn, as printed; nothing comes in winter."""
    boats = [tile["cargo"] for tile in TILES if tile["kind"] == "boat"]
    workers, skills = (
        [[cargo[one][kind] for one in SEASON.NAMES] for cargo in boats] for kind in ("workers", "skills")
    )
    assert workers == [[7, 7, 3, 0], [6, 6, 6, 0], [6, 4, 4, 0], [5, 5, 2, 0], [5, 5, 3, 0], [4, 4, 4, 0]]
    assert skills == [[1, 1, 2, 0], [2, 2, 2, 0], [1, 1, 1, 0], [2, 2, 2, 0], [1, 1, 1, 0], [2, 2, 1, 0]]


@rule("R2.4", "R6.1", "R7.3")
def test_kinds_and_ranks_of_tiles():
    assert Counter(tile["kind"] for tile in TILES) == {"home": 6, "village": 48, "turn_order": 4, "boat": 6}
    seasons = Counter(tile["season"] for tile in TILES if tile["kind"] == "village")
    assert seasons == dict.fromkeys(SEASON.NAMES, 12)
    assert sum(tile["auctioned"] for tile in TILES) == 52
    assert len(usable_tiles()) == 29 and len(upgradable_tiles()) == 38
    for tile in TILES:
        action = tile.get("front", {"action": {"type": "none"}})["action"]
        assert tile["usable"] == (action["type"] != "none") and tile["upgradable"] == ("back" in tile)


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


def test_every_row_says_how_sure_it_is():
    assert all(tile["confidence"] and tile["name"] for tile in tiles())
