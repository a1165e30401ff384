"""Positions of Villagers played by the oracle."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import numpy as np

from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.enums import (
    DECK,
    DEVELOPMENT,
    DRAFT_TURN,
    EVENT,
    EVENT_AT,
    SUIT,
    SYMBOL,
    D,
)
from tests.oracles.villagers import DEFAULTS, VillagersOracle
from tests.oracles.villagers_table import BASICS, EVENTS, Village, Villager
from tests.playing import EngineChance
from tests.sides import OracleSide
from tests.villagers.positions import IDS, NUMBER, ROLES, STAND_INS, Table, check_piles

NODE = ("node_seat", "node_card", "node_role", "node_parent", "node_children", "node_pile")
BUILDING = {"LIMIT_ARSON", *D.NAMES[D.BUILD : D.FOUNDERS_SIDE + 1]}


class Chance(EngineChance):
    """The engine's luck, with the start player by a name of his own."""

    def start_player(self, n: int) -> int:
        return self.below("start", n)


def cards_of(counts) -> list[str]:
    """A list of cards from how many there are of each."""
    return [IDS[card] for card in np.repeat(np.arange(len(counts)), counts).tolist()]


def counts_of(cards) -> np.ndarray:
    """The inverse of :func:`cards_of`."""
    return np.bincount([NUMBER[card] for card in cards], minlength=len(IDS))


def top_first(pile, count) -> list[str]:
    """A pile of the state, as the oracle has it."""
    return [IDS[card] for card in pile[:count][::-1]]


class OracleTable(OracleSide, Table):
    """The oracle knows all that lies on the table, but not who has seen what."""

    known = (
        "round_number", "start_player", "turn", "drafter", "markets_held", "drafted", "draft_penalty", "build_left",
        "exchanges_left", "tinner_active", "road", "road_coins", "stack_count", "stack", "reserve_count", "reserve",
        "discard", "basics_left", "supply", "hand", "hand_size", "hand_suits", "square_count", "square", "num_nodes",
        *NODE, "founders_food_side", "coins", "village_size", "symbols", "visible_gold", "jester", "event_place",
        "event_deck_count", "event_deck", "boxed", "pending_monks", "development", "token", "draft_turn",
    )  # fmt: skip
    entered = ("DRAFT", "LIMIT_RATS", "COIN", "BUILD", "EVENT")
    chance_class = Chance

    def check(self) -> None:
        """The piles are such as the rules allow; sums over them and what is known, only the engine keeps."""
        check_piles(self.state)

    def new_oracle(self, chance):
        values = {name: getattr(self.options, name) for name in DEFAULTS}
        values["data_overrides"] = json.loads(values["data_overrides"] or "null")
        return VillagersOracle(chance, **values)

    def story(self, oracle: VillagersOracle) -> Iterator:
        """The rest of the phase from here, of the round, of the game."""
        seat, turn = self.seat, self.number("turn")
        if self.decision in ("DRAFT", "LIMIT_RATS"):
            yield from (oracle._draft_phase() if self.decision == "LIMIT_RATS" else self._draft_on(oracle))
            yield from oracle._road_update()
            yield from oracle._one_round_from_build()
        elif self.decision == "COIN":
            yield from oracle._lay_coins([*reversed(oracle._turn_order())][max(0, turn - 1) :])
            yield from oracle._one_round_from_build()
        elif self.decision == "BUILD":
            yield from oracle._rest_of_build_turn(seat)
            yield from oracle._build_turns(oracle._turn_order()[turn:])
            yield from oracle._after_build()
        else:
            yield from oracle._resolve_events()
            yield from oracle._after_events()
        yield from oracle._game()

    def _draft_on(self, oracle) -> Iterator:
        """The rest of the Draft Phase: the seat's turn has begun, where it still drafts (R14.3)."""
        seat = self.seat
        if seat in oracle.drafting and oracle._draft_options():
            yield from oracle._rest_of_draft_turn(seat)
            seat = (seat + 1) % len(oracle.players)
        yield from oracle._draft_turns(seat)

    def build_turn(self, seat: int = 0, start: int | None = None):
        """The build turn of a seat begins."""
        start = seat if start is None else start
        turn = (seat - start) % self.options.num_players
        self.asking(D.BUILD, seat).set(start_player=start, turn=turn)

        def story(oracle):
            yield from oracle._build_turns(oracle._turn_order()[turn:])
            yield from oracle._after_build()
            yield from oracle._game()

        self.begin(story)
        self.check()
        return self

    # --- from the state ---

    def load(self, oracle: VillagersOracle) -> None:
        state = self.state
        oracle.round, oracle.start_player = self.number("round_number"), self.number("start_player")
        oracle.markets_held = self.number("markets_held")
        oracle.road = [IDS[card] if card >= 0 else None for card in state["road"].tolist()]
        oracle.road_coins = state["road_coins"].tolist()
        oracle.stacks = list(map(top_first, state["stack"], state["stack_count"]))
        oracle.reserve = top_first(state["reserve"], state["reserve_count"])
        oracle.discard = cards_of(state["discard"])
        oracle.basics = {card: int(state["basics_left"][NUMBER[card]]) for card in BASICS}
        for seat in oracle.seats:
            oracle.supply[seat] = self.number("supply", seat)
        for seat in oracle.players:
            oracle.hands[seat], oracle.squares[seat] = cards_of(state["hand"][seat]), self.square_of(seat)
        told = self._nodes(oracle), self._coins(oracle).tolist(), self._food_sides(oracle)
        if told != (self._state_nodes(), state["coins"].tolist(), state["founders_food_side"].tolist()):
            self._load_villages(oracle)
        if self.decision in BUILDING:
            oracle.build_left, oracle.exchanges_left = (
                self.number("build_left"),
                self.number("exchanges_left"),
            )
            oracle.tinner_active = bool(state["tinner_active"])
        self._load_draft(oracle)
        if oracle.solo:
            self._load_events(oracle)
        if "developments" in self.options.expansions:
            oracle.developments = [DEVELOPMENT.NAMES[card] for card in state["development"].tolist()]
            oracle.tokens = self.tokens()
        oracle.box = cards_of(state["boxed"])

    def _load_draft(self, oracle) -> None:
        """A card drafted that lies in no Square any more lowers the limit like an event."""
        gone = self.state["drafted"] - self.state["square_count"] + self.state["draft_penalty"]
        oracle.limit_cut = gone[: len(oracle.players)].tolist()
        oracle.drafting = {seat for seat in oracle.players if oracle._drafts_left(seat) > 0}
        turn = self.number("draft_turn")
        oracle.drafts_made = int(turn == DRAFT_TURN.SECOND)
        oracle.recruiter_paid = turn in (DRAFT_TURN.PAID, DRAFT_TURN.SECOND)

    def _load_villages(self, oracle) -> None:
        state = self.state
        count = self.number("num_nodes")
        placed, copies = [], Counter()
        for seat in oracle.seats:
            old = oracle.villages[seat]
            oracle.villages[seat] = Village(old.countess_gold, old.countess_gold_symbols)
        for node in range(count):
            seat, card = int(state["node_seat"][node]), IDS[state["node_card"][node]]
            role = ROLES[state["node_role"][node]] if card in STAND_INS else None
            side = ("gold", "food")[state["founders_food_side"][seat]] if card == "founders" else None
            row, coins = T.COIN_INDEX[NUMBER[card]], 0
            if row >= 0:
                coins = int(state["coins"][seat, row, copies[seat, card]])
            copies[seat, card] += 1
            placed.append(
                Villager(card, age=node + 1, role=role, side=side, coins=coins, printed=oracle.printed)
            )
        parents = state["node_parent"][:count].tolist()
        for node, parent in enumerate(parents):  # an Apprentice is placed behind the cards that it carries
            if parent >= 0:
                oracle.villages[int(state["node_seat"][node])].put_on(placed[parent], placed[node])
        bottoms = [node for node in range(count) if parents[node] < 0]
        for node in sorted(bottoms, key=lambda node: state["node_pile"][node]):
            oracle.villages[int(state["node_seat"][node])].start_pile(placed[node])
        oracle.clock = count

    def _load_events(self, oracle) -> None:
        state = self.state
        oracle.jester = bool(state["jester"])
        oracle.events = [*self.events_in(EVENT_AT.FACE_UP), *(begun := self.events_in(EVENT_AT.BEGUN))]
        oracle.events_begun = set(begun)
        discarded = self.events_in(EVENT_AT.DISCARDED)
        for row, deck in enumerate(DECK.NAMES):
            order = state["event_deck"][row][: state["event_deck_count"][row]][::-1]
            oracle.event_decks[deck] = [EVENT.NAMES[event] for event in order]
            oracle.event_discards[deck] = [event for event in discarded if EVENTS[event]["deck"] == deck]

    # --- into the state ---

    def write(self, oracle: VillagersOracle) -> None:
        state = self.state
        state["round_number"], state["start_player"] = oracle.round, oracle.start_player
        state["markets_held"], state["draft_penalty"] = oracle.markets_held, 0
        state["road"] = [E.NO_CARD if card is None else NUMBER[card] for card in oracle.road]
        state["road_coins"] = oracle.road_coins
        state["stack"] = state["reserve"] = state["square"] = 0
        for number, stack in enumerate(oracle.stacks):
            state["stack"][number, : len(stack)] = [NUMBER[card] for card in reversed(stack)]
        state["stack_count"] = [len(stack) for stack in oracle.stacks]
        state["reserve"][: len(oracle.reserve)] = [NUMBER[card] for card in reversed(oracle.reserve)]
        state["reserve_count"], state["discard"] = len(oracle.reserve), counts_of(oracle.discard)
        for card in BASICS:
            state["basics_left"][NUMBER[card]] = oracle.basics[card]
        state["build_left"], state["exchanges_left"] = oracle.build_left or 0, oracle.exchanges_left or 0
        state["tinner_active"] = oracle.tinner_active
        for seat in oracle.seats:
            state["supply"][seat] = oracle.supply[seat]
            self._write_village(seat, oracle.villages[seat])
        for seat in oracle.players:
            self._write_cards(oracle, seat)
        rows = self._nodes(oracle)
        state["num_nodes"], state["coins"] = len(rows), self._coins(oracle)
        state["founders_food_side"] = self._food_sides(oracle)
        for column, name in enumerate(NODE):
            state[name] = 0
            state[name][: len(rows)] = [row[column] for row in rows]
        self._write_turn(oracle)
        state["boxed"] = counts_of(oracle.box)
        if "developments" in self.options.expansions:
            state["development"] = [DEVELOPMENT.NAMES.index(card) for card in oracle.developments]
            state["token"] = [E.NOBODY if seat is None else seat for seat in oracle.tokens]
        if oracle.solo:
            self._write_events(oracle)

    def _write_turn(self, oracle) -> None:
        """Whose turn of the phase it is, by the decision."""
        state = self.state
        if self.decision in BUILDING:
            state["turn"] = (self.seat - oracle.start_player) % len(oracle.players) + 1
        elif self.decision == "COIN":
            state["turn"] = (oracle.start_player - 1 - self.seat) % len(oracle.players) + 1
        elif self.decision == "DRAFT":
            state["drafter"] = self.seat
            paid = DRAFT_TURN.SECOND if oracle.drafts_made else DRAFT_TURN.PAID
            state["draft_turn"] = paid if oracle.recruiter_paid else DRAFT_TURN.OPEN

    def _write_cards(self, oracle, seat: int) -> None:
        state, square = self.state, oracle.squares[seat]
        state["hand"][seat], state["hand_size"][seat] = counts_of(oracle.hands[seat]), len(oracle.hands[seat])
        backs = np.asarray(T.SUIT_OF)[[NUMBER[card] for card in oracle.hands[seat]]]
        state["hand_suits"][seat] = np.bincount(backs, minlength=SUIT.COUNT)
        state["square"][seat, : len(square)] = [NUMBER[card] for card in square]
        state["square_count"][seat] = len(square)
        drafting = seat in oracle.drafting
        state["drafted"][seat] = len(square) + oracle.limit_cut[seat] if drafting else E.LIMIT_CAP

    def _write_village(self, seat: int, village: Village) -> None:
        state, symbols = self.state, {suit: village.suit_symbols(suit) for suit in SUIT.NAMES}
        symbols |= {"food": village.food(), "builder": village.builders(), "padlock": village.padlocks()}
        symbols["gold_symbol"] = village.gold_symbols()
        state["symbols"][seat] = [symbols[name] for name in SYMBOL.NAMES]
        state["visible_gold"][seat], state["village_size"][seat] = (
            village.printed_gold(),
            len(village.cards()),
        )

    def _write_events(self, oracle) -> None:
        state = self.state
        state["jester"], state["event_place"] = oracle.jester, EVENT_AT.REMOVED
        places = dict.fromkeys(oracle.events, EVENT_AT.FACE_UP)
        places |= dict.fromkeys(oracle.events_begun, EVENT_AT.BEGUN)
        for row, deck in enumerate(DECK.NAMES):
            order = [EVENT.NAMES.index(event) for event in reversed(oracle.event_decks[deck])]
            state["event_deck"][row, : len(order)], state["event_deck_count"][row] = order, len(order)
            places |= dict.fromkeys(oracle.event_decks[deck], EVENT_AT.DECK)
            places |= dict.fromkeys(oracle.event_discards[deck], EVENT_AT.DISCARDED)
        for event, place in places.items():
            state["event_place"][EVENT.NAMES.index(event)] = place

    # --- villages, as the state has them ---

    def _state_nodes(self) -> list[tuple[int, ...]]:
        count = self.number("num_nodes")
        return list(zip(*(self.state[name][:count].tolist() for name in NODE), strict=True))

    @staticmethod
    def _nodes(oracle) -> list[tuple[int, ...]]:
        """All villagers in the order of placement."""
        cards = [(card, seat) for seat in oracle.seats for card in oracle.villages[seat].cards()]
        cards.sort(key=lambda one: one[0].age)
        node = {id(card): number for number, (card, _) in enumerate(cards)}
        return [
            (
                seat,
                NUMBER[card.id],
                ROLES.index(card.role) if card.role in ROLES else E.NO_ROLE,
                E.NO_NODE if card.below is None else node[id(card.below)],
                len(card.children),
                oracle.villages[seat].pile_index(card),
            )
            for card, seat in cards
        ]

    def _food_sides(self, oracle) -> list[bool]:
        found = [
            any(card.side == "food" for card in village.copies("founders")) for village in oracle.villages
        ]
        return found + [False] * (E.MAX_SEATS - len(found))

    def _coins(self, oracle) -> np.ndarray:
        coins = np.zeros_like(self.state["coins"])
        for seat in oracle.seats:
            village = oracle.villages[seat]
            for card in {card.id for card in village.cards() if T.COIN_INDEX[NUMBER[card.id]] >= 0}:
                lying = [one.coins for one in village.copies(card)]
                coins[seat, T.COIN_INDEX[NUMBER[card]], : len(lying)] = lying
        return coins

    # --- then ---

    def all_know(self, seat, *cards):
        """What seats know of each other, only the engine keeps."""
        return True

    def draft_limit(self, seat):
        self._refresh()
        return self.oracle._draft_limit(seat) - self.oracle.limit_cut[seat]

    def silver(self, seat):
        self._refresh()
        return self.oracle.villages[seat].silver_total()

    def first_market_due(self):
        self._refresh()
        return self.oracle._first_market_triggered()
