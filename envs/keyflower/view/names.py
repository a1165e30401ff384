"""What people call the tiles: by their names in the data, what is printed on them."""

from __future__ import annotations

from eurogym.envs.keyflower.declare.components import tiles

NAMES = {tile["id"]: tile["name"] for tile in tiles()}
PRINTED = tuple(NAMES.values())  # by index


def named(name: str | None) -> str:
    """Return a tile by its name in the data; ``-`` for none."""
    return "-" if name is None else NAMES[name]
