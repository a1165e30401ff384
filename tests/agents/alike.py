"""What must not matter to an agent: how games are told off into calls, and what its seat cannot know."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests import toy

ORDER = (5, 0, 3, 1, 4, 2)


def chosen_together(agent: Any, batch: Any) -> np.ndarray:
    """What the agent, of seed 11, does in the six games of `batch`; asked one by one it does the same."""
    agent.reset(11)
    together = agent.act(batch, np.arange(6))
    agent.reset(11)
    apart = np.array([agent.act(batch, np.array([game]))[0] for game in ORDER])
    assert together[list(ORDER)].tolist() == apart.tolist()
    return together


def dealt_anew(num_players: int = 3, times: int = 20) -> Iterator[tuple[Any, Any]]:
    """Pairs of tables of the toy game that differ only in what the seat to move cannot know."""
    batch = toy.batch(num_envs=2, num_players=num_players, seed=8, autoreset=False)
    for redealt in range(times):
        batch.copy_game(0, 1)
        batch.determinize(1, int(batch.current_seat[1]), redealt)
        tables = [toy.batch(num_envs=1, num_players=num_players, seed=1, autoreset=False) for _ in range(2)]
        for game, table in enumerate(tables):
            table.load(np.asarray(batch.states)[[game]])
        yield tables[0], tables[1]
