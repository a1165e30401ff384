"""Every test that asks for ``case`` runs once per game and option set."""

from tests.conformance.cases import CASES


def pytest_generate_tests(metafunc):
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", CASES, ids=[case.id for case in CASES])
