"""Chapters 1 and 2: setup, the seeding of a round, its course."""

import pytest

from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare.components import components
from eurogym.envs.village.declare.components import table as component_table
from tests.village.positions import A, M, dealt, table

rule = pytest.mark.rule

CARDS = components()["setup_cards"]
ON_SPACES = CARDS["cubes_per_action_space"]["data"]
INTO_BAG = CARDS["cubes_added_to_green_bag_per_color_per_round"]["data"]
COUNTS = (2, 3, 4, 5)


def card(num_players):
    return str(max(2, num_players))  # R17.1


@rule("R1.1", "R1.2", "R1.3", "R1.4")
@pytest.mark.parametrize("num_players", COUNTS)
def test_farms_at_the_beginning(num_players):
    game = dealt(num_players)
    for seat in range(num_players):
        assert game.at("farm", seat) == "1 1 1 1" and game.at("reserve", seat) == "2 2 2 3 3 4 4"
        assert game.number("time", seat) == game.number("prestige", seat) == game.number("grain", seat) == 0
        assert game.number("coins", seat) == 1 and game.cubes(seat) == game.goods(seat) == ""
        assert not game.state["disc"][seat].any() and game.score(seat) == 1
    game.check()


@rule("R1.5")
def test_a_farm_holds_five_grain_and_any_number_of_the_rest():
    game = table(2, {"grain_harvest": "green", "family": "pink"})
    game.have("green " * 20, "ox " * 15 + "plough", grain=4, coins=60)
    game.act("take green from grain_harvest", "harvest")
    assert game.number("grain", A) == 5
    assert game.cubes().count("green") == 21 and game.goods().count("ox") == 15


@rule("R1.7")
@pytest.mark.parametrize("num_players", [1, *COUNTS])
def test_e2_chronicle_and_cemetery_by_number_of_players(num_players):
    chronicle, cemetery = (
        component_table(name)["spaces"][card(num_players)] for name in ("chronicle", "cemetery")
    )
    assert dealt(num_players).open_graves() == chronicle | {"cemetery": cemetery}


@rule("R1.8", "R1.9")
def test_marker_supplies_and_bags():
    game = dealt(4, start_compensation=True)  # before anything is seeded
    assert game.decision == "COMPENSATION" and game.number("marker_holder") == E.NONE
    assert game.state["bag"].sum() == 0 and game.state["space"].sum() == 0
    assert game.state["supply"].sum() == 4 * 33 + 6 - 1  # the third player's cube
    assert game.in_supply("plague") == 6 and game.at("black_bag") == ""


@rule("R1.11")
def test_seat_0_begins():
    assert [dealt(num_players, seed=9).asked for num_players in COUNTS] == [(0, "TURN")] * 4
    assert dealt(3).number("first_player") == 0


@rule("R1.12")
def test_compensation_by_turn_order():
    game = dealt(5, start_compensation=True)
    assert game.asked == (3, "COMPENSATION")
    assert game.legal() == ["cube brown", "cube green", "cube orange", "cube pink"]
    assert game.state["grain"].tolist() == [0, 1, 0, 0, 0]
    assert game.state["coins"].tolist() == [1, 1, 1, 1, 2]
    assert len(game.cubes(2).split()) == 1 and game.number("round_number") == 0
    game.act("cube brown")
    assert game.cubes(3) == "brown" and game.asked == (0, "TURN") and game.number("round_number") == 1


@rule("R1.10", "R2.2", "R2.3", "R2.4")
@pytest.mark.parametrize("num_players", [1, *COUNTS])
def test_e16_the_first_seeding(num_players):
    game = dealt(num_players)
    wanted, added = ON_SPACES[card(num_players)], INTO_BAG[card(num_players)]
    placed = game.state["space"].sum(axis=1).tolist()
    assert placed == [wanted[space] for space in E.SPACE.NAMES]
    assert sum(placed) % num_players == 0
    into_bag = sum(added.values()) + 6
    assert game.state["bag"].sum() == into_bag - sum(placed) > 0
    for number, colour in enumerate(E.COLOUR.NAMES[:4]):
        assert game.state["supply"][number] == 33 - added[colour]
    assert game.in_supply("plague") == 0


@rule("R2.3")
def test_a7_a_bag_with_too_few_cubes():
    """Given players who hold nearly all; then what there is lies on places of the card, and the bag is empty."""
    game = table(2).have("orange " * 32 + "green " * 33).have("brown " * 33 + "pink " * 32, seat=M)
    game.to_mass().pass_until("TURN")
    on_spaces = game.state["space"].sum(axis=1)
    assert game.state["bag"].sum() == 0 and on_spaces.sum() == 1 + 6  # an orange cube and the plague
    assert all(count <= ON_SPACES["2"][space] for count, space in zip(on_spaces, E.SPACE.NAMES, strict=True))
    assert game.asked == (A, "TURN")


@rule("R2.4", "R2.5")
@pytest.mark.parametrize("num_players", COUNTS)
def test_e16_all_have_the_same_number_of_turns(num_players):
    game = dealt(num_players)
    turns = [0] * num_players
    while game.number("round_number") == 1 and not game.done:
        if game.decision == "TURN":
            turns[game.asked[0]] += 1
            game.act(game.legal("take")[0])
        else:
            game.act("pass" if "pass" in game.legal() else game.legal()[0])
    assert turns == [sum(ON_SPACES[str(num_players)].values()) // num_players] * num_players


@rule("R2.1")
def test_thirty_rounds_are_the_last():
    game = table(2).set(round_number=30).to_mass().pass_until("TURN")
    assert game.done and game.number("round_number") == 30 and not game.number("end_triggered")
