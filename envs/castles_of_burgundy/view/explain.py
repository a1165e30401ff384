"""Actions of The Castles of Burgundy in the words of players, and what follows from them.

Every explainer gets the position inside its range. It yields the words of the action, which no other legal action has,
then what follows; nothing for what cannot be chosen now.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.actions import (
    CRANE_EFFECTS,
    MORE_POSITIONS,
    NUM_PLACES,
    NUM_SLOTS,
    TEAM_PLACES,
    team_place,
)
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, POOL, D, M
from eurogym.envs.castles_of_burgundy.declare.tables import ROUTE_BONUS, VINE_BONUS
from eurogym.envs.castles_of_burgundy.declare.things import CASTLE, NOT_STORED
from eurogym.envs.castles_of_burgundy.rules import turn
from eurogym.envs.castles_of_burgundy.rules.duchy import area_completed, colour_completed
from eurogym.envs.castles_of_burgundy.rules.effects import area_points, scored_size
from eurogym.envs.castles_of_burgundy.rules.shields import kind_offered, shield_at, shield_cost
from eurogym.envs.castles_of_burgundy.rules.team_duchy import area_size, empty_in_area, empty_of_colour, is_in
from eurogym.envs.castles_of_burgundy.rules.trade import sale_points
from eurogym.envs.castles_of_burgundy.rules.vineyards import HALVES, cost_to_take_double
from eurogym.envs.castles_of_burgundy.view.names import SHIELD_WORDS, numbered, the
from eurogym.envs.castles_of_burgundy.view.plain_data import (
    BONUS_WORDS,
    VINES,
    about,
    double_name,
    goods_counts,
    solo_dict,
    tile_name,
)
from eurogym.envs.core.words import counted, ordinal

PAID = (D.MAIN, D.WHITE_ACTION)  # decisions in which a die is used, and workers may change it
FREE_TILES = (D.COLOUR_TILE, D.EXCHANGE_TILE, D.SHIELD_TILE, D.BLACK)  # where black tiles cost nothing


def explain(state, options, range_name: str, index: int, text: str) -> str:
    """Return an action in the words of players, with what follows from it: ``take the bank from depot 3 with the
    5``.
    """
    words = [word for word in _EXPLAIN[range_name](state, index) if word]
    if not words:
        return text
    said = "; ".join(words[1:])
    return f"{words[0]} ({said})" if said else words[0]


def _seat(state) -> int:
    return int(state["current_seat"])


def _die(state, die: int, cost: int = 0) -> str:
    """`` with the 5 and 1 worker``: the die that is used and the workers it costs; nothing where no die is used."""
    if state["decision"] == D.MAIN:
        used = f" with {die_name(state, die)}"
    elif state["decision"] == D.WHITE_ACTION:
        used = f" with the white {int(state['white'])}"
    else:
        return ""
    return used + (f" and {counted(cost, 'worker')}" if cost else "")


def die_name(state, die: int) -> str:
    """``the 5``; where two unused dice show it, ``the first 5``."""
    seat = _seat(state)
    alike = state["dice"][seat, 0] == state["dice"][seat, 1] and not state["used"][seat].any()
    return f"the {f'{ordinal(die + 1)} ' if alike else ''}{_value(state, die)}"


def _value(state, die: int) -> int:
    return int(turn.value_of(state, _seat(state), die))


def _take(state, index) -> Iterator[str]:
    die, place = divmod(index, NUM_SLOTS)
    tile, depot = _on_depot(state, place)
    if tile:
        cost = (
            int(turn.cost_to_take(state, _seat(state), _value(state, die), depot))
            if state["decision"] in PAID
            else 0
        )
        yield f"take {tile}{_die(state, die, cost)}"


def _on_depot(state, place: int) -> tuple[str, int]:
    """``the bank from depot 3`` and the depot; "" for an empty slot."""
    depot, slot = divmod(place, E.SLOTS_PER_DEPOT)
    row = state["depot"][depot]
    tile = tile_name(row[slot])
    return (f"{the(tile, numbered(row, slot))} from depot {depot + 1}" if tile else ""), depot


def _hire(state, index) -> Iterator[str]:
    tile, _ = _on_depot(state, index)
    yield tile and f"buy {tile} for {counted(T.HIRE_PRICE, 'worker')}"


def _buy(state, index) -> Iterator[str]:
    tile = tile_name(state["black"][index])
    if tile:
        named = f"{the(tile, numbered(state['black'], index))} from the black depot"
        free = state["decision"] in FREE_TILES
        yield f"take {named}" if free else f"buy {named} for {T.BLACK_PRICE} silver"
        yield "face down, as a joker" if state["decision"] == D.EXCHANGE_TILE else ""


def _buy_point(state, index) -> Iterator[str]:
    yield f"buy a point for {T.POINT_PRICE} silver"
    yield f"marker {int(state['vp'][0])} of {int(state['target'])}, {int(state['silver'][0])} silver left"


def _place(state, index) -> Iterator[str]:
    die, rest = divmod(index, NUM_PLACES)
    yield from _placement(state, die, *divmod(rest, E.NUM_HEXES))


def _more_places(state, index) -> Iterator[str]:
    die, rest = divmod(index, MORE_POSITIONS * E.NUM_HEXES)
    position, hexagon = divmod(rest, E.NUM_HEXES)
    yield from _placement(state, die, E.NUM_STORAGE + position, hexagon)


def _team_placement(state, index) -> Iterator[str]:
    yield from _placement(state, index // TEAM_PLACES, *team_place(index % TEAM_PLACES))


def _placement(state, die: int, position: int, hexagon: int) -> Iterator[str]:
    seat, decision = _seat(state), state["decision"]
    board = int(state["board"][seat])
    kind, which = int(state["storage"][seat, position]), numbered(state["storage"][seat], position)
    if decision in NOT_STORED:
        which = 0
        top = int(state["pending_arg"][int(state["num_pending"]) - 1])
        kind = KIND.castle if decision in CASTLE else top
        if decision == D.SHIELD_SPACE:
            kind = int(kind_offered(state, top))
    if not E.EMPTY < kind < KIND.COUNT or board == E.NONE:
        return
    cost = int(turn.cost_to_place(state, seat, _value(state, die), kind, hexagon)) if decision in PAID else 0
    tile = the(KIND.NAMES[kind], which)
    yield f"put {tile} on hex {hexagon} marked {number_of(state, seat, hexagon)}{_die(state, die, cost)}"
    if state["team"] and decision != D.START_SPACE:
        yield _completed_by_team(state, seat, hexagon)
    elif not state["team"] and decision != D.START_CASTLE:
        yield _completed(state, seat, board, hexagon)


def number_of(state, seat: int, hexagon: int) -> int:
    """Return the printed number of a hex."""
    if state["team"]:
        return int(state["team_die"][hexagon])
    return int(T.HEX_DIE[int(state["board"][seat]), hexagon])


def _completed_by_team(state, seat: int, hexagon: int) -> str:
    """R9, E8.7: what a tile on this hex completes in a team's duchy, in words."""
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
    return f"an area of {size}{f' that counts as {scored}' if scored != size else ''} for {points}"


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
        cost = (
            int(turn.cost_to_sell(state, seat, _value(state, die), goods)) if state["decision"] in PAID else 0
        )
        yield f"sell {counted(count, 'good')} of type {goods + 1}{_die(state, die, cost)}"
        yield counted(int(sale_points(state, count)), "point")


def _workers(state, index) -> Iterator[str]:
    workers = counted(int(turn.workers_of_die(state, _seat(state))), "worker")
    yield f"take {workers}{_die(state, index)}"


def _store(state, index) -> Iterator[str]:
    own = index < E.PRIVATE_STORAGE
    place = ordinal(index + 1 if own else index - E.PRIVATE_STORAGE + 1)
    yield f"store it on {'your own' if own else 'the shared'} {place} space"


def _discard(state, index) -> Iterator[str]:
    row = state["storage"][_seat(state)]
    name = tile_name(row[index])
    yield f"discard {the(name, numbered(row, index))}" if name else ""


def _more_discards(state, index) -> Iterator[str]:
    yield from _discard(state, E.NUM_STORAGE + index)


def _depot(state, index) -> Iterator[str]:
    goods = goods_counts(state["depot_goods"][index])
    yield f"take the goods of depot {index + 1}"
    yield ", ".join(f"{count} of type {kind}" for kind, count in goods.items()) or "no goods"


def _goods(state, index) -> Iterator[str]:
    decision, kind = state["decision"], f"of type {index + 1}"
    if decision == D.EXCHANGE_GOOD:
        yield f"give 1 good {kind}"
        yield f"of {int(state['goods'][0, index])}"
    elif decision == D.SHIP_TYPE:
        yield f"take all goods {kind} from all depots"
    elif decision == D.GOOD and (what := about(state)):  # nothing where the game ended with it
        count = int(state["depot_goods"][what["depot"] - 1, index])
        yield f"take {counted(count, 'good')} {kind}"


def _side(state, index) -> Iterator[str]:
    if state["decision"] == D.SIDE:
        yield f"choose duchy {about(state)['duchies'][index]}"


def _resolve(state, index) -> Iterator[str]:
    pool = solo_dict(state)["pool"]
    if not pool[POOL.NAMES[index]]:
        return
    if index == POOL.area:
        yield "score the completed area"
        yield counted(pool["area"][-1], "point")
    elif index == POOL.phase:
        yield "score the phase in which you completed it"
        yield counted(int(state["phase_vp"][int(state["phase"])]), "point")
    elif index == POOL.effect:
        effect = pool["effect"][-1]
        yield f"use the effect of {the(effect['tile'])} on hex {effect['hex']}"
    else:
        yield {
            POOL.colour: "take the black tile for a completed colour",
            POOL.reset: "take an action of any number",
        }[index]


def _retrieve(state, index) -> Iterator[str]:
    yield f"take back a castle with both dice and {T.CASTLE_PRICE} points"
    yield f"{int(state['castle_pile'])} there"


def _trade(state, index) -> Iterator[str]:
    yield "buy 2 workers for 1 silver"
    yield f"{int(state['silver'][_seat(state)])} silver left"


def _effect(state, index) -> Iterator[str]:
    yield f"use the crane as {the(CRANE_EFFECTS[index])}"


def _lay(state, index) -> Iterator[str]:
    spaces = zip(T.ROUTE_NUMBER[index], T.ROUTE_KIND[index], strict=True)
    yield f"lay trade route tile {index}"
    yield ", ".join(f"{number} {BONUS_WORDS[ROUTE_BONUS.NAMES[int(bonus)]]}" for number, bonus in spaces)


def _free_action(state, index) -> Iterator[str]:
    yield "take the action of the trade route"


def _shield(state, index) -> Iterator[str]:
    depot, position = divmod(index, E.SHIELDS_PER_DEPOT)
    number = int(state["depot_shield"][depot, position])
    if number:
        with_dice = ""
        if state["decision"] == D.MAIN:
            cost = int(shield_cost(state, _seat(state), depot))
            with_dice = " with both dice" + (f" and {counted(cost, 'worker')}" if cost else "")
        yield f"take shield {number} from depot {depot + 1}{with_dice}"
        yield SHIELD_WORDS[number - 1]


def _spot(state, index) -> Iterator[str]:
    number = int(shield_at(state, _seat(state), index))
    yield f"put the shield on the castle on hex {index}"
    yield f"instead of shield {number}" if number else ""


def _set_die(state, index) -> Iterator[str]:
    die, value = divmod(index, E.DIE_SIDES)
    yield f"turn {die_name(state, die)} to {value + 1}"


def _named(state, index) -> Iterator[str]:
    seat = (_seat(state) + 1 + index) % int(state["table_seats"])
    yield f"name {f'player {seat + 1}' if seat < int(state['num_seats']) else 'the Châteauma'}"


def _tribute(words: str, state, index) -> Iterator[str]:
    yield f"{words} shield {index + 1}"
    yield f"{SHIELD_WORDS[index]}; {int(T.SHIELD_VP[index + 1])} points at the end"


def _double(kinds, place: int) -> str:
    """``the double tile red+blue``, of several alike ``the second double tile red+blue``."""
    name = double_name(int(kinds[place]) - 1)
    which = numbered(kinds, place)
    return f"the {f'{ordinal(which)} ' if which else ''}double tile {name}" if name else ""


def _buy_double(state, index) -> Iterator[str]:
    tile = _double(state["double_shop"], index)
    free = state["decision"] in FREE_TILES
    yield tile and (f"take {tile} of the shop" if free else f"buy {tile} for {T.BLACK_PRICE} silver")


def _take_double(state, index) -> Iterator[str]:
    die, position = divmod(index, E.DOUBLE_DEPOT)
    tile, cost = _double(state["double_depot"], position), 0
    if tile:
        if state["decision"] in PAID:
            cost = int(cost_to_take_double(state, _seat(state), _value(state, die), position))
        yield f"take {tile}{_die(state, die, cost)}"


def _place_double(state, index, positions: int = E.NUM_STORAGE, first: int = 0) -> Iterator[str]:
    die, rest = divmod(index, positions * E.NUM_VINE_SPACES * HALVES)
    position, place = divmod(rest, E.NUM_VINE_SPACES * HALVES)
    space, turned = divmod(place, HALVES)
    row = state["storage"][_seat(state)]
    code, which = int(row[first + position]), numbered(row, first + position)
    if state["decision"] == D.SHIELD_SPACE:
        source = int(state["pending_arg"][int(state["num_pending"]) - 1])
        if source < E.FROM_SHOP:
            return
        code, which = E.FIRST_DOUBLE + int(state["double_shop"][source - E.FROM_SHOP]) - 1, 0
    if not E.FIRST_DOUBLE <= code < E.FIRST_BLOCKED:
        return
    name = double_name(code - E.FIRST_DOUBLE)
    cost = 0
    if state["decision"] in PAID:
        owns = int(state["owns"][_seat(state), M.TWO_STEPS])
        cost = int(T.COST[_value(state, die), int(state["vine_die"][space]), 0, owns])
    order = f", {name.split('+')[turned]} first"
    tile = f"the {f'{ordinal(which)} ' if which else ''}double tile {name}"
    yield f"plant {tile} on space {space}{order}{_die(state, die, cost)}"
    bonuses = " and ".join(BONUS_WORDS[VINE_BONUS.NAMES[int(bonus)]] for bonus in state["vine_bonus"][space])
    yield f"marked {int(state['vine_die'][space])}"
    yield bonuses


def _bonus(state, index) -> Iterator[str]:
    what = about(state)
    if "space" in what:
        bonus = BONUS_WORDS[VINE_BONUS.NAMES[int(state["vine_bonus"][what["space"], index])]]
        yield f"use the {ordinal(index + 1)} bonus: {bonus}"


def _vine(state, index) -> Iterator[str]:
    yield f"take the {VINES[index]} vine tile"


def _buy_inn(state, index) -> Iterator[str]:
    free = state["decision"] in FREE_TILES
    yield "take an inn" if free else f"buy an inn for {T.BLACK_PRICE} silver"
    yield f"{int(state['inns'])} there"


def _exchange(state, index) -> Iterator[str]:
    yield f"give {T.GOODS_PER_EXCHANGE} goods for a black tile"
    yield f"of {int(state['goods'][0].sum())}"


PASSES = {
    D.MAIN: "end your turn",
    D.TOWNHALL: "place nothing",
    D.PICK: "take no tile",
    D.SALE: "sell nothing",
    D.SHIP_ADJ: "take no more goods",
    D.SHIP_TYPE: "take no more goods",
    D.BUY_VP: "buy no more points",
    D.EXCHANGE: "give no goods",
}


def _pass(state, index) -> Iterator[str]:
    yield PASSES.get(int(state["decision"]), "decline")


_EXPLAIN = {
    "take": _take,
    "place": _place,
    "sell": _sell,
    "more_places": _more_places,
    "workers": _workers,
    "buy": _buy,
    "hire": _hire,
    "pass": _pass,
    "discard": _discard,
    "more_discards": _more_discards,
    "depot": _depot,
    "goods": _goods,
    "side": _side,
    "resolve": _resolve,
    "buy_point": _buy_point,
    "exchange": _exchange,
    "retrieve": _retrieve,
    "trade": _trade,
    "effect": _effect,
    "buy_inn": _buy_inn,
    "lay": _lay,
    "free_action": _free_action,
    "shield": _shield,
    "spot": _spot,
    "set_die": _set_die,
    "name": _named,
    "pay_silver": partial(_tribute, "pay silver for"),
    "pay_worker": partial(_tribute, "pay a worker for"),
    "give_up": partial(_tribute, "give up"),
    "buy_double": _buy_double,
    "take_double": _take_double,
    "place_double": _place_double,
    "more_double_places": partial(_place_double, positions=MORE_POSITIONS, first=E.NUM_STORAGE),
    "bonus": _bonus,
    "vine": _vine,
    "team_places": _team_placement,
    "store": _store,
    "team_discard": _more_discards,
}
