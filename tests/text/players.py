"""Scripted players of text tables: random, the heuristic, and nonsense."""

from __future__ import annotations

import random

from eurogym import agents
from eurogym.play import legend
from eurogym.text import TextTable


def random_numbers(seed):
    """Answers with a random number of the list."""
    rng = random.Random(seed)
    return lambda table: f"I choose this.\n<action>{rng.randint(1, len(table.table.legal))}</action>"


def heuristic(game):
    """Answers with the words of what the heuristic would do."""
    agent = agents.make(agents.heuristic_name(game), game=game)
    agent.reset(0)
    return lambda table: f"<action>{table.table.words_of(legend.sample(table.table, agent))}</action>"


def nonsense(table):
    """Answers with what is no action."""
    return "I should like to trade sheep for wood."


def play(table: TextTable, answer) -> TextTable:
    """Play a table to its end by `answer(table) -> text`."""
    while not table.over:
        table.answer(answer(table))
    return table


def kinds(game: str) -> dict:
    """The scripted players by name."""
    return {"random": random_numbers(1), "heuristic": heuristic(game), "nonsense": nonsense}


def recorded(table: TextTable, answer) -> tuple[list[str], str]:
    """A table played to its end: the answers that were given, and the transcript."""
    play(table, answer)
    return [line["answer"] for line in table.transcript.lines if "answer" in line], table.transcript.dumps()
