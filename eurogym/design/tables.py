"""The games of a report: for every band of skill, one agent in all seats of a table; and bands against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from eurogym import agents as agent_registry
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.design.record import Watch
from eurogym.envs.core import registry
from eurogym.envs.core.declare.standing import first_places
from eurogym.envs.core.errors import OptionError
from eurogym.measure.games.blocks import ALONE, Work, play_cells
from eurogym.measure.games.matches import Cell, MatchResults, check_agents, deal_seeds
from eurogym.measure.report.report import progress_bar

__all__ = ["Band", "Duel", "Games", "Table", "band_of", "play", "play_variants"]

BANDS = ("random", "greedy", "heuristic", "ppo")
SHARE_OF_GAMES = {"greedy": 0.25, "ppo": 0.1}  # of the deals of a table, for slow agents
BLOCK = 128  # games that are played together
FEWEST = 20  # deals of a table


@dataclass(frozen=True)
class Band:
    """An agent that represents a level of skill, and how many deals it plays.

    Attributes:
        agent: spec string of the agent.
        games: number of deals.
    """

    agent: str
    games: int


@dataclass
class Table:
    """Games of one band at one size of table.

    Attributes:
        game: name of the game.
        band: name of the band.
        players: number of seats S.
        results: outcomes of the n games.
        wins: (n, S), each seat's share of first place; ties share it.
    """

    game: str
    band: str
    players: int
    results: MatchResults
    wins: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        self.wins = first_places(self.results.placements[:, : self.players])

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.wins)

    @property
    def scores(self) -> np.ndarray:
        """Final scores (n, S)."""
        return self.results.scores[:, : self.players].astype(np.float64)

    def in_turn_order(self, values: np.ndarray) -> np.ndarray:
        """Return values by seat (n, S, ...) in turn order: the seat that begins comes first."""
        order = (self.results.starters[:, None] + np.arange(self.players)) % self.players
        return values[np.arange(len(values))[:, None], order]


@dataclass
class Duel:
    """Two bands against each other, in both seatings of every deal."""

    weak: str
    strong: str
    wins: np.ndarray  # (deals,) share of first places of `strong`
    outcomes: np.ndarray  # (games, S) placements in [-1, 1]
    agents: np.ndarray  # (games, S) 0: `weak`, 1: `strong`


@dataclass
class Games:
    """All the games of a report."""

    game: str
    options: dict[str, Any]
    seed: int
    bands: list[Band]
    tables: list[Table]
    duels: list[Duel]


def middle(bands: Sequence[str]) -> str:
    """Return the band whose components are shown first: the heuristic, which plays the most games of the good ones."""
    return "heuristic" if "heuristic" in bands else bands[-1]


def playing(game: str, players: Sequence[int], options: dict[str, Any]) -> list[str]:
    """Return the agents of BANDS that play a game at all these sizes of table; random play always can."""
    found = []
    for name in (name for name in BANDS if name in agent_registry.available(game)):
        try:
            for size in players:
                check_agents(game, [agent_registry.make(name, game=game)], [options | {"num_players": size}])
        except CheckpointError:
            continue
        found.append(name)
    return found


def band_of(text: str, games: int) -> Band:
    """Return a band from `AGENT` or `AGENT@GAMES`; slow agents play a part of `games`, so that a report takes minutes.

    Raises:
        OptionError: the text does not have this form, or GAMES is below 2.
    """
    agent, _, number = text.partition("@")
    if (number and not number.isdecimal()) or (number and int(number) < 2):
        raise OptionError(f"{text!r}: the number of deals after @ must be a whole number of at least 2")
    share = SHARE_OF_GAMES.get(agent.partition(":")[0], 1.0)
    return Band(agent, int(number) if number else max(min(games, FEWEST), round(games * share)))


def sizes_of(game: str) -> list[int]:
    """Return the sizes of table with several players."""
    low, high = registry.game(game).options_class.player_range()
    return list(range(max(2, low), high + 1))


def cells_of(
    game: str, bands: Sequence[Band], players: Sequence[int], seed: int, options: dict[str, Any]
) -> list[Cell]:
    """Return the tables full of one agent, by band and size; all bands play the same deals."""
    return [
        Cell(
            game,
            [band.agent],
            np.zeros((band.games, size), np.int64),
            deal_seeds(seed, band.games),
            seed,
            options,
            watch=Watch(),
        )
        for band in bands
        for size in players
    ]


def duels_of(game: str, bands: Sequence[Band], size: int, seed: int, options: dict[str, Any]) -> list[Cell]:
    """Return every band against the next stronger one, seated alternately, in both seatings of every deal."""
    cells = []
    for weak, strong in zip(bands, bands[1:], strict=False):
        deals = min(weak.games, strong.games)
        ways = np.stack([(np.arange(size) + turn) % 2 for turn in range(2)])
        cells.append(
            Cell(
                game,
                [weak.agent, strong.agent],
                np.tile(ways, (deals, 1)),
                np.repeat(deal_seeds(seed, deals), 2),
                seed,
                options,
            )
        )
    return cells


def play(
    game: str,
    bands: Sequence[Band],
    players: Sequence[int],
    seed: int = 0,
    options: dict[str, Any] | None = None,
    quiet: bool = True,
    work: Work = ALONE,
    duels: bool = True,
) -> Games:
    """Play the games that a report needs.

    Args:
        game: name of the game.
        bands: the bands, weakest first.
        players: numbers of seats.
        seed: seed of deals and agents.
        options: game options without num_players.
        quiet: show no progress bar.
        work: how games are played.
        duels: whether bands also play against each other, at tables of two.

    Raises:
        OptionError: options or sizes are not allowed.
    """
    options = options or {}
    for band in bands:
        for size in players:
            agent = agent_registry.make(band.agent, game=game)
            check_agents(game, [agent], [options | {"num_players": size}])
    cells = cells_of(game, bands, players, seed, options)
    tables = len(cells)
    cells += duels_of(game, bands, 2, seed, options) if duels and 2 in players else []
    with progress_bar(sum(cell.games for cell in cells), f"{game}, report", quiet) as bar:
        done = play_cells(cells, work, bar.update, BLOCK)
    sizes = [(band.agent, size) for band in bands for size in players]
    return Games(
        game,
        options,
        seed,
        list(bands),
        [Table(game, *named, results) for named, results in zip(sizes, done[:tables], strict=True)],
        [
            _duel(weak.agent, strong.agent, results)
            for weak, strong, results in zip(bands, bands[1:], done[tables:], strict=False)
        ],
    )


def play_variants(
    game: str,
    band: Band,
    size: int,
    seeds: np.ndarray,
    variants: Sequence[dict[str, Any]],
    seed: int = 0,
    work: Work = ALONE,
) -> list[Table]:
    """Play one band at one size of table with each of several option sets, all on the deals `seeds`."""
    cells = [
        Cell(game, [band.agent], np.zeros((len(seeds), size), np.int64), seeds, seed, options, watch=Watch())
        for options in variants
    ]
    return [Table(game, band.agent, size, results) for results in play_cells(cells, work, size=BLOCK)]


def _duel(weak: str, strong: str, results: MatchResults) -> Duel:
    wins = (first_places(results.placements) * (results.agents == 1)).sum(axis=1)
    return Duel(weak, strong, wins.reshape(-1, 2).mean(axis=1), results.placements, results.agents)
