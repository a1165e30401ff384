"""States from outside: whose turn it is and what the seat is in the middle of; the words for all that is checked."""

from __future__ import annotations

from eurogym.envs.core.compile.bits import has
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.declare.fields import faults
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import (
    ABILITY,
    COLOUR,
    KIND,
    PLACE,
    RESOURCE,
    SEASON,
    SKILL_UNIT,
    STEP,
    TILE,
    UNIT,
    D,
)
from eurogym.envs.keyflower.declare.tables import BOATS, EFFECT, TURN_ORDER_TILES, USE_RANK
from eurogym.envs.keyflower.rules.effects import may_upgrade, resources_on
from eurogym.envs.keyflower.rules.groups import bid_colours, bid_need, taken_so_far, uses_any_colour
from eurogym.envs.keyflower.rules.legality import can_go_on
from eurogym.envs.keyflower.rules.standing import colour_of, workers_on
from eurogym.envs.keyflower.rules.values import skill_cost, unit_cost
from eurogym.envs.keyflower.rules.village import in_village, passable_sides

F = faults(
    "eurogym.envs.keyflower.faults",
    {
        "WORKERS": "screen, bag, green_supply, on_tile, bids, boat_workers, taken_groups: the workers of each"
        " colour must add up to the number in the box",
        "SKILLS": "skills, pile, boat_skills: the tiles of each skill must add up to the number in the box",
        "RESOURCES": "stock, supply: the resources of each type must add up to the number in the box",
        "SCREEN": "screen_known, screen_plain, skills_known, screen, skills: more is known of a screen than lies"
        " behind it, or a seat that is not in the game has something behind one",
        "OWNED": "owned, place: a tile to place, in a village or set aside must have one owner, a seat in the"
        " game, and any other tile none; only tiles of the seasons and turn-order tiles can be in the auction",
        "CELL": "tile_cell, rotation, place: every tile in a village must have a cell of its own and a rotation"
        " that it can have; any other tile has no cell and rotation 0",
        "STOCK": "stock, upgraded, place: only tiles in a village can hold resources or be upgraded, and only"
        " tiles with an upgrade can be upgraded",
        "HOME": "home, place: each seat in the game, and no other, must have a home tile in the middle of its"
        " village; all other home tiles must be away",
        "DECK": "deck, place: each deck must list every tile of its season once; tiles turned up later or never,"
        " and turn-order tiles not in the game, must be away",
        "BOATS": "boat_open, boat_workers, boat_skills, has_boat, place: boats not in the game must be unused,"
        " boat tiles away until winter; in turns all boats are open, in the choice of boats as many as are left;"
        " only seats in the game have one; order_winner is set in that choice alone",
        "DEALT": "dealt, offer, place: until all have chosen, winter tiles are away and each seat in the game"
        " holds its number of them, different and ascending; afterwards none; offer is set just for seats that"
        " have chosen, to tiles they hold",
        "BIDS": "bids: a group must have one colour, belong to a seat in the game and stand, during turns, beside"
        " a tile in the auction; of the groups beside a tile one must be larger than all others",
        "USES": "on_tile, last_use, uses: workers stand only on usable tiles in a village or the auction, during"
        " turns, at most 6; uses (at most 3) and last_use (at most their number) are above 0 exactly there",
        "COLOUR": "tile_colour: a tile must have a colour if workers stand beside or on it, and none otherwise",
        "STEP": "step, decision, season, passes, turns: this decision is not asked in this step or season, or with"
        " so many passes or turns; or the game ended before winter did, or with a tile still being placed",
        "SEAT": "current_seat, active, purple, served, order_winner: it is not this seat's turn to decide; only"
        " the seat with the Flipper in its village gets the free upgrade",
        "PLACEMENT": "target, is_use, colour, last_rank, screen_colour, need, room, taken_groups, taken_screen:"
        " all but target must be empty unless workers are being placed; then these must describe a placement that"
        " the rules allow and that can be completed",
        "EFFECT": "target: outside a placement and its effect there must be no target; otherwise it must be a tile"
        " that can lead to this decision",
        "TRANSPORT": "capacity, allowance, source_tile, resource: capacity is above 0 exactly during transport,"
        " allowance during upgrades and otherwise only during transport; source_tile and resource are set once"
        " chosen: a tile of the own village that resources can leave, and a resource on it",
        "UPGRADING": "upgrading, units_left, skills_left: must be empty unless an upgrade is being paid: of a tile"
        " in the seat's village that can be upgraded, with a part of its cost left that this decision asks for and"
        " the seat can pay",
        "PLACING": "placing, cell: placing is set exactly while its cell or rotation is asked, to one of the"
        " seat's tiles to place; cell exactly while the rotation is asked, to an empty cell beside the village",
    },
)


@kernel
def turn_fault(state):
    """The step, the seat, and what it is in the middle of; each thing rests where it is not asked about."""
    if state.done:
        over = state.season == SEASON.winter and state.step == STEP.SEASON_OVER
        if not over or state.placing != E.NONE:
            return F.STEP
    else:
        if state.step != step_of(state) or not is_in_season(state):
            return F.STEP
        if not is_turn(state):
            return F.SEAT
    if not are_boats(state):
        return F.BOATS
    if not fits_placement(state):
        return F.PLACEMENT
    if not fits_effect(state):
        return F.EFFECT
    if not fits_transport(state):
        return F.TRANSPORT
    if not fits_upgrade(state):
        return F.UPGRADING
    return F.SOUND if fits_placing(state) else F.PLACING


@kernel
def asks(state, decision):
    """Is this decision asked for now?"""
    return not state.done and state.decision == decision


@kernel
def in_turns(state):
    """R3.3: does a seat take its turn now? Then workers stand on and beside tiles, and boats are loaded."""
    step = state.step
    return step == STEP.TURN or step == STEP.TRANSPORT or step == STEP.UPGRADE or step == STEP.PAY


@kernel
def step_of(state):
    """The step while a decision is asked."""
    decision = state.decision
    if decision == D.TRANSPORT_SRC or decision == D.TRANSPORT_RES or decision == D.TRANSPORT_DIR:
        return STEP.TRANSPORT
    if decision == D.UPGRADE:
        return STEP.UPGRADE
    if decision == D.PAY_RES or (decision == D.PAY_SKILL and state.upgrading != E.NONE):
        return STEP.PAY
    if decision == D.BOAT:
        return STEP.BOATS
    if decision == D.WINTER_SELECT:
        return STEP.SELECT
    if decision == D.PLACE_TILE or decision == D.PLACE_CELL or decision == D.PLACE_ROT:
        return STEP.PLACING
    return STEP.SEASON_OVER if decision == D.FREE_UPGRADE else STEP.TURN


@kernel
def is_in_season(state):
    """R3.2d, R3.3: winter tiles and the Flipper in winter only; turns until all have passed, or there were too many."""
    if (
        state.decision == D.WINTER_SELECT or state.decision == D.FREE_UPGRADE
    ) and state.season != SEASON.winter:
        return False
    turns = state.turns if state.decision == D.MAIN else state.turns - 1
    return not in_turns(state) or (state.passes < state.num_seats and 0 <= turns < E.TURN_LIMIT)


@kernel
def is_turn(state):
    """R3.3, R9.5, R9.7: does this seat decide that?"""
    players, seat, decision = state.num_seats, state.current_seat, state.decision
    if decision == D.BOAT:
        return chooses_boat(state)
    if decision == D.FREE_UPGRADE:
        return state.owned[seat, TILE.flipper] and state.place[TILE.flipper] == PLACE.VILLAGE
    if decision >= D.WINTER_SELECT:
        return state.served < players and seat == (state.purple + state.served) % players
    return seat == state.active


@kernel
def chooses_boat(state):
    """R9.5, R9.6: the winner of a turn-order tile, or the next seat clockwise from the start player."""
    tiles = TURN_ORDER_TILES[state.num_seats]
    turn = state.served - 1
    if turn < 0 or turn >= tiles + state.num_seats or state.has_boat[state.current_seat]:
        return False
    if turn < tiles:
        return state.order_winner[turn] == state.current_seat
    return state.current_seat == (state.purple + turn - tiles) % state.num_seats


@kernel
def are_boats(state):
    """R9.5, R9.6: boats that nobody has chosen are open, during turns all of them; winners while boats are chosen."""
    opened, chosen = 0, 0
    for boat in range(E.NUM_BOATS):
        opened += state.boat_open[boat]
    for seat in range(E.MAX_SEATS):
        chosen += state.has_boat[seat]
        if state.has_boat[seat] and seat >= state.num_seats:
            return False
    for number in range(E.NUM_TURN_ORDER):
        if state.order_winner[number] != E.NONE and not asks(state, D.BOAT):
            return False
    if asks(state, D.BOAT):
        return opened == BOATS[state.num_seats] - chosen
    return opened == BOATS[state.num_seats] or not in_turns(state)


# --- a placement --------------------------------------------------------------------------------------------------


@kernel
def fits_placement(state):
    """R4, R5, R6.2: nothing is taken but for a placement, which has what it needs and can be completed."""
    decision = state.decision
    if state.done or decision < D.COLOUR or decision > D.SOURCE4B:
        return rests(state) and state.is_use == 0 and state.need == 0 and state.room == 0
    if not fits_target(state) or (state.last_rank == E.NONE) != (taken_of(state.taken_groups) == 0):
        return False
    if decision == D.COLOUR:
        if not rests(state):
            return False
    elif decision == D.SOURCE:
        if not fits_colour(state):
            return False
    elif not fits_mixed(state):
        return False
    return can_go_on(state)


@kernel
def taken_of(counts):
    """Workers of all colours."""
    count = 0
    for colour in range(COLOUR.COUNT):
        count += counts[colour]
    return count


@kernel
def rests(state):
    """Has nothing been chosen or taken?"""
    chosen = state.colour != E.NONE or state.last_rank != E.NONE or state.screen_colour != E.NONE
    return not chosen and taken_so_far(state) == 0


@kernel
def fits_target(state):
    """R5, R6.2: a tile of the auction to bid for, or a tile to use, with the workers that it takes."""
    tile = state.target
    if tile == E.NONE:
        return False
    if state.is_use:
        there = state.place[tile] == PLACE.AUCTION or state.place[tile] == PLACE.VILLAGE
        room = E.ROOM_ON_TILE - workers_on(state, tile)
        sized = state.need == state.last_use[tile] + 1 and state.room == room and state.need <= room
        return there and USE_RANK[tile] != E.NONE and sized
    if not E.FIRST_AUCTIONED <= tile < E.FIRST_BOAT or state.place[tile] != PLACE.AUCTION:
        return False
    need = bid_need(state, state.current_seat, tile - E.FIRST_AUCTIONED)
    return state.need == need and state.room == E.NO_LIMIT


@kernel
def fits_colour(state):
    """R4.3, 4a SOURCE: a colour that the tile takes, and groups of this colour alone; the screen comes last."""
    colour, tile = state.colour, state.target
    if colour == E.NONE or state.screen_colour != E.NONE or taken_of(state.taken_screen) > 0:
        return False
    if taken_of(state.taken_groups) != state.taken_groups[colour]:
        return False
    if state.is_use:
        return colour_of(state, tile) == E.NONE or colour_of(state, tile) == colour
    return has(bid_colours(state, state.current_seat, tile - E.FIRST_AUCTIONED), colour)


@kernel
def fits_mixed(state):
    """4b SOURCE4B: all colours in turn; of those before the one that is asked for the screen holds what was taken."""
    seat = state.current_seat
    if not state.is_use or state.colour != E.NONE or not uses_any_colour(state, seat, state.target):
        return False
    for colour in range(COLOUR.COUNT):
        if state.taken_screen[colour] > 0 and colour >= state.screen_colour:
            return False
        if state.taken_screen[colour] > state.screen[seat, colour]:
            return False
    return True


@kernel
def fits_effect(state):
    """R6.6: the tile used asks for this payment or choice; nobody is at a tile between turns."""
    decision, tile = state.decision, state.target
    if state.done or decision == D.MAIN or decision >= D.BOAT:
        return tile == E.NONE
    if tile == E.NONE:
        return False
    effect = EFFECT[tile, state.upgraded[tile]]
    if decision == D.PAY_WORKER:
        return effect == KIND.worker_for_workers
    if decision == D.CHOOSE_RES:
        return effect == KIND.gain_resource_choice
    if decision == D.PAY_SKILL and state.upgrading == E.NONE:
        return effect == KIND.skill_for_workers or effect == KIND.skill_for_skills
    return decision <= D.SOURCE4B or USE_RANK[tile] != E.NONE


# --- transport, upgrades, placing tiles ---------------------------------------------------------------------------


@kernel
def fits_transport(state):
    """R7.1, R7.2: steps and upgrades are left while they are asked for; a resource on a tile that it can leave."""
    decision, seat, tile = state.decision, state.current_seat, state.source_tile
    carrying = asks(state, D.TRANSPORT_RES) or asks(state, D.TRANSPORT_DIR)
    if (tile != E.NONE) != carrying or (state.resource != E.NONE) != asks(state, D.TRANSPORT_DIR):
        return False
    if (state.capacity > 0) != (carrying or asks(state, D.TRANSPORT_SRC)):
        return False
    improving = state.step == STEP.UPGRADE or state.step == STEP.PAY
    if (improving and state.allowance == 0) or (
        not improving and state.capacity == 0 and state.allowance > 0
    ):
        return False
    if carrying and not (in_village(state, seat, tile) and passable_sides(state, seat, tile) != 0):
        return False
    return decision != D.TRANSPORT_DIR or not carrying or state.stock[tile, state.resource] > 0


@kernel
def fits_upgrade(state):
    """R7.3, R7.4: a tile of the own village, a part of its cost, and all that it takes to pay the rest."""
    tile = state.upgrading
    units, skills = 0, 0
    for unit in range(UNIT.COUNT):
        units += state.units_left[unit]
        if tile != E.NONE and state.units_left[unit] > unit_cost(state, tile, unit):
            return False
    for unit in range(SKILL_UNIT.COUNT):
        skills += state.skills_left[unit]
        if tile != E.NONE and state.skills_left[unit] > skill_cost(state, tile, unit):
            return False
    if tile == E.NONE:
        return units == 0 and skills == 0 and not asks(state, D.PAY_RES)
    if (
        state.done
        or not may_upgrade(state, state.current_seat, tile)
        or not can_pay_units(state, tile, units)
    ):
        return False
    if state.decision == D.PAY_RES:
        return units > 0 and can_go_on(state)
    # skill tiles named in the cost have been paid without asking
    of_any = skills > 0 and skills == state.skills_left[SKILL_UNIT.any]
    return state.decision == D.PAY_SKILL and units == 0 and of_any and can_go_on(state)


@kernel
def can_pay_units(state, tile, units):
    """R7.4: do the resources on the tile pay what is left, gold in place of what is missing (boat 3a: anything)?"""
    gold = state.units_left[RESOURCE.gold]
    for resource in range(RESOURCE.gold):
        gold += max(0, state.units_left[resource] - state.stock[tile, resource])
    enough = (
        state.ability[state.current_seat, ABILITY.boat_3a] == 1 or state.stock[tile, RESOURCE.gold] >= gold
    )
    return enough and resources_on(state, tile) >= units


@kernel
def fits_placing(state):
    """R9.7: one of the tiles to place, and a cell next to the village that is empty."""
    seat = state.current_seat
    turning = asks(state, D.PLACE_ROT)
    if (state.placing != E.NONE) != (turning or asks(state, D.PLACE_CELL)) or (
        state.cell != E.NONE
    ) != turning:
        return False
    if state.placing != E.NONE and not has(state.to_place[seat], state.placing):
        return False
    return not turning or has(state.open_cells[seat, state.cell >> 6], state.cell & 63)
