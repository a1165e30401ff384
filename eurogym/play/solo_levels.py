"""Levels of a solo mode: the setting that is as hard as a level asks, from the measured scale of difficulty.

The scale of a game is `agents/<game>/solo_scale.json`, written by `python -m tools results` from the published games.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.agents.framework import ladder
from eurogym.common.errors import InputError
from eurogym.common.options import Values, check_option_names, value_text
from eurogym.common.settings import settings_of
from eurogym.envs.core import registry
from eurogym.envs.core.forms import LARGEST, ListOf, MapOf, Maybe, Record, Row, Text, Whole, read_json
from eurogym.measure.solo_games import modes_of

FILE = "solo_scale.json"
LEVELS = tuple(ladder.LEVELS)
EVEN = 6  # the level at which the heuristic wins every second game
UP, DOWN = (
    130,
    200,
)  # points of Elo from a level to the next, above and below it: the heuristic wins 5 % at level 10


@dataclass(frozen=True)
class SoloSetting:
    """A setting of a solo mode with its place on the scale.

    mode: its name; setting: options; score: that is to be reached, None where a game is won or lost; rating: points of
    Elo above the heuristic; games: agent -> (won, played).
    """

    mode: str
    setting: Values
    score: int | None
    rating: int
    games: dict[str, tuple[int, int]]

    @property
    def goal(self) -> str:
        """What is to be reached, in words; "" where a game is won or lost by its rules."""
        return "" if self.score is None else f"reach {self.score} points"

    def words(self) -> str:
        """`difficulty: normal`, `carla rule: die, reach 120 points`."""
        parts = [
            f"{name.replace('_', ' ')}: {value_text(value)}"
            for name, value in self.setting.items()
            if value not in (None, "")
        ]
        return ", ".join([*parts, self.goal] if self.goal else parts)

    def shares(self) -> str:
        """Return how often agents won there, in words."""
        shares = [f"{agent} {100 * won / played:.0f} %" for agent, (won, played) in self.games.items()]
        return f"games won there: {', '.join(shares)}"


SETTING = Record(
    {
        "setting": MapOf(),
        "score": Maybe(Whole(-LARGEST)),
        "rating": Whole(-LARGEST),
        "games": MapOf(Row((Whole(), Whole(1)))),
    },
    open=True,
)
SCALE = Record({"modes": ListOf(Record({"name": Text(), "settings": ListOf(SETTING)}, open=True))}, open=True)


def path_of(game: str) -> Path | None:
    """Return the file of a game's scale; None where nothing was measured."""
    beside = ladder.path_of(game)
    path = None if beside is None else beside.with_name(FILE)
    return path if path is not None and path.is_file() else None


def scale(game: str) -> list[SoloSetting]:
    """Return all measured settings of the solo modes, within each mode from easy to hard; none where nothing was
    measured.
    """
    path = path_of(game)
    return [] if path is None else _read(path)


@cache
def _read(path: Path) -> list[SoloSetting]:
    return [
        SoloSetting(
            mode["name"],
            row["setting"],
            row["score"],
            row["rating"],
            {agent: (won, played) for agent, (won, played) in row["games"].items()},
        )
        for mode in read_json(path, SCALE)["modes"]
        for row in mode["settings"]
    ]


def wanted(level: int) -> int:
    """Return how much stronger than the heuristic one has to be to win every second game at a level, in points of
    Elo.
    """
    return (level - EVEN) * (UP if level > EVEN else DOWN)


def setting_of(game: str, level: int, mode: str = "", chosen: Values | None = None) -> SoloSetting:
    """Return the setting whose difficulty is closest to that of a level.

    Args:
        game: its name.
        level: from 1 to 10, see :func:`wanted`.
        mode: part of the name of a solo mode; without it the one that the game has by itself.
        chosen: options that are settled; others change with the level where they are declared to make games harder.

    Raises:
        InputError: nothing was measured, or nothing with these options.
        OptionError: the game has no solo mode, or no such option.
    """
    chosen = chosen or {}
    check_option_names(game, chosen, {})
    names = [one.name for one in modes_of(game, [mode] if mode else None)]
    measured = [one for one in scale(game) if one.mode in names]
    if not measured:
        options = ", ".join(
            dict.fromkeys(name for one in settings_of(registry.game(game)).solo for name in one)
        )
        raise InputError(
            f"--level: the difficulty of the solo mode of {game} was not measured; choose options: {options or 'none'}"
        )
    found = [one for one in measured if _agrees(game, one, chosen)]
    if not found:
        raise InputError(
            f"--level: {game} was not measured in solo play with these options; leave out --option or --mode"
        )
    plain = [one for one in found if _agrees(game, one, chosen, every=True)]
    name = (plain or found)[0].mode
    return min((one for one in found if one.mode == name), key=lambda one: abs(one.rating - wanted(level)))


def _agrees(game: str, one: SoloSetting, chosen: Values, every: bool = False) -> bool:
    """Has a setting the chosen options, and of the others those that do not change with a level (`every`: not even
    the mode of the game) as they are by themselves?"""
    found = registry.game(game)
    harder, fields = settings_of(found).harder, found.options_class.__dataclass_fields__
    of_modes = {name for other in scale(game) for name in other.setting}
    own = {name: fields[name].default for name in of_modes}
    for name in of_modes & set(chosen):
        if str(chosen[name]) != str(one.setting.get(name, own[name])):
            return False
    free = {name: value for name, value in one.setting.items() if name not in chosen}
    return all(
        value == own[name] or (name in harder and not (every and own[name] is None))
        for name, value in free.items()
    )


def settled(options: Any, game: str) -> Values:
    """Of the options of a game those that settings of its scale name."""
    names = {name for one in scale(game) for name in one.setting}
    return {name: value for name, value in options.as_dict().items() if name in names}


def sentence(level: int, one: SoloSetting, chosen: Collection[str] = ()) -> str:
    """Return what a level is, in a line; chosen: names of options that people set."""
    doubt = "; the closest setting measured" if abs(one.rating - wanted(level)) > UP else ""
    others = set(chosen) - set(one.setting)
    doubt += f"; measured without {' and '.join(sorted(others))}" if others else ""
    return f"level {level}: {one.words()} ({one.shares()}{doubt})"


def won(batch: Any, players: int, one: SoloSetting) -> bool:
    """Was the finished game of a batch of one won?"""
    if one.score is not None:
        return bool(batch.final_scores[0, 0] >= one.score)
    places = np.asarray(batch.final_placements[0])
    return bool(places[0] > (places[players:].max() if len(places) > players else 0))


def ratings(game: str, mode: str) -> dict[int, float]:
    """Return the ratings of the levels of a mode as it is by itself; empty where nothing was measured."""
    try:
        return {level: float(setting_of(game, level, mode).rating) for level in LEVELS}
    except InputError:
        return {}
