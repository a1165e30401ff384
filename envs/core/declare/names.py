"""Names for numbers: one declaration gives the words for people and the constants for kernels.

numba folds the integer attributes of a module object to constants and keeps them in the compile cache like any global.
Positions and enumerations are therefore derived from the declarations, and kernels write ``A.draft_road`` or
``D.BUILD``; a name that does not exist fails at compile time.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any


def constants(where: str, values: Mapping[str, Any]) -> ModuleType:
    """Return a module object with the given attributes. Python keywords get an underscore: ``A.pass_``."""
    module = ModuleType(where)
    for name, value in values.items():
        setattr(module, _attribute(name), value)
    return module


def _attribute(name: str) -> str:
    return name + "_" * keyword.iskeyword(name)


def sequence(where: str, names: Sequence[str], **modules: Sequence[str]) -> ModuleType:
    """Number names 0, 1, ... in order: decisions, steps, events, random streams.

    Args:
        where: name of the module object.
        names: the names of the base game.
        **modules: further names of each module (expansion) of the game, numbered after those of the base game.

    Returns:
        A module object with every name as an attribute, ``NAMES`` (all names, indexed by number), ``COUNT`` (how many
        there are), ``BASE`` (how many of them are the base game's), and for each module ``first_<module>`` and
        ``num_<module>``.

    Raises:
        ValueError: a name is given twice.
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
    """Return the first places of consecutive things: fields of an observation, ranges of actions.

    Args:
        where: name of the module object.
        sized: objects with ``name`` and ``size``.
        first: place of the first one.

    Returns:
        A module object with every name as an attribute and ``STOP``, the place after the last. What belongs to
        ``draft_road`` lies in ``[A.draft_road, A.draft_road_stop)``.
    """
    module = constants(where, {})
    module.__dict__["STOP"] = add_positions(module, sized, first)
    return module


def add_positions(module: ModuleType, sized: Iterable[Any], first: int) -> int:
    """Add the places of more things to a module of :func:`positions`; return the place after the last."""
    for one in sized:
        name = _attribute(one.name)
        if hasattr(module, name):
            raise ValueError(f"{module.__name__}: named twice: {one.name}")
        setattr(module, name, first)
        first += one.size
        setattr(module, f"{one.name}_stop", first)
    return first


def check_ceiling(what: str, count: int, ceiling: int) -> int:
    """Return the count if it is at most the ceiling of the arrays or codes, else raise ValueError."""
    if count > ceiling:
        raise ValueError(f"{what}: {count}, but there is room for {ceiling}")
    return count


def bits_for(largest: int) -> int:
    """Return the number of bits that hold 0 to ``largest``."""
    return max(1, int(largest).bit_length())
