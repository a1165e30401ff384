"""The network that is fitted: what positions come to in points, and what actions change of it.

It is that of agents/framework/search/action_values.py: two hidden layers, what every entry of the observation is worth
by itself, the evaluation of the game's agents, a constant, and terms for actions.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from eurogym.agents.framework.networks.network import Network, Points
from eurogym.common.errors import InputError
from eurogym.training.learn.states import as_arrays
from eurogym.training.learn.supervised.labels import Labels, spans

TEN = 10.0  # points for 1 of the network's outputs, so that weights of a usual size reach far enough
FIRST_WORTHS = (0.3, 0.2)  # points for a point of evaluation: for the seat alone, against the best other seat
FIRST_STAY = 1.5  # points by which the heuristic's choice leads where nothing else is known


class Judge(nn.Module):
    """The network while it learns; `export` gives it as plain arrays.

    tells_actions: whether it judges actions, not positions alone; evaluation: whether that of the game's agents enters.
    """

    def __init__(
        self,
        scale: np.ndarray,
        num_actions: int,
        hidden: list[int],
        tells_actions: bool = True,
        evaluation: bool = True,
    ):
        super().__init__()
        self.tells_actions = tells_actions
        self.register_buffer("scale", torch.as_tensor(np.asarray(scale, np.float32)))
        self.first = nn.Parameter(torch.randn(len(scale), hidden[0]) * 0.05)
        self.first_bias = nn.Parameter(torch.zeros(hidden[0]))
        self.second = nn.Linear(hidden[0], hidden[1])
        self.third = nn.Parameter(torch.zeros(hidden[1]))
        self.constant = nn.Parameter(torch.zeros(1))
        self.direct = nn.Parameter(torch.zeros(len(scale)))
        self.worths = nn.Parameter(torch.tensor(FIRST_WORTHS) * evaluation, requires_grad=evaluation)
        self.action = nn.Parameter(torch.zeros(num_actions))
        self.stay = nn.Parameter(torch.full((num_actions,), FIRST_STAY))

    def forward(self, labels: Labels, rows: np.ndarray) -> tuple[torch.Tensor, np.ndarray]:
        """Return points by which every legal action of the labels `rows` is better than the heuristic's choice (k,),
        and its place among all legal actions (k,).

        Only what an action changes in the observation is multiplied for each of them.
        """
        label, at = spans(labels.start, rows)
        change, entry = spans(labels.change_start, at)
        label_of, actions = self.tensor(label), self.tensor(labels.actions[at])
        codes = self.tensor(labels.codes[rows]).float() * self.scale
        column = self.tensor(labels.changed[entry])
        new = self.tensor(labels.changed_codes[entry]).float() * self.scale[column]
        difference = new - codes[label_of[self.tensor(change)], column]
        counts = labels.change_start[at + 1] - labels.change_start[at]
        begins, weights = self.tensor(np.cumsum(counts) - counts), self._entry()
        moved = functional.embedding_bag(column, weights, begins, per_sample_weights=difference, mode="sum")
        hidden = functional.relu((codes @ self.first)[label_of] + moved[:, :-1] + self.first_bias)
        hidden = functional.relu(self.second(hidden))
        points = TEN * (hidden @ self.third + moved[:, -1])
        points = points + self.tensor(labels.worths[at]) @ self.worths + self.action[actions]
        advised = self.tensor(labels.actions[at] == labels.advice[rows][label])
        points = points + torch.where(advised, self.stay[actions], 0.0)
        return points - points[advised][label_of], at

    def positions(self, codes: np.ndarray, worths: np.ndarray) -> torch.Tensor:
        """Return points (n,) of positions by themselves: codes uint8 (n, F) and worths float32 (n, 2)."""
        entered = (self.tensor(codes).float() * self.scale) @ self._entry()
        hidden = functional.relu(entered[:, :-1] + self.first_bias)
        points = TEN * (functional.relu(self.second(hidden)) @ self.third + entered[:, -1] + self.constant)
        return points + self.tensor(worths) @ self.worths

    def tensor(self, array: np.ndarray) -> torch.Tensor:
        """Return an array on the device of the network."""
        return torch.from_numpy(array).to(self.scale.device)

    def _entry(self) -> torch.Tensor:
        return torch.cat([self.first, self.direct[:, None]], dim=1)

    def begin_with(self, network: Network) -> None:
        """Take over what a network for the table knows of positions; its terms for actions are not.

        Raises InputError where it has other hidden layers.
        """
        if network.points is None:
            raise InputError("the network to start from does not predict the points of positions")
        sizes = [len(bias) for _, bias in network.value[:-1]]
        if sizes != [*self.second.weight.T.shape]:
            raise InputError(
                f"the network to start from has hidden layers of {sizes}; ask for the same (--hidden)"
            )
        (first, first_bias), (second, second_bias), (third, constant) = network.value
        arrays = {
            "first": first.T,
            "first_bias": first_bias,
            "second.weight": second,
            "second.bias": second_bias,
            "third": third[0] / TEN,
            "constant": constant / TEN,
            "direct": network.points.direct / TEN,
            "worths": network.points.worths * np.float32(self.worths.requires_grad),
        }
        self.load_state_dict(
            {name: torch.from_numpy(np.ascontiguousarray(one)) for name, one in arrays.items()}, strict=False
        )

    def trust(self, line: np.ndarray) -> None:
        """Begin with a line through the evaluation.

        line: (3,), constant points, points per point of the seat's own evaluation, and points per point of its lead in
        evaluation over the best other seat.
        """
        with torch.no_grad():
            self.constant.fill_(line[0] / TEN)
            self.worths.copy_(torch.from_numpy(line[1:]))

    def export(self) -> Network:
        """Return this network as plain arrays."""
        terms = [as_arrays(one) for one in (self.action, self.stay)] if self.tells_actions else []
        return Network(
            as_arrays(self.scale),
            value=[
                (as_arrays(self.first.T), as_arrays(self.first_bias)),
                (as_arrays(self.second.weight), as_arrays(self.second.bias)),
                (TEN * as_arrays(self.third)[None], TEN * as_arrays(self.constant)),
            ],
            points=Points(TEN * as_arrays(self.direct), as_arrays(self.worths), *terms),
        )
