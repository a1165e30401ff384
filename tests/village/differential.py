"""Play the same game on the engine and on the oracle, and compare them at every decision."""

from __future__ import annotations

from typing import Any

from envs.village import enums as E
from envs.village.game import GAME
from envs.village.text import dying_seat
from tests.oracles.village import VillageOracle
from tests.playing import EngineChance, play_against
from tests.village.games import PLAYERS

NOT_COMPARED = {
    "last_turns"
}  # who comes when is; a flag that falls at the start or at the end of a turn is not


def engine_public(state) -> dict[str, Any]:
    """The engine's state in the oracle's form."""
    seats = list(range(int(state["num_seats"])))
    solo = bool(state["solo"])
    bag = [state["members"][seat, :, E.PLACE.black_bag].tolist() for seat in seats]
    holder = int(state["marker_holder"])
    if solo:
        bag.append(state["carla_bag"].tolist())
        holder = 0 if state["marker"] == E.MARKER.held else E.NONE
    public = {
        "round": int(state["round_number"]),
        "first_player": int(state["first_player"]),
        "next_first_player_holder": None if holder == E.NONE else holder,
        "spaces": state["space"].tolist(),
        "supply": state["supply"].tolist(),
        "green_bag": state["bag"].tolist(),
        "black_bag": bag,
        "monks_in_bag": 4,
        "slots": [None if tile < 0 else int(tile) for tile in state["slot"][: state["num_slots"]]],
        "queue": [int(tile) for tile in state["queue"] if tile >= 0],
        "stack": int(state["stack_size"]),
        "chronicle_open": state["chronicle_open"].tolist(),
        "cemetery_open": int(state["cemetery_open"]),
        "cubes": state["cubes"][seats].tolist(),
        "coins": state["coins"][seats].tolist(),
        "goods": state["goods"][seats].tolist(),
        "grain": state["grain"][seats].tolist(),
        "time": state["time"][seats].tolist(),
        "death_pending": [bool(state["death_due"][seat]) for seat in seats],
        "prestige": state["prestige"][seats].tolist(),
        "discs": [[bool(disc) for disc in state["disc"][seat]] for seat in seats],
        "members": state["members"][seats].tolist(),
        "customer_points": state["customer_points"][seats].tolist(),
        "customers_taken": state["customers"][seats].tolist(),
        "passed": [bool(state["passed"][seat]) for seat in seats],
        "end_triggered": bool(state["end_triggered"]),
    }
    if (dying := dying_seat(state)) is not None:
        public["death_pending"][dying] = True
    if solo:
        public["carla"] = {
            "loop_position": int(state["loop_next"]),
            "cubes": state["carla_cubes"].tolist(),
            "tiles": [("hidden", "blank", "quill")[tile] for tile in state["tile"]],
            "beside": state["beside"].tolist(),
            "waiting": state["waiting"].tolist(),
            "bag": state["carla_bag"].tolist(),
            "track": state["carla_track"].tolist(),
            "dead": int(state["carla_dead"]),
            "marker": ("council", "human", "spent")[state["marker"]],
        }
    return public


def play_both(seed: int, action_seed: int, player: str = "random", **values) -> dict[str, Any]:
    """One game on both sides, as :func:`tests.playing.play_against`; values: options of the game."""
    oracle = VillageOracle(EngineChance(seed, GAME), **values)

    def compare(batch, decision, taken, where):
        ours, theirs = engine_public(batch.states[0]), oracle.public()
        assert ours.keys() == theirs.keys() - NOT_COMPARED, where
        different = {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]}
        assert not different, f"{where}, at {decision}: {different}"
        assert batch.scores()[0][:, 0].tolist() == oracle.scores(), where

    result = play_against(oracle, GAME, values, seed, action_seed, player, PLAYERS, compare)
    result["rounds"] = int(result["batch"].states["round_number"][0])
    return result
