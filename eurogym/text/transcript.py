"""Transcripts of games played in words: files of JSON lines that can be turned into replays and their pages.

The first line says what was played. Each further line is a decision: for a seat that answers in words, the prompt, the
answer and its outcome; for other seats, who played what. The last line is the result.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eurogym.envs.core import registry
from eurogym.envs.core.errors import FileError, IllegalActionError, OptionError, ReplayError, StateError
from eurogym.envs.core.faces.replay import Replay, replay_text
from eurogym.envs.core.files import write_text
from eurogym.envs.core.forms import (
    LARGEST,
    MOST_BYTES,
    EitherOf,
    ListOf,
    MapOf,
    Maybe,
    Record,
    Text,
    Whole,
    Wrong,
    numbered,
    parse,
)

KEPT = 4000  # characters that are kept of an answer, from its end
ACTION = Whole(0, 1 << 31)
HEAD = Record(
    {"transcript": Text(200), "version": Whole(), "options": MapOf(), "seed": Whole(-LARGEST)}, open=True
)
LINE = EitherOf(
    (
        Record({"by": Text(), "action": ACTION}, open=True),
        Record({"outcome": Text(), "action": Maybe(ACTION)}, open=True),
        Record({"result": ListOf(MapOf())}, open=True),
    )
)


@dataclass
class Transcript:
    """A record of what was played, and line by line of what was asked and answered.

    Attributes:
        head: what was played.
        lines: the decisions, and the result at the end.
    """

    head: dict[str, Any]
    lines: list[dict[str, Any]] = field(default_factory=list)

    def add(self, player: int, prompt: str, answer: Any, reply: dict[str, Any]) -> None:
        """Record an answer; of a very long one only the end, which is where the action is."""
        said = answer if isinstance(answer, str) else f"({type(answer).__name__})"
        said = said.encode("utf-8", "replace").decode()
        if len(said) > KEPT:
            said = f"({len(said)} characters) ...{said[-KEPT:]}"
        self.lines.append({"player": player, "prompt": prompt, "answer": said, **reply})

    @property
    def actions(self) -> list[int]:
        """The ids of all actions that were taken, in order."""
        return [line["action"] for line in self.lines if line.get("outcome") == "played" or "by" in line]

    def dumps(self) -> str:
        """Return the transcript as JSON lines."""
        return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in (self.head, *self.lines))

    def save(self, path: str | Path) -> None:
        """Write the transcript file."""
        write_text(path, self.dumps())

    @classmethod
    def loads(cls, text: str) -> Transcript:
        """Read a transcript; raise ReplayError for a text that is not one."""
        if len(text) > MOST_BYTES:
            raise ReplayError(f"longer than {MOST_BYTES >> 20} MB")
        found: list[dict[str, Any]] = []
        try:
            for number, line in numbered(text):
                found.append(parse(line, LINE if found else HEAD, line=number))
        except FileError as error:
            raise ReplayError(f"not a transcript: {error.problem}", error.line) from None
        if not found:
            raise ReplayError("not a transcript: it is empty")
        return cls(found[0], found[1:])

    @classmethod
    def load(cls, path: str | Path) -> Transcript:
        """Read a transcript file; see :meth:`loads`."""
        return cls.loads(replay_text(path))

    def replay(self) -> Replay:
        """Return the game as a replay, which `eurogym replay` shows as text or as a page with pictures.

        Raises:
            ReplayError: the transcript is of another version, or its actions do not fit the game.
        """
        try:
            HEAD.check(self.head)
            for line in self.lines:
                LINE.check(line)
            game = registry.game(self.head["transcript"])
            options = game.options_class.from_recorded(self.head["options"])
            if self.head["version"] != game.version:
                raise ReplayError(f"is of {game.name} version {self.head['version']}, not of {game.version}")
            return Replay.of_game(game, options, self.head["seed"], self.actions)
        except (Wrong, TypeError, IndexError, OptionError, IllegalActionError, StateError) as error:
            raise ReplayError(f"not a transcript of a game: {error}") from None
