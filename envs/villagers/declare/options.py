"""Options of Villagers (options table of ``docs/rules/villagers.md``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from eurogym.envs.core.declare.options import GameOptions, ValueKind, fact, option
from eurogym.envs.core.errors import OptionError
from eurogym.envs.villagers.declare.enums import CARD, LEVEL
from eurogym.envs.villagers.declare.overrides import (
    READER,
    STATE_FIELDS,
    cards_lacking,
    state_tables,
)

EXPANSIONS = ("saints", "scoundrels", "profiteers", "developments")


def _read_expansions(value: Any) -> tuple[str, ...]:
    """Return names in the order of EXPANSIONS, each once; "all", "none" and None, text with commas, lists."""
    if value is None or value == "none":
        return ()
    if value == "all":
        return EXPANSIONS
    if isinstance(value, str):
        value = [name.strip() for name in value.strip("[]() ").split(",")] if value else []
    names = list(value)
    if not set(names) <= set(EXPANSIONS) or len(set(names)) != len(names):
        raise ValueError(value)
    return tuple(name for name in EXPANSIONS if name in names)


def _expansion_codes(names: tuple[str, ...]) -> list[int]:
    return [int(name in names) for name in EXPANSIONS]


@dataclass(frozen=True)
class VillagersOptions(GameOptions):
    """Options of one game; values as in :meth:`~eurogym.envs.core.declare.options.GameOptions.describe`."""

    game_name = "villagers"

    num_players: int = option(2, range=(1, 5), help="learning seats; 1 is the solo mode against the Countess")
    difficulty: str = option(
        "normal", choices=LEVEL.NAMES, help="level of the solo mode (R12.17)", in_state=True
    )
    end_of_draft_rule: str = option(
        "by_player_count",
        choices=("by_player_count", "keep_coined", "discard_coined"),
        help="road update: by number of players (2: R4.3, 3 to 5: R4.2), always R4.3, or always R4.2; solo uses R4.3",
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
        True, help="a Smuggler needs a visible Gold symbol in the player's village (D9)", in_state=True
    )
    placement_mode: str = option(
        "class",
        choices=("class", "slots"),
        help="actions name the place of a card by its kind, or by its pile (rules 18.4)",
    )

    expansions: Any = option(
        (),
        kind=ValueKind(
            f"any of {', '.join(EXPANSIONS)} as a list or as text with commas, 'all', or 'none'",
            _read_expansions,
            _expansion_codes,
            len(EXPANSIONS),
            Sequence[Literal[EXPANSIONS]] | str | None,
        ),
        help="expansions in play, with 2 to 5 players (chapters 13 to 16)",
    )
    bronze_timing: str = option(
        "player_turn_end",
        choices=("player_turn_end", "build_phase_end"),
        help="profiteers: when Bronze is scored (R15.2)",
    )
    bronze_choice: str = option(
        "max",
        choices=("max", "player"),
        help="profiteers: the best Bronze symbol is taken, or the player chooses (R15.2)",
    )

    courier_enabled: bool = option(
        False, help="scoundrels: the Courier is among the cards dealt (R14.1); needed with five players"
    )
    reorder_mode: str = option(
        "sequential",
        choices=("sequential", "keep_order"),
        help="saints: Prophet and Pigeoneer put cards back one by one, or in the order in which they were found",
    )

    data_overrides: str | None = READER.option(
        "replace numbers on cards, numbers of copies and the starting Gold (docs/games/villagers.md)"
    )

    def validate(self) -> None:
        """Switches that say nothing are refused: those of the solo mode with several players, those of an expansion
        that is not in play. Expansions are not for the solo mode (D31).
        """
        self.only_with(self.solo, "num_players=1", "difficulty", "solo_empty_reserve", "solo_event_choices")
        if self.solo and self.expansions:
            raise OptionError(
                f"villagers: expansions={list(self.expansions)} needs 2 to 5 players; the solo mode has none (D31)"
            )
        self.only_with(self.profiteers, "expansions with 'profiteers'", "bronze_timing", "bronze_choice")
        self.only_with(self.saints, "expansions with 'saints'", "reorder_mode")
        self.only_with(self.scoundrels, "expansions with 'scoundrels'", "courier_enabled")
        if self.scoundrels and self.num_players == 5 and not self.courier_enabled:
            raise OptionError(
                "villagers: expansions with 'scoundrels' and num_players=5 need courier_enabled=True: without the "
                "Courier there are four Scoundrels to deal (R14.1)"
            )
        if lacking := cards_lacking(self.data_overrides, self.num_players):
            raise OptionError(
                f"villagers: data_overrides: cards: with num_players={self.num_players} the copies of the base set are "
                f"{lacking} too few for the stacks, the hands, the Road and a Reserve"
            )

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

    @fact
    def profiteers(self) -> bool:
        """1 = Profiteers are in play (chapter 15)"""
        return "profiteers" in self.expansions

    @fact
    def developments(self) -> bool:
        """1 = Developments are in play (chapter 16)"""
        return "developments" in self.expansions

    @fact
    def saints(self) -> bool:
        """1 = Saints are in play (chapter 13)"""
        return "saints" in self.expansions

    @fact
    def scoundrels(self) -> bool:
        """1 = Scoundrels are in play (chapter 14)"""
        return "scoundrels" in self.expansions

    @fact
    def courier(self) -> bool:
        """1 = the Courier is among the Scoundrels dealt"""
        return self.scoundrels and self.courier_enabled

    @fact
    def keep_order(self) -> bool:
        """1 = cards that a Prophet or Pigeoneer puts back keep their order"""
        return self.reorder_mode == "keep_order"

    @fact
    def secrets(self) -> bool:
        """1 = some seats can learn of hand cards that others do not know"""
        return self.developments or self.scoundrels

    @fact
    def more_cards(self) -> bool:
        """1 = cards beyond the base set are in play"""
        return self.profiteers or self.saints or self.scoundrels

    @fact
    def cards_stop(self) -> int:
        """one past the number of the last card that can be in the game"""
        if self.scoundrels:
            return CARD.first_scoundrels + CARD.num_scoundrels
        if self.saints:
            return CARD.first_saints + CARD.num_saints
        if self.profiteers:
            return CARD.first_profiteers + CARD.num_profiteers
        return CARD.BASE

    @fact
    def bronze_at_phase_end(self) -> bool:
        """1 = Bronze is scored after all have built (R15.2)"""
        return self.bronze_timing == "build_phase_end"

    @fact
    def bronze_chosen(self) -> bool:
        """1 = the player chooses the Bronze symbol (R15.2)"""
        return self.bronze_choice == "player"

    @classmethod
    def state_fields(cls) -> list[tuple]:
        """With the card values, which the options replace."""
        return super().state_fields() + STATE_FIELDS

    def state_values(self) -> dict[str, Any]:
        """With the card values of this game."""
        return super().state_values() | state_tables(self.data_overrides, self.num_players)
