"""Chapter 16: the Developments."""

from collections import Counter

import pytest

from eurogym.envs.villagers.declare.enums import DEVELOPMENT
from tests.villagers.positions import Table, table

rule = pytest.mark.rule

ALONE = {"expansions": "developments"}
SUITS = (
    ("church", "inn", "tavern", "town_hall"),
    ("bank", "guildhall", "lighthouse", "marketplace"),
    ("gold_mine", "ox_crane", "sawmill", "windmill"),
)
QUIET = ("inn", "bank", "gold_mine")  # nobody wins these from an empty hand and plain villages


def judged(*villages, developments=QUIET, n=None, hands=(), supply=0, before=lambda game: None, **options):
    """The end of a Build Phase with these villages, seat 0 start player of the round; seat 1 is it afterwards."""
    game = table(n or len(villages), **(ALONE | options)).developments(*developments)
    for seat in range(game.options.num_players):
        game.supply(seat, supply)
    for seat, piles in enumerate(villages):
        game.village_with(seat, *piles)
    for seat, hand in enumerate(hands):
        game.hand(seat, *hand)
    before(game)
    return game.end_of_build()


@rule("R16.1")
def test_one_card_of_each_suit_is_revealed_with_its_token():
    seen = Counter()
    for seed in range(40):
        game = Table(2, seed=seed, **ALONE)
        cards = [DEVELOPMENT.NAMES[int(card)] for card in game.state["development"]]
        assert all(card in suit for card, suit in zip(cards, SUITS, strict=True))
        assert game.tokens() == [None, None, None]
        seen.update(cards)
        told = game.batch.game.to_dict(game.state, game.options, 0)["developments"]
        assert list(told.items()) == [(card, None) for card in cards]
    assert len(seen) == 12


def on_the_table(card):
    """A card among Developments that nobody wins."""
    return tuple(card if card in suit else quiet for suit, quiet in zip(SUITS, QUIET, strict=True))


@rule("R16.5")
@pytest.mark.parametrize(("card", "piles", "more"), [
    ("church", ("founders food < brewer", "hunter"), ("founders food", "hunter", "wattler", "fisher")),
    ("tavern", ("founders food", "chandler"), ("founders food", "hunter", "wattler", "fisher")),
    ("town_hall", ("founders food", "lumberjack < wheeler < cartwright"), ("founders", "chandler", "hunter")),
    ("bank", ("founders food", "hunter +9"), ("founders food", "chandler +1", "hunter +1")),
    ("guildhall", ("founders food", "fisher"), ("founders food", "miner < seeker < spelunker < jeweler")),
    ("lighthouse", ("founders food", "chandler +4", "agent"), ("founders food", "agent", "chandler +5")),
    ("marketplace", ("founders food", "hayer < grazier < milk_maid < fromager"), ("founders food", "hunter", "fisher")),
    ("gold_mine", ("founders food", "miner < mason"), ("founders food", "miner < glass_blower")),
    ("ox_crane", ("founders food", "hayer < grazier"), ("founders food", "hayer < grazier < milk_maid")),
    ("sawmill", ("founders food", "lumberjack", "lumberjack"), ("founders food", "lumberjack < log_rafter")),
    ("windmill", ("founders food", "miner < { mason | mason }"), ("founders food < brewer", "miner < mason")),
])  # fmt: skip
def test_what_the_metrics_count(card, piles, more):
    game = judged(piles, more, developments=on_the_table(card))
    where = [card in suit for suit in SUITS].index(True)
    assert game.tokens()[where] == 1, game.sees(0)["seat0.metric"]


@rule("R16.2")
def test_a28_a_tie_of_two_of_three_wins_nothing():
    villages = ("founders food", "miner"), ("founders food",), ("founders food", "miner")
    game = judged(*villages, before=lambda game: game.set(token=[1, 1, 1]))
    assert game.tokens()[2] is None


@rule("R16.2", "R16.3")
def test_all_winners_are_determined_before_rewards():
    """The basic villager of the tavern would break the tie of the gold mine."""
    piles = ("founders food", "miner", "hunter"), ("founders food", "miner")
    game = judged(*piles, developments=("tavern", "bank", "gold_mine"))
    assert game.tokens() == [0, None, None] and game.asked == (0, "TAVERN")
    assert game.gold(0) == 3  # Gold first
    assert game.legal() == ["tavern gives lumberjack", "tavern gives hayer", "tavern gives miner"]
    game.act("tavern gives miner")
    assert game.piles(0)[-1] == "miner" and game.state["basics_left"][3] == 9
    assert game.gold(0) == 3 and game.asked == (1, "DRAFT")


@rule("R16.2")
def test_rewards_in_the_new_turn_order_those_of_one_seat_by_suit():
    game = judged(
        ("founders food", "miner"), ("founders food", "hunter", "wattler"),
        developments=("church", "marketplace", "gold_mine"),
    )  # fmt: skip
    # seat 1 is start player now: its church first, then its marketplace, then the gold mine of seat 0
    assert game.asked == (1, "CHURCH") and game.tokens() == [1, 1, 0]
    assert [game.gold(0), game.gold(1)] == [0, 3]
    game.act("church takes from reserve")
    assert [game.gold(0), game.gold(1)] == [5, 8]


@rule("R16.3")
def test_whoever_laid_the_card_there_knows_it_in_the_hand():
    def piles(game):
        game.stack(5, "cooper", "monk")
        game.state["stack_known"][4, 1] = 0b100  # seat 2 gave it

    villages = ("founders food", "hunter"), ("founders food",), ("founders food",)
    game = judged(*villages, developments=("church", "bank", "gold_mine"), before=piles)
    game.act("church takes from stack 5")
    assert game.sees(2)["seat1.hand_seen"].sum() == 1 and game.sees(2)["seat1.hand_seen"][9 - 4] == 1
    assert game.sees(1)["seat2.hand_seen"].sum() == 0
    told = game.batch.game.to_dict(game.state, game.options, 2)["seats"][0]
    assert told["hand_known_to_viewer"] == ["cooper"] and told["hand"] is None
    # given face-down it may be any wood card, played it is gone
    game.hand(0, "cooper", "wheeler").build_turn(0).act("take basic miner", "give wheeler")
    assert game.sees(2)["seat1.hand_seen"].sum() == 0


@rule("R16.4")
def test_developments_do_not_count_in_markets():
    game = table(2, **ALONE).developments("inn", "bank", "ox_crane").set(token=[0, 0, 0])
    game.village_with(0, "founders food", "freemason", "grocer", "agent")
    assert game.second_market()[0] == 3  # one Food on the Founders, no Builder: grocer 3, freemason 0


@rule("R16.2")
def test_the_phase_comes_before_the_market():
    def empty(game):
        game.only_stacks(3).stack(3, "agent").set(markets_held=1)

    game = judged(("founders food", "hunter"), ("founders food",), developments=("church", "bank", "gold_mine"),
                  before=empty)  # fmt: skip
    assert game.asked == (0, "CHURCH")
    game.act("church takes from stack 3")  # empties the last stack: R10.4
    assert game.done and game.number("markets_held") == 2
