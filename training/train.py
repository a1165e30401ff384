"""`eurogym train`: learn a policy with the per-seat PPO of this package or with MaskablePPO."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
from collections.abc import Sequence
from dataclasses import MISSING, fields
from pathlib import Path

from envs.core.errors import EurogymError
from training.arguments import InputError, check_folder, check_option_names, parse_options
from training.config import CONFIGS, config_from, help_lines, load_preset, presets
from training.settings import parse_vary

EXAMPLES = """examples:
  eurogym train villagers --config villagers_solo                  the shipped solo policy
  eurogym train villagers --config villagers_multi --seed 2        the shipped policy for 2-5 players
  eurogym train villagers --players 3 --minutes 10                 self-play of three
  eurogym train villagers --players 2 3 --opponents past villagers --opponent-fraction 0.4 \\
      --eval-against villagers --minutes 30                        and now and then against the heuristic
  eurogym train villagers --players 1 --difficulty normal hard --minutes 20
  eurogym train villagers --algo maskable --players 1 --difficulty hard --steps 2000000
  eurogym train villagers --algo maskable --players 3 --opponents greedy villagers --minutes 30
  eurogym train villagers --config villagers_solo --resume --minutes 80
  eurogym train castles_of_burgundy --config castles_of_burgundy_multi --device cuda --env-threads 0
  eurogym train castles_of_burgundy --players 1 --vary chateauma=easy,medium,hard modifiers=,A,AB,ABCD --minutes 30
  tensorboard --logdir runs

The folder of a run holds config.json, policy.npz (`ppo:path=FOLDER/policy.npz` plays it), curve.csv and
curve.json, the state needed to resume, and TensorBoard logs."""


TAKEN = {"num_players": "use --players", "difficulty": "use --difficulty"}


def add_parser(subparsers) -> argparse.ArgumentParser:
    """Adds the command `train` to the subparsers of `eurogym`; `run(args)` carries it out."""
    parser = subparsers.add_parser(
        "train",
        help="learn a policy for a game",
        description="Learn a policy for a game.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        argument_default=argparse.SUPPRESS,
    )
    parser.add_argument("game", help="game to learn, e.g. villagers")
    parser.add_argument("--algo", choices=sorted(CONFIGS), help="ppo: one network plays all seats (default); "
                        "maskable: MaskablePPO for a solo mode or one seat among agents")  # fmt: skip
    parser.add_argument("--config", help=f"preset ({', '.join(presets())}) or JSON file; flags override it")
    for name, (kind, words) in _arguments().items():
        flag = "--" + name.replace("_", "-")
        if kind.startswith("bool"):
            parser.add_argument(flag, dest=name, action=argparse.BooleanOptionalAction, help=words)
        elif kind.startswith("list"):
            parser.add_argument(flag, dest=name, nargs="*", type=_item_type(kind), help=words)
        elif kind.startswith("dict"):
            parser.add_argument(flag, dest=name, nargs="*", metavar="NAME=V1,V2", help=words)
        else:
            parser.add_argument(flag, dest=name, type=_item_type(kind), help=words)
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Trains as asked; returns the exit code. Wrong arguments end in one line on stderr and exit code 2."""
    try:
        algorithm, config = read_config(args)
        config.check()
        taken = TAKEN | ({"pad_seats": "it follows from --players"} if len(set(config.players)) > 1 else {})
        check_option_names(config.game, parse_options(config.option), taken)
        varied = dict.fromkeys(parse_options(config.option), "it stands in --option too")
        check_option_names(config.game, getattr(config, "vary", {}), varied | taken)
        train = _trainer(algorithm)
        if not config.resume:
            check_folder(config.folder(), "--out")
        print(f"eurogym train: {config.game}, {algorithm}, seed {config.seed}, results in {config.folder()}")
        curve = train(config)
    except EurogymError as error:
        print(f"eurogym train: {error}", file=sys.stderr)
        return 2
    last = curve[-1] if curve else {}
    for name, value in last.items():
        if name.startswith("eval_"):
            print(f"  {name.removeprefix('eval_').replace('_', ' ').replace('/', ', ')}: {value:.3f}")
    print(f"eurogym train: policy in {config.folder() / 'policy.npz'}")
    return 0


def read_config(args: argparse.Namespace):
    """The algorithm and its config: defaults, then the preset, then the flags given."""
    given = {name: value for name, value in vars(args).items() if name in _arguments() or name == "game"}
    if "vary" in given:
        given["vary"] = parse_vary(given["vary"])
    preset = load_preset(args.config) if "config" in args else {}
    algorithm = getattr(args, "algo", preset.pop("algo", "ppo"))
    preset.pop("algo", None)
    if algorithm not in CONFIGS:
        raise InputError(f"algo is {algorithm!r}; allowed: {', '.join(sorted(CONFIGS))}")
    if preset.get("game", args.game) != args.game:
        raise InputError(f"preset {args.config!r} is for {preset['game']}, not for {args.game}")
    config = config_from(algorithm, {**preset, **given})
    config.command = command_line(getattr(args, "words", sys.argv[1:]))
    return algorithm, config


def command_line(words: Sequence[str]) -> str:
    """`eurogym train ...` with these words as typed, but of the folder of results and of absolute paths only
    the last name: what a checkpoint says should not depend on the machine it was made on."""
    shown = ["eurogym"] if list(words[:1]) == ["train"] else ["eurogym", "train"]
    for word in words:
        if shown[-1] in ("--out", "--ou"):
            word = Path(word).name
        elif word.startswith(("--out=", "--ou=")):
            word = f"--out={Path(word).name}"
        parts = re.split("([=,])", word)  # of `ppo:path=/elsewhere/policy.npz`, say
        shown.append("".join(Path(part).name if os.path.isabs(part) else part for part in parts))
    return shlex.join(shown)


def _trainer(algorithm: str):
    # Threads that wait by spinning halve the speed and worse as soon as something else runs on the machine.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    try:
        if algorithm == "ppo":
            from training.ppo import train
        else:
            from training.sb3 import train
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package not in ("torch", "stable_baselines3", "sb3_contrib", "tqdm"):
            raise
        raise InputError(f"training needs {package}: pip install 'eurogym[train]'") from None
    return train


def _arguments() -> dict[str, tuple[str, str]]:
    """Flag name -> (type as text, help), over all algorithms; says where only one of them has it."""
    merged: dict[str, tuple[str, str]] = {}
    for algorithm, cls in CONFIGS.items():
        others = [set(f.name for f in fields(other)) for key, other in CONFIGS.items() if key != algorithm]
        for declared in fields(cls):
            name = declared.name
            if name in ("game", "command"):
                continue
            default = declared.default_factory() if declared.default is MISSING else declared.default
            shown = " ".join(map(str, default)) if isinstance(default, (list, dict)) else str(default)
            if name in merged:
                kind, words = merged[name]
                if shown and f"default: {shown})" not in words:
                    words = f"{words.removesuffix(')')}; {algorithm}: {shown})"
                merged[name] = (kind, words)
                continue
            words = help_lines(cls)[name] + (f" (default: {shown})" if shown else "")
            if not any(name in names for names in others):
                words += f" [{algorithm} only]"
            merged[name] = (str(declared.type), words.replace("%", "%%"))
    return merged


def _item_type(kind: str) -> type:
    return {"int": int, "float": float, "str": str}[kind.removeprefix("list[").removesuffix("]")]
