"""Files are replaced whole, or not at all."""

import os
import stat
from contextlib import nullcontext

import pytest

from eurogym.envs.core.files import replacing, write_text


@pytest.mark.parametrize("error", [None, ValueError, KeyboardInterrupt, OSError])
def test_a_file_is_replaced_in_one_step_or_is_as_it_was(tmp_path, error):
    path = tmp_path / "kept.txt"
    write_text(path, "first\n")
    with pytest.raises(error) if error else nullcontext(), replacing(path) as part:
        part.write_text("second\n")
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
    path.chmod(0o640)
    write_text(path, "second\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(PermissionError, match=r"kept\.txt"):
        write_text(path, "third\n")
    assert path.read_text() == "second\n"


def test_what_is_linked_is_replaced_and_the_link_stays(tmp_path):
    (tmp_path / "far").mkdir()
    write_text(tmp_path / "far" / "a.txt", "first")
    (tmp_path / "a.txt").symlink_to(tmp_path / "far" / "a.txt")
    write_text(tmp_path / "a.txt", "second")
    assert (tmp_path / "a.txt").is_symlink()
    assert (tmp_path / "far" / "a.txt").read_text() == "second"


def test_a_pipe_is_written_to_and_stays_one(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    write_text(path, "through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert stat.S_ISFIFO(path.stat().st_mode)
