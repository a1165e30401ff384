"""Guests: bots from elsewhere, each in a separate process. A mistake costs the guest the game and does no other harm.

A guest is a program that reads questions and writes answers, a JSON object per line (docs/own_bots.md), or a Python
class that another package names in the entry point group ``eurogym.bots``; `guest_host.py` asks such a class likewise.
A guest that crashes, answers nonsense or takes too long has lost the game in question (`lost`): from then on its seat
is played by chance, and results put the seat last. `guest_keeper.py` is the process that starts a guest and ends all
that it has started.
"""

from __future__ import annotations

import base64
import json
import os
import selectors
import shlex
import socket
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.agents.framework import guest_keeper
from eurogym.agents.framework.base import Agent, Parameter
from eurogym.agents.framework.registry import AgentError
from eurogym.envs.core.errors import IllegalActionError
from eurogym.envs.core.printable import printable

START_MS = 60_000.0  # for the first answer: a guest may have to compile or to load a network
MOST_STARTS = 2  # in a row without a first answer in time; then a guest is lost
KEEPER = [sys.executable, "-I", "-S", str(Path(guest_keeper.__file__).resolve())]
LONGEST_LINE = 1 << 20  # bytes of an answer
CHUNK = 1 << 16  # bytes read at once: what a pipe holds
SAID = 4096  # bytes of the error output that are kept
LAST_SECONDS = 1.0  # in which a process has to end


mute: Counter[tuple[str, ...]] = Counter()  # starts in a row without a first answer, of each command line


class Misbehaviour(Exception):
    """A mistake of a guest; the message says what it did wrong."""


class TooLate(Misbehaviour):
    """There was no answer in time."""


class Line:
    """A process that answers each line with a line. It is started with the first question, and again after a failure.

    Its pipes never block: every wait ends when the time for the question is over. Between questions nothing is read, so
    a guest that keeps writing has to wait. A command that has not given its first answer in time twice in a row is not
    started again by this process.
    """

    def __init__(self, command: list[str]):
        self.command = command
        self.fresh = True  # nothing has been answered since the start
        self.starts = 0
        self._process: subprocess.Popen | None = None
        self._asked = 0  # questions, over all starts
        self._heard = b""  # of the standard output, not yet looked at
        self._said = b""  # the end of the error output

    def ask(self, question: dict[str, Any], ms: float, start_ms: float = START_MS) -> dict[str, Any]:
        """Ask a question and return the answer.

        Args:
            question: the question.
            ms: milliseconds for the answer.
            start_ms: the same for the first answer after a start, unless `ms` is more.

        Raises:
            Misbehaviour: there is no answer in time, or it is not a JSON object; the process has been ended.
            AgentError: the program cannot be started.
        """
        command, longest = tuple(self.command), max(ms, start_ms)
        if mute[command] >= MOST_STARTS:
            raise Misbehaviour(
                f"it did not answer its first question within {longest:g} ms in {MOST_STARTS} starts, "
                "and is not started again"
            )
        if self._process is None:
            self._start()
        try:
            answer = self._ask(question, longest if self.fresh else ms)
        except Misbehaviour as error:
            mute[command] += self.fresh and isinstance(error, TooLate)
            self.close()
            raise
        if self.fresh:
            self.fresh = False
            mute.pop(command, None)
        return answer

    def _start(self) -> None:
        if os.name == "nt":  # no `select` on pipes
            raise AgentError(f"guest {shlex.join(self.command)}: guests cannot play on Windows (WSL can)")
        self._line, far = socket.socketpair()
        self._line.settimeout(START_MS / 1000)
        try:
            with far:
                self._process = subprocess.Popen(
                    [*KEEPER, str(far.fileno()), *self.command],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                    pass_fds=[far.fileno()],
                )
            reply = self._line.recv(1000)
            if reply != guest_keeper.STARTED:
                self.close()
                raise OSError(reply.decode("utf-8", "replace") or "its process has ended")
        except OSError as error:
            raise AgentError(f"guest {shlex.join(self.command)}: {error.strerror or error}") from None
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            os.set_blocking(stream.fileno(), False)
        self.fresh = True
        self.starts += 1
        self._heard = self._said = b""

    def _ask(self, question: dict[str, Any], ms: float) -> dict[str, Any]:
        deadline = time.monotonic() + ms / 1000
        self._asked += 1
        stale = self._drop_unasked()
        text = json.dumps({"id": self._asked, **question}, separators=(",", ":")) + "\n"
        unsent = memoryview(text.encode())
        process = self._process
        with selectors.DefaultSelector() as ready:
            ready.register(process.stdin, selectors.EVENT_WRITE)
            ready.register(process.stdout, selectors.EVENT_READ)
            ready.register(process.stderr, selectors.EVENT_READ)
            while (left := deadline - time.monotonic()) > 0:
                for key, _ in ready.select(left):
                    stream = key.fileobj
                    if stream is process.stdin:
                        unsent = unsent[self._write(unsent) :]
                        if not unsent:
                            ready.unregister(stream)
                    elif stream is process.stderr:
                        if self._listen() == b"":
                            ready.unregister(stream)
                    else:
                        self._read()
                while b"\n" in self._heard:
                    line, _, self._heard = self._heard.partition(b"\n")
                    said_ahead, stale = stale or bool(unsent), False
                    if said_ahead or not line.strip():
                        continue
                    answer = _parsed(line)
                    if answer.get("id", self._asked) == self._asked:
                        return answer
        raise TooLate(f"{'it did not read the question' if unsent else 'no answer'} within {ms:g} ms")

    def _drop_unasked(self) -> bool:
        """Drop what was written before the question; return whether that ends in the middle of a line."""
        self._heard += self._process.stdout.read(CHUNK) or b""
        stale = self._heard[-1:] not in (b"", b"\n")
        self._heard = b""
        return stale

    def _write(self, unsent: memoryview) -> int:
        """Write to the pipe; return the number of bytes that it took."""
        try:
            return self._process.stdin.write(unsent) or 0
        except OSError:
            raise Misbehaviour(f"it has exited{self._last_words()}") from None

    def _read(self) -> None:
        chunk = self._process.stdout.read(CHUNK)
        if chunk == b"":
            raise Misbehaviour(f"it has exited{self._last_words()}")
        self._heard += chunk or b""
        if len(self._heard) > LONGEST_LINE and b"\n" not in self._heard:
            raise Misbehaviour(f"its answer has more than {LONGEST_LINE} bytes")

    def _listen(self) -> bytes | None:
        """Read its error output; return b"" at the end."""
        chunk = self._process.stderr.read(CHUNK)
        self._said = (self._said + (chunk or b""))[-SAID:]
        return chunk

    def _last_words(self) -> str:
        """Return the end of its error output."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(LAST_SECONDS)
        self._listen()
        said = self._said.decode("utf-8", "replace").split("\n")
        return next((f": {line.strip()[:200]}" for line in reversed(said) if line.strip()), "")

    def close(self) -> None:
        """End the process and everything that it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)  # the keeper ends the rest, and then itself
        self._line.close()
        for stream in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError):
                stream.close()
        try:
            process.wait(LAST_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def __del__(self) -> None:
        self.close()

    def __reduce__(self):
        return Line, (self.command,)  # a copy starts a process of its own


def _parsed(line: bytes) -> dict[str, Any]:
    text = line.decode("utf-8", "replace")
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise Misbehaviour(f"its answer is not a JSON object: {text.strip()[:80]!r}")
    return answer


class GuestAgent(Agent):
    """Base class of guests: their process, their time, and the games they have lost.

    Attributes:
        lost: ``{game index: what the guest did wrong}`` since the last `reset`.
    """

    needs_observations = False

    def __init__(self, name: str, **values: Any):
        super().__init__(name, **values)
        self.lost: dict[int, str] = {}
        self._line = Line(self.command_line())

    def command_line(self) -> list[str]:
        """Return the command line that is started."""
        raise NotImplementedError

    def reset(self, seed: int) -> None:
        """Start afresh: no game is lost."""
        super().reset(seed)
        self.lost = {}
        self._chance = np.random.default_rng(seed)

    def prepare(self, batch: Any) -> None:
        """Do nothing: guests start with their first question."""

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """Return one legal action for each game index; a random one in games that the guest has lost."""
        actions = np.empty(len(games), np.int64)
        for place, game in enumerate(np.asarray(games, np.int64).tolist()):
            if game not in self.lost:
                try:
                    actions[place] = self._answer(batch, game)
                    continue
                except Misbehaviour as error:
                    self.lost[game] = printable(str(error))
            actions[place] = self._chance.choice(np.flatnonzero(batch.action_masks[game]))
        return actions

    def _answer(self, batch: Any, game: int) -> int:
        answer = self._line.ask(self.question(batch, game), self.ms, self.start_ms)
        return self._action(answer, batch, game)

    def _action(self, answer: dict[str, Any], batch: Any, game: int) -> int:
        """Return the action of an answer, a legal one."""
        action, legal = answer.get("action"), np.flatnonzero(batch.action_masks[game])
        if isinstance(action, str):
            named = [one for one in legal.tolist() if batch.catalog.describe(one) == action]
            return named[0] if named else self._in_words(action, batch, game, legal)
        if "error" in answer and action is None:
            raise Misbehaviour(str(answer["error"])[:200])
        if type(action) is not int:
            raise Misbehaviour("its answer has no `action` (the number or the `words` of a legal action)")
        if action not in legal:
            raise Misbehaviour(f"action {action} is not legal")
        return action

    def _in_words(self, action: str, batch: Any, game: int, legal: np.ndarray) -> int:
        """Return the legal action that the words of players mean."""
        try:
            found = batch.game.read_action(batch.state(game), batch.options, legal.tolist(), action)
        except IllegalActionError:
            found = -1
        if found not in legal:
            raise Misbehaviour(f"{action[:80]!r} does not match the `words` of a legal action")
        return found

    def question(self, batch: Any, game: int) -> dict[str, Any]:
        """Return the question for the guest."""
        raise NotImplementedError


TIMES = (
    Parameter("ms", float, 10_000.0, "milliseconds per decision", low=1.0),
    Parameter(
        "start_ms",
        float,
        START_MS,
        "milliseconds for the first decision of a process, if more than `ms`",
        low=1.0,
    ),
)


class ProgramAgent(GuestAgent):
    """A program in any language, which is asked in words on its standard input."""

    parameters = (Parameter("command", str, "", "the program with its arguments, as in a shell"), *TIMES)

    def command_line(self) -> list[str]:
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise AgentError(
                f"agent 'program': {self.command!r} is not a valid command line ({error})"
            ) from None
        if not words:
            raise AgentError("agent 'program': name the program, program:command=./my_bot")
        return words

    def question(self, batch: Any, game: int) -> dict[str, Any]:
        """Return the table as the seat to move sees it, and the legal actions."""
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
    """A class from another package; it is given a batch of one game, and otherwise works as in docs/own_bots.md."""

    parameters = TIMES

    def __init__(self, name: str, **values: Any):
        self.where = values.pop("where")
        times = {one.name for one in TIMES} & values.keys()
        self.own_values = {key: value for key, value in values.items() if key not in times}
        super().__init__(name, **{key: values[key] for key in times})

    def command_line(self) -> list[str]:
        return [
            sys.executable,
            "-m",
            "eurogym.agents.framework.guest_host",
            self.where,
            json.dumps(self.own_values),
        ]

    def _action(self, answer: dict[str, Any], batch: Any, game: int) -> int:
        if self._line.starts == 1 and "refused" in answer:  # wrong in the spec, no fault of the guest
            raise AgentError(str(answer["refused"]).replace(self.where, self.name, 1))
        return super()._action(answer, batch, game)

    def question(self, batch: Any, game: int) -> dict[str, Any]:
        """Return the game itself. It contains hidden things; looking at them is against the rules but not prevented."""
        state = np.asarray(batch.states)[game : game + 1]
        return {
            "game": batch.game.name,
            "options": batch.options.as_dict(),
            "seed": self._seed,
            "state": base64.b64encode(state.tobytes()).decode(),
        }
