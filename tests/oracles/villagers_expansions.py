"""The four expansions of the Villagers oracle: Saints, Scoundrels, Profiteers, Developments (chapters 13-16).

READINGS: places where the text leaves something open, and the reading used here.
- R3.8 / D2: with nothing left to draft the phase ends at once, also for a player who could still play a card
  of the Draft Phase (so after a Barbarian that finds Reserve and stacks empty).
- R3.9 / R14.4: what counts against the limit is the number of cards in the Square. Somebody who has reached
  the limit has an empty Square and stays out for this phase; Flaker finds nothing there.
- R7.1 / D12: a basic villager that Schemer brought to a hand is a hand card like any other: it can be given
  away in an exchange (and then be drafted, discarded, found by Prophet), taken by Noble, placed by Benefactor.
  Placing it in the Build Phase costs 1 build action (D12), although its card says that basics cost none (R7.2).
- R13.2: cards may be placed on Monks and Apprentices that lie in the village already.
- R13.2 / R13.5: a limit that falls to the size of the Square ends the turn, also with a paid draft open.
- R13.3: in a turn with two drafts Prophet is one of them; Recruiter cannot be paid after Prophet.
- R13.4: what was looked at stays on top; with one card looked at there is nothing to put in order.
- R13.5: "at least 2 drafts left" is measured by the limit, not by the cards that could be drafted.
- R13.6: a copy that is covered would count too ("holds"), though no Silver villager can be covered.
- R14.3: the refill follows R3.5 and R3.7, so it comes from the Reserve once all stacks are empty. Holders who
  have finished drafting keep their window. The window comes once per draft turn, so again in each turn that
  a Flaker made necessary.
- R14.6: of two visible copies in one pile the one placed first is taken, with placement mode slots too.
- R14.8: the Thief goes to the discard pile, like the Sheriff.
- R15.2: with `bronze_choice` player one of the visible symbols has to be named, even if it is worth 0; which
  Silver villager the alchemist halves is never asked (D19).
- R15.4: the build turn has begun when the first Freelancer is asked for: build_left shows the limit with what
  is paid so far, exchanges_left 3. During THIEF, and BRONZE at the end of the turn, it still shows what is left.
- R16.2: each winner takes all own rewards before the next one in turn order.
- R16.5 `church`: Founders and basics count (R1.7). `inn`: hands only, the Squares are empty then.
- `resolved` counts an effect when it is carried out: a Bronze villager, Nun and Wholesaler when they score
  more than 0; tokens when won, each time; their Builder or Food when the limit is really higher by it.
"""

from collections import Counter

from .villagers_table import BASICS, CARDS, DEVELOPMENT_SUITS, DEVELOPMENTS, ROAD_SLOTS, in_card_order

EXPANSIONS = ("saints", "scoundrels", "profiteers", "developments")
DRAFT_CARDS = ("benefactor", "prophet", "barbarian", "flaker", "courier")
BUILD_CARDS = ("pigeoneer", "noble", "schemer", "sheriff")

EXPANSION_EFFECTS = {
    "saints": ("benefactor", "nun", "pigeoneer", "prophet", "recruiter"),
    "scoundrels": tuple(
        "barbarian courier flaker:own flaker:other noble schemer:own schemer:other "
        "schemer:stand_in_returns sheriff:own sheriff:other thief".split()
    ),
    "profiteers": tuple(
        "alchemist arkwright captain carter freelancer:own freelancer:other wholesaler".split()
    ),
    "developments": tuple(
        "church church:card inn tavern tavern:basic town_hall bank guildhall lighthouse "
        "marketplace gold_mine ox_crane ox_crane:builder sawmill sawmill:builder windmill "
        "windmill:food".split()
    ),
}


class SaintsRules:
    """Chapter 13."""

    def _setup_saints(self):
        """R13.1"""
        self._deal_one_each("saints", [card.id for card in CARDS.values() if card.set == "saints"])

    # ------------------------------------------------------------------ Benefactor
    def _benefactor_cards(self, seat):
        """R13.2: non-Special, with a position and a way to unlock; no Monks (see _monks_at_hand)."""
        found = []
        for card in set(self.hands[seat]):
            card_type = CARDS[card]
            placeable = card_type.starts_pile or self.villages[seat].free_positions(card_type.predecessor)
            if not card_type.is_special and placeable and self._can_unlock(seat, card_type):
                found.append(card)
        return found

    def _can_use_benefactor(self, seat):
        return bool(self._benefactor_cards(seat))

    def _use_benefactor(self, seat):
        """R13.2, D30"""
        text = yield from self._must_ask(
            seat, "BENEFACTOR", lambda: [f"play {card}" for card in self._benefactor_cards(seat)]
        )
        card = text.split()[-1]
        self.hands[seat].remove(card)
        yield from self._lay_down(seat, self._new_villager(card))
        self._note("benefactor")

    # ------------------------------------------------------------------ Prophet
    def _can_use_prophet(self, seat):
        return any(self.stacks)

    def _use_prophet(self, seat):
        """R13.3: the draft of this turn."""
        text = yield from self._must_ask(
            seat,
            "PROPHET_STACK",
            lambda: [f"prophet looks at stack {k + 1}" for k in range(ROAD_SLOTS) if self.stacks[k]],
        )
        stack = self.stacks[int(text.split()[-1]) - 1]
        text = yield from self._must_ask(
            seat, "PROPHET_CARD", lambda: [f"prophet drafts {card}" for card in stack]
        )
        stack.remove(text.split()[-1])
        self.squares[seat].append(text.split()[-1])
        self.drafts_made += 1
        stack[:] = yield from self._put_in_order(seat, "PROPHET_ORDER", stack, "next from top")
        self._note("prophet")

    def _put_in_order(self, seat, name, things, words):
        """Options reorder_mode: from the top down; the last one falls into place by itself."""
        left, ordered = list(things), []
        while self.options["reorder_mode"] == "sequential" and len(left) >= 2:
            text = yield from self._must_ask(seat, name, lambda: [f"{words} {thing}" for thing in left])
            chosen = next(thing for thing in left if f"{words} {thing}" == text)
            left.remove(chosen)
            ordered.append(chosen)
        return ordered + left

    # ------------------------------------------------------------------ Pigeoneer
    def _can_use_pigeoneer(self, seat):
        return bool(self.reserve)

    def _use_pigeoneer(self, seat):
        """R13.4: the top six, or all if there are fewer."""
        seen, rest = self.reserve[:6], self.reserve[6:]
        text = yield from self._must_ask(
            seat, "PIGEONEER_CARD", lambda: [f"pigeoneer takes card {k + 1}" for k in range(len(seen))]
        )
        taken = int(text.split()[-1])
        left = [k for k in range(1, len(seen) + 1) if k != taken]
        self.hands[seat].append(seen[taken - 1])
        self.reserve = [seen[k - 1] for k in left] + rest
        left = yield from self._put_in_order(seat, "PIGEONEER_ORDER", left, "next from top card")
        self.reserve = [seen[k - 1] for k in left] + rest
        self._note("pigeoneer")

    # ------------------------------------------------------------------ Recruiter and Nun
    def _can_pay_recruiter(self, seat):
        """R13.5, 18.3"""
        return (
            self.villages[seat].holds("recruiter")
            and self.drafts_made == 0
            and not self.recruiter_paid
            and self.supply[seat] >= 1
            and self._drafts_left(seat) >= 2
        )

    def _pay_recruiter(self, seat):
        """R13.5: to the Bank."""
        self.supply[seat] -= 1
        self.recruiter_paid = True
        self._note("recruiter")

    def _nun_value(self, seat):
        """R13.6: per Nun the best Silver value of a villager held exactly once."""
        village = self.villages[seat]
        single = [card for card in village.silver_villagers() if len(village.copies(card.id)) == 1]
        best = max((village.silver_value(card) for card in single), default=0)
        return best * len(village.copies("nun"))


class ScoundrelsRules:
    """Chapter 14."""

    def _setup_scoundrels(self):
        """R14.1"""
        dealt = ["barbarian", "courier", "flaker", "noble", "schemer"]
        if not self.options["courier_enabled"]:
            dealt.remove("courier")
        self._deal_one_each("scoundrels", in_card_order(dealt))

    # ------------------------------------------------------------------ Draft Phase
    def _can_use_barbarian(self, seat):
        return True

    def _use_barbarian(self, seat):
        """R14.2"""
        self.supply[seat] += sum(self.road_coins)
        self._discard_road(lambda coins: True)
        self._refill(self._next_card_in_update)
        self._note("barbarian")
        yield from ()

    def _courier_windows(self, seat):
        """R14.3: every other holder, clockwise, before `seat` does anything."""
        for relative in range(1, len(self.seats)):
            holder = self._seat_at(seat, relative)
            if "courier" not in self.hands[holder]:
                continue
            text = yield from self._ask(holder, "COURIER", self._courier_options)
            if text is not None and text != "no courier":
                self._use_courier(holder, int(text.split()[-1]) - 1)

    def _courier_options(self):
        roads = [f"courier takes road {k + 1}" for k in range(ROAD_SLOTS) if self.road[k]]
        return [*roads, "no courier"] if roads else []

    def _use_courier(self, holder, slot):
        """R14.3, D12"""
        self._discard_from_hand(holder, "courier")
        card, coins = self._take_from_road(slot)
        self.hands[holder].append(card)
        self.supply[holder] += coins
        self._refill(self._next_card_in_draft)
        self._note("courier")

    def _can_use_flaker(self, seat):
        return any(self.squares)

    def _use_flaker(self, seat):
        """R14.4"""
        text = yield from self._must_ask(
            seat,
            "FLAKER",
            lambda: [
                f"flaker takes seat {relative} square {position + 1}"
                for relative in range(len(self.seats))
                for position in range(len(self.squares[self._seat_at(seat, relative)]))
            ],
        )
        words = text.split()
        square = self.squares[self._seat_at(seat, int(words[3]))]
        self.hands[seat].append(square.pop(int(words[5]) - 1))
        self._note("flaker:own" if words[3] == "0" else "flaker:other")

    # ------------------------------------------------------------------ Noble
    def _noble_cards(self, owner):
        """R14.5"""
        return [card for card in self.hands[owner] if not CARDS[card].is_special]

    def _noble_seats(self, seat):
        others = range(1, len(self.seats))
        return [relative for relative in others if self._noble_cards(self._seat_at(seat, relative))]

    def _can_use_noble(self, seat):
        return bool(self._noble_seats(seat))

    def _use_noble(self, seat):
        """R14.5"""
        text = yield from self._must_ask(
            seat,
            "NOBLE_SEAT",
            lambda: [f"noble visits seat {relative}" for relative in self._noble_seats(seat)],
        )
        owner = self._seat_at(seat, int(text.split()[-1]))
        text = yield from self._must_ask(
            seat, "NOBLE_CARD", lambda: [f"noble takes {card}" for card in self._noble_cards(owner)]
        )
        self.hands[owner].remove(text.split()[-1])
        self.hands[seat].append(text.split()[-1])
        self._note("noble")

    # ------------------------------------------------------------------ Schemer
    def _schemer_targets(self, owner):
        """R14.6, D12; 18.3: of each type the visible copy in the lowest pile, there the one placed first."""
        village = self.villages[owner]
        found = [card for card in village.visible() if not card.type.is_special and not card.type.is_founders]
        return sorted(found, key=lambda card: (village.pile_index(card), card.age))

    def _schemer_seats(self, seat):
        return [relative for relative in self.seats if self._schemer_targets(self._seat_at(seat, relative))]

    def _can_use_schemer(self, seat):
        return bool(self._schemer_seats(seat))

    def _use_schemer(self, seat):
        """R14.6"""
        text = yield from self._must_ask(
            seat,
            "SCHEMER_SEAT",
            lambda: [f"schemer visits seat {relative}" for relative in self._schemer_seats(seat)],
        )
        owner = self._seat_at(seat, int(text.split()[-1]))
        text = yield from self._must_ask(
            seat,
            "SCHEMER_CARD",
            lambda: [f"schemer takes {card.id}" for card in self._schemer_targets(owner)],
        )
        target = next(card for card in self._schemer_targets(owner) if card.id == text.split()[-1])
        below = target.below
        self.villages[owner].remove_top(target)
        self.supply[owner] += target.coins
        self.hands[seat].append(target.id)
        self._note("schemer:own" if owner == seat else "schemer:other")
        self._stand_ins_return(owner, below)

    def _stand_ins_return(self, owner, card):
        """R9.8: a Monk or Apprentice on top goes to the hand of the village's owner, and so on downwards."""
        while card is not None and card.is_stand_in and not card.covered:
            below = card.below
            self.villages[owner].remove_top(card)
            self.hands[owner].append(card.id)
            self._note("schemer:stand_in_returns")
            card = below

    # ------------------------------------------------------------------ Sheriff and Thief
    def _sheriff_options(self, seat):
        return [
            f"sheriff discards thief at seat {relative} copy {copy + 1}"
            for relative in range(len(self.seats))
            for copy in range(len(self.villages[self._seat_at(seat, relative)].copies("thief")))
        ]

    def _can_use_sheriff(self, seat):
        return bool(self._sheriff_options(seat))

    def _use_sheriff(self, seat):
        """R14.8"""
        words = (yield from self._must_ask(seat, "SHERIFF", lambda: self._sheriff_options(seat))).split()
        village = self.villages[self._seat_at(seat, int(words[5]))]
        thief = village.copies("thief")[int(words[7]) - 1]
        village.remove_top(thief)
        self.supply[seat] += thief.coins
        self.discard.append(thief.id)
        self._note("sheriff:own" if words[5] == "0" else "sheriff:other")

    def _thieves_at_work(self, seat):
        """R14.7, D32: one after the other, by order of placement."""
        for thief in self.villages[seat].copies("thief"):
            text = yield from self._ask(
                seat,
                "THIEF",
                lambda: [
                    f"thief robs seat {relative}"
                    for relative in range(1, len(self.seats))
                    if self.supply[self._seat_at(seat, relative)] >= 3
                ],
            )
            if text is not None:
                self.supply[self._seat_at(seat, int(text.split()[-1]))] -= 3
                thief.coins += 3
                self._note("thief")


class ProfiteersRules:
    """Chapter 15."""

    def _hire_freelancers(self, seat):
        """R15.4, 18.3: own village first, then clockwise, in a village by order of placement."""
        for relative in range(len(self.seats)):
            for freelancer in self.villages[self._seat_at(seat, relative)].copies("freelancer"):
                text = yield from self._ask(
                    seat, "FREELANCER", lambda: ["pay freelancer", "do not pay"] if self.supply[seat] else []
                )
                if text == "pay freelancer":
                    self.supply[seat] -= 1
                    freelancer.coins += 1
                    self.freelancers_paid += 1
                    self.build_left = self._build_limit(seat)
                    self._note("freelancer:own" if relative == 0 else "freelancer:other")

    def _score_bronze(self, seat):
        """R15.2: exactly one symbol; D19."""
        village = self.villages[seat]
        scoring = village.bronze_villagers()
        if not scoring:
            return
        best = max(scoring, key=village.bronze_value)
        if self.options["bronze_choice"] == "player":
            text = yield from self._must_ask(
                seat, "BRONZE", lambda: [f"bronze of {card.id}" for card in scoring]
            )
            best = next(card for card in scoring if card.id == text.split()[-1])
        value = village.bronze_value(best)
        self.supply[seat] += value
        if value:
            self._note(best.id)


class DevelopmentsRules:
    """Chapter 16."""

    def _setup_developments(self):
        """R16.1"""
        for suit in DEVELOPMENT_SUITS:
            cards = [card for card, row in DEVELOPMENTS.items() if row["dev_suit"] == suit]
            self.developments.append(cards[self.chance.below("developments", len(cards))])
        self.tokens = [None] * len(self.developments)

    def _held_by(self, seat):
        """The Developments whose tokens this player holds, in the order of their suits."""
        pairs = zip(self.developments, self.tokens, strict=True)
        return [card for card, holder in pairs if holder == seat]

    def _token_symbols(self, seat, symbol):
        """R16.3"""
        rewards = [DEVELOPMENTS[card]["reward"] for card in self._held_by(seat)]
        return sum(reward.get(f"{symbol}_while_token_held", 0) for reward in rewards)

    def _note_tokens(self, seat, symbol, in_village):
        """Tokens whose symbol really raises the limit: 2 + 3 symbols reach the cap of 5."""
        for card in self._held_by(seat):
            if in_village < 3 and f"{symbol}_while_token_held" in DEVELOPMENTS[card]["reward"]:
                self._note(f"{card}:{symbol}")

    # ------------------------------------------------------------------ Development Phase
    def _development_phase(self):
        """R16.2: all winners first, then the rewards in turn order."""
        self.tokens = [self._winner(card) for card in self.developments]
        for seat in self._turn_order():
            for card in self._held_by(seat):
                self._note(card)
                self.supply[seat] += DEVELOPMENTS[card]["reward"]["gold"]
                if card == "church":
                    yield from self._church_card(seat)
                elif card == "tavern":
                    yield from self._tavern_basic(seat)

    def _winner(self, card):
        """R16.2, D13: alone with the highest metric, which is more than 0."""
        values = [self._metric(card, seat) for seat in self.players]
        best = max(values)
        return values.index(best) if best > 0 and values.count(best) == 1 else None

    def _metric(self, card, seat):
        """R16.5"""
        village = self.villages[seat]
        metric, _, _ = DEVELOPMENTS[card]["win_metric"].partition("(")
        if metric.startswith("suit_symbols:"):
            return village.suit_symbols(metric.removeprefix("suit_symbols:"))
        measures = {
            "villagers_in_village": lambda: len(village.cards()),
            "special_villagers_in_hand": lambda: sum(CARDS[card].is_special for card in self.hands[seat]),
            "gold_symbols": village.gold_symbols,
            "villagers_with_coins": lambda: len(village.carriers()),
            "padlock_symbols": village.padlocks,
            "highest_single_silver_value": village.best_silver_value,
            "food_symbols": village.food,
            "production_chains_with_2_or_more_cards": lambda: village.piles_of_at_least(2),
        }
        return measures[metric]()

    def _church_card(self, seat):
        """R16.3: any stack, or the Reserve also while stacks are left."""

        def sources():
            options = [f"church takes from stack {k + 1}" for k in range(ROAD_SLOTS) if self.stacks[k]]
            return options + (["church takes from reserve"] if self.reserve else [])

        text = yield from self._ask(seat, "CHURCH", sources)
        if text is None:
            return
        source = self.reserve if text.endswith("reserve") else self.stacks[int(text.split()[-1]) - 1]
        self.hands[seat].append(source.pop(0))
        self._note("church:card")

    def _tavern_basic(self, seat):
        """R16.3"""
        text = yield from self._ask(
            seat, "TAVERN", lambda: [f"tavern gives {basic}" for basic in BASICS if self.basics[basic]]
        )
        if text is not None:
            basic = text.split()[-1]
            self.basics[basic] -= 1
            self.villages[seat].start_pile(self._new_villager(basic))
            self._note("tavern:basic")


class ExpansionRules(SaintsRules, ScoundrelsRules, ProfiteersRules, DevelopmentsRules):
    """Mixed into the rules of the whole game."""

    # ------------------------------------------------------------------ setup
    def _setup_expansions(self):
        """R13.1, R14.1, R16.1: after the deck, in the order of the expansions."""
        playing = self.options["expansions"]
        self.box, self.developments, self.tokens = [], [], []
        self.resolved = Counter({effect: 0 for name in playing for effect in EXPANSION_EFFECTS[name]})
        self.freelancers_paid = self.drafts_made = 0
        self.recruiter_paid = False
        if "saints" in playing:
            self._setup_saints()
        if "scoundrels" in playing:
            self._setup_scoundrels()
        if "developments" in playing:
            self._setup_developments()

    def _is_shuffled_in(self, card):
        """R14.1, R15.1: cards of expansions that go into the deck."""
        if card.set == "scoundrels" and card.id not in ("thief", "sheriff"):
            return False
        return card.set in self.options["expansions"] and card.set != "saints"

    def _deal_one_each(self, name, cards):
        """R13.1, R14.1: the rest returns to the box."""
        cards = list(self.chance.shuffle(name, cards))
        for seat in self.players:
            self.hands[seat].append(cards[seat])
        self.box += cards[len(self.players) :]

    # ------------------------------------------------------------------ cards that are discarded for an effect
    def _note(self, effect):
        self.resolved[effect] += 1

    def _discard_from_hand(self, seat, card):
        self.hands[seat].remove(card)
        self.discard.append(card)

    def _can_use(self, seat, card):
        return getattr(self, f"_can_use_{card}")(seat)

    def _use(self, seat, card):
        """R9.1: carried out without a build action."""
        yield from getattr(self, f"_use_{card}")(seat)

    def _draft_extras(self, seat):
        """18.3: what a draft turn offers beside B1."""
        cards = [card for card in DRAFT_CARDS if card != "courier" and card in self.hands[seat]]
        options = [f"play {card}" for card in cards if self._can_use(seat, card)]
        return options + (["pay recruiter"] if self._can_pay_recruiter(seat) else [])

    # ------------------------------------------------------------------ Second Market
    def _expansion_silver(self, seat):
        """R13.6: what Silver the symbols of the base game do not tell."""
        village, nun = self.villages[seat], self._nun_value(seat)
        if nun:
            self._note("nun")
        for card in village.silver_villagers():
            if card.id == "wholesaler" and village.silver_value(card):
                self._note("wholesaler")
        return nun
