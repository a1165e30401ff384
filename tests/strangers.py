"""Packages of other people, as tests write them: a module or a folder, and what an installation says about it."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "examples" / "high_card"
RULES = (EXAMPLE / "high_card.py").read_text(encoding="utf-8")
UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}


def write_package(folder: Path, distribution: str, points: dict[str, str], files: dict[str, str]) -> None:
    """An installed distribution with games by entry point, {versioned name: module}, and its files {path: text}."""
    told = folder / f"{distribution}-1.0.dist-info"
    named = "\n".join(f"{name} = {module}" for name, module in points.items())
    files = files | {
        f"{told.name}/METADATA": f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n",
        f"{told.name}/entry_points.txt": f"[eurogym.games]\n{named}\n",
    }
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def changed(text: str, *pairs: str) -> str:
    """A text with the first of every two pieces replaced by the second; each is there."""
    for old, new in zip(pairs[::2], pairs[1::2], strict=True):
        assert old in text, old
        text = text.replace(old, new)
    return text


def run(folder: Path, *words: str, answer: int = 0, typed: str = "", **environment: str) -> str:
    """What a Python command says, run in a folder that is on the path, away from the checkout."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", **environment},
        input=typed,
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == answer, f"{words}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


def pip_install(folder: Path, source: Path) -> None:
    """Install a package's sources into a folder, and nothing else."""
    words = ["pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target", folder, source]
    subprocess.run([sys.executable, "-m", *map(str, words)], check=True, capture_output=True, timeout=300)


def install_editable(folder: Path, source: Path) -> dict[str, str]:
    """Install a package's sources as `pip install -e` does; returns the environment in which Python finds it."""
    site = folder / "site"
    site.mkdir(exist_ok=True)
    script = "import sys; from setuptools import build_meta; build_meta.build_editable(sys.argv[1])"
    subprocess.run([sys.executable, "-c", script, str(site)], cwd=source, check=True, capture_output=True)
    for wheel in site.glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(site)
    start = f"import site\nsite.addsitedir({str(site)!r})\n"
    (site / "sitecustomize.py").write_text(start, encoding="utf-8")
    return {"PYTHONPATH": f"{site}{os.pathsep}{ROOT}"}
