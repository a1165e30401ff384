"""A demonstration: one game of the trained policy against bots, then how hard the solo modes are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

import agents
from agents.framework.policy import CheckpointError, load_checkpoint, shipped_checkpoints
from envs.core.batch import BatchedGame
from envs.core.compile import PURE
from envs.core.random import derive_seed
from envs.core.replay import Replay
from training.measure.report import write_results
from training.measure.solo import as_data, order_notes, plot_cells, run_solo, solo_text
from training.settings import settings_of
from training.show.words import score_lines

SEATS = 3
SEARCH = "mc:sims=16"


def compile_in_background(game: Any) -> subprocess.Popen | None:
    """Compile the agents' kernels in a process of its own while this one compiles the rules; None without JIT."""
    if PURE:
        return None
    code = (
        "import importlib; from agents.framework.base import compile_kernels; "
        f"compile_kernels(importlib.import_module({game.package!r}).GAME)"
    )
    return subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def trained_policy(game: Any, options: dict[str, Any]) -> str | None:
    """`ppo` if a shipped policy was trained for these options, whatever else was set in training; else None."""
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
    names = ["random", "greedy", agents.heuristic_name(game), SEARCH, *([trained] if trained else [])]
    return list(dict.fromkeys(names))


def show_game(game: Any, trained: str | None, seed: int, out: str | None) -> None:
    """Play a 3-player game and tell its end."""
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
        text = game.explain_action(batch.state(0), options, actions[-1])
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
    data = {"kind": "solo", "game": game.name, "games": games, "seed": seed}
    for path in write_results(out, *as_data(data, cells, notes), plot_cells(game.name, cells, seed)):
        print(f"written: {path}")
