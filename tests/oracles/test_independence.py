"""An oracle is a second reading of the rules: it takes the data of its game from files, and nothing from the engine."""

import ast
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
ORACLES = sorted(path for path in FOLDER.glob("*.py") if not path.name.startswith("test_"))


def imported(path: Path) -> set[str]:
    """The modules that a file imports: absolute names, "." before those of its folder."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
    return found


def test_imports_are_found(tmp_path):
    file = tmp_path / "one.py"
    file.write_text("import json\nfrom .table import CARDS\ndef f():\n    from eurogym.envs import core\n")
    assert imported(file) == {"json", ".table", "eurogym.envs"}


@pytest.mark.parametrize("path", ORACLES, ids=lambda path: path.stem)
def test_an_oracle_imports_the_standard_library_and_its_own_modules(path):
    names = {path.stem for path in ORACLES}
    for module in imported(path):
        if module.startswith("."):
            assert module[1:] in names, module
        else:
            assert module.split(".")[0] in sys.stdlib_module_names, module
