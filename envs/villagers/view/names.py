"""What people call cards, events and Developments: by their names in the data, what is printed on them."""

from __future__ import annotations

from eurogym.envs.villagers.declare.components import components

NAMES = {one["id"]: one["name_en"] for one in (*components()["cards"], *components()["solo"]["events"])} | {
    one["id"]: one["name_en"] for one in components()["developments"]["cards"]
}


def named(name: str) -> str:
    """Return a card by its name in the data; what a face-down card shows, ``? hay``, stays as it is."""
    return NAMES.get(name, name)
