"""Files are replaced whole, or not at all, and nothing is written through links that lie in a folder."""

import os
import stat
from contextlib import nullcontext

import pytest

from eurogym.envs.core import files
from eurogym.envs.core.files import (
    appending,
    copy_file,
    end_of,
    lock_file,
    make_folder,
    replacing,
    write_text,
)

STRANGER = 2001  # a user id that is neither ours nor root's
as_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away"
)


@pytest.fixture
def precious(tmp_path):
    """A file elsewhere that must stay as it is."""
    (tmp_path / "elsewhere").mkdir()
    path = tmp_path / "elsewhere" / "precious.txt"
    path.write_text("precious\n")
    yield path
    assert path.read_text() == "precious\n"


@pytest.mark.parametrize("error", [None, ValueError, KeyboardInterrupt, OSError])
def test_a_file_is_replaced_in_one_step_or_is_as_it_was(tmp_path, error):
    path = tmp_path / "kept.txt"
    write_text(path, "first\n")
    with pytest.raises(error) if error else nullcontext(), replacing(path) as file:
        file.write(b"second\n")
        assert path.read_text() == "first\n"
        if error:
            raise error
    assert path.read_text() == ("first\n" if error else "second\n")
    assert os.listdir(tmp_path) == ["kept.txt"]


def test_errors_name_the_file_that_was_asked_for(tmp_path):
    with pytest.raises(FileNotFoundError) as told:
        write_text(tmp_path / "nowhere" / "a.txt", "")
    assert told.value.filename == str(tmp_path / "nowhere" / "a.txt")


def test_who_may_use_it_stays_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "kept.txt"
    write_text(path, "first\n")
    path.chmod(0o4640)
    write_text(path, "second\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640  # and nobody becomes its owner by running it
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(PermissionError, match=r"kept\.txt"):
        write_text(path, "third\n")
    assert path.read_text() == "second\n"


def test_a_second_writer_of_the_same_file_is_noticed(tmp_path):
    path = tmp_path / "kept.txt"
    with pytest.raises(OSError, match="another process is writing"), replacing(path) as file:
        file.write(b"first\n")
        (tmp_path / ".kept.txt.part").unlink()
        (tmp_path / ".kept.txt.part").write_text("of somebody else\n")
    assert not path.exists()


def test_a_link_that_is_named_is_followed_and_stays(tmp_path):
    (tmp_path / "far").mkdir()
    write_text(tmp_path / "far" / "a.txt", "first")
    (tmp_path / "b.txt").symlink_to("far/a.txt")
    (tmp_path / "a.txt").symlink_to(tmp_path / "b.txt")
    write_text(tmp_path / "a.txt", "second", named=True)
    with appending(tmp_path / "a.txt", named=True) as file:
        file.write(b" and third")
    assert (tmp_path / "a.txt").is_symlink() and (tmp_path / "b.txt").is_symlink()
    assert (tmp_path / "far" / "a.txt").read_text() == "second and third"


def test_a_folder_that_is_a_link_is_written_into(tmp_path):
    (tmp_path / "disk").mkdir()
    (tmp_path / "run").symlink_to(tmp_path / "disk")
    write_text(tmp_path / "run" / "a.txt", "here")
    assert (tmp_path / "disk" / "a.txt").read_text() == "here"


@pytest.mark.parametrize("name", ["a.txt", ".a.txt.part"])
def test_a_file_takes_the_place_of_a_link_inside_a_folder(tmp_path, precious, name):
    (tmp_path / name).symlink_to(precious)
    write_text(tmp_path / "a.txt", "new")
    copy_file(tmp_path / "a.txt", tmp_path / "b.txt")
    assert (tmp_path / "a.txt").read_text() == (tmp_path / "b.txt").read_text() == "new"
    assert not (tmp_path / "a.txt").is_symlink() and not os.path.lexists(tmp_path / ".a.txt.part")


@pytest.mark.parametrize("kind", ["link", "dangling link", "hard link", "pipe", "folder"])
@pytest.mark.parametrize("opened", [lock_file, appending])
def test_what_is_no_file_of_its_own_is_neither_locked_nor_appended_to(tmp_path, precious, opened, kind):
    path = tmp_path / "games.jsonl"
    {
        "link": lambda: path.symlink_to(precious),
        "dangling link": lambda: path.symlink_to(tmp_path / "nowhere"),
        "hard link": lambda: path.hardlink_to(precious),
        "pipe": lambda: os.mkfifo(path),
        "folder": path.mkdir,
    }[kind]()
    with pytest.raises(OSError, match=r"games\.jsonl"):
        opened(path)
    assert not os.path.lexists(tmp_path / "nowhere")


def test_a_folder_inside_a_folder_is_no_link(tmp_path, precious):
    make_folder(tmp_path / "run" / "transcripts")
    make_folder(tmp_path / "run" / "transcripts")
    (tmp_path / "run" / "logs").symlink_to(precious.parent)
    with pytest.raises(OSError, match="links inside a folder are not followed"):
        make_folder(tmp_path / "run" / "logs")


@as_root
def test_a_named_link_of_another_user_is_refused(tmp_path, precious):
    path = tmp_path / "out.json"
    path.symlink_to(precious)
    os.chown(path, STRANGER, STRANGER, follow_symlinks=False)
    for write in (
        lambda: write_text(path, "new", named=True),
        lambda: appending(path, named=True),
        lambda: end_of(path),
    ):
        with pytest.raises(PermissionError, match="a link that belongs to another user"):
            write()


def test_links_in_a_ring_are_an_error(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(OSError, match="a"):
        write_text(tmp_path / "a", "new", named=True)


def test_a_pipe_that_is_named_is_written_to_and_stays_one(tmp_path):
    path, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(path)
    link.symlink_to(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    write_text(path, "through", named=True)
    assert os.read(reader, 100) == b"through"
    write_text(link, "again", named=True)
    assert os.read(reader, 100) == b"again"
    os.close(reader)
    assert stat.S_ISFIFO(path.stat().st_mode) and link.is_symlink()


def test_where_a_system_has_no_users_all_is_our_own(tmp_path, monkeypatch):
    monkeypatch.delattr(os, "geteuid", raising=False)
    assert files.is_own(tmp_path.stat())
