"""Rows of legal actions and of the log name what actions concern, and give nothing away."""

import pytest

from eurogym.testing.rows import log_test, positions_test


@pytest.mark.few_cases
def test_rows_tell_legal_actions_apart_and_nothing_that_is_hidden(case, most):
    positions_test(case.game, case.options, most=most)


@pytest.mark.first_cases
def test_the_log_tells_every_action_as_it_was(case, most):
    log_test(case.game, case.options, decisions=20 * most)
