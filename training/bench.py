"""`eurogym bench`: how fast the games run here, and how fast other libraries run theirs.

What is measured, per game and option set (those the game declares, or the one of --players and --option):

step           compiled random play, `BatchedGame.rollout`, without observations. The engine works out the
               legal actions at every decision even then: forced decisions are taken by the engine, and it
               has to see that they are forced. So there is no figure without masks.
step_mask      random legal play driven from Python, `sample_legal` and `step`, masks in the batch's array.
step_mask_obs  the same with uint8 observations written at every decision.
aec            the loop `agent_iter / last / step` over `raw_env()` and `env()`, replaying recorded games.
clone_ns       one game copied onto another of its batch: the bare state, and `copy_game`, mask and
               observation included.
final_scoring_us  the kernel `scores` on finished games of the heuristic.
compile        seconds from `import envs` to the first decision in a fresh process, with an empty cache
               (cold) and once more (cached); for one thread and for several. Once per game: all option sets
               share the code.

A decision is one `step` of one game; decisions that the engine takes by itself are not counted. Every rate
is the median of several windows. Ratios to the yardsticks of `training.yardsticks` come from the same run.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from training import yardsticks
from training.arguments import InputError, check_file, game_options, natural, positive
from training.settings import players_text, settings_of

BATCH_SIZES = (1, 64, 1024, 8192)
THREADS = (1, 2)
WINDOWS = 3
HEADLINE_BATCH = 1024

EXAMPLES = """examples:
  eurogym bench                                   every game, and the yardsticks that are installed
  eurogym bench villagers --players 5 --out b.json
  eurogym bench castles_of_burgundy --players 1 --option chateauma=hard --no-yardsticks
  eurogym bench --quick                           a look: short windows, two batch sizes
  pip install 'eurogym[bench]' && eurogym bench   with OpenSpiel, EnvPool and pgx beside it
"""

FIRST_DECISION = """
import json, sys, time
begin = time.perf_counter()
import envs
from envs.core import registry
imported = time.perf_counter()
import numpy as np
batch = registry.module({game!r}).batch(num_envs=64, num_threads={threads}, **{options!r})
batch.step(batch.sample_legal(np.random.default_rng(0)))
print(json.dumps([imported - begin, time.perf_counter() - begin]))
"""


def say(text: str) -> None:
    """Progress, on stderr: stdout holds nothing but the result."""
    print(f"bench: {text}", file=sys.stderr, flush=True)


# --- the machine -----------------------------------------------------------------------------------------


def cpu_model() -> str:
    """What the processor calls itself."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def usable_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def version(distribution: str) -> str:
    """Installed version; a checkout can run without being installed."""
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def machine() -> dict:
    """Processor, system and versions: what a figure means nothing without."""
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
    """Units per second of `work() -> units`: the median of WINDOWS windows that share `seconds`."""
    work()
    rates = []
    for _ in range(WINDOWS):
        units, begin = 0, time.perf_counter()
        while (elapsed := time.perf_counter() - begin) < seconds / WINDOWS:
            units += work()
        rates.append(units / elapsed)
    return statistics.median(rates)


def measure_batch(make_batch: Callable, size: int, threads: int, length: float, args) -> dict:
    """Decisions and games (of `length` decisions) per second of one batch size and thread count."""
    import numpy as np

    rng, seconds = np.random.default_rng(args.seed), args.seconds
    options = {"num_envs": size, "num_threads": threads, "seed": args.seed}
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
    """Decisions per game of random play: every game of a batch played to its end."""
    played = make_batch(num_envs=games, observe=False, autoreset=False).rollout("random", steps=1_000_000)
    return played["decisions"] / played["games"]


def measure_aec(module, options: dict, seconds: float) -> dict:
    """Decisions per second through the AEC faces, with and without PettingZoo's conventional wrappers."""
    faces = {"raw_env": module.raw_env, "env": module.env}
    return {
        name: yardsticks.time_aec(make(**options), seconds)["decisions_per_s"] for name, make in faces.items()
    }


def measure_clone(make_batch: Callable, seconds: float) -> dict:
    """Nanoseconds to copy one game onto another of the same batch: the bare state inside compiled code, as
    search does it, and `copy_game` from Python, which brings mask and observation along."""
    import numpy as np

    from envs.core.compile import kernel

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
    """Microseconds to score a finished game of the heuristic, compiled: the mean over 64 games."""
    import numpy as np

    import agents
    from envs.core.compile import kernel

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


def measure_compile(game: str, options: dict, threads: int) -> dict:
    """Seconds to the first decision in fresh processes: with an empty cache, then with the cache it left."""
    program = FIRST_DECISION.format(game=game, options=options, threads=threads)
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "EUROGYM_CACHE_DIR": cache}

        def seconds_to_first_decision() -> list[float]:
            done = subprocess.run(
                [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
            )
            return json.loads(done.stdout.splitlines()[-1])

        cold, cached = seconds_to_first_decision(), seconds_to_first_decision()
    return {
        "threads": threads,
        "cold_s": round(cold[1], 2),
        "cached_s": round(cached[1], 2),
        "of_which_import_s": round(cached[0], 2),
    }


def option_sets(name: str, args: argparse.Namespace) -> dict[str, dict]:
    """The option sets to measure, by title: those the game declares, or the one that the arguments name."""
    from envs.core import registry

    game = registry.game(name)
    values = game_options(name, args.option, {"num_players": "use --players"})
    if args.players is None and not values:
        return settings_of(game).speed
    if args.players is not None:
        values["num_players"] = args.players
    options = game.options_class.from_kwargs(**values)
    return {", ".join([players_text(options.num_players), *args.option]): values}


def bench_game(name: str, args: argparse.Namespace) -> dict[str, dict]:
    """All figures of one game, by option set."""
    figures = {}
    for number, (title, options) in enumerate(option_sets(name, args).items()):
        figures[title] = bench_options(name, title, options, args, compiling=args.compile and number == 0)
    return figures


def bench_options(name: str, title: str, options: dict, args: argparse.Namespace, compiling: bool) -> dict:
    """All figures of one game with one option set."""
    from envs.core import registry

    module = registry.module(name)
    sizes, threads = args.batch_sizes, [n for n in args.threads if n <= usable_cores()]

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
        figures["compile"] = [measure_compile(name, options, count) for count in threads]
    length = mean_length(make_batch)
    figures["decisions_per_game"] = round(length, 1)
    figures["batch"] = []
    for count in threads:
        for size in sizes:
            say(f"{name}, {title}: batch of {size}, {count} thread{'s' * (count > 1)}")
            figures["batch"].append(measure_batch(make_batch, size, count, length, args))
    say(f"{name}, {title}: AEC, clone and scoring")
    figures["aec_decisions_per_s"] = measure_aec(module, options, args.seconds)
    figures["clone_ns"] = measure_clone(make_batch, args.seconds)
    figures["final_scoring_us"] = measure_scoring(make_batch, args.seconds)
    return figures


# --- ratios ----------------------------------------------------------------------------------------------


def ratios(games: dict[str, dict], measured: dict[str, dict]) -> dict[str, dict]:
    """Our decisions/s over theirs by game and option set, on one thread: batch with mask and observation, `raw_env`."""
    table = {}
    for name, sets in games.items():
        table[name] = {}
        for title, figures in sets.items():
            batch = headline(figures["batch"])
            aec = figures["aec_decisions_per_s"]["raw_env"]
            table[name][title] = {
                yardstick: {
                    "batch": round(batch / theirs["decisions_per_s"], 1),
                    "raw_env": round(aec / theirs["decisions_per_s"], 1),
                }
                for yardstick, theirs in measured.items()
                if theirs.get("decisions_per_s")
            }
    return table


def headline(rows: list[dict]) -> int:
    """Decisions/s with mask and observation on one thread, in the batch nearest to 1024."""
    single = [row for row in rows if row["threads"] == 1] or rows
    row = min(single, key=lambda row: abs(row["batch"] - HEADLINE_BATCH))
    return row["decisions_per_s"]["step_mask_obs"]


# --- command ---------------------------------------------------------------------------------------------


def add_parser(subparsers) -> argparse.ArgumentParser:
    """Add `bench` to the subcommands of an argparse parser; `args.run(args)` then runs it."""
    parser = subparsers.add_parser(
        "bench",
        help="measure the speed of the games, and of other libraries beside them",
        description=__doc__,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games (default: all)")
    parser.add_argument("--players", type=positive, help="num_players (default: what the game declares)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a game option")
    parser.add_argument("--batch-sizes", type=positive, nargs="+", default=list(BATCH_SIZES), metavar="N")
    parser.add_argument("--threads", type=positive, nargs="+", default=list(THREADS), metavar="N")
    parser.add_argument("--seconds", type=float, default=1.5, help="time for each figure (default: 1.5)")
    parser.add_argument("--seed", type=natural, default=0, help="seed of deals and play (default: 0)")
    parser.add_argument("--quick", action="store_true", help="short windows, batches of 64 and 1024 only")
    parser.add_argument("--no-compile", dest="compile", action="store_false", help="leave compile times out")
    parser.add_argument("--no-yardsticks", dest="yardsticks", action="store_false", help="only our games")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the JSON here as well")
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Measure, print one JSON document on stdout, and write it to `--out`."""
    import envs

    if not 0 < args.seconds < float("inf"):
        raise InputError(f"--seconds {args.seconds} is not a time above 0")
    for name in args.games:
        option_sets(name, args)
    if args.option and not args.games:
        raise InputError("--option belongs to a game; name the game")
    if args.out:
        check_file(args.out, "--out")
    if args.quick:
        args.seconds, args.batch_sizes = min(args.seconds, 0.3), [64, 1024]
    report = {"machine": machine(), "seed": args.seed, "seconds_per_figure": args.seconds}
    report["games"] = {name: bench_game(name, args) for name in args.games or envs.games()}
    if args.yardsticks:
        report["yardsticks"] = yardsticks.run_all(args.seconds, say)
        report["ratios"] = ratios(report["games"], report["yardsticks"])
    text = json.dumps(report, indent=2)
    print(text)
    if args.out:
        args.out.write_text(text + "\n")
    return 0
