"""A state as plain data; depots, goods types and dice values count from 1, hexes from 0.

Tiles and bonuses have the names of the component tables.
"""

from __future__ import annotations

from typing import Any

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.actions import NUM_SIDES
from eurogym.envs.castles_of_burgundy.declare.boards import board_numbers
from eurogym.envs.castles_of_burgundy.declare.components import table
from eurogym.envs.castles_of_burgundy.declare.enums import BONUS, KIND, STEP
from eurogym.envs.castles_of_burgundy.declare.tables import ROUTE_BONUS, VINE_BONUS
from eurogym.envs.castles_of_burgundy.rules.borders import links
from eurogym.envs.castles_of_burgundy.rules.chateauma import space_colour
from eurogym.envs.castles_of_burgundy.rules.scoring import automa_end_points, end_points
from eurogym.envs.castles_of_burgundy.rules.supplies import dealt_goods
from eurogym.envs.castles_of_burgundy.rules.team_duchy import is_in, partner_of, team_of, tile_at
from eurogym.envs.castles_of_burgundy.view import hexmap
from eurogym.envs.core.declare.arguments import check_observer

VINES = tuple(table("vineyards")["colors"])
BONUS_WORDS = {
    "ship_livestock": "take a ship or livestock",
    "building": "take a building",
    "others": "take a castle, mine or monastery",
    "action": "free action",
    "place": "place a stored tile",
    "sell": "sell goods",
    "workers": "4 workers",
    "silver": "2 silver",
    "vp": "4 points",
    "black": "take a black tile or one of the shop",
    "double": "take a double tile",
}


def bits(numbers: int, count: int) -> list[int]:
    """Members of a set of small numbers."""
    return [number for number in range(count) if int(numbers) >> number & 1]


def tile_name(code) -> str | None:
    """Return what lies on a place: a tile, in storage also a double tile or the other half of one; None for nothing."""
    code = int(code)
    if code == E.EMPTY:
        return None
    if code >= E.FIRST_BLOCKED:
        return f"half of {code - E.FIRST_BLOCKED}"
    return double_name(code - E.FIRST_DOUBLE) if code >= E.FIRST_DOUBLE else KIND.NAMES[code]


def double_name(double: int) -> str | None:
    """``red+blue``: the vines of a type of double tile; None for -1."""
    return None if double < 0 else "+".join(VINES[vine] for vine in T.VINES_OF[double])


def storage_names(state, seat: int) -> list[str | None]:
    """Return what lies on the storage positions that a seat has."""
    spaces = E.NUM_STORAGE + int(state["more_spaces"][seat])
    return tile_names(state["storage"][seat][:spaces])


def modules_dict(state, options) -> dict[str, Any]:
    """Return what the modules in play have on the table."""
    view: dict[str, Any] = {}
    if options.castle_connection:
        view["castle_pile"] = int(state["castle_pile"])
    if options.e2 and options.solo:
        view["crane_counts_for"] = int(state["crane_for"]) or None
    if options.e4:
        sizes = state["bonus_vp"][BONUS.large : BONUS.missed].tolist()
        view["border_tiles_left"] = sizes[E.BONUS_TILES - int(state["border_left"]) :]
        if options.automa:
            view["border_cards"] = int(state["border_cards"])
    if options.e6:
        view["inns"] = int(state["inns"])
    if options.shields:
        view["shields"] = {
            str(depot + 1): [int(number) or None for number in row]
            for depot, row in enumerate(state["depot_shield"])
        }
        view["die_set"] = bool(state["die_set"])
        at_end = state["step"] in (STEP.LAST_TILES, STEP.TRIBUTES, STEP.INCOME)
        view["phase_end"] = STEP.NAMES[int(state["step"])] if at_end else None
        view["phase_end_item"] = int(state["phase_end"])
        if options.automa:
            view["shields_of_chateauma"] = [int(number) for number in state["automa_shield"] if number]
    if options.vineyards:
        view |= _vineyards_dict(state, options)
    return view


def _vineyards_dict(state, options) -> dict[str, Any]:
    seats = options.table_seats
    view: dict[str, Any] = {
        "double_depot": [
            {
                "numbers": [v for v in range(1, E.DIE_SIDES + 1) if T.DEPOT_POSITION[seats, v] == position],
                "tile": double_name(int(state["double_depot"][position]) - 1),
            }
            for position in range(int(T.DEPOT_SIZE[seats]))
        ],
        "double_shop": [
            double_name(int(double) - 1) for double in state["double_shop"][: int(T.SHOP_SIZE[seats])]
        ],
        "doubles_in_bag": int(state["bag_size"] - state["bag_next"]),
        "vine_supply": _vine_counts(state["vine_supply"]),
        "vine_kinds": [VINES[kind] for kind in bits(state["vine_kinds"], E.NUM_VINES)],
    }
    if options.automa:
        view["doubles_of_chateauma"] = int(state["automa_doubles"])
    return view


def _vine_counts(counts) -> dict[str, int]:
    return {vine: int(n) for vine, n in zip(VINES, counts, strict=True) if n}


def hidden_modules(state, options) -> dict[str, Any]:
    """Return what nobody knows of the modules: the bag of double tiles, in the order in which they will come."""
    if not options.vineyards:
        return {}
    left = state["double_bag"][int(state["bag_next"]) : int(state["bag_size"])]
    return {"doubles": [double_name(int(double)) for double in left]}


def modules_of_seat(state, options, seat: int) -> dict[str, Any]:
    """Return what they have in front of a seat."""
    view: dict[str, Any] = {}
    learner = seat < options.num_players
    if options.e4:
        owned = int(state["border_owned"][seat])
        view["border"] = {"tile": None if owned == BONUS.none else BONUS.NAMES[owned]}
        if learner and state["board"][seat] != E.NONE:
            covered = int(state["covered"][seat])
            view["border"] |= {
                "lines": [(int(T.BORDER_LINES[line]) & covered).bit_count() for line in range(T.NUM_POSTS)],
                "links": int(links(state, seat)),
                "paid": bool(state["border_paid"][seat]),
            }
    if not learner:
        return view
    if options.castle_connection:
        view["connected"] = bits(state["connected"][seat], E.NUM_HEXES)
    if options.team:
        view["team"] = team_of(seat)
        view["partner"] = partner_of(seat)
    if options.e6:
        view["inn_hexes"] = [
            hexagon for hexagon, kind in enumerate(tiles_of(state, seat)) if kind == KIND.inn
        ]
    if options.e8:
        view["route"] = _route_dict(state, seat)
        view["route_hand"] = bits(state["route_hand"][seat], E.NUM_ROUTE_TILES)
        view["route_filled"] = int(state["route_filled"][seat])
    if options.shields:
        owned = [(number, int(place) - 1) for number, place in enumerate(state["shield"][seat]) if place]
        view["shields"] = [{"shield": number, "hex": hexagon} for number, hexagon in owned]
        view["named"] = int(state["named"][seat]) - 1 if state["named"][seat] else None
    if options.vineyards:
        vines = [int(kind) - 1 for kind in state["vineyard"][seat]]
        view["vineyard"] = [
            {
                "space": space,
                "number": int(state["vine_die"][space]),
                "bonuses": [
                    BONUS_WORDS[VINE_BONUS.NAMES[int(bonus)]] for bonus in state["vine_bonus"][space]
                ],
                "vines": [None if kind < 0 else VINES[kind] for kind in vines[2 * space : 2 * space + 2]],
            }
            for space in range(E.NUM_VINE_SPACES)
        ]
        view["vine_tiles"] = _vine_counts(state["vine_tiles"][seat])
    return view


def tiles_of(state, seat: int) -> list[int]:
    """Return the tile per hex of a seat's duchy, in the team game of both halves."""
    if state["team"]:
        return [int(tile_at(state, seat, hexagon)) for hexagon in range(E.TEAM_HEXES)]
    return [int(kind) for kind in state["tile"][seat]]


def _route_dict(state, seat: int) -> list[dict[str, Any]]:
    """Return the spaces of a trade route from the left."""
    spaces = []
    for place, tile in enumerate(state["route"][seat]):
        for third in range(E.SPACES_PER_ROUTE_TILE if tile else 0):
            goods = int(state["route_goods"][seat][place * E.SPACES_PER_ROUTE_TILE + third])
            bonus = ROUTE_BONUS.NAMES[int(T.ROUTE_KIND[tile - 1, third])]
            spaces.append(
                {
                    "tile": int(tile) - 1,
                    "number": int(T.ROUTE_NUMBER[tile - 1, third]),
                    "bonus": BONUS_WORDS[bonus],
                }
                | {"goods": goods or None}
            )
    return spaces


def seat_name(options, seat: int) -> str:
    """Return what to call a seat."""
    return "Châteauma" if seat >= options.num_players else f"player {seat + 1}"


def tile_names(tiles) -> list[str | None]:
    """Return names of the tiles on a row of places."""
    return [tile_name(kind) for kind in tiles]


def goods_counts(counts) -> dict[str, int]:
    """Goods by type (1-6 as text), those that are there."""
    return {str(goods + 1): int(n) for goods, n in enumerate(counts) if n}


def kind_counts(counts) -> dict[str, int]:
    """Tiles by name, those that are there."""
    return {E.KIND.NAMES[kind]: int(n) for kind, n in enumerate(counts) if n}


def colour_counts(counts) -> dict[str, int]:
    """Return numbers by colour."""
    return {colour: int(n) for colour, n in zip(E.COLOUR.NAMES, counts, strict=True)}


def parameters(decision: int, argument: int) -> dict[str, Any]:
    """Return what a pending decision is about: nothing, a depot, a tile, a shield, goods still to give and so on."""
    if decision == E.D.PICK:
        return {"colours": [E.COLOUR.NAMES[colour] for colour in bits(argument, E.COLOUR.COUNT)]}
    if decision in (E.D.GOOD, E.D.SHIP_ADJ):
        return {"depot": argument + 1}
    if decision in (E.D.DISCARD, E.D.COLOUR_SPACE, E.D.STORE_DEST):
        return {"tile": tile_name(max(E.EMPTY, argument))}
    if decision == E.D.EXCHANGE_GOOD:
        return {"goods_to_give": argument}
    if decision in (E.D.SHIELD_SPOT, E.D.TRIBUTE, E.D.SHIELD_TILE):
        return {"shield": argument}
    if decision == E.D.VINE_BONUS:
        return {"space": argument >> 2, "done": bits(argument & 3, 2)}
    if decision == E.PENDING.ROUTE:
        return {"spaces": [argument // 16, argument % 16]}
    if decision == E.D.SHIELD_SPACE:
        return {"source": argument}
    return {"castle": True} if decision == E.D.EXTRA and argument else {}


def pending(state) -> list[dict[str, Any]]:
    """Return what lies on the stack and what it is about, that to be settled first at the front."""
    stack = range(int(state["num_pending"]))
    decisions = [(int(state["pending"][n]), int(state["pending_arg"][n])) for n in reversed(stack)]
    return [{"decision": E.PENDING.NAMES[what]} | parameters(what, argument) for what, argument in decisions]


def about(state) -> dict[str, Any]:
    """Return what the present decision is about."""
    decision = int(state["decision"])
    if decision == E.D.SIDE:
        sheet = int(state["sheet"][int(state["current_seat"])])
        return {"duchies": list(board_numbers()[sheet : sheet + NUM_SIDES])}
    top = int(state["num_pending"]) - 1
    if top < 0 or state["pending"][top] != decision:
        return {}
    return parameters(decision, int(state["pending_arg"][top]))


def duchy_dict(state, seat: int) -> list[dict[str, Any]] | None:
    """Return the hexes of a seat's duchy: printed colour and die, area (its lowest hex), tile, whether it can be
    filled.
    """
    board = int(state["board"][seat])
    if board == E.NONE:
        return None
    if state["team"]:
        return team_duchy_dict(state, seat)
    return [
        {
            "hex": hexagon,
            "colour": E.COLOUR.NAMES[int(T.HEX_COLOUR[board, hexagon])],
            "die": int(T.HEX_DIE[board, hexagon]),
            "area": bits(T.AREA[board, hexagon], E.NUM_HEXES)[0],
            "tile": tile_name(state["tile"][seat, hexagon]),
            "open": bool(int(state["open_hexes"][seat]) >> hexagon & 1),
        }
        for hexagon in range(E.NUM_HEXES)
    ]


def team_duchy_dict(state, seat: int) -> list[dict[str, Any]]:
    """Return the hexes of the duchy of a seat's team, both halves."""
    return [
        {
            "hex": hexagon,
            "colour": E.COLOUR.NAMES[int(state["team_colour"][hexagon])],
            "die": int(state["team_die"][hexagon]),
            "area": int(state["team_area"][hexagon]),
            "tile": tile_name(tile_at(state, seat, hexagon)),
            "open": bool(is_in(state["open_hexes"], seat, hexagon)),
        }
        for hexagon in range(E.TEAM_HEXES)
    ]


def bonus_dict(state, seat: int) -> dict[str, str]:
    """Colours completed with a bonus tile: large, small, or (Châteauma) missed."""
    owned = zip(E.COLOUR.NAMES, state["bonus_owned"][seat].tolist(), strict=True)
    return {colour: E.BONUS.NAMES[size] for colour, size in owned if size != E.BONUS.none}


def seat_dict(state, options, seat: int) -> dict[str, Any]:
    """One seat; everybody sees everything of it."""
    automated = seat >= options.num_players
    description = {
        "name": seat_name(options, seat),
        "automated": automated,
        "vp": int(state["vp"][seat]),
        "vp_at_end": None if options.solo else final_points(state, seat, automated),
        "silver": int(state["silver"][seat]),
        "goods": goods_counts(state["goods"][seat]),
        "bonus_tiles": bonus_dict(state, seat),
        "track": int(state["track"][seat]),
        **modules_of_seat(state, options, seat),
    }
    if automated:
        return description
    board = int(state["board"][seat])
    return description | {
        "duchy_number": None if board == E.NONE else board_numbers()[board],
        "workers": int(state["workers"][seat]),
        "sold": goods_counts(state["sold"][seat]),
        "storage": storage_names(state, seat),
        "dice": [
            {"value": int(value) or None, "used": bool(used)}
            for value, used in zip(state["dice"][seat], state["used"][seat], strict=True)
        ],
        "monasteries": [number for number, owned in enumerate(state["owns"][seat]) if owned],
        "covered": sum(int(state["covered"][half]).bit_count() for half in halves(state, seat)),
        "duchy": duchy_dict(state, seat),
    }


def halves(state, seat: int) -> tuple[int, ...]:
    """Seats whose records hold the duchy of a seat."""
    return (seat, partner_of(seat)) if state["team"] else (seat,)


def final_points(state, seat: int, automated: bool) -> int:
    """Return points that final scoring would add now (R11.2, C10)."""
    return int(automa_end_points(state)) if automated else int(end_points(state, seat))


def card_dict(state, place: int) -> dict[str, Any] | None:
    """Return a territory card with its spaces."""
    card = int(state["card"][place])
    if card == 0:
        return None
    return {
        "card": card,
        "vp": int(T.CARD_VP[int(state["chateauma"]), card]),
        "spaces": [
            {
                "colour": E.COLOUR.NAMES[int(space_colour(state, place, space))],
                "sell": bool(T.CARD_SELL[card, space]),
                "tile": tile_name(state["card_tile"][place, space]),
                "face_down": bool(state["card_joker"][place, space]),
            }
            for space in range(int(T.CARD_SIZE[card]))
        ],
    }


def automa_dict(state, options) -> dict[str, Any]:
    """Cards, reserve and duchy of the Châteauma. Piles: the last tile lies on top."""
    return {
        "level": options.chateauma,
        "modifiers": options.modifiers,
        "selected_card": E.CARD_PLACE.NAMES[T.SELECTED_PLACE[int(state["white"])]]
        if state["white"]
        else None,
        "cards": {name: card_dict(state, place) for place, name in enumerate(E.CARD_PLACE.NAMES)},
        "reserve": {
            name: tile_names(state["reserve"][colour][: int(state["reserve_size"][colour])])
            for colour, name in enumerate(E.COLOUR.NAMES)
        },
        "jokers": tile_names(state["joker"][: int(state["num_jokers"])]),
        "covered": colour_counts(state["automa_covered"]),
        "spaces": colour_counts(T.CAPACITY),
        "tiles": kind_counts(state["automa_kinds"]),
        "face_down_tiles": int(state["hidden_tiles"]),
        "deck": sorted(int(card) for card in state["deck"][: int(state["deck_size"])]),
        "discard": [card for card, discarded in enumerate(state["discarded"]) if discarded],
    }


def solo_dict(state) -> dict[str, Any]:
    """Target, marker and pool of the solo mode; the newest item of a list is carried out first."""
    pool = [int(count) for count in state["pool"]]
    effects = range(pool[E.POOL.effect])
    return {
        "board": board_numbers()[int(state["board"][0])],
        "target": int(state["target"]),
        "marker": int(state["vp"][0]),
        "pool": {
            "area": [int(points) for points in state["pool_area"][: pool[E.POOL.area]]],
            "phase": pool[E.POOL.phase],
            "colour": pool[E.POOL.colour],
            "effect": [
                {"tile": tile_name(state["pool_kind"][n]), "hex": int(state["pool_hex"][n])} for n in effects
            ],
            "reset": pool[E.POOL.reset],
        },
        "rivers": [list(pair) for pair in hexmap.rivers(int(state["board"][0]))],
    }


def hidden_dict(state, options) -> dict[str, Any]:
    """Return what nobody knows: supplies, goods and territory cards in the order in which they will come."""
    stacked = T.STACKED_GOODS
    dealt = int(dealt_goods(state))
    goods = [int(goods) + 1 for goods in state["goods_order"][: int(state["goods_total"])]]
    black = int(state["supply_size"][E.SUPPLIES.black])
    return {
        "supplies": {
            name: tile_names(
                state["supply"][number][int(state["supply_next"][number]) : int(state["supply_size"][number])]
            )
            for number, name in enumerate(E.SUPPLIES.NAMES)
        },
        "goods": goods[int(state["goods_shown"]) : stacked],
        "goods_in_box": sorted(goods[stacked + dealt :]),
        "deck": [int(card) for card in state["deck"][: int(state["deck_size"])]],
        "face_down_tiles": tile_names(
            state["supply"][E.SUPPLIES.black][black : black + int(state["hidden_tiles"])]
        ),
        **hidden_modules(state, options),
    }


def to_dict(state, options, seat: int | None = None) -> dict[str, Any]:
    """Return the state as plain JSON-able data; ``hidden`` (None for a seat) holds what nobody knows.

    All seats know the same (D5), so every seat is told the same.
    """
    check_observer(options, seat)
    seats = range(int(state["table_seats"]))
    slots = (T.SLOT_COLOUR[len(seats)] != E.NONE).sum(axis=1)
    begun = bool(state["white"])
    description: dict[str, Any] = {
        "game": "castles_of_burgundy",
        "options": options.as_dict(),
        "phase": "ABCDE"[int(state["phase"])],
        "round": int(state["round_index"]) + 1,
        "white_die": int(state["white"]) or None,
        "decision": E.D.NAMES[int(state["decision"])],
        "about": about(state),
        "pending": pending(state),
        "current_seat": int(state["current_seat"]),
        "bought": bool(state["bought"]),
        "hired": bool(state["hired"]),
        "game_over": bool(state["done"]),
        "start_seat": int(state["start_seat"]),
        "turn_order": [int(state["turn_order"][place]) for place in seats],
        "round_order": [int(state["round_order"][place]) for place in seats] if begun else None,
        "turns_begun": int(state["turn"]) if begun else 0,
        "depots": [
            {
                "depot": depot + 1,
                "tiles": tile_names(state["depot"][depot][: int(slots[depot])]),
                "goods": goods_counts(state["depot_goods"][depot]),
            }
            for depot in range(E.NUM_DEPOTS)
        ],
        "black_depot": tile_names(state["black"][: int(state["black_slots"])]),
        "goods_to_come": [
            int(goods) + 1
            for goods in state["goods_order"][int(state["goods_next"]) : int(state["goods_shown"])]
        ],
        "goods_unseen": goods_counts(state["goods_unseen"]),
        "tiles_unseen": {
            "coloured": kind_counts(state["unseen"][0]),
            "black": kind_counts(state["unseen"][1]),
        },
        "bonus_tiles_left": {
            colour: state["bonus_vp"][E.BONUS.large : E.BONUS.missed][E.BONUS_TILES - int(left) :].tolist()
            for colour, left in zip(E.COLOUR.NAMES, state["bonus_left"], strict=True)
        },
        **modules_dict(state, options),
        "seats": [seat_dict(state, options, one) for one in seats],
    }
    if state["automa"]:
        description["chateauma"] = automa_dict(state, options)
    if state["solo"]:
        description["solo"] = solo_dict(state)
    return description | {"hidden": hidden_dict(state, options) if seat is None else None}
