"""States from outside: the stack of pending matters, the pool of the solo mode; the words for all that is checked."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy.depots import has_black_tile, has_room
from eurogym.envs.castles_of_burgundy.duchy import count_bits, spaces_for
from eurogym.envs.castles_of_burgundy.effects import has_effect
from eurogym.envs.castles_of_burgundy.enums import COLOUR, KIND, PENDING, POOL, D
from eurogym.envs.castles_of_burgundy.legality import ALL_COLOURS, has_choice
from eurogym.envs.castles_of_burgundy.solo import pool_kinds
from eurogym.envs.castles_of_burgundy.supplies import has_kind
from eurogym.envs.castles_of_burgundy.tables import GOODS_PER_EXCHANGE, TARGET_STEP
from eurogym.envs.castles_of_burgundy.trade import free_goods_spaces, goods_stored
from eurogym.envs.core.compile import kernel
from eurogym.envs.core.fields import faults
from eurogym.envs.core.flow import top

F = faults(
    "eurogym.envs.castles_of_burgundy.faults",
    {
        "ORDER": "turn_order, round_order, track: not every seat once, or not in the order of the track",
        "STEP": "step, decision, done, current_seat, turn, phase, round_index, white: they do not belong together",
        "GOODS_LAID": "goods_shown, goods_next: not the goods of this phase and round",
        "SUPPLY": "supply: not the tiles of the supply",
        "SUPPLY_NEXT": "supply_next: behind the end of the supply (supply_size)",
        "DEPOT": "depot, black: a tile on a slot of another colour, on none, or before the first phase",
        "GOODS_ORDER": "goods_order: not equally many of each type",
        "GOODS": "goods, sold, depot_goods: not the goods laid and dealt, or more types than a seat can store",
        "BOARD": "board, sheet: not a board of this game, or not a side of the sheet",
        "TILE": "tile: a tile on a hex of another colour, or where no duchy is",
        "CASTLE": "tile, turn: the castles are not those of the seats that have begun",
        "DICE": "dice: seats that decide have 1 to 6 from the first round on",
        "STORAGE": "storage: a tile that this seat cannot store",
        "TARGET": "vp, target: the marker has not gone back",
        "BONUS": "bonus_left, bonus_owned: not one owner for each bonus tile that is gone",
        "CARDS": "card, deck, deck_size, discarded: not each card in one place, or a full one laid out",
        "CARD_TILE": "card_tile, card_joker: a tile on a space of another colour, or behind the last one",
        "RESERVE": "reserve, reserve_size: a tile of another colour",
        "AUTOMA_COVERED": "automa_covered: more than the duchy has",
        "BLACK": "black, joker, num_jokers, storage, tile: more than the black supply has dealt (supply_next)",
        "TILES": "depot, storage, tile, reserve, card_tile, automa_kinds: more of a kind than was dealt (supply_next)",
        "DECISION": "decision, pending, num_pending: the decision is not what is pending",
        "PENDING": "pending, pending_arg, num_pending: not what can be pending together",
        "INNS": "inns: more than have come",
        "BORDER": "border_left, border_owned: not one owner for each border tile that is gone",
        "POOL": "pool, pool_area, pool_kind, pool_hex: not what can be pending there",
        "SOLO_TARGET": "target: not reached by steps down from that of the options",
    },
)
MOST_PENDING = 3  # check: no matter adds more than two, and there is room for twelve


@kernel
def pending_fault(state):
    """D2, S9.10: the stack, the pool, and the decision."""
    if state.solo:
        fault = pool_fault(state)
        if fault != F.SOUND:
            return fault
    if state.num_pending > MOST_PENDING or (state.done and state.num_pending > 0):
        return F.PENDING
    for place in range(state.num_pending):
        above = state.pending[place + 1] if place + 1 < state.num_pending else -1
        if not fits(state, state.pending[place], state.pending_arg[place], above):
            return F.PENDING
    return F.SOUND if state.done or is_asked(state) else F.DECISION


@kernel
def is_asked(state):
    """D2: is the decision what lies on top of the stack, and worth asking? MAIN and its like are asked beside it."""
    decision = state.decision
    if state.num_pending > 0:
        return decision == top(state) and has_choice(state, decision)
    if decision == D.SOLO_ORDER:
        return state.solo and not state.fixed_order and pool_kinds(state) > 1
    if decision == D.MAIN:
        return not state.solo or pool_kinds(state) == 0
    return decision == D.SIDE or decision == D.START_CASTLE


@kernel
def fits(state, what, argument, above):
    """Can this matter pend with this argument, below the given one (-1: on top)?"""
    if D.BASE <= what < D.COUNT:
        return fits_module(state, what, argument, above)
    if what >= D.SOLO_ORDER and not state.solo:
        return False
    if what == PENDING.EXTRA or what == PENDING.TOWNHALL:  # a purchase in between may have filled the storage
        return argument == 0 and (above == -1 or above == PENDING.DISCARD)
    if what == PENDING.PICK:
        return 0 < argument <= ALL_COLOURS and above == -1
    if what == PENDING.SALE or what == PENDING.SHIP_DEPOT:
        return argument == 0 and above == -1
    if what == PENDING.SHIP_ADJ:
        return 0 <= argument < E.NUM_DEPOTS and (above == -1 or above == PENDING.GOOD)
    if what == PENDING.GOOD:
        return 0 <= argument < E.NUM_DEPOTS and above == -1 and compete(state, argument)
    if what == PENDING.DISCARD:
        return (
            E.EMPTY <= argument < KIND.COUNT
            and above == -1
            and not has_room(state, state.current_seat)
            and (argument == E.EMPTY or is_storable(state, argument))
        )
    return state.solo and fits_solo(state, what, argument, above)


@kernel
def is_storable(state, kind):
    """R6.1, S9.5, E6.2: can a seat of this game store such a tile?"""
    return has_kind(state, kind) or (kind == KIND.joker and state.solo == 1)


@kernel
def fits_module(state, what, argument, above):
    """The same of a decision of a module."""
    if what == PENDING.CRANE_EFFECT:
        return state.e2 == 1 and argument == 0 and above == -1
    if what == PENDING.WHITE_ACTION:
        return state.e5 == 1 and argument == 0 and (above == -1 or above == PENDING.DISCARD)
    return False


@kernel
def compete(state, depot):
    """R8.5 GOOD: do as many new types lie there as there are free spaces, or more?"""
    free = free_goods_spaces(state, state.current_seat)
    new = 0
    for goods in range(E.NUM_GOODS):
        new += state.depot_goods[depot, goods] > 0 and state.goods[state.current_seat, goods] == 0
    return 0 < free <= new


@kernel
def fits_solo(state, what, argument, above):
    """S9.5, S9.8, S9.9: the matters of the solo mode, each with what it needs to be carried out."""
    if what == PENDING.BUY_VP or what == PENDING.COLOUR_TILE:
        return argument == 0 and above == -1
    if what == PENDING.EXCHANGE:
        return argument == 0 and (above == -1 or above == PENDING.CLEAR_GOODS)
    if what == PENDING.CLEAR_GOODS:
        return argument == 0 and (above == PENDING.SHIP_DEPOT or above == PENDING.SHIP_ADJ)
    if what == PENDING.EXCHANGE_TILE:
        return argument == 0 and (above == -1 or above == PENDING.EXCHANGE_GOOD) and has_black_tile(state)
    if what == PENDING.EXCHANGE_GOOD:
        enough = 1 <= argument <= GOODS_PER_EXCHANGE and goods_stored(state, 0) >= argument
        return enough and (above == -1 or above == PENDING.DISCARD)
    if what == PENDING.COLOUR_SPACE:
        tile = 0 <= argument < KIND.COUNT and has_kind(state, argument)
        return tile and above == -1 and spaces_for(state, state.current_seat, argument) != 0
    return False


@kernel
def pool_fault(state):
    """S9.8-S9.10: no more items than covered hexes leave; effects of tiles that lie there; the target."""
    covered = count_bits(state.covered[0])
    areas, effects = state.pool[POOL.area], state.pool[POOL.effect]
    if areas > covered or effects > covered or state.pool[POOL.phase] > covered:
        return F.POOL
    if state.pool[POOL.colour] > COLOUR.COUNT:
        return F.POOL
    for place in range(effects):
        kind = state.pool_kind[place]
        if not has_effect(kind) or state.tile[0, state.pool_hex[place]] != kind:
            return F.POOL
    fallen = state.solo_target - state.target
    if state.target < E.LOWEST_TARGET or (state.target > E.LOWEST_TARGET and fallen % TARGET_STEP != 0):
        return F.SOLO_TARGET
    return F.SOUND
