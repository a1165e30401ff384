"""What the oracle of Village tells of its table."""

from __future__ import annotations

import json

from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.game import GAME
from tests.oracles.village import VillageOracle
from tests.oracles.village_data import (
    CATEGORIES,
    CITIES,
    COLOURS,
    CUBES,
    DEFAULTS,
    GENERATIONS,
    GOODS,
    LOCATIONS,
    SPACES,
)
from tests.sides import OracleSide

COUNCIL, SPENT = "council", "spent"  # where the oracle's next-first-player marker is, when no seat has it
PLAIN = ("coins", "grain", "time", "prestige")  # numbers of a seat, of the same name on both sides

CARLA = (
    "marker", "loop_next", "carla_cubes", "carla_last", "tile", "quill", "beside", "waiting", "carla_bag",
    "carla_track", "carla_dead",
)  # fmt: skip


def filled(values, size: int) -> list:
    """A row of tiles up to its length, E.NONE for none."""
    row = [E.NONE if value is None else value for value in values]
    return row + [E.NONE] * (size - len(row))


class OracleTable(OracleSide):
    """The oracle knows all that lies on the table."""

    known = (
        "round_number", "first_player", "marker_holder", "end_triggered", "last_turn", "space", "supply", "bag", "slot",
        "queue", "stack", "stack_size", "chronicle_open", "cemetery_open", "cubes", "coins", "goods", "grain", "time",
        "death_due", "prestige", "disc", "members", "customer_points", "customers", "passed", *CARLA,
    )  # fmt: skip
    game = GAME

    def new_oracle(self, chance):
        values = {name: getattr(self.options, name) for name in DEFAULTS}
        values["data_overrides"] = json.loads(values["data_overrides"] or "null")
        return VillageOracle(chance, **values)

    def write(self, oracle: VillageOracle) -> None:
        state = self.state
        for name in self.known:
            if oracle.solo or name not in CARLA:
                state[name] = 0
        state["round_number"], state["first_player"] = oracle.round, oracle.first_player
        for row, space in enumerate(SPACES):
            state["space"][row] = [oracle.spaces[space][cube] for cube in CUBES]
        state["supply"] = [oracle.supply[cube] for cube in CUBES]
        state["bag"] = [oracle.green_bag[cube] for cube in CUBES]
        state["slot"], state["queue"] = (
            filled(oracle.slots, E.MAX_SLOTS),
            filled(oracle.queue, E.QUEUE_LENGTH),
        )
        state["stack"][: len(oracle.stack)], state["stack_size"] = oracle.stack, len(oracle.stack)
        state["chronicle_open"] = [oracle.chronicle_open[category] for category in CATEGORIES]
        state["cemetery_open"], state["end_triggered"] = oracle.cemetery_open, oracle.end_triggered
        pending = oracle.decision()
        for player in oracle.players:
            state["last_turn"][player.seat] = oracle.last_turns[player.seat] and player.seat != pending[0]
            self._write_player(player)
        state["marker_holder"] = E.NONE
        if oracle.solo:
            self._write_carla(oracle)
        elif oracle.marker != COUNCIL:
            state["marker_holder"] = oracle.marker

    def _write_player(self, player) -> None:
        state, seat = self.state, player.seat
        for name in PLAIN:
            state[name][seat] = getattr(player, name)
        state["cubes"][seat] = [player.cubes[colour] for colour in COLOURS]
        state["goods"][seat] = [player.goods[good] for good in GOODS]
        state["disc"][seat] = [city in player.discs for city in CITIES]
        state["death_due"][seat], state["passed"][seat] = player.death_pending, player.passed
        state["customer_points"][seat], state["customers"][seat] = (
            player.customer_points(),
            len(player.customers),
        )
        for number, place in enumerate(LOCATIONS):
            state["members"][seat, :, number] = player.counts(place)

    def _write_carla(self, oracle) -> None:
        state, carla = self.state, oracle.carla
        marker = {COUNCIL: E.MARKER.council_chamber, SPENT: E.MARKER.spent}
        state["marker"] = marker.get(oracle.marker, E.MARKER.held)
        state["loop_next"], state["quill"] = carla.next_space, carla.quills
        state["carla_cubes"] = [carla.cubes[cube] for cube in CUBES]
        state["carla_last"] = E.NONE if carla.last_cube is None else CUBES.index(carla.last_cube)
        state["tile"] = [E.TILE.NAMES.index(face) for face in carla.tiles]
        state["beside"], state["waiting"] = (
            [carla.beside[1], carla.beside[2]],
            [carla.waiting[3], carla.waiting[4]],
        )
        state["carla_bag"] = [carla.bag[generation] for generation in GENERATIONS]
        state["carla_track"], state["carla_dead"] = carla.track, len(carla.graves)
