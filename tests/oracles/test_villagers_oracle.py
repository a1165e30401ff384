"""The oracle of Villagers for itself: what is refused, and random playthroughs of the base game and the solo mode.

The worked examples of the rules run on it in tests/villagers/test_rules_*.py, beside the engine; those of the
expansions in the other files here.
"""

import itertools
import random
from collections import Counter

import pytest

from .villagers import VillagersOracle
from .villagers_helpers import FixedChance, RandomChance, game, plays
from .villagers_table import BASICS, CARDS, COMPONENTS

rule = pytest.mark.rule


def test_illegal_actions_change_nothing():
    oracle = game()
    before = oracle.public()
    with pytest.raises(ValueError):
        oracle.apply("draft reserve")
    assert oracle.public() == before and oracle.decision() == (0, "DRAFT")
    for bad in ({"num_players": 6}, {"expansions": "saints"}):
        with pytest.raises(ValueError):
            VillagersOracle(FixedChance(), **bad)


# ---------------------------------------------------------------------- random playthroughs
ALL_CARDS = Counter(
    {card.id: card.copies for card in CARDS.values() if card.category == "villager" and card.set == "base"}
)
KEYS = {
    "round",
    "start_player",
    "road",
    "road_coins",
    "stacks",
    "reserve",
    "discard",
    "basics",
    "supply",
    "hands",
    "squares",
    "villages",
    "markets_held",
    "events",
    "event_discards",
    "jester",
    "build_left",
    "exchanges_left",
}


def check_position(oracle):
    """Nothing is lost or doubled, and every pile obeys the rules of chains and roles."""
    n, table = len(oracle.players), oracle.public()
    assert set(table) == KEYS
    villages = [village.cards() for village in oracle.villages]
    lying = Counter(card.id for cards in villages for card in cards)
    hidden = sum(table["stacks"] + table["hands"] + table["squares"], [])
    hidden += table["reserve"] + table["discard"]
    seen = lying + Counter(hidden) + Counter(card for card in table["road"] if card)
    for basic in BASICS:
        assert table["basics"][basic] + seen.pop(basic, 0) == 10
    assert seen.pop("founders") == n
    removed = COMPONENTS["solo"]["removed_suits"] if n == 1 else ()
    assert seen == Counter(
        {
            card: count
            for card, count in ALL_CARDS.items()
            if CARDS[card].min_players <= n and CARDS[card].suit not in removed
        }
    )
    assert min(table["supply"]) >= 0 and min(table["road_coins"]) >= 0
    assert all(not coin or card for card, coin in zip(table["road"], table["road_coins"], strict=True))
    for seat in oracle.players:
        for card in villages[seat]:
            below = card.below
            assert CARDS[card.role].predecessor == (below.role if below else None)
            assert len(card.children) <= CARDS[card.role].max_children
            assert card.covered or not card.is_stand_in
    check_playable(oracle)
    if n == 1:
        assert all(pile.below is None and not pile.children for pile in oracle.villages[1].piles)
        events = sum([oracle.events, *oracle.event_decks.values(), *oracle.event_discards.values()], [])
        assert len(events) == len(set(events)) == (24 if oracle.options["difficulty"] == "normal" else 23)
        assert len(oracle.events) <= 6


def check_playable(oracle):
    """The look-ahead of B3 told in another way: j Monks directly below the new card, j = 0, 1, 2."""
    if oracle.decision() is None or oracle.decision()[1] != "BUILD":
        return
    seat = oracle.decision()[0]
    here, hand = oracle.villages[seat].cards(), oracle.hands[seat]
    holders = {card.id: s for s, village in enumerate(oracle.villages) for card in village.cards()}
    mine = {card.id for card in here}
    rich = oracle.supply[seat] >= 2
    bank = oracle.supply[seat] >= (3 if "countess_bank" in oracle.events else 2)

    def opens(padlock):
        return (
            padlock is None
            or oracle.tinner_active
            or padlock in mine
            or (rich if padlock in holders else bank)
        )

    def lies(card):
        chain = COMPONENTS_CHAIN[card][:-1]  # from the root to the predecessor
        for monks in range(len(chain) + 1):
            if monks > hand.count("monk") or monks + 1 > oracle.build_left:
                return False
            rest = chain[: len(chain) - monks]
            if not rest or any(
                base.role == rest[-1] and len(base.children) < CARDS[rest[-1]].max_children for base in here
            ):
                return True
        return False

    expected = {
        card for card in hand if CARDS[card].suit != "special" and opens(CARDS[card].padlock) and lies(card)
    }
    assert expected == {card for card in plays(oracle) if CARDS[card].suit != "special"}


COMPONENTS_CHAIN = {row["id"]: row["chain"] for row in COMPONENTS["cards"]}
MAIN = {"DRAFT", "COIN", "BUILD", "LIMIT_RATS", "LIMIT_ARSON", "COUNTESS_TAKES", "EVENT", "DEALT_EVENT"}


def play_out(seed, check_every=1, **options):
    """One game of random but building-minded play; returns the oracle and what was asked."""
    oracle = VillagersOracle(RandomChance(seed), **options)
    rng, asked = random.Random(seed), Counter()
    while oracle.decision():
        seat, name = oracle.decision()
        assert seat in oracle.players
        asked[name] += 1
        if name in MAIN and asked.total() % check_every == 0:
            check_position(oracle)
        legal = oracle.legal()
        assert legal and legal == sorted(set(legal)) == oracle.legal()
        good = [text for text in legal if text.startswith(("play", "take basic", "place on a monk"))]
        rare = [text for text in legal if not text.startswith("jester")]
        pool = good if good and rng.random() < 0.75 else rare if rng.random() < 0.9 else legal
        oracle.apply(rng.choice(pool))
        assert oracle.round <= 20
    check_position(oracle)
    assert oracle.markets_held == 2 and not any(oracle.stacks) and oracle.legal() == []
    assert oracle.scores() == oracle.public()["supply"] and oracle.winners()
    return oracle, asked


@rule("R3.1")
@rule("R10.2")
@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_random_playthroughs(n):
    asked = Counter()
    settings = itertools.product(
        ("by_player_count", "keep_coined", "discard_coined"), (True, False), ("class", "slots"), range(3)
    )
    for draft_rule, gold, mode, seed in settings:
        asked += play_out(
            seed,
            3,
            num_players=n,
            end_of_draft_rule=draft_rule,
            smuggler_requires_gold=gold,
            placement_mode=mode,
        )[1]
    assert {
        "DRAFT",
        "COIN",
        "BUILD",
        "GIVE_CARD",
        "GIVE_PILE",
        "PLACE",
        "UNLOCK",
        "SMUGGLE",
        "SWAP_SEAT",
        "SWAP_TARGET",
    } <= set(asked)


@rule("R12.7")
@rule("R12.16")
@pytest.mark.parametrize("difficulty", ["beginner", "normal", "hard"])
def test_random_solo_playthroughs(difficulty):
    asked = Counter()
    settings = itertools.product(
        ("reshuffle_discard", "none"), ("player", "countess_best"), ("class", "slots"), range(20)
    )
    for empty, choices, mode, seed in settings:
        asked += play_out(
            seed,
            3,
            num_players=1,
            difficulty=difficulty,
            solo_empty_reserve=empty,
            solo_event_choices=choices,
            placement_mode=mode,
        )[1]
    assert {
        "COUNTESS_TAKES",
        "EVENT",
        "OWN_TARGET",
        "COUNTESS_TARGET",
        "CONSCRIPTION",
        "ABDUCTION",
        "LIMIT_RATS",
        "LIMIT_ARSON",
    } <= set(asked)
    assert (difficulty == "hard") == ("DEALT_EVENT" not in asked)
