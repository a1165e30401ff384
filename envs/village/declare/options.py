"""Options of Village (``docs/rules/village.md``; those of the expansions come with them)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from eurogym.envs.core.declare.options import GameOptions, fact, option
from eurogym.envs.village.declare.components import (
    READER,
    STATE_FIELDS,
    state_tables,
)
from eurogym.envs.village.declare.enums import MAX_SEATS
from eurogym.envs.village.declare.tables import SLOTS


@dataclass(frozen=True)
class VillageOptions(GameOptions):
    """Options of one game; values as in :meth:`~eurogym.envs.core.declare.options.GameOptions.describe`."""

    game_name = "village"

    num_players: int = option(
        2, range=(1, MAX_SEATS), help="learning seats; 1 is the solo mode against Carla"
    )
    carla_rule: str = option(
        "colour", choices=("colour", "die"), help="solo: how Carla takes her cube (R18.2, R18.4)"
    )
    start_compensation: bool = option(True, help="compensate players for turn order (R1.12)", in_state=True)
    strict_lowest_invisible_saves: bool = option(
        False,
        help="nobody dies while the lowest living generation is only in the black bag (A1)",
        in_state=True,
    )
    die_last_color_strict: bool = option(
        False,
        help="solo, die rule: Carla takes the last influence colour before the plague (A15)",
        in_state=True,
    )
    data_overrides: str | None = READER.option(
        "replace reconstructed component tables (eurogym games village --data)"
    )

    def validate(self) -> None:
        """Refuse switches that say nothing with the others."""
        self.only_with(self.solo, "num_players=1", "carla_rule")
        self.only_with(self.die_rule, "carla_rule='die'", "die_last_color_strict")

    @fact
    def solo(self) -> bool:
        """1 = the solo mode"""
        return self.num_players == 1

    @fact
    def die_rule(self) -> bool:
        """1 = the die tells the colour of Carla's cube (R18.4)"""
        return self.carla_rule == "die"

    @fact
    def num_slots(self) -> int:
        """blue slots of the market (R1.6)"""
        return SLOTS[self.num_players]

    @classmethod
    def state_fields(cls) -> list[tuple]:
        """With the component tables, which the options replace."""
        return super().state_fields() + STATE_FIELDS

    def state_values(self) -> dict[str, Any]:
        """With the component tables of this game."""
        return super().state_values() | state_tables(self.data_overrides, self.num_players)
