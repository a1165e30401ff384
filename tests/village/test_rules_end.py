"""Chapters 14 to 16: death, the end of the game, final scoring."""

import pytest

from tests.village.positions import A, M, S, table

rule = pytest.mark.rule


def dying(num_players=2, **places):
    """Ambra is one step before the quill and about to take a plague cube."""
    game = table(num_players, {"family": "plague", "church": "pink pink pink pink"})
    return game.stand(**places).have(time=9)


def die(game):
    return game.act("take plague from family", "pass")


# --- death --------------------------------------------------------------------------------------------------------


@rule("R14.1")
@pytest.mark.parametrize(
    "places,choices",
    [
        ({"farm": "1 2", "C3": "1"}, ["C3", "farm"]),
        ({"farm": "3", "council_4": "4", "black_bag": "1 2"}, ["farm"]),
        ({"office": "2", "stables": "2", "council_1": "2", "C6": "3"}, ["council 1", "office", "stables"]),
    ],
)
def test_the_lowest_visible_generation_dies(places, choices):
    game = die(dying(**places))
    assert game.legal() == [f"death at {place}" for place in choices]  # A1: the bag protects nobody else


@rule("R14.1")
@pytest.mark.parametrize("farm,asked", [("2", (M, "TURN")), ("1 2", (A, "DEATH"))])
def test_a1_strictly_the_lowest_living(farm, asked):
    """Given a lower generation in the black bag alone; then with the option nobody dies."""
    game = table(2, {"family": "plague", "church": "pink"}, strict_lowest_invisible_saves=True)
    game = die(game.stand(farm=farm, black_bag="1").have(time=9))
    assert game.asked == asked and game.at("farm") == farm
    assert asked[1] == "TURN" or game.legal() == ["death at farm"]


@rule("R14.3", "R14.4")
@pytest.mark.parametrize(
    "place,category",
    [
        ("farm", "farm"),
        ("wainwright", "crafts"),
        ("stables", "crafts"),
        ("office", "crafts"),
        ("smith", "crafts"),
        *((f"council {stage}", "council_chamber") for stage in range(1, 5)),
        *((f"C{city}", "travel") for city in range(1, 7)),
        *((f"church {stage}", "church") for stage in range(1, 5)),
    ],
)
def test_category_by_place_of_death(place, category):
    game = dying(**{place.replace(" ", "_"): "1"})
    before = game.open_graves()
    die(game).act(f"death at {place}")
    assert game.at(f"chronicle_{category}") == "1"
    assert game.open_graves() == before | {category: before[category] - 1}


@rule("R14.5")
def test_the_dead_count_nowhere_else_but_discs_stay():
    game = dying(C2="1").discs("C2").stand(M, farm="1")
    assert game.score() == 1  # one city
    die(game).act("death at C2")
    assert game.at("C2") == "" and game.state["disc"][A, 1] == 1 and game.score() == 1
    game = dying(church_4="1").stand(M, church_1="2")
    die(game).act("death at church 4").turn(M).to_mass().pass_until("TURN")
    assert game.state["prestige"][:2].tolist() == [0, 2]  # the majority is Massimo's now


# --- the end ------------------------------------------------------------------------------------------------------


def last_grave(num_players=3, board=None):
    """One space of the cemetery is open and none for farmers; Ambra dies on the farm with a plague cube."""
    game = table(num_players, {"family": "plague", "church": "pink pink pink"} if board is None else board)
    return game.graves(1, farm=0).have(time=9)


def trigger(game):
    return game.act("take plague from family", "pass", "death at farm")


@rule("R15.1", "R15.2", "R15.6")
def test_e17a_everybody_else_has_one_last_turn():
    game = trigger(last_grave())
    assert game.number("end_triggered") == 1 and game.asked == (M, "TURN") and game.last_turns() == [S]
    for seat in (M, S):
        assert game.asked == (seat, "TURN")
        game.act("take pink from church", "pass")
    assert game.asked == (A, "PICK") and game.on("church") == "pink"
    game.pass_until("TURN")
    assert game.done


@rule("R15.1", "R15.4")
def test_a28_the_first_trigger_counts():
    """Given a second last space; when it is filled in the last turns; then nobody has another turn."""
    game = trigger(last_grave().graves(1, farm=0, crafts=1, travel=0, council_chamber=0, church=0))
    game.stand(M, smith="1").have(time=9, seat=M)
    game.board(family="plague", church="pink pink")
    game.act("take plague from family", "pass", "death at smith")
    assert game.open_graves()["crafts"] == 0 and game.asked == (S, "TURN") and game.last_turns() == []


def market_end(dies, board=None):
    """A market day with one open grave; `dies` passes the quill with his paid sale."""
    game = table(3, {"market": "orange", "family": "pink pink pink pink"} if board is None else board)
    game.market("scroll", "wagon", "ox", "horse").graves(1, farm=0)
    game.have(goods="scroll horse", cubes="green").have("green", "wagon", seat=M).have("green", "ox", seat=S)
    return game.have(time=9, seat=dies)


@rule("R15.5", "R15.4")
def test_a18_a_death_due_after_the_market_day_that_ended_the_game():
    game = market_end(M, {"market": "plague", "family": "pink pink pink"}).have(time=8)
    game.act(
        "take plague from market", "serve 0 free", "serve 1 green", "death at farm", "pass", "pass", "pass"
    )
    assert game.asked == (A, "DEATH")
    game.act("death at farm")
    assert game.at("removed") == "1" and game.at("cemetery", M) == "1"
    assert game.asked == (M, "TURN") and game.last_turns() == [A, S]


# --- scoring ------------------------------------------------------------------------------------------------------


@rule("R16.1")
def test_e18_scoring():
    game = table(2).discs("C1 C2 C3 C4").have(coins=2, prestige=8, customer_points=9, customers=2)
    game.stand(
        church_1="1 1", church_4="2", council_1="2", council_3="3",
        chronicle_farm="1", chronicle_travel="1 2", chronicle_church="3", cemetery="4",
    )  # fmt: skip
    assert game.score() == 10 + 10 + 4 + 7 + 9 + 2 + 8 == 50


@rule("R16.2")
def test_ties():
    game = table(2)
    assert game.winners() == [A, M]  # A30
    assert game.have(coins=1, seat=M).winners() == [M]
    assert game.have(coins=1, grain=1).winners() == [A]  # more grain
    game.have(grain=1, seat=M).stand(A, farm="1 1", black_bag="2").stand(M, farm="1 1", cemetery="1 2")
    assert game.winners() == [A]  # A6: the bag is alive, the dead and the unborn are not
    assert game.stand(A, farm="1 1", removed="2").winners() == [A, M]
    assert game.have(grain=2, seat=M).winners() == [M]
