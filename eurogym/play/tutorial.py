"""A first game with help: what to choose where it matters, what that does, and what follows from it.

The game's heuristic proposes an action. It and others are tried in imagined games (eurogym/play/judge.py), first many
in a few games, then the best in more and fresh ones. Whatever clearly beats the heuristic's choice there is advised in
its place, and only what the advice clearly beats is named beside it. A decision at which nothing is clearly better and
nothing is new has no lesson.
"""

from __future__ import annotations

import numpy as np

from eurogym import agents
from eurogym.envs.core.compile.random import derive_seed
from eurogym.play import legend
from eurogym.play.judge import Judge, Outcomes
from eurogym.play.review import in_numbers
from eurogym.play.table import Table

LESSONS = 10
LOOKED_AT = 20  # decisions with a choice that are looked at
TRIED, FEW = 24, 6  # actions that are tried, in so many worlds
BEST, WORLDS = 2, 32  # of them that are compared with the heuristic's choice, in so many worlds
NAMED = 2  # actions that are said to be worse
ERRORS = 2.0  # standard errors that a difference has to exceed


class Tutor:
    """Explains the decisions of one table to whoever is asked, as far as `LESSONS` go."""

    def __init__(self, table: Table, lessons: int = LESSONS):
        self.table, self.lessons = table, lessons
        self.advised = -1  # the action that the last lesson named
        self._given: dict[tuple[int, ...], list[str]] = {}  # lines by the actions before the decision
        self._explained: set[str] = set()  # kinds of actions, cards
        self._heuristic = agents.make(agents.heuristic_name(table.game), game=table.game)
        self._heuristic.reset(derive_seed(table.seed, "tutor"))
        self._first = Judge(table.batch, FEW, derive_seed(table.seed, "tutor"))
        self._second = Judge(table.batch, WORLDS, derive_seed(table.seed, "tutor", "again"))

    def lesson(self) -> list[str]:
        """Return what there is to say of the pending decision, in lines; nothing where there is nothing to say, and
        after the last lesson.
        """
        taken = tuple(self.table.actions)
        if taken not in self._given:
            before = sum(map(bool, self._given.values()))
            if len(self.table.legal) < 2 or before >= self.lessons or len(self._given) >= LOOKED_AT:
                return []
            self._given[taken] = self._lines(before + 1)
        return self._given[taken]

    def _lines(self, place: int) -> list[str]:
        advice, reasons = self._advice()
        words = self.table.words_of(advice)
        meaning = self._meaning(advice, words)
        if not meaning and not reasons:
            return []
        self.advised = advice
        return [f"Lesson {place} of {self.lessons}. A good choice: {words}", *meaning, *reasons]

    def _meaning(self, action: int, words: str) -> list[str]:
        """Return what an action does and the cards that it names, so far as that was not explained before."""
        table = self.table
        parts = {
            one.help: f"- That means: {one.help}."
            for one in table.batch.catalog.ranges
            if one.start <= action < one.stop and one.help
        }
        for card in legend.named(table.game, table.options, words):
            parts[card.name] = f"- {card.name}: {card.does}. Example: {card.example}."
        fresh = [line for name, line in parts.items() if name not in self._explained]
        self._explained |= parts.keys()
        return fresh

    def _advice(self) -> tuple[int, list[str]]:
        """Return what to choose, and what speaks for it, in lines."""
        table = self.table
        own = int(self._heuristic.act(table.batch, np.array([0]))[0])
        others = [action for action in table.legal.tolist() if action != own]
        others = others[:: -(-len(others) // TRIED)]
        ahead = self._first.outcomes(table.batch, table.seat, others).ahead.mean(axis=1)
        ranked = [others[k] for k in np.argsort(-ahead, kind="stable")]
        compared = list(dict.fromkeys([own, *ranked[:BEST], ranked[len(ranked) // 2]]))
        outcomes = self._second.outcomes(table.batch, table.seat, compared)
        best = int(outcomes.ahead.mean(axis=1).argmax())
        best = best if clearly_better(outcomes, best, 0) else 0
        worse = [one for one in range(len(compared)) if clearly_better(outcomes, best, one)]
        worse.sort(key=lambda one: outcomes.gain(best, one)[0])
        reasons = [self._reason(outcomes, best, one, compared[one]) for one in worse[:NAMED]]
        return compared[best], reasons

    def _reason(self, outcomes: Outcomes, best: int, other: int, action: int) -> str:
        """Return what follows from the advice and not from another action."""
        gain, _ = outcomes.gain(best, other)
        parts = [in_numbers(outcomes, best, other)]
        brings, instead = (float(outcomes.at_once[one].mean()) for one in (best, other))
        if abs(brings - instead) >= 0.05:
            parts.append(f"points at once: {brings:.3g} instead of {instead:.3g}")
        again, then = (outcomes.again[one].all() for one in (best, other))
        if again != then:
            parts.append("you go on after it" if again else "it ends your turn")
        return f"- {gain:.1f} points better than {self.table.words_of(action)}: {'; '.join(parts)}."


def clearly_better(outcomes: Outcomes, better: int, other: int) -> bool:
    """Return whether one action brings more than another, beyond what chance explains."""
    gain, error = outcomes.gain(better, other)
    return gain > ERRORS * error
