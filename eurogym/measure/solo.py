"""Solo modes: how often agents win against the game, on the same deals in every cell."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eurogym import agents as agent_registry
from eurogym.common.errors import InputError
from eurogym.common.options import (
    DIFFICULTY,
    check_option_names,
    label,
    players_text,
    value_text,
    varying_names,
)
from eurogym.common.settings import is_harder, settings_of
from eurogym.envs.core import registry
from eurogym.envs.core.errors import OptionError
from eurogym.envs.core.faces.opponents import Opponent
from eurogym.measure.games.blocks import ALONE, Work, play_cells
from eurogym.measure.games.matches import Cell, MatchResults, check_agents, deal_seeds
from eurogym.measure.report.report import (
    columns_of,
    deals_note,
    interval_text,
    progress_bar,
    share_text,
    text_table,
)
from eurogym.measure.stats.statistics import (
    Estimate,
    bounded_interval,
    mean_interval,
    share_interval,
)
from eurogym.measure.tournament import unique_names

__all__ = ["SoloCell", "order_notes", "plot_cells", "run_solo", "solo_settings", "solo_text"]

VARIED = "name its values with --vary"
TAKEN = {"num_players": "use --players", DIFFICULTY: "name the levels with --difficulty"}
QUANTILES = (0.1, 0.5, 0.9)
CROWDED = 60  # characters of labels below a plot, beyond which they are rotated


@dataclass
class SoloCell:
    """Results of one agent in one setting: n games with the agent in S seats.

    Attributes:
        agent: name of the agent.
        setting: the options of this cell that differ between cells.
        label: a short name for them.
        won: (n,) bool, whether the game was won.
        scores: (n, S), final scores of the agent's seats.
        margins: (n,) lead of the best seat over the automated opponent, in points; None if the opponent has no score.
        ahead: (n,) share of the seats ahead of the opponent; None with a single seat or without an opponent.
        milliseconds: thinking time per game.
        ranks: (name, lowest score) of the official ranks, ascending; empty if the solo mode has none.
        wins_from: the score needed to win if there is no opponent with a score.
    """

    agent: str
    setting: dict[str, Any]
    label: str
    won: np.ndarray
    scores: np.ndarray
    margins: np.ndarray | None
    ahead: np.ndarray | None
    milliseconds: float
    ranks: tuple[tuple[str, int], ...] = ()
    wins_from: int = 0

    @property
    def rank_shares(self) -> dict[str, float]:
        """The share of games that end in each rank."""
        bounds = [*(low for _, low in self.ranks), np.inf]
        counts = np.histogram(self.scores, bounds)[0] if self.ranks else []
        return {name: count / self.scores.size for (name, _), count in zip(self.ranks, counts, strict=True)}

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.won)

    @property
    def wins(self) -> int:
        """The number of games won."""
        return int(self.won.sum())

    @property
    def win_rate(self) -> Estimate:
        """The share of games won, with its exact interval."""
        return share_interval(self.wins, self.games)


def solo_settings(game: str, players: int = 1, options: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return the solo settings that a game declares and that exist with this number of seats, easiest first.

    Raises:
        OptionError: there are none.
    """
    found = registry.game(game)
    declared = settings_of(found).solo
    if players == 1:
        fitting = list(declared)
    else:
        fitting = [setting for setting in declared if has_opponent(found, setting, players, options or {})]
    if not fitting:
        table = "solo modes" if players == 1 else f"automated opponent for {players_text(players)}"
        raise OptionError(f"{game}: this game has no {table}")
    return fitting


def has_opponent(game: Any, setting: dict[str, Any], players: int, options: dict[str, Any]) -> bool:
    """Return whether such games have an automated opponent of the agent's seats."""
    try:
        chosen = game.options_class.from_kwargs(**options | setting | {"num_players": players})
    except OptionError:
        return False
    return chosen.table_seats > players


def run_solo(
    game: str,
    specs: Sequence[str | Opponent],
    settings: Sequence[dict[str, Any]] | None = None,
    games: int = 500,
    seed: int = 0,
    options: dict[str, Any] | None = None,
    quiet: bool = True,
    players: int = 1,
    work: Work = ALONE,
) -> list[SoloCell]:
    """Play `games` deals with every agent in every setting; the deals are the same in all cells.

    Args:
        game: name of the game.
        specs: spec strings or agents.
        settings: option sets; None for those that the game declares.
        games: number of deals.
        seed: seed of deals and agents.
        options: further game options, the same everywhere.
        quiet: show no progress bar.
        players: number of seats that the agent takes.
        work: how games are played.

    Raises:
        OptionError: options are not allowed, or the game has no such solo mode.
        InputError: with several seats, the table has no automated opponent.
    """
    options = dict(options or {})
    found = registry.game(game)
    settings = solo_settings(game, players, options) if settings is None else list(settings)
    taken = dict.fromkeys((name for setting in settings for name in setting), VARIED) | TAKEN
    check_option_names(game, options, taken)
    for setting in settings:
        check_option_names(game, setting, {"num_players": "use --players"})
        chosen = found.options_class.from_kwargs(**options | setting | {"num_players": players})
        if players > 1 and chosen.table_seats == players:
            raise InputError(
                f"with {players_text(players)} this table has no automated opponent; to play agents against each "
                "other, use eurogym tournament"
            )
    seated = [agent_registry.make(spec, game=game) for spec in specs]
    check_agents(game, seated, [options | setting | {"num_players": players} for setting in settings])
    names = unique_names([agent.name for agent in seated])
    varying = varying_names(settings) or list(settings[0])
    seeds = deal_seeds(seed, games)
    seating = np.zeros((games, players), np.int64)
    ranks, wins_from = settings_of(found).ranks, math.floor(sum(found.solo_score_range) / 2) + 1
    wanted = [(spec, setting) for spec in specs for setting in settings]
    everything = [Cell(game, [spec], seating, seeds, seed, options | setting) for spec, setting in wanted]
    with progress_bar(len(everything) * games, f"{game}, solo", quiet) as bar:
        results = iter(play_cells(everything, work, bar.update))
    cells = []
    for name in names:
        for setting in settings:
            played = next(results)
            won, margins, ahead = solo_outcome(played, players)
            cells.append(
                SoloCell(
                    name,
                    {key: setting[key] for key in varying if key in setting},
                    label(setting, varying),
                    won,
                    played.scores[:, :players],
                    margins,
                    ahead,
                    float(1000 * played.seconds[0] / games),
                    ranks,
                    wins_from,
                )
            )
    return cells


def solo_outcome(
    played: MatchResults, players: int
) -> tuple[np.ndarray, np.ndarray | None, np.ndarray | None]:
    """Return `won`, `margins` and `ahead` of :class:`SoloCell` for games with the agent in `players` seats."""
    scores, places = played.scores, played.placements
    if scores.shape[1] == players:
        return places[:, 0] > 0, None, None
    margins = scores[:, :players].max(axis=1) - scores[:, players:].max(axis=1)
    leads = places[:, :players] > places[:, players:].max(axis=1, keepdims=True)
    return leads.any(axis=1), margins, leads.mean(axis=1) if players > 1 else None


def setting_names(cells: Sequence[SoloCell]) -> list[str]:
    """Return the options that tell the cells apart, in the order in which they first occur."""
    return list(dict.fromkeys(name for cell in cells for name in cell.setting))


def solo_text(cells: Sequence[SoloCell]) -> str:
    """Return the results as a text table, with the agents of each setting below each other."""
    varying = setting_names(cells)
    several = any(cell.ahead is not None for cell in cells)
    headers = [*varying, "agent", "wins"] + (["each"] if several else [])
    headers += ["score 10/50/90 %", "margin 10/50/90 %", "ms/game"]
    rows = []
    for name in dict.fromkeys(cell.label for cell in cells):
        for cell in (cell for cell in cells if cell.label == name):
            rows.append(
                [
                    *(value_text(cell.setting.get(option)) for option in varying),
                    cell.agent,
                    share_text(cell.win_rate),
                    *([f"{100 * cell.ahead.mean():.1f} %"] if cell.ahead is not None else []),
                    _quantiles_text(cell.scores),
                    "-" if cell.margins is None else _quantiles_text(cell.margins),
                    f"{cell.milliseconds:.1f}",
                ]
            )
    text = text_table(headers, rows, left=len(varying) + 1)
    if cells[0].ranks:
        text += f"\n\n{_ranks_text(cells)}"
        if cells[0].margins is None:
            rank = next(
                (f"the rank {name}: " for name, low in cells[0].ranks if low == cells[0].wins_from), ""
            )
            text += f"\n\na game is won with {rank}{cells[0].wins_from} points and more"
    return text + deals_note(min(cell.games for cell in cells))


def _ranks_text(cells: Sequence[SoloCell]) -> str:
    """Return the shares of the official ranks as a table, with the agents of each setting below each other."""
    varying = setting_names(cells)
    rows = [
        [
            *(value_text(cell.setting.get(option)) for option in varying),
            cell.agent,
            *(f"{100 * share:.1f} %" for share in cell.rank_shares.values()),
        ]
        for name in dict.fromkeys(cell.label for cell in cells)
        for cell in cells
        if cell.label == name
    ]
    return text_table([*varying, "agent", *(name for name, _ in cells[0].ranks)], rows, left=len(varying) + 1)


def _quantiles_text(values: np.ndarray) -> str:
    return " / ".join(f"{value:.0f}" for value in np.quantile(values, QUANTILES))


def order_notes(game: str, cells: Sequence[SoloCell]) -> list[str]:
    """Return a line for every pair of cells of an agent where the setting meant to be harder is won more often.

    The interval is that of the difference over the deals, which are the same in both cells.
    """
    found = registry.game(game)
    harder = settings_of(found).harder
    notes = []
    for easy, hard in itertools.permutations(cells, 2):
        same = easy.agent == hard.agent and len(easy.won) == len(hard.won)
        if not same or hard.wins <= easy.wins or not is_harder(found, easy.setting, hard.setting, harder):
            continue
        gain = bounded_interval(100.0 * hard.won - 100.0 * easy.won, -100.0, 100.0)
        chance = "" if gain.low > 0 else " (within chance)"
        notes.append(
            f"note: {hard.agent} wins {hard.label!r} more often than {easy.label!r}, which is meant to be easier: "
            f"by {interval_text(gain, 1, unit=' %')}{chance}"
        )
    return notes


def as_rows(cells: Sequence[SoloCell]) -> list[dict[str, Any]]:
    """Return one row per cell for CSV and JSON; all rows have the same columns, None where a value is missing."""
    varying = setting_names(cells)
    columns: dict[str, None] = {}
    rows = []
    for cell in cells:
        row: dict[str, Any] = {
            "agent": cell.agent,
            **{option: cell.setting.get(option) for option in varying},
            "games": cell.games,
            "wins": cell.wins,
            **columns_of("win_rate", cell.win_rate),
        }
        if cell.ahead is not None:
            row |= columns_of("each", bounded_interval(cell.ahead))
        for name, values in (("score", cell.scores), ("margin", cell.margins)):
            if values is not None:
                by_game = values if values.ndim == 1 else values.mean(axis=1)
                row[f"{name}_mean"], row[f"{name}_low"], row[f"{name}_high"] = mean_interval(by_game)
                for quantile in QUANTILES:
                    row[f"{name}_q{round(100 * quantile)}"] = float(np.quantile(values, quantile))
        row |= {f"share_{name}": share for name, share in cell.rank_shares.items()}
        row["ms_per_game"] = cell.milliseconds
        columns |= dict.fromkeys(row)
        rows.append(row)
    return [{column: row.get(column) for column in columns} for row in rows]


def as_data(
    run: dict[str, Any], cells: Sequence[SoloCell], notes: Sequence[str]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return what is written about the results: the JSON document, which begins with `run`, and the rows of the CSV."""
    rows = as_rows(cells)
    return {**run, "cells": rows, "notes": list(notes)}, rows


def plot_cells(game: str, cells: Sequence[SoloCell], seed: int) -> Any:
    """Return a function that draws win rates with intervals, grouped by setting, on matplotlib axes."""

    def draw(axes: Any) -> None:
        labels = list(dict.fromkeys(cell.label for cell in cells))
        names = list(dict.fromkeys(cell.agent for cell in cells))
        width = 0.8 / len(names)
        for k, name in enumerate(names):
            mine = [cell for cell in cells if cell.agent == name]
            rates, low, high = np.array([cell.win_rate for cell in mine]).T
            places = [labels.index(cell.label) + (k - (len(names) - 1) / 2) * width for cell in mine]
            spread = 100 * np.array([rates - low, high - rates])
            axes.bar(places, 100 * rates, width, yerr=spread, capsize=3, label=name)
        crowded = sum(map(len, labels)) > CROWDED
        axes.set_xticks(
            range(len(labels)), labels, rotation=40 * crowded, ha="right" if crowded else "center"
        )
        axes.set_ylabel("games won, %")
        axes.set_ylim(0, 100)
        axes.set_title(f"{game}, solo, {cells[0].games} deals, seed {seed}")
        axes.legend(fontsize="small")

    return draw
