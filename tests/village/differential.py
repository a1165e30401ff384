"""Play the same game on the engine and on the oracle, and compare them at every decision."""

from __future__ import annotations

from typing import Any

from eurogym.envs.village.game import GAME
from eurogym.envs.village.view.text import dying_seat
from tests.playing import play_against
from tests.sides import check_told
from tests.village.games import PLAYERS
from tests.village.on_oracle import OracleTable

# who comes when is compared; a flag that falls at the start or at the end of a turn is not
LEFT = {"last_turn", "death_due"}


def play_both(seed: int, action_seed: int, player: str = "random", **values) -> dict[str, Any]:
    """One game on both sides, as :func:`tests.playing.play_against`; values: options of the game."""
    table = OracleTable(seed=seed, **{"start_compensation": True, **values})

    def compare(batch, decision, taken, where):
        state = batch.states[0]
        table.tell()
        check_told(table, state, f"{where}, at {decision}", LEFT)
        due = state["death_due"].copy()
        if (dying := dying_seat(state)) is not None:
            due[dying] = 1
        assert due.tolist() == table.state["death_due"].tolist(), f"{where}, at {decision}"
        assert batch.scores()[0][:, 0].tolist() == table.oracle.scores(), where

    result = play_against(table.oracle, GAME, values, seed, action_seed, player, PLAYERS, compare)
    result["rounds"] = int(result["batch"].states["round_number"][0])
    return result
