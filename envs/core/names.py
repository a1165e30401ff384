"""Names for numbers: one declaration gives the words for people and the constants for kernels.

A module object with integers as attributes is folded to constants by numba and kept in the compile cache like any
global. So positions and enumerations are derived from what is declared, and kernels write ``A.draft_road`` or
``D.BUILD``; a name that does not exist fails at compile time.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any


def constants(where: str, values: Mapping[str, Any]) -> ModuleType:
    """A module object with the given attributes. Names that are Python keywords get an underscore: ``A.pass_``."""
    module = ModuleType(where)
    for name, value in values.items():
        setattr(module, _attribute(name), value)
    return module


def _attribute(name: str) -> str:
    return name + "_" * keyword.iskeyword(name)


def sequence(where: str, names: Sequence[str], **modules: Sequence[str]) -> ModuleType:
    """Numbers 0, 1, ... for names in order: decisions, steps, events, random streams.

    Args:
        where: name of the module object.
        names: the names of the base game.
        **modules: further names, numbered behind, for each module of the game (expansion) by its name.

    Returns:
        A module object with every name as attribute, ``NAMES`` (all, position = number), ``COUNT`` (all), ``BASE``
        (how many of them are the base game's), and per module ``first_<module>`` and ``num_<module>``.

    Raises:
        ValueError: a name stands twice.
    """
    everything, values = list(names), {"BASE": len(names)}
    for module, more in modules.items():
        values |= {f"first_{module}": len(everything), f"num_{module}": len(more)}
        everything += more
    twice = sorted({name for name in everything if everything.count(name) > 1})
    if twice:
        raise ValueError(f"{where}: named twice: {', '.join(twice)}")
    values |= {name: number for number, name in enumerate(everything)}
    return constants(where, values | {"NAMES": tuple(everything), "COUNT": len(everything)})


def positions(where: str, sized: Iterable[Any], first: int = 0) -> ModuleType:
    """First places of things laid out one behind the other: fields of an observation, ranges of actions.

    Args:
        where: name of the module object.
        sized: objects with ``name`` and ``size``.
        first: place of the first one.

    Returns:
        A module object with every name as attribute and ``STOP``, the place behind the last. What belongs to
        ``draft_road`` lies in ``[A.draft_road, A.draft_road_stop)``.
    """
    module = constants(where, {})
    module.__dict__["STOP"] = add_positions(module, sized, first)
    return module


def add_positions(module: ModuleType, sized: Iterable[Any], first: int) -> int:
    """Add the places of more things to a module of :func:`positions`; returns the place behind the last."""
    for one in sized:
        name = _attribute(one.name)
        if hasattr(module, name):
            raise ValueError(f"{module.__name__}: named twice: {one.name}")
        setattr(module, name, first)
        first += one.size
        setattr(module, f"{one.name}_stop", first)
    return first


def check_ceiling(what: str, count: int, ceiling: int) -> int:
    """The count, where it is at most the ceiling that arrays or codes were made for; else ValueError in words."""
    if count > ceiling:
        raise ValueError(f"{what}: {count}, but there is room for {ceiling}")
    return count


def bits_for(largest: int) -> int:
    """Binary digits that hold 0 to ``largest``."""
    return max(1, int(largest).bit_length())
