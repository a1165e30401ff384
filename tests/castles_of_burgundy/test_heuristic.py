"""The Burgundy heuristic against the Châteauma and on the solo boards, and its weights."""

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents.castles_of_burgundy.heuristic import table_row
from eurogym.agents.castles_of_burgundy.weights import (
    AREA_OF,
    CHATEAUMA_WEIGHTS,
    FIXED,
    SOLO_WEIGHTS,
    SPACE_OF,
    TABLE2_WEIGHTS,
    TABLE3_WEIGHTS,
    TABLE4_WEIGHTS,
    WEIGHTS,
    W,
)
from eurogym.agents.framework.search.lookahead import Searcher
from eurogym.agents.framework.search.simulations import WORTH
from eurogym.envs import castles_of_burgundy as burgundy
from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, FIRST_DOUBLE, PRIVATE_STORAGE
from eurogym.envs.castles_of_burgundy.game import GAME
from tests.castles_of_burgundy.games import finished
from tests.playing import play_matches


def matches(names, seating, deals, **options):
    """Matches of these agents in these seats, deal by deal."""
    players = [agents.make(name) for name in names]
    return play_matches("castles_of_burgundy", players, seating, deals, options=options)


def alone(games, **options):
    return matches(["burgundy"], np.zeros((games, 1), int), np.arange(games), **options)


def both_seatings(names, seats, deals, **options):
    """Every deal twice, the agents changing seats; the seating beside the matches."""
    seating = np.tile([seats, [1 - one for one in seats]], (deals, 1))
    return matches(names, seating, np.repeat(np.arange(deals), 2), **options), seating


@pytest.mark.parametrize(("level", "rate"), [("easy", 0.65), ("medium", 0.28), ("hard", 0.05)])
def test_wins_against_the_chateauma(level, rate):
    assert (alone(300, chateauma=level).placements[:, 0] > 0).mean() > rate


@pytest.mark.parametrize("board", [33, 34])
def test_solo_duchies_are_nearly_full(board):
    assert alone(150, solo_board=board).scores[:, 0].mean() > 33


def test_weights_by_colour_are_those_of_the_table():
    for kind, places in (("AREA", AREA_OF), ("SPACE", SPACE_OF)):
        assert [W.NAMES[place] for place in places] == [f"{kind}_{name.upper()}" for name in COLOUR.NAMES]
    assert WEIGHTS.shape == (5, W.COUNT)
    assert set(FIXED) < set(W.NAMES)


def test_every_table_has_its_column_of_weights():
    columns = (TABLE2_WEIGHTS, TABLE3_WEIGHTS, TABLE4_WEIGHTS, CHATEAUMA_WEIGHTS, SOLO_WEIGHTS)
    for values, column in (
        ({"num_players": 2}, 0),
        ({"num_players": 3}, 1),
        ({"num_players": 4}, 2),
        ({"num_players": 3, "chateauma": "easy"}, 3),
        ({"num_players": 1}, 4),
    ):
        state = GAME.blank_state(GAME.options_class(**values)).view(np.recarray)[0]
        assert table_row(state) == column and (WEIGHTS[column] == columns[column]).all()


def test_the_heuristic_beats_random_teams():
    """Two teams, each once with the first turn: the heuristic's has clearly more points."""
    options = {"modules": "team,e2,e5,e6", "team_board": "advanced"}
    played, seating = both_seatings(["burgundy", "random"], [0, 1, 0, 1], 20, **options)
    mine = played.scores[seating == 0]
    assert (played.placements[seating == 0] == 1).all() and mine.mean() > 330


SLOW = pytest.mark.slow


@SLOW
def test_a_position_is_worth_the_same_to_both_members_of_a_team():
    """The evaluation, by which searches and labels go, counts what the team has, whoever of the two is asked."""
    count = 20
    batch = burgundy.batch(num_envs=count, num_players=4, modules="team", seed=1, autoreset=False)
    batch.reset()
    agent, search = agents.make("burgundy"), Searcher().bind(batch)
    games, streams, met = np.arange(count), np.zeros((count, 2), np.uint64), 0
    for _ in range(250):
        batch.step(agent.act(batch, games))
        totals = np.zeros((count, 4, 3))
        search.run(WORTH, batch, batch.action_masks, games, streams, totals=totals)
        worth = totals[..., 0]
        assert np.abs(worth[:, :2] - worth[:, 2:]).max() < 1e-6
        stored = batch.states["storage"][:, :, :PRIVATE_STORAGE]
        met += (stored[:, 0] != stored[:, 2]).any(axis=1).sum()
    assert met > 1000


@SLOW
@pytest.mark.parametrize("module", ["vineyards", "e2", "e4", "e5", "e6", "e8", "shields"])
def test_it_beats_itself_ignoring_a_module(module):
    """Both seatings of every deal: the interval of the mean lead lies above 0; white castles bring least."""
    deals = 3000 if module == "e5" else 1000
    played, seating = both_seatings(["burgundy", "burgundy:variant=base"], [0, 1], deals, modules=module)
    ahead = (played.scores[seating == 0] - played.scores[seating == 1]).reshape(deals, 2).mean(axis=1)
    assert ahead.mean() > 1.96 * ahead.std() / deals**0.5


def test_double_tiles_are_placed_in_the_turn_that_takes_them():
    """Games with vineyards: vines for points, and no double tile is left in storage."""
    states = finished(agents.make("burgundy"), 50, seed=4, num_players=2, modules="vineyards")
    planted = (states["vineyard"][:, :2] > 0).sum(axis=2) / 2
    stored = (states["storage"][:, :2] >= FIRST_DOUBLE).sum()
    assert planted.mean() > 3 and stored <= 0.1 * planted.sum()


@SLOW  # it compiles a policy of its own
def test_the_variant_that_ignores_modules_takes_nothing_of_them():
    base = agents.make("burgundy:variant=base")
    states = finished(base, 20, seed=3, num_players=2, modules="e2,e5,e6,shields,vineyards")
    assert not (states["shield"] > 0).any() and not (states["vineyard"] > 0).any()
    assert states["inns"].mean() == 5
