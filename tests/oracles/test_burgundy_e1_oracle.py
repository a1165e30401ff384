"""E1 on the oracle of The Castles of Burgundy: duchies 11-18, castle connection and retrieval (X1.1, X1.2).

Rule marks: "E1.3" = rules_expansions.md 1.3.
"""

import random

import pytest

from .burgundy import BurgundyOracle
from .burgundy_pieces import DUCHIES
from .burgundy_positions import K, hand, owns, place, play_on, put, refused, started, texts
from .chance import FixedChance, RandomChance

rule = pytest.mark.rule
E1 = {"duchies": 11, "castle_connection": True}
CASTLE_HEX = 15  # of duchy 11; 22, 28, 29, 33 are its ship area, 22 lies beside 15


def e1(**options):
    return started(2, CASTLE_HEX, **{**E1, **options})


def may(player, name, h):
    return player.may_cover(K[name], h)


@rule("E1.1", "E1.2")
def test_boards_and_sides():
    chance = FixedChance(orders={"duchy": [[0, 3, *range(14)]]})
    oracle = BurgundyOracle(chance, duchies="random", duchy_pool="11-18", side_choice=True)
    assert sorted(set(chance.asked("duchy")[0])) == [0, 1, 2, 3] and len(chance.asked("duchy")[0]) == 16
    oracle.apply("side 1")
    oracle.apply("side 0")
    assert oracle.public()["duchy_number"] == [12, 17]
    assert BurgundyOracle(FixedChance(), duchies=[14, 14]).public()["duchy_number"] == [14, 14]


@rule("E3.1", "E3.2", "E3.3")
def test_sets_of_boards_only():
    assert [entry["id"] for entry in DUCHIES["duchies"]] == list(range(1, 31))
    for number in (*range(1, 11), 19, 20, 21, 22):
        oracle = BurgundyOracle(FixedChance(), duchies=[number, number])
        assert oracle.public()["duchy_number"] == [number, number]
        assert "castle_pile" not in oracle.public() and len(oracle.legal()) == 4
    chance = FixedChance(orders={"duchy": [[0, 1, *range(6)]]})
    oracle = BurgundyOracle(chance, duchies="random", duchy_pool="19-22", side_choice=True)
    assert len(chance.asked("duchy")[0]) == 8  # two sheets in four copies
    oracle.apply("side 0")
    oracle.apply("side 1")
    assert oracle.public()["duchy_number"] == [19, 22]


@rule("E1.3", "E1.4")
def test_x1_1_castle_connection():
    _, player = e1()
    put(player, ship=[22, 28])
    assert may(player, "ship", 29) and may(player, "ship", 33)  # chain 28-22, 22 beside the castle
    assert not may(player, "cow_2", 23)  # only neighbours of another colour, no castle beside it
    assert not may(player, "ship", 11)  # base adjacency still holds
    put(player, ship=29)
    assert not may(player, "cow_2", 24) and not may(player, "bank", 34)
    assert may(player, "castle", 30)  # castle tiles are exempt
    put(player, castle=30)
    assert may(player, "cow_2", 24) and may(player, "monastery_1", 25) and may(player, "bank", 34)


@rule("E1.3", "E1.4")
def test_a_chain_ends_at_a_gap_or_another_colour():
    _, player = e1()
    put(player, ship=[28, 33])
    assert not may(player, "ship", 29)  # 22 is empty: no castle at the end of the chain
    put(player, ship=22)
    assert may(player, "ship", 29)
    put(player, bank=[16, 17], cow_2=24)
    assert may(player, "church", 18) and not may(player, "cow_3", 23)


@rule("E1.4", "E6.4")
def test_what_is_no_castle_tile():
    _, player = e1(modules=("e6",))
    put(player, ship=[22, 28], inn=30)  # an inn on a burgundy space
    assert not may(player, "bank", 34) and may(player, "ship", 29)
    _, player = e1()
    put(player, ship=[22, 28, 29])
    assert not may(player, "bank", 34)  # 30 is an uncovered burgundy space


@rule("E1.3", "E6.3")
def test_inns_are_bound_and_may_be_links():
    _, player = e1(modules=("e6",))
    put(player, ship=22, inn=28)
    assert may(player, "ship", 29)  # the chain runs over spaces of the colour, whatever covers them
    put(player, bank=16)
    assert not may(player, "inn", 23) and may(player, "inn", 17)


@rule("E1.3")
def test_without_the_option_and_without_a_die():
    _, player = started(2, CASTLE_HEX, duchies=11)
    put(player, ship=[22, 28])
    assert may(player, "cow_2", 23)
    oracle, player = e1()
    put(player, ship=[22, 28])
    player.storage[1] = K["cow_2"]
    player.storage[2] = K["ship"]
    place(oracle, player, "town_hall", 16)
    assert oracle.decision() == (0, "TOWNHALL") and not texts(oracle, "place 1")
    assert "place 2 on 33 with die 0" in oracle.legal()


@rule("E1.3", "E10.7")
def test_shield_18_lifts_the_connection():
    _, player = e1(modules=("shields",))
    player.shields = {CASTLE_HEX: 18}
    assert may(player, "cow_2", 23) and may(player, "bank", 36)


@rule("E1.4")
def test_the_algorithm_of_the_text_on_random_positions():
    """Mark covered spaces of a colour beside a castle tile, flood through covered neighbours of the colour."""
    _, player = e1()
    board, rng = player.board, random.Random(4)
    filler = {
        "building": "bank",
        "livestock": "cow_2",
        "ship": "ship",
        "monastery": "monastery_9",
        "mine": "mine",
    }
    answers = []
    for _ in range(150):
        covered = {h for h in board.hexes if rng.random() < 0.45}
        castles = {h for h in covered if board.colours[h] == "castle"}
        for h in board.hexes:
            name = "castle" if h in castles else filler.get(board.colours[h])
            player.tiles[h] = K[name] if h in covered else None
        for s in sorted(set(board.hexes) - covered):
            same = {h for h in covered if board.colours[h] == board.colours[s]}
            marked = {h for h in same if castles & set(board.neighbours[h])}
            while True:
                more = {h for h in same - marked if marked & set(board.neighbours[h])}
                if not more:
                    break
                marked |= more
            near = set(board.neighbours[s])
            answers.append(bool(near & castles or near & marked))
            assert player.castle_connected(s) == answers[-1]
    assert 0.2 < sum(answers) / len(answers) < 0.8


# ---------------------------------------------------------------------- castle retrieval
@rule("E1.2b", "E1.3")
def test_castles_of_the_board_are_collected():
    oracle, _ = e1()
    oracle.depots[1][1], oracle.depots[4][0], oracle.black[2] = K["castle"], K["mine"], K["castle"]
    oracle._start_phase(1)
    assert oracle.public()["castle_pile"] == 2
    on_board = sum(tile == K["castle"] for slots in [*oracle.depots, oracle.black] for tile in slots)
    oracle._start_phase(2)
    assert oracle.public()["castle_pile"] == 2 + on_board


@rule("E1.3")
def test_x1_2_retrieval():
    oracle, player = e1()
    oracle.castle_pile, player.vp, player.silver, oracle.black[0] = 1, 12, 2, K["mine"]
    oracle.apply("retrieve castle")
    assert player.vp == 7 and player.storage == [K["castle"], None, None] and player.used == [True, True]
    assert oracle.public()["castle_pile"] == 0
    assert oracle.decision() == (0, "MAIN") and oracle.legal() == ["buy 0", "pass"]
    oracle.apply("buy 0")
    assert oracle.decision() == (1, "MAIN")


@rule("E1.3")
@pytest.mark.parametrize(
    ("vp", "used", "pile", "allowed"),
    [(5, [False, False], 1, True), (4, [False, False], 1, False), (12, [True, False], 1, False),
     (12, [False, True], 1, False), (12, [False, False], 0, False)],
)  # fmt: skip
def test_when_a_castle_may_be_retrieved(vp, used, pile, allowed):
    oracle, player = e1()
    oracle.castle_pile, player.vp, player.used = pile, vp, used
    assert ("retrieve castle" in oracle.legal()) == allowed
    if not allowed:
        assert refused(oracle, "retrieve castle")


@rule("E1.3", "R6.2")
def test_retrieval_with_full_storage_and_after_a_purchase():
    oracle, player = e1()
    oracle.castle_pile, player.vp, player.silver, oracle.black[0] = 2, 5, 2, K["mine"]
    hand(player, "ship", "bank")
    oracle.apply("buy 0")
    oracle.apply("retrieve castle")
    assert oracle.decision() == (0, "DISCARD")
    oracle.apply("discard 1")
    assert player.storage == [K["ship"], K["castle"], K["mine"]] and player.vp == 0
    assert oracle.decision() == (1, "MAIN") and oracle.castle_pile == 1  # discarded tiles do not go there


@rule("E1.3")
def test_no_retrieval_without_the_option():
    oracle, player = started(2, CASTLE_HEX, duchies=11)
    oracle.castle_pile, player.vp = 3, 20
    assert "retrieve castle" not in oracle.legal()
    assert play_on(BurgundyOracle(RandomChance(1), duchies=11), random.Random(1)).castle_pile == 0


@rule("E1.3")
def test_monasteries_do_not_change_the_price():
    oracle, player = e1()
    owns(player, 8, 12)
    oracle.castle_pile, player.vp, player.workers = 1, 5, 4
    oracle.apply("retrieve castle")
    assert (player.vp, player.workers) == (0, 4)
