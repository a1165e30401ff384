"""The folder of a run: never overwritten silently, never two at once, and no policy that has learned nothing."""

import base64
import json
import multiprocessing
import os
import pickle
import signal
import zipfile

import pytest
import torch

from eurogym.cli import main as cli
from eurogym.common.errors import InputError
from eurogym.training.learn import crew, folder, trainer, vec_env
from eurogym.training.learn.config import config_from, load_preset
from eurogym.training.learn.folder import STATES, at_work
from eurogym.training.learn.ppo.run import PPORun

QUICK = dict(game="toy", players=[1], steps=200, num_envs=8, rollout_steps=8, hidden=[8], threads=1)
ALGORITHMS = list(STATES)


def config(tmp_path, algorithm, **changes):
    files = dict(out=str(tmp_path / "run"), tensorboard=False, progress=False, eval_games=2)
    return config_from(algorithm, {**QUICK, **files, **changes})


def train(tmp_path, algorithm, **changes):
    return trainer(algorithm)(config(tmp_path, algorithm, **changes))


def contents(path):
    return {
        file.name: file.read_bytes() for file in path.iterdir() if file.is_file() and file.name != folder.LOCK
    }


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_run_is_not_overwritten_silently(tmp_path, algorithm, capsys):
    train(tmp_path, algorithm)
    before = contents(tmp_path / "run")
    assert set(before) == {"config.json", "policy.npz", "curve.csv", "curve.json", STATES[algorithm]}
    with pytest.raises(InputError, match=r"already contains a run .*--resume.*--overwrite.*--out"):
        train(tmp_path, algorithm)
    words = ["train", "toy", "--players", "1", "--steps", "9", "--out", str(tmp_path / "run")]
    assert cli.main(words) == 2
    told = capsys.readouterr()
    assert "already contains a run (policy.npz, " in told.err and told.out == ""
    assert contents(tmp_path / "run") == before


@pytest.mark.parametrize("name", folder.FILES)
def test_any_file_of_a_run_is_enough_to_be_refused(tmp_path, name):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / name).write_text("kept")
    with pytest.raises(InputError, match=f"already contains a run .{name}."):
        train(tmp_path, "ppo")
    assert contents(tmp_path / "run") == {name: b"kept"}


def test_overwriting_replaces_the_run_and_nothing_else(tmp_path):
    """Given a run of one algorithm, logs and a note: one of the other takes its place, the note stays."""
    train(tmp_path, "maskable", tensorboard=True)
    (tmp_path / "run" / "notes.txt").write_text("mine")
    (tmp_path / "run" / "tensorboard" / "notes.txt").write_text("mine, too")
    train(tmp_path, "ppo", overwrite=True)
    assert set(contents(tmp_path / "run")) == {
        "config.json", "policy.npz", "curve.csv", "curve.json", "trainer.pt", "notes.txt",
    }  # fmt: skip
    logs = [file for file in (tmp_path / "run" / "tensorboard").rglob("*") if file.is_file()]
    assert [file.name for file in logs] == ["notes.txt"]
    alone = train(tmp_path, "ppo", out=str(tmp_path / "other"))
    assert json.loads((tmp_path / "run" / "curve.json").read_text())[-1]["learned"] == alone[-1]["learned"]


def test_what_cannot_be_resumed_is_refused(tmp_path):
    train(tmp_path, "ppo")
    with pytest.raises(InputError, match="resume and overwrite cannot be used together"):
        train(tmp_path, "ppo", resume=True, overwrite=True)
    with pytest.raises(InputError, match="contains a run of ppo, not of maskable"):
        train(tmp_path, "maskable", resume=True)


def test_what_is_recorded_begins_the_same_run_elsewhere(tmp_path):
    """Given the config.json of a run that was resumed: as a preset it says nothing of resuming or overwriting."""
    train(tmp_path, "maskable")
    train(tmp_path, "maskable", steps=400, resume=True)
    values = load_preset(str(tmp_path / "run" / "config.json"))
    assert values["algo"] == "maskable" and values["steps"] == 400
    assert not {"resume", "overwrite"} & set(values)


@pytest.mark.parametrize("how", [{}, {"overwrite": True}, {"resume": True}])
def test_two_runs_at_once_are_refused(tmp_path, how):
    train(tmp_path, "ppo")
    before = contents(tmp_path / "run")
    with at_work(tmp_path / "run"), pytest.raises(InputError, match=f"another run is at work.*{os.getpid()}"):
        train(tmp_path, "ppo", **how)
    assert contents(tmp_path / "run") == before


def hold(path, ready):
    with at_work(path):
        ready.set()
        signal.pause()


def test_a_dead_process_holds_nothing(tmp_path):
    context = multiprocessing.get_context("fork")
    ready = context.Event()
    child = context.Process(target=hold, args=(tmp_path / "run", ready))
    child.start()
    try:
        assert ready.wait(60)
        with pytest.raises(InputError, match=f"another run is at work in .*process {child.pid}"):
            train(tmp_path, "ppo")
    finally:
        child.kill()
        child.join()
    train(tmp_path, "ppo")


def test_a_run_that_has_gone_on_meanwhile_is_not_set_back(tmp_path):
    """Given a state that was read before another process went on from it: it is not gone on with."""
    train(tmp_path, "ppo")
    late = PPORun(config(tmp_path, "ppo", steps=400, resume=True))
    train(tmp_path, "ppo", steps=300, resume=True)
    before = contents(tmp_path / "run")
    with pytest.raises(InputError, match="has continued in the meantime"):
        late.train()
    assert contents(tmp_path / "run") == before


class Impatient:
    """An opponent during whose first move the user interrupts."""

    def act(self, batch, games):
        raise KeyboardInterrupt


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_an_interrupt_before_the_first_update_leaves_no_policy(tmp_path, algorithm, monkeypatch, capsys):
    """Given an interrupt in the first rollout: no policy lies there, and the run can be begun anew."""
    who = {"players": [3], "opponents": ["random"]}
    who |= {"opponent_fraction": 1.0} if algorithm == "ppo" else {}
    with monkeypatch.context() as patched:
        for module in (crew, vec_env):
            patched.setattr(module, "make_agent", lambda name, game, seed: Impatient())
        with pytest.raises(KeyboardInterrupt):
            train(tmp_path, algorithm, **who)
        assert "interrupted before the first update; there is no policy" in capsys.readouterr().err
    assert set(contents(tmp_path / "run")) == {"config.json"}
    with pytest.raises(InputError, match="already contains a run"):
        train(tmp_path, algorithm, **who)
    train(tmp_path, algorithm, resume=True, **who)
    assert "the run starts over" in capsys.readouterr().err
    assert (tmp_path / "run" / "policy.npz").is_file()


def test_a_time_that_is_over_at_once_is_told(tmp_path):
    with pytest.raises(InputError, match="that ends before the first update"):
        train(tmp_path, "ppo", steps=0, minutes=1e-9)
    assert set(contents(tmp_path / "run")) == {"config.json"}


class Evil:
    """Leaves a mark where it is unpickled."""

    def __init__(self, mark):
        self.mark = mark

    def __reduce__(self):
        return open, (str(self.mark), "w")


def test_a_state_of_a_run_runs_no_code(tmp_path):
    """Given a model.zip with pickled objects, as Stable-Baselines3 writes and reads them: they are not looked at."""
    train(tmp_path, "maskable")
    path, mark = tmp_path / "run" / STATES["maskable"], tmp_path / "mark"
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    data = json.loads(parts["data"])
    evil = base64.b64encode(pickle.dumps(Evil(mark))).decode()
    data["policy_class"] = {":type:": "<class 'abc.ABCMeta'>", ":serialized:": evil}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in (parts | {"data": json.dumps(data)}).items():
            archive.writestr(name, content)
    train(tmp_path, "maskable", steps=400, resume=True)
    path = tmp_path / "other" / STATES["ppo"]
    train(tmp_path, "ppo", out=str(path.parent))
    torch.save({"network": Evil(mark)}, path)
    with pytest.raises(InputError, match="is damaged"):
        train(tmp_path, "ppo", out=str(path.parent), steps=400, resume=True)
    assert not mark.exists()


def test_a_state_of_wrong_shapes_is_refused(tmp_path):
    train(tmp_path, "ppo")
    path = tmp_path / "run" / STATES["ppo"]
    state = torch.load(path, weights_only=True)
    rollout, optimizer = state["games"]["rollout"], state["optimizer"]["state"]
    spoilt = [
        {"games": state["games"] | {"rollout": rollout | {"carry_held": rollout["carry_held"][:3]}}},
        {"games": state["games"] | {"rollout": rollout | {"actions": rollout["actions"] + 10_000}}},
        {"network": {name: value * float("nan") for name, value in state["network"].items()}},
        {"past_selves": [{}]},
        {"optimizer": state["optimizer"] | {"state": optimizer | {0: optimizer[0] | {"exp_avg": torch.zeros(3)}}}},
    ]  # fmt: skip
    for changed in spoilt:
        torch.save(state | changed, path)
        with pytest.raises(InputError, match="is damaged"):
            train(tmp_path, "ppo", steps=400, resume=True)
    torch.save(state, path)
    train(tmp_path, "ppo", steps=400, resume=True)
