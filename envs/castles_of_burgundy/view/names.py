"""What people call the components: by their names in the data, the words of all texts, pictures and cards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.enums import KIND, SPECIES
from eurogym.envs.castles_of_burgundy.declare.overrides import effect_words
from eurogym.envs.core.words import ordinal

_HERDS = dict(zip(SPECIES.NAMES, ("cows", "sheep", "pigs", "chickens"), strict=True))
NAMES = {name: name.replace("_", " ") for name in KIND.NAMES} | {
    f"{species}_{size}": f"{size} {herd}" for species, herd in _HERDS.items() for size in (2, 3, 4)
}
NAMES["joker"] = "face-down tile"
SHIELD_WORDS = (  # what they do, by number
    "all livestock is one pasture",
    "1 worker whenever another player gains any",
    "tribute in workers too",
    "more storage",
    "ships also take all goods of one type",
    "the monasteries of another player count too",
    "bonus tiles count double",
    "mines pay double silver",
    "1 silver per good sold",
    "monasteries score double at the end",
    "a castle's action can be another shield",
    "goods sold score double",
    "shields score double at the end",
    "end of a phase: place a tile of a depot",
    "end of a phase: place a black tile",
    "once a turn set a die",
    "areas count as one larger",
    "tiles may be placed anywhere",
)


def named(name: str | None) -> str:
    """Return what lies on a place by its name in the data; ``-`` for an empty place."""
    if name is None or name.startswith("half of"):
        return "-" if name is None else "other half"
    return NAMES.get(name, name)


def effect_of(kind: Mapping[str, Any], overrides: str | None = None) -> str:
    """Return what a kind of tile does, with the numbers of the game; "" where its colour says it all."""
    words = re.sub(r"\b1 VP", "1 point", effect_words(kind, overrides)).replace("VP", "points")
    return words.replace("_", " ")


def the(name: str, number: int = 0) -> str:
    """Return a tile with its article, ``the 3 pigs``; the ``number``-th of several alike, ``the second ship``."""
    if number:
        return f"the {ordinal(number)} {named(name)}"
    return named(name) if name.startswith("monastery") else f"the {named(name)}"


def numbered(kinds, place: int) -> int:
    """Return which of several tiles of its kind lies on a place of a row, counted from 1; 0 where it is the only
    one.
    """
    kind = int(kinds[place])
    alike = [other for other, code in enumerate(kinds) if int(code) == kind]
    return alike.index(place) + 1 if len(alike) > 1 and kind != E.EMPTY else 0
