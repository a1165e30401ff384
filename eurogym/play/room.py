"""A table where people sit, each seeing what that seat may see, beside agents that move by themselves."""

from __future__ import annotations

import html
import json
import threading
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents as agent_registry
from eurogym.agents.framework.opinion import opinion_of
from eurogym.envs.core.errors import EurogymError
from eurogym.envs.core.pictures import Deed, deed_of
from eurogym.envs.core.random import derive_seed
from eurogym.envs.core.replay import Replay
from eurogym.play import legend
from eurogym.play.table import Table
from eurogym.play.words import score_lines

EFFORTS = ("mc:ms=200", "mc:ms=1000", "search:ms=200", "search:ms=1000")  # searches that give hints
NO_ADVISERS = ("random", "program", "heuristic")  # the heuristic is asked by its own name
MOST_NUMBERS = 5  # actions that a hint tells numbers of
WORLDS = 16  # imagined worlds whose scores are averaged while the game goes on


class RefusedError(EurogymError):
    """A request that the table does not take, in words for the person who made it."""


class Room:
    """One game with people and agents. Every method may be called from any thread.

    Args:
        table: the game.
        people: seats of people.
        seated: agents of the other seats.
        path: where the replay is written after every turn, None for nowhere.
        played: actions taken before, at a table that stands at its beginning.
    """

    def __init__(
        self,
        table: Table,
        people: Collection[int],
        seated: dict[int, Any],
        path: Path | None = None,
        played: Sequence[int] = (),
    ):
        self.table, self.people, self.seated, self.path = table, sorted(people), seated, path
        self.version = 0
        self.trouble = ""  # why an agent cannot go on
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._views: dict[int, str] = {}
        self._deeds: list[Deed] = []
        self._heard: list[dict[int, str]] = []  # every action as each person hears it
        self._standing: list[
            dict[int, list[float]]
        ] = []  # scores as each person may reckon them, by decision
        self._helpers: dict[str, Any] = {}
        self._advising = threading.Lock()
        self._asked = table.batch.new_like(1, autoreset=False)
        self._worlds = table.batch.new_like(WORLDS, autoreset=False, observe=False)
        self._at_work: threading.Thread | None = None
        with self._lock:
            self._reckon()
            for action in played:
                self._take(action, reversible=False)
            self._publish()
        self.go_on()

    # -- what people see

    def view(self, seat: int) -> str:
        """What a person's page shows, as JSON; not held up by an agent that is thinking."""
        return self._views[seat]

    def wait(self, version: int, seconds: float) -> bool:
        """Wait until the table is no longer at this version; False where it still is after so many seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: self.version != version, seconds)

    def _publish(self) -> None:
        """Make the views of all people anew."""
        self.version += 1
        self._views = {seat: json.dumps(self._seen_by(seat)) for seat in self.people}
        self._changed.notify_all()

    def _seen_by(self, seat: int) -> dict[str, Any]:
        table = self.table
        game, options, over = table.game, table.options, table.over
        mine = not over and table.seat == seat
        names = [game.name_of_seat(options, one) for one in range(options.num_players)]
        last = self._deeds[-1] if self._deeds else None
        view: dict[str, Any] = {
            "version": self.version,
            "seat": seat,
            "names": names,
            "players": [self._who(one, seat) for one in range(options.num_players)],
            "turn": None if over else table.seat,
            "over": over,
            "trouble": self.trouble,
            "working": self._working(),
            "picture": self._picture(None if over else seat, mine, last),
            "log": [heard[seat] for heard in self._heard],
            "scores": [one[seat] for one in self._standing],
            "asked": legend.asked(table) if mine else "",
            "actions": self._offered() if mine else [],
            "undo": table.undoable if mine else 0,
        }
        if over:
            scores = table.batch.scores()[0, :, 0].tolist()
            view["result"] = score_lines(game, options, scores, view["players"])
        return view

    def _picture(self, seat: int | None, legal: bool, last: Deed | None) -> str:
        """The table drawn, or told where the game has no pictures."""
        if self.table.game.draw is None:
            return f"<pre>{html.escape(self.table.text(seat))}</pre>"
        return str(self.table.batch.draw(0, seat, legal=legal, last=last))

    def _who(self, one: int, seat: int) -> str:
        if one == seat:
            return "you"
        return self.seated[one].name if one in self.seated else "a person"

    def _working(self) -> str:
        """Which agent is thinking; "" where a person is waited for."""
        seat = None if self.table.over or self.trouble else self.table.seat
        return f"{self.seated[seat].name} is thinking ..." if seat in self.seated else ""

    def _offered(self) -> list[dict[str, Any]]:
        """The legal actions in the order of their numbers, with what their kind means."""
        table, rows = self.table, []
        for one in table.batch.catalog.ranges:
            for action in table.legal[(table.legal >= one.start) & (table.legal < one.stop)].tolist():
                rows.append({"id": action, "words": table.words_of(action), "means": one.help})
        return rows

    def signs(self) -> list[list[str]]:
        """The signs of the table with their meanings."""
        return [list(row) for row in legend.signs(self.table.game)]

    def _reckon(self) -> None:
        """Note the scores if the game ended now, as far as each person can tell: the mean over imagined worlds."""
        table, worlds = self.table, self._worlds
        if table.over:
            exact = table.batch.scores()[0, :, 0].tolist()
            self._standing.append(dict.fromkeys(self.people, exact))
            return
        everywhere, standing = np.arange(WORLDS), {}
        for seat in self.people:
            worlds.load(np.repeat(np.asarray(table.batch.states), WORLDS))
            worlds.determinize(everywhere, np.full(WORLDS, seat), everywhere)
            standing[seat] = worlds.scores()[:, : table.options.num_players, 0].mean(axis=0).round(1).tolist()
        self._standing.append(standing)

    # -- what people do

    def choose(self, seat: int, version: int, action: int, sure: bool) -> str:
        """Take an action for a person.

        Returns:
            "" where it is done; where it could not be taken back and the person is not sure yet, why.

        Raises:
            RefusedError: it is not this person's turn, the table has changed, or the action is not legal.
        """
        with self._lock:
            self._expect(seat, version)
            if action not in self.table.legal:
                raise RefusedError(f"action {action} is not on offer now")
            why = self.table.why_final(action)
            if why and not sure:
                return why
            self._take(action, reversible=not why)
            self._publish()
        self.go_on()
        return ""

    def undo(self, seat: int, version: int) -> None:
        """Take back a person's last choice. Raises RefusedError where there is nothing to take back."""
        with self._lock:
            self._expect(seat, version)
            if not self.table.undo():
                raise RefusedError("there is nothing to take back")
            count = len(self.table.actions)
            del self._heard[count:], self._deeds[count:], self._standing[count + 1 :]
            self._publish()

    def hint(self, seat: int, version: int, spec: str) -> dict[str, Any]:
        """What an agent would choose for a person. The table goes on meanwhile.

        Returns:
            ``{"agent", "action", "words", "meaning", "numbers"}``: its choice, what its numbers are in words ("" where
            it has none), and rows (words of an action, number as text) of the best.

        Raises:
            RefusedError: it is not this person's turn, the table has changed, or a page may not ask that agent.
            EurogymError: the agent cannot play here.
        """
        name = spec or self.advisers()[0]
        if name not in self.advisers():
            raise RefusedError(
                f"no agent called {name!r:.60} gives hints here; there are: {', '.join(self.advisers())}"
            )
        with self._lock:
            self._expect(seat, version)
            states = self.table.batch.states.copy()
        with self._advising:
            if name not in self._helpers:
                helper = agent_registry.make(name, game=self.table.game)
                helper.reset(derive_seed(self.table.seed, "hint"))
                self._helpers[name] = helper
            self._asked.load(states)
            opinion = opinion_of(self._helpers[name], self._asked)
            state, options = self._asked.state(0), self.table.options

            def words_of(action: int) -> str:
                return self.table.game.explain_action(state, options, action)

            return {
                "agent": name,
                "action": opinion.action,
                "words": words_of(opinion.action),
                "meaning": opinion.meaning,
                "numbers": [
                    [words_of(one), opinion.shown(number)] for one, number in opinion.best(MOST_NUMBERS)
                ],
            }

    def advisers(self) -> list[str]:
        """Who may be asked for a hint, the usual one first; a page names one of these and nothing else."""
        game = self.table.game
        known = [name for name in agent_registry.available(game) if name not in NO_ADVISERS]
        own = agent_registry.heuristic_name(game)
        return [
            own,
            *(name for name in known if name != own),
            *(one for one in EFFORTS if one.partition(":")[0] in known),
        ]

    def replay(self) -> Replay:
        """The game so far."""
        with self._lock:
            return self.table.replay()

    def _expect(self, seat: int, version: int) -> None:
        if self.table.over:
            raise RefusedError("the game is over")
        if version != self.version:
            raise RefusedError("the table has changed meanwhile; look again")
        if self.table.seat != seat:
            raise RefusedError("it is not your turn")

    def _take(self, action: int, reversible: bool) -> None:
        table = self.table
        state, mover = table.batch.state(0), table.seat
        name = table.game.name_of_seat(table.options, mover)
        self._deeds.append(deed_of(table.game, state, table.options, action))
        self._heard.append({seat: f"{name}: {table.words_of(action, seat)}" for seat in self.people})
        table.take(action, reversible)
        self._reckon()

    # -- what agents do

    def go_on(self) -> None:
        """Let the agents move until a person is asked."""
        with self._lock:
            asked = not self.table.over and self.table.seat in self.seated
            if asked and self._at_work is None and not self.trouble:
                self._at_work = threading.Thread(target=self._let_agents_move, daemon=True)
                self._at_work.start()
            else:
                self._save()

    def _let_agents_move(self) -> None:
        while True:
            with self._lock:
                if self.table.over or self.table.seat not in self.seated:
                    self._at_work = None
                    self._save()
                    return
                agent = self.seated[self.table.seat]
                try:
                    action = legend.sample(self.table, agent)
                    if action not in self.table.legal:
                        raise RefusedError(f"it chose {action}, which is not legal")
                    self._take(action, reversible=False)
                except Exception as error:  # a bot of somebody's own may raise anything
                    self.trouble = f"{agent.name} cannot go on: {error}"
                    self._at_work = None
                self._publish()
                if self.trouble:
                    return

    def _save(self) -> None:
        if self.path is not None:
            self.table.replay().save(self.path)

    def settle(self, seconds: float = 60.0) -> None:
        """Wait until no agent is at work."""
        worker = self._at_work
        if worker is not None:
            worker.join(seconds)
