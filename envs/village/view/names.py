"""What people call spaces and places: by their names in the data, the words of all texts, pictures and cards."""

from __future__ import annotations

from eurogym.envs.core.words import counted
from eurogym.envs.village.declare.enums import CITY_NAMES, PLACE_NAMES, SPACE

NAMES = {name: name.replace("_", " ") for name in SPACE.NAMES}
SPACES = tuple(  # with an article, as cubes are taken from them
    f"the {NAMES[name]}{'' if name in ('market', 'council_chamber', 'grain_harvest', 'church') else ' space'}"
    for name in SPACE.NAMES
)


def place(name: str) -> str:
    """Return where a member stands: ``the farm``, ``stage 2 of the council chamber``, ``C3``."""
    what, _, stage = name.partition(" ")
    if stage.isdecimal():
        return f"stage {stage} of the {'council chamber' if what == 'council' else what}"
    return name if name in CITY_NAMES else f"the {name}"


PLACES = tuple(map(place, PLACE_NAMES))


def named(name: str) -> str:
    """Return a space by its name in the data."""
    return NAMES.get(name, name)


def member(generation: int) -> str:
    """Return a member of a family, by the generation counted from 1."""
    return f"a member of generation {generation}"


def with_article(name: str) -> str:
    """One of something: ``a scroll``, ``an orange``."""
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def thing(count: int, name: str) -> str:
    """Goods: ``a scroll``, ``2 grain``, ``3 oxen``."""
    if count == 1:
        return "1 grain" if name == "grain" else with_article(name)
    return {"ox": f"{count} oxen", "grain": f"{count} grain"}.get(name, counted(count, name))
