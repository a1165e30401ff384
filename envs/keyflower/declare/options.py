"""Options of Keyflower (the flags of ``docs/rules/keyflower.md``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from eurogym.envs.core.declare.options import GameOptions, option
from eurogym.envs.keyflower.declare.overrides import (
    READER,
    STATE_FIELDS,
    state_tables,
)


@dataclass(frozen=True)
class KeyflowerOptions(GameOptions):
    """Options of one game; values as in :meth:`~eurogym.envs.core.declare.options.GameOptions.describe`."""

    game_name = "keyflower"

    num_players: int = option(2, range=(2, 6), help="seats")
    store_resources_locked: bool = option(
        False, help="matching resources on store tiles cannot be used for other scoring (A4)", in_state=True
    )
    boat3b_counts_as_gold: bool = option(
        True, help="with boat 3b, an unassigned resource is worth as much as gold (A5)", in_state=True
    )
    sea_bastion_multi_loop: bool = option(
        False, help="the Sea Bastion counts separate loops together (A8)", in_state=True
    )
    purple_only_if_won: bool = option(
        False,
        help="the purple worker is a wildcard only for a holder who won it with a bid in winter (A10)",
        in_state=True,
    )
    data_overrides: str | None = READER.option("replace numbers on tiles and boats (docs/games/keyflower.md)")

    @classmethod
    def state_fields(cls) -> list[tuple]:
        """With the numbers of tiles, which the options replace."""
        return super().state_fields() + STATE_FIELDS

    def state_values(self) -> dict[str, Any]:
        """With the numbers of the tiles of this game."""
        return super().state_values() | state_tables(self.data_overrides)
