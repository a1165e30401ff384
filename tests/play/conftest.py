"""What the tests of `training` share: the toy game is known by its name."""

import pytest


@pytest.fixture(autouse=True)
def toy_is_known(toy_is_declared):
    pass
