"""Village in words: the state as plain data, and as a table that a person can play from.

Seats count from 0 in the data and from 1 in texts; blue slots and loop spaces count from 0, stages and generations
from 1. The data has the names of the component tables, the text those of :mod:`eurogym.envs.village.view.names`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from eurogym.envs.core.declare.arguments import check_observer
from eurogym.envs.core.words import filled, kept
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare import tables as T
from eurogym.envs.village.declare.components import RANKS, edges
from eurogym.envs.village.view.names import named, place

ROADS = [(edge["a"], edge["b"]) for edge in edges()]
SOURCES = tuple(name.replace("_", " ") for name in E.SOURCE.NAMES)
REWARDS = {
    E.REWARD.prestige: f"{T.CITY_PRESTIGE} prestige",
    E.REWARD.cubes: f"{T.CITY_CUBES} cubes of choice",
    E.REWARD.coin: f"{T.CITY_COINS} coin",
}
PRIVILEGES = (
    "the next-first-player marker",
    f"{T.PRIVILEGE_CUBES} cubes of choice",
    "a good of choice",
    f"{T.PRIVILEGE_PRESTIGE} prestige for 1 coin",
)


def seat_name(options, seat: int) -> str:
    """Return what to call a seat."""
    return f"player {seat + 1}"


def score_info(state, options) -> dict[str, Any]:
    """R19.8: the rank that the present standing means in the solo mode; nothing with several players."""
    if not options.solo:
        return {}
    points = sum(points_of(state, 0).values())
    return {"rank": max((least, name) for name, least in RANKS if points >= least)[1]}


# --- plain data ------------------------------------------------------------------------------------------------------


def tallied(names: Sequence[str], counts: Iterable) -> dict[str, int]:
    """Counts by name, those that are not zero."""
    return {name: int(count) for name, count in zip(names, counts, strict=True) if count}


def name_or_none(names: Sequence[str], number) -> str | None:
    """Return a name by its number, None for NONE."""
    return None if int(number) == E.NONE else names[int(number)]


def seat_or_none(number) -> int | None:
    """Return a seat, None for NONE."""
    return None if int(number) == E.NONE else int(number)


def generations(counts: Iterable) -> list[int]:
    """Members as their generations: ``[1, 1, 3]``."""
    return [generation + 1 for generation, count in enumerate(counts) for _ in range(int(count))]


def customer(state, tile) -> dict[str, Any] | None:
    """Return a customer with what he asks for and his points, None for an empty place."""
    tile = int(tile)
    if tile == E.NONE:
        return None
    wishes = tallied(E.WISH.NAMES, state["wishes"][tile])
    return {"customer": tile, "wishes": wishes, "points": int(state["points"][tile])}


def points_of(state, seat: int) -> dict[str, int]:
    """R16.1: where the points of a seat come from if the game ended now."""
    places = [int(count) for count in state["members"][seat].sum(axis=0)]
    remembered = sum(places[E.PLACE.chronicle : E.PLACE.chronicle + E.CATEGORY.COUNT])
    return {
        "prestige": int(state["prestige"][seat]),
        "cities": int(T.CITY_POINTS[int(state["disc"][seat].sum())]),
        "church": sum(
            int(T.CHURCH_POINTS[stage]) * places[E.PLACE.church + stage]
            for stage in range(E.NUM_CHURCH_STAGES)
        ),
        "council": sum(
            int(T.COUNCIL_POINTS[stage]) * places[E.PLACE.council + stage]
            for stage in range(E.NUM_COUNCIL_STAGES)
        ),
        "chronicle": int(T.CHRONICLE_POINTS[min(T.FULL_CHRONICLE, remembered)]),
        "customers": int(state["customer_points"][seat]),
        "coins": int(state["coins"][seat]),
    }


def mortal(state, seat: int) -> int | None:
    """R14.1: the generation of whom a death would take one, None where nobody can die."""
    for generation in range(E.NUM_GENERATIONS):
        members = state["members"][seat, generation]
        if members[: E.NUM_VISIBLE].any():
            return generation + 1
        if state["strict_lowest_invisible_saves"] and members[E.PLACE.black_bag]:
            return None
    return None


def dying_seat(state) -> int | None:
    """Return the seat whose death is being settled, or None."""
    pending = int(state["num_pending"])
    return int(state["pending_arg"][pending - 1]) if pending else None


def seat_dict(state, options, seat: int) -> dict[str, Any]:
    """One seat; everybody sees everything of it."""
    points = points_of(state, seat)
    return {
        "name": seat_name(options, seat),
        "points": sum(points.values()),
        "points_from": points,
        "cubes": tallied(E.INFLUENCE, state["cubes"][seat]),
        "coins": int(state["coins"][seat]),
        "goods": tallied(E.GOOD.NAMES, state["goods"][seat]),
        "grain": int(state["grain"][seat]),
        "time": int(state["time"][seat]),
        "to_quill": E.STEPS_PER_LAP - int(state["time"][seat]),
        "death_due": bool(state["death_due"][seat]),
        "next_to_die": mortal(state, seat),
        "discs": [city for city, disc in zip(E.CITY_NAMES, state["disc"][seat], strict=True) if disc],
        "members": {
            place: generations(state["members"][seat, :, number])
            for number, place in enumerate(E.PLACE_NAMES)
            if state["members"][seat, :, number].any()
        },
        "customers": int(state["customers"][seat]),
        "passed": bool(state["passed"][seat]),
        "last_turn": bool(state["last_turn"][seat]),
    }


def action_dict(state) -> dict[str, Any]:
    """Return the action that is being carried out: its space, where it comes from, and its parts."""
    journey = None
    edge = int(state["edge"])
    if edge != E.NONE:
        journey = {
            "generation": int(state["traveller"]) + 1,
            "from": E.PLACE_NAMES[int(state["from_place"])],
            "to": E.PLACE_NAMES[int(state["to_place"])],
            "road": list(ROADS[edge]),
            "cubes": [E.COLOUR.NAMES[int(colour)] for colour in state["edge_cubes"][edge]],
        }
    return {
        "space": name_or_none(E.SPACE.NAMES, state["action_space"]),
        "source": SOURCES[int(state["source"])],
        "journey": journey,
        "highest_privilege": int(state["privilege_stage"]),
        "cubes_to_pick": int(state["cube_picks"]),
    }


def market_dict(state) -> dict[str, Any]:
    """Customers, and the market day that is on. What lies in the stack is known, its order is not."""
    day = None
    if state["market_open"]:
        initiator = seat_or_none(state["initiator"])
        day = {
            "initiator": "Carla" if initiator is None else initiator,
            "next": int(state["market_seat"]),
            "free_sale": bool(state["first_sale"]),
            "carla_serves": bool(state["carla_serves"]),
            "served": int(state["served"]),
        }
    size = int(state["stack_size"])
    return {
        "slots": [customer(state, tile) for tile in state["slot"][: int(state["num_slots"])]],
        "queue": [customer(state, tile) for tile in state["queue"]],
        "stack_size": size,
        "stack_holds": [customer(state, tile) for tile in sorted(state["stack"][:size].tolist())],
        "market_day": day,
    }


def travel_dict(state) -> dict[str, Any]:
    """Roads with their cubes, cities with their rewards."""
    return {
        "roads": [
            {"between": list(ends), "cubes": [E.COLOUR.NAMES[int(colour)] for colour in cubes]}
            for ends, cubes in zip(ROADS, state["edge_cubes"], strict=True)
        ],
        "rewards": {
            city: REWARDS[int(reward)] for city, reward in zip(E.CITY_NAMES, state["rewards"], strict=True)
        },
    }


def carla_dict(state) -> dict[str, Any]:
    """Carla's board, members and next cube. A tile is turned up by a cube on the second space of its gap."""
    spaces = int(state["loop_spaces"])
    return {
        "rule": "die" if state["die_rule"] else "colour",
        "loop_spaces": spaces,
        "loop_next": int(state["loop_next"]),
        "tiles": [
            {
                "set": E.TILE_SETS[tile // E.TILES_PER_SET],
                "between": [(int(space) - 1) % spaces, int(space)],
                "face": E.TILE.NAMES[int(face)],
            }
            for tile, (space, face) in enumerate(zip(state["fate_space"], state["tile"], strict=True))
        ],
        "cubes": tallied(E.COLOUR.NAMES, state["carla_cubes"]),
        "last_cube": name_or_none(E.COLOUR.NAMES, state["carla_last"]),
        "last_cube_from": name_or_none(E.SPACE.NAMES, state["carla_space"]),
        "human_cube": name_or_none(E.COLOUR.NAMES, state["cube_colour"]),
        "human_cube_from": name_or_none(E.SPACE.NAMES, state["cube_space"]),
        "takes_from": name_or_none(E.SPACE.NAMES, state["forced_space"]),
        "takes_cubes": bool(state["carla_takes"]),
        "beside": generations(state["beside"]),
        "waiting": [generation + E.NUM_BESIDE for generation in generations(state["waiting"])],
        "black_bag": generations(state["carla_bag"]),
        "church": [int(generation) or None for generation in state["carla_track"]],
        "dead": int(state["carla_dead"]),
    }


def hidden_dict(state) -> dict[str, Any]:
    """Return what nobody knows: the stack, the next customer first, and which tile of each set has the quill."""
    stack = [customer(state, tile) for tile in state["stack"][: int(state["stack_size"])]]
    quills = (
        [int(state["quill"][row]) + row * E.TILES_PER_SET for row in range(E.NUM_SETS)]
        if state["solo"]
        else []
    )
    return {"stack": stack, "quills": quills}


def marker_place(state) -> str | int:
    """Return where the next-first-player marker is: the council chamber, the seat that holds it, or spent (solo)."""
    if not state["solo"]:
        holder = seat_or_none(state["marker_holder"])
        return "council_chamber" if holder is None else holder
    place = int(state["marker"])
    return 0 if place == E.MARKER.held else E.MARKER.NAMES[place]


def to_dict(state, options, seat: int | None = None) -> dict[str, Any]:
    """Return the whole state as plain data, or, with a seat, what it sees: all but what nobody knows (``hidden``)."""
    check_observer(options, seat)
    order = [E.SPACE.NAMES[int(space)] for space in state["order"]]
    seats = range(options.num_players)
    dying = dying_seat(state)
    description: dict[str, Any] = {
        "game": "village",
        "options": options.as_dict(),
        "round": int(state["round_number"]),
        "decision": E.D.NAMES[int(state["decision"])],
        "current_seat": int(state["current_seat"]),
        "turn_of": int(state["active"]),
        "first_player": int(state["first_player"]),
        "next_first_player_marker": marker_place(state),
        "action": action_dict(state),
        "death": None if dying is None else {"seat": dying, "generation": mortal(state, dying)},
        "mass": {"pieces_taken": int(state["pieces"]), "players_asked": int(state["mass_seat"])},
        "end_triggered": bool(state["end_triggered"]),
        "final_mass": bool(state["final_mass"]),
        "game_over": bool(state["done"]),
        "spaces": {
            name: tallied(E.COLOUR.NAMES, state["space"][E.SPACE.NAMES.index(name)]) for name in order
        },
        "supply": tallied(E.COLOUR.NAMES, state["supply"]),
        "green_bag": tallied(E.COLOUR.NAMES, state["bag"]),
        "setup_card": {
            "on_spaces": {name: int(state["cubes_on_space"][E.SPACE.NAMES.index(name)]) for name in order},
            "into_the_bag": tallied(E.INFLUENCE, state["cubes_added"]),
        },
        "monks": int(T.MONKS),
        "market": market_dict(state),
        "chronicle_open": {
            name: int(count) for name, count in zip(E.CATEGORY.NAMES, state["chronicle_open"], strict=True)
        },
        "cemetery_open": int(state["cemetery_open"]),
        "council_time": [int(time) for time in state["council_time"]],
        "church_grain": [int(grain) for grain in state["church_cost"]],
        "travel": travel_dict(state),
        "seats": [seat_dict(state, options, one) for one in seats],
    }
    if options.solo:
        description["carla"] = carla_dict(state) | score_info(state, options)
    return description | {"hidden": hidden_dict(state) if seat is None else None}


# --- text ------------------------------------------------------------------------------------------------------------


def to_text(state, options, seat: int | None = None) -> str:
    """Return the table in words, up to 100 columns; what nobody knows is left out. With a seat it comes first."""
    view = to_dict(state, options, seat)
    lines = [*headlines(view), *_board_lines(view), *_market_lines(view), *_place_lines(view)]
    if options.solo:
        lines += _carla_lines(view["carla"])
    for number in sorted(range(len(view["seats"])), key=lambda number: number != seat):
        lines += _seat_lines(view, number)
    return "\n".join(lines)


def headlines(view: dict) -> list[str]:
    """Return the clock, and who has to decide what."""
    names = [one["name"] for one in view["seats"]]
    if view["game_over"]:
        rank = f": {names[0]} is {view['carla']['rank']}" if "carla" in view else ""
        return [f"The game is over{rank}"]
    marker = view["next_first_player_marker"]
    first = "" if len(names) == 1 else f"   first player: {names[view['first_player']]}"
    where = names[marker] if isinstance(marker, int) else named(marker)
    lines = [f"Round {view['round']}{first}   next-first-player marker: {where}"]
    turn = f", in the turn of {names[view['turn_of']]}" if view["turn_of"] != view["current_seat"] else ""
    lines += filled(
        f"{names[view['current_seat']]} to decide: {request(view)}"
        f"{turn if view['decision'] not in ('COMPENSATION', 'PICK', 'ADVANCE') else ''}"
    )
    if view["end_triggered"]:
        waiting = ", ".join(one["name"] for one in view["seats"] if one["last_turn"]) or "nobody"
        lines += filled(f"The end of the game is triggered; a last turn still to come: {waiting}")
    return lines


def request(view: dict) -> str:
    """Return the pending decision as a request, with what it is about."""
    action, death = view["action"], view["death"] or {}
    journey = action["journey"] or {"generation": "-", "from": "-", "to": "-", "cubes": ["-", "-"]}
    day = view["market"]["market_day"] or {"free_sale": False}
    fee = "the first sale is free" if day["free_sale"] else f"a sale costs 1 green cube and {T.FEE_TIME} time"
    free = action["source"] == SOURCES[E.SOURCE.free_last_turn]
    dying = death.get("generation")
    requests = {
        "COMPENSATION": "take a cube of choice",
        "TURN": "take a cube from a space and use the space, or use the well",
        "TARGET": "use any space, free in the last turn, or do nothing"
        if free
        else "use any space, by the well",
        "HARVEST": "harvest grain, or do nothing",
        "FAMILY": "have a child, or bring a member home to the farm, or do nothing",
        "CRAFTS": "make one good or take grain to the mill, or do nothing",
        "MARKET": f"serve a customer ({fee}), or sell nothing more",
        "TRAVEL": "send or move a member, or do nothing",
        "TRAVEL_PAYMENT": f"pay for the journey from {place(journey['from'])} to "
        f"{journey['to']}: {two_cubes(journey['cubes'])}",
        "COUNCIL": "enter the council chamber, advance in it, or only use a privilege, or do nothing",
        "PRIVILEGE": f"use a privilege up to {action['highest_privilege']}, or none",
        "CUBE": f"take a cube of choice, {action['cubes_to_pick']} to take",
        "GOOD": "take a good of choice",
        "CHURCH": "send a member to the church, into the black bag, or do nothing",
        "DEATH": f"a member of generation {dying} dies: choose where",
        "PICK": f"pick own members from the black bag for 1 coin each, or nobody else "
        f"({view['mass']['pieces_taken']} of {T.PIECES_PER_MASS} pieces taken)",
        "ADVANCE": "advance members in the church for grain, or nobody else",
        "CARLA_CUBE": f"choose the cube that Carla takes from {named(view.get('carla', {}).get('takes_from') or '-')}",
    }
    return requests[view["decision"]]


def listed(counts: dict[str, int]) -> str:
    """``2 orange, 1 pink``."""
    return ", ".join(kept(f"{count} {name}") for name, count in counts.items()) or "-"


def two_cubes(colours: list[str]) -> str:
    """``2 brown``, ``orange and pink``."""
    return f"2 {colours[0]}" if colours[0] == colours[1] else " and ".join(colours)


def people(members: list[int]) -> str:
    """Members by generation: ``1 1 3``."""
    return kept(" ".join(map(str, members))) or "-"


def customer_text(tile: dict[str, Any] | None) -> str:
    """``scroll + 2 grain (4)``: wishes and points."""
    if tile is None:
        return "-"
    wishes = [name if count == 1 else f"{count} {name}" for name, count in tile["wishes"].items()]
    return kept(f"{' + '.join(wishes)} ({tile['points']})")


def _board_lines(view: dict) -> list[str]:
    """Cubes on the action spaces, clockwise, in the supply and in the green bag; the bag of the church."""
    lines = ["Cubes".ljust(18) + "".join(f"{colour:>8}" for colour in E.COLOUR.NAMES)]
    rows = view["spaces"] | {"(supply)": view["supply"], "(green bag)": view["green_bag"]}
    for name, cubes in rows.items():
        lines.append(
            f"  {named(name):<16}" + "".join(f"{cubes.get(colour, 0) or '.':>8}" for colour in E.COLOUR.NAMES)
        )
    held = [f"{view['monks']} monks"]
    for one in view["seats"]:
        if "black bag" in one["members"]:
            held.append(f"{one['name']}: {people(one['members']['black bag'])}")
    if "carla" in view and view["carla"]["black_bag"]:
        held.append(f"Carla: {people(view['carla']['black_bag'])}")
    return lines + filled(f"Black bag: {'; '.join(map(kept, held))}")


def _market_lines(view: dict) -> list[str]:
    """Customers with their points, and who is still in the market day."""
    market, names = view["market"], [one["name"] for one in view["seats"]]
    slots = ", ".join(map(customer_text, market["slots"]))
    lines = filled(f"Customers (points) on blue slots: {slots}")
    lines += filled(f"  queue, front first: {', '.join(map(customer_text, market['queue']))}")
    counts: dict[str, int] = {}
    for tile in market["stack_holds"]:
        counts[customer_text(tile)] = counts.get(customer_text(tile), 0) + 1
    held = ", ".join(text if n == 1 else kept(f"{n} x {text}") for text, n in counts.items())
    lines += filled(f"  stack, order unknown: {market['stack_size']} tiles: {held or '-'}")
    day = market["market_day"]
    if day is not None:
        by = day["initiator"] if isinstance(day["initiator"], str) else names[day["initiator"]]
        still = ", ".join(one["name"] for one in view["seats"] if not one["passed"]) or "nobody"
        carla = "; Carla serves after the first move" if day["carla_serves"] else ""
        lines += filled(f"Market day of {by}: still in: {still}; {day['served']} served so far{carla}")
    return lines


def _place_lines(view: dict) -> list[str]:
    """Chronicle, cemetery, costs and rewards of the tracks, the travel map."""
    graves = []
    for category, count in view["chronicle_open"].items():
        lying = _lying(view, f"chronicle {category}")
        graves.append(f"{named(category)} {count} open{lying}")
    lines = filled(f"Chronicle: {'; '.join(map(kept, graves))}")
    lines += filled(f"Cemetery: {view['cemetery_open']} open{_lying(view, 'cemetery')}")
    stages = [
        f"{stage} {time} time, {what}"
        for stage, (time, what) in enumerate(zip(view["council_time"], PRIVILEGES, strict=True), 1)
    ]
    lines += filled(f"Council stages and privileges: {'; '.join(map(kept, stages))}")
    grain = ", ".join(
        kept(f"{stage} for {cost} grain") for stage, cost in enumerate(view["church_grain"], 1) if stage > 1
    )
    lines += filled(f"Church stages: {grain}")
    roads = "; ".join(
        kept(f"{'-'.join(road['between'])} {two_cubes(road['cubes'])}") for road in view["travel"]["roads"]
    )
    lines += filled(f"Roads ({T.TRAVEL_TIME} time, 1 wagon and cubes): {roads}")
    cities = "; ".join(kept(f"{city} {reward}") for city, reward in view["travel"]["rewards"].items())
    return lines + filled(f"Cities: {cities}")


def _lying(view: dict, place: str) -> str:
    """Return who lies in a grave, in parentheses."""
    dead = [
        f"{one['name']}: {people(one['members'][place])}" for one in view["seats"] if place in one["members"]
    ]
    return f" ({', '.join(dead)})" if dead else ""


def _carla_lines(carla: dict) -> list[str]:
    """Carla's board: the loop with fate tiles in its gaps, her members, her next cube."""
    marks = {"hidden": "[?]", "blank": "[blank]", "quill": "[quill]"}
    spaces, following = carla["loop_spaces"], carla["loop_next"]
    covered = [0] * spaces
    for back in range(1, sum(carla["cubes"].values()) + 1):
        covered[(following - back) % spaces] += 1
    tiles = {tile["between"][1]: marks[tile["face"]] for tile in carla["tiles"]}
    path = []
    for space in range(spaces):
        path += [tiles[space]] if space in tiles else []
        path.append(f"{'>' if space == following else ''}{space}{'*' * covered[space]}")
    lines = filled(f"Carla's loop (> next cube, * cubes, [] fate tiles): {' '.join(path)}")
    last = "" if carla["last_cube"] is None else f"; the last {carla['last_cube']}"
    lines += filled(f"  cubes on it: {listed(carla['cubes'])}{last}   rule: {carla['rule']}")
    track = ", ".join(f"{stage} {member or '-'}" for stage, member in enumerate(carla["church"], 1))
    lines += filled(
        f"Carla: beside her board {people(carla['beside'])}   waiting {people(carla['waiting'])}   "
        f"black bag {people(carla['black_bag'])}   church {kept(track)}   dead {carla['dead']}"
    )
    notes = []
    if carla["human_cube"] is not None:
        notes.append(f"cube of this turn: {carla['human_cube']} from {named(carla['human_cube_from'])}")
    if carla["last_cube_from"] is not None:
        notes.append(f"her last cube came from {named(carla['last_cube_from'])}")
    if not carla["takes_cubes"]:
        notes.append("she takes no more cubes")
    return lines + (filled(f"  {'; '.join(notes)}") if notes else [])


def _seat_lines(view: dict, number: int) -> list[str]:
    """One player."""
    one = view["seats"][number]
    mark = " *" if number == view["current_seat"] and not view["game_over"] else ""
    points = ", ".join(kept(f"{name} {n}") for name, n in one["points_from"].items() if n)
    lines = filled(f"{one['name']}{mark}: {one['points']} points now{f' ({points})' if points else ''}")
    marker = " and the marker" if "carla" in view and view["next_first_player_marker"] == number else ""
    death = "   a death is due" if one["death_due"] else ""
    lines += filled(
        f"  cubes: {listed(one['cubes'])}   coins: {one['coins']}{marker}   goods: {listed(one['goods'])}   "
        + kept(f"grain: {one['grain']} of {E.MAX_GRAIN}")
    )
    lines += filled(
        f"  time {one['time']}, {one['to_quill']} to the quill{death}   customers: {one['customers']}   "
        f"discs: {', '.join(one['discs']) or '-'}"
    )
    where = "; ".join(
        kept(f"{where.replace('_', ' ')}: {people(who)}") for where, who in one["members"].items()
    )
    return lines + filled(f"  members: {where}")
