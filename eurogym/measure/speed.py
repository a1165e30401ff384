"""Speed of the games on this machine: rates of a batch and the AEC interfaces, copies, scoring and compile times.

`eurogym/cli/commands/games/speed.py` says what each figure means. Every rate is the median of several windows.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.common.options import players_text
from eurogym.common.settings import settings_of
from eurogym.envs.core import registry
from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.step.threads import usable_cores

WINDOWS = 3

FIRST_DECISION = """
import json, sys, time
begin = time.perf_counter()
from eurogym import envs
from eurogym.envs.core import registry
imported = time.perf_counter()
import numpy as np
batch = registry.module({game!r}).batch(num_envs=64, **{options!r})
batch.step(batch.sample_legal(np.random.default_rng(0)))
print(json.dumps([imported - begin, time.perf_counter() - begin]))
"""


@dataclass(frozen=True)
class Plan:
    """How to measure: seconds for each figure, batch sizes, thread counts, seed of deals and play, compile times or
    not."""

    seconds: float
    batch_sizes: Sequence[int]
    threads: Sequence[int]
    seed: int = 0
    compile: bool = True


def say(text: str) -> None:
    """Print progress on stderr: stdout has nothing but the result."""
    print(f"speed: {text}", file=sys.stderr, flush=True)


# --- the machine -----------------------------------------------------------------------------------------


def cpu_model() -> str:
    """Return the name of the processor."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def version(distribution: str) -> str:
    """Return the installed version; a checkout can run without being installed."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def machine() -> dict:
    """Return processor, system and versions, without which a figure means nothing."""
    versions = {name: version(name) for name in ("eurogym", "numpy", "numba", "gymnasium", "pettingzoo")}
    load = round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
    return {
        "cpu": cpu_model(),
        "cores": usable_cores(),
        "load_before": load,
        "system": platform.platform(),
        "python": platform.python_version(),
        **versions,
    }


# --- one game --------------------------------------------------------------------------------------------


def rate(work: Callable[[], int], seconds: float) -> float:
    """Return units per second of `work() -> units`: the median of WINDOWS windows that share `seconds`."""
    work()
    rates = []
    for _ in range(WINDOWS):
        begin = time.perf_counter()
        units = work()
        while (elapsed := time.perf_counter() - begin) < seconds / WINDOWS:
            units += work()
        rates.append(units / elapsed)
    return statistics.median(rates)


def measure_batch(make_batch: Callable, size: int, threads: int, length: float, plan: Plan) -> dict:
    """Return decisions and games (of `length` decisions) per second for one batch size and number of threads."""
    rng, seconds = np.random.default_rng(plan.seed), plan.seconds
    options = {"num_envs": size, "num_threads": threads, "seed": plan.seed}
    steps = max(1, 4096 // size)

    blind = make_batch(observe=False, **options)
    seeing = make_batch(observe=True, **options)

    def rollout() -> int:
        return int(blind.rollout("random", steps=steps)["decisions"])

    def play(batch) -> int:
        for _ in range(steps):
            batch.step(batch.sample_legal(rng))
        return steps * size

    rates = {
        "step": rate(rollout, seconds),
        "step_mask": rate(lambda: play(blind), seconds),
        "step_mask_obs": rate(lambda: play(seeing), seconds),
    }
    return {
        "batch": size,
        "threads": threads,
        "decisions_per_s": {name: round(value) for name, value in rates.items()},
        "games_per_s": {name: round(value / length, 1) for name, value in rates.items()},
    }


def mean_length(make_batch: Callable, games: int = 1000) -> float:
    """Return decisions per game of random play, with every game of a batch played to its end."""
    played = make_batch(num_envs=games, observe=False, autoreset=False).rollout("random", steps=1_000_000)
    return played["decisions"] / played["games"]


def measure_aec(module, options: dict, seconds: float) -> dict:
    """Return decisions per second of the AEC interfaces, with and without PettingZoo's conventional wrappers."""
    faces = {"raw_env": module.raw_env, "env": module.env}
    return {name: round(rate(replayed(make(**options)), seconds)) for name, make in faces.items()}


def replayed(env: Any, games: int = 20) -> Callable[[], int]:
    """Return what plays random games of an AEC environment again, so that choosing costs nothing, and counts decisions.

    The closing `None` steps and the resets take their time and are not counted.
    """
    rng, recorded = random.Random(0), []
    for seed in range(games):
        env.reset(seed=seed)
        actions: list[int | None] = []
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            actions.append(None if over else rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            env.step(actions[-1])
        recorded.append(actions)

    def play() -> int:
        for seed, actions in enumerate(recorded):
            env.reset(seed=seed)
            following = iter(actions)
            for _ in env.agent_iter():
                env.last()
                env.step(next(following))
        return sum(action is not None for actions in recorded for action in actions)

    return play


def measure_clone(make_batch: Callable, seconds: float) -> dict:
    """Nanoseconds to copy one game onto another of the same batch: the bare state inside compiled code, as
    search does it, and `copy_game` from Python, which brings mask and observation along."""

    @kernel
    def copy_states(states, first, second, repeats):
        for _ in range(repeats):
            for k in range(len(first)):
                states[second[k]] = states[first[k]]

    batch = make_batch(num_envs=64, observe=False)
    first, second = np.arange(32), np.arange(32, 64)

    def in_compiled_code() -> int:
        copy_states(batch.states, first, second, 100)
        return 100 * len(first)

    def from_python() -> int:
        batch.copy_game(first, second)
        return len(first)

    return {
        "state": round(1e9 / rate(in_compiled_code, seconds), 1),
        "copy_game": round(1e9 / rate(from_python, seconds), 1),
    }


def measure_scoring(make_batch: Callable, seconds: float) -> float:
    """Return microseconds to score a finished game of the heuristic, compiled: the mean over 64 games."""
    batch = make_batch(num_envs=64, autoreset=False)
    agent = agents.make(agents.heuristic_name(batch.game), game=batch.game)
    agent.reset(0)
    running = np.arange(batch.num_envs)
    while len(running):
        batch.step(agent.act(batch, running), games=running)
        running = running[batch.states["done"][running] == 0]
    scores = batch.game.scores

    @kernel
    def score_states(states, out, repeats):
        for _ in range(repeats):
            for k in range(len(states)):
                scores(states[k], out)

    states, out = batch.states, np.zeros((batch.table_seats, 2), np.int64)

    def in_compiled_code() -> int:
        score_states(states, out, 100)
        return 100 * len(states)

    return round(1e6 / rate(in_compiled_code, seconds), 3)


def measure_compile(game: str, options: dict) -> dict:
    """Return seconds to the first decision in fresh processes: with an empty cache, then with a filled one."""
    program = FIRST_DECISION.format(game=game, options=options)
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "EUROGYM_CACHE_DIR": cache}

        def seconds_to_first_decision() -> list[float]:
            done = subprocess.run(
                [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
            )
            return json.loads(done.stdout.splitlines()[-1])

        cold, cached = seconds_to_first_decision(), seconds_to_first_decision()
    return {
        "cold_s": round(cold[1], 2),
        "cached_s": round(cached[1], 2),
        "of_which_import_s": round(cached[0], 2),
    }


def option_sets(
    name: str, players: int | None, values: dict[str, Any], words: Sequence[str]
) -> dict[str, dict]:
    """Return the option sets to measure, by title: those the game declares, or the one of `players` and `values`.

    words: the values as typed, for the title. Raises OptionError for what the game does not allow.
    """
    game = registry.game(name)
    if players is None and not values:
        return settings_of(game).speed
    if players is not None:
        values = {**values, "num_players": players}
    options = game.options_class.from_kwargs(**values)
    return {", ".join([players_text(options.num_players), *words]): values}


def speed_of(name: str, sets: dict[str, dict], plan: Plan) -> dict[str, dict]:
    """Return all figures of a game, by option set; compile times only with the first, as all sets share the code."""
    figures = {}
    for number, (title, options) in enumerate(sets.items()):
        figures[title] = figures_of(name, title, options, plan, plan.compile and number == 0)
    return figures


def figures_of(name: str, title: str, options: dict, plan: Plan, compiling: bool) -> dict:
    """Return all figures of a game with one option set."""
    module = registry.module(name)
    threads = [count for count in plan.threads if count <= usable_cores()]

    def make_batch(**more):
        return module.batch(**options, **more)

    sample = make_batch(num_envs=1)
    figures = {
        "options": sample.options.as_dict(),
        "actions": sample.catalog.n,
        "observation": sample.layout.size,
        "bytes_per_state": int(sample.game.dtype.itemsize),
    }
    if compiling:
        say(f"{name}: compile time")
        figures["compile"] = measure_compile(name, options)
    length = mean_length(make_batch)
    figures["decisions_per_game"] = round(length, 1)
    figures["batch"] = []
    for count in threads:
        for size in plan.batch_sizes:
            say(f"{name}, {title}: batch of {size}, {count} thread{'s' * (count > 1)}")
            figures["batch"].append(measure_batch(make_batch, size, count, length, plan))
    say(f"{name}, {title}: AEC, clone and scoring")
    figures["aec_decisions_per_s"] = measure_aec(module, options, plan.seconds)
    figures["clone_ns"] = measure_clone(make_batch, plan.seconds)
    figures["final_scoring_us"] = measure_scoring(make_batch, plan.seconds)
    return figures
