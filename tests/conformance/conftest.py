"""Every test that asks for ``case`` runs once per game and option set, one that asks for ``most`` on few positions of
a game by default and on many with the slow tests. ``daily("game", ...)`` leaves the other games to the slow tests."""

import pytest

from tests.conformance.cases import CASES, few_cases, first_cases

MOST = (pytest.param(3, id="few"), pytest.param(40, id="many", marks=pytest.mark.slow))


def pytest_generate_tests(metafunc):
    if "case" in metafunc.fixturenames:
        few = few_cases() if metafunc.definition.get_closest_marker("few_cases") else CASES
        first = first_cases() if metafunc.definition.get_closest_marker("first_cases") else few
        daily = metafunc.definition.get_closest_marker("daily")
        cases = [
            pytest.param(
                case,
                id=case.id,
                marks=()
                if case in first and (daily is None or case.game_name in daily.args)
                else pytest.mark.slow,
            )
            for case in CASES
        ]
        metafunc.parametrize("case", cases)
    if "most" in metafunc.fixturenames:
        metafunc.parametrize("most", MOST)
