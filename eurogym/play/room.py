"""A table where people sit, each seeing what that seat may see, beside agents that move by themselves."""

from __future__ import annotations

import contextlib
import html
import json
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from eurogym import agents as agent_registry
from eurogym.agents.framework.opinion import opinion_of
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.draw.pictures import Move, move_of, picture, table_parts
from eurogym.envs.core.errors import EurogymError
from eurogym.envs.core.faces.replay import Replay
from eurogym.envs.core.files import write_text
from eurogym.play import ending, legend, rulebook
from eurogym.play.replay_page import replay_page
from eurogym.play.review import review, review_lines, worst
from eurogym.play.stage import stage
from eurogym.play.table import Table
from eurogym.play.tutorial import Tutor
from eurogym.play.words import called

EFFORTS = ("mc:ms=200", "mc:ms=1000", "search:ms=200", "search:ms=1000")  # searches that give hints
NO_ADVISERS = ("random", "program", "heuristic")  # the heuristic is asked by its own name
MOST_NUMBERS = 5  # actions that a hint tells numbers of
WORLDS = 16  # imagined worlds whose scores are averaged while the game goes on


class RefusedError(EurogymError):
    """A request that the table does not take, in words for the person who made it."""


class Position(NamedTuple):
    """The table after an action, or as it was dealt."""

    states: np.ndarray  # of the only game
    legal: tuple[int, ...]
    scores: tuple[int, ...]
    move: Move | None  # the action that led here
    heard: dict[int, str]  # it, as each person hears it
    events: dict[int, list[str]]  # dice, draws and reveals that came with it, as each person sees them
    standing: dict[int, list[float]]  # scores as each person may reckon them


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
        self.trouble = ""  # which agent cannot go on
        self.fault = ""  # why: not for people before the end, since it may tell what only the agent knows
        self.notes: list[str] = []  # what the end means for the people
        self.next_level = 0  # of opponents who are a little stronger
        self.moved: dict[int, str] = {}  # where people sit who have moved on to another table
        self.given_up = ""  # who ended the game before its end
        self.at_end: Callable[[], None] = lambda: None
        self._end_announced = False
        self._reviewed: dict[int, dict[str, Any]] = {}
        self._tutors: dict[int, Tutor] = {}
        self._unsaved = ""  # why the game cannot be saved
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._views: dict[int, str] = {}
        self._positions: list[Position] = []  # the deal, and what every action led to
        self._helpers: dict[tuple[int, str], Any] = {}  # one of each seat: some remember what they have seen
        self._advising = threading.Lock()
        self._asked = table.batch.new_like(1, autoreset=False)
        self._worlds = table.batch.new_like(WORLDS, autoreset=False, observe=False)
        self._at_work: threading.Thread | None = None
        self._left = False
        with self._lock:
            self._positions.append(self._position(None, {}, {seat: [] for seat in self.people}))
            for action in played:
                self._take(action, reversible=False)
            self._publish()
        self.go_on()

    # -- what people see

    def view(self, seat: int) -> str:
        """Return what a person's page shows, as JSON; not held up by an agent that is thinking."""
        return self._views[seat]

    def wait(self, version: int, seconds: float) -> bool:
        """Wait until the table is no longer at this version; False where it still is after so many seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: self.version != version, seconds)

    def _publish(self) -> None:
        """Make the views of all people anew."""
        if self.table.over and not self._end_announced:
            self._end_announced = True
            self.at_end()
        self.version += 1
        self._views = {seat: json.dumps(self._seen_by(seat)) for seat in self.people}
        self._changed.notify_all()

    def _seen_by(self, seat: int) -> dict[str, Any]:
        table = self.table
        game, options, over = table.game, table.options, table.over
        over = over or bool(self.given_up)
        mine = not over and table.seat == seat
        names = [game.name_of_seat(options, one) for one in range(options.num_players)]
        acts = self._positions[1:]
        view: dict[str, Any] = {
            "version": self.version,
            "seat": seat,
            "names": names,
            "players": [self._who(one, seat) for one in range(options.num_players)],
            "turn": None if over else table.seat,
            "over": over,
            "trouble": self.trouble or self._unsaved,
            "working": self._working(),
            "log": [one.heard[seat] for one in acts],
            "doers": [one.move.seat for one in acts],
            "events": [one.events[seat] for one in acts],
            "scores": [one.standing[seat] for one in self._positions],
            "asked": legend.asked(table) if mine else "",
            "actions": self._offered() if mine else [],
            "undo": table.undoable if mine else 0,
            "next": self.moved.get(seat, ""),
        }
        if over:
            end = {"won": f"{self.given_up} gave the game up", "names": [], "rows": [], "deal": ""}
            if not self.given_up:
                end = ending.ending_of(table, seat, view["players"], self._positions)
            view["end"] = end | {"notes": self.notes, "next": self.next_level, "whole": table.over}
        return view

    def picture(self, seat: int, actions: int, wide: float, high: float = 0.0) -> str:
        """Return the table after so many actions as a person sees it, in parts for so many CSS pixels, as JSON.

        Raises:
            RefusedError: so many actions were not taken.
            OptionError: the width is out of bounds.
        """
        positions, table = self._positions, self.table
        if not 0 <= actions < len(positions):
            raise RefusedError(f"the table has not seen {actions} actions")
        shown = positions[actions]
        state, game, options = shown.states[0], table.game, table.options
        over = bool(state["done"])
        eyes = None if over else seat
        if game.parts is None:
            if game.draw is None:
                markup = f"<pre>{html.escape(game.to_text(state, options, eyes))}</pre>"
            else:
                markup = str(picture(game, state, options, eyes, (), shown.move, shown.scores))
            return json.dumps({"actions": actions, "markup": markup})
        legal = shown.legal if int(state["current_seat"]) == seat and actions == len(positions) - 1 else ()
        laid = table_parts(game, state, options, eyes, wide, legal, shown.move, shown.scores, seat, high)
        words = {
            one: f"{game.name_of_seat(options, one)} ({self._who(one, seat)}) \N{MIDDLE DOT} {points:g} "
            f"point{'s' * (points != 1)}"
            for one, points in enumerate(shown.standing[seat][: options.num_players])
        }
        turn = None if over else int(state["current_seat"])
        return json.dumps({"actions": actions, "markup": stage(laid, words, turn), "style": laid["style"]})

    def _who(self, one: int, seat: int) -> str:
        if one == seat:
            return "you"
        return called(self.table.game, self.seated[one].name) if one in self.seated else "a person"

    def _working(self) -> str:
        """Return which agent is thinking; "" where a person is waited for."""
        seat = None if self.ended or self.trouble else self.table.seat
        return (
            f"{called(self.table.game, self.seated[seat].name)} is thinking ..."
            if seat in self.seated
            else ""
        )

    def _offered(self) -> list[dict[str, Any]]:
        """Return the legal actions in the order of their numbers, with their texts in files and what their kind
        means.
        """
        table, rows = self.table, []
        for one in table.batch.catalog.ranges:
            for action in table.legal[(table.legal >= one.start) & (table.legal < one.stop)].tolist():
                words, text = table.words_of(action), table.text_of(action)
                rows.append({"id": action, "words": words, "text": text, "means": one.help})
        return rows

    def rules(self) -> list[dict[str, Any]]:
        """Return the rules of the game with these options, chapter by chapter, after what it is about in short
        (`open`).
        """
        short = legend.introduction(self.table.game)
        chapters = [
            ("The aim", short.get("aim")),
            ("A round", short.get("round")),
            ("What scores", short.get("scores")),
        ]
        short_chapters = [
            {
                "title": title,
                "text": text if isinstance(text, str) else "\n".join(f"- {line}" for line in text),
                "open": True,
            }
            for title, text in chapters
            if text
        ]
        return short_chapters + [
            {
                "title": one.title,
                "text": "\n\n".join(f"{rule.number} {rule.text}".strip() for rule in one.rules),
                "open": False,
            }
            for one in rulebook.sections(self.table.game, self.table.options)
        ]

    def signs(self) -> list[list[str]]:
        """Return the signs of the table with their meanings."""
        return [list(row) for row in legend.signs(self.table.game)]

    def _position(self, move: Move | None, heard: dict[int, str], events: dict[int, list[str]]) -> Position:
        """Return the table as it is now, with what led to it."""
        table = self.table
        legal = () if table.over else tuple(table.legal.tolist())
        scores = tuple(table.batch.scores()[0, :, 0].tolist())
        return Position(table.batch.states.copy(), legal, scores, move, heard, events, self._standing())

    def _standing(self) -> dict[int, list[float]]:
        """Return the scores if the game ended now, as far as each person can tell: the mean over imagined worlds.

        The luck of these worlds is secret: who knew it could compute from the means what was shuffled.
        """
        table, worlds = self.table, self._worlds
        if table.over:
            return dict.fromkeys(self.people, table.batch.scores()[0, :, 0].tolist())
        everywhere, standing = np.arange(WORLDS), {}
        luck = [derive_seed(table.seed, "standing", len(table.actions), world) for world in range(WORLDS)]
        for seat in self.people:
            worlds.load(np.repeat(np.asarray(table.batch.states), WORLDS))
            worlds.determinize(everywhere, np.full(WORLDS, seat), luck)
            standing[seat] = worlds.scores()[:, : table.options.num_players, 0].mean(axis=0).round(1).tolist()
        return standing

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
            foreseen = self.table.foreseen(action)
            if foreseen.why and not sure:
                return foreseen.why
            self._take(action, foreseen.reversible)
            self._publish()
        self.go_on()
        return ""

    def preview(self, seat: int, version: int, action: int) -> list[str]:
        """Return what an action would cost and bring a person, as far as that is certain; nothing once the table
        changed.
        """
        with self._lock:
            asked = self._asks(seat, version) and action in self.table.legal
            return self.table.brings(action) if asked else []

    def undo(self, seat: int, version: int) -> None:
        """Take back a person's last choice. Raises RefusedError where there is nothing to take back."""
        with self._lock:
            self._expect(seat, version)
            if not self.table.undo():
                raise RefusedError("there is nothing to take back")
            del self._positions[len(self.table.actions) + 1 :]
            self._publish()

    def hint(self, seat: int, version: int, spec: str) -> dict[str, Any]:
        """Return what an agent would choose for a person. The table goes on meanwhile.

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
                f"no agent called {name!r:.60} gives hints here; allowed: {', '.join(self.advisers())}"
            )
        with self._lock:
            self._expect(seat, version)
            states = self.table.batch.states.copy()
        with self._advising:
            if (seat, name) not in self._helpers:
                helper = agent_registry.make(name, game=self.table.game)
                helper.reset(derive_seed(self.table.seed, "hint", seat))
                self._helpers[seat, name] = helper
            self._asked.load(states)
            opinion = opinion_of(self._helpers[seat, name], self._asked)
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
        """Return who may be asked for a hint, the usual one first; a page names one of these and nothing else."""
        game = self.table.game
        known = [name for name in agent_registry.available(game) if name not in NO_ADVISERS]
        own = agent_registry.heuristic_name(game)
        return [
            own,
            *(name for name in known if name != own),
            *(one for one in EFFORTS if one.partition(":")[0] in known),
        ]

    def replay(self) -> Replay:
        """Return the game so far."""
        with self._lock:
            return self.table.replay()

    def review(self, seat: int) -> dict[str, Any]:
        """Return what a person's decisions cost in the finished game: ``summary``, a sentence, and ``worst``."""
        with self._advising:
            if seat not in self._reviewed:
                verdicts = review(self.replay(), [seat])
                self._reviewed[seat] = {
                    "summary": review_lines(self.replay(), verdicts)[0] if verdicts else "you had no choice",
                    "worst": [
                        {
                            "number": one.number,
                            "lost": f"{one.lost:.1f}",
                            "played": one.played,
                            "better": one.better,
                        }
                        for one in worst(verdicts)
                    ],
                    "verdicts": verdicts,
                }
            return {name: self._reviewed[seat][name] for name in ("summary", "worst")}

    def page(self, seat: int) -> str:
        """Return the page of the finished game, with what a review of the person's decisions found, if there was
        one.
        """
        return replay_page(self.replay(), verdicts=self._reviewed.get(seat, {}).get("verdicts", ()))

    def lesson(self, seat: int, version: int) -> dict[str, Any]:
        """Help with a person's decision: ``lines``, and the ``action`` that they advise; none where there is nothing to
        say, or the table changed.
        """
        with self._lock:
            if not self._asks(seat, version):
                return {"lines": [], "action": -1}
            if seat not in self._tutors:
                self._tutors[seat] = Tutor(self.table)
            lines = self._tutors[seat].lesson()
            return {"lines": lines, "action": self._tutors[seat].advised if lines else -1}

    def move(self, keys: dict[int, str]) -> None:
        """Tell people where they sit at the next table."""
        with self._lock:
            self.moved = keys
            self._publish()

    @contextlib.contextmanager
    def changing(self) -> Iterator[None]:
        """While something is changed; the people see it afterwards."""
        with self._lock:
            yield
            self._left = True
            self._publish()

    @property
    def ended(self) -> bool:
        """Whether nothing more can be chosen here."""
        return self.table.over or bool(self.given_up)

    def _asks(self, seat: int, version: int) -> bool:
        return not self.ended and version == self.version and self.table.seat == seat

    def _expect(self, seat: int, version: int) -> None:
        if self.ended:
            raise RefusedError("the game is over")
        if version != self.version:
            raise RefusedError("the table has changed meanwhile; look again")
        if self.table.seat != seat:
            raise RefusedError("it is not your turn")

    def _take(self, action: int, reversible: bool) -> None:
        table = self.table
        state, mover = table.batch.state(0), table.seat
        name = table.game.name_of_seat(table.options, mover)
        move = move_of(table.game, state, table.options, action)
        heard = {seat: f"{name}: {table.words_of(action, seat)}" for seat in self.people}
        before = {seat: self._known_to(seat) for seat in self.people}
        table.take(action, reversible)
        events = {seat: legend.events(table.game, before[seat], self._known_to(seat)) for seat in self.people}
        self._positions.append(self._position(move, heard, events))

    def _known_to(self, seat: int) -> dict[str, Any]:
        table = self.table
        return table.game.to_dict(table.batch.state(0), table.options, seat)

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
                if self._left or self.table.over or self.table.seat not in self.seated:
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
                    self.trouble = f"{agent.name} cannot continue ({type(error).__name__})"
                    self.fault = f"{agent.name} could not continue: {error}"
                    self._at_work = None
                self._publish()
                if self.trouble:
                    return

    def _save(self) -> None:
        if self.path is None:
            return
        fault = ""
        try:
            # It holds the deal, and players may have accounts on this machine.
            write_text(self.path, self.table.replay().dumps(), named=True, private=True)
        except OSError as error:  # the game goes on; what it was is told as long as it is open
            fault = f"the game cannot be saved ({error.strerror})"
        if fault != self._unsaved:
            self._unsaved = fault
            self._publish()

    def leave(self) -> None:
        """Agents stop after the decision that they are at, so that one thread writes the game from now on."""
        self._left = True
        self.settle()

    def settle(self, seconds: float = 60.0) -> None:
        """Wait until no agent is at work."""
        worker = self._at_work
        if worker is not None:
            worker.join(seconds)
