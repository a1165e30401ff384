"""Games of agents as a data set in Minari's format, for learning without an environment (extra `data`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.extras import require
from eurogym.envs.core.faces.opponents import begin_streams, distinct, resolve, seed_agents

AT_ONCE = 128  # games that are played side by side
RECORDED = "recorded"  # what tells the choices of the recorded agents from those of others


def write_episodes(
    folder: Path,
    game: str,
    agents: Mapping[str, float],
    count: int,
    seed: int = 0,
    words: str = "",
    **arguments: Any,
) -> int:
    """Write a data set of games, an episode each, to a folder; return the number of decisions.

    An episode is what the learner of `gymnasium.make` sees and does: codes and masks before each of its decisions and
    at the end, and the reward. Its number is that of the game, and its seed the deal.

    Args:
        folder: where; its name is that of the data set.
        game: the name of the game.
        agents: who plays the learner's seat: names with weights, one for each game, drawn by the deal.
        count: number of games.
        seed: the deal of the first game; the others follow.
        words: how the data were made, for the metadata.
        arguments: of the environment: num_players, opponents, reward, learner_seat and options of the game.

    Raises:
        MissingExtraError: Minari is not installed.
        InputError: the folder holds a data set.
        OptionError: an argument is not allowed.
    """
    minari, storage, buffer = (
        require(name, "data", "a data set")
        for name in ("minari", "minari.dataset.minari_storage", "minari.data_collector.episode_buffer")
    )
    place = folder.absolute() / "data"  # Minari finds no relative one again
    if place.exists():
        raise InputError(f"{folder} contains a data set; name another folder (--out)")
    name = registry.entry(game).gymnasium_id
    spec = gymnasium.make(name, mask_in="observation", obs_dtype="uint8", **arguments).spec
    place.mkdir(parents=True)
    kept = storage.MinariStorage.new(place, env_spec=spec, data_format="parquet")
    about = {"dataset_id": folder.name, "algorithm_name": ", ".join(agents), "description": words}
    kept.update_metadata(about | {"minari_version": minari.__version__})
    found = episodes(spec, game, agents, count, seed)
    kept.update_episodes(buffer.EpisodeBuffer(id=number, **one) for number, one in enumerate(found))
    return int(kept.total_steps)


def episodes(
    spec: Any, game: str, agents: Mapping[str, float], count: int, seed: int
) -> Iterator[dict[str, Any]]:
    """Yield games as dicts with `seed`, `observations` (T + 1 each), `actions`, `rewards`, `terminations` and
    `truncations` (T each).
    """
    most = min(AT_ONCE, count)
    table = registry.module(game).vector_env(num_envs=most, **spec.kwargs).table
    player = resolve(dict(agents), table.batch.game, "agents")
    seed_agents([player], derive_seed(seed, RECORDED))
    for first in range(0, count, most):
        deals = [seed + first + k for k in range(most)]  # more than are asked for, in the last round
        table.deal(seeds=deals)
        begin_streams(distinct([player]), table.batch, np.arange(most), RECORDED)
        parts: list[list[tuple]] = [[] for _ in deals]
        while len(games := np.flatnonzero(~table.over)):
            seen, masks = table.observations().values()
            actions = player.act(table.batch, games)
            rewards = table.act(actions, games)
            for game_number, action, reward in zip(games.tolist(), actions, rewards, strict=True):
                parts[game_number].append((seen[game_number], masks[game_number], action, reward))
        last, masks = table.observations().values()
        for k in range(min(most, count - first)):
            shown, allowed, actions, rewards = map(np.array, zip(*parts[k], strict=True))
            ends = np.arange(len(actions)) == len(actions) - 1
            yield {
                "seed": deals[k],
                "observations": {
                    "observation": np.concatenate([shown, last[k : k + 1]]),
                    "action_mask": np.concatenate([allowed, masks[k : k + 1]]),
                },
                "actions": actions,
                "rewards": rewards,
                "terminations": ends & table.terminated[k],
                "truncations": ends & table.truncated[k],
            }
