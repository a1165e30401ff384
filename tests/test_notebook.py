"""The quickstart notebook runs from top to bottom, and is kept without outputs."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).resolve().parents[1] / "notebooks" / "quickstart.ipynb"


@pytest.fixture
def notebook():
    return nbformat.read(NOTEBOOK, as_version=4)


def test_the_notebook_is_valid_and_holds_no_outputs(notebook):
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert code and all(not cell.outputs and cell.execution_count is None for cell in code)


@pytest.mark.slow
def test_the_notebook_runs(notebook):
    """Every cell as it stands, only that training lasts ten seconds instead of a minute."""
    cells = [cell for cell in notebook.cells if "\nMINUTES = 1\n" in cell.source]
    assert len(cells) == 1
    cells[0].source = cells[0].source.replace("\nMINUTES = 1\n", "\nMINUTES = 1 / 6\n")

    NotebookClient(
        notebook,
        timeout=600,
        kernel_name="python3",
        resources={"metadata": {"path": str(NOTEBOOK.parents[1])}},
    ).execute()

    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("image/png" in output.get("data", {}) for output in shown), "the curve is drawn"
    printed = "".join(
        output.text for output in shown if output.output_type == "stream" and output.name == "stdout"
    )
    assert "trained, greedy:" in printed
