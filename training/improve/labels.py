"""What a search said of decisions: files of a generation, and the arrays that a policy learns from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.agents.framework.networks.stored import DamagedError, check_arrays, read_arrays
from eurogym.common.deals import TRAINING, root
from eurogym.common.errors import InputError
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.declare.standing import margins
from eurogym.envs.core.files import make_folder, replacing
from eurogym.measure.games.blocks import Work, stream
from eurogym.measure.games.matches import Cell, MatchResults
from eurogym.measure.stats.statistics import Estimate, mean_interval
from eurogym.training.improve.config import ImproveConfig
from eurogym.training.improve.watch import HEURISTIC, Asked
from eurogym.training.learn.supervised.labels import HALVES, Decisions
from eurogym.training.learn.tables import batch_seeds

GAMES = 32  # of a file
FILE: dict[str, tuple[str, tuple[str | int, ...]]] = {  # kinds and shapes; n decisions, k legal actions
    "codes": ("u", ("n", "F")),
    "num_legal": ("iu", ("n",)),
    "actions": ("iu", ("k",)),
    "values": ("f", ("k", HALVES)),
    "advice": ("iu", ("n",)),
    "base": ("iu", ("n",)),
    "placement": ("f", ("n",)),
    "lead": ("f", ("n",)),
}
EVERY = 10  # files of a table of which one is held out, the second one first


def make_labels(
    config: ImproveConfig,
    generation: int,
    policy: Path,
    values: str,
    folder: Path,
    work: Work,
    tell: Callable[[str], None],
) -> None:
    """Play the games of a generation whose files are not there yet, and write what the search says of them.

    policy: who plays and guides; values: the file of the values at the leaves, "network" for those that ship.
    """
    make_folder(folder)
    tables = config.tables()
    files = number_of_files(config)
    missing = [number for number in range(files) if not path_of(folder, number).exists()]
    cells = [
        cell_of(config, generation, number, tables[number % len(tables)], policy, values)
        for number in missing
    ]
    if not cells:
        return
    with closing(stream(cells, work, size=GAMES)) as blocks:
        for which, results in blocks:
            number = missing[which]
            arrays = _with_ends(results, int(tables[number % len(tables)].get("num_teams", 0)))
            with replacing(path_of(folder, number)) as file:
                np.savez_compressed(file, **arrays)
            tell(f"file {number + 1} of {files}: {len(arrays['num_legal'])} decisions")


def number_of_files(config: ImproveConfig) -> int:
    """Files of a generation: one of each table is held out, so that there are at least two."""
    return max(2 * len(config.tables()), -(-config.games // GAMES))


def whole_files(config: ImproveConfig) -> str:
    """Return words for games that are no whole number of files; "" for others."""
    games = GAMES * number_of_files(config)
    if games == config.games:
        return ""
    return f"{config.games:,} games become {games:,}: files of {GAMES}, at least two for every table"


def path_of(folder: Path, number: int) -> Path:
    """Return where a file lies."""
    return folder / f"labels_{number:05d}.npz"


def cell_of(
    config: ImproveConfig, generation: int, number: int, table: dict[str, Any], policy: Path, values: str
) -> Cell:
    """Return the games of a file, and who looks at them: 0 plays the policy's best actions, 1 draws them; see
    `HEURISTIC`.
    """
    options = {name: value for name, value in table.items() if name != "num_players"}
    rng = np.random.default_rng([root(TRAINING, config.seed), generation, number])
    seats = table["num_players"]
    seating = (rng.random((GAMES, seats)) < config.explore).astype(np.int64)
    seed = int(rng.integers(2**31))
    if config.company:
        apart = rng.random(GAMES) < config.company
        others = np.arange(seats) != rng.integers(seats, size=GAMES)[:, None]
        seating[apart[:, None] & others] = HEURISTIC
    return Cell(
        config.game,
        [f"ppo:path={policy}", f"ppo:path={policy},sample=true", *(["heuristic"] if config.company else [])],
        seating,
        batch_seeds(derive_seed(config.seed, "improve", generation) % 2**60, number, GAMES).astype(np.int64),
        seed,
        options,
        watch=Asked(
            f"search:path={policy},leaf={values},playout=policy",
            config.share,
            config.actions,
            config.sims,
            config.depth,
            derive_seed(config.seed, "luck", generation, number),
        ),
    )


def _with_ends(results: MatchResults, teams: int) -> dict[str, np.ndarray]:
    """Return the facts of a block, with what its games came to for the seats that decided."""
    facts = dict(results.facts)
    if not facts:
        raise InputError(f"no decision was sampled in {GAMES} games; ask for a larger --share")
    at = facts.pop("game"), facts.pop("seat")
    facts["placement"] = results.placements[at].astype(np.float32)
    facts["lead"] = margins(results.scores.astype(np.float64), teams)[at].astype(np.float32)
    return facts


@dataclass
class Labels(Decisions):
    """n decisions with k legal actions altogether.

    codes: uint8 (n, F), what the deciding seat saw; start: int64 (n + 1), where the legal actions of each decision
    begin; actions: int64 (k,); values: float32 (k, 2), by how much each is better than the policy's best action in two
    independent halves of the search (2 from the last to the first place), the policy's mean for those not simulated;
    advice: int64 (n,), the heuristic's choice, or the policy's where it stands on none; base: int64 (n,), the policy's;
    placement, lead: float32 (n,), what the game came to for the seat.
    """

    codes: np.ndarray
    start: np.ndarray
    actions: np.ndarray
    values: np.ndarray
    advice: np.ndarray
    base: np.ndarray
    placement: np.ndarray
    lead: np.ndarray

    def gain(self, choices: np.ndarray) -> Estimate:
        """Mean value of the choices (n,) by both halves."""
        return mean_interval(self.worth(choices, self.values.mean(axis=1)))

    def search_gain(self) -> Estimate:
        """Mean value of the search's choices: chosen by one half, judged by the other."""
        found = [
            self.worth(self.best_by(self.values[:, half]), self.values[:, 1 - half]) for half in range(HALVES)
        ]
        return mean_interval(np.mean(found, axis=0))

    def worth(self, choices: np.ndarray, values: np.ndarray) -> np.ndarray:
        """Return the values (k,) of the choices (n,), float64 (n,). Raises ValueError for a choice that is not
        legal.
        """
        at = np.flatnonzero(self.actions == choices[self.rows])
        if len(at) != len(self):
            raise ValueError("a choice is not among the legal actions of its decision")
        return values[at].astype(np.float64)

    def best_by(self, values: np.ndarray) -> np.ndarray:
        """Return the action of the largest value (k,) in each decision; of equal ones the policy's own."""
        own = self.actions == self.base[self.rows]
        order = np.lexsort((own, values, self.rows))
        return self.actions[order[self.start[1:] - 1]]


def read_labels(folders: Sequence[Path], tables: int, held_out: bool) -> Labels:
    """Return the labels of some generations: the files that are held out, or the others. Raises InputError without
    any.
    """
    parts = list(_files(folders, tables, held_out))
    if not parts:
        raise InputError(f"no labels in {', '.join(map(str, folders))}")
    joined = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    wide = {name: joined[name].astype(np.int64) for name in ("actions", "advice", "base")}
    return Labels(
        codes=joined["codes"],
        start=np.concatenate([[0], np.cumsum(joined["num_legal"].astype(np.int64))]),
        values=joined["values"].astype(np.float32),
        placement=joined["placement"],
        lead=joined["lead"],
        **wide,
    )


def _files(folders: Sequence[Path], tables: int, held_out: bool) -> Iterator[dict[str, np.ndarray]]:
    for folder in folders:
        for path in sorted(folder.glob("labels_*.npz")):
            number = path.stem.rpartition("_")[2]
            if number.isdecimal() and (int(number) // tables % EVERY == 1) == held_out:
                yield _read(path)


def _read(path: Path) -> dict[str, np.ndarray]:
    """Return the arrays of a file; raises InputError for a damaged one."""
    try:
        arrays = read_arrays(path)
        lengths = check_arrays(arrays, FILE)
        counts = arrays["num_legal"].astype(np.int64)
        if counts.min(initial=1) < 1 or counts.sum() != lengths["k"]:
            raise DamagedError("num_legal does not say how many actions each decision has")
        decision = np.repeat(np.arange(len(counts)), counts)
        for name in ("advice", "base"):
            if np.count_nonzero(arrays["actions"] == arrays[name][decision]) != len(counts):
                raise DamagedError(f"{name} is not one of the actions of its decision")
    except (DamagedError, OSError) as error:
        raise InputError(
            f"{path} cannot be read ({error}); remove it, and its games are played again"
        ) from None
    return {name: arrays[name] for name in FILE}
