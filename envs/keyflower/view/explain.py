"""Actions of Keyflower in the words of players, and what they mean just now.

Every explainer gets the position inside its range. It yields the words of the action, which no other legal action has,
then what follows.
"""

from __future__ import annotations

from collections.abc import Iterator

from eurogym.envs.core.words import counted
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare import tables as T
from eurogym.envs.keyflower.declare.actions import offered_slots
from eurogym.envs.keyflower.declare.components import cells
from eurogym.envs.keyflower.view import hexmap
from eurogym.envs.keyflower.view.names import PRINTED
from eurogym.envs.keyflower.view.text import (
    cell_of,
    cost_text,
    counts,
    effect_text,
    listed,
    neighbours,
    seat_name,
)

TRANSPORT = (E.D.TRANSPORT_SRC, E.D.TRANSPORT_RES, E.D.TRANSPORT_DIR)
SECRET = ("screen", "colour", "skill")  # ranges whose explanations tell of what lies behind the screen


def explain(state, options, range_name: str, index: int, text: str) -> str:
    """Return an action in the words of players: ``bid for Keywood (1 wood; player 2 leads with 3 red; needs 4)``.

    Says nothing that the seat to move does not know.
    """
    words = [word for word in _EXPLAIN[range_name](state, options, index) if word]
    said = "; ".join(words[1:])
    return f"{words[0]} ({said})" if said else words[0]


def announce(state, options, range_name: str, index: int, text: str) -> str:
    """Return an action as the other seats hear it: nothing of what lies behind the screen or in the hand."""
    if range_name == "offer":
        return "put winter tiles into the auction"
    if range_name == "screen":  # which colours shows when the group is complete
        number = "some" if state["decision"] == E.D.SOURCE4B else counted(index, "worker")
        return f"add {number} from behind the screen"
    words = explain(state, options, range_name, index, text)
    return words.partition(" (")[0] if range_name in SECRET else words


def _mover(state) -> int:
    return int(state["current_seat"])


def _face(state, options, tile: int) -> str:
    """Return what a tile does on the side that is up."""
    boat = tile - E.FIRST_SUMMER_BOAT
    side = int(state["side"][boat]) if 0 <= boat < E.NUM_SUMMER_BOATS else 0
    return effect_text(tile, int(state["upgraded"][tile]), side, options.data_overrides)


def _colour_of(state, tile: int) -> str:
    colour = int(state["tile_colour"][tile]) - 1
    return "" if colour == E.NONE else f" {E.COLOUR.NAMES[colour]}"


def _bid(state, options, index: int) -> Iterator[str]:
    rank, tile, seat = index, index + E.FIRST_AUCTIONED, _mover(state)
    yield f"bid for {PRINTED[tile]}"
    leader = int(state["leader"][rank])
    own, largest = int(state["bids"][seat, rank].sum()), 0
    for other in range(int(state["num_seats"])):
        if other != seat:
            largest = max(largest, int(state["bids"][other, rank].sum()))
    yield _face(state, options, tile)
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
    return "".join(f" {name}" for name in counts(state["bids"][seat, rank], E.COLOUR.NAMES))


def _use(state, options, index: int) -> Iterator[str]:
    tile, seat = int(T.USABLE[index]), _mover(state)
    yield f"use {PRINTED[tile]}"
    yield _face(state, options, tile)
    if state["place"][tile] == E.PLACE.AUCTION:
        yield "in the auction"
    else:
        owners = [other for other in range(int(state["num_seats"])) if state["owned"][other, tile]]
        yield from ("own" if one == seat else f"of {seat_name(options, one)}" for one in owners)
    room = E.ROOM_ON_TILE - int(state["on_tile"][tile].sum())
    need = int(state["last_use"][tile]) + 1
    yield f"needs {need}{_colour_of(state, tile)}, room for {room}" if need <= room else "full"
    if (
        T.EFFECT[tile, state["upgraded"][tile]] == E.KIND.transport_upgrade
        and state["ability"][seat, E.ABILITY.boat_2b]
    ):
        yield "doubled by 2b"


def _colour(state, options, index: int) -> Iterator[str]:
    colour, seat = index, _mover(state)
    verb = "pay a" if state["decision"] == E.D.PAY_WORKER else "choose"
    yield f"{verb} {E.COLOUR.NAMES[colour]} {'worker' if verb == 'pay a' else 'workers'}"
    yield f"{int(state['screen'][seat, colour])} behind your screen"
    if state["decision"] == E.D.COLOUR:
        losing = sum(
            int(state["bids"][seat, rank, colour])
            for rank in range(E.NUM_AUCTIONED)
            if state["leader"][rank] not in (E.NONE, seat)
        )
        yield f"{losing} in losing groups" if losing else ""


def _take(state, options, index: int) -> Iterator[str]:
    yield f"move your group from {PRINTED[index + E.FIRST_AUCTIONED]}"
    group = counts(state["bids"][_mover(state), index], E.COLOUR.NAMES)
    yield listed(group) if group else ""


def _screen(state, options, count: int) -> Iterator[str]:
    decision, seat = state["decision"], _mover(state)
    colour = int(state["colour"])
    if decision == E.D.SOURCE4B:
        colour = int(state["screen_colour"])
        held = [number for number in range(E.COLOUR.COUNT) if state["screen"][seat, number]]
        colour = held[0] if colour == E.NONE and held else colour
    worker = "worker" if colour == E.NONE else f"{E.COLOUR.NAMES[colour]} worker"
    yield f"add {counted(count, worker)} from behind your screen"
    if decision not in (E.D.SOURCE, E.D.SOURCE4B):
        return
    if colour != E.NONE:
        yield f"{int(state['screen'][seat, colour])} there"
    total = int(state["taken_groups"].sum() + state["taken_screen"].sum()) + count
    yield f"{counted(total, 'worker')} {'on' if state['is_use'] else 'beside'} {PRINTED[int(state['target'])]}"


def _skill(state, options, index: int) -> Iterator[str]:
    yield f"pay a skill tile: {E.SKILL.NAMES[index]}"
    yield f"{int(state['skills'][_mover(state), index])} behind your screen"


def _resource(state, options, index: int) -> Iterator[str]:
    verb = {E.D.CHOOSE_RES: "take", E.D.PAY_RES: "pay"}.get(int(state["decision"]), "move")
    yield f"{verb} 1 {E.RESOURCE.NAMES[index]}"
    if state["decision"] == E.D.CHOOSE_RES:
        yield f"{int(state['supply'][index])} in the supply"
        return
    tile = int(state["upgrading"] if state["decision"] == E.D.PAY_RES else state["source_tile"])
    if tile != E.NONE:
        yield f"{int(state['stock'][tile, index])} on {PRINTED[tile]}"


def _tile_action(state, options, index: int) -> Iterator[str]:
    moving = state["decision"] in TRANSPORT
    yield f"move a resource from {PRINTED[index]}" if moving else f"place {PRINTED[index]} next"
    if moving:
        yield listed(counts(state["stock"][index], E.RESOURCE.NAMES))
    elif state["decision"] == E.D.PLACE_TILE:
        yield _face(state, options, index)


def _direction(state, options, index: int) -> Iterator[str]:
    tile, seat, side = int(state["source_tile"]), _mover(state), hexmap.SIDE_NAMES[index]
    if tile != E.NONE:
        cell = T.NEIGHBOUR[int(state["tile_cell"][tile]), index]
        other = E.NONE if cell == E.NONE else int(state["grid"][seat, cell]) - 1
        if other != E.NONE:
            yield f"move it to {PRINTED[other]}"
            yield f"{side}, " + "cell {},{}".format(*cell_of(state, other))
            return
    yield f"move it {side}"


def _cell(state, options, index: int) -> Iterator[str]:
    yield "put it on cell {},{}".format(*cells()[index])
    touched = (
        f"{hexmap.SIDE_NAMES[side]} {PRINTED[tile]} {E.LAND.NAMES[edge]}"
        for side, tile, edge in neighbours(state, _mover(state), cells()[index])
    )
    yield ", ".join(touched)


def _rotate(state, options, index: int) -> Iterator[str]:
    yield f"turn it {counted(index, 'step')} clockwise" if index else "leave it unturned"
    if E.NONE in (state["placing"], state["cell"]):
        return
    shown = T.EDGE[int(state["placing"]), index]
    around = neighbours(state, _mover(state), cells()[int(state["cell"])])
    touched = []
    for side, other, edge in around:
        own = int(shown[side])
        against = "" if own == edge else f" against {E.LAND.NAMES[edge]}"
        touched.append(f"{hexmap.SIDE_NAMES[side]} {E.LAND.NAMES[own]}{against} to {PRINTED[other]}")
    yield ", ".join(touched)
    touching = [side for side, _, _ in around]
    free = (side for side in range(E.NUM_SIDES) if side not in touching and shown[side] != E.LAND.field)
    words = (f"{hexmap.SIDE_NAMES[side]} {E.LAND.NAMES[int(shown[side])]}" for side in free)
    yield f"open: {', '.join(words) or 'fields'}"


def _stop(state, options, index: int) -> Iterator[str]:
    yield "move nothing more" if state["decision"] == E.D.TRANSPORT_SRC else "upgrade nothing more"
    if state["decision"] == E.D.TRANSPORT_SRC:
        yield f"{counted(int(state['capacity']), 'step')} left"
    elif state["decision"] == E.D.UPGRADE:
        yield f"{counted(int(state['allowance']), 'upgrade')} left"


def _upgrade(state, options, index: int) -> Iterator[str]:
    tile = int(T.UPGRADABLE[index])
    yield f"upgrade {PRINTED[tile]}"
    yield (
        "free" if state["decision"] == E.D.FREE_UPGRADE else f"for {cost_text(tile, options.data_overrides)}"
    )
    yield f"then {effect_text(tile, 1, overrides=options.data_overrides)}"


def _board(state, options, index: int) -> Iterator[str]:
    yield f"take the boat {PRINTED[E.FIRST_BOAT + index]}"
    if state["season"] == E.SEASON.winter:
        yield effect_text(E.FIRST_BOAT + index, 0, overrides=options.data_overrides)
        return
    yield listed(counts(state["boat_workers"][index], E.COLOUR.NAMES))
    yield listed(counts(state["boat_skills"][index], E.SKILL.NAMES))


def _offer(state, options, index: int) -> Iterator[str]:
    dealt = [int(tile) for tile in state["dealt"][_mover(state)]]
    tiles = [PRINTED[dealt[slot]] for slot in offered_slots(index) if dealt[slot] != E.NONE]
    yield f"put {' and '.join(tiles) or 'nothing'} into the auction"


def _pass(state, options, index: int) -> Iterator[str]:
    yield "pass"
    passes, seats = int(state["passes"]) + 1, int(state["num_seats"])
    yield "the season ends" if passes == seats else f"{passes} of {seats} one after another"


_EXPLAIN = {
    "pass": _pass,
    "bid": _bid,
    "use": _use,
    "colour": _colour,
    "group": _take,
    "screen": _screen,
    "skill": _skill,
    "resource": _resource,
    "tile": _tile_action,
    "direction": _direction,
    "rotate": _rotate,
    "stop": _stop,
    "upgrade": _upgrade,
    "boat": _board,
    "offer": _offer,
    "cell": _cell,
}
