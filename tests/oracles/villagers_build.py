"""The Build Phase of the Villagers oracle: rules chapters 5 to 9 for the cards of the base game."""

from .villagers_expansions import BUILD_CARDS, DRAFT_CARDS
from .villagers_table import BASICS, CARDS, COMPONENTS, ROAD_SLOTS, Villager


class BuildRules:
    """Mixed into the rules of the whole game."""

    # ================================================================== build
    def _build_phase(self):
        """R5.1, R15.2"""
        for seat in self._turn_order():
            yield from self._build_turn(seat)
        if self.options["bronze_timing"] == "build_phase_end":
            for seat in self._turn_order():
                yield from self._score_bronze(seat)

    def _build_limit(self, seat):
        """R5.2, R16.3, R15.4: Freelancers paid are added before the cap."""
        symbols = self.villages[seat].builders() + self._token_symbols(seat, "builder")
        return min(5, 2 + symbols + self.freelancers_paid)

    def _build_turn(self, seat):
        """R5.2, R5.3"""
        self.freelancers_paid = 0
        self.build_left = self._build_limit(seat)
        self._note_tokens(seat, "builder", self.villages[seat].builders())
        self.exchanges_left = COMPONENTS["setup"]["basic_exchanges_per_build_phase"]
        self.tinner_active = False
        if self.solo:
            self.build_left -= yield from self._rats_or_arson("arson", "LIMIT_ARSON")
        yield from self._hire_freelancers(seat)
        yield from self._rest_of_build_turn(seat)

    def _rest_of_build_turn(self, seat):
        """R5.3"""
        while True:
            text = yield from self._ask_with_jester(seat, "BUILD", lambda: self._build_options(seat))
            if text == "end build":
                break
            card = text.split()[-1]
            if text.startswith("play "):
                yield from self._play(seat, card)
            else:
                yield from self._exchange(seat, card)
        yield from self._thieves_at_work(seat)
        if self.options["bronze_timing"] == "player_turn_end":
            yield from self._score_bronze(seat)
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
        if card in DRAFT_CARDS:
            return False
        if card in BUILD_CARDS:
            return self._can_use(seat, card)
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
                seat, card_type.predecessor, self._monks_at_hand(seat), self.build_left - 1
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

    def _monks_at_hand(self, seat):
        """R13.2: in the Draft Phase Monks are of no use."""
        return 0 if self.build_left is None else self.hands[seat].count("monk")

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
        elif card in BUILD_CARDS:
            self.discard.append(card)
            yield from self._use(seat, card)
        else:
            yield from self._place(seat, self._new_villager(card))

    def _place(self, seat, villager):
        """R6.4"""
        self.build_left -= 1
        yield from self._lay_down(seat, villager)

    def _lay_down(self, seat, villager):
        """R6.1: position, then padlock (R8.4: the unlocker lies there before), then the card lies down."""
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
        if self._monk_fits(seat, predecessor, self._monks_at_hand(seat), self.build_left):
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
        stand_in = Villager("apprentice", role=target.id, printed=self.printed)
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
