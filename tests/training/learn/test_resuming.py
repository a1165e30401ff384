"""A resumed run is the run that was never stopped: bit for bit, wherever it was stopped."""

import contextlib
import io
import json
import multiprocessing
import os
import signal
import sys
import zipfile

import pytest
import torch

from eurogym.agents.framework.networks.checkpoint import load_checkpoint
from eurogym.envs.core import registry
from eurogym.training.learn import trainer
from eurogym.training.learn.config import config_from
from eurogym.training.learn.folder import STATES
from eurogym.training.learn.maskable import COURSE

TIMING = ("minutes", "steps_per_second", "play_share", "seconds", "t")
SHARED = dict(game="toy", num_envs=12, rollout_steps=7, hidden=[8], minibatch=32, threads=1, eval_games=4)
SHARED |= dict(
    steps=8 * 12 * 7, eval_every=3, eval_against=[], save_every=2, tensorboard=False, progress=False
)
AGENTS = dict(opponents=["past", "random"], opponent_fraction=0.5)
RUNS = {
    "every seat": ("ppo", dict(players=[2, 3], opponents=[])),
    "among selves and agents": ("ppo", AGENTS | dict(players=[3], opponent_fraction=0.8, past_every=2, log_every=3)),
    "against levels": ("ppo", dict(players=[3], opponents=["level:n=1", "level:n=3"], opponent_fraction=0.8)),
    "taught": ("ppo", dict(players=[3], opponents=["past"], teacher="random", teacher_share=0.6, learner_plays=0.8)),
    "upon a heuristic": (
        "ppo", dict(players=[3], residual=True, reward="mean_margin", keep="best", anchor=0.5, value_warmup=1)
    ),
    "alone": ("ppo", dict(players=[1], difficulty=["easy", "hard"])),
    "with MaskablePPO": ("maskable", dict(players=[1])),
    "with MaskablePPO among agents": ("maskable", dict(players=[3], opponents=["random", "random"])),
}  # fmt: skip


def config(tmp_path, kind, folder, **changes):
    algorithm, values = RUNS[kind]
    return config_from(algorithm, SHARED | values | {"out": str(tmp_path / folder)} | changes)


def train(tmp_path, kind, folder, **changes):
    settings = config(tmp_path, kind, folder, **changes)
    return trainer(settings.ALGORITHM)(settings)


def results(path):
    """What a run has come to: curve less the timing, network, and the state to go on from."""
    curve = json.loads((path / "curve.json").read_text())
    curve = [{name: value for name, value in row.items() if name not in TIMING} for row in curve]
    checkpoint = load_checkpoint(path / "policy.npz")
    layers = [*checkpoint.network.policy, *checkpoint.network.value]
    network = [array.tobytes() for layer in layers for array in layer]
    return dict(curve=curve, network=network, learned=checkpoint.metadata["steps"], state=state_of(path))


def state_of(path):
    """All parts of trainer.pt or model.zip, less the timing."""
    if (path / STATES["ppo"]).exists():
        return flat(torch.load(path / STATES["ppo"], weights_only=True))
    with zipfile.ZipFile(path / STATES["maskable"]) as archive:
        names = [name for name in archive.namelist() if name == COURSE or name.startswith("policy")]
        assert len(names) == 3
        return flat({name: torch.load(io.BytesIO(archive.read(name)), weights_only=True) for name in names})


def flat(tree, name=""):
    """A nested state as names with values that can be compared; timing is left out."""
    if isinstance(tree, dict):
        parts = [flat(part, f"{name}/{key}") for key, part in tree.items() if key not in TIMING]
    elif isinstance(tree, (list, tuple)):
        parts = [flat(part, f"{name}/{place}") for place, part in enumerate(tree)]
    else:
        return {name: tree.numpy().tobytes() if isinstance(tree, torch.Tensor) else tree}
    return {key: value for part in parts for key, value in part.items()}


class Stop:
    """Interrupts a run at the n-th step of its games, those of evaluations included."""

    def __init__(self, monkeypatch, number):
        from eurogym.envs.core.step.batch import BatchedGame

        self.left, step = number, BatchedGame.step

        def counted(batch, *arguments, **named):
            self.left -= 1
            if self.left == 0:
                raise KeyboardInterrupt
            return step(batch, *arguments, **named)

        monkeypatch.setattr(BatchedGame, "step", counted)


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    """Results of each kind of run, trained once."""
    known, place = {}, tmp_path_factory.mktemp("whole")

    def get(kind):
        if kind not in known:
            train(place, kind, str(list(RUNS).index(kind)))
            known[kind] = results(place / str(list(RUNS).index(kind)))
        return known[kind]

    return get


DAILY = {"among selves and agents", "upon a heuristic", "with MaskablePPO among agents"}


@pytest.mark.parametrize(
    "kind", [kind if kind in DAILY else pytest.param(kind, marks=pytest.mark.slow) for kind in RUNS]
)
def test_an_interrupted_run_goes_on_as_if_nothing_had_happened(tmp_path, kind, uninterrupted, monkeypatch):
    """Given interrupts in the midst of rollouts, between two saves: what comes out is the same to the last bit."""
    for number, patience in enumerate((37, 45, 1, 29)):
        with monkeypatch.context() as patched:
            Stop(patched, patience)
            with contextlib.suppress(KeyboardInterrupt):  # some are over before the last one
                train(tmp_path, kind, "run", resume=number > 0)
    train(tmp_path, kind, "run", resume=True)
    assert results(tmp_path / "run") == uninterrupted(kind)


@pytest.mark.parametrize("kind", ["every seat", "with MaskablePPO"])
def test_an_update_is_not_learned_from_by_half(tmp_path, kind, uninterrupted, monkeypatch):
    """Given an interrupt between two gradient steps: the policy is that of the update before, and so is the state."""
    left, step = 20, torch.optim.Adam.step

    def counted(optimizer, *arguments, **named):
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt
        return step(optimizer, *arguments, **named)

    with monkeypatch.context() as patched:
        patched.setattr(torch.optim.Adam, "step", counted)
        with pytest.raises(KeyboardInterrupt):
            train(tmp_path, kind, "run")
    state = state_of(tmp_path / "run")
    first = next(value for name, value in state.items() if name.endswith("first.weight"))
    assert first == load_checkpoint(tmp_path / "run" / "policy.npz").network.policy[0][0].T.tobytes()
    train(tmp_path, kind, "run", resume=True)
    assert results(tmp_path / "run") == uninterrupted(kind)


class Killed(BaseException):
    """What nobody catches."""


@pytest.mark.one_in(8)
@pytest.mark.parametrize("number", [1, 2, *range(3, 22, 2)])
@pytest.mark.parametrize("kind", ["among selves and agents", "with MaskablePPO"])
def test_a_run_that_dies_while_it_saves_goes_on(tmp_path, kind, number, uninterrupted, monkeypatch):
    """Given a death before the n-th file gets its name: config.json first, then four files with each save."""
    left, replace = number, os.replace

    def counted(part, path):
        nonlocal left
        left -= 1
        if left == 0:
            raise Killed
        replace(part, path)

    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr(os, "replace", counted)
        train(tmp_path, kind, "run")
    train(tmp_path, kind, "run", resume=number > 1)
    assert results(tmp_path / "run") == uninterrupted(kind)


def test_other_tables_are_dealt_anew(tmp_path, capsys):
    """Given other numbers of games, or other opponents: the run goes on with new games."""
    for kind, changes in (
        ("among selves and agents", {"opponents": ["random"]}),
        ("with MaskablePPO", {"num_envs": 5}),
    ):
        first = train(tmp_path, kind, kind, steps=3 * 12 * 7)
        capsys.readouterr()
        second = train(tmp_path, kind, kind, steps=5 * 12 * 7, resume=True, **changes)
        assert capsys.readouterr().err == (
            "eurogym: other tables or workers than before: new games begin, and the course differs by them\n"
        )
        assert second[: len(first) - 1] == first[:-1] and second[-1]["steps"] >= 5 * 12 * 7


def test_a_finished_run_stays_as_it_is(tmp_path, uninterrupted):
    for kind in ("every seat", "with MaskablePPO"):
        train(tmp_path, kind, kind)
        train(tmp_path, kind, kind, resume=True)
        assert results(tmp_path / kind) == uninterrupted(kind)


def test_threads_of_named_agents_do_not_matter(tmp_path, uninterrupted):
    """Given three threads at first and one later: agents keep their luck, slot by slot."""
    kind = "among selves and agents"
    with pytest.MonkeyPatch.context() as patched:
        Stop(patched, 37)
        with pytest.raises(KeyboardInterrupt):
            train(tmp_path, kind, "run", env_threads=3)
    train(tmp_path, kind, "run", resume=True)
    assert results(tmp_path / "run")["network"] == uninterrupted(kind)["network"]


# --- killed, really --------------------------------------------------------------------------------------------------

TOUCHES = ("open", "os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.truncate")


def train_and_die(place, kind, changes, number, told):
    """Trains in a process of its own, which ends before it touches a file of its folder for the n-th time."""
    registry.declare("toy", 0, "tests.toy")
    left, folder = number, str(place / "run")

    def watch(event, arguments):
        nonlocal left
        if event not in TOUCHES or not str(arguments[0]).startswith(folder):
            return
        reads = event == "open" and not arguments[2] & (os.O_WRONLY | os.O_RDWR)
        in_vain = event == "os.remove" and not os.path.exists(arguments[0])
        if not (reads or in_vain):
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)
    train(place, kind, "run", resume=begun(place), **changes)
    told.put(number - left)


@pytest.fixture(scope="module")
def processes():
    """Processes that begin with what training imports."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__, "eurogym.training.learn.ppo.run", "tests.toy"])
    return context


def ended(processes, place, kind, changes, number=10**9):
    """Runs `train_and_die`; returns how often it touched files, None if killed."""
    told = processes.SimpleQueue()
    child = processes.Process(target=train_and_die, args=(place, kind, changes, number, told))
    child.start()
    child.join()
    assert child.exitcode in (0, -signal.SIGKILL)
    return told.get() if child.exitcode == 0 else None


def begun(place):
    return (place / "run" / "config.json").exists()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["among selves and agents", "with MaskablePPO"])
def test_a_kill_at_any_file_leaves_a_run_that_resumes(tmp_path, kind, processes):
    """Given a kill before each single thing that a run does with its files: what comes out is the same."""
    shorter = dict(steps=3 * 12 * 7, save_every=2, eval_every=2)
    touches = ended(processes, tmp_path / "whole", kind, shorter)
    assert touches > 20
    for number in range(1, touches + 1):
        place = tmp_path / str(number)
        assert ended(processes, place, kind, shorter, number) is None
        if number % 2 and begun(place):  # killed once more while it goes on
            ended(processes, place, kind, shorter, 1 + 7 * number % touches)
        train(place, kind, "run", resume=begun(place), **shorter)
        assert results(place / "run") == results(tmp_path / "whole" / "run"), number
