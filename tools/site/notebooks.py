"""Notebooks: run them, keep what they show, and turn them into pages of the site."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

from eurogym.common.errors import InputError
from eurogym.envs.core import extras

SECONDS = 600  # for one cell, the first start of a game included
RAN = "outputs_of"  # in the metadata: the digest of the code that made the outputs
_FILES = {"image/svg+xml": "svg", "image/png": "png"}  # in the order in which they are preferred
_ESCAPES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")  # colours of a terminal


def read_notebook(path: Path) -> dict[str, Any]:
    """Return the notebook in a file, as JSON."""
    return json.loads(path.read_text(encoding="utf-8"))


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


def notebook_page(notebook: dict[str, Any], name: str) -> tuple[str, dict[str, bytes]]:
    """Return the page of a notebook in Markdown, and the pictures that it shows, by file name (`name` begins them)."""
    parts: list[str] = []
    pictures: dict[str, bytes] = {}
    for cell in notebook["cells"]:
        source = _text(cell["source"]).strip("\n")
        if cell["cell_type"] == "markdown":
            parts.append(source)
        elif cell["cell_type"] == "code" and source:
            parts.append(_fenced(source, "python"))
            for output in cell.get("outputs", ()):
                parts += _shown(output, name, pictures)
    return "\n\n".join(parts) + "\n", pictures


def _shown(output: dict[str, Any], name: str, pictures: dict[str, bytes]) -> list[str]:
    """Return what one output of a cell becomes; words on the error stream are left out."""
    if output["output_type"] == "stream":
        words = _ESCAPES.sub("", _text(output["text"])).rstrip()
        return [_fenced(words, "text")] if output["name"] == "stdout" and words else []
    data = output.get("data", {})
    for kind, ending in _FILES.items():
        if kind in data:
            content = _text(data[kind])
            file = f"{name}_{len(pictures) + 1}.{ending}"
            pictures[file] = content.encode() if ending == "svg" else base64.b64decode(content)
            return [f"![Output of the cell above]({file})"]
    words = _text(data.get("text/plain", "")).rstrip()
    return [_fenced(words, "text")] if words else []


def _text(value: Any) -> str:
    """Notebooks hold texts whole or as lists of lines."""
    return value if isinstance(value, str) else "".join(value)


def _fenced(text: str, language: str) -> str:
    """Text in a fence longer than any within it."""
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"
