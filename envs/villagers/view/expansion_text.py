"""The expansions in words: a line for each card, and what their actions point at."""

from __future__ import annotations

from functools import cache
from typing import Any

from eurogym.envs.core.words import counted
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.components import card_ids
from eurogym.envs.villagers.declare.enums import CARD, DEVELOPMENT, METRIC, SILVER, SUIT, SYMBOL
from eurogym.envs.villagers.declare.overrides import cards_with
from eurogym.envs.villagers.view.names import named

CARD_LINES = {
    "alchemist": "Bronze: half of one Silver value",
    "arkwright": "Bronze: 2 per villager with coins",
    "captain": "Bronze: 1 per visible Gold symbol",
    "carter": "Bronze: 1 per pile of 3 or more cards",
    "freelancer": "each build turn 1 coin on it buys a build action",
    "wholesaler": "Silver: {per_set} per set of ore, hay and wood symbol",
    "benefactor": "draft: place a villager from hand now",
    "nun": "2nd market: scores a Silver villager of which you have one",
    "pigeoneer": "look at 6 cards of the Reserve, take one",
    "prophet": "draft: look through a stack and draft from it",
    "barbarian": "draft: take the coins of the Road and renew it",
    "courier": "before another drafts: take a villager of the Road",
    "flaker": "draft: take a villager from any Square",
    "noble": "look at a hand, take one villager that is not Special",
    "schemer": "take a top villager that is not Special to hand",
    "sheriff": "discard any Thief, take its coins",
    "thief": "every build turn 3 Gold of another go on it",
    "recruiter": "draft turn: pay 1 Gold to draft twice",
}


BASE_LINES = {
    "monk": "may stand for a predecessor that is missing",
    "apprentice": "takes the place of a covered card of any village",
    "tinner": "unlocks without coins in this turn",
    "smuggler": "brings half of the Gold of an own card",
}
SYMBOLS = {"gold_symbol": "Gold symbol", "food": "Food", "builder": "Builder"}


def _silver_line(silver: dict[str, Any]) -> str:
    """Return what a Silver symbol counts: ``3 per 2 hay symbols``."""
    if silver["kind"] == "sum_visible_gold_of_suit":
        return f"the visible Gold of {silver['suit']} villagers"
    if silver["kind"] == "max_coins_on_one_villager":
        return "the most coins on one villager"
    symbol, step = silver["symbol"], silver["symbols_per_step"]
    suit = symbol.removeprefix("suit:")
    what = f"{suit} symbol" if suit != symbol else SYMBOLS.get(symbol, symbol)
    what = f"visible {what}" if silver["scope"] == "visible" else what
    return f"{silver['gold_per_step']} per {counted(step, what) if step > 1 else what}"


@cache
def lines_with(overrides: str | None = None) -> tuple[dict[str, str], dict[str, str]]:
    """By card, with the values of ``data_overrides``: what the Silver of the base set counts; the line of a card of an
    expansion.
    """
    cards = cards_with(overrides)
    silver = {
        name: _silver_line(card["silver"])
        for name, card in cards.items()
        if card["silver"] and name not in CARD_LINES
    }
    per_set = cards["wholesaler"]["silver"]["gold_per_set"]
    return silver, CARD_LINES | {"wholesaler": CARD_LINES["wholesaler"].format(per_set=per_set)}


def bronze_of(state, seat: int, card: str) -> int:
    """R15.3: what a Bronze symbol would pay in a village as it stands."""
    coins, symbols = state["coins"][seat], state["symbols"][seat]
    if card == "alchemist":
        return best_silver_of(state, seat) // 2
    if card == "arkwright":
        return T.ARKWRIGHT_GOLD * int((coins > 0).sum())
    if card == "captain":
        return int(symbols[SYMBOL.gold_symbol])
    return T.CARTER_GOLD * large_piles_of(state, seat, int(state["num_nodes"]), T.CARTER_CARDS)


def silver_of(state, seat: int, card: int) -> int:
    """R10.5, R15.4: Silver of one copy of a card as the village stands."""
    kind, symbols = T.SILVER_KIND[card], state["symbols"][seat]
    if kind == SILVER.per_symbol:
        return int(symbols[T.SILVER_SYMBOL[card]] // T.SILVER_STEP[card] * state["card_silver"][card])
    if kind == SILVER.sum_visible_gold_of_suit:
        return int(state["suit_gold"][seat, T.SILVER_SYMBOL[card]])
    if kind == SILVER.per_set:
        return int(min(symbols[T.SET_OF_SUITS]) * state["card_silver"][card])
    return int(state["coins"][seat].max()) if kind == SILVER.max_coins_on_one_villager else 0


def bronze(state, seat: int) -> dict[str, int]:
    """Bronze villagers of a village with what they would pay."""
    return {
        card_ids()[card]: bronze_of(state, seat, card_ids()[card])
        for card in T.BRONZE_CARDS
        if state["village"][seat, card]
    }


DEVELOPMENT_LINES = {
    "church": "most villagers: 3 Gold and a face-down card to hand",
    "inn": "most Special villagers in hand: 5 Gold",
    "tavern": "most solitary symbols: 3 Gold and a basic villager",
    "town_hall": "most visible Gold symbols: 5 Gold",
    "bank": "most villagers with coins: 5 Gold",
    "guildhall": "most padlock symbols: 5 Gold",
    "lighthouse": "most valuable Silver symbol: 5 Gold",
    "marketplace": "most visible Food: 5 Gold",
    "gold_mine": "most ore symbols: 5 Gold",
    "ox_crane": "most hay symbols: 2 Gold, a Builder while held",
    "sawmill": "most wood symbols: 2 Gold, a Builder while held",
    "windmill": "most piles of 2 or more cards: 2 Gold, a Food while held",
}


def metric_of(state, seat: int, development: int) -> int:
    """R16.5: what a seat brings to a Development."""
    nodes = int(state["num_nodes"])
    kind = METRIC.NAMES[T.METRIC_KIND[development]]
    if kind == "symbols":
        return int(state["symbols"][seat, T.METRIC_SYMBOL[development]])
    if kind == "villagers_in_village":
        return int(state["village_size"][seat])
    if kind == "special_villagers_in_hand":
        return int(state["hand_suits"][seat, SUIT.special])
    if kind == "villagers_with_coins":
        return int((state["coins"][seat] > 0).sum())
    if kind == "highest_single_silver_value":
        return best_silver_of(state, seat)
    return large_piles_of(state, seat, nodes, T.LARGE_PILE)


def best_silver_of(state, seat: int) -> int:
    """Return the most valuable Silver symbol of a village; 0 without one."""
    cards = [int(card) for card in T.SILVER_CARDS if state["village"][seat, card]]
    return max((silver_of(state, seat, card) for card in cards), default=0)


def nun_of(state, seat: int) -> int:
    """R13.6: the most valuable Silver villager of which a village holds exactly one copy."""
    cards = [int(card) for card in T.SILVER_CARDS if state["village"][seat, card] == 1]
    return max((silver_of(state, seat, card) for card in cards), default=0)


def large_piles_of(state, seat: int, nodes: int, size: int) -> int:
    """Piles of at least so many cards."""
    piles = state["node_pile"][:nodes][state["node_seat"][:nodes] == seat]
    return int(sum((piles == pile).sum() >= size for pile in set(piles.tolist())))


def secrets_of(state, viewer: int, seat: int) -> list[str]:
    """Cards of a hand that the viewer knows of beyond those that all know of."""
    number = int(state["num_secrets"])
    return [
        card_ids()[int(card)]
        for card, owner, known in zip(
            state["secret_card"][:number],
            state["secret_seat"][:number],
            state["secret_known"][:number],
            strict=True,
        )
        if int(owner) == seat and (int(known) >> viewer) & 1
    ]


def add_to_table(description: dict[str, Any], state, options) -> None:
    """What the expansions in play add to the description of the table."""
    if options.developments:
        holders = [None if int(seat) < 0 else int(seat) for seat in state["token"]]
        description["developments"] = {
            DEVELOPMENT.NAMES[int(card)]: holder
            for card, holder in zip(state["development"], holders, strict=True)
        }


def lines_of_table(view: dict[str, Any]) -> list[str]:
    """Return lines that the expansions add to the table in the text."""
    names = [one["name"] for one in view["seats"]]
    return [
        f"Development {named(card)} ({DEVELOPMENT_LINES[card]}): "
        + ("nobody" if holder is None else f"token with {names[holder]}")
        for card, holder in view.get("developments", {}).items()
    ]


def add_to_seat(description: dict[str, Any], state, options, seat: int, viewer: int | None) -> None:
    """What the expansions in play add to the description of a seat."""
    if options.profiteers:
        description["bronze"] = bronze(state, seat)
    if options.developments:
        description["metrics"] = {
            DEVELOPMENT.NAMES[int(card)]: metric_of(state, seat, int(card)) for card in state["development"]
        }
    if options.secrets and viewer not in (None, seat):
        description["hand_known_to_viewer"] = secrets_of(state, viewer, seat)


def owner_of_freelancer(state, options) -> str:
    """Return whose Freelancer is asked about (18.3: the own ones first, then clockwise)."""
    number, players = int(state["pending_number"]), options.num_players
    for offset in range(players):
        seat = (int(state["current_seat"]) + offset) % players
        number -= int(state["village"][seat, CARD.freelancer])
        if number < 0:
            return f"player {seat + 1}"
    return "nobody"


def lines_of_seat(one: dict[str, Any]) -> list[str]:
    """Return lines that the expansions add to a seat in the text."""
    lines = []
    if one.get("bronze"):
        lines.append(
            "  Bronze: " + ", ".join(f"{named(card)} {value}" for card, value in one["bronze"].items())
        )
    if one.get("metrics"):
        lines.append(
            "  Developments: " + ", ".join(f"{named(card)} {value}" for card, value in one["metrics"].items())
        )
    if one.get("hand_known_to_viewer"):
        lines.append("  known to you alone in hand: " + ", ".join(map(named, one["hand_known_to_viewer"])))
    return lines
