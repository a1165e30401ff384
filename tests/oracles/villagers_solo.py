"""The solo mode of the Villagers oracle: Countess, events and Jester (rules chapter 12)."""

from .villagers_table import CARDS, COMPONENTS, EVENTS, ROAD_SLOTS, Village, in_event_order

PLAYER, COUNTESS = 0, 1  # the two seats of the solo game


class SoloRules:
    """Mixed into the rules of the base game."""

    # ================================================================== setup
    def _setup_solo(self):
        """R12.1, R12.2, R12.17"""
        self.events = []
        self.events_begun = set()
        self.event_decks = {"summer": [], "winter": []}
        self.event_discards = {"summer": [], "winter": []}
        self.jester = False
        if not self.solo:
            return
        solo, mode = COMPONENTS["solo"], self.options["difficulty"]
        side = solo["countess"]["sides"]["beginner" if mode == "beginner" else "normal"]
        self.villages[COUNTESS] = Village(side["gold"], side["gold_symbols"])
        self.supply[COUNTESS] = solo["countess"]["starting_gold"][mode]
        self.jester = solo["jester"]["available"][mode]
        for deck in ("summer", "winter"):
            cards = [
                event
                for event, row in EVENTS.items()
                if row["deck"] == deck and event not in solo["removed_events"][mode]
            ]
            self.event_decks[deck] = list(self.chance.shuffle(deck, in_event_order(cards)))
        for _ in range(solo["events_at_start"][mode]):
            self._deal_event("summer")

    # ================================================================== Jester
    def _jester_texts(self):
        """R12.15, D29"""
        if not self.jester:
            return []
        return [f"jester on {event}" for event in self.events if event not in self.events_begun]

    def _spend_jester(self, event):
        self.jester = False
        self._discard_event(event)

    # ================================================================== draft and build
    def _countess_takes(self):
        """R12.3, R12.4, D22, D26"""
        text = yield from self._ask(
            PLAYER,
            "COUNTESS_TAKES",
            lambda: [f"countess takes road {k + 1}" for k in range(ROAD_SLOTS) if self.road[k]],
        )
        if text is not None:
            card, coins = self._take_from_road(int(text.split()[-1]) - 1)
            self.supply[COUNTESS] += coins
            self._give_to_countess(card)

    def _give_to_countess(self, card):
        """R12.4: every card lies singly."""
        return self.villages[COUNTESS].start_pile(self._new_villager(card))

    def _rats_or_arson(self, event, name):
        """S1, R12.23, D18, D27: returns by how much the limit is lowered."""
        text = yield from self._ask_with_jester(
            PLAYER, name, lambda: ["take the loss", "pay 3"] if event in self.events else []
        )
        if text is None:
            return 0
        self.events_begun.add(event)
        if text == "take the loss":
            return 1
        self.supply[PLAYER] -= min(3, self.supply[PLAYER])
        return 0

    # ================================================================== event cards
    def _draw_event(self, deck):
        """R12.10"""
        if not self.event_decks[deck] and self.event_discards[deck]:
            cards = in_event_order(self.event_discards[deck])
            self.event_decks[deck] = list(self.chance.shuffle(deck, cards))
            self.event_discards[deck] = []
        return self.event_decks[deck].pop(0) if self.event_decks[deck] else None

    def _deal_event(self, deck):
        """R12.8, R12.21 dark_mood: replaced by two others at once. Returns the event now face-up."""
        event = self._draw_event(deck)
        if event is not None and EVENTS[event]["timing"] == "on_reveal":
            self.event_discards[deck].append(event)
            for _ in range(EVENTS[event]["params"]["deal"]):
                self._deal_event(deck)
        elif event is not None:
            self.events.append(event)
        return event

    def _discard_event(self, event):
        self.events.remove(event)
        self.events_begun.discard(event)
        self.event_discards[EVENTS[event]["deck"]].append(event)

    # ================================================================== Event Phase
    def _event_phase(self):
        """R12.7-R12.9, D29"""
        for event in list(self.events):
            if EVENTS[event]["timing"] in ("draft_phase", "build_phase"):
                self._discard_event(event)
        yield from self._resolve_events()

    def _resolve_events(self):
        """R12.7: in the order the player likes; what follows them."""
        while True:
            text = yield from self._ask_with_jester(
                PLAYER,
                "EVENT",
                lambda: [
                    f"resolve {event}" for event in self.events if EVENTS[event]["timing"] == "event_phase"
                ],
            )
            if text is None:
                break
            yield from self._resolve(text.split()[-1])
        if "it_was_you" in self.events:  # D17
            self._discard_event("it_was_you")
            self.jester = False
        if not self._second_market_triggered():
            self._countess_draws_and_deals()

    def _countess_draws_and_deals(self):
        """R12.8, R12.9, R12.17, D25"""
        card = self._take_from_reserve()
        villager = None if card is None else self._give_to_countess(card)
        deck = "summer" if self.markets_held == 0 else "winter"
        for _ in range(self._number_of_new_events(villager)):
            self._deal_event(deck)

    def _number_of_new_events(self, villager):
        if self.options["difficulty"] == "beginner":
            return 1
        if villager is None:
            return 0
        value = villager.gold
        if villager.type.silver:
            value = self.villages[COUNTESS].silver_value(villager)
        return 1 if value >= 10 else 2 if value >= 1 else 3

    def _resolve(self, event):
        """R12.7: carry out, then discard (mood_swing discards itself first, D16)."""
        self.events_begun.add(event)
        effect = getattr(self, f"_event_{event}")()
        if effect is not None:
            yield from effect
        if event in self.events_begun:
            self._discard_event(event)

    # ------------------------------------------------------------------ coins
    def _pay_countess(self, amount):
        """R12.13, R12.22: from the player's Supply, as far as possible."""
        amount = min(amount, self.supply[PLAYER])
        self.supply[PLAYER] -= amount
        self.supply[COUNTESS] += amount

    def _countess_gains(self, amount):
        """R12.22: from the Bank."""
        self.supply[COUNTESS] += amount

    # ------------------------------------------------------------------ choosing targets
    def _best_for_countess(self, cards, value):
        """D14"""
        if self.options["solo_event_choices"] == "player":
            return cards
        return [card for card in cards if value(card) == max(value(other) for other in cards)]

    def _choose_own(self, targets):
        """S5, D28: a type, and a copy where two copies are legal. None without a target."""
        text = yield from self._ask(
            PLAYER, "OWN_TARGET", lambda: [f"choose own {card.id}" for card in targets()]
        )
        if text is None:
            return None
        legal = [card for card in targets() if card.id == text.split()[-1]]
        copies = self.villages[PLAYER].copies(legal[0].id)
        if len(legal) > 1:
            text = yield from self._ask(PLAYER, "OWN_COPY", lambda: ["first copy", "second copy"])
            return copies[0 if text == "first copy" else 1]
        return legal[0]

    def _removable(self):
        """R12.20 betrayer, arrest: top villagers, no basics, no Founders."""
        return [card for card in self.villages[PLAYER].visible() if card.type.category == "villager"]

    def _remove_own(self, villager):
        """R12.13"""
        self.villages[PLAYER].remove_top(villager)
        self.supply[PLAYER] += villager.coins
        return villager.id

    # ------------------------------------------------------------------ Summer
    def _event_betrayer(self):
        target = yield from self._choose_own(self._removable)
        if target is not None:
            self._give_to_countess(self._remove_own(target))

    def _event_black_market(self):
        """D24"""
        gains = [village.silver_total() for village in self.villages]
        for seat in (PLAYER, COUNTESS):
            self.supply[seat] += gains[seat]

    def _event_bribes(self):
        """S7: of two copies the one with fewer coins (countess_best: more)."""
        hers = self.villages[COUNTESS]
        text = yield from self._ask(
            PLAYER,
            "COUNTESS_TARGET",
            lambda: [
                f"choose their {card.id}"
                for card in self._best_for_countess(
                    [card for card in hers.visible() if card.type.keyring], lambda card: card.type.keyring
                )
            ],
        )
        if text is not None:
            copies = hers.copies(text.split()[-1])
            most = self.options["solo_event_choices"] == "countess_best"
            copies.sort(key=lambda card: -card.coins if most else card.coins)
            copies[0].coins += copies[0].type.keyring

    def _event_customs(self):
        """D15: cards, not symbols."""
        suits = [card.type.suit for card in self.villages[PLAYER].cards()]
        self._pay_countess(max(suits.count(suit) for suit in suits))

    def _event_guild_conspiracy(self):
        for card in self.villages[COUNTESS].cards():
            if card.type.keyring:
                card.coins += 2

    def _event_land_claim(self):
        self._pay_countess(2 * sum(1 for card in self.villages[PLAYER].cards() if card.type.is_basic))

    def _event_mood_swing(self):
        """R12.20, D16, D29"""
        self._discard_event("mood_swing")
        event = self._deal_event("summer")
        if event is None:
            return
        if EVENTS[event]["timing"] == "build_phase":
            self._discard_event(event)
            return
        if self.jester:
            text = yield from self._ask(
                PLAYER, "DEALT_EVENT", lambda: ["resolve the dealt event"] + self._jester_texts()
            )
            if text.startswith("jester on "):
                self._spend_jester(text.split()[-1])
        if event in self.events:
            yield from self._resolve(event)

    def _event_sinister_banquet(self):
        self._countess_gains(2 * self.villages[COUNTESS].food())

    def _event_temporary_employment(self):
        self._countess_gains(2 * len({CARDS[card].suit for card in self.hands[PLAYER]}))

    def _event_value_added_tax(self):
        self._pay_countess(self.villages[PLAYER].gold_symbols())

    # ------------------------------------------------------------------ Winter
    def _event_abduction(self):
        text = yield from self._ask(
            PLAYER, "ABDUCTION", lambda: [f"give {card}" for card in self.hands[PLAYER]]
        )
        if text is not None:
            self.hands[PLAYER].remove(text.split()[-1])
            self.discard.append(text.split()[-1])

    def _event_arrest(self):
        target = yield from self._choose_own(self._removable)
        if target is not None:
            self.discard.append(self._remove_own(target))

    def _event_blackmail(self):
        self._countess_gains(max(card.gold for card in self.villages[PLAYER].visible()))

    def _event_conscription(self):
        """S8, D25: the discards are reshuffled only when all stacks are empty."""

        def sources():
            options = [f"put on stack {k + 1}" for k in range(ROAD_SLOTS) if self.stacks[k]]
            if self.reserve or (not options and self._reserve_can_give()):
                options.append("put on reserve")
            return options

        text = yield from self._ask(PLAYER, "CONSCRIPTION", sources)
        if text is None:
            return
        if text == "put on reserve":
            self._give_to_countess(self._take_from_reserve())
        else:
            self._give_to_countess(self.stacks[int(text.split()[-1]) - 1].pop(0))

    def _event_protection_money(self):
        def targets():
            carriers = [card for card in self.villages[PLAYER].cards() if card.coins]
            return self._best_for_countess(carriers, lambda card: card.coins)

        target = yield from self._choose_own(targets)
        if target is not None:
            self._pay_countess(target.coins)

    def _event_spy_network(self):
        """Copies of a Silver villager are worth the same, so only the type is asked."""
        yield from self._silver_for_countess(PLAYER, "OWN_TARGET", "choose own")

    def _event_trade_network(self):
        yield from self._silver_for_countess(COUNTESS, "COUNTESS_TARGET", "choose their")

    def _silver_for_countess(self, owner, name, words):
        village = self.villages[owner]
        text = yield from self._ask(
            PLAYER,
            name,
            lambda: [
                f"{words} {card.id}"
                for card in self._best_for_countess(village.silver_villagers(), village.silver_value)
            ],
        )
        if text is not None:
            chosen = next(card for card in village.silver_villagers() if card.id == text.split()[-1])
            self._countess_gains(village.silver_value(chosen))

    def _event_tribute(self):
        self._pay_countess(len(self.hands[PLAYER]))
