"""A person at a table in the terminal: reading, asking again, telling what others do, and taking choices back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import agents as agent_registry
from envs.core.batch import BatchedGame
from envs.core.random import derive_seed
from envs.core.replay import Replay

PROBES = 3  # determinized copies that must agree before a choice counts as revealing nothing


class Table:
    """A game of one with its log, and the way back to the last own decision where nothing was revealed."""

    def __init__(self, game: Any, options: Any, seed: int):
        self.game, self.options, self.seed = game, options, seed
        self.batch = BatchedGame(game, options, num_envs=1, autoreset=False)
        self.batch.reset(seeds=[seed])
        self._probe = BatchedGame(game, options, num_envs=2, autoreset=False)
        self.actions: list[int] = []
        self._before: list[tuple[np.ndarray, int]] = []  # states to go back to, with the length of the log

    @property
    def over(self) -> bool:
        """Is the game finished?"""
        return bool(self.batch.states["done"][0])

    @property
    def seat(self) -> int:
        """The seat to move."""
        return int(self.batch.current_seat[0])

    @property
    def legal(self) -> np.ndarray:
        """Ids of the legal actions."""
        return np.flatnonzero(self.batch.action_masks[0])

    def text_of(self, action: int) -> str:
        """An action in words."""
        return self.batch.catalog.describe(int(action))

    def words_of(self, action: int, observer: int | None = None) -> str:
        """An action in words, with what it points at now; as an observer hears it."""
        return self.game.explain_action(self.batch.state(0), self.options, int(action), observer)

    def can_be_undone(self, action: int) -> bool:
        """Would the choice leave the turn with the seat and show it nothing that was hidden?

        The choice is tried on the real position and on determinized copies; when the seat sees the same after
        each of them, the hidden cards had no part in it.
        """
        seat = self.seat
        real = self.batch.states.copy()
        first = None
        for probe in range(PROBES + 1):
            self._probe.load(np.repeat(real, 2))
            if probe > 0:
                self._probe.determinize(0, seat, derive_seed(self.seed, "probe", len(self.actions), probe))
                if not self._probe.action_masks[0, action]:
                    return False
            self._probe.step([action], games=[0])
            if self._probe.states["done"][0] or int(self._probe.current_seat[0]) != seat:
                return False
            seen = self._probe.observe(0, seat).tobytes()
            if first is None:
                first = seen
            elif seen != first:
                return False
        return True

    def take(self, action: int, reversible: bool) -> None:
        """Apply an action; a reversible one can be taken back until the next that is not."""
        if reversible:
            self._before.append((self.batch.states.copy(), len(self.actions)))
        else:
            self._before.clear()
        self.batch.step([int(action)])
        self.actions.append(int(action))

    def undo(self) -> bool:
        """Take back the last reversible choice; False when there is none."""
        if not self._before:
            return False
        states, length = self._before.pop()
        self.batch.load(states)
        del self.actions[length:]
        return True

    def replay(self) -> Replay:
        """The game so far as a replay."""
        return Replay.of_game(self.game, self.options, self.seed, self.actions)


def match_choice(table: Table, typed: str) -> int | None:
    """The action meant by a number of the list or by the beginning of a text; None if that is not clear."""
    legal = table.legal
    if typed.isdigit():
        return int(legal[int(typed) - 1]) if 1 <= int(typed) <= len(legal) else None
    texts = {int(action): table.text_of(action).lower() for action in legal}
    exact = [action for action, text in texts.items() if text == typed]
    found = exact or [action for action, text in texts.items() if text.startswith(typed)]
    found = found or [action for action, text in texts.items() if typed in text]
    return found[0] if len(found) == 1 else None


class Leave(Exception):
    """The player wants to stop."""


class Session:
    """One person at one table: reading, asking again, telling what others do."""

    def __init__(
        self,
        table: Table,
        seat: int,
        seated: dict[int, Any],
        confirm: bool = True,
        read: Callable[[str], str] = input,
        write: Callable[[str], None] = print,
    ):
        self.table, self.seat, self.seated, self.confirm = table, seat, seated, confirm
        self.read, self.write = read, write
        self.log: list[str] = []
        self._told = 0
        self._helper: Any = None

    def run(self) -> None:
        """Play to the end of the game; raises Leave when the player stops."""
        while not self.table.over:
            if self.table.seat == self.seat:
                self._own_decision()
            else:
                self._others_decision()
        self.write("\n" + self._table_text())

    def _others_decision(self) -> None:
        seat = self.table.seat
        action = int(self.seated[seat].act(self.table.batch, np.array([0]))[0])
        self._note(seat, action)
        self.table.take(action, reversible=False)

    def _note(self, seat: int, action: int) -> None:
        name = self.table.game.name_of_seat(self.table.options, seat)
        self.log.append(f"{name}: {self.table.words_of(action, self.seat)}")

    def _table_text(self) -> str:
        return self.table.game.to_text(self.table.batch.state(0), self.table.options, self.seat)

    def _own_decision(self) -> None:
        self._show()
        while True:
            typed = self._ask("> ")
            if typed in ("q", "quit"):
                raise Leave
            if typed in ("u", "undo"):
                if self.table.undo():
                    del self.log[len(self.table.actions) :]
                    self._told = min(self._told, len(self.log))
                    self.write("taken back")
                    return
                self.write("nothing to take back: the last choice has been sent, or there was none")
            elif typed in ("t", "table"):
                self._show()
            elif typed in ("l", "log"):
                self.write("\n".join(self.log[-40:]) or "nothing yet")
            elif typed in ("h", "help", "?"):
                self._suggest()
            elif typed:
                action = match_choice(self.table, typed)
                if action is None:
                    self.write(
                        f"{typed!r} is not one of the actions; type a number from the list or its text"
                    )
                elif self._send(action):
                    return

    def _send(self, action: int) -> bool:
        """Apply the choice if it can be taken back, else after asking; False when the player thinks again."""
        reversible = self.table.can_be_undone(action)
        if not reversible and self.confirm:
            answer = self._ask(
                f"  {self.table.words_of(action)} - this cannot be taken back; send it? [Y/n] "
            )
            if answer not in ("", "y", "yes"):
                return False
        self._note(self.seat, action)
        self.table.take(action, reversible)
        return True

    def _show(self) -> None:
        news = self.log[self._told :]
        self._told = len(self.log)
        if news:
            self.write("\n" + "\n".join(f"- {line}" for line in news))
        self.write("\n" + self._table_text() + "\n")
        legal = self.table.legal
        texts = [f"{k:>3}. {self.table.words_of(action)}" for k, action in enumerate(legal, 1)]
        width = max(map(len, texts)) + 3
        columns = max(1, 110 // width)
        for start in range(0, len(texts), columns):
            self.write("".join(text.ljust(width) for text in texts[start : start + columns]).rstrip())

    def _suggest(self) -> None:
        if self._helper is None:
            name = agent_registry.heuristic_name(self.table.game)
            self._helper = agent_registry.make(name, game=self.table.game)
        action = int(self._helper.act(self.table.batch, np.array([0]))[0])
        self.write(f"{self._helper.name} would choose: {self.table.words_of(action)}")

    def _ask(self, prompt: str) -> str:
        try:
            return " ".join(self.read(prompt).lower().split())
        except EOFError:
            raise Leave from None
