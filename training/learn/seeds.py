"""Runs of several seeds, shared out over cores or the machines of a cluster, and a page with what they have come to."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.common.errors import InputError
from eurogym.common.files import reason
from eurogym.envs.core.errors import FileError
from eurogym.envs.core.files import replacing, write_text
from eurogym.envs.core.forms import ListOf, MapOf, read_json
from eurogym.measure.games.cluster import connected
from eurogym.measure.report.document import Document, Heading, Picture, Table, Text
from eurogym.measure.report.pictures import curves
from eurogym.measure.report.report import interval_text
from eurogym.measure.stats.statistics import Estimate, mean_interval
from eurogym.training.learn import folder
from eurogym.training.learn.evaluation import means_alone
from eurogym.training.learn.standing import measured, met

BACK = (folder.CONFIG, *folder.CURVES, folder.PICTURE, folder.POLICY)  # files that come back from a cluster
BOUNDS = {"placement": -1.0, "won": 0.0, "ahead": 0.0}  # the least value; the largest is 1
LOOK = 0.2  # seconds between two looks at processes


def run_here(commands: Mapping[int, Sequence[str]], cores: int, tell: Callable[[str], None]) -> None:
    """Carry out the command of each seed in a process of its own, so many at a time.

    An interrupt is passed on to them, and to the caller once they have saved and ended. Raise InputError for the seeds
    whose command failed, when all others are done.
    """
    ahead, running, failed = dict(commands), {}, []
    try:
        while ahead or running:
            while ahead and len(running) < cores:
                seed = next(iter(ahead))
                running[seed] = subprocess.Popen(ahead.pop(seed), stdout=subprocess.DEVNULL)
            for seed in [seed for seed, process in running.items() if process.poll() is not None]:
                code = running.pop(seed).returncode
                tell(f"seed {seed}: {'done' if not code else f'ended with exit code {code}'}")
                failed += [seed] if code else []
            time.sleep(LOOK)
    finally:
        for process in running.values():
            process.terminate()
        for process in running.values():
            process.wait()
    _check(failed)


def run_there(
    commands: Mapping[int, Sequence[str]],
    places: Mapping[int, Path],
    address: str,
    tell: Callable[[str], None],
    process: Callable[..., list[str]],
) -> None:
    """Run a command for each seed on the machines of a Ray cluster, one core each; results come to these folders.

    `process` returns there, for the words of a command of `eurogym`, the command of a process. The run of a machine
    that goes away begins anew on another one.
    """
    failed = []
    with connected(address) as ray:
        remote = ray.remote(num_cpus=1, max_retries=3)(_run_apart)
        running = {remote.remote(process, words): seed for seed, words in commands.items()}
        while running:
            for one in ray.wait(list(running))[0]:
                seed = running.pop(one)
                try:
                    files, said = ray.get(one)
                except ray.exceptions.RayError as error:
                    files, said = {}, f"{type(error).__name__}: {str(error).strip().splitlines()[0]}"
                tell(f"seed {seed}: {'done' if files else said}")
                failed += [] if files else [seed]
                for name, content in files.items():
                    places[seed].mkdir(parents=True, exist_ok=True)
                    with replacing(places[seed] / name) as file:
                        file.write(content)
    _check(failed)


def _run_apart(process: Callable[..., list[str]], words: Sequence[str]) -> tuple[dict[str, bytes], str]:
    """Carry out a command on this machine; return the files of its run, and what it said where there are none."""
    with tempfile.TemporaryDirectory() as place:
        done = subprocess.run(process(*words, "--out", place, "--overwrite"), capture_output=True, text=True)
        files = {name: Path(place, name) for name in BACK}
        found = {
            name: path.read_bytes() for name, path in files.items() if path.exists() and not done.returncode
        }
        return found, (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]


def _check(failed: Sequence[int]) -> None:
    if failed:
        raise InputError(f"seeds {', '.join(map(str, sorted(failed)))} have no result; --resume continues")


def curve_of(place: Path) -> list[dict[str, Any]]:
    """Return the curve of a run; raise InputError if there is none."""
    path = place / folder.CURVES[1]
    try:
        return read_json(path, ListOf(MapOf()))
    except (OSError, FileError) as error:
        said = reason(error) if isinstance(error, OSError) else error
        raise InputError(f"{path} cannot be read ({said})") from None


def means_over(found: Mapping[int, Sequence[Mapping[str, Any]]]) -> dict[str, Estimate]:
    """Return the mean over seeds, with its 95 % interval, of everything that the last evaluations have measured."""
    last = [means_alone(dict(curve[-1])) for curve in found.values()]
    names = [name for name in last[0] if name.startswith("eval_") and all(name in row for row in last)]
    return {name: _within(name, mean_interval([row[name] for row in last])) for name in names}


def _within(name: str, mean: Estimate) -> Estimate:
    """Return the mean with no end of its interval where its values cannot be."""
    least = next((low for word, low in BOUNDS.items() if name.startswith(f"eval_{word}")), None)
    return mean if least is None else Estimate(*(float(np.clip(one, least, 1.0)) for one in mean))


def write_page(place: Path, title: str, found: Mapping[int, Sequence[dict[str, Any]]]) -> None:
    """Write the page of the runs of these seeds: their curves, and means with intervals over seeds."""
    means, opponents = means_over(found), met(next(iter(found.values()))[-1])
    last = {seed: means_alone(dict(curve[-1])) for seed, curve in found.items()}
    document = Document(
        [
            Heading(1, title),
            Text(
                f"{len(found)} runs that differ in nothing but their seeds. Intervals are t intervals of 95 % over "
                "seeds: they say where the mean over many seeds may lie, not what one more seed will reach."
            ),
            Heading(2, "Last evaluation"),
            Table(
                ("", "mean over seeds", *(f"seed {seed}" for seed in found)),
                [
                    (measured(name), interval_text(mean, 3), *(f"{row[name]:.3f}" for row in last.values()))
                    for name, mean in means.items()
                ],
            ),
        ]
    )
    for opponent in opponents:
        document.add(
            Heading(2, f"Against {opponent}"),
            Picture(
                partial(_curves, found, opponent), "The share of the others that the policy is ahead of."
            ),
        )
    write_text(place / folder.SEEDS_PAGE, document.html())


def _curves(found: Mapping[int, Sequence[dict[str, Any]]], opponent: str) -> str:
    end = max(float(curve[-1]["steps"]) for curve in found.values())
    series = {
        f"seed {seed}": [
            (row["steps"] / end, (1.0 + met(row)[opponent]) / 2.0) for row in curve if opponent in met(row)
        ]
        for seed, curve in found.items()
    }
    lengths = {tuple(x for x, _ in points) for points in series.values()}
    if len(lengths) == 1:  # all were measured at the same decisions
        mean = np.mean([[y for _, y in points] for points in series.values()], axis=0)
        series["mean"] = list(zip(next(iter(lengths)), map(float, mean), strict=True))
    return curves(series, f"% of {end / 1e6:.2f} million decisions", "ahead of, in % of the places")
