"""Action texts of Village with what they cost and bring just now.

What actions do stands in the kernels; tests/village/test_facts_told.py holds what is said here against them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from eurogym.envs.core.words import GLUE
from eurogym.envs.village.declare import tables as T
from eurogym.envs.village.declare.actions import churchgoer, climber, home_comer, monk, sale
from eurogym.envs.village.declare.enums import (
    CATEGORY,
    CHURCH_PAYMENT,
    COLOUR,
    CRAFT,
    FEE,
    GOOD,
    MARKER,
    MAX_GRAIN,
    NONE,
    NUM_COUNCIL_STAGES,
    NUM_GENERATIONS,
    NUM_INFLUENCE,
    NUM_ROADS,
    NUM_SENDS,
    NUM_VISIBLE,
    PAYING,
    PLACE,
    PLACE_NAMES,
    SPACE,
    STEPS_PER_LAP,
    TRAINING,
    D,
)
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
    D.MARKET: "out for this market day",
    D.PRIVILEGE: "no privilege",
    D.PICK: "no more picks",
    D.ADVANCE: "no more advances",
}


def explain(state, options, range_name: str, index: int, text: str) -> str:
    """An action text with what it points at just now: ``serve 1 green (scroll + grain (3); 1 time)``.

    Unchanged where there is nothing to add.
    """
    said = "; ".join(word for word in _EXPLAIN[range_name](state, index) if word)
    return f"{text} ({said.replace(GLUE, ' ')})" if said else text


class Means:
    """What a seat could pay with, after taking a cube."""

    def __init__(self, state, colour: int = NONE):
        self.state, self.seat = state, int(state["current_seat"])
        self.cubes = [int(count) for count in state["cubes"][self.seat]]
        if 0 <= colour < NUM_INFLUENCE:
            self.cubes[colour] += 1
        self.goods = [int(count) for count in state["goods"][self.seat]]
        self.grain = int(state["grain"][self.seat])
        self.coins = int(state["coins"][self.seat]) + int(state["marker"] == MARKER.held)
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
            PLACE.wainwright: self.pays(COLOUR.orange, COLOUR.pink),
            PLACE.stables: self.grain >= T.STABLES_GRAIN,
            PLACE.office: self.pays(COLOUR.pink),
            PLACE.smith: self.pays(COLOUR.orange, COLOUR.pink),
        }
        made = [
            good
            for good, place in zip(CRAFT.NAMES, T.CRAFT_PLACE, strict=True)
            if self.members[PLACE.farm] or self.members[place] or ways[int(place)]
        ]
        return made + (["mill"] if self.grain >= T.MILL_GRAIN else [])

    def journeys(self) -> list[str]:
        """Cities that somebody could travel to."""
        if not self.goods[GOOD.wagon]:
            return []
        roads = [(PLACE.farm, PLACE.city + int(city), edge) for edge, city in enumerate(T.SEND_TO)]
        roads += [
            (PLACE.city + int(start), PLACE.city + int(end), NUM_SENDS + road // 2)
            for road, (start, end) in enumerate(zip(T.ROAD_FROM, T.ROAD_TO, strict=True))
        ]
        open_roads = {
            end
            for start, end, edge in roads
            if self.members[start] and self.pays(*map(int, self.state["edge_cubes"][edge]))
        }
        return [PLACE_NAMES[city] for city in sorted(open_roads)]


def _time(state, cost: int) -> str:
    """Time of an action, and whether the marker passes the quill."""
    seat = int(state["current_seat"])
    passing = int(state["time"][seat]) + cost >= STEPS_PER_LAP
    return f"{cost} time{', past the quill: a death' if passing else ''}"


# --- a cube, the well ------------------------------------------------------------------------------------------------


def _take(state, i: int) -> Iterator[str]:
    space, colour = divmod(i, COLOUR.COUNT)
    if colour == COLOUR.plague:
        yield _time(state, T.PLAGUE_TIME)
    yield _use(Means(state, colour), space)


def _do(state, space: int) -> Iterator[str]:
    yield _use(Means(state), space)


def _well(state, i: int) -> Iterator[str]:
    yield "then any one action"


def _use(means: Means, space: int) -> str:
    """What the action of a space would allow."""
    state = means.state
    if space == SPACE.market:
        tiles = [int(tile) for tile in state["slot"] if tile != NONE]
        able = [customer(state, tile) for tile in tiles if means.owns(state["wishes"][tile])]
        return f"market day; can serve {', '.join(map(customer_text, able)) or 'nobody'}"
    if space == SPACE.travel:
        return f"travel to {', '.join(means.journeys()) or 'nowhere'}"
    if space == SPACE.council_chamber:
        return _council_use(means)
    if space == SPACE.grain_harvest:
        return _harvest_gain(means) if means.members[PLACE.farm] else "no member on the farm"
    if space == SPACE.family:
        ways = [_born(state)] if _unborn(state) else []
        ways += ["a member back to the farm"] if any(means.members[PLACE.wainwright : NUM_VISIBLE]) else []
        return " or ".join(ways) or "nothing to do"
    if space == SPACE.church:
        cube = "1 brown or " if means.cubes[COLOUR.brown] else "1 coin or " if means.coins else ""
        return (
            f"a member into the black bag for {cube}{T.CHURCH_TIME} time"
            if means.members[PLACE.farm]
            else "no member on the farm"
        )
    return f"make {', '.join(means.goods_to_make()) or 'nothing'}"


def _council_use(means: Means) -> str:
    stages = [stage for stage in range(NUM_COUNCIL_STAGES) if means.members[PLACE.council + stage]]
    lower = [str(stage + 1) for stage in stages if stage + 1 < NUM_COUNCIL_STAGES]
    ways = []
    if means.goods[GOOD.scroll] or means.pays(*[COLOUR.green] * T.COUNCIL_CUBES):
        ways += ["enter"] if means.members[PLACE.farm] else []
        ways += [f"advance from {', '.join(lower)}"] if lower else []
    ways += [f"privileges up to {stages[-1] + 1}"] if stages else []
    return ", ".join(ways) or "no way to enter"


def _pass(state, i: int) -> Iterator[str]:
    yield PASSES.get(int(state["decision"]), "no action")


# --- harvest, family, crafts -----------------------------------------------------------------------------------------


def _harvest_gain(means: Means) -> str:
    """R5: grain gained, and the store after it."""
    grain = T.HARVEST
    if means.goods[GOOD.plough]:
        grain = (
            T.HARVEST_OX if means.goods[GOOD.ox] else T.HARVEST_HORSE if means.goods[GOOD.horse] else grain
        )
    after = min(MAX_GRAIN, means.grain + grain)
    return f"+{after - means.grain} grain, then {after}"


def _harvest(state, i: int) -> Iterator[str]:
    yield _harvest_gain(Means(state))


def _unborn(state) -> list[int]:
    members = state["members"][int(state["current_seat"]), :, PLACE.reserve]
    return [generation + 1 for generation in range(NUM_GENERATIONS) if members[generation]]


def _born(state) -> str:
    unborn = _unborn(state)
    return f"a {unborn[0]} is born" if unborn else ""


def _birth(state, i: int) -> Iterator[str]:
    yield _born(state)


def _return(state, i: int) -> Iterator[str]:
    place, _ = home_comer(i)
    points = 0
    if PLACE.council <= place < PLACE.council_stop:
        points = int(T.COUNCIL_POINTS[place - PLACE.council])
    elif PLACE.church <= place < PLACE.church_stop:
        points = int(T.CHURCH_POINTS[place - PLACE.church])
    yield f"gives up {points} points there" if points else ""


def _craft(kind: int, state, way: int) -> Iterator[str]:
    building = PLACE_NAMES[T.CRAFT_PLACE[kind]]
    if way < TRAINING:
        yield _time(state, int(T.PRODUCE_TIME[kind]))
        yield f"a member is at the {building}"
    elif way < PAYING:
        yield _time(state, int(T.TRAIN_TIME[kind] + T.PRODUCE_TIME[kind]))
        yield f"a {way - TRAINING + 1} from the farm to the {building}"
    else:
        payment = T.CRAFT_PAYMENTS[kind][way - PAYING]
        if payment == ("grain",):
            yield f"{T.STABLES_GRAIN} grain"
        else:
            yield "2 coins" if payment == ("coin", "coin") else " and ".join(f"1 {what}" for what in payment)


def _mill(state, i: int) -> Iterator[str]:
    yield f"{T.MILL_COINS} coins for {T.MILL_GRAIN} grain"
    yield _time(state, T.MILL_TIME)


# --- market, travel --------------------------------------------------------------------------------------------------


def _serve(state, i: int) -> Iterator[str]:
    slot, fee = sale(i)
    tile = customer(state, state["slot"][slot])
    if tile is not None:
        yield customer_text(tile)
        yield "" if fee == FEE.free else _time(state, T.FEE_TIME)


def _journey(state, edge: int, city: int) -> Iterator[str]:
    cubes = two_cubes([COLOUR.NAMES[int(colour)] for colour in state["edge_cubes"][edge]])
    yield f"{cubes}, a wagon, {_time(state, T.TRAVEL_TIME)}"
    visited = bool(state["disc"][int(state["current_seat"]), city])
    yield "no reward: own disc is there" if visited else _reward(state, city)


def _reward(state, city: int) -> str:
    """Reward of a city, and what the disc is worth at the end."""
    discs = int(state["disc"][int(state["current_seat"])].sum())
    worth = int(T.CITY_POINTS[discs + 1] - T.CITY_POINTS[discs])
    return f"{REWARDS[int(state['rewards'][city])]}, city {discs + 1}: +{worth} points at the end"


def _send(state, i: int) -> Iterator[str]:
    edge = i % NUM_SENDS
    return _journey(state, edge, int(T.SEND_TO[edge]))


def _move(state, i: int) -> Iterator[str]:
    road = i % NUM_ROADS
    return _journey(state, NUM_SENDS + road // 2, int(T.ROAD_TO[road]))


def _pay(state, coins: int) -> Iterator[str]:
    if int(state["edge"]) == NONE:
        return
    colours = [COLOUR.NAMES[int(colour)] for colour in state["edge_cubes"][int(state["edge"])]]
    yield " and ".join(
        f"1 {'coin' if coins >> place & 1 else colour}" for place, colour in enumerate(colours)
    )


# --- council, church -------------------------------------------------------------------------------------------------


def _arrive(state, stage: int) -> Iterator[str]:
    """A member comes to a stage (0-3) of the council chamber."""
    yield _time(state, int(state["council_time"][stage]))
    yield f"stage {stage + 1}: {int(T.COUNCIL_POINTS[stage])} points at the end"
    yield f"privileges up to {stage + 1}: {PRIVILEGES[stage]}"


def _enter(state, i: int) -> Iterator[str]:
    return _arrive(state, 0)


def _climb(state, i: int) -> Iterator[str]:
    return _arrive(state, climber(i)[0] + 1)


def _advance(state, i: int) -> Iterator[str]:
    stage = churchgoer(i)[0] + 1
    cost, grain = int(state["church_cost"][stage]), int(state["grain"][int(state["current_seat"])])
    yield f"{cost} of {grain} grain"
    yield f"stage {stage + 1}: {int(T.CHURCH_POINTS[stage])} points at the end"


def _privilege_only(state, i: int) -> Iterator[str]:
    members = state["members"][int(state["current_seat"])].sum(axis=0)
    stages = [stage + 1 for stage in range(NUM_COUNCIL_STAGES) if members[PLACE.council + stage]]
    yield f"up to {stages[-1]}" if stages else ""


def _privilege(state, privilege: int) -> Iterator[str]:
    yield PRIVILEGES[privilege]


def _cube(state, colour: int) -> Iterator[str]:
    if state["decision"] == D.CARLA_CUBE:
        yield f"from {SPACE.NAMES[int(state['forced_space'])]} to space {int(state['loop_next'])} of Carla's loop"
        yield "a fate tile is turned up" if int(state["loop_next"]) in state["fate_space"].tolist() else ""
    elif colour < NUM_INFLUENCE:
        own = int(state["cubes"][int(state["current_seat"]), colour])
        yield f"{int(state['supply'][colour])} in the supply, {own} owned"


def _good(state, good: int) -> Iterator[str]:
    yield f"{int(state['goods'][int(state['current_seat']), good])} owned"


def _church(state, i: int) -> Iterator[str]:
    members = int(state["members"][:, :, PLACE.black_bag].sum() + state["carla_bag"].sum()) + 1
    yield _time(state, T.CHURCH_TIME) if monk(i)[1] == CHURCH_PAYMENT.time else ""
    yield f"then {members + T.MONKS} pieces in the bag, {T.MONKS} of them monks"


# --- death, mass -----------------------------------------------------------------------------------------------------


def _death(state, place: int) -> Iterator[str]:
    generation = mortal(state, int(state["current_seat"]))
    category = int(T.CATEGORY_OF_PLACE[place])
    room, cemetery = int(state["chronicle_open"][category]), int(state["cemetery_open"])
    if generation is None:
        return
    if room:
        yield f"a {generation} into the chronicle: {CATEGORY.NAMES[category]}, {room - 1} open then"
    elif cemetery:
        yield f"a {generation} into the cemetery, {cemetery - 1} open then"
    else:
        yield f"a {generation} leaves the game"
    last = int(state["chronicle_open"].sum()) == 1 if room else cemetery == 1
    yield "this triggers the end of the game" if last and not state["end_triggered"] else ""


def _pick(state, i: int) -> Iterator[str]:
    bag = state["members"][int(state["current_seat"]), :, PLACE.black_bag]
    own = [generation + 1 for generation in range(NUM_GENERATIONS) for _ in range(int(bag[generation]))]
    yield f"1 coin, to church stage 1; own in the bag: {people(own)}"
    yield f"{int(state['pieces'])} of {T.PIECES_PER_MASS} pieces taken"


_EXPLAIN: dict[str, Callable[..., Iterator[str]]] = {
    "take": _take,
    "well": _well,
    "well_coins": _well,
    "do": _do,
    "pass": _pass,
    "harvest": _harvest,
    "birth": _birth,
    "return": _return,
    **{good: partial(_craft, kind) for kind, good in enumerate(CRAFT.NAMES)},
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
