"""Single decisions as tasks: positions with the value of every action by search, and questions with exact answers.

Playing a game takes a language model many thousand words. A position takes one answer, which is graded by the points
that it gives away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.declare.game import MOST_POINTS
from eurogym.envs.core.errors import OptionError, StateError
from eurogym.envs.core.forms import LARGEST, ListOf, MapOf, Number, Record, Text, Whole, read_json_lines
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.play import legend
from eurogym.play.judge import WORLDS, Judge
from eurogym.play.table import MAPS, Table
from eurogym.text import rule_text
from eurogym.text.answers import NONE, answered
from eurogym.text.table import (
    FELL_BACK,
    FORFEITED,
    ILLEGAL,
    PLAYED,
    RETRIES,
    UNPARSABLE,
    Reply,
    TextTable,
)

PLAYERS = ("random", "greedy", "heuristic", "ppo")  # who plays the games: each seat is drawn from these
MATTERS = 1.0  # points
CERTAIN = 2.0  # standard errors within which an action is as good as the best
WORLDS_TRIED = 16  # imagined worlds in which a score must be the same for a question about it

Row = dict[str, Any]


def positions(game: str, options: Any, count: int, seed: int = 0, worlds: int = WORLDS) -> Iterator[Row]:
    """Yield positions with the value of each legal action, one from each of `count` games of mixed agents.

    In each game the agents of the seats are drawn from `PLAYERS`, and the position from the decisions in which the
    choice matters: an action is behind the best by at least `MATTERS` points, and by more than `CERTAIN` errors.

    Args:
        game: name of the game.
        options: the game's options object.
        count: number of positions.
        seed: seed of deals, agents, positions and worlds; the same seed gives the same rows.
        worlds: number of imagined worlds in which each action is played out, by the heuristic in all seats and with the
            same chance for all actions.

    Yields:
        rows: `id`, the deal and the seat that is asked, `text` (what the seat reads), `table` (the same as data) and
        `actions`, one entry per legal action: `words`, `value` (points ahead of the best rival at the end; in solo play
        the points), `error` (its standard error), `regret` (points less than the best action) and `regret_error`.
        `optimism` is how much of the regrets comes from the best action being the best of a sample: the mean of half of
        the worlds is compared with what its best action comes to in the other half.
    """
    known = registry.game(game)
    judge: Judge | None = None
    pool = [name for name in PLAYERS if name in agents.available(game)]
    found = deal = 0
    while found < count:
        rng = np.random.default_rng(derive_seed(seed, "position", deal))
        play, choices = _mixed_game(known, options, pool, rng, derive_seed(seed, "deal", deal))
        judge = judge or Judge(play.batch, worlds, derive_seed(seed, "worlds"))
        for choice in rng.permutation(len(choices)).tolist():
            taken, seat = choices[choice]
            table = TextTable(known, seat, options, play.seed, "random", opening=play.actions[:taken])
            row = _row(table, judge, f"{game}-{seed}-{found}")
            if any(
                one["regret"] >= MATTERS and one["regret"] > CERTAIN * one["regret_error"]
                for one in row["actions"]
            ):
                yield row
                found += 1
                break
        deal += 1


def _mixed_game(
    game: Any, options: Any, pool: list[str], rng: np.random.Generator, deal: int
) -> tuple[Table, list[tuple[int, int]]]:
    """Return a finished game, and its decisions with a choice after the first as (actions before, seat)."""
    play = Table(game, options, deal)
    seated = [agents.make(pool[int(rng.integers(len(pool)))], game=game) for _ in range(options.num_players)]
    for seat, agent in enumerate(seated):
        agent.reset(derive_seed(deal, "player", seat))
    choices: list[tuple[int, int]] = []
    while not play.over:
        if play.actions and len(play.legal) > 1:
            choices.append((len(play.actions), play.seat))
        play.take(legend.sample(play, seated[play.seat]), reversible=False)
    return play, choices


def _row(table: TextTable, judge: Judge, name: str) -> Row:
    play, seat = table.table, table.seat
    legal = play.legal.tolist()
    outcomes = judge.outcomes(play.batch, seat, legal)
    ahead = outcomes.ahead
    best = int(ahead.mean(axis=1).argmax())
    actions = []
    for number, action in enumerate(legal):
        regret, regret_error = outcomes.gain(best, number)
        entry = {
            "action": action,
            "words": play.words_of(action),
            "value": float(ahead[number].mean()),
            "error": float(ahead[number].std(ddof=1) / np.sqrt(ahead.shape[1])),
            "regret": regret,
            "regret_error": regret_error,
        }
        actions.append(
            {key: round(value, 3) if isinstance(value, float) else value for key, value in entry.items()}
        )
    found = {
        "id": name,
        "game": table.game.name,
        "version": table.game.version,
        "options": table.options.as_dict(),
        "seed": table.seed,
        "decisions": list(play.actions),
        "player": seat + 1,
        "table": play.view(seat),
        "actions": actions,
        "optimism": round(_optimism(ahead), 3),
    }
    return found | {"text": PositionTable(found).turn()}


def _optimism(ahead: np.ndarray) -> float:
    """Return by how much the largest of the means (n, worlds) lies above what choosing by half of the worlds brings."""
    half = ahead.shape[1] // 2
    one, other = ahead[:, :half].mean(axis=1), ahead[:, half:].mean(axis=1)
    chosen = (other[one.argmax()] + one[other.argmax()]) / 2
    return float(ahead.mean(axis=1).max() - chosen)


# -- positions as tables


@dataclass(frozen=True)
class PositionResult:
    """What became of a position.

    Attributes:
        seat: the seat that was asked, counted from 0.
        outcome: "played", "fallback" or "forfeited".
        first: of the first answer: "played", or the kind of wrong answer.
        regret: points that were given away. A fallback gives away the mean of all legal actions, a forfeit that of the
            worst. The optimism of the position is taken off, so that it may be a little below 0.
        chance: the regret of random play.
        best: whether the action was the best, or within `CERTAIN` standard errors of it.
        decisions, illegal, unparsable, fallbacks: as in `SeatResult`.
    """

    seat: int
    outcome: str
    first: str
    regret: float
    chance: float
    best: bool
    decisions: int
    illegal: int
    unparsable: int
    fallbacks: int

    @property
    def reward(self) -> float:
        """What a learner is paid: the points given away, as a loss."""
        return -self.regret

    @property
    def figures(self) -> dict[str, float]:
        """The figures that interfaces report, by their names."""
        names = ("regret", "chance", "best", "decisions", "illegal", "unparsable", "fallbacks")
        found = {name: float(getattr(self, name)) for name in names}
        return found | {
            "understood": float(self.first in (PLAYED, ILLEGAL)),
            "legal": float(self.first == PLAYED),
        }


class PositionTable(TextTable):
    """A table at which one decision is asked for: a row of `positions`, of which `text` and `table` are not needed.

    Args:
        row: the position.
        legal, retries, illegal, maps: as for `TextTable`.
    """

    def __init__(
        self,
        row: Mapping[str, Any],
        legal: str = "list",
        retries: int = RETRIES,
        illegal: str = "fallback",
        maps: str = MAPS[0],
    ):
        self.row = row
        self._replies: list[Reply] = []
        game = registry.game(row["game"])
        if game.version != row["version"]:
            raise OptionError(
                f"the position is of {game.name} version {row['version']}, not of {game.version}"
            )
        options = game.options_class.from_recorded(row["options"])
        super().__init__(
            game,
            row["player"] - 1,
            options,
            row["seed"],
            "random",
            legal,
            retries,
            0,
            illegal,
            row["decisions"],
            maps,
        )

    @property
    def over(self) -> bool:
        """Whether the decision was taken, or lost."""
        return bool(self._replies) and not self._replies[-1].refused

    def reset(self, seed: int | None = None) -> str:
        """Begin again; there are no other deals."""
        self._replies = []
        return super().reset()

    def _others_play(self) -> None:
        """Nobody plays on."""

    def _cost(self) -> str:
        counts = {"fallback": "a random move", "forfeit": "the worst move"}
        return (
            f"This is a single decision. If no answer is an action, {counts[self.illegal]} counts as yours."
        )

    def rules(self, length: str = "short") -> str:
        """Return the rules, the same for a decision and a question, so that a server need not read them again."""
        return rule_text.rules(self.game, self.options, length)

    def answer(self, text: str, cut_off: bool = False) -> Reply:
        """Read an answer; see `TextTable.answer`."""
        reply = super().answer(text, cut_off)
        self._replies.append(reply)
        return reply

    def _ending(self) -> str:
        """Return what the decision gave away; `result` has more."""
        (result,) = self.result()
        given = f"It gives away {result.regret:.1f} points; random play gives away {result.chance:.1f}."
        return f"The decision is taken. {given}"

    def result(self) -> list[PositionResult]:  # type: ignore[override]
        """Return the result, as a list of one; raise StateError before the decision."""
        if not self.over:
            raise StateError("the decision is not taken yet")
        last, actions = self._replies[-1], self.row["actions"]
        chosen = [one for one in actions if one["action"] == last.action and last.outcome == PLAYED]
        regrets = [one["regret"] for one in actions]
        lost = {FELL_BACK: float(np.mean(regrets)), FORFEITED: max(regrets)}
        regret = chosen[0]["regret"] if chosen else lost[last.outcome]
        best = bool(chosen) and regret <= CERTAIN * chosen[0]["regret_error"]
        (seat,) = self.seats
        counts = self.counts[seat]
        return [
            PositionResult(
                seat,
                last.outcome,
                self._replies[0].wrong or PLAYED,
                round(regret - self.row["optimism"], 3),
                round(float(np.mean(regrets)) - self.row["optimism"], 3),
                best,
                counts[PLAYED],
                counts[ILLEGAL],
                counts[UNPARSABLE],
                counts[FELL_BACK],
            )
        ]


@dataclass(frozen=True)
class QuestionResult:
    """What became of a question: its kind, and whether the answer was understood and right."""

    seat: int
    question: str
    understood: bool
    right: bool

    @property
    def reward(self) -> float:
        """What a learner is paid: 1 for the right answer, else 0."""
        return float(self.right)

    @property
    def figures(self) -> dict[str, float]:
        """The figures that interfaces report, by their names."""
        return {"understood": float(self.understood), "right": float(self.right)}


class QuestionTable(PositionTable):
    """A table at which one question with an exact answer is asked, about a row of `positions`.

    Args:
        row: the position.
        question: one of the questions of `questions` that is answered with yes, no or a number.
    """

    def __init__(self, row: Mapping[str, Any], question: Mapping[str, Any], maps: str = MAPS[0]):
        self.question = question
        super().__init__(row, "none", 0, maps=maps)

    def _turn(self, words: list[str]) -> str:
        how = "Answer with a number" if self.question["kind"] == "score" else "Put it"
        return "\n\n".join([*self._table_parts(), self.question["question"], f"{how} in <answer> </answer>."])

    def _ending(self) -> str:
        return f"The question is answered: {'right' if self.right else 'wrong'}."

    def answer(self, text: str, cut_off: bool = False) -> Reply:
        """Read an answer; a wrong or an unclear one is not asked for again."""
        said = answered(text, cut_off)
        reply = (
            Reply(PLAYED, f"Your answer: {said}") if said else Reply(FORFEITED, "Not understood.", wrong=NONE)
        )
        self.right = said == self.question["answer"]
        self._replies.append(reply)
        return reply

    def result(self) -> list[QuestionResult]:  # type: ignore[override]
        """Return the result, as a list of one; raise StateError before the answer."""
        if not self.over:
            raise StateError("the question is not answered yet")
        understood = self._replies[-1].outcome == PLAYED
        return [QuestionResult(self.seats[0], self.question["kind"], understood, self.right)]


# -- questions


def one_question(row: Row, number: int) -> Row:
    """Return one question about a position with an answer of yes, no or a number.

    Kinds and answers take turns by `number`.
    """
    found = [one for one in questions(row) if one["kind"] != "best"]
    kinds = list(dict.fromkeys(one["kind"] for one in found))
    asked = [one for one in found if one["kind"] == kinds[number % len(kinds)]]
    return asked[number // len(kinds) % len(asked)]


def questions(row: Row, seed: int = 0) -> list[Row]:
    """Return questions about a position that have exactly one right answer.

    They ask whether an action is legal, what the seat would score now, what it knows, and which action is best. Rows
    have `id`, `position`, `kind`, `text`, `question` and `answer`.
    """
    table = _restored(row)
    rng = np.random.default_rng(derive_seed(seed, row["id"]))
    imagined = _imagined(table)
    asked = [
        *_of_legality(row, table, rng),
        *_of_score(table, imagined),
        *_of_knowledge(table, imagined, rng),
        *_of_the_best(row),
    ]
    return [
        {
            "id": f"{row['id']}-{kind}-{number}",
            "position": row["id"],
            "kind": kind,
            "text": row.get("text", ""),
            "question": question,
            "answer": answer,
        }
        for number, (kind, question, answer) in enumerate(asked)
    ]


_GONE = object()  # stands for a missing value; it equals nothing else


def _restored(row: Row) -> Table:
    game = registry.game(row["game"])
    table = Table(game, game.options_class.from_recorded(row["options"]), row["seed"])
    for action in row["decisions"]:
        table.take(action, reversible=False)
    return table


def _of_legality(row: Row, table: Table, rng: np.random.Generator) -> Iterator[tuple[str, str, str]]:
    """Ask about one legal and one illegal action; the latter is of a kind that is legal now, if there is one."""
    catalog, legal = table.batch.catalog, table.legal
    kinds = [one for one in catalog.ranges if ((legal >= one.start) & (legal < one.stop)).any()]
    near = [action for one in kinds for action in range(one.start, one.stop) if action not in legal]
    others = near or [action for action in range(catalog.n) if action not in legal]
    chosen = [(int(rng.choice(legal)), "yes"), *([(int(rng.choice(others)), "no")] if others else [])]
    for action, answer in chosen:
        yield (
            "legal",
            f"May player {row['player']} choose now: {catalog.texts[action]}? Answer yes or no.",
            answer,
        )


def _of_score(table: Table, imagined: BatchedGame) -> Iterator[tuple[str, str, str]]:
    """Ask for the points that the seat would have now, if it can know them."""
    seat, score = table.seat, int(table.batch.scores([0])[0, table.seat, 0])
    if (imagined.scores()[:, seat, 0] == score).all():
        yield (
            "score",
            f"How many points would player {seat + 1} have by final scoring if the game ended now?",
            str(score),
        )


def _imagined(table: Table) -> BatchedGame:
    """Return games that the seat to move cannot tell from this one."""
    many = table.batch.new_like(WORLDS_TRIED, autoreset=False, observe=False)
    many.load(np.repeat(np.asarray(table.batch.states), WORLDS_TRIED))
    many.determinize(np.arange(WORLDS_TRIED), np.full(WORLDS_TRIED, table.seat), np.arange(WORLDS_TRIED))
    return many


def _of_knowledge(
    table: Table, imagined: BatchedGame, rng: np.random.Generator
) -> Iterator[tuple[str, str, str]]:
    """Ask about one thing on the table that the seat is shown, and one that may be different for all it knows."""
    seat, everything = table.seat, _leaves(table.view(None))
    seen = _leaves(table.view(seat))
    others = [_leaves(table.game.to_dict(imagined.state(k), table.options)) for k in range(WORLDS_TRIED)]
    unlike = {
        path for path, value in everything.items() if any(one.get(path, _GONE) != value for one in others)
    }
    shown = {
        path
        for path, value in everything.items()
        if seen.get(path, _GONE) == value and not path.startswith("options")  # which everybody knows
    }
    for answer, found in (("yes", sorted(shown - unlike)), ("no", sorted(unlike - shown))):
        if found:
            path = found[int(rng.integers(len(found)))]
            yield "knows", f"Does player {seat + 1} know this of the table: {path}? Answer yes or no.", answer


def _of_the_best(row: Row) -> Iterator[tuple[str, str, str]]:
    """Ask for the best action, if it is clearly ahead of all others; the benchmark has no words for it."""
    best, *others = sorted(row["actions"], key=lambda one: one["regret"])
    ahead = all(one["regret"] > CERTAIN * one["regret_error"] and one["regret"] > 0 for one in others)
    if ahead and "words" in best:
        yield "best", f"Which action is best for player {row['player']}?", best["words"]


def _leaves(data: Any, path: str = "") -> dict[str, Any]:
    """Return the values of nested data by their paths in words; players are counted from 1."""
    if isinstance(data, dict):
        pairs = [(str(key).replace("_", " "), value) for key, value in data.items()]
    elif isinstance(data, list | tuple) and any(isinstance(value, dict) for value in data):
        one = "player" if path.endswith(("players", "seats")) else "number"
        pairs = [(f"{one} {number}", value) for number, value in enumerate(data, 1)]
    else:
        return {path: data}
    found: dict[str, Any] = {}
    for key, value in pairs:
        found |= _leaves(value, f"{path}, {key}" if path else key)
    return found


# -- files


_ACTION = Record(
    {"action": Whole(), "regret": Number(0, MOST_POINTS), "regret_error": Number(0, MOST_POINTS)},
    more={"words": Text()},
    open=True,
)
_POSITION = Record(
    {
        "id": Text(200),
        "game": Text(200),
        "version": Whole(),
        "options": MapOf(),
        "seed": Whole(-LARGEST),
        "decisions": ListOf(Whole()),
        "player": Whole(1),
        "actions": ListOf(_ACTION, 1),
        "optimism": Number(0, MOST_POINTS),
    },
    more={"text": Text(1 << 20)},
    open=True,
)


def read_positions(path: str | Path, game: str) -> list[Row]:
    """Return the positions in a file of JSON lines; raise FileError for another file, InputError for another game."""
    rows = read_json_lines(path, _POSITION)
    other = sorted({row["game"] for row in rows} - {game})
    if other or not rows:
        raise InputError(f"{path} has no positions of {game}" + (f", but of {other[0]:.40}" if other else ""))
    return rows
