"""Luck and positions for the tests of the Villagers oracle."""

import random
import re
from collections import Counter

from .villagers import VillagersOracle
from .villagers_table import Village


class RandomChance:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def start_player(self, n):
        return self.random.randrange(n)

    def shuffle(self, purpose, items):
        items = list(items)
        self.random.shuffle(items)
        return items

    def below(self, purpose, n):
        return self.random.randrange(n)


class FixedChance:
    """Nothing is mixed unless an order was given, numbers are 0 unless given; remembers what was asked."""

    def __init__(self, **orders):
        self.orders, self.calls = orders, []

    def start_player(self, n):
        self.calls.append("start_player")
        return 0

    def shuffle(self, purpose, items):
        self.calls.append(purpose)
        first = self.orders.get(purpose, [])
        rest = Counter(items) - Counter(first)
        return list(first) + [card for card in items if rest[card] and not rest.subtract([card])]

    def below(self, purpose, n):
        self.calls.append(purpose)
        return self.orders[purpose].pop(0) if self.orders.get(purpose) else 0


def game(num_players=2, chance=None, **options):
    return VillagersOracle(chance or FixedChance(), num_players=num_players, **options)


def lay(oracle, seat, *piles):
    """Replace a village. A pile: 'miner(seeker(spelunker),blacksmith:4)'; 'founders/food', 'monk=seeker'."""
    old = oracle.villages[seat]
    village = oracle.villages[seat] = Village(old.countess_gold, old.countess_gold_symbols)
    for text in piles:
        below, last = None, None
        for token in re.findall(r"[a-z_:=/0-9]+|[(),]", text):
            if token == "(":
                below = last
            elif token == ")":
                last, below = below, below.below
            elif token != ",":
                card, coins = (token.split(":") + ["0"])[:2]
                card, side = (card.split("/") + [None])[:2]
                card, role = (card.split("=") + [None])[:2]
                side = side or ("gold" if card == "founders" else None)
                last = oracle._new_villager(card, role=role, side=side, coins=int(coins))
                village.start_pile(last) if below is None else village.put_on(below, last)
    return village


def piles(oracle, seat):
    """Only the names: 'miner(seeker)'."""

    def name(pile):
        return pile[0] + (f"({','.join(map(name, pile[3]))})" if pile[3] else "")

    return [name(pile) for pile in oracle.public()["villages"][seat]]


def coins(oracle, seat):
    return {card.id: card.coins for card in oracle.villages[seat].cards() if card.coins}


def build_turn(oracle, seat=0, hand=(), supply=None):
    oracle.hands[seat] = list(hand)
    if supply is not None:
        oracle.supply[seat] = supply
    oracle._run(oracle._build_turn(seat))
    return oracle


def do(oracle, *texts):
    for text in texts:
        oracle.apply(text)


def plays(oracle):
    return [text.removeprefix("play ") for text in oracle.legal() if text.startswith("play ")]


def second_market(oracle):
    oracle.markets_held = 1
    oracle.stacks = [[] for _ in range(6)]
    oracle._market_phase()


def clear_stacks(oracle, *keep):
    """Only the named stacks (1-6) keep cards, one each; the other cards go to the Reserve."""
    for k, stack in enumerate(oracle.stacks):
        rest = 1 if k + 1 in keep else 0
        oracle.reserve += stack[rest:]
        del stack[rest:]


def expanded(num_players, *expansions, chance=None, **options):
    """A game with these expansions."""
    return game(num_players, chance, expansions=expansions, **options)


def draft_phase(oracle):
    """A Draft Phase with the Squares as they are; seat 0 starts."""
    oracle._run(oracle._draft_phase())
    return oracle


def offered(oracle, *verbs):
    """The legal answers that start with one of these words."""
    return [text for text in oracle.legal() if text.split()[0] in verbs]
