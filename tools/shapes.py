"""Four shapes of a network on equal labels and equal seconds: how much of a search's gain does each learn?

Labels are made as `eurogym learn label` makes them, with the rows of the legal actions beside them, and learned from
as `eurogym learn distil` learns: points over the heuristic's choice, by Huber's loss. `flat` maps an observation to
points for each action id. `actions` scores the row of each action beside the observation. `things` scores it beside the
rows of what the seat sees, by attention. `ends` judges the position at the end of the turn that the action begins, as
the action values that ship do. Every shape knows the heuristic's choice and, unless told otherwise, the evaluation of
that position by the game's agents.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from eurogym.agents.framework.networks.by_name import places_of_actions, places_of_fields
from eurogym.agents.framework.networks.checkpoint import layout_signature
from eurogym.envs.core import registry
from eurogym.envs.core.declare.things import KIND
from eurogym.measure.report.report import columns_of
from eurogym.training.learn.supervised.config import LabelConfig
from eurogym.training.learn.supervised.distil import HUBER, MOST_POINTS
from eurogym.training.learn.supervised.judge import FIRST_STAY, FIRST_WORTHS, TEN, Judge
from eurogym.training.learn.supervised.labels import SHARD, Labels, spans
from eurogym.training.learn.supervised.make import Maker
from eurogym.training.learn.supervised.regret import gains, search_gain

SHAPES = "flat", "actions", "things", "ends"
# tables with two players by group, what is learned from first; and the one that knows all fields and actions
GROUPS: dict[str, dict[str, dict[str, Any]]] = {
    "villagers": {
        "base, Profiteers, Saints": {
            "base": {},
            "profiteers": {"expansions": "profiteers"},
            "saints": {"expansions": "saints"},
        },
        "Scoundrels": {"scoundrels": {"expansions": "scoundrels"}},
        "Developments": {"developments": {"expansions": "developments"}},
        "all together": {"all": {"expansions": "all"}},
    },
    "castles_of_burgundy": {
        "duchies 1 to 8": {f"duchy{number}": {"duchies": number} for number in range(1, 9)},
        "duchies 20 to 25": {f"duchy{number}": {"duchies": number} for number in range(20, 26)},
    },
}
TABLES = {
    game: {name: one for group in groups.values() for name, one in group.items()}
    for game, groups in GROUPS.items()
}
WIDEST: dict[str, dict[str, Any]] = {"villagers": {"expansions": "all"}, "castles_of_burgundy": {}}
# decisions of a playout; games of a file of labels to learn from, and of one held out
SIZES = {"villagers": (80, 160, 64), "castles_of_burgundy": (20, 100, 28)}
WIDTH, LOOKS, VALIDATION, MINIBATCH = 64, 6, 5000, 256


class RowMaker(Maker):
    """Makes labels with the rows of the legal actions."""

    def label(self, games: np.ndarray, *others: np.ndarray) -> dict[str, np.ndarray]:
        """As in :class:`Maker`."""
        return super().label(games, *others) | {"rows": self.batch.legal_actions(games)[2]}


@dataclass
class Rows(Labels):
    """Labels with the row of each legal action, int16 (k, C)."""

    of_actions: np.ndarray


def table_of(game: str, **options: Any) -> Any:
    """Return a batch of a table with two players."""
    return registry.module(game).batch(num_envs=1, num_players=2, **options)


def files(game: str, folder: Path, names: Sequence[str], held_out: bool, number: int) -> Iterator[Path]:
    """Yield the files of some tables' labels, and make those that are missing."""
    depth, *games = SIZES[game]
    for shard in range(number):
        for name in names:
            path = folder / f"{game}-{'held' if held_out else 'train'}-{name}-{shard:02d}.npz"
            if not path.exists():
                maker = RowMaker(
                    LabelConfig(
                        game, 2, TABLES[game][name], sims=3 if held_out else 1, depth=depth, games=games[held_out],
                        seed=2 if held_out else 1,
                    )
                )  # fmt: skip
                maker.prepare()
                np.savez(path, **maker.shard(shard))
            yield path


def read(game: str, paths: Sequence[Path]) -> Rows:
    """Return the labels of some files, with observations and actions numbered as at the widest table."""
    widest, parts = table_of(game, **WIDEST[game]), []
    for path in paths:
        own, part = table_of(game, **TABLES[game][path.stem.split("-")[2]]), dict(np.load(path))
        fields = places_of_fields(layout_signature(widest.layout), layout_signature(own.layout))
        actions = places_of_actions(widest.catalog.texts, own.catalog.texts)
        wide = np.zeros((len(part["codes"]), widest.layout.size), np.uint8)
        wide[:, fields] = part["codes"]
        part |= {"codes": wide, "changed": fields[part["changed"]].astype(np.int32)}
        parts.append(part | {name: actions[part[name]] for name in ("actions", "advice")})
    joined = {name: np.concatenate([part.pop(name) for part in parts]) for name in (*SHARD, "rows")}
    starts = [np.append(0, joined.pop(name).cumsum(dtype=np.int64)) for name in ("num_legal", "num_changed")]
    return Rows(
        start=starts[0], change_start=starts[1], values=joined.pop("values").T.astype(np.float32),
        changed_codes=joined.pop("codes_changed"), of_actions=joined.pop("rows"), **joined,
    )  # fmt: skip


class Bag(nn.Module):
    """Rows of integers to vectors: the sum of what each column says, the same for a thing wherever it lies.

    both: columns of two sorts of rows; what is known of components (`facts`) enters as well.
    """

    def __init__(self, both: Sequence[Any], components: Any, scale: Any):
        super().__init__()
        first: dict[tuple[int, str], int] = {}
        size, self.starts, self.units = 0, [], []
        for which, columns in enumerate(both):
            starts = []
            for name in columns.names:
                key = (-1 if name in columns.vocabularies and name != KIND else which, name)
                if key not in first:
                    first[key] = size
                    size += len(columns.vocabularies.get(name, columns.kinds))
                starts.append(first[key])
            unit = np.full((len(columns.names), len(columns.kinds)), 1 / 8, np.float32)
            for name, kinds in scale.items() if which else ():
                for kind, one in kinds.items():
                    unit[columns.place[name], columns.kinds.index(kind)] = one
            unit[[name in columns.vocabularies for name in columns.names]] = 0  # no quantity
            self.starts.append(np.array(starts))
            self.units.append(unit)
        facts = [np.zeros((size, 0), np.float32)]
        for vocabulary, numbers in components.items():
            if (at := first.get((-1, vocabulary))) is not None:
                for values in numbers.values():
                    facts.append(np.zeros((size, 1), np.float32))
                    facts[-1][at : at + len(values), 0] = values / max(1, np.abs(values).max())
        self.register_buffer("facts", torch.from_numpy(np.concatenate(facts, axis=1)))
        self.table, self.of_facts = (
            nn.Parameter(torch.randn(size, WIDTH) * 0.05),
            nn.Linear(self.facts.shape[1], WIDTH, bias=False),
        )

    def forward(self, which: int, rows: np.ndarray) -> torch.Tensor:
        row, column = np.nonzero(rows)
        value, kind = rows[row, column].astype(np.int64), rows[:, 0][row]
        unit = self.units[which][column, kind]
        index = self.starts[which][column] + np.where(unit > 0, kind, value)
        weight = np.where(unit > 0, value * unit, np.float32(1)).astype(np.float32)
        offsets = np.cumsum(np.bincount(row, minlength=len(rows))) - np.bincount(row, minlength=len(rows))
        return nn.functional.embedding_bag(
            torch.from_numpy(index), self.table + self.of_facts(self.facts), torch.from_numpy(offsets), mode="sum",
            per_sample_weights=torch.from_numpy(weight),
        )  # fmt: skip


class Scorer(nn.Module):
    """A network of one of the first three shapes: as :class:`Judge`, from labels to points over the heuristic's."""

    def __init__(self, shape: str, widest: Any, evaluation: bool):
        super().__init__()
        self.shape, self.entities, size = shape, widest.layout.entities, widest.layout.size
        self.register_buffer("scale", torch.from_numpy(widest.layout.scale))
        self.stay = nn.Parameter(torch.full((widest.num_actions,), FIRST_STAY))
        self.worths = nn.Parameter(torch.tensor(FIRST_WORTHS) * evaluation, requires_grad=evaluation)
        if shape != "things":
            self.body = nn.Sequential(nn.Linear(size, 256), nn.ReLU(), nn.Linear(256, WIDTH), nn.ReLU())
        if shape == "flat":
            self.head: nn.Module = nn.Linear(WIDTH, widest.num_actions)
            nn.init.zeros_(self.head.weight)
            return
        self.bag = Bag(
            (widest.catalog.columns, self.entities.columns), widest.components(), self.entities.scale
        )
        self.context = nn.Linear(WIDTH, WIDTH)
        self.head = nn.Sequential(nn.ReLU(), nn.Linear(WIDTH, 32), nn.ReLU(), nn.Linear(32, 1))
        if shape == "things":
            self.query, self.key, self.found = (
                nn.Linear(WIDTH, size) for size in (WIDTH // 2, WIDTH // 2, WIDTH)
            )

    def forward(self, labels: Rows, rows: np.ndarray) -> tuple[torch.Tensor, np.ndarray]:
        label, at = spans(labels.start, rows)
        of_label, actions = torch.from_numpy(label), torch.from_numpy(labels.actions[at])
        advised = torch.from_numpy(labels.actions[at] == labels.advice[rows][label])
        codes = labels.codes[rows]
        if self.shape == "flat":
            said = self.head(self.body(torch.from_numpy(codes) * self.scale))[of_label, actions]
        else:
            action = self.bag(0, labels.of_actions[at])
            if self.shape == "actions":
                beside = self.context(self.body(torch.from_numpy(codes) * self.scale))[of_label]
            else:
                beside = self._attended(codes, action, label)
            said = self.head(action + beside)[:, 0]
        points = TEN * said + torch.where(advised, self.stay[actions], 0.0)
        points = points + torch.from_numpy(labels.worths[at]) @ self.worths
        return points - points[advised][of_label], at

    def _attended(self, codes: np.ndarray, action: torch.Tensor, label: np.ndarray) -> torch.Tensor:
        """Return what each action (k, W) finds among the things that its label sees, and all of them together."""
        starts, rows = self.entities.rows(codes)
        things, counts, wanted = torch.relu(self.bag(1, rows)), np.diff(starts), np.bincount(label)
        which = np.repeat(np.arange(len(counts)), counts)
        padded = things.new_zeros(len(counts), counts.max(), WIDTH)
        padded[which, np.arange(len(rows)) - starts[which]] = things
        place = np.arange(len(label)) - (np.cumsum(wanted) - wanted)[label]
        asked = action.new_zeros(len(counts), wanted.max(), WIDTH // 2)
        asked[label, place] = self.query(action)
        fits = asked @ self.key(padded).transpose(1, 2) / (WIDTH // 2) ** 0.5
        none = torch.from_numpy(np.arange(counts.max()) >= counts[:, None])
        found = fits.masked_fill(none[:, None], -1e9).softmax(2) @ padded
        return self.found(found[label, place]) + self.context(padded.sum(1) / 32)[label]


def network(shape: str, widest: Any, evaluation: bool) -> nn.Module:
    """Return a network of one of the shapes."""
    if shape == "ends":
        return Judge(widest.layout.scale, widest.num_actions, [256, WIDTH], evaluation=evaluation)
    return Scorer(shape, widest, evaluation)


def loss_of(net: nn.Module, labels: Rows, rows: np.ndarray) -> torch.Tensor:
    """Return Huber's loss, as `eurogym learn distil` has it."""
    found, at = net(labels, rows)
    targets = np.clip(labels.values[:, at].mean(axis=0), -MOST_POINTS, MOST_POINTS)
    return nn.functional.huber_loss(found, torch.from_numpy(targets), delta=HUBER)


@torch.inference_mode()
def choices(net: nn.Module, labels: Rows, rows: np.ndarray) -> np.ndarray:
    """Return the actions (n,) that a network would take in some labels."""
    chosen = []
    for some in np.array_split(rows, max(1, len(rows) // 512)):
        points, at = net(labels, some)
        label = np.repeat(np.arange(len(some)), np.diff(labels.start)[some])
        _, first = np.unique(label, return_index=True)
        chosen.append(labels.actions[at][np.lexsort((-points.numpy(), label))[first]])
    return np.concatenate(chosen)


def worth(labels: Rows, chosen: np.ndarray, rows: np.ndarray) -> float:
    """Return points a decision of choices (n,) in some labels."""
    label, at = spans(labels.start, rows)
    return float(labels.values[:, at].mean(axis=0)[labels.actions[at] == chosen[label]].mean())


def learn(net: nn.Module, known: Rows, seconds: float, seed: int) -> float:
    """Let a network learn for so many seconds of processor time; looks at a few labels left out say when it was best.

    Return how often it has been through the labels by then.
    """
    luck = np.random.default_rng(seed)
    order = np.random.default_rng(0).permutation(len(known))
    left, order = order[:VALIDATION], order[VALIDATION:]
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=0.02)
    spent, steps, best, kept, passes, batches = 0.0, 0, -np.inf, net.state_dict(), 0.0, list[np.ndarray]()
    for look in range(1, LOOKS + 1):
        begin = time.process_time() - spent
        while (spent := time.process_time() - begin) < seconds * look / LOOKS:
            batches = batches or np.array_split(luck.permutation(order), len(order) // MINIBATCH)
            optimizer.param_groups[0]["lr"] = 2e-3 * min(1.0, (steps + 1) / 20) * (1 - spent / seconds)
            loss = loss_of(net, known, batches.pop())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            steps += 1
        reached = worth(known, choices(net, known, left), left)
        print(f"  {steps * MINIBATCH / len(order):.1f} passes: {reached:+.2f}", flush=True)
        if reached > best:
            best, passes = reached, steps * MINIBATCH / len(order)
            kept = {name: one.clone() for name, one in net.state_dict().items()}
    net.load_state_dict(kept)
    return passes


def by_evaluation(labels: Rows) -> np.ndarray:
    """Return the actions (n,) that the evaluation alone would take: what networks begin with."""
    stays = FIRST_STAY * (labels.actions == labels.advice[labels.rows])
    order = np.lexsort((-labels.worths @ np.float32(FIRST_WORTHS) - stays, labels.rows))
    return labels.actions[order[labels.start[:-1]]]


def main() -> None:
    """Make labels that are missing, and compare the shapes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=GROUPS)
    parser.add_argument("--folder", type=Path, required=True, help="folder of the labels")
    parser.add_argument("--files", type=int, default=10, help="files of labels of each table (default 10)")
    parser.add_argument("--shapes", nargs="+", choices=SHAPES, default=SHAPES, help="default: all")
    parser.add_argument("--seconds", type=float, default=200, help="of processor time for each (default 200)")
    parser.add_argument(
        "--no-evaluation", action="store_true", help="leave out the evaluation at the turn's end"
    )
    parser.add_argument("--seeds", type=int, nargs="+", default=[1], help="seeds of the networks (default 1)")
    parser.add_argument("--out", type=Path, required=True, help="file that rows of JSON are added to")
    args = parser.parse_args()
    torch.set_num_threads(1)
    groups = GROUPS[args.game]
    names = list(next(iter(groups.values())))
    known = read(args.game, [*files(args.game, args.folder, names, False, args.files)])
    held_out = {
        name: read(args.game, [*files(args.game, args.folder, list(group), True, 1)])
        for name, group in groups.items()
    }

    def tell(shape: str, found: dict[str, Any], **more: Any) -> None:
        said = {"game": args.game, "shape": shape, "evaluation": int(not args.no_evaluation)} | more
        for name, gain in found.items():
            row = said | {"table": name, **columns_of("gain", gain)}
            print(row, flush=True)
            with args.out.open("a") as file:
                file.write(json.dumps(row | {"labels": len(known) - VALIDATION}) + "\n")

    tell("search", {name: search_gain(labels) for name, labels in held_out.items()})
    tell("nothing", {name: gains(labels, by_evaluation(labels)) for name, labels in held_out.items()})
    widest = table_of(args.game, **WIDEST[args.game])
    for shape in args.shapes:
        for seed in args.seeds:
            torch.manual_seed(seed)
            net = network(shape, widest, not args.no_evaluation)
            passes = learn(net, known, args.seconds, seed)
            begin = time.process_time()
            chosen = {name: choices(net, one, np.arange(len(one))) for name, one in held_out.items()}
            each = 1e6 * (time.process_time() - begin) / sum(map(len, held_out.values()))
            found = {name: gains(held_out[name], one) for name, one in chosen.items()}
            size = sum(one.numel() for one in net.parameters())
            tell(shape, found, seed=seed, passes=passes, parameters=size, microseconds=each)


if __name__ == "__main__":
    main()
