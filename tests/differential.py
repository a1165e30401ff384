"""What a game declares for the games that engine and oracle play at once: `GAMES` in its `differential.py`.

tests/conformance/test_differential.py plays them, and asks further what is declared there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

Options = dict[str, Any]
LEAST_DECISIONS = 20  # of any game


@dataclass(frozen=True)
class Row:
    """Games of some option sets: in each, seed after seed, the players in turn play all seats.

    Attributes:
        sets: option sets.
        seeds: deals of every set; the first by default, the others with the slow tests.
        players: who plays the seeds in turn, as :func:`tests.playing.play_against` takes it.
    """

    sets: Sequence[Options]
    seeds: range
    players: Sequence[str]


@dataclass(frozen=True)
class Differential:
    """The games of one game that are played on both sides.

    Attributes:
        play_both: ``(seed, action_seed, player, **options)``: one game, compared at every decision; answers with the
            ``names`` of the decisions met, among others.
        rows: what is played.
        met: games that come to every kind of decision, and the names of these.
    """

    play_both: Callable[..., dict[str, Any]]
    rows: dict[str, Row]
    met: tuple[Row, Collection[str]]

    def play(self, values: Options, seeds: Iterable[int], players: Sequence[str]) -> set[str]:
        """Games on both sides; the names of the decisions met."""
        names: set[str] = set()
        for seed in seeds:
            played = self.play_both(seed, 1000 + seed, player=players[seed % len(players)], **values)
            assert played["decisions"] > LEAST_DECISIONS
            names |= played["names"]
        return names
