"""Generate the tables and pictures of docs/ and README from code and results, run notebooks, or build the site."""

from __future__ import annotations

import argparse
import importlib.util
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from eurogym.cli.arguments import print_written
from eurogym.common.errors import InputError
from eurogym.common.files import check_checkout, check_folder
from eurogym.envs.core import extras, registry
from tools.interface import MODULES, interface_page
from tools.pages import FOLDER, INTERFACE, stale_pages, write_pages
from tools.summary import README, readme_text

EXAMPLES = """examples:
  python -m tools docs                      write pages, pictures and the tables of the README
  python -m tools docs villagers --check    fail if the files differ from what the code generates
  python -m tools docs site                 build the site into sites/; a warning of Sphinx is an error
  python -m tools docs notebooks            run the notebooks and keep their outputs
"""
SITE, NOTEBOOKS = "site", "notebooks"
# on the site, beside MODULES
FACES = [f"eurogym.envs.core.faces.{name}" for name in ("aec", "vector", "functions")]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `docs`."""
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help="games (default: all), or the word site or notebooks"
    )
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a page is out of date")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="folder to write to")
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="site: the folder to build into (default sites)"
    )


def main(args: argparse.Namespace) -> int:
    """Write or check the pages; returns 1 when one is out of date.

    Raises InputError outside a checkout, where the pages are, unless a folder is named.
    """
    if args.games == [SITE]:
        return _build_site(args)
    if args.out is not None:
        raise InputError("--out belongs to `python -m tools docs site`")
    if args.games == [NOTEBOOKS]:
        return _run_notebooks()
    names = args.games or registry.shipped()
    whole = not args.games and args.folder == FOLDER
    if args.folder == FOLDER:
        check_checkout("the generated pages lie")
    if args.check:
        if not args.folder.is_dir():
            raise InputError(f"--folder: there is no folder {args.folder}; write the pages without --check")
        stale = stale_pages(names, args.folder)
        if whole and readme_text() != README.read_text(encoding="utf-8"):
            stale.append(README)
        if whole and interface_page() != (FOLDER / INTERFACE).read_text(encoding="utf-8"):
            stale.append(FOLDER / INTERFACE)
        for path in stale:
            print(f"{path} is out of date: python -m tools docs", file=sys.stderr)
        return 1 if stale else 0
    check_folder(args.folder, "--folder")
    written = write_pages(names, args.folder)
    if whole:  # the tables of the README are about all games
        README.write_text(readme_text(), encoding="utf-8", newline="\n")
        (FOLDER / INTERFACE).write_text(interface_page(), encoding="utf-8", newline="\n")
        written += [README, FOLDER / INTERFACE]
    print_written(written)
    return 0


def _run_notebooks() -> int:
    from tools.notebooks import keep_outputs

    check_checkout("the notebooks lie")
    for path in sorted(Path("notebooks").glob("*.ipynb")):
        print(f"running {path} ...", flush=True)
        keep_outputs(path, Path.cwd())
    return 0


def _build_site(args: argparse.Namespace) -> int:
    if args.check or args.folder != FOLDER:
        raise InputError(
            "--check and --folder belong to the generated pages; Sphinx checks the site as it builds it"
        )
    check_checkout("the pages of the site lie")
    out = args.out or Path("sites")
    check_folder(out, "--out")
    if importlib.util.find_spec("furo") is None:
        raise InputError(f"the site needs furo, myst-parser and sphinx: {extras.install('docs')}")
    from sphinx.cmd.build import main as sphinx

    from tools.site import conf

    modules = [*MODULES, *FACES, *(f"eurogym.{name}" for name in registry.module_names())]
    with TemporaryDirectory(prefix="eurogym-site-") as pages:
        conf.lay_out(Path.cwd(), Path(pages), modules)
        code = sphinx(["-qWE", "--keep-going", "-c", str(Path(conf.__file__).parent), pages, str(out)])
    if code == 0:
        print_written([Path(shutil.copyfile(out / "README.html", out / "index.html"))])
    return code
