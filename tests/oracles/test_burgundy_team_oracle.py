"""The team game on the oracle of The Castles of Burgundy (examples X9.1-X9.4).

Rule marks: "E8.5" = rules_expansions.md 8.5 (its chapter 8 tells the set E9).
"""

import pytest

from .burgundy import BurgundyOracle
from .burgundy_pieces import team_board
from .burgundy_positions import (
    K,
    dice,
    finish_turn,
    goods,
    place,
    put,
    refused,
    started,
    texts,
)
from .chance import FixedChance

rule = pytest.mark.rule
TEAM = {"modules": ("team",), "num_players": 4}
CENTRE = 21


def team(modules=("team",), chance=None, **options):
    oracle, player = started(4, chance=chance, modules=modules, **options)
    for one in oracle.players:
        one.vp, one.bonus = 0, dict.fromkeys(one.bonus, 0)
    return oracle, player


def own(player, *names):
    """Private positions 0 and 1."""
    player.storage[0], player.storage[1] = [K[name] if name else None for name in (*names, None, None)[:2]]


# ---------------------------------------------------------------------- setup
@rule("E8.1", "E8.2", "E8.3", "E8.4", "E8.6")
@pytest.mark.parametrize("t", [0, 1])
def test_x9_1_setup(t):
    chance = FixedChance(rolls={"start": [t]})
    oracle = BurgundyOracle(chance, **TEAM)
    assert chance.asked("start") == [2] and "duchy" not in [name for name, _ in chance.calls]
    view = oracle.public()
    order = [t, t + 1, t + 2, (t + 3) % 4]
    assert view["order"] == order and view["start_seat"] == t
    workers = [5, 5, 5, 5]
    workers[t] = workers[t + 2] = 3
    assert view["workers"] == workers and view["silver"] == [2] * 4 and view["vp"] == [0] * 4
    assert view["duchy_number"] == [31] * 4 and [len(tiles) for tiles in view["duchy"]] == [73] * 4
    assert all(tiles[CENTRE] == K["castle"] and tiles.count(None) == 72 for tiles in view["duchy"])
    assert view["supply_left"][4] == 12 - 2  # two castle slots of four players
    assert [sum(held) for held in view["goods"]] == [3] * 4
    assert view["storage"] == [[None] * 4] * 4 and len(view["black"]) == 8
    assert [len(slots) for slots in view["depots"]] == [4] * 6
    assert oracle.decision() == (t, "MAIN")  # no decision before


@rule("E8.1")
def test_castles_and_goods():
    chance = FixedChance()
    oracle = BurgundyOracle(chance, **TEAM)
    assert len(chance.asked("supply")[4]) == 12
    order = chance.asked("goods")[0]
    first, second = order[25:28], order[28:31]
    for seat in range(4):
        dealt = (first, second)[seat % 2]
        assert oracle.public()["goods"][seat] == [dealt.count(g) for g in range(1, 7)]


@rule("E8.2")
def test_advanced_board():
    oracle = BurgundyOracle(FixedChance(rolls={"start": [1]}), team_board="advanced", **TEAM)
    board = team_board("advanced")
    assert board.castle_hexes == [6, 15, 21, 43, 57]
    assert all(board.colours[h] == "castle" and board.dice[h] in (1, 6) for h in board.castle_hexes)
    texts_of = sorted(f"place 0 on {h} with die 0" for h in board.castle_hexes)
    assert oracle.decision() == (1, "START_SPACE") and oracle.legal() == texts_of
    oracle.apply("place 0 on 43 with die 0")
    assert oracle.decision() == (2, "START_SPACE") and oracle.legal() == texts_of
    oracle.apply("place 0 on 6 with die 0")
    view = oracle.public()
    castles = [tiles.index(K["castle"]) for tiles in view["duchy"]]
    assert castles == [6, 43, 6, 43] and view["duchy_number"] == [32] * 4 and view["vp"] == [0] * 4
    assert oracle.decision() == (1, "MAIN")


@rule("E8.2", "E0.4")
def test_values_of_four_players():
    oracle, player = team()
    player.goods = goods(t2=2)
    dice(player, 2, 2)
    oracle.apply("sell 2 with die 0")
    assert (
        player.vp == 8 and oracle.public()["vp"] == [8, 0, 0, 0] and oracle.public()["silver"] == [1, 0, 1, 0]
    )


# ---------------------------------------------------------------------- storage
@rule("E8.5")
def test_x9_2_private_and_shared_spaces():
    oracle, player = team()
    second, opponent = oracle.players[2], oracle.players[1]
    oracle.depots[0] = [K["ship"], K["mine"], K["bank"], None]
    dice(player, 1, 1)
    oracle.apply("take 1.0 with die 0")
    assert oracle.decision() == (0, "STORE_DEST")
    assert oracle.legal() == ["store 0", "store 1", "store 2", "store 3"]
    oracle.apply("store 3")
    oracle.apply("take 1.1 with die 1")
    oracle.apply("store 1")
    assert oracle.public()["storage"] == [
        [None, K["mine"], None, K["ship"]], [None] * 4, [None, None, None, K["ship"]], [None] * 4,
    ]  # fmt: skip
    assert oracle.decision() == (1, "MAIN")
    opponent.workers = second.workers = 9
    assert not texts(oracle, "place")
    finish_turn(oracle)
    assert oracle.decision() == (2, "MAIN")
    assert texts(oracle, "place 3") and not texts(oracle, "place 1")
    (text, *_) = texts(oracle, "place 3")
    oracle.apply(text)
    assert oracle.public()["storage"][0] == [None, K["mine"], None, None]
    assert oracle.public()["track"] == [0, 0, 1, 0]


@rule("E8.5")
def test_store_dest_with_one_free_space_and_discard_with_none():
    oracle, player = team()
    own(player, "bank", "castle")
    player.storage[2] = K["ship"]
    oracle.depots[0] = [K["mine"], K["church"], None, None]
    dice(player, 1, 1)
    oracle.apply("take 1.0 with die 0")
    assert oracle.decision() == (0, "STORE_DEST") and oracle.legal() == ["store 3"]
    oracle.apply("store 3")
    oracle.apply("take 1.1 with die 1")
    assert oracle.decision() == (0, "DISCARD") and oracle.legal() == [f"discard {k}" for k in range(4)]
    oracle.apply("discard 2")  # no question where to: it takes that place
    assert list(player.storage) == [K["bank"], K["castle"], K["church"], K["mine"]]
    assert oracle.decision() == (1, "MAIN")


@rule("E8.5")
def test_store_dest_for_purchases_and_buildings():
    oracle, player = team()
    player.silver, oracle.black[5] = 2, K["castle"]
    oracle.apply("buy 5")
    assert oracle.decision() == (0, "STORE_DEST")
    oracle.apply("store 2")
    oracle.depots[2][3] = K["ship"]
    own(player, "market")
    h = next(h for h in player.board.neighbours[CENTRE] if player.board.colours[h] == "building")
    dice(player, player.board.dice[h], 1)
    oracle.apply(f"place 0 on {h} with die 0")
    assert oracle.decision() == (0, "PICK")
    oracle.apply("take 3.3 with die 0")
    assert oracle.decision() == (0, "STORE_DEST") and oracle.legal() == ["store 0", "store 1", "store 3"]


# ---------------------------------------------------------------------- what is shared
@rule("E8.6")
def test_partners_share_workers_silver_goods_and_the_duchy():
    oracle, player = team()
    oracle.apply("workers with die 0")
    view = oracle.public()
    assert view["workers"] == [2, 0, 2, 0]
    partner = oracle.players[2]
    assert partner.tiles is player.tiles and partner.goods is player.goods and partner.bonus is player.bonus
    assert partner.dice is not player.dice and refused(oracle, "workers with die 2")
    put(player, monastery_14=20)
    finish_turn(oracle)
    finish_turn(oracle)
    assert oracle.decision() == (2, "MAIN")
    before = partner.workers
    oracle.apply("workers with die 0")
    assert partner.workers == before + 4  # the monastery serves both


@rule("E8.6")
def test_once_per_turn_effects_are_per_players_turn():
    oracle, player = team()
    put(player, monastery_6=20)
    player.workers, oracle.depots[0] = 4, [K["bank"], K["church"], None, None]
    oracle.apply("hire 1.0")
    oracle.apply("store 0")
    assert not texts(oracle, "hire")
    finish_turn(oracle)
    finish_turn(oracle)
    assert oracle.decision() == (2, "MAIN") and texts(oracle, "hire") == ["hire 1.1"]


@rule("E8.6", "E2.2")
def test_monastery_27_lifts_both_members():
    oracle, player = team(("team", "e2"))
    put(player, monastery_27=20)
    oracle.track, oracle.arrival, oracle.clock = [1, 1, 1, 1], [1, 3, 2, 4], 4
    assert oracle.public()["order"] == [2, 0, 3, 1]  # seats 0 and 2 on top; among each other as they arrived


@rule("E8.7", "E8.6")
def test_colours_of_the_whole_team_board():
    oracle, player = team()
    mines = [h for h, colour in enumerate(player.board.colours) if colour == "mine"]
    assert len(mines) == 6
    put(player, mine=mines[:3])
    put(player, mine=mines[3:-1])
    last = mines[-1]
    player.tiles[player.board.neighbours[last][0]] = K["ship"]
    area = player.board.area(last)
    points = place(oracle, player, "mine", last)
    assert points == len(area) * (len(area) + 1) // 2 + 10 + 7
    view = oracle.public()
    assert view["vp"] == [points, 0, 0, 0]  # to the player who acts
    assert [owned[5] for owned in view["bonus_owned"]] == [1, 0, 1, 0]
    oracle._end_phase()
    assert oracle.public()["silver"] == [6, 0, 6, 0]  # once for the team


@rule("E8.7")
def test_the_second_team_gets_the_small_tile():
    oracle, player = team()
    oracle.bonus_left["mine"][0] = False
    mines = [h for h, colour in enumerate(player.board.colours) if colour == "mine"]
    put(player, mine=mines[:-1])
    last = mines[-1]
    player.tiles[player.board.neighbours[last][0]] = K["ship"]
    area = len(player.board.area(last))
    assert place(oracle, player, "mine", last) == area * (area + 1) // 2 + 10 + 4


@rule("E8.8")
def test_x9_3_last_space_of_the_track():
    oracle, _ = team()
    oracle.track, oracle.arrival, oracle.clock = [6, 6, 0, 0], [1, 2, 3, 4], 4
    assert oracle.public()["order"][:2] == [1, 0]
    oracle.advance_marker(0)
    assert oracle.track == [6, 6, 0, 0] and oracle.public()["order"][:2] == [0, 1]


# ---------------------------------------------------------------------- final scoring
@rule("E8.9")
def test_leftovers_count_once():
    oracle, player = team()
    partner = oracle.players[2]
    player.vp, partner.vp = 30, 12
    player.goods, player.silver, player.workers = goods(t1=2), 3, 5
    put(player, monastery_17=20, watchtower=[12, 19])
    assert oracle.scores() == [42 + 2 + 3 + 2 + 8, 0, 42 + 2 + 3 + 2 + 8, 0]
    assert oracle.winners() == [0, 2]


@rule("E8.9")
@pytest.mark.parametrize(("tiebreak", "winners"), [("more_empty", [0, 2]), ("fewer_empty", [1, 3])])
def test_x9_4_ties(tiebreak, winners):
    oracle, player = team(team_tiebreak=tiebreak)
    other = oracle.players[1]
    for one, empty in ((player, 5), (other, 3)):
        one.tiles[:] = [K["ship"]] * (73 - empty) + [None] * empty
    player.vp, oracle.players[2].vp = 200, 110
    other.vp, oracle.players[3].vp = 300, 10
    assert oracle.scores() == [310] * 4 and oracle.winners() == winners
    other.tiles[:] = player.tiles
    assert oracle.winners() == [0, 1, 2, 3]  # a shared win
