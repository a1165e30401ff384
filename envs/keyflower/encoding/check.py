"""States from outside: what must add up in them beyond the ranges of their fields (state.py).

:func:`derive` puts tiles, groups and villages together anew. :func:`check` asks for the rest, topic by topic; each
topic is asked when those before it were right, so that it may read what they are about. What a seat is in the middle of
has a file of its own (check_turn.py).
"""

from __future__ import annotations

from eurogym.envs.core.compile.bits import bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import COLOUR, PLACE, RESOURCE, SEASON, SKILL, STEP
from eurogym.envs.keyflower.declare.tables import (
    BOATS,
    NUM_ROTATIONS,
    SEASON_TILES,
    TURN_ORDER_TILES,
    UPGRADE_RANK,
    USE_RANK,
    WINTER_DEALT,
)
from eurogym.envs.keyflower.encoding.check_turn import F, in_turns, turn_fault
from eurogym.envs.keyflower.rules.standing import give_colour, group_size, workers_on
from eurogym.envs.keyflower.rules.tiles import put_tile, to_auction

NUM_TILES = E.NUM_TILES  # work_array takes a plain number
WORKERS_EACH, RESOURCES_EACH = E.WORKERS_EACH, E.RESOURCES_EACH
FIRST_WINTER = E.FIRST_OF_SEASON[SEASON.winter]
MOST_USES = 3  # R6.2: 1, 2 and 3 workers fill a tile


# --- what follows from other fields -------------------------------------------------------------------------------


@kernel
def derive(state, again):
    """Sets of tiles, abilities, maps of villages; who leads where; colours as they are shown."""
    for tile in range(NUM_TILES):
        if state.place[tile] == PLACE.AUCTION and E.FIRST_AUCTIONED <= tile < E.FIRST_BOAT:
            to_auction(again, tile)
        for seat in range(E.MAX_SEATS):
            if state.owned[seat, tile]:
                give_tile(state, again, seat, tile)
        if state.tile_colour[tile] > 0:
            give_colour(again, tile, state.tile_colour[tile] - 1)
        if state.last_use[tile] > 0:
            again.occupied |= bit(tile)
        if state.last_use[tile] + 1 > E.ROOM_ON_TILE - workers_on(state, tile):
            again.full |= bit(tile)
    for rank in range(E.NUM_AUCTIONED):
        lead(state, again, rank)


@kernel
def give_tile(state, again, seat, tile):
    """A tile of a seat: to be placed, or in its village; a summer boat is in force until it is set aside (R10)."""
    place, cell = state.place[tile], state.tile_cell[tile]
    if place == PLACE.VILLAGE and cell != E.NONE:
        put_tile(again, seat, tile, cell, state.rotation[tile])
    elif place == PLACE.TO_PLACE:
        again.to_place[seat] |= bit(tile)
    number = tile - E.FIRST_SUMMER_BOAT
    if 0 <= number < E.NUM_SUMMER_BOATS and place != PLACE.SET_ASIDE:
        again.ability[seat, 2 * number + state.side[number]] = 1


@kernel
def lead(state, again, rank):
    """R1.4: the largest group beside a tile leads."""
    tile = rank + E.FIRST_AUCTIONED
    most = 0
    again.leader[rank] = E.NONE
    for seat in range(E.MAX_SEATS):
        size = group_size(state, seat, rank)
        if size > 0:
            again.beside[seat] |= bit(tile)
        if size > most:
            most = size
            again.leader[rank] = seat
    if most > 0:
        again.led |= bit(tile)
        again.leads[again.leader[rank]] |= bit(tile)


# --- what must add up ---------------------------------------------------------------------------------------------


@kernel
def check(state):
    """The first topic in which something is wrong."""
    fault = stock_fault(state)
    if fault == F.SOUND:
        fault = tile_fault(state)
    if fault == F.SOUND:
        fault = season_fault(state)
    if fault == F.SOUND:
        fault = standing_fault(state)
    if fault == F.SOUND:
        fault = turn_fault(state)
    return fault


# --- workers, skills, resources -----------------------------------------------------------------------------------


@kernel
def stock_fault(state):
    """R1.1, R1.2, R1.4: every worker, skill tile and resource lies somewhere; what is known of a screen is there."""
    for colour in range(COLOUR.COUNT):
        if count_workers(state, colour) != WORKERS_EACH[colour]:
            return F.WORKERS
    for skill in range(SKILL.COUNT):
        found = state.pile[skill]
        for seat in range(E.MAX_SEATS):
            found += state.skills[seat, skill]
        for boat in range(E.NUM_BOATS):
            found += state.boat_skills[boat, skill]
        if found != E.SKILLS_EACH:
            return F.SKILLS
    for resource in range(RESOURCE.COUNT):
        found = state.supply[resource]
        for tile in range(NUM_TILES):
            found += state.stock[tile, resource]
        if found != RESOURCES_EACH[resource]:
            return F.RESOURCES
    for seat in range(E.MAX_SEATS):
        if not is_screen(state, seat):
            return F.SCREEN
    return F.SOUND


@kernel
def count_workers(state, colour):
    """Workers of a colour wherever they are; those taken together for a placement have left their groups."""
    found = state.bag[colour] + state.taken_groups[colour]
    if colour == COLOUR.green:
        found += state.green_supply
    for boat in range(E.NUM_BOATS):
        found += state.boat_workers[boat, colour]
    for tile in range(NUM_TILES):
        found += state.on_tile[tile, colour]
    for seat in range(E.MAX_SEATS):
        found += state.screen[seat, colour]
        for rank in range(E.NUM_AUCTIONED):
            found += state.bids[seat, rank, colour]
    return found


@kernel
def is_screen(state, seat):
    """14.4: what all know of a screen is behind it; enough of the rest is not green. Nobody else has one."""
    everything, plain = 0, 0
    for colour in range(COLOUR.COUNT):
        unknown = state.screen[seat, colour] - state.screen_known[seat, colour]
        if unknown < 0:
            return False
        everything += state.screen[seat, colour]
        if colour != COLOUR.green:
            plain += unknown
    for skill in range(SKILL.COUNT):
        if state.skills_known[seat, skill] > state.skills[seat, skill]:
            return False
        everything += state.skills[seat, skill]
    return state.screen_plain[seat] <= plain and (seat < state.num_seats or everything == 0)


# --- tiles --------------------------------------------------------------------------------------------------------


@kernel
def tile_fault(state):
    """R2, R8, R9: one owner for each tile that is not in the auction or away, home tiles, what lies on tiles."""
    for tile in range(NUM_TILES):
        owners = 0
        for seat in range(state.num_seats):
            owners += state.owned[seat, tile]
        for seat in range(state.num_seats, E.MAX_SEATS):
            if state.owned[seat, tile]:
                return F.OWNED
        place = state.place[tile]
        if owners != (place == PLACE.TO_PLACE or place == PLACE.VILLAGE or place == PLACE.SET_ASIDE):
            return F.OWNED
        if place == PLACE.AUCTION and not E.FIRST_AUCTIONED <= tile < E.FIRST_BOAT:
            return F.OWNED
        if not lies_well(state, tile):
            return F.CELL
        if place != PLACE.VILLAGE and (state.upgraded[tile] or has_resources(state, tile)):
            return F.STOCK
        if state.upgraded[tile] and UPGRADE_RANK[tile] == E.NONE:
            return F.STOCK
    return F.SOUND if are_homes(state) else F.HOME


@kernel
def lies_well(state, tile):
    """R8.1: a tile of a village has a cell of its own there, others have none."""
    cell, rotation = state.tile_cell[tile], state.rotation[tile]
    if state.place[tile] != PLACE.VILLAGE:
        return cell == E.NONE and rotation == 0
    if cell == E.NONE or rotation >= NUM_ROTATIONS[tile]:
        return False
    for seat in range(state.num_seats):
        if state.owned[seat, tile]:
            return state.grid[seat, cell] == tile + 1
    return False


@kernel
def has_resources(state, tile):
    """Does anything lie on the tile?"""
    for resource in range(RESOURCE.COUNT):
        if state.stock[tile, resource] > 0:
            return True
    return False


@kernel
def are_homes(state):
    """R2.3: a home tile in the middle of each village; the others are out of the game."""
    for seat in range(E.MAX_SEATS):
        home = state.home[seat]
        if seat >= state.num_seats:
            if home != E.NONE:
                return False
        elif home == E.NONE or not state.owned[seat, home] or state.grid[seat, E.HOME_CELL] != home + 1:
            return False
    laid = 0
    for home in range(E.NUM_HOMES):
        laid += state.place[home] != PLACE.AWAY
    return laid == state.num_seats


# --- the tiles of the seasons -------------------------------------------------------------------------------------


@kernel
def season_fault(state):
    """R2.7, R2.8, R3.2: the tiles of a season come up as shuffled, winter tiles from the hands; boats as there are."""
    players = state.num_seats
    for season in range(SEASON.winter):
        if not is_deck(state, season):
            return F.DECK
    for number in range(TURN_ORDER_TILES[players], E.NUM_TURN_ORDER):
        if state.place[E.FIRST_TURN_ORDER + number] != PLACE.AWAY:
            return F.DECK
    for boat in range(E.NUM_BOATS):
        if state.place[E.FIRST_BOAT + boat] != PLACE.AWAY and state.season != SEASON.winter:
            return F.BOATS
        if boat >= BOATS[players] and not is_no_boat(state, boat):
            return F.BOATS
    return F.SOUND if are_hands(state) else F.DEALT


@kernel
def is_deck(state, season):
    """R2.7: every tile of the season once; those to come, and those that are never turned up, are away."""
    listed = 0
    first = E.FIRST_OF_SEASON[season]
    for place in range(E.TILES_PER_SEASON):
        tile = state.deck[season, place]
        if not first <= tile < first + E.TILES_PER_SEASON:
            return False
        listed |= 1 << (tile - first)
        hidden = season > state.season or place >= SEASON_TILES[state.num_seats]
        if hidden and state.place[tile] != PLACE.AWAY:
            return False
    return listed == (1 << E.TILES_PER_SEASON) - 1


@kernel
def is_no_boat(state, boat):
    """Nothing is loaded on a boat that is not in the game, and nobody has it."""
    cargo = state.boat_open[boat] + (state.place[E.FIRST_BOAT + boat] != PLACE.AWAY)
    for colour in range(COLOUR.COUNT):
        cargo += state.boat_workers[boat, colour]
    for skill in range(SKILL.COUNT):
        cargo += state.boat_skills[boat, skill]
    return cargo == 0


@kernel
def are_hands(state):
    """R2.8, R3.2d: different winter tiles in each hand, ascending, until all have chosen; before that none is out."""
    before = state.season < SEASON.winter or state.step == STEP.SELECT
    held = 0
    dealt = WINTER_DEALT[state.num_seats]
    for seat in range(E.MAX_SEATS):
        for slot in range(E.HAND_SIZE):
            tile = state.dealt[seat, slot]
            if (tile != E.NONE) != (before and seat < state.num_seats and slot < dealt):
                return False
            if tile == E.NONE:
                continue
            if not FIRST_WINTER <= tile < E.FIRST_TURN_ORDER or held >> (tile - FIRST_WINTER) & 1:
                return False
            if slot > 0 and state.dealt[seat, slot - 1] > tile:
                return False
            held |= 1 << (tile - FIRST_WINTER)
        chosen = state.step == STEP.SELECT and has_chosen(state, seat)
        if (state.offer[seat] != 0) != chosen or state.offer[seat] >= 1 << dealt:
            return False
    for tile in range(FIRST_WINTER, E.FIRST_TURN_ORDER):
        if before and state.place[tile] != PLACE.AWAY:
            return False
    return True


@kernel
def has_chosen(state, seat):
    """R3.2d: is it one of the seats that have chosen winter tiles, from the start player on?"""
    turn = (seat + state.num_seats - state.purple) % state.num_seats
    return seat < state.num_seats and turn < state.served


# --- workers beside and on tiles ----------------------------------------------------------------------------------


@kernel
def standing_fault(state):
    """R4.3, R5.3, R6.2: groups of one colour, one of them the largest; uses of tiles; colours; none between seasons."""
    out = in_turns(state)
    for tile in range(NUM_TILES):
        rank = tile - E.FIRST_AUCTIONED
        groups = count_groups(state, rank) if 0 <= rank < E.NUM_AUCTIONED else 0
        if groups < 0 or (groups > 0 and not (out and state.place[tile] == PLACE.AUCTION)):
            return F.BIDS
        standing, last, uses = workers_on(state, tile), state.last_use[tile], state.uses[tile]
        if (uses > 0) != (standing > 0) or (last > 0) != (standing > 0):
            return F.USES
        if last > standing or standing > E.ROOM_ON_TILE or uses > MOST_USES:
            return F.USES
        used = state.place[tile] == PLACE.AUCTION or state.place[tile] == PLACE.VILLAGE
        if standing > 0 and not (out and used and USE_RANK[tile] != E.NONE):
            return F.USES
        if (state.tile_colour[tile] > 0) != (standing > 0 or groups > 0):
            return F.COLOUR
    return F.SOUND


@kernel
def count_groups(state, rank):
    """R5.3: groups beside a tile; -1 where one has two colours, or no group is larger than all others."""
    groups, most, largest = 0, 0, 0
    for seat in range(E.MAX_SEATS):
        colours = 0
        for colour in range(COLOUR.COUNT):
            colours += state.bids[seat, rank, colour] > 0
        if colours > 1 or (colours > 0 and seat >= state.num_seats):
            return -1
        size = group_size(state, seat, rank)
        groups += colours
        if size > most:
            most, largest = size, 0
        largest += size == most and size > 0
    return -1 if largest > 1 else groups
