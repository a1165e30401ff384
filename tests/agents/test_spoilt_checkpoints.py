"""Checkpoints from anywhere: none runs code, reads beyond an array, takes all memory or is waited for."""

import io
import json
import os
import sys
import zipfile

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents.framework.networks import stored
from eurogym.agents.framework.networks.checkpoint import describe_batch, load_checkpoint, save_checkpoint
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.agents.framework.networks.stored import DamagedError, read_arrays
from eurogym.common.errors import InputError
from eurogym.training.learn.config import load_preset
from tests import toy
from tests.agents.networks import judge, policy
from tests.files.fuzz import fuzz
from tests.files.kinds import Kind

SPECS = {  # of the kinds of checkpoints, how each is played
    "plain": "ppo:sample=true,path={}",
    "upon": "ppo:path={}",
    "after": "ppo:path={}",
    "value": "mc:sims=2,depth=1,leaf={}",
}


def sound(kind, folder):
    """A sound checkpoint of a kind."""
    batch = toy.batch(num_envs=2, num_players=2, seed=1)
    told = describe_batch(batch) | {"heuristic": "greedy", "base": "", "beta": 0.5}
    network = {
        "plain": lambda: policy(batch),
        "upon": lambda: policy(batch, upon="greedy"),
        "after": lambda: judge(batch),
        "value": lambda: judge(batch, of_actions=False),
    }[kind]()
    return save_checkpoint(folder / f"{kind}.npz", network, told, pack=kind == "upon")


@pytest.fixture
def kinds(tmp_path):
    """The arrays of a sound checkpoint of every kind, and how it is played."""
    found = {}
    for kind, spec in SPECS.items():
        path = sound(kind, tmp_path)
        with np.load(path) as file:
            found[kind] = ({name: file[name] for name in file.files}, path, spec)
    return found


BOT = "class Evil:\n    def act(self, batch, games):\n        return [0 for _ in games]\n"


def evil(folder):
    """A bot whose file leaves a marker where it is run, and the marker."""
    bot, marker = folder / "evil.py", folder / "marker"
    bot.write_text(f"open({str(marker)!r}, 'a').write('x')\n{BOT}")
    return bot, marker


def rewritten(kind, told=None, **arrays):
    """The path of a checkpoint with other metadata or arrays."""
    sound, path, _ = kind
    metadata = json.loads(str(sound["metadata"][()]))
    for name, value in (told or {}).items():
        (metadata["architecture"] if name == "residual" else metadata)[name] = value
    np.savez(path, **sound | arrays | {"metadata": np.array(json.dumps(metadata))})
    return path


def play(kind, path):
    batch = toy.batch(num_envs=2, num_players=2, seed=1)
    return agents.make(kind[2].format(path)).act(batch, np.arange(2))


@pytest.mark.parametrize(
    ("kind", "name"),
    [("upon", "residual"), *((kind, name) for kind in ("after", "value") for name in ("heuristic", "base"))],
)
def test_a_checkpoint_names_no_code(kinds, kind, name, tmp_path):
    play(kinds[kind], rewritten(kinds[kind]))
    bot, marker = evil(tmp_path)
    values = [f"{bot}:Evil", f"program:command={sys.executable} {bot}", "evil:Evil", "random", "mc:sims=9", 7]
    for value in [*values, *([None] if name != "base" else [])]:
        with pytest.raises(CheckpointError, match="it builds on"):
            play(kinds[kind], rewritten(kinds[kind], {name: value}))
    assert not marker.exists()


FLOAT = np.float32
SPOILT = [  # kind of checkpoint, array, what becomes of it, what is said
    *(("upon", name, lambda a: a[:1], "(has|of) shape") for name in ("residual.embedding", "residual.beta")),
    *(("upon", name, lambda a: a[:3], "(has|of) shape") for name in ("policy.0.bias", "scale")),
    ("upon", "policy.1.weight", lambda a: a[:, :2], "(has|of) shape"),
    ("upon", "policy.0.weight.steps", lambda a: a.astype(np.float64), "without a step"),
    *(
        ("upon", name, lambda a, value=value: a * 0 + FLOAT(value), words)
        for name in ("policy.0.weight.steps", "policy.1.weight")
        for value, words in ((np.nan, "not finite"), (np.inf, "not finite"))
    ),
    ("upon", "policy.0.weight.steps", lambda a: a * 0 + FLOAT(3e38), "not finite"),
    ("upon", "policy.1.weight", lambda a: a * 0 + FLOAT(3e38), "numbers above 1e"),
    ("upon", "policy.0.bias", lambda a: a.astype(np.float64), "not float32"),
    ("after", "value.1.bias", lambda a: np.zeros(2, FLOAT), "value.1.bias has shape"),
    ("value", "points.worths", lambda a: np.zeros(3, FLOAT), "points.worths has shape"),
]


@pytest.mark.parametrize(("kind", "name", "change", "words"), SPOILT)
def test_arrays_that_do_not_fit_each_other_are_refused(kinds, kind, name, change, words):
    with pytest.raises(CheckpointError, match=words):
        load_checkpoint(rewritten(kinds[kind], **{name: change(kinds[kind][0][name])}))


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"beta": -1}, "beta is"), ({"num_actions": 2**62}, "num_actions is"),
        ({"num_actions": True}, "num_actions is"),
        ({"num_actions": 3}, "it names 3 actions"), ({"layout": [["a", [2**62], 1.0]]}, "has no valid shape"),
        ({"options": []}, "options is not a list"), ({"game": "../toy"}, "its game '../toy' is not"),
        ({"actions": []}, "actions is not a list"),
        ({"format_version": 1}, "version 1; only eurogym-network version 2 can"), ({"parts": 1}, "parts is neither"),
        ({"format_version": "2"}, "version '2'"), ({"format": "eurogym-policy"}, "is 'eurogym-policy'"),
    ],
)  # fmt: skip
def test_metadata_that_asks_for_too_much_is_refused(kinds, told, words):
    with pytest.raises(CheckpointError, match=words):
        load_checkpoint(rewritten(kinds["after"], told))


@pytest.mark.slow
def test_what_unpacks_to_gigabytes_is_refused_before_it_is_unpacked(tmp_path):
    path, header = tmp_path / "bomb.npz", io.BytesIO()
    shape = {"descr": "<f4", "fortran_order": False, "shape": (1 << 28 | 1,)}
    np.lib.format.write_array_header_1_0(header, shape)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("scale.npy", header.getvalue() + bytes(1 << 30))
    assert path.stat().st_size < 8 << 20
    with pytest.raises(CheckpointError, match="unpacked it would take"):
        load_checkpoint(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("scale.npy", header.getvalue() + bytes(400))
    with pytest.raises(DamagedError, match="not as long as its header says"):
        read_arrays(path)


def test_a_small_file_does_not_unpack_to_hundreds_of_megabytes(tmp_path):
    np.savez_compressed(tmp_path / "zeros.npz", scale=np.zeros(100 << 20, np.int8))
    assert (tmp_path / "zeros.npz").stat().st_size < 1 << 20
    with pytest.raises(CheckpointError, match="unpacked it would take"):
        load_checkpoint(tmp_path / "zeros.npz")


def test_bytes_that_would_be_wide_weights_are_refused(tmp_path):
    wide = np.zeros(stored.MOST_WEIGHTS // 4 + 1, np.int8)  # more than its weights may take as float32
    with pytest.raises(DamagedError, match="as float32 it would take"):
        stored.widened({"policy.0.weight": wide})


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.npz")
    with pytest.raises(CheckpointError, match="it is not a file"):
        load_checkpoint(tmp_path / "pipe.npz")


def test_the_folder_of_a_run_stands_for_its_policy(kinds, tmp_path):
    sound, path, spec = kinds["plain"]
    with pytest.raises(CheckpointError, match=r"a folder without a policy\.npz"):
        agents.make(spec.format(tmp_path))
    path.rename(tmp_path / "policy.npz")
    assert play(kinds["plain"], tmp_path).tolist() == play(kinds["plain"], tmp_path / "policy.npz").tolist()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("opponents", ["greedy", "bot.py:Evil"]),
        ("teacher", "program:command=ls"),
        ("eval_against", ["a:B"]),
        *((name, "mine.py:x") for name in ("network", "observation", "reward")),
        ("callback", ["mine.py:x"]),
    ],
)
def test_a_config_file_names_no_code(tmp_path, name, value):
    path = tmp_path / "config.json"
    path.write_text(json.dumps({name: value}))
    with pytest.raises(InputError, match=f"runs code from elsewhere.*--{name.replace('_', '-')}"):
        load_preset(str(path))
    assert load_preset(str(path), overridden=[name]) == {name: value}
    path.write_text(json.dumps({"opponents": ["past", "greedy", "mc:sims=5"], "teacher": ""}))
    assert load_preset(str(path))["opponents"][0] == "past"


@pytest.mark.parametrize("count", [15, pytest.param(2000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", SPECS)
def test_spoilt_checkpoints_are_refused_in_words_or_play(kind, count, tmp_path):
    """As tests/files does with plain policies."""
    spoilt = Kind(lambda folder: sound(kind, folder), lambda path: play((None, None, SPECS[kind]), path))
    counts, _ = fuzz(spoilt, tmp_path / "files", count, 1)
    assert set(counts) == {"read", "refused"}, counts
