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
| `train` | a whole run of `eurogym train` |

They need torch, which is imported on first use. `learn` holds the learners, `improve` policy iteration by search,
`configs` the presets of `eurogym train`, and `pipelines` the stages by which networks like those that ship are trained.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if __name__ == "training":
    raise ImportError("this folder is the package eurogym.training: write `import eurogym.training`")

if TYPE_CHECKING:
    from eurogym.agents.framework.networks.module import Spaces as Spaces
    from eurogym.training.learn.layers import CodesLinear as CodesLinear
    from eurogym.training.learn.layers import draw as draw
    from eurogym.training.learn.layers import policy_of as policy_of
    from eurogym.training.learn.ppo.advantages import seat_advantages as seat_advantages
    from eurogym.training.learn.ppo.network import Seated as Seated
    from eurogym.training.learn.ppo.rollout import Decisions as Decisions
    from eurogym.training.learn.rollouts import Collected as Collected
    from eurogym.training.learn.rollouts import Rollouts as Rollouts
    from eurogym.training.learn.rollouts import measure as measure
    from eurogym.training.learn.rollouts import train as train

PLACES = {  # of what is public, below eurogym
    "CodesLinear": "training.learn.layers",
    "Collected": "training.learn.rollouts",
    "Decisions": "training.learn.ppo.rollout",
    "Rollouts": "training.learn.rollouts",
    "Seated": "training.learn.ppo.network",
    "Spaces": "agents.framework.networks.module",
    "draw": "training.learn.layers",
    "measure": "training.learn.rollouts",
    "policy_of": "training.learn.layers",
    "seat_advantages": "training.learn.ppo.advantages",
    "train": "training.learn.rollouts",
}
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
    "seat_advantages",
    "train",
]


def __getattr__(name: str) -> Any:
    """Import what is public on first use."""
    if name not in PLACES:
        raise AttributeError(f"module 'eurogym.training' has no attribute {name!r}")
    import importlib

    from eurogym.training.learn import part

    place, inside = PLACES[name], "training.learn."
    module = (
        part(place.removeprefix(inside))
        if place.startswith(inside)
        else importlib.import_module(f"eurogym.{place}")
    )
    return getattr(module, name)
