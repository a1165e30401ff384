"""Chapters 9 and 11: areas, colours, the end of a phase, final scoring, the winner."""

import pytest

from eurogym.envs.castles_of_burgundy.declare.boards import boards
from eurogym.envs.castles_of_burgundy.declare.enums import BONUS, COLOUR
from tests.castles_of_burgundy.positions import dealt, table

rule = pytest.mark.rule

AREA_VP = {1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21, 7: 28, 8: 36}
PHASE_VP = {"A": 10, "B": 8, "C": 6, "D": 4, "E": 2}
PLAIN = {"building": "market", "livestock": "cow_2", "monastery": "monastery_2"}


def area_of_size(size):
    """A duchy with an area of this size: (duchy number, its hexes in ascending order, colour)."""
    for board in boards()[:30]:
        for area in board["area"]:
            colour = COLOUR.NAMES[board["colours"][area[0]]]
            if len(area) == size and colour in ("building", "livestock", "monastery", "ship"):
                return board["number"], sorted(area), colour
    raise AssertionError(f"no area of {size}")


def last_hex(number, area, colour, phase="A", seats=2):
    """All hexes of the area but the last are covered, and a tile for it is in storage."""
    board = boards()[number - 1]
    castle = next(h for h in range(37) if board["colours"][h] == COLOUR.castle)
    game = dealt(seats, duchies=number).castles(castle).sweep().phase(phase)
    last = area[-1]
    game.fill(area[:-1])
    near = next(h for h in board["neighbours"][last] if h not in area)
    game.fill([near]).storage(PLAIN.get(colour, colour)).dice(board["dice"][last], 1)
    return game, f"place 0 on {last} with die 0"


@rule("R9.1", "S0.2", "S0.3")
@pytest.mark.parametrize("size", AREA_VP)
@pytest.mark.parametrize("phase", PHASE_VP)
def test_x1_x2_points_of_an_area_by_size_and_phase(size, phase):
    number, area, colour = area_of_size(size)
    game, action = last_hex(number, area, colour, phase)
    own = 2 if colour == "livestock" else 0  # the cows themselves
    bonus = 5 if sum(c == COLOUR.NAMES.index(colour) for c in boards()[number - 1]["colours"]) == size else 0
    assert game.points(action) == AREA_VP[size] + PHASE_VP[phase] + own + bonus


def third_mine(seats, **options):
    """Every seat of a swept table lacks only mine hex 33 (number 3) of its one area of mines, in phase E."""
    game = table(seats, **options)
    for other in range(seats):
        game.put(other, mine=[24, 29])
    return game.phase("E")


def place_mine(game, seat):
    return game.turn(seat, (3, 1)).storage("mine", seat=seat).points("place 0 on 33 with die 0", seat=seat)


@rule("R9.2", "R1.6", "R2.4", "S0.4")
@pytest.mark.parametrize("seats", (2, 3, 4))
def test_e9_first_and_second_to_complete_a_colour(seats):
    game = third_mine(seats)
    area = 6 + 2
    assert place_mine(game, 0) == area + seats + 3
    assert game.state["bonus_owned"][0, COLOUR.mine] == BONUS.large
    assert game.state["bonus_left"][COLOUR.mine] == 1
    assert place_mine(game, 1) == area + seats
    assert game.state["bonus_owned"][1, COLOUR.mine] == BONUS.small
    for later in range(2, seats):
        assert place_mine(game, later) == area
        assert game.state["bonus_owned"][later, COLOUR.mine] == BONUS.none
    assert game.state["bonus_left"].tolist() == [2, 2, 2, 2, 2, 0]


@rule("R9.2", "R9.3")
def test_area_and_colour_by_one_placement():
    game = table(4).put(monastery_2=3, monastery_3=7, monastery_4=12, monastery_5=30, monastery_6=34)
    game.storage("monastery_7").dice(1, 1).phase("D")
    assert game.points("place 0 on 35 with die 0") == 6 + 4 + 7


@rule("R11.1")
def test_mines_pay_after_phase_e_before_final_scoring():
    game = table().put(mine=[24, 29]).owns(2).phase("E").end_of_phase()
    assert game.done and game.wealth() == (0, 2, 2)
    assert game.score() == 3  # 2 silver, 1 pair of workers


def ended(game):
    """The points of seat 0 when the game ends now; the silver of its mines is laid back first."""
    mines = int((game.state["tile"][0] == 20).sum())
    game.silver(game.wealth()[1] - mines).phase("E").end_of_phase()
    assert game.done
    assert game.final_scores()[0] == game.score()
    return game.score()


@rule("R11.2", "R12.1")
@pytest.mark.parametrize("workers,points", [(0, 0), (1, 0), (2, 1), (3, 1), (8, 4)])
def test_what_counts_at_the_end(workers, points):
    """A point for a full pair of workers, for silver, goods and monasteries of the duchy; nothing for stored tiles."""
    game = table().storage("castle", "monastery_25", "cow_4").sold(1, 2, 2).workers(workers)
    assert ended(game) == points
    game = table().vp(100).owns(25).sold(1, 2, 2).workers(workers).silver(4).goods(1, 1, 1, 2)
    assert ended(game) == 100 + 3 + points + 4 + 4


@rule("R11.3")
def test_most_points_win():
    assert table(3).vp(50, 0).vp(51, 1).vp(49, 2).ranking() == [1, 0, 2]
    assert table(2).vp(50, 0).vp(49, 1).silver(2, 1).ranking() == [1, 0]  # with what is left


@rule("R11.3")
def test_ties_go_to_fewer_empty_hexes_then_to_the_seat_further_back():
    assert table(3).track(s3="0", s1="2", s0="1").ranking() == [1, 2, 0]
    game = table(3).vp(50, 0).vp(50, 1).vp(50, 2).put(2, mine=24)
    assert game.track(s3="0", s1="2", s0="1").ranking() == [2, 1, 0]
    assert game.put(0, mine=[24, 29]).ranking() == [0, 2, 1]


@rule("R11.3")
def test_x11_lower_marker_of_a_stack_wins():
    assert table(4).track(s2="3120").ranking() == [0, 2, 1, 3]
    game = table(2).track(s2="10").vp(30, 0).vp(30, 1).phase("E").end_of_phase()
    assert game.final_scores() == [30, 30] and game.winners() == [0]  # no shared win
