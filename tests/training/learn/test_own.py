"""A network, an observation, a reward and callbacks of one's own: they learn, are seated, and faults are told early."""

import json

import numpy as np
import pytest

from eurogym import agents, training
from eurogym.agents.framework.networks.checkpoint import load_checkpoint
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.training.learn.config import config_from
from eurogym.training.learn.ppo.run import PPORun

MINE = '''
import numpy as np
import torch
from torch import nn
from eurogym import training


class Net(nn.Module):
    """Layers that a numpy network can hold."""

    def __init__(self, spaces):
        super().__init__()
        self.first = training.CodesLinear(spaces.scale, 8)
        self.policy, self.value = nn.Linear(8, spaces.actions), nn.Linear(8, 1)

    def forward(self, seen, masks):
        hidden = torch.tanh(self.first(seen))
        return self.policy(hidden), self.value(hidden)[:, 0]


class Gated(Net):
    def forward(self, seen, masks):
        hidden = self.first(seen)
        hidden = hidden * torch.sigmoid(hidden)
        return self.policy(hidden), self.value(hidden)[:, 0]


class Few(Net):
    def forward(self, seen, masks):
        return self.policy(torch.tanh(self.first(seen)))[:, :-1], torch.zeros(len(seen))


class Column(Net):
    def forward(self, seen, masks):
        logits, values = super().forward(seen, masks)
        return logits, values[:, None]


class Breaks(Net):
    """Its values become nan after some passes."""

    passes = 0

    def forward(self, seen, masks):
        self.passes += self.training and torch.is_grad_enabled()
        logits, values = super().forward(seen, masks)
        return logits, values * (float("nan") if self.passes > 5 else 1.0)


class Gained:
    def __init__(self, batch):
        self.batch = batch

    def __call__(self):
        return self.batch.rewards * 2


def short(batch):
    return np.zeros(batch.num_envs)


def halves(batch, games):
    return batch.observe(games, batch.current_seat[games]).astype(np.float32) / 2


def doubles(batch, games):
    return batch.observe(games, batch.current_seat[games]).astype(np.float64)


def write(run, row):
    with open(run.folder / "told", "a") as file:
        file.write(f"{row['update']} ")
'''


@pytest.fixture
def mine(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    return tmp_path


def config(out="run", **changes):
    small = dict(
        game="toy", players=[2], steps=8 * 16 * 4, num_envs=8, rollout_steps=16, minibatch=64, threads=1
    )
    quiet = dict(eval_games=4, eval_against=["random"], tensorboard=False, progress=False, target_kl=0.0)
    return config_from("ppo", small | quiet | {"out": out} | changes)


@pytest.mark.parametrize("name, numpy_plays", [("Net", True), ("Gated", False)])
def test_a_network_learns_resumes_and_is_seated(mine, name, numpy_plays):
    parts = dict(network=f"mine.py:{name}", callback=["mine.py:write"], reward="mine.py:Gained")
    run = PPORun(config(**parts))
    before = run.network.first.weight.detach().clone()
    run.train()
    assert not np.allclose(before, run.network.first.weight.detach())
    assert (mine / "run" / "told").read_text().split() == ["1", "2", "3", "4", "4"]
    assert (mine / "run" / "policy.npz").exists() == numpy_plays
    assert json.loads((mine / "run" / "config.json").read_text())["shape"]["network"] == f"mine.py:{name}"

    batch = registry.module("toy").batch(num_envs=9, num_players=2, seed=3)
    chosen = training.Seated(run.network).act(batch, np.arange(9))
    spec = f"mine.py:{name}:weights=run"
    assert np.array_equal(agents.make(spec, game="toy").act(batch, np.arange(9)), chosen)
    if numpy_plays:
        assert np.array_equal(agents.make("ppo:path=run", game="toy").act(batch, np.arange(9)), chosen)
        network = load_checkpoint("run").network
        assert network.activation == "tanh"
    again = PPORun(config(resume=True, **parts | {"steps": 8 * 16 * 6}))
    assert again.update == 4 and len(again.train()) == 6


def test_an_observation_of_ones_own_is_what_the_network_sees_at_the_table_too(mine):
    run = PPORun(config(network="mine.py:Net", observation="mine.py:halves"))
    run.train()
    assert not (mine / "run" / "policy.npz").exists()  # numpy would show it codes
    batch = registry.module("toy").batch(num_envs=9, num_players=2, seed=3)
    seated = agents.make("mine.py:Net:weights=run", game="toy")
    observation = run.tables.observation
    chosen = training.Seated(run.network, observation=observation).act(batch, np.arange(9))
    assert np.array_equal(seated.act(batch, np.arange(9)), chosen)
    (mine / "other.py").write_text(MINE, encoding="utf-8")
    with pytest.raises(agents.AgentError, match=r"sees mine.py:halves, which must be in the same file"):
        agents.make("other.py:Net:weights=run", game="toy")
    with pytest.raises(CheckpointError, match="no weights at nowhere"):
        agents.make("mine.py:Net:weights=nowhere", game="toy")
    with pytest.raises(agents.AgentError, match="needs the file of its weights"):
        agents.make("mine.py:Net", game="toy")


@pytest.mark.parametrize(
    "parts, words",
    [
        (dict(network="mine.py:Few"), r"mine.py:Few \(mine.py, line \d+\): .* logits must be floats of shape \(3, "),
        (dict(network="mine.py:Column"), r"values must be floats of shape \(3,\), not float32 of shape \(3, 1\)"),
        (dict(network="mine.py:short"), r"network mine.py:short failed: AttributeError.*\(mine.py, line \d+\)"),
        (dict(network="mine.py:No"), "network 'mine.py:No': there is no 'No' in mine.py"),
        (dict(network="broken.py:Net"), r"network 'broken.py:Net': broken.py cannot be imported: .*broken.py, line 2"),
        (dict(reward="mine.py:short"), r"mine.py:short \(mine.py, line \d+\) must give numbers of shape \(1, 2\)"),
        (dict(observation="mine.py:short"), r"observation mine.py:short failed: TypeError.*\(mine.py, line \d+\)"),
        (dict(observation="mine.py:doubles"), r"must give uint8 or float32 of shape \(1, F\), not float64"),
        (dict(callback=["mine.py:no"]), "callback 'mine.py:no': there is no 'no'"),
    ],
)  # fmt: skip
def test_faults_are_told_before_the_first_game(mine, parts, words):
    (mine / "broken.py").write_text("\ndef (:\n", encoding="utf-8")
    with pytest.raises(InputError, match=words):
        PPORun(config(**parts))


def test_a_loss_that_is_nan_ends_a_run_that_keeps_what_it_had(mine):
    with pytest.raises(
        InputError, match=r"Breaks \(mine.py, line \d+\): value_loss.* of an update is not finite"
    ):
        PPORun(config(network="mine.py:Breaks", epochs=1)).train()
    weights, told = agents.framework.networks.module.load_module("run")
    assert told["network"] == "mine.py:Breaks" and all(
        np.isfinite(one.numpy()).all() for one in weights.values()
    )
    assert json.loads((mine / "run" / "curve.json").read_text())


def test_from_python_a_class_is_as_good_as_its_name(mine):
    from eurogym.agents.framework.own import named

    net, rows = named("mine.py:Net", "network"), []
    small = dict(
        players=[2], steps=256, num_envs=8, rollout_steps=16, eval_games=0, threads=1, progress=False
    )
    curve = training.train(
        "toy", network=net, callbacks=[lambda run, row: rows.append(row)], out="run", **small
    )
    assert len(curve) == 2 and rows[:2] == curve and (mine / "run" / "policy.pt").is_file()


def test_rollouts_give_the_decisions_of_each_seat(mine):
    """Given undiscounted returns without bootstrapping: each is the result of its seat, wherever the game was cut."""
    from eurogym.agents.framework.own import named

    batch = registry.module("toy").batch(num_envs=8, num_players=3, seed=1)
    network = named("mine.py:Net", "network")(training.Spaces.of_batch(batch))
    rollouts = training.Rollouts(
        batch, network, 40, reward="outcome", opponents=["random"], opponent_fraction=0.5
    )
    for _ in range(2):
        collected = rollouts.collect(gamma=1.0, gae_lambda=1.0)
        given = collected[:]
        assert 0 < len(given) < 8 * 40 and given.masks.gather(1, given.actions[:, None]).all()
        places = np.isin(np.round(given.returns.numpy(), 4), [-1.0, -0.5, 0.0, 0.5, 1.0])
        assert places.mean() > 0.3  # the others are of games that go on
        sizes = [len(part) for part in collected.minibatches(64, epochs=2)]
        assert sum(sizes) == 2 * len(given)
    found = training.measure(network, "toy", 3, ("random",), deals=4)
    assert found["random"].low <= found["random"].mean <= found["random"].high
