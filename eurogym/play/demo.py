"""A demonstration: who wins at a table of policy, bot and luck, one such game, then how hard the solo modes are."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents.framework.networks.checkpoint import catalog_hash
from eurogym.agents.framework.networks.manifest import POLICY, shipped
from eurogym.common.prepare import Compilers, can_help, compile_here, missing
from eurogym.common.settings import settings_of
from eurogym.envs.core.compile.lean import elsewhere
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.faces.replay import Replay
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.measure.report.report import write_results
from eurogym.measure.solo import as_data, order_notes, plot_cells, run_solo, solo_text
from eurogym.measure.tournament import run_tournament
from eurogym.play.pictures import RECORDED
from eurogym.play.words import score_lines

SEATS = 3
DEALS = 20  # for the odds of a table, each with every seating
DECISIONS_PER_TABLE = 25
PACE = 0.15  # seconds a line


def get_ready(game: Any) -> None:
    """Compile what the demonstration needs, side by side, and show a recorded game until that is done."""
    parts = missing([game.name])
    if not parts:
        return
    if not can_help():
        compile_here(parts)
        return
    workers = Compilers(parts)
    path = RECORDED / f"{game.name}.jsonl"
    if path.exists():
        show_recorded(path, workers)
    workers.wait()


def show_recorded(path: Path, workers: Compilers) -> None:
    """Tell a recorded game line by line while workers are busy; another process re-executes it uncompiled."""
    print("\nIn the meantime, a recorded game, replayed in plain Python:\n", flush=True)
    teller = subprocess.Popen(
        elsewhere("eurogym.play.demo:tell_recorded", str(path)),
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
    )
    with teller:
        for line in teller.stdout:
            print(line, end="", flush=True)
            if not workers.look():
                print(f"  ... and so on: eurogym replay {path}", flush=True)
                break
            time.sleep(PACE)
        teller.kill()


def tell_recorded(path: str) -> None:
    """Print a recorded game: its decisions, and the table now and then."""
    replay = Replay.load(path)
    game, options = replay.game, replay.options
    for number, (batch, decision) in enumerate(replay.positions()):
        if decision is None:
            print(f"\nFinal scores:\n{score_lines(game, options, replay.scores)}")
            return
        if number % DECISIONS_PER_TABLE == 0:
            print(f"\n{game.to_text(batch.state(0), options)}\n")
        text = game.explain_action(batch.state(0), options, decision.action)
        print(f"  {game.name_of_seat(options, decision.seat)}: {text}", flush=True)


def trained_policy(game: Any, options: dict[str, Any]) -> str | None:
    """`ppo` if a shipped policy was trained for these options, whatever else was set in training; else None."""
    chosen = game.options_class.from_kwargs(**options)
    wanted = {name: value for name, value in chosen.as_dict().items() if name in options}
    here = catalog_hash(game.catalog(chosen))
    for row in shipped(game.name, POLICY):
        if row.catalog_hash == here and any(wanted.items() <= trained.items() for trained in row.options):
            return "ppo"
    return None


def solo_agents(game: Any, trained: str | None) -> list[str]:
    """Return the agents of the solo table, each once."""
    names = ["random", "greedy", agents.heuristic_name(game), *([trained] if trained else [])]
    return list(dict.fromkeys(names))


def show_odds(game: Any, specs: list[str], seed: int) -> None:
    """Print who wins at this table, measured on the spot, every deal with every seating."""
    result = run_tournament(game.name, len(specs), specs, DEALS, seed, quiet=True)
    shares = {standing.agent: standing.first for standing in result.standings}
    line = ", ".join(
        f"{spec} {shares[spec][0]:.0%} ({shares[spec][1]:.0%} to {shares[spec][2]:.0%})" for spec in specs
    )
    print(f"  {line}", flush=True)


def show_game(game: Any, trained: str | None, seed: int, out: str | None) -> None:
    """Print how often the trained policy wins, then one of its games, shown from its end."""
    own = agents.heuristic_name(game)
    if trained is None:
        print(f"\nno trained policy for {SEATS} players ships with eurogym; {own} takes its seat")
    hero = trained or own
    specs = [hero, "greedy", "random"] if hero != "greedy" else ["greedy", "random", "random"]
    print(f"\nWho wins at a table of {SEATS} ({DEALS} deals, every seating; 95 % intervals):\n", flush=True)
    if len(set(specs)) == SEATS:
        show_odds(game, specs, seed)
    if trained and own not in specs:
        show_odds(game, [trained, own, "greedy"], seed)
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
        print("\nno trained solo policy ships with eurogym; the table does without one")
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
