"""Chapter 12: the mass and the new round; worked example E13."""

from collections import Counter

import pytest

from eurogym.envs.village.declare import enums as E
from tests.sides import both_sides
from tests.village.positions import A, M, S, table

rule = pytest.mark.rule
pytestmark = both_sides


def mass(num_players=3, **options):
    """Everybody stands on the farm; the mass begins with the next `begin`."""
    return table(num_players, **options)


def begin(game):
    return game.to_mass()


@rule("R12.1", "R12.2", "R12.3", "R12.4")
@pytest.mark.parametrize("alternative,simona", [(False, "2"), (True, "1")])
def test_e13_mass(alternative, simona):
    """With stage costs 1/2/2 both begin on stage 2; with 1/1/2 on stage 1."""
    options = {"data_overrides": {"church": {"advance_cost_grain": [0, 1, 1, 2]}}} if alternative else {}
    game = mass(**options)
    game.stand(A, black_bag="2", **{f"church_{simona}": "1"}).have(coins=1, grain=3)
    game.stand(S, black_bag="1", **{f"church_{simona}": "2"}).have(coins=1, grain=4, seat=S)
    game.stand(M, black_bag="3")
    begin(game)
    assert game.asked == (A, "PICK") and game.legal() == ["pass", "pick 2"]
    game.act("pick 2", "pass")
    assert game.asked == (M, "PICK") and game.legal() == ["pass"]
    game.act("pass", "pick 1")
    # 4 monks and Massimo's member are left: he is number 4 of 5, then a monk is drawn
    game.luck(E.R.mass, (5, 4), (4, 1)).act("pass")
    assert [game.at("church_1", seat) for seat in (A, M, S)] == (
        ["1 2", "3", "1 2"] if alternative else ["2", "3", "1"]
    )
    assert game.asked == (A, "ADVANCE")
    if alternative:
        game.act("advance 1 from church 1", "advance 1 from church 2")
    else:
        game.act("advance 1 from church 2")
    assert game.number("grain", A) == 1
    game.act("advance 2 from church 1", "pass")
    assert game.asked == (M, "ADVANCE") and game.legal() == ["pass"]
    game.act("pass")
    stages = (1, 2, 3) if alternative else (2, 3)
    game.act(*(f"advance 2 from church {stage}" for stage in stages), "pass")
    assert game.number("grain", S) == 0 and game.at("church_4", S) == "2"
    assert game.state["prestige"][:3].tolist() == [0, 0, 2]
    assert game.at("church_3") == "1" and game.at("church_2") == "2"


@rule("R12.2")
def test_any_number_of_members_for_a_coin_each():
    game = begin(mass().stand(A, black_bag="1 1 2 3").have(coins=3))
    game.act("pick 1", "pick 3")
    assert game.asked == (A, "PICK") and game.legal() == ["pass", "pick 1", "pick 2"]
    game.act("pick 1")
    assert game.legal() == ["pass"] and game.number("coins", A) == 0 and game.at("church_1") == "1 1 3"


@rule("R12.2")
def test_nobody_is_asked_once_four_pieces_are_taken():
    game = begin(
        mass().stand(A, black_bag="1 1 1 1 2").have(coins=5).stand(M, black_bag="1").have(coins=1, seat=M)
    )
    game.act("pick 1", "pick 1", "pick 1", "pick 1")
    assert game.asked == (A, "ADVANCE") and game.at("black_bag") == "2" and game.at("black_bag", M) == "1"


@rule("R12.2")
def test_picks_from_the_first_player_once_each():
    game = mass().set(first_player=S).turn(M)
    game.board(family="pink").act("take pink from family", "pass")
    order = []
    while game.decision in ("PICK", "ADVANCE"):
        order.append(game.asked)
        game.act("pass")
    assert order == [(seat, part) for part in ("PICK", "ADVANCE") for seat in (S, A, M)]  # A27


@rule("R12.2")
def test_draws_are_without_replacement_and_monks_go_back():
    """Given a bag with five members; then four different pieces come, and the next mass has four monks again."""
    game = mass(2).stand(A, black_bag="1 1").stand(M, black_bag="1 2 3")
    begin(game).act("pass")
    game.luck(E.R.mass, (9, 0), (8, 3), (7, 2), (6, 5))  # monk, A's first, monk, M's 3
    game.act("pass")
    assert game.at("church_1", A) == "1" and game.at("church_1", M) == "3"
    assert game.at("black_bag", A) == "1" and game.at("black_bag", M) == "1 2"
    game.pass_until("TURN")
    begin(game.turn(A)).act("pass")
    game.luck(E.R.mass, (7, 0), (6, 0), (5, 0), (4, 0)).act("pass")
    assert game.at("church_1", A) == "1" and game.at("black_bag", M) == "1 2"


@rule("R12.2")
def test_every_piece_is_as_likely():
    """Given one member and four monks; then four of five pieces come, so he stays with one chance in five."""
    number = 200
    drawn = Counter()
    for seed in range(number):
        game = table(2, seed=seed).stand(A, black_bag="1").to_mass().act("pass", "pass")
        drawn[game.at("church_1")] += 1
    assert abs(drawn["1"] - 0.8 * number) < 5 * (0.8 * 0.2 * number) ** 0.5


@rule("R12.3")
@pytest.mark.parametrize(
    "grain,costs", [(5, None), (4, None), (1, None), (5, [0, 1, 2, 4]), (5, [0, 1, 1, 2])]
)
def test_advancing_pays_for_every_stage(grain, costs):
    options = {} if costs is None else {"data_overrides": {"church": {"advance_cost_grain": costs}}}
    game = mass(2, **options).stand(A, church_1="2").have(grain=grain)
    begin(game).pass_until("ADVANCE")
    stage, left = 1, grain
    for cost in (costs or [0, 1, 2, 2])[1:]:
        if left < cost:
            break
        game.act(f"advance 2 from church {stage}")
        stage, left = stage + 1, left - cost
    assert game.at(f"church_{stage}") == "2" and game.number("grain", A) == left
    assert game.legal() == ["pass"]


@rule("R12.3")
def test_several_members_advance_and_new_ones_may_too():
    game = mass(2).stand(A, black_bag="1", church_2="3").have(coins=1, grain=5)
    begin(game).act("pick 1").pass_until("ADVANCE")
    assert game.legal() == ["advance 1 from church 1", "advance 3 from church 2", "pass"]
    game.act("advance 1 from church 1", "advance 3 from church 2")
    assert game.at("church_2") == "1" and game.at("church_3") == "3" and game.number("grain", A) == 2


MAJORITIES = [
    ({"church_1": "1 1"}, {"church_4": "2"}, {}, [2, 0, 0]),
    ({"church_1": "1", "church_3": "1"}, {"church_2": "1 2"}, {}, [2, 0, 0]),
    ({"church_1": "1", "church_3": "1"}, {"church_2": "1", "church_3": "2"}, {}, [2, 2, 0]),
    ({"church_2": "1"}, {"church_2": "1"}, {"church_2": "1"}, [2, 2, 2]),
    ({"black_bag": ""}, {}, {"church_1": "3"}, [0, 0, 2]),
    ({}, {}, {}, [0, 0, 0]),
    ({"council_4": "1 1", "C1": "2"}, {"chronicle_church": "1 1"}, {}, [0, 0, 0]),
]


@rule("R12.4")
@pytest.mark.parametrize("first,second,third,prestige", MAJORITIES)
def test_majority(first, second, third, prestige):
    game = mass().stand(A, **first).stand(M, **second).stand(S, **third)
    begin(game).pass_until("TURN")
    assert game.state["prestige"][:3].tolist() == prestige


@rule("R12.5")
def test_the_marker_makes_the_first_player():
    game = begin(mass().set(marker_holder=M)).pass_until("TURN")
    assert game.asked == (M, "TURN") and game.number("first_player") == M
    assert game.number("marker_holder") == E.NONE
    again = begin(game).pass_until("TURN")
    assert again.asked == (M, "TURN")  # nobody took the marker


@rule("R12.1", "R12.5")
def test_cubes_of_the_new_round_come_after_the_mass():
    game = begin(mass())
    assert game.state["space"].sum() == 0 and game.number("round_number") == 1
    game.pass_until("TURN")
    assert game.state["space"].sum() == 21 and game.number("round_number") == 2
