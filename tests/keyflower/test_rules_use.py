"""Using tiles (chapter 6)."""

import pytest

from eurogym.envs.keyflower.declare.enums import COLOUR, SKILL
from tests.keyflower.positions import NUMBER, X, Y, table

rule = pytest.mark.rule
FACES = pytest.mark.parametrize("face", (0, 1), ids=("front", "back"))
TRADES = {"carpenter": ("saw", "3 wood"), "mason": ("pick", "3 stone"), "smelter": ("anvil", "3 iron")}


def own(name, face=0, workers="1 red", skills="", **options):
    """X has the tile, unused, in the village."""
    return table(2, **options).own(name, upgraded=bool(face)).have(workers, skills)


@rule("R6.1")
def test_own_tiles_those_of_others_and_those_in_the_auction():
    game = table(2).auction("miner").own("keywood").own("woodcutter", seat=Y).have("1 red")
    assert game.legal("use") == ["use home_1", "use home_2", "use keywood", "use woodcutter", "use miner"]


@rule("R6.2")
@pytest.mark.parametrize(
    "before,numbers",
    [
        ((), [1, 2, 3, 4, 5, 6]),
        ((2,), [3, 4]),  # A4: more than the last
        ((3,), []),  # A5
        ((1, 2), [3]),  # A6
        ((2, 3), []),
        ((1, 2, 3), []),
    ],
    ids=str,
)
def test_the_next_use_needs_more_than_the_last_and_six_have_room(before, numbers):
    game = own("keywood", workers="12 red")
    for number in before:
        game.use("keywood", number).turn(X)
    assert game.state["uses"][NUMBER["keywood"]] == len(before) and game.may("use keywood") == bool(numbers)
    if numbers:
        assert game.act("use keywood").legal() == [f"{n} from the screen" for n in numbers]


@rule("R6.6", "R6.4")
@FACES
def test_apprentice_hall(face):
    game = own("apprentice_hall", face).use("apprentice_hall")
    assert game.state["skills"][X].sum() == 1 + face and game.state["pile"].sum() == 47 - face
    game = own("apprentice_hall", face).pile("1 saw").use("apprentice_hall")
    assert game.skills() == "1 saw" and game.in_pile() == ""


@rule("R6.3", "R6.6")
@FACES
@pytest.mark.parametrize("name", TRADES)
def test_a_skill_for_resources(name, face):
    skill, front = TRADES[name]
    game = own(name, face, skills="1 anvil 1 pick 1 saw").use(name)
    assert game.stock_of(name) == ("3 gold" if face else front)
    assert skill not in game.skills() and game.state["pile"][SKILL.NAMES.index(skill)] == 16
    others = " ".join(f"2 {other}" for other in SKILL.NAMES if other != skill)
    assert not own(name, face, skills=others).may(f"use {name}")


@rule("R6.6")
@FACES
def test_hiring_fair(face):
    game = own("hiring_fair", face, skills="1 pick").use("hiring_fair")
    assert game.asked == (X, "PAY_SKILL") and game.legal() == ["skill pick"]
    game.act("skill pick")
    assert game.state["skills"][X].sum() == 2 + face
    game = own("hiring_fair", face, skills="1 pick").pile("1 saw").use("hiring_fair").act("skill pick")
    assert game.skills() == "1 saw" and game.in_pile() == "1 pick"  # set aside while drawing
    assert not own("hiring_fair", face).may("use hiring_fair")


@rule("R6.3", "R6.6")
@pytest.mark.parametrize(
    "workers,may,screen", [("1 red 1 yellow", True, "1 green"), ("2 yellow", True, "1 green")]
    + [("1 red", False, ""), ("1 yellow", False, "")],
)  # fmt: skip
def test_b7_peddler(workers, may, screen):
    game = own("peddler", workers=workers)
    assert game.may("use peddler") == may
    if may:
        game.act("use peddler")
        # one yellow worker stays for the payment
        assert game.asked == (X, "SOURCE") and game.legal() == ["1 from the screen"]
        assert game.act("1 from the screen").screen() == screen


@rule("R6.5")
def test_no_green_worker_without_a_supply():
    game = own("fair", 1, "1 blue 1 red").have("20 green", seat=Y).bag("2 green 30 blue")
    game.state["screen"][Y, COLOUR.green] = 18
    game.set(green_supply=0).use("fair", 1, "blue")
    assert game.screen() == ""


@rule("R6.6")
@FACES
def test_tavern(face):
    game = own("tavern", face, "1 red 1 blue").use("tavern", 1, "red")
    assert game.asked == (X, "PAY_WORKER") and game.legal() == ["colour blue"]
    game.act("colour blue")
    assert game.state["screen"][X].sum() == 2 + face
    assert not own("tavern", face, "1 red").may("use tavern")
    game = own("tavern", face, "1 red 2 yellow").act("use tavern", "colour yellow")
    assert game.legal() == ["1 from the screen", "2 from the screen"]
    assert own("tavern", face, "2 yellow").act("use tavern").legal() == ["1 from the screen"]


@rule("R6.6")
def test_a22_the_discarded_worker_enters_the_bag_afterwards():
    game = own("tavern", 0, "1 red 1 blue").bag("1 yellow").use("tavern", 1, "red").act("colour blue")
    assert game.screen() == "1 yellow" and game.in_bag() == "1 blue"
