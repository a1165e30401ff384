"""The team game: chapter E8 and the examples X9.1 to X9.4 of the rules page."""

from typing import Any

import numpy as np
import pytest

from eurogym.envs.castles_of_burgundy import gym_env
from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.components import table as data
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND, SUPPLIES
from eurogym.envs.castles_of_burgundy.declare.options import BurgundyOptions
from eurogym.envs.castles_of_burgundy.declare.team_board import areas
from eurogym.envs.core.errors import OptionError
from tests.castles_of_burgundy import positions
from tests.castles_of_burgundy.games import played
from tests.castles_of_burgundy.positions import check_sums, table
from tests.castles_of_burgundy.teams import TEAMS, team_board, team_tiles

rule = pytest.mark.rule
BOARDS = data("duchies")["team_boards"]
CENTRE = 21  # beside it: buildings 14 and 52, monasteries 20 and 58, ship 27, mine 46
VARIANTS = (
    {"modules": "team"},
    {"modules": "team,e2", "team_board": "advanced"},
    {"modules": "team,e5"},
    {"modules": "team,e2,e5,e6", "team_board": "advanced", "team_tiebreak": "fewer_empty"},
)


def dealt(seed: int = 1, modules: str = "team", **options: Any) -> positions.Table:
    return positions.dealt(4, seed, modules=modules, **options)


def teams(modules: str = "team", **options: Any) -> Any:
    """A swept table, castles in the centres of beginners' boards, seat 0 to move with dice 1 and 1."""
    return dealt(modules=modules, **options).sweep()


def of_colour(colour: str, board: int = 0) -> list[int]:
    return [h for h, hexagon in enumerate(BOARDS[board]["hexes"]) if hexagon[2] == colour]


# --- options, setup -----------------------------------------------------------------------------------------------


@rule("E8.1")
@pytest.mark.parametrize(
    "values, words",
    [
        ({"num_players": 3}, "num_players=3.*allowed: 4"),
        ({"duchies": 5}, "duchies=5 needs modules without 'team'"),
        ({"duchies": "random"}, "duchies='random' needs modules without 'team'"),
        ({"modules": "e2", "team_board": "advanced"}, "team_board='advanced' needs modules with 'team'"),
        (
            {"modules": "", "team_tiebreak": "fewer_empty"},
            "team_tiebreak='fewer_empty' needs modules with 'team'",
        ),
    ],
    ids=str,
)
def test_what_the_team_game_is_not_played_with(values, words):
    with pytest.raises(OptionError, match=words):
        BurgundyOptions.from_kwargs(**{"num_players": 4, "modules": "team"} | values)


@rule("E8.1", "E8.2", "E8.3", "E8.4")
@pytest.mark.parametrize("seed", range(4))
def test_x9_1_each_team_has_one_of_what_a_player_has(seed):
    game = dealt(seed)
    state, first = game.state, game.number("start_seat")
    assert first in (0, 1)
    goods = state["goods"][:4].tolist()
    assert goods[0] == goods[2] and goods[1] == goods[3] and sum(goods[0]) == sum(goods[1]) == 3
    assert game.order() == state["round_order"].tolist() == [(first + turn) % 4 for turn in range(4)]
    assert [game.wealth(seat) for seat in game.order()] == [(0, 2, 3), (0, 2, 5)] * 2
    order = state["goods_order"][25:31].tolist()
    for seat, three in enumerate((order[:3], order[3:])):
        assert [three.count(kind) for kind in range(6)] == goods[seat]
        assert [game.tile(h, seat) for h in range(73) if game.tile(h, seat)] == ["castle"]
        assert game.tile(CENTRE, seat) == "castle"
    # two castles in duchies, twelve coloured ones to be drawn: those on the depots of phase A have come from them
    assert state["supply_size"][SUPPLIES.castle] == 12
    assert state["vp"].tolist() == [0] * 4 and (state["dice"][:4] > 0).all()


@rule("E8.2")
@pytest.mark.parametrize("seed", range(2))
def test_on_the_advanced_board_teams_choose_the_hex_of_their_castle(seed):
    game = dealt(seed, team_board="advanced")
    first = game.number("start_seat")
    for seat, h in ((first, 57), (1 - first if first == 0 else 2, 6)):
        assert game.asked == (seat, "START_SPACE") and game.hexes() == {6, 15, 21, 43, 57}
        game.act(f"place 0 on {h} with die 0")
    assert game.decision == "MAIN"
    assert game.tile(57, first) == "castle" and game.tile(6, first + 1) == "castle"
    assert game.state["vp"].tolist() == [0] * 4


@rule("E8.2")
def test_the_team_boards_of_the_data():
    for board in BOARDS:
        hexes, neighbours = board["hexes"], board["neighbors"]
        assert len(hexes) == 73 and [h[4] for h in hexes] == ["L"] * 37 + ["R"] * 36
        where = {(q, r): n for n, (q, r, *_) in enumerate(hexes)}
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
        for n, (q, r, *_) in enumerate(hexes):
            assert neighbours[n] == sorted(where[q + a, r + b] for a, b in steps if (q + a, r + b) in where)
        counts = [sum(h[2] == colour for h in hexes) for colour in COLOUR.NAMES]
        assert counts == [24, 12, 12, 12, 7, 6]
        state = dealt(team_board=board["mode"]).state
        assert state["team_die"].tolist() == [h[3] for h in hexes]
        assert [COLOUR.NAMES[colour] for colour in state["team_colour"]] == [h[2] for h in hexes]
        whole = team_board(state)
        assert all(whole["area"][h] == sorted(one["hexes"]) for one in board["areas"] for h in one["hexes"])
        lowest = areas([COLOUR.NAMES.index(h[2]) for h in hexes])
        assert all(lowest[h] == min(one["hexes"]) for one in board["areas"] for h in one["hexes"])


# --- turn order ---------------------------------------------------------------------------------------------------


@rule("E8.8")
def test_x9_3_ship_on_the_last_space_of_the_track():
    game = teams().storage("ship").dice(2, 1).track(s6="3120").turn(0, (2, 1))
    game.act("place 0 on 27 with die 0")
    assert game.order() == [0, 3, 1, 2] and game.state["track"].tolist() == [6] * 4


# --- what is shared -----------------------------------------------------------------------------------------------


@rule("E8.6", "E2.2")
def test_monastery_27_lifts_both_markers_above_the_others():
    game = teams("team,e2").storage("monastery_27").dice(4, 1).track(s1="1230").turn(0, (4, 1))
    game.act("place 0 on 20 with die 0")
    assert game.order() == [2, 0, 1, 3]  # the partners keep their order
    # who arrives goes under them, the partner on top
    game.track(s1="02", s0="13").storage("ship", seat=1).turn(1, (2, 1)).act("place 0 on 27 with die 0")
    assert game.order() == [0, 2, 1, 3]
    game.track(s1="01", s0="23").storage("ship", seat=2).turn(2, (2, 1)).act("place 0 on 27 with die 0")
    assert game.order() == [2, 0, 1, 3]


# --- points -------------------------------------------------------------------------------------------------------


@rule("E8.7")
def test_a_colour_is_complete_on_both_halves_and_pays_the_player_that_acts():
    last, game = 45, teams()
    mines = [h for h in of_colour("mine") if h != last]
    # the mine fills its area of one in phase A, too
    for seat, points, owned in ((2, 7, [1, 0, 1, 0]), (3, 4, [1, 2, 1, 2])):
        game.fill([*mines, 44], seat=seat - 2).storage("mine", seat=seat).turn(seat, (4, 1))
        assert game.act(f"place 0 on {last} with die 0").wealth(seat)[0] == points + 1 + 10
        assert game.state["bonus_owned"][:4, COLOUR.mine].tolist() == owned
    assert game.wealth(0)[0] == 0 and game.state["bonus_left"][COLOUR.mine] == 0


def at_the_end(first: int, second: int, empty: tuple[int, int], **options: Any) -> Any:
    """The game ends with these points of the teams and these empty hexes."""
    game = teams(**options)
    for team, left in enumerate(empty):
        game.fill(range(73), seat=team)
        for h in (16, 17, 18, 19, 15, 12)[:left]:
            game.state["tile"][team, h] = E.EMPTY
    game.recount()
    silver = 6  # of the mines, at the end of the phase
    before = game.scores()
    game.vp(first - before[0] - silver, 0).vp(second - before[1] - silver, 1).set(phase=4)
    return game.end_of_phase()


@pytest.mark.one_in(2)
@rule("E8.9")
@pytest.mark.parametrize("tiebreak, winners", [("more_empty", [0, 2]), ("fewer_empty", [1, 3])])
def test_x9_4_ties_of_teams(tiebreak, winners):
    game = at_the_end(310, 310, (5, 3), team_tiebreak=tiebreak)
    assert game.done and game.final_scores() == [310] * 4 and game.winners() == winners
    assert at_the_end(311, 310, (3, 5)).winners() == [0, 2]
    assert at_the_end(310, 310, (4, 4), team_tiebreak=tiebreak).winners() == [0, 1, 2, 3]


@rule("E8.9")
def test_reward_and_placement_are_the_teams():
    game = at_the_end(300, 310, (3, 3))
    assert game.batch.final_placements[0].tolist() == [-1.0, 1.0, -1.0, 1.0]
    assert game.batch.rewards[0].tolist() == [-1.0, 1.0, -1.0, 1.0]
    assert at_the_end(310, 310, (4, 4)).batch.final_placements[0].tolist() == [0.0] * 4


# --- every state, every observer ----------------------------------------------------------------------------------


@pytest.mark.one_in(3)
@rule("D6", "E8.6")
@pytest.mark.parametrize("values", VARIANTS, ids=str)
def test_sums_of_a_teams_duchy_are_right_in_every_state(values):
    """And partners hold the same."""
    for batch, _ in played({"num_players": 4, "auto_forced": False, **values}, 0, "keen"):
        state = batch.states[0]
        check_sums(state)
        for first, second in TEAMS:
            for name in ("placed_kinds", "owns"):
                assert np.array_equal(state[name][first], state[name][second]), name


@rule("D5", "E8.5")
@pytest.mark.parametrize("values", VARIANTS[:2], ids=str)
def test_observers_see_both_halves_of_both_duchies_in_one_order(values):
    for batch, rng in played({"num_players": 4, **values}, 5, "keen"):
        state = batch.states[0]
        if state["done"] or rng.integers(5):
            continue
        for seat in range(4):
            seen = batch.layout.unflatten(batch.observe(0, seat))
            for block in range(4):
                other = (seat + block) % 4
                half = block >= 2
                tiles = team_tiles(state, other % 2)[37 * half :][:37]
                wanted = [tile + 1 if tile <= KIND.joker else 0 for tile in tiles]
                assert seen[f"seat{block}.tile"][: len(wanted)].tolist() == wanted
                assert seen[f"seat{block}.of_own_team"] == (other % 2 == seat % 2)
                shared = int(state["storage"][other][3])
                assert seen[f"seat{block}.shared_storage"].any() == (shared != E.EMPTY)
            assert seen["team_board"].tolist() == [
                int(not state["team_advanced"]),
                int(state["team_advanced"]),
            ]


# --- boards of one's own --------------------------------------------------------------------------------------------


@rule("E8.2")
def test_boards_are_replaced_by_ones_own():
    """Placements, areas and colours follow the replaced board, with areas that cross the halves."""
    colours = [hexagon[2] for hexagon in BOARDS[0]["hexes"]]
    colours[14], colours[46] = "mine", "mine"
    dice = [1 + h % 6 for h in range(73)]
    board = {"team_boards": {"beginner": {"colors": colours, "dice": dice}}}
    game = teams(data_overrides=board).storage("mine", "bank").dice(dice[14], dice[46])
    assert game.hexes(0, 0) == {14} and game.hexes(0, 1) == {46} and game.hexes(1, 0) <= {52}
    game.act("place 0 on 14 with die 0").storage("mine", seat=2).turn(2, (dice[46], 1))
    assert game.act("place 0 on 46 with die 0").wealth(2)[0] == 3 + 10  # an area of two
    assert BurgundyOptions.from_recorded(game.options.as_dict()) == game.options
    assert game.batch.game.to_dict(game.state, game.options)["seats"][0]["duchy"][46]["die"] == dice[46]


@pytest.mark.parametrize(
    "tables, words",
    [
        ({"team_boards": {"beginner": {"dice": [0] * 73}}}, "team_boards: beginner: dice: 0 is not"),
        ({"team_boards": {"beginner": {"dice": [1] * 72}}}, "expected a list of 73 entries"),
        ({"team_boards": {"beginner": {"colors": ["red"] * 73}}}, "'red' is not one of building"),
        (
            {"team_boards": {"beginner": {"colors": ["mine"] * 73}}},
            "hex 21, the centre, must be of colour castle",
        ),
        (
            {"team_boards": {"beginner": {"colors": ["castle"] * 73}}},
            "the area of hex 0 has 73 hexes; most: 8",
        ),
        (
            {"team_boards": {"advanced": {"dice": [3] * 73}}},
            "a hex of colour castle must have one of the numbers",
        ),
        ({"team_boards": {"expert": {}}}, "unknown name 'expert'; known: beginner, advanced"),
        ({"duchies": {}}, "unknown name 'duchies'; known: tiles, areas, .*team_boards, vineyard_board"),
        ({"vineyard_board": {"bonuses": [["Z", "C"]] * 10}}, "'Z' is not one of"),
        ({"vineyard_board": {"dice": [1] * 12}}, "expected a list of 10 entries"),
        ({"vineyard_board": {"dice": [1] * 10}}, "vineyard_board needs modules with 'vineyards'"),
        ("no_such_file.json", "cannot read 'no_such_file.json'"),
    ],
    ids=str,
)
def test_wrong_boards_are_refused_in_words(tables, words):
    with pytest.raises(OptionError, match=words):
        BurgundyOptions.from_kwargs(num_players=4, modules="team", data_overrides=tables)


@rule("E11.8", "E11.9")
def test_numbers_and_bonuses_of_a_vineyard_of_ones_own():
    board = {"vineyard_board": {"dice": [6] * 10, "bonuses": [["V", "S"]] * 10}}
    game = table(modules="vineyards", data_overrides=board).set(vineyard=0)
    game.state["vineyard"][0][:2] = 1
    game.state["storage"][0][:2] = E.FIRST_DOUBLE, E.FIRST_BLOCKED
    game.set().dice(6, 1)
    assert {text.split()[4] for text in game.legal("place double")} >= {"2.0", "3.0"}
    game.act("place double 0 on 2.0 with die 0")
    assert game.gain("bonus 0", "bonus 1") == (4, 2, 0)


# --- partners by name ---------------------------------------------------------------------------------------------


@rule("E8.1")
@pytest.mark.parametrize("seat", range(4))
def test_a_partner_and_opponents_sit_where_they_belong(seat):
    left, right = {(seat + 1) % 4}, {(seat + 3) % 4}
    one, first, second = Noted(), Noted(), Noted()
    for opponents, wanted in ((one, [left | right]), ([first, second], [left, right])):
        partner = Noted()
        env = gym_env(
            num_players=4, modules="team", learner_seat=seat, partner=partner, opponents=opponents, seed=1
        )
        env.reset()
        for _ in range(60):
            env.step(int(np.flatnonzero(env.action_masks())[0]))
        noted = opponents if isinstance(opponents, list) else [opponents]
        assert partner.seats == {(seat + 2) % 4} and [other.seats for other in noted] == wanted


class Noted:
    """Takes the first legal action and notes the seats that it plays."""

    name = "noted"

    def __init__(self):
        self.seats: set[int] = set()

    def act(self, batch, games):
        self.seats |= set(batch.current_seat[games].tolist())
        return batch.action_masks[games].argmax(axis=1)


def test_a_partner_that_cannot_be_is_said():
    with pytest.raises(OptionError, match="partner=5"):
        gym_env(num_players=4, modules="team", partner=5)
    with pytest.raises(OptionError, match="3 agents for 2 other seats"):
        gym_env(num_players=4, modules="team", partner="random", opponents=["random"] * 3)
