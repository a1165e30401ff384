"""The modules of the box in words: plain data, lines of the table and of seats, requests."""

from __future__ import annotations

from typing import Any

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import module_tables as MT
from eurogym.envs.castles_of_burgundy.declare.components import table
from eurogym.envs.castles_of_burgundy.declare.enums import BONUS, KIND, STEP
from eurogym.envs.castles_of_burgundy.declare.module_tables import ROUTE_BONUS, VINE_BONUS
from eurogym.envs.castles_of_burgundy.rules.borders import links
from eurogym.envs.castles_of_burgundy.rules.team_duchy import partner_of, team_of, tile_at
from eurogym.envs.core.words import kept

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
SHIELD_WORDS = (
    "all livestock is one pasture",
    "1 worker whenever another player gains any",
    "tribute in workers too",
    "more storage",
    "ships also take all goods of one type",
    "the monasteries of another player count too",
    "bonus tiles count double",
    "mines pay double silver",
    "1 silver per good sold",
    "monasteries score double at the end",
    "a castle's action can be another shield",
    "goods sold score double",
    "shields score double at the end",
    "end of a phase: place a tile of a depot",
    "end of a phase: place a black tile",
    "once a turn set a die",
    "areas count as one larger",
    "tiles may be placed anywhere",
)


def bits(numbers: int, count: int) -> list[int]:
    """Members of a set of small numbers."""
    return [number for number in range(count) if int(numbers) >> number & 1]


# --- plain data -----------------------------------------------------------------------------------------------------


def stored_name(code: int) -> str | None:
    """Return what lies on a storage position: a tile, a double tile, or the other half of one."""
    if code == E.EMPTY:
        return None
    if code >= E.FIRST_BLOCKED:
        return f"half of {code - E.FIRST_BLOCKED}"
    return double_name(code - E.FIRST_DOUBLE) if code >= E.FIRST_DOUBLE else KIND.NAMES[code]


def double_name(double: int) -> str | None:
    """``red+blue``: the vines of a type of double tile; None for -1."""
    return None if double < 0 else "+".join(VINES[vine] for vine in MT.VINES_OF[double])


def storage_names(state, seat: int) -> list[str | None]:
    """Return what lies on the storage positions that a seat has."""
    spaces = E.NUM_STORAGE + int(state["more_spaces"][seat])
    return [stored_name(int(code)) for code in state["storage"][seat][:spaces]]


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
                "numbers": [v for v in range(1, E.DIE_SIDES + 1) if MT.DEPOT_POSITION[seats, v] == position],
                "tile": double_name(int(state["double_depot"][position]) - 1),
            }
            for position in range(int(MT.DEPOT_SIZE[seats]))
        ],
        "double_shop": [
            double_name(int(double) - 1) for double in state["double_shop"][: int(MT.SHOP_SIZE[seats])]
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
                "lines": [(int(MT.BORDER_LINES[line]) & covered).bit_count() for line in range(MT.NUM_POSTS)],
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
            bonus = ROUTE_BONUS.NAMES[int(MT.ROUTE_KIND[tile - 1, third])]
            spaces.append(
                {
                    "tile": int(tile) - 1,
                    "number": int(MT.ROUTE_NUMBER[tile - 1, third]),
                    "bonus": BONUS_WORDS[bonus],
                }
                | {"goods": goods or None}
            )
    return spaces


def parameters_of_module(decision: str, argument: int) -> dict[str, Any]:
    """Return what a pending decision of a module is about."""
    if decision in ("SHIELD_SPOT", "TRIBUTE", "SHIELD_TILE"):
        return {"shield": argument}
    if decision == "VINE_BONUS":
        return {"space": argument >> 2, "done": bits(argument & 3, 2)}
    if decision == "ROUTE":
        return {"spaces": [argument // 16, argument % 16]}
    if decision == "SHIELD_SPACE":
        return {"source": argument}
    return {"castle": True} if decision == "EXTRA" and argument else {}


# --- text -----------------------------------------------------------------------------------------------------------


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
    return [f"  shield {n} ({int(MT.SHIELD_VP[n])} points): {SHIELD_WORDS[n - 1]}" for n in sorted(numbers)]


def request_of_module(decision: str, what: dict) -> str | None:
    """Return a decision of a module as a request; None for one of the base game."""
    shield = what.get("shield")
    requests = {
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
    return requests.get(decision)
