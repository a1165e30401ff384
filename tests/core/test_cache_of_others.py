"""Compiled code is read only where nobody but its owner may write, and what cannot be kept is said to be so."""

import os
import re
import stat
from pathlib import Path

import pytest

from eurogym.cli import main as cli
from eurogym.common import prepare
from eurogym.common.prepare import Part
from eurogym.envs.core.compile import disk
from eurogym.envs.core.compile import kernels as compiling
from tests.core.test_compile_cache import imported, tiny
from tests.core.test_files import STRANGER, as_root

__all__ = ["tiny"]
pytestmark = pytest.mark.skipif(compiling.PURE or not hasattr(os, "geteuid"), reason="users of Unix")
LEVELS = {"the cache": 0, "the folder of a module": 1, "the folder of its code": 2, "the file": 3}


@pytest.fixture
def cache(tiny):
    """A cache that holds code of every entry."""
    assert "compiling" in tiny() and tiny() == ""
    return tiny.folder / "cache"


def at(cache, level):
    """The paths of a level of the cache."""
    return [[cache], [*cache.glob("*")], [*cache.glob("*/*")], [*cache.glob("*/*/*.code")]][level]


def content(cache):
    return {path: path.read_bytes() for path in cache.rglob("*") if path.is_file() and path.suffix != ".lock"}


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("level", "mode"), [(0, 0o777), (0, 0o1777), (1, 0o775), (2, 0o757)])
def test_a_folder_that_others_may_write_to_is_neither_read_nor_written(tiny, cache, level, mode):
    for path in at(cache, level):
        path.chmod(mode)
    for path in cache.rglob("*.lock"):
        path.unlink()
    before = content(cache)
    told = tiny()
    assert told.count("compiled code is not cached: others than its owner may write to") == 1
    assert "compiling tiny (at every start, about" in told
    assert content(cache) == before and not list(cache.rglob("*.lock"))


def test_a_file_that_others_may_write_to_is_replaced(tiny, cache):
    for path in at(cache, 3):
        path.chmod(0o666)
    told = tiny()
    assert "is not read: others than its owner may write to" in told and "compiling tiny (once" in told
    assert tiny() == "" and all(stat.S_IMODE(path.stat().st_mode) == 0o644 for path in at(cache, 3))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("level", [1, 2, 3])
def test_links_inside_the_cache_are_not_followed(tiny, cache, tmp_path, level):
    for number, path in enumerate(at(cache, level)):
        target = tmp_path / f"elsewhere{number}"
        path.rename(target)
        path.symlink_to(target)
    told = tiny()
    assert "is a link" in told and "compiling" in told
    assert len(list(tmp_path.glob("elsewhere*"))) > 0
    if level == 3:
        assert tiny() == "" and not any(path.is_symlink() for path in at(cache, 3))


def test_a_cache_that_is_a_link_of_ours_is_used(tiny, cache, monkeypatch, tmp_path):
    (tmp_path / "link").symlink_to(cache)
    monkeypatch.setenv("EUROGYM_CACHE_DIR", str(tmp_path / "link"))
    assert tiny() == ""


def test_a_lock_that_is_a_link_leaves_what_it_points_to(tiny, cache, tmp_path):
    precious = tmp_path / "precious.txt"
    precious.write_text("precious")
    for path in cache.rglob("*.lock"):
        path.unlink()
        path.symlink_to(precious)
    for path in at(cache, 3):
        path.unlink()
    assert "compiling" in tiny() and tiny() == ""
    assert precious.read_text() == "precious"


@as_root
@pytest.mark.one_in(2)
@pytest.mark.parametrize("level", LEVELS.values(), ids=list(LEVELS))
def test_what_belongs_to_another_user_is_not_read(tiny, cache, level):
    for path in at(cache, level):
        os.chown(path, STRANGER, STRANGER)
    told = tiny()
    assert "belongs to another user" in told and "compiling" in told
    assert (f"EUROGYM_TRUSTED_CACHE={cache} to read what is there" in told) == (level == 0)


@as_root
def test_what_is_trusted_is_read_if_only_its_owner_may_write(tiny, cache, monkeypatch, tmp_path):
    for path in (cache, *cache.rglob("*")):
        os.chown(path, STRANGER, STRANGER)
    monkeypatch.setenv("EUROGYM_TRUSTED_CACHE", str(cache))
    monkeypatch.setenv("EUROGYM_CACHE_DIR", str(tmp_path / "own"))
    before = sorted(path.stat().st_mtime_ns for path in cache.rglob("*"))
    assert tiny() == "" and sorted(path.stat().st_mtime_ns for path in cache.rglob("*")) == before
    cache.chmod(0o777)
    told = tiny()
    assert f"compiled code in {cache} is not read: others than its owner" in told and "compiling" in told
    cache.chmod(0o755)
    (tmp_path / "own").rename(tmp_path / "set aside")
    for path in at(cache, 3):
        os.chown(path, STRANGER + 1, STRANGER + 1)
    told = tiny()
    assert "belongs to another user" in told and "compiling" in told


def test_a_trusted_cache_without_this_code_is_no_fault(tiny, cache, monkeypatch, tmp_path):
    (tmp_path / "theirs").mkdir()
    for theirs in ("theirs", "nowhere"):
        monkeypatch.setenv("EUROGYM_TRUSTED_CACHE", str(tmp_path / theirs))
        assert tiny() == ""


def test_damaged_code_of_a_trusted_cache_is_left_there(tiny, cache, monkeypatch, tmp_path):
    monkeypatch.setenv("EUROGYM_TRUSTED_CACHE", str(cache))
    monkeypatch.setenv("EUROGYM_CACHE_DIR", str(tmp_path / "own"))
    code = at(cache, 3)[0]
    code.write_bytes(code.read_bytes()[:-1])
    before = content(cache)
    assert "compiling" in tiny() and tiny() == "" and content(cache) == before


@pytest.mark.parametrize("umask", [0o000, 0o077])
def test_a_cache_can_be_read_again_whatever_the_umask(tiny, umask):
    before = os.umask(umask)
    try:
        assert "compiling" in tiny()
    finally:
        os.umask(before)
    assert tiny() == ""


def test_ones_own_cache_is_read_on_a_disk_that_cannot_be_written_to(tiny, cache, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    assert tiny() == ""
    for path in at(cache, 3):
        path.unlink()
    told = tiny()
    assert told.count("cannot be written to") == 1 and "at every start" in told
    assert not at(cache, 3)


@pytest.mark.parametrize(
    ("place", "words"),
    [("a" * 300, "File name too long"), ("file", "is not a folder"), ("file/below", "it is a file")],
)
def test_why_nothing_is_kept_is_said(tiny, tmp_path, monkeypatch, capfd, place, words):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("EUROGYM_CACHE_DIR", str(tmp_path / place))
    told = tiny()
    assert re.search(words, told) and "home" not in told and "at every start" in told
    assert cli.main(["games", "compile", "villagers"]) == 2
    assert "compiled code would not be kept" in capfd.readouterr().err


def test_without_a_home_the_game_goes_on(tiny, monkeypatch):
    for name in ("EUROGYM_CACHE_DIR", "HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", classmethod(lambda cls: (_ for _ in ()).throw(RuntimeError("no home"))))
    assert "the home directory is unknown" in tiny()
    assert "compiling" in tiny()  # nothing was kept


def test_code_that_no_folder_keeps_is_found_again_in_this_process(tiny, monkeypatch, capfd):
    monkeypatch.setenv("EUROGYM_CACHE_DIR", "/dev/null")
    assert "compiling" in tiny() and len(disk.unkept) == 3
    again = imported(monkeypatch, tiny.folder / "tiny.py")
    assert again.double(4) == 8 and compiling.is_compiled(again.double) and capfd.readouterr().err == ""


def test_where_nothing_is_kept_no_other_process_compiles_ahead(monkeypatch):
    here = []
    monkeypatch.setenv("EUROGYM_CACHE_DIR", "/dev/null")
    monkeypatch.setattr(prepare, "Compilers", None)
    monkeypatch.setattr(prepare, "compile_part", lambda package, part: here.append(part))
    monkeypatch.setattr(
        prepare, "missing", lambda games: [Part("villagers", "rules"), Part("villagers", "policy")]
    )
    prepare.make_ready("villagers", ["heuristic"])
    assert here == ["rules", "policy"]
