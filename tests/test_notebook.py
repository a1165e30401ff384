"""The notebooks run from top to bottom, and show the outputs of their code."""

import re
from collections import Counter
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tools.notebooks import RAN, code_of

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
SAME = {"design_report", "one_game"}  # whose words depend on seeds alone


def notebook(name):
    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


def test_every_notebook_is_run():
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(BOOKS)


def shown_by(book):
    """The outputs of all cells, how many of each kind, and what was printed."""
    outputs = [output for cell in book.cells for output in cell.get("outputs", [])]
    kinds = Counter(kind for output in outputs for kind in output.get("data", {}))
    said = "".join(one.text for one in outputs if one.output_type == "stream" and one.name == "stdout")
    return outputs, kinds, said


def shows(name, book):
    _, kinds, said = shown_by(book)
    pictures, printed, _ = BOOKS[name]
    assert {kind: kinds[kind] for kind in pictures} == pictures
    assert re.search(printed, said)


@pytest.mark.parametrize("name", BOOKS)
def test_a_notebook_is_kept_with_the_outputs_of_its_code(name):
    book = notebook(name)
    nbformat.validate(book)
    assert book.metadata[RAN] == code_of(book), "run `python -m tools docs notebooks`"
    assert all(one.output_type != "error" and one.get("name") != "stderr" for one in shown_by(book)[0])
    assert (FOLDER / f"{name}.ipynb").stat().st_size < 1_500_000
    shows(name, book)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_a_notebook_runs(name):
    """Every cell as it stands, but for one that may be changed; it shows the same again where nothing is timed."""
    book, change = notebook(name), BOOKS[name][2]
    before = shown_by(book)[2]
    if change is not None:
        cells = [cell for cell in book.cells if change[0] in cell.source]
        assert len(cells) == 1
        cells[0].source = cells[0].source.replace(*change)
    place = {"metadata": {"path": str(ROOT)}}
    NotebookClient(book, timeout=600, kernel_name="python3", resources=place).execute()
    shows(name, book)
    if name in SAME:
        assert shown_by(book)[2] == before, "run `python -m tools docs notebooks`"
