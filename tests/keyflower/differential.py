"""Play the same game on the engine and on the oracle, and compare them at every decision."""

from __future__ import annotations

from typing import Any

from eurogym import agents
from eurogym.envs.keyflower.declare.enums import PLACE, D
from eurogym.envs.keyflower.game import GAME
from tests.differential import Differential, Row
from tests.keyflower.games import FLAGS, OPTION_SETS, PLAYERS, REPLACED
from tests.keyflower.on_oracle import OracleTable
from tests.playing import play_against
from tests.sides import check_told

UNSETTLED = set("COLOUR SOURCE SOURCE4B TRANSPORT_RES TRANSPORT_DIR PLACE_CELL PLACE_ROT CHOOSE_RES".split())
SCORED = {"MAIN", "PLACE_TILE", "FREE_UPGRADE"}


def play_both(seed: int, action_seed: int, player: str = "random", **values) -> dict[str, Any]:
    """One game on both sides, as :func:`tests.playing.play_against`; values: options of the game."""
    table = OracleTable(seed=seed, **values)

    def compare(batch, decision, taken, where):
        state = batch.states[0]
        if decision not in UNSETTLED:
            table.write(table.oracle)
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


HEURISTIC = ("keyflower",) if "keyflower" in agents.available("keyflower") else ()
CHOOSERS = ("random", *PLAYERS, *HEURISTIC)
VARIANTS = [{"num_players": players, **{name: FLAGS[name]}} for players in (2, 3) for name in FLAGS]
VARIANTS += [{"num_players": players, **FLAGS} for players in (4, 5, 6)]
VARIANTS += [{"num_players": players, "data_overrides": REPLACED} for players in (2, 3)]
GAMES = Differential(
    play_both=play_both,
    rows={
        "base": Row(OPTION_SETS, range(150), CHOOSERS),
        "variants": Row(VARIANTS, range(5000, 5012), CHOOSERS),
    },
    met=(Row(OPTION_SETS, range(100, 102), CHOOSERS), D.NAMES),
)
