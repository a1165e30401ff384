"""What ``to_dict`` tells of many games, taken apart: single things, groups of things, and what can be made of a group.

A leak can be made of several hidden things: the best card of a hand, the parity of a hand, the order in which it lies.
Each group of single things (a hand, a pack) is therefore also looked at as a whole, and so are the simplest quantities
that people make of one.
"""

from __future__ import annotations

import contextlib
import graphlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

MOST_HELD = 200  # things in a group whose numbers are taken for counts
Columns = dict[str, np.ndarray]


def differing(true: Sequence[dict[str, Any]], imagined: Sequence[dict[str, Any]]) -> tuple[Columns, Columns]:
    """Return what differs between games and the same games imagined, by name, as text ``(games,)``.

    That includes what can be made of the groups that differ.
    """
    half = len(true)
    walk = _Walk(lambda values: values[:half] == values[half:])
    walk.see("", [*true, *imagined])
    columns = walk.columns | _made(walk.all_groups(), walk.alike)
    return tuple({name: np.array(part) for name, part in side.items()} for side in _halves(columns, half))  # type: ignore[return-value]


def varying(views: Sequence[Any]) -> Columns:
    """Return what is not the same in all games, by name, as text ``(games,)``."""
    walk = _Walk(lambda values: all(one == values[0] for one in values))
    walk.see("", list(views))
    return {name: np.array(column) for name, column in walk.columns.items()}


def _halves(columns: dict[str, list[str]], half: int) -> Iterator[dict[str, list[str]]]:
    yield {name: column[:half] for name, column in columns.items()}
    yield {name: column[half:] for name, column in columns.items()}


@dataclass
class _Walk:
    """The single things in the data of many games, and their groups, without what is alike."""

    alike: Callable[[list[Any]], bool]
    columns: dict[str, list[str]] = field(default_factory=dict)
    groups: dict[str, list[list[str]]] = field(default_factory=dict)

    def see(self, place: str, values: list[Any]) -> None:
        """Look at one place in all games; None stands for nothing."""
        if self.alike(values):
            return
        if all(one is None or isinstance(one, dict) for one in values):
            self._group(place, values)
            for key in {key: None for one in values if one for key in one}:
                inside = [None if one is None else one.get(key) for one in values]
                self.see(f"{place}.{key}" if place else str(key), inside)
        elif all(one is None or isinstance(one, (list, tuple)) for one in values):
            self._group(place, values)
            self._see_list(place, [one or () for one in values])
        else:
            self.columns[place] = ["" if one is None else str(one) for one in values]

    def _see_list(self, place: str, values: list[Any]) -> None:
        """Count from both ends, as cards are drawn from the last one."""
        for number in range(max(map(len, values))):
            inside = [one[number] if number < len(one) else None for one in values]
            if self.alike(inside):
                others = _Walk(lambda values: False)  # they belong to groups of all that the list holds
                others.see(f"{place}[{number}]", inside)
                self.groups |= others.groups
                continue
            self.see(f"{place}[{number}]", inside)
            if all(not isinstance(one, (dict, list, tuple)) for one in inside):
                back = [one[-1 - number] if number < len(one) else None for one in values]
                self.see(f"{place}[{-1 - number}]", back)

    def _group(self, place: str, values: list[Any]) -> None:
        """Keep what is held at a place, if that is a list of single things, or numbers of things by name."""
        held = []
        for one in values:
            inside = list(one.values() if isinstance(one, dict) else one or ())
            counts = all(isinstance(count, int) and count >= 0 for count in inside)
            if isinstance(one, dict) and counts and sum(inside) <= MOST_HELD:
                held.append([str(key) for key, count in one.items() for _ in range(count)])
            elif not isinstance(one, dict) and all(isinstance(thing, (str, int)) for thing in inside):
                held.append([str(thing) for thing in inside])
            else:
                return
        self.groups[place] = held

    def all_groups(self) -> dict[str, list[list[str]]]:
        """Return the groups by place, and those of all seats together."""
        found = dict(self.groups)
        for place, held in self.groups.items():
            everywhere = re.sub(r"\[\d+\]", "[]", place)
            if everywhere != place:
                so_far = found.get(everywhere, [[]] * len(held))
                found[everywhere] = [one + more for one, more in zip(so_far, held, strict=True)]
        return found


def _made(groups: dict[str, list[list[str]]], alike: Callable[[list[Any]], bool]) -> dict[str, list[str]]:
    """Return what can be made of the groups that are not alike, by name."""
    made: dict[str, list[str]] = {}
    for place, held in groups.items():
        if alike(held):
            continue
        ranks = _ranks(held)
        for game, one in enumerate(held):
            for name, value in _made_of(one, ranks):
                made.setdefault(f"{name} {place}", [""] * len(held))[game] = str(value)
    return made


def _ranks(lists: Sequence[Sequence[str]]) -> dict[str, int]:
    """Number names in the order in which all lists have them; if they contradict each other, as people sort them."""
    kinds = [list(dict.fromkeys(one)) for one in lists]
    names = sorted({name for one in kinds for name in one}, key=_natural)
    sorter: graphlib.TopologicalSorter[str] = graphlib.TopologicalSorter({name: () for name in names})
    for before, after in {pair for one in kinds for pair in zip(one, one[1:], strict=False)}:
        sorter.add(after, before)
    with contextlib.suppress(graphlib.CycleError):
        names = list(sorter.static_order())
    return {name: rank for rank, name in enumerate(names)}


def _natural(name: str) -> list[tuple[bool, int, str]]:
    """Return a key that sorts numbers inside texts by their value."""
    parts = enumerate(re.split(r"(\d+)", name))  # every second one is a number
    return [(place % 2 == 1, int(part) if place % 2 else 0, part) for place, part in parts]


def _made_of(held: Sequence[str], ranks: dict[str, int]) -> Iterator[tuple[str, Any]]:
    """Yield the group as a whole, its extremes, sums, parities, order, and how many there are of each word."""
    in_order = [ranks[one] for one in held]
    found = [re.findall(r"-?\d+", one) for one in held]
    numbers = [int(some[-1]) if some else rank for some, rank in zip(found, in_order, strict=True)]
    yield "all of", sorted(in_order)
    if not held:
        return
    yield "the order of", in_order
    yield "whether sorted:", in_order == sorted(in_order)
    yield "the number of kinds in", len(set(held))
    for which, values in (("kinds", in_order), ("numbers", numbers)):
        yield f"the highest of the {which} in", max(values)
        yield f"the lowest of the {which} in", min(values)
        yield f"the sum of the {which} in", sum(values)
        yield f"the parity of the {which} in", sum(values) % 2
    words = [word for one in held for word in one.split()]
    for word in {word for name in ranks for word in name.split()}:
        yield f"the count of {word!r} in", words.count(word)
