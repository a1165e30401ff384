"""What a checkout installs: without symbolic links as with them, from a wheel as with -e, and with every extra."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXTRAS = sorted(
    {
        extras
        for page in PAGES
        for extras in re.findall(r'pip install "\.\[([\w,]+)\]"', page.read_text(encoding="utf-8"))
    }
)
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def called(*words: object, cwd: Path = ROOT, typed: str = "", **environment: str) -> str:
    """What a program prints that ends well; nothing of this checkout is on its path."""
    values = {**os.environ, "PYTHONPATH": "", "PIP_DISABLE_PIP_VERSION_CHECK": "1", **environment}
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env=values,
        input=typed,
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, f"{words}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def pip(*words: object, python: Path = Path(sys.executable)) -> str:
    return called(sys.executable, "-m", "pip", "--python", python, *words)


def clone(folder: Path, *settings: str) -> Path:
    called("git", "clone", "--quiet", *settings, ROOT, folder)
    return folder


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """A clone in which what is a link elsewhere is a file with the name of a folder in it."""
    if not (ROOT / ".git").exists():
        pytest.skip("needs the repository")
    folder = clone(tmp_path_factory.mktemp("clone") / "plain", "-c", "core.symlinks=false")
    assert (folder / "eurogym" / "envs").read_text() == "../envs"
    return folder


def wheel_of(source: Path) -> Path:
    folder = source.with_name(f"wheel of {source.name}")
    pip("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, source)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def wheel(plain):
    return wheel_of(plain)


@pytest.fixture
def fresh(tmp_path):
    """The interpreter of an environment that has the libraries of this one and not this checkout."""
    venv.create(tmp_path / "fresh", with_pip=False)
    python = tmp_path / "fresh" / ("Scripts" if os.name == "nt" else "bin") / "python"
    place = called(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    libraries = [entry for entry in sys.path if Path(entry).name in ("site-packages", "dist-packages")]
    assert sysconfig.get_path("purelib") in libraries
    (Path(place) / "libraries.pth").write_text("\n".join(libraries), encoding="utf-8")
    return python


def plays_and_trains(python: Path, folder: Path) -> None:
    """Away from any checkout: the terminal with its rules, a trained agent, a little training."""
    eurogym = (python, "-m", "eurogym")
    play = "play villagers --players 2 --opponents ppo --seed 1"
    seen = called(*eurogym, *play.split(), cwd=folder, typed="rules padlock\n1\n1\nquit\n")
    assert "R8.1" in seen and "from Road 1" in seen
    train = "train villagers --players 2 --steps 256 --num-envs 8 --rollout-steps 16 --out run"
    called(*eurogym, *train.split(), cwd=folder, OMP_NUM_THREADS="1")
    assert (folder / "run" / "policy.npz").exists()


@pytest.mark.slow
def test_the_wheel_of_a_clone_without_links_is_that_of_one_with_links(plain, wheel, tmp_path):
    linked = wheel_of(clone(tmp_path / "linked"))
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(linked) as other:
        members = [{file.filename: file.CRC for file in each.infolist()} for each in (one, other)]
    assert members[0] == members[1] and "eurogym/play/rules/village.md" in members[0]


@pytest.mark.slow
def test_a_clone_without_links_is_installed_plays_and_trains(wheel, fresh, tmp_path):
    pip("install", "--quiet", "--no-deps", "--no-index", wheel, python=fresh)
    plays_and_trains(fresh, tmp_path)


@pytest.mark.slow
def test_a_clone_without_links_can_be_installed_to_work_in(plain, fresh, tmp_path):
    pip("install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", plain, python=fresh)
    plays_and_trains(fresh, tmp_path)


def test_ci_installs_what_the_page_of_the_doors_does():
    page = (ROOT / "docs" / "language_models.md").read_text(encoding="utf-8")
    commands = re.findall(r'^pip install "\.\[.*$', page, re.MULTILINE)
    assert len(commands) == 2 and all(f"run '{command} && " in CI for command in commands)
    installed = re.findall(r"pip install (?:--quiet )?(?:-e )?[\"']\.\[([\w,]+)\][\"']", CI)
    assert not {"mcp", "openenv"} <= {*installed}, "they cannot be installed together"


@pytest.mark.slow
@pytest.mark.parametrize("extras", EXTRAS)
def test_what_pages_install_can_be_installed_together(extras):
    """As pip sees it today; where no registry answers, there is nothing to see."""
    words = ["install", "--dry-run", "--quiet", "--ignore-installed", "--report", "-", f".[{extras}]"]
    done = subprocess.run(
        [sys.executable, "-m", "pip", *words], cwd=ROOT, capture_output=True, text=True, timeout=900
    )
    if re.search("connection|timed out|Temporary failure", done.stderr, re.IGNORECASE):
        pytest.skip("no registry answers")
    assert done.returncode == 0, done.stderr[-3000:]
    names = {item["metadata"]["name"].lower() for item in json.loads(done.stdout)["install"]}
    assert "numba" in names and ("torch" in names) == (not {"train", "dev"}.isdisjoint(extras.split(",")))
