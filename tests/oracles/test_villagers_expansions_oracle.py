"""The expansions of Villagers on the oracle: options, set-up and Saints, in small positions.

Scoundrels are in test_villagers_scoundrels_oracle.py, Profiteers and Developments in
test_villagers_profiteers_oracle.py, whole games in test_villagers_expansion_games_oracle.py. Names A.../B...
are worked examples. What a decision offers is also what the list of decisions (18.3) says about it.
"""

import pytest

from .villagers import VillagersOracle
from .villagers_helpers import (
    FixedChance,
    build_turn,
    clear_stacks,
    coins,
    do,
    draft_phase,
    expanded,
    lay,
    offered,
    piles,
    plays,
    second_market,
)
from .villagers_table import CARDS

rule = pytest.mark.rule

SAINTS = ["benefactor", "nun", "pigeoneer", "prophet", "recruiter"]
FOUR = ["barbarian", "flaker", "noble", "schemer"]
FIVE = ["barbarian", "courier", "flaker", "noble", "schemer"]


# ---------------------------------------------------------------------- options and set-up
@rule("R14.1")
@pytest.mark.parametrize(
    "bad",
    [
        {"expansions": "saints"},
        {"expansions": ["healey"]},
        {"num_players": 1, "expansions": ["saints"]},
        {"num_players": 1, "expansions": ["developments"]},
        {"num_players": 5, "expansions": ["scoundrels"]},
        {"num_players": 5, "expansions": ["saints", "scoundrels"], "courier_enabled": False},
        {"bronze_timing": "build_phase_end"},
        {"expansions": ["saints"], "bronze_timing": "build_phase_end"},
        {"expansions": ["developments"], "bronze_choice": "player"},
        {"expansions": ["saints", "profiteers"], "courier_enabled": True},
        {"expansions": ["scoundrels"], "reorder_mode": "keep_order"},
        {"expansions": ["profiteers"], "bronze_timing": "never"},
    ],
)
def test_options_that_are_not_allowed(bad):
    with pytest.raises(ValueError, match="allowed|need|at most"):
        VillagersOracle(FixedChance(), **bad)


@rule("R14.1")
@pytest.mark.parametrize(
    "good,expansions",
    [
        ({"expansions": ()}, ()),
        ({"expansions": {"scoundrels", "saints"}, "num_players": 4}, ("saints", "scoundrels")),
        ({"expansions": ["scoundrels"], "num_players": 5, "courier_enabled": True}, ("scoundrels",)),
        (
            {"expansions": ["developments", "profiteers"], "bronze_choice": "player"},
            ("profiteers", "developments"),
        ),
        (
            {"expansions": ["saints"], "bronze_timing": "player_turn_end"},
            ("saints",),
        ),  # the default is no choice
    ],
)
def test_options_that_are_allowed(good, expansions):
    assert VillagersOracle(FixedChance(), **good).options["expansions"] == expansions


@rule("R13.1")
def test_one_saint_for_everybody():
    order = ["prophet", "nun", "benefactor"]
    oracle = expanded(3, "saints", chance=FixedChance(saints=order))
    assert [hand[-1] for hand in oracle.hands] == order
    assert [len(hand) for hand in oracle.hands] == [6, 6, 6]
    assert oracle.box == ["pigeoneer", "recruiter"] and len(oracle.reserve) == 29
    assert not set(sum(oracle.stacks, oracle.reserve)) & set(SAINTS)


@rule("R14.1")
@pytest.mark.parametrize(
    "n,courier,dealt,reserve",
    [(2, False, FOUR, 46), (3, True, FIVE, 29), (4, False, FOUR, 30), (5, True, FIVE, 13)],
)
def test_one_scoundrel_for_everybody(n, courier, dealt, reserve):
    """With 4 and 5 players 2 Thieves and 2 Sheriffs are among the 98 cards that are dealt."""
    oracle = expanded(n, "scoundrels", chance=FixedChance(), courier_enabled=courier)
    assert [hand[5:] for hand in oracle.hands] == [[card] for card in dealt[:n]]
    assert oracle.box == dealt[n:] and len(oracle.reserve) == reserve
    deck = sum(oracle.stacks, oracle.reserve) + sum((hand[:5] for hand in oracle.hands), [])
    assert [deck.count(card) for card in ("thief", "sheriff", *FIVE)] == [2 * (n > 3)] * 2 + [0] * 5


@rule("R15.1")
@pytest.mark.parametrize("n,reserve", [(2, 54), (4, 34)])
def test_profiteers_lie_in_the_deck(n, reserve):
    oracle = expanded(n, "profiteers")
    deck = sum(oracle.stacks + oracle.hands, []) + oracle.reserve
    assert len(oracle.reserve) == reserve and len(deck) == {2: 88, 4: 102}[n]
    assert {card: deck.count(card) for card in deck if CARDS[card].set == "profiteers"} == {
        "alchemist": 1,
        "arkwright": 1,
        "captain": 1,
        "carter": 1,
        "freelancer": 2,
        "wholesaler": 2,
    }


@rule("R16.1")
def test_one_development_of_each_suit():
    chance = FixedChance(developments=[2, 0, 3])
    oracle = expanded(2, "developments", "saints", chance=chance)
    assert chance.calls == ["start_player", "deck", "saints"] + ["developments"] * 3
    table = oracle.public()
    assert table["developments"] == ["tavern", "bank", "windmill"] and table["tokens"] == [None] * 3


@rule("R16.1")
def test_without_developments_the_table_has_none():
    table = expanded(2, "saints").public()
    assert table["developments"] == [] and table["tokens"] == []


# ---------------------------------------------------------------------- Benefactor
@rule("R13.2")
def test_benefactor_plays_a_villager_before_drafting():
    """R13.2, D30: Food 1 on the Founders makes the limit 3 at once; the padlock is paid at the Bank."""
    oracle = expanded(2, "saints")
    oracle.hands[0] = ["benefactor", "poulterer", "seeker", "monk", "nun", "tinner"]
    draft_phase(oracle)
    assert offered(oracle, "play", "take", "pay") == ["play benefactor"]
    do(oracle, "play benefactor")
    assert oracle.decision() == (0, "BENEFACTOR") and oracle.legal() == ["play poulterer"]
    do(oracle, "play poulterer")
    assert oracle.decision() == (0, "PLACE") and oracle.legal() == ["place on"]
    do(oracle, "place on")
    assert oracle.legal() == ["unlock at bank"]
    do(oracle, "unlock at bank")
    assert oracle.decision() == (0, "DRAFT") and oracle.supply[0] == 6
    assert piles(oracle, 0) == ["founders(poulterer)"] and oracle.discard == ["benefactor"]
    assert oracle.hands[0] == ["seeker", "monk", "nun", "tinner"]
    do(oracle, *["draft road 1"] * 4)  # in turn
    assert oracle.decision() == (0, "DRAFT") and len(oracle.squares[0]) == 2  # seat 1 is at its limit of 2
    do(oracle, "draft road 1")
    assert oracle.decision() is None and len(oracle.hands[0]) == 4 + 3


@rule("R13.2")
@pytest.mark.parametrize("village,legal", [(["founders", "miner(seeker)"], False), (["miner"], True)])
def test_benefactor_has_no_monk_below(village, legal):
    oracle = expanded(2, "saints")
    lay(oracle, 0, *village)
    oracle.hands[0] = ["benefactor", "monk", "seeker" if legal else "cooper"]
    draft_phase(oracle)
    assert ("play benefactor" in oracle.legal()) == legal
    if legal:
        do(oracle, "play benefactor", "play seeker")
        assert oracle.legal() == ["place on"]


@rule("R13.2")
def test_benefactor_needs_a_card_that_can_be_played():
    """Poulterer: nobody has a carpenter, 1 Gold is not enough; brewer: the cooper of seat 1 costs 2 too."""
    oracle = expanded(2, "saints")
    lay(oracle, 1, "founders", "lumberjack(cooper)")
    oracle.hands[0] = ["benefactor", "poulterer", "brewer", "monk", "nun"]
    oracle.supply[0] = 1
    draft_phase(oracle)
    assert offered(oracle, "play") == []
    oracle.hands[0].append("miner")  # from a Schemer: a pile of its own
    assert offered(oracle, "play") == ["play benefactor"]
    do(oracle, "play benefactor")
    assert oracle.legal() == ["play miner"]
    do(oracle, "play miner")
    assert piles(oracle, 0) == ["founders", "miner"] and oracle.basics["miner"] == 10


@rule("R13.2")
def test_benefactor_may_use_foreign_and_own_unlockers_and_a_monk_that_lies_there():
    oracle = expanded(2, "saints")
    lay(oracle, 0, "monk=graper(vintner)", "lumberjack(cooper)")
    lay(oracle, 1, "lumberjack(cooper)")
    oracle.hands[0] = ["benefactor", "vintner"]
    draft_phase(oracle)
    do(oracle, "play benefactor", "play vintner", "place beside")
    assert oracle.legal() == ["unlock at seat 0 copy 1", "unlock at seat 1 copy 1"]
    do(oracle, "unlock at seat 0 copy 1")
    assert coins(oracle, 0) == {"cooper": 2} and oracle.supply[0] == 8
    assert piles(oracle, 0)[0] == "monk(vintner,vintner)"


@rule("R13.2")
@rule("R3.9")
@pytest.mark.parametrize("drafted,finished", [(1, False), (2, True)])
def test_benefactor_that_covers_food(drafted, finished):
    """The vintner covers the only Food: the limit falls from 3 to 2."""
    oracle = expanded(2, "saints")
    lay(oracle, 0, "graper")
    oracle.squares[0] = ["mason", "hunter"][:drafted]
    oracle.hands[0] = ["benefactor", "vintner"]
    draft_phase(oracle)
    do(oracle, "play benefactor", "play vintner", "place on", "unlock at bank")
    if finished:
        assert oracle.hands[0] == ["mason", "hunter"] and oracle.squares[0] == []
        assert oracle.decision() == (1, "DRAFT")
        do(oracle, "draft road 1", "draft road 1")
        assert oracle.decision() is None and oracle.hands[0] == ["mason", "hunter"]
    else:
        assert oracle.decision() == (0, "DRAFT")
        do(oracle, "draft stack 1")
        assert len(oracle.hands[0]) == 2 and oracle.decision() == (1, "DRAFT")


@rule("R13.2")
@rule("R13.3")
@rule("R14.2")
@rule("R14.4")
def test_cards_of_the_draft_phase_are_not_for_the_build_phase():
    oracle = expanded(2, "saints", "scoundrels", courier_enabled=True)
    oracle.squares[1] = ["mason"]
    build_turn(oracle, hand=["benefactor", "prophet", "barbarian", "flaker", "courier", "chandler"])
    assert plays(oracle) == ["chandler"]


# ---------------------------------------------------------------------- Prophet
def with_prophet(stack, **options):
    oracle = expanded(2, "saints", **options)
    oracle.stacks[1] = list(stack)
    oracle.hands[0] = ["prophet"]
    draft_phase(oracle)
    return oracle


@rule("R13.3")
def test_prophet_is_the_draft_of_the_turn():
    oracle = with_prophet(["chandler", "monk", "mason", "hunter"])
    road = list(oracle.road)
    do(oracle, "play prophet")
    assert oracle.decision() == (0, "PROPHET_STACK")
    assert oracle.legal() == [f"prophet looks at stack {k}" for k in range(1, 7)]
    do(oracle, "prophet looks at stack 2")
    assert oracle.legal() == [f"prophet drafts {card}" for card in ("chandler", "hunter", "mason", "monk")]
    do(oracle, "prophet drafts mason")
    assert oracle.decision() == (0, "PROPHET_ORDER") and oracle.squares[0] == ["mason"]
    do(oracle, "next from top hunter")
    assert oracle.legal() == ["next from top chandler", "next from top monk"]
    do(oracle, "next from top monk")
    assert oracle.decision() == (1, "DRAFT")
    assert oracle.stacks[1] == ["hunter", "monk", "chandler"] and oracle.road == road
    assert oracle.discard == ["prophet"] and oracle.hands[0] == []


@rule("R13.3")
def test_prophet_with_keep_order():
    oracle = with_prophet(["chandler", "monk", "mason", "hunter"], reorder_mode="keep_order")
    do(oracle, "play prophet", "prophet looks at stack 2", "prophet drafts mason")
    assert oracle.decision() == (1, "DRAFT") and oracle.stacks[1] == ["chandler", "monk", "hunter"]


@rule("R13.3")
@pytest.mark.parametrize("stack", [["monk"], ["monk", "mason"]])
def test_prophet_with_nothing_to_put_in_order(stack):
    oracle = with_prophet(stack)
    do(oracle, "play prophet", "prophet looks at stack 2", "prophet drafts monk")
    assert oracle.decision() == (1, "DRAFT") and oracle.stacks[1] == stack[1:]


@rule("R13.3")
def test_prophet_finds_only_stacks():
    oracle = with_prophet(["monk", "mason"])
    clear_stacks(oracle, 5)
    do(oracle, "play prophet")
    assert oracle.legal() == ["prophet looks at stack 5"]
    oracle = with_prophet([])
    clear_stacks(oracle)
    assert oracle.reserve and offered(oracle, "play") == []


@rule("R13.3")
@rule("R3.9")
def test_prophet_reaches_the_limit():
    oracle = with_prophet(["monk", "mason"])
    oracle.squares[0] = ["hunter"]
    do(oracle, "play prophet", "prophet looks at stack 2", "prophet drafts mason")
    assert oracle.hands[0] == ["hunter", "mason"] and oracle.squares[0] == []


# ---------------------------------------------------------------------- Pigeoneer
def with_pigeoneer(reserve, **options):
    oracle = expanded(2, "saints", **options)
    oracle.reserve = list(reserve)
    return build_turn(oracle, hand=["pigeoneer"])


EIGHT = ["chandler", "monk", "mason", "hunter", "monk", "brewer", "cooper", "fisher"]


@rule("R13.4")
def test_pigeoneer_takes_one_of_the_top_six():
    oracle = with_pigeoneer(EIGHT)
    do(oracle, "play pigeoneer")
    assert oracle.decision() == (0, "PIGEONEER_CARD") and oracle.build_left == 2
    assert oracle.legal() == [f"pigeoneer takes card {k}" for k in range(1, 7)]
    do(oracle, "pigeoneer takes card 3")
    assert oracle.hands[0] == ["mason"]
    assert oracle.legal() == [f"next from top card {k}" for k in (1, 2, 4, 5, 6)]
    do(oracle, *[f"next from top card {k}" for k in (6, 5, 1, 4)])
    assert oracle.decision() == (0, "BUILD") and oracle.build_left == 2 and oracle.discard == ["pigeoneer"]
    assert oracle.reserve == ["brewer", "monk", "chandler", "hunter", "monk", "cooper", "fisher"]


@rule("R13.4")
def test_pigeoneer_with_keep_order():
    oracle = with_pigeoneer(EIGHT, reorder_mode="keep_order")
    do(oracle, "play pigeoneer", "pigeoneer takes card 6")
    assert oracle.decision() == (0, "BUILD")
    assert oracle.reserve == EIGHT[:5] + EIGHT[6:] and oracle.hands[0] == ["brewer"]


@rule("R13.4")
def test_pigeoneer_with_a_short_reserve():
    oracle = with_pigeoneer(["mason", "hunter", "brewer"])
    do(oracle, "play pigeoneer")
    assert oracle.legal() == [f"pigeoneer takes card {k}" for k in (1, 2, 3)]
    do(oracle, "pigeoneer takes card 1", "next from top card 3")
    assert oracle.decision() == (0, "BUILD") and oracle.reserve == ["brewer", "hunter"]
    oracle = with_pigeoneer(["mason"])
    do(oracle, "play pigeoneer", "pigeoneer takes card 1")
    assert oracle.decision() == (0, "BUILD") and oracle.reserve == [] and oracle.hands[0] == ["mason"]
    assert plays(with_pigeoneer([])) == []


# ---------------------------------------------------------------------- Recruiter
def with_recruiter(food=2, square=(), hand=(), **options):
    oracle = expanded(2, "saints", "scoundrels", **options)
    lay(oracle, 0, "founders", "recruiter", *["hunter"] * food)
    oracle.squares[0] = list(square)
    oracle.hands[:] = [list(hand), []]
    return oracle


@rule("R13.5")
def test_recruiter_is_placed_for_one_build_action():
    oracle = build_turn(expanded(2, "saints"), hand=["recruiter", "nun"])
    assert plays(oracle) == ["nun", "recruiter"]
    do(oracle, "play recruiter")
    assert oracle.build_left == 1 and piles(oracle, 0) == ["founders", "recruiter"]


@rule("R13.5")
def test_recruiter_drafts_two():
    oracle = draft_phase(with_recruiter())
    first, second = oracle.stacks[0][:2]
    do(oracle, "pay recruiter")
    assert oracle.supply[0] == 7 and offered(oracle, "pay") == []  # once per turn
    do(oracle, "draft road 3")
    assert oracle.decision() == (0, "DRAFT") and oracle.road[2] == first and offered(oracle, "pay") == []
    do(oracle, "draft road 3")
    assert oracle.road[2] == second and oracle.decision() == (1, "DRAFT") and oracle.squares[0][1] == first
    assert offered(oracle, "pay") == []  # the Recruiter of seat 0
    do(oracle, "draft road 1")
    assert offered(oracle, "pay") == ["pay recruiter"]  # in each own turn
    do(oracle, "pay recruiter", "draft stack 6", "draft stack 6")
    assert oracle.supply[0] == 6 and len(oracle.hands[0]) == 4 and oracle.squares[0] == []


@rule("R13.5")
def test_recruiter_may_be_left_unpaid():
    oracle = draft_phase(with_recruiter())
    do(oracle, "draft road 3")
    assert oracle.decision() == (1, "DRAFT") and oracle.supply[0] == 8


@rule("R13.5")
@pytest.mark.parametrize("supply,drafted,asked", [(1, 2, True), (0, 0, False), (8, 2, True), (8, 3, False)])
def test_recruiter_needs_gold_and_two_drafts(supply, drafted, asked):
    """Limit 4."""
    oracle = with_recruiter(square=["mason"] * drafted)
    oracle.supply[0] = supply
    draft_phase(oracle)
    assert offered(oracle, "pay") == (["pay recruiter"] if asked else [])


@rule("R13.5")
@rule("R14.2")
@rule("R13.3")
def test_cards_before_after_and_between_the_drafts_of_a_recruiter():
    oracle = with_recruiter(hand=["benefactor", "chandler", "barbarian", "prophet"])
    oracle.stacks[1] = ["mason"]
    draft_phase(oracle)
    do(oracle, "play benefactor", "play chandler")
    assert "pay recruiter" in oracle.legal()  # no card drafted yet
    do(oracle, "pay recruiter", "draft road 1", "play barbarian")
    assert oracle.decision() == (0, "DRAFT") and offered(oracle, "pay") == []
    do(oracle, "play prophet", "prophet looks at stack 2", "prophet drafts mason")  # the second draft
    assert oracle.decision() == (1, "DRAFT") and len(oracle.squares[0]) == 2


@rule("R13.3")
@rule("R13.5")
def test_prophet_as_first_of_two_drafts():
    oracle = with_recruiter(hand=["prophet"])
    oracle.stacks[1] = ["mason"]
    draft_phase(oracle)
    do(oracle, "pay recruiter", "play prophet", "prophet looks at stack 2", "prophet drafts mason")
    assert oracle.decision() == (0, "DRAFT") and oracle.squares[0] == ["mason"]
    do(oracle, "draft road 1")
    assert oracle.decision() == (1, "DRAFT")


@rule("R13.2")
@rule("R13.5")
def test_a_limit_that_falls_ends_a_turn_with_two_drafts():
    """Limit 3 by a graper, one card in the Square; after the first draft the vintner covers the graper."""
    oracle = with_recruiter(food=0, square=["mason"], hand=["benefactor", "vintner"])
    lay(oracle, 0, "graper", "recruiter")
    draft_phase(oracle)
    do(oracle, "pay recruiter", "draft stack 1")
    assert oracle.decision() == (0, "DRAFT")
    do(oracle, "play benefactor", "play vintner", "place on", "unlock at bank")
    assert oracle.decision() == (1, "DRAFT") and len(oracle.hands[0]) == 2 and oracle.squares[0] == []


@rule("R13.5")
def test_a_flaker_can_make_room_for_the_recruiter():
    oracle = with_recruiter(square=["mason", "cooper", "brewer"], hand=["flaker"])
    draft_phase(oracle)
    assert offered(oracle, "pay") == []
    do(oracle, "play flaker", "flaker takes seat 0 square 2")
    assert offered(oracle, "pay") == ["pay recruiter"] and oracle.hands[0] == ["cooper"]


# ---------------------------------------------------------------------- Nun
@rule("R13.6")
@pytest.mark.parametrize(
    "village,gain",
    [
        (["nun"], 0),
        (["nun", "founders/food"], 0),
        # three wood symbols: lumberjack 1, log_rafter 2; once by the log_rafter, once by the Nun
        (["nun", "lumberjack(log_rafter)"], 3 + 3),
        # two of a kind: 1 + 2 + 2 = 5 each, the Nun finds no single one
        (["nun", "lumberjack(log_rafter,log_rafter)"], 5 + 5),
        # ... but the single horse_trader: 2 hay symbols, 3
        (["nun", "lumberjack(log_rafter,log_rafter)", "hayer(horse_trader)"], 5 + 5 + 3 + 3),
        # the better one of two single ones: agent 7 with coins 7, log_rafter 3; the coins themselves 7
        (["nun", "lumberjack(log_rafter)", "miner(blacksmith:7)", "agent"], 3 + 7 + 2 + 7 + 7),
    ],
)
def test_nun(village, gain):
    oracle = expanded(2, "saints")
    lay(oracle, 0, *village)
    second_market(oracle)
    assert oracle.supply[0] == 8 + gain


@rule("R13.6")
def test_nun_is_no_silver_villager_and_is_silent_in_the_first_market():
    oracle = expanded(2, "saints", "profiteers")
    village = lay(oracle, 0, "nun", "miner(alchemist)", "lumberjack(log_rafter)")
    assert [card.id for card in village.silver_villagers()] == ["log_rafter"]
    oracle.stacks[0] = oracle.stacks[1] = []
    oracle._market_phase()
    assert oracle.markets_held == 1 and oracle.supply[0] == 8
