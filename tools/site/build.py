"""Run Sphinx over the staged pages, without mercy: a warning is an error, and so is a link of the result that fails."""

from __future__ import annotations

import importlib.util
import io
import re
import shutil
import tempfile
import warnings
from importlib.metadata import version
from pathlib import Path
from typing import Any

from eurogym.common.errors import InputError
from eurogym.envs.core import extras
from tools.site import links
from tools.site.stage import Stage

FOLDER = Path("sites")
MARK = ".eurogym-site"  # a folder with this file may be replaced
_OPTIONAL = (
    "torch",
    "stable_baselines3",
    "sb3_contrib",
    "tqdm",
    "tensorboard",
    "scipy",
    "matplotlib",
    "openskill",
)


_SHORT_NAME = re.compile(r"(:(?:class|func|meth|attr|data|exc):`)(?=[\w]+(?:\.\w+)?`)")
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class SiteError(InputError):
    """A site that is not in order; `faults` holds a line for everything that is wrong."""

    def __init__(self, faults: list[str]):
        super().__init__(f"the site has {len(faults)} faults, the first: {faults[0]}")
        self.faults = faults


def configuration() -> dict[str, Any]:
    """Return what Sphinx is told."""
    return {
        "project": "eurogym",
        "release": version("eurogym"),
        "extensions": ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"],
        "source_suffix": {".md": "markdown"},
        "myst_heading_anchors": 6,
        "default_role": "code",  # docstrings put names of code between single backticks
        "add_module_names": False,
        "autodoc_member_order": "bysource",
        "autodoc_mock_imports": [one for one in _OPTIONAL if importlib.util.find_spec(one) is None],
        "napoleon_numpy_docstring": False,
        # as a list: by themselves, attributes that a class documents also where they stand would be there twice
        "napoleon_custom_sections": [("Attributes", "params_style")],
        "suppress_warnings": [
            "ref.python"
        ],  # several classes have an attribute of a name: it links to one of them
        "html_theme": "furo",
        "html_title": f"eurogym {version('eurogym')}",
        "html_copy_source": False,
        "html_show_sphinx": False,
        "html_show_copyright": False,
        "html_domain_indices": False,
        "pygments_style": "friendly",
    }


def _find_by_name(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Let the names that docstrings refer to be found wherever they are defined."""
    lines[:] = [_SHORT_NAME.sub(r"\1.", line) for line in lines]


def _run_sphinx(pages: Path, made: Path, trees: Path) -> str:
    """Make the pages; returns the warnings, one a line."""
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    said = io.StringIO()
    with docutils_namespace(), patch_docutils(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of one library about another
        app = Sphinx(pages, None, made, trees, "html", configuration(), status=None, warning=said)
        app.connect("autodoc-process-docstring", _find_by_name)
        app.build(force_all=True)
    return _COLOURS.sub("", said.getvalue())


def build_site(checkout: Path, out: Path) -> int:
    """Build the site of a checkout into the folder `out`, which is replaced; returns the number of its pages.

    Raises:
        SiteError: anything is wrong with the pages: every warning and every broken link is named.
        InputError: Sphinx is not installed, or something other than a site is in the way.
    """
    try:
        import furo  # noqa: F401
        import myst_parser  # noqa: F401
        import sphinx  # noqa: F401
    except ModuleNotFoundError as missing:
        raise InputError(f"the site needs {missing.name}: {extras.install('docs')}") from None
    if out.exists() and not out.is_dir():
        raise InputError(f"--out: {out} is a file; give a folder")
    if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
        raise InputError(f"--out: {out} contains something other than a site; give a new or an empty folder")
    with tempfile.TemporaryDirectory(prefix="eurogym-site-") as work:
        pages, made, trees = (Path(work).resolve() / name for name in ("pages", "made", "trees"))
        pages.mkdir()
        stage = Stage(checkout, pages)
        stage.write()
        if stage.faults:
            raise SiteError(stage.faults)
        said = _run_sphinx(pages, made, trees)
        said = said.replace(f"{pages}/", "").replace(f"{checkout}/", "")
        wrong = [line for line in said.splitlines() if line.strip()]
        wrong = wrong or links.faults(made)
        if wrong:
            raise SiteError(wrong)
        (made / MARK).touch()
        if out.exists():
            shutil.rmtree(out)
        shutil.copytree(made, out)
    return len(list(out.rglob("*.html")))
