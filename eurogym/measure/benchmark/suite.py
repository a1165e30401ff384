"""Several submissions to the benchmark at once: aggregates over the runs of an agent, and comparison of agents.

The presentation follows Agarwal et al. 2021 (Deep Reinforcement Learning at the Edge of the Statistical Precipice):
interquartile means with intervals of a stratified bootstrap, performance profiles, and probability of improvement.
Deals are always resampled, task by task, and so are the runs of an agent if there are several.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eurogym.common.errors import InputError
from eurogym.measure.benchmark.benchmark import rows_of, suite_score
from eurogym.measure.stats.statistics import bounded_interval

RESAMPLES = 1000
CURVE = np.arange(-50, 201)  # progressions of the picture of profiles
PROFILE = (0, 25, 50, 75, 90, 100, 110, 125, 150)  # progressions of a performance profile
ENDS = (2.5, 97.5)

Interval = tuple[float, float, float]  # value and the ends of its 95 % interval


@dataclass(frozen=True)
class Entry:
    """The runs of one agent.

    tasks: ids; margins: for each task float (runs, deals, 3), of the agent, of random play and of the heuristic; track:
    what the runs have spent.
    """

    agent: str
    tasks: tuple[str, ...]
    margins: tuple[np.ndarray, ...]
    track: str = "open"


@dataclass(frozen=True)
class Summary:
    """An agent in the suite: intervals are of the bootstrap.

    suite: its score; games: that of each game; middle: interquartile mean over runs and tasks; profile: share of runs
    and tasks with at least each progression of PROFILE; task_scores: progression in each task, mean over runs.
    """

    agent: str
    track: str
    runs: int
    suite: Interval
    games: dict[str, Interval]
    middle: Interval
    profile: tuple[float, ...]
    task_scores: dict[str, float]


def entries_of(submissions: Sequence[dict[str, Any]]) -> list[Entry]:
    """Return submissions grouped by agent; raise InputError if they are not comparable.

    That is the case for other tasks, deals or versions of a game, two submissions of one run, or runs of one name that
    differ in track or in what the name stands for.
    """
    runs: dict[str, dict[int, dict[str, np.ndarray]]] = {}
    titles: dict[str, tuple[str, bool]] = {}
    versions: dict[str, int] = {}
    for one in submissions:
        name = one["about"] or one["agent"]
        own = runs.setdefault(name, {})
        if one["run"] in own:
            raise InputError(
                f"two submissions are run {one['run']} of {one['agent']}; give one another number (--run)"
            )
        own[one["run"]] = rows_of(one)
        track, by_about = titles.setdefault(name, (one["track"], bool(one["about"])))
        if track != one["track"]:
            raise InputError(
                f"runs of {name} belong to the tracks {track} and {one['track']}; they cannot be compared"
            )
        if by_about != bool(one["about"]):
            raise InputError(
                f"{name} is the agent of one submission and the name of what another is about; use another name"
            )
        for game, version in one["games"].items():
            if versions.setdefault(game, version) != version:
                raise InputError(
                    f"submissions were played with versions {versions[game]} and {version} of {game}"
                )
    shapes = {
        tuple((name, len(rows)) for name, rows in run.items())
        for own in runs.values()
        for run in own.values()
    }
    if len(shapes) > 1:
        raise InputError(
            "the submissions differ in tasks or deals; play all of them with one --budget and the same --games"
        )
    return [
        Entry(
            agent,
            tuple(next(iter(own.values()))),
            tuple(np.stack([run[name] for run in own.values()]) for name in next(iter(own.values()))),
            titles[agent][0],
        )
        for agent, own in runs.items()
    ]


def interquartile_mean(scores: np.ndarray) -> float:
    """Return the mean of the middle half of scores; of n, the lowest and the highest n / 4, rounded down, are left out.

    It is nan if any score is.
    """
    ordered = np.sort(np.asarray(scores, float), axis=None)
    if np.isnan(ordered).any():
        return float("nan")
    cut = len(ordered) // 4
    return float(ordered[cut : len(ordered) - cut].mean())


def scores_of(margins: np.ndarray) -> np.ndarray:
    """Return progression (runs,) from margins (runs, deals, 3); nan if the heuristic is not ahead of random play."""
    own, random, heuristic = np.moveaxis(margins.mean(axis=1), -1, 0)
    way = heuristic - random
    return 100 * np.divide(own - random, way, out=np.full_like(way, np.nan), where=way > 0)


def profile(scores: np.ndarray, levels: Sequence[float] | np.ndarray) -> np.ndarray:
    """Return the share of scores, in an array of any shape, that reach each of the levels: float (levels,)."""
    return (np.ravel(scores)[:, None] >= np.asarray(levels)).mean(axis=0)  # nan reaches nothing


def summary(entry: Entry, seed: int = 0, resamples: int = RESAMPLES) -> Summary:
    """Return the summary of a single agent."""
    scores = np.stack([scores_of(margins) for margins in entry.margins])  # (tasks, runs)
    rng = np.random.default_rng(seed)
    drawn = [_figures(entry.tasks, _resampled(entry.margins, rng)) for _ in range(resamples)]
    found = _figures(entry.tasks, scores)
    ends = {name: np.nanpercentile([one[name] for one in drawn], ENDS) if resamples and np.isfinite(found[name]) else
            (np.nan, np.nan) for name in found}  # fmt: skip
    intervals = {name: (value, float(ends[name][0]), float(ends[name][1])) for name, value in found.items()}
    return Summary(
        entry.agent,
        entry.track,
        scores.shape[1],
        intervals.pop("suite"),
        {name.removeprefix("game "): one for name, one in intervals.items() if name.startswith("game ")},
        intervals["middle"],
        tuple(profile(scores, PROFILE).tolist()),
        dict(zip(entry.tasks, scores.mean(axis=1).tolist(), strict=True)),
    )


def _figures(tasks: Sequence[str], scores: np.ndarray) -> dict[str, float]:
    suite, games = suite_score(dict(zip(tasks, scores.mean(axis=1).tolist(), strict=True)))
    middle = interquartile_mean(scores)
    return {"suite": suite, "middle": middle} | {f"game {name}": value for name, value in games.items()}


def _resampled(margins: Sequence[np.ndarray], rng: np.random.Generator) -> np.ndarray:
    """Return scores (tasks, runs) with runs and deals resampled, task by task."""
    found = []
    for one in margins:
        runs, deals = one.shape[:2]
        found.append(scores_of(one[rng.integers(runs, size=runs)][:, rng.integers(deals, size=deals)]))
    return np.stack(found)


def improvement(one: Entry, other: Entry, seed: int = 0, resamples: int = RESAMPLES) -> Interval:
    """Return the probability that one agent does better than another on a deal of a random task, ties counted half.

    Pairs of runs are compared on the same deals, against the same opponents. The interval is the union of that of the
    bootstrap, over runs and deals, and that of the mean over deals.
    """
    better = [
        (np.sign(mine[:, None, :, 0] - theirs[None, :, :, 0]) + 1) / 2
        for mine, theirs in zip(one.margins, other.margins, strict=True)
    ]
    rng = np.random.default_rng(seed)
    drawn = []
    for _ in range(resamples):
        means = []
        for cell in better:
            a, b, deals = (rng.integers(size, size=size) for size in cell.shape)
            means.append(cell[np.ix_(a, b, deals)].mean())
        drawn.append(np.mean(means))
    # a bootstrap sees no loss where there was none: deals of all tasks as blocks say how many that leaves open
    mean, low, high = bounded_interval(np.concatenate([cell.mean(axis=(0, 1)) for cell in better]))
    least, most = np.percentile(drawn, ENDS) if drawn else (mean, mean)
    return mean, min(low, float(least)), max(high, float(most))


# --- what is written ---------------------------------------------------------------------------------


def as_rows(found: Sequence[Summary]) -> list[dict[str, Any]]:
    """Return one row for every agent."""
    return [
        {"agent": one.agent, "track": one.track, "runs": one.runs}
        | _ends("suite", one.suite)
        | _ends("interquartile_mean", one.middle)
        | {name: value for game, ends in one.games.items() for name, value in _ends(game, ends).items()}
        for one in found
    ]


def as_data(
    benchmark: str, found: Sequence[Summary], pairs: dict[tuple[str, str], Interval]
) -> dict[str, Any]:
    """Return everything that the report shows, as plain data for `json_text`."""
    rows = [
        row | {"profile": dict(zip(map(str, PROFILE), one.profile, strict=True)), "tasks": one.task_scores}
        for row, one in zip(as_rows(found), found, strict=True)
    ]
    chances = [{"agent": one, "other": other} | _ends("chance", ends) for (one, other), ends in pairs.items()]
    return {"kind": "benchmark report", "benchmark": benchmark, "agents": rows, "pairs": chances}


def _ends(name: str, interval: Interval) -> dict[str, float]:
    return dict(zip((name, f"{name}_low", f"{name}_high"), interval, strict=True))


def plot_profiles(
    entries: Sequence[Entry], seed: int = 0, resamples: int = RESAMPLES
) -> Callable[[Any], None]:
    """Return a function that draws the performance profiles with their 95 % bands on matplotlib axes."""

    def draw(axes: Any) -> None:
        for entry in entries:
            scores = np.stack([scores_of(margins) for margins in entry.margins])
            rng = np.random.default_rng(seed)
            drawn = [profile(_resampled(entry.margins, rng), CURVE) for _ in range(resamples)]
            runs = f"{scores.shape[1]} run{'s' * (scores.shape[1] > 1)}"
            (line,) = axes.step(CURVE, profile(scores, CURVE), where="post", label=f"{entry.agent} ({runs})")
            low, high = np.percentile(drawn, ENDS, axis=0)
            axes.fill_between(CURVE, low, high, step="post", color=line.get_color(), alpha=0.2, linewidth=0)
        axes.axvline(100, color="0.7", linewidth=0.8)
        axes.set_xlim(CURVE[0], CURVE[-1])
        axes.set_ylim(0, 1.02)
        axes.set_xlabel("progression: 0 random play, 100 the heuristic")
        axes.set_ylabel("share of runs and tasks that reach it")
        axes.legend(fontsize="small")

    return draw
