"""Notebooks: run them, and keep what they show."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from eurogym.common.errors import InputError
from eurogym.envs.core import extras

SECONDS = 600  # for one cell, the first start of a game included
RAN = "outputs_of"  # in the metadata: the digest of the code that made the outputs


def keep_outputs(path: Path, folder: Path) -> None:
    """Run a notebook and write it back with its outputs; raises InputError as :func:`executed` does."""
    notebook = executed(path, folder)
    for cell in notebook["cells"]:
        cell["metadata"].pop("execution", None)  # times, which change at every run
        if cell["cell_type"] == "code":
            cell["outputs"] = [one for one in cell["outputs"] if one.get("name") != "stderr"]
    notebook["metadata"] = {"language_info": {"name": "python"}, RAN: code_of(notebook)}
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")


def code_of(notebook: dict[str, Any]) -> str:
    """Return a digest of the code of a notebook; kept in its metadata, it tells whether outputs are those of the
    code.
    """
    code = [_text(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return hashlib.sha256(json.dumps(code).encode()).hexdigest()[:16]


def executed(path: Path, folder: Path) -> dict[str, Any]:
    """Return the notebook in a file after a run of all its cells, in the working directory `folder`.

    Raises:
        InputError: a cell failed, or the libraries that run notebooks are not installed.
    """
    try:
        import nbformat
        from nbclient import NotebookClient
        from nbclient.exceptions import CellExecutionError
    except ModuleNotFoundError as missing:
        raise InputError(f"running notebooks needs {missing.name}: {extras.install('dev')}") from None
    notebook = nbformat.read(path, as_version=4)
    place = {"metadata": {"path": str(folder)}}
    client = NotebookClient(notebook, timeout=SECONDS, kernel_name="python3", resources=place)
    try:
        client.execute()
    except CellExecutionError as error:
        raise InputError(f"{path.name} fails: {error}") from None
    return notebook


def _text(value: Any) -> str:
    """Notebooks hold texts whole or as lists of lines."""
    return value if isinstance(value, str) else "".join(value)
