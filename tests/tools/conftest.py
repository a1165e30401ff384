"""The toy game is known by its name to the tests of the tools."""

import pytest


@pytest.fixture(autouse=True)
def toy_is_known(toy_is_declared):
    pass
