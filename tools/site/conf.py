"""The site: README, docs/ and docstrings as linked pages, made by Sphinx (`python -m tools docs site`).

Pages are those of the checkout where they lie, so links that work in it work here; what they link to that is no page
comes along as a file.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
from importlib import metadata
from pathlib import Path
from typing import Any

OPTIONAL = ("torch", "stable_baselines3", "sb3_contrib", "tqdm", "tensorboard", "scipy", "matplotlib")
PARTS = {  # of the sidebar -> pages
    "Games": "docs/games/*",
    "Guides": "docs/*",
    "Results": "docs/results/README\ndocs/results/**",
    "Rules": "docs/rules/*",
    "Options, observations, actions": "docs/reference/*",
    "Reference": "reference/*",
    "Project": "docs/recipes/README\nnotebooks/README\nexamples/*/README\nCHANGELOG\nCONTRIBUTING",
}
SHORT_NAME = re.compile(r"(:(?:class|func|meth|attr|data|exc):`)(?=[\w]+(?:\.\w+)?`)")
LINK = re.compile(r"\[([^\]\n]*)\]\(([\w./-]+)\)")

project, release = "eurogym", metadata.version("eurogym")
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "README"
include_patterns = ["*.md", "docs/**.md", "notebooks/README.md", "examples/*/README.md", "reference/*.md"]
myst_heading_anchors = 6
default_role = "code"  # docstrings put names of code between single backticks
add_module_names = False
autodoc_member_order = "bysource"
autodoc_mock_imports = [one for one in OPTIONAL if importlib.util.find_spec(one) is None]
napoleon_numpy_docstring = False
# as a list: by themselves, attributes that a class documents also where they stand would be there twice
napoleon_custom_sections = [("Attributes", "params_style")]
suppress_warnings = ["ref.python"]  # several classes have an attribute of a name: it links to one of them
html_theme, html_title = "furo", f"{project} {release}"
html_copy_source = html_show_sphinx = html_show_copyright = html_domain_indices = False


def lay_out(checkout: Path, source: Path, modules: list[str]) -> None:
    """Fill the folder `source` with a copy of the checkout, and a page for every public module."""
    left_out = shutil.ignore_patterns(".*", "__pycache__", "build", "runs", "sites", "*.npz")
    shutil.copytree(checkout, source, symlinks=True, ignore=left_out, dirs_exist_ok=True)
    (source / "reference").mkdir()
    for module in modules:
        members = ":members: games, make" if module == "eurogym" else ":members:"
        page = f"# `{module}`\n\n```{{eval-rst}}\n.. automodule:: {module}\n   {members}\n```\n"
        (source / "reference" / f"{module}.md").write_text(page, encoding="utf-8")


def setup(app: Any) -> None:
    """Give the first page the contents, and let names in docstrings be found wherever they are defined."""

    def contents(_: Any, page: str, text: list[str]) -> None:
        # The site has no pages of folders: their names stay without a link.
        here = Path(app.srcdir, page).parent
        text[0] = LINK.sub(lambda link: link[1] if (here / link[2]).is_dir() else link[0], text[0])
        for title, pages in PARTS.items() if page == root_doc else ():
            text[0] += (
                f"\n\n```{{toctree}}\n:hidden:\n:titlesonly:\n:glob:\n:caption: {title}\n\n{pages}\n```\n"
            )

    def find(_: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
        lines[:] = [SHORT_NAME.sub(r"\1.", line) for line in lines]

    app.connect("source-read", contents)
    app.connect("autodoc-process-docstring", find)
