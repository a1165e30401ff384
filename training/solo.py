"""`eurogym solo`: how often agents win the solo modes, on the same deals in every cell."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import agents as agent_registry
from envs.core import registry
from envs.core.errors import OptionError
from training.arguments import InputError, check_option_names, game_options, natural, positive
from training.matches import deal_seeds, play_matches
from training.report import check_out, progress, text_table, write_results
from training.stats import mean_interval, wilson_interval
from training.tournament import unique_names

EXAMPLES = """examples:
  eurogym solo villagers --difficulty all --agents random greedy villagers mc:sims=50 ppo
  eurogym solo villagers --difficulty hard --agents villagers --games 5000 --out results/solo
  eurogym solo villagers --agents mc:ms=20 --games 50 --option solo_event_choices=countess_best

Every agent plays the same deals at every difficulty. The win rate comes with Wilson's 95 % interval; a margin
is the own score less the opponent's.
--out NAME writes NAME.json, NAME.csv and NAME.png; with one of these endings only that file.
"""
TAKEN = {"num_players": "the solo mode has one player", "difficulty": "name the levels with --difficulty"}
QUANTILES = (0.1, 0.5, 0.9)


@dataclass
class SoloCell:
    """Results of one agent at one difficulty; `margins` is None where the solo mode has no opponent score."""

    agent: str
    difficulty: str
    wins: int
    games: int
    scores: np.ndarray
    margins: np.ndarray | None
    milliseconds: float  # thinking time per game

    @property
    def win_rate(self) -> float:
        """Share of games won."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the win rate."""
        return wilson_interval(self.wins, self.games)


def difficulties(game: str) -> tuple[str, ...]:
    """The solo levels of a game, easiest first."""
    fields = registry.game(game).options_class.__dataclass_fields__
    if "difficulty" not in fields:
        raise OptionError(f"{game}: this game has no solo levels")
    return tuple(fields["difficulty"].metadata["choices"])


def run_solo(
    game: str,
    specs: Sequence[Any],
    levels: Sequence[str] | None = None,
    games: int = 500,
    seed: int = 0,
    options: dict[str, Any] | None = None,
    quiet: bool = True,
) -> list[SoloCell]:
    """Let every agent play `games` deals at every level; the deals are the same in all cells.

    specs: spec strings or agents; levels: None for all of the game; seed: of deals and agents.
    """
    levels = difficulties(game) if levels is None else list(dict.fromkeys(levels))
    check_option_names(game, options or {}, TAKEN)
    for level in levels:
        registry.game(game).options_class.from_kwargs(
            **(options or {}) | {"num_players": 1, "difficulty": level}
        )
    players = [agent_registry.make(spec, game=game) for spec in specs]
    names = unique_names([player.name for player in players])
    seeds = deal_seeds(seed, games)
    seating = np.zeros((games, 1), np.int64)
    bar = progress(len(levels) * len(players) * games, f"{game}, solo", quiet)
    cells = []
    for name, player in zip(names, players, strict=True):
        for level in levels:
            settings = {**(options or {}), "difficulty": level}
            played = play_matches(game, [player], seating, seeds, seed, settings, bar.update)
            margins = None
            if played.scores.shape[1] > 1:
                margins = played.scores[:, 0] - played.scores[:, 1:].max(axis=1)
            cells.append(
                SoloCell(
                    name,
                    level,
                    int((played.placements[:, 0] > 0).sum()),
                    games,
                    played.scores[:, 0],
                    margins,
                    float(1000 * played.seconds[0] / games),
                )
            )
    bar.close()
    return cells


def solo_text(cells: Sequence[SoloCell]) -> str:
    """The results as a table, agents below each other for each difficulty."""
    headers = [
        "difficulty",
        "agent",
        "wins",
        "95 % interval",
        "score 10/50/90 %",
        "margin 10/50/90 %",
        "ms/game",
    ]
    rows = []
    for level in dict.fromkeys(cell.difficulty for cell in cells):
        for cell in (cell for cell in cells if cell.difficulty == level):
            low, high = cell.interval
            rows.append(
                [
                    level,
                    cell.agent,
                    f"{100 * cell.win_rate:.1f} %",
                    f"{100 * low:.1f} - {100 * high:.1f} %",
                    _quantiles_text(cell.scores),
                    "-" if cell.margins is None else _quantiles_text(cell.margins),
                    f"{cell.milliseconds:.1f}",
                ]
            )
    return text_table(headers, rows, left=2)


def _quantiles_text(values: np.ndarray) -> str:
    return " / ".join(f"{value:.0f}" for value in np.quantile(values, QUANTILES))


def as_rows(cells: Sequence[SoloCell]) -> list[dict[str, Any]]:
    """One row per cell for CSV and JSON."""
    rows = []
    for cell in cells:
        low, high = cell.interval
        row: dict[str, Any] = {
            "agent": cell.agent,
            "difficulty": cell.difficulty,
            "games": cell.games,
            "wins": cell.wins,
            "win_rate": cell.win_rate,
            "win_rate_low": low,
            "win_rate_high": high,
        }
        for label, values in (("score", cell.scores), ("margin", cell.margins)):
            if values is not None:
                row[f"{label}_mean"], row[f"{label}_half_width"] = mean_interval(values)
                for quantile in QUANTILES:
                    row[f"{label}_q{round(100 * quantile)}"] = float(np.quantile(values, quantile))
        row["ms_per_game"] = cell.milliseconds
        rows.append(row)
    return rows


def plot_cells(game: str, cells: Sequence[SoloCell], seed: int) -> Any:
    """A function that draws win rates with intervals, grouped by difficulty, on matplotlib axes."""

    def draw(axes: Any) -> None:
        levels = list(dict.fromkeys(cell.difficulty for cell in cells))
        names = list(dict.fromkeys(cell.agent for cell in cells))
        width = 0.8 / len(names)
        for k, name in enumerate(names):
            mine = [cell for cell in cells if cell.agent == name]
            rates = np.array([cell.win_rate for cell in mine])
            bounds = np.array([cell.interval for cell in mine])
            places = [levels.index(cell.difficulty) + (k - (len(names) - 1) / 2) * width for cell in mine]
            spread = np.clip([rates - bounds[:, 0], bounds[:, 1] - rates], 0, None)
            axes.bar(places, 100 * rates, width, yerr=100 * spread, capsize=3, label=name)
        axes.set_xticks(range(len(levels)), levels)
        axes.set_ylabel("games won, %")
        axes.set_ylim(0, 100)
        axes.set_title(f"{game}, solo, {cells[0].games} deals, seed {seed}")
        axes.legend(fontsize="small")

    return draw


def add_parser(subparsers: Any) -> None:
    """Add `solo` to the subcommands."""
    parser = subparsers.add_parser(
        "solo",
        help="win rates in the solo modes",
        description="How often agents win the solo modes, on the same deals in every cell.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", help="name of the game, e.g. villagers")
    parser.add_argument("--difficulty", nargs="+", default=["all"], help="levels, or all (default)")
    parser.add_argument("--agents", nargs="+", required=True, metavar="AGENT", help="one or more agents")
    parser.add_argument("--games", type=positive, default=500, help="deals per cell (default 500)")
    parser.add_argument("--seed", type=natural, default=0, help="seed of deals and agents (default 0)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a game option")
    parser.add_argument("--out", help="write JSON, CSV and a plot")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure what the arguments describe, show it and write it."""
    levels = args.difficulty
    if "all" in levels:
        if set(levels) != {"all"}:
            raise InputError(f"--difficulty {' '.join(levels)}: name levels, or all, not both")
        levels = None
    options = game_options(args.game, args.option, TAKEN)
    check_out(args.out)
    cells = run_solo(args.game, args.agents, levels, args.games, args.seed, options, args.quiet)
    print(f"{args.game}, solo, {args.games} deals per cell, seed {args.seed}\n")
    print(solo_text(cells))
    rows = as_rows(cells)
    data = {
        "kind": "solo",
        "game": args.game,
        "options": options,
        "games": args.games,
        "seed": args.seed,
        "cells": rows,
    }
    for path in write_results(args.out, data, rows, plot_cells(args.game, cells, args.seed)):
        print(f"written: {path}")
    return 0
