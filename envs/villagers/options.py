"""Options of Villagers (options table of ``docs/rules/villagers.md``; the expansions' options come with them)."""

from __future__ import annotations

from dataclasses import dataclass

from envs.core.options import GameOptions, fact, option
from envs.villagers.enums import LEVEL


@dataclass(frozen=True)
class VillagersOptions(GameOptions):
    """Options of one game; values as in :meth:`~envs.core.options.GameOptions.describe`."""

    game_name = "villagers"

    num_players: int = option(2, range=(1, 5), help="learning seats; 1 is the solo mode against the Countess")
    difficulty: str = option(
        "normal", choices=LEVEL.NAMES, help="level of the solo mode (R12.17)", in_state=True
    )
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
        True, help="a Smuggler needs a visible Gold symbol in the own village (D9)", in_state=True
    )
    placement_mode: str = option(
        "class",
        choices=("class", "slots"),
        help="name the place of a card by kind, or name the pile (rules 18.4)",
    )

    def validate(self) -> None:
        """Solo switches say nothing with several players: a value other than the default is refused."""
        self.only_with(self.solo, "num_players=1", "difficulty", "solo_empty_reserve", "solo_event_choices")

    @property
    def table_seats(self) -> int:
        """In solo the Countess sits behind the player."""
        return 2 if self.solo else self.num_players

    @fact
    def solo(self) -> bool:
        """1 = the solo mode against the Countess, who is seat 1"""
        return self.num_players == 1

    @fact
    def keep_coined(self) -> bool:
        """1 = road update of R4.3, 0 = R4.2"""
        by_count = self.end_of_draft_rule == "by_player_count" and self.num_players == 2
        return self.solo or by_count or self.end_of_draft_rule == "keep_coined"

    @fact
    def reshuffle_discard(self) -> bool:
        """1 = an empty Reserve is refilled in solo (R12.12)"""
        return self.solo_empty_reserve == "reshuffle_discard"

    @fact
    def countess_best(self) -> bool:
        """1 = events hit what is best for the Countess (D14)"""
        return self.solo_event_choices == "countess_best"

    @fact
    def slots(self) -> bool:
        """1 = places of cards are named by pile (rules 18.4)"""
        return self.placement_mode == "slots"
