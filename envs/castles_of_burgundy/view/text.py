"""The Castles of Burgundy in words: the state as plain data, and as a table that a person can play from.

Depots, goods types and dice values count from 1, hexes from 0. The data has the names of the component tables, the text
those of :mod:`eurogym.envs.castles_of_burgundy.view.names`.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.actions import NUM_SIDES
from eurogym.envs.castles_of_burgundy.declare.boards import board_numbers
from eurogym.envs.castles_of_burgundy.declare.components import kinds, more_kinds
from eurogym.envs.castles_of_burgundy.declare.overrides import replaced_numbers
from eurogym.envs.castles_of_burgundy.rules.chateauma import space_colour
from eurogym.envs.castles_of_burgundy.rules.scoring import automa_end_points, end_points
from eurogym.envs.castles_of_burgundy.rules.supplies import dealt_goods
from eurogym.envs.castles_of_burgundy.rules.team_duchy import is_in, partner_of, tile_at
from eurogym.envs.castles_of_burgundy.view import hexmap, module_text
from eurogym.envs.castles_of_burgundy.view.names import effect_of, named, the
from eurogym.envs.core.declare.arguments import check_observer
from eurogym.envs.core.words import counted, filled, kept


def seat_name(options, seat: int) -> str:
    """Return what to call a seat."""
    return "Châteauma" if seat >= options.num_players else f"player {seat + 1}"


# --- plain data ------------------------------------------------------------------------------------------------


def tile_name(kind) -> str | None:
    """Name of a tile kind, None for an empty place."""
    return None if int(kind) == E.EMPTY else E.KIND.NAMES[int(kind)]


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
    """Return what a pending decision is about: nothing, colours, a depot, a tile, or goods still to give."""
    if decision == E.D.PICK:
        return {"colours": [E.COLOUR.NAMES[colour] for colour in module_text.bits(argument, E.COLOUR.COUNT)]}
    if decision in (E.D.GOOD, E.D.SHIP_ADJ):
        return {"depot": argument + 1}
    if decision in (E.D.DISCARD, E.D.COLOUR_SPACE, E.D.STORE_DEST):
        return {"tile": module_text.stored_name(max(E.EMPTY, argument))}
    if decision == E.D.EXCHANGE_GOOD:
        return {"goods_to_give": argument}
    return module_text.parameters_of_module(E.PENDING.NAMES[decision], argument)


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
            "area": module_text.bits(T.AREA[board, hexagon], E.NUM_HEXES)[0],
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
        **module_text.modules_of_seat(state, options, seat),
    }
    if automated:
        return description
    board = int(state["board"][seat])
    return description | {
        "duchy_number": None if board == E.NONE else board_numbers()[board],
        "workers": int(state["workers"][seat]),
        "sold": goods_counts(state["sold"][seat]),
        "storage": module_text.storage_names(state, seat),
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
        **module_text.hidden_modules(state, options),
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
        **module_text.modules_dict(state, options),
        "seats": [seat_dict(state, options, one) for one in seats],
    }
    if state["automa"]:
        description["chateauma"] = automa_dict(state, options)
    if state["solo"]:
        description["solo"] = solo_dict(state)
    return description | {"hidden": hidden_dict(state, options) if seat is None else None}


# --- text --------------------------------------------------------------------------------------------------------

LEGEND = (
    "Hexes: index, B building L livestock S ship Y monastery C castle M mine, number; #tile; "
    f"{hexmap.OPEN.strip()} open"
)


def to_text(state, options, seat: int | None = None, drawn: bool = True) -> str:
    """Return the table in words and the duchies drawn, up to 100 columns; what nobody knows is left out.

    With a seat its duchy comes first and its monasteries are explained. With ``drawn=False`` hexes are listed with
    their neighbours, for readers who cannot see a drawing.
    """
    view = to_dict(state, options, seat)
    lines = [*headlines(view), *_table_lines(view)]
    for number, one in enumerate(view["seats"]):
        lines += _automa_lines(view, one) if one["automated"] else _seat_lines(view, number, one)
    lines += [*_monastery_lines(view, seat), *module_text.shield_lines(view, seat), *_replaced_lines(options)]
    if not drawn:
        return "\n".join([*lines, *_duchies_listed(state, view, seat)])
    drawings = _drawings(state, view, seat)
    if drawings:
        lines += ["", LEGEND]
        if options.solo:
            rivers = ", ".join(f"{a}~{b}" for a, b in view["solo"]["rivers"])
            lines += filled(f"  ~ = at a river; neighbours across rivers: {rivers}")
    if options.team:
        lines += [line for duchy in drawings for line in ("", *duchy)]
        drawings = []
    for left, right in zip_longest(drawings[::2], drawings[1::2], fillvalue=[]):
        width = max(map(len, left)) + 6
        lines.append("")
        lines += [
            f"{one.ljust(width)}{other}".rstrip() for one, other in zip_longest(left, right, fillvalue="")
        ]
    return "\n".join(lines)


def headlines(view: dict) -> list[str]:
    """Return the clock, and who has to decide what."""
    if view["game_over"]:
        return ["The game is over"]
    name = view["seats"][view["current_seat"]]["name"]
    white = "" if view["white_die"] is None else f"   white die {view['white_die']}"
    return [
        f"Phase {view['phase']}, round {view['round']}{white}",
        f"{name} to decide: {request(view)}",
    ]


def request(view: dict) -> str:
    """Return the pending decision as a request."""
    if view["decision"] == "MAIN" and all(die["used"] for die in view["seats"][view["current_seat"]]["dice"]):
        return (
            "take a free action, or end your turn"
            if view["options"]["modules"]
            else "buy from the black depot, or end your turn"
        )
    return in_words(view["decision"], view["about"])


def in_words(decision: str, what: dict) -> str:
    """Return a decision as a request, with its parameters."""
    of_module = module_text.request_of_module(decision, what)
    if of_module is not None:
        return of_module
    tile = the(what["tile"]) if what.get("tile") else "a tile"
    requests = {
        "SIDE": "choose duchy {} or {}".format(*what.get("duchies", ("-", "-"))),
        "START_CASTLE": "put your starting castle on a castle hex",
        "START_SPACE": "put the starting castle of the team on a castle hex",
        "MAIN": "use a die, or buy from the black depot",
        "EXTRA": "take an action of any number",
        "TOWNHALL": "put a stored tile on a hex with any number, or nothing",
        "PICK": f"take a {' or '.join(what.get('colours', ()))} tile from any depot, or none",
        "SALE": "sell the goods of a type, or nothing",
        "SHIP_DEPOT": "choose the depot whose goods the ship takes",
        "SHIP_ADJ": f"also take the goods of a depot beside depot {what.get('depot')}, or no more",
        "GOOD": f"choose goods of depot {what.get('depot')} to take",
        "DISCARD": f"discard a stored tile to make room{f' for {tile}' if what.get('tile') else ''}",
        "SOLO_ORDER": "choose what comes first",
        "BUY_VP": f"buy points for {T.POINT_PRICE} silver each, or pass",
        "EXCHANGE": f"exchange {T.GOODS_PER_EXCHANGE} goods for a black tile, or pass",
        "EXCHANGE_GOOD": f"give goods, {what.get('goods_to_give')} still to give",
        "EXCHANGE_TILE": "take a tile of the black depot as a joker",
        "COLOUR_TILE": "take a tile of the black depot for a completed colour",
        "COLOUR_SPACE": f"put {tile} on a hex",
        "STORE_DEST": f"store {tile} on a space of your own or on a shared one",
    }
    return requests[decision]


def goods_text(goods: dict[str, int]) -> str:
    """Goods tiles as their numbers, grouped: ``222 33`` are three tiles of type 2 and two of type 3."""
    return " ".join(kind * count for kind, count in goods.items()) or "-"


def _listed(tiles: list[str | None]) -> str:
    """Tiles on a row of places: ``bank, -, ship``."""
    return ", ".join(kept(named(tile)) for tile in tiles)


def _table_lines(view: dict) -> list[str]:
    """Return the main board."""
    names = [one["name"] for one in view["seats"]]
    lines = []
    if len(names) > 1:
        order = ", ".join(f"{names[seat]} ({view['seats'][seat]['track']})" for seat in view["turn_order"])
        lines += filled(f"Turn order (space of the track): {order}")
        bonus = "; ".join(
            f"{colour} {'+'.join(map(str, points)) or '-'}"
            for colour, points in view["bonus_tiles_left"].items()
        )
        lines += filled(f"Bonus tiles left: {bonus}")
    slots = max(len(depot["tiles"]) for depot in view["depots"])
    lines.append("Depot  " + "tiles".ljust(16 * slots) + "goods")
    for depot in view["depots"]:
        cells = "".join(f"{named(tile):<16}" for tile in depot["tiles"]).ljust(16 * slots)
        lines.append(f"  {depot['depot']}    {cells}{goods_text(depot['goods'])}")
    lines += filled(f"Black depot: {_listed(view['black_depot'])}")
    modules = module_text.table_words(view)
    if modules:
        lines += filled("   ".join(modules))
    to_come = " ".join(map(str, view["goods_to_come"])) or "-"
    lines += filled(f"Goods of the phase to come: {to_come}   unseen: {goods_text(view['goods_unseen'])}")
    return lines


def _seat_lines(view: dict, number: int, one: dict) -> list[str]:
    """One player in three lines."""
    mark = " *" if number == view["current_seat"] and not view["game_over"] else ""
    if "solo" in view:
        solo = view["solo"]
        points = (
            f"marker {solo['marker']} of {solo['target']}, {one['covered']} of {E.NUM_HEXES} hexes covered"
        )
    else:
        whose = "for the team at the end" if "team" in one else "at the end"
        points = f"{one['vp']} points ({one['vp_at_end']:+d} {whose})"
    dice = ", ".join(
        f"{place} {shown['value'] or '-'}{' used' if shown['used'] else ''}"
        for place, shown in zip(("first", "second"), one["dice"], strict=True)
    )
    lines = filled(
        f"{one['name']}{mark}: {points}   workers {one['workers']}   silver {one['silver']}   dice: {dice}"
    )
    lines += filled(
        f"  storage: {_listed(one['storage'])}   goods: {goods_text(one['goods'])}   "
        f"sold: {goods_text(one['sold'])}"
    )
    rest = ([_bonus_text(one)] if one["bonus_tiles"] else []) + module_text.seat_words(one)
    if one["monasteries"]:
        rest.append(f"monasteries: {', '.join(map(str, one['monasteries']))}")
    if number == view["current_seat"] and not view["game_over"]:
        used = [name for name in ("bought", "hired") if view[name]]
        rest += [f"in this turn: {' and '.join(used)}"] if used else []
    if "solo" in view:
        rest += pool_text(view["solo"]["pool"])
    return lines + (filled(f"  {'   '.join(rest)}") if rest else [])


def _bonus_text(one: dict) -> str:
    return "bonus tiles: " + ", ".join(f"{colour} ({size})" for colour, size in one["bonus_tiles"].items())


def pool_text(pool: dict) -> list[str]:
    """Pending items of the solo mode, if any."""
    items = [f"area for {counted(points, 'point')}" for points in pool["area"]]
    items += [f"effect of {named(effect['tile'])} on {effect['hex']}" for effect in pool["effect"]]
    items += [f"{pool[name]} x {name}" for name in ("phase", "colour", "reset") if pool[name]]
    return [f"pending: {', '.join(items)}"] if items else []


def _automa_lines(view: dict, one: dict) -> list[str]:
    """Return the Châteauma: cards, reserve and duchy."""
    automa = view["chateauma"]
    title = automa["level"] + (f", modifiers {automa['modifiers']}" if automa["modifiers"] else "")
    rest = f"   {_bonus_text(one)}" if one["bonus_tiles"] else ""
    rest += "".join(f"   {words}" for words in module_text.seat_words(one))
    lines = filled(
        f"{one['name']} ({title}): {one['vp']} points ({one['vp_at_end']:+d} at the end)   "
        f"silver {one['silver']}   goods: {goods_text(one['goods'])}{rest}"
    )
    for place, card in automa["cards"].items():
        mark = "*" if place == automa["selected_card"] else " "
        if card is not None:
            spaces = " | ".join(kept(_space_text(space)) for space in card["spaces"])
            lines += filled(f" {mark}{place} card {card['card']} ({card['vp']} points): {spaces}")
    reserve = [[named(tile) for tile in tiles] for tiles in automa["reserve"].values() if tiles] + (
        [[f"{len(automa['jokers'])} face down"]] if automa["jokers"] else []
    )
    piles = "; ".join(", ".join(tiles) for tiles in reserve)
    lines += filled(f"  reserve (top last): {piles or '-'}")
    covered = ", ".join(
        kept(f"{colour} {n}/{automa['spaces'][colour]}") for colour, n in automa["covered"].items()
    )
    deck, discard = (" ".join(map(str, automa[pile])) or "-" for pile in ("deck", "discard"))
    return lines + filled(f"  duchy: {covered}   {kept(f'deck: {deck}')}   {kept(f'discarded: {discard}')}")


def _space_text(space: dict) -> str:
    """Return a space of a territory card: its colour, its symbol, the tile on it."""
    symbol = " (sell)" if space["sell"] else ""
    if space["tile"] is None:
        return f"{space['colour']}{symbol} -"
    return f"{space['colour']}{symbol} #{'face down' if space['face_down'] else named(space['tile'])}"


def _monastery_lines(view: dict, seat: int | None) -> list[str]:
    """Return what the monasteries do that can be had, lie in storage, or belong to the seat that looks."""
    tiles = [tile for depot in view["depots"] for tile in depot["tiles"]] + view["black_depot"]
    tiles += [tile for one in view["seats"] for tile in one.get("storage", ())]
    if seat is not None:
        tiles += [f"monastery_{number}" for number in view["seats"][seat]["monasteries"]]
    return [
        line
        for kind in (*kinds()[E.FIRST_MONASTERY :], *more_kinds())
        if kind["name"] in tiles
        for line in filled(f"  {named(kind['name'])}: {effect_of(kind, view['options']['data_overrides'])}")
    ]


def _replaced_lines(options) -> list[str]:
    """Return numbers that are not the printed ones."""
    changed = replaced_numbers(options.data_overrides)
    words = [f"{path.replace('_', ' ')} is {new}, printed {old}" for path, old, new in changed]
    return filled(f"Replaced numbers: {'; '.join(words)}") if words else []


def _duchies_listed(state, view: dict, seat: int | None) -> list[str]:
    """Duchies as lists of their hexes, that of the seat that looks first, then the neighbours of each hex."""
    lines = ["", LEGEND.partition(";")[0]]
    shapes: dict[int, None] = {}  # all duchies for several players have the same shape
    for number in sorted(range(len(view["seats"])), key=lambda number: number != seat):
        one = view["seats"][number]
        if not one.get("duchy"):
            continue
        shapes[
            E.FIRST_TEAM_BOARD if "team" in one else max(E.NUM_DUCHIES - 1, int(state["board"][number]))
        ] = None
        hexes: dict[str, list[str]] = {"filled": [], "can be filled": [], "out of reach": []}
        for hexagon in one["duchy"]:
            where = "filled" if hexagon["tile"] else "can be filled" if hexagon["open"] else "out of reach"
            letter = hexmap.LETTERS[E.COLOUR.NAMES.index(hexagon["colour"])]
            tile = f" {named(hexagon['tile'])}" if hexagon["tile"] else ""
            hexes[where].append(kept(f"{hexagon['hex']} {letter}{hexagon['die']}{tile}"))
        lines.append(f"{one['name']}, duchy {one['duchy_number']}")
        lines += [
            line for where, some in hexes.items() if some for line in filled(f"  {where}: {', '.join(some)}")
        ]
    for board in shapes:
        lines += filled(hexmap.listed(board))
    return lines


def _team_drawing(state, view: dict, number: int, seat: int | None) -> list[list[str]]:
    """Return the duchy of a team, at the member that is told of first."""
    first = number if seat is None else seat
    if partner_of(number) == first or (number > partner_of(number) and number != first):
        return []
    one = view["seats"][number]
    names = " and ".join(view["seats"][member]["name"] for member in sorted((number, partner_of(number))))
    tiles = [int(tile_at(state, number, hexagon)) for hexagon in range(E.TEAM_HEXES)]
    opened = [hexagon["open"] for hexagon in one["duchy"]]
    faces = (state[name].tolist() for name in ("team_colour", "team_die", "team_area"))
    return [[f"{names}, duchy {one['duchy_number']}", *hexmap.draw_team(*faces, tiles, opened)]]


def _drawings(state, view: dict, seat: int | None) -> list[list[str]]:
    """Duchies below their owners' names, that of the seat that looks first; then the sides to choose from."""
    drawn = []
    for number in sorted(range(len(view["seats"])), key=lambda number: number != seat):
        if "team" in view["seats"][number]:
            drawn += _team_drawing(state, view, number, seat)
        elif view["seats"][number].get("duchy"):
            title = f"{view['seats'][number]['name']}, duchy {view['seats'][number]['duchy_number']}"
            tiles = [int(kind) for kind in state["tile"][number]]
            board, open_hexes = int(state["board"][number]), int(state["open_hexes"][number])
            drawn.append([title, *hexmap.draw(board, tiles, open_hexes)])
    for duchy in view["about"].get("duchies", ()):
        empty = hexmap.draw(board_numbers().index(duchy), [E.EMPTY] * E.NUM_HEXES, 0)
        drawn.append([f"duchy {duchy}", *empty])
    return drawn
