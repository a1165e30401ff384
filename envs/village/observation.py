"""What a seat sees, as uint8 codes: the layout, declared field by field, and the kernel that writes it.

No player has private information, so observations of a table differ by perspective only.
"""

from __future__ import annotations

from functools import cache

from envs.core.compile import kernel
from envs.core.layout import Field, ObservationLayout, field_starts
from envs.core.memory import copy_bytes
from envs.village import enums as E
from envs.village.mass import church_members
from envs.village.members import count_in
from envs.village.scoring import score_of

TILE = E.NUM_WISHES + 1
TILE_HELP = "wishes (scroll, horse, plough, ox, wagon, grain) and points"

GLOBAL_FIELDS = (
    Field("decision", E.NUM_DECISIONS, 1, "all", "one-hot: the pending decision (enums.DECISION_NAMES)", 1),
    Field("round", (), 1 / 10, "all", "round, from 1", E.ROUND_LIMIT),
    Field("spaces", (E.NUM_SPACES, E.NUM_COLOURS), 1 / 4, "all", "cubes per action space and colour", 33),
    Field("supply", E.NUM_COLOURS, 1 / 33, "all", "cubes in the supply", 33),
    Field("green_bag", E.NUM_COLOURS, 1 / 10, "all", "cubes in the green bag", 33),
    Field("slots", (E.MAX_SLOTS, TILE), 1 / 4, "all", f"customers on blue slots: {TILE_HELP}", 20),
    Field("queue", (E.QUEUE_LENGTH, TILE), 1 / 4, "all", "customers in the queue, front first", 20),
    Field("stack", E.NUM_CUSTOMERS, 1, "all", "customers in the stack, whose order nobody knows", 1),
    Field("chronicle_open", E.NUM_CATEGORIES, 1 / 6, "all", "open chronicle spaces per category", 10),
    Field("cemetery_open", (), 1 / 12, "all", "open cemetery spaces", 30),
    Field("end_triggered", (), 1, "all", "the end of the game is triggered", 1),
    Field("action_space", E.NUM_SPACES, 1, "all", "one-hot: space whose action is carried out", 1),
    Field("source", 3, 1, "all", "one-hot: the action comes from a cube, the well, a free last turn", 1),
    Field("traveller", E.NUM_GENERATIONS, 1, "all", "one-hot: generation that travels (TRAVEL_PAYMENT)", 1),
    Field("destination", E.NUM_CITIES, 1, "all", "one-hot: city that is travelled to", 1),
    Field("edge_cubes", E.NUM_INFLUENCE, 1 / 2, "all", "cubes of the edge to be paid", 2),
    Field("privilege_stage", E.NUM_STAGES, 1, "all", "one-hot: highest privilege on offer", 1),
    Field("cube_picks", (), 1 / 2, "all", "cubes of choice still to be picked", 2),
    Field("first_sale", (), 1, "all", "the initiator's free sale is on offer", 1),
    Field("market_open", (), 1, "all", "a market day is on", 1),
    Field("pieces", (), 1 / 4, "all", "pieces taken from the black bag in this mass", 4),
)

SOLO_FIELDS = (
    Field("die_rule", (), 1, "all", "Carla's cube follows the die", 1),
    Field("marker", 3, 1, "all", "one-hot: next-first-player marker at the council, held, spent", 1),
    Field("cube_space", E.NUM_SPACES, 1, "all", "one-hot: space of the human's cube", 1),
    Field("cube_colour", E.NUM_COLOURS, 1, "all", "one-hot: colour of the human's cube", 1),
    Field("forced_space", E.NUM_SPACES, 1, "all", "one-hot: space that Carla takes from (CARLA_CUBE)", 1),
    Field("loop_next", (), 1 / 12, "all", "next space of Carla's loop", 30),
    Field("to_tile", E.NUM_TILES, 1 / 12, "all", "cubes until each fate tile is flipped", 30),
    Field("tiles", (E.NUM_TILES, 3), 1, "all", "one-hot per fate tile: hidden, blank, quill", 1),
    Field("carla_cubes", E.NUM_COLOURS, 1 / 4, "all", "cubes on Carla's board", 33),
    Field("beside", 2, 1 / 4, "all", "Carla's members beside her board, generations 1 and 2", 4),
    Field("waiting", 2, 1 / 2, "all", "her members waiting on the church, generations 3 and 4", 4),
    Field("carla_bag", E.NUM_GENERATIONS, 1 / 2, "all", "her members in the black bag", 4),
    Field("carla_track", (E.NUM_STAGES, E.NUM_GENERATIONS), 1, "all", "her members on the church track", 1),
    Field("carla_takes", (), 1, "all", "Carla takes a cube after this turn", 1),
)

SEAT_FIELDS = (
    Field("present", (), 1, "all", "1; 0 in padding", 1),
    Field("to_move", (), 1, "all", "this seat decides", 1),
    Field("active", (), 1, "all", "it is this seat's turn", 1),
    Field("first_player", (), 1, "all", "holds the first-player marker", 1),
    Field("next_first_player", (), 1, "all", "holds the next-first-player marker", 1),
    Field("cubes", E.NUM_INFLUENCE, 1 / 4, "all", "influence cubes per colour", 33),
    Field("coins", (), 1 / 8, "all", "coins, up to 255"),
    Field("goods", E.NUM_GOODS, 1 / 3, "all", "goods per kind, up to 255"),
    Field("grain", (), 1 / 5, "all", "grain", 5),
    Field("time", E.STEPS_PER_LAP, 1, "all", "one-hot: position on the life-cycle track", 1),
    Field("death_due", (), 1, "all", "a death is due at the end of the turn", 1),
    Field("prestige", (), 1 / 30, "all", "prestige scored so far, up to 255"),
    Field("score", (), 1 / 80, "all", "points if the game ended now, up to 255"),
    Field("discs", E.NUM_CITIES, 1, "all", "cities with an own disc", 1),
    Field("members", (E.NUM_GENERATIONS, E.NUM_PLACES), 1 / 2, "all", "members per generation and place", 4),
    Field("in_chronicle", (), 1 / 5, "all", "members in the chronicle", 11),
    Field("on_church", (), 1 / 4, "all", "members on the church track", 11),
    Field("customer_points", (), 1 / 20, "all", "points of customers served, up to 255"),
    Field("customers", (), 1 / 8, "all", "customers served", 24),
    Field("passed", (), 1, "all", "out for this market day", 1),
    Field("last_turn", (), 1, "all", "still has a last turn", 1),
)


def layout(options) -> ObservationLayout:
    """The layout for given options."""
    return _layout(options.is_solo, options.pad_seats or options.num_players)


@cache
def _layout(solo: bool, blocks: int) -> ObservationLayout:
    return ObservationLayout(GLOBAL_FIELDS + (SOLO_FIELDS if solo else ()), SEAT_FIELDS, blocks)


(
    O_DECISION,
    O_ROUND,
    O_SPACES,
    O_SUPPLY,
    O_BAG,
    O_SLOTS,
    O_QUEUE,
    O_STACK,
    O_CHRONICLE,
    O_CEMETERY,
    O_TRIGGERED,
    O_ACTION_SPACE,
    O_SOURCE,
    O_TRAVELLER,
    O_DESTINATION,
    O_EDGE,
    O_PRIVILEGE,
    O_PICKS,
    O_FIRST_SALE,
    O_MARKET,
    O_PIECES,
    NUM_GLOBAL,
) = field_starts(GLOBAL_FIELDS)
(
    O_DIE_RULE,
    O_MARKER,
    O_CUBE_SPACE,
    O_CUBE_COLOUR,
    O_FORCED,
    O_LOOP,
    O_TO_TILE,
    O_TILES,
    O_CARLA_CUBES,
    O_BESIDE,
    O_WAITING,
    O_CARLA_BAG,
    O_CARLA_TRACK,
    O_CARLA_TAKES,
    NUM_GLOBAL_SOLO,
) = field_starts(SOLO_FIELDS, NUM_GLOBAL)
(
    S_PRESENT,
    S_TO_MOVE,
    S_ACTIVE,
    S_FIRST,
    S_NEXT_FIRST,
    S_CUBES,
    S_COINS,
    S_GOODS,
    S_GRAIN,
    S_TIME,
    S_DEATH,
    S_PRESTIGE,
    S_SCORE,
    S_DISCS,
    S_MEMBERS,
    S_CHRONICLE,
    S_CHURCH,
    S_POINTS,
    S_CUSTOMERS,
    S_PASSED,
    S_LAST_TURN,
    SEAT_SIZE,
) = field_starts(SEAT_FIELDS)


@kernel
def observe(state, seat, out):
    """Write what `seat` sees into `out` (uint8 codes), every entry."""
    for entry in range(out.shape[0]):
        out[entry] = 0
    observe_board(state, out)
    observe_pending(state, out)
    first = NUM_GLOBAL
    if state.solo:
        observe_carla(state, out)
        first = NUM_GLOBAL_SOLO
    for offset in range(state.num_seats):
        other = seat + offset
        if other >= state.num_seats:
            other -= state.num_seats
        observe_seat(state, other, out, first + offset * SEAT_SIZE)


@kernel
def write_customer(state, out, start, tile):
    """Wishes and points of a customer; nothing for an empty place."""
    if tile != E.NONE:
        copy_bytes(out, start, state.wishes[tile], 0, E.NUM_WISHES)
        out[start + E.NUM_WISHES] = state.points[tile]


@kernel
def observe_board(state, out):
    """The board, its supplies and customers."""
    out[O_DECISION + state.decision] = 1
    out[O_ROUND] = state.round_number
    for space in range(E.NUM_SPACES):
        copy_bytes(out, O_SPACES + space * E.NUM_COLOURS, state.space[space], 0, E.NUM_COLOURS)
    copy_bytes(out, O_SUPPLY, state.supply, 0, E.NUM_COLOURS)
    copy_bytes(out, O_BAG, state.bag, 0, E.NUM_COLOURS)
    for place in range(E.MAX_SLOTS):
        write_customer(state, out, O_SLOTS + place * TILE, state.slot[place])
        write_customer(state, out, O_QUEUE + place * TILE, state.queue[place])
    for place in range(state.stack_size):
        out[O_STACK + state.stack[place]] = 1
    copy_bytes(out, O_CHRONICLE, state.chronicle_open, 0, E.NUM_CATEGORIES)
    out[O_CEMETERY] = state.cemetery_open
    out[O_TRIGGERED] = state.end_triggered


@kernel
def observe_pending(state, out):
    """What the pending decision is about."""
    if state.action_space != E.NONE:
        out[O_ACTION_SPACE + state.action_space] = 1
    out[O_SOURCE + state.source] = 1
    if state.edge != E.NONE:
        out[O_TRAVELLER + state.traveller] = 1
        out[O_DESTINATION + state.to_place - E.CITY] = 1
        out[O_EDGE + state.edge_cubes[state.edge, 0]] += 1
        out[O_EDGE + state.edge_cubes[state.edge, 1]] += 1
    if state.privilege_stage > 0:
        out[O_PRIVILEGE + state.privilege_stage - 1] = 1
    out[O_PICKS] = state.cube_picks
    out[O_FIRST_SALE] = state.first_sale
    out[O_MARKET] = state.market_open
    out[O_PIECES] = state.pieces


@kernel
def observe_carla(state, out):
    """Carla's board and members."""
    out[O_DIE_RULE] = state.die_rule
    out[O_MARKER + state.marker] = 1
    if state.cube_space != E.NONE:
        out[O_CUBE_SPACE + state.cube_space] = 1
        out[O_CUBE_COLOUR + state.cube_colour] = 1
    if state.forced_space != E.NONE:
        out[O_FORCED + state.forced_space] = 1
    out[O_LOOP] = state.loop_next
    for tile in range(E.NUM_TILES):
        out[O_TO_TILE + tile] = (
            state.fate_space[tile] - state.loop_next + state.loop_spaces
        ) % state.loop_spaces
        out[O_TILES + 3 * tile + state.tile[tile]] = 1
    copy_bytes(out, O_CARLA_CUBES, state.carla_cubes, 0, E.NUM_COLOURS)
    copy_bytes(out, O_BESIDE, state.beside, 0, 2)
    copy_bytes(out, O_WAITING, state.waiting, 0, 2)
    copy_bytes(out, O_CARLA_BAG, state.carla_bag, 0, E.NUM_GENERATIONS)
    for stage in range(E.NUM_STAGES):
        if state.carla_track[stage] > 0:
            out[O_CARLA_TRACK + stage * E.NUM_GENERATIONS + state.carla_track[stage] - 1] = 1
    out[O_CARLA_TAKES] = state.carla_takes


@kernel
def observe_seat(state, seat, out, first):
    """One seat's block."""
    out[first + S_PRESENT] = 1
    out[first + S_TO_MOVE] = seat == state.current_seat and not state.done
    out[first + S_ACTIVE] = seat == state.active
    out[first + S_FIRST] = seat == state.first_player
    out[first + S_NEXT_FIRST] = state.marker == E.MARKER_HELD if state.solo else seat == state.marker_holder
    copy_bytes(out, first + S_CUBES, state.cubes[seat], 0, E.NUM_INFLUENCE)
    out[first + S_COINS] = min(255, state.coins[seat])
    for good in range(E.NUM_GOODS):
        out[first + S_GOODS + good] = min(255, state.goods[seat, good])
    out[first + S_GRAIN] = state.grain[seat]
    out[first + S_TIME + state.time[seat]] = 1
    out[first + S_DEATH] = state.death_due[seat]
    out[first + S_PRESTIGE] = min(255, state.prestige[seat])
    out[first + S_SCORE] = min(255, score_of(state, seat))
    copy_bytes(out, first + S_DISCS, state.disc[seat], 0, E.NUM_CITIES)
    for generation in range(E.NUM_GENERATIONS):
        copy_bytes(
            out,
            first + S_MEMBERS + generation * E.NUM_PLACES,
            state.members[seat, generation],
            0,
            E.NUM_PLACES,
        )
    out[first + S_CHRONICLE] = count_in(state, seat, E.CHRONICLE, E.NUM_CATEGORIES)
    out[first + S_CHURCH] = church_members(state, seat)
    out[first + S_POINTS] = min(255, state.customer_points[seat])
    out[first + S_CUSTOMERS] = state.customers[seat]
    out[first + S_PASSED] = state.passed[seat]
    out[first + S_LAST_TURN] = state.last_turn[seat]
