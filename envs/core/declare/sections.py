"""Parts of an encoding that the options switch on and off: the base game, a solo mode, an expansion.

Sections lie in the order in which they are declared. The base section is always in play. A section with ``fixed=True``
comes directly after the base section, so that its positions are constants; of several fixed ones (a solo mode, an
automated opponent), an option set may have one in play. All other sections follow in the order declared. Where they
begin depends on the options, and the engine writes it into a state field of their name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from eurogym.envs.core.errors import EurogymError


def always(options: Any) -> bool:
    """Return True: the section is in play with every option set."""
    return True


class Section(Protocol):
    """A section of actions or of observations."""

    @property
    def name(self) -> str: ...

    @property
    def when(self) -> When: ...

    @property
    def fixed(self) -> bool: ...


S = TypeVar("S", bound=Section)


def in_play(sections: Sequence[S], options: Any) -> tuple[S, ...]:
    """Return the sections that an option set has, in their order in the encoding: base, the fixed one, the others."""
    base, *others = sections
    present = [section for section in others if section.when(options)]
    fixed = [section for section in present if section.fixed]
    if len(fixed) > 1:
        names = ", ".join(section.name for section in fixed)
        raise EurogymError(f"these sections cannot be in play together, both lie behind the base: {names}")
    return (base, *fixed, *(section for section in present if not section.fixed))


def moving(sections: Sequence[S]) -> tuple[S, ...]:
    """Return the sections whose place depends on the options."""
    return tuple(section for section in sections[1:] if not section.fixed)


When = Callable[[Any], bool]
