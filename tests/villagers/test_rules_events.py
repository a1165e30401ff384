"""The events of the solo mode, one by one (R12.20 to R12.23)."""

from collections import Counter

import pytest

from eurogym.envs.villagers.declare.enums import EVENT, EVENT_AT
from tests.villagers.positions import COUNTESS, solo
from tests.villagers.test_rules_solo import SUMMER, event_phase, resolved

rule = pytest.mark.rule


# --- Summer --------------------------------------------------------------------------------------------------


@rule("R12.20", "R12.21", "R12.13", "R12.22")
@pytest.mark.parametrize(
    "event,position,gold",
    [
        # both score their Silver
        ("black_market", {"own": ("founders food", "grocer", "lumberjack < log_rafter"),
                          "hers": ("horse_trader", "bed_builder", "agent")}, (8 + 3 + 3, 1 + 3)),
        ("customs", {"own": ("founders", "hunter", "chandler", "wattler")}, (8 - 3, 1 + 3)),
        # D15: villagers, not their 3 symbols
        ("customs", {"own": ("founders food", "lumberjack < log_rafter")}, (8 - 2, 1 + 2)),
        # B14: it reaches as far as the player can pay
        ("land_claim", {"own": ("founders food", "miner < mason", "hayer", "hayer"), "gold": (4, 1)}, (0, 5)),
        ("land_claim", {"own": ("founders food", "miner < mason", "hayer", "hayer"), "gold": (9, 1)}, (3, 7)),
        ("sinister_banquet", {"hers": ("milk_maid", "hunter", "mason")}, (8, 1 + 6)),
        # gains come from the Bank, payments from the player
        ("sinister_banquet", {"hers": ("hunter",), "gold": (3, 0)}, (3, 2)),
        ("temporary_employment", {"hand": ("agent", "hunter", "mason", "cooper")}, (8, 1 + 6)),
        ("value_added_tax", {"own": ("founders", "hunter", "beekeeper", "miner < mason")}, (5, 4)),
        ("blackmail", {"own": ("founders", "hunter", "miner < seeker < spelunker",
                               "hayer < grazier < milk_maid < fromager")}, (8, 16)),
        ("blackmail", {"own": ("founders food", "hunter")}, (8, 1)),
        # coins are not printed Gold
        ("blackmail", {"own": ("founders food", "chandler +9", "lumberjack < wheeler < cartwright")}, (8, 10)),
        ("tribute", {"hand": ("agent", "cooper", "cooper")}, (5, 4)),
        ("tribute", {"hand": ("agent",) * 6, "gold": (4, 1)}, (0, 5)),
    ],
)  # fmt: skip
def test_events_without_a_choice(event, position, gold):
    assert resolved(event, **position) == gold


@rule("R12.20")
def test_bribes():
    game = event_phase("bribes", hers=("harvester", "blacksmith", "mason")).act("resolve bribes")
    assert game.legal() == ["choose their blacksmith", "choose their harvester"]
    game.act("choose their harvester")
    assert game.piles(COUNTESS)[:3] == ["harvester +2", "blacksmith", "mason"] and game.gold(0) == 8
    game = event_phase("bribes", hers=("harvester", "blacksmith"), solo_event_choices="countess_best")
    assert game.act("resolve bribes").legal() == ["choose their blacksmith"]  # the larger keyring


@rule("R12.20")
@pytest.mark.parametrize("choices", ["player", "countess_best"])
@pytest.mark.parametrize(
    "before,after,best",
    [
        # B31: on the copy with fewer coins, or with most where the Countess takes the best
        (["blacksmith +2", "blacksmith"], ["blacksmith +2", "blacksmith +10"], ["blacksmith +12", "blacksmith"]),
        (["blacksmith", "blacksmith +2"], ["blacksmith +10", "blacksmith +2"], ["blacksmith", "blacksmith +12"]),
        (["blacksmith +2", "blacksmith +2"], ["blacksmith +12", "blacksmith +2"], ["blacksmith +12", "blacksmith +2"]),
    ],
)  # fmt: skip
def test_bribes_on_one_of_two_copies(choices, before, after, best):
    game = event_phase("bribes", hers=before, solo_event_choices=choices)
    game.act("resolve bribes", "choose their blacksmith")
    assert game.piles(COUNTESS)[:2] == (best if choices == "countess_best" else after)


@rule("R12.20")
def test_guild_conspiracy():
    hers = ("cooper", "chandler +2", "cooper +1", "mason", "vintner")
    game = event_phase("guild_conspiracy", hers=hers).act("resolve guild_conspiracy")
    assert game.piles(COUNTESS)[:5] == ["cooper +2", "chandler +4", "cooper +3", "mason", "vintner"]


def mood_swing(dealt, jester=1, others=()):
    """Mood swing resolved, another event of the deck dealt."""
    game = solo().events("mood_swing", *others).event_deck("summer", dealt).supply(0, 8).hand(0, "agent")
    game.village_with(0, "founders food", "beekeeper", "chandler").reserve("spelunker").set(jester=jester)
    return game.end_of_build().act("resolve mood_swing")


@rule("R12.20")
def test_b29_mood_swing():
    game = mood_swing("value_added_tax")
    assert game.decision == "DEALT_EVENT"
    assert game.legal() == ["jester on value_added_tax", "resolve the dealt event"]
    assert "mood_swing" in game.events_in(EVENT_AT.DISCARDED)
    assert game.act("resolve the dealt event").gold(0) == 6 and game.decision == "DRAFT"
    game = mood_swing("serfdom")  # its phase is over, no window (D16)
    assert game.decision == "DRAFT" and game.number("jester") == 1
    assert "serfdom" in game.events_in(EVENT_AT.DISCARDED)


@rule("R12.20", "R12.15")
def test_mood_swing_and_the_jester():
    assert mood_swing("value_added_tax", jester=0).gold(0) == 6  # without a Jester it resolves at once
    game = mood_swing("value_added_tax", others=("tribute",)).act("jester on value_added_tax")
    assert game.gold(0) == 8 and game.decision == "EVENT" and game.face_up() == ["tribute"]
    game = mood_swing("value_added_tax", others=("tribute",)).act("jester on tribute")
    assert game.gold(0) == 6 and game.decision == "DRAFT"  # spent on another event: the new one resolves


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


@rule("R12.20", "R8.4")
@pytest.mark.parametrize("supply,left", [(2, None), (3, 0), (8, 5)])
def test_b21_countess_bank(supply, left):
    game = solo().events("countess_bank").hand(0, "fisher").supply(0, supply).village_with(0, "founders")
    assert game.build_turn(0).plays() == ([] if left is None else ["fisher"])
    if left is None:
        assert game.act("jester on countess_bank").plays() == ["fisher"]
    else:
        game.act("play fisher", "unlock at bank")
        assert game.gold(0) == left and game.face_up() == []  # begun: the Jester comes too late
        assert not game.hand(0, "agent").act("play agent").legal("jester")


@rule("R12.20", "R12.6")
def test_countess_bank_leaves_other_ways_alone():
    game = solo().events("countess_bank").hand(0, "fisher").supply(0, 2).village_with(COUNTESS, "shipwright")
    game.build_turn(0).act("play fisher", "unlock at seat 1 copy 1")
    assert game.gold(0) == 0 and game.piles(COUNTESS) == ["shipwright +2"]
    assert game.face_up() == ["countess_bank"]


# --- Winter --------------------------------------------------------------------------------------------------


@rule("R12.21")
def test_abduction():
    game = event_phase("abduction", hand=("agent", "cooper")).act("resolve abduction")
    assert (game.decision, game.legal()) == ("ABDUCTION", ["give cooper", "give agent"])
    game.act("give agent")
    assert game.hand_of(0) == ["cooper"] and game.discarded() == ["agent"]


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
@pytest.mark.parametrize(
    "piles,choices,offered,taken,gold",
    [
        (
            ("miner < { blacksmith +4 | mason }", "miner < blacksmith +2", "chandler +6", "hunter"),
            "player", ["blacksmith", "chandler"], ("choose own blacksmith", "second copy"), (8 - 2, 1 + 2),
        ),
        (
            ("miner < { blacksmith +4 | mason }", "miner < blacksmith +2", "chandler +6", "hunter"),
            "countess_best", ["chandler"], ("choose own chandler",), (8 - 6, 1 + 6),
        ),
        (  # only one of the two copies has most coins
            ("miner < { blacksmith +2 | blacksmith +4 }", "chandler +3", "hunter +4"),
            "countess_best", ["blacksmith", "hunter"], ("choose own blacksmith",), (8 - 4, 1 + 4),
        ),
    ],
)  # fmt: skip
def test_protection_money(piles, choices, offered, taken, gold):
    game = event_phase("protection_money", own=("founders food", *piles), solo_event_choices=choices)
    game.act("resolve protection_money")
    assert game.legal() == [f"choose own {card}" for card in offered]
    game.act(*taken)
    assert (game.gold(0), game.gold(COUNTESS)) == gold and game.decision != "OWN_COPY"
    assert sorted(game.piles(0)[1:]) == sorted(piles)  # the coins stay


@rule("R12.23", "R12.15")
def test_b23_rats_and_the_jester_at_the_start_of_the_draft():
    def start():
        game = solo().events().event_deck("winter", "rats", "tribute").village_with(0, "founders food")
        return game.set(markets_held=1).reserve("truffler").end_of_build()

    game = start()
    assert game.decision == "LIMIT_RATS"
    assert game.legal() == ["take the loss", "pay 3", "jester on rats", "jester on tribute"]
    game.act("jester on rats")
    assert game.decision == "DRAFT" and game.draft_limit(0) == 3 and game.face_up() == ["tribute"]
    game = start().act("jester on tribute")
    assert game.decision == "LIMIT_RATS" and game.legal() == ["take the loss", "pay 3"]
    game.act("take the loss")
    assert game.decision == "DRAFT" and game.draft_limit(0) == 2


@rule("R12.21")
@pytest.mark.parametrize(
    "event,whose,piles,offered,best,taken,gain",
    [
        ("spy_network", "own", ("founders food", "grocer", "lumberjack < { log_rafter | log_rafter }"),
         ["log_rafter", "grocer"], ["log_rafter"], "log_rafter", 5),
        ("trade_network", "their", ("grocer", "hunter", "log_rafter"),
         ["log_rafter", "grocer"], ["grocer"], "grocer", 3),
    ],
)  # fmt: skip
def test_networks(event, whose, piles, offered, best, taken, gain):
    position = {"own": piles} if whose == "own" else {"hers": piles}
    game = event_phase(event, **position).act(f"resolve {event}")
    assert game.legal() == [f"choose {whose} {card}" for card in offered]
    game.act(f"choose {whose} {taken}")
    assert (game.gold(0), game.gold(COUNTESS)) == (8, 1 + gain)
    game = event_phase(event, **position, solo_event_choices="countess_best").act(f"resolve {event}")
    assert game.legal() == [f"choose {whose} {card}" for card in best]


@rule("R12.22")
@pytest.mark.parametrize(
    "event", ["betrayer", "arrest", "abduction", "protection_money", "spy_network", "trade_network", "bribes"]
)
def test_events_without_a_target_do_nothing(event):
    """B24: Founders and basics are no targets."""
    own = ("founders food", "miner", "hayer")
    game = event_phase(event, own=own, reserve=("spelunker",)).act(f"resolve {event}")
    assert game.decision == "DRAFT" and (game.gold(0), game.gold(COUNTESS)) == (8, 1)
    assert event in game.events_in(EVENT_AT.DISCARDED) and game.piles(0) == list(own)
    assert game.piles(COUNTESS) == ["spelunker"]
