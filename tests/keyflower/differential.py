"""Play the same game on the engine and on the oracle, and compare them at every decision."""

from __future__ import annotations

from typing import Any

import numpy as np

from envs.keyflower import enums as E
from envs.keyflower.components import cells
from envs.keyflower.enums import PLACE
from envs.keyflower.game import GAME
from tests.keyflower.games import PLAYERS
from tests.oracles.keyflower import KeyflowerOracle
from tests.playing import EngineChance, play_against

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


def engine_public(state) -> dict[str, Any]:
    """The engine's state in the oracle's form."""
    seats = range(int(state["num_seats"]))
    places = state["place"]
    turn_order = range(E.FIRST_TURN_ORDER, E.FIRST_BOAT)

    def tiles_at(place, among=range(E.NUM_TILES)):
        return [tile for tile in among if places[tile] == place]

    def owned_at(seat, place):
        return [tile for tile in tiles_at(place) if state["owned"][seat, tile]]

    villages = [
        [
            [
                tile,
                *cells()[state["tile_cell"][tile]],
                int(state["rotation"][tile]),
                bool(state["upgraded"][tile]),
                state["stock"][tile].tolist(),
            ]
            for tile in owned_at(seat, PLACE.VILLAGE)
        ]
        for seat in seats
    ]
    bids = {
        rank + E.FIRST_AUCTIONED: [state["bids"][seat, rank].tolist() for seat in seats]
        for rank in range(E.NUM_AUCTIONED)
        if state["bids"][:, rank].any()
    }
    on_tile = {
        tile: {
            "workers": state["on_tile"][tile].tolist(),
            "last": int(state["last_use"][tile]),
            "uses": int(state["uses"][tile]),
        }
        for tile in range(E.NUM_TILES)
        if state["on_tile"][tile].any()
    }
    return {
        "season": int(state["season"]),
        "start_player": int(state["purple"]),
        "passes": int(state["passes"]),
        "auction": tiles_at(PLACE.AUCTION, range(E.FIRST_TURN_ORDER)),
        "turn_order_tiles": tiles_at(PLACE.AUCTION, turn_order),
        "bids": bids,
        "on_tile": on_tile,
        "screens": [state["screen"][seat].tolist() for seat in seats],
        "skills": [state["skills"][seat].tolist() for seat in seats],
        "bag": state["bag"].tolist(),
        "green_supply": int(state["green_supply"]),
        "pile": state["pile"].tolist(),
        "supply": state["supply"].tolist(),
        "villages": villages,
        "to_place": [owned_at(seat, PLACE.TO_PLACE) for seat in seats],
        "set_aside": [owned_at(seat, PLACE.SET_ASIDE) for seat in seats],
        "dealt_winter": [[int(tile) for tile in state["dealt"][seat] if tile >= 0] for seat in seats],
        "abilities": [[E.ABILITIES[i] for i in np.flatnonzero(state["ability"][seat])] for seat in seats],
        "boats": {
            E.FIRST_BOAT + boat: {
                "workers": state["boat_workers"][boat].tolist(),
                "skills": state["boat_skills"][boat].tolist(),
            }
            for boat in range(E.NUM_BOATS)
        },
    }


def oracle_public(oracle) -> dict[str, Any]:
    """The oracle's snapshot without what the engine does not keep in the same words."""
    public = oracle.public()
    public.pop("summer_sides")  # seen in the abilities of who takes the boats
    empty = {"workers": [0] * 4, "skills": [0] * 3}
    boats = {tile: dict(empty) for tile in range(E.FIRST_BOAT, E.NUM_TILES)}
    for tile, boat in public["boats"].items():
        boats[tile] = {name: boat[name] for name in empty}
    public["boats"] = boats
    public["villages"] = [[list(tile) for tile in village] for village in public["villages"]]
    return public


def play_both(seed: int, action_seed: int, player: str = "random", **values) -> dict[str, Any]:
    """One game on both sides, as :func:`tests.playing.play_against`; values: options of the game."""
    oracle = KeyflowerOracle(EngineChance(seed, GAME), **values)

    def compare(batch, decision, taken, where):
        if decision not in UNSETTLED:
            ours, theirs = engine_public(batch.states[0]), oracle_public(oracle)
            assert ours.keys() == theirs.keys(), ours.keys() ^ theirs.keys()
            if decision != "MAIN":
                theirs["passes"] = ours["passes"]  # counts nothing outside the turns
            if decision in ("PLACE_TILE", "FREE_UPGRADE"):
                theirs["turn_order_tiles"] = ours["turn_order_tiles"]  # those without a bid are done with
            different = {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]}
            assert not different, f"{where}, at {decision}: {different}"
        if decision in SCORED and not taken % 7:
            assert batch.scores()[0][:, 0].tolist() == oracle.scores(), where

    return play_against(oracle, GAME, values, seed, action_seed, player, PLAYERS, compare)
