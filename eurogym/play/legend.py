"""What a decision asks and what the signs of a table mean: by the module `legend` of the game's package, if it has one.

The module holds `LEGEND`, rows (sign, meaning), and `request(state, options)`, the pending decision as a request.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.play.table import Table


def signs(game: Any) -> tuple[tuple[str, str], ...]:
    """The signs of a game's texts with their meanings; none where the game says nothing about them."""
    module = game.part("legend")
    return () if module is None else module.LEGEND


def meanings(game: Any, said: str) -> list[tuple[str, str]]:
    """What the components called so do: (name, words). That of this name, else all with words that begin so."""
    module = game.part("legend")
    told = module.glossary() if hasattr(module, "glossary") else {}
    rows = [(name.replace("_", " "), words) for name, words in told.items()]
    wanted = said.lower().replace("_", " ").split()
    exact = [row for row in rows if row[0].lower().split() == wanted]
    return exact or [row for row in rows if f" {' '.join(wanted)}" in f" {row[0].lower()}"]


def asked(table: Table) -> str:
    """What the pending decision asks, in words."""
    state = table.batch.state(0)
    module = table.game.part("legend")
    request = "" if module is None else module.request(state, table.options)
    return request or ", or ".join(help for _, help in offered(table))


def offered(table: Table) -> list[tuple[str, str]]:
    """The kinds of actions on offer: what they look like, and what they mean."""
    rows = []
    for one in table.batch.catalog.ranges:
        here = table.legal[(table.legal >= one.start) & (table.legal < one.stop)]
        if len(here):
            first = table.words_of(int(here[0])).partition(" (")[0]
            rows.append((first if len(here) == 1 else f"{first} ...", one.help or one.name.replace("_", " ")))
    return rows


def sample(table: Table, agent: Any) -> int:
    """The action that an agent would choose now."""
    return int(agent.act(table.batch, np.array([0]))[0])
