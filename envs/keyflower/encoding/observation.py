"""What a seat sees, as uint8 codes (14.3, 14.4): the layout, declared field by field, and the kernel that writes it."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.bits import bit, lowest_bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import copy_bytes
from eurogym.envs.core.declare.layout import Field, FieldSection, ObservationSpace
from eurogym.envs.core.declare.things import coded, one, quantity
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare import things as X
from eurogym.envs.keyflower.declare.tables import CELL_Q, CELL_R, EDGE, NEIGHBOUR
from eurogym.envs.keyflower.rules.stocks import screen_size, skill_count
from eurogym.envs.keyflower.rules.village import edge_of, tile_at

TILES, COLOURS, RESOURCES, SKILLS = E.NUM_TILES, E.COLOUR.COUNT, E.RESOURCE.COUNT, E.SKILL.COUNT
EDGE_KINDS = E.LAND.COUNT - 1  # road, field, water
MAP_KINDS = 1 + EDGE_KINDS
FILLED = np.array([1] + EDGE_KINDS * [0], dtype=np.int8)  # a cell of the map with a tile
BIDS = E.NUM_AUCTIONED * COLOURS

_FIELDS = (
    Field("season", E.SEASON.COUNT, 1, "all", "one-hot: season", 1),
    Field("passes", (), 1 / 6, "all", "passes one after another", 6),
    Field("turns", (), 1 / 100, "all", "turns of this season, up to 255"),
    Field("auction", X.AUCTIONED, 1, "all", "the tile is in the auction", 1, kind="tile", amount="auction"),
    Field(
        "place",
        (X.TILES, coded(X.PLACES)),
        1 / 4,
        "all",
        "per tile: away, auction, to be placed, village, set aside",
        4,
        kind="tile",
    ),
    Field("upgraded", X.TILES, 1, "all", "the tile shows its back", 1, kind="tile", amount="upgraded"),
    Field("stock", (X.TILES, X.RESOURCES), 1 / 5, "all", "resources per tile", 48),
    Field("on_tile", (X.TILES, X.COLOURS), 1 / 6, "all", "workers on each tile", 6),
    Field(
        "last_use",
        X.TILES,
        1 / 6,
        "all",
        "size of the last use this season",
        6,
        kind="tile",
        amount="last_use",
    ),
    Field(
        "tile_colour",
        (X.TILES, one(X.COLOURS)),
        1,
        "all",
        "one-hot per tile: the colour that workers there must have, if any",
        1,
        kind="tile",
    ),
    Field(
        "tile_q",
        X.TILES,
        1 / 13,
        "all",
        "column q + 7 of tiles in a village, 0 = not in one",
        13,
        kind="tile",
        amount="q",
    ),
    Field("tile_r", X.TILES, 1 / 13, "all", "row r + 7 of tiles in a village", 13, kind="tile", amount="r"),
    Field(
        "rotation",
        X.TILES,
        1 / 6,
        "all",
        "1 + rotation of tiles in a village",
        6,
        kind="tile",
        amount="rotation",
    ),
    Field("side_b", X.SUMMER_BOATS, 1, "all", "summer boat shows side b", 1, kind="tile", amount="side_b"),
    Field("supply", X.RESOURCES, 1 / 24, "all", "resources in the supply", 48),
    Field("green_supply", (), 1 / 20, "all", "green workers in the supply", 20),
    Field("bag_size", (), 1 / 100, "all", "workers in the bag", 140),
    Field("pile_size", (), 1 / 48, "all", "skill tiles in the pile", 48),
    Field(
        "boat_open",
        X.BOATS,
        1,
        "all",
        "the boat can still be chosen this season",
        1,
        kind="tile",
        amount="boat_open",
    ),
    Field("boat_workers", (X.BOATS, X.COLOURS), 1 / 5, "all", "workers on boats", 7),
    Field("boat_skills", (X.BOATS, X.SKILLS), 1 / 2, "all", "skill tiles on boats", 2),
    Field("screen", X.COLOURS, 1 / 10, "own seat", "workers behind the own screen", 40),
    Field("skills", X.SKILLS, 1 / 5, "own seat", "skill tiles behind the own screen", 16),
    Field("dealt", X.DEALT, 1, "own seat", "winter tiles dealt to this seat", 1),
    Field("offer", X.SLOTS, 1, "own seat", "slots of the winter tiles that this seat has chosen", 1),
    Field("unseen_workers", X.COLOURS, 1 / 40, "own seat", "workers whose place this seat does not know", 40),
    Field(
        "unseen_skills", X.SKILLS, 1 / 16, "own seat", "skill tiles whose place this seat does not know", 16
    ),
    Field("target", one(X.TILES), 1, "all", "one-hot: tile of the placement or effect", 1),
    Field("is_use", (), 1, "all", "the placement is a use", 1),
    Field("colour", one(X.COLOURS), 1, "all", "one-hot: colour of the placement", 1),
    Field("need", (), 1 / 6, "all", "workers that the placement needs", 255),
    Field("room", (), 1 / 6, "all", "workers that the placement may have at most, 6 or fewer for a use"),
    Field("taken_groups", X.COLOURS, 1 / 6, "all", "workers of own groups taken for the placement", 40),
    Field("taken_screen", X.COLOURS, 1 / 6, "own seat", "workers of the screen taken for it so far", 6),
    Field("last_rank", coded(X.AUCTIONED), 1 / 52, "all", "1 + rank of the group taken last", 52),
    Field("screen_colour", one(X.COLOURS), 1, "own seat", "one-hot: colour asked for (SOURCE4B)", 1),
    Field("capacity", (), 1 / 6, "all", "transport steps left", 12),
    Field("allowance", (), 1 / 4, "all", "upgrades left", 4),
    Field("source_tile", one(X.TILES), 1, "all", "one-hot: tile that a resource leaves", 1),
    Field("resource", one(X.RESOURCES), 1, "all", "one-hot: resource that is moved", 1),
    Field("upgrading", one(X.TILES), 1, "all", "one-hot: tile whose upgrade is being paid", 1),
    Field("units_left", X.UNITS, 1 / 3, "all", "units of its cost: wood, stone, iron, gold, any", 3),
    Field("skills_left", X.SKILL_UNITS, 1, "all", "skill tiles of its cost: anvil, pick, saw, any", 1),
    Field("placing", one(X.TILES), 1, "all", "one-hot: tile that is being placed", 1),
    Field("placing_edges", (X.SIDES, X.LANDS), 1, "all", "its edges at rotation 0: road, field, water", 1),
    Field("cell", ((quantity("q"), quantity("r")),), 1 / 13, "all", "q + 7 and r + 7 of the chosen cell", 13),
    Field("cell_edges", (X.SIDES, X.LANDS), 1, "all", "what the neighbours of the chosen cell show", 1),
    Field(
        "map",
        (X.CELLS, X.SHOWN),
        1 / 2,
        "all",
        "own village per cell: filled, or how many neighbours show road, field, water",
        6,
    ),
)

_SEAT_FIELDS = (
    Field("active", (), 1, "all", "it is this seat's turn", 1),
    Field("purple", (), 1, "all", "holds the purple worker", 1),
    Field("has_boat", (), 1, "all", "has chosen a boat this season", 1),
    Field("owned", X.TILES, 1, "all", "tiles of the seat, in the village or to be placed", 1),
    Field("bids", (X.AUCTIONED, X.COLOURS), 1 / 6, "all", "workers beside each auctioned tile", 40),
    Field("abilities", E.ABILITY.COUNT, 1, "all", "summer boats in force: 1a, 1b, ... 4b", 1),
    Field("screen_size", (), 1 / 15, "all", "workers behind the screen", 140),
    Field(
        "screen_known", X.COLOURS, 1 / 10, "all", "of these, by colour, surely there by public knowledge", 40
    ),
    Field("screen_plain", (), 1 / 10, "all", "of the others, surely not green", 140),
    Field("skill_count", (), 1 / 8, "all", "skill tiles behind the screen", 48),
    Field("skills_known", X.SKILLS, 1 / 5, "all", "of these, surely there by public knowledge", 16),
    Field("dealt_count", (), 1 / 3, "all", "winter tiles in hand", E.HAND_SIZE),
)

OBSERVATION = ObservationSpace(
    "eurogym.envs.keyflower.fields", E.D, FieldSection("base", _FIELDS, _SEAT_FIELDS)
)
O, S = OBSERVATION.places, OBSERVATION.seat_places  # noqa: E741 - short names read best in kernels
# MAP_NEAR[cell, side]: where the map tells of the cell across a side; outside the cell itself, which has a tile
MAP_NEAR = O.map + MAP_KINDS * np.where(
    NEIGHBOUR == E.NONE, np.arange(E.NUM_CELLS)[:, np.newaxis], NEIGHBOUR
).astype(np.int16)


@kernel
def observe_table(state, seat, out):
    """Write what `seat` sees of the table."""
    observe_tiles(state, out)
    observe_stocks(state, seat, out)
    if state.target != E.NONE:
        observe_placement(state, seat, out)
    observe_effect(state, out)
    observe_map(state, seat, out)


@kernel
def observe_tiles(state, out):
    """Write the clock, and what lies on and beside tiles."""
    out[O.season + state.season] = 1
    out[O.passes] = state.passes
    out[O.turns] = min(255, state.turns)
    copy_bytes(out, O.auction, state.auction, 0, E.NUM_AUCTIONED)
    copy_bytes(out, O.place, state.place, 0, TILES)
    copy_bytes(out, O.upgraded, state.upgraded, 0, TILES)
    copy_bytes(out, O.stock, state.stock, 0, TILES * RESOURCES)
    copy_bytes(out, O.on_tile, state.on_tile, 0, TILES * COLOURS)
    copy_bytes(out, O.last_use, state.last_use, 0, TILES)
    copy_bytes(out, O.tile_colour, state.colour_shown, 0, TILES * COLOURS)
    copy_bytes(out, O.tile_q, state.tile_q, 0, TILES)
    copy_bytes(out, O.tile_r, state.tile_r, 0, TILES)
    copy_bytes(out, O.rotation, state.turned, 0, TILES)
    copy_bytes(out, O.side_b, state.side, 0, E.NUM_SUMMER_BOATS)


@kernel
def observe_stocks(state, seat, out):
    """Supplies, boats, what lies behind the own screen, and what is unseen."""
    copy_bytes(out, O.supply, state.supply, 0, RESOURCES)
    out[O.green_supply] = state.green_supply
    copy_bytes(out, O.boat_open, state.boat_open, 0, E.NUM_BOATS)
    copy_bytes(out, O.boat_workers, state.boat_workers, 0, E.NUM_BOATS * COLOURS)
    copy_bytes(out, O.boat_skills, state.boat_skills, 0, E.NUM_BOATS * SKILLS)
    copy_bytes(out, O.screen, state.screen, seat * COLOURS, COLOURS)
    copy_bytes(out, O.skills, state.skills, seat * SKILLS, SKILLS)
    bag = 0
    for colour in range(COLOURS):
        bag += state.bag[colour]
        unseen = state.bag[colour] - state.screen[seat, colour] + state.screen_known[seat, colour]
        for other in range(state.num_seats):
            unseen += state.screen[other, colour] - state.screen_known[other, colour]
        out[O.unseen_workers + colour] = unseen
    out[O.bag_size] = bag
    pile = 0
    for skill in range(SKILLS):
        pile += state.pile[skill]
        unseen = state.pile[skill] - state.skills[seat, skill] + state.skills_known[seat, skill]
        for other in range(state.num_seats):
            unseen += state.skills[other, skill] - state.skills_known[other, skill]
        out[O.unseen_skills + skill] = unseen
    out[O.pile_size] = pile
    if state.dealt[seat, 0] != E.NONE:
        observe_hand(state, seat, out)


@kernel
def observe_hand(state, seat, out):
    """Write the winter tiles of the own hand, and those chosen for the auction."""
    for slot in range(E.HAND_SIZE):
        tile = state.dealt[seat, slot]
        if tile != E.NONE:
            out[O.dealt + tile - E.FIRST_OF_SEASON[E.SEASON.winter]] = 1
        out[O.offer + slot] = state.offer[seat] >> slot & 1


@kernel
def observe_placement(state, seat, out):
    """Write the placement being made; workers taken from a screen show once they lie on the table."""
    out[O.target + state.target] = 1
    out[O.is_use] = state.is_use
    if state.colour != E.NONE:
        out[O.colour + state.colour] = 1
    out[O.need] = min(255, state.need)
    out[O.room] = min(E.ROOM_ON_TILE, state.room)
    for colour in range(COLOURS):
        out[O.taken_groups + colour] = state.taken_groups[colour]
        if seat == state.current_seat:
            out[O.taken_screen + colour] = state.taken_screen[colour]
    out[O.last_rank] = state.last_rank + 1
    if seat == state.current_seat and state.screen_colour != E.NONE:
        out[O.screen_colour + state.screen_colour] = 1


@kernel
def observe_effect(state, out):
    """Transport, upgrade and placing under way."""
    out[O.capacity] = state.capacity
    out[O.allowance] = state.allowance
    if state.source_tile != E.NONE:
        out[O.source_tile + state.source_tile] = 1
    if state.resource != E.NONE:
        out[O.resource + state.resource] = 1
    if state.upgrading != E.NONE:
        out[O.upgrading + state.upgrading] = 1
        copy_bytes(out, O.units_left, state.units_left, 0, E.UNIT.COUNT)
        copy_bytes(out, O.skills_left, state.skills_left, 0, E.SKILL_UNIT.COUNT)
    if state.placing == E.NONE:
        return
    out[O.placing + state.placing] = 1
    if state.cell != E.NONE:
        out[O.cell] = CELL_Q[state.cell]
        out[O.cell + 1] = CELL_R[state.cell]
    for side in range(E.NUM_SIDES):
        out[O.placing_edges + side * EDGE_KINDS + EDGE[state.placing, 0, side] - 1] = 1
        if state.cell != E.NONE:
            other = tile_at(state, state.current_seat, NEIGHBOUR[state.cell, side])
            if other != E.NONE:
                shown = edge_of(state, other, (side + 3) % E.NUM_SIDES)
                out[O.cell_edges + side * EDGE_KINDS + shown - 1] = 1


@kernel
def observe_map(state, seat, out):
    """Write the own village: cells filled, and what empty cells meet."""
    left = state.village[seat]
    while left != 0:
        tile = lowest_bit(left)
        left ^= bit(tile)
        cell = state.tile_cell[tile]
        rotation = state.rotation[tile]
        for side in range(E.NUM_SIDES):
            out[MAP_NEAR[cell, side] + EDGE[tile, rotation, side]] += 1
    left = state.village[seat]
    while left != 0:  # cells with tiles tell nothing else
        tile = lowest_bit(left)
        left ^= bit(tile)
        copy_bytes(out, O.map + state.tile_cell[tile] * MAP_KINDS, FILLED, 0, MAP_KINDS)


@kernel
def observe_seat(state, observer, seat, out, first):
    """Write one seat's block."""
    out[first + S.active] = seat == state.active
    out[first + S.purple] = seat == state.purple
    out[first + S.has_boat] = state.has_boat[seat]
    copy_bytes(out, first + S.owned, state.owned, seat * TILES, TILES)
    copy_bytes(out, first + S.bids, state.bids, seat * BIDS, BIDS)
    copy_bytes(out, first + S.abilities, state.ability, seat * E.ABILITY.COUNT, E.ABILITY.COUNT)
    out[first + S.screen_size] = screen_size(state, seat)
    copy_bytes(out, first + S.screen_known, state.screen_known, seat * COLOURS, COLOURS)
    out[first + S.screen_plain] = state.screen_plain[seat]
    out[first + S.skill_count] = skill_count(state, seat)
    copy_bytes(out, first + S.skills_known, state.skills_known, seat * SKILLS, SKILLS)
    for slot in range(E.HAND_SIZE):
        out[first + S.dealt_count] += state.dealt[seat, slot] != E.NONE
