"""eurogym-bench-v0: frozen tables and solo modes, submissions as files, and scores of agents.

The tasks are in benchmark_v0.json, which never changes; its hash is part of every submission. An agent plays each deal
in every seat against the heuristic; random play and the heuristic play the same deals in its place. Progression is 0
for random play and 100 for the heuristic (eurogym.training.measure.progression). A game's score is the mean over its
tasks, and the suite score is the mean over games.
"""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents as agent_registry
from eurogym.envs.core import registry
from eurogym.envs.core.files import json_text
from eurogym.envs.core.standing import margins
from eurogym.training.errors import InputError
from eurogym.training.measure.blocks import ALONE, Work, play_cells
from eurogym.training.measure.kept import key_of
from eurogym.training.measure.matches import Cell, Player, check_agents, one_against_others
from eurogym.training.measure.progression import Progression, progression
from eurogym.training.measure.report import progress_bar

TASKS_FILE = Path(__file__).with_name("benchmark_v0.json")
KIND = "benchmark submission"
RANDOM = "random"


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

    name; opponent: who sits in the other seats; deals: purpose -> range of roots of deals (training/deals.py);
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
        "eurogym": _version(),
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
                "random": margins_of(task, random.scores, random.agents).tolist(),
                "heuristic": margins_of(task, heuristic.scores, heuristic.agents).tolist(),
                "milliseconds": round(1000 * float(own.seconds[0]) / len(own.seeds), 3),
            }
        )
    return found | {"hash": hash_of(found)}


def _version() -> str:
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
    """Read a submission; raise InputError for a file that is none, is of another benchmark, or was changed."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path} cannot be read as a submission: {error}") from None
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise InputError(f"{path} is not a submission; `eurogym benchmark run` writes them")
    bench = load_benchmark()
    if data.get("benchmark") != bench.name or data.get("frozen") != bench.frozen:
        raise InputError(f"{path} was written for other tasks than those of {bench.name} here")
    if data.get("hash") != hash_of(data):
        raise InputError(f"{path} was changed after it was written: its hash is not that of its contents")
    if fault := _fault(data, bench):
        raise InputError(f"{path} is not a submission that `eurogym benchmark run` writes: {fault}")
    return data


def _fault(data: dict[str, Any], bench: Benchmark) -> str:
    """Return what is wrong with the form of a submission, or ""."""
    kinds = {name: str for name in ("agent", "about", "track", "budget", "eurogym")}
    for name, kind in (kinds | {"run": int, "games": dict, "tasks": list}).items():
        if type(data.get(name)) is not kind:
            return f"{name} is {data.get(name)!r:.40}"
    for name, allowed in (("track", bench.tracks), ("budget", bench.budgets)):
        if data[name] not in allowed:
            return f"{name} is {data[name]!r:.40}; allowed: {', '.join(allowed)}"
    named = [str(row.get("id")) if isinstance(row, dict) else "" for row in data["tasks"]]
    if not named or len(set(named)) < len(named) or not set(named) <= set(bench.known):
        return "its tasks are not tasks of the benchmark, each at most once"
    if any(type(version) is not int for version in data["games"].values()):
        return "games contains a version that is not a number"
    if set(data["games"]) != {bench.known[name].game for name in named}:
        return "games does not contain the version of every game"
    deals = bench.budgets[data["budget"]]
    for name, row in zip(named, data["tasks"], strict=True):
        seats = bench.known[name].seats
        if (row.get("options"), row.get("deals")) != (bench.known[name].options, deals):
            return f"{name}: options or deals are not those of the benchmark and its budget"
        if type(row.get("played")) is not str:
            return f"{name}: played is {row.get('played')!r:.40}"
        if type(row.get("milliseconds")) not in (int, float) or not row["milliseconds"] >= 0:
            return f"{name}: milliseconds is {row.get('milliseconds')!r:.40}"
        counts = {"scores": deals * seats, "lengths": deals * seats, "random": deals, "heuristic": deals}
        for column, count in counts.items():
            try:
                found = np.asarray(row.get(column), float)
            except (TypeError, ValueError):  # no numbers, or rows of several lengths
                return f"{name}: {column} are not all numbers"
            form = found.ndim == 2 and found.shape[1] >= seats if column == "scores" else found.ndim == 1
            whole = column in ("random", "heuristic") or not (found % 1).any()
            if not form or len(found) != count or not np.isfinite(found).all() or not whole:
                return f"{name}: {column} are not those of {count} {'games' if count > deals else 'deals'}"
    return ""


def rows_of(submission: dict[str, Any]) -> dict[str, np.ndarray]:
    """Return by task id the margins of the agent, of random play and of the heuristic, each float (deals, 3)."""
    bench = load_benchmark()
    found = {}
    for row in submission["tasks"]:
        task = bench.known[row["id"]]
        seating = one_against_others(bench.test_root, row["deals"], task.seats)[0]
        own = margins_of(task, row["scores"], seating)
        found[task.id] = np.stack([own, row["random"], row["heuristic"]], axis=1)
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
    """What became of a sample of a submission's games: how many were played again, and (task, game) of those that came
    out otherwise.

    yardsticks: tasks in which random play or the heuristic come out otherwise; files_match: whether the agent's files
    are those that it was played with.
    """

    games: int
    other: tuple[tuple[str, int], ...]
    yardsticks: tuple[str, ...]
    files_match: bool

    @property
    def holds(self) -> bool:
        """Whether everything that was checked agrees with the submission."""
        return self.files_match and not self.other and not self.yardsticks


def verify(
    submission: dict[str, Any], sample: int = 4, seed: int | None = None, agent: str | None = None
) -> Verified:
    """Play a sample of the games again and compare scores and lengths; random play and the heuristic play all of them.

    Args:
        submission: as `read_submission` gives it.
        sample: blocks of games that are played again, drawn at random among all tasks.
        seed: of the sample; None: another one at every call, so that nobody knows it beforehand.
        agent: the agent of the submission, by whoever trusts it: one that runs code from elsewhere does not play
            unless it is named here.

    Raises InputError where the games here have other versions, for another agent, and for code that is not asked for;
    what an agent raises.
    """
    named = submission["agent"]
    if agent not in (None, named):
        raise InputError(f"--agent: the submission was played by {named!r}")
    if agent is None and agent_registry.runs_code(named):
        raise InputError(
            f"the submission was played by {named!r}, which runs code from elsewhere; if you trust it, name it: "
            f"--agent {shlex.quote(named)}"
        )
    bench = load_benchmark()
    for game, version in submission["games"].items():
        if registry.entry(game).version != version:
            raise InputError(
                f"the submission was played with version {version} of {game}; this is version "
                f"{registry.entry(game).version}"
            )
    cells, blocks = {}, []
    for row in submission["tasks"]:
        cells[row["id"]] = cell_of(bench, bench.known[row["id"]], submission["agent"], row["deals"])
        blocks += [(row, block) for block in cells[row["id"]].blocks()]
    chosen = np.random.default_rng(seed).permutation(len(blocks))[:sample]
    games, other = 0, []
    for row, block in (blocks[k] for k in chosen):
        again = Player(cells[row["id"]]).play(block)
        games += len(block)
        for game, scores, length in zip(block, again.scores.tolist(), again.lengths.tolist(), strict=True):
            if scores != row["scores"][game] or length != row["lengths"][game]:
                other.append((row["id"], game))
    files = all(key_of(cells[row["id"]]) == row["played"] for row in submission["tasks"])
    return Verified(games, tuple(other), tuple(_other_yardsticks(submission, bench)), files)


def _other_yardsticks(submission: dict[str, Any], bench: Benchmark) -> Iterator[str]:
    """Return the tasks in which random play or the heuristic, the yardsticks of scores, get other results."""
    for row in submission["tasks"]:
        task = bench.known[row["id"]]
        cells = [cell_of(bench, task, player, row["deals"]) for player in (RANDOM, bench.opponent)]
        again = [margins_of(task, one.scores, one.agents).tolist() for one in play_cells(cells)]
        if again != [row["random"], row["heuristic"]]:
            yield task.id
