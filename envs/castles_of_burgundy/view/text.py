"""The Castles of Burgundy in words: a table that a person can play from, and decisions as requests."""

from __future__ import annotations

from itertools import zip_longest

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import tables as T
from eurogym.envs.castles_of_burgundy.declare.boards import board_numbers
from eurogym.envs.castles_of_burgundy.declare.components import kinds, more_kinds
from eurogym.envs.castles_of_burgundy.declare.overrides import replaced_numbers
from eurogym.envs.castles_of_burgundy.rules.team_duchy import partner_of, tile_at
from eurogym.envs.castles_of_burgundy.view import hexmap
from eurogym.envs.castles_of_burgundy.view.names import SHIELD_WORDS, effect_of, named, the
from eurogym.envs.castles_of_burgundy.view.plain_data import to_dict
from eurogym.envs.core.words import counted, filled, kept

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
    lines += [*_monastery_lines(view, seat), *shield_lines(view, seat), *_replaced_lines(options)]
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
    tile = the(what["tile"]) if what.get("tile") else "a tile"
    shield = what.get("shield")
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
        "CRANE_EFFECT": "choose the building that the crane acts as, or none",
        "WHITE_ACTION": "use the number of the white die, or buy",
        "ROUTE_ORDER": "lay the next tile of the trade route",
        "ROUTE_FREE": "take the action of the trade route, or decline",
        "SHIELD_SPOT": f"choose the castle for shield {shield}",
        "SHIP_TYPE": "also take all goods of a type from all depots, or no more",
        "SHIELD_TILE": f"choose a tile that shield {shield} places, or decline",
        "SHIELD_SPACE": "choose where the tile is placed",
        "TRIBUTE": f"pay tribute for shield {shield}, or give it up",
        "NAME_PLAYER": "name the player whose monasteries count for you too",
        "VINE_BONUS": f"choose a bonus of double space {what.get('space')}, or decline",
        "BLACK": "take a tile of the black depot or of the shop, or decline",
        "DBL": "take a double tile of the depot, or decline",
        "VINE_TILE": "take a vine bonus tile",
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
    modules = table_words(view)
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
    rest = ([_bonus_text(one)] if one["bonus_tiles"] else []) + seat_words(one)
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
    rest += "".join(f"   {words}" for words in seat_words(one))
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


def table_words(view: dict) -> list[str]:
    """Short statements about the table, for lines of their own."""
    words = []
    if "inns" in view:
        words.append(f"inns: {view['inns']}")
    if "border_tiles_left" in view:
        words.append(f"border tiles left: {'+'.join(map(str, view['border_tiles_left'])) or '-'}")
    if "border_cards" in view:
        words.append(f"cards with a border post completed by the Châteauma: {view['border_cards']}")
    if "castle_pile" in view:
        words.append(f"cleared castles: {view['castle_pile']}")
    if view.get("crane_counts_for"):
        words.append(f"the crane counts for monastery {view['crane_counts_for']}")
    if "phase_end" in view:
        words.append(f"shields: {_depot_shields(view['shields'])}")
        if view["die_set"]:
            words.append("shield 16 is used")
    if view.get("shields_of_chateauma"):
        words.append(f"shields of the Châteauma: {' '.join(map(str, view['shields_of_chateauma']))}")
    if "double_depot" in view:
        depot = ", ".join(
            kept(f"({'/'.join(map(str, one['numbers']))}) {one['tile'] or '-'}")
            for one in view["double_depot"]
        )
        words.append(f"double tiles: {depot}")
        words.append(f"shop: {', '.join(tile or '-' for tile in view['double_shop'])}")
        words.append(f"vine tiles left: {_counts(view['vine_supply'])}")
    if view.get("doubles_of_chateauma"):
        words.append(f"double tiles of the Châteauma: {view['doubles_of_chateauma']}")
    return words


def _depot_shields(shields: dict) -> str:
    return ", ".join(
        kept(f"{number} on depot {depot}") for depot, row in shields.items() for number in row if number
    )


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(kept(f"{name} {n}") for name, n in counts.items()) or "-"


def seat_words(one: dict) -> list[str]:
    """Short statements about a seat."""
    words = []
    if "team" in one:
        words.append(f"team {one['team'] + 1}, with player {one['partner'] + 1}")
    if "border" in one:
        border = one["border"]
        if "lines" in border:
            lines = ", ".join(
                f"{posts} {n}/5" for posts, n in zip(("0-1", "0-2", "1-2"), border["lines"], strict=True)
            )
            paid = ", pair paid" if border["paid"] else ""
            words.append(f"border lines: {lines}{paid}")
        if border["tile"]:
            words.append(f"border tile: {border['tile']}")
    if one.get("shields"):
        words.append("shields: " + ", ".join(kept(f"{s['shield']} on {s['hex']}") for s in one["shields"]))
    if one.get("named") is not None:
        words.append(f"named with shield 6: player {one['named'] + 1}")
    if one.get("route"):
        left = [space for space in one["route"] if space["goods"] is None]
        spaces = ", ".join(kept(f"{space['number']} {space['bonus']}") for space in left)
        words.append(f"route, next spaces first: {spaces or '-'}")
    if one.get("route_hand"):
        words.append(f"route tiles to lay: {' '.join(map(str, one['route_hand']))}")
    if "vineyard" in one:
        planted = [space for space in one["vineyard"] if space["vines"][0]]
        vines = ", ".join(kept(f"{space['space']} {'+'.join(space['vines'])}") for space in planted)
        words.append(f"vineyard: {vines or '-'}")
        words.append(f"vine tiles: {_counts(one['vine_tiles'])}")
    return words


def shield_lines(view: dict, seat: int | None) -> list[str]:
    """Return what the shields do that lie on depots, or belong to the seat that looks."""
    numbers = {number for row in view.get("shields", {}).values() for number in row if number}
    if seat is not None:
        numbers |= {one["shield"] for one in view["seats"][seat].get("shields", ())}
    return [f"  shield {n} ({int(T.SHIELD_VP[n])} points): {SHIELD_WORDS[n - 1]}" for n in sorted(numbers)]
