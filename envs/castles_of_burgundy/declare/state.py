"""The state of one game of The Castles of Burgundy behind the header and the fields of the options.

Numbers count from 0 (depots, slots, goods types, hexes, dice), dice show 1-6, ``-1`` means "none" or "empty".
Seats are absolute; the Châteauma is the last one. Sets of hexes are 37-bit masks. Signed fields throughout:
mixing unsigned and signed integers makes floats in compiled code.
"""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.duchy_map import MAP
from eurogym.envs.castles_of_burgundy.declare.enums import BONUS, COLOUR, KIND, PHASE_END, POOL, SUPPLIES
from eurogym.envs.core.compile.kernels import I8, I16, I64
from eurogym.envs.core.declare.fields import StateField, last_seat, last_table_seat

SEATS = E.MAX_SEATS
MOST = 32767  # points, silver, workers
MOST_OF_A_KIND = int(T.SUPPLY.sum(axis=0).max())
MOST_COVERED = int(T.CAPACITY.max())
MOST_CARDS = 100  # that the Châteauma completes in a game: far above what happens


def highest_target(options) -> int:
    """S9.1: the target only falls; other games have none."""
    return options.solo_target if options.solo else 0


def most_area_points(options) -> int:
    """R9.1: points of the largest full area in the phase that adds most."""
    numbers = options.state_values()
    return max(numbers["area_vp"]) + max(numbers["phase_vp"])


def highest_tile(options) -> int:
    """Return the highest kind of tile that can lie somewhere, the joker included."""
    return KIND.inn if options.extended else KIND.joker


def highest_on_depot(options) -> int:
    """Return the highest kind of tile on depots and in supplies."""
    return KIND.inn if options.extended else E.NUM_KINDS - 1


def highest_stored(options) -> int:
    """Return the highest code in storage: with vineyards the other position of a double tile."""
    return E.NUM_CODES - 1 if options.vineyards else highest_tile(options)


def highest_card(options) -> int:
    """Return the highest number of a territory card."""
    return (E.MORE_CARDS if options.vineyards else E.NUM_CARDS) - 1


def only(fact, high):
    """Return a bound of fields of a module: nothing where it is not in play."""
    return lambda options: high * int(getattr(options, fact))


def most_more_spaces(options) -> int:
    """A-20, E8.5: storage positions that shield 4 adds, or the team game."""
    if options.team:
        return E.TEAM_STORAGE - E.NUM_STORAGE
    return (options.key_space_cap - E.NUM_STORAGE) * options.shields


def highest_board(options) -> int:
    """Return the highest board index: those of the team game come last."""
    return E.FIRST_TEAM_BOARD + len(E.TEAM_BOARDS) - 1 if options.team else E.NUM_BOARDS - 1


FIELDS = [
    # --- where the game stands ---
    StateField("phase", I8, high=E.NUM_PHASES - 1),  # 0-4
    StateField("round_index", I8, high=E.ROUNDS_PER_PHASE - 1),  # 0-4 within the phase
    # next place of round_order (STEP.SIDES, STEP.CASTLES: seats asked so far)
    StateField("turn", I8, high=SEATS),
    StateField("start_seat", I8, high=last_seat),
    StateField("white", I8, high=E.DIE_SIDES),  # 0 before the first roll
    # seats, fixed at the start of the round (R4.3)
    StateField("round_order", I8, (SEATS,), high=last_table_seat),
    # seats by the track now: furthest first, upper marker first
    StateField("turn_order", I8, (SEATS,), high=last_table_seat),
    StateField("track", I8, (SEATS,), high=E.LAST_TRACK_SPACE),  # space of each marker
    StateField("dice", I8, (SEATS, E.NUM_DICE), high=E.DIE_SIDES),
    StateField("used", I8, (SEATS, E.NUM_DICE), high=1),
    StateField("bought", I8, high=1),  # the running turn's purchase (R10.1)
    StateField("hired", I8, high=1),  # its use of monastery 6
    # --- main board ---
    StateField("depot", I8, (E.NUM_DEPOTS, E.SLOTS_PER_DEPOT), low=E.EMPTY, high=highest_on_depot),  # kind
    StateField("depot_goods", I8, (E.NUM_DEPOTS, E.NUM_GOODS), high=T.GOODS_PER_TYPE),
    StateField("black", I8, (E.NUM_BLACK_SLOTS,), low=E.EMPTY, high=highest_on_depot),
    StateField("bonus_left", I8, (COLOUR.COUNT,), high=E.BONUS_TILES),  # 2, 1, 0 tiles
    # --- what lies face down, and what nobody has seen of it yet: supplies.py alone deals and counts ---
    # five stacks of five, then the players' three each, then the box
    StateField("goods_order", I8, (T.ALL_GOODS,), high=E.NUM_GOODS - 1),
    StateField("goods_total", I8, derived=True),  # tiles in goods_order: 42, or 36 with the Châteauma
    StateField("goods_shown", I8, high=T.STACKED_GOODS),  # of the stacks, turned up so far
    StateField("goods_next", I8, high=T.STACKED_GOODS),  # of the stacks, laid on depots so far
    StateField("goods_unseen", I8, (E.NUM_GOODS,), derived=True),
    StateField(
        "supply", I8, (SUPPLIES.COUNT, T.SUPPLY_CAPACITY), high=highest_on_depot
    ),  # dealt from the front
    StateField("supply_size", I8, (SUPPLIES.COUNT,), derived=True),
    StateField("supply_next", I8, (SUPPLIES.COUNT,), high=T.SUPPLY_CAPACITY),
    # modifier A: face-down tiles, kept behind the end of the black supply
    StateField("hidden_tiles", I8, derived=True),
    StateField("unseen", I8, (2, KIND.COUNT), derived=True),  # per kind: coloured, black-backed tiles
    # --- seats ---
    StateField("vp", I16, (SEATS,), high=MOST),  # solo: the marker
    StateField("silver", I16, (SEATS,), high=MOST),
    StateField("workers", I16, (SEATS,), high=MOST),
    StateField("goods", I8, (SEATS, E.NUM_GOODS), high=T.GOODS_PER_TYPE),
    StateField("sold", I8, (SEATS, E.NUM_GOODS), high=T.GOODS_PER_TYPE),
    # kind; with vineyards also double tiles and their other positions (enums.py)
    StateField("storage", I8, (SEATS, E.MOST_STORAGE), low=E.EMPTY, high=highest_stored),
    StateField("sheet", I8, (SEATS,), high=E.NUM_DUCHIES - 2),  # side_choice: lower board index of the sheet
    StateField("bonus_owned", I8, (SEATS, COLOUR.COUNT), high=BONUS.COUNT - 1),  # BONUS
    # --- duchies, and sums over each of them: duchy.py alone writes them ---
    # board index, -1 before the side is chosen
    StateField("board", I8, (SEATS,), low=E.NONE, high=highest_board),
    StateField("tile", I8, (SEATS, E.NUM_HEXES), low=E.EMPTY, high=highest_tile),  # kind
    StateField("covered", I64, (SEATS,), derived=True),
    StateField("open_hexes", I64, (SEATS,), derived=True),  # empty, next to a covered hex
    # hexes of towns that hold the building (R8.2)
    StateField("blocked", I64, (SEATS, E.TOWN_TYPES), derived=True),
    # monasteries in the duchy, by number; those that shield 6 copies included
    StateField("owns", I8, (SEATS, E.MORE_MONASTERIES + 1), derived=True),
    # tiles in the duchy by kind, the starting castle too
    StateField("placed_kinds", I8, (SEATS, KIND.COUNT), derived=True),
    # what the observation shows of the duchy (duchy_map.py)
    StateField("seat_map", I8, (SEATS, MAP.STOP), derived=True),
    StateField("inn_areas", I64, (SEATS,), derived=True),  # hexes of areas that hold an inn (E6.3)
    # E1.3: hexes that a castle is connected with, as castle_connection asks for
    StateField("connected", I64, (SEATS,), derived=True),
    # --- the Châteauma (chateauma.py) ---
    StateField("card", I8, (2,), high=highest_card),  # card id on the left and right place, 0 = none
    StateField("card_tile", I8, (2, E.CARD_SPACES), low=E.EMPTY, high=highest_on_depot),  # kind
    StateField("card_joker", I8, (2, E.CARD_SPACES), high=1),  # 1 = it lies face down
    StateField("deck", I8, (E.MORE_CARDS,), high=highest_card),  # top first
    StateField("deck_size", I8, high=E.NUM_CARDS - 1),
    StateField("discarded", I8, (E.MORE_CARDS,), high=1),  # 1 = the card lies in the discard pile
    StateField("reserve", I8, (COLOUR.COUNT, E.RESERVE_CAPACITY), high=highest_on_depot),  # bottom first
    StateField("reserve_size", I8, (COLOUR.COUNT,), high=E.RESERVE_CAPACITY),
    StateField("joker", I8, (E.JOKER_CAPACITY,), high=highest_on_depot),  # kinds, bottom first
    StateField("num_jokers", I8, high=E.JOKER_CAPACITY),
    StateField("automa_covered", I8, (COLOUR.COUNT,), high=MOST_COVERED),  # covered spaces of its duchy
    StateField("automa_kinds", I8, (KIND.COUNT,), high=MOST_OF_A_KIND),  # face-up tiles there
    # --- solo mode (solo.py) ---
    StateField("target", I8, high=highest_target),
    StateField("pool", I8, (POOL.COUNT,), high=E.NUM_HEXES),  # pending items by kind
    # points of each area item, the newest last
    StateField("pool_area", I8, (E.NUM_HEXES,), high=most_area_points),
    # tile of each effect item, the newest last
    StateField("pool_kind", I8, (E.NUM_HEXES,), high=highest_on_depot),
    StateField("pool_hex", I8, (E.NUM_HEXES,), high=E.NUM_HEXES - 1),
    # --- modules of the box; what is not in play stays zero ---
    StateField(
        "castle_pile", I8, high=only("castle_connection", MOST_OF_A_KIND)
    ),  # E1.3c: castles cleared from the board
    StateField(
        "crane_for", I8, high=only("e2", E.MORE_MONASTERIES)
    ),  # E2.4, solo: monastery that the crane counts for, 0 = none
    StateField("border_left", I8, high=only("e4", E.BONUS_TILES)),  # E4.1
    StateField("border_owned", I8, (SEATS,), high=only("e4", BONUS.small)),
    StateField("border_paid", I8, (SEATS,), high=only("e4", 1)),  # the points for two posts (E4.4)
    StateField("border_cards", I8, high=only("e4", MOST_CARDS)),  # C11.2: cards with the symbol completed
    StateField("inns", I8, high=only("e6", E.NUM_INNS)),  # on their slot
    # E8: tiles of the row + 1, 0 = none; tiles in hand as bits; goods laid + 1, and how many
    StateField("route", I8, (SEATS, E.MOST_ROUTE_TILES), high=only("e8", E.NUM_ROUTE_TILES)),
    StateField("route_hand", I16, (SEATS,), high=only("route_chosen", (1 << E.NUM_ROUTE_TILES) - 1)),
    StateField("route_goods", I8, (SEATS, E.MOST_ROUTE_SPACES), high=only("e8", E.NUM_GOODS)),
    StateField("route_filled", I8, (SEATS,), high=only("e8", E.MOST_ROUTE_SPACES)),
    # SH: numbers from 1 on depots, 0 = none; hex + 1 on which a seat's shield stands, by number, 0 = not owned
    StateField("depot_shield", I8, (E.NUM_DEPOTS, E.SHIELDS_PER_DEPOT), high=only("shields", E.NUM_SHIELDS)),
    StateField("shield", I8, (SEATS, E.NUM_SHIELDS + 1), high=only("shields", E.NUM_HEXES)),
    StateField(
        "named", I8, (SEATS,), high=lambda options: options.table_seats * options.shields
    ),  # with shield 6: seat + 1, 0 = nobody
    StateField("die_set", I8, high=only("shields", 1)),  # shield 16 in the running turn
    # VY: types + 1 in depot and shop, 0 = none; types in the bag, drawn from the front; kinds of vine in play as bits
    StateField("double_depot", I8, (E.DOUBLE_DEPOT,), high=only("vineyards", E.NUM_DOUBLES)),
    StateField("double_shop", I8, (E.DOUBLE_SHOP,), high=only("vineyards", E.NUM_DOUBLES)),
    StateField("double_bag", I8, (E.ALL_DOUBLES,), high=only("vineyards", E.NUM_DOUBLES - 1)),
    StateField("bag_size", I8, high=only("vineyards", E.ALL_DOUBLES)),
    StateField("bag_next", I8, high=only("vineyards", E.ALL_DOUBLES)),
    StateField("vine_kinds", I8, high=only("vineyards", (1 << E.NUM_VINES) - 1)),
    # kind + 1 of the vine per hex of the vineyard, 0 = empty; bonus tiles by kind
    StateField("vineyard", I8, (SEATS, E.NUM_VINE_HEXES), high=only("vineyards", E.NUM_VINES)),
    StateField("vine_tiles", I8, (SEATS, E.NUM_VINES), high=only("vineyards", E.VINE_TILES_PER_KIND)),
    StateField("vine_supply", I8, (E.NUM_VINES,), high=only("vineyards", E.VINE_TILES_PER_KIND)),
    StateField("automa_doubles", I8, high=only("vineyards", E.ALL_DOUBLES)),  # C11.6
    StateField(
        "automa_shield", I8, (E.MOST_AUTOMA_SHIELDS,), high=only("shields", E.NUM_SHIELDS)
    ),  # C11.4: in the order taken, 0 = none
    # storage positions beyond the usual ones: with shield 4, until the tiles fit again after its loss
    StateField("more_spaces", I8, (SEATS,), high=most_more_spaces),
    StateField(
        "phase_end", I8, high=only("shields", PHASE_END.TILES * SEATS)
    ),  # what comes next at the end of a phase (E0.7)
]
