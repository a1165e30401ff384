"""Chapter 12: the solo mode, with the Countess, her events and the Jester."""

from collections import Counter

import pytest

from eurogym.envs.villagers.declare.enums import EVENT, EVENT_AT, D
from tests.villagers.positions import COUNTESS, EVENTS, dealt, solo

rule = pytest.mark.rule

SIX = ("agent", "cooper", "mason", "thatcher", "hunter", "graper")
SUMMER = [event for event, card in EVENTS.items() if card["deck"] == "summer"]
WINTER = [event for event, card in EVENTS.items() if card["deck"] == "winter"]


def event_phase(
    *events, own=("founders food",), hers=(), hand=(), gold=(8, 1), reserve=("agent",), **options
):
    """The Event Phase with these events face-up, these villages, this hand and these Supplies."""
    game = solo(**options).events(*events).village_with(0, *own).village_with(COUNTESS, *hers).hand(0, *hand)
    game.supply(0, gold[0]).supply(COUNTESS, gold[1]).reserve(*reserve)
    return game.end_of_build()


def resolved(event, **position):
    """Supplies after an event without a choice; nothing else pays in between."""
    game = event_phase(event, **position).act(f"resolve {event}")
    return game.gold(0), game.gold(COUNTESS)


@rule("R12.2")
def test_two_shuffled_event_decks_and_one_summer_event():
    opened = Counter()
    for seed in range(40):
        game = dealt(1, seed=seed)
        (event,) = game.face_up()
        opened[event] += 1
        decks = [
            sorted(EVENT.NAMES[number] for number in deck[:count])
            for deck, count in zip(game.state["event_deck"], game.state["event_deck_count"], strict=True)
        ]
        assert decks == [sorted(set(SUMMER) - {event}), sorted(WINTER)]
    assert len(opened) >= 8


@rule("R12.3")
def test_a22_solo_draft():
    game = solo().village_with(0, "founders food").draft_turn(0).road(*SIX)
    game.stack(1, "brewer", "fisher", "priest", "grocer", "wattler").stack(2, "seeker", "weaver")
    for _ in range(3):
        game.act("draft road 2")
        assert game.decision == "COUNTESS_TAKES"
        assert "countess takes road 2" not in game.legal()  # not yet refilled
        game.act("countess takes road 5")
    assert game.decision == "COIN" and game.hand_of(0) == ["brewer", "cooper", "priest"]
    assert game.piles(COUNTESS) == ["hunter", "fisher", "grocer"]
    assert game.road_cards() == ["agent", "wattler", "mason", "thatcher", "seeker", "graper"]


@rule("R12.4")
def test_her_villagers_lie_singly_without_padlocks_and_she_takes_coins():
    game = solo().road("jeweler +2", *SIX[1:]).supply(COUNTESS, 1).supply(0, 8)
    game.act("draft road 2", "countess takes road 1")
    assert game.piles(COUNTESS) == ["jeweler"] and game.gold(COUNTESS) == 3 and game.gold(0) == 8
    assert game.visible_gold(COUNTESS) == 24 and game.state["road_coins"].sum() == 0


@rule("R12.5")
def test_cards_with_coins_stay_whatever_the_option_says():
    game = solo(end_of_draft_rule="discard_coined").road("agent +1", "cooper").reserve("brewer", "fisher")
    game.end_of_draft().act("countess takes road 2")
    assert game.asked == (0, "COIN")


@rule("R12.7")
def test_events_are_resolved_in_the_players_order_the_others_are_discarded():
    events = ("tribute", "customs", "serfdom", "rats", "it_was_you", "black_market")
    game = event_phase(*events, hand=("agent",), reserve=("spelunker",))
    texts = [text for text in game.legal() if text.startswith("resolve")]
    assert texts == ["resolve black_market", "resolve customs", "resolve tribute"]
    assert {"serfdom", "rats"} <= set(game.events_in(EVENT_AT.DISCARDED)) and "it_was_you" in game.face_up()
    game.act("resolve tribute")
    assert game.gold(0) == 7 and "resolve tribute" not in game.legal()
    game.act("resolve black_market", "resolve customs")
    assert game.decision == "DRAFT" and game.number("round_number") == 2
    assert set(events) <= set(game.events_in(EVENT_AT.DISCARDED)) and game.number("jester") == 0


@rule("R12.8")
@pytest.mark.parametrize(
    "card,hers,new",
    [
        ("spelunker", (), 1),  # 10
        ("truffler", (), 2),  # A24: 8
        ("wattler", (), 3),  # B15: 0
        ("freemason", (), 3),  # B15: no Builder
        ("ore_muler", ("glass_blower", "glass_blower", "mason", "seeker"), 2),  # A23: 6 ore symbols, 9
        ("log_rafter", (), 2),  # its own two symbols
        ("agent", ("blacksmith +12",), 1),
    ],
)
def test_new_events_by_value(card, hers, new):
    game = event_phase(hers=hers, reserve=(card, "agent"))
    assert game.piles(COUNTESS) == [*hers, card] and game.reserve_cards() == ["agent"]
    assert len(game.face_up()) == new and set(game.face_up()) <= set(SUMMER)


@rule("R12.8", "R12.12")
@pytest.mark.parametrize(
    "options,discards,new",
    [({}, (), 0), ({"difficulty": "beginner"}, (), 1), ({"solo_empty_reserve": "none"}, ("mason",), 0)],
    ids=str,
)
def test_no_card_left_for_the_countess(options, discards, new):
    game = solo(**options).reserve().discard(*discards).village_with(0, "founders food").end_of_build()
    assert len(game.face_up()) == new and game.piles(COUNTESS) == []
    assert game.discarded() == list(discards)


@rule("R12.9")
def test_a26_same_season_deal():
    game = solo().events().reserve("wattler").stack(1).stack(2).village_with(0, "founders food")
    assert game.end_of_build().number("markets_held") == 1
    assert len(game.face_up()) == 3 and set(game.face_up()) <= set(SUMMER)
    game.events().event_deck("winter", "tribute", "blackmail", "arson").reserve("wattler").end_of_build()
    assert game.face_up() == ["arson", "blackmail", "tribute"]


@rule("R12.10")
def test_a_used_up_event_deck_is_reshuffled_from_its_discards():
    game = solo().events("customs", discarded=tuple(SUMMER[4:])).event_deck("summer", "betrayer")
    game.reserve("wattler").village_with(0, "founders food").supply(0, 0)
    assert game.state["event_deck_count"][0] == 3  # betrayer, black_market, bribes
    game.end_of_build().act("resolve customs")
    assert sorted(game.face_up()) == ["betrayer", "black_market", "bribes"]
    assert game.state["event_deck_count"][0] == 0 and "customs" in game.events_in(EVENT_AT.DISCARDED)
    game.reserve("spelunker").set(jester=0).end_of_build()
    while game.decision == "EVENT":
        game.act(game.legal()[0])
    # nine cards lay in the discards, and the three just resolved
    assert len(game.face_up()) == 1 and game.state["event_deck_count"][0] == 11


@rule("R12.11")
def test_a_stack_emptied_by_an_event_triggers_the_first_market():
    game = solo().events("conscription").stack(1, "cooper").stack(2).reserve("spelunker").supply(0, 0)
    game.village_with(0, "founders food", "beekeeper").end_of_build().act(
        "resolve conscription", "put on stack 1"
    )
    assert game.number("markets_held") == 1 and game.gold(0) == 4


@rule("R12.12")
def test_b22_empty_reserve():
    pairs = ("brewer", "cooper", "mason", "hunter", "agent", "priest")
    game = solo().road("thatcher +1", "seeker +1", "graper", "weaver", "wattler", "grocer").reserve()
    game.discard(*pairs, *pairs).only_stacks(5, 6).stack(6, "milk_maid")
    game.stack(5, "fisher", "harvester", "carpenter", "poulterer", "jeweler")
    game.village_with(0, "founders food").asking(D.COIN).set(turn=1).act("no coin")
    assert game.road_cards() == ["thatcher +1", "seeker +1", "fisher", "harvester", "carpenter", "poulterer"]
    discards = game.discarded()
    assert sorted(discards) == sorted([*pairs, *pairs, "graper", "weaver", "wattler", "grocer"])
    # the 16 discards become the Reserve; the Countess has its top card
    assert game.act("end build").discarded() == [] and len(game.reserve_cards()) == 15
    assert sorted([*game.piles(COUNTESS), *game.reserve_cards()]) == sorted(discards)


@rule("R12.13")
def test_coins_of_a_villager_that_leaves_and_the_card_below():
    own = ("founders < swineherd < truffler", "miner < { blacksmith +4 | seeker < spelunker }")
    game = event_phase("betrayer", "arrest", own=own, gold=(0, 1)).act("resolve betrayer")
    assert game.legal() == [f"choose own {card}" for card in ("truffler", "blacksmith", "spelunker")]
    game.act("choose own blacksmith")
    assert game.gold(0) == 4 and game.piles(COUNTESS)[0] == "blacksmith" and game.gold(COUNTESS) == 1
    game.act("resolve arrest", "choose own truffler")
    assert game.visible_gold(0) == 2 + 10 and game.piles(0)[0] == "founders < swineherd"
    assert game.discarded() == ["truffler"]


@rule("R12.14")
def test_the_countess_scores_both_markets():
    def market(*hers):
        return solo().village_with(0, "founders food").village_with(COUNTESS, *hers).reserve("hunter")

    hers = ("cooper +2", "horse_trader", "bed_builder")
    # 4 of her card, 4 and 4 printed, 2 coins; in the Second Market also 3 hay symbols
    assert market(*hers).first_market() == [0, 14] and market(*hers).second_market() == [0, 14 + 3]
    # her card is a Gold symbol for her peddler
    assert market("peddler", "cooper").second_market() == [0, 8 + 3]


@rule("R12.1", "R12.17")
@pytest.mark.parametrize(
    "difficulty,events,hers,printed,jester,removed",
    [
        ("beginner", 1, 1, 0, 1, ["it_was_you"]),
        ("normal", 1, 1, 4, 1, []),
        ("hard", 2, 10, 4, 0, ["it_was_you"]),
    ],
)
def test_difficulties(difficulty, events, hers, printed, jester, removed):
    game = dealt(1, difficulty=difficulty)
    assert len(game.face_up()) == events and game.number("jester") == jester
    assert game.gold(COUNTESS) == hers and game.visible_gold(COUNTESS) == printed
    assert game.symbol(COUNTESS, "gold_symbol") == (printed > 0)
    assert game.events_in(EVENT_AT.REMOVED) == removed
    assert game.number("event_deck_count", 1) == 12 - len(removed)
