"""States from outside: what must add up in them beyond the ranges of their fields (state.py).

:func:`check` asks topic by topic; each topic is asked when those before it were right, so that it may read what they
are about.
"""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.core.declare.fields import faults
from eurogym.envs.core.declare.flow import top_arg
from eurogym.envs.village.declare.enums import (
    CATEGORY,
    COLOUR,
    MAX_SEATS,
    MAX_SLOTS,
    NONE,
    NUM_BESIDE,
    NUM_CHURCH_STAGES,
    NUM_CUSTOMERS,
    NUM_GENERATIONS,
    NUM_INFLUENCE,
    NUM_SENDS,
    NUM_SETS,
    PLACE,
    QUEUE_LENGTH,
    SPACE,
    STEP,
    TILE,
    TILES_PER_SET,
    D,
)
from eurogym.envs.village.declare.tables import (
    CUBES_PER_COLOUR,
    GENERATION_SIZE,
    MEMBERS,
    PIECES_PER_MASS,
    PLAGUE_CUBES,
    ROAD_FROM,
    ROAD_TO,
    SEND_TO,
)
from eurogym.envs.village.rules.flow import DECISION_OF_SPACE
from eurogym.envs.village.rules.mass import mass_player
from eurogym.envs.village.rules.members import count_at, graves_are_full, mortal_generation
from eurogym.envs.village.rules.setup import CUBE_SEAT
from eurogym.envs.village.rules.turn import board_is_empty

F = faults(
    "eurogym.envs.village.faults",
    {
        "CUBES": "space, supply, bag, cubes, carla_cubes: the cubes of each colour must add up to the number in the"
        " box; while the compensation is chosen, the supply must have all influence colours",
        "MEMBERS": "members: each seat in the game must have as many members of each generation as a family has,"
        " other seats none",
        "CUSTOMERS": "slot, queue, stack, stack_size, customers: a tile is there twice or in a slot that is not in"
        " use, the queue has a gap, or not as many tiles are missing as customers were served (in the solo mode"
        " there may be more)",
        "GRAVES": "chronicle_open, cemetery_open, members: the spaces of each kind that are no longer open must be"
        " as many as the dead there, Carla's included (hers may lack spaces once chronicle or cemetery is full)",
        "END": "end_triggered, last_turn, final_mass, removed: the end must be triggered exactly when the chronicle"
        " or the cemetery is full; only then can seats in the game have a last turn, members be removed, and"
        " final_mass be set (in that mass and after the game)",
        "CARLA": "beside, waiting, carla_bag, carla_track, carla_dead: Carla has too many members of a generation"
        " or not a whole family in all, or she has any in a game without her",
        "CARLA_CUBES": "carla_cubes, carla_last, loop_next: Carla has no cube of the colour that she placed last, the"
        " next space is beyond the end of her loop, or something of this is set in a game without her",
        "TILES": "tile, quill: in each set the tile with the quill must show it when face up, the other tiles must"
        " be blank, and at least one must be hidden; without Carla all must be hidden and quill 0",
        "SOLO": "marker, marker_holder, carla_takes, carla_space, forced_space, cube_space, cube_colour, initiator,"
        " carla_serves: without Carla nothing of hers may be set, and a seat begins each market day; with her,"
        " marker_holder must be -1, cube_space and cube_colour set together, and forced_space just when the human"
        " chooses her cube",
        "STEP": "step, decision, round_number: this decision is not asked at this step; round_number must be 0"
        " while the compensation is chosen, and only then",
        "SEAT": "current_seat, active, market_seat, mass_seat: it is not this seat's turn to decide this, or this"
        " game never asks it",
        "DEATH": "pending_arg, num_pending, death_due, members: while a death is decided, exactly one must be"
        " pending, of this seat and with a member who can die, and otherwise none; a death can be due only for the"
        " active seat, and not while it chooses a cube or the well",
        "MARKET": "market_open, market_seat, passed, first_sale, served: a market day must be open exactly at its"
        " step; only seats in the game can have passed, and they are not asked for a move; while none is open,"
        " nothing of one may be set",
        "MASS": "pieces: a member is picked although all pieces of this mass have been taken, or"
        " advanced before they have",
        "TRAVEL": "edge, traveller, from_place, to_place: an edge must be set exactly while its payment is asked;"
        " it must lead from from_place to to_place, and the active seat must have a member of that generation where"
        " it begins",
        "ACTION": "action_space, privilege_stage, cube_picks: this action space does not ask this decision;"
        " a privilege can be on offer only in the council chamber, cubes of choice only there or in travel, while"
        " they are picked or a death is decided; what is asked must be on offer",
    },
)
CUSTOMERS = NUM_CUSTOMERS  # work_array takes a plain number


@kernel
def check(state):
    """The first topic in which something is wrong."""
    fault = stock_fault(state)
    if fault == F.SOUND:
        fault = carla_fault(state) if state.solo else table_fault(state)
    if fault == F.SOUND:
        fault = grave_fault(state)
    if fault == F.SOUND and not state.done:
        fault = turn_fault(state)
    if fault == F.SOUND and not state.done:
        fault = part_fault(state)
    return fault


# --- cubes, members, customers, graves ----------------------------------------------------------------------------


@kernel
def stock_fault(state):
    """R1.1, R1.5, R1.6: cubes by colour, members by generation, customer tiles."""
    for colour in range(COLOUR.COUNT):
        found = state.supply[colour] + state.bag[colour] + state.carla_cubes[colour]
        for space in range(SPACE.COUNT):
            found += state.space[space, colour]
        if colour < NUM_INFLUENCE:
            for seat in range(MAX_SEATS):
                found += state.cubes[seat, colour]
        if found != (CUBES_PER_COLOUR if colour < NUM_INFLUENCE else PLAGUE_CUBES):
            return F.CUBES
    for seat in range(MAX_SEATS):
        for generation in range(NUM_GENERATIONS):
            found = 0
            for place in range(PLACE.STOP):
                found += state.members[seat, generation, place]
            if found != (GENERATION_SIZE[generation] if seat < state.num_seats else 0):
                return F.MEMBERS
    return F.SOUND if are_customers(state) else F.CUSTOMERS


@kernel
def are_customers(state):
    """R1.6, R8.2, R8.7: each tile once, the queue without gaps; who is not there was served (R19.3: or left)."""
    found = work_array(CUSTOMERS)
    left = state.stack_size
    for place in range(left):
        found[state.stack[place]] += 1
    for slot in range(MAX_SLOTS):
        if state.slot[slot] != NONE:
            if slot >= state.num_slots:
                return False
            found[state.slot[slot]] += 1
            left += 1
    for place in range(QUEUE_LENGTH):
        if state.queue[place] != NONE:
            if place > 0 and state.queue[place - 1] == NONE:
                return False
            found[state.queue[place]] += 1
            left += 1
    for tile in range(CUSTOMERS):
        if found[tile] > 1:
            return False
    if state.served > CUSTOMERS - left:
        return False
    for seat in range(MAX_SEATS):
        left += state.customers[seat]
    return left == CUSTOMERS or (state.solo and left < CUSTOMERS)


@kernel
def grave_fault(state):
    """R14.4, R15.1, R15.2: each of the dead fills a space; the end is triggered when the last is filled."""
    removed = 0
    hers = state.cemetery_spaces - state.cemetery_open
    for seat in range(state.num_seats):
        hers -= count_at(state, seat, PLACE.cemetery)
        removed += count_at(state, seat, PLACE.removed)
    if hers < 0:
        return F.GRAVES
    for category in range(CATEGORY.COUNT):
        dead = state.chronicle_spaces[category] - state.chronicle_open[category]
        for seat in range(state.num_seats):
            dead -= count_at(state, seat, PLACE.chronicle + category)
        if dead < 0:
            return F.GRAVES
        hers += dead
    full = graves_are_full(state)
    if hers > state.carla_dead or (hers < state.carla_dead and not full):
        return F.GRAVES
    if full != (state.end_triggered == 1) or (removed > 0 and not full):
        return F.END
    for seat in range(MAX_SEATS):
        if state.last_turn[seat] and not (full and seat < state.num_seats):
            return F.END
    mass = state.done or state.step == STEP.PICK or state.step == STEP.ADVANCE
    return F.END if state.final_mass and not (full and mass) else F.SOUND


# --- Carla --------------------------------------------------------------------------------------------------------


@kernel
def table_fault(state):
    """Chapters 17 to 19 are of the solo mode: nothing of Carla's elsewhere."""
    if not is_blank(state.carla_cubes) or state.carla_last != NONE or state.loop_next != 0:
        return F.CARLA_CUBES
    if not (is_blank(state.tile) and is_blank(state.quill)):  # TILE.hidden is 0
        return F.TILES
    if (
        state.marker != 0
        or state.carla_takes
        or state.carla_space != NONE
        or state.forced_space != NONE
        or state.cube_space != NONE
        or state.cube_colour != NONE
    ):
        return F.SOLO
    if state.carla_serves or (state.market_open and state.initiator == NONE):
        return F.SOLO
    if not (is_blank(state.beside) and is_blank(state.waiting) and is_blank(state.carla_bag)):
        return F.CARLA
    return F.SOUND if is_blank(state.carla_track) and state.carla_dead == 0 else F.CARLA


@kernel
def is_blank(values):
    """Whether all entries are 0."""
    for value in values:
        if value != 0:
            return False
    return True


@kernel
def carla_fault(state):
    """R17.2, R17.4, R18.3, R18.8, R18.11: her members, her cubes, the fate tiles, and the human's cube."""
    if not are_members_of_carla(state):
        return F.CARLA
    if state.loop_next >= state.loop_spaces:
        return F.CARLA_CUBES
    if state.carla_last != NONE and state.carla_cubes[state.carla_last] == 0:
        return F.CARLA_CUBES
    for row in range(NUM_SETS):
        if not is_set_of_tiles(state, row):
            return F.TILES
    if (state.cube_space == NONE) != (state.cube_colour == NONE) or state.marker_holder != NONE:
        return F.SOLO
    return F.SOUND if (state.forced_space == NONE) == (state.decision != D.CARLA_CUBE) else F.SOLO


@kernel
def are_members_of_carla(state):
    """R17.2: beside her board, waiting, in the bag, on the track, dead."""
    found = state.carla_dead
    for generation in range(NUM_GENERATIONS):
        own = state.carla_bag[generation]
        if generation < NUM_BESIDE:
            own += state.beside[generation]
        else:
            own += state.waiting[generation - NUM_BESIDE]
        for stage in range(NUM_CHURCH_STAGES):
            own += state.carla_track[stage] == generation + 1
        if own > GENERATION_SIZE[generation]:
            return False
        found += own
    return found == MEMBERS


@kernel
def is_set_of_tiles(state, row):
    """R17.4, R18.8: the tile with the quill shows it when it is up, the others are blank; one is hidden."""
    hidden = 0
    for i in range(TILES_PER_SET):
        face = state.tile[row * TILES_PER_SET + i]
        if face == TILE.hidden:
            hidden += 1
        elif (face == TILE.quill) != (state.quill[row] == i):
            return False
    return hidden > 0


# --- whose turn it is, and what is asked --------------------------------------------------------------------------


@kernel
def turn_fault(state):
    """R2, R3: the step, the decision that it asks, the seat, a death that is settled first."""
    if state.decision == D.DEATH:
        if state.num_pending != 1 or top_arg(state) != state.current_seat:
            return F.DEATH
        if mortal_generation(state, state.current_seat) == NONE:
            return F.DEATH
        if state.step != STEP.END_TURN and state.step != STEP.MARKET:
            return F.STEP
    elif state.num_pending != 0:
        return F.DEATH
    elif state.step != step_of(state):
        return F.STEP
    if (state.round_number == 0) != (state.decision == D.COMPENSATION):
        return F.STEP
    for seat in range(MAX_SEATS):
        if state.death_due[seat] and (seat != state.active or state.decision == D.TURN):
            return F.DEATH
    return F.SOUND if is_turn(state) else F.SEAT


@kernel
def step_of(state):
    """The step while a decision is asked; what belongs to an action goes on to the end of the turn."""
    decision = state.decision
    if decision == D.COMPENSATION:
        return STEP.COMPENSATION
    if decision == D.TURN or (decision == D.TARGET and board_is_empty(state) and state.step == STEP.TURN):
        return STEP.TURN
    if decision == D.MARKET:
        return STEP.MARKET
    if decision == D.CUBE:
        return STEP.CUBES
    if decision == D.CARLA_CUBE:
        return STEP.NEXT
    if decision == D.PICK:
        return STEP.PICK
    if decision == D.ADVANCE:
        return STEP.ADVANCE
    return STEP.END_TURN


@kernel
def is_turn(state):
    """R1.12, R3.1, R8.3, R12.2: does this seat decide that?"""
    seat, decision = state.current_seat, state.decision
    if decision == D.COMPENSATION:
        return seat == CUBE_SEAT and state.start_compensation
    if decision == D.MARKET:
        return seat == state.market_seat
    if decision == D.PICK or decision == D.ADVANCE:
        return seat == mass_player(state)
    if decision == D.CARLA_CUBE:
        return state.solo
    return decision == D.DEATH or seat == state.active


@kernel
def part_fault(state):
    """What the decision is about: a market day, a mass, a journey, an action."""
    fault = market_fault(state)
    if fault != F.SOUND:
        return fault
    decision = state.decision
    if decision == D.PICK and state.pieces >= PIECES_PER_MASS:
        return F.MASS
    if decision == D.ADVANCE and state.pieces != PIECES_PER_MASS:
        return F.MASS
    if (decision == D.TRAVEL_PAYMENT) != (state.edge != NONE):
        return F.TRAVEL
    if decision == D.TRAVEL_PAYMENT and not is_journey(state):
        return F.TRAVEL
    if decision == D.COMPENSATION:
        for colour in range(NUM_INFLUENCE):
            if state.supply[colour] == 0:
                return F.CUBES
    return F.SOUND if is_action(state) else F.ACTION


@kernel
def market_fault(state):
    """R8.1-R8.5: a market day is on while its moves are asked for; who has passed moves no more."""
    if state.market_open != (state.step == STEP.MARKET):
        return F.MARKET
    for seat in range(state.num_seats, MAX_SEATS):
        if state.passed[seat]:
            return F.MARKET
    if state.market_open:
        return F.MARKET if state.decision == D.MARKET and state.passed[state.current_seat] else F.SOUND
    if state.first_sale or state.served or state.carla_serves or state.initiator != NONE:
        return F.MARKET
    for seat in range(MAX_SEATS):
        if state.passed[seat]:
            return F.MARKET
    return F.SOUND


@kernel
def is_journey(state):
    """R10.1: a member of this generation is where the edge begins, which leads where it says."""
    if state.members[state.active, state.traveller, state.from_place] == 0:
        return False
    edge = state.edge
    if edge < NUM_SENDS:
        return state.from_place == PLACE.farm and state.to_place == PLACE.city + SEND_TO[edge]
    for way in range(2):
        road = 2 * (edge - NUM_SENDS) + way
        if state.from_place == PLACE.city + ROAD_FROM[road] and state.to_place == PLACE.city + ROAD_TO[road]:
            return True
    return False


@kernel
def is_action(state):
    """D1f, D2: the decision belongs to the space whose action it is; privileges and cubes are on offer."""
    decision, space = state.decision, state.action_space
    if decision == D.PRIVILEGE and state.privilege_stage == 0:
        return False
    if decision == D.CUBE and state.cube_picks == 0:
        return False
    if state.privilege_stage > 0 and space != SPACE.council_chamber:
        return False
    if state.cube_picks > 0:
        if decision != D.CUBE and decision != D.DEATH:
            return False
        if space != SPACE.travel and space != SPACE.council_chamber:
            return False
    if decision == D.PRIVILEGE or decision == D.GOOD:
        return space == SPACE.council_chamber
    if decision == D.TRAVEL_PAYMENT:
        return space == SPACE.travel
    if decision == D.CUBE:
        return True
    if decision == D.TURN or decision == D.TARGET:
        return space == NONE
    if decision == D.MARKET or decision < D.HARVEST or decision > D.CHURCH:
        return True
    return space != NONE and DECISION_OF_SPACE[space] == decision
