"""The notebooks run from top to bottom, and are kept without outputs."""

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "notebooks"
SHORT = ("\nMINUTES = 1\n", "\nMINUTES = 1 / 6\n")  # training lasts ten seconds
BOOKS = {
    "design_report": ({"image/svg+xml": 2}, r"card: horse_trader: points above its kind \+\d", None),
    "one_game": (
        {"image/svg+xml": 7, "image/png": 1},
        r"203 decisions; final scores \[181, 203, 133\]",
        None,
    ),
    "own_bot": ({"image/png": 1}, r"villagers .*\n(.*\n)*points .*\n(.*\n)*random ", None),
    "ppo_solo": (
        {"image/png": 1},
        r"mean score in training: \d+ in the first games, \d+ in the last",
        ("\nMINUTES = 0.5\n", SHORT[1]),
    ),
    "quickstart": ({"image/png": 1}, r"trained, greedy:", SHORT),
    "solo_difficulty": ({"image/png": 3}, r"keyflower: this game has no solo modes", None),
}


def notebook(name):
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def test_every_notebook_is_run():
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(BOOKS)


@pytest.mark.parametrize("name", BOOKS)
def test_a_notebook_is_valid_and_holds_no_outputs(name):
    book = notebook(name)
    nbformat.validate(book)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert code and all(not cell.outputs and cell.execution_count is None for cell in code)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_a_notebook_runs(name):
    """Every cell as it stands, but for one that may be changed; what was shown is what it should show."""
    book, (pictures, printed, change) = notebook(name), BOOKS[name]
    if change is not None:
        cells = [cell for cell in book.cells if change[0] in cell.source]
        assert len(cells) == 1
        cells[0].source = cells[0].source.replace(*change)
    place = {"metadata": {"path": str(ROOT)}}
    NotebookClient(book, timeout=600, kernel_name="python3", resources=place).execute()

    shown = [output for cell in book.cells for output in cell.get("outputs", [])]
    kinds = [kind for output in shown for kind in output.get("data", {})]
    assert {kind: kinds.count(kind) for kind in pictures} == pictures
    said = [output.text for output in shown if output.output_type == "stream" and output.name == "stdout"]
    assert re.search(printed, "".join(said))
