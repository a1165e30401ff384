"""The shipped networks: `agents/weights/manifest.json` says what each is for, so that only those in use are opened.

A row of the manifest (see `Shipped`) has what is needed to choose among the files, their hashes, and their origin.
`ship` writes a file and its row.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from eurogym.agents.framework.networks.checkpoint import (
    Checkpoint,
    catalog_hash,
    load_checkpoint,
    option_distance,
    options_in_words,
    save_checkpoint,
)
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.envs.core import registry
from eurogym.envs.core.errors import EurogymError
from eurogym.envs.core.files import write_text
from eurogym.envs.core.forms import ListOf, Record, form_of, read_json

FOLDER = Path(__file__).parents[2] / "weights"
MANIFEST = "manifest.json"
POLICY, ACTION_VALUES, VALUE = "policy", "action_values", "value"  # roles


class InstallationError(EurogymError):
    """A shipped network that is missing or changed; no agent silently replaces it by another one."""


@dataclass(frozen=True)
class Shipped:
    """A row of the manifest.

    Attributes:
        file, sha256, size: name of the file below the folder, hash of its bytes, and their number.
        game: name of the game.
        role: POLICY or ACTION_VALUES, which the agent `ppo` plays, or VALUE, which judges the leaves of a search.
        upon: the heuristic that a policy stands on, or "".
        beta: for a policy without a heuristic, the number by which it stands on one when it plays (metadata of
            agents/framework/networks/checkpoint.py).
        options: the option sets it was trained on.
        catalog_hash: hash of the action texts.
        parts: whether it also plays tables at which only a part of its fields and actions is in play.
        parent: the file or network that training began with.
        recipe: the command, or stage of a pipeline, that made it.
        results: files below docs/results/data that measure it.
    """

    file: str
    sha256: str
    size: int
    game: str
    role: str
    upon: str
    beta: float
    options: list[dict[str, Any]]
    catalog_hash: str
    parts: bool
    parent: str = ""
    recipe: str = ""
    results: list[str] = field(default_factory=list)

    def open(self) -> Checkpoint:
        """Read the network; raise InstallationError if the file is missing or is not the one in the manifest."""
        path = folder_of(self.game) / self.file
        try:
            content = path.read_bytes()
        except OSError as error:
            raise InstallationError(f"{path} cannot be read: {error.strerror}") from error
        if hashlib.sha256(content).hexdigest() != self.sha256:
            raise InstallationError(
                f"{path} is not the file that {MANIFEST} names; install the package again"
            )
        return load_checkpoint(path)

    def plays(self) -> str:
        """Describe file and tables in words."""
        return f"{self.file} plays {options_in_words(self.options, registry.game(self.game))}"


LISTED = Record({"networks": ListOf(form_of(Shipped))})


def folder_of(game: str) -> Path:
    """Return the folder of a game's shipped networks: `agents/weights`, or `weights` in another package's game.

    A game that is a single file cannot have such a folder unless it becomes a package.
    """
    if not registry.is_brought(game):
        return FOLDER
    found = importlib.util.find_spec(registry.entry(game).package)
    if found is None:
        raise InstallationError(registry.trouble(game))
    places = found.submodule_search_locations or (str(found.origin).removesuffix(".py"),)
    return Path(next(iter(places))) / "weights"


def shipped(game: str, role: str) -> list[Shipped]:
    """Return the networks of a game that ship for a role, by file name."""
    return [row for row in _rows(folder_of(game)) if (row.game, row.role) == (game, role)]


@cache
def _rows(folder: Path) -> tuple[Shipped, ...]:
    path = folder / MANIFEST
    if not path.exists():
        return ()
    return tuple(Shipped(**row) for row in read_json(path, LISTED)["networks"])


def load_start(start: str) -> Checkpoint:
    """Return the network of a file or folder or, of `shipped:NAME`, one that ships; raise CheckpointError if there is
    none.
    """
    kind, _, name = start.partition(":")
    return load_checkpoint(FOLDER / f"{name}.npz" if kind == "shipped" else start)


def player_for(batch: Any) -> Checkpoint:
    """Return what the agent `ppo` plays at the table: the nearest shipped policy or action values.

    If several are equally near, action values come first. For the rest, see `policy_for`.
    """
    return _nearest(batch, (ACTION_VALUES, POLICY))


def policy_for(batch: Any, plain: bool = False) -> Checkpoint:
    """Return the shipped policy nearest to the table, which can guide a search; `plain`: only one without a heuristic.

    If several are equally near, one that stands on a heuristic comes first, then the one for fewer tables. A policy
    made for exactly these fields and actions comes before one that knows them among others. Raise CheckpointError if
    none fits.
    """
    return _nearest(batch, (POLICY,), plain)


def _nearest(batch: Any, roles: Sequence[str], plain: bool = False) -> Checkpoint:
    rows = [row for role in roles for row in shipped(batch.game.name, role) if not (plain and row.upon)]
    rows.sort(
        key=lambda row: (
            option_distance(row.options, batch),
            roles.index(row.role),
            not row.upon,
            len(row.options),
        )
    )
    here = catalog_hash(batch.catalog)
    for row in rows:
        if row.catalog_hash == here and (found := row.open()).difference(batch) is None:
            return found
    for row in rows:
        if row.parts and (found := row.open()).mismatch(batch) is None:
            return found
    kind = "plain (non-residual) policy" if plain else "trained policy"
    if not rows:
        raise CheckpointError(
            f"no {kind} ships for {batch.game.name}; train one: eurogym train {batch.game.name}"
        )
    metadata = "; ".join(row.plays() for row in rows)
    raise CheckpointError(f"no {kind} shipped for {batch.game.name} fits these options: {metadata}")


def value_for(batch: Any) -> Checkpoint | None:
    """Return the shipped value network for exactly these options, or None."""
    for row in shipped(batch.game.name, VALUE):
        if option_distance(row.options, batch) == (0, 0):
            found = row.open()
            if found.mismatch(batch) is None:
                return found
    return None


def ship(
    source: Checkpoint,
    name: str,
    folder: Path | None = None,
    parent: str = "",
    recipe: str = "",
    results: Sequence[str] = (),
) -> Shipped:
    """Write a network with rounded weights as `name` to a folder of networks, and add its row to the manifest.

    `folder` is by default that of the game; `recipe` is by default the command recorded in the network. Return the row.
    Raise InstallationError for a game that is a single file and not a package.
    """
    metadata, network = source.metadata | ({"command": recipe} if recipe else {}), source.network
    folder = folder_of(metadata["game"]) if folder is None else folder
    if not folder.parent.is_dir():
        raise InstallationError(
            f"{metadata['game']} is a single file, but networks need a package: make it {folder.parent / '__init__.py'}"
        )
    path = save_checkpoint(folder / name, network, metadata, pack=True)
    content = path.read_bytes()
    row = Shipped(
        file=name,
        sha256=hashlib.sha256(content).hexdigest(),
        size=len(content),
        game=metadata["game"],
        role=VALUE if network.judges_positions else POLICY if network.policy else ACTION_VALUES,
        upon="" if network.residual is None else network.residual.agent,
        beta=float(metadata.get("beta", 0.0)),
        options=metadata["options"],
        catalog_hash=metadata["catalog_hash"],
        parts=bool(metadata.get("parts", False)),
        parent=parent,
        recipe=metadata.get("command", ""),
        results=list(results),
    )
    rows = [one for one in _rows(folder) if one.file != name] + [row]
    text = json.dumps({"networks": [asdict(one) for one in sorted(rows, key=lambda one: one.file)]}, indent=1)
    write_text(folder / MANIFEST, text + "\n")
    _rows.cache_clear()
    return row
