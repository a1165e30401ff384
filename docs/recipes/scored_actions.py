"""PPO with a network that scores each legal action by what it concerns, here for Keyflower with two players.

Install: pip install ".[train]". Run: python scored_actions.py [minutes]; from 5 on it is ahead of greedy.
"""

import sys
from tempfile import TemporaryDirectory

import numpy as np
import torch
from torch import nn

from eurogym import keyflower_v0, measure, training

TABLE = keyflower_v0.batch(num_envs=1, num_players=2)
COLUMNS = TABLE.catalog.columns
PLACES = 64  # legal actions that are scored; the others have the number of their id alone


def seen(batch, games):
    """Return observations followed by the rows of the legal actions, uint8 (n, F + PLACES * C)."""
    _, starts, rows = batch.legal_actions(games)
    counts = np.diff(starts)
    places = np.arange(len(rows)) - np.repeat(starts[:-1], counts)
    kept = places < PLACES
    found = np.zeros((len(games), PLACES, rows.shape[1]), np.uint8)
    found[np.repeat(np.arange(len(games)), counts)[kept], places[kept]] = rows[kept]
    return np.concatenate([batch.observations[games], found.reshape(len(games), -1)], axis=1)


class Scorer(nn.Module):
    """The logit of an action is a number for its id, and a score of its row beside the position."""

    def __init__(self, spaces):
        super().__init__()
        sizes = [len(COLUMNS.vocabularies.get(name, range(256))) for name in COLUMNS.names]
        self.register_buffer("begins", torch.tensor([0, *np.cumsum(sizes)[:-1]]))
        self.table = training.CodesLinear(training.Spaces.of_batch(TABLE).scale, 256)
        self.hidden = nn.Linear(256, 128)
        self.ids, self.value = nn.Linear(128, spaces.actions), nn.Linear(128, 1)
        self.words = nn.EmbeddingBag(sum(sizes), 64, mode="sum")
        self.beside, self.score = nn.Linear(128, 64), nn.Linear(64, 1)
        nn.init.normal_(self.words.weight, std=0.1)
        for last in (self.ids, self.score):
            nn.init.zeros_(last.bias)
            last.weight.data *= 0.1

    def forward(self, seen, masks):
        size = seen.shape[1] - PLACES * len(self.begins)
        table = torch.relu(self.hidden(torch.relu(self.table(seen[:, :size].contiguous()))))
        rows = seen[:, size:].view(len(seen), PLACES, -1)
        present = rows[:, :, 0] > 0
        rows, of = rows[present], present.nonzero()[:, 0]
        said = rows > 0  # 0 says nothing
        counts = said.sum(1)
        words = self.words((rows.long() + self.begins)[said], counts.cumsum(0) - counts)
        scores = self.score(torch.relu(words + self.beside(table)[of]))[:, 0]
        logits = self.ids(table)
        places = masks & (masks.cumsum(1) <= PLACES)  # rows are in the order of the ids
        return logits.masked_scatter(places, logits[places] + scores), self.value(table)[:, 0]


if __name__ == "__main__":
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 5
    with TemporaryDirectory() as out:
        long = {"num_envs": 200, "rollout_steps": 448, "gae_lambda": 0.99, "minibatch": 4096, "epochs": 3}
        curve = training.train(
            "keyflower", **long, players=[2], reward="score", learning_rate=0.001, minutes=minutes, eval_games=0,
            network=Scorer, observation=seen, out=out, overwrite=True,
        )  # fmt: skip
        found = measure.run_duels(
            "keyflower", f"{__file__}:Scorer:weights={out}", ["random", "greedy"], [2], deals=100
        )
    told = ", ".join(f"{one.outcome.mean:+.2f} against {one.opponent}" for one in found)
    print(f"after {curve[-1]['steps']:,} decisions: {told}")
