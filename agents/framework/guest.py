"""Guests: bots from elsewhere, each in a process of its own. What one does wrong costs it the game and nothing else.

A guest is a program that reads questions and writes answers, a JSON object per line (docs/guests.md), or a Python class
that another package brings by the entry point group ``eurogym.bots``; that one is asked by `guest_host.py`, in the same
way. A guest that crashes, answers nonsense or takes longer than its time has lost the game in question (`lost`): from
there on its seat is played by chance, and whoever counts the game puts the seat last.
"""

from __future__ import annotations

import base64
import json
import os
import queue
import shlex
import subprocess
import sys
import threading
from collections import deque
from contextlib import suppress
from typing import Any

import numpy as np

from eurogym.agents import AgentError
from eurogym.agents.framework.base import Agent, Parameter

START_MS = 60_000  # for the first answer: a guest may have to compile, or to load a network
LONGEST_LINE = 1 << 20  # characters of an answer
SAID = 5  # lines of the error output that are kept


class Misbehaviour(Exception):
    """What a guest did wrong, in words."""


class Line:
    """A process that answers a line for a line. It is started when it is first asked, and again after it failed."""

    def __init__(self, command: list[str]):
        self.command = command
        self._process: subprocess.Popen | None = None
        self._answers: queue.Queue[str | None] = queue.Queue()
        self._said: deque[str] = deque(maxlen=SAID)
        self.fresh = True  # nothing has been answered since the start

    def ask(self, question: dict[str, Any], ms: float) -> dict[str, Any]:
        """The answer to a question.

        Raises:
            Misbehaviour: there is none in time, or it is not a JSON object; the process has been ended.
            AgentError: the program cannot be started at all.
        """
        if self._process is None:
            self._start()
        try:
            return self._ask(question, max(ms, START_MS) if self.fresh else ms)
        except Misbehaviour:
            self.close()
            raise

    def _start(self) -> None:
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except OSError as error:
            raise AgentError(f"guest {shlex.join(self.command)}: {error.strerror or error}") from None
        self.fresh = True
        self._answers, self._said = queue.Queue(), deque(maxlen=SAID)
        streams = (
            (self._process.stdout, self._answers.put, True),
            (self._process.stderr, self._said.append, False),
        )
        for stream, put, tell_end in streams:
            threading.Thread(target=_read, args=(stream, put, tell_end), daemon=True).start()

    def _ask(self, question: dict[str, Any], ms: float) -> dict[str, Any]:
        try:
            self._process.stdin.write(json.dumps(question, separators=(",", ":")) + "\n")
            self._process.stdin.flush()
        except OSError:
            raise Misbehaviour(f"it has ended{self._last_words()}") from None
        try:
            line = self._answers.get(timeout=ms / 1000)
        except queue.Empty:
            raise Misbehaviour(f"no answer within {ms:g} ms") from None
        if line is None:
            raise Misbehaviour(f"it has ended{self._last_words()}")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise Misbehaviour(f"its answer is no JSON object: {line.strip()[:80]!r}")
        self.fresh = False
        return answer

    def _last_words(self) -> str:
        """What it said on its error output."""
        for _ in range(50):
            if self._process.poll() is not None:
                break
            threading.Event().wait(0.02)
        said = [line.strip() for line in self._said if line.strip()]
        return f": {said[-1][:200]}" if said else ""

    def close(self) -> None:
        """End the process, and whatever it has started in its session."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError):
            os.killpg(process.pid, 9) if hasattr(os, "killpg") else process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError):
                stream.close()

    def __del__(self) -> None:
        self.close()

    def __reduce__(self):
        return Line, (self.command,)  # a copy starts a process of its own


def _read(stream: Any, put: Any, tell_end: bool) -> None:
    """Pass the lines of a stream on, and None at its end."""
    with suppress(OSError, ValueError):
        while line := stream.readline(LONGEST_LINE):
            put(line)
    if tell_end:
        put(None)


class GuestAgent(Agent):
    """What all guests share: their process, their time, the games they have lost.

    Attributes:
        lost: ``{game index: what the guest did wrong}`` since the last `reset`.
    """

    needs_observations = False

    def __init__(self, name: str, **values: Any):
        super().__init__(name, **values)
        self.lost: dict[int, str] = {}
        self._line = Line(self.command_line())

    def command_line(self) -> list[str]:
        """What is started."""
        raise NotImplementedError

    def reset(self, seed: int) -> None:
        """Games begin anew: none is lost."""
        super().reset(seed)
        self.lost = {}
        self._chance = np.random.default_rng(seed)

    def prepare(self, batch: Any) -> None:
        """Guests start with their first question."""

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """One legal action for each game index; by chance where the guest has lost."""
        actions = np.empty(len(games), np.int64)
        for place, game in enumerate(np.asarray(games, np.int64).tolist()):
            if game not in self.lost:
                try:
                    actions[place] = self._answer(batch, game)
                    continue
                except Misbehaviour as error:
                    self.lost[game] = str(error)
            actions[place] = self._chance.choice(np.flatnonzero(batch.action_masks[game]))
        return actions

    def _answer(self, batch: Any, game: int) -> int:
        answer = self._line.ask(self.question(batch, game), self.ms)
        action = answer.get("action")
        legal = np.flatnonzero(batch.action_masks[game])
        if isinstance(action, str):
            named = [one for one in legal.tolist() if batch.catalog.describe(one) == action]
            if not named:
                raise Misbehaviour(f"{action[:80]!r} are not the words of a legal action")
            return named[0]
        if "error" in answer and action is None:
            raise Misbehaviour(str(answer["error"])[:200])
        if type(action) is not int:
            raise Misbehaviour("its answer has no `action`, the number or the words of one")
        if action not in legal:
            raise Misbehaviour(f"action {action} is not legal")
        return action

    def question(self, batch: Any, game: int) -> dict[str, Any]:
        """What the guest is told."""
        raise NotImplementedError


TIME = Parameter(
    "ms",
    float,
    10_000.0,
    "milliseconds for a decision; the first one of a process may take a minute",
    low=1.0,
)


class ProgramAgent(GuestAgent):
    """A program in any language, asked on its standard input in words."""

    parameters = (Parameter("command", str, "", "the program with its arguments, as in a shell"), TIME)

    def command_line(self) -> list[str]:
        words = shlex.split(self.command)
        if not words:
            raise AgentError("agent 'program': name the program, program:command=./my_bot")
        return words

    def question(self, batch: Any, game: int) -> dict[str, Any]:
        """The table as the seat to move sees it, and the legal actions."""
        state, options = batch.state(game), batch.options
        seat = int(batch.current_seat[game])
        return {
            "game": batch.game.name,
            "options": options.as_dict(),
            "seat": seat,
            "decision": batch.game.decision_name(state),
            "table": batch.game.to_dict(state, options, seat),
            "legal": [
                {"action": action, "words": batch.catalog.describe(action)}
                for action in np.flatnonzero(batch.action_masks[game]).tolist()
            ],
        }


class EntryPointAgent(GuestAgent):
    """A class that another package brings; it is given a batch of one game, otherwise as in docs/own_bots.md."""

    parameters = (TIME,)

    def __init__(self, name: str, **values: Any):
        self.where = values.pop("where")
        self.own_values = {key: value for key, value in values.items() if key != TIME.name}
        super().__init__(name, **{key: value for key, value in values.items() if key == TIME.name})

    def command_line(self) -> list[str]:
        return [
            sys.executable,
            "-m",
            "eurogym.agents.framework.guest_host",
            self.where,
            json.dumps(self.own_values),
        ]

    def question(self, batch: Any, game: int) -> dict[str, Any]:
        """The game itself. It holds what is hidden; a guest that looks there has the rules against it, not the code."""
        state = np.asarray(batch.states)[game : game + 1]
        return {
            "game": batch.game.name,
            "options": batch.options.as_dict(),
            "seed": self._seed,
            "state": base64.b64encode(state.tobytes()).decode(),
        }
