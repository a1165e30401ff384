"""What the signs of the table mean, and what a decision asks: for people who play in a terminal."""

from __future__ import annotations

from eurogym.envs.villagers.declare.components import components
from eurogym.envs.villagers.declare.enums import CARD, SUIT
from eurogym.envs.villagers.declare.tables import SUIT_OF
from eurogym.envs.villagers.view.expansion_text import (
    DEVELOPMENT_LINES,
    lines_with,
)
from eurogym.envs.villagers.view.names import NAMES
from eurogym.envs.villagers.view.text import REQUESTS, request

__all__ = ["INTRODUCTION", "LEGEND", "PAINT", "REQUESTS", "card_rows", "request"]

SUIT_PAINT = {
    "grains": "yellow",
    "wood": "brown",
    "hay": "green",
    "ore": "grey",
    "grapes": "purple",
    "wool": "cyan",
    "leather": "orange",
}
PAINT = SUIT_PAINT | {
    NAMES[card]: SUIT_PAINT[SUIT.NAMES[SUIT_OF[number]]]
    for number, card in enumerate(CARD.NAMES)
    if SUIT.NAMES[SUIT_OF[number]] in SUIT_PAINT
}

LEGEND = (
    ("3G, Silver: ...", "printed Gold; Silver, which scores at a market by what it counts in the village"),
    (
        "2F, 1B, key",
        "Food (cards to draft), Builders (cards to place), a keyring: they count while the card is visible",
    ),
    ("lock X", "a padlock: 2 coins go on a villager X of any village, or to the Bank if there is none"),
    ("on X", "the predecessor: the card is placed on a villager X"),
    ("[X]", "a visible card of a village, the top of its pile"),
    ("X < Y", "Y lies on X; X < { Y | Z }: both lie on X"),
    ("X as Y", "a Monk or Apprentice that counts as Y"),
    ("+2 coins", "coins that lie on the card"),
    ("? hay", "a face-down card; its back shows its suit"),
    ("*", "the player who decides now"),
    ("-", "nothing"),
    (
        "Bronze",
        "a symbol like Silver that scores every round: one in each village, at the end of its build turn",
    ),
    (
        "draft: ...",
        "a Special card that its holder plays in the draft turn, before drafting, and then discards",
    ),
    (
        "Development X",
        "every round its token and its reward go to the player who alone leads in what it counts",
    ),
    ("Developments: X 3", "what the village counts for Development X"),
    ("known to you alone", "cards of another hand that you have seen but not everybody else has"),
)

INTRODUCTION = {
    "aim": "Draft villagers and build production chains with them. Most Gold after the second market wins.",
    "round": (
        "Draft: in turn take a card of the Road or the top of a stack; two in all, one more for each Food you show.",
        "The Road changes: cards are discarded, new ones come, and coins are laid on cards.",
        "Build: place two villagers, and one more for each Builder you show. Most lie on the card they are made from.",
        "A padlock costs 2 coins; if you have the villager that unlocks it, the bank lays them on that villager.",
        "Markets: the first comes when the first two stacks are empty, the second, and the end, when all six are.",
    ),
    "scores": (
        "Both markets pay the Gold that your village shows and the coins on your villagers.",
        "The second also pays Silver: points for sets of suits, symbols or padlocks in your village.",
        "A card that another card lies on shows only its suit and its padlock: cover what pays little.",
    ),
    "minutes": "30-60",
    "weight": "light to medium",
}


def card_rows() -> list[tuple[str, ...]]:
    """Return the cards of the expansions as docs/rules/villagers.md lists them: set, id, copies, suit, where it
    lies, what it does.
    """
    rows = []
    for card in components()["cards"][CARD.BASE :]:
        lies = f"on {card['predecessor']}" if card["predecessor"] else "alone"
        if card["discard_after_use"]:
            lies = "discarded after use"
        copies = f"{card['copies']}" + (" (4 or 5 players)" if card["min_players"] == 4 else "")
        rows.append((card["set"], card["id"], copies, card["suit"], lies, lines_with()[1][card["id"]]))
    for card in components()["developments"]["cards"]:
        rows.append(
            (
                "developments",
                card["id"],
                "1",
                card["dev_suit"],
                "beside the Road",
                DEVELOPMENT_LINES[card["id"]],
            )
        )
    return rows
