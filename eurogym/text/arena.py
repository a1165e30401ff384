"""A language model, or an agent in its place, against agents in every seat of the same deals, resumable and limited.

Everything is kept in a folder: `arena.json` says what is played, `games.jsonl` has a line per finished game,
`transcripts` a file per game. The answers of a game that was interrupted are kept too, and the game continues from
there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.common.errors import InputError
from eurogym.common.files import held
from eurogym.envs.core import registry
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.declare.game import MOST_POINTS
from eurogym.envs.core.errors import FileError
from eurogym.envs.core.files import appending, make_folder, write_text
from eurogym.envs.core.forms import (
    Flag,
    MapOf,
    Number,
    Record,
    Text,
    Whole,
    form_of,
    read_json,
    read_json_lines,
)
from eurogym.measure.benchmark.progression import progression
from eurogym.measure.stats.statistics import Estimate, bounded_interval, mean_interval
from eurogym.play import legend
from eurogym.text.chat import ANSWER_TOKENS, Model, ModelError
from eurogym.text.replies import FILTERED, Said
from eurogym.text.table import PLAYED, RETRIES, Reply, SeatResult, TextTable

Ask = Callable[[TextTable, Sequence[dict[str, str]]], Said]
GAMES, PLAN, TRANSCRIPTS, LOCK = "games.jsonl", "arena.json", "transcripts", ".lock"
NOTHING = "(no answer)"  # in the place of an empty answer, which some servers do not take back
CUT_OFF, WITHHELD, EMPTY = (
    "cut off",
    "withheld",
    "empty",
)  # kinds of refused answers, beside the faults of requests
MOST_TOKENS = 10**12
COUNTS = {name: Whole(0, MOST_TOKENS) for name in ("prompt_tokens", "answer_tokens")}
FAULTS = MapOf(Whole())
ANSWER = form_of(Said, text=Text(1 << 24), faults=FAULTS, **COUNTS)  # a line about an answer
RESULT = form_of(
    SeatResult,
    seat=Whole(),
    placement=Number(-1, 1),
    **{name: Whole() for name in ("decisions", "illegal", "unparsable")},
)
POINTS = {name: Number(-MOST_POINTS, MOST_POINTS) for name in ("random", "heuristic", "margin")}
GAME = Record(
    {"opponent": Text(), "deal": Whole(), **RESULT.names, **POINTS, **COUNTS, "counted": Flag()},
    {"faults": FAULTS},
    open=True,
)


@dataclass(frozen=True)
class Plan:
    """What is played: `deals` deals, with the model in each seat and each opponent of `against` in all other seats.

    Attributes:
        model: name of the model or the agent.
        game: name of the game.
        against: the opponents.
        deals: number of deals.
        options: options of the game.
        seed: seed of the deals.
        rules: the rules that the model is given, "short" or "full".
        legal, retries, last: as for `TextTable`.
        kind: what `model` names, "model" or "agent".
        temperature, answer_tokens: sampling temperature and most tokens of an answer.
    """

    model: str
    game: str
    against: tuple[str, ...]
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

    def games(self) -> list[tuple[str, int, int]]:
        """Return (opponent, deal, seat) of all games, deal by deal."""
        seats = range(self.options.get("num_players", 2))
        return [(one, deal, seat) for deal in range(self.deals) for one in self.against for seat in seats]

    def table(self, opponent: str, deal: int, seat: int) -> TextTable:
        """Return the table of a game."""
        return TextTable(
            self.game,
            seat,
            self.options,
            derive_seed(self.seed, deal),
            opponent,
            self.legal,
            self.retries,
            self.last,
        )


def by_model(model: Model) -> Ask:
    """Return a function that lets a model answer the conversation."""
    return lambda table, messages: model.ask(messages)


def by_agent(agent: Any) -> Ask:
    """Return a function that lets an agent answer in words: it shows how a player of known strength scores here.

    Answers take no tokens. The agent's random choices follow from the deal and the decision, so an interrupted game
    continues as it would have without the interruption.
    """

    def ask(table: TextTable, messages: Sequence[dict[str, str]]) -> Said:
        agent.reset(derive_seed(table.seed, "in words", table.seat, len(table.table.actions)))
        words = table.table.words_of(legend.sample(table.table, agent))
        return Said(f"<action>{words}</action>", 0, 0)

    return ask


class OutOfTokens(Exception):
    """The limit of tokens is reached; what was played is kept."""


class Arena:
    """The games of a plan in a folder.

    Args:
        plan: what is played.
        folder: the folder of the results; earlier results of the same plan are continued.
        ask: the function that answers a conversation at a table, from `by_model` or `by_agent`.
        most_tokens: limit on the tokens of all games together, earlier runs included; None: no limit. The last answer
            may exceed it.

    Raises:
        InputError: the folder holds another plan.
    """

    def __init__(self, plan: Plan, folder: str | Path, ask: Ask, most_tokens: int | None = None):
        self.plan, self.folder, self.ask, self.most_tokens = plan, Path(folder), ask, most_tokens
        self._told = json.loads(json.dumps(asdict(plan) | {"version": registry.game(plan.game).version}))
        self._read()

    def _read(self) -> None:
        """Read what the folder holds."""
        kept = self.folder / PLAN
        if kept.exists():
            before = read_json(kept, MapOf(), "the plan of an arena")
            told = self._told
            other = sorted(name for name in told.keys() - {"deals"} if told[name] != before.get(name))
            if other:
                raise InputError(
                    f"{self.folder} contains an arena with another {', '.join(other)}; choose another folder"
                )
        self.rows = _games(self.folder / GAMES)

    @property
    def tokens(self) -> int:
        """Tokens so far, of prompts and answers, including those of unfinished games."""
        parts = [line for part in self.folder.glob("*.part") for line in _lines(part)]
        return sum(one["prompt_tokens"] + one["answer_tokens"] for one in [*self.rows, *parts])

    def run(self, on_game: Callable[[dict[str, Any]], None] = lambda row: None) -> bool:
        """Play the games that are missing; return False if the limit of tokens ended this early.

        Raises:
            InputError: another run is at work in the folder.
        """
        make_folder(self.folder / TRANSCRIPTS)
        with held(self.folder / LOCK, f"another run is at work in {self.folder}"):
            self._read()  # another run may have ended since
            write_text(self.folder / PLAN, json.dumps(self._told, indent=1))
            for file in (self.folder / GAMES, *self.folder.glob("*.part")):
                _cut(file)
            return self._run(on_game)

    def _run(self, on_game: Callable[[dict[str, Any]], None]) -> bool:
        done = {(row["opponent"], row["deal"], row["seat"]) for row in self.rows}
        self._used = self.tokens
        for opponent, deal, seat in self.plan.games():
            if (opponent, deal, seat) in done:
                continue
            try:
                row = self._play(opponent, deal, seat)
            except OutOfTokens:
                return False
            on_game(row)
        return True

    def _play(self, opponent: str, deal: int, seat: int) -> dict[str, Any]:
        table = self.plan.table(opponent, deal, seat)
        name = f"{''.join(c if c.isalnum() else '_' for c in opponent)}-{deal}-{seat + 1}"
        part = self.folder / f"{name}.part"
        earlier = _lines(part)  # of a run that was stopped in this game
        given: list[dict[str, Any]] = []
        faults: Counter[str] = Counter()
        system = {"role": "system", "content": table.rules(self.plan.rules)}
        talk: list[dict[str, str]] = []  # of this decision
        with appending(part) as kept:
            while not table.over:
                talk = talk or [{"role": "user", "content": table.turn()}]
                if len(given) < len(earlier):
                    said = Said(**earlier[len(given)])
                else:
                    said = self._said(table, [system, *talk])
                    kept.write(f"{json.dumps(asdict(said))}\n".encode())
                    kept.flush()
                given.append(asdict(said))
                reply = table.answer(said.text, said.cut_off)
                faults.update(said.faults)
                faults.update(_fault_of(said, reply))
                refused = reply.outcome in ("illegal", "unparsable")
                answer = {"role": "assistant", "content": said.text or NOTHING}
                talk = [*talk, answer, {"role": "user", "content": reply.text}] if refused else []
        row = self._row(table, opponent, deal, seat, given) | {"faults": dict(faults)}
        table.transcript.save(self.folder / TRANSCRIPTS / f"{name}.jsonl")
        with appending(self.folder / GAMES) as file:
            file.write(f"{json.dumps(row)}\n".encode())
        self.rows.append(row)
        part.unlink()
        return row

    def _said(self, table: TextTable, messages: Sequence[dict[str, str]]) -> Said:
        if self.most_tokens is not None and self._used >= self.most_tokens:
            raise OutOfTokens
        try:
            said = self.ask(table, messages)
        except ModelError as error:
            if not error.overflow or len(messages) <= 2:
                raise
            system, turn, *_, refusal = (
                messages  # wrong answers may be long; what was wrong with the last is enough
            )
            turn = {"role": "user", "content": f"{turn['content']}\n\n{refusal['content']}"}
            said = self.ask(table, [system, turn])
            said = replace(said, faults={**said.faults, error.kind: 1})
        self._used += said.prompt_tokens + said.answer_tokens
        return said

    def _row(
        self, table: TextTable, opponent: str, deal: int, seat: int, given: list[dict]
    ) -> dict[str, Any]:
        random, heuristic = table.yardstick(seat)
        tokens = {name: sum(one[name] for one in given) for name in ("prompt_tokens", "answer_tokens")}
        counted = all(one["counted"] for one in given)
        played = {"opponent": opponent, "deal": deal, **asdict(table.result()[0])}
        return played | {"random": random, "heuristic": heuristic, **tokens, "counted": counted}

    def summary(self) -> list[dict[str, Any]]:
        """Return a row per opponent.

        It has outcome, margin and progression with 95 % intervals over deals, refusals, tokens, and `faults`: how many
        requests failed and were sent again, and how many refused answers were cut off, withheld or empty.
        """
        rows = []
        for opponent in self.plan.against:
            games = [
                row for row in self.rows if row["opponent"] == opponent and row["deal"] < self.plan.deals
            ]
            if games:
                rows.append(_summed(opponent, games))
        return rows


def _fault_of(said: Said, reply: Reply) -> list[str]:
    """Return the kind of a refused answer that was none of the model's words, [] if it was."""
    if reply.outcome == PLAYED:
        return []
    if said.cut_off:
        return [CUT_OFF]
    return [WITHHELD] if said.finish == FILTERED else [EMPTY] * (not said.text.strip())


def _summed(opponent: str, games: list[dict[str, Any]]) -> dict[str, Any]:
    by_deal: dict[int, list[dict[str, Any]]] = {}
    for row in games:
        by_deal.setdefault(row["deal"], []).append(row)

    def over_deals(name: str) -> list[float]:
        return [float(np.mean([row[name] for row in rows])) for rows in by_deal.values()]

    margins = [over_deals(name) for name in ("margin", "random", "heuristic")]
    way = progression(list(zip(*margins, strict=True)))
    decisions = sum(row["decisions"] for row in games)
    refused = sum(row["illegal"] + row["unparsable"] for row in games)
    return {
        "opponent": opponent,
        "games": len(games),
        "deals": len(by_deal),
        "outcome": bounded_interval(over_deals("placement"), -1.0),
        "margin": mean_interval(margins[0]),
        "progression": Estimate(*way[:3]),
        "forfeits": sum(row["forfeited"] for row in games),
        "refused": refused / max(1, decisions + refused),
        "prompt_tokens": sum(row["prompt_tokens"] for row in games),
        "answer_tokens": sum(row["answer_tokens"] for row in games),
        "counted": all(row["counted"] for row in games),
        "faults": dict(sum((Counter(row.get("faults", {})) for row in games), Counter())),
    }


def _cut(path: Path) -> None:
    """Cut off a last line that was only half written when a process died, so that nothing is appended to it."""
    if path.exists():
        with appending(path) as file:
            file.truncate(path.read_bytes().rfind(b"\n") + 1)


def _lines(path: Path, form: Record = ANSWER) -> list[dict[str, Any]]:
    """Return the complete lines of a file, [] if there is no file; raise FileError for one without this form."""
    return read_json_lines(path, form, growing=True) if path.exists() else []


def _games(path: Path) -> list[dict[str, Any]]:
    """Return the finished games in a file; raise FileError for one that stands there twice."""
    rows = _lines(path, GAME)
    played = [(row["opponent"], row["deal"], row["seat"]) for row in rows]
    for number, game in enumerate(played, 1):
        if game in played[: number - 1]:
            raise FileError(f"the game of line {played.index(game) + 1} again", path, number)
    return rows
