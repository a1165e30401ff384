"""Learning: parts for learners of one's own, and the learner of `eurogym train`.

    from eurogym import training
    games = training.Rollouts(batch, network, steps=256, reward="score")
    for given in games.collect(gae_lambda=0.98).minibatches(4096, epochs=3): ...
    training.measure(network, "villagers", num_players=2)

| name | what it is |
| --- | --- |
| `Rollouts`, `Collected`, `Decisions` | self-play of a network in all seats, by seat |
| `seat_advantages` | advantages inside the trajectories of seats |
| `policy_of`, `draw` | log-probabilities, entropies and actions over legal actions |
| `CodesLinear` | a first layer over codes, for any module |
| `Spaces` | what a network is made for |
| `Seated`, `measure` | a network as an agent, and how good it is |
| `train`, `run_exploit` | whole runs of `eurogym train` and `eurogym compare exploit` |

They need torch, which is imported on first use. `learn` holds the learners, `improve` policy iteration by search,
`configs` the presets of `eurogym train`, and `pipelines` the stages by which networks like those that ship are trained.
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from eurogym.agents.framework.networks.module import Spaces
from eurogym.envs.core.lazily import given_out
from eurogym.training.learn import part

if __name__ == "training":
    raise ImportError("this folder is the package eurogym.training: write `import eurogym.training`")

if TYPE_CHECKING:
    from eurogym.training.learn.layers import CodesLinear, draw, policy_of
    from eurogym.training.learn.ppo.advantages import seat_advantages
    from eurogym.training.learn.ppo.network import Seated
    from eurogym.training.learn.ppo.rollout import Decisions
    from eurogym.training.learn.response import run_exploit
    from eurogym.training.learn.rollouts import Collected, Rollouts, measure, train


def _load(name: str) -> ModuleType:
    return part(name.removeprefix("eurogym.training.learn."))


__getattr__, __dir__ = given_out(__name__, _load)
__all__ = [
    "CodesLinear",
    "Collected",
    "Decisions",
    "Rollouts",
    "Seated",
    "Spaces",
    "draw",
    "measure",
    "policy_of",
    "run_exploit",
    "seat_advantages",
    "train",
]
