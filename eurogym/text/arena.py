"""A language model, or an agent in its place, at games or positions: resumable, limited, several requests at a time.

Everything is kept in a folder: `arena.json` says what is played, `games.jsonl` has a line per finished game or position
with all answers, `transcripts` a file per game. The answers of a game that was interrupted are kept too, and the game
continues from there.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from eurogym.common.errors import InputError
from eurogym.common.files import held
from eurogym.envs.core import registry
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.declare.game import MOST_POINTS
from eurogym.envs.core.errors import FileError
from eurogym.envs.core.files import appending, make_folder, write_text
from eurogym.envs.core.forms import (
    EitherOf,
    Flag,
    Form,
    ListOf,
    MapOf,
    Number,
    OneOf,
    Record,
    Text,
    Whole,
    form_of,
    read_json,
    read_json_lines,
)
from eurogym.play import legend
from eurogym.play.table import MAPS
from eurogym.text.chat import ANSWER_TOKENS, Model, ModelError
from eurogym.text.figures import summed
from eurogym.text.positions import PositionResult, PositionTable, QuestionResult, QuestionTable, one_question
from eurogym.text.replies import FILTERED, OVERFLOW, Said
from eurogym.text.table import RETRIES, Reply, SeatResult, TextTable
from eurogym.text.talk import Talk, prompts_of
from eurogym.text.yardsticks import Yardstick, yardstick

PROMPTS = 1  # version of how models are asked
Ask = Callable[[TextTable, Sequence[dict[str, str]], int], Said]
GAMES, PLAN, TRANSCRIPTS, LOCK = "games.jsonl", "arena.json", "transcripts", ".lock"
GAME, POSITION, QUESTION = "game", "position", "question"
CUT_OFF, WITHHELD, EMPTY = "cut off", "withheld", "empty"  # kinds of wrong answers, beside those of the table
MOST_TOKENS = 10**12
GROWING = ("deals", "positions", "attempts", "yardsticks")  # may differ when a folder is continued
COUNTS: dict[str, Form] = {
    name: Whole(0, MOST_TOKENS) for name in ("prompt_tokens", "cached_tokens", "answer_tokens")
}
FAULTS = MapOf(Whole())
ANSWER = form_of(
    Said, text=Text(1 << 24), faults=FAULTS, seconds=Number(0, 1e9), **COUNTS
)  # a line about an answer
MARGIN = Number(-MOST_POINTS, MOST_POINTS)
PLAYED_ITEM: dict[str, Form] = {
    **{name: Whole() for name in ("deal", "seat", "attempt")},
    "opponent": Text(),
    **COUNTS,
    **{name: Whole(0, MOST_TOKENS) for name in ("characters", "fresh")},
    **{name: FAULTS for name in ("faults", "errors")},
    "counted": Flag(),
    "seconds": Number(0, 1e12),
    "answers": ListOf(ANSWER),
}
RESULTS = {GAME: SeatResult, POSITION: PositionResult, QUESTION: QuestionResult}
LIMITS: dict[str, Form] = {
    **{name: Whole() for name in ("decisions", "illegal", "unparsable", "fallbacks")},
    **{name: MARGIN for name in ("margin", "regret", "chance")},
    "score": Whole(-MOST_POINTS),
    "placement": Number(-1, 1),
}


def _row(kind: str) -> Record:
    of = form_of(RESULTS[kind], **LIMITS)
    return Record({"kind": OneOf((kind,)), **of.names, **of.more, **PLAYED_ITEM}, open=True)


ROW = EitherOf(tuple(map(_row, RESULTS)))  # a line about what was played


@dataclass(frozen=True)
class Item:
    """A game, a position or a question that is played once.

    kind; opponent ("" but in games); deal: number of the deal or the position; seat; attempt: how often it was before.
    """

    kind: str
    opponent: str
    deal: int
    seat: int
    attempt: int

    @property
    def name(self) -> str:
        """A name for files."""
        of = "".join(c if c.isalnum() else "_" for c in self.opponent) or self.kind
        return f"{of}-{self.deal}-{self.seat + 1}" + f"-{self.attempt}" * (self.attempt > 0)


@dataclass(frozen=True)
class Plan:
    """What is played: games with the model in each seat and each opponent in all others, or positions.

    Attributes:
        model: name of the model or the agent.
        game: name of the game.
        against: the opponents; of no use for positions.
        deals: number of deals.
        options: options of the game.
        seed: seed of the deals.
        rules: the rules that the model is given, "short" or "full".
        legal, retries, last, illegal: as for `TextTable`.
        kind: what `model` names, "model" or "agent".
        temperature, answer_tokens: sampling temperature and most tokens of an answer.
        chat: whether a game is one conversation.
        attempts: how often everything is played; the number of the attempt is sent as the seed of sampling.
        positions: number of positions; 0: games are played.
        maps: as for `TextTable`.
    """

    model: str
    game: str
    against: tuple[str, ...] = ()
    deals: int = 5
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    rules: str = "full"
    legal: str = "list"
    retries: int = RETRIES
    last: int = 0
    kind: str = "model"
    temperature: float | None = None
    answer_tokens: int = ANSWER_TOKENS
    illegal: str = "forfeit"
    chat: bool = False
    attempts: int = 1
    positions: int = 0
    maps: str = MAPS[0]

    def items(self) -> list[Item]:
        """Return what is played, deal by deal. The question about a position follows it; agents are asked none."""
        tries = range(self.attempts)
        if self.positions:
            return [
                Item(kind, "", number, 0, attempt)
                for number in range(self.positions)
                for attempt in tries
                for kind in ((POSITION, QUESTION) if self.kind == "model" else (POSITION,))
            ]
        seats = range(self.options.get("num_players", 2))
        return [
            Item(GAME, one, deal, seat, attempt)
            for deal in range(self.deals)
            for one in self.against
            for seat in seats
            for attempt in tries
        ]

    def table(self, item: Item, positions: Sequence[Mapping[str, Any]] = ()) -> TextTable:
        """Return the table of an item."""
        if item.kind == GAME:
            return TextTable(
                self.game,
                item.seat,
                self.options,
                derive_seed(self.seed, item.deal),
                item.opponent,
                self.legal,
                self.retries,
                self.last,
                self.illegal,
                maps=self.maps,
            )
        row = positions[item.deal]
        if item.kind == POSITION:
            return PositionTable(row, self.legal, self.retries, self.illegal, self.maps)
        return QuestionTable(row, one_question(dict(row), item.deal), self.maps)


def by_model(model: Model) -> Ask:
    """Return a function that lets a model answer the conversation."""
    return lambda table, messages, attempt: model.ask(messages, attempt)


def by_agent(agent: Any) -> Ask:
    """Return a function that lets an agent answer in words: it shows how a player of known strength scores here.

    Answers take no tokens. The agent's random choices follow from the deal and the decision, so an interrupted game
    continues as it would have without the interruption.
    """
    lock = threading.Lock()

    def ask(table: TextTable, messages: Sequence[dict[str, str]], attempt: int) -> Said:
        number = derive_seed(table.seed, "in words", table.seats[0], len(table.table.actions), attempt)
        with lock:
            agent.reset(number)
            words = table.table.words_of(legend.sample(table.table, agent))
        return Said(f"<action>{words}</action>", 0, 0)

    return ask


class OutOfTokens(Exception):
    """The limit of tokens is reached; what was played is kept."""


class Arena:
    """The games or positions of a plan in a folder.

    Args:
        plan: what is played.
        folder: the folder of the results; earlier results of the same plan are continued.
        ask: the function that answers a conversation at a table, from `by_model` or `by_agent`.
        most_tokens: limit on the tokens of everything together, earlier runs included; None: no limit. The last answers
            may exceed it.
        positions: the positions, if the plan has any.
        parallel: number of requests at a time; results do not depend on it.
        yardsticks: values of the table by opponent, where they are known; the others are measured.

    Raises:
        InputError: the folder holds another plan, or there are fewer positions than the plan has.
    """

    def __init__(
        self,
        plan: Plan,
        folder: str | Path,
        ask: Ask,
        most_tokens: int | None = None,
        positions: Sequence[Mapping[str, Any]] = (),
        parallel: int = 1,
        yardsticks: Mapping[str, Yardstick] | None = None,
    ):
        self.plan, self.folder, self.ask, self.most_tokens = plan, Path(folder), ask, most_tokens
        self.positions, self.parallel = positions, parallel
        self._yardsticks = dict(yardsticks or {})
        if len(positions) < plan.positions:
            raise InputError(f"there are {len(positions)} positions, not {plan.positions}")
        self._record = json.loads(json.dumps(asdict(plan) | {"version": registry.game(plan.game).version}))
        first = plan.table(plan.items()[0], positions)
        self._record["prompts"] = {"version": PROMPTS, "hash": prompts_of(first, plan.rules)}
        self._lock, self._stop = threading.Lock(), threading.Event()
        self._read()

    def _read(self) -> None:
        """Read what the folder holds."""
        if (before := plan_in(self.folder)) is not None:
            record = self._record
            other = sorted(name for name in record.keys() - {*GROWING} if record[name] != before.get(name))
            other = [name for name in other if name != "prompts"] or other  # which follow from the others
            if other:
                raise InputError(
                    f"{self.folder} contains an arena with another {', '.join(other)}; choose another folder"
                )
        order = {item: number for number, item in enumerate(self.plan.items())}
        rows = _games(self.folder / GAMES)
        self.rows = sorted(rows, key=lambda row: order.get(item_of(row), len(order)))

    @property
    def tokens(self) -> int:
        """Tokens so far, of prompts and answers, including those of unfinished games."""
        parts = [line for part in self.folder.glob("*.part") for line in _lines(part)]
        return sum(one["prompt_tokens"] + one["answer_tokens"] for one in [*self.rows, *parts])

    def as_data(self) -> dict[str, Any]:
        """Return what is played as plain data, with the values that progression is measured against."""
        values = {
            name: asdict(self.yardstick(name)) for name in self.plan.against * (not self.plan.positions)
        }
        return self._record | {"yardsticks": values}

    def yardstick(self, opponent: str) -> Yardstick:
        """Return the values of the table with this opponent, which are measured once."""
        if opponent not in self._yardsticks:
            game = registry.game(self.plan.game)
            options = game.options_class.from_kwargs(**{"num_players": 2} | self.plan.options)
            self._yardsticks[opponent] = yardstick(game, options, opponent, self.plan.last)
        return self._yardsticks[opponent]

    def run(self, on_game: Callable[[dict[str, Any]], None] = lambda row: None) -> bool:
        """Play what is missing; return False if the limit of tokens ended this early.

        Raises:
            InputError: another run is at work in the folder.
        """
        make_folder(self.folder / TRANSCRIPTS)
        with held(self.folder / LOCK, f"another run is at work in {self.folder}"):
            self._read()  # another run may have ended since
            write_text(self.folder / PLAN, json.dumps(self.as_data(), indent=1))
            for file in (self.folder / GAMES, *self.folder.glob("*.part")):
                _cut(file)
            try:
                return self._run(on_game)
            finally:
                self._read()

    def _run(self, on_game: Callable[[dict[str, Any]], None]) -> bool:
        done = {item_of(row) for row in self.rows}
        self._used = self.tokens
        self._stop.clear()
        left = iter([item for item in self.plan.items() if item not in done])
        if self.parallel == 1:  # in this thread, which can be interrupted
            return self._one_by_one(left, on_game)
        running: set[Future[dict[str, Any]]] = set()
        failed: list[BaseException] = []
        with ThreadPoolExecutor(self.parallel) as pool:
            while True:
                while len(running) < self.parallel and not failed and (item := next(left, None)):
                    running.add(pool.submit(self._play, item))
                if not running:
                    break
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for one in finished:
                    if error := one.exception():
                        failed.append(error)
                        self._stop.set()
                    else:
                        on_game(one.result())
        for error in failed:
            if not isinstance(error, OutOfTokens):
                raise error
        return not failed

    def _one_by_one(self, left: Iterable[Item], on_game: Callable[[dict[str, Any]], None]) -> bool:
        try:
            for item in left:
                on_game(self._play(item))
        except OutOfTokens:
            return False
        return True

    def _play(self, item: Item) -> dict[str, Any]:
        table = self.plan.table(item, self.positions)
        part = self.folder / f"{item.name}.part"
        with appending(part) as kept:

            def ask(messages: list[dict[str, str]]) -> Said:
                if self._stop.is_set() or (self.most_tokens is not None and self._used >= self.most_tokens):
                    raise OutOfTokens
                return self.ask(table, messages, item.attempt)

            def keep(said: Said) -> None:
                kept.write(f"{json.dumps(asdict(said))}\n".encode())
                kept.flush()
                with self._lock:
                    self._used += said.prompt_tokens + said.answer_tokens

            row = played(item, table, self.plan, _lines(part), ask, keep)
        if item.kind == GAME:
            table.transcript.save(self.folder / TRANSCRIPTS / f"{item.name}.jsonl")
        with self._lock, appending(self.folder / GAMES) as file:
            file.write(f"{json.dumps(row)}\n".encode())
        part.unlink()
        return row

    def summary(self) -> list[dict[str, Any]]:
        """Return a row of figures per opponent, or one for positions; see `eurogym.text.figures`."""
        return summed(self.as_data(), self.rows)


def plan_in(folder: Path) -> dict[str, Any] | None:
    """Return the plan of the arena in a folder as plain data, None if there is none; raise FileError for no plan."""
    kept = folder / PLAN
    return read_json(kept, MapOf(), "the plan of an arena") if kept.exists() else None


def played(
    item: Item,
    table: TextTable,
    plan: Plan,
    earlier: Sequence[Mapping[str, Any]],
    ask: Callable[[list[dict[str, str]]], Said],
    keep: Callable[[Said], None] = lambda said: None,
) -> dict[str, Any]:
    """Play an item to its end and return its row.

    Args:
        item, table, plan: what is played.
        earlier: answers that were given before; they are not asked for again.
        ask: returns the answer to a conversation.
        keep: is given every answer that was asked for.
    """
    talk = Talk(table, plan.rules, plan.chat)
    given: list[Said] = []
    errors: Counter[str] = Counter()
    while not table.over:
        if len(given) < len(earlier):
            said = Said(**earlier[len(given)])
            left = said.faults.get(OVERFLOW, 0)
            while left and talk.shorten():
                left -= 1
        else:
            said = _said(talk, ask)
            keep(said)
        given.append(said)
        errors.update(_errors(said, talk.answer(said.text, said.cut_off)))
    (result,) = table.result()
    row = {
        "kind": item.kind,
        "opponent": item.opponent,
        "deal": item.deal,
        **asdict(result),
        "seat": item.seat,
    }
    totals = {name: sum(getattr(one, name) for one in given) for name in COUNTS}
    return row | {
        "attempt": item.attempt,
        **totals,
        "counted": all(one.counted for one in given),
        "seconds": round(sum(one.seconds for one in given), 3),
        "characters": talk.characters,
        "fresh": talk.fresh,
        "asked": talk.hash,
        "errors": dict(errors),
        "faults": dict(sum((Counter(one.faults) for one in given), Counter())),
        "answers": [asdict(one) for one in given],
    }


def _said(talk: Talk, ask: Callable[[list[dict[str, str]]], Said]) -> Said:
    """Ask; what the model cannot read is shortened, as far as it can be."""
    shortened = 0
    while True:
        try:
            said = ask(talk.messages())
        except ModelError as error:
            if not error.overflow or not talk.shorten():
                raise
            shortened += 1
            continue
        return replace(said, faults={**said.faults, OVERFLOW: shortened}) if shortened else said


def _errors(said: Said, reply: Reply) -> list[str]:
    """Return the kind of a wrong answer, [] of a right one."""
    if not reply.wrong:
        return []
    if said.cut_off:
        return [CUT_OFF]
    return [WITHHELD if said.finish == FILTERED else reply.wrong if said.text.strip() else EMPTY]


def item_of(row: Mapping[str, Any]) -> Item:
    """Return the item of a row."""
    return Item(row["kind"], row["opponent"], row["deal"], row["seat"], row["attempt"])


def _cut(path: Path) -> None:
    """Cut off a last line that was only half written when a process died, so that nothing is appended to it."""
    if path.exists():
        with appending(path) as file:
            file.truncate(path.read_bytes().rfind(b"\n") + 1)


def _lines(path: Path, form: Form = ANSWER) -> list[dict[str, Any]]:
    """Return the complete lines of a file, [] if there is no file; raise FileError for one without this form."""
    return read_json_lines(path, form, growing=True) if path.exists() else []


def _games(path: Path) -> list[dict[str, Any]]:
    """Return the finished games in a file; raise FileError for one that stands there twice."""
    rows = _lines(path, ROW)
    played = [item_of(row) for row in rows]
    for number, game in enumerate(played, 1):
        if game in played[: number - 1]:
            raise FileError(f"the game of line {played.index(game) + 1} again", path, number)
    return rows
