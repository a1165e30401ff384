"""Positions of Village played by the oracle."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations

from eurogym.envs.village.declare import enums as E
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
from tests.village.positions import Table

COUNCIL, SPENT = "council", "spent"  # where the oracle's next-first-player marker is, when no seat has it
PLAIN = ("coins", "grain", "time", "prestige")  # numbers of a seat, of the same name on both sides

CARLA = (
    "marker", "loop_next", "carla_cubes", "carla_last", "tile", "quill", "beside", "waiting", "carla_bag",
    "carla_track", "carla_dead",
)  # fmt: skip


def named(names, counts) -> dict[str, int]:
    """Counts by name, as the oracle has them."""
    return dict(zip(names, counts.tolist(), strict=True))


def filled(values, size: int) -> list:
    """A row of tiles up to its length, E.NONE for none."""
    row = [E.NONE if value is None else value for value in values]
    return row + [E.NONE] * (size - len(row))


class OracleTable(OracleSide, Table):
    """The oracle knows all that lies on the table. It begins at turns before the end is triggered."""

    known = (
        "round_number", "first_player", "marker_holder", "end_triggered", "last_turn", "space", "supply", "bag", "slot",
        "queue", "stack", "stack_size", "chronicle_open", "cemetery_open", "cubes", "coins", "goods", "grain", "time",
        "death_due", "prestige", "disc", "members", "customer_points", "customers", "passed", *CARLA,
    )  # fmt: skip
    entered = ("TURN",)

    @classmethod
    def enters(cls, state):
        return super().enters(state) and not state["end_triggered"]

    def moved(self):
        return self.asked != self.oracle.decision()

    def new_oracle(self, chance):
        values = {name: getattr(self.options, name) for name in DEFAULTS}
        values["data_overrides"] = json.loads(values["data_overrides"] or "null")
        return VillageOracle(chance, **values)

    # --- from the state ---

    def load(self, oracle: VillageOracle) -> None:
        state = self.state
        oracle.round, oracle.first_player = self.number("round_number"), self.number("first_player")
        oracle.spaces = {space: named(CUBES, row) for space, row in zip(SPACES, state["space"], strict=True)}
        oracle.supply, oracle.green_bag = named(CUBES, state["supply"]), named(CUBES, state["bag"])
        oracle.slots, oracle.queue, oracle.stack = self.slots(), self.queue(), self.stack()
        oracle.chronicle_open = named(CATEGORIES, state["chronicle_open"])
        oracle.cemetery_open, oracle.end_triggered = (
            self.number("cemetery_open"),
            bool(state["end_triggered"]),
        )
        for player in oracle.players:
            self._load_player(player)
        if oracle.solo:
            self._load_carla(oracle)
        else:
            holder = self.number("marker_holder")
            oracle.marker = COUNCIL if holder == E.NONE else holder

    def _load_player(self, player) -> None:
        state, seat = self.state, player.seat
        for name in PLAIN:
            setattr(player, name, self.number(name, seat))
        player.cubes, player.goods = named(COLOURS, state["cubes"][seat]), named(GOODS, state["goods"][seat])
        player.discs = {city for city, disc in zip(CITIES, state["disc"][seat], strict=True) if disc}
        player.death_pending, player.passed = bool(state["death_due"][seat]), bool(state["passed"][seat])
        for generation in GENERATIONS:
            members = [member for member in player.members if member.generation == generation]
            counts = state["members"][seat, generation - 1].tolist()
            places = [place for place, count in zip(LOCATIONS, counts, strict=True) for _ in range(count)]
            for member, place in zip(members, places, strict=True):
                member.place = place
        points, number = self.number("customer_points", seat), self.number("customers", seat)
        if (player.customer_points(), len(player.customers)) != (points, number):
            worth = [tile["points"] for tile in player.tables.customers]
            choices = combinations(range(len(worth)), number)
            player.customers = list(
                next(one for one in choices if sum(worth[tile] for tile in one) == points)
            )

    def _load_carla(self, oracle) -> None:
        state, carla = self.state, oracle.carla
        oracle.marker = {E.MARKER.held: 0, E.MARKER.spent: SPENT}.get(self.number("marker"), COUNCIL)
        oracle.players[0].marker_coin = oracle.marker == 0
        carla.next_space, carla.quills = self.number("loop_next"), state["quill"].tolist()
        carla.cubes, carla.track = named(CUBES, state["carla_cubes"]), state["carla_track"].tolist()
        last = self.number("carla_last")
        carla.last_cube = None if last == E.NONE else CUBES[last]
        carla.tiles = [E.TILE.NAMES[face] for face in state["tile"]]
        carla.beside = named((1, 2), state["beside"])
        carla.waiting, carla.bag = named((3, 4), state["waiting"]), named(GENERATIONS, state["carla_bag"])
        carla.graves = ["somewhere"] * self.number("carla_dead")

    def story(self, oracle: VillageOracle) -> Iterator:
        """The rest of the round from here, then the other rounds."""
        if (yield from oracle._play_round(self.seat)):
            yield from oracle._rounds()

    # --- into the state ---

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
