"""Positions of Villagers built in words, and the plain-Python reading of a state that tests compare with.

A village is written as the game prints it, bottom card first::

    "miner < seeker < spelunker"            a chain
    "lumberjack < { carpenter +2 | wheeler }"   two cards on one, 2 coins on the carpenter
    "founders food", "monk as graper < vintner"

Decisions are taken by their texts. All seats are absolute, as in the state; texts of actions are relative.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.components import card_ids, card_index, components
from eurogym.envs.villagers.declare.enums import (
    CARD,
    DECK,
    DEVELOPMENT,
    EVENT,
    EVENT_AT,
    LEVEL,
    SIDE,
    STEP,
    SUIT,
    SYMBOL,
    D,
)
from eurogym.envs.villagers.declare.options import EXPANSIONS
from eurogym.envs.villagers.game import GAME
from tests.positions import Position

IDS = card_ids()
NUMBER = card_index()
CARDS = {card["id"]: card for card in components()["cards"]}
EVENTS = {event["id"]: event for event in components()["solo"]["events"]}
ROLES = [IDS[card] for card in T.ROLE_CARD]
STAND_INS = ("monk", "apprentice")
COUNTESS = 1


@dataclass
class Villager:
    """A card of a village with what lies on it."""

    card: str
    role: str | None = None  # what a Monk or Apprentice stands for
    side: str | None = None  # "gold" or "food" of the Founders
    coins: int = 0
    on_top: list[Villager] = field(default_factory=list)

    def __str__(self) -> str:
        name = self.card
        name += f" as {self.role}" if self.role else ""
        name += " food" if self.side == "food" else ""
        name += f" +{self.coins}" if self.coins else ""
        if not self.on_top:
            return name
        tops = sorted(str(top) for top in self.on_top)
        return f"{name} < " + (tops[0] if len(tops) == 1 else "{ " + " | ".join(tops) + " }")


def read_pile(text: str) -> Villager:
    """A pile from its words."""
    tokens = [token.strip() for token in re.findall(r"[{}|<]|[^{}|<]+", text) if token.strip()]
    pile = _read(tokens)
    assert not tokens, f"cannot read {text!r} from {tokens}"
    return pile


def _read(tokens: list[str]) -> Villager:
    words = tokens.pop(0).split()
    villager = Villager(words.pop(0))
    if villager.card == "founders":
        villager.side = "gold"
    while words:
        word = words.pop(0)
        if word == "as":
            villager.role = words.pop(0)
        elif word in ("gold", "food"):
            villager.side = word
        else:
            villager.coins = int(word)
    assert villager.card in CARDS, villager.card
    if tokens and tokens[0] == "<":
        tokens.pop(0)
        if tokens[0] == "{":
            while tokens.pop(0) != "}":
                villager.on_top.append(_read(tokens))
        else:
            villager.on_top.append(_read(tokens))
    return villager


def village_of(state, seat: int) -> list[Villager]:
    """The piles of a village, from the nodes of a state."""
    placed: dict[int, Villager] = {}
    copies: Counter = Counter()
    bottoms = []
    for node in range(int(state["num_nodes"])):
        if int(state["node_seat"][node]) != seat:
            continue
        card = IDS[int(state["node_card"][node])]
        villager = Villager(card)
        coin_row = int(T.COIN_INDEX[NUMBER[card]])
        if coin_row >= 0:
            villager.coins = int(state["coins"][seat, coin_row, copies[card]])
        copies[card] += 1
        if card in STAND_INS:
            villager.role = ROLES[int(state["node_role"][node])]
        if card == "founders":
            villager.side = "food" if state["founders_food_side"][seat] else "gold"
        placed[node] = villager
    for node, villager in placed.items():  # an Apprentice lies behind the cards that it carries
        parent = int(state["node_parent"][node])
        if parent < 0:
            bottoms.append((int(state["node_pile"][node]), villager))
        else:
            placed[parent].on_top.append(villager)
    return [villager for _, villager in sorted(bottoms, key=lambda one: one[0])]


def all_of(piles: list[Villager]) -> list[Villager]:
    """Every card of a village."""
    found = []
    for pile in piles:
        found += [pile, *all_of(pile.on_top)]
    return found


def face_of(villager: Villager, state) -> dict[str, Any]:
    """What a card prints, the Founders by their side; with the numbers of the state, which options may replace."""
    face, number = dict(CARDS[villager.card]), NUMBER[villager.card]
    for name in ("gold", "food", "builders"):
        face[name] = int(state[f"card_{name}"][number])
    face["suit_symbols"] = int(state["card_suits"][number])
    if villager.card == "founders":
        side = SIDE.NAMES.index(villager.side)
        face |= {name: int(state[f"founders_{name}"][side]) for name in ("gold", "food")}
    return face | {"gold_symbols": int(face["gold"] > 0)}


# the step of the round in which a decision is asked for; the others belong to the build turn
STEP_OF = {
    D.DRAFT: STEP.NEXT_DRAFT,
    D.LIMIT_RATS: STEP.NEXT_DRAFT,
    D.COUNTESS_TAKES: STEP.NEXT_DRAFT,
    D.COIN: STEP.ROAD_COINS,
    D.EVENT: STEP.NEXT_EVENT,
}

SUMS = tuple("village covered bare half village_size symbols visible_gold suit_gold num_piles".split())


def recomputed(state) -> dict[str, np.ndarray]:
    """The sums that a state keeps over its villages, counted from the cards that lie there (R1.3, R1.4, R6.2)."""
    sums = {name: np.zeros(state[name].shape, dtype=np.int64) for name in SUMS}
    for seat in range(int(state["table_seats"])):
        piles = village_of(state, seat)
        sums["num_piles"][seat] = len(piles)
        if state["solo"] and seat == COUNTESS and state["difficulty"] != LEVEL.beginner:
            sums["visible_gold"][seat] += 4
            sums["symbols"][seat, SYMBOL.gold_symbol] += 1
        for villager in all_of(piles):
            face = face_of(villager, state)
            suit = SUIT.NAMES.index(face["suit"])
            sums["village"][seat, NUMBER[villager.card]] += 1
            sums["village_size"][seat] += 1
            sums["symbols"][seat, suit] += face["suit_symbols"]
            sums["symbols"][seat, SYMBOL.padlock] += face["padlock"] is not None
            if villager.on_top:
                if villager.card not in STAND_INS:
                    sums["covered"][seat, ROLES.index(villager.card)] += 1
            else:
                sums["symbols"][seat, SYMBOL.food] += face["food"]
                sums["symbols"][seat, SYMBOL.builder] += face["builders"]
                sums["symbols"][seat, SYMBOL.gold_symbol] += face["gold_symbols"]
                sums["visible_gold"][seat] += face["gold"]
                sums["suit_gold"][seat, suit] += face["gold"]
            role = villager.role or villager.card
            if role in ROLES:
                row = ROLES.index(role)
                sums["bare"][seat, row] += not villager.on_top
                sums["half"][seat, row] += CARDS[role]["max_children"] == 2 and len(villager.on_top) == 1
    return sums


def check_sums(state) -> None:
    """Kept sums are the recounted ones, and every pile is one that the rules allow."""
    for name, wanted in recomputed(state).items():
        assert (state[name] == wanted).all(), f"{name} is {state[name].tolist()}, counted {wanted.tolist()}"
    check_piles(state)


def check_piles(state) -> None:
    """Every pile is one that the rules allow, and the sums over hands are right."""
    nodes = int(state["num_nodes"])
    parents = state["node_parent"][:nodes].tolist()
    assert state["node_children"][:nodes].tolist() == [parents.count(node) for node in range(nodes)]
    assert not state["node_children"][nodes:].any()
    for seat in range(int(state["table_seats"])):
        piles = village_of(state, seat)
        assert len(all_of(piles)) == (state["node_seat"][:nodes] == seat).sum()
        for villager in all_of(piles):
            role = villager.role or villager.card
            assert len(villager.on_top) <= (CARDS[role]["max_children"] if role in CARDS else 0)
            assert all(CARDS[top.role or top.card]["predecessor"] == role for top in villager.on_top)
    hand = state["hand"].astype(np.int64)
    assert (state["hand_size"] == hand.sum(axis=1)).all()
    for suit in range(SUIT.COUNT):
        assert (state["hand_suits"][:, suit] == hand[:, np.equal(T.SUIT_OF, suit)].sum(axis=1)).all()


def on_the_way(state) -> Counter:
    """Cards that have left a hand or a village and lie nowhere yet."""
    decision = D.NAMES[int(state["decision"])]
    cards: Counter = Counter()
    if decision.startswith("SWAP"):
        cards["apprentice"] += 1
    elif decision in ("GIVE_PILE", "PLACE", "UNLOCK", "SMUGGLE", "FOUNDERS_SIDE"):
        cards[IDS[int(state["pending_card"])]] += 1
    if state["pending_monks"]:
        cards["monk"] += int(state["pending_monks"])
    return cards


def cards_of(state) -> Counter:
    """Every card of a game, wherever it is."""
    counts = np.zeros(CARD.COUNT, dtype=np.int64)
    counts += state["discard"] + state["boxed"] + state["hand"].sum(axis=0)
    counts[: E.FIRST_HAND_CARD] += state["basics_left"]
    lists = [state["node_card"][: state["num_nodes"]], state["reserve"][: state["reserve_count"]]]
    lists += [state["stack"][k, : state["stack_count"][k]] for k in range(E.NUM_STACKS)]
    lists += [state["square"][seat, : state["square_count"][seat]] for seat in range(E.MAX_SEATS)]
    lists += [state["road"][state["road"] >= 0]]
    np.add.at(counts, np.concatenate(lists).astype(np.int64), 1)
    return Counter({IDS[card]: int(n) for card, n in enumerate(counts) if n}) + on_the_way(state)


def cards_in_box(
    num_players: int,
    expansions: Sequence[str] = (),
    courier_enabled: bool = False,
    data_overrides: dict | None = None,
    **_: Any,
) -> Counter:
    """R1.6, R2.2, R2.3, R2.5, R12.1, R14.1, R15.1: the cards of a game by its options (1 player = solo)."""
    counts: Counter = Counter()
    if expansions == "all":
        expansions = EXPANSIONS
    for card in CARDS.values():
        if card["set"] not in ("base", *expansions):
            continue
        if num_players == 1 and card["suit"] == "special":
            continue
        if num_players < 4 and (card["suit"] in ("wool", "leather") or card["id"] in ("thief", "sheriff")):
            continue
        if card["id"] == "courier" and not courier_enabled:
            continue
        replaced = (data_overrides or {}).get("cards", {}).get(card["id"], {})
        copies = replaced.get("copies", card["copies"])
        counts[card["id"]] = num_players if card["id"] == "founders" else copies
    return +counts


def known_in_hand(state, viewer: int, seat: int) -> np.ndarray:
    """Copies of each card that a seat knows to lie in another hand: what all know, and what it has seen."""
    known = state["hand_known"][seat].astype(np.int64)
    for index in range(int(state["num_secrets"])):
        if state["secret_seat"][index] == seat and (int(state["secret_known"][index]) >> viewer) & 1:
            known[state["secret_card"][index]] += 1
    return known


class Table(Position):
    """One game in a position of one's own making.

    Setters (``hand``, ``village_with``, ``road``, ``stack``, ...) replace what they name and return the table;
    readers (``hand_of``, ``piles``, ...) give card ids; ``act`` takes actions by their texts. Every decision is shown
    (``auto_forced=False``) unless the options say otherwise. After each action the kept sums are checked.
    """

    game = GAME

    def check(self) -> None:
        """The sums and places that every state keeps."""
        check_sums(self.state)

    # --- given ---

    def supply(self, seat: int, gold: int) -> Self:
        """Gold in a Supply."""
        self.state["supply"][seat] = gold
        return self.set()

    def hands(self, *cards: str) -> Self:
        """The same hand for every seat; none by default."""
        for seat in range(self.options.num_players):
            self.hand(seat, *cards)
        return self

    def hand(self, seat: int, *cards: str, known: tuple[str, ...] = ()) -> Self:
        """A hand; ``known`` of it was drafted in sight of all. Nothing is known of a Saint or Scoundrel dealt."""
        self.state["dealt"][:, seat] = 0
        for counts, held in ((self.state["hand"], cards), (self.state["hand_known"], known)):
            counts[seat] = 0
            for card in held:
                counts[seat, NUMBER[card]] += 1
        self.state["hand_size"][seat] = len(cards)
        self.state["hand_suits"][seat] = [
            sum(CARDS[card]["suit"] == suit for card in cards) for suit in SUIT.NAMES
        ]
        return self.set()

    def village_with(self, seat: int, *piles: str) -> Self:
        """A village; cards count as placed from left to right, bottom to top."""
        state = self.state
        kept = [node for node in range(int(state["num_nodes"])) if int(state["node_seat"][node]) != seat]
        fields = ("node_seat", "node_card", "node_role", "node_parent", "node_children", "node_pile")
        rows = []
        for node in kept:
            row = [int(state[name][node]) for name in fields]
            row[3] = kept.index(row[3]) if row[3] >= 0 else E.NO_NODE
            rows.append(row)
        state["coins"][seat] = 0
        copies: Counter = Counter()

        def lay(villager: Villager, parent: int, pile: int) -> None:
            number = NUMBER[villager.card]
            role = villager.role or villager.card
            rows.append(
                [seat, number, ROLES.index(role) if role in ROLES else -1, parent, len(villager.on_top), pile]
            )
            if villager.side:
                state["founders_food_side"][seat] = villager.side == "food"
            if villager.coins:
                state["coins"][seat, T.COIN_INDEX[number], copies[villager.card]] = villager.coins
            copies[villager.card] += 1
            node = len(rows) - 1
            for top in villager.on_top:
                lay(top, node, pile)

        for pile, text in enumerate(piles):
            lay(read_pile(text), E.NO_NODE, pile)
        for column, name in enumerate(fields):
            state[name] = 0
            state[name][: len(rows)] = [row[column] for row in rows]
        state["num_nodes"] = len(rows)
        for name, sums in recomputed(state).items():
            state[name] = sums
        check_sums(state)
        return self.set()

    def road(self, *cards: str) -> Self:
        """The Road from slot 1: ``"cooper"``, ``"cooper +2"`` with coins, ``"-"`` for a free slot; the rest is free."""
        self.state["road"] = E.NO_CARD
        self.state["road_coins"] = 0
        for slot, text in enumerate(cards):
            card, _, coins = text.partition(" +")
            self.state["road"][slot] = E.NO_CARD if card == "-" else NUMBER[card]
            self.state["road_coins"][slot] = int(coins or 0)
        return self.set()

    def stack(self, number: int, *cards: str) -> Self:
        """Stack 1-6, top card first."""
        self._pile(self.state["stack"][number - 1], self.state["stack_known"][number - 1], cards)
        self.state["stack_count"][number - 1] = len(cards)
        self.state["stack_seen"][number - 1] = max(len(cards) - 1, 0)
        return self.set()

    def only_stacks(self, *numbers: int) -> Self:
        """Empty all stacks but the named ones."""
        for number in set(range(1, 7)) - set(numbers):
            self.stack(number)
        return self

    def reserve(self, *cards: str) -> Self:
        """The Reserve, top card first."""
        self._pile(self.state["reserve"], self.state["reserve_known"], cards)
        return self.set(reserve_count=len(cards), reserve_seen=max(len(cards) - 1, 0))

    @staticmethod
    def _pile(place, known, cards) -> None:
        place[...] = 0
        known[...] = 0
        place[: len(cards)] = [NUMBER[card] for card in reversed(cards)]

    def discard(self, *cards: str) -> Self:
        """The discard pile."""
        self.state["discard"] = 0
        for card in cards:
            self.state["discard"][NUMBER[card]] += 1
        return self.set()

    def basics(self, **left: int) -> Self:
        """Basic villagers left."""
        for card, n in left.items():
            self.state["basics_left"][NUMBER[card]] = n
        return self.set()

    def developments(self, *cards: str) -> Self:
        """The Developments on the table, one of each suit in their order, their tokens with nobody."""
        self.state["development"] = [DEVELOPMENT.NAMES.index(card) for card in cards]
        self.state["token"] = E.NOBODY
        return self.set()

    def tokens(self) -> list[int | None]:
        """Who holds the tokens, by suit."""
        return [None if seat == E.NOBODY else int(seat) for seat in self.state["token"]]

    def events(self, *face_up: str, discarded: tuple[str, ...] = ()) -> Self:
        """Exactly these events lie face-up, these in the discards, the others in their decks."""
        place = self.state["event_place"]
        place[place != EVENT_AT.REMOVED] = EVENT_AT.DECK
        for event in face_up:
            place[EVENT.NAMES.index(event)] = EVENT_AT.FACE_UP
        for event in discarded:
            place[EVENT.NAMES.index(event)] = EVENT_AT.DISCARDED
        for deck in DECK.NAMES:
            self.event_deck(deck)
        return self.set()

    def event_deck(self, deck: str, *top: str) -> Self:
        """A deck with these events on top, first to be drawn first; the others that are in it follow."""
        row = DECK.NAMES.index(deck)
        names = [event for event, card in EVENTS.items() if card["deck"] == deck]
        inside = [
            event for event in names if self.state["event_place"][EVENT.NAMES.index(event)] == EVENT_AT.DECK
        ]
        assert set(top) <= set(inside)
        order = [*top, *(event for event in inside if event not in top)]
        self.state["event_deck"][row] = 0
        self.state["event_deck"][row, : len(order)] = [EVENT.NAMES.index(event) for event in reversed(order)]
        self.state["event_deck_count"][row] = len(order)
        return self.set()

    # --- going to a place in the round ---

    def asking(self, decision: int, seat: int = 0) -> Self:
        """The seat is asked for a decision, in the step of the round that asks for it."""
        step = STEP_OF.get(decision, STEP.NEXT_BUILDER)
        return self.set(decision=decision, current_seat=seat, asked=1, step=step)

    def draft_turn(self, seat: int = 0, drafted: tuple[int, ...] = ()) -> Self:
        """The seat has to draft, as start player; ``drafted``: cards drafted before, by seat."""
        counts = [*drafted, *[0] * (E.MAX_SEATS - len(drafted))]
        return self.asking(D.DRAFT, seat).set(start_player=seat, drafter=seat, drafted=counts)

    def build_turn(self, seat: int = 0, start: int | None = None) -> Self:
        """The engine begins the build turn of a seat."""
        start = seat if start is None else start
        turn = (seat - start) % self.options.num_players
        self.asking(D.BUILD, start).set(start_player=start, turn=turn)
        return self.act("end build")

    def end_of_build(self, start: int = 0) -> Self:
        """The engine ends the Build Phase and goes on to the next decision."""
        last = (start - 1) % self.options.num_players
        turn = self.options.num_players
        self.asking(D.BUILD, last).set(start_player=start, turn=turn)
        return self.act("end build")

    def end_of_draft(self, start: int = 0, draft: str = "draft stack 6") -> Self:
        """The last draft of the phase is taken, and the engine goes on to the next decision."""
        seat = (start - 1) % self.options.num_players
        limits = self.limits()
        limits[seat] -= 1
        self.draft_turn(start, limits)
        self.set(current_seat=seat, drafter=seat)
        return self.act(draft)

    def limits(self) -> list[int]:
        """R3.2: drafting limits by seat, from the Food that lies in sight."""
        food = self.state["symbols"][:, SYMBOL.food]
        return [min(5, 2 + int(food[seat])) for seat in range(self.options.num_players)]

    def second_market(self) -> list[int]:
        """Hold the Second Market; returns what each seat at the table gets."""
        self.set(markets_held=1).only_stacks()
        before = self.state["supply"].copy()
        self.end_of_build()
        assert self.done and self.state["markets_held"] == 2 and not self.state["coins"].any()
        return (self.state["supply"] - before)[: self.batch.table_seats].tolist()

    def first_market(self) -> list[int]:
        """Hold the First Market; returns what each seat at the table gets."""
        self.set(markets_held=0)
        self.stack(1).stack(2)
        before = self.state["supply"].copy()
        self.end_of_build()
        assert self.state["markets_held"] == 1
        return (self.state["supply"] - before)[: self.batch.table_seats].tolist()

    # --- then ---

    def gold(self, seat: int) -> int:
        """Gold in the Supply."""
        return int(self.state["supply"][seat])

    def hand_of(self, seat: int) -> list[str]:
        """Cards in hand, in the order of the card list."""
        return _ids(self.state["hand"][seat])

    def known_in_hand(self, seat: int) -> list[str]:
        """Cards of a hand that all know of."""
        return _ids(self.state["hand_known"][seat])

    def all_know(self, seat: int, *cards: str) -> bool:
        """Are these the cards of a hand that all know of?"""
        return self.known_in_hand(seat) == list(cards)

    def square_of(self, seat: int) -> list[str]:
        """Cards in the Village Square, in order of drafting."""
        return [IDS[card] for card in self.state["square"][seat][: self.state["square_count"][seat]]]

    def piles(self, seat: int) -> list[str]:
        """The piles of a village in words."""
        return [str(pile) for pile in village_of(self.state, seat)]

    def road_cards(self) -> list[str]:
        """The Road in words, as :meth:`road` takes it."""
        words = []
        for card, coins in zip(self.state["road"], self.state["road_coins"], strict=True):
            words.append("-" if card < 0 else IDS[card] + (f" +{coins}" if coins else ""))
        return words

    def stack_cards(self, number: int) -> list[str]:
        """Stack 1-6, top card first."""
        count = int(self.state["stack_count"][number - 1])
        return [IDS[card] for card in self.state["stack"][number - 1][:count][::-1]]

    def stack_sizes(self) -> list[int]:
        """Cards in each stack."""
        return self.state["stack_count"].tolist()

    def reserve_cards(self) -> list[str]:
        """The Reserve, top card first."""
        return [IDS[card] for card in self.state["reserve"][: self.state["reserve_count"]][::-1]]

    def discarded(self) -> list[str]:
        """The discard pile, in the order of the card list."""
        return _ids(self.state["discard"])

    def symbol(self, seat: int, name: str) -> int:
        """Symbols of a village: a suit, ``food``, ``builder``, ``gold_symbol``, ``padlock``."""
        self._refresh()
        return int(self.state["symbols"][seat, SYMBOL.NAMES.index(name)])

    def visible_gold(self, seat: int) -> int:
        """Printed Gold in sight."""
        return int(self.state["visible_gold"][seat])

    def events_in(self, place: int) -> list[str]:
        """Events in a place (``EVENT_AT``)"""
        return [
            event
            for event, where in zip(EVENT.NAMES, self.state["event_place"], strict=True)
            if where == place
        ]

    def face_up(self) -> list[str]:
        """Events face-up that have not begun."""
        return self.events_in(EVENT_AT.FACE_UP)

    def plays(self) -> list[str]:
        """Cards that may be played now."""
        return [text.removeprefix("play ") for text in self.legal() if text.startswith("play ")]

    def draft_limit(self, seat: int) -> int:
        """How many cards a seat may draft this round."""
        return int(self.sees(seat)["seat0.draft_limit"])

    def silver(self, seat: int) -> int:
        """What a village's Silver is worth now."""
        return int(self.sees(0)[f"seat{seat}.silver"])

    def first_market_due(self) -> bool:
        """Will the First Market be held at the end of this round?"""
        return bool(self.sees(0)["first_market_due"])

    def sees(self, seat: int) -> dict[str, np.ndarray]:
        """What a seat observes, by field."""
        self._refresh()
        return self.batch.layout.unflatten(self.batch.observe(0, seat))


def _ids(counts) -> list[str]:
    return [IDS[card] for card in range(len(counts)) for _ in range(int(counts[card]))]


def heard(game: Table, text: str, observer: int | None = None) -> str:
    """An action, named by its text, as a seat hears it."""
    return game.game.explain_action(game.state, game.options, game.batch.catalog.parse(text), observer)


def dealt(num_players: int = 3, seed: int = 1, **options: Any) -> Table:
    """A game as it is dealt."""
    return Table(num_players, seed, **options)


def table(num_players: int = 3, **options: Any) -> Table:
    """A game for 2-5 players with empty hands, at the first draft of seat 0."""
    return Table(num_players, **options).hands().draft_turn(0)


def solo(**options: Any) -> Table:
    """A solo game with an empty hand and no event face-up, at the first draft."""
    game = Table(1, **options).hands().events()
    return game.draft_turn(0)
