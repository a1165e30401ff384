"""What holds in every position of every game."""

import re

import numpy as np
import pytest

from eurogym.envs.core.errors import OptionError
from eurogym.testing import batches
from eurogym.testing.tables import positions, spread_positions

SEEDS = (0, pytest.param(1, marks=pytest.mark.slow))
OF_THE_ENGINE = re.compile(r"\bseat \d|\bdie 0|\bdice 0|[a-z]_[a-z]")  # counts from 0, names of the data
AN_ACTION = re.compile(r"[^()_]+( \([^_]+\))?")  # what is done, and what follows


@pytest.mark.few_cases
@pytest.mark.parametrize("seed", SEEDS)
def test_every_position(case, seed):
    batches.positions_test(case.table, seed)


def test_game_ends_with_scores_placements_and_rewards(case):
    batches.ends_test(case.table)


@pytest.mark.few_cases
def test_every_legal_action_leads_on(case):
    batches.leads_on_test(case.table)


@pytest.mark.few_cases
def test_illegal_actions_are_refused_without_a_trace(case):
    batches.refusals_test(case.table)


def test_catalog_is_total(case):
    batches.catalog_test(case.table)


@pytest.mark.few_cases
def test_what_a_screen_offers_is_understood(case, most):
    batches.words_test(case.table, 5, most)


@pytest.mark.few_cases
def test_a_screen_speaks_no_words_of_the_engine(case, most):
    for batch in spread_positions(case, 5, most):
        state = batch.state(0)
        for action in np.flatnonzero(batch.action_masks[0]).tolist():
            assert not OF_THE_ENGINE.search(case.game.explain_action(state, case.game_options, action))
        text = case.game.to_text(state, case.game_options, 0)
        assert not OF_THE_ENGINE.search(text) and "\N{NO-BREAK SPACE}" not in text


@pytest.mark.first_cases
def test_actions_that_are_not_legal_are_explained_as_well(case, most):
    for batch in spread_positions(case, 7, most):
        for action, text in enumerate(batch.catalog.texts):
            said = case.game.explain_action(batch.state(0), case.game_options, action)
            assert said == text or (AN_ACTION.fullmatch(said) and "None" not in said)


def test_nobody_looks_with_the_eyes_of_a_seat_that_is_no_players(case):
    if not case.package.startswith("eurogym."):
        pytest.skip("a game of the tests")
    batch = case.batch(observe=False)
    for seat in (batch.num_seats, -1):
        for look in (case.game.to_text, case.game.to_dict):
            with pytest.raises(OptionError, match="the players, or None"):
                look(batch.state(0), batch.options, seat)


def test_forced_decisions_change_nothing(case):
    batches.forced_test(case.table, (0, 1))


def test_padding_adds_zeros_at_the_end(case):
    batches.padding_test(case.table)


@pytest.mark.few_cases
def test_float_observations_are_scaled_codes(case):
    floats = positions(case, 6, every=4, obs_dtype="float32")
    for one, two in zip(positions(case, 6, every=4), floats, strict=True):
        assert two.observations.dtype == np.float32
        assert np.array_equal(one.layout.scaled(one.observations), two.observations)


@pytest.mark.first_cases
def test_descriptions_are_plain_data(case, most):
    batches.descriptions_test(case.table, 7, most)


@pytest.mark.few_cases
def test_switching_observations_off_changes_nothing_else(case):
    for one, two in zip(positions(case, 8), positions(case, 8, observe=False), strict=True):
        assert np.array_equal(one.action_masks, two.action_masks)
        assert np.asarray(one.states).tobytes() == np.asarray(two.states).tobytes()
