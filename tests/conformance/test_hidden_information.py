"""No seat learns what it cannot know, and a determinized game is a game that could be."""

import json

import numpy as np
import pytest

from tests.conformance.helpers import positions, spread_positions
from tests.playing import seat_view


def test_determinizing_shows_and_changes_nothing_that_the_seat_sees(case, most):
    other = case.batch(autoreset=False)
    for batch in spread_positions(case, 1, most):
        for seat in range(batch.num_seats):
            before = seat_view(batch, seat)
            for sample in range(3):
                other.load(np.asarray(batch.states))
                other.determinize(0, seat, 100 + sample)
                assert seat_view(other, seat) == before


def test_what_others_hear_of_an_action_does_not_tell_what_is_hidden(case):
    for batch in positions(case, seed=5, every=10):
        for seat in range(batch.num_seats):
            if seat == batch.current_seat[0]:
                continue
            other = case.batch(autoreset=False)
            other.load(np.asarray(batch.states))
            other.determinize(0, seat, 7)
            for action in np.flatnonzero(batch.action_masks[0]).tolist():
                heard, possible = (
                    case.game.explain_action(one.state(0), case.game_options, action, seat)
                    for one in (batch, other)
                )
                assert heard == possible


@pytest.mark.few_cases
def test_determinized_games_differ_and_can_be_played_out(case):
    different = 0
    for batch in positions(case, seed=2, every=8):
        whole = json.dumps(case.game.to_dict(batch.state(0), case.game_options), sort_keys=True, default=int)
        seat = int(batch.current_seat[0])
        many = case.batch(6, autoreset=False)
        many.load(np.repeat(np.asarray(batch.states), 6))
        many.determinize(np.arange(6), seat, np.arange(6) + 50)
        for g in range(6):
            told = case.game.to_dict(many.state(g), case.game_options)
            different += json.dumps(told, sort_keys=True, default=int) != whole
            assert many.states["seed"][g] != batch.states["seed"][0], "the copy would see the real future"
        many.rollout(steps=case.game.max_decisions(case.game_options), seed=3)
        assert (many.states["done"] == 1).all()
    assert different > 0, "determinizing never changed anything"


def test_determinizing_depends_on_its_seed_alone(case):
    for batch in positions(case, seed=3, every=10):
        seat = int(batch.current_seat[0])
        twins = case.batch(2, autoreset=False)
        twins.load(np.repeat(np.asarray(batch.states), 2))
        twins.determinize([0, 1], seat, 9)
        assert np.asarray(twins.states)[0].tobytes() == np.asarray(twins.states)[1].tobytes()


def test_hidden_cards_of_others_do_not_decide_what_may_be_done(case):
    """The mask of the seat to move is the same in every game that this seat cannot tell apart."""
    for batch in positions(case, seed=4, every=5):
        seat = int(batch.current_seat[0])
        many = case.batch(8, autoreset=False)
        many.load(np.repeat(np.asarray(batch.states), 8))
        many.determinize(np.arange(8), seat, np.arange(8))
        assert (many.action_masks == batch.action_masks[0]).all()
        assert (many.observations == batch.observations[0]).all()
