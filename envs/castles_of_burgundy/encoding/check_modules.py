"""States from outside: what must add up in the fields of the modules."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.enums import BONUS, COLOUR, KIND, PHASE_END, STEP, D
from eurogym.envs.castles_of_burgundy.declare.module_tables import (
    DEPOT_SIZE,
    ROUTE_TILES,
    SH,
    SHIELDS_OF_DEPOT,
    SHOP_SIZE,
    VINES_OF,
)
from eurogym.envs.castles_of_burgundy.encoding.check_pending import F
from eurogym.envs.castles_of_burgundy.rules.shields import shield_at
from eurogym.envs.castles_of_burgundy.rules.team_duchy import partner_of
from eurogym.envs.castles_of_burgundy.rules.vineyards import copies_of
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.core.declare.flow import top_arg

NUM_ROUTE_TILES, NUM_GOODS = E.NUM_ROUTE_TILES, E.NUM_GOODS  # work_array takes plain numbers
SHIELD_NUMBERS, NUM_DOUBLES = E.NUM_SHIELDS + 1, E.NUM_DOUBLES


@kernel
def module_fault(state):
    """Topic by topic: inns, border posts, trade routes, shields, vineyards."""
    if state.inns > inns_come(state):
        return F.INNS
    if not are_border_tiles(state):
        return F.BORDER
    if state.team and not are_teams(state):
        return F.TEAMS
    if state.e8 and not are_routes(state):
        return F.ROUTES
    if state.shields and not are_shields(state):
        return F.SHIELDS
    if state.shields and not are_more_spaces(state):
        return F.MORE_SPACES
    if state.vineyards:
        if not is_bag(state) or not are_vines(state):
            return F.VINES
        if not are_doubles(state):
            return F.DOUBLES
    return F.SOUND


@kernel
def inns_come(state):
    """E6.1: inns that have come into the game until now."""
    return state.phase + 1 if state.e6 and state.white > 0 else 0


@kernel
def are_border_tiles(state):
    """E4.5: those not left have an owner each, the large one first."""
    large, small = 0, 0
    for seat in range(E.MAX_SEATS):
        owned = state.border_owned[seat]
        large += owned == BONUS.large
        small += owned == BONUS.small
        if owned != BONUS.none and seat >= state.table_seats:
            return False
    left = state.border_left
    if not state.e4:
        return True
    return large == (left < E.BONUS_TILES) and small == (left == 0)


@kernel
def are_teams(state):
    """E8.6: both members hold what their team shares, and the team that starts is one of two."""
    for team in range(E.NUM_TEAMS):
        partner = partner_of(team)
        if state.workers[team] != state.workers[partner] or state.silver[team] != state.silver[partner]:
            return False
        for goods in range(NUM_GOODS):
            if (
                state.goods[team, goods] != state.goods[partner, goods]
                or state.sold[team, goods] != state.sold[partner, goods]
            ):
                return False
        for colour in range(COLOUR.COUNT):
            if state.bonus_owned[team, colour] != state.bonus_owned[partner, colour]:
                return False
        for position in range(E.PRIVATE_STORAGE, E.TEAM_STORAGE):
            if state.storage[team, position] != state.storage[partner, position]:
                return False
        spaces = E.TEAM_STORAGE - E.NUM_STORAGE
        if state.more_spaces[team] != spaces or state.more_spaces[partner] != spaces:
            return False
    return state.start_seat < E.NUM_TEAMS


# --- trade routes -------------------------------------------------------------------------------------------------


@kernel
def are_routes(state):
    """E7.1-E7.3: every seat has its tiles, in the row or in hand, none twice; goods lie from the left, and are sold."""
    found = work_array(NUM_ROUTE_TILES)
    for seat in range(E.MAX_SEATS):
        tiles = ROUTE_TILES[state.table_seats] if seat < state.num_seats else 0
        laid = 0
        for place in range(E.MOST_ROUTE_TILES):
            if state.route[seat, place] > 0:
                if place != laid:
                    return False
                laid += 1
                found[state.route[seat, place] - 1] += 1
        held = 0
        for tile in range(NUM_ROUTE_TILES):
            held += (state.route_hand[seat] >> tile) & 1
            found[tile] += (state.route_hand[seat] >> tile) & 1
        if (
            laid + held != tiles
            or not is_time_for_hand(state, seat, laid, held)
            or not are_route_goods(state, seat)
        ):
            return False
    for tile in range(NUM_ROUTE_TILES):
        if found[tile] > 1:
            return False
    return True


@kernel
def is_time_for_hand(state, seat, laid, held):
    """E7.2: tiles are laid seat after seat, before the first phase."""
    if not state.route_chosen:
        return held == 0
    if seat >= state.num_seats:
        return True
    if state.step == STEP.SIDES or state.step == STEP.CASTLES:
        return laid == 0
    if state.step != STEP.ROUTES or state.white > 0:
        return held == 0
    turn = (seat + state.num_seats - state.start_seat) % state.num_seats
    if turn == state.turn - 1:
        return held > 0
    return held == 0 if turn < state.turn else laid == 0


@kernel
def are_route_goods(state, seat):
    """E7.3, E7.4: goods lie on the first spaces, and are among those sold."""
    filled = state.route_filled[seat]
    if filled > (ROUTE_TILES[state.table_seats] * E.SPACES_PER_ROUTE_TILE if seat < state.num_seats else 0):
        return False
    on_route = work_array(NUM_GOODS)
    for space in range(E.MOST_ROUTE_SPACES):
        goods = state.route_goods[seat, space]
        if (goods > 0) != (space < filled):
            return False
        if goods > 0:
            on_route[goods - 1] += 1
    for goods in range(NUM_GOODS):
        if on_route[goods] > state.sold[seat, goods]:
            return False
    return True


# --- shields ------------------------------------------------------------------------------------------------------


@kernel
def are_shields(state):
    """E10.1, E10.3: every shield at most once, on depots as many as there can be, in duchies one on a castle."""
    found = work_array(SHIELD_NUMBERS)
    for depot in range(E.NUM_DEPOTS):
        for position in range(E.SHIELDS_PER_DEPOT):
            number = state.depot_shield[depot, position]
            if number > 0 and position >= SHIELDS_OF_DEPOT[state.table_seats, depot]:
                return False
            found[number] += 1
    for place in range(E.MOST_AUTOMA_SHIELDS):
        number = state.automa_shield[place]
        if number > 0 and not (state.automa and (place == 0 or state.automa_shield[place - 1] > 0)):
            return False
        found[number] += 1
    for seat in range(E.MAX_SEATS):
        if state.shield[seat, 0] > 0 or not is_named(state, seat):
            return False
        for number in range(1, SHIELD_NUMBERS):
            place = state.shield[seat, number]
            if place > 0:
                found[number] += 1
                castle = seat < state.num_seats and state.tile[seat, place - 1] == KIND.castle
                if not castle or shield_at(state, seat, place - 1) != number:
                    return False
    if not state.done and state.decision == D.SHIELD_SPOT and state.num_pending > 0:
        number = top_arg(state)
        if not 0 < number < SHIELD_NUMBERS:
            return False
        found[number] += 1
    if state.automa and found[SH.worker_when_others_gain] > 0:
        return False
    for number in range(1, SHIELD_NUMBERS):
        if found[number] > 1:
            return False
    return True


@kernel
def is_named(state, seat):
    """E10.7 (6): the owner of shield 6, and nobody else, has named another seat, or nobody."""
    if state.named[seat] == 0:
        return True
    return state.shield[seat, SH.copy_monasteries] > 0 and state.named[seat] != seat + 1


@kernel
def are_more_spaces(state):
    """A-20, E0.11: the positions of shield 4 belong to its owner, or to the seat that has just lost it."""
    for seat in range(E.MAX_SEATS):
        shrinks = (
            seat == state.current_seat
            and not state.done
            and state.decision == D.DISCARD
            and state.num_pending > 0
            and top_arg(state) == E.SHRINK
        )
        has_them = state.shield[seat, SH.unlimited_storage] > 0 or shrinks
        if state.more_spaces[seat] != (state.key_space_cap - E.NUM_STORAGE if has_them else 0):
            return False
    return True


@kernel
def is_phase_end(state):
    """E0.7: is this a step of the end of a phase that waits for the seat whose turn it names?"""
    if not state.shields or state.round_index != E.ROUNDS_PER_PHASE - 1:
        return False
    if state.step == STEP.LAST_TILES:
        item = state.phase_end
        return (
            0 < item <= PHASE_END.TILES * state.table_seats
            and state.turn == (item - 1) // PHASE_END.TILES + 1
        )
    if state.step == STEP.TRIBUTES:
        return 0 < state.phase_end <= state.table_seats and state.turn == state.phase_end
    last = state.phase == E.NUM_PHASES - 1
    return state.step == STEP.INCOME and state.phase_end == 0 and last and state.decision == D.NAME_PLAYER


# --- vineyards ----------------------------------------------------------------------------------------------------


@kernel
def is_bag(state):
    """E11.2, E11.4: the bag holds what it began with."""
    found = work_array(NUM_DOUBLES)
    for place in range(state.bag_size):
        found[state.double_bag[place]] += 1
    for double in range(NUM_DOUBLES):
        if found[double] != copies_of(state, double):
            return False
    return state.bag_next <= state.bag_size


@kernel
def are_vines(state):
    """E11.3: four bonus tiles of every kind in play, with the seats or in the supply."""
    for kind in range(E.NUM_VINES):
        tiles = state.vine_supply[kind]
        for seat in range(E.MAX_SEATS):
            if seat >= state.num_seats and state.vine_tiles[seat, kind] > 0:
                return False
            tiles += state.vine_tiles[seat, kind]
        if tiles != (E.VINE_TILES_PER_KIND if state.vine_kinds >> kind & 1 else 0):
            return False
    return True


@kernel
def are_doubles(state):
    """E11.5-E11.8: double tiles that lie open have been drawn; each takes two storage positions, or a whole space."""
    left = work_array(NUM_DOUBLES)
    for place in range(state.bag_next):
        left[state.double_bag[place]] += 1
    for position in range(E.DOUBLE_DEPOT):
        if not take_double_out(
            state, left, state.double_depot[position] - 1, position, DEPOT_SIZE[state.table_seats]
        ):
            return False
    for position in range(E.DOUBLE_SHOP):
        if not take_double_out(
            state, left, state.double_shop[position] - 1, position, SHOP_SIZE[state.table_seats]
        ):
            return False
    for seat in range(E.MAX_SEATS):
        if not are_stored_doubles(state, left, seat) or not is_vineyard(state, left, seat):
            return False
    if not state.done and state.decision == D.DISCARD and state.num_pending > 0:
        double = top_arg(state) - E.FIRST_DOUBLE
        if 0 <= double < NUM_DOUBLES:
            left[double] -= 1
    for double in range(NUM_DOUBLES):
        if left[double] < 0:
            return False
    return True


@kernel
def take_double_out(state, left, double, position, size):
    """A double tile found on a position of depot or shop; none before the first phase."""
    if double < 0:
        return True
    left[double] -= 1
    return position < size and state.white > 0


@kernel
def are_stored_doubles(state, left, seat):
    """E0.11: every stored double tile has one other position behind its lower one, and every such position a tile."""
    spaces = E.NUM_STORAGE + state.more_spaces[seat]
    for position in range(spaces):
        code = state.storage[seat, position]
        if code >= E.FIRST_BLOCKED:
            lower = code - E.FIRST_BLOCKED
            if lower >= position or not E.FIRST_DOUBLE <= state.storage[seat, lower] < E.FIRST_BLOCKED:
                return False
        elif code >= E.FIRST_DOUBLE:
            left[code - E.FIRST_DOUBLE] -= 1
            others = 0
            for other in range(spaces):
                others += state.storage[seat, other] == E.FIRST_BLOCKED + position
            if others != 1:
                return False
    return True


@kernel
def is_vineyard(state, left, seat):
    """E11.8: tiles of the bag lie on whole spaces, of learners only."""
    for space in range(E.NUM_VINE_SPACES):
        first, second = state.vineyard[seat, 2 * space] - 1, state.vineyard[seat, 2 * space + 1] - 1
        if (first < 0) != (second < 0) or (first >= 0 and seat >= state.num_seats):
            return False
        if first >= 0:
            left[type_of(min(first, second), max(first, second))] -= 1
    return True


@kernel
def type_of(first, second):
    """The type of double tile with these two kinds of vine."""
    for double in range(NUM_DOUBLES):
        if VINES_OF[double, 0] == first and VINES_OF[double, 1] == second:
            return double
    return 0
