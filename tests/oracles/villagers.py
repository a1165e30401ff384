"""A slow, plain reading of the rules of Villagers: base game (2-5 players), solo mode, expansions.

The rules are told as one generator per phase that stops at every decision; nothing is clever.
Rule numbers (R..., D..., B..., S..., 18...) name the rules specification of the game.

READINGS: places where the text leaves something open, and the reading used here (those of the expansions
stand in villagers_expansions.py).
- R3.9 / R12.3: the Square goes to the hand at the moment the limit is reached, so in solo before
  the Countess takes her villager and before the refill.
- R3.5: "all free slots are refilled"; a slot that stayed empty earlier (R3.8) counts as free too.
- R4.3: the coin decision is asked even when no slot is filled (then only "no coin").
- R5.2 / S1: while `arson` is being answered the build turn has begun: build_left shows the limit before
  it is lowered, exchanges_left shows 3.
- R7.3 in solo: a card given back with all stacks and the Reserve empty goes to the discard pile; the
  discards are not reshuffled, because no Reserve card is needed (D25).
- R9.3: a second Tinner may be played although one is active (B3: "tinner always").
- R9.5: Monk may also stand for `founders` (a root), which starts a new pile.
- R9.10: covered Founders of a village without visible Food are turned too (it cannot occur).
- R9.11 in solo: there is one seat, so the marker stays at seat 0.
- R12.1: the Countess card counts only by its Gold symbol (R12.14); it is not a pile of `villages[1]`,
  because it is no villager type (18: V = 54) and can never be chosen.
- R12.7 / S4: with no event of `event_phase` face-up there is no EVENT decision, hence no Jester window,
  even if `it_was_you` still lies there.
- R12.9: "First Market resolved" = markets held is 1 or more; the deck is chosen once per Event Phase.
- R12.10: with deck and discards both empty no event is dealt.
- R12.8: with `none`, or no discards, the Countess gets no card: no new events (beginner: 1).
- D14 `countess_best`: a copy that is not of highest value is not a legal target either; with one
  legal copy left OWN_COPY is not asked.
- S3: in a DEALT_EVENT window any face-up event not begun may be hit by the Jester, the dealt one included.
- S7: two copies with the same coins: the one placed first.
- S7 / R12.20 `betrayer`: the moved card counts as placed now in the Countess village, without coins.
- 18.4: Monk and Apprentice rank equal inside a B5 class; Monks placed in one step count as placed
  bottom to top.
"""

from .story import Question, Story
from .villagers_build import BuildRules
from .villagers_expansions import DRAFT_CARDS, EXPANSIONS, ExpansionRules
from .villagers_solo import COUNTESS, PLAYER, SoloRules
from .villagers_table import BASICS, CARDS, COMPONENTS, ROAD_SLOTS, Printed, Village, Villager, in_card_order

DEFAULTS = {
    "num_players": 2,
    "difficulty": "normal",
    "end_of_draft_rule": "by_player_count",
    "solo_empty_reserve": "reshuffle_discard",
    "solo_event_choices": "player",
    "smuggler_requires_gold": True,
    "placement_mode": "class",
    "expansions": (),
    "bronze_timing": "player_turn_end",
    "bronze_choice": "max",
    "courier_enabled": False,
    "reorder_mode": "sequential",
    "data_overrides": None,
}


class VillagersOracle(BuildRules, SoloRules, ExpansionRules, Story):
    """The whole game; Build Phase, solo mode and expansions are in the modules of those names.

    Attributes:
        resolved: counter of how often an effect of an expansion was carried out, by the keys of
            EXPANSION_EFFECTS of the expansions in play.
    """

    def __init__(self, chance, **options):
        self.options = {**DEFAULTS, **options}
        wanted = self.options["expansions"]
        self.options["expansions"] = [name for name in EXPANSIONS if name in wanted]
        self.printed = Printed(self.options["data_overrides"])
        self.chance = chance
        self.solo = self.options["num_players"] == 1
        self.players = list(range(self.options["num_players"]))
        self.seats = [PLAYER, COUNTESS] if self.solo else self.players
        self._setup()
        self._tell(self._game())

    # ================================================================== results
    def scores(self):
        return list(self.supply)

    def winners(self):
        """R11.1, D11; solo R12.16."""
        if self.solo:
            return [PLAYER] if self.supply[PLAYER] > self.supply[COUNTESS] else [COUNTESS]
        rank = [(self.supply[seat], -len(self.villages[seat].cards())) for seat in self.seats]
        return [seat for seat in self.seats if rank[seat] == max(rank)]

    def public(self):
        """The table with all that is hidden; with expansions also Developments and tokens."""
        table = {
            "round": self.round,
            "start_player": self.start_player,
            "road": list(self.road),
            "road_coins": list(self.road_coins),
            "stacks": [list(stack) for stack in self.stacks],
            "reserve": list(self.reserve),
            "discard": sorted(self.discard),
            "basics": dict(self.basics),
            "supply": list(self.supply),
            "hands": [sorted(hand) for hand in self.hands],
            "squares": [sorted(square) for square in self.squares],
            "villages": [[pile.as_list() for pile in village.piles] for village in self.villages],
            "markets_held": self.markets_held,
            "events": sorted(self.events),
            "event_discards": {deck: sorted(cards) for deck, cards in self.event_discards.items()},
            "jester": self.jester,
            "build_left": self.build_left,
            "exchanges_left": self.exchanges_left,
        }
        if self.options["expansions"]:
            table |= {"developments": list(self.developments), "tokens": list(self.tokens)}
        return table

    # ------------------------------------------------------------------ machinery of decisions
    def _ask(self, seat, name, options):
        """Ask; a decision without a legal answer is skipped (None)."""
        if not options():
            return None
        return (yield Question(seat, name, options))

    def _must_ask(self, seat, name, options):
        """Ask inside a play: B3 promised that it can be completed, so there is an answer."""
        assert options(), f"dead end at {name}"
        return (yield Question(seat, name, options))

    def _ask_with_jester(self, seat, name, options):
        """S3, D29: the Jester is offered beside; then the decision is asked again if it still exists."""
        while options():
            text = yield Question(seat, name, lambda: options() + self._jester_texts())
            if not text.startswith("jester on "):
                return text
            self._spend_jester(text.removeprefix("jester on "))
        return None

    # ================================================================== setup
    def _setup(self):
        """R2, R12.1, R12.2"""
        n = len(self.players)
        self.round, self.markets_held, self.clock = 0, 0, 0
        self.build_left = self.exchanges_left = None
        self.tinner_active = False
        self.road = list(COMPONENTS["starting_road"])
        self.road_coins = [0] * ROAD_SLOTS
        self.basics = {basic: CARDS[basic].copies for basic in BASICS}
        self.discard = []
        self.hands = [[] for _ in self.seats]
        self.squares = [[] for _ in self.seats]
        self.supply = [self.printed.starting_gold for _ in self.seats]
        self.villages = [Village() for _ in self.seats]
        for seat in self.players:
            self.villages[seat].start_pile(self._new_villager("founders", side="gold"))
        self.start_player = 0 if self.solo else self.chance.start_player(n)
        deck = list(self.chance.shuffle("deck", self._deck()))
        size = COMPONENTS["solo"]["stack_size"] if self.solo else 2 * n
        self.stacks = [deck[k * size : (k + 1) * size] for k in range(ROAD_SLOTS)]
        deck = deck[ROAD_SLOTS * size :]
        for seat in self.players:
            self.hands[seat], deck = deck[:5], deck[5:]
        self.reserve = deck
        self._setup_solo()
        self._setup_expansions()

    def _deck(self):
        """R2.5, R2.6, R12.1"""
        deck = []
        for card in self.printed.cards.values():
            if card.category != "villager" or card.min_players > len(self.players):
                continue
            if self.solo and card.suit in COMPONENTS["solo"]["removed_suits"]:
                continue
            if card.set != "base" and not self._is_shuffled_in(card):
                continue
            deck += [card.id] * (card.copies - card.copies_on_starting_road)
        return deck

    def _new_villager(self, card, **details):
        self.clock += 1
        return Villager(card, age=self.clock, printed=self.printed, **details)

    # ================================================================== the game
    def _game(self):
        """R3.1"""
        while self.markets_held < 2:
            yield from self._one_round()

    def _one_round(self):
        self.round += 1
        yield from self._draft_phase()
        yield from self._road_update()
        yield from self._build_phase()
        self._end_of_build()
        if self.solo:
            yield from self._event_phase()
        yield from self._development_phase()
        self._market_phase()

    def _turn_order(self):
        n = len(self.players)
        return [(self.start_player + k) % n for k in range(n)]

    def _seat_at(self, seat, relative):
        return (seat + relative) % len(self.seats)

    # ================================================================== draft
    def _draft_limit(self, seat):
        """R3.2, R16.3; D30: as it is right now."""
        return min(5, 2 + self.villages[seat].food() + self._token_symbols(seat, "food"))

    def _drafts_left(self, seat):
        """R3.2, R12.23, R14.4: what lies in the Square is what counts."""
        return self._draft_limit(seat) - self.limit_cut[seat] - len(self.squares[seat])

    def _draft_phase(self):
        """R3.2, R3.3, R3.8, R3.9: clockwise until all are at their limits or nothing is left."""
        self.limit_cut = [0] * len(self.players)
        for seat in self.players:
            self._note_tokens(seat, "food", self.villages[seat].food())
        if self.solo:
            self.limit_cut[PLAYER] = yield from self._rats_or_arson("rats", "LIMIT_RATS")
        self.drafting = set(self.players)
        seat = self.start_player
        while self.drafting and self._draft_options():
            if seat in self.drafting:
                yield from self._draft_turn(seat)
            seat = (seat + 1) % len(self.players)
        self.drafting = set()
        for seat in self.players:
            self._take_square(seat)

    def _draft_turn(self, seat):
        """R3.3, R14.3: the windows of the Courier, then the turn."""
        yield from self._courier_windows(seat)
        self.drafts_made, self.recruiter_paid = 0, False
        yield from self._rest_of_draft_turn(seat)

    def _rest_of_draft_turn(self, seat):
        """R3.3, R13.5: one draft, or two; cards of the Draft Phase come on top."""
        while seat in self.drafting and self.drafts_made < 1 + self.recruiter_paid:
            text = yield from self._ask_with_jester(seat, "DRAFT", lambda: self._draft_turn_options(seat))
            if text is None:
                break  # D2: nothing left to draft
            card = text.split()[-1]
            if text == "pay recruiter":
                self._pay_recruiter(seat)
            elif card in DRAFT_CARDS:
                self._discard_from_hand(seat, card)
                yield from self._use(seat, card)
                self._finish_at_limit(seat)
            else:
                yield from self._draft_one(seat, text)

    def _draft_one(self, seat, text):
        """R3.4, R3.5, R3.9, R12.3"""
        self._draft(seat, text)
        self.drafts_made += 1
        self._finish_at_limit(seat)
        if self.solo:
            yield from self._countess_takes()
        self._refill(self._next_card_in_draft)

    def _finish_at_limit(self, seat):
        """R3.9, R13.2: also when a card placed by the Benefactor lowered the limit."""
        if self._drafts_left(seat) <= 0:
            self._take_square(seat)
            self.drafting.remove(seat)

    def _draft_turn_options(self, seat):
        """B1, 18.3; D2: with nothing left to draft there is no decision."""
        drafts = self._draft_options()
        return drafts + self._draft_extras(seat) if drafts else []

    def _draft_options(self):
        """R3.4, R3.7"""
        options = [f"draft road {k + 1}" for k in range(ROAD_SLOTS) if self.road[k]]
        options += [f"draft stack {k + 1}" for k in range(ROAD_SLOTS) if self.stacks[k]]
        if not any(self.stacks) and self._reserve_can_give():
            options.append("draft reserve")
        return options

    def _draft(self, seat, text):
        """R3.4, R3.5"""
        source, *number = text.split()[1:]
        if source == "road":
            card, coins = self._take_from_road(int(number[0]) - 1)
            self.supply[seat] += coins
        elif source == "stack":
            card = self.stacks[int(number[0]) - 1].pop(0)
        else:
            card = self._take_from_reserve()
        self.squares[seat].append(card)

    def _take_square(self, seat):
        """R3.9"""
        self.hands[seat] += self.squares[seat]
        self.squares[seat] = []

    def _take_from_road(self, slot):
        card, coins = self.road[slot], self.road_coins[slot]
        self.road[slot], self.road_coins[slot] = None, 0
        return card, coins

    # ------------------------------------------------------------------ sources of cards
    def _reserve_can_give(self):
        """R12.12: in solo the discard pile becomes the new Reserve."""
        return bool(self.reserve or (self._discards_can_return() and self.discard))

    def _discards_can_return(self):
        return self.solo and self.options["solo_empty_reserve"] == "reshuffle_discard"

    def _take_from_reserve(self):
        """R12.12, D25: the caller has made sure that the discards may be reshuffled now."""
        if not self.reserve and self._discards_can_return() and self.discard:
            self.reserve = list(self.chance.shuffle("reserve", in_card_order(self.discard)))
            self.discard = []
        return self.reserve.pop(0) if self.reserve else None

    def _take_from_leftmost_stack(self):
        for stack in self.stacks:
            if stack:
                return stack.pop(0)
        return None

    def _next_card_in_draft(self):
        """R3.5, R3.7"""
        return self._take_from_leftmost_stack() or self._take_from_reserve()

    def _next_card_in_update(self):
        """R4.2, R4.3, D25: Reserve, then stacks, then (solo) the discards."""
        if self.reserve:
            return self._take_from_reserve()
        return self._take_from_leftmost_stack() or self._take_from_reserve()

    def _refill(self, next_card):
        """R3.6: one by one from slot 1 to slot 6; R3.8: slots may stay empty."""
        for slot in range(ROAD_SLOTS):
            if self.road[slot] is None:
                self.road[slot] = next_card()
                self.road_coins[slot] = 0

    # ================================================================== road update
    def _keeps_coined(self):
        """Chapter 0, R4.2, R4.3"""
        rule = self.options["end_of_draft_rule"]
        if self.solo or rule == "keep_coined":
            return True
        return rule == "by_player_count" and len(self.players) == 2

    def _road_update(self):
        """R4.1, R4.3, R4.5"""
        if not self._keeps_coined():
            self._discard_road(lambda coins: coins > 0)
            self._refill(self._next_card_in_update)
            for slot in range(ROAD_SLOTS):
                if self.road[slot]:
                    self.road_coins[slot] += 1
            return
        for seat in reversed(self._turn_order()):
            text = yield from self._ask(seat, "COIN", self._coin_options)
            if text != "no coin":
                self.road_coins[int(text.split()[-1]) - 1] += 1
        self._discard_road(lambda coins: coins == 0)
        self._refill(self._next_card_in_update)

    def _coin_options(self):
        return ["no coin"] + [f"coin on road {k + 1}" for k in range(ROAD_SLOTS) if self.road[k]]

    def _discard_road(self, chosen):
        """R4.2, R4.3, D3: coins on discarded cards return to the Bank."""
        for slot in range(ROAD_SLOTS):
            if self.road[slot] and chosen(self.road_coins[slot]):
                self.discard.append(self._take_from_road(slot)[0])

    # ================================================================== end of build, markets
    def _end_of_build(self):
        """R9.10, R9.11: covered Founders are not concerned, whatever numbers are replaced"""
        for seat in self.players:
            if self.villages[seat].food() == 0:
                for founders in self.villages[seat].copies("founders"):
                    founders.side = founders.side if founders.covered else "food"
        self.start_player = (self.start_player + 1) % len(self.players)

    def _first_market_triggered(self):
        """R10.1, R10.4"""
        return self.markets_held == 0 and not self.stacks[0] and not self.stacks[1]

    def _second_market_triggered(self):
        """R10.2, R10.4"""
        return not any(self.stacks)

    def _market_phase(self):
        """R10.1-R10.4, R12.14"""
        if self._first_market_triggered():
            for seat in self.seats:
                self.supply[seat] += self.villages[seat].printed_gold() + self.villages[seat].coins()
            self.markets_held = 1
        if self._second_market_triggered():
            for seat in self.seats:
                village = self.villages[seat]
                silver = village.silver_total() + self._expansion_silver(seat)
                self.supply[seat] += village.printed_gold() + silver + village.coins()
                for card in village.cards():
                    card.coins = 0
            self.markets_held = 2
