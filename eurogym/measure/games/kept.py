"""Finished blocks on disk, so that an interrupted measurement can continue."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents as agent_registry
from eurogym.agents.framework import own
from eurogym.agents.framework.networks.stored import DamagedError, network_files
from eurogym.envs.core import registry
from eurogym.envs.core.declare.game import MAX_SEATS
from eurogym.envs.core.declare.options import GameOptions
from eurogym.envs.core.errors import FileError
from eurogym.envs.core.files import appending, json_text, write_text
from eurogym.envs.core.forms import (
    LARGEST,
    Anything,
    ListOf,
    MapOf,
    Number,
    OneOf,
    Record,
    Text,
    Whole,
    as_text,
    parse,
    read_bytes,
)
from eurogym.measure.games.matches import Cell, MatchResults

FORMAT = {"eurogym": "finished blocks", "version": 2}
ENDING = ".blocks.jsonl"
MOST_BYTES = 1 << 30
HEAD = Record({name: OneOf((value,)) for name, value in FORMAT.items()})
SHAPES = {
    "starters": np.int64,
    "scores": np.int64,
    "placements": np.float32,
    "lengths": np.int64,
    "seconds": np.float64,
}
BLOCK = Record(
    {
        "cell": Text(),
        "first": Whole(),
        "last": Whole(),
        "starters": ListOf(Whole(0, MAX_SEATS - 1), 1),
        "scores": ListOf(ListOf(Whole(-LARGEST), 1), 1),
        "placements": ListOf(ListOf(Number(-1, 1), 1), 1),
        "lengths": ListOf(Whole(), 1),
        "seconds": ListOf(Number(0)),
        "facts": MapOf(ListOf(Anything())),
    }
)


class Kept:
    """A file with one line for every finished block: what was played, and the results.

    Blocks are identified by everything that their results depend on, so they are never confused with those of another
    seed, other agents, another checkpoint at the same place or another version of the game.

    Args:
        path: the file; it is created with the first block.
        resume: continue with its content; otherwise it is begun anew.
    """

    def __init__(self, path: str | Path, resume: bool = False):
        self.path = Path(path)
        self.blocks: dict[tuple[str, int, int], dict[str, Any]] = {}
        self._begun = False
        if resume and self.path.exists():
            self._read()

    def _read(self) -> None:
        lines = read_bytes(self.path, MOST_BYTES).split(b"\n")
        try:
            parse(as_text(lines[0]), HEAD)
        except FileError:
            raise FileError("it contains no blocks of an interrupted run to resume", self.path) from None
        whole = len(lines[0]) + 1
        for line in lines[1:-1]:  # what no line break ends was being written
            block = _block(line)
            if block is None:
                break
            self.blocks[block["cell"], block["first"], block["last"]] = block
            whole += len(line) + 1
        with appending(self.path) as file:
            file.truncate(whole)
        self._begun = True

    def find(self, cell: Cell, key: str, block: range) -> MatchResults | None:
        """Return the results of a block that was finished before, or None."""
        found = self.blocks.get((key, block.start, block.stop - 1))
        if found is None:
            return None
        columns = {name: np.array(found[name], kind) for name, kind in SHAPES.items()}
        table = _table(cell)
        ends = (len(block), table.table_seats)
        if columns["scores"].shape != ends or columns["placements"].shape != ends:
            return None
        if len(columns["seconds"]) != len(cell.agents):
            return None
        return MatchResults(
            np.asarray(cell.seating, np.int64)[block.start : block.stop],
            np.asarray(cell.seeds, np.int64)[block.start : block.stop],
            columns["starters"],
            columns["scores"],
            columns["placements"],
            columns["lengths"],
            columns["seconds"],
            {name: np.array(values, np.float64) for name, values in found["facts"].items()},
        )

    def add(self, key: str, block: range, results: MatchResults) -> None:
        """Record a finished block."""
        line = {"cell": key, "first": block.start, "last": block.stop - 1}
        line |= {name: getattr(results, name).tolist() for name in SHAPES}
        line["facts"] = {name: values.tolist() for name, values in results.facts.items()}
        if not self._begun:
            write_text(self.path, json.dumps(FORMAT) + "\n")
            self._begun = True
        with appending(self.path) as file:
            file.write((json_text(line) + "\n").encode())
        self.blocks[key, block.start, block.stop - 1] = line

    def drop(self) -> None:
        """Delete the file, once the run is over and its results are written."""
        if self._begun:
            self.path.unlink(missing_ok=True)


def _block(line: bytes) -> dict[str, Any] | None:
    """Return what a line says about a finished block; None if it is damaged, so that its games are played again."""
    try:
        block = parse(as_text(line), BLOCK)
        games = block["last"] - block["first"] + 1
        columns = [np.array(block[name], kind) for name, kind in SHAPES.items() if name != "seconds"]
        columns += [np.array(values, np.float64) for values in block["facts"].values()]
    except (FileError, ValueError, TypeError):  # also lists of several lengths
        return None
    sound = all(len(column) == games for column in columns)
    return block if sound and len(np.shape(block["scores"])) == 2 else None


def files_of(agent: str) -> list[Path]:
    """Return the files that an agent's spec names: networks, a program, the module of a bot or guest."""
    name = agent.partition(":")[0]
    words = {*re.split(r"[:=,\s]", agent), *re.split("[:=,]", agent)}  # a path may hold blanks
    found = [file for word in sorted(words) for file in _networks(word)]
    if name not in agent_registry.available():
        found += own.module_files(agent_registry.guests().get(name, agent))
    return found


def _networks(word: str) -> list[Path]:
    """Return a file, or the networks in a folder of runs."""
    try:
        return [file for file in network_files(word) if file.is_file()] if word else []
    except DamagedError:  # a folder of something else
        return []


def sums_of(agents: Sequence[str]) -> dict[str, str]:
    """Return the files that the specs of agents name, with the SHA-256 of each."""
    found = [file for agent in agents for file in files_of(agent)]
    return {str(file): hashlib.sha256(file.read_bytes()).hexdigest() for file in found}


def _table(cell: Cell) -> GameOptions:
    seats = np.shape(cell.seating)[1]
    return registry.game(cell.game).options_class.from_kwargs(num_players=seats, **cell.options)


def key_of(cell: Cell) -> str:
    """Return a short text that identifies a cell by its deals, seats, options, agents and their files."""
    agents = [agent if isinstance(agent, str) else f"object {agent.name}" for agent in cell.agents]
    files = sums_of(agents)
    # the options as the game reads them: component tables by what they hold, not by the file they come from
    table = _table(cell)
    said = {
        "game": [cell.game, registry.entry(cell.game).version],
        "agents": agents,
        "files": files,
        "options": {name: repr(value) for name, value in sorted(table.as_dict().items())},
        "seed": cell.seed,
        "summarise": cell.summarise,
    }
    if cell.watch is not None:
        said["watch"] = repr(cell.watch)
    digest = hashlib.sha256(json.dumps(said, sort_keys=True).encode())
    for values in (cell.seating, cell.seeds):
        values = np.ascontiguousarray(values, np.int64)
        digest.update(repr(values.shape).encode() + values.tobytes())
    return digest.hexdigest()[:20]
