"""Chapter 12: the mass and the new round."""

import pytest

from eurogym.envs.village.declare import enums as E
from tests.village.positions import A, M, S, table

rule = pytest.mark.rule


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


MAJORITIES = [
    ({"church_1": "1 1"}, {"church_4": "2"}, {}, [2, 0, 0]),
    ({"church_1": "1", "church_3": "1"}, {"church_2": "1 2"}, {}, [2, 0, 0]),
    ({"church_1": "1", "church_3": "1"}, {"church_2": "1", "church_3": "2"}, {}, [2, 2, 0]),
    ({"black_bag": ""}, {}, {"church_1": "3"}, [0, 0, 2]),
    ({"council_4": "1 1", "C1": "2"}, {"chronicle_church": "1 1"}, {}, [0, 0, 0]),
]


@rule("R12.4")
@pytest.mark.parametrize("first,second,third,prestige", MAJORITIES)
def test_majority(first, second, third, prestige):
    game = mass().stand(A, **first).stand(M, **second).stand(S, **third)
    begin(game).pass_until("TURN")
    assert game.state["prestige"][:3].tolist() == prestige
