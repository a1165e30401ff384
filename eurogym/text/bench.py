"""eurogym-bench-llm-v0: frozen tasks for language models, submissions with all answers, and a leaderboard.

The tasks are in the folder bench_llm_v0, which never changes; its hash is part of every submission. For each game there
are positions (one decision each, and a question), last decisions of games, and whole games. Games are played against
the heuristic. Whoever has a submission can play every answer again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents.framework.registry import runs_code
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.errors import EurogymError, FileError
from eurogym.envs.core.forms import ListOf, MapOf, OneOf, Record, Text, Whole, Wrong, form_of, read_json
from eurogym.measure.benchmark.benchmark import hash_of, version
from eurogym.measure.report.document import Document, Heading, Points, Table
from eurogym.play.table import MAPS
from eurogym.text.arena import PLAN, PROMPTS, ROW, Arena, Ask, Item, Plan, by_agent, item_of, plan_in, played
from eurogym.text.chat import Model
from eurogym.text.figures import cells, money, summed
from eurogym.text.positions import Row
from eurogym.text.replies import Said
from eurogym.text.table import TextTable
from eurogym.text.talk import Talk, prompts_of
from eurogym.text.yardsticks import Yardstick

FROZEN = Path(__file__).with_name("bench_llm_v0")
KIND = "llm submission"
POSITIONS, LAST, GAMES = "positions", "last", "games"
PARTS = {
    POSITIONS: "single decisions, and a question about each",
    LAST: "the last decisions of games",
    GAMES: "whole games",
}
OPPONENT = "heuristic"
PLAYERS = 2
ASKED = "asked"
SETTINGS = (
    "rules",
    "legal",
    "illegal",
    "chat",
    "retries",
    "temperature",
    "answer_tokens",
    "attempts",
    "maps",
)


@dataclass(frozen=True)
class Task:
    """A part of the benchmark for one game.

    id; part: one of PARTS; game; last: as for `TextTable`; yardstick: the values of the table, None for positions.
    """

    id: str
    part: str
    game: str
    last: int
    yardstick: Yardstick | None


@dataclass(frozen=True)
class Benchmark:
    """The frozen tasks.

    name; seed: of the deals; versions: of the games; budgets: name -> number of positions or deals by part; settings:
    of the plan, where nothing else is said; tasks; frozen: hash of the folder.
    """

    name: str
    seed: int
    versions: dict[str, int]
    budgets: dict[str, dict[str, int]]
    settings: dict[str, Any]
    tasks: tuple[Task, ...]
    frozen: str

    @property
    def known(self) -> dict[str, Task]:
        """The tasks by their ids."""
        return {task.id: task for task in self.tasks}

    def task(self, name: str) -> Task:
        """Return a task by its id; raise InputError for an unknown one."""
        if name not in self.known:
            raise InputError(f"no task {name[:40]!r} in {self.name}; allowed: {', '.join(self.known)}")
        return self.known[name]

    def plan(self, task: Task, model: str, count: int, kind: str = "model", **settings: Any) -> Plan:
        """Return the plan of a task with a number of positions or deals."""
        values = (
            self.settings
            | settings
            | {"options": {"num_players": PLAYERS}, "seed": self.seed, "last": task.last}
        )
        if task.part == POSITIONS:
            values |= {"chat": False}
            return Plan(model, task.game, kind=kind, positions=count, **values)
        return Plan(model, task.game, (OPPONENT,), count, kind=kind, **values)


@cache
def load_benchmark() -> Benchmark:
    """eurogym-bench-llm-v0."""
    data = json.loads((FROZEN / "tasks.json").read_bytes())
    tasks = tuple(
        Task(**task | {"yardstick": task["yardstick"] and Yardstick(**task["yardstick"])})
        for task in data.pop("tasks")
    )
    content = b"".join(path.read_bytes() for path in sorted(FROZEN.glob("*.json*")))
    return Benchmark(**data, tasks=tasks, frozen=hashlib.sha256(content).hexdigest())


@cache
def _all_positions(game: str) -> tuple[Row, ...]:
    names = ("action", "value", "error", "regret", "regret_error")
    rows = []
    options = registry.game(game).options_class.from_kwargs(num_players=PLAYERS).as_dict()
    for line in (FROZEN / f"{game}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        row["actions"] = [dict(zip(names, one, strict=True)) for one in row["actions"]]
        rows.append(row | {"game": game, "version": load_benchmark().versions[game], "options": options})
    return tuple(rows)


def frozen_positions(game: str, count: int) -> list[Row]:
    """Return the first positions of a game in the benchmark; raise InputError if there are not so many."""
    if game not in load_benchmark().versions:
        raise InputError(
            f"{load_benchmark().name} has no positions of {game}; `eurogym llm positions` makes some"
        )
    found = _all_positions(game)
    if not 1 <= count <= len(found):
        raise InputError(f"{load_benchmark().name} has 1 to {len(found)} positions of {game}, not {count}")
    return list(found[:count])


def arena_of(
    task: Task,
    plan: Plan,
    folder: str | Path,
    ask: Ask,
    limit: int | None = None,
    parallel: int = 1,
) -> Arena:
    """Return the arena of a task."""
    positions = frozen_positions(task.game, plan.positions) if plan.positions else ()
    yardsticks = {OPPONENT: task.yardstick} if task.yardstick else {}
    return Arena(plan, folder, ask, limit, positions, parallel, yardsticks)


def kept_arena(task: Task, folder: Path) -> Arena | None:
    """Return the arena of a task that an earlier run has left in a folder; None if there is none.

    Raises:
        FileError: what it holds is no arena of the benchmark.
    """
    if (found := plan_in(folder)) is None:
        return None
    names = [one.name for one in fields(Plan)]
    record = {"id": task.id, "plan": {name: found[name] for name in names if name in found}, "rows": []}
    try:
        _PLAN.check(record["plan"])
        _check_task(load_benchmark(), record)
    except Wrong as wrong:
        raise FileError(f"not a plan of {task.id}: {wrong}", folder / PLAN) from None
    return arena_of(task, _plan_of(record), folder, lambda *asked: Said("", 0, 0))


def _full(task: Task, **settings: Any) -> Plan:
    return load_benchmark().plan(task, "", load_benchmark().budgets["full"][task.part], **settings)


def items_of(task: Task) -> list[Item]:
    """Return the items of a task in their order: games, or positions and questions about them."""
    return _full(task).items()


def item_table(task: Task, index: int, **settings: Any) -> TextTable:
    """Return the table of an item of a task, in the order of `Plan.items`; raise IndexError if there is none."""
    plan = _full(task, **settings)
    items = plan.items()
    if not 0 <= index < len(items):
        raise IndexError(f"there is no item {index}; {task.id} has 0 to {len(items) - 1}")
    return plan.table(items[index], frozen_positions(task.game, plan.positions) if plan.positions else ())


# --- submissions -------------------------------------------------------------------------------------

_PLAN = form_of(
    Plan,
    options=MapOf(),
    game=OneOf(("villagers", "castles_of_burgundy", "village", "keyflower")),
    deals=Whole(1, 10_000),
    positions=Whole(0, 10_000),
    attempts=Whole(1, 1000),
    retries=Whole(0, 100),
    last=Whole(0, 10_000),
)
_SUBMISSION = Record(
    {
        "kind": OneOf((KIND,)),
        **{name: Text() for name in ("benchmark", "frozen", "about", "eurogym", "hash")},
        "tasks": ListOf(
            Record(
                {
                    "id": Text(100),
                    "plan": _PLAN,
                    "prompts": Record({"version": Whole(), "hash": Text(64)}),
                    "rows": ListOf(ROW),
                }
            ),
            1,
            100,
        ),
    }
)


def submission(arenas: Mapping[str, Arena], about: str = "") -> dict[str, Any]:
    """Return a submission, plain data for one JSON file, of what the arenas of tasks have finished."""
    bench = load_benchmark()
    tasks = []
    for name, arena in arenas.items():
        if arena.rows:
            record = arena.as_data()
            plan = {one.name: record[one.name] for one in fields(Plan)}
            tasks.append({"id": name, "plan": plan, "prompts": record["prompts"], "rows": arena.rows})
    found = {
        "kind": KIND,
        "benchmark": bench.name,
        "frozen": bench.frozen,
        "about": about,
        "eurogym": version(),
        "tasks": tasks,
    }
    return found | {"hash": hash_of(found)}


def read_submission(path: str | Path) -> dict[str, Any]:
    """Read a submission, and check what can be checked without playing; raise FileError for what is none."""
    bench = load_benchmark()
    data = read_json(path, _SUBMISSION, "a submission; `eurogym llm run` writes them")
    if (data["benchmark"], data["frozen"]) != (bench.name, bench.frozen):
        raise FileError(f"it was written for other tasks than those of {bench.name} here", path)
    if data["hash"] != hash_of(data):
        raise FileError("it was changed after it was written: its hash is not that of its contents", path)
    try:
        names = [one["id"] for one in data["tasks"]]
        if len(set(names)) < len(names):
            raise Wrong("it has a task twice")
        for one in data["tasks"]:
            _check_task(bench, one)
    except Wrong as wrong:
        raise FileError(f"not a submission that `eurogym llm run` writes: {wrong}", path) from None
    return data


def _check_task(bench: Benchmark, record: Mapping[str, Any]) -> None:
    if record["id"] not in bench.known:
        raise Wrong(f"it has a task {record['id']!r:.60}, which is none of the benchmark")
    plan, task = _plan_of(record), bench.known[record["id"]]
    count = plan.positions or plan.deals
    settings = {name: getattr(plan, name) for name in SETTINGS}
    if plan != bench.plan(task, plan.model, count, plan.kind, **settings):
        raise Wrong(f"{record['id']}: it was played with other deals or options than those of the benchmark")
    budgets = sorted(one[task.part] for one in bench.budgets.values())
    if count not in budgets:
        allowed = ", ".join(map(str, budgets))
        raise Wrong(f"{record['id']}: {count} is none of the numbers that are played; allowed: {allowed}")
    items = [item_of(row) for row in record["rows"]]
    if len(set(items)) < len(items) or not set(items) <= set(plan.items()):
        raise Wrong(f"{record['id']}: it has games twice, or games that are not in its plan")


def _plan_of(record: Mapping[str, Any]) -> Plan:
    return Plan(**record["plan"] | {"against": tuple(record["plan"].get("against", ()))})


def figures_of(found: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the figures of a submission by task; see `eurogym.text.figures`."""
    bench = load_benchmark()
    figures = {}
    for record in found["tasks"]:
        known = bench.known[record["id"]].yardstick
        plan = _plan_of(record)
        rows = summed(
            asdict(plan) | {"yardsticks": {OPPONENT: asdict(known)} if known else {}}, record["rows"]
        )
        if rows:
            figures[record["id"]] = rows[0] | {"unfinished": len(plan.items()) - len(record["rows"])}
    return figures


# --- verify ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verified:
    """What became of the answers of a submission that were played again.

    rows: games, positions and questions that were played again; other: (task, item, what differs) of those that come
    out otherwise; missing: games, positions and questions of a task's plan that are not there; prompts: tasks in which
    a model was asked in other words than today; asked: how many answers were asked for again, and same: how many of
    them came out the same; sure: whether all of these should; miscounted: the same questions for which the server now
    counts another number of tokens.
    """

    rows: int
    other: tuple[tuple[str, Item, str], ...]
    missing: dict[str, int]
    prompts: tuple[str, ...]
    asked: int = 0
    same: int = 0
    sure: bool = True
    miscounted: int = 0

    @property
    def confirmed(self) -> bool:
        """Whether a model that was asked again may have given the answers: at temperature 0 most are the same."""
        return not self.sure or 2 * self.same >= self.asked

    @property
    def holds(self) -> bool:
        """Whether all figures follow from the answers of whole tasks, as far as was looked at."""
        return not (self.other or self.missing or self.prompts or self.miscounted) and self.confirmed


def models_of(found: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of the models that a submission says have answered."""
    plans = [_plan_of(record) for record in found["tasks"]]
    return tuple(dict.fromkeys(plan.model for plan in plans if plan.kind == "model"))


def verify(
    found: Mapping[str, Any],
    model: Model | None = None,
    sample: int = 20,
    seed: int | None = None,
    on_row: Callable[[], None] = lambda: None,
) -> Verified:
    """Play all answers again, and compare results, counts and what was asked.

    An agent in place of a model is asked again, for all answers, unless it runs code from elsewhere. A model is asked
    again if it is given, for the first answers of `sample` items drawn by lot: at temperature 0 it should say the same.
    """
    other: list[tuple[str, Item, str]] = []
    missing, prompts = {}, []
    rows = 0
    asked: list[tuple[dict[str, Any], Plan, Item, Any]] = []
    for record in found["tasks"]:
        plan = _plan_of(record)
        items = plan.items()
        positions = frozen_positions(plan.game, plan.positions) if plan.positions else ()
        agent = plan.kind == "agent" and not runs_code(plan.model)
        ask = by_agent(agents.make(plan.model, game=plan.game)) if agent else None
        words = {"version": PROMPTS, "hash": prompts_of(plan.table(items[0], positions), plan.rules)}
        words_differ = record["prompts"] != words
        for row in record["rows"]:
            item = item_of(row)
            differs = _differs(row, plan, item, positions, ask)
            rows += 1
            on_row()
            if differs == ASKED:
                words_differ = True
            elif differs:
                other.append((record["id"], item, differs))
            if model is not None and (plan.kind, plan.model) == ("model", model.name):
                asked.append((row, plan, item, positions))
        if words_differ and plan.kind == "model":  # agents read no words
            prompts.append(record["id"])
        if len(record["rows"]) < len(items):
            missing[record["id"]] = len(items) - len(record["rows"])
    same = count = miscounted = 0
    sure = True
    if model is not None:
        for k in np.random.default_rng(seed).permutation(len(asked))[:sample].tolist():
            row, plan, item, positions = asked[k]
            asking = replace(model, most_tokens=plan.answer_tokens, temperature=plan.temperature)
            table, first = plan.table(item, positions), row["answers"][0]
            said = asking.ask(Talk(table, plan.rules, plan.chat).messages(), item.attempt)
            same += said.text == first["text"]
            miscounted += said.counted and first["counted"] and said.prompt_tokens != first["prompt_tokens"]
            count, sure = count + 1, sure and plan.temperature == 0
    return Verified(rows, tuple(other), missing, tuple(prompts), count, same, sure, miscounted)


def _differs(
    row: Mapping[str, Any], plan: Plan, item: Item, positions: Sequence[Row], ask: Ask | None
) -> str:
    """Return the name of what differs when a row is played again; ASKED if it is the words of prompts alone."""
    table, own = plan.table(item, positions), plan.table(item, positions)

    def no_more(messages: list[dict[str, str]]) -> Said:
        raise _NoMore

    try:
        again = played(item, table, plan, row["answers"], no_more)
    except (_NoMore, EurogymError):
        return "answers"
    if ask is not None:
        said = played(item, own, plan, (), lambda messages: ask(own, messages, item.attempt))["answers"]
        if [one["text"] for one in said] != [one["text"] for one in row["answers"]]:
            return "answers"
    words = (ASKED, "characters", "fresh") if again[ASKED] != row.get(ASKED) else ()
    different = sorted(name for name in again if name not in words and again[name] != row.get(name))
    return different[0] if different else ASKED * bool(words)


class _NoMore(Exception):
    """A row has fewer answers than its game takes."""


# --- leaderboard -------------------------------------------------------------------------------------


LEFT_OUT = ("by random play", "decisions at random", "margin")  # of figures, so that there is room


def leaderboard(
    found: Sequence[Mapping[str, Any]], prices: Sequence[float] | None = None
) -> list[dict[str, Any]]:
    """Return a row of figures for each task of each submission, the best first within a part of the benchmark."""
    rows = []
    for one in found:
        figures = figures_of(one)
        for record in one["tasks"]:
            if record["id"] not in figures:
                continue
            plan, task = _plan_of(record), load_benchmark().known[record["id"]]
            row = {
                "task": task.id,
                "part": task.part,
                "game": task.game,
                "model": plan.model,
                "kind": plan.kind,
                "about": one["about"],
                "settings": {name: getattr(plan, name) for name in SETTINGS},
                "prompts": record["prompts"],
                **figures[task.id],
            }
            rows.append(row | ({"money": money(row, prices)} if prices else {}))
    order = {task.id: number for number, task in enumerate(load_benchmark().tasks)}
    return sorted(
        rows, key=lambda row: (order[row["task"]], -np.nan_to_num(row["progression"][0], nan=-np.inf))
    )


def document(rows: Sequence[Mapping[str, Any]]) -> Document:
    """Return the leaderboard as a document."""
    bench = load_benchmark()
    page = Document()
    page.add(
        Heading(1, f"Language models at {bench.name}"),
        Points(
            (
                "Intervals are 95 % intervals over positions or deals. `agent` is an agent in the place of a model.",
                "Positions: points that the decision gives away against the best by search; progression is 0 for "
                "random play and 100 for the best. Legal and understood: of first answers. Questions: right answers.",
                f"Games against `{OPPONENT}`: progression is 0 for random play and 100 for the heuristic.",
                "Where a model finds no legal action, the setting `illegal` says what happens: `fallback` plays at "
                "random and counts it, `forfeit` loses the game.",
            )
        ),
    )
    for task in bench.tasks:
        mine = [row for row in rows if row["task"] == task.id]
        if mine:
            title = registry.game(task.game).title
            rows_of = [_cells(row) for row in mine]
            page.add(
                Heading(2, f"{title}: {PARTS[task.part]}"),
                Table(tuple(rows_of[0]), [tuple(one.values()) for one in rows_of], left=2),
            )
    return page


def _cells(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of the leaderboard as texts by their headings."""
    who = (
        f"`{row['model']}`" + f" ({row['about']})" * bool(row["about"]) + ", agent" * (row["kind"] == "agent")
    )
    usual = {"maps": MAPS[0]} | load_benchmark().settings
    settings = [
        f"{name} {value}"
        for name, value in row["settings"].items()
        if name != "answer_tokens" and value != usual.get(name)
    ]
    settings += ["unfinished"] * bool(row["unfinished"])
    tokens = f"{row['prompt_tokens'] + row['answer_tokens']:,}" + "?" * (not row["counted"])
    paid = {"money": f"{row['money']:.2f}"} if "money" in row else {}
    figures = {name: text for name, text in cells(row).items() if name not in LEFT_OUT}
    row_of_table = {"model": who, "settings": ", ".join(settings) or "usual", **figures}
    return row_of_table | {"tokens": tokens, "seconds": f"{row['seconds']:.1f}"} | paid
