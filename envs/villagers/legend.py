"""What the signs of the table mean, and what a decision asks: for people who play in a terminal."""

from __future__ import annotations

from eurogym.envs.villagers.enums import D
from eurogym.envs.villagers.text import card_or_none

LEGEND = (
    ("3G, S", "printed Gold; Silver, worth what the village makes of it"),
    (
        "2F, 1B, key",
        "Food (cards to draft), Builders (cards to place), a keyring: they count while the card is visible",
    ),
    ("lock X", "a padlock: 2 coins go on a villager X of any village, or to the Bank where there is none"),
    ("on X", "the predecessor: the card is placed on a villager X"),
    ("[X]", "a visible card of a village, the top of its pile"),
    ("X < Y", "Y lies on X; X < { Y | Z }: both do"),
    ("X as Y", "a Monk or Apprentice that stands for Y"),
    ("+2 coins", "coins that lie on the card"),
    ("? hay", "a face-down card; its back shows its suit"),
    ("*", "the seat that decides now"),
    ("-", "nothing"),
)

REQUESTS = {
    "DRAFT": "draft a face-up card of the Road or the top card of a stack",
    "COIN": "put a coin on a face-up card of the Road, so that it stays, or none",
    "BUILD": "play a card from your hand, take a basic villager for one, or end your build turn",
    "GIVE_CARD": "choose the card of your hand that goes back",
    "GIVE_PILE": "choose where the card goes",
    "PLACE": "choose what {card} is placed on",
    "UNLOCK": "choose who unlocks {card}",
    "SMUGGLE": "choose the card of your village whose Gold the Smuggler halves and brings",
    "SWAP_SEAT": "choose the village with the card whose place the Apprentice takes",
    "SWAP_TARGET": "choose the covered card whose place the Apprentice takes; it moves to your village",
    "SWAP_PILE": "choose the pile with the {card} whose place the Apprentice takes",
    "FOUNDERS_SIDE": "choose the side of your Founders that is up",
    "LIMIT_RATS": "Rats: draft one card less, or pay",
    "LIMIT_ARSON": "Arson: one build action less, or pay",
    "COUNTESS_TAKES": "choose the villager of the Road that the Countess takes",
    "EVENT": "choose the event that is resolved next",
    "DEALT_EVENT": "let the event that was dealt resolve, or discard it by the Jester",
    "OWN_TARGET": "choose the card of your village that the event meets",
    "OWN_COPY": "choose which of two copies the event meets",
    "ABDUCTION": "choose the card of your hand that you lose",
    "COUNTESS_TARGET": "choose the card of the Countess's village that the event meets",
    "CONSCRIPTION": "choose the pile that Conscription takes a card from",
}


def request(state, options) -> str:
    """What the pending decision asks; "" for one without words of its own."""
    words = REQUESTS.get(D.NAMES[int(state["decision"])], "")
    return words.format(card=card_or_none(state["pending_card"]) or "the card")
