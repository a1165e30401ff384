"""Records of games while they are played: standings, choices and components, by seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from eurogym.envs.core.declare.design import Components, Design, design_of, points_of

GRID = 41  # points of a game, from its deal (0) to its end (1), at which the standing is kept
UNDECLARED = Design((), rounds=None)


@dataclass(frozen=True)
class Watch:
    """A recorder of games, for `watch` of a :class:`~eurogym.measure.games.matches.Cell`."""

    def __call__(self, batch: Any, seating: np.ndarray) -> Observer:
        """Return an observer of a block that has just been dealt."""
        return Observer(batch)


@dataclass(frozen=True)
class Ends:
    """A recorder of how games end and nothing else, which costs almost no time."""

    def __call__(self, batch: Any, seating: np.ndarray) -> End:
        """Return an observer of a block that has just been dealt."""
        return End(batch)


def declared(game: Any) -> Design:
    """Return the design of a game; one without components, columns and tables if it declares none."""
    return design_of(game) or UNDECLARED


def labels_of(design: Design) -> list[str]:
    """Return the labels of all components of a game, in the order of the records."""
    return [label for kind in design.components for label in kind.labels]


class End:
    """One block of games. Facts: rounds (n,), points (n, S, P)."""

    def __init__(self, batch: Any):
        self.batch = batch

    def before(self, games: np.ndarray, actions: np.ndarray) -> None:
        """Nothing is written down before the end."""

    def facts(self) -> dict[str, np.ndarray]:
        """Return how the games ended."""
        batch, design = self.batch, declared(self.batch.game)
        found = {}
        if design.rounds is not None:
            found["rounds"] = np.asarray(design.rounds(batch.states), np.float64)
        if design.columns:
            totals = np.array(batch.final_scores[:, : batch.num_seats], np.int64)
            found["points"] = points_of(batch.game, batch.states, totals)
        return found


class Observer:
    """One block of games. `before` hears of every step, `facts` gives arrays with a row for every game.

    Facts, with S seats, K components of all kinds, D decisions, R action ranges, P columns of points:
    rounds, real (decisions that were choices), lead_changes, led_from (share of the game from which on the winner
    leads for good): (n,); choices and options (how often a decision was pending, and the legal actions then, summed):
    (n, D);
    course (standing at GRID points of it): (n, GRID, S); gains (what the standing rose by with the actions of a range,
    whoever took them): (n, S, R); offered: (n, K); taken, placed: (n, S, K); opening (first component, -1): (n, S);
    points: (n, S, P); from_others (points that the other standings fell by with a seat's actions): (n, S).
    Time is counted in choices of any seat: wait (of a seat from the end of its turn to its next, the mean),
    longest_wait: (n,); turns (runs of choices by one seat, a seat): (n,).
    Rounds are the turns of a seat where the game declares none.
    """

    def __init__(self, batch: Any):
        self.batch, self.design = batch, declared(batch.game)
        count, seats = batch.num_envs, batch.num_seats
        ranges = batch.catalog.ranges
        self.range_of = np.repeat(np.arange(len(ranges)), [one.size for one in ranges])
        self.start_of = np.array([one.start for one in ranges])
        self.numbers = {one.name: number for number, one in enumerate(ranges)}
        self.telling = {  # ranges whose actions take or place a component of a kind
            kind.kind: {self.numbers[name] for name in (*kind.taken, *kind.placed) if name in self.numbers}
            for kind in self.design.components
        }
        components = sum(len(kind.names) for kind in self.design.components)
        decisions = batch.game.decisions.COUNT
        self.choices, self.options = np.zeros((2, count, decisions), np.int32)
        self.gains = np.zeros((count, seats, len(ranges)), np.int32)
        self.offered = np.zeros((count, components), bool)
        self.taken, self.placed = np.zeros((2, count, seats, components), np.int16)
        self.opening = np.full((count, seats), -1, np.int16)
        self.last_range, self.last_mover = np.full((2, count), -1)
        self.from_others = np.zeros((count, seats), np.int32)
        self.clock, self.turns, self.waited, self.longest = np.zeros((4, count))
        self.stopped = np.zeros((count, seats))  # when the last turn of each seat ended
        self.standing = np.zeros((count, seats), np.int64)
        self.steps: list[tuple[np.ndarray, np.ndarray]] = []

    def before(self, games: np.ndarray, actions: np.ndarray) -> None:
        """Every one of `games` is about to take its action."""
        batch = self.batch
        states, movers = batch.states[games], batch.current_seat[games]
        decisions = states["decision"]
        self.choices[games, decisions] += 1
        self.options[games, decisions] += batch.action_masks[games].sum(axis=1, dtype=np.int32)
        self._stand(games, batch.scores(games)[:, : batch.num_seats, 0])
        ranges = self.range_of[actions]
        present = set(ranges.tolist())
        self.last_range[games] = ranges
        self._tick(games, movers)
        first = 0
        for kind in self.design.components:
            stop = first + len(kind.names)
            if kind.offered is not None:
                self.offered[games, first:stop] |= kind.offered(states)
            if present & self.telling[kind.kind]:
                self._name(kind, first, states, games, movers, actions, ranges)
            first = stop

    def _stand(self, games: np.ndarray, standing: np.ndarray) -> None:
        """The standing now; what it rose by was brought by the last action."""
        known = self.last_range[games] >= 0
        changed = games[known]
        rise = standing[known] - self.standing[changed]
        self.gains[changed, :, self.last_range[changed]] += rise
        rows, movers = np.arange(len(changed)), self.last_mover[changed]
        lost = np.minimum(rise, 0)
        self.from_others[changed, movers] -= lost.sum(axis=1) - lost[rows, movers]
        self.standing[games] = standing
        self.steps.append((games, standing.astype(np.int32)))

    def _tick(self, games: np.ndarray, movers: np.ndarray) -> None:
        """Time passes; a seat that was not the last to move has waited since its last turn ended."""
        fresh = self.last_mover[games] != movers
        begun, who = games[fresh], movers[fresh]
        wait = self.clock[begun] - self.stopped[begun, who]
        self.turns[begun] += 1
        self.waited[begun] += wait
        self.longest[begun] = np.maximum(self.longest[begun], wait)
        self.clock[games] += 1
        self.stopped[games, movers] = self.clock[games]
        self.last_mover[games] = movers

    def _name(
        self,
        kind: Components,
        first: int,
        states: np.ndarray,
        games: np.ndarray,
        movers: np.ndarray,
        actions: np.ndarray,
        ranges: np.ndarray,
    ) -> None:
        """Components of a kind that are taken or placed by these actions."""
        for ranges_of, counts in ((kind.taken, self.taken), (kind.placed, self.placed)):
            for name, which in ranges_of.items():
                number = self.numbers.get(name, -1)  # -1: of a module that is not in play
                rows = np.flatnonzero(ranges == number)
                if not len(rows):
                    continue
                found = which(states[rows], movers[rows], actions[rows] - self.start_of[number])
                rows, found = rows[found >= 0], found[found >= 0] + first
                np.add.at(counts, (games[rows], movers[rows], found), 1)
                fresh = self.opening[games[rows], movers[rows]] < 0
                self.opening[games[rows[fresh]], movers[rows[fresh]]] = found[fresh]

    def facts(self) -> dict[str, np.ndarray]:
        """Return everything that was written down, once all games are over."""
        batch, seats = self.batch, self.batch.num_seats
        self._stand(np.arange(batch.num_envs), np.array(batch.final_scores[:, :seats], np.int64))
        first = 0
        for kind in self.design.components:
            stop = first + len(kind.names)
            if kind.owned is not None:
                self.taken[:, :, first:stop] = kind.owned(batch.states)[:, :seats]
            first = stop
        course, changes, led_from = self._courses()
        turns = self.turns / seats
        rounds = self.design.rounds
        return {
            "rounds": turns if rounds is None else np.asarray(rounds(batch.states), np.float64),
            "turns": turns,
            "wait": self.waited / np.maximum(1, self.turns),
            "longest_wait": self.longest,
            "from_others": self.from_others,
            "real": self.choices.sum(axis=1).astype(np.float64),
            "lead_changes": changes,
            "led_from": led_from,
            "choices": self.choices,
            "options": self.options,
            "course": course,
            "gains": self.gains,
            "offered": self.offered,
            "taken": self.taken,
            "placed": self.placed,
            "opening": self.opening,
            "points": points_of(batch.game, batch.states, self.standing)
            if self.design.columns
            else np.zeros((batch.num_envs, seats, 0), np.int64),
        }

    def _courses(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Standings on the grid (n, GRID, S), lead changes (n,), and when the winner came to lead for good (n,)."""
        count, seats = self.batch.num_envs, self.batch.num_seats
        games = np.concatenate([games for games, _ in self.steps])
        standings = np.concatenate([standing for _, standing in self.steps])
        order = np.argsort(games, kind="stable")
        bounds = np.searchsorted(games[order], np.arange(count + 1))
        course = np.zeros((count, GRID, seats), np.int32)
        changes, led_from = np.zeros(count), np.zeros(count)
        placements = np.array(self.batch.final_placements[:, :seats])
        for game in range(count):
            mine = standings[order[bounds[game] : bounds[game + 1]]]
            course[game] = mine[np.round(np.linspace(0, len(mine) - 1, GRID)).astype(int)]
            changes[game] = lead_changes(mine)
            led_from[game] = settled(mine[:-1], int(placements[game].argmax()))
        return course, changes, led_from


def lead_changes(standings: np.ndarray) -> float:
    """Return how often another seat becomes the sole leader in standings (times, S); ties keep the last leader."""
    best = standings.max(axis=1, keepdims=True)
    alone = (standings == best).sum(axis=1) == 1
    leaders = standings.argmax(axis=1)[alone]
    return float((np.diff(leaders) != 0).sum())


def settled(standings: np.ndarray, winner: int) -> float:
    """Return the share of the game, 0 to 1, after which the winner is never behind again in standings (times, S)."""
    behind = np.flatnonzero(standings[:, winner] < standings.max(axis=1))
    return float((behind[-1] + 1) / len(standings)) if len(behind) else 0.0
