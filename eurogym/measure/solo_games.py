"""Records of solo games, deal by deal, for the scale of difficulty: played, saved in files, and merged.

A record has the result for every agent, setting and deal. Deals are those of `eurogym solo` with the same seed. Deal k
is the same for all agents and settings with the same number of seats, and asking for more deals keeps the first ones,
so slow agents may play fewer deals and records can be merged.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents as agent_registry
from eurogym.common.errors import InputError
from eurogym.common.options import Values
from eurogym.common.settings import SoloMode, settings_of
from eurogym.envs.core import registry
from eurogym.envs.core.declare.game import MAX_SEATS
from eurogym.envs.core.errors import EurogymError, FileError, OptionError
from eurogym.envs.core.files import write_text
from eurogym.envs.core.forms import ListOf, MapOf, OneOf, Record, Row, Text, Whole, read_json_lines
from eurogym.measure.games.blocks import ALONE, Work, play_cells
from eurogym.measure.games.matches import Cell, check_agents, deal_seeds
from eurogym.measure.report.report import progress_bar
from eurogym.measure.solo import solo_outcome
from eurogym.measure.tournament import unique_names

KIND = "solo games"
ABOUT = "a record of solo games (`eurogym solo report --out` writes them)"
LOST, WON = "01"
HEAD = Record(
    {
        "kind": OneOf((KIND,)),
        "game": Text(200),
        "version": Whole(),
        "seed": Whole(),
        "commands": ListOf(Text()),
        "refused": ListOf(Row((Text(), Whole(1, MAX_SEATS), Text()))),
    }
)
ROW = Record(
    {
        "agent": Text(),
        "players": Whole(1, MAX_SEATS),
        "setting": MapOf(),
        "won": Text(10**7, f"[{LOST}{WON}]+", "a digit 0 or 1 for every game"),
        "points": Text(10**8, r"-?[0-9]{1,9}( -?[0-9]{1,9})*", "whole numbers with a blank between them"),
    }
)


@dataclass
class Outcomes:
    """What came of the games of one agent in one setting, on the first n deals.

    agent: its name; players: its seats; setting: options; won: (n,) bool; points: (n,) int, the lead of the best seat
    over the automated opponent, or the own score where there is none.
    """

    agent: str
    players: int
    setting: Values
    won: np.ndarray
    points: np.ndarray

    @property
    def key(self) -> tuple:
        """What distinguishes these games from others of the same record."""
        return self.agent, self.players, tuple(sorted((name, str(v)) for name, v in self.setting.items()))


@dataclass
class SoloGames:
    """A record: games of one game on the deals of one seed.

    refused: (agent, players) -> why this agent does not play with so many seats.
    """

    game: str
    seed: int
    commands: list[str] = field(default_factory=list)
    outcomes: list[Outcomes] = field(default_factory=list)
    refused: dict[tuple[str, int], str] = field(default_factory=dict)

    def of_mode(self, mode: SoloMode) -> list[Outcomes]:
        """Return the games of one mode."""
        return [one for one in self.outcomes if one.setting in mode.settings and one.players in mode.players]

    def add(self, other: SoloGames) -> None:
        """Merge the games of another record; for the same agent and setting, the one with more deals is kept.

        Raise InputError for a record of another game or other deals.
        """
        if (other.game, other.seed) != (self.game, self.seed):
            raise InputError(
                f"games of {other.game} with seed {other.seed} cannot be merged with those of {self.game} with seed "
                f"{self.seed}"
            )
        self.commands += [command for command in other.commands if command not in self.commands]
        found = {one.key: place for place, one in enumerate(self.outcomes)}
        for one in other.outcomes:
            place = found.get(one.key)
            if place is None:
                self.outcomes.append(one)
            elif len(one.won) > len(self.outcomes[place].won):
                self.outcomes[place] = one
        self.refused |= other.refused

    def write(self, path: str | Path) -> None:
        """Write the record: a line for every agent and setting, with a digit and a number of points for every deal."""
        head = {
            "kind": KIND,
            "game": self.game,
            "version": registry.entry(self.game).version,
            "seed": self.seed,
        }
        head["commands"] = self.commands
        head["refused"] = [[agent, players, why] for (agent, players), why in self.refused.items()]
        lines = [
            json.dumps(
                {
                    "agent": one.agent,
                    "players": one.players,
                    "setting": one.setting,
                    "won": "".join(WON if won else LOST for won in one.won),
                    "points": " ".join(map(str, one.points.tolist())),
                }
            )
            for one in self.outcomes
        ]
        write_text(path, "\n".join([json.dumps(head), *lines]) + "\n", named=True)


def read_games(path: str | Path) -> SoloGames:
    """Read the record in a file; raise FileError for another file, InputError for another version of its game."""
    head, *rows = read_json_lines(path, ROW, HEAD, about=ABOUT)
    record = SoloGames(head["game"], head["seed"], head["commands"])
    record.refused = {(agent, players): why for agent, players, why in head["refused"]}
    for number, row in enumerate(rows, 2):
        won = np.array([digit == WON for digit in row["won"]])
        points = np.array(row["points"].split(), np.int64)
        if len(won) != len(points):
            raise FileError(f"{len(won)} games, but points of {len(points)}", path, number)
        one = Outcomes(row["agent"], row["players"], row["setting"], won, points)
        if one.key in (before.key for before in record.outcomes):
            raise FileError("the games of an earlier line again", path, number)
        record.outcomes.append(one)
    version = registry.entry(record.game).version
    if head["version"] != version:
        raise InputError(
            f"{path}: these are games of {record.game} version {head['version']}; this is version {version}"
        )
    return record


def read_all(paths: Sequence[str | Path]) -> SoloGames:
    """Read and merge several records; raise InputError if they do not go together."""
    record = read_games(paths[0])
    for path in paths[1:]:
        record.add(read_games(path))
    return record


def modes_of(game: str, names: Sequence[str] | None = None) -> list[SoloMode]:
    """Return the solo modes of a game, or those whose names contain one of the texts.

    Raise OptionError for a game without a solo mode, and InputError for a text that no name contains.
    """
    modes = settings_of(registry.game(game)).scale
    if not modes:
        raise OptionError(f"{game}: this game has no solo mode")
    if not names:
        return list(modes)
    for text in names:
        if not any(_plain(text) in _plain(mode.name) for mode in modes):
            raise InputError(f"{game}: no solo mode {text!r}; there are: {', '.join(m.name for m in modes)}")
    return [mode for mode in modes if any(_plain(text) in _plain(mode.name) for text in names)]


def _plain(text: str) -> str:
    """Return a text in lower case without accents, as it may be typed."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def read_agent(text: str, games: int) -> tuple[str, int]:
    """Read `AGENT@N` as agent and number of deals; N is `games` by default."""
    spec, at, count = text.rpartition("@")
    return (spec, int(count)) if at and count.isdigit() and int(count) else (text, games)


def play_games(
    game: str,
    agents: Sequence[tuple[Any, int]],
    modes: Iterable[SoloMode],
    seed: int = 0,
    quiet: bool = True,
    work: Work = ALONE,
) -> SoloGames:
    """Play with every agent its number of deals in every setting of the modes.

    `agents` are (spec string or agent, deals); `work` says how games are played. An agent that cannot play with some
    number of seats is left out there, and `refused` says why. Raise OptionError, InputError, and what an agent raises
    that cannot play anywhere.
    """
    record = SoloGames(game, seed)
    seated = [agent_registry.make(spec, game=game) for spec, _ in agents]
    names = unique_names([agent.name for agent in seated])
    wanted: list[tuple[str, int, Values, Cell]] = []
    for (spec, deals), agent, name in zip(agents, seated, names, strict=True):
        before, refusal = len(wanted), None
        for mode in modes:
            for players in mode.players:
                try:
                    check_agents(game, [agent], [one | {"num_players": players} for one in mode.settings])
                except EurogymError as error:
                    refusal = error
                    record.refused[name, players] = " ".join(str(error).split())
                    continue
                seating, seeds = np.zeros((deals, players), np.int64), deal_seeds(seed, deals)
                for setting in mode.settings:
                    wanted.append((name, players, setting, Cell(game, [spec], seating, seeds, seed, setting)))
        if len(wanted) == before and refusal is not None:
            raise refusal
    with progress_bar(sum(cell.games for *_, cell in wanted), f"{game}, solo", quiet) as bar:
        results = play_cells([cell for *_, cell in wanted], work, bar.update)
    for (name, players, setting, _), played in zip(wanted, results, strict=True):
        won, margins, _ = solo_outcome(played, players)
        points = played.scores[:, 0] if margins is None else margins
        record.outcomes.append(Outcomes(name, players, dict(setting), won, np.asarray(points, np.int64)))
    return record
