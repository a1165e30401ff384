"""The Châteauma (rules page C): setup, its place in the round, scoring, modifiers and data; its turn: the next file."""

from collections import Counter

import numpy as np
import pytest

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, SUPPLIES
from eurogym.envs.castles_of_burgundy.declare.options import BurgundyOptions
from eurogym.envs.castles_of_burgundy.game import GAME
from eurogym.envs.core.errors import OptionError
from eurogym.envs.core.step.batch import BatchedGame
from tests.castles_of_burgundy.positions import CARD_SPACES, against, deals, dealt

rule = pytest.mark.rule

HUMANS = (1, 2, 3)
each_number_of_humans = pytest.mark.parametrize("humans", HUMANS)
CASTLE_CARDS = {number for number, spaces in CARD_SPACES.items() if "C" in spaces}


def fresh(number=60, humans=1, level="easy", **options):
    """The states of many fresh deals."""
    return deals(humans, number, chateauma=level, **options)


def from_the_start(state, humans):
    """The humans from the start player clockwise."""
    return [(int(state["start_seat"]) + turn) % humans for turn in range(humans)]


# --- 1: setup ------------------------------------------------------------------------------------------------


@rule("C1.1")
@each_number_of_humans
def test_the_chateauma_is_the_last_of_p_seats(humans):
    game = dealt(humans, chateauma="easy")
    assert game.automa == humans and game.batch.table_seats == humans + 1
    assert {int(state["start_seat"]) for state in fresh(40, humans)} == set(range(humans))
    game.castles(18)
    # P counts: depot layout, black depot, and the price of a sale
    assert [tile is not None for tile in game.in_depot(1)] == [slot <= humans for slot in range(4)]
    assert sum(tile is not None for tile in game.in_black()) == 2 * (humans + 1)
    assert game.sweep().goods(4).dice(4, 4).points("sell 4 with die 0") == humans + 1


@rule("C1.2", "C1.3", "C1.7", "C1.8")
@each_number_of_humans
def test_x13_19_what_it_has_and_where_it_stands(humans):
    for state in fresh(20, humans):
        assert state["goods"][humans].tolist() == [1] * 6
        assert Counter(state["goods_order"][:36].tolist()) == {goods: 6 for goods in range(6)}
        rest = state["goods_order"][25:36].tolist()
        for seat in range(humans):
            three = rest[3 * seat : 3 * seat + 3]
            assert state["goods"][seat].tolist() == [three.count(goods) for goods in range(6)]
        assert state["workers"][humans] == 0 and state["silver"][humans] == 1 and state["vp"][humans] == 0
        assert (state["storage"][humans] == E.EMPTY).all() and state["board"][humans] == -1
        order = from_the_start(state, humans)
        assert state["turn_order"][: humans + 1].tolist() == [*order, humans]
        assert [int(state["workers"][seat]) for seat in order] == [1, 2, 3][:humans]


@rule("C1.4", "C12.1")
def test_level_and_modifiers():
    for number, level in enumerate(("easy", "medium", "hard")):
        assert against(level=level).number("chateauma") == number
    for players, options in (
        (1, {"chateauma": "brutal"}),
        (1, {"chateauma": "easy", "modifiers": "E"}),
        (4, {"chateauma": "easy"}),
        (2, {"modifiers": "A"}),
    ):
        with pytest.raises(OptionError):
            dealt(players, **options)


@rule("C1.5")
def test_left_card_has_a_castle_space_and_the_right_one_is_any_other():
    lefts, rights = Counter(), Counter()
    for state in fresh(200):
        left, right = state["card"].tolist()
        lefts[left] += 1
        rights[right] += 1
        deck = state["deck"][: state["deck_size"]].tolist()
        assert sorted([left, right, *deck]) == list(range(1, 10))
        assert not state["discarded"].any()
    assert set(lefts) == CASTLE_CARDS == {4, 7, 8}
    assert set(rights) == set(range(1, 10))  # cards passed over and the other castle cards too


@rule("C1.6")
@each_number_of_humans
def test_its_castle_lies_on_the_first_castle_space(humans):
    """Without effect and symbol."""
    for state in fresh(20, humans):
        wanted = [E.EMPTY] * 5
        wanted[CARD_SPACES[int(state["card"][0])].index("C")] = KIND.castle
        assert state["card_tile"].tolist() == [wanted, [E.EMPTY] * 5]
        assert state["supply_size"][COLOUR.castle] == 14 - (humans + 1)


@rule("C1.8", "C12.2")
@each_number_of_humans
def test_modifier_c_it_is_first(humans):
    for state in fresh(20, humans, modifiers="C"):
        order = from_the_start(state, humans)
        assert state["turn_order"][: humans + 1].tolist() == [humans, *order]
        assert [int(state["workers"][seat]) for seat in order] == [2, 3, 4][:humans]
        assert state["workers"][humans] == 0
    game = dealt(humans, chateauma="easy", modifiers="C").castles(18)
    assert game.number("turn") == 2  # it has had its turn of the first round


# --- 3: round and turn ---------------------------------------------------------------------------------------


@rule("C3.1")
@pytest.mark.parametrize("white", range(1, 7))
def test_white_die_selects_the_card(white):
    game = against().card("left", 2).card("right", 9).depot(3, "bank").automa_turn(white, die=3)
    left, right = game.card_tiles("left"), game.card_tiles("right")
    assert (left[0] == "bank") == (white <= 4) and (right[1] == "bank") == (white >= 5)


@rule("C3.2", "R4.3")
@pytest.mark.parametrize("track,first", [({"s1": "2"}, True), ({"s1": "0"}, False)])
def test_it_acts_by_the_turn_order_track(track, first):
    game = against(2).track(**track).jokers("mine").end_of_round()
    assert game.seat == 0
    assert ("?mine" in game.card_tiles("left") + game.card_tiles("right")) == first


@rule("C3.2", "C6", "C9")
def test_a_sale_by_a_symbol_comes_before_the_purchase():
    game = against().depot(1, "ship").goods(3, seat=1).silver(1, 1).black("church")
    game.automa_turn(white=5, die=1)
    assert game.card_tiles("right")[0] == "ship" and game.automa_wealth() == (2, 0)
    assert game.in_reserve() == ["church"]


@rule("C3.3")
def test_mines_pay_at_the_end_of_a_phase():
    game = against().card("left", 4, None, None, None, "mine").card("right", 6, "?mine", None, "?mine")
    game.reserve("mine", "mine").automa_duchy("mine").end_of_phase()
    assert game.automa_wealth() == (0, 2)
    assert game.goods_of(1) == []  # and nothing else


# --- 8 and 9 -------------------------------------------------------------------------------------------------


@rule("C8", "R9.2")
@each_number_of_humans
def test_bonus_tiles_are_taken_in_order_of_time(humans):
    for left, points in ((2, humans + 4), (1, humans + 1), (0, 0)):
        game = against(humans).automa_duchy("mine", "mine", "mine")
        game.state["bonus_left"][COLOUR.mine] = left
        game.jokers("ship").automa_turn(white=1)
        assert game.automa_wealth()[0] == points
        assert game.state["bonus_left"][COLOUR.mine] == max(0, left - 1)
        game.state["bonus_left"][COLOUR.mine] = 2
        game.jokers("ship").automa_turn(white=1)
        assert game.automa_wealth()[0] == points  # a colour is claimed once


@rule("C8")
def test_several_colours_at_once():
    game = against().automa_duchy(mine=3, castle=4, building=12).jokers("ship").automa_turn(white=1)
    assert game.automa_wealth()[0] == 15
    assert game.state["bonus_left"].tolist() == [1, 2, 2, 2, 1, 1]


@rule("C9")
@pytest.mark.parametrize(
    "reserve,silver,black,bought",
    [
        (("church", "ship"), 3, ("ship", "bank", "cow_3", "monastery_5"), 2),  # X13.11
        (("church", "ship"), 3, ("monastery_5", "ship", "bank", "cow_3"), 3),
        (("bank", "bank", "ship"), 5, ("church", "ship", "market", "ship"), 1),  # the fewest, its first tile
        ((), 1, ("church",), None),  # two silver are needed
        ((), 2, ("castle", "mine"), 1),  # a mine before a castle in a tie
    ],
    ids=str,
)
def test_x13_11_one_purchase_in_a_turn(reserve, silver, black, bought):
    game = against().reserve(*reserve).silver(silver, 1).depot(1, "mine").black(*black).automa_turn(white=1)
    tiles = [*reserve, *([] if bought is None else [black[bought]])]
    assert sorted(game.in_reserve()) == sorted(tiles)
    assert game.automa_wealth() == (0, silver - 2 * (bought is not None))
    left = [None if place == bought else tile for place, tile in enumerate(black)]
    assert game.in_black()[: len(black)] == left


# --- 10: final scoring ---------------------------------------------------------------------------------------


@rule("C10")
def test_x13_12_final_scoring():
    game = against().silver(2, 1).goods(1, 1, 4, seat=1).reserve("bank", "ship", "mine").jokers("monastery_2")
    game.automa_duchy("monastery_3", "monastery_4", "bank").card("right", 6, "ship", "monastery_5", "bank")
    assert game.score(1) == 27
    game.vp(40, 1).phase("E").end_of_phase()
    assert game.done and game.final_scores()[1] == 67


@rule("C10", "R11.3")
def test_x13_16_it_wins_ties():
    game = against().vp(50, 0).vp(50, 1).fill([11, 25, 24])
    assert game.ranking() == [1, 0]
    assert game.vp(51, 0).ranking() == [0, 1]
    game = against(3).vp(50, 0).vp(50, 1).vp(50, 2).vp(49, 3)  # humans among themselves as usual
    assert game.put(1, mine=24).track(s2="0", s1="3").ranking() == [1, 2, 0, 3]
    assert game.vp(50, 3).ranking() == [3, 1, 2, 0]


# --- 12: modifiers -------------------------------------------------------------------------------------------


@rule("C12.2", "C13.2")
@each_number_of_humans
def test_modifier_a_covers_with_five_black_tiles(humans):
    for state in fresh(5, humans, modifiers="A"):
        covered = dict(zip(COLOUR.NAMES, state["automa_covered"].tolist(), strict=True))
        assert covered == {"building": 2, "livestock": 1, "ship": 1, "monastery": 1, "castle": 0, "mine": 0}
        assert not state["automa_kinds"].any()  # they only cover
        assert state["supply_size"][SUPPLIES.black] == 35


@rule("C12.2", "C13.2", "C3.3")
@each_number_of_humans
def test_modifier_b_lays_three_tiles_face_up(humans):
    for state in fresh(5, humans, modifiers="B"):
        covered = dict(zip(COLOUR.NAMES, state["automa_covered"].tolist(), strict=True))
        assert covered == {"building": 1, "mine": 1, "castle": 1, "livestock": 0, "ship": 0, "monastery": 0}
        kinds = state["automa_kinds"]
        assert kinds.sum() == 3 and kinds[KIND.mine] == kinds[KIND.castle] == 1
        assert kinds[: E.NUM_BUILDINGS].sum() == 1
        left = state["supply_size"] - state["supply_next"]
        assert left.tolist() == [39, 20, 20, 20, 14 - humans - 2, 9, 40]
        assert state["vp"][humans] == 0 and state["silver"][humans] == 1  # no effects
    game = dealt(humans, chateauma="easy", modifiers="B").castles(18)
    silver = game.wealth(humans)[1]
    game.card("left", 4).card("right", 6).end_of_phase()
    assert game.wealth(humans)[1] == silver + 1  # its mine pays


# --- 13: data ------------------------------------------------------------------------------------------------


@rule("C13.1")
@pytest.mark.parametrize("options,third", [({"card8_third_space": "castle"}, "castle"), ({}, "cow_2")])
def test_switch_of_card_8(options, third):
    game = against(**options).card("left", 8, "castle").depot(1, "castle", "cow_2").automa_turn(white=1)
    assert game.card_tiles("left")[2] == third


FIGURES = [  # C13.3: humans, level, modifiers, mean points, cards completed
    (1, "easy", "", 147.3),
    (1, "medium", "", 167.6),
    (1, "hard", "", 187.9),
    (1, "medium", "A", 170.3),
    (1, "medium", "B", 179.8),
    (1, "medium", "D", 186.5),
    (1, "hard", "ABD", 244.6),
    (2, "medium", "", 169.6),
    (3, "medium", "", 179.8),
]


def play_with_dummies(humans, level, modifiers, games, seed=5):
    """Final states' batch. Before its turn 2 (P - 1) tiles leave the numbered depots; humans do nothing else."""
    options = BurgundyOptions.from_kwargs(
        num_players=humans, chateauma=level, modifiers=modifiers, auto_forced=False
    )
    batch = BatchedGame(GAME, options, games, seed=seed, autoreset=False, observe=False)
    batch.reset()
    castle = batch.catalog.parse("place 0 on 18 with die 0")
    end = batch.catalog.parse("pass")
    rng = np.random.default_rng(seed)
    states = np.asarray(batch.states)
    for _ in range(humans):
        batch.step(np.full(games, castle))
    for _ in range(25):
        for game in range(games):
            depots = states["depot"][game].reshape(-1)
            lying = np.flatnonzero(depots != E.EMPTY)
            depots[rng.permutation(lying)[: 2 * humans]] = E.EMPTY
        states["track"][:, :humans] = 6  # its ships do not bring it before the dummy
        states["track"][:, humans] = 0
        for _ in range(humans):
            states["used"][np.arange(games), batch.current_seat] = 1
            batch.refresh()
            batch.step(np.full(games, end))
    assert states["done"].all()
    return batch


@pytest.mark.one_in(3)
@rule("C12.3", "C13.3")
@pytest.mark.parametrize("humans,level,modifiers,mean", FIGURES)
def test_sanity_figures(humans, level, modifiers, mean):
    batch = play_with_dummies(humans, level, modifiers, 800)
    assert abs(batch.final_scores[:, humans].mean() - mean) < 3  # the page allows 2 for 2000 games
