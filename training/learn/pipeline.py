"""Pipelines that train the networks of a game: stages of commands, read from `training/pipelines/<game>.json`.

A stage is a command of `eurogym` and the folder that it fills: a run with its `policy.npz`, or labels. Later stages
refer to it as `{stage}`. Finished stages are recorded next to their folder with a hash of the command, so an
interrupted run continues where it was stopped, and repeats a stage if its command, or that of a stage before it, has
changed.
"""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Any

from eurogym.common.errors import InputError
from eurogym.envs.core.errors import FileError
from eurogym.envs.core.files import write_text
from eurogym.envs.core.forms import MapOf, read_json

FOLDER = Path(__file__).parent.parent / "pipelines"
DONE = "done.json"
TINY = "tiny"  # a budget that runs through all stages in a few minutes, and learns nothing
BUDGETS = ("full", TINY)
SHORT = {  # what makes a command short, by its first words
    ("train",): "--steps 1500 --num-envs 48 --rollout-steps 32 --minibatch 64 --eval-games 4 --eval-every 1 "
    "--value-warmup 0 --no-tensorboard",
    ("learn", "label"): "--shards 1 --games 2 --share 0.02",
    ("learn", "value"): "--games 64 --at-once 16 --room 500 --minibatch 64",
    (
        "learn",
        "improve",
    ): "--generations 1 --games 64 --share 0.01 --actions 2 --depth 1 --epochs 1 --most-deals 1 "
    "--value-games 0",
}
RESUMABLE = ("train",)  # commands that take --resume
GO_ON = (("learn", "label"), ("learn", "improve"))  # commands that go on by themselves, and take --jobs


@dataclass(frozen=True)
class Stage:
    """A command, with `{stage}` where it reads the result of another stage."""

    name: str
    command: tuple[str, ...]

    def words(self, folders: Mapping[str, str], budget: str) -> list[str]:
        """Return the command with the folders of stages; the flags of the budget come last and take precedence."""
        words = [word.format_map(folders) for word in self.command]
        short = [
            flag
            for first, flags in SHORT.items()
            if self.command[: len(first)] == first
            for flag in flags.split()
        ]
        return [*words, "--out", folders[self.name], *(short if budget == TINY else ())]

    def on(self, jobs: int, budget: str) -> list[str]:
        """Return flags for this many processes, if the command can use them."""
        if self.command[0] == "train":
            return ["--workers", str(1 if budget == TINY else jobs)]
        return ["--jobs", str(jobs)] if self.command[:2] in GO_ON else []

    @property
    def needs(self) -> list[str]:
        """Return the stages that it names."""
        return [name for word in self.command for _, name, _, _ in Formatter().parse(word) if name]


@dataclass(frozen=True)
class Pipeline:
    """The stages of a game in order, and which of them makes which network."""

    game: str
    about: str
    stages: tuple[Stage, ...]
    networks: Mapping[str, str]


def pipelines() -> list[str]:
    """Return the games that have a pipeline."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


def load(game: str) -> Pipeline:
    """Return the pipeline of a game; raise InputError if there is none, or if a stage names one that comes later."""
    path = FOLDER / f"{game}.json"
    if not path.exists():
        raise InputError(f"{game} has no pipeline; known: {', '.join(pipelines())}")
    plan: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    stages = tuple(Stage(name, tuple(shlex.split(command))) for name, command in plan["stages"].items())
    before: set[str] = set()
    for stage in stages:
        if late := set(stage.needs) - before:
            raise InputError(
                f"{path.name}: stage {stage.name} needs {', '.join(sorted(late))}, which no earlier stage makes"
            )
        before.add(stage.name)
    if unknown := set(plan["networks"].values()) - before:
        raise InputError(f"{path.name}: no stage {', '.join(sorted(unknown))}")
    return Pipeline(game, plan["about"], stages, plan["networks"])


def chosen(pipeline: Pipeline, names: Iterable[str]) -> list[Stage]:
    """Return these stages and all that they need, in order, or all stages; raise InputError for an unknown name."""
    known = {stage.name: stage for stage in pipeline.stages}
    wanted: set[str] = set()
    left = list(names) or list(known)
    while left:
        name = left.pop()
        if name not in known:
            raise InputError(f"{pipeline.game} has no stage {name!r}; stages: {', '.join(known)}")
        wanted.add(name)
        left += known[name].needs
    return [stage for stage in pipeline.stages if stage.name in wanted]


def run(
    pipeline: Pipeline,
    stages: Iterable[Stage],
    out: Path,
    budget: str,
    jobs: int,
    tell: Callable[[str], None],
    execute: Callable[[list[str]], int],
    again: bool = True,
) -> dict[str, Path]:
    """Run what is left of these stages; return the networks that exist at the end, by name.

    `execute` carries out the words of a command of `eurogym` and returns its exit code.
    A stage whose command has changed is run again; without ``again``, that is refused. Raise InputError if a command
    fails, in which case the same call continues with it, and, before anything is run, if existing stages have another
    budget.
    """
    stages = list(stages)
    folders = {stage.name: str(out / stage.name) for stage in pipeline.stages}
    marks = _marks(stages, folders, budget)
    for other in BUDGETS:
        theirs = _marks(stages, folders, other)
        found = [name for name in marks if _mark_of(Path(folders[name])).get("begun") == theirs[name]]
        if any(theirs[name] != marks[name] for name in found):
            raise InputError(
                f"{out} contains stages of the budget {other} ({', '.join(found)}); name another folder (--out)"
            )
    begun = {name: _mark_of(Path(folders[name])).get("begun", mark) for name, mark in marks.items()}
    changed = [name for name, mark in marks.items() if begun[name] != mark]
    if changed and not again:
        raise InputError(
            f"{out} contains runs of other commands ({', '.join(changed)}): another seed, track, flag, spelling of "
            "the folder or version of eurogym; name another folder (--out)"
        )
    for stage in stages:
        words = stage.words(folders, budget)
        folder = Path(folders[stage.name])
        before = _mark_of(folder)
        if before.get("done") == marks[stage.name]:
            tell(f"{stage.name}: done before")
            continue
        if stage.command[0] in RESUMABLE:
            begun = before.get("begun") == marks[stage.name] and (folder / "config.json").exists()
            words += ["--resume"] if begun else ["--overwrite"]
        elif stage.command[:2] not in GO_ON:
            words += ["--overwrite"]
        words += stage.on(jobs, budget)
        _write(folder, {"begun": marks[stage.name]})
        tell(f"{stage.name}: eurogym {shlex.join(words)}")
        if code := execute(words):
            raise InputError(
                f"stage {stage.name} ended with exit code {code}; the same command continues from there"
            )
        _write(folder, {"begun": marks[stage.name], "done": marks[stage.name], "command": words})
    made = {name: Path(folders[stage]) / "policy.npz" for name, stage in pipeline.networks.items()}
    return {name: path for name, path in made.items() if path.exists()}


def _marks(stages: Iterable[Stage], folders: Mapping[str, str], budget: str) -> dict[str, str]:
    """Return a hash for each stage, of its command and of those of the stages that it needs."""
    marks: dict[str, str] = {}
    for stage in stages:
        plan = json.dumps([stage.words(folders, budget), *(marks[name] for name in stage.needs)])
        marks[stage.name] = hashlib.sha256(plan.encode()).hexdigest()
    return marks


def _mark_of(folder: Path) -> dict[str, Any]:
    try:
        return read_json(folder.parent / f"{folder.name}.{DONE}", MapOf())
    except (OSError, FileError):  # done again
        return {}


def _write(folder: Path, content: dict[str, Any]) -> None:
    """Write next to the folder, as the folder itself belongs to its command."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    write_text(folder.parent / f"{folder.name}.{DONE}", json.dumps(content, indent=1) + "\n")
