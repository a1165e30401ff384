"""Options of The Castles of Burgundy (options tables of ``docs/rules``; those of the expansions come with them)."""

from __future__ import annotations

import json
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.enums import MODIFIER
from eurogym.envs.castles_of_burgundy.declare.overrides import (
    READER,
    STATE_FIELDS,
    state_boards,
    state_numbers,
)
from eurogym.envs.castles_of_burgundy.declare.tables import BLACK_SLOTS, FIRST_CONNECTED, LAST_CONNECTED
from eurogym.envs.castles_of_burgundy.declare.team_board import TEAM_BOARDS
from eurogym.envs.core.declare.options import GameOptions, ValueKind, fact, option
from eurogym.envs.core.errors import OptionError

POOLS = {"1-30": (1, 30), "1-10": (1, 10), "11-18": (11, 18), "19-22": (19, 22), "23-30": (23, 30)}
RANDOM = "random"
NOT_MODULES = {
    "solo": "num_players=1",
    "chateauma": "chateauma='medium' or another level",
    "e1": "duchies 11 to 18, with castle_connection=True for its optional rule",
    "e3": "duchies 19 and 20",
    "e7": "duchies 19 and 20",
    "e9": "'team'",
    "e10": "num_players=1",
    "sh": "'shields'",
    "vy": "'vineyards'",
}
# E12: what cannot be in play together; "solo", "the Châteauma" and "castle_connection" stand for options of their own
CLASHES = (
    *(
        ("team", other)
        for other in ("e4", "e8", "shields", "vineyards", "the Châteauma", "castle_connection")
    ),
    *(("solo", other) for other in ("e4", "e6", "e8", "team", "shields", "vineyards", "castle_connection")),
    ("the Châteauma", "e6"),
)
MAX_LEARNERS = E.MAX_SEATS


def _read_duchies(value: Any) -> int | str | tuple[int, ...]:
    """Return a number for all seats, one number per seat (a list, or text such as "3,5" or "[3, 5]"), or "random"."""
    if isinstance(value, str):
        if value == RANDOM:
            return value
        value = [int(part) for part in value.strip("[]() ").split(",")]
        if len(value) == 1:
            value = value[0]
    if isinstance(value, bool):
        raise ValueError(value)
    if isinstance(value, (list, tuple)):
        numbers = tuple(_duchy(number) for number in value)
        if not 1 <= len(numbers) <= MAX_LEARNERS:
            raise ValueError(value)
        return numbers
    return _duchy(value)


def _duchy(number: Any) -> int:
    number = operator.index(number)
    if isinstance(number, bool) or not 1 <= number <= E.NUM_DUCHIES:
        raise ValueError(number)
    return number


def _duchy_codes(value: int | str | tuple[int, ...]) -> list[int]:
    """Per seat a duchy number, 0 for a random one."""
    if value == RANDOM:
        return [0] * MAX_LEARNERS
    if isinstance(value, int):
        return [value] * MAX_LEARNERS
    return [*value, *[value[-1]] * (MAX_LEARNERS - len(value))]


def _read_modules(value: Any) -> tuple[str, ...]:
    """Return names in the order of MODULES, each once, from a list or from text with commas; "none" is the empty
    set.
    """
    if value is None or value == "none":
        return ()
    names = (
        [part.strip() for part in value.strip("[]() ").split(",")] if isinstance(value, str) else list(value)
    )
    names = [name for name in names if name != ""]
    for name in names:
        if name in NOT_MODULES:
            raise OptionError(
                f"{BurgundyOptions.game_name}: modules: {name!r} is not set here but with {NOT_MODULES[name]}; "
                f"allowed: {', '.join(E.MODULES)}"
            )
    if any(name not in E.MODULES for name in names) or len(set(names)) != len(names):
        raise ValueError(value)
    return tuple(name for name in E.MODULES if name in names)


def _read_modifiers(value: Any) -> str:
    """Letters in alphabetical order, each once; ``None`` and "none" are the empty subset."""
    letters = "" if value is None or value == "none" else "".join(value).upper()
    if any(letter not in E.MODIFIERS for letter in letters) or len(set(letters)) != len(letters):
        raise ValueError(value)
    return "".join(sorted(letters))


@dataclass(frozen=True)
class BurgundyOptions(GameOptions):
    """Options of one game; values as in :meth:`~eurogym.envs.core.declare.options.GameOptions.describe`."""

    game_name = "castles_of_burgundy"

    num_players: int = option(
        2, range=(1, 4), help="learning seats; 1 is the solo mode, or one player against the Châteauma"
    )
    duchies: Any = option(
        1,
        kind=ValueKind(
            f"a number 1 to {E.NUM_DUCHIES}, a list of one number per seat (typed: 3,5), or 'random'",
            _read_duchies,
            _duchy_codes,
            MAX_LEARNERS,
            int | str | Sequence[int],
        ),
        help="duchy of all seats, of each seat, or drawn for each seat from duchy_pool (R2.5)",
    )
    duchy_pool: str = option("1-30", choices=tuple(POOLS), help="pool from which duchies='random' draws")
    side_choice: bool = option(
        False,
        help="deal double-sided sheets from the pool; each player picks a side (R2.5, needs duchies='random')",
        in_state=True,
    )
    black_depot_spaces: int = option(
        0,
        range=(0, E.NUM_BLACK_SLOTS),
        help="spaces of the black depot; 0: 4, 6 or 8 with 2, 3 or 4 seats (R3.3)",
    )
    chateauma: str | None = option(
        None,
        choices=E.LEVELS,
        help="add the automated opponent in the last seat, at this score level (C12.1)",
        in_state=True,
    )
    modifiers: str = option(
        "",
        kind=ValueKind(
            "a subset of the letters ABCD as text",
            _read_modifiers,
            lambda v: [_modifier_bits(v)],
            annotation=str | None,
        ),
        help="the Châteauma's advantages (C12.2)",
        in_state=True,
    )
    empty_sale_vp: int = option(
        0, choices=(0, 2), help="Châteauma: points for a sale without goods (Q-3)", in_state=True
    )
    card8_third_space: str = option(
        "livestock", choices=("livestock", "castle"), help="Châteauma: colour of a space of card 8 (C13.1)"
    )
    solo_board: int = option(
        E.SOLO_BOARDS[0], choices=E.SOLO_BOARDS, help="solo: duchy 33 (beginner) or 34 (expert) (S9.1)"
    )
    solo_target: int = option(
        50,
        range=(E.LOWEST_TARGET, 100),
        help="solo: first target; lower is easier (S9.1)",
        in_state=True,
    )
    solo_area_gains: str = option(
        "two", choices=("two", "one"), help="solo: area and phase points count as two gains or as one (A-15)"
    )
    solo_order: str = option(
        "player", choices=("player", "fixed"), help="solo: who orders pending effects (S9.10)"
    )

    modules: Any = option(
        (),
        kind=ValueKind(
            f"any of {', '.join(E.MODULES)} as a list or as text with commas, or 'none'",
            _read_modules,
            lambda names: [int(name in names) for name in E.MODULES],
            len(E.MODULES),
            Sequence[Literal[E.MODULES]] | str | None,
        ),
        help="modules that are in play (E12): e2 monasteries 27 and 28, crane, geese; e4 border posts; e5 white "
        "castles; e6 inns; e8 trade routes; team: two teams of two; shields; vineyards",
    )
    castle_connection: bool = option(
        False,
        help="duchies 11 to 18: tiles must be connected to a castle; cleared castles can be bought back (E1.3)",
        in_state=True,
    )
    border_connection: str = option(
        "straight_line",
        choices=("straight_line", "any_path"),
        help="e4: posts are connected by their printed line, or by any chain of covered hexes (E4.3)",
    )

    route_order: str = option(
        "random",
        choices=("random", "chosen"),
        help="e8: the tiles of a trade route lie in the order dealt, or in an order that the player chooses (E7.2)",
    )
    key_space_cap: int = option(
        E.MOST_STORAGE,
        range=(E.NUM_STORAGE + 1, E.MOST_STORAGE),
        help="shields: storage positions with shield 4 (A-20)",
        in_state=True,
    )
    limit_vines: bool = option(
        False,
        help="vineyards: remove two kinds of vine with 2 seats, one kind with 3 seats (E11.4)",
        in_state=True,
    )
    shield_pick: str = option(
        "lowest_vp",
        choices=("lowest_vp", "lowest_number"),
        help="shields: which shield of a depot the Châteauma takes (Q-17)",
    )
    team_board: str = option(
        "beginner",
        choices=TEAM_BOARDS,
        help="team: duchy 31 (beginner) or 32 (advanced) for both teams (E8.2)",
    )
    team_tiebreak: str = option(
        "more_empty",
        choices=("more_empty", "fewer_empty"),
        help="team: which of two teams with equal points wins (E8.9, A-12)",
    )
    data_overrides: str | None = READER.option(
        "replace numbers on tiles and boards, and reconstructed boards (eurogym games castles_of_burgundy --data)"
    )

    def validate(self) -> None:
        """Refuse switches that say nothing with the others, and tables of the wrong size."""
        if self.chateauma is not None and self.num_players > E.MAX_SEATS - 1:
            raise OptionError(
                f"{self.game_name}: num_players={self.num_players} is not allowed with the Châteauma; allowed: 1 to 3"
            )
        alone = "num_players=1 and chateauma=None"
        self.only_with(self.solo, alone, "solo_board", "solo_target", "solo_area_gains", "solo_order")
        self.only_with(self.automa, "the Châteauma", "modifiers", "empty_sale_vp", "card8_third_space")
        self.only_with(not self.solo, "num_players of 2 or more, or the Châteauma", "duchies")
        self.only_with(self.duchies == RANDOM, "duchies='random'", "duchy_pool", "side_choice")
        self._refuse_clashes()
        self._check_team()
        self.only_with("e4" in self.modules, "modules with 'e4'", "border_connection")
        self.only_with(self.e8, "modules with 'e8'", "route_order")
        self.only_with(self.shields, "modules with 'shields'", "key_space_cap")
        self.only_with(
            self.vineyards and self.table_seats < E.MAX_SEATS,
            "modules with 'vineyards' and 2 or 3 seats at the table",
            "limit_vines",
        )
        self._check_overrides()
        self.only_with(
            self.shields and self.automa, "modules with 'shields' and the Châteauma", "shield_pick"
        )
        if isinstance(self.duchies, tuple) and len(self.duchies) != self.num_players:
            raise OptionError(
                f"{self.game_name}: duchies={list(self.duchies)} is not allowed with num_players="
                f"{self.num_players}; allowed: {self.num_players} numbers, one number, or 'random'"
            )

    def _check_overrides(self) -> None:
        """Tables that say nothing with the other options."""
        needs = {
            "team_boards": (self.team, "modules with 'team'"),
            "vineyard_board": (self.vineyards, "modules with 'vineyards'"),
            "start": (
                not self.solo and not self.team,
                "a game that is neither the solo mode nor the team game",
            ),
        }
        for name in json.loads(self.data_overrides or "{}"):
            present, what = needs.get(name, (True, ""))
            if not present:
                raise OptionError(f"{self.game_name}: data_overrides: {name} needs {what}")

    def _check_team(self) -> None:
        """E8.1, E8.2: four players on boards of their own."""
        self.only_with(self.team, "modules with 'team'", "team_board", "team_tiebreak")
        if not self.team:
            return
        if self.num_players != E.MAX_SEATS:
            raise OptionError(
                f"{self.game_name}: num_players={self.num_players} is not allowed with 'team' "
                f"(modules={list(self.modules)}); allowed: {E.MAX_SEATS}"
            )
        self.only_with(
            False,
            f"modules without 'team', which has boards of its own (team_board: {', '.join(TEAM_BOARDS)})",
            "duchies",
            "duchy_pool",
            "side_choice",
        )

    def _refuse_clashes(self) -> None:
        """E12, E1.3: modules that cannot be in play together, and boards that the optional rule of E1 needs."""
        present = set(self.modules)
        switches = {
            "solo": self.solo,
            "the Châteauma": self.automa,
            "castle_connection": self.castle_connection,
        }
        present |= {name for name, given in switches.items() if given}
        for one, other in CLASHES:
            if one in present and other in present:
                raise OptionError(
                    f"{self.game_name}: {one} and {other} cannot be in play together (modules={list(self.modules)}, "
                    f"num_players={self.num_players}, chateauma={self.chateauma!r}, "
                    f"castle_connection={self.castle_connection}); see docs/rules/castles_of_burgundy_expansions.md, "
                    "section 12"
                )
        if not self.castle_connection:
            return
        first, last = FIRST_CONNECTED, LAST_CONNECTED
        if self.duchies == RANDOM:
            fits = POOLS[self.duchy_pool] == (first, last)
        else:
            numbers = [self.duchies] if isinstance(self.duchies, int) else self.duchies
            fits = all(first <= number <= last for number in numbers)
        if not fits:
            raise OptionError(
                f"{self.game_name}: castle_connection=True needs duchies {first} to {last}: these numbers, "
                f"or duchies='random' with duchy_pool='{first}-{last}'; given duchies={self.duchies!r}"
            )

    @property
    def table_seats(self) -> int:
        """Seats at the table, the Châteauma's included."""
        return self.num_players + self.automa

    @fact
    def automa(self) -> bool:
        """1 = the Châteauma has the last seat"""
        return self.chateauma is not None

    @fact
    def solo(self) -> bool:
        """1 = the 25-round solo mode"""
        return self.num_players == 1 and not self.automa

    @fact
    def extended(self) -> bool:
        """1 = modules of the box are in play, or the optional rule of E1"""
        return bool(self.modules) or self.castle_connection

    @fact
    def e2(self) -> bool:
        """1 = monasteries 27 and 28, crane and geese are in play"""
        return "e2" in self.modules

    @fact
    def e4(self) -> bool:
        """1 = border posts are in play"""
        return "e4" in self.modules

    @fact
    def e5(self) -> bool:
        """1 = white castles and monastery 29 are in play"""
        return "e5" in self.modules

    @fact
    def e6(self) -> bool:
        """1 = inns are in play"""
        return "e6" in self.modules

    @fact
    def e8(self) -> bool:
        """1 = trade routes are in play"""
        return "e8" in self.modules

    @fact
    def route_chosen(self) -> bool:
        """1 = every seat lays its trade route as it likes (E7.2)"""
        return self.route_order == "chosen"

    @fact
    def lowest_number(self) -> bool:
        """1 = the Châteauma takes the shield of the lowest number (Q-17)"""
        return self.shield_pick == "lowest_number"

    @fact
    def any_path(self) -> bool:
        """1 = any chain of covered hexes connects border posts (E4.3)"""
        return self.border_connection == "any_path"

    @fact
    def vineyards(self) -> bool:
        """1 = vineyards are in play"""
        return "vineyards" in self.modules

    @fact
    def team(self) -> bool:
        """1 = two teams of two"""
        return "team" in self.modules

    @fact
    def team_advanced(self) -> bool:
        """1 = teams choose the hex of their starting castle (E8.2)"""
        return self.team and self.team_board == "advanced"

    @fact
    def fewer_empty(self) -> bool:
        """1 = of two teams with the same points that with fewer empty hexes wins (A-12)"""
        return self.team_tiebreak == "fewer_empty"

    @fact
    def shields(self) -> bool:
        """1 = shields are in play"""
        return "shields" in self.modules

    @property
    def num_teams(self) -> int:
        """Teams; seat s belongs to team s modulo this. 0: every seat plays for itself."""
        return E.NUM_TEAMS if self.team else 0

    @classmethod
    def state_fields(cls) -> list[tuple]:
        """With the boards and numbers that options may replace."""
        return super().state_fields() + STATE_FIELDS

    def state_values(self) -> dict[str, Any]:
        """With these numbers, and these boards, zeros where their modules are not in play."""
        team_board = self.team_board if self.team else None
        boards = state_boards(self.data_overrides, team_board, self.vineyards)
        return super().state_values() | boards | state_numbers(self.data_overrides, self.table_seats)

    @fact
    def black_slots(self) -> int:
        """spaces of the black depot, 1 to 8 (R3.3)"""
        return self.black_depot_spaces or int(BLACK_SLOTS[self.table_seats])

    @fact
    def pool_first(self) -> int:
        """lowest duchy number of the pool"""
        return POOLS[self.duchy_pool][0]

    @fact
    def pool_size(self) -> int:
        """duchies in the pool"""
        first, last = POOLS[self.duchy_pool]
        return last - first + 1

    @fact
    def card8_castle(self) -> bool:
        """1 = the space in doubt of card 8 is a castle's (C13.1)"""
        return self.card8_third_space == "castle"

    @fact
    def solo_board_index(self) -> int:
        """board index of the solo board"""
        return E.FIRST_SOLO_BOARD + E.SOLO_BOARDS.index(self.solo_board)

    @fact
    def one_area_gain(self) -> bool:
        """1 = area and phase points are one gain (A-15)"""
        return self.solo_area_gains == "one"

    @fact
    def fixed_order(self) -> bool:
        """1 = pending effects come in a fixed order (S9.10)"""
        return self.solo_order == "fixed"


def _modifier_bits(letters: str) -> int:
    return sum(getattr(MODIFIER, letter) for letter in letters)
