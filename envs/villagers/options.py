"""Options of Villagers (options table of ``docs/rules/villagers.md``; the expansions' options come with them)."""

from __future__ import annotations

from dataclasses import dataclass

from envs.core.errors import OptionError
from envs.core.options import GameOptions, option

DIFFICULTIES = ("beginner", "normal", "hard")


@dataclass(frozen=True)
class VillagersOptions(GameOptions):
    """Options of one game; values as in :meth:`~envs.core.options.GameOptions.describe`."""

    game_name = "villagers"

    num_players: int = option(2, range=(1, 5), help="learning seats; 1 is the solo mode against the Countess")
    difficulty: str = option("normal", choices=DIFFICULTIES, help="level of the solo mode (R12.17)")
    end_of_draft_rule: str = option(
        "by_player_count",
        choices=("by_player_count", "keep_coined", "discard_coined"),
        help="road update: by players (R4.3 with 2, R4.2 with 3-5), R4.3 always, R4.2 always; solo uses R4.3",
    )
    solo_empty_reserve: str = option(
        "reshuffle_discard",
        choices=("reshuffle_discard", "none"),
        help="solo: what happens when a card of an empty Reserve is needed (R12.12)",
    )
    solo_event_choices: str = option(
        "player",
        choices=("player", "countess_best"),
        help="solo: who picks targets in bribes, trade_network, spy_network, protection_money (D14)",
    )
    smuggler_requires_gold: bool = option(
        True, help="a Smuggler needs a visible Gold symbol in the own village (D9)"
    )
    placement_mode: str = option(
        "class",
        choices=("class", "slots"),
        help="name the place of a card by kind, or name the pile (rules 18.4)",
    )

    def validate(self) -> None:
        """Solo switches say nothing with several players: a value other than the default is refused."""
        if self.num_players > 1:
            for name in ("difficulty", "solo_empty_reserve", "solo_event_choices"):
                default = next(row["default"] for row in self.describe() if row["name"] == name)
                if getattr(self, name) != default:
                    raise OptionError(
                        f"villagers: {name}={getattr(self, name)!r} needs num_players=1 (it is {self.num_players})"
                    )

    @property
    def is_solo(self) -> bool:
        """Is this the solo mode?"""
        return self.num_players == 1
