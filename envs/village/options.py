"""Options of Village (``docs/rules/village.md``; those of the expansions come with them)."""

from __future__ import annotations

from dataclasses import dataclass

from envs.core.errors import OptionError
from envs.core.options import GameOptions, ValueKind, option
from envs.village.components import NUM_DATA, OVERRIDES, encode, read_overrides


@dataclass(frozen=True)
class VillageOptions(GameOptions):
    """Options of one game; values as in :meth:`~envs.core.options.GameOptions.describe`."""

    game_name = "village"

    num_players: int = option(2, range=(1, 5), help="learning seats; 1 is the solo mode against Carla")
    carla_rule: str = option(
        "colour", choices=("colour", "die"), help="solo: how Carla takes her cube (R18.2, R18.4)"
    )
    start_compensation: bool = option(True, help="compensation by turn order (R1.12)")
    strict_lowest_invisible_saves: bool = option(
        False, help="nobody dies while the lowest living generation is in the black bag alone (A1)"
    )
    die_last_color_strict: bool = option(
        False, help="solo, die rule: the last influence colour goes before the plague (A15)"
    )
    data_overrides: str | None = option(
        None,
        kind=ValueKind(
            f"a table or a JSON file with any of the keys {', '.join(OVERRIDES)}",
            read_overrides,
            encode,
            NUM_DATA,
        ),
        help="replace reconstructed component tables (eurogym games village --data)",
    )

    def validate(self) -> None:
        """Refuse switches that say nothing with the others."""
        if not self.is_solo and self.carla_rule != "colour":
            raise OptionError(
                f"village: carla_rule={self.carla_rule!r} needs num_players=1 (it is {self.num_players})"
            )
        if self.die_last_color_strict and self.carla_rule != "die":
            raise OptionError("village: die_last_color_strict=True needs carla_rule='die'")

    @property
    def is_solo(self) -> bool:
        """Is this the solo mode?"""
        return self.num_players == 1
