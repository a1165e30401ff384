"""Play the same game on the engine and on the oracle, and compare them at every decision."""

from __future__ import annotations

from typing import Any

from eurogym.envs.keyflower.enums import PLACE
from eurogym.envs.keyflower.game import GAME
from tests.keyflower.games import PLAYERS
from tests.keyflower.on_oracle import OracleTable
from tests.playing import play_against
from tests.sides import check_told

UNSETTLED = {
    "COLOUR",
    "SOURCE",
    "SOURCE4B",
    "TRANSPORT_RES",
    "TRANSPORT_DIR",
    "PLACE_CELL",
    "PLACE_ROT",
    "CHOOSE_RES",
}
SCORED = {"MAIN", "PLACE_TILE", "FREE_UPGRADE"}


def play_both(seed: int, action_seed: int, player: str = "random", **values) -> dict[str, Any]:
    """One game on both sides, as :func:`tests.playing.play_against`; values: options of the game."""
    table = OracleTable(seed=seed, **values)

    def compare(batch, decision, taken, where):
        state = batch.states[0]
        if decision not in UNSETTLED:
            table.tell()
            left = {"deck", "turns", "purple_won"}  # who won it is told by the scores
            if decision != "MAIN":
                left |= {"passes", "boat_open"}  # say nothing outside the turns
            if decision in ("PLACE_TILE", "FREE_UPGRADE"):
                unwanted = state["place"] == PLACE.AWAY  # turn-order tiles without a bid are done with
                table.state["place"][unwanted & (table.state["place"] == PLACE.AUCTION)] = PLACE.AWAY
            check_told(table, state, f"{where}, at {decision}", left)
        if decision in SCORED and not taken % 7:
            assert batch.scores()[0][:, 0].tolist() == table.oracle.scores(), where

    return play_against(table.oracle, GAME, values, seed, action_seed, player, PLAYERS, compare)
