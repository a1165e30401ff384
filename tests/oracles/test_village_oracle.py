"""The worked examples of Village (E...) on the oracle, further positions rule by rule, and random playthroughs."""

import random
from collections import Counter

import pytest

from .chance import FixedChance, RandomChance
from .village import VillageOracle
from .village_data import (
    BORN_IN,
    CATEGORIES,
    CITIES,
    COLOURS,
    COUNCIL_PAYMENTS,
    CUBES,
    GENERATIONS,
    GOODS,
    LOCATIONS,
    SPACES,
    TRAVEL_PAYMENTS,
    VISIBLE,
    table,
)
from .village_solo import rank_of

rule = pytest.mark.rule
A, M, S = 0, 1, 2  # Ambra, Massimo, Simona
HUMAN = 0


# ---------------------------------------------------------------------- helpers
def new(num_players=3, chance=None, board=None, **options):
    """A game at its first TURN without compensation; `board` replaces the cubes on the spaces."""
    options.setdefault("start_compensation", False)
    oracle = VillageOracle(chance or FixedChance(), num_players=num_players, **options)
    if board is not None:
        lay(oracle, **board)
    return oracle, oracle.players


def solo(board=None, chance=None, **options):
    oracle, players = new(1, chance, board, **options)
    return oracle, players[0], oracle.carla


def lay(oracle, **spaces):
    """Only these cubes lie on the board: lay(oracle, market="green", crafts="orange plague")."""
    for space in SPACES:
        cubes = Counter(spaces.get(space, "").split())
        oracle.spaces[space] = {cube: cubes[cube] for cube in CUBES}


def stand(player, **places):
    """All members of a player: stand(player, farm=[1, 1], church_1=[2]); the others are unborn."""
    for member in player.members:
        member.place = "reserve"
    for name, generations in places.items():
        for generation in generations:
            player.find(generation, "reserve").place = name.replace("_", " ")


def have(player, cubes=None, **things):
    """have(player, "green green", coins=0, grain=3, wagon=1)"""
    if cubes is not None:
        player.cubes = {colour: cubes.split().count(colour) for colour in COLOURS}
    for name, value in things.items():
        if name in GOODS:
            player.goods[name] = value
        else:
            setattr(player, name, value)


def play(oracle, *texts):
    for text in texts:
        oracle.apply(text)


def cubes_of(player):
    return " ".join(colour for colour in COLOURS for _ in range(player.cubes[colour]))


def end_round(oracle):
    """Passes from the last cube on the board to the first decision of the mass."""
    take = next(text for text in oracle.legal() if text.startswith("take"))
    oracle.apply(take)
    while oracle.decision()[1] not in ("PICK", "ADVANCE"):
        oracle.apply("pass")


def pass_on(oracle, until):
    while oracle.decision() is not None and oracle.decision()[1] != until:
        assert "pass" in oracle.legal(), (oracle.decision(), oracle.legal())
        oracle.apply("pass")


def pass_to_end(oracle):
    pass_on(oracle, "never")


# ---------------------------------------------------------------------- setup
@rule("R1.1", "R1.2", "R1.3", "R1.4", "R1.5", "R1.8", "R1.11")
def test_what_a_player_begins_with():
    oracle, players = new(4)
    shown = oracle.public()
    assert oracle.decision() == (0, "TURN") and shown["round"] == 1 and shown["first_player"] == 0
    for seat in range(4):
        assert [sum(row) for row in shown["members"][seat]] == [4, 3, 2, 2]
        assert shown["members"][seat][0][0] == 4
        assert [row[20] for row in shown["members"][seat]] == [0, 3, 2, 2]
    assert shown["time"] == shown["prestige"] == shown["grain"] == [0] * 4
    assert shown["coins"] == [1] * 4
    assert shown["next_first_player_holder"] is None
    assert shown["discs"] == [[False] * 6] * 4
    players[0].gain_grain(9)
    assert players[0].grain == 5


@rule("R1.6")
@pytest.mark.parametrize("n, blue, stack", [(1, 3, 16), (2, 3, 16), (3, 4, 15), (4, 5, 14), (5, 5, 14)])
def test_e1_market_setup(n, blue, stack):
    shown = new(n)[0].public()
    assert shown["slots"] == list(range(blue))
    assert shown["queue"] == list(range(blue, blue + 5))
    assert shown["stack"] == stack


@rule("R1.7")
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_e2_blocked_spaces(n):
    shown = new(n)[0].public()
    spaces = table("chronicle")["spaces"][str(max(n, 2))]
    assert shown["chronicle_open"] == [spaces[category] for category in CATEGORIES]
    assert shown["cemetery_open"] == table("cemetery")["spaces"][str(max(n, 2))]


@rule("R1.9", "R1.12")
def test_compensation_before_the_first_seeding():
    oracle = VillageOracle(FixedChance({"start_cube": [2]}), num_players=5)
    shown = oracle.public()
    assert oracle.decision() == (3, "COMPENSATION")
    assert oracle.legal() == ["cube brown", "cube green", "cube orange", "cube pink"]
    assert shown["round"] == 0 and shown["green_bag"] == [0] * 5 and shown["monks_in_bag"] == 4
    assert shown["supply"] == [33, 33, 32, 33, 6] and not any(map(any, shown["spaces"]))
    assert shown["grain"] == [0, 1, 0, 0, 0] and shown["coins"] == [1, 1, 1, 1, 2]
    assert shown["cubes"][2] == [0, 0, 1, 0]
    oracle.apply("cube pink")
    assert oracle.public()["cubes"][3] == [0, 0, 0, 1]
    assert oracle.decision() == (0, "TURN") and oracle.public()["round"] == 1
    assert VillageOracle(FixedChance(), num_players=1).players[0].grain == 0
    two = VillageOracle(FixedChance(), num_players=2)
    assert two.public()["grain"] == [0, 1] and two.decision() == (0, "TURN")


# ---------------------------------------------------------------------- rounds
@rule("R1.10", "R2.2", "R2.3", "R2.4")
@pytest.mark.parametrize("n, total", [(1, 18), (2, 18), (3, 21), (4, 24), (5, 30)])
def test_e16_seeding(n, total):
    chance = FixedChance()
    shown = new(n, chance)[0].public()
    card = table("setup_cards", "cubes_per_action_space")[str(max(n, 2))]
    added = table("setup_cards", "cubes_added_to_green_bag_per_color_per_round")[str(max(n, 2))]
    assert [sum(row) for row in shown["spaces"]] == [card[space] for space in SPACES]
    in_bag = sum(added.values()) + 6
    assert chance.asked("bag") == [in_bag - k for k in range(total)]
    assert sum(shown["green_bag"]) == in_bag - total > 0 and total % n == 0
    assert shown["spaces"][0][0] == card["market"]  # number 0 is orange while there is an orange cube
    assert shown["green_bag"] == [0, 0, 0, 0, in_bag - total]
    assert shown["supply"] == [33 - added[colour] for colour in COLOURS] + [0]


@rule("R2.2", "R2.3")
def test_a7_short_supply_and_short_bag():
    chance = FixedChance()
    oracle, players = new(2, chance, board={"family": "pink"})
    oracle.supply.update(orange=3, green=1, brown=0, pink=0, plague=2)
    oracle.green_bag = dict.fromkeys(CUBES, 0)
    play(oracle, "take pink from family", "pass")
    chance.calls.clear()
    while oracle.decision()[1] in ("PICK", "ADVANCE"):
        oracle.apply("pass")
    places = chance.asked("bag")[0]
    assert len(places) == 18 and places[:4] == ["market", "travel", "travel", "council_chamber"]
    shown = oracle.public()
    assert shown["spaces"][0] == [1, 0, 0, 0, 0] and shown["spaces"][1] == [2, 0, 0, 0, 0]
    assert shown["spaces"][2] == [0, 1, 0, 0, 2] and not any(map(any, shown["spaces"][3:]))
    assert shown["green_bag"] == [0] * 5 and shown["supply"] == [0] * 5
    assert shown["round"] == 2


@rule("R2.1", "R2.5", "R12.1")
def test_a_round_lasts_until_the_last_cube():
    oracle, _ = new(3, board={"family": "pink pink", "crafts": "plague green"})
    for seat, take in [(A, "pink from family"), (M, "pink from family"), (S, "plague from crafts")]:
        assert oracle.decision() == (seat, "TURN")
        play(oracle, f"take {take}", "pass")
    play(oracle, "take green from crafts")
    assert oracle.decision() == (A, "CRAFTS")  # the last cube still brings its action
    play(oracle, "wagon training 1")
    assert oracle.decision() == (A, "PICK")
    assert [oracle.apply("pass") or oracle.decision() for _ in range(3)] == [
        (M, "PICK"),
        (S, "PICK"),
        (A, "ADVANCE"),
    ]
    play(oracle, "pass", "pass", "pass")
    assert oracle.decision() == (A, "TURN") and oracle.public()["round"] == 2


@rule("R2.1")
def test_thirty_rounds_are_the_last():
    oracle, _ = new(2, board={"family": "pink"})
    oracle.round = 30
    end_round(oracle)
    pass_to_end(oracle)
    assert oracle.public()["round"] == 30 and not oracle.public()["end_triggered"]
    assert oracle.decision() is None and oracle.legal() == []


# ---------------------------------------------------------------------- turn and time
@rule("R3.1", "R3.2", "R3.3", "R3.5")
def test_taking_a_cube_and_declining():
    oracle, players = new(2, board={"church": "brown green", "family": "plague"})
    have(players[A], coins=1)
    assert oracle.legal() == ["take brown from church", "take green from church", "take plague from family"]
    play(oracle, "take brown from church")
    assert cubes_of(players[A]) == "brown"  # at once, and usable in this action
    assert "church with 1 paying brown" in oracle.legal() and "pass" in oracle.legal()
    play(oracle, "pass")
    assert oracle.decision() == (M, "TURN")
    with pytest.raises(ValueError):
        oracle.apply("take brown from church")
    assert oracle.decision() == (M, "TURN")


@rule("R3.4", "R4.1", "R5.1")
@pytest.mark.parametrize("p", [0, 5, 8, 9])
def test_e3_plague_cube_at_the_harvest(p):
    oracle, players = new(3, board={"grain_harvest": "plague", "family": "pink"})
    have(players[A], time=p)
    before = oracle.public()["supply"][4]
    play(oracle, "take plague from grain_harvest")
    shown = oracle.public()
    assert shown["supply"][4] == before + 1 and shown["cubes"][A] == [0, 0, 0, 0]
    assert shown["time"][A] == (p + 2) % 10 and shown["death_pending"][A] == (p >= 8)
    assert oracle.decision() == (A, "HARVEST")
    play(oracle, "harvest")
    assert oracle.public()["grain"][A] == 2
    assert oracle.decision() == ((A, "DEATH") if p >= 8 else (M, "TURN"))


@rule("R3.6", "R4.2", "R4.3", "R14.1", "R14.2", "R14.3")
def test_e14_death_at_the_end_of_the_action():
    oracle, players = new(3, board={"crafts": "plague", "family": "pink"})
    stand(players[A], farm=[1, 1, 2])
    have(players[A], time=9)
    play(oracle, "take plague from crafts", "plough training 1")
    assert players[A].time == 7 and players[A].goods["plough"] == 1  # 2 + 3 + 3 = 8 time in one turn
    assert oracle.decision() == (A, "DEATH") and oracle.public()["death_pending"] == [True, False, False]
    assert oracle.legal() == ["death at farm", "death at smith"]
    play(oracle, "death at smith")
    shown = oracle.public()
    assert shown["members"][A][0][21 + CATEGORIES.index("crafts")] == 1
    assert shown["chronicle_open"][CATEGORIES.index("crafts")] == 2
    assert shown["death_pending"] == [False] * 3 and oracle.decision() == (M, "TURN")


# ---------------------------------------------------------------------- harvest, family, crafts
@rule("R5.1", "R5.2", "R5.3", "R1.5")
@pytest.mark.parametrize(
    "goods, before, after",
    [
        ({}, 0, 2),
        ({"horse": 1, "plough": 1}, 0, 3),
        ({"ox": 1, "plough": 1}, 0, 4),
        ({"horse": 1, "ox": 1, "plough": 1}, 0, 4),
        ({"ox": 2, "plough": 2}, 0, 4),
        ({"horse": 1}, 0, 2),
        ({"plough": 3}, 1, 3),
        ({"ox": 1, "plough": 1}, 3, 5),
        ({}, 5, 5),
    ],
)
def test_e4_harvest_values(goods, before, after):
    oracle, players = new(2, board={"grain_harvest": "green", "family": "pink"})
    have(players[A], grain=before, **goods)
    play(oracle, "take green from grain_harvest", "harvest")
    assert players[A].grain == after
    assert all(players[A].goods[good] == number for good, number in goods.items())
    assert len(players[A].at("farm")) == 4


@rule("R5.1")
def test_e4_no_harvest_without_a_member_on_the_farm():
    oracle, players = new(2, board={"grain_harvest": "green", "family": "pink"})
    stand(players[A], C1=[1])
    play(oracle, "take green from grain_harvest")
    assert oracle.decision() == (A, "HARVEST") and oracle.legal() == ["pass"]


@rule("R6.1", "R6.3")
def test_e5_birth():
    oracle, players = new(2, board={"family": "green pink"})
    stand(players[A], farm=[1, 1], C1=[1, 1], C2=[2, 2])
    play(oracle, "take green from family", "birth")
    assert players[A].counts("farm") == [2, 1, 0, 0] and players[A].counts("reserve") == [0, 0, 2, 2]
    assert players[A].time == 0 and cubes_of(players[A]) == "green"


@rule("R6.2", "R6.3")
def test_return_of_a_member():
    oracle, players = new(2, board={"family": "green pink"})
    stand(players[A], farm=[1], smith=[1], council_2=[2], C6=[3], church_4=[4], black_bag=[1], cemetery=[1])
    players[A].discs = {"C6"}
    play(oracle, "take green from family")
    assert oracle.legal() == [
        "birth",
        "pass",
        "return 1 from smith",
        "return 2 from council 2",
        "return 3 from C6",
        "return 4 from church 4",
    ]
    play(oracle, "return 3 from C6")
    assert players[A].counts("farm") == [1, 0, 1, 0]
    assert oracle.public()["discs"][A][5] and players[A].time == 0


@rule("R6.4", "R9.2", "R10.1", "R11.1", "R7.2")
@pytest.mark.parametrize("space", ["crafts", "council_chamber", "travel", "church"])
def test_members_are_placed_from_the_farm_only(space):
    oracle, players = new(2, board={space: "green", "family": "pink"})
    stand(players[A], black_bag=[1], church_1=[2])
    have(players[A], "orange orange green green brown brown pink", wagon=1, scroll=1, grain=0)
    play(oracle, f"take green from {space}")
    placing = ("training", "enter", "send", "church with")
    assert not [text for text in oracle.legal() if any(word in text for word in placing)]
    oracle.apply("pass")


@rule("R7.1", "R7.2", "R7.4", "R7.6")
def test_e6_wagon_by_time():
    oracle, players = new(2, board={"crafts": "green green green", "family": "pink"})
    assert oracle.decision() == (A, "TURN")
    play(oracle, "take green from crafts", "wagon training 1")
    assert players[A].counts("wainwright") == [1, 0, 0, 0]
    assert players[A].time == 4 and players[A].goods["wagon"] == 1
    play(oracle, "take pink from family", "pass", "take green from crafts")
    assert "plough trained" not in oracle.legal() and "wagon training 1" in oracle.legal()
    play(oracle, "wagon trained")
    assert players[A].time == 6 and players[A].goods["wagon"] == 2


@rule("R7.3", "R7.4", "R13.1")
def test_e7_wagon_by_cubes():
    oracle, players = new(2, board={"crafts": "green", "family": "pink"})
    have(players[A], "orange pink", coins=2)
    supply = dict(oracle.supply)
    play(oracle, "take green from crafts")
    ways = ["orange pink", "coin pink", "orange coin", "coin coin"]
    assert [t for t in oracle.legal() if "paying" in t] == sorted(
        [f"{good} paying {way}" for good in ("wagon", "plough") for way in ways]
        + ["scroll paying pink", "scroll paying coin"]
    )
    play(oracle, "wagon paying orange pink")
    assert players[A].goods["wagon"] == 1 and players[A].time == 0 and cubes_of(players[A]) == "green"
    assert oracle.supply["orange"] == supply["orange"] + 1 and oracle.supply["pink"] == supply["pink"] + 1
    assert len(players[A].at("farm")) == 4


@rule("R7.4", "R7.5", "R7.6", "R7.7")
@pytest.mark.parametrize(
    "text, time, grain, good, coins",
    [
        ("horse training 2", 6, 3, "horse", 0),
        ("ox training 1", 6, 3, "ox", 0),
        ("ox trained", 3, 3, "ox", 0),
        ("horse paying grain", 0, 0, "horse", 0),
        ("scroll training 1", 4, 3, "scroll", 0),
        ("scroll trained", 2, 3, "scroll", 0),
        ("plough training 2", 6, 3, "plough", 0),
        ("plough trained", 3, 3, "plough", 0),
        ("wagon trained", 2, 3, "wagon", 0),
        ("mill", 2, 1, None, 2),
    ],
)
def test_craft_costs(text, time, grain, good, coins):
    oracle, players = new(2, board={"crafts": "green", "family": "pink"})
    stand(players[A], farm=[1, 2], stables=[1], smith=[1], office=[2], wainwright=[3])
    have(players[A], grain=3, coins=0, scroll=12, horse=12, plough=12, ox=12, wagon=12)
    play(oracle, "take green from crafts", text)
    assert (players[A].time, players[A].grain, players[A].coins) == (time, grain, coins)
    assert all(players[A].goods[each] == 12 + (each == good) for each in GOODS)  # no limit on goods
    trained = text.split()[0] if "training" in text else None
    houses = {"horse": "stables", "ox": "stables", "scroll": "office", "plough": "smith"}
    if trained:
        assert len(players[A].at(houses[trained])) == 2


# ---------------------------------------------------------------------- market
def market_of_e8():
    oracle, (a, m, s) = new(3, board={"market": "orange", "family": "pink pink"})
    oracle.slots = [20, 3, 5, 8]  # horse + plough: 6; 3 grain; scroll + grain; horse
    oracle.queue, oracle.stack = [10, 11, 12, 13, 14], [15, 16, 17, 18]
    have(a, "green", horse=1, plough=1, scroll=1, grain=1, coins=0)
    have(m, "green", grain=3, coins=0)
    have(s, "green", scroll=1, coins=0)
    return oracle, (a, m, s)


@rule("R8.1", "R8.2", "R8.3", "R8.4", "R8.5")
def test_e8_market_day():
    oracle, (a, m, s) = market_of_e8()
    play(oracle, "take orange from market")
    assert oracle.decision() == (A, "MARKET")
    assert oracle.legal() == ["pass", "serve 0 free", "serve 2 free", "serve 3 free"]
    play(oracle, "serve 0 free")
    assert a.time == 0 and cubes_of(a) == "orange green" and oracle.decision() == (M, "MARKET")
    assert oracle.legal() == ["pass", "serve 1 green"]
    play(oracle, "serve 1 green")
    assert m.time == 1 and cubes_of(m) == "" and m.grain == 0
    assert oracle.decision() == (S, "MARKET") and oracle.legal() == ["pass"]
    play(oracle, "pass")
    assert oracle.public()["passed"] == [False, False, True]
    assert oracle.decision() == (A, "MARKET") and oracle.legal() == ["pass", "serve 2 green"]
    play(oracle, "serve 2 green")
    assert a.time == 1 and a.grain == 0 and a.goods["scroll"] == 0 and a.goods["horse"] == 0
    assert oracle.decision() == (M, "MARKET")  # Simona is out
    play(oracle, "pass")
    assert oracle.decision() == (A, "MARKET")
    play(oracle, "pass")
    assert oracle.decision() == (M, "TURN")
    shown = oracle.public()
    assert shown["customers_taken"] == [2, 1, 0] and shown["customer_points"] == [9, 3, 0]
    assert shown["passed"] == [False] * 3 and 8 in shown["slots"]


@rule("R8.7")
def test_e9_refill_after_e8():
    oracle, _ = market_of_e8()
    play(oracle, "take orange from market", "serve 0 free", "serve 1 green", "pass", "serve 2 green")
    assert oracle.public()["slots"] == [None, None, None, 8]
    play(oracle, "pass", "pass")
    shown = oracle.public()
    assert shown["slots"] == [10, 11, 12, 8]
    assert shown["queue"] == [13, 14, 15, 16, 17] and shown["stack"] == 1


@rule("R8.3", "R8.7", "R3.5")
def test_e9_nobody_served_and_short_stack():
    oracle, (a, m, _) = market_of_e8()
    play(oracle, "take orange from market", "pass", "pass", "pass")
    shown = oracle.public()
    assert shown["slots"] == [20, 3, 5, 8] and shown["queue"] == [10, 11, 12, 13, 14]
    assert oracle.decision() == (M, "TURN")
    oracle, (a, m, s) = market_of_e8()
    oracle.queue, oracle.stack = [10], []
    play(oracle, "take orange from market", "serve 2 free", "serve 1 green", "pass", "serve 0 green")
    play(oracle, "pass", "pass")
    assert oracle.public()["slots"] == [10, None, None, 8] and oracle.public()["queue"] == []


@rule("R8.4")
def test_a10_passing_the_free_sale():
    oracle, (a, m, s) = market_of_e8()
    play(oracle, "take orange from market", "pass")
    assert oracle.decision() == (M, "MARKET") and oracle.legal() == ["pass", "serve 1 green"]
    have(m, "", coins=1)
    assert oracle.legal() == ["pass", "serve 1 coin"]
    play(oracle, "serve 1 coin", "pass")
    assert oracle.decision() == (M, "MARKET")  # the initiator is out
    play(oracle, "pass")
    assert oracle.decision() == (M, "TURN") and m.coins == 0


@rule("R8.1", "R8.5")
def test_e32_market_day_on_an_empty_market():
    oracle, (a, *_) = market_of_e8()
    oracle.slots, oracle.queue, oracle.stack = [None] * 4, [], []
    play(oracle, "take orange from market")
    assert oracle.decision() == (M, "TURN")
    assert oracle.public()["slots"] == [None] * 4 and a.time == 0


@rule("R8.6", "R14.2", "R4.2")
def test_death_inside_the_market_day_and_plague_before_it():
    oracle, (a, m, s) = market_of_e8()
    lay(oracle, market="plague", family="pink")
    have(a, "green", time=8)  # the plague cube passes the quill (A2)
    have(m, time=9)
    play(oracle, "take plague from market", "serve 0 free", "serve 1 green")
    assert oracle.decision() == (M, "DEATH") and m.time == 0
    assert oracle.public()["death_pending"] == [True, True, False]
    assert oracle.public()["slots"][1] is None
    play(oracle, "death at farm")
    assert oracle.decision() == (S, "MARKET") and oracle.public()["death_pending"] == [True, False, False]
    play(oracle, "pass", "serve 2 green", "pass", "pass")
    assert oracle.public()["slots"] == [10, 11, 12, 8]
    assert oracle.decision() == (A, "DEATH")  # after the market day
    play(oracle, "death at farm")
    assert oracle.decision() == (M, "TURN")


# ---------------------------------------------------------------------- council chamber
@rule("R9.1", "R9.2", "R9.5", "R12.5", "R4.1")
def test_entering_the_council_and_the_marker():
    oracle, players = new(3, board={"council_chamber": "green green", "family": "pink"})
    have(players[A], "green", coins=0)
    play(oracle, "take green from council_chamber")
    assert oracle.legal() == ["enter council with 1 paying two green", "pass"]
    play(oracle, "enter council with 1 paying two green")
    assert players[A].time == 1 and cubes_of(players[A]) == "" and players[A].counts("council 1")[0] == 1
    assert oracle.decision() == (A, "PRIVILEGE") and oracle.legal() == ["pass", "privilege 1"]
    play(oracle, "privilege 1")
    assert oracle.public()["next_first_player_holder"] == A
    have(players[M], scroll=1)
    play(oracle, "take green from council_chamber", "enter council with 1 paying scroll")
    assert oracle.legal() == ["pass"] and players[M].goods["scroll"] == 0
    play(oracle, "pass")
    oracle.marker = S  # as if Simona had it
    end_round(oracle)
    pass_on(oracle, "TURN")
    shown = oracle.public()
    assert oracle.decision() == (S, "TURN") and shown["first_player"] == S
    assert shown["next_first_player_holder"] is None
    lay(oracle, family="pink")
    end_round(oracle)
    pass_on(oracle, "TURN")
    assert oracle.decision() == (S, "TURN")  # nobody took the marker


@rule("R13.1", "R9.3")
def test_e12_coins_for_cubes():
    oracle, players = new(2, board={"council_chamber": "green", "family": "pink"})
    stand(players[A], council_1=[1])
    have(players[A], "green", coins=2)
    play(oracle, "take green from council_chamber")
    ways = ["green coin", "two coins", "two green"]
    assert oracle.legal() == [f"advance 1 from council 1 paying {w}" for w in ways] + [
        "pass",
        "privilege only",
    ]
    play(oracle, "advance 1 from council 1 paying green coin")
    assert players[A].coins == 1 and cubes_of(players[A]) == "green" and players[A].time == 2


@rule("R9.3", "R9.5", "R9.6", "R13.2")
@pytest.mark.parametrize("stage, time", [(1, 2), (2, 2), (3, 3)])
def test_advancing_in_the_council(stage, time):
    oracle, players = new(2, board={"council_chamber": "green", "family": "pink"})
    stand(players[A], **{f"council_{stage}": [2], "council_4": [1], f"council_{stage + 1}": [3, 3]})
    have(players[A], "green", coins=0, scroll=1)
    play(oracle, "take green from council_chamber")
    assert not [text for text in oracle.legal() if "from council 4" in text]
    play(oracle, f"advance 2 from council {stage} paying two green")
    assert players[A].time == time and len(players[A].at(f"council {stage + 1}")) >= 3
    assert oracle.legal() == ["pass"] + [f"privilege {k}" for k in range(1, min(stage + 1, 3) + 1)]
    if stage == 3:
        have(players[A], coins=1)
        play(oracle, "privilege 4")
        assert players[A].coins == 0 and oracle.public()["prestige"] == [3, 0]
    elif stage == 2:
        play(oracle, "privilege 3")
        assert oracle.legal() == sorted(f"good {good}" for good in GOODS)
        play(oracle, "good ox")
        assert players[A].goods["ox"] == 1
    else:
        oracle.supply.update(orange=0, green=1, brown=0, pink=0)
        play(oracle, "privilege 2")
        assert oracle.decision() == (A, "CUBE") and oracle.legal() == ["cube green"]
        play(oracle, "cube green")  # A8: the second pick finds an empty supply
        assert cubes_of(players[A]) == "green"
    assert oracle.decision() == (M, "TURN")


@rule("R9.4", "R9.5")
def test_privilege_only_follows_the_highest_member():
    oracle, players = new(2, board={"council_chamber": "green", "family": "pink"})
    stand(players[A], council_1=[1], council_3=[2])
    play(oracle, "take green from council_chamber", "privilege only")
    assert oracle.legal() == ["pass", "privilege 1", "privilege 2", "privilege 3"]
    play(oracle, "privilege 2", "cube pink", "cube orange")
    assert cubes_of(players[A]) == "orange green pink" and players[A].time == 0
    assert oracle.decision() == (M, "TURN")


@rule("R9.4")
def test_e33_privilege_only_without_a_usable_privilege():
    oracle, players = new(2, board={"council_chamber": "green", "family": "pink"})
    stand(players[A], council_1=[1])
    oracle.marker = M
    play(oracle, "take green from council_chamber", "privilege only")
    assert oracle.decision() == (A, "PRIVILEGE") and oracle.legal() == ["pass"]
    oracle, players = new(2, board={"council_chamber": "green", "family": "pink"})
    stand(players[A], council_2=[1])
    oracle.marker = M
    oracle.supply.update(orange=0, green=0, brown=0, pink=0)
    play(oracle, "take green from council_chamber", "privilege only")
    assert oracle.legal() == ["pass"]  # the supply has no influence cube


# ---------------------------------------------------------------------- travel
@rule("R10.1", "R10.2", "R10.3")
def test_e10_first_journey():
    oracle, players = new(2, board={"travel": "brown", "family": "pink"})
    have(players[A], "brown", wagon=1, coins=0)
    play(oracle, "take brown from travel")
    assert oracle.legal() == ["pass", "send 1 to C1"]
    play(oracle, "send 1 to C1")
    assert oracle.decision() == (A, "TRAVEL_PAYMENT") and oracle.legal() == ["pay cubes"]
    assert players[A].time == 0 and players[A].goods["wagon"] == 1
    play(oracle, "pay cubes")
    shown = oracle.public()
    assert players[A].time == 2 and players[A].goods["wagon"] == 0 and cubes_of(players[A]) == ""
    assert shown["discs"][A] == [True] + [False] * 5 and shown["prestige"][A] == 3
    assert shown["members"][A][0][9] == 1 and oracle.decision() == (M, "TURN")


@rule("R10.3", "R10.4", "R10.1")
def test_e11_second_visit():
    oracle, players = new(2, board={"travel": "brown", "family": "pink"})
    stand(players[A], C1=[1], farm=[2])
    players[A].discs = {"C1"}
    have(players[A], "brown", wagon=1, coins=0)
    play(oracle, "take brown from travel", "send 2 to C1", "pay cubes")
    assert len(players[A].at("C1")) == 2 and players[A].prestige == 0 and players[A].time == 2
    assert not any("village" in text for text in catalogue())  # nobody walks back


@rule("R10.1", "R10.2", "R10.3", "R13.1")
def test_moving_between_cities_and_rewards():
    oracle, players = new(2, board={"travel": "pink green", "family": "pink"})
    stand(players[A], C1=[1], C3=[2])
    have(players[A], "brown orange", wagon=2, coins=2)
    play(oracle, "take pink from travel")
    assert oracle.legal() == [
        "move 1 from C1 to C2",
        "move 1 from C1 to C3",
        "move 2 from C3 to C1",
        "move 2 from C3 to C4",
        "move 2 from C3 to C5",
        "pass",
    ]
    play(oracle, "move 2 from C3 to C5")  # two pink
    assert oracle.legal() == ["pay coin for first", "pay two coins"]
    play(oracle, "pay coin for first")
    assert players[A].coins == 1 and cubes_of(players[A]) == "orange brown"
    assert oracle.decision() == (A, "CUBE")
    play(oracle, "cube pink", "cube pink")
    assert oracle.decision() == (M, "TURN")
    play(oracle, "take pink from family", "pass", "take green from travel", "move 1 from C1 to C3")
    assert oracle.legal() == ["pay coin for first", "pay coin for second", "pay cubes"]
    play(oracle, "pay coin for second")  # brown is the first, pink the second cube
    assert cubes_of(players[A]) == "orange green pink pink"
    assert players[A].coins == 1  # one paid, one found in C3


# ---------------------------------------------------------------------- church and well
@rule("R11.1", "R11.2", "R11.3")
def test_into_the_black_bag():
    oracle, players = new(2, board={"church": "brown", "family": "pink"})
    stand(players[A], farm=[1, 3])
    have(players[A], coins=1)
    play(oracle, "take brown from church")
    assert oracle.legal() == sorted(
        ["pass"] + [f"church with {g} paying {way}" for g in (1, 3) for way in ("brown", "coin", "time")]
    )
    play(oracle, "church with 3 paying time")
    shown = oracle.public()
    assert players[A].time == 3 and shown["black_bag"] == [[0, 0, 1, 0], [0] * 4]
    assert shown["members"][A][2][19] == 1 and not players[A].at("church 1")


@rule("R11.4", "R13.1", "R13.3")
def test_the_well():
    oracle, players = new(2, board={"family": "pink"})
    have(players[A], "orange orange orange green", coins=2)
    assert [text for text in oracle.legal() if text.startswith("well")] == [
        "well paying 1 green 2 coin",
        "well paying 1 orange 2 coin",
        "well paying 2 orange 1 coin",
        "well paying 3 orange",
    ]
    have(players[A], "orange", coins=3)
    assert "well paying 3 coin" in oracle.legal() and "well paying 2 orange 1 coin" not in oracle.legal()
    have(players[A], "orange orange", coins=1)
    orange = oracle.supply["orange"]
    play(oracle, "well paying 2 orange 1 coin")
    assert oracle.supply["orange"] == orange + 2 and players[A].coins == 0
    assert oracle.decision() == (A, "TARGET")  # no pass; empty spaces too; crafts by time, no wagon
    assert oracle.legal() == ["do church", "do crafts", "do family", "do grain_harvest", "do market"]
    play(oracle, "do church", "pass")
    assert oracle.decision() == (M, "TURN") and oracle.public()["spaces"][4][3] == 1
    have(players[M], "", coins=2)
    assert [t for t in oracle.legal() if t.startswith("well")] == []
    have(players[M], "", coins=5)  # coins for cubes, never cubes for coins
    assert [t for t in oracle.legal() if t.startswith("well")] == ["well paying 3 coin"]


@rule("R11.4", "R3.1")
def test_the_target_is_judged_after_the_payment():
    oracle, players = new(2, board={"family": "pink"})
    stand(players[A])
    for member in players[A].members:
        member.place = "black bag"
    have(players[A], "", coins=3, scroll=1, grain=1)
    play(oracle, "well paying 3 coin")
    assert oracle.legal() == ["do market"]  # A35
    play(oracle, "do market")
    assert oracle.decision() == (A, "MARKET")
    assert all(text == "pass" or text.endswith("free") for text in oracle.legal())


@rule("R11.5", "R3.1")
def test_the_well_needs_a_cube_on_the_board():
    oracle, players = new(2, board={"family": "pink"})
    have(players[M], "orange orange orange")
    play(oracle, "take pink from family", "pass")
    assert oracle.decision() == (A, "PICK")  # the round is over, no turn for the well


# ---------------------------------------------------------------------- mass
@rule("R12.1", "R12.2", "R12.3", "R12.4", "R13.2", "R11.3")
def test_e13_mass():
    chance = FixedChance()
    oracle, (a, m, s) = new(3, chance, board={"family": "pink"})
    stand(a, church_2=[1], black_bag=[2], farm=[3])
    stand(m, black_bag=[1])
    stand(s, church_2=[2], black_bag=[1])
    have(a, coins=1, grain=3)
    have(m, coins=1)
    have(s, coins=1, grain=4)
    end_round(oracle)
    chance.calls.clear()
    chance.rolls["mass"] = [4, 0]  # Massimo's member behind four monks, then a monk
    assert oracle.decision() == (A, "PICK") and oracle.legal() == ["pass", "pick 2"]
    play(oracle, "pick 2")
    assert a.counts("church 1")[1] == 1 and a.coins == 0
    assert oracle.decision() == (A, "PICK") and oracle.legal() == ["pass"]
    play(oracle, "pass", "pass")
    assert oracle.decision() == (S, "PICK")
    play(oracle, "pick 1", "pass")
    assert chance.asked("mass") == [5, 4] and oracle.public()["monks_in_bag"] == 4
    assert len(m.at("church 1")) == 1 and not m.at("black bag")
    assert oracle.decision() == (A, "ADVANCE")
    assert oracle.legal() == ["advance 1 from church 2", "advance 2 from church 1", "pass"]
    play(oracle, "advance 1 from church 2")
    assert a.grain == 1 and len(a.at("church 3")) == 1
    play(oracle, "advance 2 from church 1")
    assert a.grain == 0 and oracle.legal() == ["pass"]
    play(oracle, "pass")
    assert oracle.decision() == (M, "ADVANCE") and oracle.legal() == ["pass"]
    play(oracle, "pass", "advance 2 from church 2", "advance 2 from church 3")
    assert s.grain == 0 and len(s.at("church 4")) == 1
    play(oracle, "pass")
    assert oracle.public()["prestige"] == [0, 0, 2]


@rule("R12.2")
def test_four_picks_end_the_picking():
    oracle, (a, m) = new(2, FixedChance(), board={"family": "pink"})
    stand(a, black_bag=[1, 1, 1, 1, 2], farm=[2])
    stand(m, black_bag=[1])
    have(a, coins=9)
    end_round(oracle)
    play(oracle, "pick 1", "pick 1", "pick 2", "pick 1")
    assert oracle.decision() == (A, "ADVANCE") and len(a.at("black bag")) == 1
    assert oracle.chance.asked("mass") == []


@rule("R12.4")
@pytest.mark.parametrize(
    "first, second, prestige",
    [
        ({"church_1": [1, 1]}, {"church_4": [1]}, [2, 0]),
        ({"church_1": [1, 1]}, {"church_1": [1], "church_2": [2]}, [0, 2]),
        ({"church_3": [1]}, {"church_3": [2]}, [2, 2]),
        ({"church_1": [1], "church_3": [1]}, {"church_2": [2], "church_3": [1]}, [2, 2]),
        ({}, {}, [0, 0]),
        ({}, {"church_1": [1]}, [0, 2]),
    ],
)
def test_majority(first, second, prestige):
    oracle, players = new(2, board={"family": "pink"})
    for player, places in zip(players, (first, second), strict=True):
        stand(player, **places)
    end_round(oracle)
    pass_on(oracle, "TURN")
    assert oracle.public()["prestige"] == prestige


# ---------------------------------------------------------------------- death
def dying(num_players=2, board=None, **places):
    """Seat 0 is about to lose a member after a plague cube at the family."""
    oracle, players = new(num_players, board=board or {"family": "plague pink pink pink"})
    stand(players[A], **places)
    have(players[A], time=9)
    return oracle, players


@rule("R14.1")
def test_candidates():
    oracle, players = dying(farm=[2], church_1=[2], C4=[3], black_bag=[1])
    play(oracle, "take plague from family", "pass")
    assert oracle.legal() == ["death at church 1", "death at farm"]  # A1: the 1 is not visible
    oracle, players = dying(black_bag=[1, 2])
    play(oracle, "take plague from family", "pass")
    assert oracle.decision() == (M, "TURN") and not players[A].death_pending  # nobody dies
    oracle, players = new(2, board={"family": "plague pink"}, strict_lowest_invisible_saves=True)
    stand(players[A], farm=[2], black_bag=[1])
    have(players[A], time=9)
    play(oracle, "take plague from family", "pass")
    assert oracle.decision() == (M, "TURN") and len(players[A].at("farm")) == 1


@rule("R14.3", "R14.4", "R14.5")
@pytest.mark.parametrize(
    "place, category",
    [("farm", 0), ("stables", 1), ("office", 1), ("C3", 2), ("council 2", 3), ("church 4", 4)],
)
def test_e15_chronicle_or_cemetery(place, category):
    for is_open in (True, False):
        oracle, players = dying(**{place.replace(" ", "_"): [1], "black_bag": [2]})
        players[A].discs = {"C3"}
        if not is_open:
            oracle.chronicle_open[CATEGORIES[category]] = 0
        before = oracle.public()
        play(oracle, "take plague from family", "pass", f"death at {place}")
        shown = oracle.public()
        where = 21 + category if is_open else 26
        assert shown["members"][A][0][where] == 1 and not players[A].at(place)
        assert shown["discs"][A][2]
        assert shown["cemetery_open"] == before["cemetery_open"] - (not is_open)
        expected = list(before["chronicle_open"])
        expected[category] -= is_open
        assert shown["chronicle_open"] == expected


# ---------------------------------------------------------------------- end of the game
def near_end(num_players=3, **board):
    """One cemetery space left; farm deaths go there."""
    board = board or {"family": "plague pink pink pink pink pink"}
    oracle, players = new(num_players, board=board)
    oracle.cemetery_open = 1
    oracle.chronicle_open["farm"] = 0
    return oracle, players


@rule("R15.1", "R15.2", "R15.6")
def test_e17a_trigger_in_the_own_turn():
    oracle, (a, m, s) = near_end()
    have(m, time=9)
    play(oracle, "take pink from family", "pass", "take plague from family", "pass")
    assert oracle.decision() == (M, "DEATH")
    play(oracle, "death at farm")
    shown = oracle.public()
    assert shown["end_triggered"] and shown["last_turns"] == [True, False, True]
    assert oracle.decision() == (S, "TURN")
    play(oracle, "take pink from family", "pass")
    assert oracle.decision() == (A, "TURN") and oracle.public()["last_turns"] == [True, False, False]
    play(oracle, "take pink from family", "pass")
    assert oracle.decision() == (A, "PICK")  # the final mass, with cubes left on the board
    pass_to_end(oracle)
    assert oracle.decision() is None and oracle.legal() == []


@rule("R15.1")
def test_the_last_chronicle_space_triggers_too():
    oracle, (a, m, s) = near_end()
    oracle.cemetery_open = 5
    oracle.chronicle_open = dict.fromkeys(CATEGORIES, 0) | {"farm": 1}
    have(a, time=9)
    play(oracle, "take plague from family", "pass", "death at farm")
    assert oracle.public()["end_triggered"] and oracle.public()["last_turns"] == [False, True, True]


@rule("R15.3", "R15.4", "R2.5")
def test_e17bc_free_last_turn_and_removal():
    oracle, (a, m, s) = near_end(family="plague pink")
    have(a, time=9)
    have(m, time=9)
    have(s, "orange orange orange", time=9)
    play(oracle, "take plague from family", "pass", "death at farm")
    play(oracle, "take pink from family", "pass")
    assert oracle.decision() == (S, "TARGET")  # no refill, no mass before it
    assert oracle.legal() == ["do church", "do crafts", "do family", "do grain_harvest", "do market", "pass"]
    play(oracle, "do crafts", "scroll training 1")
    assert cubes_of(s) == "orange orange orange"
    play(oracle, "death at farm")  # no space is left
    assert oracle.public()["members"][S][0][27] == 1
    assert oracle.decision() == (A, "PICK")
    oracle, (a, m, s) = near_end(family="plague")
    have(a, time=9)
    play(oracle, "take plague from family", "pass", "death at farm", "pass")
    assert oracle.decision() == (S, "TARGET")
    play(oracle, "pass")
    assert oracle.decision() == (A, "PICK") and oracle.public()["round"] == 1


def market_end(dies):
    """E8's market with one cemetery space left; `dies` passes the quill with his paid sale."""
    oracle, players = market_of_e8()
    lay(oracle, market="orange", family="pink pink pink pink")
    oracle.cemetery_open, oracle.chronicle_open["farm"] = 1, 0
    have(players[dies], time=9)
    play(oracle, "take orange from market", "serve 0 free", "serve 1 green")
    return oracle, players


@rule("R15.5", "R15.4", "R8.6")
def test_e17d_trigger_by_another_player_in_a_market_day():
    oracle, (a, m, s) = market_end(M)
    assert oracle.decision() == (M, "DEATH")
    play(oracle, "death at farm")
    assert oracle.decision() == (S, "MARKET") and oracle.public()["end_triggered"]
    have(a, "green", time=9)  # the initiator dies later in the same market day
    play(oracle, "pass", "serve 2 green", "death at farm")
    assert oracle.public()["members"][A][0][27] == 1
    play(oracle, "pass", "pass")
    assert oracle.public()["last_turns"] == [True] * 3
    for seat in (M, S, A):
        assert oracle.decision() == (seat, "TURN")
        play(oracle, "take pink from family", "pass")
    assert oracle.decision() == (A, "PICK")


@rule("R15.5", "R15.2")
def test_e17e_trigger_by_the_initiator_in_his_market_day():
    oracle, (a, m, s) = market_end(A)
    play(oracle, "pass", "serve 2 green", "death at farm", "pass", "pass")
    assert oracle.public()["last_turns"] == [False, True, True]
    for seat in (M, S):
        assert oracle.decision() == (seat, "TURN")
        play(oracle, "take pink from family", "pass")
    assert oracle.decision() == (A, "PICK")


@rule("R15.5", "R15.4")
def test_a18_pending_death_after_a_market_day_that_ended_the_game():
    oracle, (a, m, s) = market_of_e8()
    lay(oracle, market="plague", family="pink pink pink")
    oracle.cemetery_open, oracle.chronicle_open["farm"] = 1, 0
    have(a, "green", time=8)
    have(m, time=9)
    play(oracle, "take plague from market", "serve 0 free", "serve 1 green", "death at farm")
    play(oracle, "pass", "pass", "pass")
    assert oracle.decision() == (A, "DEATH")
    play(oracle, "death at farm")
    assert oracle.public()["members"][A][0][27] == 1 and oracle.public()["members"][M][0][26] == 1
    assert oracle.decision() == (M, "TURN") and oracle.public()["last_turns"] == [True] * 3


@rule("R15.2", "R11.4")
def test_the_well_in_a_last_turn():
    oracle, (a, m, s) = near_end()
    have(a, time=9)
    have(m, "pink pink pink")
    play(oracle, "take plague from family", "pass", "death at farm", "well paying 3 pink")
    assert oracle.decision() == (M, "TARGET") and "pass" not in oracle.legal()
    play(oracle, "do family", "birth")
    assert oracle.decision() == (S, "TURN")


@rule("R15.6", "R12.5")
def test_a17_first_player_of_the_final_mass():
    oracle, (a, m, s) = near_end(family="plague")
    oracle.marker = M
    have(a, time=9)
    play(oracle, "take plague from family", "pass", "death at farm", "pass", "pass")
    assert oracle.decision() == (A, "PICK")
    pass_to_end(oracle)
    assert oracle.public()["first_player"] == A and oracle.public()["next_first_player_holder"] == M


# ---------------------------------------------------------------------- scoring
@rule("R16.1", "R13.2")
def test_e18_scoring():
    oracle, players = new(2)
    a = players[A]
    stand(
        a,
        church_1=[1, 1],
        church_4=[2],
        council_1=[2],
        council_3=[3],
        chronicle_farm=[1],
        chronicle_travel=[1, 2],
        chronicle_church=[3],
        cemetery=[4],
    )
    a.discs = set(CITIES[:4])
    a.customers = [20, 8]
    have(a, coins=2, prestige=8)
    assert oracle.scores() == [10 + 10 + 4 + 7 + 9 + 2 + 8, 1]
    points = []
    for cities in range(7):
        a.discs = set(CITIES[:cities])
        points.append(oracle.scores()[0] - 40)
    assert points == [0, 1, 3, 6, 10, 14, 18]
    a.discs = set()
    for recorded, value in [(0, 0), (2, 0), (3, 4), (4, 7), (5, 12), (6, 12)]:
        stand(a, chronicle_farm=([1] * 4 + [2] * 3)[:recorded])
        assert oracle.scores()[0] == 19 + value


@rule("R16.2")
def test_ties():
    oracle, (a, m) = new(2)
    assert oracle.winners() == [A, M]  # A30
    have(m, coins=2)
    assert oracle.winners() == [M]
    have(a, coins=2, grain=1)
    assert oracle.winners() == [A]
    have(m, grain=1)
    stand(a, farm=[1, 1], black_bag=[1])
    stand(m, farm=[1, 1], cemetery=[1, 1])
    assert oracle.winners() == [A]  # A6: members in the bag live


# ---------------------------------------------------------------------- solo setup
@rule("R17.1", "R17.2", "R17.4", "R17.5", "R17.7", "R1.12")
def test_solo_setup():
    chance = FixedChance({"fate": [2, 1]})
    oracle, human, carla = solo(chance=chance, start_compensation=True)
    shown = oracle.public()
    assert oracle.decision() == (HUMAN, "TURN") and human.coins == 1 and human.grain == 0
    assert [name for name, _ in chance.calls[:3]] == ["customers", "fate", "fate"]
    assert chance.asked("fate") == [3, 3] and carla.quills == [2, 1]
    assert shown["carla"] == {
        "loop_position": 0,
        "cubes": [0] * 5,
        "tiles": ["hidden"] * 6,
        "beside": [4, 3],
        "waiting": [2, 2],
        "bag": [0] * 4,
        "track": [0] * 4,
        "dead": 0,
        "marker": "council",
    }
    assert shown["black_bag"] == [[0] * 4, [0] * 4] and len(shown["members"]) == 1
    assert sum(map(sum, shown["spaces"])) == 18
    assert len(oracle.scores()) == 1 and oracle.winners() == [0]


@rule("R17.5", "R17.6")
def test_the_marker_as_a_coin():
    oracle, human, carla = solo({"council_chamber": "green green green", "family": "pink pink"})
    stand(human, council_1=[1])
    have(human, coins=0)
    play(oracle, "take green from council_chamber", "privilege only", "privilege 1")
    shown = oracle.public()
    assert shown["carla"]["marker"] == "human" and shown["next_first_player_holder"] == 0
    assert shown["coins"] == [0] and oracle.scores() == [0]
    play(oracle, "take green from council_chamber")  # two green now, or one and the marker
    assert "advance 1 from council 1 paying green coin" in oracle.legal()
    assert "advance 1 from council 1 paying two coins" not in oracle.legal()
    have(human, coins=1)
    play(oracle, "advance 1 from council 1 paying green coin")
    assert human.coins == 1 and oracle.public()["carla"]["marker"] == "spent"
    assert oracle.legal() == ["pass", "privilege 2"]  # it cannot be taken again
    play(oracle, "pass", "cube pink")
    assert oracle.public()["next_first_player_holder"] is None
    end_round(oracle)
    pass_on(oracle, "TURN")
    assert oracle.public()["carla"]["marker"] == "council" and oracle.public()["first_player"] == 0


@rule("R17.6", "R12.2", "R19.5")
def test_the_marker_pays_in_the_mass_and_comes_back():
    oracle, human, carla = solo({"family": "pink pink"})
    stand(human, black_bag=[1, 2], farm=[1])
    have(human, coins=0)
    oracle.marker, human.marker_coin = HUMAN, True
    end_round(oracle)
    assert oracle.legal() == ["pass", "pick 1", "pick 2"]
    play(oracle, "pick 2")
    assert oracle.legal() == ["pass"] and oracle.public()["carla"]["marker"] == "spent"
    oracle.marker, human.marker_coin = HUMAN, True  # unspent at the end of the round
    pass_on(oracle, "TURN")
    assert oracle.public()["carla"]["marker"] == "council" and not human.marker_coin


# ---------------------------------------------------------------------- Carla's cube
@rule("R18.1", "R18.2", "R18.3", "R18.7")
def test_same_colour_from_the_same_space_else_clockwise():
    oracle, human, carla = solo(
        {"family": "pink pink", "crafts": "green", "market": "pink", "travel": "green"}
    )
    supply = dict(oracle.supply)
    play(oracle, "take pink from family", "birth")
    shown = oracle.public()
    assert not any(shown["spaces"][4]) and shown["carla"]["cubes"] == [0, 0, 0, 1, 0]
    assert shown["carla"]["loop_position"] == 1 and oracle.supply == supply
    play(oracle, "take green from crafts", "pass")  # past the market with a pink cube
    shown = oracle.public()
    assert not any(shown["spaces"][1]) and any(shown["spaces"][0])
    assert shown["carla"]["cubes"] == [0, 1, 0, 1, 0] and shown["carla"]["loop_position"] == 2


@rule("R18.2", "R3.4")
def test_plague_counts_as_a_colour():
    oracle, human, carla = solo({"family": "plague pink", "church": "plague", "travel": "pink"})
    play(oracle, "take plague from family", "pass")
    assert oracle.public()["carla"]["cubes"] == [0, 0, 0, 0, 1]
    assert not any(oracle.public()["spaces"][5])


@rule("R18.2")
def test_choice_from_the_same_space():
    oracle, human, carla = solo({"family": "plague pink brown", "church": "green"})
    play(oracle, "take pink from family", "pass")
    assert oracle.decision() == (HUMAN, "CARLA_CUBE") and oracle.legal() == ["cube brown", "cube plague"]
    play(oracle, "cube brown")
    assert oracle.public()["spaces"][4] == [0, 0, 0, 0, 1]
    play(oracle, "take plague from family", "pass")
    assert oracle.decision() == (HUMAN, "CARLA_CUBE") and oracle.legal() == ["cube green"]  # shown with one


@rule("R18.1", "R11.4")
def test_e25_well_in_solo():
    oracle, human, carla = solo({"family": "pink pink", "market": "green"})
    have(human, "brown brown brown")
    play(oracle, "well paying 3 brown", "do church", "church with 1 paying time")
    shown = oracle.public()
    assert oracle.decision() == (HUMAN, "TURN") and shown["carla"]["loop_position"] == 0
    assert shown["carla"]["bag"] == [0] * 4


@rule("R18.1")
def test_a23_no_cube_left_for_carla():
    oracle, human, carla = solo({"family": "pink"})
    play(oracle, "take pink from family", "pass")
    assert oracle.decision() == (HUMAN, "PICK") and carla.next_space == 0


@rule("R18.1", "R3.6")
def test_own_death_before_carlas_cube():
    oracle, human, carla = solo({"family": "plague plague"})
    have(human, time=9)
    play(oracle, "take plague from family", "pass")
    assert oracle.decision() == (HUMAN, "DEATH") and carla.next_space == 0
    play(oracle, "death at farm")
    assert carla.next_space == 1


@rule("R18.2", "R18.8", "R18.9", "R18.10", "R19.3")
@pytest.mark.parametrize("council_open", [2, 0])
def test_e19_e20_e21_market_then_plague_from_the_council(council_open):
    oracle, human, carla = solo({"market": "green", "council_chamber": "brown plague"})
    oracle.slots = [20, 3, 5]
    oracle.queue, oracle.stack = [10, 11, 12, 13, 14], [15, 16, 17, 18]
    have(human, horse=1, plough=1, scroll=1, grain=1, coins=0)
    oracle.chronicle_open["council_chamber"] = council_open
    carla.next_space, carla.quills = 1, [0, 0]
    plague = oracle.supply["plague"]
    play(oracle, "take green from market", "serve 0 free")
    assert oracle.public()["slots"] == [None, None, 5] and carla.customers == [3]
    assert oracle.decision() == (HUMAN, "MARKET") and oracle.legal() == ["pass", "serve 2 green"]
    play(oracle, "pass")
    assert oracle.public()["slots"] == [10, 11, 5] and oracle.public()["queue"] == [12, 13, 14, 15, 16]
    assert oracle.decision() == (HUMAN, "CARLA_CUBE") and oracle.legal() == ["cube brown", "cube plague"]
    play(oracle, "cube plague")
    shown = oracle.public()
    assert shown["carla"]["cubes"] == [0, 0, 0, 0, 1] and oracle.supply["plague"] == plague
    assert shown["carla"]["tiles"] == ["quill"] + ["hidden"] * 5
    assert shown["carla"]["beside"] == [3, 3] and shown["carla"]["dead"] == 1
    assert oracle.chronicle_open["council_chamber"] == max(0, council_open - 1)
    assert shown["cemetery_open"] == (6 if council_open else 5)


@rule("R18.10", "R18.8", "R19.1", "R19.4")
def test_e22_market_cube_and_quill():
    oracle, human, carla = solo({"crafts": "green", "market": "green", "family": "pink"})
    carla.next_space, carla.quills = 1, [0, 0]
    play(oracle, "take green from crafts", "pass")
    shown = oracle.public()
    assert shown["cemetery_open"] == 5 and shown["chronicle_open"] == [3, 2, 2, 2, 2]
    assert oracle.decision() == (HUMAN, "MARKET")  # A13: first the tile, then the reaction
    assert shown["slots"][0] is None


@rule("R18.10")
@pytest.mark.parametrize(
    "space, category",
    [
        ("grain_harvest", "farm"),
        ("family", "farm"),
        ("crafts", "crafts"),
        ("travel", "travel"),
        ("church", "church"),
        ("council_chamber", "council_chamber"),
    ],
)
def test_where_carlas_members_are_recorded(space, category):
    oracle, human, carla = solo({space: "green green"})
    carla.next_space, carla.quills = 1, [0, 0]
    before = dict(oracle.chronicle_open)
    play(oracle, f"take green from {space}", "pass")
    assert oracle.chronicle_open == {**before, category: before[category] - 1}


@rule("R18.9")
def test_order_of_carlas_deaths():
    oracle, human, carla = solo()
    oracle.cemetery_open = 50
    carla.track = [0, 4, 3, 0]
    carla.bag[3] = 1
    carla.waiting = {3: 0, 4: 1}
    seen = []
    for _ in range(11):
        oracle._carla_death("market")
        seen.append((carla.beside[1], carla.beside[2], carla.waiting[4], list(carla.track)))
    assert seen[0][:2] == (3, 3) and seen[3][:2] == (0, 3) and seen[6][:3] == (0, 0, 1)
    assert seen[7][2:] == (0, [0, 4, 3, 0]) and seen[8][3] == [0, 0, 3, 0] and seen[9][3] == [0] * 4
    assert seen[10] == seen[9] and len(carla.graves) == 10 and carla.bag[3] == 1  # A22


@rule("R18.8")
def test_e28_reshuffle_of_a_set():
    chance = FixedChance({"fate": [2, 1, 0]})
    oracle, human, carla = solo({"family": "pink " * 16}, chance)
    seen = []
    for _ in range(5):
        play(oracle, "take pink from family", "pass")
        seen.append(oracle.public()["carla"]["tiles"][:3])
    assert seen == [["hidden"] * 3] + [["blank", "hidden", "hidden"]] * 2 + [["blank", "blank", "hidden"]] * 2
    play(oracle, "take pink from family", "pass")
    assert oracle.public()["carla"]["tiles"] == ["hidden"] * 6  # laid face down again at once
    assert carla.quills == [0, 1] and carla.graves and chance.asked("fate") == [3, 3, 3]
    play(oracle, "take pink from family", "pass", "take pink from family", "pass")
    assert oracle.public()["carla"]["tiles"] == ["hidden"] * 3 + ["blank", "hidden", "hidden"]


@rule("R18.11", "R18.7")
def test_e27_new_round():
    oracle, human, carla = solo({"family": "pink pink"})
    carla.cubes.update(orange=3, green=2, pink=2, plague=1)
    carla.next_space, carla.last_cube = 9, "green"
    supply = dict(oracle.supply)
    play(oracle, "take pink from family", "pass")
    assert carla.cubes["pink"] == 3 and oracle.supply == supply  # nothing goes back before the new round
    oracle.tables.cubes_added = dict.fromkeys(COLOURS, 0)
    pass_on(oracle, "TURN")
    assert oracle.public()["carla"]["cubes"] == [0, 0, 0, 1, 0] and carla.next_space == 10
    assert oracle.supply["orange"] == supply["orange"] + 3
    assert oracle.supply["pink"] == supply["pink"] + 2


@rule("R18.4", "R18.5")
def test_die_rule():
    chance = FixedChance({"die": [1, 0]})
    board = {"family": "pink orange plague", "church": "green", "crafts": "pink orange"}
    oracle, human, carla = solo(board, chance, carla_rule="die")
    play(oracle, "take pink from family", "pass")
    assert chance.asked("die") == [3]  # orange, green, pink; never plague
    assert oracle.public()["carla"]["cubes"] == [0, 1, 0, 0, 0]
    play(oracle, "take plague from family", "pass")
    assert chance.asked("die") == [3, 2] and oracle.public()["carla"]["cubes"] == [1, 1, 0, 0, 0]
    assert not any(oracle.public()["spaces"][4]) and oracle.public()["spaces"][6] == [1, 0, 0, 1, 0]


@rule("R18.6")
def test_e31_die_rule_with_plague_cubes_only():
    chance = FixedChance()
    board = {"family": "orange", "crafts": "plague", "travel": "plague"}
    oracle, human, carla = solo(board, chance, carla_rule="die")
    play(oracle, "take orange from family", "pass")
    assert oracle.decision() == (HUMAN, "CARLA_CUBE") and oracle.legal() == ["cube plague"]
    play(oracle, "cube plague")
    assert not any(oracle.public()["spaces"][6]) and any(oracle.public()["spaces"][1])
    assert chance.asked("die") == []


@rule("R18.6")
@pytest.mark.parametrize("strict", [False, True])
def test_a15_die_rule_with_one_colour_left(strict):
    board = {"family": "orange plague", "church": "pink"}
    oracle, human, carla = solo(board, carla_rule="die", die_last_color_strict=strict)
    play(oracle, "take orange from family", "pass")
    if strict:
        assert oracle.decision() == (HUMAN, "TURN") and carla.cubes["pink"] == 1
    else:
        assert oracle.decision() == (HUMAN, "CARLA_CUBE") and oracle.legal() == ["cube plague"]
    assert oracle.chance.asked("die") == []
    with pytest.raises(ValueError):
        solo(die_last_color_strict=True)


# ---------------------------------------------------------------------- Carla's reactions
@rule("R17.3", "R19.1", "R19.3")
@pytest.mark.parametrize("move, served", [("serve 0 free", 1), ("serve 2 free", 0), ("pass", 0)])
def test_e23ab_carla_in_the_humans_market_day(move, served):
    oracle, human, carla = solo({"market": "orange", "family": "pink pink"})
    have(human, "green", scroll=2, grain=3)
    oracle.slots = [0, 3, 5]
    tile = oracle.slots[served]
    play(oracle, "take orange from market", move)
    assert carla.customers == [tile]
    if move == "pass":
        assert oracle.decision() == (HUMAN, "CARLA_CUBE")
    else:
        play(oracle, "pass")
        assert carla.customers == [tile] and oracle.public()["customers_taken"] == [1]


@rule("R19.3", "R8.5")
def test_no_customer_is_left_for_carla():
    oracle, human, carla = solo({"market": "orange", "family": "orange"})
    oracle.slots, oracle.queue, oracle.stack = [None, 2, None], [], []
    have(human, grain=2)
    play(oracle, "take orange from market", "serve 1 free")
    assert carla.customers == [] and oracle.decision() == (HUMAN, "PICK")


@rule("R19.4")
def test_e23c_market_day_of_carla():
    oracle, human, carla = solo({"crafts": "orange", "market": "orange", "family": "pink"})
    oracle.slots = [2, 3, 0]
    oracle.queue, oracle.stack = [10, 11, 12, 13, 14], [15, 16]
    have(human, "green", scroll=1, grain=5, coins=1)
    play(oracle, "take orange from crafts", "pass")
    assert carla.customers == [2] and oracle.decision() == (HUMAN, "MARKET")
    assert oracle.legal() == ["pass", "serve 1 coin", "serve 1 green", "serve 2 coin", "serve 2 green"]
    play(oracle, "serve 2 coin", "serve 1 green")
    assert human.time == 2 and oracle.public()["slots"] == [10, 11, 12]
    assert oracle.decision() == (HUMAN, "TURN")


@rule("R19.3", "R18.1")
def test_a11_market_day_through_the_well():
    oracle, human, carla = solo({"family": "pink pink"})
    have(human, "brown brown brown green", grain=3)
    oracle.slots = [2, 3, 0]
    play(oracle, "well paying 3 brown", "do market", "serve 1 free")
    assert carla.customers == [] and oracle.decision() == (HUMAN, "MARKET")
    play(oracle, "pass")
    assert oracle.decision() == (HUMAN, "TURN") and carla.next_space == 0


@rule("R19.1", "R19.2")
def test_e24_reaction_at_the_church():
    oracle, human, carla = solo({"church": "brown " * 12})
    bags = []
    for _ in range(5):
        play(oracle, "take brown from church", "pass")
        bags.append(oracle.public()["carla"]["bag"])
    assert bags == [[0, 0, 1, 0], [0, 0, 2, 0], [0, 0, 2, 1], [0, 0, 2, 2], [0, 0, 2, 2]]
    assert oracle.public()["black_bag"][1] == [0, 0, 2, 2] and oracle.public()["carla"]["waiting"] == [0, 0]


# ---------------------------------------------------------------------- solo mass and end
@rule("R19.5", "R19.6", "R12.4")
def test_e26_solo_mass():
    chance = FixedChance({"mass": [6, 4, 4, 0]})
    oracle, human, carla = solo({"family": "pink"}, chance)
    carla.track, carla.waiting = [3, 0, 0, 0], {3: 0, 4: 1}
    carla.bag.update({3: 1, 4: 1})
    stand(human, farm=[1], black_bag=[2])
    have(human, grain=5)
    end_round(oracle)
    play(oracle, "pass")
    assert chance.asked("mass") == [7, 6, 5, 4]
    assert oracle.public()["carla"]["track"] == [3, 4, 3, 0] and oracle.public()["monks_in_bag"] == 4
    assert human.counts("church 1") == [0, 1, 0, 0]
    play(oracle, *[f"advance 2 from church {stage}" for stage in (1, 2, 3)], "pass")
    assert human.prestige == 0 and len(human.at("church 4")) == 1
    stand(human, church_4=[2], church_1=[1, 1])
    lay(oracle, family="pink")
    end_round(oracle)
    pass_on(oracle, "TURN")
    assert human.prestige == 2  # three each, the human is further right


def carla_triggers(**board):
    """Carla's next cube reveals a quill and her member fills the last space."""
    oracle, human, carla = solo(board)
    oracle.cemetery_open = 1
    oracle.chronicle_open["farm"] = 0
    carla.next_space, carla.quills = 1, [0, 0]
    return oracle, human, carla


@rule("R19.7", "R19.3", "R15.3")
def test_e34_market_day_in_the_free_last_turn():
    oracle, human, carla = carla_triggers(family="pink pink")
    oracle.slots = [2, 3, 0]
    have(human, grain=2)
    play(oracle, "take pink from family", "pass")
    assert oracle.public()["end_triggered"] and oracle.public()["last_turns"] == [True]
    assert oracle.decision() == (HUMAN, "TARGET") and "pass" in oracle.legal()
    play(oracle, "do market")
    assert oracle.legal() == ["pass", "serve 0 free"]
    play(oracle, "serve 0 free", "pass")
    assert carla.customers == [] and carla.next_space == 2 and human.time == 0
    assert oracle.decision() == (HUMAN, "PICK") and oracle.public()["last_turns"] == [False]
    pass_to_end(oracle)
    assert oracle.winners() == [0]


@rule("R19.7", "R19.4")
def test_carla_triggers_with_a_market_cube_and_takes_no_further_cube():
    oracle, human, carla = carla_triggers(crafts="pink", market="pink", family="green green")
    play(oracle, "take pink from crafts", "pass")
    assert oracle.public()["end_triggered"] and oracle.decision() == (HUMAN, "MARKET")  # her reaction
    play(oracle, "pass")
    assert oracle.decision() == (HUMAN, "TURN")
    play(oracle, "take green from family", "pass")
    assert oracle.decision() == (HUMAN, "PICK") and carla.next_space == 2
    assert oracle.public()["spaces"][4][1] == 1


def human_near_end(**board):
    oracle, human, carla = solo(board)
    oracle.cemetery_open = 1
    oracle.chronicle_open["farm"] = 0
    have(human, time=9)
    return oracle, human, carla


@rule("R19.7", "R15.2")
def test_the_human_triggers_and_carla_takes_one_cube():
    oracle, human, carla = human_near_end(family="plague green", church="pink brown", market="pink")
    play(oracle, "take plague from family", "pass", "death at farm")
    assert oracle.decision() == (HUMAN, "CARLA_CUBE") and oracle.public()["last_turns"] == [False]
    play(oracle, "cube green")
    assert oracle.decision() == (HUMAN, "PICK") and carla.next_space == 1
    oracle, human, carla = human_near_end(family="plague", market="plague", church="brown")
    play(oracle, "take plague from family", "pass", "death at farm")
    assert oracle.decision() == (HUMAN, "MARKET")  # a market day of hers
    play(oracle, "pass")
    assert oracle.decision() == (HUMAN, "PICK")
    oracle, human, carla = human_near_end(family="plague")
    play(oracle, "take plague from family", "pass", "death at farm")
    assert oracle.decision() == (HUMAN, "PICK") and carla.next_space == 0


@rule("R19.7", "R15.5", "R8.6")
@pytest.mark.parametrize("last", ["cube", "well", "empty"])
def test_e35_trigger_inside_carlas_market_day(last):
    rest = {} if last == "empty" else {"church": "brown brown"}
    oracle, human, carla = human_near_end(crafts="green", market="green", **rest)
    oracle.slots = [0, 2, 3]
    have(human, "green pink pink pink", grain=2)
    play(oracle, "take green from crafts", "pass", "serve 1 green")
    assert oracle.decision() == (HUMAN, "DEATH")
    play(oracle, "death at farm")
    assert oracle.decision() == (HUMAN, "MARKET")  # the market day is finished
    play(oracle, "pass")
    assert oracle.public()["last_turns"] == [True] and carla.next_space == 1
    if last == "cube":
        play(oracle, "take brown from church", "pass")
        assert carla.next_space == 2 and oracle.public()["carla"]["bag"] == [0, 0, 1, 0]
    elif last == "well":
        play(oracle, "well paying 3 pink", "do family", "birth")
        assert carla.next_space == 1
    else:
        assert oracle.decision() == (HUMAN, "TARGET")
        play(oracle, "pass")
        assert carla.next_space == 1
    assert oracle.decision() == (HUMAN, "PICK")


@rule("R19.7", "R18.1")
def test_e36_trigger_in_a_well_turn():
    oracle, human, carla = human_near_end(family="pink pink")
    have(human, "brown brown brown")
    play(oracle, "well paying 3 brown", "do church", "church with 1 paying time", "death at farm")
    assert oracle.decision() == (HUMAN, "PICK") and carla.next_space == 0
    assert sum(oracle.spaces["family"].values()) == 2


@rule("R19.8")
@pytest.mark.parametrize(
    "score, name",
    [
        (0, "Apprentice"),
        (39, "Apprentice"),
        (40, "Professional"),
        (49, "Professional"),
        (59, "Master"),
        (60, "Grand Master"),
        (69, "Grand Master"),
        (79, "Genius"),
        (80, "Legend"),
        (120, "Legend"),
    ],
)
def test_e29_ranks(score, name):
    assert rank_of(score) == name


# ---------------------------------------------------------------------- overrides and options
def test_overrides_replace_tables():
    overrides = {
        "action_spaces": {"clockwise_order": [s for s in SPACES if s != "family"] + ["family"]},
        "setup_cards": {
            "cubes_per_action_space": {"2": dict.fromkeys(SPACES, 2)},
            "cubes_added_to_green_bag_per_color_per_round": {"2": dict.fromkeys(COLOURS, 5)},
        },
        "customers": [{"requires": {"grain": 1}, "points": 7}] * 24,
        "chronicle": {"spaces": {"2": dict.fromkeys(CATEGORIES, 1)}},
        "cemetery": {"spaces": {"2": 4}},
        "council_chamber": {"time": [1, 2, 3, 3]},
        "church": {"advance_cost_grain": [0, 1, 1, 2]},
        "travel_map": {"rewards": [{"coin": 1}] * 6, "edge_cubes": [{"pink": 1, "green": 1}] * 9},
        "solo_loop": {"spaces": 10, "fate_tile_positions": [[0, 1], [1, 2], [2, 3], [5, 6], [6, 7], [7, 8]]},
    }
    oracle, human, carla = solo(data_overrides=overrides)
    shown = oracle.public()
    assert [sum(row) for row in shown["spaces"]] == [2] * 7 and sum(shown["green_bag"]) == 12
    assert shown["chronicle_open"] == [1] * 5 and shown["cemetery_open"] == 4
    lay(oracle, travel="green", council_chamber="pink green", family="green", church="pink")
    have(human, "pink", wagon=1, grain=5)
    stand(human, farm=[1], council_2=[2])
    carla.quills = [2, 0]
    play(oracle, "take green from travel", "send 1 to C2", "pay cubes")
    assert human.coins == 2
    assert carla.next_space == 1
    have(human, scroll=1)
    play(oracle, "take pink from council_chamber", "advance 2 from council 2 paying scroll", "pass")
    assert human.time == 5 and oracle.public()["carla"]["tiles"][0] == "blank"
    assert oracle.public()["carla"]["loop_position"] == 2
    assert oracle.public()["spaces"][4] == [0, 1, 0, 0, 0]  # the pink one was on the church


@pytest.mark.parametrize(
    "options",
    [
        {"num_players": 6},
        {"carla_rule": "dice"},
        {"num_players": 3, "carla_rule": "die"},
        {"unknown": 1},
    ],
)
def test_wrong_options(options):
    with pytest.raises(ValueError):
        VillageOracle(FixedChance(), **options)


# ---------------------------------------------------------------------- all action texts
def catalogue():
    """The texts of the flat action layout, id by id."""
    spaces, places = SPACES, VISIBLE
    texts = [f"take {cube} from {space}" for space in spaces for cube in CUBES]
    for colour in COLOURS:
        texts += [f"well paying {n} {colour}" + (f" {3 - n} coin" if n < 3 else "") for n in (3, 2, 1)]
    texts.append("well paying 3 coin")
    texts += [f"do {space}" for space in spaces] + ["pass", "harvest", "birth"]
    texts += [f"return {g} from {place}" for place in places[1:] for g in GENERATIONS]
    two = ["orange pink", "coin pink", "orange coin", "coin coin"]
    payments = [("wagon", two), ("horse", ["grain"]), ("ox", ["grain"])]
    for good, ways in [*payments, ("scroll", ["pink", "coin"]), ("plough", two)]:
        texts.append(f"{good} trained")
        texts += [f"{good} training {g}" for g in GENERATIONS]
        texts += [f"{good} paying {way}" for way in ways]
    texts.append("mill")
    texts += [f"serve {b} {way}" for b in range(5) for way in ("free", "green", "coin")]
    texts += [f"send {g} to {city}" for g in GENERATIONS for city in ("C1", "C2")]
    pairs = [(e["a"], e["b"]) for e in table("travel_map")["edges"] if e["a"] != "village"]
    directed = [way for a, b in pairs for way in ((a, b), (b, a))]
    texts += [f"move {g} from {a} to {b}" for g in GENERATIONS for a, b in directed]
    texts += list(TRAVEL_PAYMENTS)
    texts += [f"enter council with {g} paying {p}" for g in GENERATIONS for p in COUNCIL_PAYMENTS]
    for stage in (1, 2, 3):
        for g in GENERATIONS:
            texts += [f"advance {g} from council {stage} paying {p}" for p in COUNCIL_PAYMENTS]
    texts += ["privilege only"] + [f"privilege {k}" for k in GENERATIONS]
    texts += [f"cube {cube}" for cube in CUBES] + [f"good {good}" for good in GOODS]
    texts += [f"church with {g} paying {way}" for g in GENERATIONS for way in ("brown", "coin", "time")]
    texts += [f"death at {place}" for place in places] + [f"pick {g}" for g in GENERATIONS]
    texts += [f"advance {g} from church {stage}" for stage in (1, 2, 3) for g in GENERATIONS]
    return texts


CATALOGUE = {text: number for number, text in enumerate(catalogue())}
IDS_OF = {
    "TURN": range(0, 48),
    "TARGET": [*range(48, 56)],
    "HARVEST": [55, 56],
    "FAMILY": [55, *range(57, 130)],
    "CRAFTS": [55, *range(130, 168)],
    "MARKET": [55, *range(168, 183)],
    "TRAVEL": [55, *range(183, 247)],
    "TRAVEL_PAYMENT": range(247, 251),
    "COUNCIL": [55, *range(251, 316)],
    "PRIVILEGE": [55, *range(316, 320)],
    "COMPENSATION": range(320, 324),
    "CUBE": range(320, 324),
    "CARLA_CUBE": range(320, 325),
    "GOOD": range(325, 330),
    "CHURCH": [55, *range(330, 342)],
    "DEATH": range(342, 361),
    "PICK": [55, *range(361, 365)],
    "ADVANCE": [55, *range(365, 377)],
}


def test_the_action_layout():
    assert len(CATALOGUE) == len(catalogue()) == 377
    landmarks = {
        "well paying 2 orange 1 coin": 36,
        "do market": 48,
        "return 1 from wainwright": 58,
        "return 4 from church 4": 129,
        "horse trained": 139,
        "scroll paying coin": 157,
        "serve 0 free": 168,
        "move 1 from C1 to C2": 191,
        "enter council with 1 paying scroll": 251,
        "cube plague": 324,
        "death at farm": 342,
        "advance 4 from church 3": 376,
    }
    assert {text: CATALOGUE[text] for text in landmarks} == landmarks


# ---------------------------------------------------------------------- random playthroughs
def check(oracle):
    """What is true at every decision."""
    shown = oracle.public()
    seats = range(len(oracle.players))
    for number, cube in enumerate(CUBES):
        total = shown["supply"][number] + shown["green_bag"][number]
        total += sum(row[number] for row in shown["spaces"])
        total += sum(shown["cubes"][seat][number] for seat in seats) if number < 4 else 0
        total += shown["carla"]["cubes"][number] if oracle.solo else 0
        assert total == (33 if number < 4 else 6), cube
    buried = Counter(place for player in oracle.players for place in [m.place for m in player.members])
    for seat in seats:
        members = shown["members"][seat]
        assert [sum(row) for row in members] == list(BORN_IN.values())
        assert all(len(row) == len(LOCATIONS) == 28 for row in members)
        assert shown["black_bag"][seat] == [row[19] for row in members]
        assert min(shown["cubes"][seat] + shown["goods"][seat]) >= 0 <= shown["coins"][seat]
        assert 0 <= shown["grain"][seat] <= 5 and 0 <= shown["time"][seat] <= 9
    customers = sum(tile is not None for tile in shown["slots"]) + len(shown["queue"]) + shown["stack"]
    customers += sum(shown["customers_taken"])
    if oracle.solo:
        carla = shown["carla"]
        customers += len(oracle.carla.customers)
        buried.update(oracle.carla.graves)
        alive = sum(carla["beside"] + carla["waiting"] + carla["bag"]) + sum(g > 0 for g in carla["track"])
        assert alive + carla["dead"] == 11
        assert shown["black_bag"][1] == carla["bag"]
        assert carla["tiles"][:3].count("hidden") >= 1 and carla["tiles"][3:].count("hidden") >= 1
    assert customers == 24 and shown["monks_in_bag"] == 4
    for category, left in zip(CATEGORIES, shown["chronicle_open"], strict=True):
        assert left == oracle.tables.chronicle[category] - buried[f"chronicle {category}"] >= 0
    assert shown["cemetery_open"] == oracle.tables.cemetery - buried["cemetery"] >= 0
    full = not shown["cemetery_open"] or not any(shown["chronicle_open"])
    assert shown["end_triggered"] == full and (not any(shown["last_turns"]) or full)
    assert shown["end_triggered"] or not buried["removed"]


def playthrough(seed, eager, **options):
    """A random game; `eager` is the share of choices in which passing is not considered."""
    oracle = VillageOracle(RandomChance(seed), **options)
    dice, asked = random.Random(seed), Counter()
    while oracle.decision() is not None:
        seat, name = oracle.decision()
        legal = oracle.legal()
        assert legal == sorted(set(legal)) and 0 <= seat < options["num_players"]
        assert all(CATALOGUE[text] in IDS_OF[name] for text in legal), (name, legal)
        check(oracle)
        actions = [text for text in legal if text != "pass"] if dice.random() < eager else legal
        oracle.apply(dice.choice(actions or legal))
        asked[name] += 1
    check(oracle)
    assert oracle.end_triggered or oracle.round == 30
    assert len(oracle.scores()) == len(oracle.players) and oracle.winners()
    return oracle, asked


GAMES = [
    (1, 8, {}),
    (1, 8, {"carla_rule": "die"}),
    (1, 4, {"carla_rule": "die", "die_last_color_strict": True}),
    (1, 4, {"strict_lowest_invisible_saves": True}),
    (2, 6, {}),
    (2, 2, {"start_compensation": False, "strict_lowest_invisible_saves": True}),
    (3, 4, {}),
    (4, 4, {}),
    (5, 3, {}),
]


@rule("R2.4", "R14.1", "R15.1", "R16.1")
@pytest.mark.parametrize("num_players, games, options", GAMES)
def test_random_games(num_players, games, options):
    asked = Counter()
    for seed in range(games):
        oracle, counted = playthrough(seed, 0.9, num_players=num_players, **options)
        asked += counted
        assert oracle.end_triggered
    seldom = {"COMPENSATION", "CARLA_CUBE", "GOOD", "TARGET", "TRAVEL_PAYMENT"}
    assert set(IDS_OF) - set(asked) <= seldom


@rule("R2.3", "R4.3", "R18.11")
@pytest.mark.parametrize("num_players", [1, 2, 5])
def test_random_games_of_hoarders(num_players):
    oracle, _ = playthrough(num_players, 0.05, num_players=num_players)
    assert oracle.round >= 5


@rule("R2.1")
@pytest.mark.parametrize("num_players", [1, 3])
def test_a_game_that_never_ends_is_cut(num_players):
    overrides = {"cemetery": {"spaces": {str(max(2, num_players)): 99}}}
    overrides["chronicle"] = {"spaces": {str(max(2, num_players)): dict.fromkeys(CATEGORIES, 50)}}
    options = {"num_players": num_players, "data_overrides": overrides}
    oracle, _ = playthrough(1, 0.1, **options)
    assert oracle.round == 30 and not oracle.end_triggered


def test_an_illegal_action_changes_nothing():
    oracle, twin = (VillageOracle(RandomChance(3), num_players=4) for _ in range(2))
    dice = random.Random(3)
    for _ in range(150):
        before = oracle.public()
        wrong = dice.choice([text for text in CATALOGUE if text not in oracle.legal()])
        with pytest.raises(ValueError):
            oracle.apply(wrong)
        assert oracle.public() == before == twin.public() and oracle.decision() == twin.decision()
        text = dice.choice(oracle.legal())
        play(oracle, text)
        play(twin, text)
