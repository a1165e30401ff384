"""The kinds of files that commands read: a sound one of each, how it is read, and by which functions.

Samples are of the toy game where its files have all that others have.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from eurogym import agents
from eurogym.agents.framework import ladder
from eurogym.agents.framework.networks import archive, checkpoint, manifest, module, stored
from eurogym.agents.framework.networks.policy import PolicyAgent
from eurogym.cli.commands import replay as replay_command
from eurogym.design.variants import printed
from eurogym.envs.core import registry
from eurogym.envs.core.declare import overrides
from eurogym.envs.core.faces import replay
from eurogym.envs.core.files import json_text
from eurogym.measure import ladder as measured
from eurogym.measure import solo_games
from eurogym.measure.benchmark import benchmark
from eurogym.measure.games import kept
from eurogym.measure.games.blocks import Work
from eurogym.measure.tournament import run_tournament
from eurogym.play import house, record, solo_levels
from eurogym.text import arena, bench
from eurogym.text import positions as single
from eurogym.text.replies import Said
from eurogym.text.table import TextTable
from eurogym.training.improve import labels as own_labels
from eurogym.training.improve import loop
from eurogym.training.learn import config, maskable, pipeline, states, trainer
from eurogym.training.learn.supervised import labels, make
from eurogym.training.learn.supervised.config import LabelConfig
from tests import toy
from tests.agents.networks import policy


@dataclass(frozen=True)
class Kind:
    """A kind of file.

    make: writes a sound file, and what belongs to it, into an empty folder, and returns its path; read: reads a file
    and uses what it holds, as a command does; readers: the functions of the package that open such files; tries: how
    often it is damaged by default, for what takes long.
    """

    make: Callable[[Path], Path]
    read: Callable[[Path], Any]
    readers: tuple[Any, ...] = ()
    tries: int = 40


KINDS: dict[str, Kind] = {}


def kind(name: str, *readers: Any, tries: int = 40) -> Callable[[type], type]:
    """Declare a kind of file by a class with `make` and `read`."""

    def declare(found: Any) -> Any:
        KINDS[name] = Kind(found.make, found.read, readers, tries)
        return found

    return declare


def written(path: Path, data: Any) -> Path:
    """A file with data as JSON."""
    path.write_text(json_text(data), encoding="utf-8")
    return path


def hashed(path: Path, hash_of: Callable[[Any], str]) -> Path:
    """The same file, with the hash of what it holds now if it can have one."""
    try:
        data = json.loads(path.read_bytes())
        data["hash"] = hash_of(data)
    except (ValueError, TypeError, AttributeError, RecursionError):
        return path
    return written(path, data)


# --- games --------------------------------------------------------------------------------------------------


@kind("replay", replay.replay_text)
class _Replay:
    def make(folder):
        toy_game = registry.game("toy")
        replay.play(toy_game, toy_game.options_class(), 5).save(folder / "game.jsonl")
        return folder / "game.jsonl"

    def read(path):
        return replay_command.read(str(path)).execute()


@kind("transcript", replay.replay_text)
class _Transcript:
    def make(folder):
        table = TextTable("toy", seats=0, seed=4)
        while not table.over:
            table.answer("1")
        table.transcript.save(folder / "game.jsonl")
        return folder / "game.jsonl"

    def read(path):
        return replay_command.read(str(path)).execute()


@kind("game of a folder", house.House.files)
class _Kept:
    make = KINDS["replay"].make

    def read(path):
        return house.House(path.parent).files()


@kind("tables of a game", overrides.TableReader._parsed)
class _Tables:
    def make(folder):
        return written(folder / "tables.json", printed("village"))

    def read(path):
        return registry.game("village").options_class.from_kwargs(data_overrides=str(path))


# --- people and agents --------------------------------------------------------------------------------------


@kind("own results", record.everything)
class _Results:
    def make(folder):
        row = {"game": "villagers", "num_players": 2, "level": 3, "share": 0.5}
        (folder / "results.jsonl").write_text(f"{json.dumps(row)}\n" * 4)
        return folder / "results.jsonl"

    def read(path):
        before = os.environ.get("EUROGYM_RESULTS")
        os.environ["EUROGYM_RESULTS"] = str(path)
        try:
            return record.proposal("villagers", 2)
        finally:
            os.environ.pop("EUROGYM_RESULTS")
            os.environ.update({} if before is None else {"EUROGYM_RESULTS": before})


@kind("network", checkpoint.load_checkpoint, stored.read_arrays, tries=60)
class _Network:
    def make(folder):
        batch = toy.batch(num_envs=1, seed=3)
        told = checkpoint.describe_batch(batch)
        return checkpoint.save_checkpoint(folder / "policy.npz", policy(batch), told, pack=True)

    def read(path):
        batch = toy.batch(num_envs=2, seed=3)
        agent = PolicyAgent(checkpoint.load_checkpoint(path))
        agent.reset(1)
        agent.prepare(batch)
        return agent.act(batch, np.arange(2))


class _Net(torch.nn.Module):
    """A network of one's own."""

    def __init__(self, spaces):
        super().__init__()
        self.register_buffer("scale", torch.from_numpy(spaces.scale.copy()))
        self.actions = torch.nn.Linear(spaces.features, spaces.actions)

    def forward(self, shown, masks):
        return self.actions(shown * self.scale), None


def _of_ones_own() -> tuple[dict, dict]:
    """Its weights and metadata."""
    batch = toy.batch(num_envs=1, seed=3)
    told = checkpoint.describe_batch(batch)
    told |= {"features": batch.layout.size, "observation": module.CODES, "network": "mine.py:Net"}
    return _Net(module.Spaces.of(told)).state_dict(), told


@kind("weights of one's own network", module.load_module, archive.check_archive, tries=60)
class _Weights:
    def make(folder):
        return module.save_module(folder / module.WEIGHTS, *_of_ones_own())

    def read(path):
        batch = toy.batch(num_envs=2, seed=3)
        agent = module.ModuleAgent("mine.py:Net", _Net, str(path), lambda name: module.seen)
        return agent.act(batch, np.arange(2))


@kind("what one's own network was made for", module.load_module, tries=60)
class _MadeFor:
    def make(folder):
        return written(folder / "metadata.json", _of_ones_own()[1])

    def read(path):
        told = path.read_bytes().decode("utf-8", "replace")
        torch.save({"metadata": told, "weights": _of_ones_own()[0]}, path.with_name(module.WEIGHTS))
        return KINDS["weights of one's own network"].read(path.with_name(module.WEIGHTS))


@kind("list of networks", manifest._rows)
class _Manifest:
    def make(folder):
        return written(folder / "manifest.json", json.loads((manifest.FOLDER / "manifest.json").read_text()))

    def read(path):
        return manifest._rows.__wrapped__(path.parent)


@kind("ladder", ladder._read, measured.measure)
class _Ladder:
    def make(folder):
        return written(folder / "ladder.json", ladder.results("village"))

    def read(path):
        return ladder._read.__wrapped__(path)


@kind("scale of solo modes", solo_levels._read)
class _Scale:
    def make(folder):
        path = solo_levels.path_of("village")
        return written(folder / "solo_scale.json", json.loads(path.read_text()))

    def read(path):
        return [one.shares() for one in solo_levels._read.__wrapped__(path)]


# --- measuring ----------------------------------------------------------------------------------------------


def _arena(folder: Path) -> arena.Arena:
    plan = arena.Plan("random", "toy", ("random",), 1, {"num_players": 2}, kind="agent")
    return arena.Arena(plan, folder, arena.by_agent(agents.make("random", game="toy")))


def _go_on(path: Path) -> Any:
    found = _arena(path.parent)
    found.run()
    return found.summary()


def _after(name: str, folder: Path) -> Path:
    _arena(folder).run()
    return folder / name


@kind("plan of an arena", arena.plan_in)
class _Plan:
    def make(folder):
        return _after(arena.PLAN, folder)

    read = _go_on


@kind("games of an arena", arena._lines)
class _Games:
    def make(folder):
        return _after(arena.GAMES, folder)

    read = _go_on


@kind("answers of an arena", arena._lines)
class _Answers:
    def make(folder):
        said = {"text": "<action>1</action>", "prompt_tokens": 3, "answer_tokens": 4, "counted": True}
        (folder / "random-0-1.part").write_text(f"{json.dumps(said)}\n" * 3)
        return folder / "random-0-1.part"

    read = _go_on


@kind("positions", single.read_positions, tries=12)
class _Positions:
    def make(folder):
        options = registry.game("village").options_class.from_kwargs(num_players=2)
        rows = single.positions("village", options, 2, worlds=2)
        (folder / "positions.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        return folder / "positions.jsonl"

    def read(path):
        rows = single.read_positions(path, "village")
        plan = arena.Plan("scripted", "village", positions=len(rows), illegal="fallback")
        said = Said("<action>1</action> <answer>yes</answer>", 3, 4)
        found = arena.Arena(plan, path.parent / "arena", lambda *asked: said, positions=rows)
        found.run()
        return found.summary()


@kind("submission of a model", bench.read_submission, tries=12)
class _Answered:
    def make(folder):
        arenas = {}
        agent = agents.make("random", game="villagers")
        for name, count in {"villagers-positions": 10, "villagers-last": 1}.items():
            task = bench.load_benchmark().task(name)
            plan = bench.load_benchmark().plan(task, "random", count, "agent")
            arenas[name] = bench.arena_of(task, plan, folder / name, arena.by_agent(agent))
            arenas[name].run()
            arenas[name].rows = arenas[name].rows[:2]
        return written(folder / "submission.json", bench.submission(arenas))

    def read(path):
        found = bench.read_submission(path)
        bench.document(bench.leaderboard([found], (1.0, 2.0)))
        return bench.verify(found)


@kind("submission of a model with a new hash", bench.read_submission, tries=12)
class _Reanswered:
    make = KINDS["submission of a model"].make

    def read(path):
        return KINDS["submission of a model"].read(hashed(path, bench.hash_of))


def _tournament(path: Path, resume: bool) -> Any:
    work = Work(kept=kept.Kept(path, resume=resume))
    return run_tournament("toy", 2, ["random", "greedy"], 20, 1, {}, True, work)


@kind("finished blocks", kept.Kept._read, tries=10)
class _Blocks:
    def make(folder):
        _tournament(folder / "t.blocks.jsonl", False)
        return folder / "t.blocks.jsonl"

    def read(path):
        return _tournament(path, True)


def _scored(path: Path) -> Any:
    found = benchmark.read_submission(path)
    return benchmark.suite_score({name: one.mean for name, one in benchmark.task_scores(found).items()})


@kind("submission", benchmark.read_submission)
class _Submission:
    def make(folder):
        return written(folder / "random.json", benchmark.run_benchmark("random", "tiny", ["villagers"]))

    read = _scored


@kind("submission with a new hash", benchmark.read_submission)
class _Forged:
    make = KINDS["submission"].make

    def read(path):
        return _scored(hashed(path, benchmark.hash_of))


@kind("solo games", solo_games.read_games)
class _Solo:
    def make(folder):
        (mode,) = solo_games.modes_of("toy")[:1]
        solo_games.play_games("toy", [("random", 6)], [mode]).write(folder / "solo.jsonl")
        return folder / "solo.jsonl"

    def read(path):
        return solo_games.read_all([path])


# --- learning -----------------------------------------------------------------------------------------------


@kind("preset", config._json_object)
class _Preset:
    def make(folder):
        said = {"algo": "ppo", "game": "toy", "tables": {"players": [2]}, "limits": {"steps": 1000}}
        return written(folder / "preset.json", said | {"company": {"opponents": ["random"]}})

    def read(path):
        values = config.load_preset(str(path))
        found = config.config_from(values.pop("algo", "ppo"), {"game": "toy"} | values)
        found.check()
        return found.option_sets()


def _training(algorithm: str, folder: Path, resume: bool) -> Path:
    said = dict(
        game="toy", players=[1], steps=400 if resume else 200, num_envs=8, rollout_steps=8, hidden=[8]
    )
    said |= dict(threads=1, out=str(folder), tensorboard=False, progress=False, eval_games=2, resume=resume)
    trainer(algorithm)(config.config_from(algorithm, said))
    return folder


@kind("state of a run", states.read_state, archive.check_archive, tries=4)
class _State:
    def make(folder):
        return _training("ppo", folder, False) / "trainer.pt"

    def read(path):
        return _training("ppo", path.parent, True)


@kind("state of a run of MaskablePPO", maskable.MaskableRun._load, archive.check_archive, tries=3)
class _Model:
    def make(folder):
        return _training("maskable", folder, False) / "model.zip"

    def read(path):
        return _training("maskable", path.parent, True)


@kind("mark of a stage", pipeline._mark_of)
class _Mark:
    def make(folder):
        return written(folder / f"stage.{pipeline.DONE}", {"begun": "0" * 64, "done": "1" * 64})

    def read(path):
        return pipeline._mark_of(path.parent / "stage").get("done")


def _label(folder: Path) -> None:
    said = LabelConfig(
        game="toy", players=2, games=4, share=1.0, sims=4, depth=2, base="greedy", agents=["random"]
    )
    make.make_labels(said, folder, 1)


@kind("what labels were made with", labels.read_manifest)
class _Told:
    def make(folder):
        _label(folder)
        return folder / labels.MANIFEST

    def read(path):
        return labels.table_of(labels.read_manifest(path.parent)), labels.read_labels([path.parent])


@kind("labels", labels.shards_of, stored.read_arrays, tries=60)
class _Labels:
    def make(folder):
        _label(folder)
        return labels.shard_path(folder, 0)

    def read(path):
        return labels.read_labels([path.parent])


@kind("labels of a policy's own search", own_labels._read, stored.read_arrays, tries=60)
class _OwnLabels:
    def make(folder):
        n, k = 3, 7
        rng, path = np.random.default_rng(1), own_labels.path_of(folder, 0)
        np.savez_compressed(
            path,
            codes=rng.integers(0, 9, (n, 5)).astype(np.uint8),
            num_legal=np.array([2, 2, 3], np.int16),
            actions=np.array([0, 1, 1, 2, 0, 2, 4], np.int16),
            values=rng.random((k, 2)).astype(np.float16),
            advice=np.array([0, 2, 4], np.int16),
            base=np.array([1, 1, 0], np.int16),
            placement=np.ones(n, np.float32),
            lead=np.ones(n, np.float32),
        )
        return path

    def read(path):
        return own_labels.read_labels([path.parent], 1, held_out=False).search_gain()


DUEL = {"num_players": 2, "lead": 0.1, "low": -0.1, "high": 0.3, "deals": 40}
BEST = {"epoch": 1, "gain": 0.1, "gain_low": 0.09, "gain_high": 0.11, "changed": 0.2}
GENERATION = {
    "generation": 1,
    "decisions": 99,
    **BEST,
    "search_gain": 0.2,
    "duels": [DUEL],
    "takes_over": True,
}
IMPROVED = {
    loop.CONFIG: ({"game": "toy", "seed": 1}, lambda: loop.MapOf()),
    loop.GENERATIONS: ([GENERATION | {"minutes": 0.5}], lambda: loop.ROWS),
    loop.DUEL: ([DUEL], lambda: loop.DUELS),
    "curve.json": ({"decisions": 99, "epochs": [BEST]}, lambda: loop.LEARNING),
    loop.SPENT: (0.5, lambda: loop.Number(0)),
}
for _name, (_data, _form) in IMPROVED.items():
    KINDS[f"{_name} of improve"] = Kind(
        lambda folder, name=_name, data=_data: written(folder / name, data),
        lambda path, form=_form: (
            [loop.line_of(row) for row in loop._read(path, form())]
            if path.name == loop.GENERATIONS
            else loop._read(path, form())
        ),
        (loop._read,),
    )
