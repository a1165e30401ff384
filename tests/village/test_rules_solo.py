"""Chapters 17 to 19: solo against Carla."""

from collections import Counter

import pytest

import eurogym.envs.village as village
from eurogym.envs.core.errors import OptionError
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.view.text import score_info
from tests.village.positions import A, dealt, solo, tile

rule = pytest.mark.rule


def take(game, text):
    """The human takes a cube and does nothing."""
    return game.act(f"take {text}", "pass")


# --- setup --------------------------------------------------------------------------------------------------------


@rule("R17.1")
def test_the_table_is_that_of_two_players():
    alone, two = dealt(1, seed=5), dealt(2, seed=5)
    assert alone.open_graves() == two.open_graves() and len(alone.slots()) == len(two.slots()) == 3
    for name in ("space", "bag", "supply"):
        assert (alone.state[name] == two.state[name]).all()


@rule("R17.2", "R17.7")
def test_carla_at_the_beginning():
    state = dealt(1).state
    assert state["beside"].tolist() == [4, 3] and state["waiting"].tolist() == [2, 2]
    assert not state["carla_bag"].any() and not state["carla_track"].any()
    assert state["table_seats"] == 1  # no farm, no coins, no points of hers


@rule("R17.5")
def test_the_human_is_always_first_player():
    game = solo({"council_chamber": "green green"}).stand(council_1="1")
    game.act("take green from council_chamber", "privilege only", "privilege 1").pass_until("TURN")
    assert game.asked == (A, "TURN") and game.number("first_player") == A and game.number("round_number") == 2


@rule("R17.6")
def test_the_marker_is_one_coin():
    game = solo({"council_chamber": "green green green green", "family": "pink"}).stand(council_1="1")
    game.act("take green from council_chamber", "privilege only", "privilege 1")
    assert game.number("marker") == E.MARKER.held and game.score() == 0  # A14: worth no point
    game.act("take green from council_chamber")
    ways = ("green coin", "two green")
    assert game.legal("advance") == [f"advance 1 from council 1 paying {way}" for way in ways]
    game.have(coins=1).act("advance 1 from council 1 paying green coin")
    assert game.number("coins", A) == 1 and game.number("marker") == E.MARKER.spent  # before real coins
    assert game.legal() == ["pass", "privilege 2"]  # it cannot be taken again in this round
    game.pass_until("TURN").to_mass().pass_until("TURN")
    assert game.number("marker") == E.MARKER.council_chamber


# --- her cube -----------------------------------------------------------------------------------------------------


@rule("R18.1", "R18.2", "R18.3")
def test_the_same_colour_from_the_same_space():
    game = solo({"family": "pink pink brown", "market": "pink"})
    pink = game.in_supply("pink")
    take(game, "pink from family")
    assert game.on("family") == "brown" and game.on("market") == "pink"
    assert game.loop_cubes() == "pink" and game.in_supply("pink") == pink
    assert game.asked == (A, "TURN")


@rule("R18.2")
@pytest.mark.parametrize(
    "board,choices",
    [
        ({"family": "plague pink brown", "church": "green"}, ["brown", "plague"]),  # from the same space
        (
            {"family": "pink", "crafts": "green brown", "market": "orange"},
            ["brown", "green"],
        ),  # from the next
    ],
)
def test_a_choice_among_colours(board, choices):
    game = take(solo(board), "pink from family")
    assert game.asked == (A, "CARLA_CUBE") and game.legal() == [f"cube {colour}" for colour in choices]
    assert game.act("cube brown").loop_cubes() == "brown"
    assert game.on("family") == ("plague" if "plague" in choices else "")


# --- the die ------------------------------------------------------------------------------------------------------


@rule("R18.4", "R18.5")
def test_the_die_picks_among_the_colours_on_the_board():
    """Given orange, green and pink (and plague) left; then one in three each, from the space or clockwise."""
    found = Counter()
    for seed in range(60):
        board = {"family": "pink orange plague", "church": "green", "crafts": "pink orange"}
        game = take(solo(board, carla_rule="die", seed=seed), "pink from family")
        found[game.loop_cubes()] += 1
        where = {"orange": "family", "green": "church", "pink": "crafts"}[game.loop_cubes()]
        assert len(game.on(where).split()) == len(board[where].split()) - 1 - (where == "family")
    assert set(found) == {"orange", "green", "pink"} and min(found.values()) > 9


@rule("R18.4")
def test_the_die_is_rolled_after_the_action():
    """Given an action that draws no luck; when it is done; then the die has not been rolled before its end."""
    game = solo({"crafts": "green orange pink"}, carla_rule="die").act("take green from crafts")
    assert game.state["stream_counter"][E.R.die] == 0
    game.act("pass")
    assert game.state["stream_counter"][E.R.die] == 1 and game.loop_cubes() in ("orange", "pink")


@rule("R18.6")
def test_e31_only_plague_is_left():
    board = {"family": "orange", "crafts": "plague", "travel": "plague"}
    game = take(solo(board, carla_rule="die"), "orange from family")
    assert game.asked == (A, "CARLA_CUBE") and game.legal() == ["cube plague"]
    assert game.act("cube plague").on("crafts") == "" and game.on("travel") == "plague"
    assert game.state["stream_counter"][E.R.die] == 0


@rule("R18.6")
@pytest.mark.parametrize("strict", [False, True])
def test_a15_one_colour_and_plague_are_left(strict):
    board = {"family": "orange plague", "church": "pink"}
    game = take(solo(board, carla_rule="die", die_last_color_strict=strict), "orange from family")
    assert game.state["stream_counter"][E.R.die] == 0
    if strict:
        assert game.decision == "TURN" and game.loop_cubes() == "pink" and game.on("church") == ""
    else:
        assert game.decision == "CARLA_CUBE" and game.legal() == ["cube plague"]


@rule("R18.4")
def test_the_die_is_for_one_player():
    with pytest.raises(OptionError, match="carla_rule"):
        dealt(2, carla_rule="die")
    with pytest.raises(OptionError, match="die_last_color_strict"):
        dealt(1, die_last_color_strict=True)


# --- fate tiles and her deaths ------------------------------------------------------------------------------------


@rule("R18.10", "R18.8", "R19.1")
def test_e22_a_market_cube_and_the_quill():
    game = solo({"crafts": "green", "market": "green", "family": "pink"}).quill_ahead()
    before = game.open_graves()
    take(game, "green from crafts")
    assert game.open_graves() == before | {"cemetery": before["cemetery"] - 1}
    assert game.decision == "MARKET" and game.slots()[0] is None  # A13: tile, then reaction


@rule("R18.9")
def test_the_order_of_her_deaths():
    game = solo({"travel": "green " * 32}).graves(30, travel=0)
    game.carla(beside=(1, 1), waiting=(1, 1), carla_bag=(0, 0, 0, 1), carla_track=(0, 4, 3, 0))
    left = []
    for _ in range(7):
        game.carla(loop_next=1, quill=(0, 0), tile=E.TILE.hidden)
        take(game, "green from travel")
        left.append([game.state[name].tolist() for name in ("beside", "waiting", "carla_track")])
    assert left[:4] == [
        [[0, 1], [1, 1], [0, 4, 3, 0]],
        [[0, 0], [1, 1], [0, 4, 3, 0]],
        [[0, 0], [0, 1], [0, 4, 3, 0]],
        [[0, 0], [0, 0], [0, 4, 3, 0]],
    ]
    assert left[4][2] == [0, 0, 3, 0] and left[5][2] == [0, 0, 0, 0]  # from the left
    assert left[6] == left[5] and game.open_graves()["cemetery"] == 24  # A22: nobody is left who can die
    assert game.state["carla_bag"].tolist() == [0, 0, 0, 1]


@rule("R18.8", "R17.4")
def test_e28_a_set_is_hidden_again_when_it_is_open():
    game = solo({"family": "pink " * 28}).carla(quill=(2, 1)).luck(E.R.fate, (3, 0))
    seen = []
    for _ in range(12):
        take(game, "pink from family")
        seen.append(game.tiles())
    assert seen[:6] == ["??????", "-?????", "-?????", "--????", "--????", "??????"]
    assert game.state["quill"][0] == 0 and game.number("carla_dead") == 2
    assert seen[6:11] == ["??????", "???-??", "???-??", "???-Q?", "???-Q?"] and seen[11] == "??????"


@rule("R18.11", "R18.7")
def test_e27_the_last_cube_stays_for_the_new_round():
    game = solo({"family": "pink pink"})
    game.carla(carla_cubes=(3, 2, 0, 2, 1), carla_last=E.COLOUR.green, loop_next=8)
    before = game.state["supply"].copy()
    take(game, "pink from family")
    assert (game.state["supply"] == before).all() and game.loop_cubes().count("pink") == 3
    game.pass_until("TURN")
    assert game.loop_cubes() == "pink" and game.number("loop_next") == 9
    came_back = game.state["supply"] + game.state["bag"] + game.state["space"].sum(axis=0) - before
    assert came_back.tolist() == [3, 2, 0, 2, 1]


# --- her reactions ------------------------------------------------------------------------------------------------


@rule("R17.3", "R19.1", "R19.3")
@pytest.mark.parametrize("move,served", [("serve 0 free", 1), ("serve 2 free", 0), ("pass", 0)])
def test_e23ab_her_sale_in_the_humans_market_day(move, served):
    game = solo({"market": "orange", "family": "orange pink"}).market("scroll", "3 grain", "scroll grain")
    game.have("green", "scroll scroll", grain=5)
    hers = game.slots()[served]
    game.act("take orange from market", move)
    rest = [*game.slots(), *game.queue(), *game.stack()]
    assert hers not in rest and game.number("customers", A) == (move != "pass")
    if move != "pass":
        assert game.decision == "MARKET"
        game.act("pass")  # she serves once only
        assert game.asked == (A, "TURN") and None not in game.slots()
    assert len([*game.slots(), *game.queue(), *game.stack()]) == 24 - 1 - (move != "pass")


@rule("R19.4", "R19.1")
def test_e23c_her_market_day():
    game = solo({"crafts": "orange", "market": "orange", "family": "pink"})
    game.market("2 grain", "3 grain", "scroll").have("green", "scroll", grain=3, coins=1)
    take(game, "orange from crafts")
    assert game.asked == (A, "MARKET") and game.slots()[0] is None  # A12: the human sells with the fee
    assert game.legal() == ["pass", "serve 1 coin", "serve 1 green", "serve 2 coin", "serve 2 green"]
    game.act("serve 2 coin", "serve 1 green")
    assert game.number("time", A) == 2 and game.asked == (A, "TURN") and None not in game.slots()


@rule("R19.2")
def test_e24_her_members_go_from_the_church_into_the_bag():
    game = solo({"church": "brown " * 12})
    bags = []
    for _ in range(5):
        take(game, "brown from church")
        bags.append(game.state["carla_bag"].tolist())
    assert bags == [[0, 0, 1, 0], [0, 0, 2, 0], [0, 0, 2, 1], [0, 0, 2, 2], [0, 0, 2, 2]]
    assert game.state["waiting"].tolist() == [0, 0] and game.state["beside"].tolist() == [4, 3]


# --- her part in the mass -----------------------------------------------------------------------------------------


@rule("R19.5", "R19.6", "R12.4")
def test_e26_solo_mass():
    game = solo().stand(farm="1", black_bag="2").have(grain=5)
    game.carla(waiting=(0, 1), carla_bag=(0, 0, 1, 1), carla_track=(3, 0, 0, 0))
    game.to_mass()
    # in the bag: 4 monks, the human's 2, Carla's 3 and 4
    game.luck(E.R.mass, (7, 6), (6, 4), (5, 4), (4, 0)).act("pass")
    assert game.state["carla_track"].tolist() == [3, 4, 3, 0] and not game.state["carla_bag"].any()
    assert game.at("church_1") == "2"
    game.act(*(f"advance 2 from church {stage}" for stage in (1, 2, 3)), "pass")
    assert game.at("church_4") == "2" and game.number("prestige", A) == 0  # three of hers against one


@rule("R19.6")
@pytest.mark.parametrize(
    "human,track,prestige",
    [
        ({"church_4": "1", "church_1": "1"}, (3, 4, 0, 0), 2),
        ({"church_2": "1", "church_1": "1"}, (3, 4, 0, 0), 2),  # a tie in all: both would score, she cannot
        ({"church_1": "1 1"}, (3, 4, 0, 0), 0),
        ({"church_1": "1"}, (0, 0, 0, 0), 2),
    ],
)
def test_the_majority_against_her(human, track, prestige):
    game = solo().stand(**human)
    game.carla(waiting=(2 - track.count(3), 2 - track.count(4)), carla_track=track)
    game.to_mass().act("pass", "pass")
    assert game.number("prestige", A) == prestige


# --- the end ------------------------------------------------------------------------------------------------------


def carla_triggers(**board):
    """Her next cube turns up a quill, and one grave is left."""
    return solo(board).graves(1, farm=0, crafts=0).quill_ahead()


def human_triggers(**board):
    """The human stands before the quill, and one grave is left for farmers."""
    return solo(board).graves(1, farm=0).have(time=9)


@rule("R19.7", "R15.3", "R19.3")
def test_e34_a_market_day_in_the_free_last_turn():
    game = carla_triggers(family="pink pink").market("2 grain", "3 grain", "scroll").have(grain=2)
    take(game, "pink from family")
    assert game.number("end_triggered") == 1 and game.asked == (A, "TARGET") and "pass" in game.legal()
    game.act("do market")
    assert game.legal() == ["pass", "serve 0 free"]
    game.act("serve 0 free")
    assert game.slots() == [None, tile("3 grain"), tile("scroll")]  # she does not serve
    game.act("pass")
    assert game.asked == (A, "PICK") and game.number("loop_next") == 2
    assert game.pass_until("TURN").done


@rule("R19.7", "R15.5", "R8.6")
@pytest.mark.parametrize("last", ["cube", "well", "empty"])
def test_e35_triggered_inside_her_market_day(last):
    rest = {} if last == "empty" else {"church": "brown brown"}
    game = human_triggers(crafts="green", market="green", **rest).market("scroll", "2 grain", "3 grain")
    game.have("green pink pink pink", grain=2)
    take(game, "green from crafts").act("serve 1 green")
    assert game.asked == (A, "DEATH")
    game.act("death at farm")
    assert game.asked == (A, "MARKET")  # the day is finished
    game.act("pass")
    hers = game.number("loop_next")
    if last == "cube":
        take(game, "brown from church")
        assert game.number("loop_next") == hers + 1 and game.state["carla_bag"].tolist() == [0, 0, 1, 0]
    elif last == "well":
        game.act("well paying 3 pink", "do family", "birth")
        assert game.number("loop_next") == hers
    else:
        assert game.asked == (A, "TARGET")
        assert game.act("pass").number("loop_next") == hers
    assert game.asked == (A, "PICK")


@rule("R19.8")
@pytest.mark.parametrize(
    "first,last,rank",
    [
        (0, 39, "Apprentice"),
        (40, 49, "Professional"),
        (50, 59, "Master"),
        (60, 69, "Grand Master"),
        (70, 79, "Genius"),
        (80, 130, "Legend"),
    ],
)
def test_e29_ranks(first, last, rank):
    for points in (first, last):
        game = solo().have(prestige=points)
        assert score_info(game.state, game.options) == {"rank": rank}


@rule("R19.8")
def test_the_rank_is_in_the_final_info():
    env = village.raw_env(num_players=1)
    env.reset(seed=3)
    while not any(env.terminations.values()):
        env.step(env.legal_actions()[-1])
    assert env.infos["player_0"]["rank"] in ("Apprentice", "Professional")


@rule("R19.8")
def test_there_are_no_ranks_at_a_table():
    game = dealt(2)
    assert score_info(game.state, game.options) == {}
