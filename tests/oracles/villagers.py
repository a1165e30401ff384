"""A slow, plain reading of the rules of Villagers: base game (2-5 players) and solo mode.

The rules are told as one generator per phase that stops at every decision; nothing is clever.
Rule numbers (R..., D..., B..., S..., 18...) name the rules specification of the game.

READINGS: places where the text leaves something open, and the reading used here.
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

from .villagers_solo import COUNTESS, PLAYER, SoloRules
from .villagers_table import BASICS, CARDS, COMPONENTS, ROAD_SLOTS, Village, Villager, in_card_order

DEFAULTS = {
    "num_players": 2,
    "difficulty": "normal",
    "end_of_draft_rule": "by_player_count",
    "solo_empty_reserve": "reshuffle_discard",
    "solo_event_choices": "player",
    "smuggler_requires_gold": True,
    "placement_mode": "class",
}
VALUES = {
    "num_players": (1, 2, 3, 4, 5),
    "difficulty": ("beginner", "normal", "hard"),
    "end_of_draft_rule": ("by_player_count", "keep_coined", "discard_coined"),
    "solo_empty_reserve": ("reshuffle_discard", "none"),
    "solo_event_choices": ("player", "countess_best"),
    "smuggler_requires_gold": (True, False),
    "placement_mode": ("class", "slots"),
}


class Question:
    """A decision: who is asked what, and a function that lists the legal answers right now."""

    def __init__(self, seat, name, options):
        self.seat, self.name, self.options = seat, name, options


class VillagersOracle(SoloRules):
    """The whole game; what only the solo mode needs is in villagers_solo.py."""

    def __init__(self, chance, **options):
        for name, value in options.items():
            if value not in VALUES.get(name, ()):
                raise ValueError(f"option {name}={value!r}")
        self.options = {**DEFAULTS, **options}
        self.chance = chance
        self.solo = self.options["num_players"] == 1
        self.players = list(range(self.options["num_players"]))
        self.seats = [PLAYER, COUNTESS] if self.solo else self.players
        self._setup()
        self._run(self._game())

    # ================================================================== interface
    def decision(self):
        return None if self._question is None else (self._question.seat, self._question.name)

    def legal(self):
        return [] if self._question is None else sorted(set(self._question.options()))

    def apply(self, text):
        if text not in self.legal():
            raise ValueError(f"not legal at {self.decision()}: {text!r}")
        self._answer(text)

    def scores(self):
        return list(self.supply)

    def winners(self):
        """R11.1, D11; solo R12.16."""
        if self.solo:
            return [PLAYER] if self.supply[PLAYER] > self.supply[COUNTESS] else [COUNTESS]
        rank = [(self.supply[seat], -len(self.villages[seat].cards())) for seat in self.seats]
        return [seat for seat in self.seats if rank[seat] == max(rank)]

    def public(self):
        return {
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

    # ------------------------------------------------------------------ machinery of decisions
    def _run(self, flow):
        """Make `flow` the story that is being played and go to its first decision."""
        self._flow = flow
        self._answer(None)

    def _answer(self, text):
        try:
            self._question = self._flow.send(text)
        except StopIteration:
            self._question = None

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
        self.supply = [COMPONENTS["setup"]["starting_gold"] for _ in self.seats]
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

    def _deck(self):
        """R2.5, R2.6, R12.1"""
        deck = []
        for card in CARDS.values():
            if card.category != "villager" or card.min_players > len(self.players):
                continue
            if self.solo and card.suit in COMPONENTS["solo"]["removed_suits"]:
                continue
            deck += [card.id] * (card.copies - card.copies_on_starting_road)
        return deck

    def _new_villager(self, card, **details):
        self.clock += 1
        return Villager(card, age=self.clock, **details)

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
        self._market_phase()

    def _turn_order(self):
        n = len(self.players)
        return [(self.start_player + k) % n for k in range(n)]

    def _seat_at(self, seat, relative):
        return (seat + relative) % len(self.seats)

    # ================================================================== draft
    def _draft_limit(self, seat):
        """R3.2"""
        return min(5, 2 + self.villages[seat].food())

    def _draft_phase(self):
        """R3.3, R3.8, R3.9"""
        limit = {seat: self._draft_limit(seat) for seat in self.players}
        if self.solo:
            limit[PLAYER] -= yield from self._rats_or_arson("rats", "LIMIT_RATS")
        drafted = {seat: 0 for seat in self.players}
        while any(drafted[seat] < limit[seat] for seat in self.players) and self._draft_options():
            for seat in self._turn_order():
                if drafted[seat] == limit[seat]:
                    continue
                text = yield from self._ask_with_jester(seat, "DRAFT", self._draft_options)
                if text is None:
                    break  # D2: nothing left to draft
                self._draft(seat, text)
                drafted[seat] += 1
                if drafted[seat] == limit[seat]:
                    self._take_square(seat)
                if self.solo:
                    yield from self._countess_takes()
                self._refill(self._next_card_in_draft)
        for seat in self.players:
            self._take_square(seat)

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
        """R4.1"""
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

    # ================================================================== build
    def _build_phase(self):
        """R5.1"""
        for seat in self._turn_order():
            yield from self._build_turn(seat)

    def _build_turn(self, seat):
        """R5.2, R5.3"""
        self.build_left = min(5, 2 + self.villages[seat].builders())
        self.exchanges_left = COMPONENTS["setup"]["basic_exchanges_per_build_phase"]
        self.tinner_active = False
        if self.solo:
            self.build_left -= yield from self._rats_or_arson("arson", "LIMIT_ARSON")
        while True:
            text = yield from self._ask_with_jester(seat, "BUILD", lambda: self._build_options(seat))
            if text == "end build":
                break
            card = text.split()[-1]
            if text.startswith("play "):
                yield from self._play(seat, card)
            else:
                yield from self._exchange(seat, card)
        self.build_left = self.exchanges_left = None
        self.tinner_active = False

    def _build_options(self, seat):
        """B3"""
        options = ["end build"]
        options += [f"play {card}" for card in set(self.hands[seat]) if self._can_play(seat, card)]
        if self.exchanges_left > 0 and self.hands[seat]:
            options += [f"take basic {basic}" for basic in BASICS if self.basics[basic]]
        return options

    # ------------------------------------------------------------------ basic villagers
    def _exchange(self, seat, basic):
        """R7.1-R7.4, R12.20 serfdom"""
        self.exchanges_left -= 1
        self.basics[basic] -= 1
        text = yield from self._must_ask(
            seat, "GIVE_CARD", lambda: [f"give {card}" for card in set(self.hands[seat])]
        )
        card = text.split()[-1]
        self.hands[seat].remove(card)
        if "serfdom" in self.events:
            self.events_begun.add("serfdom")  # D29: applied
            self._give_to_countess(card)
        else:
            where = yield from self._must_ask(seat, "GIVE_PILE", self._return_options)
            self._return_card(card, where)
        self.villages[seat].start_pile(self._new_villager(basic))

    def _return_options(self):
        return [f"put on stack {k + 1}" for k in range(ROAD_SLOTS) if self.stacks[k]] or ["put on reserve"]

    def _return_card(self, card, where):
        """R7.1, R7.3, D20"""
        if where != "put on reserve":
            self.stacks[int(where.split()[-1]) - 1].insert(0, card)
        elif self.reserve:
            self.reserve.insert(0, card)
        else:
            self.discard.append(card)

    # ------------------------------------------------------------------ can it be played?
    def _can_play(self, seat, card):
        """B3: a full legal completion exists."""
        if card == "tinner":
            return True
        if card == "monk":
            return False  # only together with the villager above it (R9.5)
        if card == "smuggler":
            wanted = self.options["smuggler_requires_gold"]
            return self._can_unlock(seat, CARDS[card]) and bool(self._smuggler_options(seat) or not wanted)
        if card == "apprentice":
            return any(self._swap_targets(seat, owner) for owner in self.seats)
        return self._can_place(seat, CARDS[card])

    def _can_place(self, seat, card_type):
        """R6.1, R6.4, R8.1: one action, a position, and the padlock can be opened."""
        return (
            self.build_left >= 1
            and self._position_exists(
                seat, card_type.predecessor, self.hands[seat].count("monk"), self.build_left - 1
            )
            and self._can_unlock(seat, card_type)
        )

    def _position_exists(self, seat, predecessor, monks, actions):
        """A card with this predecessor can be put down with so many Monks and further actions."""
        if predecessor is None:
            return True
        if self.villages[seat].free_positions(predecessor):
            return True
        return self._monk_fits(seat, predecessor, monks, actions)

    def _monk_fits(self, seat, role, monks, actions):
        """R9.5a-c: a Monk from the hand can take this role and can itself be put down."""
        if monks < 1 or actions < 1:
            return False
        if CARDS[role].starts_pile:
            return True
        return self._position_exists(seat, CARDS[role].predecessor, monks - 1, actions - 1)

    # ------------------------------------------------------------------ playing a card
    def _play(self, seat, card):
        """R5.3, R9"""
        self.hands[seat].remove(card)
        if card == "tinner":
            self.tinner_active = True
            self.discard.append(card)
        elif card == "smuggler":
            yield from self._play_smuggler(seat)
            self.discard.append(card)
        elif card == "apprentice":
            yield from self._play_apprentice(seat)
        else:
            yield from self._place(seat, self._new_villager(card))

    def _place(self, seat, villager):
        """R6.1: position, then padlock (R8.4: the unlocker lies there before), then the card lies down."""
        self.build_left -= 1
        base, monk_roles = yield from self._choose_position(seat, villager.type.predecessor)
        yield from self._unlock(seat, villager.type)
        village = self.villages[seat]
        for role in monk_roles:
            monk = self._new_villager("monk", role=role)
            base = village.start_pile(monk) if base is None else village.put_on(base, monk)
        self.clock += 1
        villager.age = self.clock
        if base is None:
            village.start_pile(villager)
        else:
            village.put_on(base, villager)

    def _choose_position(self, seat, predecessor):
        """B5: returns the card to build on (None: a new pile) and the roles of the Monks, bottom first."""
        monk_roles = []
        while predecessor is not None:
            text = yield from self._must_ask(
                seat, "PLACE", lambda wanted=predecessor: self._place_options(seat, wanted)
            )
            if text != "place on a monk":
                return self._chosen_position(seat, predecessor, text), monk_roles
            self.hands[seat].remove("monk")
            self.build_left -= 1
            monk_roles.insert(0, predecessor)
            predecessor = CARDS[predecessor].predecessor
        return None, monk_roles

    def _place_options(self, seat, predecessor):
        village = self.villages[seat]
        positions = village.free_positions(predecessor)
        if self.options["placement_mode"] == "slots":
            options = {f"place in pile {village.pile_index(card) + 1}" for card in positions}
        else:
            options = {"place beside" if card.covered else "place on" for card in positions}
        if self._monk_fits(seat, predecessor, self.hands[seat].count("monk"), self.build_left):
            options.add("place on a monk")
        return list(options)

    def _chosen_position(self, seat, predecessor, text):
        """18.4: inside a class the best position; in slots mode inside the pile."""
        village = self.villages[seat]
        positions = village.free_positions(predecessor)
        if text.startswith("place in pile "):
            pile = int(text.split()[-1]) - 1
            return next(card for card in positions if village.pile_index(card) == pile)
        return next(card for card in positions if card.covered == (text == "place beside"))

    # ------------------------------------------------------------------ padlocks
    def _bank_price(self):
        """R8.2; R12.20 countess_bank"""
        return 3 if "countess_bank" in self.events else 2

    def _unlock_options(self, seat, unlocker):
        """R8.2-R8.4, R9.3, R12.6"""
        options = ["unlock free"] if self.tinner_active else []
        in_play = False
        for relative in range(len(self.seats)):
            copies = self.villages[self._seat_at(seat, relative)].copies(unlocker)
            in_play = in_play or bool(copies)
            if relative == 0 or self.supply[seat] >= 2:
                options += [f"unlock at seat {relative} copy {k + 1}" for k in range(len(copies))]
        if not in_play and self.supply[seat] >= self._bank_price():
            options.append("unlock at bank")
        return options

    def _can_unlock(self, seat, card_type):
        return card_type.padlock is None or bool(self._unlock_options(seat, card_type.padlock))

    def _unlock(self, seat, card_type):
        """R8.1, R8.2"""
        unlocker = card_type.padlock
        if unlocker is None:
            return
        text = yield from self._must_ask(seat, "UNLOCK", lambda: self._unlock_options(seat, unlocker))
        if text == "unlock free":
            return
        if text == "unlock at bank":
            self.supply[seat] -= self._bank_price()
            if "countess_bank" in self.events:
                self.events_begun.add("countess_bank")  # D29: applied
            return
        words = text.split()
        owner = self._seat_at(seat, int(words[3]))
        if owner != seat:
            self.supply[seat] -= 2
        self.villages[owner].copies(unlocker)[int(words[5]) - 1].coins += 2

    # ------------------------------------------------------------------ Smuggler
    def _smuggler_options(self, seat):
        """R9.4"""
        return [f"choose own {card.id}" for card in self.villages[seat].visible() if card.gold_symbols]

    def _play_smuggler(self, seat):
        """R9.4, D9: half of the printed Gold, rounded up."""
        yield from self._unlock(seat, CARDS["smuggler"])
        text = yield from self._ask(seat, "SMUGGLE", lambda: self._smuggler_options(seat))
        if text is not None:
            target = next(card for card in self.villages[seat].visible() if card.id == text.split()[-1])
            self.supply[seat] += (target.gold + 1) // 2

    # ------------------------------------------------------------------ Apprentice
    def _swap_targets(self, seat, owner):
        """R9.6, R9.9, R9.2: covered villagers of this village that may be taken; 18.4: of each type
        the copy in the lowest pile (slots mode: of each type and pile), there the one placed first."""
        village = self.villages[owner]
        found = [
            card
            for card in village.cards()
            if card.covered and not card.is_stand_in and (owner == seat or not card.type.is_founders)
        ]
        found.sort(key=lambda card: (village.pile_index(card), card.age))
        by_pile = self.options["placement_mode"] == "slots"
        first = {}
        for card in found:
            first.setdefault((card.id, village.pile_index(card) if by_pile else None), card)
        return [card for card in first.values() if self._swap_is_legal(seat, village, card)]

    def _swap_is_legal(self, seat, village, target):
        """R9.6: the swap is made first, then the villager must find a place and be unlocked."""
        stand_in = Villager("apprentice", role=target.id)
        village.swap(target, stand_in)
        legal = self._can_place(seat, target.type)
        village.swap(stand_in, target)
        return legal

    def _play_apprentice(self, seat):
        """R9.6, B8"""
        text = yield from self._must_ask(
            seat,
            "SWAP_SEAT",
            lambda: [
                f"village of seat {relative}"
                for relative in range(len(self.seats))
                if self._swap_targets(seat, self._seat_at(seat, relative))
            ],
        )
        owner = self._seat_at(seat, int(text.split()[-1]))
        village = self.villages[owner]
        text = yield from self._must_ask(
            seat,
            "SWAP_TARGET",
            lambda: [f"choose their {card.id}" for card in self._swap_targets(seat, owner)],
        )
        targets = [card for card in self._swap_targets(seat, owner) if card.id == text.split()[-1]]
        if self.options["placement_mode"] == "slots":
            text = yield from self._must_ask(
                seat,
                "SWAP_PILE",
                lambda: [f"place in pile {village.pile_index(card) + 1}" for card in targets],
            )
            targets = [card for card in targets if village.pile_index(card) == int(text.split()[-1]) - 1]
        (target,) = targets
        side = None
        if target.type.is_founders:
            side = yield from self._must_ask(seat, "FOUNDERS_SIDE", lambda: ["gold side up", "food side up"])
        village.swap(target, self._new_villager("apprentice", role=target.id))
        if side is not None:
            target.side = side.split()[0]
        yield from self._place(seat, target)

    # ================================================================== end of build, markets
    def _end_of_build(self):
        """R9.10, R9.11"""
        for seat in self.players:
            if self.villages[seat].food() == 0:
                for founders in self.villages[seat].copies("founders"):
                    founders.side = "food"
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
                self.supply[seat] += village.printed_gold() + village.silver_total() + village.coins()
                for card in village.cards():
                    card.coins = 0
            self.markets_held = 2
