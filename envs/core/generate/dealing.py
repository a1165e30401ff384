"""The kernels generated from declarations (:mod:`eurogym.envs.core.generate.declared`): deal, observations, sampling.

They are generated as source code, a line or a loop for each part, and compiled like hand-written kernels; a traceback
shows the lines.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.random import reseed, shuffle

_COUNTS = 255  # the largest count in an observation


def kernels(
    game: str,
    state: Sequence[Any],
    seats: int,
    observation: Any,
    streams: ModuleType,
    scores: Callable,
    begin: Callable | None,
) -> dict[str, Callable]:
    """Return the kernels, by their names in the contract.

    Args:
        game: package of the game.
        state: the parts.
        seats: the largest number of seats at a table.
        observation: the observation fields; None for a game with its own kernels for observations.
        streams: random streams, one for each pack.
        scores, begin: kernels of the game.
    """
    packs = {part.name: part for part in state if part.kind == "cards"}
    known: dict[str, Any] = {
        "R": streams,
        "np": np,
        "shuffle": shuffle,
        "reseed": reseed,
        "own_scores": scores,
        "begin": begin,
    }
    for name, pack in packs.items():
        known[f"{name}_cards"] = np.repeat(np.arange(len(pack.copies)), pack.copies).astype(np.int64)
    lines = {
        "set_up(state, options, seed)": [*_set_up(state, packs), *(["begin(state)"] if begin else [])],
        "advance(state)": ["state.asked = True"],
        "scores(state, out)": [
            "for seat in range(out.shape[0]):",
            "    out[seat, 0] = 0",
            "    out[seat, 1] = 0",
            "own_scores(state, out)",
        ],
        "determinize(state, seat, seed)": ["reseed(state, seed)", *_imagined(state, packs, seats)],
    }
    if observation is not None:
        known |= {"O": observation.places, "S": observation.seat_places}
        lines["observe_table(state, seat, out)"] = _seen_of_table(state)
        lines["observe_seat(state, observer, seat, out, first)"] = _seen_of_seat(state, packs)
    home = _module(game, known)
    return {head.partition("(")[0]: _compiled(home, head, body) for head, body in lines.items()}


def _module(game: str, known: dict[str, Any]) -> ModuleType:
    """Make a separate module for a game's kernels.

    The linker takes compiled functions with the same module and name for the same function, and a process may hold
    several games. numba also looks the module up when it loads compiled code.
    """
    module = ModuleType(f"{game}._declared")
    vars(module).update(known)
    sys.modules[module.__name__] = module
    return module


def _compiled(module: ModuleType, head: str, body: list[str]) -> Callable:
    """Compile a kernel of a module from its first line and its body."""
    name = head.partition("(")[0]
    source = f"def {head}:\n" + "".join(f"    {line}\n" for line in body or ["return"])
    game = module.__name__.removesuffix("._declared")
    file = f"<{name} of {game}, from declarations>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    exec(compile(source, file, "exec"), vars(module))
    return kernel(vars(module)[name])


def _loops(shape: Sequence[int]) -> tuple[list[str], str, str]:
    """Return the heads of loops over an array, the index inside them, and the flat position."""
    heads = [f"{'    ' * depth}for i{depth} in range({size}):" for depth, size in enumerate(shape)]
    index = ", ".join(f"i{depth}" for depth in range(len(shape)))
    place = ""
    for depth, size in enumerate(shape):
        place = f"({place}) * {size} + i{depth}" if place else f"i{depth}"
    return heads, index, place


def _written(target: str, value: str, shape: Sequence[int], code: Callable[[str], str]) -> list[str]:
    """Return lines that write an array entry by entry; ``value`` has ``{}`` in place of the index."""
    heads, index, place = _loops(shape)
    inside = value.replace("[{}]", "" if not index else f"[{index}]").replace("{}", index)
    inside = inside.replace(", ]", "]")
    return [*heads, "    " * len(heads) + f"out[{target}{f' + {place}' if place else ''}] = {code(inside)}"]


def _code(part: Any) -> Callable[[str], str]:
    def code(value: str) -> str:
        value = value if part.low == 0 else f"({value} - ({part.low}))"
        return value if part.unit == 1 else f"{value} // {part.unit}"

    return code


def _set_up(state: Sequence[Any], packs: dict[str, Any]) -> list[str]:
    lines = []
    for part in state:
        if part.kind == "number" and part.start != 0:
            shape = ("len(state." + part.name + ")", *part.shape) if part.per_seat else part.shape
            heads, index, _ = _loops(shape)
            where = f"[{index}]" if index else ""
            lines += [*heads, "    " * len(heads) + f"state.{part.name}{where} = {part.start}"]
    for name, pack in packs.items():
        count = sum(pack.copies)
        lines += [
            f"for i in range({count}):",
            f"    state.{name}[i] = {name}_cards[i]",
            f"shuffle(state, R.{name}, state.{name}, {count})",
            f"state.{name}_size = {count}",
        ]
        for part in state:
            if part.kind == "hands" and part.pool == name and part.each:
                lines += [
                    "for seat in range(state.num_seats):",
                    f"    for _ in range({part.each}):",
                    f"        state.{name}_size -= 1",
                    f"        state.{part.name}[seat, state.{name}[state.{name}_size]] += 1",
                ]
    return lines


def _seen_of_table(state: Sequence[Any]) -> list[str]:
    lines = []
    for part in state:
        if part.kind == "cards":
            lines.append(f"out[O.{part.name}_size] = min(state.{part.name}_size, {_COUNTS})")
        elif part.kind == "hands" and part.seen == "own":
            lines += [
                f"for kind in range(state.{part.name}.shape[1]):",
                f"    out[O.{part.name} + kind] = state.{part.name}[seat, kind]",
            ]
        elif part.kind == "number" and part.seen == "own":
            where = "[seat, {}]" if part.shape else "[seat]"
            lines += _written(f"O.{part.name}", f"state.{part.name}{where}", part.shape, _code(part))
        elif part.kind == "number" and part.seen == "all" and not part.per_seat:
            lines += _written(f"O.{part.name}", f"state.{part.name}[{{}}]", part.shape, _code(part))
    return lines


def _seen_of_seat(state: Sequence[Any], packs: dict[str, Any]) -> list[str]:
    lines: list[str] = []
    for part in state:
        inside: list[str] = []
        if part.kind == "seat":
            inside = [f"out[first + S.{part.name}] = state.{part.name} == seat"]
        elif part.kind == "hands":
            kinds = len(packs[part.pool].copies)
            if part.seen in ("all", "others"):
                inside = [
                    f"for kind in range({kinds}):",
                    f"    out[first + S.{part.name} + kind] = state.{part.name}[seat, kind]",
                ]
            if part.seen != "all":
                lines += [
                    f"{part.name}_held = 0",
                    f"for kind in range({kinds}):",
                    f"    {part.name}_held += state.{part.name}[seat, kind]",
                    f"out[first + S.{part.name}_size] = min({part.name}_held, {_COUNTS})",
                ]
        elif part.kind == "number" and part.per_seat and part.seen in ("all", "others"):
            where = "[seat, {}]" if part.shape else "[seat]"
            inside = _written(f"first + S.{part.name}", f"state.{part.name}{where}", part.shape, _code(part))
        if part.seen == "others" and inside:
            inside = ["if seat != observer:", *(f"    {line}" for line in inside)]
        lines += inside
    return lines


def _imagined(state: Sequence[Any], packs: dict[str, Any], seats: int) -> list[str]:
    """Return lines that put the unseen cards of hands back into their pack, shuffle it, and deal as many again."""
    lines: list[str] = []
    hidden = {"own": "other != seat", "others": "other == seat", "nobody": "True"}
    for name, pack in packs.items():
        kinds = len(pack.copies)
        held = [part for part in state if part.kind == "hands" and part.pool == name and part.seen in hidden]
        lines.append(f"unknown = np.int64(state.{name}_size)")
        for part in held:
            lines += [
                f"for other in range({seats}):",
                f"    if {hidden[part.seen]}:",
                f"        for kind in range({kinds}):",
                f"            for _ in range(state.{part.name}[other, kind]):",
                f"                state.{name}[unknown] = kind",
                "                unknown += 1",
            ]
        lines.append(f"shuffle(state, R.{name}, state.{name}, unknown)")
        for part in held:
            lines += [
                f"for other in range({seats}):",
                f"    if {hidden[part.seen]}:",
                "        dealt = 0",
                f"        for kind in range({kinds}):",
                f"            dealt += state.{part.name}[other, kind]",
                f"            state.{part.name}[other, kind] = 0",
                "        for _ in range(dealt):",
                "            unknown -= 1",
                f"            state.{part.name}[other, state.{name}[unknown]] += 1",
            ]
    return lines
