"""Chapters 3 to 7, 11 and 13: the turn, time, grain, family, crafts, church and well, coins."""

import numpy as np
import pytest

from eurogym.envs.village.declare import enums as E
from tests.village.positions import A, M, table

rule = pytest.mark.rule


def after(space, cubes="green", **options):
    """Ambra's cube comes from this space; another lies elsewhere, so that the round goes on."""
    where = {"family": "pink"} if space != "family" else {"crafts": "pink"}
    return table(2, where | {space: cubes}, **options)


def do(game, space, *texts):
    """Ambra takes the green cube of a space and acts."""
    return game.act(f"take green from {space}", *texts)


# --- a turn -------------------------------------------------------------------------------------------------------


@rule("R3.1", "R3.2")
def test_any_cube_that_lies_there_but_no_pass():
    game = table(2, {"church": "brown green green", "family": "plague"})
    takes = ["take brown from church", "take green from church", "take plague from family"]
    assert game.asked == (A, "TURN") and game.legal() == takes


@rule("R3.3")
@pytest.mark.parametrize("colour", E.COLOUR.NAMES[: E.NUM_INFLUENCE])
def test_an_influence_cube_is_usable_at_once(colour):
    game = after("church", colour)
    game.act(f"take {colour} from church")
    assert game.cubes() == colour and game.on("church") == ""
    assert ("church with 1 paying brown" in game.legal()) == (colour == "brown")


@rule("R3.5")
@pytest.mark.parametrize("space", E.SPACE.NAMES)
def test_every_action_may_be_declined(space):
    game = after(space).have(grain=3)
    do(game, space)
    assert game.asked[0] == A and "pass" in game.legal()
    game.pass_until("TURN")
    assert game.asked == (M, "TURN") and game.cubes() == "green" and game.number("time", A) == 0


@rule("R3.6", "R4.2", "R14.2")
def test_the_death_comes_after_the_action_then_the_next_turn():
    game = after("crafts").have(time=9)
    do(game, "crafts", "wagon training 1")
    assert game.asked == (A, "DEATH") and game.goods() == "wagon" and game.number("time", A) == 3
    game.act("death at wainwright")
    assert game.asked == (M, "TURN") and game.open_graves()["crafts"] == 1


# --- time ---------------------------------------------------------------------------------------------------------


@rule("R4.1")
@pytest.mark.parametrize("time,cost", [(7, 2), (8, 2), (6, 4), (5, 4), (9, 6), (4, 6), (3, 6)])
def test_a_lap_is_ten_steps(time, cost):
    """Given a craft of some cost; when the marker reaches 10; then one death is due, and 10 is 0."""
    text = {2: "scroll trained", 4: "scroll training 1", 6: "ox training 1"}[cost]
    game = after("crafts").stand(farm="1 1", office="1").have(time=time)
    do(game, "crafts", text)
    assert game.number("time", A) == (time + cost) % 10
    assert (game.decision == "DEATH") == (time + cost >= 10)


# --- grain --------------------------------------------------------------------------------------------------------


@rule("R5.1", "R5.2", "R5.3")
@pytest.mark.parametrize(
    "goods,before,grain",
    [
        ("", 0, 2),
        ("horse plough", 0, 3),
        ("ox plough", 0, 4),
        ("horse ox plough", 0, 4),
        ("ox", 0, 2),
        ("ox plough", 3, 5),
        ("", 5, 5),
    ],
)
def test_e4_harvest_values(goods, before, grain):
    game = after("grain_harvest").have(goods=goods, grain=before)
    do(game, "grain_harvest", "harvest")
    assert game.number("grain", A) == grain
    assert sorted(game.goods().split()) == sorted(goods.split()) and game.at("farm") == "1 1 1 1"


# --- family -------------------------------------------------------------------------------------------------------


@rule("R6.1")
def test_no_birth_where_all_are_born():
    game = after("family").stand(farm="1 1 1 1 2 2 2 3 3 4 4")
    assert do(game, "family").legal() == ["pass"]


@rule("R6.2", "R6.3")
def test_members_on_the_board_come_home():
    on_the_board = {"smith": "1", "council_2": "2", "C6": "3", "church_4": "4"}
    others = {"farm": "1", "black_bag": "1 2", "cemetery": "1", "chronicle_farm": "2"}
    game = do(after("family").stand(**on_the_board, **others).discs("C6"), "family")
    homeward = [f"return {who} from {place.replace('_', ' ')}" for place, who in on_the_board.items()]
    assert game.legal() == ["birth", "pass", *homeward]
    game.act("return 3 from C6")
    assert game.at("farm") == "1 3" and game.at("C6") == "" and game.number("time", A) == 0
    assert game.state["disc"][A, 5] == 1  # the disc stays


@rule("R6.4", "R7.2", "R9.2", "R10.1", "R11.1")
@pytest.mark.parametrize("space", ["crafts", "council_chamber", "travel", "church"])
def test_members_are_placed_from_the_farm_only(space):
    game = after(space).stand(black_bag="1", church_1="2")
    game.have("orange orange green green brown brown pink pink", "wagon scroll")
    texts = do(game, space).legal()
    assert not [text for text in texts if text.startswith(("send", "enter", "church")) or "training" in text]


# --- crafts -------------------------------------------------------------------------------------------------------

HOUSES = {"wagon": "wainwright", "horse": "stables", "ox": "stables", "scroll": "office", "plough": "smith"}
TIMES = {"wagon": (2, 2), "horse": (3, 3), "ox": (3, 3), "scroll": (2, 2), "plough": (3, 3)}  # train, produce


@rule("R7.1", "R7.2", "R7.4", "R7.6")
@pytest.mark.parametrize("good", HOUSES)
def test_e6_a_good_by_time(good):
    game = table(2, {"crafts": "green green", "family": "pink"})
    do(game, "crafts", f"{good} training 1")
    train, produce = TIMES[good]
    assert game.goods() == good and game.number("time", A) == train + produce
    assert game.at(HOUSES[good]) == "1" and game.at("farm") == "1 1 1"
    game.act("take pink from family", "pass").have(time=0)
    do(game, "crafts")
    assert [text for text in game.legal() if text.endswith("trained")] == sorted(
        f"{other} trained" for other in HOUSES if HOUSES[other] == HOUSES[good]
    )
    game.act(f"{good} trained")
    assert game.goods() == f"{good} {good}" and game.number("time", A) == produce
    assert game.at(HOUSES[good]) == "1"


@rule("R7.3", "R7.4")
@pytest.mark.parametrize("good", ["wagon", "plough"])
def test_e7_a_good_by_cubes(good):
    game = after("crafts").have("orange pink")
    orange, pink = game.in_supply("orange"), game.in_supply("pink")
    do(game, "crafts", f"{good} paying orange pink")
    assert game.cubes() == "green" and game.goods() == good
    assert (game.in_supply("orange"), game.in_supply("pink")) == (orange + 1, pink + 1)
    assert game.number("time", A) == 0 and game.at("farm") == "1 1 1 1"


@rule("R7.5")
def test_the_mill():
    game = do(after("crafts").stand(farm="1").have(grain=2), "crafts")
    assert [text for text in game.legal() if "mill" in text] == ["mill"]
    game.act("mill")
    assert [game.number(name, A) for name in ("time", "grain", "coins")] == [2, 0, 2]
    assert do(after("crafts").stand().have(grain=1), "crafts").legal() == ["pass"]


@rule("R7.7")
@pytest.mark.parametrize("action,goods,coins", [("scroll trained", 41, 99), ("mill", 40, 101)])
def test_goods_and_coins_have_no_limit(action, goods, coins):
    game = after("crafts").have(goods="scroll " * 40, coins=99, grain=2).stand(office="1")
    do(game, "crafts", action)
    assert len(game.goods().split()) == goods and game.number("coins", A) == coins


# --- church -------------------------------------------------------------------------------------------------------


@rule("R11.1", "R11.2", "R11.3")
@pytest.mark.parametrize("way", ["brown", "coin", "time"])
def test_into_the_black_bag(way):
    game = after("church").stand(farm="1 3").have("brown", coins=1)
    brown = game.in_supply("brown")
    do(game, "church")
    assert len(game.legal("church")) == 6  # two members, three ways
    game.act(f"church with 3 paying {way}")
    assert game.at("black_bag") == "3" and game.at("farm") == "1" and game.at("church_1") == ""
    assert game.number("time", A) == (3 if way == "time" else 0)
    assert game.number("coins", A) == (0 if way == "coin" else 1)
    assert game.in_supply("brown") == brown + (way == "brown")
    poor = do(after("church").stand(farm="2"), "church")
    assert poor.legal() == ["church with 2 paying time", "pass"]


@rule("R11.2")
def test_all_see_what_is_in_the_bag():
    game = do(after("church").stand(farm="1 3"), "church", "church with 3 paying time")
    game.legal()
    fields = game.batch.layout.unflatten(game.batch.observe(0, M))
    assert np.asarray(fields["seat1.members"])[2, E.PLACE.black_bag] == 1


# --- well ---------------------------------------------------------------------------------------------------------


@rule("R11.4", "R13.1", "R13.3")
@pytest.mark.parametrize(
    "cubes,coins,ways",
    [
        ("pink pink pink", 0, ["3 pink"]),
        ("pink pink", 0, []),
        ("pink pink orange", 1, ["2 pink 1 coin"]),
        ("orange green brown", 1, []),
        ("brown", 2, ["1 brown 2 coin"]),
        ("", 2, []),
        ("", 3, ["3 coin"]),
        ("green green green", 3, ["1 green 2 coin", "2 green 1 coin", "3 coin", "3 green"]),
    ],
)
def test_how_the_well_is_paid(cubes, coins, ways):
    assert table(2).have(cubes, coins=coins).legal("well") == [f"well paying {way}" for way in ways]


@rule("R11.5")
def test_the_well_needs_a_cube_on_the_board():
    """Given Massimo with three cubes; when Ambra takes the last cube of the board; then the mass comes."""
    game = table(2).have("pink pink pink", seat=M)
    assert game.act("take pink from family", "pass").decision == "PICK"
