"""What a decision asks, what the signs of a table mean, and what its cards, tiles and places do.

A game says it in modules of its package, if it has them; what stands in them may be left out.

- `legend`: `LEGEND`, rows (sign, meaning); `INTRODUCTION` for a first game; `request(state, options)`, the pending
  decision as a request.
- `names`: `NAMES`, {name in the data: what people call the component}.
- `glossary`: `entries(options)`, {name: (what a component does, an example)}, without options with the printed numbers;
  `absent(options)`, the names of what no game with these options has.
- `events`: `events(before, after)`, what happened between two views of one seat (`to_dict`), each in words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from eurogym.play.table import Table


@dataclass(frozen=True)
class Card:
    """A card, tile, building or place: its name, what it does in words, an example, and whether this game has it."""

    name: str
    does: str
    example: str
    present: bool = True


def introduction(game: Any) -> dict[str, Any]:
    """Return what a person who never played is told: ``aim``, a sentence; ``round`` and ``scores``, lines; ``minutes``
    and ``weight`` of the game on a table. Empty where the game says nothing.
    """
    return getattr(game.part("legend"), "INTRODUCTION", {})


def signs(game: Any) -> tuple[tuple[str, str], ...]:
    """Return the signs of a game's texts with their meanings; none where the game says nothing about them."""
    module = game.part("legend")
    return getattr(module, "LEGEND", ())


@cache
def cards(game: Any, options: Any = None) -> tuple[Card, ...]:
    """Return all components of a game; with options, those that a game with them lacks are not `present`."""
    module = game.part("glossary")
    if not hasattr(module, "entries"):
        return ()
    lacking = module.absent(options) if options is not None and hasattr(module, "absent") else ()
    called = {name: game.names.get(name, name.replace("_", " ")) for name in module.entries(options)}
    absent = {game.names.get(name, name.replace("_", " ")) for name in lacking}
    known = [(called[name], *words) for name, words in module.entries(options).items()]
    return tuple(Card(name, does, example, name not in absent) for name, does, example in known)


def card(game: Any, options: Any, said: str) -> list[Card]:
    """Return the components called so: that of this name, else all with words that begin so; those of this game
    first.
    """
    wanted = game.names.get(said, said).lower().replace("_", " ").split()
    known = sorted(cards(game, options), key=lambda one: not one.present)
    exact = [one for one in known if one.name.lower().split() == wanted]
    return exact or [one for one in known if f" {' '.join(wanted)}" in f" {one.name.lower()}"]


def named(game: Any, options: Any, text: str) -> list[Card]:
    """Return the components of this game that a text names, in the order of their names' places in it."""
    plain = text.lower().replace("_", " ")
    found = []
    for one in cards(game, options):
        place = re.search(rf"\b{re.escape(one.name.lower())}\b", plain)
        if place and one.present:
            found.append((place.start(), -len(one.name), one))
    kept: list[tuple[int, int, Card]] = []
    for start, length, one in sorted(found, key=lambda row: row[:2]):
        if not kept or start >= kept[-1][0] - kept[-1][1]:
            kept.append((start, length, one))
    return [one for _, _, one in kept]


def fields(game: Any, options: Any, said: str) -> list[tuple[str, str]]:
    """Return what the parts of the table called so are, in a game without a glossary: fields of the observation."""
    if cards(game, options):
        return []
    wanted, layout = said.lower().replace("_", " "), game.layout(options)
    known = {
        one.name.replace("_", " "): one.help
        for one in (*layout.global_fields, *layout.seat_fields)
        if one.help
    }
    return [(name, words) for name, words in known.items() if wanted == name]


def events(game: Any, before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Return what luck and the course of the game brought between two views of one seat (``game.to_dict``), in words.

    By `events(before, after)` of the game's module `events`: dice, draws, reveals, markets, rounds. It knows
    nothing but what the seat sees.
    """
    module = game.part("events")
    return [] if module is None else module.events(before, after)


def asked(table: Table) -> str:
    """Return what the pending decision asks, in words."""
    state = table.batch.state(0)
    module = table.game.part("legend")
    request = module.request(state, table.options) if hasattr(module, "request") else ""
    return request.replace("_", " ") or ", or ".join(help for _, help in offered(table))


def offered(table: Table) -> list[tuple[str, str]]:
    """Return the kinds of actions on offer: what they look like, and what they mean."""
    rows = []
    for one in table.batch.catalog.ranges:
        here = table.legal[(table.legal >= one.start) & (table.legal < one.stop)]
        if len(here):
            first = table.words_of(int(here[0])).partition(" (")[0]
            rows.append((first if len(here) == 1 else f"{first} ...", one.help or one.name.replace("_", " ")))
    return rows


def sample(table: Table, agent: Any) -> int:
    """Return the action that an agent would choose now."""
    return int(agent.act(table.batch, np.array([0]))[0])
