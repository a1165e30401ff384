"""What lies on the table of Villagers: card types, villages and their symbols.

Plain objects, slow on purpose. Rule numbers name the rules specification of the game.
"""

import json
from dataclasses import dataclass
from pathlib import Path

COMPONENTS_FILE = Path(__file__).resolve().parents[2] / "envs" / "villagers" / "data" / "components.json"
COMPONENTS = json.loads(COMPONENTS_FILE.read_text(encoding="utf-8"))

BASICS = ("lumberjack", "hayer", "miner")
ROAD_SLOTS = 6


@dataclass(frozen=True)
class CardType:
    """One row of the card list; only the columns that the rules need."""

    id: str
    position: int
    set: str
    suit: str
    suit_symbols: int
    category: str
    copies: int
    copies_on_starting_road: int
    min_players: int
    predecessor: str | None
    starts_pile: bool
    max_children: int
    gold: int
    gold_symbols: int
    silver: dict | None
    bronze: dict | None
    food: int
    builders: int
    padlock: str | None
    keyring: int

    @property
    def is_basic(self):
        return self.category == "basic"

    @property
    def is_founders(self):
        return self.category == "founders"

    @property
    def is_special(self):
        return self.suit == "special"


class Printed:
    """The cards of one game: as components.json has them, with the numbers that a user replaces.

    Attributes:
        cards: card types by id.
        founders_sides: what the Founders show, by side.
        starting_gold: Gold of every player at the start.
    """

    def __init__(self, overrides=None):
        overrides = overrides or {}
        self.cards = {}
        for position, row in enumerate(COMPONENTS["cards"]):
            row = self._replaced(row, overrides.get("cards", {}).get(row["id"], {}))
            columns = [name for name in CardType.__dataclass_fields__ if name != "position"]
            self.cards[row["id"]] = CardType(position=position, **{name: row[name] for name in columns})
        founders = next(card for card in COMPONENTS["cards"] if card["id"] == "founders")
        self.founders_sides = {}
        for side, values in founders["sides"].items():
            values = self._with_symbol({**values, **overrides.get("founders", {}).get(side, {})})
            self.founders_sides[side.removesuffix("_side")] = values
        self.starting_gold = overrides.get("setup", {}).get(
            "starting_gold", COMPONENTS["setup"]["starting_gold"]
        )

    def _replaced(self, row, numbers):
        silver = {name: number for name, number in numbers.items() if name.startswith("gold_per_")}
        others = {name: number for name, number in numbers.items() if name not in silver}
        return self._with_symbol({**row, **others, "silver": row["silver"] and {**row["silver"], **silver}})

    @staticmethod
    def _with_symbol(row):
        """A card that shows Gold has a Gold symbol."""
        return {**row, "gold_symbols": 1 if row["gold"] else 0}


PRINTED = Printed()
CARDS = PRINTED.cards  # for what nobody replaces: suits, padlocks, what lies on what
EVENTS = {event["id"]: event for event in COMPONENTS["solo"]["events"]}
DEVELOPMENTS = {card["id"]: card for card in COMPONENTS["developments"]["cards"]}
DEVELOPMENT_SUITS = ("community", "mercantile", "technology")


def in_card_order(ids):
    """A list of villager ids in the order of the card list."""
    return sorted(ids, key=lambda card: CARDS[card].position)


def in_event_order(ids):
    order = list(EVENTS)
    return sorted(ids, key=order.index)


class Villager:
    """A card lying in a village.

    `role` is the villager the card stands for: the card itself, or for Monk and Apprentice the
    replaced villager (R9.7). `age` is the moment of placing; copies are ordered by it (18).
    """

    def __init__(self, card, age=0, role=None, side=None, coins=0, printed=PRINTED):
        self.printed = printed
        self.type = printed.cards[card]
        self.age = age
        self.role = role or card
        self.side = side
        self.coins = coins
        self.children = []
        self.below = None

    @property
    def id(self):
        return self.type.id

    @property
    def is_stand_in(self):
        """Monk or Apprentice."""
        return self.id in ("monk", "apprentice")

    @property
    def covered(self):
        """R1.3"""
        return bool(self.children)

    @property
    def has_free_position(self):
        """R6.2, R9.7: the role says how many cards may lie on it."""
        return len(self.children) < CARDS[self.role].max_children

    @property
    def gold(self):
        return self.printed.founders_sides[self.side]["gold"] if self.side else self.type.gold

    @property
    def gold_symbols(self):
        return self.printed.founders_sides[self.side]["gold_symbols"] if self.side else self.type.gold_symbols

    @property
    def food(self):
        return self.printed.founders_sides[self.side]["food"] if self.side else self.type.food

    def tree(self):
        """This card and all cards above it."""
        yield self
        for child in self.children:
            yield from child.tree()

    def as_list(self):
        return [self.id, self.coins, self.side, [child.as_list() for child in self.children]]


class Village:
    """R1.3: the piles of one player, by pile number. The Countess card only adds its Gold (R12.14)."""

    def __init__(self, countess_gold=0, countess_gold_symbols=0):
        self.piles = []
        self.countess_gold = countess_gold
        self.countess_gold_symbols = countess_gold_symbols

    # ------------------------------------------------------------------ moving cards
    def start_pile(self, villager):
        self.piles.append(villager)
        return villager

    def put_on(self, below, villager):
        assert below.has_free_position
        villager.below = below
        below.children.append(villager)
        return villager

    def swap(self, old, new):
        """`new` takes the place of `old`: cards above and below stay, the pile keeps its number (18.4)."""
        new.below, new.children = old.below, old.children
        for child in new.children:
            child.below = new
        row = self.piles if old.below is None else old.below.children
        row[[card is old for card in row].index(True)] = new
        old.below, old.children = None, []

    def remove_top(self, villager):
        """R12.13: the card below becomes visible again."""
        assert not villager.covered
        row = self.piles if villager.below is None else villager.below.children
        del row[[card is villager for card in row].index(True)]
        villager.below = None

    # ------------------------------------------------------------------ looking
    def cards(self):
        return [card for pile in self.piles for card in pile.tree()]

    def visible(self):
        """R1.3: top villagers."""
        return [card for card in self.cards() if not card.covered]

    def copies(self, card_id):
        """All copies, covered ones too, in order of placement."""
        return sorted((card for card in self.cards() if card.id == card_id), key=lambda card: card.age)

    def holds(self, card_id):
        return bool(self.copies(card_id))

    def pile_index(self, villager):
        while villager.below is not None:
            villager = villager.below
        return [pile is villager for pile in self.piles].index(True)

    def free_positions(self, role):
        """R6.1, R9.5b, R9.7: cards in this role that can carry one more card; 18.4: best first
        (real villagers before Monk and Apprentice, lowest pile, copy placed first)."""
        found = [card for card in self.cards() if card.role == role and card.has_free_position]
        return sorted(found, key=lambda card: (card.is_stand_in, self.pile_index(card), card.age))

    # ------------------------------------------------------------------ symbols
    def food(self):
        return sum(card.food for card in self.visible())

    def builders(self):
        return sum(card.type.builders for card in self.visible())

    def printed_gold(self):
        """R10.6, R12.14"""
        return sum(card.gold for card in self.visible()) + self.countess_gold

    def gold_symbols(self):
        return sum(card.gold_symbols for card in self.visible()) + self.countess_gold_symbols

    def suit_symbols(self, suit):
        """R1.4: also covered ones."""
        return sum(card.type.suit_symbols for card in self.cards() if card.type.suit == suit)

    def padlocks(self):
        """R1.4: also covered ones."""
        return sum(1 for card in self.cards() if card.type.padlock)

    def coins(self):
        return sum(card.coins for card in self.cards())

    # ------------------------------------------------------------------ Silver
    def silver_villagers(self):
        return [card for card in self.visible() if card.type.silver]

    def silver_value(self, villager):
        """R10.5: the value of the Silver symbol of a villager of this village."""
        formula = villager.type.silver
        kind = formula["kind"]
        if kind == "sum_visible_gold_of_suit":
            return sum(card.gold for card in self.visible() if card.type.suit == formula["suit"])
        if kind == "max_coins_on_one_villager":
            return max((card.coins for card in self.cards()), default=0)
        if kind == "per_set":  # R15.4
            return min(self._symbols(symbol) for symbol in formula["symbols"]) * formula["gold_per_set"]
        assert kind == "per_symbol", kind
        return self._symbols(formula["symbol"]) // formula["symbols_per_step"] * formula["gold_per_step"]

    def _symbols(self, symbol):
        if symbol.startswith("suit:"):
            return self.suit_symbols(symbol.removeprefix("suit:"))
        counters = {
            "padlock": self.padlocks,
            "gold_symbol": self.gold_symbols,
            "food": self.food,
            "builder": self.builders,
        }
        return counters[symbol]()

    def silver_total(self):
        return sum(self.silver_value(card) for card in self.silver_villagers())

    # ------------------------------------------------------------------ Bronze
    def bronze_villagers(self):
        return [card for card in self.visible() if card.type.bronze]

    def bronze_value(self, villager):
        """R15.3: the value of the Bronze symbol of a villager of this village."""
        formula = villager.type.bronze
        kind = formula["kind"]
        if kind == "half_of_one_silver_villager":
            return self.best_silver_value() // 2
        if kind == "per_villager_with_coins":
            return formula["gold"] * len(self.carriers())
        if kind == "per_production_chain":
            return formula["gold"] * self.piles_of_at_least(formula["min_cards"])
        assert kind == "per_symbol", kind
        return self._symbols(formula["symbol"]) // formula["symbols_per_step"] * formula["gold_per_step"]

    def best_silver_value(self):
        """R15.3 alchemist, R16.5 lighthouse: D19, the highest one; 0 without a Silver villager."""
        return max((self.silver_value(card) for card in self.silver_villagers()), default=0)

    def carriers(self):
        """Cards with coins on them."""
        return [card for card in self.cards() if card.coins]

    def piles_of_at_least(self, size):
        """R15.3, R16.5: the whole tree counts."""
        return sum(1 for pile in self.piles if len(list(pile.tree())) >= size)
