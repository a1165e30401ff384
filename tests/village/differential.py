"""Play the same game on the engine and on the oracle, and compare them at every decision."""

from __future__ import annotations

from typing import Any

from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.game import GAME
from eurogym.envs.village.view.text import dying_seat
from tests.differential import Differential, Row
from tests.playing import play_against
from tests.sides import check_told
from tests.village.games import OPTION_SETS, PLAYERS, REPLACED
from tests.village.on_oracle import OracleTable

# who comes when is compared; a flag that falls at the start or at the end of a turn is not
LEFT = {"last_turn", "death_due"}


def play_both(seed: int, action_seed: int, player: str = "random", **values) -> dict[str, Any]:
    """One game on both sides, as :func:`tests.playing.play_against`; values: options of the game."""
    table = OracleTable(seed=seed, **{"start_compensation": True, **values})

    def compare(batch, decision, taken, where):
        state = batch.states[0]
        table.write(table.oracle)
        check_told(table, state, f"{where}, at {decision}", LEFT)
        due = state["death_due"].copy()
        if (dying := dying_seat(state)) is not None:
            due[dying] = 1
        assert due.tolist() == table.state["death_due"].tolist(), f"{where}, at {decision}"
        assert batch.scores()[0][:, 0].tolist() == table.oracle.scores(), where

    result = play_against(table.oracle, GAME, values, seed, action_seed, player, PLAYERS, compare)
    result["rounds"] = int(result["batch"].states["round_number"][0])
    return result


CHOOSERS = ("village", "busy", "random", "busy", "village", "random", "busy", "hoarding")

SOLO = {"num_players": 1, "carla_rule": "die"}
VARIANTS = [
    {"num_players": 3, "strict_lowest_invisible_saves": True},
    {"num_players": 4, "start_compensation": False},
    {**SOLO, "die_last_color_strict": True},
    {**SOLO, "die_last_color_strict": True, "strict_lowest_invisible_saves": True},
    *({"num_players": players, "data_overrides": REPLACED[0]} for players in (1, 3)),
    *({"num_players": players, "data_overrides": REPLACED[1]} for players in (1, 3)),
    *({"num_players": players, "data_overrides": REPLACED[2]} for players in (1, 2)),
    {"num_players": 1, "data_overrides": REPLACED[3]},
    {**SOLO, "data_overrides": REPLACED[3]},
    {"num_players": 5, "data_overrides": REPLACED[4]},
    {"num_players": 1, "data_overrides": REPLACED[5]},
    {**SOLO, "data_overrides": REPLACED[5]},
    {
        "num_players": 4,
        "data_overrides": {
            "customers": [{"requires": {"grain": 1 + n % 5}, "points": n} for n in range(20)]
            + [{"requires": {"scroll": 1, "wagon": 1}, "points": 20}] * 4,
            "travel_map": {
                "rewards": [{"influence_cubes_of_choice": 2}] * 6,
                "edge_cubes": [{"green": 2}] * 9,
            },
            "chronicle": {"spaces": {"4": dict.fromkeys(E.CATEGORY.NAMES, 2)}},
        },
    },
]
GAMES = Differential(
    play_both=play_both,
    rows={
        "base": Row(OPTION_SETS, range(201), CHOOSERS),
        "variants": Row(VARIANTS, range(5000, 5012), CHOOSERS),
    },
    met=(Row(OPTION_SETS, range(100, 103), ("busy",)), E.D.NAMES),
)
