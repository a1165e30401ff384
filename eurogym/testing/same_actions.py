"""A test of what a seat is shown in games that differ only in what it cannot know, after the same actions.

What differs then has told the seat something. That is lawful where a card was drawn or a hand was laid open: what the
seat has learned is kept by every sample of what it cannot know (``determinize``). It is a leak where samples contradict
it: a field that holds the best card of another hand says what that hand is, but the samples deal the hand anew.
So each game is continued as it is, and as a sample of it, by the same actions. What was shown must go with the hidden
things, and with what is shown later, in the samples as it does in the games themselves.
"""

from __future__ import annotations

import numpy as np

from eurogym.common.settings import settings_of
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.testing.agreement import CERTAIN, Tie, closest, unchanged
from eurogym.testing.sights import Sight, dicts_of, seen_in_numbers, seen_in_words
from eurogym.testing.tables import Table, expect, spread_positions, where
from eurogym.testing.things import differing

POSITIONS = 10  # positions looked at in a game
WORLDS = 512  # games imagined in each of them
LEAST_WORLDS = 48  # games that must be left: an action may be illegal in some of them
COMPARED = 256  # games whose observations are compared
HIDDEN = 160  # games whose hidden things are compared
FEW = 8  # games whose words and pictures are looked at first
WORDED = 64  # games whose words and pictures are compared if those differ
COMMON = (
    0.5  # share of the games of the most common legal action in which an action must be legal to be chosen
)


def same_actions_test(table: Table, seed: int = 9, most: int = POSITIONS) -> None:
    """Check that what a seat learns from the same actions in games it cannot tell apart is kept by ``determinize``.

    Raises:
        AssertionError: something that is shown gives away what is hidden; the message names both, and the actions.
    """
    table = table.with_options(auto_forced=False)  # nobody sees whether a choice was forced
    for number, batch in enumerate(spread_positions(table, seed, most)):
        for seat in range(batch.num_seats):
            story = _Story(table, batch, seat, derive_seed(seed, number, seat), number % 3 == seat % 3)
            found = story.found()
            expect(not found, f"{found}; {where(table, batch, seed)}")


class _Story:
    """Games that a seat cannot tell apart, and what it sees while the same actions are taken in all of them.

    Attributes:
        left: the games in which all actions were legal and that go on.
        taken: what the seat has heard of the actions.
    """

    def __init__(self, table: Table, batch: BatchedGame, seat: int, key: int, in_words: bool) -> None:
        self.table, self.seat, self.key, self.in_words = table, seat, key, in_words
        self.rng = np.random.default_rng(key)
        self.known: dict[str, int] = {}
        self.taken: list[str] = []
        self.left = np.arange(WORLDS)
        self.games = self._copies(np.repeat(np.asarray(batch.states), WORLDS))
        self.samples = self.before = self.games
        self.heard: dict[BatchedGame, dict[int, str]] = {}  # of the last action in each game
        self.plies = 2 * batch.num_seats + 2
        slices = batch.layout.slices
        places = [np.arange(slices[name].start, slices[name].stop) for name in settings_of(table.game).asked]
        self.asked = np.concatenate([np.zeros(0, np.int64), *places])

    def _copies(self, states: np.ndarray, sampled: bool = True) -> BatchedGame:
        """Return a batch of games in these states; those that are left have what the seat cannot know dealt anew."""
        batch = self.table.batch(len(states), autoreset=False)
        np.asarray(batch.states)[:] = states
        batch.refresh()
        if sampled:
            seeds = [derive_seed(self.key, len(self.taken), game) for game in self.left.tolist()]
            batch.determinize(self.left, self.seat, seeds)
        return batch

    def found(self) -> str:
        """Return what gives something away, in words, or ""."""
        for _ in range(self.plies):
            self._act(self.games)
            if len(self.left) < LEAST_WORLDS:
                return ""
            shown = seen_in_numbers(self.games, self.left, self.seat)
            worded = self.in_words and bool(self._words_of(self.games, FEW).things())
            if shown.things() or worded:
                self.in_words = worded
                return self._followed(shown)
        return ""

    def _followed(self, shown: Sight) -> str:
        """Compare what has just been shown with what is hidden, and with what is shown later."""
        at, games, first = np.asarray(self.games.states).copy(), self.left, len(self.taken)
        self.before, self.samples = self._copies(at, sampled=False), self._copies(at)
        self.heard[self.before] = self.heard.get(self.games, {})
        tie = self._with_hidden(shown)
        for ply in range(self.plies):
            if tie is not None:
                break
            self._act(self.games, self.samples)
            if len(self.left) < LEAST_WORLDS:
                return ""
            in_words = self.in_words and ply == self.plies // 2  # once, as it takes long
            tie = self._with_later(shown.rows(np.searchsorted(games, self.left)), in_words)
        if tie is None:
            return ""
        before, after = (", ".join(map(repr, some)) for some in (self.taken[:first], self.taken[first:]))
        then = f"and then {after} " if after else ""
        return f"{tie.shown} reveals hidden information to player {self.seat + 1}: after {before} {then}{tie}"

    def _with_hidden(self, shown: Sight) -> Tie | None:
        """Return the closest tie of what has just been shown with what is hidden."""
        some = self.left[:HIDDEN]
        hidden = differing(*(dicts_of(batch, some) for batch in (self.games, self.samples)))
        tie = closest(shown.rows(np.arange(len(some))).things(), *hidden, CERTAIN)
        if tie is None and self.in_words:
            some_hidden = [{name: column[:WORDED] for name, column in one.items()} for one in hidden]
            tie = closest(self._words_of(self.games).things(), *some_hidden, CERTAIN)
        return tie

    def _with_later(self, shown: Sight, in_words: bool) -> Tie | None:
        """Return the closest tie of what was shown with what is shown now."""
        some = self.left[:COMPARED]
        now = (seen_in_numbers(batch, some, self.seat) for batch in (self.games, self.samples))
        tie = _later(shown.rows(np.arange(len(some))), *now)
        if tie is None and in_words:
            tie = _later(*(self._words_of(batch) for batch in (self.before, self.games, self.samples)))
        return tie

    def _words_of(self, batch: BatchedGame, most: int = WORDED) -> Sight:
        some = self.left[:most]
        heard = [self.heard.get(batch, {}).get(game, "") for game in some.tolist()]
        return seen_in_words(batch, some, self.seat, heard, self.known)

    def _act(self, *batches: BatchedGame) -> None:
        """Take the same action in all games in which it is legal, or one of those that sound the same to the seat."""
        movers = np.stack([np.asarray(batch.states["current_seat"])[self.left] for batch in batches])
        mover = int(np.bincount(movers[0]).argmax())
        games = self.left[(movers == mover).all(axis=0)]
        legal = np.logical_and.reduce([batch.action_masks[games] != 0 for batch in batches])
        counts = legal.sum(axis=0)
        if not counts.any():
            self.left = games[:0]
            return
        chosen = int(self.rng.choice(np.flatnonzero(counts >= COMMON * counts.max())))
        heard, alike = self._alike(
            int(games[legal[:, chosen].argmax()]), mover, chosen, np.flatnonzero(counts)
        )
        odds = legal[:, alike] * self.rng.random((len(games), len(alike)))
        able = odds.any(axis=1)
        games, actions = games[able], np.array(alike)[odds[able].argmax(axis=1)]
        for batch in batches:
            self._hear(batch, games, actions)
            batch.step(actions, games=games)
        over = np.logical_or.reduce([np.asarray(batch.states["done"])[games] != 0 for batch in batches])
        self.left = self._asked_alike(games[~over], batches)
        self.taken.append(heard)

    def _hear(self, batch: BatchedGame, games: np.ndarray, actions: np.ndarray) -> None:
        """Keep what the seat hears of the actions, in as many games as words are compared in."""
        if self.in_words:
            taken = zip(games[: 2 * WORDED].tolist(), actions.tolist(), strict=False)
            self.heard[batch] = {game: self._explained(batch, game, action) for game, action in taken}

    def _explained(self, batch: BatchedGame, game: int, action: int) -> str:
        return self.table.game.explain_action(batch.state(game), batch.options, action, self.seat)

    def _asked_alike(self, games: np.ndarray, batches: tuple[BatchedGame, ...]) -> np.ndarray:
        """Return those of the games in which the players are asked the same as in most."""
        if not len(self.asked) or not len(games):
            return games
        rows = np.stack(
            [batch.observe(games, np.full(len(games), self.seat))[:, self.asked] for batch in batches]
        )
        kinds, counts = np.unique(rows[0], axis=0, return_counts=True)
        return games[(rows == kinds[counts.argmax()]).all(axis=(0, 2))]

    def _alike(self, game: int, mover: int, chosen: int, others: np.ndarray) -> tuple[str, list[int]]:
        """Return what the seat hears of an action, and all actions of which it hears the same."""
        heard = self._explained(self.games, game, chosen)
        if mover == self.seat or self.table.game.announce is None:
            return heard, [chosen]
        return heard, [one for one in others.tolist() if self._explained(self.games, game, one) == heard]


def _later(shown: Sight, true: Sight, imagined: Sight) -> Tie | None:
    """Return the closest tie of what was shown with what is shown later."""
    alone = [sight.things(fields=False) for sight in (shown, true, imagined)]
    shown_later = [
        {f"{name} afterwards": column for name, column in sight.things().items()}
        for sight in (true, imagined)
    ]
    return unchanged(*alone) or closest(shown.things(), *shown_later, CERTAIN)
