"""What a seat sees, as uint8 codes: the layout, declared field by field, and the kernel that writes it.

No player has private information, so observations of a table differ by perspective only.
"""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import copy_bytes
from eurogym.envs.core.declare.layout import Field, FieldSection, ObservationSpace
from eurogym.envs.core.declare.things import one
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare import things as X
from eurogym.envs.village.declare.components import (
    MOST_CEMETERY_SPACES,
    MOST_CHRONICLE_SPACES,
    MOST_LOOP_SPACES,
    MOST_POINTS,
)
from eurogym.envs.village.declare.tables import ALIKE, CUBES_PER_COLOUR, MEMBERS, PIECES_PER_MASS
from eurogym.envs.village.rules.mass import church_members
from eurogym.envs.village.rules.members import count_in
from eurogym.envs.village.rules.scoring import score_of

CUSTOMER = E.WISH.COUNT + 1  # entries
LARGEST_CODE = 255
CUSTOMER_HELP = "wishes (scroll, horse, plough, ox, wagon, grain) and points"

_TABLE = (
    Field("round", (), 1 / 10, "all", "round, from 1", E.ROUND_LIMIT),
    Field(
        "spaces",
        (X.SPACES, X.COLOURS),
        1 / 4,
        "all",
        "cubes per action space and colour",
        CUBES_PER_COLOUR,
    ),
    Field("supply", X.COLOURS, 1 / CUBES_PER_COLOUR, "all", "cubes in the supply", CUBES_PER_COLOUR),
    Field("green_bag", X.COLOURS, 1 / 10, "all", "cubes in the green bag", CUBES_PER_COLOUR),
    Field(
        "slots",
        (X.SLOTS[: E.MAX_SLOTS], X.WANTS),
        1 / 4,
        "all",
        f"customers on blue slots: {CUSTOMER_HELP}",
        MOST_POINTS,
    ),
    Field(
        "queue",
        (X.SLOTS[: E.QUEUE_LENGTH], X.WANTS),
        1 / 4,
        "all",
        "customers in the queue, front first",
        MOST_POINTS,
    ),
    Field("stack", X.CUSTOMERS, 1, "all", "customers in the stack, whose order nobody knows", 1),
    Field(
        "chronicle_open",
        E.CATEGORY.COUNT,
        1 / 6,
        "all",
        "open chronicle spaces per category",
        MOST_CHRONICLE_SPACES,
    ),
    Field("cemetery_open", (), 1 / 12, "all", "open cemetery spaces", MOST_CEMETERY_SPACES),
    Field("end_triggered", (), 1, "all", "the end of the game is triggered", 1),
    Field("action_space", one(X.SPACES), 1, "all", "one-hot: space whose action is carried out", 1),
    Field(
        "source",
        E.SOURCE.COUNT,
        1,
        "all",
        "one-hot: the action comes from a cube, the well, a free last turn",
        1,
    ),
    Field(
        "traveller",
        one(X.GENERATIONS),
        1,
        "all",
        "one-hot: generation that travels (TRAVEL_PAYMENT)",
        1,
        kind="journey",
    ),
    Field("destination", one(X.CITIES), 1, "all", "one-hot: city that is travelled to", 1, kind="journey"),
    Field("edge_cubes", X.INFLUENCES, 1 / 2, "all", "cubes of the edge to be paid", 2),
    Field("privilege_stage", one(X.PRIVILEGES), 1, "all", "one-hot: highest privilege on offer", 1),
    Field("cube_picks", (), 1 / 2, "all", "cubes of choice still to be picked", 2),
    Field("first_sale", (), 1, "all", "the initiator's free sale is on offer", 1),
    Field("market_open", (), 1, "all", "a market day is on", 1),
    Field("pieces", (), 1 / 4, "all", "pieces taken from the black bag in this mass", PIECES_PER_MASS),
)

_SOLO = (
    Field("die_rule", (), 1, "all", "Carla's cube follows the die", 1),
    Field(
        "marker", E.MARKER.COUNT, 1, "all", "one-hot: next-first-player marker at the council, held, spent", 1
    ),
    Field("cube_space", one(X.SPACES), 1, "all", "one-hot: space of the human's cube", 1, kind="cube"),
    Field("cube_colour", one(X.COLOURS), 1, "all", "one-hot: colour of the human's cube", 1, kind="cube"),
    Field("forced_space", one(X.SPACES), 1, "all", "one-hot: space that Carla takes from (CARLA_CUBE)", 1),
    Field("loop_next", (), 1 / 12, "all", "next space of Carla's loop", MOST_LOOP_SPACES),
    Field(
        "to_tile",
        E.NUM_TILES,
        1 / 12,
        "all",
        "cubes until each fate tile is flipped",
        MOST_LOOP_SPACES,
        kind="fate",
    ),
    Field(
        "tiles",
        (E.NUM_TILES, one(X.TILES)),
        1,
        "all",
        "one-hot per fate tile: hidden, blank, quill",
        1,
        kind="fate",
    ),
    Field("carla_cubes", X.COLOURS, 1 / 4, "all", "cubes on Carla's board", CUBES_PER_COLOUR),
    Field(
        "beside",
        X.GENERATIONS[: E.NUM_BESIDE],
        1 / 4,
        "all",
        "Carla's members beside her board, generations 1 and 2",
        ALIKE,
    ),
    Field(
        "waiting",
        X.GENERATIONS[E.NUM_BESIDE :],
        1 / 2,
        "all",
        "her members waiting on the church, generations 3 and 4",
        ALIKE,
    ),
    Field("carla_bag", X.GENERATIONS, 1 / 2, "all", "her members in the black bag", ALIKE),
    Field("carla_track", (X.CHURCH, one(X.GENERATIONS)), 1, "all", "her members on the church track", 1),
    Field("carla_takes", (), 1, "all", "Carla takes a cube after this turn", 1),
)

_SEAT = (
    Field("active", (), 1, "all", "it is this seat's turn", 1),
    Field("first_player", (), 1, "all", "holds the first-player marker", 1),
    Field("next_first_player", (), 1, "all", "holds the next-first-player marker", 1),
    Field("cubes", X.INFLUENCES, 1 / 4, "all", "influence cubes per colour", CUBES_PER_COLOUR),
    Field("coins", (), 1 / 8, "all", "coins, up to 255"),
    Field("goods", X.GOODS, 1 / 3, "all", "goods per kind, up to 255"),
    Field("grain", (), 1 / 5, "all", "grain", E.MAX_GRAIN),
    Field("time", E.STEPS_PER_LAP, 1, "all", "one-hot: position on the life-cycle track", 1),
    Field("death_due", (), 1, "all", "a death is due at the end of the turn", 1),
    Field("prestige", (), 1 / 30, "all", "prestige scored so far, up to 255"),
    Field("score", (), 1 / 80, "all", "points if the game ended now, up to 255"),
    Field("discs", X.CITIES, 1, "all", "cities with an own disc", 1),
    Field("members", (X.GENERATIONS, X.PLACES), 1 / 2, "all", "members per generation and place", ALIKE),
    Field("in_chronicle", (), 1 / 5, "all", "members in the chronicle", MEMBERS),
    Field("on_church", (), 1 / 4, "all", "members on the church track", MEMBERS),
    Field("customer_points", (), 1 / 20, "all", "points of customers served, up to 255"),
    Field("customers", (), 1 / 8, "all", "customers served", E.NUM_CUSTOMERS),
    Field("passed", (), 1, "all", "out for this market day", 1),
    Field("last_turn", (), 1, "all", "still has a last turn", 1),
)

OBSERVATION = ObservationSpace(
    "eurogym.envs.village.fields",
    E.D,
    FieldSection("base", _TABLE, _SEAT),
    FieldSection("solo", _SOLO, when=lambda options: options.solo, fixed=True),
)
O, S = OBSERVATION.places, OBSERVATION.seat_places  # noqa: E741 - short names read best in kernels


@kernel
def observe_table(state, seat, out):
    """Write the board, what the pending decision is about, and Carla; for all seats the same."""
    observe_board(state, out)
    observe_pending(state, out)
    if state.solo:
        observe_carla(state, out)


@kernel
def write_customer(state, out, start, tile):
    """Wishes and points of a customer; nothing for an empty place."""
    if tile != E.NONE:
        copy_bytes(out, start, state.wishes[tile], 0, E.WISH.COUNT)
        out[start + E.WISH.COUNT] = state.points[tile]


@kernel
def observe_board(state, out):
    """Write the board, its supplies and customers."""
    out[O.round] = state.round_number
    for space in range(E.SPACE.COUNT):
        copy_bytes(out, O.spaces + space * E.COLOUR.COUNT, state.space[space], 0, E.COLOUR.COUNT)
    copy_bytes(out, O.supply, state.supply, 0, E.COLOUR.COUNT)
    copy_bytes(out, O.green_bag, state.bag, 0, E.COLOUR.COUNT)
    for place in range(E.MAX_SLOTS):
        write_customer(state, out, O.slots + place * CUSTOMER, state.slot[place])
    for place in range(E.QUEUE_LENGTH):
        write_customer(state, out, O.queue + place * CUSTOMER, state.queue[place])
    for place in range(state.stack_size):
        out[O.stack + state.stack[place]] = 1
    copy_bytes(out, O.chronicle_open, state.chronicle_open, 0, E.CATEGORY.COUNT)
    out[O.cemetery_open] = state.cemetery_open
    out[O.end_triggered] = state.end_triggered


@kernel
def observe_pending(state, out):
    """Write what the pending decision is about."""
    if state.action_space != E.NONE:
        out[O.action_space + state.action_space] = 1
    out[O.source + state.source] = 1
    if state.edge != E.NONE:
        out[O.traveller + state.traveller] = 1
        out[O.destination + state.to_place - E.PLACE.city] = 1
        out[O.edge_cubes + state.edge_cubes[state.edge, 0]] += 1
        out[O.edge_cubes + state.edge_cubes[state.edge, 1]] += 1
    if state.privilege_stage > 0:
        out[O.privilege_stage + state.privilege_stage - 1] = 1
    out[O.cube_picks] = state.cube_picks
    out[O.first_sale] = state.first_sale
    out[O.market_open] = state.market_open
    out[O.pieces] = state.pieces


@kernel
def observe_carla(state, out):
    """Carla's board and members."""
    out[O.die_rule] = state.die_rule
    out[O.marker + state.marker] = 1
    if state.cube_space != E.NONE:
        out[O.cube_space + state.cube_space] = 1
        out[O.cube_colour + state.cube_colour] = 1
    if state.forced_space != E.NONE:
        out[O.forced_space + state.forced_space] = 1
    out[O.loop_next] = state.loop_next
    for tile in range(E.NUM_TILES):
        out[O.to_tile + tile] = (
            state.fate_space[tile] - state.loop_next + state.loop_spaces
        ) % state.loop_spaces
        out[O.tiles + E.TILE.COUNT * tile + state.tile[tile]] = 1
    copy_bytes(out, O.carla_cubes, state.carla_cubes, 0, E.COLOUR.COUNT)
    copy_bytes(out, O.beside, state.beside, 0, E.NUM_BESIDE)
    copy_bytes(out, O.waiting, state.waiting, 0, E.NUM_WAITING)
    copy_bytes(out, O.carla_bag, state.carla_bag, 0, E.NUM_GENERATIONS)
    for stage in range(E.NUM_CHURCH_STAGES):
        if state.carla_track[stage] > 0:
            out[O.carla_track + stage * E.NUM_GENERATIONS + state.carla_track[stage] - 1] = 1
    out[O.carla_takes] = state.carla_takes


@kernel
def observe_seat(state, observer, seat, out, first):
    """Write one seat's block; everybody sees everything of it."""
    out[first + S.active] = seat == state.active
    out[first + S.first_player] = seat == state.first_player
    out[first + S.next_first_player] = (
        state.marker == E.MARKER.held if state.solo else seat == state.marker_holder
    )
    copy_bytes(out, first + S.cubes, state.cubes[seat], 0, E.NUM_INFLUENCE)
    out[first + S.coins] = min(LARGEST_CODE, state.coins[seat])
    for good in range(E.GOOD.COUNT):
        out[first + S.goods + good] = min(LARGEST_CODE, state.goods[seat, good])
    out[first + S.grain] = state.grain[seat]
    out[first + S.time + state.time[seat]] = 1
    out[first + S.death_due] = state.death_due[seat]
    out[first + S.prestige] = min(LARGEST_CODE, state.prestige[seat])
    out[first + S.score] = min(LARGEST_CODE, score_of(state, seat))
    copy_bytes(out, first + S.discs, state.disc[seat], 0, E.NUM_CITIES)
    for generation in range(E.NUM_GENERATIONS):
        copy_bytes(
            out,
            first + S.members + generation * E.PLACE.STOP,
            state.members[seat, generation],
            0,
            E.PLACE.STOP,
        )
    out[first + S.in_chronicle] = count_in(state, seat, E.PLACE.chronicle, E.CATEGORY.COUNT)
    out[first + S.on_church] = church_members(state, seat)
    out[first + S.customer_points] = min(LARGEST_CODE, state.customer_points[seat])
    out[first + S.customers] = state.customers[seat]
    out[first + S.passed] = state.passed[seat]
    out[first + S.last_turn] = state.last_turn[seat]
