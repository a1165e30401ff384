"""Chapter 12: the solo mode, with the Countess, her events and the Jester."""

from collections import Counter

import numpy as np
import pytest

from eurogym.envs.villagers.enums import EVENT, EVENT_AT, D
from tests.sides import both_sides, engine_only
from tests.villagers.positions import CARDS, COUNTESS, EVENTS, cards_of, dealt, solo

rule = pytest.mark.rule
pytestmark = both_sides

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


# --- setup ---------------------------------------------------------------------------------------------------


@rule("R12.1")
def test_setup():
    game = dealt(1)
    cards = cards_of(game.state)
    assert not any(CARDS[card]["suit"] in ("special", "wool", "leather") for card in cards)
    assert game.stack_sizes() == [5] * 6 and len(game.hand_of(0)) == 5
    assert game.piles(0) == ["founders"] and game.gold(0) == 8
    assert game.piles(COUNTESS) == [] and game.gold(COUNTESS) == 1 and game.hand_of(COUNTESS) == []
    assert game.visible_gold(COUNTESS) == 4 and game.symbol(COUNTESS, "gold_symbol") == 1
    assert game.number("jester") == 1 and game.batch.table_seats == 2 and game.batch.num_seats == 1


@rule("R12.2")
def test_two_shuffled_event_decks_and_one_summer_event():
    opened = Counter()
    for seed in range(40):
        game = dealt(1, seed=seed)
        (event,) = game.face_up()
        opened[event] += 1
        assert game.state["event_deck_count"].tolist() == [11, 12]
        decks = [
            {EVENT.NAMES[number] for number in game.state["event_deck"][row][:n]}
            for row, n in ((0, 11), (1, 12))
        ]
        assert decks == [set(SUMMER) - {event}, set(WINTER)]
    assert len(opened) >= 8 and set(opened) <= set(SUMMER)


# --- draft ---------------------------------------------------------------------------------------------------


@rule("R12.3")
def test_a22_solo_draft():
    game = solo().village_with(0, "founders food").draft_turn(0).road(*SIX)
    game.stack(1, "brewer", "fisher", "priest", "grocer", "wattler").stack(2, "seeker", "weaver")
    for _ in range(3):
        game.act("draft road 2")
        assert (
            game.decision == "COUNTESS_TAKES" and "countess takes road 2" not in game.legal()
        )  # not yet refilled
        game.act("countess takes road 5")
    assert game.decision == "COIN"
    assert game.hand_of(0) == ["brewer", "cooper", "priest"]
    assert game.piles(COUNTESS) == ["hunter", "fisher", "grocer"]
    assert game.road_cards() == ["agent", "wattler", "mason", "thatcher", "seeker", "graper"]


@rule("R12.3")
def test_face_down_drafts_give_the_countess_a_card_too():
    game = solo().road(*SIX).stack(1).stack(2, "brewer", "fisher").act("draft stack 2")
    assert game.legal() == [f"countess takes road {slot}" for slot in range(1, 7)]
    game.act("countess takes road 1")
    assert game.road_cards() == ["fisher", *SIX[1:]] and game.square_of(0) == ["brewer"]
    # D26: a draft from the Reserve likewise
    game = solo().road(*SIX).only_stacks().reserve("brewer", "fisher", "priest").act("draft reserve")
    assert game.act("countess takes road 6").road_cards() == [*SIX[:5], "fisher"]


@rule("R12.3")
def test_without_a_face_up_card_the_countess_gets_none():  # D22
    game = solo().road("agent").stack(1, "brewer").only_stacks(1).act("draft road 1")
    assert game.decision == "DRAFT" and game.road_cards()[0] == "brewer" and game.piles(COUNTESS) == []


@rule("R12.4")
def test_her_villagers_lie_singly_without_padlocks_and_she_takes_coins():
    game = (
        solo()
        .road("jeweler +2", *SIX[1:])
        .supply(COUNTESS, 1)
        .supply(0, 8)
        .act("draft road 2", "countess takes road 1")
    )
    assert game.piles(COUNTESS) == ["jeweler"] and game.gold(COUNTESS) == 3 and game.gold(0) == 8
    assert game.visible_gold(COUNTESS) == 24 and game.state["road_coins"].sum() == 0


@rule("R12.5")
def test_road_update_with_the_player_only():
    game = (
        solo()
        .road("agent", "cooper +1", "mason", "thatcher")
        .reserve("brewer", "fisher", "priest", "grocer", "spinner")
    )
    game.stack(1, "wattler", "wattler").end_of_draft()
    assert game.decision == "COUNTESS_TAKES"
    game.act("countess takes road 4")
    assert (game.decision, game.legal()[0], game.legal()[-1]) == ("COIN", "coin on road 1", "no coin")
    game.act("coin on road 3")
    assert game.decision == "BUILD"
    assert game.road_cards() == ["brewer", "cooper +1", "mason +1", "fisher", "priest", "grocer"]


@rule("R12.5")
def test_cards_with_coins_stay_whatever_the_option_says():
    game = solo(end_of_draft_rule="discard_coined").road("agent +1", "cooper").reserve("brewer", "fisher")
    game.end_of_draft().act("countess takes road 2")
    assert game.asked == (0, "COIN")


@rule("R12.6")
def test_her_unlockers_are_paid():
    game = solo().village_with(0, "founders", "hayer < grazier").village_with(COUNTESS, "cooper", "cooper")
    game.hand(0, "milk_maid").supply(0, 2).build_turn(0).act("play milk_maid", "place on")
    assert game.legal() == ["unlock at seat 1 copy 1", "unlock at seat 1 copy 2"]
    game.act("unlock at seat 1 copy 2")
    assert game.gold(0) == 0 and game.piles(COUNTESS) == ["cooper", "cooper +2"]
    game = solo().village_with(COUNTESS, "shipwright").hand(0, "fisher").supply(0, 1).build_turn(0)
    assert game.plays() == []


# --- the Event Phase -----------------------------------------------------------------------------------------


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
        ("jeweler", (), 1),
        ("truffler", (), 2),  # A24: 8
        ("wattler", (), 3),  # B15: 0
        ("freemason", (), 3),  # B15: no Builder
        ("freemason", ("wattler", "carpenter", "mason", "thatcher"), 1),  # 12
        ("ore_muler", ("glass_blower", "glass_blower", "mason", "seeker"), 2),  # A23: 6 ore symbols, 9
        ("log_rafter", (), 2),  # its own two symbols
        ("grocer", (), 3),
        ("cartwright", (), 2),  # 9
        ("freemason", ("wattler",), 2),
        ("agent", ("blacksmith +12",), 1),
        ("beekeeper", (), 2),
    ],
)
def test_new_events_by_value(card, hers, new):
    game = event_phase(hers=hers, reserve=(card, "agent"))
    assert game.piles(COUNTESS) == [*hers, card] and game.reserve_cards() == ["agent"]
    assert len(game.face_up()) == new and set(game.face_up()) <= set(SUMMER)


@rule("R12.8")
def test_a23_event_count_silver():
    game = event_phase(hers=("glass_blower", "glass_blower", "mason", "seeker"), reserve=("ore_muler",))
    assert game.silver(COUNTESS) == 9 and len(game.face_up()) == 2


@rule("R12.8")
def test_a24_event_count_gold():
    assert len(event_phase(reserve=("truffler",)).face_up()) == 2


@rule("R12.8")
@pytest.mark.parametrize("card,new", [("wattler", 3), ("freemason", 3), ("spelunker", 1)])
def test_b15_event_counts(card, new):
    assert len(event_phase(reserve=(card,)).face_up()) == new


@rule("R12.8", "R10.2")
def test_b16_no_villager_and_no_events_before_the_second_market():
    game = solo().events("tribute").hand(0, "agent", "cooper").only_stacks().reserve("jeweler").supply(0, 8)
    game.supply(COUNTESS, 1).village_with(0, "founders food").set(markets_held=1).end_of_build()
    assert game.decision == "EVENT"
    game.act("resolve tribute")
    assert game.done and game.piles(COUNTESS) == [] and game.reserve_cards() == ["jeweler"]
    assert game.final_scores() == [6, 1 + 2 + 4]


@rule("R12.8", "R12.12")
def test_no_card_left_for_the_countess():
    assert event_phase(reserve=()).face_up() == []
    assert len(event_phase(reserve=(), difficulty="beginner").face_up()) == 1
    game = event_phase(reserve=(), solo_empty_reserve="none")
    assert game.face_up() == [] and game.piles(COUNTESS) == []
    game = solo(solo_empty_reserve="none").reserve().discard("mason").village_with(0, "founders food")
    game.end_of_build()
    assert game.face_up() == [] and game.piles(COUNTESS) == [] and game.discarded() == ["mason"]


@rule("R12.9")
def test_a26_same_season_deal():
    game = (
        solo().events().reserve("wattler").stack(1).stack(2).village_with(0, "founders food").end_of_build()
    )
    assert game.number("markets_held") == 1
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
def test_b30_an_event_empties_the_last_stack():
    game = solo().events("conscription").only_stacks(6).stack(6, "cooper").reserve("jeweler")
    game.village_with(0, "founders food").set(markets_held=1).supply(0, 8).supply(COUNTESS, 1).end_of_build()
    game.act("resolve conscription")
    assert game.legal() == ["put on stack 6", "put on reserve"]
    game.act("put on stack 6")
    assert game.done and game.piles(COUNTESS) == ["cooper"] and game.reserve_cards() == ["jeweler"]
    assert game.face_up() == [] and game.final_scores() == [8, 1 + 4 + 4]


@rule("R12.11")
def test_a_stack_emptied_by_an_event_triggers_the_first_market():
    game = solo().events("conscription").stack(1, "cooper").stack(2).reserve("spelunker").supply(0, 0)
    game.village_with(0, "founders food", "beekeeper").end_of_build().act(
        "resolve conscription", "put on stack 1"
    )
    assert game.number("markets_held") == 1 and game.gold(0) == 4


@rule("R12.12")
def test_b22_empty_reserve():
    discards = [
        "brewer",
        "brewer",
        "cooper",
        "cooper",
        "mason",
        "mason",
        "hunter",
        "hunter",
        "agent",
        "agent",
        "priest",
        "priest",
    ]
    game = (
        solo()
        .road("thatcher +1", "seeker +1", "graper", "weaver", "wattler", "grocer")
        .reserve()
        .discard(*discards)
    )
    game.only_stacks(5, 6).stack(5, "fisher", "harvester", "carpenter", "poulterer", "jeweler").stack(
        6, "milk_maid"
    )
    game.village_with(0, "founders food").asking(D.COIN).set(turn=1).act("no coin")
    assert game.road_cards() == ["thatcher +1", "seeker +1", "fisher", "harvester", "carpenter", "poulterer"]
    assert len(game.discarded()) == 16 and game.reserve_cards() == []
    game.act("end build")
    # the 16 discards became the Reserve; the Countess has its top card
    assert game.discarded() == [] and len(game.reserve_cards()) == 15
    (taken,) = game.piles(COUNTESS)
    assert sorted([taken, *game.reserve_cards()]) == sorted(
        [*discards, "graper", "weaver", "wattler", "grocer"]
    )


@rule("R12.12")
def test_after_the_last_stack_the_discards_are_reshuffled_for_every_need():
    game = solo().road(*SIX).only_stacks().reserve().discard("brewer", "fisher", "priest")
    assert "draft reserve" in game.legal()
    game.act("draft road 1", "countess takes road 2")
    assert game.discarded() == [] and len(game.reserve_cards()) == 1 and "-" not in game.road_cards()
    game = (
        solo(solo_empty_reserve="none")
        .road(*SIX)
        .only_stacks()
        .reserve()
        .discard("brewer", "fisher", "priest")
    )
    assert "draft reserve" not in game.legal()
    game.act("draft road 1", "countess takes road 2")
    assert game.road_cards()[:2] == ["-", "-"] and len(game.discarded()) == 3
    # conscription: the Reserve counts as a source only once no stack is left
    for stacks, sources in (((6,), ["put on stack 6"]), ((), ["put on reserve"])):
        game = solo().events("conscription").only_stacks(*stacks).reserve().discard("brewer")
        game.village_with(0, "founders food").end_of_build().act("resolve conscription")
        assert game.legal() == sources
    game.act("put on reserve")
    assert game.piles(COUNTESS)[0] == "brewer" and game.discarded() == []
    game = solo(solo_empty_reserve="none").events("conscription").only_stacks().reserve().discard("brewer")
    game.village_with(0, "founders food").end_of_build().act("resolve conscription")
    assert game.decision != "CONSCRIPTION" and game.piles(COUNTESS) == []


@rule("R12.12", "R12.3")
def test_the_discards_come_back_in_the_middle_of_a_refill():
    game = solo().road(*SIX).only_stacks(1).stack(1, "seeker").reserve()
    game.discard("brewer", "brewer", "brewer", "brewer").draft_turn(0)
    assert "draft reserve" not in game.legal()
    game.act("draft road 1")
    assert len(game.discarded()) == 4
    game.act("countess takes road 2")
    assert game.road_cards()[:2] == ["seeker", "brewer"]
    assert game.discarded() == [] and game.reserve_cards() == ["brewer"] * 3
    assert "draft reserve" in game.legal()


@rule("R12.13")
def test_coins_of_a_villager_that_leaves_and_the_card_below():
    own = ("founders food", "miner < { blacksmith +4 | seeker < spelunker }")
    game = event_phase("betrayer", own=own, gold=(0, 1)).act("resolve betrayer")
    assert game.legal() == ["choose own blacksmith", "choose own spelunker"]
    game.act("choose own blacksmith")
    assert game.gold(0) == 4 and game.piles(COUNTESS)[0] == "blacksmith" and game.gold(COUNTESS) == 1
    game = event_phase("arrest", own=("founders < swineherd < truffler",), gold=(0, 1))
    assert game.visible_gold(0) == 8
    game.act("resolve arrest", "choose own truffler")
    assert (
        game.visible_gold(0) == 2
        and game.piles(0) == ["founders < swineherd"]
        and game.discarded() == ["truffler"]
    )


@rule("R12.13", "R12.22")
def test_founders_are_never_removed_and_payments_reach_as_far_as_they_can():
    game = event_phase("betrayer", own=("founders", "hunter"))
    assert game.act("resolve betrayer").legal() == ["choose own hunter"]
    assert resolved("tribute", hand=("agent",) * 6, gold=(4, 1)) == (0, 5)
    assert resolved("tribute", hand=("agent",) * 6, gold=(0, 1)) == (0, 1)


@rule("R12.14")
def test_the_countess_scores_both_markets():
    hers = ("cooper +2", "horse_trader", "bed_builder")
    game = solo().village_with(0, "founders food").village_with(COUNTESS, *hers).reserve("hunter")
    # 4 of her card, 4 and 4 printed, 2 coins; in the Second Market also 3 hay symbols
    assert game.first_market() == [0, 14]
    game = solo().village_with(0, "founders food").village_with(COUNTESS, *hers)
    assert game.second_market() == [0, 14 + 3]
    # her card is a Gold symbol for her peddler
    game = solo().village_with(0, "founders food").village_with(COUNTESS, "peddler", "cooper")
    assert game.second_market() == [0, 8 + 3]


@rule("R12.15")
def test_jester_once_per_game_on_a_face_up_event():
    game = solo().events("tribute", "customs")
    jesters = [text for text in game.legal() if text.startswith("jester")]
    assert game.decision == "DRAFT" and jesters == ["jester on customs", "jester on tribute"]
    game.act("jester on customs")
    assert game.decision == "DRAFT" and game.number("jester") == 0 and game.face_up() == ["tribute"]
    assert not any(text.startswith("jester") for text in game.legal())


@rule("R12.15")
@pytest.mark.parametrize("where", ["DRAFT", "BUILD", "EVENT"])
def test_jester_windows(where):
    game = solo().events("tribute", "customs").village_with(0, "founders food")
    if where == "BUILD":
        game.build_turn(0)
    elif where == "EVENT":
        game.end_of_build()
    assert game.decision == where
    game.act("jester on tribute")
    assert game.decision == where and game.face_up() == ["customs"]


@rule("R12.15")
def test_no_jester_beside_other_decisions():
    game = solo().events("tribute").hand(0, "cooper").road(*SIX).act("draft road 1")
    assert game.decision == "COUNTESS_TAKES" and not any("jester" in text for text in game.legal())
    game.build_turn(0).act("take basic miner")
    assert game.decision == "GIVE_CARD" and not any("jester" in text for text in game.legal())


@rule("R12.15")
def test_a25_jester_comes_too_late_for_an_event_that_has_begun():
    game = event_phase("conscription", "tribute").act("resolve conscription")
    assert not any("jester" in text for text in game.legal())
    game.act("put on stack 1")
    assert [text for text in game.legal() if "jester" in text] == ["jester on tribute"]
    # and the Jester is no hand card
    assert "give jester" not in game.batch.catalog.texts
    assert solo().build_turn(0).legal() == ["end build"]


@rule("R12.15")
def test_jester_on_the_last_event_ends_the_event_phase():
    game = event_phase("tribute", hand=("agent", "agent")).act("jester on tribute")
    assert game.gold(0) == 8 and game.decision == "DRAFT" and game.number("round_number") == 2


@rule("R12.17")
def test_difficulties():
    beginner, normal, hard = (dealt(1, difficulty=level) for level in ("beginner", "normal", "hard"))
    assert [len(game.face_up()) for game in (beginner, normal, hard)] == [1, 1, 2]
    assert [game.gold(COUNTESS) for game in (beginner, normal, hard)] == [1, 1, 10]
    assert [game.visible_gold(COUNTESS) for game in (beginner, normal, hard)] == [0, 4, 4]
    assert [game.symbol(COUNTESS, "gold_symbol") for game in (beginner, normal, hard)] == [0, 1, 1]
    assert [game.number("jester") for game in (beginner, normal, hard)] == [1, 1, 0]
    removed = [game.events_in(EVENT_AT.REMOVED) for game in (beginner, normal, hard)]
    assert removed == [["it_was_you"], [], ["it_was_you"]]
    assert [int(game.state["event_deck_count"][1]) for game in (beginner, normal, hard)] == [11, 12, 11]


@rule("R12.17")
@pytest.mark.parametrize("card", ["wattler", "truffler", "spelunker"])
def test_beginner_has_always_one_new_event(card):
    assert len(event_phase(reserve=(card,), difficulty="beginner").face_up()) == 1


# --- Summer --------------------------------------------------------------------------------------------------


@rule("R12.20")
def test_betrayer():
    own = ("founders", "hunter", "miner < mason", "lumberjack")
    game = event_phase("betrayer", own=own).act("resolve betrayer")
    assert game.legal() == ["choose own mason", "choose own hunter"]
    game.act("choose own mason")
    assert game.piles(0) == ["founders", "hunter", "miner", "lumberjack"]
    assert game.piles(COUNTESS)[0] == "mason"


@rule("R12.20")
def test_betrayer_asks_which_of_two_copies():
    own = ("founders food", "miner < { blacksmith +2 | mason }", "miner < blacksmith +6")
    game = event_phase("betrayer", own=own, gold=(0, 1)).act("resolve betrayer", "choose own blacksmith")
    assert (game.decision, game.legal()) == ("OWN_COPY", ["first copy", "second copy"])
    game.act("second copy")
    assert game.gold(0) == 6 and game.piles(0)[1:] == ["miner < { blacksmith +2 | mason }", "miner"]
    # one copy is covered: nothing to ask
    own = ("founders food", "miner < seeker < spelunker", "miner < seeker")
    game = event_phase("betrayer", own=own).act("resolve betrayer", "choose own seeker")
    assert game.decision != "OWN_COPY" and game.piles(0)[1:] == ["miner < seeker < spelunker", "miner"]


@rule("R12.20")
def test_black_market():
    own, hers = (
        ("founders food", "grocer", "lumberjack < log_rafter"),
        ("horse_trader", "bed_builder", "agent"),
    )
    assert resolved("black_market", own=own, hers=hers) == (8 + 3 + 3, 1 + 3)


@rule("R12.20")
def test_bribes():
    game = event_phase("bribes", hers=("harvester", "blacksmith", "mason")).act("resolve bribes")
    assert game.legal() == ["choose their blacksmith", "choose their harvester"]
    game.act("choose their harvester")
    assert game.piles(COUNTESS)[:3] == ["harvester +2", "blacksmith", "mason"] and game.gold(0) == 8


@rule("R12.20")
def test_b31_bribes_on_the_copy_with_fewer_coins():
    game = event_phase("bribes", hers=("blacksmith +2", "blacksmith")).act(
        "resolve bribes", "choose their blacksmith"
    )
    assert game.piles(COUNTESS)[:2] == ["blacksmith +2", "blacksmith +10"]
    position = {"hers": ("blacksmith", "blacksmith +2"), "solo_event_choices": "countess_best"}
    game = event_phase("bribes", **position).act("resolve bribes", "choose their blacksmith")
    assert game.piles(COUNTESS)[:2] == ["blacksmith", "blacksmith +12"]


@rule("R12.20")
@pytest.mark.parametrize(
    "own,paid",
    [
        (("founders", "hunter", "chandler", "wattler"), 3),
        (("founders food", "lumberjack < log_rafter"), 2),  # D15: villagers, not their 3 symbols
        (("founders food", "miner < seeker < spelunker < jeweler", "hunter"), 4),
    ],
)
def test_customs(own, paid):
    assert resolved("customs", own=own) == (8 - paid, 1 + paid)


@rule("R12.20")
def test_guild_conspiracy():
    hers = ("cooper", "chandler +2", "cooper +1", "mason", "vintner")
    game = event_phase("guild_conspiracy", hers=hers).act("resolve guild_conspiracy")
    assert game.piles(COUNTESS)[:5] == ["cooper +2", "chandler +4", "cooper +3", "mason", "vintner"]


@rule("R12.20", "R12.13")
def test_b14_land_claim():
    own = ("founders food", "miner < mason", "hayer", "hayer")
    assert resolved("land_claim", own=own, gold=(4, 1)) == (0, 5)
    assert resolved("land_claim", own=own, gold=(9, 1)) == (3, 7)


@rule("R12.20")
def test_b29_mood_swing():
    own = ("founders food", "beekeeper", "chandler")
    game = (
        solo().events("mood_swing").event_deck("summer", "value_added_tax").village_with(0, *own).supply(0, 8)
    )
    game.end_of_build().act("resolve mood_swing")
    assert (game.decision, game.legal()) == (
        "DEALT_EVENT",
        ["jester on value_added_tax", "resolve the dealt event"],
    )
    assert "mood_swing" in game.events_in(EVENT_AT.DISCARDED)
    game.reserve("spelunker").act("resolve the dealt event")
    assert game.gold(0) == 6 and game.decision == "DRAFT"
    # serfdom: its phase is over, no window (D16)
    game = (
        solo().events("mood_swing").event_deck("summer", "serfdom").village_with(0, *own).reserve("spelunker")
    )
    game.end_of_build().act("resolve mood_swing")
    assert (
        game.decision == "DRAFT"
        and "serfdom" in game.events_in(EVENT_AT.DISCARDED)
        and game.number("jester") == 1
    )


@rule("R12.20", "R12.15")
def test_mood_swing_and_the_jester():
    own = ("founders food", "beekeeper", "chandler")

    def dealt(jester):
        game = (
            solo()
            .events("mood_swing", "tribute")
            .event_deck("summer", "value_added_tax")
            .village_with(0, *own)
        )
        return game.supply(0, 8).hand(0, "agent").set(jester=jester).end_of_build().act("resolve mood_swing")

    assert dealt(0).gold(0) == 6  # without a Jester it resolves at once
    game = dealt(1).act("jester on value_added_tax")
    assert game.gold(0) == 8 and game.decision == "EVENT" and game.face_up() == ["tribute"]
    game = (
        dealt(1).reserve("spelunker").act("jester on tribute")
    )  # spent on another event: the new one resolves
    assert game.gold(0) == 6 and game.decision == "DRAFT"


@rule("R12.20")
def test_mood_swing_may_deal_itself_again():
    # D16: it is discarded before the draw, so a deck that runs out is reshuffled with it
    dealt = Counter()
    for seed in range(16):
        game = solo(seed=seed).events("mood_swing", discarded=("customs",)).village_with(0, "founders food")
        place = game.state["event_place"]
        for event in set(SUMMER) - {"mood_swing", "customs"}:
            place[EVENT.NAMES.index(event)] = EVENT_AT.REMOVED
        game.event_deck("summer").supply(0, 5).end_of_build().act("resolve mood_swing")
        (event,) = game.face_up()
        dealt[event] += 1
        game.reserve("spelunker").act("resolve the dealt event")
        if event == "mood_swing":
            assert game.decision == "DEALT_EVENT" and game.face_up() == ["customs"]
    assert set(dealt) == {"customs", "mood_swing"}


@rule("R12.20")
def test_b25_serfdom():
    game = solo().events("serfdom").hand(0, "chandler", "agent").village_with(0, "founders").build_turn(0)
    sizes = game.stack_sizes()
    assert "jester on serfdom" in game.legal()
    game.act("take basic miner", "give chandler")
    assert game.decision == "BUILD" and game.piles(0) == ["founders", "miner"] and game.stack_sizes() == sizes
    assert game.piles(COUNTESS) == ["chandler"] and game.number("exchanges_left") == 2
    assert game.symbol(COUNTESS, "solitary") == 2 and game.visible_gold(COUNTESS) == 4 + 3
    assert "jester on serfdom" not in game.legal()  # it has begun (D29)
    game.act("take basic miner", "give agent")
    assert game.piles(COUNTESS) == ["chandler", "agent"]
    game.reserve("spelunker").act("end build")
    assert "serfdom" in game.events_in(EVENT_AT.DISCARDED)


@rule("R12.20")
def test_sinister_banquet():
    assert resolved("sinister_banquet", hers=("milk_maid", "hunter", "mason")) == (8, 1 + 6)


@rule("R12.20")
def test_temporary_employment():
    assert resolved("temporary_employment", hand=("agent", "hunter", "mason", "cooper")) == (8, 1 + 6)


@rule("R12.20", "R8.4")
@pytest.mark.parametrize("supply,left", [(2, None), (3, 0), (8, 5)])
def test_b21_countess_bank(supply, left):
    game = (
        solo()
        .events("countess_bank")
        .hand(0, "fisher")
        .supply(0, supply)
        .village_with(0, "founders")
        .build_turn(0)
    )
    assert game.plays() == ([] if left is None else ["fisher"])
    if left is None:
        assert game.act("jester on countess_bank").plays() == ["fisher"]
    else:
        game.act("play fisher", "unlock at bank")
        assert game.gold(0) == left and game.face_up() == []  # begun: the Jester comes too late
        game.hand(0, "agent").act("play agent")
        assert "jester on countess_bank" not in game.legal()


@rule("R12.20", "R12.6")
def test_countess_bank_leaves_other_ways_alone():
    game = solo().events("countess_bank").hand(0, "fisher").supply(0, 2).village_with(COUNTESS, "shipwright")
    game.build_turn(0).act("play fisher", "unlock at seat 1 copy 1")
    assert (
        game.gold(0) == 0
        and game.piles(COUNTESS) == ["shipwright +2"]
        and game.face_up() == ["countess_bank"]
    )


@rule("R12.20")
def test_value_added_tax():
    assert resolved("value_added_tax", own=("founders", "hunter", "beekeeper", "miner < mason")) == (5, 4)


# --- Winter --------------------------------------------------------------------------------------------------


@rule("R12.21")
def test_abduction():
    game = event_phase("abduction", hand=("agent", "cooper")).act("resolve abduction")
    assert (game.decision, game.legal()) == ("ABDUCTION", ["give cooper", "give agent"])
    game.act("give agent")
    assert game.hand_of(0) == ["cooper"] and game.discarded() == ["agent"]


@rule("R12.21", "R12.13")
def test_arrest():
    own = ("founders food", "miner < blacksmith +6", "hunter")
    game = event_phase("arrest", own=own, gold=(1, 1)).act("resolve arrest")
    assert game.legal() == ["choose own blacksmith", "choose own hunter"]
    game.act("choose own blacksmith")
    assert game.discarded() == ["blacksmith"] and game.gold(0) == 7 and game.piles(0)[1] == "miner"


@rule("R12.21", "R12.23")
@pytest.mark.parametrize("answer,left,gold", [("take the loss", 4, 8), ("pay 3", 5, 5)])
def test_arson(answer, left, gold):
    builders = (
        "founders",
        "lumberjack < { carpenter | carpenter }",
        "lumberjack < { shipwright | shipwright }",
    )
    game = solo().events("arson").village_with(0, *builders).supply(0, 8).build_turn(0)
    assert (game.decision, game.legal()) == ("LIMIT_ARSON", ["take the loss", "pay 3", "jester on arson"])
    game.act(answer)
    assert game.decision == "BUILD" and game.number("build_left") == left and game.gold(0) == gold
    assert "jester on arson" not in game.legal()


@rule("R12.21")
def test_blackmail():
    own = ("founders", "hunter", "miner < seeker < spelunker", "hayer < grazier < milk_maid < fromager")
    assert resolved("blackmail", own=own) == (8, 16)
    assert resolved("blackmail", own=("founders", "hunter")) == (8, 3)
    assert resolved("blackmail", own=("founders food", "hunter")) == (8, 1)
    own = ("founders food", "chandler +9", "lumberjack < wheeler < cartwright")
    assert resolved("blackmail", own=own) == (8, 10)  # coins are not printed Gold


@rule("R12.21")
def test_conscription():
    game = event_phase("conscription", reserve=("jeweler", "agent")).stack(3).stack(2, "cooper", "agent")
    game.act("resolve conscription")
    assert game.legal() == [f"put on stack {k}" for k in (1, 2, 4, 5, 6)] + ["put on reserve"]
    game.act("put on stack 2")
    assert game.piles(COUNTESS) == ["cooper", "jeweler"] and game.stack_cards(2) == ["agent"]
    game = event_phase("conscription", reserve=("jeweler", "agent")).act(
        "resolve conscription", "put on reserve"
    )
    assert game.piles(COUNTESS) == ["jeweler", "agent"]


@rule("R12.21")
def test_dark_mood_is_replaced_by_two_others():
    game = (
        solo().events().event_deck("winter", "dark_mood", "arrest", "tribute", "arson").reserve("spelunker")
    )
    game.village_with(0, "founders food").set(markets_held=1).end_of_build()
    assert game.face_up() == ["arrest", "tribute"] and game.events_in(EVENT_AT.DISCARDED) == ["dark_mood"]


@rule("R12.21", "R12.10")
def test_dark_mood_may_be_drawn_again():
    """It is discarded before the two others are dealt, so a deck that runs out is reshuffled with it."""
    dealt_anew = Counter()
    rest = ("abduction", "arrest", "blackmail", "tribute")
    for seed in range(16):
        game = solo(seed=seed).events(discarded=rest).village_with(0, "founders food")
        place = game.state["event_place"]
        for event in set(WINTER) - {"dark_mood", *rest}:
            place[EVENT.NAMES.index(event)] = EVENT_AT.REMOVED
        game.event_deck("winter", "dark_mood").reserve("spelunker").set(markets_held=1).end_of_build()
        again = "dark_mood" in game.events_in(EVENT_AT.DISCARDED)
        assert len(game.face_up()) == 2 + again and set(game.face_up()) <= set(rest)
        dealt_anew[again] += 1
    assert set(dealt_anew) == {False, True}


@rule("R12.21")
def test_it_was_you():  # D17
    game = event_phase("it_was_you", "tribute", hand=("agent",), reserve=("spelunker",))
    assert [text for text in game.legal() if "it_was_you" in text] == ["jester on it_was_you"]
    spent = event_phase("it_was_you", "tribute", hand=("agent",)).act("jester on it_was_you")
    assert spent.decision == "EVENT" and spent.legal() == ["resolve tribute"]
    game.act("resolve tribute")
    assert game.number("jester") == 0 and "it_was_you" in game.events_in(EVENT_AT.DISCARDED)
    game = event_phase("it_was_you", "tribute", hand=("agent",), reserve=("spelunker",)).act(
        "jester on tribute"
    )
    assert game.decision == "DRAFT" and game.gold(0) == 8 and game.face_up() != ["it_was_you"]


@rule("R12.21")
def test_protection_money():
    own = (
        "founders food",
        "miner < { blacksmith +4 | mason }",
        "miner < blacksmith +2",
        "chandler +6",
        "hunter",
    )
    game = event_phase("protection_money", own=own, gold=(8, 1)).act("resolve protection_money")
    assert game.legal() == ["choose own blacksmith", "choose own chandler"]
    game.act("choose own blacksmith")
    assert game.legal() == ["first copy", "second copy"]
    game.act("second copy")
    assert (game.gold(0), game.gold(COUNTESS)) == (6, 3) and game.piles(0)[2] == "miner < blacksmith +2"
    game = event_phase("protection_money", own=own, solo_event_choices="countess_best").act(
        "resolve protection_money"
    )
    assert game.legal() == ["choose own chandler"]
    own = ("founders food", "miner < { blacksmith +4 | blacksmith +2 }", "chandler +3", "hunter +4")
    game = event_phase("protection_money", own=own, gold=(8, 1), solo_event_choices="countess_best")
    game.act("resolve protection_money")
    assert game.legal() == ["choose own blacksmith", "choose own hunter"]
    game.act("choose own blacksmith")  # only one of the two copies has most coins
    assert (game.gold(0), game.gold(COUNTESS)) == (4, 5) and game.decision != "OWN_COPY"


@rule("R12.21", "R12.23")
@pytest.mark.parametrize("answer,supply,drafts,left", [
    ("take the loss", 5, 4, 5), ("pay 3", 5, 5, 2), ("pay 3", 1, 5, 0), ("pay 3", 0, 5, 0),
])  # fmt: skip
def test_b20_rats(answer, supply, drafts, left):
    own = ("founders food", "hunter", "hayer < grazier < milk_maid")
    game = solo().events("rats").village_with(0, *own).supply(0, supply).road(*SIX).asking(D.LIMIT_RATS)
    assert game.legal() == ["take the loss", "pay 3", "jester on rats"] and game.symbol(0, "food") == 4
    game.act(answer)
    assert game.gold(0) == left
    taken = 0
    while game.decision == "DRAFT":
        assert "jester on rats" not in game.legal()
        game.act("draft road 1", "countess takes road 2")
        taken += 1
    assert taken == drafts


@rule("R12.23", "R12.15")
def test_b23_rats_and_the_jester_at_the_start_of_the_draft():
    def start():
        game = (
            solo()
            .events()
            .event_deck("winter", "rats", "tribute")
            .village_with(0, "founders food")
            .set(markets_held=1)
        )
        return game.reserve("truffler").end_of_build()

    game = start()
    assert game.decision == "LIMIT_RATS"
    assert game.legal() == ["take the loss", "pay 3", "jester on rats", "jester on tribute"]
    game.act("jester on rats")
    assert game.decision == "DRAFT" and game.draft_limit(0) == 3 and game.face_up() == ["tribute"]
    game = start().act("jester on tribute")
    assert game.decision == "LIMIT_RATS" and game.legal() == ["take the loss", "pay 3"]
    game.act("take the loss")
    assert game.decision == "DRAFT" and game.draft_limit(0) == 2


@rule("R12.23")
def test_the_loss_lasts_for_one_round():
    game = solo().events("rats").village_with(0, "founders food").asking(D.LIMIT_RATS).act("take the loss")
    assert game.draft_limit(0) == 2
    game.reserve("spelunker").event_deck("summer", "customs").end_of_build()
    assert game.decision == "DRAFT" and game.draft_limit(0) == 3


@rule("R12.21")
def test_spy_network():
    own = ("founders food", "grocer", "lumberjack < { log_rafter | log_rafter }")
    game = event_phase("spy_network", own=own).act("resolve spy_network")
    assert game.legal() == ["choose own log_rafter", "choose own grocer"]
    game.act("choose own log_rafter")
    assert (game.gold(0), game.gold(COUNTESS)) == (8, 1 + 5)
    game = event_phase("spy_network", own=own, solo_event_choices="countess_best").act("resolve spy_network")
    assert game.legal() == ["choose own log_rafter"]


@rule("R12.21")
def test_trade_network():
    hers = ("grocer", "hunter", "log_rafter")
    game = event_phase("trade_network", hers=hers).act("resolve trade_network")
    assert game.legal() == ["choose their log_rafter", "choose their grocer"]
    game.act("choose their grocer")
    assert (game.gold(0), game.gold(COUNTESS)) == (8, 1 + 3)
    game = event_phase("trade_network", hers=hers, solo_event_choices="countess_best").act(
        "resolve trade_network"
    )
    assert game.legal() == ["choose their grocer"]


@rule("R12.21")
def test_tribute():
    assert resolved("tribute", hand=("agent", "cooper", "cooper")) == (5, 4)


@rule("R12.22")
@pytest.mark.parametrize(
    "event", ["betrayer", "arrest", "abduction", "protection_money", "spy_network", "trade_network", "bribes"]
)
def test_events_without_a_target_do_nothing(event):
    game = event_phase(event, own=("founders food", "miner", "hayer"), reserve=("spelunker",)).act(
        f"resolve {event}"
    )
    assert game.decision == "DRAFT" and (game.gold(0), game.gold(COUNTESS)) == (8, 1)
    assert event in game.events_in(EVENT_AT.DISCARDED) and game.piles(0) == [
        "founders food",
        "miner",
        "hayer",
    ]


@rule("R12.22")
def test_b24_betrayer_with_founders_and_basics_only():
    game = event_phase("betrayer", own=("founders", "miner", "lumberjack"), reserve=("spelunker",))
    game.act("resolve betrayer")
    assert game.decision == "DRAFT" and game.piles(COUNTESS) == ["spelunker"]
    assert game.piles(0) == ["founders food", "miner", "lumberjack"]


@rule("R12.22")
def test_gains_come_from_the_bank_and_payments_from_the_player():
    assert resolved("sinister_banquet", hers=("hunter",), gold=(3, 0)) == (3, 2)
    assert resolved("tribute", hand=("agent",), gold=(3, 0)) == (2, 1)


@engine_only
@rule("R12.16")
def test_the_countess_wins_ties_in_random_games():
    rng = np.random.default_rng(1)
    for seed in range(15):
        game = dealt(1, seed=seed, auto_forced=True)
        while not game.done:
            game.batch.step(game.batch.sample_legal(rng))
        own, hers = game.batch.final_scores[0].tolist()
        assert game.batch.rewards[0].tolist() == [1.0 if own > hers else -1.0]
