"""Train a policy for a game by reinforcement learning: with the per-seat PPO of
this package, or with MaskablePPO. Needs the extra `train`. Without flags it
learns for five minutes from self-play, by what was found to work for the game.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eurogym.cli.arguments import add_game, command_line, type_of, words_of
from eurogym.cli.working import process_of
from eurogym.common.errors import InputError
from eurogym.common.files import check_folder
from eurogym.common.options import DIFFICULTY, check_varied, parse_options, parse_vary
from eurogym.envs.core import registry
from eurogym.envs.core.step.threads import usable_cores
from eurogym.envs.core.telling import tell
from eurogym.measure.games.cluster import connected, cores_of
from eurogym.measure.report.report import interval_text
from eurogym.training.learn import part, trainer
from eurogym.training.learn.arguments import arguments_of, groups_of
from eurogym.training.learn.config import (
    CONFIGS,
    config_from,
    defaults_of,
    load_preset,
    presets,
)
from eurogym.training.learn.folder import POLICY, SEEDS_PAGE, STATES, check_claim
from eurogym.training.learn.shared import TrainingConfig
from eurogym.training.learn.standing import measured, summary_lines

EXAMPLES = """examples:
  eurogym train villagers --config villagers_solo                  a solo policy like the one that ships
  eurogym train village --config village_league --seed 2           against the shipped policy, the heuristic and itself
  eurogym train villagers --config villagers_all                   a policy for every set of expansions
  eurogym train villagers --players 3 --minutes 10                 self-play of three
  eurogym train villagers --players 2 3 --opponents past heuristic --opponent-fraction 0.4 \\
      --eval-against heuristic --minutes 30                        partly against the heuristic
  eurogym train villagers --players 1 --difficulty normal hard --minutes 20
  eurogym train villagers --algo maskable --players 1 --difficulty hard --steps 2000000
  eurogym train villagers --algo maskable --players 3 --opponents greedy heuristic --minutes 30
  eurogym train villagers --config villagers_solo --resume --minutes 80
  eurogym train castles_of_burgundy --config castles_of_burgundy_residual --device cuda --env-threads 0
  eurogym train castles_of_burgundy --players 1 --vary chateauma=easy,medium,hard modifiers=,A,AB,ABCD --minutes 30
  tensorboard --logdir runs

The folder of a run holds config.json, policy.npz (`ppo:path=FOLDER` plays it),
curve.csv and curve.json, the state needed to resume, and TensorBoard logs. A
folder that already holds a run is left alone unless --resume or --overwrite is
given. See docs/training_runs.md.
"""
TAKEN = {"num_players": "use --players", DIFFICULTY: "use --difficulty"}
COMPANY = ("opponents", "opponent_fraction", "opponents_mixed")  # who else plays
NO_FLAGS = ("game", "command", "keep_against")  # given by place, recorded, set by `compare exploit`
NEEDS = {  # argument -> the one without which it has no effect
    "opponent_fraction": "opponents",
    "opponents_mixed": "opponents",
    "start_by_name": "start",
    "start_sharpened": "start",
    "teacher_share": "teacher",
    "learner_plays": "teacher",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `train`: a flag for every field of a config; those not given stay out of the namespace."""
    add_game(parser)
    given = {"default": argparse.SUPPRESS}
    parser.add_argument("--algo", choices=sorted(CONFIGS), help="ppo: one network plays all seats (default); "
                        "maskable: MaskablePPO for a solo mode or one seat among agents", **given)  # fmt: skip
    parser.add_argument(
        "--config",
        help=f"preset ({', '.join(presets())}) or JSON file, which may build on a preset: "
        '{"preset": NAME, ...}; flags override it',
        **given,
    )
    parser.add_argument("--seeds", nargs="+", type=int, metavar="SEED", help="a run for each of these seeds, shared "
                        f"out over the cores or the cluster, and a page of all ({SEEDS_PAGE})", **given)  # fmt: skip
    parser.usage = "%(prog)s GAME [flags]"  # 60 flags in a row help nobody
    places: dict[str, Any] = {"": parser}
    for name, flag in config_flags().items():
        if flag.title not in places:
            places[flag.title] = parser.add_argument_group(flag.title)
        places[flag.title].add_argument(
            "--" + name.replace("_", "-"), dest=name, help=flag.words, **flag.type, **given
        )


def main(args: argparse.Namespace) -> int:
    """Train as asked, and show the last evaluation."""
    algorithm, config = checked_config(args)
    if "seeds" in args:
        return train_seeds(args, config)
    if not config.files.resume:
        check_folder(config.folder(), "--out")
    check_claim(config)
    train = trainer(algorithm)
    cluster = config.hardware.cluster
    with connected(cluster) if cluster else nullcontext() as ray:
        config = with_workers(config, ray)
        print(f"eurogym train: {config.game}, {algorithm}, seed {config.seed}, results in {config.folder()}")
        if words := whole_updates(config):
            print(f"eurogym train: {words}")
        curve = train(config)
    for line in summary_lines(curve):
        print(f"  {line}")
    print(f"eurogym train: the policy plays in `{played(config)}`")
    return 0


def train_seeds(args: argparse.Namespace, config: TrainingConfig) -> int:
    """Carry out a run for each seed and write the page of all, in the folder asked for; the runs lie inside."""
    asked, machine = list(dict.fromkeys(args.seeds)), config.hardware
    place = Path(config.files.out or f"runs/{config.game}_{config.kind}")
    check_folder(place, "--out")
    places, commands = {seed: place / f"s{seed}" for seed in asked}, {}
    for seed, own in places.items():
        goes_on = config.files.resume and (own / STATES[config.ALGORITHM]).exists()
        one = config.changed(seed=seed, out=str(own), resume=goes_on)
        one.check()
        check_claim(one)
        further = ["--seed", seed, "--out", own, "--workers", max(1, machine.workers), "--cluster", ""]
        further += ["--no-progress", "--resume" if goes_on else "--no-resume"]
        commands[seed] = [*without_seeds(args.words), *map(str, further)]
    trainer(config.ALGORITHM)  # says what is missing
    seeds = part("seeds")
    cores = max(1, usable_cores() // max(1, machine.workers))
    where = f"on {machine.cluster}" if machine.cluster else f"{min(cores, len(asked))} at a time"
    print(f"eurogym train: {config.game}, seeds {' '.join(map(str, asked))}, {where}, results in {place}")
    if machine.cluster:
        seeds.run_there(commands, places, machine.cluster, tell, process_of)
    else:
        seeds.run_here({seed: process_of(*words) for seed, words in commands.items()}, cores, tell)
    found = {seed: seeds.curve_of(own) for seed, own in places.items()}
    seeds.write_page(place, f"{registry.game(config.game).title}: {len(asked)} seeds", found)
    for name, mean in seeds.means_over(found).items():
        print(f"  {measured(name)}: {interval_text(mean, 3)} over {len(asked)} seeds")
    print(f"eurogym train: the page of all seeds is {place / SEEDS_PAGE}")
    return 0


def without_seeds(words: Sequence[str]) -> list[str]:
    """Return the words of a command without --seeds and what belongs to it."""
    kept, inside = [], False
    for word in words:
        if word.startswith("-") and not word[1:2].isdigit():
            inside = word == "--seeds"
        if not inside and not word.startswith("--seeds="):
            kept.append(word)
    return kept


def with_workers(config: TrainingConfig, ray: Any = None) -> TrainingConfig:
    """Return the config with the number of workers that it leaves open; Ray, where they are placed on a cluster."""
    machine = config.hardware
    if machine.workers:
        return config
    if ray is not None:
        return config.changed(workers=min(cores_of(ray), machine.num_envs))
    workers = part("team").default_workers(config)
    if workers > 1:
        print(
            f"eurogym train: {workers} workers share the {machine.num_envs} games (--workers 1: one process)"
        )
    return config.changed(workers=workers)


def played(config: TrainingConfig) -> str:
    """Return the command that plays the policy of a run against people."""
    folder, own = config.folder(), config.shape.network
    agent = f"ppo:path={folder}" if (folder / POLICY).is_file() else f"{own}:weights={folder}"
    players = config.tables.players[0]
    if players == 1:
        return f"eurogym play {config.game} --players 1 --by {agent}"
    return f"eurogym play {config.game} --players {players} --opponents {agent}"


def whole_updates(config: TrainingConfig) -> str:
    """Return words for a run whose steps are no whole number of updates; "" for others."""
    steps, machine = config.limits.steps, config.hardware
    update = machine.num_envs * machine.rollout_steps
    if steps % update == 0:
        return ""
    return (
        f"{steps:,} decisions become {math.ceil(steps / update) * update:,}: an update learns from "
        f"{update:,} of them (--num-envs {machine.num_envs} times --rollout-steps {machine.rollout_steps})"
    )


def read_config(args: argparse.Namespace) -> tuple[str, TrainingConfig]:
    """Return the algorithm and its config: defaults, then the preset, then the flags given."""
    known = {"game", *config_flags()}
    given = {name: value for name, value in vars(args).items() if name in known}
    if "vary" in given:
        given["vary"] = parse_vary(given["vary"])
    preset = load_preset(args.config, given) if "config" in args else {}
    algorithm = getattr(args, "algo", preset.get("algo", "ppo"))
    if "config" not in args and algorithm == "ppo":
        preset = defaults_of(args.game, given)
    preset.pop("algo", None)
    if preset.get("game", args.game) != args.game:
        raise InputError(f"preset {args.config!r} is for {preset['game']}, not for {args.game}")
    config = config_from(algorithm, {**preset, **given})
    config.command = command_line(args)
    check_effect(config, given)
    return algorithm, config


def checked_config(args: argparse.Namespace) -> tuple[str, TrainingConfig]:
    """Return the algorithm and its config. Raises InputError or OptionError if a value in it is not allowed."""
    algorithm, config = read_config(args)
    config.check()
    check_options(config)
    return algorithm, config


def check_effect(config: TrainingConfig, given: Iterable[str]) -> None:
    """Raises InputError for an argument given by a flag, and no default, that has no effect on the run."""
    flat, plain = config.flat(), type(config)(game="").flat()
    for name in (name for name in given if flat[name] != plain[name]):
        flag = "--" + name.replace("_", "-")
        if name in COMPANY and flat["players"] == [1]:
            raise InputError(f"{flag} has no effect in solo play; name more players (--players)")
        if name in NEEDS and not flat[NEEDS[name]]:
            raise InputError(f"{flag} has no effect without --{NEEDS[name]}")


def check_options(config: TrainingConfig) -> None:
    """Raises OptionError for options that the game does not have or allow, or that are set by other means."""
    taken = TAKEN | (
        {"pad_seats": "it follows from --players"} if len(set(config.tables.players)) > 1 else {}
    )
    check_varied(config.game, parse_options(config.tables.option), config.tables.vary, taken)
    for values in config.option_sets():
        registry.game(config.game).options_class.from_kwargs(**values)


@dataclass
class Flag:
    """A flag: the title it stands under in the help, its help line, and what argparse gets for its values."""

    title: str
    words: str
    type: dict[str, Any]


def _title(name: str, part: type) -> str:
    """Return the docstring of a group of flags; under `python -OO` there are none, and it is called by its name."""
    return name if sys.flags.optimize > 1 else str(part.__doc__).rstrip(".").lower()


def config_flags() -> dict[str, Flag]:
    """Return the flags by argument, over all algorithms; they say where only one of them has it."""
    found: dict[str, Flag] = {}
    arguments = {algorithm: arguments_of(cls) for algorithm, cls in CONFIGS.items()}
    for algorithm, cls in CONFIGS.items():
        titles = {name: _title(name, part) for name, part in groups_of(cls).items()}
        plain = cls(game="")
        for name, one in arguments[algorithm].items():
            if name in NO_FLAGS:
                continue
            default = one.of(plain)
            shown = " ".join(map(str, default)) if isinstance(default, (list, dict)) else str(default)
            if name not in found:
                only = "" if all(name in known for known in arguments.values()) else f" [{algorithm} only]"
                found[name] = Flag(
                    titles.get(one.group, ""), words_of(one, default) + only, type_of(one.kind)
                )
            elif shown and f"default: {shown})" not in found[name].words:
                found[name].words = f"{found[name].words.removesuffix(')')}; {algorithm}: {shown})"
    return found
