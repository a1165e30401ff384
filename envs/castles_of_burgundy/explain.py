"""Action texts of The Castles of Burgundy with what they point at just now."""

from __future__ import annotations

import re
from collections.abc import Iterator

from envs.castles_of_burgundy import enums as E
from envs.castles_of_burgundy import tables as T
from envs.castles_of_burgundy.text import about, decision_name, goods_counts, solo_dict, tile_name
from envs.castles_of_burgundy.turn import free_step_for
from envs.core.words import counted


def explain(state, options, text: str) -> str:
    """An action text with what it points at just now: ``take 3.1 with die 0 (bank; die 5, 2 workers)``.

    Unchanged where there is nothing to add.
    """
    verb, *rest = text.split()
    words = _EXPLAIN[verb](state, [int(number) for number in re.findall(r"\d+", text)], rest)
    said = "; ".join(word for word in words if word)
    return f"{text} ({said})" if said else text


def _die(state, die: int, wanted: int, free: int = 0) -> str:
    """The die used in MAIN with the workers it costs; nothing where no die is used."""
    if decision_name(state) != "MAIN":
        return ""
    seat = int(state["current_seat"])
    value = int(state["dice"][seat, die])
    cost = int(T.COST[value, wanted, free, int(state["owns"][seat, E.M_TWO_STEPS])]) if wanted else 0
    return f"die {value}" + (f", {counted(cost, 'worker')}" if cost else "")


def _take(state, numbers, rest) -> Iterator[str]:
    depot, slot, die = numbers
    tile = tile_name(state["depot"][depot - 1, slot])
    if tile:
        yield tile
        yield _die(state, die, depot, int(state["owns"][int(state["current_seat"]), E.M_DIE_TAKE]))


def _hire(state, numbers, rest) -> Iterator[str]:
    depot, slot = numbers
    yield tile_name(state["depot"][depot - 1, slot]) or ""


def _buy(state, numbers, rest) -> Iterator[str]:
    if rest == ["a", "point"]:
        yield f"marker {int(state['vp'][0])} of {int(state['target'])}, {int(state['silver'][0])} silver left"
    else:
        tile = tile_name(state["black"][numbers[0]])
        yield f"{tile}, face down" if tile and decision_name(state) == "EXCHANGE_TILE" else tile or ""


def _place(state, numbers, rest) -> Iterator[str]:
    position, hexagon, die = numbers
    seat = int(state["current_seat"])
    board, decision = int(state["board"][seat]), decision_name(state)
    kind = int(state["storage"][seat, position])
    if decision == "START_CASTLE":
        kind = E.KIND_CASTLE
    elif decision == "COLOUR_SPACE":
        kind = int(state["node_arg"][int(state["num_nodes"]) - 1])
    if kind == E.EMPTY or board == E.NONE:
        return
    number = int(T.HEX_DIE[board, hexagon])
    words = [f"{tile_name(kind)} on hex {hexagon}", f"number {number}"]
    if decision == "MAIN":
        words.append(_die(state, die, number, int(free_step_for(state, seat, kind))))
    yield ", ".join(words)
    if decision != "START_CASTLE":
        yield _completed(state, seat, board, hexagon)


def _completed(state, seat: int, board: int, hexagon: int) -> str:
    """R9: the area and the colour that the last empty hex of theirs completes."""
    covered = int(state["covered"][seat]) | 1 << hexagon
    words = []
    if int(T.AREA[board, hexagon]) & ~covered == 0:
        size = int(T.AREA_SIZE[board, hexagon])
        points = int(T.AREA_VP[size] + T.PHASE_VP[int(state["phase"])])
        words.append(f"area of {size} for {counted(points, 'point')}")
    colour = int(T.HEX_COLOUR[board, hexagon])
    if int(T.COLOUR_HEXES[board, colour]) & ~covered == 0:
        words.append(f"the last {E.COLOURS[colour]} hex")
    return f"completes {' and '.join(words)}" if words else ""


def _sell(state, numbers, rest) -> Iterator[str]:
    goods, die = numbers
    count = int(state["goods"][int(state["current_seat"]), goods - 1])
    if count:
        points = count * int(T.SALE_VP[int(state["table_seats"])])
        yield f"{counted(count, 'tile')} of goods {goods} for {counted(points, 'point')}"
        yield _die(state, die, goods)


def _workers(state, numbers, rest) -> Iterator[str]:
    yield _die(state, numbers[0], 0)


def _discard(state, numbers, rest) -> Iterator[str]:
    yield tile_name(state["storage"][int(state["current_seat"]), numbers[0]]) or ""


def _depot(state, numbers, rest) -> Iterator[str]:
    goods = goods_counts(state["depot_goods"][numbers[0] - 1])
    yield ", ".join(f"{count} of goods {kind}" for kind, count in goods.items()) or "no goods"


def _goods(state, numbers, rest) -> Iterator[str]:
    kind = numbers[0] - 1
    if decision_name(state) == "EXCHANGE_GOOD":
        yield f"1 of {int(state['goods'][0, kind])} stored"
    elif decision_name(state) == "GOOD":
        depot = about(state)["depot"]
        yield f"{counted(int(state['depot_goods'][depot - 1, kind]), 'tile')} on depot {depot}"


def _side(state, numbers, rest) -> Iterator[str]:
    if decision_name(state) == "SIDE":
        yield f"duchy {about(state)['duchies'][numbers[0]]}"


def _resolve(state, numbers, rest) -> Iterator[str]:
    pool, item = solo_dict(state)["pool"], rest[0]
    if not pool[item]:
        return
    if item == "area":
        yield counted(pool[item][-1], "point")
    elif item == "phase":
        yield f"{int(T.PHASE_VP[int(state['phase'])])} points"
    elif item == "effect":
        yield f"{pool[item][-1]['tile']} on hex {pool[item][-1]['hex']}"
    else:
        yield {"colour": "a tile of the black depot", "reset": "an action of any number"}[item]


def _exchange(state, numbers, rest) -> Iterator[str]:
    yield f"5 of {int(state['goods'][0].sum())} goods for a black tile"


def _pass(state, numbers, rest) -> Iterator[str]:
    yield "end of the turn" if decision_name(state) == "MAIN" else ""


_EXPLAIN = {
    "take": _take,
    "place": _place,
    "sell": _sell,
    "workers": _workers,
    "buy": _buy,
    "hire": _hire,
    "pass": _pass,
    "discard": _discard,
    "depot": _depot,
    "goods": _goods,
    "side": _side,
    "resolve": _resolve,
    "exchange": _exchange,
}
