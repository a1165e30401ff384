"""A person at a table in the terminal: reading, asking again, telling what others do, and taking choices back."""

from __future__ import annotations

import shutil
import textwrap
import time
from collections.abc import Callable, Sequence
from typing import Any

from eurogym import agents as agent_registry
from eurogym.agents.framework.opinion import opinion_of
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.errors import EurogymError
from eurogym.play import legend, rulebook
from eurogym.play.choices import choices
from eurogym.play.table import Table
from eurogym.play.tutorial import Tutor
from eurogym.play.words import called

WIDEST = 110  # columns of the list of actions
SHOWN_CHOICES = 12  # of an ambiguous text
SHOWN_LOG = 40  # lines
SHOWN_RULES = 20
SHOWN_NUMBERS = 5  # actions that a hint tells numbers of
EVENT = "    * "  # before what luck brought
KEYS = (  # letter, word, what it does
    (
        "?",
        "help",
        "explain the decision, the symbols and these keys; `? NAME`: what a card or tile does",
    ),
    ("r", "rules", "list the chapters of this game's rules; `r WORD`: show the rules with that word"),
    ("h", "hint", "let an agent suggest a move; `h mc:sims=500`: that agent"),
    ("u", "undo", "take back your last choice"),
    ("t", "table", "show the table again"),
    ("l", "log", "show what has happened so far"),
    ("q", "quit", "save the game and leave"),
)
UNDO = (
    "A choice can be taken back as long as only you have decided since, nothing was drawn at random, and nothing "
    "hidden from you was revealed."
)


class Leave(Exception):
    """The player wants to stop."""


class Session:
    """One person at one table.

    Args:
        table: the game.
        seat: the person's seat.
        seated: agents of the other seats.
        confirm: ask again before a choice that cannot be taken back.
        read, write: where answers come from (None: standard input) and texts go to.
        width: columns of the terminal; None asks it.
        tutorial: help at the first decisions (eurogym/play/tutorial.py).
        pace: seconds after each choice of others, which is shown at once then; 0 shows all before one's own.
        paint: what gives texts their colours (eurogym/play/colour.py); None leaves them as they are.
    """

    def __init__(
        self,
        table: Table,
        seat: int,
        seated: dict[int, Any],
        confirm: bool = False,
        read: Callable[[str], str] | None = None,
        write: Callable[[str], None] = print,
        width: int | None = None,
        paint: Callable[[str], str] | None = None,
        tutorial: bool = False,
        pace: float = 0.0,
    ):
        self.table, self.seat, self.seated, self.confirm = table, seat, seated, confirm
        self.pace = pace
        self.read, self.width = read or input, width
        self.write = write if paint is None else lambda text: write(paint(text))
        self._names = [self._name_of(number) for number in range(table.batch.table_seats)]
        self.log: list[str] = []  # a text for every action: what was done, then events, a line each
        self._log_shown = 0
        self._helpers: dict[str, Any] = {}
        self._tutor = Tutor(table) if tutorial else None

    def _name_of(self, number: int) -> str:
        """Return a seat with who sits there."""
        game, agent = self.table.game, self.seated.get(number)
        name = game.name_of_seat(self.table.options, number)
        return name if agent is None else f"{name} ({called(game, agent.name)})"

    def catch_up(self, actions: Sequence[int]) -> None:
        """Take what was played before, without asking anybody."""
        for action in actions:
            self._take(action, reversible=False)

    def run(self) -> None:
        """Play to the end of the game; raises Leave when the player stops."""
        if self._tutor is not None:
            self._introduce()
        while not self.table.over:
            if self.table.seat == self.seat and self.seat not in self.seated:
                self._own_decision()
            else:
                self._others_decision()
        self._tell_news()
        self.write(self.table.text(self.seat))

    def _introduce(self) -> None:
        """Show what the game is about, for somebody who never played it."""
        intro = legend.introduction(self.table.game)
        for title, lines in (
            ("The aim", [intro.get("aim", "")]),
            *((k, intro.get(k.split()[-1], ())) for k in ("A round", "What scores")),
        ):
            if any(lines):
                self._section(title, [("", line) for line in lines])

    def _others_decision(self) -> None:
        self._take(legend.sample(self.table, self.seated[self.table.seat]), reversible=False)
        if self.pace > 0:  # one by one, as they happen
            self._tell_news()
            time.sleep(self.pace)

    def _take(self, action: int, reversible: bool) -> None:
        """Apply an action, and note it with what luck brought then, as the person sees it."""
        table = self.table
        name = self._names[table.seat]
        words, before = table.words_of(action, self.seat), table.view(self.seat)
        table.take(action, reversible)
        happened = legend.events(table.game, before, table.view(self.seat))
        self.log.append("\n".join([f"{name}: {words}", *(f"{EVENT}{one}" for one in happened)]))

    def wants(self, question: str) -> bool:
        """Return whether the person says yes; no where nobody answers any more."""
        try:
            return self._ask(question).lower() in ("y", "yes")
        except Leave:
            return False

    # -- a decision of one's own

    def _own_decision(self) -> None:
        self._show()
        while True:
            typed = self._ask("> ")
            key, _, rest = typed.partition(" ")
            key = key.lower()
            if key in ("q", "quit") and not rest:
                raise Leave
            if key in ("u", "undo") and not rest:
                if self._undo():
                    return
            elif key in ("t", "table") and not rest:
                self._show()
            elif key in ("l", "log") and not rest:
                self.write("\n".join("\n".join(self.log).splitlines()[-SHOWN_LOG:]) or "nothing yet")
            elif key in ("?", "help") and not rest:
                self._explain()
            elif key in ("?", "help"):
                self._explain_component(rest)
            elif key in ("r", "rules"):
                self._rules(rest)
            elif key in ("h", "hint"):
                self._hint(rest)
            elif typed and self._choose(typed):
                return

    def _choose(self, typed: str) -> bool:
        """Carry out what was typed; False where it was not clear, or the player thinks again."""
        found = choices(self.table, typed)
        if len(found) == 1:
            return self._send(found[0])
        if not found:
            number = len(self.table.legal)
            self._say(
                f"{typed!r} is not the beginning of an action on offer; type a number from 1 to {number}, the "
                "beginning of an action's words, or ? for help"
            )
            return False
        places = {int(action): place for place, action in enumerate(self.table.legal, 1)}
        self.write(f"{typed!r} can mean:")
        for action in found[:SHOWN_CHOICES]:
            self._say(f"{places[action]:>3}. {self.table.words_of(action)}", "     ")
        if len(found) > SHOWN_CHOICES:
            self.write(f"     ... and {len(found) - SHOWN_CHOICES} more")
        return False

    def _send(self, action: int) -> bool:
        """Apply the choice; where it cannot be taken back, and the player wants to be asked, after asking. False when
        the player thinks again.
        """
        foreseen = self.table.foreseen(action)
        if foreseen.why and self.confirm:
            self._say(
                f"  {self.table.words_of(action)}: this cannot be taken back, because {foreseen.why}.", "  "
            )
            answer = self._ask("  Send it? [Y/n] ").lower()
            if answer in ("q", "quit"):
                raise Leave
            if answer not in ("", "y", "yes"):
                self.write("  not sent")
                return False
        self._take(action, foreseen.reversible)
        return True

    def _undo(self) -> bool:
        if not self.table.undo():
            self._say(f"Nothing to take back. {UNDO}")
            return False
        del self.log[len(self.table.actions) :]
        self._log_shown = min(self._log_shown, len(self.log))
        self.write("taken back")
        return True

    def _hint(self, spec: str) -> None:
        """Show what an agent would choose: the one asked for, else the heuristic of the game."""
        name = spec or agent_registry.heuristic_name(self.table.game)
        try:
            if name not in self._helpers:
                helper = agent_registry.make(name, game=self.table.game)
                helper.reset(derive_seed(self.table.seed, "hint"))
                self._helpers[name] = helper
            opinion = opinion_of(self._helpers[name], self.table.batch)
        except EurogymError as error:
            self._say(f"no hint: {' '.join(str(error).split())}")
            return
        self._say(f"{name} would choose: {self.table.words_of(opinion.action)}")
        for action, number in opinion.best(SHOWN_NUMBERS):
            self._say(f"  {opinion.shown(number):>6}  {self.table.words_of(action)}", "          ")
        if opinion.numbers:
            self._say(f"  ({opinion.meaning})", "  ")

    # -- what is shown

    def _tell_news(self) -> None:
        news = self.log[self._log_shown :]
        self._log_shown = len(self.log)
        self.write("")
        for line in "\n".join(news).splitlines():
            self._say(
                line if line.startswith(EVENT) else f"- {line}", "      " if line.startswith(EVENT) else "  "
            )
        if news:
            self.write("")

    def _show(self) -> None:
        self._tell_news()
        self.write(self.table.text(self.seat) + "\n")
        self._say(f"You are asked: {legend.asked(self.table)}")
        self._list_actions()
        if self._tutor is not None:
            for line in self._tutor.lesson():
                self._say(line, "  ")
        self._say(self._keys())

    def _list_actions(self) -> None:
        """Show the legal actions with their numbers, in columns where the terminal has room."""
        texts = [f"{k:>3}. {self.table.words_of(action)}" for k, action in enumerate(self.table.legal, 1)]
        width = max(map(len, texts)) + 3
        columns = max(1, min(self._columns, WIDEST) // width)
        if columns == 1:
            for text in texts:
                self._say(text, "     ")
            return
        for start in range(0, len(texts), columns):
            self.write("".join(text.ljust(width) for text in texts[start : start + columns]).rstrip())

    def _keys(self) -> str:
        """Return the keys in a line; that for taking back only where there is something to take back."""
        shown = [f"{letter} {word}" for letter, word, _ in KEYS if letter != "u" or self.table.undoable]
        return " | ".join(["number or words", *shown])

    def _explain(self) -> None:
        self._say(f"You are asked: {legend.asked(self.table)}")
        self._section("Actions on offer", legend.offered(self.table))
        self._section("Symbols", legend.signs(self.table.game))
        self._section("Keys", [(f"{letter}, {word}", does) for letter, word, does in KEYS])
        self._say(
            "  Anything else is an action: its number in the list, or the beginnings of some of its words (`bank 5` "
            "for `take the bank from depot 3 with the 5`), as long as they are unambiguous. The words that files and "
            "bots use are understood too.",
            "  ",
        )
        self._say(f"  {UNDO}", "  ")

    def _explain_component(self, name: str) -> None:
        """Show what a card, tile or building does, with an example."""
        found = legend.card(self.table.game, self.table.options, name)
        for one in found[:SHOWN_CHOICES]:
            self._say(f"{one.name}{'' if one.present else ' (not in this game)'}: {one.does}", "  ")
            self._say(f"  example: {one.example}", "    ")
        fields = legend.fields(self.table.game, self.table.options, name) if not found else []
        for part, words in fields:
            self._say(f"{part}: {words}", "  ")
        if not found and not fields:
            none = (
                ""
                if legend.cards(self.table.game, self.table.options)
                else f" ({self.table.game.title} has no glossary of its cards)"
            )
            self._say(
                f"nothing here is called {name!r}{none}; ? by itself explains the decision and the symbols, r {name} "
                "searches the rules for it"
            )

    def _rules(self, said: str) -> None:
        """Chapters of the rules, or the rules that hold the words said."""
        game, options = self.table.game, self.table.options
        if not said:
            chapters = rulebook.sections(game, options)
            if not chapters:
                self._say(f"{game.title} comes without rules to read")
                return
            if len(chapters) == 1:
                self._chapter(chapters[0].title, chapters[0].rules)
                return
            for section in chapters:
                self._say(f"  {section.title}", "    ")
            self._say("r and a word from a title shows that chapter; other words find single rules")
            return
        found = rulebook.search(game, options, said)
        left = SHOWN_RULES
        for section, rules in found:
            if left > 0:
                self._chapter(section.title, rules[:left])
            left -= len(rules)
        if left < 0:
            self.write(f"  ... and {-left} more; add words to narrow the search")
        if not found:
            self._say(f"no rule of this game contains {said!r}")

    def _chapter(self, title: str, rules: Sequence[rulebook.Rule]) -> None:
        self._say(f"{title}:")
        for rule in rules:
            self._say(f"  {rule.number} {rule.text}".replace("   ", "  ").rstrip(), "      ")

    def _section(self, title: str, rows: Sequence[tuple[str, str]]) -> None:
        if rows:
            self.write("")
            self._say(f"{title}:")
            for sign, meaning in rows:
                self._say(f"  {sign}  {meaning}" if sign else f"  - {meaning}", "      " if sign else "    ")

    @property
    def _columns(self) -> int:
        return self.width or shutil.get_terminal_size().columns

    def _say(self, text: str, indent: str = "") -> None:
        """Write a paragraph in the width of the terminal."""
        wide = max(len(indent) + 8, self._columns - 1)
        self.write(
            "\n".join(textwrap.wrap(text, wide, subsequent_indent=indent, break_on_hyphens=False))
            if text
            else ""
        )

    def _ask(self, prompt: str) -> str:
        try:
            return " ".join(self.read(prompt).split())
        except (EOFError, OSError, RuntimeError):  # the last: there is no standard input at all
            raise Leave from None
