"""Villagers in words: the state as plain data, and as a table that a person can play from."""

from __future__ import annotations

from typing import Any

from eurogym.envs.core.declare.arguments import check_observer
from eurogym.envs.core.words import counted, filled
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.components import card_ids
from eurogym.envs.villagers.declare.enums import CARD, EVENT, EVENT_AT, SIDE, SUIT, SYMBOL, D
from eurogym.envs.villagers.declare.overrides import cards_with
from eurogym.envs.villagers.view import expansion_text
from eurogym.envs.villagers.view.glossary import EVENT_LINES
from eurogym.envs.villagers.view.names import named


def seat_name(options, seat: int) -> str:
    """Return what to call a seat."""
    if options.solo:
        return ("you", "Countess")[seat]
    return f"player {seat + 1}"


# --- plain data ------------------------------------------------------------------------------------------------


def counts_to_ids(counts) -> list[str]:
    """Card ids, repeated by their counts, in the order of the components."""
    return [card_ids()[card] for card in range(CARD.COUNT) for _ in range(int(counts[card]))]


def piles(state, seat: int) -> list[dict[str, Any]]:
    """Return the piles of a village in order of placement; a pile is a card with the cards that lie on it.

    Each card: ``card`` id, ``coins``, ``role`` (what a Monk or Apprentice stands for, else None), ``side`` of the
    Founders (else None), ``on_top`` (list of cards of the same form).
    """
    ids = card_ids()
    placed: dict[int, dict[str, Any]] = {}
    copies: dict[int, int] = {}
    for node in range(int(state["num_nodes"])):
        if int(state["node_seat"][node]) != seat:
            continue
        card, role = int(state["node_card"][node]), int(state["node_role"][node])
        copy = copies.get(card, 0)
        copies[card] = copy + 1
        coin_row = int(T.COIN_INDEX[card])
        placed[node] = {
            "card": ids[card],
            "coins": int(state["coins"][seat, coin_row, copy]) if coin_row >= 0 else 0,
            "role": ids[T.ROLE_CARD[role]] if card in (CARD.monk, CARD.apprentice) else None,
            "side": SIDE.NAMES[int(state["founders_food_side"][seat])] if card == CARD.founders else None,
            "on_top": [],
        }
    bottoms = []
    for node, entry in placed.items():
        parent = int(state["node_parent"][node])
        if parent == E.NO_NODE:
            bottoms.append((int(state["node_pile"][node]), entry))
        else:
            placed[parent]["on_top"].append(entry)
    return [entry for _, entry in sorted(bottoms, key=lambda bottom: bottom[0])]


def pile_of_cards(count: int, cards, known, seen: int, seat: int | None) -> list[str]:
    """Return a face-down pile, top first: ids where the seat knows them, ``"? suit"`` where it saw the back, else
    ``"?"``.
    """
    shown = []
    for position in range(count - 1, -1, -1):
        card = int(cards[position])
        if seat is None or (int(known[position]) >> seat) & 1:
            shown.append(card_ids()[card])
        elif position >= seen:
            shown.append(f"? {SUIT.NAMES[T.SUIT_OF[card]]}")
        else:
            shown.append("?")
    return shown


def seat_dict(state, options, seat: int, viewer: int | None) -> dict[str, Any]:
    """Return what the viewer sees of one seat (None: everything)."""
    symbols = state["symbols"][seat]
    silver = {
        card_ids()[card]: expansion_text.silver_of(state, seat, int(card))
        for card in T.SILVER_CARDS
        if state["village"][seat, card]
    }
    if state["village"][seat, CARD.nun]:
        silver["nun"] = expansion_text.nun_of(state, seat)
    description: dict[str, Any] = {
        "name": seat_name(options, seat),
        "supply": int(state["supply"][seat]),
        "hand_size": int(state["hand_size"][seat]),
        "hand_suits": {
            name: int(n) for name, n in zip(SUIT.NAMES, state["hand_suits"][seat], strict=True) if n
        },
        "hand": counts_to_ids(state["hand"][seat]) if viewer in (None, seat) else None,
        "hand_known_to_all": counts_to_ids(state["hand_known"][seat]),
        "square": [
            card_ids()[int(card)] for card in state["square"][seat][: int(state["square_count"][seat])]
        ],
        "village": piles(state, seat),
        "food": int(symbols[SYMBOL.food]),
        "builders": int(symbols[SYMBOL.builder]),
        "gold_symbols": int(symbols[SYMBOL.gold_symbol]),
        "padlocks": int(symbols[SYMBOL.padlock]),
        "suit_symbols": {name: int(symbols[suit]) for suit, name in enumerate(SUIT.NAMES) if symbols[suit]},
        "visible_gold": int(state["visible_gold"][seat]),
        "coins_on_villagers": int(state["coins"][seat].sum()),
        "silver": silver,
    }
    expansion_text.add_to_seat(description, state, options, seat, viewer)
    return description


def card_or_none(card) -> str | None:
    """Id of a card number, None for -1."""
    return None if int(card) < 0 else card_ids()[int(card)]


def reserve_cards(state) -> list[str]:
    """Ids of the cards in the Reserve in the order of the components, whatever the order they lie in."""
    return [
        card_ids()[card] for card in sorted(int(c) for c in state["reserve"][: int(state["reserve_count"])])
    ]


def events_at(state, place: int) -> list[str]:
    """Ids of the events in a place (EVENT_AT)."""
    return [name for event, name in enumerate(EVENT.NAMES) if state["event_place"][event] == place]


def to_dict(state, options, seat: int | None = None) -> dict[str, Any]:
    """Return the state as plain JSON-able data, or what one seat sees of it."""
    check_observer(options, seat)
    ids = card_ids()
    returning = int(state["decision"]) == D.GIVE_PILE
    hidden_pending = returning and seat is not None and not (int(state["pending_known"]) >> seat) & 1
    description: dict[str, Any] = {
        "game": "villagers",
        "options": options.as_dict(),
        "round": int(state["round_number"]),
        "decision": D.NAMES[int(state["decision"])],
        "current_seat": int(state["current_seat"]),
        "start_player": int(state["start_player"]),
        "markets_held": int(state["markets_held"]),
        "game_over": bool(state["done"]),
        "road": [card_or_none(card) for card in state["road"]],
        "road_coins": [int(coins) for coins in state["road_coins"]],
        "stacks": [
            pile_of_cards(
                int(state["stack_count"][k]),
                state["stack"][k],
                state["stack_known"][k],
                int(state["stack_seen"][k]),
                seat,
            )
            for k in range(E.NUM_STACKS)
        ],
        "reserve": pile_of_cards(
            int(state["reserve_count"]),
            state["reserve"],
            state["reserve_known"],
            int(state["reserve_seen"]),
            seat,
        ),
        # after the solo reshuffle everybody knows what the Reserve holds, not in which order
        "reserve_holds": reserve_cards(state) if state["reserve_open"] else None,
        "discard": counts_to_ids(state["discard"]),
        "basics_left": {
            ids[basic]: int(state["basics_left"][basic])
            for basic in range(CARD.lumberjack, E.FIRST_HAND_CARD)
        },
        "build_left": int(state["build_left"]),
        "exchanges_left": int(state["exchanges_left"]),
        "tinner_active": bool(state["tinner_active"]),
        "pending_card": None if hidden_pending else card_or_none(state["pending_card"]),
        "seats": [seat_dict(state, options, one, seat) for one in range(int(state["table_seats"]))],
    }
    expansion_text.add_to_table(description, state, options)
    if options.solo:
        description["events"] = {
            "face_up": events_at(state, EVENT_AT.FACE_UP),
            "begun": events_at(state, EVENT_AT.BEGUN),
            "discarded": events_at(state, EVENT_AT.DISCARDED),
            "left_in_decks": [int(count) for count in state["event_deck_count"]],
        }
        description["jester"] = bool(state["jester"])
    return description


# --- text --------------------------------------------------------------------------------------------------------


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
    """Return what the pending decision asks; "" for one without words of its own."""
    name = D.NAMES[int(state["decision"])]
    words = REQUESTS.get(name, "")
    if name == "DRAFT" and (options.saints or options.scoundrels):
        words += IN_DRAFT
    return words.format(
        card=named(card_or_none(state["pending_card"]) or "the card"),
        owner=expansion_text.owner_of_freelancer(state, options),
        drafter=seat_name(options, int(state["drafter"])),
        visited=seat_name(options, int(state["pending_seat"])),
    )


# a market is held when all stacks up to this one are empty (R10.1, R10.2)
MARKETS = {E.FIRST_MARKET_STACKS - 1: " (1st market)", E.NUM_STACKS - 1: " (2nd market)"}


def card_label(card_id: str, overrides: str | None = None) -> str:
    """Return a card with what it shows, in few words: ``Cooper (4G, lock Blacksmith, key)``."""
    card = cards_with(overrides)[card_id]
    silver_lines, card_lines = expansion_text.lines_with(overrides)
    facts = []
    if card["gold"]:
        facts.append(f"{card['gold']}G")
    if card_id in silver_lines:
        facts.append(f"Silver: {silver_lines[card_id]}")
    if card["food"]:
        facts.append(f"{card['food']}F")
    if card["builders"]:
        facts.append(f"{card['builders']}B")
    if card["padlock"]:
        facts.append(f"lock {named(card['padlock'])}")
    if card["keyring"]:
        facts.append("key")
    if card["predecessor"]:
        facts.append(f"on {named(card['predecessor'])}")
    if card_id in card_lines:
        facts.append(card_lines[card_id])
    return f"{named(card_id)} ({', '.join(facts)})" if facts else named(card_id)


def pile_text(pile: dict[str, Any]) -> str:
    """Return a pile on one line, bottom card first: ``Miner < Seeker < [Spelunker]`` (brackets: visible)."""
    name = named(pile["card"])
    if pile["role"]:
        name += f" as {named(pile['role'])}"
    if pile["side"]:
        name += f" ({pile['side']} side)"
    if pile["coins"]:
        name += f" +{pile['coins']} coins"
    if not pile["on_top"]:
        return f"[{name}]"
    tops = [pile_text(top) for top in pile["on_top"]]
    return f"{name} < " + (tops[0] if len(tops) == 1 else "{ " + " | ".join(tops) + " }")


def grouped(cards: list[str], label=named) -> str:
    """Cards with counts: ``2 x Brewer, Agent``."""
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return ", ".join(label(card) if n == 1 else f"{n} x {label(card)}" for card, n in counts.items()) or "-"


def to_text(state, options, seat: int | None = None) -> str:
    """Return the table in words, as everybody or as one seat sees it."""
    view = to_dict(state, options, seat)
    lines = [_headline(view)]
    mover = view["current_seat"]
    if view["game_over"]:
        lines.append("The game is over")
    else:  # what is asked may tell what only the seat to move knows
        asked = f": {request(state, options)}" if seat in (None, mover) else ""
        lines += filled(f"{view['seats'][mover]['name']} to decide{asked}")
    if options.solo:
        events = view["events"]
        shown = [
            *map(named, events["face_up"]),
            *(f"{named(event)} (begun)" for event in events["begun"]),
        ]
        lines.append(
            f"Events: {', '.join(shown) or '-'}   Jester: {'ready' if view['jester'] else 'spent or absent'}"
        )
        for event in events["face_up"] + events["begun"]:
            lines += filled(f"  {named(event)}: {EVENT_LINES[event][0]}")
    lines += expansion_text.lines_of_table(view)
    lines.append("Road:")
    for slot, (card, coins) in enumerate(zip(view["road"], view["road_coins"], strict=True)):
        stack = view["stacks"][slot]
        top = f"{counted(len(stack), 'card')}, top {named(stack[0])}" if stack else "empty"
        market = MARKETS.get(slot, "")
        face = card_label(card, options.data_overrides) if card else "-"
        lines.append(
            f"  {slot + 1}. {face + (f' +{coins} coins' if coins else ''):<52} stack {slot + 1}{market}: {top}"
        )
    reserve = view["reserve"]
    basics = ", ".join(f"{named(name)} {left}" for name, left in view["basics_left"].items())
    lines.append(
        f"Reserve: {len(reserve)} cards{f', top {named(reserve[0])}' if reserve else ''}   Basics left: {basics}"
    )
    if view["reserve_holds"]:
        lines.append(f"  it holds: {grouped(view['reserve_holds'])}")
    lines.append(f"Discard pile: {grouped(view['discard'])}")
    for number, one in enumerate(view["seats"]):
        lines += _seat_lines(view, number, one)
    return "\n".join(lines)


def _headline(view: dict) -> str:
    building = ""
    if view["decision"] in (*D.NAMES[D.BUILD : D.FOUNDERS_SIDE + 1], "FREELANCER"):
        building = f"   placements left {view['build_left']}, exchanges left {view['exchanges_left']}"
    pending = f"   card: {named(view['pending_card'])}" if view["pending_card"] else ""
    return f"Round {view['round']}   markets held {view['markets_held']}{building}{pending}"


def _seat_lines(view: dict, number: int, one: dict) -> list[str]:
    marks = " *" if number == view["current_seat"] and not view["game_over"] else ""
    first = "   (start player)" if number == view["start_player"] and len(view["seats"]) > 1 else ""
    overrides = view["options"]["data_overrides"]

    def label(card: str) -> str:
        return card_label(card, overrides)

    lines = [
        f"{one['name']}{marks}{first}: {one['supply']} Gold in supply; visible Gold {one['visible_gold']}, "
        f"coins on villagers {one['coins_on_villagers']}, Silver {sum_silver(one)}; "
        f"Food {one['food']}, Builders {one['builders']}, padlocks {one['padlocks']}"
    ]
    if one["hand"] is not None:
        lines.append(f"  hand: {grouped(one['hand'], label)}")
    elif one["hand_size"]:
        suits = ", ".join(f"{n} {suit}" for suit, n in one["hand_suits"].items())
        known = f"   known: {grouped(one['hand_known_to_all'])}" if one["hand_known_to_all"] else ""
        lines.append(f"  hand: {one['hand_size']} cards ({suits}){known}")
    if one["square"]:
        lines.append(f"  square: {grouped(one['square'])}")
    lines += expansion_text.lines_of_seat(one)
    symbols = ", ".join(f"{n} {suit}" for suit, n in one["suit_symbols"].items())
    lines.append(f"  suit symbols: {symbols or '-'}")
    lines += [f"  {pile + 1:>2}. {pile_text(tree)}" for pile, tree in enumerate(one["village"])]
    return lines


def sum_silver(one: dict) -> int:
    """Sum of the Silver values of a seat's description."""
    copies: dict[str, int] = {}
    stack = list(one["village"])
    while stack:
        card = stack.pop()
        copies[card["card"]] = copies.get(card["card"], 0) + 1
        stack += card["on_top"]
    return sum(value * copies[card] for card, value in one["silver"].items())
