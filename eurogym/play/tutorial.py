"""A first game with help: at the first decisions, what the heuristic would do, what that does, and what it is worth."""

from __future__ import annotations

import numpy as np

from eurogym import agents
from eurogym.envs.core.random import derive_seed
from eurogym.play import legend
from eurogym.play.judge import Judge
from eurogym.play.table import Table

LESSONS = 10
OTHERS = 3  # actions that the heuristic's choice is compared with
WORLDS = 32


class Tutor:
    """Explains the decisions of one table to whoever is asked, as far as `LESSONS` go."""

    def __init__(self, table: Table, lessons: int = LESSONS):
        self.table, self.lessons = table, lessons
        self._given: list[int] = []  # moments that had a lesson
        self._heuristic = agents.make(agents.heuristic_name(table.game), game=table.game)
        self._heuristic.reset(derive_seed(table.seed, "tutor"))
        self._judge = Judge(table.batch, WORLDS, derive_seed(table.seed, "tutor"))

    def lesson(self) -> list[str]:
        """What there is to say of the pending decision, in lines; nothing after the last lesson."""
        table, moment = self.table, len(self.table.actions)
        if len(table.legal) < 2:
            return []
        if moment not in self._given:
            if len(self._given) >= self.lessons:
                return []
            self._given.append(moment)
        place = self._given.index(moment) + 1
        choice = int(self._heuristic.act(table.batch, np.array([0]))[0])
        words = table.words_of(choice)
        lines = [f"Lesson {place} of {self.lessons}. The heuristic of this game would choose: {words}"]
        for range_ in table.batch.catalog.ranges:
            if range_.start <= choice < range_.stop and range_.help:
                lines.append(f"- That means: {range_.help}.")
        cards = legend.named(table.game, table.options, words)
        lines += [f"- {card.name}: {card.does}. Example: {card.example}." for card in cards]
        return [*lines, *self._reasons(choice)]

    def _reasons(self, choice: int) -> list[str]:
        """The choice beside some others, in points."""
        table = self.table
        others = [action for action in table.legal.tolist() if action != choice]
        step = max(1, len(others) // OTHERS)
        actions = [choice, *others[::step][:OTHERS]]
        outcomes = self._judge.outcomes(table.batch, table.seat, actions)
        lines = [f"- Why: in {WORLDS} imagined games that continue from here, it is on average"]
        for place in range(1, len(actions)):
            gain, error = outcomes.gain(0, place)
            if abs(gain) <= 2 * error:
                value = "not clearly better or worse than"
            else:
                value = f"{abs(gain):.1f} points {'better than' if gain > 0 else 'worse than'}"
            lines.append(f"    {value} {table.words_of(actions[place])}")
        return lines
