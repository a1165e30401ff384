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
from eurogym.envs.core.errors import OptionError, ReplayError
from eurogym.envs.core.files import write_text
from eurogym.envs.core.replay import MOST_BYTES, Replay

KEPT = 4000  # characters that are kept of an answer, from its end


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
        try:
            # an answer may contain U+2028 or U+0085, at which splitlines() would split
            found = [json.loads(line) for line in text.split("\n") if line.strip()]
        except (ValueError, RecursionError) as error:
            raise ReplayError(f"not JSON lines: {error}") from None
        if not found or not all(isinstance(line, dict) for line in found) or "transcript" not in found[0]:
            raise ReplayError("not a transcript: its first line does not name a game")
        return cls(found[0], found[1:])

    @classmethod
    def load(cls, path: str | Path) -> Transcript:
        """Read a transcript file; see :meth:`loads`."""
        try:
            return cls.loads(Path(path).read_text(encoding="utf-8"))
        except UnicodeDecodeError as error:
            raise ReplayError(f"not a UTF-8 text file: {error}") from None

    def replay(self) -> Replay:
        """Return the game as a replay, which `eurogym replay` shows as text or as a page with pictures.

        Raises:
            ReplayError: the transcript is of another version, or its actions do not fit the game.
        """
        try:
            actions = self.actions
            for value, kind in ((self.head["options"], dict), *((action, int) for action in actions)):
                if type(value) is not kind:
                    raise TypeError(f"expected a value of type {kind.__name__}, got {value!r:.40}")
            game = registry.game(self.head["transcript"])
            options = game.options_class.from_recorded(self.head["options"])
            if self.head["version"] != game.version:
                raise ReplayError(f"is of {game.name} version {self.head['version']}, not of {game.version}")
            return Replay.of_game(game, options, self.head["seed"], actions)
        except (KeyError, TypeError, IndexError, OptionError) as error:
            raise ReplayError(f"not a transcript of a game: {error}") from None
