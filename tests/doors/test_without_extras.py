"""A door whose extra is not installed names it."""

import importlib
import sys

import pytest

from eurogym.envs.core.errors import MissingExtraError


@pytest.mark.parametrize(
    ("door", "module"),
    [("inspect", "inspect_ai"), ("openenv", "openenv"), ("openspiel", "pyspiel"), ("verifiers", "verifiers")],
)
def test_the_extra_is_named(door, module, monkeypatch):
    for name in ("pydantic", *(name for name in sys.modules if name.partition(".")[0] == module), module):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, f"eurogym.doors.{door}", raising=False)
    with pytest.raises(MissingExtraError, match=rf"\.\[{door}\]"):
        importlib.import_module(f"eurogym.doors.{door}")
