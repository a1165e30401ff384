"""Action texts of The Castles of Burgundy with what they point at just now."""

from __future__ import annotations

from collections.abc import Iterator

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.actions import NUM_PLACES, NUM_SLOTS
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, POOL, D
from eurogym.envs.castles_of_burgundy.declare.module_actions import DICE, TEAM_PLACES, team_place
from eurogym.envs.castles_of_burgundy.declare.module_tables import (
    CASTLE_PRICE,
    ROUTE_BONUS,
    ROUTE_KIND,
    ROUTE_NUMBER,
    SHIELD_VP,
    VINE_BONUS,
)
from eurogym.envs.castles_of_burgundy.rules.duchy import area_completed, colour_completed
from eurogym.envs.castles_of_burgundy.rules.effects import area_points, scored_size
from eurogym.envs.castles_of_burgundy.rules.shields import shield_at, shield_cost
from eurogym.envs.castles_of_burgundy.rules.team_duchy import area_size, empty_in_area, empty_of_colour, is_in
from eurogym.envs.castles_of_burgundy.rules.trade import sale_points
from eurogym.envs.castles_of_burgundy.rules.turn import cost_to_place, cost_to_sell, cost_to_take, value_of
from eurogym.envs.castles_of_burgundy.rules.vineyards import HALVES, cost_to_take_double
from eurogym.envs.castles_of_burgundy.view.module_text import (
    BONUS_WORDS,
    SHIELD_WORDS,
    VINES,
    double_name,
    stored_name,
)
from eurogym.envs.castles_of_burgundy.view.text import about, goods_counts, solo_dict, tile_name
from eurogym.envs.core.words import counted

PAID = (D.MAIN, D.WHITE_ACTION)  # decisions in which a die is used, and workers may change it


def explain(state, options, range_name: str, index: int, text: str) -> str:
    """An action with what it points at just now: ``take 3.1 with the first die (bank; the die shows 5, 2 workers)``.

    A die is named where there is one to choose.
    """
    if state["decision"] != D.MAIN:
        text = text.removesuffix(f" with {DICE[0]}")
    words = _EXPLAIN[range_name](state, index) if range_name in _EXPLAIN else ()
    said = "; ".join(word for word in words if word)
    return f"{text} ({said})" if said else text


def _seat(state) -> int:
    return int(state["current_seat"])


def _die(state, die: int, cost: int) -> str:
    """The die used in MAIN with the workers it costs; nothing where no die is used."""
    if state["decision"] not in PAID:
        return ""
    value = _value(state, die)
    return (f"white die {value}" if state["decision"] == D.WHITE_ACTION else f"the die shows {value}") + (
        f", {counted(cost, 'worker')}" if cost else ""
    )


def _value(state, die: int) -> int:
    return int(value_of(state, _seat(state), die))


def _take(state, index) -> Iterator[str]:
    die, place = divmod(index, NUM_SLOTS)
    depot, slot = divmod(place, E.SLOTS_PER_DEPOT)
    tile = tile_name(state["depot"][depot, slot])
    if tile:
        yield tile
        yield _die(state, die, int(cost_to_take(state, _seat(state), _value(state, die), depot)))


def _hire(state, index) -> Iterator[str]:
    depot, slot = divmod(index, E.SLOTS_PER_DEPOT)
    yield tile_name(state["depot"][depot, slot]) or ""


def _buy(state, index) -> Iterator[str]:
    tile = tile_name(state["black"][index])
    yield f"{tile}, face down" if tile and state["decision"] == D.EXCHANGE_TILE else tile or ""


def _buy_point(state, index) -> Iterator[str]:
    yield f"marker {int(state['vp'][0])} of {int(state['target'])}, {int(state['silver'][0])} silver left"


def _place(state, index) -> Iterator[str]:
    die, rest = divmod(index, NUM_PLACES)
    yield from _placement(state, die, *divmod(rest, E.NUM_HEXES))


def _team_placement(state, index) -> Iterator[str]:
    yield from _placement(state, index // TEAM_PLACES, *team_place(index % TEAM_PLACES))


def _placement(state, die: int, position: int, hexagon: int) -> Iterator[str]:
    seat, decision = _seat(state), state["decision"]
    board = int(state["board"][seat])
    kind = int(state["storage"][seat, position])
    if decision in (D.START_CASTLE, D.START_SPACE):
        kind = KIND.castle
    elif decision == D.COLOUR_SPACE:
        kind = int(state["pending_arg"][int(state["num_pending"]) - 1])
    if not E.EMPTY < kind < KIND.COUNT or board == E.NONE:
        return
    words = [f"{tile_name(kind)} on hex {hexagon}", f"number {number_of(state, seat, hexagon)}"]
    if decision in PAID:
        cost = int(cost_to_place(state, seat, _value(state, die), kind, hexagon))
        words.append(_die(state, die, cost))
    yield ", ".join(words)
    if state["team"] and decision != D.START_SPACE:
        yield _completed_by_team(state, seat, hexagon)
    elif not state["team"] and decision != D.START_CASTLE:
        yield _completed(state, seat, board, hexagon)


def number_of(state, seat: int, hexagon: int) -> int:
    """The printed number of a hex."""
    if state["team"]:
        return int(state["team_die"][hexagon])
    return int(T.HEX_DIE[int(state["board"][seat]), hexagon])


def _completed_by_team(state, seat: int, hexagon: int) -> str:
    """R9, E8.7: the same in a team's duchy."""
    words = []
    if empty_in_area(state, seat, hexagon) == 1:
        size = int(area_size(state, hexagon))
        scored = size + int(is_in(state["inn_areas"], seat, hexagon))
        words.append(_area_words(state, size, scored))
    colour = int(state["team_colour"][hexagon])
    if empty_of_colour(state, seat, colour) == 1:
        words.append(f"the last {COLOUR.NAMES[colour]} hex")
    return f"completes {' and '.join(words)}" if words else ""


def _area_words(state, size: int, scored: int) -> str:
    points = counted(int(area_points(state, scored)), "point")
    return f"area of {size}{f' that counts as {scored}' if scored != size else ''} for {points}"


def _completed(state, seat: int, board: int, hexagon: int) -> str:
    """R9: the area and the colour that the last empty hex of theirs completes."""
    covered = int(state["covered"][seat]) | 1 << hexagon
    words = []
    size = int(area_completed(board, hexagon, covered))
    if size:
        words.append(_area_words(state, size, int(scored_size(state, seat, hexagon, size))))
    if colour_completed(board, hexagon, covered):
        words.append(f"the last {COLOUR.NAMES[int(T.HEX_COLOUR[board, hexagon])]} hex")
    return f"completes {' and '.join(words)}" if words else ""


def _sell(state, index) -> Iterator[str]:
    die, goods = divmod(index, E.NUM_GOODS)
    seat = _seat(state)
    count = int(state["goods"][seat, goods])
    if count:
        points = counted(int(sale_points(state, count)), "point")
        yield f"{counted(count, 'tile')} of goods {goods + 1} for {points}"
        yield _die(state, die, int(cost_to_sell(state, seat, _value(state, die), goods)))


def _workers(state, index) -> Iterator[str]:
    yield _die(state, index, 0)


def _store(state, index) -> Iterator[str]:
    yield "your own" if index < E.PRIVATE_STORAGE else "the team's"


def _team_discard(state, index) -> Iterator[str]:
    yield from _discard(state, E.NUM_STORAGE + index)


def _discard(state, index) -> Iterator[str]:
    yield stored_name(int(state["storage"][_seat(state), index])) or ""


def _depot(state, index) -> Iterator[str]:
    goods = goods_counts(state["depot_goods"][index])
    yield ", ".join(f"{count} of goods {kind}" for kind, count in goods.items()) or "no goods"


def _goods(state, index) -> Iterator[str]:
    if state["decision"] == D.EXCHANGE_GOOD:
        yield f"1 of {int(state['goods'][0, index])} stored"
    elif state["decision"] == D.GOOD and (what := about(state)):  # nothing where the game ended with it
        depot = what["depot"]
        yield f"{counted(int(state['depot_goods'][depot - 1, index]), 'tile')} on depot {depot}"


def _side(state, index) -> Iterator[str]:
    if state["decision"] == D.SIDE:
        yield f"duchy {about(state)['duchies'][index]}"


def _resolve(state, index) -> Iterator[str]:
    pool = solo_dict(state)["pool"]
    if not pool[POOL.NAMES[index]]:
        return
    if index == POOL.area:
        yield counted(pool["area"][-1], "point")
    elif index == POOL.phase:
        yield counted(int(state["phase_vp"][int(state["phase"])]), "point")
    elif index == POOL.effect:
        yield f"{pool['effect'][-1]['tile']} on hex {pool['effect'][-1]['hex']}"
    else:
        yield {POOL.colour: "a tile of the black depot", POOL.reset: "an action of any number"}[index]


def _retrieve(state, index) -> Iterator[str]:
    yield f"both dice and {CASTLE_PRICE} points, {int(state['castle_pile'])} there"


def _trade(state, index) -> Iterator[str]:
    yield f"{int(state['silver'][_seat(state)])} silver left"


def _lay(state, index) -> Iterator[str]:
    spaces = zip(ROUTE_NUMBER[index], ROUTE_KIND[index], strict=True)
    yield ", ".join(f"{number} {BONUS_WORDS[ROUTE_BONUS.NAMES[int(bonus)]]}" for number, bonus in spaces)


def _shield(state, index) -> Iterator[str]:
    depot, position = divmod(index, E.SHIELDS_PER_DEPOT)
    number = int(state["depot_shield"][depot, position])
    if number:
        yield f"shield {number}: {SHIELD_WORDS[number - 1]}"
        if state["decision"] == D.MAIN:
            cost = int(shield_cost(state, _seat(state), depot))
            yield "both dice" + (f", {counted(cost, 'worker')}" if cost else "")


def _spot(state, index) -> Iterator[str]:
    number = int(shield_at(state, _seat(state), index))
    yield f"instead of shield {number}" if number else ""


def _set_die(state, index) -> Iterator[str]:
    yield f"it shows {_value(state, index // E.DIE_SIDES)}"


def _named(state, index) -> Iterator[str]:
    named = (_seat(state) + 1 + index) % int(state["table_seats"])
    yield f"player {named + 1}" if named < int(state["num_seats"]) else "Châteauma"


def _tribute(state, index) -> Iterator[str]:
    yield f"{SHIELD_WORDS[index]}; {int(SHIELD_VP[index + 1])} points at the end"


def _buy_double(state, index) -> Iterator[str]:
    yield double_name(int(state["double_shop"][index]) - 1) or ""


def _take_double(state, index) -> Iterator[str]:
    die, position = divmod(index, E.DOUBLE_DEPOT)
    yield double_name(int(state["double_depot"][position]) - 1) or ""
    if state["decision"] in PAID:
        yield _die(state, die, int(cost_to_take_double(state, _seat(state), _value(state, die), position)))


def _place_double(state, index) -> Iterator[str]:
    space = index % (E.NUM_VINE_SPACES * HALVES) // HALVES
    bonuses = " and ".join(BONUS_WORDS[VINE_BONUS.NAMES[int(bonus)]] for bonus in state["vine_bonus"][space])
    yield f"number {int(state['vine_die'][space])}; {bonuses}"


def _bonus(state, index) -> Iterator[str]:
    what = about(state)
    if "space" in what:
        yield BONUS_WORDS[VINE_BONUS.NAMES[int(state["vine_bonus"][what["space"], index])]]


def _vine(state, index) -> Iterator[str]:
    yield VINES[index]


def _buy_inn(state, index) -> Iterator[str]:
    yield f"{int(state['inns'])} there"


def _exchange(state, index) -> Iterator[str]:
    yield f"{T.GOODS_PER_EXCHANGE} of {int(state['goods'][0].sum())} goods for a black tile"


def _pass(state, index) -> Iterator[str]:
    yield "end of the turn" if state["decision"] == D.MAIN else ""


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
    "buy_point": _buy_point,
    "exchange": _exchange,
    "retrieve": _retrieve,
    "trade": _trade,
    "buy_inn": _buy_inn,
    "lay": _lay,
    "shield": _shield,
    "spot": _spot,
    "set_die": _set_die,
    "name": _named,
    "pay_silver": _tribute,
    "pay_worker": _tribute,
    "give_up": _tribute,
    "buy_double": _buy_double,
    "take_double": _take_double,
    "place_double": _place_double,
    "more_double_places": _place_double,
    "bonus": _bonus,
    "vine": _vine,
    "team_places": _team_placement,
    "store": _store,
    "team_discard": _team_discard,
}
