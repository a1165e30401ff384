"""Labels that a search made: what a folder of them holds, and how it is read and checked.

A folder holds `labels.json`, what the labels were made with, and shards `labels_00000.npz`, one for a few games each
(make.py writes both). Values are differences in points of the lead over the best other seat that is no partner (alone
at the table: of the points themselves), those of the choice of the heuristic, or of another base, being 0; all actions
of a simulation meet the same luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.agents.framework.networks.stored import DamagedError, check_arrays, read_arrays
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.declare.game import MAX_SEATS
from eurogym.envs.core.forms import MapOf, OneOf, Record, Text, Whole, read_json
from eurogym.training.learn.tables import Widest, make_batch

VERSION = 1
MANIFEST = "labels.json"
HALVES = 2  # independent estimates of every value: one to choose by, one to judge by
FORM = Record(  # of the manifest
    {
        "version": OneOf((VERSION,)),
        "game": Text(200),
        "game_version": Whole(),
        "players": Whole(1, MAX_SEATS),
        "options": MapOf(),
        "seed": Whole(),
        "base": Text(),
    },
    open=True,
)
SHARD: dict[str, tuple[str, tuple[Any, ...]]] = {  # kinds of numbers; shape: n labels, k actions, c changes
    "codes": ("u", ("n", "F")),
    "num_legal": ("iu", ("n",)),
    "actions": ("iu", ("k",)),
    "values": ("f", ("k", HALVES)),
    "worths": ("f", ("k", 2)),
    "num_changed": ("iu", ("k",)),
    "changed": ("iu", ("c",)),
    "codes_changed": ("u", ("c",)),
    "advice": ("iu", ("n",)),
    "value": ("f", ("n",)),
    "lead": ("f", ("n",)),
    "placement": ("f", ("n",)),
}


class Decisions:
    """n decisions of which each has a stretch of legal actions."""

    start: np.ndarray  # int64 (n + 1,), where the stretches begin

    def __len__(self) -> int:
        return len(self.start) - 1

    @property
    def rows(self) -> np.ndarray:
        """The decision of every legal action, int64 (k,)."""
        return np.repeat(np.arange(len(self)), np.diff(self.start))


@dataclass
class Labels(Decisions):
    """n labels with k legal actions altogether; see `config.LabelConfig` for how they were made.

    Attributes:
        codes: uint8 (n, F), what the deciding seat saw.
        start: int64 (n + 1), where the legal actions of each label begin in the arrays of length k.
        actions: int64 (k,), the legal actions of one label after another.
        values: float32 (2, k), points by which each is better than the base's choice, by two independent searches.
        worths: float32 (k, 2), the evaluation of the position at the end of the turn that the action begins, in points
            (agents/framework/search/action_values.py).
        change_start: int64 (k + 1), changed: int64, changed_codes: uint8, which entries of the observation are others
            at the end of that turn, and their codes.
        advice: int64 (n,), the base's choice.
        value: float32 (n,), points of lead that the search promises after the base's choice.
        lead, placement: float32 (n,), what the game came to for the seat.
    """

    codes: np.ndarray
    start: np.ndarray
    actions: np.ndarray
    values: np.ndarray
    worths: np.ndarray
    change_start: np.ndarray
    changed: np.ndarray
    changed_codes: np.ndarray
    advice: np.ndarray
    value: np.ndarray
    lead: np.ndarray
    placement: np.ndarray


def spans(start: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of the stretches that begin at `start` (n + 1,) those of `rows` (m,): (row, place) of every entry."""
    counts = start[rows + 1] - start[rows]
    row = np.repeat(np.arange(len(rows)), counts)
    before = np.cumsum(counts) - counts
    return row, np.arange(len(row)) + np.repeat(start[rows] - before, counts)


def shard_path(folder: Path, number: int) -> Path:
    """Return where a shard lies."""
    return folder / f"labels_{number:05d}.npz"


def tables_in(folder: Path) -> list[Path]:
    """Return where the labels of a folder lie: the folder itself, or those in it, one for each table."""
    inner = (
        [] if (folder / MANIFEST).exists() else sorted(path.parent for path in folder.glob(f"*/{MANIFEST}"))
    )
    return inner or [folder]


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return what the labels of a folder were made with; raises InputError where there are none."""
    path = folder / MANIFEST
    try:
        return read_json(path, FORM)
    except FileNotFoundError:
        raise InputError(
            f"{folder} contains no labels ({MANIFEST} is missing); `eurogym learn label` makes them"
        ) from None


def table_of(manifest: dict[str, Any]) -> dict[str, Any]:
    """Return the keyword arguments of a batch of the table that labels of this manifest are of."""
    return {"num_players": manifest["players"], **manifest["options"]}


def read_manifests(game: str, folders: Sequence[Path], held_out: Sequence[Path]) -> list[dict[str, Any]]:
    """Return what the labels to learn from were made with; raises InputError where they do not belong together.

    All are of one game and base; those held out are of other deals of the same tables.
    """
    if not folders or not held_out:
        raise InputError("training labels and held-out labels are both needed, at least one folder of each")
    manifest, held = ([read_manifest(folder) for folder in some] for some in (folders, held_out))
    wanted = {"game": game, "game_version": registry.game(game).version, "base": manifest[0]["base"]}
    for folder, one in zip([*folders, *held_out], manifest + held, strict=True):
        for name, expected in wanted.items():
            if one[name] != expected:
                found, other = one[name] or "heuristic", expected or "heuristic"
                raise InputError(f"{folder} contains labels of {name} {found!r}, expected {other!r}")
    options = registry.game(game).options_class.from_kwargs
    seeds, tables = {one["seed"] for one in manifest}, [options(**table_of(one)) for one in manifest]
    for folder, one in zip(held_out, held, strict=True):
        if one["seed"] in seeds:
            raise InputError(
                f"{folder} has the same deals as training labels (seed {one['seed']}); held-out labels need others"
            )
        if options(**table_of(one)) not in tables:
            raise InputError(
                f"{folder} contains labels of the table {table_of(one)}; there are no training labels of it"
            )
    return manifest


def shards_of(folder: Path) -> Iterator[dict[str, np.ndarray]]:
    """Yield the arrays of the shards in a folder, in order; raises InputError for one that is damaged."""
    for path in sorted(folder.glob("labels_*.npz")):
        try:
            shard = read_arrays(path)
            check_shard(shard)
        except (OSError, ValueError) as error:
            raise InputError(
                f"{path} is damaged ({error}); delete it and make it again with `eurogym learn label`"
            ) from None
        yield {name: shard[name] for name in SHARD}


def check_shard(shard: dict[str, np.ndarray]) -> None:
    """Raises DamagedError unless the arrays of a shard are those that `Maker.shard` makes, and fit each other."""
    lengths = check_arrays(shard, SHARD)
    if not shard["codes"].size or shard["codes"].dtype != np.uint8:
        raise DamagedError(f"codes are {shard['codes'].dtype} of shape {shard['codes'].shape}")
    for length, counts in (("k", "num_legal"), ("c", "num_changed")):
        least, total = shard[counts].min(initial=1), int(shard[counts].astype(np.int64).sum())
        if least < (length == "k") or total != lengths[length]:
            raise DamagedError(f"{counts} does not say how many there are of each")
    for name in ("actions", "advice", "changed"):
        if shard[name].min(initial=0) < 0:
            raise DamagedError(f"{name} contains numbers below 0")
    label = np.repeat(np.arange(lengths["n"]), shard["num_legal"])
    advised = np.bincount(label[shard["actions"] == shard["advice"][label]], minlength=lengths["n"])
    if (advised != 1).any():
        raise DamagedError("advice is not one of the actions of its decision")
    if shard["changed"].max(initial=0) >= lengths["F"]:
        raise DamagedError("changed names entries that an observation does not have")


def _widened(part: dict[str, np.ndarray], batch: Any, widest: Widest) -> dict[str, np.ndarray]:
    if part["codes"].shape[1] != batch.layout.size:
        raise InputError("these labels were made with another observation layout; make them again")
    if max(part["actions"].max(), part["advice"].max()) >= batch.catalog.n:
        raise InputError("these labels name actions that the game does not have; make them again")
    named = {name: widest.named(batch, part[name]) for name in ("actions", "advice")}
    changed = widest.entries(batch, part["changed"])
    return part | named | {"codes": widest.shown(batch, part["codes"]), "changed": changed}


def read_labels(folders: Sequence[Path], widest: Widest | None = None) -> Labels:
    """Return the labels of some folders, as the widest of several tables would see them, by default as they are.

    Raises InputError where there are none, and for labels that do not fit their table.
    """
    parts: list[dict[str, np.ndarray]] = []
    for folder in folders:
        manifest = read_manifest(folder)
        found = shards_of(folder)
        if widest is not None:
            batch = make_batch(manifest["game"], 1, 0, **table_of(manifest))
            found = (_widened(part, batch, widest) for part in found)
        parts += found
    if not parts:
        raise InputError(f"no labels in {', '.join(map(str, folders))}; `eurogym learn label` makes them")
    joined = {name: np.concatenate([part[name] for part in parts]) for name in SHARD}
    starts = [np.append(0, joined.pop(name).cumsum(dtype=np.int64)) for name in ("num_legal", "num_changed")]
    wide = {name: joined.pop(name).astype(np.int64) for name in ("actions", "changed", "advice")}
    return Labels(
        start=starts[0],
        change_start=starts[1],
        values=joined.pop("values").T.astype(np.float32),
        changed_codes=joined.pop("codes_changed"),
        **wide,
        **joined,
    )
