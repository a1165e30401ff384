"""Three shapes of a network on equal labels and equal seconds: how much of a search's gain does each learn?

Labels are made as `eurogym learn label` makes them, with the rows of the legal actions beside them. `flat` maps an
observation to a number for each action id; `actions` scores the row of each action, with the observation as context;
`things` scores it over the rows of what the seat sees, by attention. Every shape also knows the heuristic's choice.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from eurogym.envs.core import registry
from eurogym.envs.core.declare.things import KIND, Columns
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.measure.stats.statistics import mean_interval
from eurogym.training.learn.supervised.config import LabelConfig
from eurogym.training.learn.supervised.make import Maker

# what is learned from, held out of the same tables, and of others; the widest table names all fields and actions
_DUCHIES: Mapping[str, Any] = {
    f"duchy {number}": {"duchies": number} for number in (*range(1, 9), *range(20, 26))
}
TABLES: dict[str, dict[str, Any]] = {
    "villagers": {
        name: {"expansions": () if name == "base" else name} for name in ("base", "profiteers", "saints")
    }
    | {name: {"expansions": name} for name in ("scoundrels", "developments", "all")},
    "castles_of_burgundy": dict(_DUCHIES),
}
SEEN = {"villagers": 3, "castles_of_burgundy": 8}
WIDEST = {"villagers": "all", "castles_of_burgundy": "duchy 1"}
SIZES = {
    "villagers": (8, 64, 80),
    "castles_of_burgundy": (1, 96, 20),
}  # shards, games in each, depth of playouts
KEPT = ("codes", "num_legal", "actions", "values", "advice", "rows")
WIDTH = 64
LOOKS = 8


class RowMaker(Maker):
    """Makes labels with the rows of the legal actions."""

    def label(self, games: np.ndarray, advice: np.ndarray, *luck: np.ndarray) -> dict[str, np.ndarray]:
        """As in :class:`Maker`."""
        return super().label(games, advice, *luck) | {"rows": self.batch.legal_actions(games)[2]}


def make(game: str, name: str, held_out: bool) -> dict[str, np.ndarray]:
    """Labels of a table with two players."""
    shards, games, depth = SIZES[game]
    shards, games, sims, seed = (
        (1, games // (1 if shards > 1 else 8), 6, 2) if held_out else (shards, games, 2, 1)
    )
    config = LabelConfig(game, 2, TABLES[game][name], sims=sims, depth=depth, games=games, seed=seed)
    maker = RowMaker(config)
    maker.prepare()
    parts = [maker.shard(number) for number in range(shards)]
    return {kept: np.concatenate([part[kept] for part in parts]) for kept in KEPT}


def table_of(game: str, name: str) -> BatchedGame:
    """Return a batch of one of the tables."""
    made = registry.game(game)
    return BatchedGame(made, made.options_class.from_kwargs(num_players=2, **TABLES[game][name]), 1)


class Labels:
    """Labels of a table, with observations and actions numbered as at the widest table."""

    def __init__(self, game: str, name: str, arrays: Mapping[str, np.ndarray]):
        own, widest = table_of(game, name), table_of(game, WIDEST[game])
        self.entities, self.rows = own.layout.entities, arrays["rows"]
        self.codes, self.advice, self.values = (
            arrays["codes"],
            arrays["advice"],
            arrays["values"].astype(np.float64),
        )
        self.start = np.append(0, np.cumsum(arrays["num_legal"], dtype=np.int64))
        ids = np.array([widest.catalog.parse(text) for text in own.catalog.texts])
        self.actions, self.advised = (
            ids[arrays["actions"]],
            arrays["actions"] == np.repeat(self.advice, arrays["num_legal"]),
        )
        self.wide = np.zeros((len(self.codes), widest.obs_size), np.uint8)
        for field, part in own.layout.slices.items():
            self.wide[:, widest.layout.slices[field]] = self.codes[:, part]
        mean = self.values.mean(axis=1)
        label = np.repeat(np.arange(len(self.codes)), arrays["num_legal"])
        self.target = (mean - (np.bincount(label, mean) / arrays["num_legal"])[label]).astype(np.float32)

    def batches(self, size: int, order: np.ndarray) -> Iterator[dict[str, Any]]:
        """Minibatches of labels in this order, with everything that a shape may want."""
        for first in range(0, len(order), size):
            chosen = order[first : first + size]
            counts = np.diff(self.start)[chosen]
            of_label = np.repeat(np.arange(len(chosen)), counts)
            place = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
            at = self.start[chosen][of_label] + place
            yield {
                "labels": len(chosen), "of_label": torch.from_numpy(of_label), "place": torch.from_numpy(place),
                "codes": self.codes[chosen], "wide": self.wide[chosen], "rows": self.rows[at],
                "actions": torch.from_numpy(self.actions[at]), "target": torch.from_numpy(self.target[at]),
                "advised": torch.from_numpy(self.advised[at]), "entities": self.entities,
            }  # fmt: skip


class Bag(nn.Module):
    """Rows of integers to vectors: the sum of what each column says, the same for a thing wherever it lies."""

    def __init__(self, game: str, both: tuple[Columns, ...]):
        super().__init__()
        batch = table_of(game, WIDEST[game])
        self.first: dict[tuple[int, str], int] = {}
        size = 0
        for which, columns in enumerate(both):
            for column in columns.names:
                shared = -1 if column in columns.vocabularies and column != KIND else which
                if (shared, column) not in self.first:
                    self.first[shared, column] = size
                    size += len(columns.vocabularies.get(column, columns.kinds))
        self.both, self.table = both, nn.Parameter(torch.zeros(size, WIDTH))
        told = [
            (vocabulary, numbers)
            for vocabulary, numbers in batch.components().items()
            if (-1, vocabulary) in self.first
        ]
        facts = np.zeros((size, sum(len(numbers) for _, numbers in told)), np.float32)
        columns_used = 0
        for vocabulary, numbers in told:
            for values in numbers.values():
                start = self.first[-1, vocabulary]
                facts[start : start + len(values), columns_used] = values / max(1, np.abs(values).max())
                columns_used += 1
        self.register_buffer("facts", torch.from_numpy(facts))
        self.of_facts = nn.Linear(facts.shape[1], WIDTH, bias=False)

    def forward(self, which: int, rows: np.ndarray, scale: Mapping[str, Mapping[str, float]]) -> torch.Tensor:
        columns = self.both[which]
        rows = np.ascontiguousarray(rows)
        row, column = np.nonzero(rows)
        value = rows[row, column].astype(np.int64)
        names = [columns.vocabularies.get(name) for name in columns.names]
        quantity = np.array([told is None for told in names])[column]
        starts = [
            self.first[-1 if name in columns.vocabularies and name != KIND else which, name]
            for name in columns.names
        ]
        index = np.array(starts)[column] + np.where(quantity, rows[row, 0], value)
        unit = np.full((len(columns.names), len(columns.kinds)), 1 / 8, np.float32)
        for name, kinds in scale.items():
            for kind, one in kinds.items():
                unit[columns.place[name], columns.kinds.index(kind)] = one
        weight = np.where(quantity, value * unit[column, rows[row, 0]], 1).astype(np.float32)
        offsets = np.searchsorted(row, np.arange(len(rows)))
        table = self.table + self.of_facts(self.facts)
        return nn.functional.embedding_bag(
            torch.from_numpy(index),
            table,
            torch.from_numpy(offsets),
            mode="sum",
            per_sample_weights=torch.from_numpy(weight),
        )


class Shape(nn.Module):
    """A network of one of the three shapes: minibatch -> a number for each legal action."""

    def __init__(self, shape: str, game: str):
        super().__init__()
        self.shape, widest = shape, table_of(game, WIDEST[game])
        self.register_buffer("scale", torch.from_numpy(widest.layout.scale))
        self.trust = nn.Parameter(torch.ones(()))
        if shape != "things":
            self.body = nn.Sequential(
                nn.Linear(widest.obs_size, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU()
            )
        if shape == "flat":
            self.head = nn.Linear(128, widest.num_actions)
            nn.init.zeros_(self.head.weight)
        else:
            self.bag = Bag(game, (widest.catalog.columns, widest.layout.entities.columns))
            parts = 3 if shape == "things" else 2
            self.context = nn.Linear(128, WIDTH)
            self.head = nn.Sequential(nn.Linear(parts * WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, 1))
            self.query, self.key = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
            self.thing = nn.Sequential(nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())

    def forward(self, batch: Mapping[str, Any]) -> torch.Tensor:
        of_label, usual = batch["of_label"], self.trust * batch["advised"]
        if self.shape == "flat":
            return self.head(self._seen(batch))[of_label, batch["actions"]] + usual
        action = self.bag(0, batch["rows"], {})
        if self.shape == "actions":
            return self.head(torch.cat([action, self.context(self._seen(batch))[of_label]], 1))[:, 0] + usual
        starts, rows = batch["entities"].rows(batch["codes"])
        things = self.thing(self.bag(1, rows, batch["entities"].scale))
        counts = np.diff(starts)
        which = np.repeat(np.arange(batch["labels"]), counts)
        inside = np.arange(len(rows)) - starts[which]
        padded = things.new_zeros(batch["labels"], int(counts.max()), WIDTH)
        padded[which, inside] = things
        most = int(batch["place"].max()) + 1
        asked = action.new_zeros(batch["labels"], most, WIDTH)
        asked[of_label, batch["place"]] = self.query(action)
        fits = asked @ self.key(padded).transpose(1, 2) / WIDTH**0.5
        none = torch.from_numpy(np.arange(padded.shape[1]) >= counts[:, None])
        found = fits.masked_fill(none[:, None], -1e9).softmax(2) @ padded
        pooled = padded.sum(1) / 32
        parts = [action, found[of_label, batch["place"]], pooled[of_label]]
        return self.head(torch.cat(parts, 1))[:, 0] + usual

    def _seen(self, batch: Mapping[str, Any]) -> torch.Tensor:
        return self.body(torch.from_numpy(batch["wide"]) * self.scale)


def learn(shape: str, game: str, known: list[Labels], seconds: float, seed: int) -> Shape:
    """Return a network of this shape after at most so many seconds of processor time.

    A tenth of the labels says which of eight looks was the best; these looks cost no time.
    """
    torch.manual_seed(seed)
    luck, net = np.random.default_rng(seed), Shape(shape, game)
    deviation = float(np.concatenate([labels.target for labels in known]).std())
    optimizer = torch.optim.AdamW(net.parameters(), 2e-3, weight_decay=0.01)
    ends = [len(labels.codes) * 9 // 10 for labels in known]

    def loss_of(batch: Mapping[str, Any]) -> torch.Tensor:
        said, of_label = net(batch), batch["of_label"]
        mean = torch.zeros(batch["labels"]).index_add_(0, of_label, said) / torch.bincount(of_label)
        return nn.functional.huber_loss(said - mean[of_label], batch["target"] / deviation)

    spent, steps, best, kept, looked = 0.0, 0, np.inf, net.state_dict(), ""
    order: list[int] = []
    for look in range(1, LOOKS + 1):
        begin = time.process_time()
        while spent + time.process_time() - begin < seconds * look / LOOKS:
            if not order:
                parts = [
                    one.batches(256, luck.permutation(end)) for one, end in zip(known, ends, strict=True)
                ]
                order = luck.permutation(
                    np.repeat(np.arange(len(parts)), [end // 256 for end in ends])
                ).tolist()
            optimizer.param_groups[0]["lr"] = 2e-3 * (1 - (look - 1) / LOOKS)
            loss = loss_of(next(parts[order.pop()]))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            steps += 1
        spent += time.process_time() - begin
        with torch.no_grad():
            rest = [
                one.batches(256, np.arange(end, len(one.codes))) for one, end in zip(known, ends, strict=True)
            ]
            loss = np.mean([float(loss_of(batch)) for part in rest for batch in part])
        if loss < best:
            best, looked, kept = (
                loss,
                f"{look}/{LOOKS}",
                {name: one.clone() for name, one in net.state_dict().items()},
            )
    net.load_state_dict(kept)
    print(f"{game} {shape} seed {seed}: {steps} steps of 256 labels, best after {looked}", flush=True)
    return net


def judge(net: Shape, labels: Labels) -> np.ndarray:
    """Return what the choices of a network are worth, in points, for each label."""
    said = [net(batch).detach().numpy() for batch in labels.batches(256, np.arange(len(labels.codes)))]
    return worth(labels, np.concatenate(said), labels.values.mean(axis=1))


def worth(labels: Labels, said: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return the values of the actions with the highest numbers."""
    best = [
        first + int(said[first:last].argmax())
        for first, last in zip(labels.start, labels.start[1:], strict=False)
    ]
    return values[best]


def found(labels: Labels) -> np.ndarray:
    """Return what the search's choices are worth: chosen by one half of the simulations, judged by the other."""
    halves = labels.values.T
    return (worth(labels, halves[0], halves[1]) + worth(labels, halves[1], halves[0])) / 2


def main() -> None:
    """Make labels that are missing, and compare the shapes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=TABLES)
    parser.add_argument("--folder", type=Path, required=True, help="folder of the labels")
    parser.add_argument(
        "--seconds", type=float, default=60, help="of processor time, for each shape (default 60)"
    )
    parser.add_argument("--seeds", type=int, nargs="+", default=[1], help="seeds of the networks (default 1)")
    args = parser.parse_args()
    torch.set_num_threads(1)
    labels: dict[tuple[bool, str], Labels] = {}
    names = list(TABLES[args.game])
    for held_out, name in [(False, one) for one in names[: SEEN[args.game]]] + [(True, one) for one in names]:
        path = args.folder / f"{args.game}-{'held' if held_out else 'train'}-{name.replace(' ', '')}.npz"
        if not path.exists():
            np.savez_compressed(path, **make(args.game, name, held_out))
        labels[held_out, name] = Labels(args.game, name, dict(np.load(path)))
    known = [labels[False, one] for one in names[: SEEN[args.game]]]
    print(f"{sum(len(one.codes) for one in known):,} labels to learn from")
    groups = {"the same tables": names[: SEEN[args.game]]}
    groups |= {one: [one] for one in names[SEEN[args.game] :]} if args.game == "villagers" else {}
    groups |= {} if args.game == "villagers" else {"other duchies": names[SEEN[args.game] :]}
    rows = {group: [labels[True, one] for one in some] for group, some in groups.items()}
    print("search", {group: told([found(one) for one in some]) for group, some in rows.items()}, flush=True)
    for shape in ("flat", "actions", "things"):
        for seed in args.seeds:
            net = learn(shape, args.game, known, args.seconds, seed)
            print(
                shape, seed, {group: told([judge(net, one) for one in some]) for group, some in rows.items()}
            )
            begin = time.process_time()
            judge(net, known[0])
            each = 1e6 * (time.process_time() - begin) / len(known[0].codes)
            print(
                f"{each:.0f} us a decision, {sum(one.numel() for one in net.parameters()):,} parameters",
                flush=True,
            )


def told(parts: list[np.ndarray]) -> str:
    """Return a mean with its interval."""
    mean = mean_interval(np.concatenate(parts))
    return f"{mean.mean:+.2f} ({mean.low:+.2f} to {mean.high:+.2f})"


if __name__ == "__main__":
    main()
