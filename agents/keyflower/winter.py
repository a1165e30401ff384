"""Winter tiles, boats and turn-order tiles: what they score for the items that a seat has (R12.4, section 11)."""

from __future__ import annotations

from agents.keyflower import weights as W
from agents.keyflower.worth import A_GREEN, A_WORKER, FIRST_SKILL, NUM_UPGRADABLE, gain_of
from envs.core.compile import kernel
from envs.keyflower import enums as E
from envs.keyflower.actions import A_BOAT, A_OFFER, NUM_OFFERS
from envs.keyflower.assignment import resource_points, skill_points, worker_points
from envs.keyflower.bastion import bastion_points
from envs.keyflower.scoring import LONGEST_CHAIN, chain_of_boats, transport_points
from envs.keyflower.stocks import screen_size, skill_count
from envs.keyflower.tables import BOATS, CHAIN_VP, POINTS, TURN_ORDER_TILES, UPGRADABLE
from envs.keyflower.village import in_village

IANVINCIBLE_VP = int(POINTS[E.IANVINCIBLE, 0])
FLIPPER_VP = int(POINTS[E.FLIPPER, 0])


@kernel
def scores_resources(tile):
    """Is it a winter tile that scores resources?"""
    return tile == E.JEWELLER or tile == E.WATERMILL or tile == E.MERCERS_GUILD or tile == E.WINDMILL


@kernel
def scores_skills(tile):
    """Is it a winter tile that scores skill tiles?"""
    return tile == E.SCRIBES or tile == E.SCHOLAR or tile == E.KEY_GUILD


@kernel
def take_led_tiles(state, seat):
    """For a moment: the winter tiles where the seat's bid leads are its own. :func:`give_led_tiles` undoes it."""
    for tile in range(E.JEWELLER, E.FIRST_TURN_ORDER):
        if state.place[tile] == E.AUCTION and state.leader[tile - E.FIRST_AUCTIONED] == seat:
            state.place[tile] = E.VILLAGE
            state.owned[seat, tile] = 1


@kernel
def give_led_tiles(state, seat):
    """Undo :func:`take_led_tiles`."""
    for tile in range(E.JEWELLER, E.FIRST_TURN_ORDER):
        if state.place[tile] == E.VILLAGE and state.leader[tile - E.FIRST_AUCTIONED] == seat:
            state.place[tile] = E.AUCTION
            state.owned[seat, tile] = 0


@kernel
def gather_workers(state, seat, sign):
    """For a moment (sign 1, undone with -1): the seat's workers on its tiles and in losing groups are at home."""
    for colour in range(E.NUM_COLOURS):
        count = 0
        for tile in range(E.FIRST_OF_SEASON[E.WINTER]):
            if in_village(state, seat, tile):
                count += state.on_tile[tile, colour]
        for rank in range(E.NUM_AUCTIONED):
            if state.leader[rank] != seat:
                count += state.bids[seat, rank, colour]
        state.screen[seat, colour] += sign * count


@kernel
def category_points(state, seat, tile):
    """Points of all items of the kind that the winter tile scores."""
    if scores_resources(tile):
        return resource_points(state, seat, False)
    if scores_skills(tile):
        return skill_points(state, seat, E.NONE)
    return worker_points(state, seat, E.NONE)


@kernel
def winter_worth(state, seat, tile, w):
    """Points that a winter tile adds to a seat that wins it, by what the seat itself knows of its items."""
    if tile == E.KEYTHEDRAL:
        return 1.0 * POINTS[tile, 0]
    take_led_tiles(state, seat)
    workers = not scores_resources(tile) and not scores_skills(tile)
    if workers:
        gather_workers(state, seat, 1)
    before = category_points(state, seat, tile)
    place = state.place[tile] + 0
    state.place[tile] = E.VILLAGE
    state.owned[seat, tile] = 1
    gain = category_points(state, seat, tile) - before
    state.place[tile] = place
    state.owned[seat, tile] = 0
    if workers:
        gather_workers(state, seat, -1)
    give_led_tiles(state, seat)
    if workers:
        return gain * w[W.KEPT]
    return gain * w[W.GROWTH] if scores_resources(tile) else 1.0 * gain


@kernel
def winter_guess(state, seat, tile, w):
    """The same for another seat, by what all can see: resources, and the numbers of workers and skill tiles."""
    if scores_resources(tile) or tile == E.KEYTHEDRAL:
        return winter_worth(state, seat, tile, w)
    if scores_skills(tile):
        count = skill_count(state, seat)
        if tile == E.SCHOLAR:
            return 1.5 * count
        return (2.0 if tile == E.SCRIBES else 1.7) * max(0, count - 1)
    workers = w[W.KEPT] * screen_size(state, seat)
    if tile == E.KEY_MARKET:
        return 1.6 * state.screen_known[seat, E.GREEN]
    if tile == E.VILLAGE_HALL:
        return 0.45 * workers
    return (0.7 if tile == E.CRAFTSMANS_GUILD else 0.5) * workers


@kernel
def choose_offer(state, mask, w):
    """WINTER_SELECT: the tiles that are worth more to the seat than to the others, at least the best one."""
    seat = state.current_seat
    slots = 0
    best_slot = 0
    best = -1e9
    for slot in range(3):
        tile = state.dealt[seat, slot] + 0
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
    return A_OFFER + min(slots, NUM_OFFERS) - 1


# --- boats ---------------------------------------------------------------------------------------------------------


@kernel
def best_free_upgrade(state, seat):
    """Points of the best upgrade that the Flipper could give."""
    best = 0
    for number in range(NUM_UPGRADABLE):
        tile = UPGRADABLE[number]
        if state.owned[seat, tile] and not state.upgraded[tile]:
            best = max(best, POINTS[tile, 1] - POINTS[tile, 0])
    return best


@kernel
def boat_worth(state, seat, boat, base, need, w):
    """A boat for a seat: its cargo, in winter its points."""
    tile = boat + E.FIRST_BOAT
    if state.season < E.WINTER:
        worth = state.boat_workers[boat, E.GREEN] * base[A_GREEN]
        for colour in range(E.GREEN):
            worth += state.boat_workers[boat, colour] * base[A_WORKER]
        for skill in range(E.NUM_SKILLS):
            if state.boat_skills[boat, skill] > 0:
                worth += gain_of(FIRST_SKILL + skill, state.boat_skills[boat, skill], base, need)
        return worth
    if tile == E.KEYFLOWER:
        return 1.0 * transport_points(state, seat)
    if tile == E.SEA_BASTION:
        return 1.0 * bastion_points(state, seat)
    if tile == E.SEA_BREESE:
        return 1.0 * CHAIN_VP[min(chain_of_boats(state, seat) + 1, LONGEST_CHAIN)]
    if tile == E.FLIPPER:
        return 1.0 * FLIPPER_VP + best_free_upgrade(state, seat)
    if tile == E.IANVINCIBLE:
        return 1.0 * IANVINCIBLE_VP
    return w[W.KEPT] * screen_size(state, seat)


@kernel
def choose_boat(state, mask, base, need, w):
    """BOAT: the one that is worth most."""
    choice = -1
    best = -1.0
    for boat in range(E.NUM_BOATS):
        if mask[A_BOAT + boat]:
            worth = boat_worth(state, state.current_seat, boat, base, need, w)
            if worth > best:
                best = worth
                choice = A_BOAT + boat
    return choice


@kernel
def order_worth(state, seat, number, base, need, w):
    """A turn-order tile: the boat that it gives before the others, the start, in winter its points."""
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
    if state.season == E.WINTER:
        return worth + w[W.ORDER_POINTS]
    return worth + (w[W.FIRST] if number == tiles - 1 else 0.0)
