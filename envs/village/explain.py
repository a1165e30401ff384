"""Action texts of Village with what they cost and bring just now."""

from __future__ import annotations

import re
from collections.abc import Iterator

from envs.core.words import GLUE
from envs.village import enums as E
from envs.village import tables as T
from envs.village.text import (
    CITIES,
    INFLUENCE,
    PRIVILEGES,
    REWARDS,
    customer,
    customer_text,
    decision_name,
    mortal,
    people,
    two_cubes,
)

CRAFTS = tuple(E.GOODS[good] for good in T.CRAFT_GOODS)  # in the order of the craft tables
PASSES = {
    "MARKET": "out for this market day",
    "PRIVILEGE": "no privilege",
    "PICK": "no more picks",
    "ADVANCE": "no more advances",
}


def explain(state, options, text: str) -> str:
    """An action text with what it points at just now: ``serve 1 green (scroll + grain (3); 1 time)``.

    Unchanged where there is nothing to add.
    """
    verb, *rest = text.split()
    words = _EXPLAIN[verb](state, [int(number) for number in re.findall(r"\d+", text)], rest)
    said = "; ".join(word for word in words if word)
    return f"{text} ({said.replace(GLUE, ' ')})" if said else text


class Means:
    """What a seat could pay with, after taking a cube."""

    def __init__(self, state, colour: int = E.NONE):
        self.state, self.seat = state, int(state["current_seat"])
        self.cubes = [int(count) for count in state["cubes"][self.seat]]
        if 0 <= colour < E.NUM_INFLUENCE:
            self.cubes[colour] += 1
        self.goods = [int(count) for count in state["goods"][self.seat]]
        self.grain = int(state["grain"][self.seat])
        self.coins = int(state["coins"][self.seat]) + int(state["marker"] == E.MARKER_HELD)
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
            E.WAINWRIGHT: self.pays(E.ORANGE, E.PINK),
            E.STABLES: self.grain >= T.STABLES_GRAIN,
            E.OFFICE: self.pays(E.PINK),
            E.SMITH: self.pays(E.ORANGE, E.PINK),
        }
        made = [
            good
            for good, place in zip(CRAFTS, T.CRAFT_PLACE, strict=True)
            if self.members[E.FARM] or self.members[place] or ways[int(place)]
        ]
        return made + (["mill"] if self.grain >= T.MILL_GRAIN else [])

    def journeys(self) -> list[str]:
        """Cities that somebody could travel to."""
        if not self.goods[E.WAGON]:
            return []
        roads = [(E.FARM, E.CITY + int(city), edge) for edge, city in enumerate(T.SEND_TO)]
        roads += [
            (E.CITY + int(start), E.CITY + int(end), 2 + road // 2)
            for road, (start, end) in enumerate(zip(T.ROAD_FROM, T.ROAD_TO, strict=True))
        ]
        open_roads = {
            end
            for start, end, edge in roads
            if self.members[start] and self.pays(*map(int, self.state["edge_cubes"][edge]))
        }
        return [E.PLACES[city] for city in sorted(open_roads)]


def _time(state, cost: int) -> str:
    """Time of an action, and whether the marker passes the quill."""
    seat = int(state["current_seat"])
    passing = int(state["time"][seat]) + cost >= E.STEPS_PER_LAP
    return f"{cost} time{', past the quill: a death' if passing else ''}"


# --- a cube, the well ------------------------------------------------------------------------------------------------


def _take(state, numbers, rest) -> Iterator[str]:
    colour = E.COLOURS.index(rest[0])
    if colour == E.PLAGUE:
        yield _time(state, T.PLAGUE_TIME)
    yield _use(Means(state, colour), E.SPACES.index(rest[2]))


def _do(state, numbers, rest) -> Iterator[str]:
    yield _use(Means(state), E.SPACES.index(rest[0]))


def _well(state, numbers, rest) -> Iterator[str]:
    yield "then any one action"


def _use(means: Means, space: int) -> str:
    """What the action of a space would allow."""
    state = means.state
    if space == E.MARKET_SPACE:
        tiles = [int(tile) for tile in state["slot"] if tile != E.NONE]
        able = [customer(state, tile) for tile in tiles if means.owns(state["wishes"][tile])]
        return f"market day; can serve {', '.join(map(customer_text, able)) or 'nobody'}"
    if space == E.TRAVEL_SPACE:
        return f"travel to {', '.join(means.journeys()) or 'nowhere'}"
    if space == E.COUNCIL_SPACE:
        return _council_use(means)
    if space == E.HARVEST_SPACE:
        return _harvest_gain(means) if means.members[E.FARM] else "no member on the farm"
    if space == E.FAMILY_SPACE:
        ways = [_birth(state)] if _unborn(state) else []
        ways += ["a member back to the farm"] if any(means.members[1 : E.NUM_VISIBLE]) else []
        return " or ".join(ways) or "nothing to do"
    if space == E.CHURCH_SPACE:
        cube = "1 brown or " if means.cubes[E.BROWN] else "1 coin or " if means.coins else ""
        return (
            f"a member into the black bag for {cube}{T.CHURCH_TIME} time"
            if means.members[E.FARM]
            else "no member on the farm"
        )
    return f"make {', '.join(means.goods_to_make()) or 'nothing'}"


def _council_use(means: Means) -> str:
    stages = [stage for stage in range(1, 5) if means.members[E.COUNCIL + stage - 1]]
    ways = []
    if means.goods[E.SCROLL] or means.pays(E.GREEN, E.GREEN):
        ways += ["enter"] if means.members[E.FARM] else []
        ways += (
            [f"advance from {', '.join(str(stage) for stage in stages if stage < 4)}"]
            if (stages and stages[0] < 4)
            else []
        )
    ways += [f"privileges up to {stages[-1]}"] if stages else []
    return ", ".join(ways) or "no way to enter"


def _pass(state, numbers, rest) -> Iterator[str]:
    yield PASSES.get(decision_name(state), "no action")


# --- harvest, family, crafts -----------------------------------------------------------------------------------------


def _harvest_gain(means: Means) -> str:
    """R5: grain gained, and the store after it."""
    grain = 2
    if means.goods[E.PLOUGH]:
        grain = 4 if means.goods[E.OX] else 3 if means.goods[E.HORSE] else 2
    after = min(E.MAX_GRAIN, means.grain + grain)
    return f"+{after - means.grain} grain, then {after}"


def _harvest(state, numbers, rest) -> Iterator[str]:
    yield _harvest_gain(Means(state))


def _unborn(state) -> list[int]:
    members = state["members"][int(state["current_seat"]), :, E.RESERVE]
    return [generation + 1 for generation in range(E.NUM_GENERATIONS) if members[generation]]


def _birth(state, numbers=(), rest=()) -> str:
    unborn = _unborn(state)
    return f"a {unborn[0]} is born" if unborn else ""


def _return(state, numbers, rest) -> Iterator[str]:
    place = E.PLACES.index(" ".join(rest[2:]))
    points = 0
    if E.COUNCIL <= place < E.CITY:
        points = int(T.COUNCIL_POINTS[place - E.COUNCIL])
    elif place >= E.CHURCH:
        points = int(T.CHURCH_POINTS[place - E.CHURCH])
    yield f"gives up {points} points there" if points else ""


def _craft(state, numbers, rest) -> Iterator[str]:
    kind = CRAFTS.index(rest[0])
    building = E.PLACES[int(T.CRAFT_PLACE[kind])]
    if rest[1] == "trained":
        yield _time(state, int(T.PRODUCE_TIME[kind]))
        yield f"a member is at the {building}"
    elif rest[1] == "training":
        yield _time(state, int(T.TRAIN_TIME[kind] + T.PRODUCE_TIME[kind]))
        yield f"a {rest[2]} from the farm to the {building}"
    else:
        cost = f"{T.STABLES_GRAIN} grain" if rest[2:] == ["grain"] else f"1 {' and 1 '.join(rest[2:])}"
        yield "2 coins" if rest[2:] == ["coin", "coin"] else cost


def _mill(state, numbers, rest) -> Iterator[str]:
    yield f"{T.MILL_COINS} coins for {T.MILL_GRAIN} grain"
    yield _time(state, T.MILL_TIME)


# --- market, travel --------------------------------------------------------------------------------------------------


def _serve(state, numbers, rest) -> Iterator[str]:
    tile = customer(state, state["slot"][numbers[0]])
    if tile is not None:
        yield customer_text(tile)
        yield "" if rest[1] == "free" else _time(state, 1)


def _journey(state, edge: int, city: int) -> Iterator[str]:
    cubes = two_cubes([E.COLOURS[int(colour)] for colour in state["edge_cubes"][edge]])
    yield f"{cubes}, a wagon, {_time(state, T.TRAVEL_TIME)}"
    visited = bool(state["disc"][int(state["current_seat"]), city])
    yield "no reward: own disc is there" if visited else _reward(state, city)


def _reward(state, city: int) -> str:
    """Reward of a city, and what the disc is worth at the end."""
    discs = int(state["disc"][int(state["current_seat"])].sum())
    worth = int(T.CITY_POINTS[discs + 1] - T.CITY_POINTS[discs])
    return f"{REWARDS[int(state['rewards'][city])]}, city {discs + 1}: +{worth} points at the end"


def _send(state, numbers, rest) -> Iterator[str]:
    city = CITIES.index(rest[2])
    return _journey(state, T.SEND_TO.tolist().index(city), city)


def _move(state, numbers, rest) -> Iterator[str]:
    start, end = CITIES.index(rest[2]), CITIES.index(rest[4])
    road = list(zip(T.ROAD_FROM.tolist(), T.ROAD_TO.tolist(), strict=True)).index((start, end))
    return _journey(state, 2 + road // 2, end)


def _pay(state, numbers, rest) -> Iterator[str]:
    if int(state["edge"]) == E.NONE:
        return
    colours = [E.COLOURS[int(colour)] for colour in state["edge_cubes"][int(state["edge"])]]
    coins = {"cubes": (), "coin": (rest[-1],), "two": ("first", "second")}[rest[0]]
    yield " and ".join(
        f"1 {'coin' if place in coins else colour}"
        for place, colour in zip(("first", "second"), colours, strict=True)
    )


# --- council, church -------------------------------------------------------------------------------------------------


def _climb(state, stage: int) -> Iterator[str]:
    """Entering the council chamber on a stage."""
    yield _time(state, int(state["council_time"][stage - 1]))
    yield f"stage {stage}: {int(T.COUNCIL_POINTS[stage - 1])} points at the end"
    yield f"privileges up to {stage}: {PRIVILEGES[stage - 1]}"


def _enter(state, numbers, rest) -> Iterator[str]:
    return _climb(state, 1)


def _advance(state, numbers, rest) -> Iterator[str]:
    stage = numbers[1] + 1
    if rest[2] == "council":
        yield from _climb(state, stage)
        return
    cost, grain = int(state["church_cost"][stage - 1]), int(state["grain"][int(state["current_seat"])])
    yield f"{cost} of {grain} grain"
    yield f"stage {stage}: {int(T.CHURCH_POINTS[stage - 1])} points at the end"


def _privilege(state, numbers, rest) -> Iterator[str]:
    if numbers:
        yield PRIVILEGES[numbers[0] - 1]
        return
    members = state["members"][int(state["current_seat"])].sum(axis=0)
    stages = [stage for stage in range(1, 5) if members[E.COUNCIL + stage - 1]]
    yield f"up to {stages[-1]}" if stages else ""


def _cube(state, numbers, rest) -> Iterator[str]:
    colour = E.COLOURS.index(rest[0])
    if decision_name(state) == "CARLA_CUBE":
        yield f"from {E.SPACES[int(state['forced_space'])]} to space {int(state['loop_next'])} of Carla's loop"
        yield "a fate tile is turned up" if int(state["loop_next"]) in state["fate_space"].tolist() else ""
    elif colour < len(INFLUENCE):
        own = int(state["cubes"][int(state["current_seat"]), colour])
        yield f"{int(state['supply'][colour])} in the supply, {own} owned"


def _good(state, numbers, rest) -> Iterator[str]:
    yield f"{int(state['goods'][int(state['current_seat']), E.GOODS.index(rest[0])])} owned"


def _church(state, numbers, rest) -> Iterator[str]:
    members = int(state["members"][:, :, E.BLACK_BAG].sum() + state["carla_bag"].sum()) + 1
    yield _time(state, T.CHURCH_TIME) if rest[-1] == "time" else ""
    yield f"then {members + T.MONKS} pieces in the bag, {T.MONKS} of them monks"


# --- death, mass -----------------------------------------------------------------------------------------------------


def _death(state, numbers, rest) -> Iterator[str]:
    generation = mortal(state, int(state["current_seat"]))
    category = int(T.CATEGORY_OF_PLACE[E.PLACES.index(" ".join(rest[1:]))])
    room, cemetery = int(state["chronicle_open"][category]), int(state["cemetery_open"])
    if generation is None:
        return
    if room:
        yield f"a {generation} into the chronicle: {E.CATEGORIES[category]}, {room - 1} open then"
    elif cemetery:
        yield f"a {generation} into the cemetery, {cemetery - 1} open then"
    else:
        yield f"a {generation} leaves the game"
    last = int(state["chronicle_open"].sum()) == 1 if room else cemetery == 1
    yield "this triggers the end of the game" if last and not state["end_triggered"] else ""


def _pick(state, numbers, rest) -> Iterator[str]:
    bag = state["members"][int(state["current_seat"]), :, E.BLACK_BAG]
    own = [generation + 1 for generation in range(E.NUM_GENERATIONS) for _ in range(int(bag[generation]))]
    yield f"1 coin, to church stage 1; own in the bag: {people(own)}"
    yield f"{int(state['pieces'])} of {T.PIECES_PER_MASS} pieces taken"


def _one(words):
    """A function that gives one word, as one that gives several."""
    return lambda state, numbers, rest: iter((words(state, numbers, rest),))


def _made(good: str):
    return lambda state, numbers, rest: _craft(state, numbers, [good, *rest])


_EXPLAIN = {
    "take": _take,
    "well": _well,
    "do": _do,
    "pass": _pass,
    "harvest": _harvest,
    "birth": _one(_birth),
    "return": _return,
    **{good: _made(good) for good in E.GOODS},
    "mill": _mill,
    "serve": _serve,
    "send": _send,
    "move": _move,
    "pay": _pay,
    "enter": _enter,
    "advance": _advance,
    "privilege": _privilege,
    "cube": _cube,
    "good": _good,
    "church": _church,
    "death": _death,
    "pick": _pick,
}
