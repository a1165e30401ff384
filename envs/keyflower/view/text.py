"""Keyflower in words: the state as plain data, and as a table that a person can play from.

Cells are told by (q, r), sides from 0 = bottom, clockwise. The data has the names of the component tables, the text
those of :mod:`eurogym.envs.keyflower.view.names`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from functools import cache
from typing import Any

from eurogym.envs.core.declare.arguments import check_observer
from eurogym.envs.core.words import WIDTH, counted, filled
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare import tables as T
from eurogym.envs.keyflower.declare.components import cells, faces, tile_ids
from eurogym.envs.keyflower.declare.overrides import tiles_with
from eurogym.envs.keyflower.view import hexmap
from eurogym.envs.keyflower.view.names import named

COST_NAMES = (*E.RESOURCE.NAMES, "any")
SKILL_COST_NAMES = (*E.SKILL.NAMES, "any")
PLACING = (E.D.PLACE_TILE, E.D.PLACE_CELL, E.D.PLACE_ROT)


def seat_name(options, seat: int) -> str:
    """Return what to call a seat."""
    return f"player {seat + 1}"


# --- words for tiles ---------------------------------------------------------------------------------------------


def counts(values, names) -> dict[str, int]:
    """Return what there is by name, without zeros."""
    return {name: int(count) for name, count in zip(names, values, strict=False) if count}


def listed(found: dict[str, int], joiner: str = " ") -> str:
    """``2 red 1 green``, or ``-``."""
    return joiner.join(f"{count} {name}" for name, count in found.items()) or "-"


def effect_text(tile: int, face: int, side: int = 0, overrides: str | None = None) -> str:
    """Return what a tile does or scores on its front (0) or back (1); ``side`` of a summer boat; with replaced
    numbers.
    """
    row = tiles_with(overrides)[tile]
    if 0 <= tile - E.FIRST_SUMMER_BOAT < E.NUM_SUMMER_BOATS:
        shown = row["side_b" if side else "side_a"]
        return f"{shown['id']}: {shown['text']}"
    if tile >= E.FIRST_BOAT:
        return _boat_text(row["winter_scoring"])
    if tile >= E.FIRST_TURN_ORDER:
        each = counted(row["scoring"]["vp"], "point")
        return f"earlier choice of a boat; in the village {each} per adjacent tile"
    shown = faces(row)[face]
    words = [_action_text(tile, face, shown["action"]), _scoring_text(shown)]
    if shown["vp"]:
        words.append(counted(shown["vp"], "point"))
    return ", ".join(word for word in words if word) or "nothing"


def _action_text(tile: int, face: int, action: dict) -> str:
    effect, draws = int(T.EFFECT[tile, face]), int(T.DRAWS[tile, face])
    gain = listed(gained(action), " + ")
    if effect == E.KIND.transport_upgrade:
        return f"transport {T.TRANSPORT[tile, face]}, {counted(int(T.ALLOWANCE[tile, face]), 'upgrade')}"
    workers, skills = counted(draws, "worker"), counted(draws, "skill tile")
    return {
        E.KIND.none: "",
        E.KIND.gain_resources: gain,
        E.KIND.gain_resource_choice: "1 wood, stone or iron",
        E.KIND.draw_workers: f"draw {workers}",
        E.KIND.draw_skills: f"draw {skills}",
        E.KIND.skill_for_resources: f"{E.SKILL.NAMES[T.PAID_SKILL[tile]]} -> {gain}",
        E.KIND.skill_for_workers: f"any skill -> draw {workers}",
        E.KIND.skill_for_skills: f"any skill -> draw {skills}",
        E.KIND.worker_for_green: f"1 {E.COLOUR.NAMES[T.PAID_COLOUR[tile]]} worker -> {draws} green",
        E.KIND.worker_for_workers: f"any worker -> draw {workers}",
    }[effect]


def gained(action: dict) -> dict[str, int]:
    """Resources that an action brings, by name."""
    found = action.get("resources", {})
    return {name: found[name] for name in E.RESOURCE.NAMES if found.get(name)}


def _boat_text(scoring: dict) -> str:
    """Return what a boat scores in winter, by its row in components.json."""
    points = counted(scoring.get("vp", 0), "point")
    chain = scoring.get("vp_by_chain_length", [0])
    return {
        "vp_per_transport_capacity": f"{points} per transport printed in the village, "
        f"doubled with {scoring.get('doubled_by')}",
        "vp_per_tile_on_road_loop": f"{points} per tile on the best closed walk of roads",
        "river_chain": f"{', '.join(map(str, chain))} points for 0 to {len(chain) - 1} boats "
        "in line from the water of the home",
        "fixed_plus_free_upgrade": f"{points} and a free upgrade",
        "fixed": points,
        "per_item": f"{points} per worker not counted elsewhere",
    }[scoring["type"]]


def _scoring_text(face: dict) -> str:
    scoring = face.get("scoring", {"type": "fixed"})
    points = counted(scoring.get("vp", scoring.get("vp_each", 0)), "point")
    if scoring["type"] == "score_resources_on_tile":
        kind = "resource" if scoring["resource"] == "any" else scoring["resource"]
        return f"{points} per {kind} on it"
    if scoring["type"] == "per_item":
        return f"{points} per {scoring['item']}"
    if scoring["type"] == "per_set":
        gold = ", gold for any" if scoring.get("gold_substitutes") else ""
        return f"{points} per set of {' + '.join(scoring['set'])}{gold}"
    if scoring["type"] == "per_item_of_one_type":
        return f"{points} per {scoring['category']} of one kind"
    if scoring["type"] == "per_n_any":
        return f"{points} per {counted(scoring['n'], scoring['category'])}"
    return ""


def cost_text(tile: int, overrides: str | None = None) -> str:
    """Return what an upgrade costs: ``1 wood + 1 saw``; empty where there is none."""
    if T.UPGRADE_RANK[tile] == E.NONE:
        return ""
    cost = tiles_with(overrides)[tile]["upgrade_cost"]
    resources = [*(cost["resources"].get(name, 0) for name in E.RESOURCE.NAMES), cost["any_resource"]]
    skills = [*(cost["skills"].get(name, 0) for name in E.SKILL.NAMES), cost["any_skill"]]
    units = counts(resources, (*E.RESOURCE.NAMES, "any resource")) | counts(
        skills, (*E.SKILL.NAMES, "any skill")
    )
    return listed(units, " + ")


def edges_text(tile: int) -> str:
    """Return the sides of a tile by name: ``bottom road, lower left field, ...``."""
    edges = (E.LAND.NAMES[edge] for edge in T.EDGE[tile, 0])
    return ", ".join(f"{name} {edge}" for name, edge in zip(hexmap.SIDE_NAMES, edges, strict=True))


# --- plain data --------------------------------------------------------------------------------------------------


def _name(tile) -> str | None:
    return None if int(tile) == E.NONE else tile_ids()[int(tile)]


def _seat(number) -> int | None:
    return None if int(number) == E.NONE else int(number)


def _kind(number, names) -> str | None:
    return None if int(number) == E.NONE else names[int(number)]


def tile_dict(state, tile: int) -> dict[str, Any]:
    """Return a tile on the table: side up, resources, workers on it and their last use."""
    described: dict[str, Any] = {
        "tile": _name(tile),
        "upgraded": bool(state["upgraded"][tile]),
        "resources": counts(state["stock"][tile], E.RESOURCE.NAMES),
        "workers": counts(state["on_tile"][tile], E.COLOUR.NAMES),
        "last_use": int(state["last_use"][tile]),
        "uses": int(state["uses"][tile]),
        "colour": _kind(state["tile_colour"][tile] - 1, E.COLOUR.NAMES),
    }
    if 0 <= tile - E.FIRST_SUMMER_BOAT < E.NUM_SUMMER_BOATS:
        described["side"] = "ab"[int(state["side"][tile - E.FIRST_SUMMER_BOAT])]
    return described


def _auction_dict(state, tile: int) -> dict[str, Any]:
    """Return a tile in the auction with the bids beside it by seat."""
    rank = tile - E.FIRST_AUCTIONED
    bids = {
        seat: counts(state["bids"][seat, rank], E.COLOUR.NAMES) for seat in range(int(state["num_seats"]))
    }
    return tile_dict(state, tile) | {
        "bids": {str(seat): bid for seat, bid in bids.items() if bid},
        "leader": _seat(state["leader"][rank]),
    }


def owned_tiles(state, seat: int, place: int) -> list[int]:
    """Tiles of a seat in the village, to be placed, or set aside."""
    return [
        tile for tile in range(E.NUM_TILES) if state["owned"][seat, tile] and state["place"][tile] == place
    ]


def cell_of(state, tile: int) -> tuple[int, int]:
    """Return where a tile of a village lies."""
    return cells()[int(state["tile_cell"][tile])]


def _seat_dict(state, options, seat: int, to_move: bool, seen: bool) -> dict[str, Any]:
    """Return a seat; what lies behind its screen only if it is seen."""
    village = [
        tile_dict(state, tile)
        | {"cell": list(cell_of(state, tile)), "rotation": int(state["rotation"][tile])}
        for tile in owned_tiles(state, seat, E.PLACE.VILLAGE)
    ]
    dealt = [int(tile) for tile in state["dealt"][seat] if tile != E.NONE]
    offered = [_name(tile) for slot, tile in enumerate(dealt) if int(state["offer"][seat]) >> slot & 1]
    return {
        "name": seat_name(options, seat),
        "to_move": to_move,
        "screen": counts(state["screen"][seat], E.COLOUR.NAMES) if seen else None,
        "screen_size": int(state["screen"][seat].sum()),
        "screen_known": counts(state["screen_known"][seat], E.COLOUR.NAMES),
        "screen_not_green": int(
            state["screen_plain"][seat]
        ),  # of the workers nobody has seen, surely not green
        "skills": counts(state["skills"][seat], E.SKILL.NAMES) if seen else None,
        "skill_count": int(state["skills"][seat].sum()),
        "skills_known": counts(state["skills_known"][seat], E.SKILL.NAMES),
        "winter_tiles": [_name(tile) for tile in dealt] if seen else None,
        "winter_tile_count": len(dealt),
        "offered": offered if seen else None,
        "has_boat": bool(state["has_boat"][seat]),
        "abilities": [
            E.ABILITIES[number] for number in range(E.ABILITY.COUNT) if state["ability"][seat, number]
        ],
        "home": _name(state["home"][seat]),
        "village": village,
        "to_place": [tile_dict(state, tile) for tile in owned_tiles(state, seat, E.PLACE.TO_PLACE)],
        "set_aside": [tile_dict(state, tile) for tile in owned_tiles(state, seat, E.PLACE.SET_ASIDE)],
        "printed_points": sum(
            int(state["points"][tile, state["upgraded"][tile]])
            for tile in owned_tiles(state, seat, E.PLACE.VILLAGE)
        ),
    }


def _placement(state, seen: bool) -> dict[str, Any] | None:
    """Return the placement of workers being made; what comes from the screen only if it is seen."""
    if int(state["decision"]) not in (E.D.COLOUR, E.D.SOURCE, E.D.SOURCE4B):
        return None
    room = int(state["room"])
    return {
        "kind": "use" if state["is_use"] else "bid",
        "colour": _kind(state["colour"], E.COLOUR.NAMES),
        "need": int(state["need"]),
        "room": None if room == E.NO_LIMIT else room,
        "from_groups": counts(state["taken_groups"], E.COLOUR.NAMES),
        "from_screen": counts(state["taken_screen"], E.COLOUR.NAMES) if seen else None,
        "last_group": _name(
            E.NONE if state["last_rank"] == E.NONE else state["last_rank"] + E.FIRST_AUCTIONED
        ),
        "screen_colour": _kind(state["screen_colour"], E.COLOUR.NAMES) if seen else None,
    }


def _effect(state) -> dict[str, Any]:
    """Transport and upgrade under way."""
    return {
        "transport_left": int(state["capacity"]),
        "upgrades_left": int(state["allowance"]),
        "from": _name(state["source_tile"]),
        "resource": _kind(state["resource"], E.RESOURCE.NAMES),
        "upgrading": _name(state["upgrading"]),
        "resources_to_pay": counts(state["units_left"], COST_NAMES),
        "skills_to_pay": counts(state["skills_left"], SKILL_COST_NAMES),
    }


def _hidden(state) -> dict[str, Any]:
    """Return what nobody knows, or only the one behind whose screen it is: bag, pile, tiles to come."""
    seats = range(int(state["num_seats"]))
    return {
        "bag": counts(state["bag"], E.COLOUR.NAMES),
        "pile": counts(state["pile"], E.SKILL.NAMES),
        "screens": [counts(state["screen"][seat], E.COLOUR.NAMES) for seat in seats],
        "skills": [counts(state["skills"][seat], E.SKILL.NAMES) for seat in seats],
        "decks": {
            season: [_name(tile) for tile in state["deck"][number]]
            for number, season in enumerate(E.SEASON.NAMES[: E.SEASON.winter])
        },
        "winter_tiles": [[_name(tile) for tile in state["dealt"][seat] if tile != E.NONE] for seat in seats],
        "offers": [[slot for slot in range(3) if int(state["offer"][seat]) >> slot & 1] for seat in seats],
    }


def to_dict(state, options, seat: int | None = None) -> dict[str, Any]:
    """Return the state as plain JSON-able data, or what one seat knows of it (14.4).

    With a seat, ``screen``, ``skills``, ``winter_tiles`` and ``offered`` of the others are None, and so is
    ``hidden``; sizes and what all know of them stay.
    """
    check_observer(options, seat)
    seats = range(int(state["num_seats"]))
    mover = int(state["current_seat"])
    auction = [tile for tile in range(E.NUM_TILES) if state["place"][tile] == E.PLACE.AUCTION]
    return {
        "game": "keyflower",
        "options": options.as_dict(),
        "season": E.SEASON.NAMES[int(state["season"])],
        "turns": int(state["turns"]),
        "passes": int(state["passes"]),
        "decision": E.D.NAMES[int(state["decision"])],
        "current_seat": mover,
        "active_seat": int(state["active"]),
        "game_over": bool(state["done"]),
        "start_seat": int(state["purple"]),
        "purple_won": bool(state["purple_won"]),
        "target": _name(state["target"]),
        "placement": _placement(state, seat is None or seat == mover),
        "effect": _effect(state),
        "turn_order_winners": [_seat(winner) for winner in state["order_winner"]],
        "placing": _name(state["placing"]),
        "cell": None if state["cell"] == E.NONE else list(cells()[int(state["cell"])]),
        "auction": [_auction_dict(state, tile) for tile in auction],
        "boats": [
            {
                "boat": _name(E.FIRST_BOAT + boat),
                "workers": counts(state["boat_workers"][boat], E.COLOUR.NAMES),
                "skills": counts(state["boat_skills"][boat], E.SKILL.NAMES),
                "free": bool(state["boat_open"][boat]),
            }
            for boat in range(int(T.BOATS[len(seats)]))
        ],
        "supply": {name: int(state["supply"][number]) for number, name in enumerate(E.RESOURCE.NAMES)},
        "green_supply": int(state["green_supply"]),
        "bag_size": int(state["bag"].sum()),
        "pile_size": int(state["pile"].sum()),
        "seats": [
            _seat_dict(state, options, one, one == mover and not state["done"], seat is None or seat == one)
            for one in seats
        ],
        "hidden": _hidden(state) if seat is None else None,
    }


# --- text ----------------------------------------------------------------------------------------------------------


def to_text(state, options, seat: int | None = None, drawn: bool = True) -> str:
    """Return the table in words and the villages drawn, up to 100 columns, as one seat knows it; None: with all
    secrets.

    With ``drawn=False`` tiles are listed with what lies beside them, for readers who cannot see a drawing.
    """
    view = to_dict(state, options, seat)
    lines = [*_headlines(state, view), *_auction_lines(view), *_boat_lines(view)]
    for number, one in enumerate(view["seats"]):
        lines += _seat_lines(view, number, one)
    hidden = view["hidden"]
    if hidden is not None:
        lines += filled(f"In the bag: {listed(hidden['bag'])}   in the pile: {listed(hidden['pile'])}")
    if not drawn:
        return "\n".join([*lines, *_villages_listed(state, view, seat)])
    lines += ["", "Sides: # road, ~ water, lines field, + road against field, x against water; * upgraded"]
    lines += ["On tiles: w wood, s stone, i iron, g gold; empty cells: where the tile to place fits"]
    lines += hexmap.side_by_side(_drawings(state, view, seat))
    return "\n".join(lines)


def overrides_of(view: dict) -> str | None:
    """Return the tables that the options replace."""
    return view["options"]["data_overrides"]


def _row(name: str, text: str) -> list[str]:
    """Return a tile with what is to be said of it."""
    indent = " " * 20
    return textwrap.wrap(
        f"  {name:<17} {text}", WIDTH, subsequent_indent=indent, break_on_hyphens=False, drop_whitespace=True
    )


def _player(view: dict, seat: int) -> str:
    return view["seats"][seat]["name"]


def _headlines(state, view: dict) -> list[str]:
    """Return the clock, who has to decide what, and the supplies."""
    supply = ", ".join(f"{count} {name}" for name, count in view["supply"].items())
    stocks = filled(
        f"Supply: {supply}, {view['green_supply']} green workers; "
        f"{view['bag_size']} workers in the bag, {view['pile_size']} skill tiles in the pile"
    )
    if view["game_over"]:
        return ["The game is over", *stocks]
    return [
        f"{view['season'].capitalize()}, turn {view['turns'] + 1}, {view['passes']} passed one after another; "
        f"{_player(view, view['start_seat'])} has the purple worker",
        *filled(f"{_player(view, view['current_seat'])} to decide: {request(state, view)}"),
        *stocks,
    ]


def request(state, view: dict) -> str:
    """Return the pending decision as a request."""
    target, effect, placing = named(view["target"]), view["effect"], view["placing"]
    source, upgrading = named(effect["from"]), named(effect["upgrading"])
    placement = view["placement"]
    work = ""
    if placement is not None:
        place = f"{'on' if placement['kind'] == 'use' else 'beside'} {target}"
        number = f"{placement['need']}" + (f" to {placement['room']}" if placement["room"] else " or more")
        taken = placement["from_groups"]
        work = f"{number} {placement['colour'] or ''} workers {place}".replace("  ", " ")
        work += f", so far {listed(taken)} of your groups" if taken else ""
        if placement["from_screen"]:
            work += f" and {listed(placement['from_screen'])} from behind your screen"
        if placement["screen_colour"]:
            work += f"; now {placement['screen_colour']}"
    if view["decision"] == "PAY_SKILL" and effect["upgrading"]:
        target = f"the upgrade of {upgrading}"
    turned = ""
    if placing is not None:
        turned = f"{named(placing)} ({edges_text(int(state['placing']))})"
    return {
        "MAIN": "bid for a tile, use a tile, or pass",
        "COLOUR": f"choose the colour of {work}",
        "SOURCE": f"{work}: move losing groups, then add workers from behind your screen",
        "SOURCE4B": f"{work}: move losing groups, then add workers from behind your screen, colour by colour",
        "PAY_WORKER": f"choose the worker paid for {target}",
        "PAY_SKILL": f"choose the skill paid for {target}",
        "CHOOSE_RES": "choose a resource",
        "TRANSPORT_SRC": f"choose the tile that a resource leaves, {effect['transport_left']} steps left, or stop",
        "TRANSPORT_RES": f"choose the resource that leaves {source}",
        "TRANSPORT_DIR": f"choose where {effect['resource']} goes from {source}",
        "UPGRADE": f"upgrade a tile, {effect['upgrades_left']} left, or stop",
        "PAY_RES": f"pay for the upgrade of {upgrading}, still {listed(effect['resources_to_pay'])}",
        "BOAT": "choose a boat",
        "WINTER_SELECT": "choose which of your winter tiles enter the auction",
        "PLACE_TILE": "choose the tile to place next",
        "PLACE_CELL": f"choose the cell of {turned}",
        "PLACE_ROT": f"turn {turned} on cell {','.join(map(str, view['cell'] or ()))}",
        "FREE_UPGRADE": "upgrade a tile for free, or stop",
    }[view["decision"]]


def tile_text(described: dict, overrides: str | None = None) -> str:
    """Return a tile on the table: effect now, upgrade, resources, workers; with replaced numbers."""
    tile = tile_ids().index(described["tile"])
    words = [effect_text(tile, int(described["upgraded"]), int(described.get("side") == "b"), overrides)]
    if described["upgraded"]:
        words.append("upgraded")
    elif cost := cost_text(tile, overrides):
        words.append(f"[upgrade {cost} => {effect_text(tile, 1, overrides=overrides)}]")
    if described["resources"]:
        words.append(f"holds {listed(described['resources'])}")
    if described["workers"]:
        words.append(f"on it {listed(described['workers'])}, last use {described['last_use']}")
    if described["colour"]:
        words.append(f"colour {described['colour']}")
    return "; ".join(words)


def _auction_lines(view: dict) -> list[str]:
    """Tiles in the auction with their bids."""
    lines = ["Auction"]
    for described in view["auction"]:
        lines += _row(named(described["tile"]), tile_text(described, overrides_of(view)))
        bids = [
            f"{_player(view, int(seat))} {listed(bid)}{' leads' if int(seat) == described['leader'] else ''}"
            for seat, bid in described["bids"].items()
        ]
        lines += _row("", f"bids: {', '.join(bids)}") if bids else []
    winners = [
        f"Turn Order {number + 1} {_player(view, seat)}"
        for number, seat in enumerate(view["turn_order_winners"])
        if seat is not None
    ]
    return lines + (filled(f"Turn order won: {', '.join(winners)}") if winners else [])


def _boat_lines(view: dict) -> list[str]:
    """Boats with their cargo; in winter with what they score."""
    lines = ["Boats"]
    for boat in view["boats"]:
        if not boat["free"]:
            text = "taken"
        elif view["season"] == "winter":
            text = effect_text(tile_ids().index(boat["boat"]), 0, overrides=overrides_of(view))
        else:
            text = f"{listed(boat['workers'])}; {listed(boat['skills'])}"
        lines += _row(named(boat["boat"]), text)
    return lines


def _known(size: int, known: dict[str, int], exact: dict[str, int] | None) -> str:
    if exact is not None:
        return listed(exact)
    return f"{size}{f' (among them {listed(known)})' if known else ''}"


def _seat_lines(view: dict, number: int, one: dict) -> list[str]:
    """One seat: screen, abilities, tiles."""
    marks = " (purple)" if number == view["start_seat"] else ""
    marks += " *" if one["to_move"] else ""
    facts = [
        f"{one['name']}{marks}: workers {_known(one['screen_size'], one['screen_known'], one['screen'])}",
        f"skills {_known(one['skill_count'], one['skills_known'], one['skills'])}",
        f"printed points {one['printed_points']}",
    ]
    if one["abilities"]:
        facts.append(f"abilities {' '.join(one['abilities'])}")
    lines = ["", *filled("   ".join(facts))]
    if one["winter_tiles"]:
        for name in one["winter_tiles"]:
            words = effect_text(tile_ids().index(name), 0, overrides=overrides_of(view))
            lines += _row(named(name), f"winter tile: {words}")
        if one["offered"]:
            lines += filled(f"  offered: {', '.join(map(named, one['offered']))}")
    elif one["winter_tile_count"]:
        lines += filled(f"  winter tiles: {one['winter_tile_count']}")
    for described in one["village"]:
        lines += _row(
            f"{named(described['tile'])} {described['cell'][0]},{described['cell'][1]}",
            tile_text(described, overrides_of(view)),
        )
    for name, where in (("to place", "to_place"), ("set aside", "set_aside")):
        for described in one[where]:
            lines += _row(named(described["tile"]), f"{name}: {tile_text(described, overrides_of(view))}")
    return lines


@cache
def cell_numbers() -> dict[tuple[int, int], int]:
    """Return the number of each cell (q, r)."""
    return {cell: number for number, cell in enumerate(cells())}


def open_cells(filled: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Empty cells next to filled ones, in the order of the CELL actions."""
    taken = set(filled)
    near = {hexmap.across(cell, side) for cell in taken for side in range(E.NUM_SIDES)}
    return [cell for cell in cells() if cell in near - taken]


def neighbours(state, seat: int, cell: tuple[int, int]) -> list[tuple[int, int, int]]:
    """Side, tile and facing edge of what surrounds a cell of a village."""
    found = []
    for side in range(E.NUM_SIDES):
        near = cell_numbers().get(hexmap.across(cell, side))
        other = E.NONE if near is None else int(state["grid"][seat, near]) - 1
        if other != E.NONE:
            facing = int(T.EDGE[other, int(state["rotation"][other]), (side + 3) % E.NUM_SIDES])
            found.append((side, other, facing))
    return found


def open_places(state, seat: int, village: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the empty cells that the pending decision is about: where the tile fits, or where it was put down."""
    if state["decision"] == E.D.PLACE_ROT:
        return [cells()[int(state["cell"])]]
    near = open_cells(village)
    if state["decision"] == E.D.PLACE_TILE:
        return near
    any_edges = bool(state["ability"][seat, E.ABILITY.boat_2a])
    turned = T.EDGE[int(state["placing"])]
    return [
        cell
        for cell in near
        if any_edges
        or any(all(row[side] == edge for side, _, edge in neighbours(state, seat, cell)) for row in turned)
    ]


def _villages_listed(state, view: dict, seat: int | None) -> list[str]:
    """Return the villages as lists: of each tile its roads and water, and the tiles beside it."""
    lines = ["", "Sides that are not named are fields without a tile beside them"]
    for number in sorted(range(len(view["seats"])), key=lambda number: number != seat):
        lines.append(f"Village of {view['seats'][number]['name']}")
        village = owned_tiles(state, number, E.PLACE.VILLAGE)
        for tile in village:
            cell, edges = cell_of(state, tile), T.EDGE[tile, int(state["rotation"][tile])]
            beside = {side: other for side, other, _ in neighbours(state, number, cell)}
            sides = [
                f"{name} {E.LAND.NAMES[int(edges[side])]}"
                + (f" to {named(tile_ids()[beside[side]])}" if side in beside else "")
                for side, name in enumerate(hexmap.SIDE_NAMES)
                if side in beside or edges[side] != E.LAND.field
            ]
            lines += filled(f"  {named(tile_ids()[tile])} {cell[0]},{cell[1]}: {', '.join(sides)}")
        if int(state["decision"]) in PLACING and view["seats"][number]["to_move"]:
            places = open_places(
                state, number, map(cells().__getitem__, state["tile_cell"][village].tolist())
            )
            lines += filled(f"  cells for the tile: {', '.join(f'{q},{r}' for q, r in places)}")
    return lines


def _drawings(state, view: dict, seat: int | None) -> list[list[str]]:
    """Return the villages, that of the seat that looks first; empty cells where a tile can be placed."""
    drawn = []
    for number in sorted(range(len(view["seats"])), key=lambda number: number != seat):
        village: dict[tuple[int, int], tuple[int, int]] = {}
        words: dict[tuple[int, int], tuple[str, str]] = {}
        for tile in owned_tiles(state, number, E.PLACE.VILLAGE):
            cell = cell_of(state, tile)
            boat = tile - E.FIRST_SUMMER_BOAT
            side = "ab"[int(state["side"][boat])] if 0 <= boat < E.NUM_SUMMER_BOATS else ""
            village[cell] = tile, int(state["rotation"][tile])
            name = hexmap.short_name(tile, bool(state["upgraded"][tile]), side)
            words[cell] = name, hexmap.stock_word(state["stock"][tile])
        places = int(state["decision"]) in PLACING and view["seats"][number]["to_move"]
        title = f"Village of {view['seats'][number]['name']}"
        shown = open_places(state, number, village) if places else []
        drawn.append([title, *hexmap.draw(village, words, shown)])
    return drawn
