"""Per-seat PPO: one network plays every seat of the compiled batches and learns from each seat's trajectory.

What differs from PPO for one agent:

- A game has several seats that move in any order, so a *trajectory* belongs to a (game, seat) pair: the next
  observation of a seat is the one it sees when it moves again, and the rewards given in between are its own.
- Rewards come at the end of the game. They reach every seat, whoever moved last.
- The last decision of a seat in a rollout has no successor yet. It is carried over, and learned from in the
  update after its successor is known.
- In a fraction of the games one seat learns, and the others are played by frozen past selves or by named
  agents. Their decisions are not learned from.

Observations stay uint8 codes up to the first layer, which holds the scale; action masks are stored as bits. Both lie
on the device of the network, so that an update moves no observation: a step sends what the seats see once, for the
forward pass and the storage alike. Games are stepped on the CPU, in `env_threads` threads.

| question | file |
| --- | --- |
| What can be set? | `config.py` |
| In which order do things happen, and what is saved? | `run.py` |
| Which games are played, by whom, and where do they begin? | `tables.py` |
| What is kept of a rollout? | `player.py`, `rollout.py` |
| What is a decision worth? | `advantages.py` |
| What does the network compute, and how does it learn? | `network.py`, `update.py` |
| Who learns beside it, on other cores and machines? | `team.py`, a folder up |
"""

from __future__ import annotations

from typing import Any

from eurogym.envs.core.telling import tell
from eurogym.training.learn.ppo.config import PPOConfig


def train(config: PPOConfig, own: Any = None) -> list[dict]:
    """Runs `config` and returns the curve; see `run.PPORun`. Where workers are gone, it goes on with those left."""
    from eurogym.training.learn.ppo.run import PPORun
    from eurogym.training.learn.team import WorkerLost

    while True:
        run = PPORun(config, own)
        try:
            return run.train()
        except WorkerLost as lost:
            tell(f"eurogym: {lost}; the run goes on with {lost.left} from update {run.update}")
            goes_on = run.kept is not None
            config = config.changed(workers=lost.left, resume=goes_on, overwrite=not goes_on)
