"""Replays: records of games that can be saved, read and executed again exactly.

A replay file consists of JSON lines: first what was played (game, version, options, seed), then one line per decision
(seat, action id, action text), and finally the scores. Executing it checks every line.
"""

from __future__ import annotations

import difflib
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.declare.options import GameOptions
from eurogym.envs.core.errors import FileError, IllegalActionError, OptionError, ReplayError
from eurogym.envs.core.files import write_text
from eurogym.envs.core.forms import (
    LARGEST,
    MOST_BYTES,
    Flag,
    Form,
    ListOf,
    MapOf,
    Record,
    Text,
    Whole,
    numbered,
    parse,
    read_text,
)
from eurogym.envs.core.step.batch import BatchedGame

__all__ = ["Decision", "Replay", "play", "playthrough"]

# the lines of a file
HEAD = Record(
    {"game": Text(200), "version": Whole(), "options": MapOf(), "seed": Whole(-LARGEST)},
    more={"players": ListOf(Text(200), most=100)},
)
DECISION = Record({"seat": Whole(), "action": Whole(), "text": Text()})
END = Record({"scores": ListOf(Whole(-LARGEST), most=100), "finished": Flag()})


class Decision(NamedTuple):
    """A decision of a replay: the seat, the action id and the action's text."""

    seat: int
    action: int
    text: str


@dataclass(frozen=True)
class Replay:
    """A record of one game.

    Attributes:
        game, options: what was played.
        seed: the deal.
        decisions: the decisions in order; those that the engine took (``auto_forced``) are not listed.
        scores: final score of every seat at the table (the last standing of an unfinished game).
        finished: whether the game was played to its end.
        players: who sat at the seats, where somebody noted it: an agent as it is named to seat it, "" for a person.
        lines: for error messages, the line numbers in the file that the replay was read from, if any.
    """

    game: Game
    options: GameOptions
    seed: int
    decisions: tuple[Decision, ...]
    scores: tuple[int, ...]
    finished: bool
    players: tuple[str, ...] = ()
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def of_game(
        cls, game: Game, options: GameOptions, seed: int, actions: Sequence[int], players: Sequence[str] = ()
    ) -> Replay:
        """Make the replay of a game from its actions, starting from the deal ``seed``."""
        batch = _table(game, options, seed)
        decisions = []
        for action in actions:
            text = batch.catalog.describe(int(action))
            decisions.append(Decision(int(batch.current_seat[0]), int(action), text))
            batch.step([int(action)])
        return cls(game, options, int(seed), tuple(decisions), _scores(batch), _over(batch), tuple(players))

    def dumps(self) -> str:
        """Return the replay as JSON lines."""
        head = {
            "game": self.game.name,
            "version": self.game.version,
            "options": self.options.as_dict(),
            "seed": self.seed,
            **({"players": list(self.players)} if self.players else {}),
        }
        lines = [head, *(decision._asdict() for decision in self.decisions)]
        lines.append({"scores": list(self.scores), "finished": self.finished})
        return "".join(json.dumps(line) + "\n" for line in lines)

    def save(self, path: str | Path) -> None:
        """Write the replay file."""
        write_text(path, self.dumps(), named=True)

    @classmethod
    def loads(cls, text: str, game: Game | None = None) -> Replay:
        """Read a replay from JSON lines; the game is looked up by its name unless given.

        Blank lines and a byte-order mark are ignored.

        Raises:
            ReplayError: the text is unreadable, incomplete, or of an unknown game or version; the error names the line.
        """
        if len(text) > MOST_BYTES:
            raise ReplayError(f"longer than {MOST_BYTES >> 20} MB")
        written = list(numbered(text.removeprefix("\ufeff")))
        numbers = tuple(number for number, _ in written)
        if len(written) < 2:
            raise ReplayError(f"incomplete: {len(written)} lines", max(numbers, default=1))
        head = _parsed(written[0], HEAD)
        game = game or _known_game(head["game"], numbers[0])
        if (game.name, game.version) != (head["game"], head["version"]):
            raise ReplayError(
                f"is of {head['game']} version {head['version']}, not of {game.name} {game.version}",
                numbers[0],
            )
        try:
            options = game.options_class.from_recorded(head["options"])
        except OptionError as error:
            raise ReplayError(str(error), numbers[0]) from None
        if len(written) - 2 > game.last_decision(options):
            raise ReplayError(f"{len(written) - 2} decisions are more than a game can have", numbers[-1])
        decisions = tuple(Decision(**_parsed(line, DECISION)) for line in written[1:-1])
        if not END.names.keys() & _parsed(written[-1], MapOf()).keys():
            raise ReplayError(f"incomplete: no line with {', '.join(END.names)} at the end", numbers[-1])
        last = _parsed(written[-1], END)
        players = tuple(head.get("players", ()))
        return cls(
            game, options, head["seed"], decisions, tuple(last["scores"]), last["finished"], players, numbers
        )

    @classmethod
    def load(cls, path: str | Path, game: Game | None = None) -> Replay:
        """Read a replay file; see :meth:`loads`."""
        return cls.loads(replay_text(path), game)

    def _line(self, number: int) -> int:
        """Return the line number in the file of the ``number``-th line that is not blank, counted from 0."""
        return self.lines[number] if self.lines else number + 1

    def positions(self) -> Iterator[tuple[BatchedGame, Decision | None]]:
        """Execute the replay; yield the game before each decision with that decision, and finally the end with None.

        The yielded :class:`BatchedGame` of one game is the same object throughout; read it, but do not step it.

        Raises:
            ReplayError: the game does not reproduce a line.
        """
        try:
            batch = _table(self.game, self.options, self.seed)
        except OptionError as error:
            raise ReplayError(str(error), self._line(0)) from None
        for number, decision in enumerate(self.decisions, 1):
            line = self._line(number)
            seat, over = int(batch.current_seat[0]), _over(batch)
            if over:
                raise ReplayError("the game is already over", line)
            if seat != decision.seat:
                raise ReplayError(
                    f"player {decision.seat + 1} acts, but it is the turn of player {seat + 1}", line
                )
            inside = 0 <= decision.action < batch.num_actions
            if inside and batch.catalog.describe(decision.action) != decision.text:
                words = batch.catalog.describe(decision.action)
                raise ReplayError(f"action {decision.action} is {words!r}, not {decision.text!r}", line)
            yield batch, decision
            try:
                batch.step([decision.action])
            except IllegalActionError as error:
                raise ReplayError(str(error), line) from None
        last = self._line(len(self.decisions) + 1)
        if _over(batch) != self.finished:
            raise ReplayError(f"the game is {'over' if _over(batch) else 'not over'} at its end", last)
        if _scores(batch) != self.scores:
            raise ReplayError(f"scores are {_scores(batch)}, the replay says {self.scores}", last)
        yield batch, None

    def execute(self, each: Callable[[BatchedGame, Decision], Any] | None = None) -> BatchedGame:
        """Execute and check the whole replay; ``each`` is called before every decision.

        Returns:
            The game at its end.
        """
        for batch, decision in self.positions():
            if decision is not None and each is not None:
                each(batch, decision)
        return batch


def play(
    game: Game, options: GameOptions, seed: int, choose: Callable[[BatchedGame], int] | None = None
) -> Replay:
    """Play one game to its end and return its replay.

    Args:
        game, options, seed: what is played, and the deal.
        choose: function that picks a legal action in a batch of one game; by default it is uniformly random (from
            ``seed``).
    """
    batch, choose = _table(game, options, seed), choose or random_chooser(seed)
    actions = []
    while not _over(batch):
        actions.append(int(choose(batch)))
        batch.step(actions[-1:])
    return Replay.of_game(game, options, seed, actions)


def random_chooser(seed: int) -> Callable[[BatchedGame], int]:
    """Return a function that picks uniformly random legal actions, the same ones for the same seed everywhere."""
    count = 0

    def choose(batch: BatchedGame) -> int:
        nonlocal count
        legal = np.flatnonzero(batch.action_masks[0])
        count += 1
        return int(legal[derive_seed(seed, "playthrough", count) % len(legal)])

    return choose


def playthrough(
    game: Game,
    options: GameOptions,
    seed: int,
    choose: Callable[[BatchedGame], int] | None = None,
    most: int | None = None,
) -> str:
    """Play a game and return it as readable text: positions, legal actions, observations (checksums) and choices.

    The first and the last position are given in full, and between them only the lines that each decision changed. With
    ``most``, the text ends after that many decisions.
    """
    batch, choose = _table(game, options, seed), choose or random_chooser(seed)
    chosen_options = ", ".join(f"{name}={value!r}" for name, value in options.as_dict().items())
    lines = [f"# {game.title} ({game.id})", f"options: {chosen_options}", f"seed: {seed}"]
    number = 0
    before: list[str] = []
    while not _over(batch):
        if number == most:
            return "\n".join(lines) + "\n"
        number += 1
        seat = int(batch.current_seat[0])
        pending = f", {game.decision_name(batch.state(0))}"
        legal = [batch.catalog.texts[i] for i in np.flatnonzero(batch.action_masks[0])]
        seen = [f"{zlib.crc32(batch.observe(0, other).tobytes()):08x}" for other in range(batch.num_seats)]
        action = int(choose(batch))
        position = game.to_text(batch.state(0), options).splitlines()
        lines += [
            "",
            f"## Decision {number}: {game.name_of_seat(options, seat)}{pending}",
            "",
            *(_changes(before, position) if before else position),
            f"observations: {' '.join(seen)}",
            f"legal ({len(legal)}): {' | '.join(legal)}",
            f"=> {batch.catalog.describe(action)}",
        ]
        before = position
        batch.step([action])
    lines += ["", "## End", "", game.to_text(batch.state(0), options)]
    for seat in range(batch.table_seats):
        score, place = int(batch.final_scores[0, seat]), float(batch.final_placements[0, seat])
        lines.append(f"{game.name_of_seat(options, seat)}: {score} points, outcome {place:+.2f}")
    lines.append(f"decisions: {int(batch.final_lengths[0])}, of which {number} were choices")
    return "\n".join(lines) + "\n"


def _changes(before: list[str], after: list[str]) -> list[str]:
    """Return the lines that differ, old ones marked with ``-`` and new ones with ``+``."""
    marked = difflib.unified_diff(before, after, n=0, lineterm="")
    return [line for line in marked if not line.startswith(("---", "+++", "@@"))]


def _table(game: Game, options: GameOptions, seed: int) -> BatchedGame:
    batch = BatchedGame(game, options, num_envs=1, autoreset=False)
    batch.reset(seeds=[seed])
    return batch


def _over(batch: BatchedGame) -> bool:
    return bool(batch.states["done"][0])


def _scores(batch: BatchedGame) -> tuple[int, ...]:
    return tuple(batch.scores([0])[0, :, 0].tolist())


def _known_game(name: str, line: int) -> Game:
    from eurogym.envs.core import registry

    try:
        return registry.game(name)
    except OptionError as error:
        raise ReplayError(str(error), line) from None


def replay_text(path: str | Path) -> str:
    """Return the text of a file that may be a replay; raise ReplayError for one that is no text, or too long."""
    try:
        return read_text(path, MOST_BYTES)
    except FileError as error:
        raise ReplayError(f"{path}: {error.problem}") from None


def _parsed(line: tuple[int, str], form: Form) -> dict[str, Any]:
    """Return what a line with its number says; raise ReplayError unless it has this form."""
    number, text = line
    try:
        return parse(text, form, line=number)
    except FileError as error:
        raise ReplayError(error.problem, number) from None
