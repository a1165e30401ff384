"""States from outside: the stack of pending matters, the pool of the solo mode; the words for all that is checked."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, PENDING, POOL, STEP, D
from eurogym.envs.castles_of_burgundy.declare.module_tables import NUM_LEVELS, SH
from eurogym.envs.castles_of_burgundy.declare.tables import GOODS_PER_EXCHANGE, TARGET_STEP
from eurogym.envs.castles_of_burgundy.rules.depots import has_black_tile, has_room, spaces_filled
from eurogym.envs.castles_of_burgundy.rules.duchy import count_bits, spaces_for
from eurogym.envs.castles_of_burgundy.rules.effects import has_effect
from eurogym.envs.castles_of_burgundy.rules.legality import ALL_COLOURS, has_choice
from eurogym.envs.castles_of_burgundy.rules.shields import (
    FROM_SHOP,
    can_name,
    can_place_offered,
    can_place_shop_tile,
)
from eurogym.envs.castles_of_burgundy.rules.solo import pool_kinds
from eurogym.envs.castles_of_burgundy.rules.supplies import has_kind
from eurogym.envs.castles_of_burgundy.rules.trade import free_goods_spaces, goods_stored
from eurogym.envs.castles_of_burgundy.rules.vineyards import ALL_BONUSES, HALVES
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.fields import faults
from eurogym.envs.core.declare.flow import top

F = faults(
    "eurogym.envs.castles_of_burgundy.faults",
    {
        "ORDER": "turn_order, round_order, track: turn_order must list every seat once, furthest marker on the"
        " track first; after set-up, round_order must list every seat once too",
        "STEP": "step, decision, done, current_seat, turn, phase, round_index, white: this decision is not asked of"
        " this seat at this step, phase, round and turn, or the game cannot be over at this point; during set-up,"
        " phase and round_index must be 0",
        "GOODS_LAID": "goods_shown, goods_next: must be the numbers of goods that have been turned up and laid by"
        " this phase and round (0 during set-up)",
        "SUPPLY": "supply: a supply, dealt tiles included, must list exactly the tiles that it begins this game with",
        "SUPPLY_NEXT": "supply_next: more tiles have been dealt from a supply than it had (supply_size)",
        "DEPOT": "depot, black: a tile lies on a slot of another colour, where there is no slot, or before the"
        " first phase, or it is of a kind that is not dealt there in this game",
        "GOODS_ORDER": "goods_order: must list equally many goods tiles of each type",
        "GOODS": "goods, sold, depot_goods: the goods on depots, stored and sold must be those laid and dealt until"
        " now (in the solo mode or with the Châteauma some may be gone); no seat may store more types than it can",
        "BOARD": "board, sheet: a seat with a duchy must have a board of this game; where sides are chosen, it must"
        " be sheet or sheet + 1 (sheet even), and -1 before the choice; other seats have no board, and other sheets"
        " are 0",
        "TILE": "tile: a tile lies on a hex that does not take it (another colour, or a kind that is not in this"
        " game), or where there is no duchy",
        "CASTLE": "tile, turn: a duchy is empty although its starting castle has been placed, or it is not empty"
        " before that (in the team game only castles count)",
        "DICE": "dice: seats that decide must have dice from 1 to 6 from the first round on; all other dice must be 0",
        "STORAGE": "storage: a tile lies at a storage position that the seat does not have, or is of a kind that"
        " cannot be stored in this game",
        "TARGET": "vp, target: the VP marker has reached the target but has not gone back to 0",
        "BONUS": "bonus_left, bonus_owned: the tiles owned must be those that are gone, the large one first, each"
        " with one owner who has completed the colour; in the solo mode none is gone; only the Châteauma can miss"
        " one, when it completes a colour",
        "CARDS": "card, deck, deck_size, discarded: each card of this game, and no other, must be in exactly one"
        " place, and the Châteauma must have two laid out, each with an empty space",
        "CARD_TILE": "card_tile, card_joker: a face-up tile lies on a space of another colour, a tile lies beyond"
        " the card's last space or is of a kind that is not in this game, or an empty space is marked as face down",
        "RESERVE": "reserve, reserve_size: a tile lies in the reserve pile of another colour",
        "AUTOMA_COVERED": "automa_covered: more spaces of a colour are covered than the duchy of the Châteauma has",
        "BLACK": "black, joker, num_jokers, storage, tile: the black depot and the jokers are more tiles, or more"
        " of a kind, than the black supply has dealt (supply_next), or a joker is of a kind that is never there",
        "TILES": "depot, storage, tile, reserve, card_tile, automa_kinds: there are more tiles of a kind than have"
        " come into the game until now (supply_next)",
        "DECISION": "decision, pending, num_pending: must be on top of the stack and offer a choice; with an empty"
        " stack, it must be one that this step and (in the solo mode) the pool ask for",
        "PENDING": "pending, pending_arg, num_pending: an entry cannot be pending now, with its argument, or below"
        " the one above it; or there are too many, in all, of one kind or for one vineyard space (after the end of"
        " the game, any)",
        "INNS": "inns: more inns lie on their slot than have come into the game by this phase",
        "BORDER": "border_left, border_owned: the border tiles owned must be those that are gone, the large one"
        " first, each with one owner at the table",
        "ROUTES": "route, route_hand, route_goods, route_filled, sold: each seat with a duchy, and no other, must"
        " have its number of tiles, each tile once, in hand until its turn to lay them (if it chooses the order),"
        " and in a row from the left; goods fill the first spaces (route_filled) and are among those sold",
        "SHIELDS": "shield, depot_shield, automa_shield, named: a shield occurs twice, is not in this game, does"
        " not stand alone on a castle, or lies where a depot or the Châteauma has no place for it; or a seat has"
        " named another without owning shield 6, or has named itself",
        "TEAMS": "workers, silver, goods, sold, bonus_owned, storage, more_spaces: partners must have equal values"
        " here (in storage, at the shared positions) and the storage positions of the team game; start_seat: must"
        " be 0 or 1",
        "MORE_SPACES": "more_spaces: the owner of shield 4, or a seat that discards tiles after losing it, must"
        " have the extra storage positions, and no other seat any",
        "VINES": "double_bag, bag_size, bag_next, vine_kinds, vine_tiles, vine_supply: the bag must have begun with"
        " the double tiles of this game and not have drawn more (bag_next); the supply and the seats with a duchy"
        " must have all bonus tiles of each kind in play, and no others",
        "DOUBLES": "double_depot, double_shop, storage, vineyard: there are more of a double tile than were drawn"
        " (bag_next), one lies where there is no place for it or before the first phase, a stored one does not take"
        " two positions, or half a vineyard space is filled",
        "POOL": "pool, pool_area, pool_kind, pool_hex: more area, phase or effect items are pending than hexes are"
        " covered, more colour items than there are colours, or an effect of a tile that has none or does not lie"
        " on its hex",
        "SOLO_TARGET": "target: must be 5, or the solo_target of the options lowered by any number of steps of 5,"
        " but not below 5",
    },
)
MOST_PENDING = 3  # check: no matter of the base game adds more than two
MOST_NESTED = 20  # with modules: each space of a vineyard can leave one bonus behind; there is room for 32


@kernel
def pending_fault(state):
    """D2, S9.10: the stack, the pool, and the decision."""
    if state.solo:
        fault = pool_fault(state)
        if fault != F.SOUND:
            return fault
    most = MOST_NESTED if state.extended else MOST_PENDING
    if state.num_pending > most or (state.done and state.num_pending > 0):
        return F.PENDING
    for place in range(state.num_pending):
        above = state.pending[place + 1] if place + 1 < state.num_pending else -1
        if not fits(state, state.pending[place], state.pending_arg[place], above):
            return F.PENDING
    if state.extended and not state.done and not is_nested(state):
        return F.PENDING
    return F.SOUND if state.done or is_asked(state) else F.DECISION


@kernel
def is_nested(state):
    """Every space of a vineyard waits for its bonuses once, every level for its tile, every stretch of a route."""
    waiting = 0
    levels, stretches = 0, 0
    for place in range(state.num_pending):
        if state.pending[place] == PENDING.VINE_BONUS:
            bit = 1 << (state.pending_arg[place] >> HALVES)
            if waiting & bit:
                return False
            waiting |= bit
        levels += state.pending[place] == PENDING.VINE_TILE
        stretches += state.pending[place] == PENDING.ROUTE
    return levels <= NUM_LEVELS and stretches <= E.MOST_ROUTE_SPACES // 2


@kernel
def is_asked(state):
    """D2: is the decision what lies on top of the stack, and worth asking? MAIN and its like are asked beside it."""
    decision = state.decision
    if state.num_pending > 0:
        return decision == top(state) and has_choice(state, decision)
    if decision == D.SOLO_ORDER:
        return state.solo and not state.fixed_order and pool_kinds(state) > 1
    if decision == D.MAIN:
        return state.step == STEP.TURN and (not state.solo or pool_kinds(state) == 0)
    if decision == D.ROUTE_ORDER:
        return state.step == STEP.ROUTES
    return decision == D.SIDE or decision == D.START_CASTLE or decision == D.START_SPACE


@kernel
def fits(state, what, argument, above):
    """Can this matter pend with this argument, below the given one (-1: on top)?"""
    if D.BASE <= what < D.COUNT or what == PENDING.ROUTE:
        return fits_module(state, what, argument, above)
    if what >= D.SOLO_ORDER and not state.solo:
        return False
    if what == PENDING.EXTRA or what == PENDING.TOWNHALL:  # a purchase in between may have filled the storage
        right = argument == 0 or (argument == 1 and what == PENDING.EXTRA and state.shields == 1)
        return right and (above == -1 or is_storing(above))
    if what == PENDING.PICK:
        return 0 < argument <= ALL_COLOURS and above == -1
    if what == PENDING.SALE or what == PENDING.SHIP_DEPOT:
        return argument == 0 and above == -1
    if what == PENDING.SHIP_ADJ:
        return 0 <= argument < E.NUM_DEPOTS and (above == -1 or above == PENDING.GOOD)
    if what == PENDING.GOOD:
        return 0 <= argument < E.NUM_DEPOTS and above == -1 and compete(state, argument)
    if what == PENDING.DISCARD:
        return above == -1 and is_discard(state, argument)
    return state.solo and fits_solo(state, what, argument, above)


@kernel
def is_storing(above):
    """R6.2, E8.5: a tile that waits for room, or for a storage position."""
    return above == PENDING.DISCARD or above == PENDING.STORE_DEST


@kernel
def is_storable(state, kind):
    """R6.1, S9.5, E6.2: can a seat of this game store such a tile?"""
    return has_kind(state, kind) or (kind == KIND.joker and state.solo == 1)


@kernel
def is_discard(state, argument):
    """R6.2, S9.5, E0.11: is there too little room for what is to come, or too much stored without shield 4?"""
    seat = state.current_seat
    filled = spaces_filled(state, seat)
    spaces = E.NUM_STORAGE + state.more_spaces[seat]
    if argument == E.SHRINK:
        kept = state.shields == 1 and state.shield[seat, SH.unlimited_storage] == 0
        return kept and filled > E.NUM_STORAGE
    if argument == E.EMPTY:
        return state.solo == 1 and filled == spaces
    if E.FIRST_DOUBLE <= argument < E.FIRST_BLOCKED:
        return state.vineyards == 1 and spaces - filled < 2
    return 0 <= argument < KIND.COUNT and is_storable(state, argument) and filled == spaces


@kernel
def fits_module(state, what, argument, above):
    """The same of a decision of a module."""
    if what == PENDING.CRANE_EFFECT:
        return state.e2 == 1 and argument == 0 and above == -1
    if what == PENDING.WHITE_ACTION:
        return state.e5 == 1 and argument == 0 and (above == -1 or is_storing(above))
    if what == PENDING.ROUTE:
        first, last = argument // 16, argument % 16
        return state.e8 == 1 and 0 <= first < last <= state.route_filled[state.current_seat]
    if what == PENDING.STORE_DEST:
        tile = 0 <= argument < KIND.COUNT and is_storable(state, argument)
        return state.team == 1 and tile and above == -1 and has_room(state, state.current_seat)
    if what == PENDING.START_SPACE:
        return False
    if what == PENDING.ROUTE_FREE:
        return state.e8 == 1 and argument == 0 and above == -1
    if what <= PENDING.NAME_PLAYER and what >= PENDING.SHIELD_SPOT:
        return state.shields == 1 and fits_shields(state, what, argument, above)
    return (
        what >= PENDING.VINE_BONUS and state.vineyards == 1 and fits_vineyards(state, what, argument, above)
    )


@kernel
def fits_shields(state, what, argument, above):
    """The same of shields, each with what it needs to be carried out."""
    seat = state.current_seat
    if what == PENDING.SHIELD_SPOT:
        return 0 < argument <= E.NUM_SHIELDS and above == -1
    if what == PENDING.SHIP_TYPE:
        return argument == 0 and (above == -1 or PENDING.SHIP_DEPOT <= above <= PENDING.GOOD)
    if what == PENDING.SHIELD_TILE:
        number = argument == SH.phase_end_place_from_depot or argument == SH.phase_end_place_from_black
        return number and above == -1 and state.step == STEP.LAST_TILES
    if what == PENDING.SHIELD_SPACE:
        return above == -1 and state.step == STEP.LAST_TILES and is_source(state, seat, argument)
    if what == PENDING.TRIBUTE:
        if (
            state.step != STEP.TRIBUTES
            or not 0 < argument <= E.NUM_SHIELDS
            or state.shield[seat, argument] == 0
        ):
            return False
        return above == -1 or above == PENDING.DISCARD or above == PENDING.TRIBUTE
    return argument == 0 and above == -1 and state.step == STEP.INCOME and can_name(state, seat)


@kernel
def is_source(state, seat, source):
    """SHIELD_SPACE: does a tile lie there that has a legal space?"""
    if not 0 <= source < FROM_SHOP + E.DOUBLE_SHOP:
        return False
    if source >= FROM_SHOP:
        return can_place_shop_tile(state, seat, source - FROM_SHOP)
    return can_place_offered(state, seat, source)


@kernel
def fits_vineyards(state, what, argument, above):
    """The same of vineyards; what waits for a bonus to be carried out can lie below anything."""
    if what == PENDING.VINE_BONUS:
        space, done = argument >> HALVES, argument & ALL_BONUSES
        placed = 0 <= space < E.NUM_VINE_SPACES and state.vineyard[state.current_seat, HALVES * space] > 0
        begun = done != 0  # the first bonus may place a tile that fills a level
        return placed and done != ALL_BONUSES and (begun or above != PENDING.VINE_TILE)
    if what == PENDING.VINE_TILE:
        return argument == 0 and above != PENDING.TRIBUTE
    return argument == 0 and above == -1


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
