"""The folder of a run: which files belong to it, whether a run may use it, and which run is using it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from eurogym.agents.framework.networks.module import WEIGHTS
from eurogym.common.errors import InputError
from eurogym.common.files import held
from eurogym.envs.core.files import PART
from eurogym.training.learn.shared import TrainingConfig

STATES = {"ppo": "trainer.pt", "maskable": "model.zip"}  # what a resumed run goes on from, by algorithm
CONFIG, POLICY, CURVES, PICTURE = "config.json", "policy.npz", ("curve.csv", "curve.json"), "curve.svg"
# In the order in which they go: as long as anything of a run lies there, so does what it can be resumed from.
FILES = (POLICY, WEIGHTS, *CURVES, PICTURE, *STATES.values(), CONFIG)
LOGS = "tensorboard"
SEEDS_PAGE = "seeds.html"  # of runs of several seeds, in the folder that holds theirs
CHECKPOINTS = "checkpoints"  # a folder for each, named after its update
LOCK = ".lock"


def check_claim(config: TrainingConfig, locked: bool = False) -> None:
    """Raise InputError unless a run of this config may begin or continue in its folder. Nothing is changed.

    `locked`: whether `at_work` holds the folder already.
    """
    folder = config.folder()
    if config.files.resume and config.files.overwrite:
        raise InputError("resume and overwrite cannot be used together: continue the run, or replace it")
    if not locked and (folder / LOCK).is_file():
        with at_work(folder):
            pass
    found = [name for name in FILES if (folder / name).exists()]
    if config.files.resume:
        _check_resumable(config, found)
    elif found and not config.files.overwrite:
        raise InputError(
            f"{folder} already contains a run ({', '.join(found)}); continue it (--resume), replace it (--overwrite), "
            "or name another folder (--out)"
        )


def _check_resumable(config: TrainingConfig, found: list[str]) -> None:
    folder, state = config.folder(), STATES[config.ALGORITHM]
    if state in found or found == [CONFIG]:
        return
    for algorithm, other in STATES.items():
        if other in found:
            raise InputError(
                f"nothing to resume: {folder} contains a run of {algorithm}, not of {config.ALGORITHM}"
            )
    raise InputError(f"nothing to resume: {folder / state} does not exist")


def clear(folder: Path) -> None:
    """Remove the files of a run and nothing else; a run that is killed meanwhile can be resumed or restarted."""
    for name in FILES:
        (folder / name).unlink(missing_ok=True)
    found = [
        folder / LOGS,
        *(folder / LOGS).rglob("*"),
        folder / CHECKPOINTS,
        *(folder / CHECKPOINTS).rglob("*"),
    ]
    for path in found:
        if path.name.startswith("events.out.tfevents.") or path.name in (POLICY, WEIGHTS):
            path.unlink()
    for path in sorted(found, reverse=True):
        with contextlib.suppress(OSError):  # not empty, or not there
            path.rmdir()


def clear_parts(folder: Path) -> None:
    """Remove files that a killed process had begun to write."""
    for name in FILES:
        (folder / f".{name}{PART}").unlink(missing_ok=True)


@contextlib.contextmanager
def at_work(folder: Path) -> Iterator[None]:
    """Lock the folder for this run, creating it if necessary; raise InputError while another run holds it."""
    folder.mkdir(parents=True, exist_ok=True)
    with held(folder / LOCK, f"another run is at work in {folder}"):
        yield
