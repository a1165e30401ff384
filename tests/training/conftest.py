"""What the tests of `training` share: the toy game is known by its name."""

import pytest

from eurogym.envs.core import registry


@pytest.fixture(autouse=True)
def toy_is_declared(monkeypatch):
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))
    registry._entries["toy"] = registry.Entry("toy", 0, "tests.toy")
