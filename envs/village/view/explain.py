"""Actions of Village in the words of players, and what they cost and bring just now.

Every explainer gets the position inside its range. It yields the words of the action, which no other legal action has,
then what follows; nothing for what cannot be chosen now.

What actions do stands in the kernels; tests/village/test_facts_told.py holds what is said here against them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from eurogym.envs.core.words import GLUE, counted, ordinal
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare import tables as T
from eurogym.envs.village.declare.actions import churchgoer, climber, home_comer, monk, sale, well_payment
from eurogym.envs.village.view.names import PLACES, SPACES, member, named, thing, with_article
from eurogym.envs.village.view.text import (
    PRIVILEGES,
    REWARDS,
    customer,
    customer_text,
    mortal,
    people,
    two_cubes,
)

PASSES = {
    E.D.MARKET: "sell nothing more",
    E.D.PRIVILEGE: "use no privilege",
    E.D.PICK: "pick nobody else",
    E.D.ADVANCE: "advance nobody else",
}


def explain(state, options, range_name: str, index: int, text: str) -> str:
    """Return an action in the words of players: ``serve the customer who wants a scroll for a coin (3 points; 1
    time)``.
    """
    words = [word.replace(GLUE, " ") for word in _EXPLAIN[range_name](state, index) if word]
    if not words:
        return text
    said = "; ".join(words[1:])
    return f"{words[0]} ({said})" if said else words[0]


COUNCIL_WORDS = ("a scroll", "2 green cubes", "a green cube and a coin", "2 coins")
CHURCH_WORDS = ("a brown cube", "a coin", f"{T.CHURCH_TIME} time")
FEES = ("without a fee", "for a green cube", "for a coin")


class Means:
    """What a seat could pay with, after taking a cube."""

    def __init__(self, state, colour: int = E.NONE):
        self.state, self.seat = state, int(state["current_seat"])
        self.cubes = [int(count) for count in state["cubes"][self.seat]]
        if 0 <= colour < E.NUM_INFLUENCE:
            self.cubes[colour] += 1
        self.goods = [int(count) for count in state["goods"][self.seat]]
        self.grain = int(state["grain"][self.seat])
        self.coins = int(state["coins"][self.seat]) + int(state["marker"] == E.MARKER.held)
        self.members = [int(count) for count in state["members"][self.seat].sum(axis=0)]

    def pays(self, *colours: int) -> bool:
        """Can these cubes be paid, coins in place of some?"""
        missing = sum(max(0, colours.count(colour) - self.cubes[colour]) for colour in set(colours))
        return missing <= self.coins

    def owns(self, wishes) -> bool:
        """Does a customer find all he asks for?"""
        return all(count >= wish for count, wish in zip([*self.goods, self.grain], wishes, strict=True))

    def goods_to_make(self) -> list[str]:
        """Goods that a way is open to, and the mill."""
        ways = {
            E.PLACE.wainwright: self.pays(E.COLOUR.orange, E.COLOUR.pink),
            E.PLACE.stables: self.grain >= T.STABLES_GRAIN,
            E.PLACE.office: self.pays(E.COLOUR.pink),
            E.PLACE.smith: self.pays(E.COLOUR.orange, E.COLOUR.pink),
        }
        made = [
            good
            for good, place in zip(E.CRAFT.NAMES, T.CRAFT_PLACE, strict=True)
            if self.members[E.PLACE.farm] or self.members[place] or ways[int(place)]
        ]
        return made + (["mill"] if self.grain >= T.MILL_GRAIN else [])

    def journeys(self) -> list[str]:
        """Cities that somebody could travel to."""
        if not self.goods[E.GOOD.wagon]:
            return []
        roads = [(E.PLACE.farm, E.PLACE.city + int(city), edge) for edge, city in enumerate(T.SEND_TO)]
        roads += [
            (E.PLACE.city + int(start), E.PLACE.city + int(end), E.NUM_SENDS + road // 2)
            for road, (start, end) in enumerate(zip(T.ROAD_FROM, T.ROAD_TO, strict=True))
        ]
        open_roads = {
            end
            for start, end, edge in roads
            if self.members[start] and self.pays(*map(int, self.state["edge_cubes"][edge]))
        }
        return [E.PLACE_NAMES[city] for city in sorted(open_roads)]


def _time(state, cost: int) -> str:
    """Time of an action, and whether the marker passes the quill."""
    seat = int(state["current_seat"])
    passing = int(state["time"][seat]) + cost >= E.STEPS_PER_LAP
    return f"{cost} time{', past the quill: a death' if passing else ''}"


# --- a cube, the well ------------------------------------------------------------------------------------------------


def _take(state, i: int) -> Iterator[str]:
    space, colour = divmod(i, E.COLOUR.COUNT)
    lying = int(state["space"][space, colour])
    name = E.COLOUR.NAMES[colour]
    yield f"take {f'the {name}' if lying == 1 else with_article(name)} cube from {SPACES[space]}"
    if colour == E.COLOUR.plague:
        yield _time(state, T.PLAGUE_TIME)
    yield _use(Means(state, colour), space)


def _do(state, space: int) -> Iterator[str]:
    yield f"use {SPACES[space]}"
    yield _use(Means(state), space)


def _well(state, i: int) -> Iterator[str]:
    colour, coins = well_payment(i)
    paid = [f"{counted(E.WELL_CUBES - coins, f'{E.COLOUR.NAMES[colour]} cube')}"]
    yield f"use the well for {' and '.join(paid + ([counted(coins, 'coin')] if coins else []))}"
    yield "then any one action"


def _well_coins(state, i: int) -> Iterator[str]:
    yield f"use the well for {counted(E.WELL_CUBES, 'coin')}"
    yield "then any one action"


def _use(means: Means, space: int) -> str:
    """Return what the action of a space would allow."""
    state = means.state
    if space == E.SPACE.market:
        tiles = [int(tile) for tile in state["slot"] if tile != E.NONE]
        able = [customer(state, tile) for tile in tiles if means.owns(state["wishes"][tile])]
        return f"market day; can serve {', '.join(map(customer_text, able)) or 'nobody'}"
    if space == E.SPACE.travel:
        cities = ", ".join(means.journeys())
        return f"travel to {cities}" if cities else "no journey possible"
    if space == E.SPACE.council_chamber:
        return _council_use(means)
    if space == E.SPACE.grain_harvest:
        return _harvest_gain(means) if means.members[E.PLACE.farm] else "no member on the farm"
    if space == E.SPACE.family:
        ways = [f"have a child of generation {_unborn(state)[0]}"] if _unborn(state) else []
        ways += ["bring a member home"] if any(means.members[E.PLACE.wainwright : E.NUM_VISIBLE]) else []
        return " or ".join(ways) or "nothing to do"
    if space == E.SPACE.church:
        cube = "1 brown or " if means.cubes[E.COLOUR.brown] else "1 coin or " if means.coins else ""
        return (
            f"a member into the black bag for {cube}{T.CHURCH_TIME} time"
            if means.members[E.PLACE.farm]
            else "no member on the farm"
        )
    return f"make {', '.join(means.goods_to_make()) or 'nothing'}"


def _council_use(means: Means) -> str:
    stages = [stage for stage in range(E.NUM_COUNCIL_STAGES) if means.members[E.PLACE.council + stage]]
    lower = [str(stage + 1) for stage in stages if stage + 1 < E.NUM_COUNCIL_STAGES]
    ways = []
    if means.goods[E.GOOD.scroll] or means.pays(*[E.COLOUR.green] * T.COUNCIL_CUBES):
        ways += ["enter"] if means.members[E.PLACE.farm] else []
        ways += [f"advance from {', '.join(lower)}"] if lower else []
    ways += [f"privileges up to {stages[-1] + 1}"] if stages else []
    return ", ".join(ways) or "no way to enter"


def _pass(state, i: int) -> Iterator[str]:
    yield PASSES.get(int(state["decision"]), "do nothing")
    yield "out for this market day" if state["decision"] == E.D.MARKET else ""


# --- harvest, family, crafts -----------------------------------------------------------------------------------------


def _harvest_gain(means: Means) -> str:
    """R5: grain gained, and the store after it."""
    grain = T.HARVEST
    if means.goods[E.GOOD.plough]:
        grain = (
            T.HARVEST_OX
            if means.goods[E.GOOD.ox]
            else T.HARVEST_HORSE
            if means.goods[E.GOOD.horse]
            else grain
        )
    after = min(E.MAX_GRAIN, means.grain + grain)
    return f"+{after - means.grain} grain, then {after}"


def _harvest(state, i: int) -> Iterator[str]:
    yield "harvest grain"
    yield _harvest_gain(Means(state))


def _unborn(state) -> list[int]:
    members = state["members"][int(state["current_seat"]), :, E.PLACE.reserve]
    return [generation + 1 for generation in range(E.NUM_GENERATIONS) if members[generation]]


def _born(state) -> str:
    unborn = _unborn(state)
    return f"{member(unborn[0])} is born" if unborn else ""


def _birth(state, i: int) -> Iterator[str]:
    yield "have a child"
    yield _born(state)


def _return(state, i: int) -> Iterator[str]:
    place, generation = home_comer(i)
    yield f"bring {member(generation + 1)} home from {PLACES[place]}"
    points = 0
    if E.PLACE.council <= place < E.PLACE.council_stop:
        points = int(T.COUNCIL_POINTS[place - E.PLACE.council])
    elif E.PLACE.church <= place < E.PLACE.church_stop:
        points = int(T.CHURCH_POINTS[place - E.PLACE.church])
    yield f"gives up {points} points there" if points else ""


def _craft(kind: int, state, way: int) -> Iterator[str]:
    building, good = E.PLACE_NAMES[T.CRAFT_PLACE[kind]], E.CRAFT.NAMES[kind]
    make = f"{'breed' if good in ('horse', 'ox') else 'make'} {thing(1, good)}"
    if way < E.TRAINING:
        yield f"{make} with a trained member"
        yield _time(state, int(T.PRODUCE_TIME[kind]))
        yield f"a member is at the {building}"
    elif way < E.PAYING:
        yield f"{make} by training {member(way)}"
        yield _time(state, int(T.TRAIN_TIME[kind] + T.PRODUCE_TIME[kind]))
        yield f"a {way - E.TRAINING + 1} from the farm to the {building}"
    else:
        payment = T.CRAFT_PAYMENTS[kind][way - E.PAYING]
        if payment == ("grain",):
            paid = f"{T.STABLES_GRAIN} grain"
        elif payment == ("coin", "coin"):
            paid = "2 coins"
        else:
            paid = " and ".join(f"1 {what}{'' if what == 'coin' else ' cube'}" for what in payment)
        yield f"{make} for {paid}"


def _mill(state, i: int) -> Iterator[str]:
    yield "take grain to the mill"
    yield f"{T.MILL_COINS} coins for {T.MILL_GRAIN} grain"
    yield _time(state, T.MILL_TIME)


# --- market, travel --------------------------------------------------------------------------------------------------


def _serve(state, i: int) -> Iterator[str]:
    slot, fee = sale(i)
    tile = customer(state, state["slot"][slot])
    if tile is not None:
        wishes = " and ".join(thing(count, name) for name, count in tile["wishes"].items())
        slots = [customer(state, other) for other in state["slot"]]
        alike = [other for other, one in enumerate(slots) if one and one["wishes"] == tile["wishes"]]
        which = f"{ordinal(alike.index(slot) + 1)} " if len(alike) > 1 else ""
        yield f"serve the {which}customer who wants {wishes} {FEES[fee]}"
        yield f"{tile['points']} points"
        yield "" if fee == E.FEE.free else _time(state, T.FEE_TIME)


def _journey(state, edge: int, city: int) -> Iterator[str]:
    cubes = two_cubes([E.COLOUR.NAMES[int(colour)] for colour in state["edge_cubes"][edge]])
    yield f"{cubes}, a wagon, {_time(state, T.TRAVEL_TIME)}"
    visited = bool(state["disc"][int(state["current_seat"]), city])
    yield "no reward: own disc is there" if visited else _reward(state, city)


def _reward(state, city: int) -> str:
    """Reward of a city, and what the disc is worth at the end."""
    discs = int(state["disc"][int(state["current_seat"])].sum())
    worth = int(T.CITY_POINTS[discs + 1] - T.CITY_POINTS[discs])
    return f"{REWARDS[int(state['rewards'][city])]}, city {discs + 1}: +{worth} points at the end"


def _send(state, i: int) -> Iterator[str]:
    generation, edge = divmod(i, E.NUM_SENDS)
    city = int(T.SEND_TO[edge])
    yield f"send {member(generation + 1)} to {E.CITY_NAMES[city]}"
    yield from _journey(state, edge, city)


def _move(state, i: int) -> Iterator[str]:
    generation, road = divmod(i, E.NUM_ROADS)
    way = f"from {E.CITY_NAMES[T.ROAD_FROM[road]]} to {E.CITY_NAMES[T.ROAD_TO[road]]}"
    yield f"move {member(generation + 1)} {way}"
    yield from _journey(state, E.NUM_SENDS + road // 2, int(T.ROAD_TO[road]))


def _pay(state, coins: int) -> Iterator[str]:
    if int(state["edge"]) == E.NONE:
        return
    colours = [E.COLOUR.NAMES[int(colour)] for colour in state["edge_cubes"][int(state["edge"])]]
    paid = (f"1 {'coin' if coins >> place & 1 else f'{colour} cube'}" for place, colour in enumerate(colours))
    yield f"pay {' and '.join(paid)}"


# --- council, church -------------------------------------------------------------------------------------------------


def _arrive(state, stage: int) -> Iterator[str]:
    """Yield a member comes to a stage (0-3) of the council chamber."""
    yield _time(state, int(state["council_time"][stage]))
    yield f"stage {stage + 1}: {int(T.COUNCIL_POINTS[stage])} points at the end"
    yield f"privileges up to {stage + 1}: {PRIVILEGES[stage]}"


def _enter(state, i: int) -> Iterator[str]:
    _, generation, payment = climber(i)
    yield f"enter the council chamber with {member(generation + 1)} for {COUNCIL_WORDS[payment]}"
    yield from _arrive(state, 0)


def _climb(state, i: int) -> Iterator[str]:
    stage, generation, payment = climber(i)
    start = PLACES[E.PLACE.council + stage]
    yield f"advance {member(generation + 1)} from {start} for {COUNCIL_WORDS[payment]}"
    yield from _arrive(state, stage + 1)


def _advance(state, i: int) -> Iterator[str]:
    left, generation = churchgoer(i)
    yield f"advance {member(generation + 1)} from {PLACES[E.PLACE.church + left]}"
    stage = left + 1
    cost, grain = int(state["church_cost"][stage]), int(state["grain"][int(state["current_seat"])])
    yield f"{cost} of {grain} grain"
    yield f"stage {stage + 1}: {int(T.CHURCH_POINTS[stage])} points at the end"


def _privilege_only(state, i: int) -> Iterator[str]:
    yield "use a privilege without moving anybody"
    members = state["members"][int(state["current_seat"])].sum(axis=0)
    stages = [stage + 1 for stage in range(E.NUM_COUNCIL_STAGES) if members[E.PLACE.council + stage]]
    yield f"up to {stages[-1]}" if stages else ""


def _privilege(state, privilege: int) -> Iterator[str]:
    yield f"use privilege {privilege + 1}: {PRIVILEGES[privilege]}"


def _cube(state, colour: int) -> Iterator[str]:
    if state["decision"] == E.D.CARLA_CUBE:
        yield f"let Carla take the {E.COLOUR.NAMES[colour]} cube"
        yield f"from {SPACES[int(state['forced_space'])]} to space {int(state['loop_next'])} of Carla's loop"
        yield "a fate tile is turned up" if int(state["loop_next"]) in state["fate_space"].tolist() else ""
    elif colour < E.NUM_INFLUENCE:
        yield f"take {with_article(E.COLOUR.NAMES[colour])} cube"
        own = int(state["cubes"][int(state["current_seat"]), colour])
        yield f"{int(state['supply'][colour])} in the supply, {own} owned"


def _good(state, good: int) -> Iterator[str]:
    yield f"take {thing(1, E.GOOD.NAMES[good])}"
    yield f"{int(state['goods'][int(state['current_seat']), good])} owned"


def _church(state, i: int) -> Iterator[str]:
    members = int(state["members"][:, :, E.PLACE.black_bag].sum() + state["carla_bag"].sum()) + 1
    generation, payment = monk(i)
    yield f"send {member(generation + 1)} to the church for {CHURCH_WORDS[payment]}"
    yield _time(state, T.CHURCH_TIME) if payment == E.CHURCH_PAYMENT.time else ""
    yield f"then {members + T.MONKS} pieces in the bag, {T.MONKS} of them monks"


# --- death, mass -----------------------------------------------------------------------------------------------------


def _death(state, place: int) -> Iterator[str]:
    generation = mortal(state, int(state["current_seat"]))
    category = int(T.CATEGORY_OF_PLACE[place])
    room, cemetery = int(state["chronicle_open"][category]), int(state["cemetery_open"])
    if generation is None:
        return
    yield f"let {member(generation)} die at {PLACES[place]}"
    if room:
        yield f"into the chronicle: {named(E.CATEGORY.NAMES[category])}, {room - 1} open then"
    elif cemetery:
        yield f"into the cemetery, {cemetery - 1} open then"
    else:
        yield "leaves the game"
    last = int(state["chronicle_open"].sum()) == 1 if room else cemetery == 1
    yield "this triggers the end of the game" if last and not state["end_triggered"] else ""


def _pick(state, i: int) -> Iterator[str]:
    bag = state["members"][int(state["current_seat"]), :, E.PLACE.black_bag]
    own = [generation + 1 for generation in range(E.NUM_GENERATIONS) for _ in range(int(bag[generation]))]
    yield f"pick {member(i + 1)} from the black bag for 1 coin"
    yield f"to church stage 1; own in the bag: {people(own)}"
    yield f"{int(state['pieces'])} of {T.PIECES_PER_MASS} pieces taken"


_EXPLAIN: dict[str, Callable[..., Iterator[str]]] = {
    "take": _take,
    "well": _well,
    "well_coins": _well_coins,
    "do": _do,
    "pass": _pass,
    "harvest": _harvest,
    "birth": _birth,
    "return": _return,
    **{good: partial(_craft, kind) for kind, good in enumerate(E.CRAFT.NAMES)},
    "mill": _mill,
    "serve": _serve,
    "send": _send,
    "move": _move,
    "pay_edge": _pay,
    "enter_council": _enter,
    "council": _climb,
    "privilege_only": _privilege_only,
    "privilege": _privilege,
    "cube": _cube,
    "good": _good,
    "church": _church,
    "death": _death,
    "pick": _pick,
    "advance": _advance,
}
