"""What the signs of the table mean, and what a decision asks: for people who play in a terminal."""

from __future__ import annotations

from eurogym.envs.villagers.declare.components import components
from eurogym.envs.villagers.declare.enums import CARD, SUIT, D
from eurogym.envs.villagers.declare.tables import SUIT_OF
from eurogym.envs.villagers.view.expansion_text import (
    DEVELOPMENT_LINES,
    lines_with,
    owner_of_freelancer,
)
from eurogym.envs.villagers.view.names import NAMES, named
from eurogym.envs.villagers.view.text import card_or_none, seat_name

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
    # expansions
    "FREELANCER": "put 1 Gold on the Freelancer of {owner} for one more card to place this turn, or do not",
    "BRONZE": "choose the Bronze symbol of your village that is scored this round",
    "CHURCH": "Church: choose the stack, or the Reserve, whose top card goes to your hand unseen",
    "TAVERN": "Tavern: choose the basic villager that comes into your village",
    "BENEFACTOR": "Benefactor: choose the villager of your hand that is placed now; you draft afterwards",
    "PROPHET_STACK": "Prophet: choose the stack that you look through and draft from",
    "PROPHET_CARD": "Prophet: choose the card of the stack that you draft",
    "PROPHET_ORDER": "Prophet: choose the card that is put back next, from the top of the stack down",
    "PIGEONEER_CARD": "Pigeoneer: choose the card of the Reserve that goes to your hand",
    "PIGEONEER_ORDER": "Pigeoneer: choose the card that is put back next, from the top of the Reserve down",
    "COURIER": "before {drafter} drafts: play the Courier and take a card of the Road to your hand, or keep it",
    "FLAKER": "Flaker: choose the card of a Square that goes to your hand; who loses one drafts again",
    "NOBLE_SEAT": "Noble: choose the player whose hand you look at and take a card from",
    "NOBLE_CARD": "Noble: choose the card that you take from the hand of {visited}; Special cards stay",
    "SCHEMER_SEAT": "Schemer: choose the village that loses a visible card, which may be your own",
    "SCHEMER_CARD": "Schemer: choose the visible card that goes from the village of {visited} to your hand",
    "SHERIFF": "Sheriff: choose the Thief that is discarded; you get its coins",
    "THIEF": "Thief: choose the player whose Supply loses 3 Gold to your Thief",
}
IN_DRAFT = ", or play a card marked 'draft' from your hand first"  # with Saints or Scoundrels


def request(state, options) -> str:
    """What the pending decision asks; "" for one without words of its own."""
    name = D.NAMES[int(state["decision"])]
    words = REQUESTS.get(name, "")
    if name == "DRAFT" and (options.saints or options.scoundrels):
        words += IN_DRAFT
    return words.format(
        card=named(card_or_none(state["pending_card"]) or "the card"),
        owner=owner_of_freelancer(state, options),
        drafter=seat_name(options, int(state["drafter"])),
        visited=seat_name(options, int(state["pending_seat"])),
    )


def card_rows() -> list[tuple[str, ...]]:
    """The cards of the expansions as docs/rules/villagers_cards.md lists them: set, id, copies, suit, where it lies,
    what it does.
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
