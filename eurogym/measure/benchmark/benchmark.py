"""eurogym-bench-v0: frozen tables and solo modes, submissions as files, and scores of agents.

The tasks are in benchmark_v0.json, which never changes; its hash is part of every submission. An agent plays each deal
in every seat against the heuristic; random play and the heuristic play the same deals in its place. Progression is 0
for random play and 100 for the heuristic (eurogym.measure.benchmark.progression). A game's score is the mean over its
tasks, and the suite score is the mean over games.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents as agent_registry
from eurogym.agents.framework.registry import runs_code
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.declare.standing import margins
from eurogym.envs.core.errors import FileError
from eurogym.envs.core.files import json_text
from eurogym.envs.core.forms import (
    LARGEST,
    Anything,
    ListOf,
    MapOf,
    Number,
    OneOf,
    Record,
    Text,
    Whole,
    Wrong,
    read_json,
)
from eurogym.measure.benchmark.progression import Progression, progression
from eurogym.measure.games.blocks import ALONE, Work, play_cells
from eurogym.measure.games.kept import key_of
from eurogym.measure.games.matches import Cell, Player, check_agents, one_against_others
from eurogym.measure.report.report import progress_bar

TASKS_FILE = Path(__file__).with_name("benchmark_v0.json")
KIND = "benchmark submission"
RANDOM = "random"
EVERYTHING = sys.maxsize  # as the size of a sample
SURE = 0.95  # how likely the usual sample meets a forged game, if one in a hundred is
TELLING = 4  # one of so many groups that are played again is chosen, the others are drawn by lot

HASH = Text(64, "[0-9a-f]{64}", "a SHA-256 in hexadecimal digits")
TASK = Record(
    {
        "id": Text(200),
        "options": MapOf(Anything(), 100),
        "deals": Whole(1),
        "played": Text(100),
        "scores": ListOf(ListOf(Whole(-LARGEST))),
        "lengths": ListOf(Whole(1)),
        RANDOM: ListOf(Number()),
        "heuristic": ListOf(Number()),
        "milliseconds": Number(0),
    }
)
HEAD = Record(
    {"kind": OneOf((KIND,)), "benchmark": Text(100), "frozen": HASH, "hash": HASH},
    open=True,
)
SUBMISSION = Record(
    {
        **HEAD.names,
        **{name: Text() for name in ("agent", "about", "track", "budget", "eurogym")},
        "run": Whole(),
        "games": MapOf(Whole(), 100),
        "tasks": ListOf(TASK, 1, 1000),
    }
)


@dataclass(frozen=True)
class Task:
    """A frozen table: its id, the game, and all options that differ from the defaults."""

    id: str
    game: str
    options: dict[str, Any]

    @property
    def seats(self) -> int:
        """Seats of agents."""
        return int(self.options["num_players"])


@dataclass(frozen=True)
class Benchmark:
    """The frozen suite.

    name; opponent: who sits in the other seats; deals: purpose -> range of roots of deals (eurogym/common/deals.py);
    test_root: the root of the deals that are played; budgets: name -> deals of each task; tracks: name -> what an
    agent may spend; tasks; frozen: hash of the file.
    """

    name: str
    opponent: str
    deals: dict[str, list[int]]
    test_root: int
    budgets: dict[str, int]
    tracks: dict[str, str]
    tasks: tuple[Task, ...]
    frozen: str

    @cached_property
    def known(self) -> dict[str, Task]:
        """The tasks by their ids."""
        return {task.id: task for task in self.tasks}

    @property
    def budgets_text(self) -> str:
        """The budgets as text: `tiny 2, small 20`."""
        return ", ".join(f"{name} {deals}" for name, deals in self.budgets.items())


def load_benchmark() -> Benchmark:
    """eurogym-bench-v0."""
    content = TASKS_FILE.read_bytes()
    data = json.loads(content)
    tasks = tuple(Task(**task) for task in data.pop("tasks"))
    return Benchmark(**data, tasks=tasks, frozen=hashlib.sha256(content).hexdigest())


def tasks_of(games: Sequence[str] | None = None) -> list[Task]:
    """Return the tasks of these games (None: all); raise InputError for a game that has none."""
    tasks = load_benchmark().tasks
    for game in games or ():
        _one_of("game", game, list(dict.fromkeys(task.game for task in tasks)))
    return [task for task in tasks if games is None or task.game in games]


def cell_of(bench: Benchmark, task: Task, agent: Any, deals: int) -> Cell:
    """Return the games of a task: the agent in every seat of every deal, and the opponent in all others."""
    options = {name: value for name, value in task.options.items() if name != "num_players"}
    seating = one_against_others(bench.test_root, deals, task.seats)
    return Cell(task.game, [agent, bench.opponent], *seating, bench.test_root, options)


def margins_of(task: Task, scores: np.ndarray, seating: np.ndarray) -> np.ndarray:
    """Return the points (deals,) by which the agent was ahead of its best rival (in solo play, its points).

    They are means over its seats. `scores` is (games, T), and `seating` (games, S) is 0 in the agent's seats.
    """
    ahead = margins(np.asarray(scores, float))[:, : task.seats]
    return ahead[seating == 0].reshape(-1, task.seats).mean(axis=1)


# --- run ---------------------------------------------------------------------------------------------


def run_benchmark(
    agent: str,
    budget: str = "full",
    games: Sequence[str] | None = None,
    track: str = "open",
    run: int = 0,
    about: str = "",
    quiet: bool = True,
    work: Work = ALONE,
) -> dict[str, Any]:
    """Play the tasks and return the submission, plain data for one JSON file.

    Args:
        agent: its spec.
        budget: one of the benchmark's, deals of each task.
        games: those to play (None: all); a submission of some games has no suite score.
        track: what the agent has spent, one of the benchmark's; it is told, not checked.
        run: number of the training run, where an agent was trained several times.
        about: a line on the agent.
        quiet: no progress bar.
        work: how games are played; results do not depend on it.

    Raises InputError for an unknown budget, track or game, and what an agent raises that cannot play.
    """
    bench = load_benchmark()
    _one_of("budget", budget, bench.budgets)
    _one_of("track", track, bench.tracks)
    tasks = tasks_of(games)
    for game in dict.fromkeys(task.game for task in tasks):
        seated = [agent_registry.make(agent, game=game)]
        check_agents(game, seated, [task.options for task in tasks if task.game == game])
    deals = bench.budgets[budget]
    players = (agent, RANDOM, bench.opponent)
    cells = [cell_of(bench, task, player, deals) for task in tasks for player in players]
    with progress_bar(sum(cell.games for cell in cells), f"{bench.name}, {agent}", quiet) as bar:
        played = iter(play_cells(cells, work, bar.update))
    found = {
        "kind": KIND,
        "benchmark": bench.name,
        "frozen": bench.frozen,
        "agent": agent,
        "about": about,
        "track": track,
        "run": run,
        "budget": budget,
        "eurogym": version(),
        "games": {game: registry.entry(game).version for game in dict.fromkeys(task.game for task in tasks)},
        "tasks": [],
    }
    for number, task in enumerate(tasks):
        own, random, heuristic = (next(played) for _ in players)
        found["tasks"].append(
            {
                "id": task.id,
                "options": task.options,
                "deals": deals,
                "played": key_of(cells[len(players) * number]),  # options, deals, agents and their files
                "scores": own.scores.tolist(),
                "lengths": own.lengths.tolist(),
                RANDOM: margins_of(task, random.scores, random.agents).tolist(),
                bench.opponent: margins_of(task, heuristic.scores, heuristic.agents).tolist(),
                "milliseconds": round(1000 * float(own.seconds[0]) / len(own.seeds), 3),
            }
        )
    return found | {"hash": hash_of(found)}


def version() -> str:
    """Return the version of eurogym, "" in a checkout that is not installed."""
    try:
        return metadata.version("eurogym")
    except metadata.PackageNotFoundError:
        return ""


def _one_of(what: str, value: str, allowed: Any) -> None:
    if value not in allowed:
        raise InputError(f"{what} {value!r} is not one of the benchmark; allowed: {', '.join(allowed)}")


# --- submissions -------------------------------------------------------------------------------------


def hash_of(submission: dict[str, Any]) -> str:
    """Return the hash of everything in a submission except its hash."""
    said = {name: value for name, value in submission.items() if name != "hash"}
    return hashlib.sha256(json_text(said).encode()).hexdigest()


def read_submission(path: str | Path) -> dict[str, Any]:
    """Read a submission, and check everything that can be checked without playing.

    Raise FileError for a file that is none, is of another benchmark, was changed, or tells of results that these games
    cannot have; OSError where it cannot be opened.
    """
    data = read_json(path, HEAD, "a submission; `eurogym benchmark run` writes them")
    bench = load_benchmark()
    if (data["benchmark"], data["frozen"]) != (bench.name, bench.frozen):
        raise FileError(f"it was written for other tasks than those of {bench.name} here", path)
    if data["hash"] != hash_of(data):
        raise FileError("it was changed after it was written: its hash is not that of its contents", path)
    try:
        SUBMISSION.check(data)
        _check_rows(data, bench)
    except Wrong as wrong:
        raise FileError(f"not a submission that `eurogym benchmark run` writes: {wrong}", path) from None
    return data


def _check_rows(data: dict[str, Any], bench: Benchmark) -> None:
    """Raise Wrong unless the tasks, deals and results of a submission fit the benchmark and each other."""
    for name, allowed in (("track", bench.tracks), ("budget", bench.budgets)):
        if data[name] not in allowed:
            raise Wrong(f"{name} is {data[name]!r:.40}; allowed: {', '.join(allowed)}")
    named = [row["id"] for row in data["tasks"]]
    if len(set(named)) < len(named) or not set(named) <= set(bench.known):
        raise Wrong("its tasks are not tasks of the benchmark, each at most once")
    games = {bench.known[name].game for name in named}
    if set(data["games"]) != games or set(named) != {task.id for task in bench.tasks if task.game in games}:
        raise Wrong("it does not contain the version and all tasks of every game in it")
    for row in data["tasks"]:
        try:
            _check_row(row, bench.known[row["id"]], data, bench)
        except Wrong as wrong:
            raise wrong.inside(row["id"]) from None


def _check_row(row: dict[str, Any], task: Task, data: dict[str, Any], bench: Benchmark) -> None:
    """Raise Wrong unless the results of a task are those of games that can be."""
    game, deals = registry.game(task.game), bench.budgets[data["budget"]]
    if json_text(row["options"]) != json_text(task.options) or row["deals"] != deals:
        raise Wrong("options or deals are not those of the benchmark and its budget")
    options = game.options_class.from_kwargs(**task.options)
    low, high = game.possible_scores(options)
    seat = Whole(low - 1, high)  # a seat that has forfeited is a point below all others
    games, alone = deals * task.seats, options.table_seats == 1
    margin = Number(low - 1 if alone else low - 1 - high, high if alone else high - low + 1)
    Record(
        {
            "scores": ListOf(ListOf(seat, options.table_seats, options.table_seats), games, games),
            "lengths": ListOf(Whole(1, game.max_decisions(options)), games, games),
            RANDOM: ListOf(margin, deals, deals),
            bench.opponent: ListOf(margin, deals, deals),
        },
        open=True,
    ).check(row)
    for yardstick in (RANDOM, bench.opponent):
        sums = np.array(row[yardstick], float) * task.seats
        if not np.allclose(sums, np.rint(sums), rtol=0, atol=1e-6):
            raise Wrong(
                f"{yardstick} contains margins that are no means of whole points over {task.seats} seats"
            )
        if data["agent"] == yardstick and own_margins(bench, task, row).tolist() != row[yardstick]:
            raise Wrong(f"the margins of {yardstick} are not those that its scores as the agent come to")


def own_margins(bench: Benchmark, task: Task, row: dict[str, Any]) -> np.ndarray:
    """Return the margins (deals,) of the agent in a row of a submission."""
    seating = one_against_others(bench.test_root, row["deals"], task.seats)[0]
    return margins_of(task, row["scores"], seating)


def rows_of(submission: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return by task id the margins of the agent, of random play and of the heuristic, each float (deals, 3)."""
    bench = load_benchmark()
    found = {}
    for row in submission["tasks"]:
        task = bench.known[row["id"]]
        columns = [own_margins(bench, task, row), row[RANDOM], row[bench.opponent]]
        found[task.id] = np.stack(columns, axis=1)
    return found


def task_scores(submission: dict[str, Any]) -> dict[str, Progression]:
    """Return the progression in each task, by its id."""
    return {name: progression(list(map(tuple, rows))) for name, rows in rows_of(submission).items()}


def suite_score(scores: dict[str, float]) -> tuple[float, dict[str, float]]:
    """Return the suite score (nan unless there are all tasks) and the score of each game, from task scores by id."""
    bench = load_benchmark()
    games: dict[str, list[float]] = {}
    for task in bench.tasks:
        if task.id in scores:
            games.setdefault(task.game, []).append(scores[task.id])
    by_game = {game: float(np.mean(found)) for game, found in games.items()}
    whole = all(task.id in scores for task in bench.tasks)
    return (float(np.mean(list(by_game.values()))) if whole else float("nan")), by_game


# --- verify ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verified:
    """What became of the games of a submission that were played again.

    games, played: how many it has, and how many were played again; drawn, pool: of those played, how many were drawn by
    lot, and among how many; groups, pool_groups: the same in groups of games; other: (task, game) of those that came
    out otherwise; yardsticks: tasks in which random play or the heuristic come out otherwise; files_match: whether the
    agent's files are those that it was played with.
    """

    games: int
    played: int
    drawn: int
    pool: int
    groups: int
    pool_groups: int
    other: tuple[tuple[str, int], ...]
    yardsticks: tuple[str, ...]
    files_match: bool

    @property
    def holds(self) -> bool:
        """Whether everything that was checked agrees with the submission."""
        return self.files_match and not self.other and not self.yardsticks

    def chance(self, forged: int) -> float:
        """Return how likely at least one of so many forged games was found, if they lie anywhere in the pool."""
        return chance_to_meet(forged, self.drawn, self.pool)

    @property
    def chance_of_group(self) -> float:
        """How likely it was found if all forged games lie in one group of the pool, the best place to hide them."""
        return chance_to_meet(1, self.groups, self.pool_groups)


def chance_to_meet(marked: int, drawn: int, pool: int) -> float:
    """Return the probability that at least one of `marked` things is among `drawn` of `pool`, drawn by lot."""
    left = np.arange(min(marked, pool))
    return float(1 - np.prod(np.maximum(pool - drawn - left, 0) / (pool - left)))


def enough(games: int) -> int:
    """Return how many of the games have to be drawn to meet one of a hundred with a probability of SURE."""
    marked = -(-games // 100)
    return next(drawn for drawn in range(games + 1) if chance_to_meet(marked, drawn, games) >= SURE)


def verify(
    submission: dict[str, Any],
    sample: int | None = None,
    seed: int | None = None,
    agent: str | None = None,
) -> Verified:
    """Play games again and compare scores and lengths; random play and the heuristic play all of theirs.

    Of the groups of games that are played again, a quarter are those that count most for the score or repeat others,
    where forging pays most. The rest are drawn by lot.

    Args:
        submission: as `read_submission` gives it.
        sample: groups of games that are played again, EVERYTHING for all of them; None: enough to meet one forged game
            in a hundred with a probability of SURE.
        seed: of the draw; None: another one at every call, so that nobody knows it beforehand.
        agent: the agent of the submission, by whoever trusts it: one that runs code from elsewhere does not play
            unless it is named here.

    Raises InputError where the games here have other versions, for another agent, and for code that is not asked for;
    what an agent raises.
    """
    _check_agent(submission, agent)
    bench = load_benchmark()
    cells = {
        row["id"]: cell_of(bench, bench.known[row["id"]], submission["agent"], row["deals"])
        for row in submission["tasks"]
    }
    rows = {row["id"]: row for row in submission["tasks"]}
    groups = [(name, block) for name, cell in cells.items() for block in cell.blocks()]
    telling, drawn, pool = _chosen(bench, rows, groups, sample, seed)
    other = []
    for name, block in telling + drawn:
        again = Player(cells[name]).play(block)
        for game, scores, length in zip(block, again.scores.tolist(), again.lengths.tolist(), strict=True):
            if scores != rows[name]["scores"][game] or length != rows[name]["lengths"][game]:
                other.append((name, game))
    return Verified(
        _games(groups),
        _games(telling) + _games(drawn),
        _games(drawn),
        _games(pool),
        len(drawn),
        len(pool),
        tuple(other),
        tuple(_other_yardsticks(submission, bench)),
        all(key_of(cells[name]) == row["played"] for name, row in rows.items()),
    )


def _check_agent(submission: dict[str, Any], agent: str | None) -> None:
    """Raise InputError unless the agent of a submission may play here, and the games are those that it has played."""
    named = submission["agent"]
    if agent not in (None, named):
        raise InputError(f"--agent: the submission was played by {named!r}")
    if agent is None and runs_code(named):
        raise InputError(
            f"the submission was played by {named!r}, which runs code from elsewhere; if you trust it, name it: "
            f"--agent {shlex.quote(named)}"
        )
    for game, version in submission["games"].items():
        if registry.entry(game).version != version:
            raise InputError(
                f"the submission was played with version {version} of {game}; this is version "
                f"{registry.entry(game).version}"
            )


Group = tuple[str, range]  # a task, and games of it that are played together


def _games(groups: Sequence[Group]) -> int:
    return sum(len(block) for _, block in groups)


def _chosen(
    bench: Benchmark,
    rows: dict[str, dict[str, Any]],
    groups: list[Group],
    sample: int | None,
    seed: int | None,
) -> tuple[list[Group], list[Group], list[Group]]:
    """Return the groups that tell most, those that are drawn by lot, and those that they are drawn from."""
    order = [groups[k] for k in np.random.default_rng(seed).permutation(len(groups))]
    if sample is None:
        reached = np.cumsum([len(block) for _, block in order])
        by_lot = 1 + int(np.searchsorted(reached, enough(_games(groups))))
        chosen = by_lot // (TELLING - 1)
    else:
        chosen = min(sample, len(groups)) // TELLING
        by_lot = min(sample, len(groups)) - chosen
    telling = _telling(bench, rows, groups)[:chosen]
    pool = [one for one in order if one not in telling]
    return telling, pool[:by_lot], pool


def _telling(bench: Benchmark, rows: dict[str, dict[str, Any]], groups: list[Group]) -> list[Group]:
    """Return groups in which forging pays: with games far above the heuristic's, and with games that repeat others."""
    excess, repeats = {}, {}
    for name, row in rows.items():
        task = bench.known[name]
        seating = one_against_others(bench.test_root, row["deals"], task.seats)[0]
        ahead = margins(np.array(row["scores"], float))[:, : task.seats][seating == 0]
        usual = np.repeat(row[bench.opponent], task.seats)
        way = abs(float(np.mean(row[bench.opponent]) - np.mean(row[RANDOM]))) or 1.0
        excess[name] = (ahead - usual) / way
        played = [(*scores, length) for scores, length in zip(row["scores"], row["lengths"], strict=True)]
        often = Counter(played)
        repeats[name] = [task.seats > 1 and often[one] > 1 for one in played]

    def highest(group: Group) -> float:
        return -max(excess[group[0]][game] for game in group[1])

    def repeated(group: Group) -> int:
        return sum(repeats[group[0]][game] for game in group[1])

    both = zip(sorted(groups, key=highest), sorted(groups, key=repeated, reverse=True), strict=True)
    found = [one for pair in both for one in pair if one is pair[0] or repeated(one)]
    return [group for k, group in enumerate(found) if group not in found[:k]]


def _other_yardsticks(submission: dict[str, Any], bench: Benchmark) -> Iterator[str]:
    """Return the tasks in which random play or the heuristic, the yardsticks of scores, get other results."""
    for row in submission["tasks"]:
        task = bench.known[row["id"]]
        cells = [cell_of(bench, task, player, row["deals"]) for player in (RANDOM, bench.opponent)]
        again = [margins_of(task, one.scores, one.agents).tolist() for one in play_cells(cells)]
        if again != [row["random"], row["heuristic"]]:
            yield task.id
