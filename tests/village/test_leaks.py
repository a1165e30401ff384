"""A determinization is a world that all hold possible: it deals the stack and hidden quills anew, and nothing else.

That nobody sees these is checked for all games in tests/conformance.
"""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.game import GAME
from tests.playing import determinized_positions
from tests.village.games import options, played
from tests.village.positions import check_position, solo
from tests.worlds import assert_fair, imagined

rule = pytest.mark.rule
seeds = st.integers(0, 2**32)
HIDDEN = {"stack", "quill", "seed", "stream_counter"}


def hidden_tiles(state, row) -> list[int]:
    """Places of a set where the quill may be: where its face is known, that one alone."""
    faces = state["tile"][3 * row : 3 * row + 3].tolist()
    if E.TILE.quill in faces:
        return [faces.index(E.TILE.quill)]
    return [place for place, face in enumerate(faces) if face == E.TILE.hidden]


@rule("R1.6", "R17.4")
@given(values=options(), seed=seeds)
def test_a_determinized_game_differs_in_hidden_things_only(values, seed):
    for batch, other, _, before, after in determinized_positions(played(values, seed), 6, HIDDEN):
        size = int(before["stack_size"])
        assert sorted(before["stack"][:size]) == sorted(after["stack"][:size])
        assert not after["stack"][size:].any()
        if before["solo"]:
            assert all(after["quill"][row] in hidden_tiles(before, row) for row in range(2))
        assert (other.action_masks == batch.action_masks).all()
        check_position(after)


@rule("R17.4", "R18.8")
@pytest.mark.parametrize(
    "tiles,places",
    [
        ([0, 0, 0], [0, 1, 2]),
        ([1, 0, 0], [1, 2]),
        ([0, 1, 0], [0, 2]),
        ([1, 0, 1], [1]),
        ([2, 0, 0], [0]),
        ([1, 2, 0], [1]),
    ],
)
def test_the_quill_is_under_any_hidden_tile(tiles, places):
    """tiles: 0 hidden, 1 blank, 2 quill; the other set is hidden."""
    game = solo().carla(tile=[*tiles, 0, 0, 0], quill=(places[0], 0))
    quills = imagined(GAME, game.options, game.state, 0, 3000)["quill"].tolist()
    assert_fair(map(tuple, quills), Counter(product(places, range(3))))
