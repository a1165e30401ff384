"""The component tables of Keyflower: totals, ranks, geometry, and the kernels' tables against the file."""

from collections import Counter

import numpy as np
import pytest

from eurogym.envs.keyflower import enums as E
from eurogym.envs.keyflower import tables as T
from eurogym.envs.keyflower.actions import ACTIONS
from eurogym.envs.keyflower.components import (
    cells,
    components,
    tile_ids,
    tiles,
    upgradable_tiles,
    usable_tiles,
)
from eurogym.envs.keyflower.enums import COLOUR, LAND, RESOURCE, SEASON, SKILL
from eurogym.envs.keyflower.options import KeyflowerOptions
from eurogym.envs.keyflower.overrides import FIRST_SKILL_BIT, UNIT_BITS, state_tables
from tests.keyflower.derived import OFFSETS, TILES, edges_of
from tests.keyflower.positions import is_boat

rule = pytest.mark.rule
BY_ID = {tile["id"]: tile for tile in TILES}
PRINTED = state_tables(None)


def faces(tile):
    """The faces of a tile: front and back, the same twice where there is no back."""
    front = tile.get("front", {"action": {"type": "none"}, "vp": tile.get("vp", 0)})
    return front, tile.get("back", front)


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


@rule("R2.4", "R6.1", "R7.3")
def test_kinds_and_ranks_of_tiles():
    kinds = Counter(tile["kind"] for tile in TILES)
    assert kinds == {"home": 6, "village": 48, "turn_order": 4, "boat": 6}
    assert Counter(tile["season"] for tile in TILES if tile["kind"] == "village") == dict.fromkeys(
        SEASON.NAMES, 12
    )
    assert sum(tile["auctioned"] for tile in TILES) == 52
    assert len(usable_tiles()) == 29 and len(upgradable_tiles()) == 38
    assert tuple(T.USABLE) == usable_tiles() and tuple(T.UPGRADABLE) == upgradable_tiles()
    for tile in TILES:
        has_action = faces(tile)[0]["action"]["type"] != "none"
        assert tile["usable"] == has_action and tile["upgradable"] == ("back" in tile)
    assert [tile["number"] for tile in TILES if tile["kind"] == "home"] == [1, 2, 3, 4, 5, 6]


@rule("R2.4", "R2.5")
def test_the_setup_table():
    rows = [
        components()["setup_by_players"][str(n)]
        | {"dealt": T.WINTER_DEALT[n], "k": T.TURN_ORDER_TILES[n], "tiles": T.SEASON_TILES[n]}
        for n in range(2, 7)
    ]
    assert [row["k"] for row in rows] == [1, 2, 3, 4, 4] == [row["turn_order"] for row in rows]
    assert [row["tiles"] for row in rows] == [6, 7, 8, 9, 10]
    assert all(row["spring"] == row["summer"] == row["autumn"] == row["tiles"] for row in rows)
    assert [row["dealt"] for row in rows] == [3, 3, 3, 2, 2]
    assert [row["winter_auction_max"] for row in rows] == [6, 9, 12, 10, 12]
    assert [row["home"] for row in rows] == [row["boat"] for row in rows] == [2, 3, 4, 5, 6]
    boats = [tile for tile in TILES if tile["kind"] == "boat"]
    assert [sum(boat["min_players"] <= n for boat in boats) for n in range(2, 7)] == [2, 3, 4, 5, 6]
    workers = [[boat["cargo"][season]["workers"] for season in SEASON.NAMES] for boat in boats]
    assert PRINTED["cargo_workers"] == [row[:3] for row in workers]
    assert workers == [[7, 7, 3, 0], [6, 6, 6, 0], [6, 4, 4, 0], [5, 5, 2, 0], [5, 5, 3, 0], [4, 4, 4, 0]]
    skills = [[boat["cargo"][season]["skills"] for season in SEASON.NAMES] for boat in boats]
    assert PRINTED["cargo_skills"] == [row[:3] for row in skills]
    assert skills == [[1, 1, 2, 0], [2, 2, 2, 0], [1, 1, 1, 0], [2, 2, 2, 0], [1, 1, 1, 0], [2, 2, 1, 0]]


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
    for tile in range(E.NUM_TILES):
        for rotation in range(6):
            shown = [LAND.NAMES[edge] for edge in T.EDGE[tile, rotation]]
            assert shown == edges_of(tile, rotation)
            code = sum(int(edge) << 2 * side for side, edge in enumerate(T.EDGE[tile, rotation]))
            assert T.EDGE_CODE[tile, rotation] == code
        assert T.NUM_ROTATIONS[tile] == (3 if is_boat(tile) else 6)


@rule("R6.6")
def test_action_tables():
    for number, tile in enumerate(TILES):
        for side, face in enumerate(faces(tile)):
            action = face["action"]
            gains = [action.get("resources", {}).get(name, 0) for name in RESOURCE.NAMES]
            rank = T.GAIN_RANK[number]
            assert gains == (PRINTED["gains"][rank][side] if rank != E.NONE else [0] * 4)
            assert T.TRANSPORT[number, side] == action.get("transport", 0)
            assert T.ALLOWANCE[number, side] == action.get("upgrades", 0)
            assert PRINTED["points"][number][side] == face["vp"]
            drawn = {
                "draw_workers": "count",
                "draw_skills": "count",
                "skill_for_workers": "draw",
                "skill_for_skills": "draw",
                "worker_for_workers": "draw",
                "worker_for_green": "gain_green",
            }
            if action["type"] in drawn:
                assert T.DRAWS[number, side] == action[drawn[action["type"]]] > 0
            if action["type"] == "skill_for_resources":
                assert SKILL.NAMES[T.PAID_SKILL[number]] == action["pay_skill"]
            if action["type"] == "worker_for_green":
                assert COLOUR.NAMES[T.PAID_COLOUR[number]] == action["pay_worker_colour"]


@rule("R7.3")
def test_cost_tables():
    for number, tile in enumerate(TILES):
        cost = tile.get("upgrade_cost", {"resources": {}, "any_resource": 0, "skills": {}, "any_skill": 0})
        resources = [cost["resources"].get(name, 0) for name in RESOURCE.NAMES]
        rank = T.UPGRADE_RANK[number]
        code = PRINTED["costs"][rank] if rank != E.NONE else 0
        units = [code >> UNIT_BITS * unit & 3 for unit in range(5)]
        assert units == [*resources, cost["any_resource"]]
        skills = [cost["skills"].get(name, 0) for name in SKILL.NAMES]
        asked = [code >> FIRST_SKILL_BIT + skill & 1 for skill in range(4)]
        assert asked == [*skills, cost["any_skill"]]
        assert (rank != E.NONE) == tile["upgradable"]
        assert (sum(units) + sum(asked) > 0) == tile["upgradable"]


@rule("R12.3", "R12.4")
def test_scoring_tables():
    stored = {"timber_yard": "wood", "stone_yard": "stone", "blacksmith": "iron", "barn": "any"}
    assert [tile_ids()[tile] for tile in T.STORED] == list(stored)
    for row, (name, kind) in enumerate(stored.items()):
        sides = [face["scoring"] for face in faces(BY_ID[name])]
        assert [side["resource"] for side in sides] == [kind, kind]
        assert (
            PRINTED["stored_vp"][row]
            == [side["vp_each"] for side in sides]
            == [1 + (kind != "any"), 2 + (kind != "any")]
        )
        assert (*RESOURCE.NAMES, "any")[T.STORED_TYPE[row]] == kind
    assert PRINTED["chain_vp"] == [0, 2, 4, 8, 16, 32]
    assert BY_ID["mercers_guild"]["front"]["scoring"]["set"] == ["wood", "stone", "iron"]
    assert BY_ID["craftsmans_guild"]["front"]["scoring"]["set"] == ["blue", "red", "yellow"]
    assert (T.WINDMILL_SIZE, T.GUILD_SIZE, T.APOTHECARY_SIZE) == (5, 5, 5)


def test_the_action_space_is_the_flat_layout_of_the_rules_page():
    texts = ACTIONS.catalog(KeyflowerOptions()).texts
    assert len(texts) == 421
    starts = {0: "pass", 1: "bid keywood", 52: "bid turn_order_4", 53: "use home_1", 81: "use inn"}
    starts |= {82: "colour blue", 85: "colour green", 86: "take group from keywood", 138: "0 from the screen"}
    starts |= {158: "20 from the screen", 159: "skill anvil", 162: "resource wood", 166: "tile home_1"}
    starts |= {
        229: "tile white_wind",
        230: "direction 0",
        236: "rotate 0",
        242: "stop",
        243: "upgrade home_1",
    }
    starts |= {281: "board keyflower", 287: "offer 0", 289: "offer 0 1", 293: "offer 0 1 2", 294: "cell 0 -6"}
    assert {number: texts[number] for number in starts} == starts and texts[420] == "cell 0 6"


def test_every_row_says_how_sure_it_is():
    assert all(tile["confidence"] for tile in tiles())
    assert np.all([isinstance(tile["name"], str) and tile["name"] for tile in tiles()])
