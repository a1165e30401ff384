"""Actions in words with what they point at just now: `draft road 3` becomes `draft road 3 (cooper)`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any


def explain(game: Any, state: Any, options: Any, text: str) -> str:
    """The action `text` of a catalog, with the thing it points at in this state; unchanged if there is none."""
    add = _WORDING.get(game.name)
    return text if add is None else add(game.to_dict(state, options), text)


def _villagers(view: dict[str, Any], text: str) -> str:
    """Road slots with the villager that lies there, and the coins on it."""
    found = re.search(r"road ([1-6])$", text)
    if found is None:
        return text
    slot = int(found[1]) - 1
    coins = view["road_coins"][slot]
    return f"{text} ({view['road'][slot]}{f' +{coins}' if coins else ''})"


_WORDING: dict[str, Callable[[dict[str, Any], str], str]] = {"villagers": _villagers}
