"""What an oracle tells of its table, in the fields of the engine's state, so that the two can be compared."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from tests.playing import EngineChance
from tests.positions import Position


class OracleSide(Position):
    """An oracle that plays a deal, and a state of the engine's into which it writes all that lies on its table."""

    known: tuple[str, ...]  # fields that `write` writes or leaves as they are
    chance_class: type[EngineChance] = EngineChance

    def __init__(self, num_players: int = 2, seed: int = 1, **options: Any):
        super().__init__(num_players, seed, **options)
        self.oracle = self.new_oracle(self.chance_class(seed, self.game))

    def new_oracle(self, chance: EngineChance) -> Any:
        """An oracle at its start."""
        raise NotImplementedError

    def write(self, oracle: Any) -> None:
        """Put the oracle's table into the state."""
        raise NotImplementedError


def check_told(table: OracleSide, state: np.void, where: str, left: Collection[str] = ()) -> None:
    """What an oracle tells of its table is what the engine's state says.

    Args:
        left: fields that are not compared.
    """
    for name in table.known:
        if name not in left:
            ours, theirs = state[name], table.state[name]
            assert np.array_equal(ours, theirs), (
                f"{where}: {name} is {ours.tolist()}, oracle {theirs.tolist()}"
            )
