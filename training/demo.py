"""`eurogym demo`: one game of the trained policy against bots, then how hard the solo modes are."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from training.arguments import natural, positive

EXAMPLES = """examples:
  eurogym demo                       a 3-player game, then the solo table (under two minutes on 2 cores)
  eurogym demo castles_of_burgundy   the same for another game
  eurogym demo --seed 7 --out demo   another deal; writes demo.jsonl (replay), demo.json, demo.csv, demo.png
"""
SEATS = 3
SEARCH = "mc:sims=16"


def add_parser(subparsers: Any) -> None:
    """Add `demo` to the subcommands."""
    parser = subparsers.add_parser(
        "demo",
        help="watch a trained policy play, then how hard the solo modes are",
        description="One 3-player game of the trained policy against bots, then the solo difficulty table.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", nargs="?", default="villagers", help="name of the game (default villagers)")
    parser.add_argument("--seed", type=natural, default=1, help="seed of deals and agents (default 1)")
    parser.add_argument(
        "--games", type=positive, default=40, help="solo games per agent and setting (default 40)"
    )
    parser.add_argument("--out", help="write the replay, and the solo table as JSON, CSV and a plot")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the demo."""
    from envs.core import registry
    from training.report import check_out

    check_out(args.out)
    started = time.perf_counter()
    game = registry.game(args.game)
    print(f"eurogym demo: {game.title}, seed {args.seed}", flush=True)
    helper = compile_in_background(game)
    show_game(game, trained_policy(game, {"num_players": SEATS}), args.seed, args.out)
    if helper is not None:
        helper.wait()
    show_solo(game, args.games, args.seed, args.out)
    print(f"\n{time.perf_counter() - started:.0f} s in all")
    print(f"next: eurogym play {args.game} --players 3    eurogym tournament --help    eurogym train --help")
    return 0


def compile_in_background(game: Any) -> subprocess.Popen | None:
    """Compile the agents' kernels in a process of its own while this one compiles the rules; None without JIT."""
    from envs.core.compile import PURE

    if PURE:
        return None
    code = (
        "import importlib; from agents.framework.base import compile_kernels; "
        f"compile_kernels(importlib.import_module({game.package!r}).GAME)"
    )
    return subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def trained_policy(game: Any, options: dict[str, Any]) -> str | None:
    """`ppo` if a shipped policy was trained for these options, whatever else was set in training; else None."""
    from agents.framework.policy import CheckpointError, load_checkpoint, shipped_checkpoints

    chosen = game.options_class.from_kwargs(**options)
    wanted = {name: value for name, value in chosen.as_dict().items() if name in options}
    for path in shipped_checkpoints(game.name):
        try:
            meta = load_checkpoint(path).metadata
        except CheckpointError:
            continue
        fits = meta["num_actions"] == game.catalog(chosen).n
        if fits and any(wanted.items() <= trained.items() for trained in meta["options"]):
            return "ppo"
    return None


def solo_agents(game: Any, trained: str | None) -> list[str]:
    """The agents of the solo table, each once."""
    from agents import heuristic_name

    return list(
        dict.fromkeys(["random", "greedy", heuristic_name(game), SEARCH, *([trained] if trained else [])])
    )


def show_game(game: Any, trained: str | None, seed: int, out: str | None) -> None:
    """Play a 3-player game and tell its end."""
    import agents
    from envs.core.batch import BatchedGame
    from envs.core.random import derive_seed
    from envs.core.replay import Replay
    from training.replay import score_lines

    own = agents.heuristic_name(game)
    if trained is None:
        print(f"no trained policy for {SEATS} players is shipped; {own} takes its seat", flush=True)
    specs = [trained or own, own, "random"]
    options = game.options_class.from_kwargs(num_players=SEATS)
    batch = BatchedGame(game, options, num_envs=1, autoreset=False)
    batch.reset(seeds=[derive_seed(seed, "demo")])
    seated = [agents.make(spec, game=game) for spec in specs]
    for number, agent in enumerate(seated):
        agent.reset(derive_seed(seed, "demo agent", number))
    actions: list[int] = []
    log: list[str] = []
    while not batch.states["done"][0]:
        seat = int(batch.current_seat[0])
        actions.append(int(seated[seat].act(batch, np.array([0]))[0]))
        text = game.explain_action(batch.state(0), options, batch.catalog.describe(actions[-1]))
        log.append(f"{game.name_of_seat(options, seat)} ({specs[seat]}): {text}")
        batch.step(actions[-1:])
    replay = Replay.of_game(game, options, derive_seed(seed, "demo"), actions)
    print(f"\nA game of {' against '.join(specs)}: {len(actions)} decisions. The last ones:\n")
    print("\n".join(f"  {line}" for line in log[-8:]))
    print("\nThe table at the end:\n")
    print(game.to_text(batch.state(0), options))
    print("\nFinal scores:\n" + score_lines(game, options, replay.scores, specs), flush=True)
    if out:
        path = Path(out).with_suffix(".jsonl")
        path.parent.mkdir(parents=True, exist_ok=True)
        replay.save(path)
        print(f"written: {path}   (eurogym replay {path})")


def show_solo(game: Any, games: int, seed: int, out: str | None) -> None:
    """Print the solo table of all agents, and write it."""
    from training.report import write_results
    from training.settings import settings_of
    from training.solo import as_rows, order_notes, plot_cells, run_solo, solo_text

    settings = list(settings_of(game).demo)
    if not settings:
        print(f"\n{game.title} has no solo mode; agents against each other: eurogym tournament {game.name}")
        return
    trained = trained_policy(game, {"num_players": 1, **settings[0]})
    if trained is None:
        print("\nno trained solo policy is shipped; the table is without it")
    print(f"\nHow hard is the solo mode? {games} deals, the same for every agent and setting:\n", flush=True)
    quiet = not sys.stderr.isatty()
    cells = run_solo(game.name, solo_agents(game, trained), settings, games=games, seed=seed, quiet=quiet)
    print(solo_text(cells))
    notes = order_notes(game.name, cells)
    if notes:
        print("\n" + "\n".join(notes))
    rows = as_rows(cells)
    data = {"kind": "solo", "game": game.name, "games": games, "seed": seed, "cells": rows, "notes": notes}
    for path in write_results(out, data, rows, plot_cells(game.name, cells, seed)):
        print(f"written: {path}")
