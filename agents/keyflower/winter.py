"""Winter tiles, boats and turn-order tiles: what they score for the items that a seat has (R12.4, section 11)."""

from __future__ import annotations

import numpy as np

from eurogym.agents.keyflower.weights import W
from eurogym.agents.keyflower.worth import A_GREEN, A_WORKER, FIRST_SKILL, NUM_UPGRADABLE, gain_of
from eurogym.envs.core.compile.bits import bit, lowest_bit
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.actions import NUM_OFFERS, A
from eurogym.envs.keyflower.declare.enums import COLOUR, SEASON, SKILL, TILE
from eurogym.envs.keyflower.declare.tables import BOATS, TURN_ORDER_TILES, UPGRADABLE
from eurogym.envs.keyflower.rules.assignment import resource_points, skill_points, worker_points, workers_of
from eurogym.envs.keyflower.rules.bastion import bastion_points
from eurogym.envs.keyflower.rules.scoring import LONGEST_CHAIN, chain_of_boats, transport_points
from eurogym.envs.keyflower.rules.standing import losing_tiles
from eurogym.envs.keyflower.rules.stocks import screen_size, skill_count

WINTER_TILES = (1 << E.FIRST_TURN_ORDER) - (1 << E.FIRST_OF_SEASON[SEASON.winter])  # the set of them


@kernel
def scores_resources(tile):
    """Is it a winter tile that scores resources?"""
    return (
        tile == TILE.jeweller or tile == TILE.watermill or tile == TILE.mercers_guild or tile == TILE.windmill
    )


@kernel
def scores_skills(tile):
    """Is it a winter tile that scores skill tiles?"""
    return tile == TILE.scribes or tile == TILE.scholar or tile == TILE.key_guild


@kernel
def led_winter_tiles(state, seat):
    """Return the set of the winter tiles where the seat's bid leads."""
    return state.leads[seat] & WINTER_TILES


@kernel
def workers_at_home(state, seat):
    """Return a seat's workers by colour, once those on its tiles and in losing groups are back behind the screen."""
    blue, red, yellow, green = workers_of(state, seat)
    left = state.village[seat] & state.occupied
    while left != 0:
        tile = lowest_bit(left)
        left ^= bit(tile)
        blue += state.on_tile[tile, COLOUR.blue]
        red += state.on_tile[tile, COLOUR.red]
        yellow += state.on_tile[tile, COLOUR.yellow]
        green += state.on_tile[tile, COLOUR.green]
    left = losing_tiles(state, seat)
    while left != 0:
        tile = lowest_bit(left)
        left ^= bit(tile)
        rank = tile - E.FIRST_AUCTIONED
        blue += state.bids[seat, rank, COLOUR.blue]
        red += state.bids[seat, rank, COLOUR.red]
        yellow += state.bids[seat, rank, COLOUR.yellow]
        green += state.bids[seat, rank, COLOUR.green]
    return blue, red, yellow, green


@kernel
def category_gain(state, seat, tile, tiles):
    """Return points that a winter tile beside others adds: of all items of the kind that it scores."""
    more = tiles | bit(tile)
    if scores_resources(tile):
        return resource_points(state, seat, more, False) - resource_points(state, seat, tiles, False)
    if scores_skills(tile):
        return skill_points(state, seat, more, E.NONE) - skill_points(state, seat, tiles, E.NONE)
    workers = workers_at_home(state, seat)
    return worker_points(state, more, workers, E.NONE) - worker_points(state, tiles, workers, E.NONE)


@kernel
def winter_worth(state, seat, tile, w):
    """Return points that a winter tile adds to a seat that wins it, by what the seat itself knows of its items."""
    if tile == TILE.keythedral:
        return 1.0 * state.points[tile, 0]
    tiles = state.village[seat] | led_winter_tiles(state, seat)
    gain = category_gain(state, seat, tile, tiles)
    if scores_resources(tile):
        return gain * w[W.GROWTH]
    return 1.0 * gain if scores_skills(tile) else gain * w[W.KEPT]


@kernel
def winter_guess(state, seat, tile, w):
    """Return points that a winter tile adds to another seat, by what all see: resources, workers, skill tiles."""
    if scores_resources(tile) or tile == TILE.keythedral:
        return winter_worth(state, seat, tile, w)
    if scores_skills(tile):
        count = skill_count(state, seat)
        if tile == TILE.scholar:
            return 1.5 * count
        return (2.0 if tile == TILE.scribes else 1.7) * max(0, count - 1)
    workers = w[W.KEPT] * screen_size(state, seat)
    if tile == TILE.key_market:
        return 1.6 * state.screen_known[seat, COLOUR.green]
    if tile == TILE.village_hall:
        return 0.45 * workers
    return (0.7 if tile == TILE.craftsmans_guild else 0.5) * workers


@kernel
def choose_offer(state, w):
    """WINTER_SELECT: the tiles that are worth more to the seat than to the others, at least the best one."""
    seat = state.current_seat
    slots = 0
    best_slot = 0
    best = -1e9
    for slot in range(E.HAND_SIZE):
        tile = np.int64(state.dealt[seat, slot])
        if tile == E.NONE:
            continue
        others = 0.0
        for other in range(state.num_seats):
            if other != seat:
                others = max(others, winter_guess(state, other, tile, w))
        gain = winter_worth(state, seat, tile, w) - w[W.OFFER] * others
        if gain > 0.0:
            slots |= 1 << slot
        if gain > best:
            best = gain
            best_slot = slot
    slots |= 1 << best_slot
    return A.offer + min(slots, NUM_OFFERS) - 1


# --- boats ---------------------------------------------------------------------------------------------------------


@kernel
def best_free_upgrade(state, seat):
    """Return points of the best upgrade that the Flipper could give."""
    best = 0
    for number in range(NUM_UPGRADABLE):
        tile = UPGRADABLE[number]
        if state.owned[seat, tile] and not state.upgraded[tile]:
            best = max(best, state.points[tile, 1] - state.points[tile, 0])
    return best


@kernel
def boat_worth(state, seat, boat, base, need, w):
    """Return a boat for a seat: its cargo, in winter its points."""
    tile = boat + E.FIRST_BOAT
    if state.season < SEASON.winter:
        worth = state.boat_workers[boat, COLOUR.green] * base[A_GREEN]
        for colour in range(COLOUR.green):
            worth += state.boat_workers[boat, colour] * base[A_WORKER]
        for skill in range(SKILL.COUNT):
            if state.boat_skills[boat, skill] > 0:
                worth += gain_of(FIRST_SKILL + skill, state.boat_skills[boat, skill], base, need)
        return worth
    if tile == TILE.keyflower:
        return 1.0 * transport_points(state, seat)
    if tile == TILE.sea_bastion:
        return 1.0 * bastion_points(state, seat)
    if tile == TILE.sea_breese:
        return 1.0 * state.chain_vp[min(chain_of_boats(state, seat) + 1, LONGEST_CHAIN)]
    if tile == TILE.flipper:
        return 1.0 * state.points[TILE.flipper, 0] + best_free_upgrade(state, seat)
    if tile == TILE.ianvincible:
        return 1.0 * state.points[TILE.ianvincible, 0]
    return w[W.KEPT] * screen_size(state, seat)


@kernel
def choose_boat(state, mask, base, need, w):
    """BOAT: the one that is worth most."""
    choice = -1
    best = -1.0
    for boat in range(E.NUM_BOATS):
        if mask[A.boat + boat]:
            worth = boat_worth(state, state.current_seat, boat, base, need, w)
            if worth > best:
                best = worth
                choice = A.boat + boat
    return choice


@kernel
def order_worth(state, seat, number, base, need, w):
    """Return a turn-order tile: the boat that it gives before the others, the start, in winter its points."""
    boats = BOATS[state.num_seats]
    tiles = TURN_ORDER_TILES[state.num_seats]
    best = 0.0
    second = 0.0
    total = 0.0
    for boat in range(boats):
        worth = boat_worth(state, seat, boat, base, need, w)
        total += worth
        if worth > best:
            best, second = worth, best
        elif worth > second:
            second = worth
    mean = total / boats
    got = best if number == 0 else second if number == 1 else 0.5 * (second + mean)
    worth = w[W.ORDER] * max(0.0, got - mean)
    for other in range(tiles):  # one boat is enough
        if other != number and state.leader[E.FIRST_TURN_ORDER - E.FIRST_AUCTIONED + other] == seat:
            worth = 0.0
    if state.season == SEASON.winter:
        return worth + w[W.ORDER_POINTS]
    return worth + (w[W.FIRST] if number == tiles - 1 else 0.0)
