"""Train an agent from scratch on the tasks of eurogym-bench-v0.

Each task gets a training run and a network of its own. Needs the extra
`train`.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from eurogym.cli.arguments import UsageError, add_seed
from eurogym.cli.commands.train import COMPANY, checked_config
from eurogym.cli.main import parsed
from eurogym.cli.working import execute
from eurogym.common.errors import InputError
from eurogym.common.options import DIFFICULTY
from eurogym.measure.benchmark.benchmark import Task, tasks_of
from eurogym.training.learn import part

STEPS = {"2M": 2_000_000, "20M": 20_000_000}  # track -> decisions of each run
LONG_ROLLOUTS = "--num-envs 80 --rollout-steps 500 --gae-lambda 0.99"  # 40,000 decisions an update
OTHERS = tuple("--" + name.replace("_", "-") for name in COMPANY)  # flags that need other seats
TASK = {"out", "players", "difficulty", "option", "vary", "steps", "seed", "seeds"}  # set by the benchmark

EXAMPLES = """examples:
  eurogym benchmark train --track 2M --seed 1 --out runs/nothing-1
  eurogym benchmark run ppo:path=runs/nothing-1 --track 2M --run 1 --about "PPO from nothing" --out nothing-1.json
  eurogym benchmark train --track 20M --games village --out runs/wide -- --hidden 512 512

Each run may use the whole budget of the track. Words after -- are flags of
`eurogym train` and override the ones used here. The folder --out holds the
runs of one seed, track and choice of flags; the same command continues where
it was stopped. `ppo:path=FOLDER` then plays each task with its own network.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `benchmark train`."""
    parser.add_argument("--track", choices=STEPS, default="2M", help="decisions in each run")
    parser.add_argument("--games", nargs="+", metavar="GAME", help="only the tasks of these games")
    add_seed(parser, default=1, words="seed of the runs")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="folder for the runs")
    parser.add_argument("flags", nargs="*", metavar="FLAG", help="flags of `eurogym train`, after --")


def words_of(task: Task, track: str, seed: int, flags: Sequence[str]) -> tuple[str, ...]:
    """Return the command that learns a task."""
    own = {"num_players": "--players", DIFFICULTY: "--difficulty"}
    table = [
        word for name, flag in own.items() if name in task.options for word in (flag, str(task.options[name]))
    ]
    options = [f"{name}={value}" for name, value in task.options.items() if name not in own]
    table += ["--option", *options] if options else []
    fixed = f"--steps {STEPS[track]} --seed {seed} --workers 1 --eval-every 0 --no-tensorboard --no-progress"
    flags = flags if task.seats > 1 else tuple(_alone(flags))
    return ("train", task.game, *table, *fixed.split(), *LONG_ROLLOUTS.split(), *flags)


def _alone(flags: Sequence[str]) -> Iterator[str]:
    """Yield the flags, less those that need other seats: solo modes have none."""
    flag = ""
    for word in flags:
        flag = word.partition("=")[0] if word.startswith("--") else flag
        if flag not in OTHERS:
            yield word


def check_flags(game: str, flags: Sequence[str]) -> None:
    """Raises InputError for flags that `eurogym train` does not take, and for those that the benchmark sets."""
    try:
        given = vars(parsed(("train", game, *flags)))
    except UsageError as error:
        raise InputError(f"after --: {error}") from None
    if taken := TASK & given.keys():
        raise InputError(f"--{min(taken)} after -- would change the task; the benchmark sets it")


def main(args: argparse.Namespace) -> int:
    """Train what is not trained yet."""
    pipelines, tasks = part("pipeline"), tasks_of(args.games)
    check_flags(tasks[0].game, args.flags)
    stages = []
    for task in tasks:
        words = words_of(task, args.track, args.seed, args.flags)
        checked_config(parsed(words))
        stages.append(pipelines.Stage(re.sub(r"\W+", "_", task.id), words))
    plan = pipelines.Pipeline("benchmark", "", tuple(stages), {})
    out, tell = Path(args.out), partial(print, flush=True)
    pipelines.run(plan, stages, out, "full", 1, tell, execute, again=False)
    print(f"ppo:path={args.out} plays them")
    return 0
