"""Action texts of Keyflower with what they mean just now."""

from __future__ import annotations

import re
from collections.abc import Iterator

from envs.core.words import counted
from envs.keyflower import enums as E
from envs.keyflower import hexmap
from envs.keyflower import tables as T
from envs.keyflower.components import cells, tile_ids
from envs.keyflower.text import (
    cell_of,
    cost_text,
    counts,
    decision_name,
    effect_text,
    listed,
    neighbours,
    seat_name,
)

TRANSPORT = ("TRANSPORT_SRC", "TRANSPORT_RES", "TRANSPORT_DIR")


def explain(state, options, text: str) -> str:
    """An action text with what it means just now: ``bid keywood (1 wood; player 2 leads with 3 red; needs 4)``.

    Unchanged where there is nothing to add. Says nothing that the seat to move does not know.
    """
    verb, *rest = text.split()
    if verb.isdigit():
        words = _screen(state, options, int(verb))
    else:
        words = _EXPLAIN[verb](state, options, [int(n) for n in re.findall(r"-?\b\d+\b", text)], rest[-1:])
    said = "; ".join(word for word in words if word)
    return f"{text} ({said})" if said else text


def announce(state, options, text: str) -> str:
    """An action text as the other seats hear it: nothing of what lies behind the screen or in the hand."""
    verb = text.split()[0]
    if verb == "offer":
        return "offer winter tiles"
    if verb.isdigit() and decision_name(state) == "SOURCE4B":
        return "some from the screen"  # how many of which colour shows when the group is complete
    return text if verb.isdigit() or verb in ("colour", "skill") else explain(state, options, text)


def _mover(state) -> int:
    return int(state["current_seat"])


def _tile(rest) -> int:
    return tile_ids().index(rest[0])


def _face(state, tile: int) -> str:
    """What a tile does on the side that is up."""
    boat = tile - E.FIRST_SUMMER_BOAT
    side = int(state["side"][boat]) if 0 <= boat < E.NUM_SUMMER_BOATS else 0
    return effect_text(tile, int(state["upgraded"][tile]), side)


def _colour_of(state, tile: int) -> str:
    colour = int(state["tile_colour"][tile]) - 1
    return "" if colour == E.NONE else f" {E.COLOURS[colour]}"


def _bid(state, options, numbers, rest) -> Iterator[str]:
    tile = _tile(rest)
    rank, seat = tile - E.FIRST_AUCTIONED, _mover(state)
    leader = int(state["leader"][rank])
    own, largest = int(state["bids"][seat, rank].sum()), 0
    for other in range(int(state["num_seats"])):
        if other != seat:
            largest = max(largest, int(state["bids"][other, rank].sum()))
    yield _face(state, tile)
    if leader == seat:
        yield f"own {own}{_group_colour(state, seat, rank)} lead"
    elif leader != E.NONE:
        size = int(state["bids"][leader, rank].sum())
        yield f"{seat_name(options, leader)} leads with {size}{_group_colour(state, leader, rank)}"
        yield f"own group {own}" if own else ""
    else:
        yield "no bids"
    colour = _group_colour(state, seat, rank) or _colour_of(state, tile)
    yield f"needs {max(1, largest + 1 - own)}{colour}"


def _group_colour(state, seat: int, rank: int) -> str:
    return "".join(f" {name}" for name in counts(state["bids"][seat, rank], E.COLOURS))


def _use(state, options, numbers, rest) -> Iterator[str]:
    tile, seat = _tile(rest), _mover(state)
    yield _face(state, tile)
    if state["place"][tile] == E.AUCTION:
        yield "in the auction"
    else:
        owners = [other for other in range(int(state["num_seats"])) if state["owned"][other, tile]]
        yield from ("own" if one == seat else f"of {seat_name(options, one)}" for one in owners)
    room = E.ROOM_ON_TILE - int(state["on_tile"][tile].sum())
    need = int(state["last_use"][tile]) + 1
    yield f"needs {need}{_colour_of(state, tile)}, room for {room}" if need <= room else "full"
    if T.EFFECT[tile, state["upgraded"][tile]] == E.EFFECT_TRANSPORT and state["ability"][seat, E.BOAT_2B]:
        yield "doubled by 2b"


def _colour(state, options, numbers, rest) -> Iterator[str]:
    colour, seat = E.COLOURS.index(rest[0]), _mover(state)
    yield f"{int(state['screen'][seat, colour])} behind the screen"
    if decision_name(state) == "COLOUR":
        losing = sum(
            int(state["bids"][seat, rank, colour])
            for rank in range(E.NUM_AUCTIONED)
            if state["leader"][rank] not in (E.NONE, seat)
        )
        yield f"{losing} in losing groups" if losing else ""


def _take(state, options, numbers, rest) -> Iterator[str]:
    rank = _tile(rest) - E.FIRST_AUCTIONED
    group = counts(state["bids"][_mover(state), rank], E.COLOURS)
    yield listed(group) if group else ""


def _screen(state, options, count: int) -> Iterator[str]:
    decision, seat = decision_name(state), _mover(state)
    if decision not in ("SOURCE", "SOURCE4B"):
        return
    colour = int(state["colour"])
    if decision == "SOURCE4B":
        colour = int(state["screen_colour"])
        held = [number for number in range(E.NUM_COLOURS) if state["screen"][seat, number]]
        colour = held[0] if colour == E.NONE and held else colour
    if colour != E.NONE:
        yield f"{E.COLOURS[colour]}, {int(state['screen'][seat, colour])} there"
    total = int(state["taken_groups"].sum() + state["taken_screen"].sum()) + count
    yield f"{counted(total, 'worker')} {'on' if state['is_use'] else 'beside'} {tile_ids()[int(state['target'])]}"


def _skill(state, options, numbers, rest) -> Iterator[str]:
    yield f"{int(state['skills'][_mover(state), E.SKILLS.index(rest[0])])} behind the screen"


def _resource(state, options, numbers, rest) -> Iterator[str]:
    resource, decision = E.RESOURCES.index(rest[0]), decision_name(state)
    if decision == "CHOOSE_RES":
        yield f"{int(state['supply'][resource])} in the supply"
        return
    tile = int(state["upgrading"] if decision == "PAY_RES" else state["source_tile"])
    if tile != E.NONE:
        yield f"{int(state['stock'][tile, resource])} on {tile_ids()[tile]}"


def _tile_action(state, options, numbers, rest) -> Iterator[str]:
    tile, decision = _tile(rest), decision_name(state)
    if decision in TRANSPORT:
        yield listed(counts(state["stock"][tile], E.RESOURCES))
    elif decision == "PLACE_TILE":
        yield _face(state, tile)


def _direction(state, options, numbers, rest) -> Iterator[str]:
    yield hexmap.SIDE_NAMES[numbers[0]]
    tile, seat = int(state["source_tile"]), _mover(state)
    if tile != E.NONE:
        cell = T.NEIGHBOUR[int(state["tile_cell"][tile]), numbers[0]]
        other = E.NONE if cell == E.NONE else int(state["grid"][seat, cell]) - 1
        if other != E.NONE:
            yield "to {} {},{}".format(tile_ids()[other], *cell_of(state, other))


def _cell(state, options, numbers, rest) -> Iterator[str]:
    touched = (
        f"{hexmap.SIDE_NAMES[side]} {tile_ids()[tile]} {E.EDGES[edge]}"
        for side, tile, edge in neighbours(state, _mover(state), (numbers[0], numbers[1]))
    )
    yield ", ".join(touched)


def _rotate(state, options, numbers, rest) -> Iterator[str]:
    if E.NONE in (state["placing"], state["cell"]):
        return
    shown = T.EDGE[int(state["placing"]), numbers[0]]
    around = neighbours(state, _mover(state), cells()[int(state["cell"])])
    touched = []
    for side, other, edge in around:
        own = int(shown[side])
        against = "" if own == edge else f" against {E.EDGES[edge]}"
        touched.append(f"{hexmap.SIDE_NAMES[side]} {E.EDGES[own]}{against} to {tile_ids()[other]}")
    yield ", ".join(touched)
    touching = [side for side, _, _ in around]
    free = (side for side in range(E.NUM_SIDES) if side not in touching and shown[side] != E.FIELD)
    words = (f"{hexmap.SIDE_NAMES[side]} {E.EDGES[int(shown[side])]}" for side in free)
    yield f"open: {', '.join(words) or 'fields'}"


def _stop(state, options, numbers, rest) -> Iterator[str]:
    if decision_name(state) == "TRANSPORT_SRC":
        yield f"{counted(int(state['capacity']), 'step')} left"
    elif decision_name(state) == "UPGRADE":
        yield f"{counted(int(state['allowance']), 'upgrade')} left"
    else:
        yield "no upgrade"


def _upgrade(state, options, numbers, rest) -> Iterator[str]:
    tile = _tile(rest)
    yield "free" if decision_name(state) == "FREE_UPGRADE" else f"for {cost_text(tile)}"
    yield f"then {effect_text(tile, 1)}"


def _board(state, options, numbers, rest) -> Iterator[str]:
    boat = _tile(rest)
    if state["season"] == E.WINTER:
        yield effect_text(boat, 0)
        return
    number = boat - E.FIRST_BOAT
    yield listed(counts(state["boat_workers"][number], E.COLOURS))
    yield listed(counts(state["boat_skills"][number], E.SKILLS))


def _offer(state, options, numbers, rest) -> Iterator[str]:
    dealt = [int(tile) for tile in state["dealt"][_mover(state)]]
    yield ", ".join(tile_ids()[dealt[slot]] for slot in numbers if dealt[slot] != E.NONE)


def _pass(state, options, numbers, rest) -> Iterator[str]:
    passes, seats = int(state["passes"]) + 1, int(state["num_seats"])
    yield "the season ends" if passes == seats else f"{passes} of {seats} one after another"


_EXPLAIN = {
    "pass": _pass,
    "bid": _bid,
    "use": _use,
    "colour": _colour,
    "take": _take,
    "skill": _skill,
    "resource": _resource,
    "tile": _tile_action,
    "direction": _direction,
    "rotate": _rotate,
    "stop": _stop,
    "upgrade": _upgrade,
    "board": _board,
    "offer": _offer,
    "cell": _cell,
}
