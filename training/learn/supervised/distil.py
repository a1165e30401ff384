"""Learn what positions are worth from the labels of a search: a network with action values.

The labels (training/learn/supervised/labels.py) say of every legal action by how many points it is better than the
heuristic's. They are noisy, but without bias: all actions were simulated as often, under the same luck. So the network of
agents/framework/action_values.py regresses on them: the difference of its points for an action and for the
heuristic's is fitted to the label by Huber's loss, and the noise of single labels averages out.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from eurogym import agents
from eurogym.agents.framework.by_name import with_inputs
from eurogym.agents.framework.checkpoint import (
    describe_batch,
    layout_signature,
    load_checkpoint,
    save_checkpoint,
)
from eurogym.agents.framework.network import Network, Points
from eurogym.envs.core import registry
from eurogym.training.errors import InputError
from eurogym.training.files import held
from eurogym.training.learn.run import pick_device, write_curve
from eurogym.training.learn.supervised.labels import Labels, read_labels, read_manifest, spans
from eurogym.training.learn.supervised.regret import gains, search_gain

POLICY = "policy.npz"
WARM_UP = 20  # gradient steps with a rising rate
MOST_POINTS = (
    40.0  # of a label; playouts that stop in an odd place can differ by more than any decision is worth
)
HUBER = 10.0  # points from which on errors count linearly
TEN = 10.0  # points for 1 of the network's outputs, so that weights of a usual size reach far enough
FIRST_WORTHS = (0.3, 0.2)  # points for a point of evaluation: for the seat alone, against the best other seat
FIRST_STAY = 1.5  # points by which the heuristic's choice leads where nothing else is known


@dataclass
class DistilConfig:
    """How a network is learned from labels; see `eurogym distil --help`."""

    game: str
    labels: list[str] = field(default_factory=list)
    held_out: list[str] = field(default_factory=list)
    hidden: list[int] = field(default_factory=lambda: [128, 64])
    most: int = 0
    looks: int = 1
    trust: float = 0.0
    start: str = ""
    unit: float = 1.0
    epochs: int = 4
    minibatch: int = 256
    learning_rate: float = 2e-3
    weight_decay: float = 0.02
    seed: int = 1
    threads: int = 1
    device: str = "cpu"
    out: str = ""
    command: str = ""

    def check(self) -> None:
        """Raises InputError naming what makes no sense."""
        for name in ("looks", "epochs", "minibatch", "threads"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}; it must be at least 1")
        if not 0 < self.learning_rate < float("inf"):
            raise InputError(f"learning_rate is {self.learning_rate}; it must be a number above 0")
        if not 0 < self.unit < float("inf"):
            raise InputError(f"unit is {self.unit}; it must be a number above 0")
        if not 0 <= self.weight_decay < float("inf"):
            raise InputError(f"weight_decay is {self.weight_decay}; it must be a number from 0 on")
        if not 0 <= self.trust < float("inf"):
            raise InputError(f"trust is {self.trust}; it must be a number from 0 on")
        if len(self.hidden) != 2 or min(self.hidden) < 1:
            raise InputError(f"hidden is {self.hidden}; the network has two hidden layers")


def _table(told: dict[str, Any]) -> str:
    """Players and options that labels were made with, as a text to compare."""
    return json.dumps([told["players"], told["options"]], sort_keys=True)


def one_network(game: str, tables: list[dict[str, Any]]) -> list[Any]:
    """A batch of one game for every table; raises InputError where they cannot share a network.

    They can where the largest observation begins like all others, and actions are the same.
    """
    batches = [registry.module(game).batch(num_envs=1, **table) for table in tables]
    largest = max(batches, key=lambda batch: batch.layout.size)
    rows = layout_signature(largest.layout)
    for table, batch in zip(tables, batches, strict=True):
        own = layout_signature(batch.layout)
        if batch.catalog.texts != largest.catalog.texts or own != rows[: len(own)]:
            raise InputError(
                f"the tables {tables[batches.index(largest)]} and {table} differ in actions or in observations; they "
                f"cannot share a network"
            )
    return batches


class Judge(nn.Module):
    """The network while it learns, in units of some points; `export` gives it as plain arrays, in points."""

    def __init__(
        self,
        scale: np.ndarray,
        num_actions: int,
        hidden: list[int],
        unit: float = 1.0,
        stay: float = FIRST_STAY,
    ):
        super().__init__()
        self.unit = unit
        self.register_buffer("scale", torch.as_tensor(np.asarray(scale, np.float32)))
        self.first = nn.Parameter(torch.randn(len(scale), hidden[0]) * 0.05)
        self.first_bias = nn.Parameter(torch.zeros(hidden[0]))
        self.second = nn.Linear(hidden[0], hidden[1])
        self.third = nn.Parameter(torch.zeros(hidden[1]))
        self.direct = nn.Parameter(torch.zeros(len(scale)))
        self.worths = nn.Parameter(torch.tensor(FIRST_WORTHS))
        self.action = nn.Parameter(torch.zeros(num_actions))
        self.stay = nn.Parameter(torch.full((num_actions,), stay))

    def forward(self, labels: Labels, rows: np.ndarray) -> tuple[torch.Tensor, np.ndarray, np.ndarray]:
        """Points by which every legal action of the labels `rows` is better than the heuristic's choice (k,), the place
        of its label among the rows (k,), and its own among all legal actions (k,).

        Only what an action changes in the observation is multiplied for each of them.
        """
        device = self.scale.device
        label, at = spans(labels.start, rows)
        change, entry = spans(labels.change_start, at)
        label_of = torch.from_numpy(label).to(device)
        codes = torch.from_numpy(labels.codes[rows]).to(device).float() * self.scale
        column = torch.from_numpy(labels.changed[entry]).to(device)
        new = torch.from_numpy(labels.changed_codes[entry].astype(np.float32)).to(device) * self.scale[column]
        difference = new - codes[label_of[torch.from_numpy(change).to(device)], column]
        counts = labels.change_start[at + 1] - labels.change_start[at]
        begins = torch.from_numpy(np.cumsum(counts) - counts).to(device)
        weights = torch.cat([self.first, self.direct[:, None]], dim=1)
        moved = functional.embedding_bag(column, weights, begins, per_sample_weights=difference, mode="sum")
        hidden = functional.relu((codes @ self.first)[label_of] + moved[:, :-1] + self.first_bias)
        hidden = functional.relu(self.second(hidden))
        actions = torch.from_numpy(labels.actions[at]).to(device)
        points = TEN * (hidden @ self.third + moved[:, -1])
        worths = torch.from_numpy(labels.worths[at]).to(device) / self.unit
        points = points + worths @ self.worths + self.action[actions]
        advised = torch.from_numpy(labels.actions[at] == labels.advice[rows][label]).to(device)
        points = points + torch.where(advised, self.stay[actions], 0.0)
        return self.unit * (points - points[advised][label_of]), label, at

    def positions(self, codes: torch.Tensor, worths: torch.Tensor) -> torch.Tensor:
        """Points (n,) of positions by themselves: codes uint8 (n, F) and worths (n, 2)."""
        entered = (codes.float() * self.scale) @ torch.cat([self.first, self.direct[:, None]], dim=1)
        hidden = functional.relu(entered[:, :-1] + self.first_bias)
        points = TEN * (functional.relu(self.second(hidden)) @ self.third + entered[:, -1])
        return self.unit * points + worths @ self.worths

    def begin_with(self, network: Network) -> None:
        """Take over what a network of the same game knows of positions; its terms for actions are not.

        It fits the table. Raises InputError where it has other hidden layers.
        """
        if network.points is None:
            raise InputError("the network to begin with does not say what positions come to in points")
        sizes = [len(bias) for _, bias in network.value[:-1]]
        if sizes != [*self.second.weight.T.shape]:
            raise InputError(
                f"the network to begin with has hidden layers of {sizes}; ask for them (--hidden)"
            )
        network = with_inputs(network, self.scale.cpu().numpy())
        (first, first_bias), (second, second_bias), (third, _) = network.value
        points = self.unit * TEN
        arrays = {
            "first": first.T,
            "first_bias": first_bias,
            "second.weight": second,
            "second.bias": second_bias,
            "third": third[0] / points,
            "direct": network.points.direct / points,
            "worths": network.points.worths,
        }
        with torch.no_grad():
            for name, parameter in self.named_parameters():
                if name in arrays:
                    parameter.copy_(torch.from_numpy(np.ascontiguousarray(arrays[name])))

    def export(self, tells_actions: bool = True) -> Network:
        """The same network as plain arrays; tells_actions: with its terms for actions."""

        def array(tensor: torch.Tensor) -> np.ndarray:
            return tensor.detach().cpu().numpy().copy()

        points = self.unit * TEN
        terms = [self.unit * array(one) for one in (self.action, self.stay)] if tells_actions else []
        return Network(
            array(self.scale),
            value=[
                (array(self.first.T), array(self.first_bias)),
                (array(self.second.weight), array(self.second.bias)),
                (points * array(self.third)[None], np.zeros(1, np.float32)),
            ],
            points=Points(points * array(self.direct), array(self.worths), *terms),
        )


class Distillation:
    """One run: the network, the labels, and the curve of what it gains on labels that it does not learn from."""

    def __init__(self, config: DistilConfig):
        config.check()
        self.config = config
        folders, held_out = ([Path(name) for name in names] for names in (config.labels, config.held_out))
        self.made_with = self._told(folders, held_out)
        self.tables = self._tables()
        self.batch = max(self.tables, key=lambda batch: batch.layout.size)
        width = self.batch.layout.size
        self.labels = read_labels(folders, config.most, width)
        self.held_out = read_labels(held_out, width=width)
        for labels in (self.labels, self.held_out):
            if labels.codes.shape[1] != width:
                raise InputError("these labels were made with another observation layout; make them anew")
            if max(labels.actions.max(), labels.advice.max()) >= self.batch.catalog.n:
                raise InputError("these labels name actions that the game does not have; make them anew")
        torch.manual_seed(config.seed)
        torch.set_num_threads(config.threads)
        self.network = Judge(self.batch.layout.scale, self.batch.catalog.n, config.hidden, config.unit)
        if config.start:
            checkpoint = load_checkpoint(config.start)
            if reason := checkpoint.mismatch(self.batch):
                raise InputError(f"{config.start} is nothing to begin with here: {reason}")
            self.network.begin_with(checkpoint.network)
        self.network.to(pick_device(config.device))
        self.curve: list[dict[str, Any]] = []
        self.learned = 0
        self.started = time.perf_counter()

    def _told(self, folders: list[Path], held_out: list[Path]) -> list[dict[str, Any]]:
        """What the labels to learn from were made with; raises InputError where they do not belong together."""
        if not folders or not held_out:
            raise InputError(
                "labels to learn from and held-out labels are both needed, each at least one folder"
            )
        told = [read_manifest(folder) for folder in folders + held_out]
        wanted = {"game": self.config.game, "game_version": registry.game(self.config.game).version}
        wanted |= {name: told[0][name] for name in ("horizon", "base")}
        for folder, one in zip(folders + held_out, told, strict=True):
            for name, expected in wanted.items():
                if one[name] != expected:
                    raise InputError(f"{folder} holds labels of {name} {one[name]!r}, wanted is {expected!r}")
        seeds = {one["seed"] for one in told[: len(folders)]}
        for folder, one in zip(held_out, told[len(folders) :], strict=True):
            if one["seed"] in seeds:
                raise InputError(
                    f"{folder} has the deals of labels to learn from (seed {one['seed']}); held-out labels need others"
                )
        tables = [_table(one) for one in told[: len(folders)]]
        for folder, one in zip(held_out, told[len(folders) :], strict=True):
            if _table(one) not in tables:
                raise InputError(
                    f"{folder} holds labels of players and options {_table(one)}; there are none to learn from"
                )
        return told[: len(folders)]

    def _tables(self) -> list[Any]:
        """A batch for every table that the labels are of; raises InputError where one network cannot play them all."""
        kinds = [json.loads(kind) for kind in dict.fromkeys(map(_table, self.made_with))]
        tables = [{"num_players": players, **options} for players, options in kinds]
        return one_network(self.config.game, tables)

    def run(self, report: Any = None) -> list[dict[str, Any]]:
        """Learn for all epochs; returns the curve, a row an epoch, the first before anything is learned."""
        config = self.config
        optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=config.learning_rate, weight_decay=config.weight_decay
        )
        rng = np.random.default_rng(config.seed)
        parts = max(1, len(self.labels) // config.minibatch)
        steps, step = config.epochs * parts, 0
        self._row(0, float("nan"), report)
        for epoch in range(1, config.epochs + 1):
            losses = []
            for rows in np.array_split(rng.permutation(len(self.labels)), parts):
                rate = config.learning_rate * min(1.0, (step + 1) / WARM_UP) * (1.0 - step / steps)
                found, _, at = self.network(self.labels, rows)
                targets = self._targets(at).to(found.device)
                loss = functional.huber_loss(found / config.unit, targets, delta=HUBER)
                descend(optimizer, loss, rate)
                losses.append(loss.item())
                step += 1
                self.learned += len(rows)
            self._row(epoch, float(np.mean(losses)), report)
        return self.curve

    def _targets(self, at: np.ndarray) -> torch.Tensor:
        """Of the actions `at`, in units."""
        values = self.labels.values[:, at].mean(axis=0) / np.float32(self.config.unit)
        return torch.from_numpy(np.clip(values, -MOST_POINTS, MOST_POINTS))

    def judged(self, labels: Labels) -> tuple[np.ndarray, np.ndarray]:
        """The best action (n,) of every label by the network, and its points for all legal actions (k,)."""
        best, points = [], []
        with torch.inference_mode():
            for rows in np.array_split(np.arange(len(labels)), max(1, len(labels) // 512)):
                found, label, at = self.network(labels, rows)
                found = found.cpu().numpy()
                order = np.lexsort((-found, label))
                best.append(labels.actions[at[order[np.searchsorted(label, np.arange(len(rows)))]]])
                points.append(found)
        return np.concatenate(best), np.concatenate(points)

    def _row(self, epoch: int, loss: float, report: Any) -> None:
        """A row of the curve: what the policy gains by the held-out labels, and what the search itself does."""
        held = self.held_out
        chosen, points = self.judged(held)
        gain, most = gains(held, chosen), search_gain(held)
        values = held.values.mean(axis=0)
        row = {
            "epoch": epoch,
            "minutes": round((time.perf_counter() - self.started) / 60.0, 3),
            "labels": len(self.labels),
            "loss": loss,
            "gain": gain.mean,
            "gain_half_width": gain.half_width,
            "search_gain": most.mean,
            "regret": most.mean - gain.mean,
            "departures": float((chosen != held.advice).mean()),
            "explained": float(1.0 - np.square(points - values).sum() / np.square(values).sum()),
        }
        self.curve.append(row)
        if report is not None:
            report(row)

    def save(self, folder: Path) -> Path:
        """Write policy.npz and the curve; returns the path of the policy."""
        metadata = what_learned(self)
        told = metadata["config"]
        told |= {name: [Path(one).name for one in told[name]] for name in ("labels", "held_out")}
        told["start"] = Path(told["start"]).name
        metadata |= {
            "horizon": self.made_with[0]["horizon"],
            "base": self.made_with[0]["base"],
            "looks": self.config.looks,
            "trust": self.config.trust,
            "labels": {"made_with": self.made_with, "number": len(self.labels)},
        }
        return written(self, metadata, folder)


def descend(optimizer: torch.optim.Optimizer, loss: torch.Tensor, rate: float) -> None:
    """One gradient step of this size."""
    for group in optimizer.param_groups:
        group["lr"] = rate
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()


def what_learned(run: Any) -> dict[str, Any]:
    """Metadata of the network of a run, here or in values.py: its tables, how it was learned, and from how much."""
    config = run.config
    return {
        **describe_batch(run.batch),
        "options": [batch.options.as_dict() for batch in run.tables],
        "heuristic": agents.heuristic_name(config.game),
        "command": config.command,
        "config": {name: value for name, value in asdict(config).items() if name not in ("out", "command")},
        "seed": config.seed,
        "steps": run.learned,
        "minutes": round((time.perf_counter() - run.started) / 60.0, 2),
    }


def written(run: Any, metadata: dict[str, Any], folder: Path, tells_actions: bool = True) -> Path:
    """Write the network and the curve of a run; returns the path of the network."""
    path = save_checkpoint(folder / POLICY, run.network.export(tells_actions), metadata)
    write_curve(folder, run.curve)
    return path


def distil(config: DistilConfig, report: Any = None) -> tuple[list[dict[str, Any]], Path]:
    """Learn as told, and write the folder `config.out`; returns the curve and the path of the policy.

    Raises InputError for labels that do not fit, and where another run is at work in the folder.
    """
    return carried_out(Distillation(config), Path(config.out), report)


def carried_out(run: Any, folder: Path, report: Any) -> tuple[list[dict[str, Any]], Path]:
    """Let a run learn and write its folder; returns its curve and the path of its network.

    Where the user interrupts, what has been learned by then is written. Raises InputError where another run is at work
    in the folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with held(folder / ".lock", f"another run is at work in {folder}"):
        try:
            run.run(report)
        except KeyboardInterrupt:
            if not run.learned:
                print("eurogym: interrupted before anything was learned", file=sys.stderr)
                raise
            print("eurogym: interrupted; saving what has been learned", file=sys.stderr)
        return run.curve, run.save(folder)
