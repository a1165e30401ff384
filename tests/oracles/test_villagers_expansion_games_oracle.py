"""Whole games of Villagers with expansions on the oracle: nothing is lost, masks are as told, all effects occur."""

import itertools
import random
from collections import Counter

import pytest

from .villagers import VillagersOracle
from .villagers_expansions import EXPANSION_EFFECTS, EXPANSIONS
from .villagers_helpers import RandomChance
from .villagers_table import BASICS, CARDS, DEVELOPMENT_SUITS, DEVELOPMENTS

rule = pytest.mark.rule

MIXES = [*itertools.combinations(EXPANSIONS, 1), *itertools.combinations(EXPANSIONS, 2), EXPANSIONS]
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
    "developments",
    "tokens",
}


# ---------------------------------------------------------------------- what must always hold
def tree(pile):
    """The cards of a pile of the public table, from the bottom up: [id, coins, number of cards on it]."""
    yield pile[0], pile[1], len(pile[3])
    for child in pile[3]:
        yield from tree(child)


def lying(table, seat):
    return [card for pile in table["villages"][seat] for card in tree(pile)]


def expected_cards(n, expansions):
    """R2.5, R13.1, R14.1, R15.1: every card that takes part, the box included."""
    cards = Counter()
    for card in CARDS.values():
        if card.category == "villager" and card.min_players <= n and card.set in ("base", *expansions):
            cards[card.id] = card.copies
    return cards


def check_cards(oracle):
    """Every card lies in one place, basics and Founders too; the box holds what was not dealt."""
    table, n = oracle.public(), len(oracle.players)
    places = [
        *table["stacks"],
        *table["hands"],
        *table["squares"],
        table["reserve"],
        table["discard"],
        oracle.box,
    ]
    seen = Counter(itertools.chain.from_iterable(places))
    seen.update(card for card in table["road"] if card)
    seen.update(card for seat in range(n) for card, _, _ in lying(table, seat))
    for basic in BASICS:
        assert seen.pop(basic, 0) + table["basics"][basic] == 10
    assert seen.pop("founders") == n
    missing = (
        []
        if oracle.options["courier_enabled"] or "scoundrels" not in oracle.options["expansions"]
        else ["courier"]
    )
    expected = expected_cards(n, oracle.options["expansions"]) - Counter(missing)
    assert seen == expected


def check_table(oracle):
    """Tokens, coins and piles."""
    table, n = oracle.public(), len(oracle.players)
    assert set(table) == KEYS
    suits = [DEVELOPMENTS[card]["dev_suit"] for card in table["developments"]]
    assert suits == (list(DEVELOPMENT_SUITS) if "developments" in oracle.options["expansions"] else [])
    assert len(table["tokens"]) == len(suits) and set(table["tokens"]) <= {None, *range(n)}
    assert min(table["supply"]) >= 0
    for seat in range(n):
        for card in oracle.villages[seat].cards():
            assert CARDS[card.role].predecessor == (card.below.role if card.below else None)
            assert len(card.children) <= CARDS[card.role].max_children
            assert card.covered or not card.is_stand_in
            assert not card.coins or CARDS[card.id].keyring or card.id in ("thief", "freelancer")
        holders = [card for card, _, _ in lying(table, seat)]
        assert max(holders.count(card) for card in ("recruiter", "nun", "thief", "freelancer")) <= 2
        assert holders.count("recruiter") <= 1 and holders.count("nun") <= 1


def expected_extras(oracle, seat, name):
    """18.3 told once more, from the public table: which cards without a padlock can be used now."""
    table = oracle.public()
    n, hand = len(table["hands"]), set(table["hands"][seat])
    common = [any(CARDS[card].suit != "special" for card in hand) for hand in table["hands"]]
    tops = [card for s in range(n) for card, _, above in lying(table, s) if not above]
    anywhere = [card for s in range(n) for card, _, _ in lying(table, s)]
    possible = {
        "DRAFT": {"prophet": any(table["stacks"]), "barbarian": True, "flaker": any(table["squares"])},
        "BUILD": {
            "pigeoneer": bool(table["reserve"]),
            "noble": any(common[s] for s in range(n) if s != seat),
            "schemer": any(CARDS[card].suit != "special" and card != "founders" for card in tops),
            "sheriff": "thief" in anywhere,
            **dict.fromkeys(("recruiter", "nun", "thief", "freelancer", "captain"), table["build_left"] != 0),
        },
    }
    return {card for card, legal in possible[name].items() if legal and card in hand}


FREE_OF_PADLOCKS = (
    {"prophet", "barbarian", "flaker", "pigeoneer", "noble", "schemer", "sheriff"},
    {"recruiter", "nun", "thief", "freelancer", "captain"},
)


def check_mask(oracle, seat, name):
    plays = {text.removeprefix("play ") for text in oracle.legal() if text.startswith("play ")}
    assert plays & set.union(*FREE_OF_PADLOCKS) == expected_extras(oracle, seat, name)
    assert "courier" not in plays and (name == "DRAFT" or "benefactor" not in plays)


def coins_on_the_table(oracle):
    table = oracle.public()
    villages = sum(coins for seat in oracle.players for _, coins, _ in lying(table, seat))
    return sum(table["supply"]) + sum(table["road_coins"]) + villages


def moment(oracle):
    """Inside one of these the Bank gives and takes only by the answer itself."""
    seat, name = oracle.decision() or (None, None)
    table = oracle.public()
    if table["build_left"] is not None:
        return table["round"], "build turn", seat
    drafting = ("DRAFT", "COURIER", "BENEFACTOR", "FLAKER", "PROPHET_STACK", "PROPHET_CARD", "PROPHET_ORDER")
    return (table["round"], "draft") if name in (*drafting, "PLACE", "UNLOCK") else object()


def from_the_bank(text):
    """R8.2, R13.5; Smuggler and Bronze are checked elsewhere (None)."""
    if text in ("pay recruiter", "unlock at bank"):
        return {"pay recruiter": -1, "unlock at bank": -2}[text]
    if text.startswith("unlock at seat 0"):
        return 2
    return None if text.startswith(("choose own", "thief robs", "bronze of", "end build")) else 0


# ---------------------------------------------------------------------- playing
EAGER = ("play", "pay", "take basic", "place on a monk", "courier takes")


def play_out(seed, **options):
    """One game of random but building-minded play; returns the oracle and what was asked."""
    oracle = VillagersOracle(RandomChance(seed), **options)
    rng, asked = random.Random(seed), Counter()
    while oracle.decision():
        seat, name = oracle.decision()
        asked[name] += 1
        legal = oracle.legal()
        assert seat in oracle.players and legal and legal == sorted(set(legal)) == oracle.legal()
        if name in ("DRAFT", "BUILD", "COIN", "CHURCH", "THIEF"):
            check_cards(oracle)
        if name in ("DRAFT", "BUILD"):
            check_mask(oracle, seat, name)
        if asked.total() % 5 == 0:
            check_table(oracle)
        good = [text for text in legal if text.startswith(EAGER)]
        text = rng.choice(good if good and rng.random() < 0.8 else legal)
        before, coins = moment(oracle), coins_on_the_table(oracle)
        oracle.apply(text)
        if oracle.decision() and moment(oracle) == before and from_the_bank(text) is not None:
            assert coins_on_the_table(oracle) == coins + from_the_bank(text), text
        assert oracle.round <= 30
    check_cards(oracle)
    check_table(oracle)
    assert oracle.markets_held == 2 and not any(oracle.stacks)
    assert oracle.scores() == oracle.public()["supply"] and oracle.winners()
    return oracle, asked


def some_options(seed, n, mix):
    """Options that go together, other ones for every seed."""
    rng = random.Random(f"{seed} {n} {mix}")
    options = {
        "num_players": n,
        "expansions": mix,
        "end_of_draft_rule": rng.choice(("by_player_count", "keep_coined", "discard_coined")),
        "placement_mode": rng.choice(("class", "slots")),
    }
    if "saints" in mix:
        options["reorder_mode"] = rng.choice(("sequential", "keep_order"))
    if "scoundrels" in mix:
        options["courier_enabled"] = n == 5 or rng.random() < 0.6
    if "profiteers" in mix:
        options["bronze_timing"] = rng.choice(("player_turn_end", "build_phase_end"))
        options["bronze_choice"] = rng.choice(("max", "player"))
    return options


@rule("R3.1")
@rule("R11.1")
@pytest.mark.parametrize("n", [2, 3, 4, 5])
@pytest.mark.parametrize("mix", MIXES, ids="+".join)
def test_random_games(n, mix):
    resolved = Counter()
    for seed in range(3):
        oracle, _ = play_out(seed, **some_options(seed, n, mix))
        assert set(oracle.resolved) == {effect for name in mix for effect in EXPANSION_EFFECTS[name]}
        resolved += oracle.resolved
    assert len(resolved) >= 3  # the expansions really play a part


def test_every_effect_and_every_question_occurs():
    resolved, asked = Counter(), Counter()
    for n, seed in itertools.product((4, 5), range(25)):
        oracle, questions = play_out(100 + seed, **some_options(seed, n, EXPANSIONS))
        resolved += oracle.resolved
        asked += questions
    missing = {effect for effects in EXPANSION_EFFECTS.values() for effect in effects} - set(resolved)
    assert not missing
    assert {
        "BENEFACTOR",
        "PROPHET_STACK",
        "PROPHET_CARD",
        "PROPHET_ORDER",
        "FLAKER",
        "COURIER",
        "FREELANCER",
        "PIGEONEER_CARD",
        "PIGEONEER_ORDER",
        "NOBLE_SEAT",
        "NOBLE_CARD",
        "SCHEMER_SEAT",
        "SCHEMER_CARD",
        "SHERIFF",
        "THIEF",
        "BRONZE",
        "CHURCH",
        "TAVERN",
    } <= set(asked)


def test_the_list_of_effects_names_every_card():
    named = {effect.partition(":")[0] for effects in EXPANSION_EFFECTS.values() for effect in effects}
    assert named == {card.id for card in CARDS.values() if card.set != "base"} | set(DEVELOPMENTS)
    for name in ("saints", "scoundrels", "profiteers"):
        assert {effect.partition(":")[0] for effect in EXPANSION_EFFECTS[name]} == {
            card.id for card in CARDS.values() if card.set == name
        }
