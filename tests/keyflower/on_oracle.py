"""Positions of Keyflower played by the oracle."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np

from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import ABILITY, PLACE, SEASON
from tests.keyflower.derived import CELL, CELLS
from tests.keyflower.positions import Table, check_bids, check_stocks, check_uses
from tests.oracles.keyflower import DEFAULTS, Group, KeyflowerOracle, Standing
from tests.oracles.keyflower_village import SEASONS, Village
from tests.sides import OracleSide


class OracleTable(OracleSide, Table):
    """The oracle knows all that lies on the table; the number of turns stays what it was at the last loading."""

    known = (
        "season", "purple", "purple_won", "passes", "turns", "screen", "skills", "bag", "green_supply", "pile",
        "supply", "boat_workers", "boat_skills", "boat_open", "ability", "dealt", "place", "upgraded", "stock",
        "on_tile", "last_use", "side", "owned", "bids", "leader", "tile_colour", "uses", "deck", "home",
        "tile_cell", "rotation", "grid",
    )  # fmt: skip
    entered = ("MAIN",)

    def check(self) -> None:
        """Components are conserved; what is known of the screens, only the engine keeps."""
        if self.checked:
            for check in (check_stocks, check_bids, check_uses):
                check(self.state)

    def new_oracle(self, chance):
        values = {name: getattr(self.options, name) for name in DEFAULTS}
        values["data_overrides"] = json.loads(values["data_overrides"] or "null")
        return KeyflowerOracle(chance, **values)

    # --- from the state ---

    def load(self, oracle: KeyflowerOracle) -> None:
        assert self.decision == "MAIN", f"the table can be set at a turn only, not at {self.decision}"
        self._load_stocks(oracle)
        self._load_tiles(oracle)
        self._load_workers(oracle)

    def _load_stocks(self, oracle) -> None:
        state, seats = self.state, self.options.num_players
        oracle.season, oracle.passes = self.number("season"), self.number("passes")
        oracle.start_player, oracle.purple_won = self.number("purple"), bool(state["purple_won"])
        oracle.bag, oracle.green_supply = state["bag"].tolist(), self.number("green_supply")
        oracle.pile, oracle.supply = state["pile"].tolist(), state["supply"].tolist()
        oracle.screens, oracle.skills = state["screen"][:seats].tolist(), state["skills"][:seats].tolist()
        for tile, boat in oracle.boats.items():
            number = tile - E.FIRST_BOAT
            boat.workers, boat.skills = (
                state["boat_workers"][number].tolist(),
                state["boat_skills"][number].tolist(),
            )

    def _load_tiles(self, oracle) -> None:
        state, place = self.state, self.state["place"]
        in_auction = np.flatnonzero(place == PLACE.AUCTION).tolist()
        oracle.auction = [tile for tile in in_auction if tile < E.FIRST_TURN_ORDER]
        oracle.turn_order_tiles = [tile for tile in in_auction if tile >= E.FIRST_TURN_ORDER]
        oracle.summer_sides = {
            E.FIRST_SUMMER_BOAT + boat: side for boat, side in enumerate(state["side"].tolist())
        }
        counts = [len(oracle.stacks[season]) for season in SEASONS[: SEASON.winter]]
        oracle.stacks = {SEASONS[i]: state["deck"][i, :count].tolist() for i, count in enumerate(counts)}
        for seat in range(oracle.n):
            owned = state["owned"][seat] == 1
            oracle.to_place[seat] = np.flatnonzero(owned & (place == PLACE.TO_PLACE)).tolist()
            oracle.set_aside[seat] = np.flatnonzero(owned & (place == PLACE.SET_ASIDE)).tolist()
            oracle.dealt_winter[seat] = [tile for tile in state["dealt"][seat].tolist() if tile != E.NONE]
            home = self.number("home", seat)
            village = oracle.villages[seat] = Village(oracle.tiles[home])
            for tile in np.flatnonzero(owned & (place == PLACE.VILLAGE)).tolist():
                cell = CELLS[state["tile_cell"][tile]]
                placed = (
                    village.home
                    if tile == home
                    else village.place(oracle.tiles[tile], cell, int(state["rotation"][tile]))
                )
                placed.upgraded, placed.resources = (
                    bool(state["upgraded"][tile]),
                    state["stock"][tile].tolist(),
                )

    def _load_workers(self, oracle) -> None:
        state = self.state
        oracle.bids, oracle.on_tile, oracle.colour = {}, {}, {}
        for seat, rank, colour in np.argwhere(state["bids"]).tolist():
            group = Group(colour)
            group.size = int(state["bids"][seat, rank, colour])
            oracle.bids.setdefault(rank + E.FIRST_AUCTIONED, {})[seat] = group
        for tile in np.flatnonzero(state["uses"]).tolist():
            on = oracle.on_tile[tile] = Standing()
            on.workers, on.last, on.uses = (
                state["on_tile"][tile].tolist(),
                self.number("last_use", tile),
                self.number("uses", tile),
            )
        for tile in np.flatnonzero(state["tile_colour"]).tolist():
            oracle.colour[tile] = self.number("tile_colour", tile) - 1

    def story(self, oracle: KeyflowerOracle) -> Iterator:
        """The turns from here, the end of the season, the other seasons."""
        yield from oracle._turns(self.seat, self.number("turns"))
        yield from oracle._end_of_season()
        yield from oracle._game(oracle.season + 1)

    # --- into the state ---

    def write(self, oracle: KeyflowerOracle) -> None:
        state = self.state
        for name in set(self.known) - {"deck", "turns"}:
            state[name] = E.NONE if name in ("home", "leader", "dealt", "tile_cell") else 0
        self._write_stocks(oracle)
        self._write_tiles(oracle)
        self._write_workers(oracle)

    def _write_stocks(self, oracle) -> None:
        state, seats = self.state, oracle.n
        state["season"], state["passes"] = oracle.season, oracle.passes
        state["purple"], state["purple_won"] = oracle.start_player, oracle.purple_won
        state["bag"], state["green_supply"] = oracle.bag, oracle.green_supply
        state["pile"], state["supply"] = oracle.pile, oracle.supply
        state["screen"][:seats], state["skills"][:seats] = oracle.screens, oracle.skills
        for tile, boat in oracle.boats.items():
            number = tile - E.FIRST_BOAT
            state["boat_workers"][number], state["boat_skills"][number] = boat.workers, boat.skills
            state["boat_open"][number] = not boat.taken

    def _write_tiles(self, oracle) -> None:
        state = self.state
        state["place"][oracle.auction + oracle.turn_order_tiles] = PLACE.AUCTION
        for tile, side in oracle.summer_sides.items():
            state["side"][tile - E.FIRST_SUMMER_BOAT] = side
        for i, season in enumerate(SEASONS[: SEASON.winter]):
            state["deck"][i, : len(oracle.stacks[season])] = oracle.stacks[season]
        for seat, village in enumerate(oracle.villages):
            state["home"][seat] = village.home.tile.index
            state["dealt"][seat, : len(oracle.dealt_winter[seat])] = oracle.dealt_winter[seat]
            for place, tiles in ((PLACE.TO_PLACE, oracle.to_place), (PLACE.SET_ASIDE, oracle.set_aside)):
                state["place"][tiles[seat]] = place
                state["owned"][seat, tiles[seat]] = 1
            for ability in oracle.abilities(seat):
                state["ability"][seat, ABILITY.NAMES.index(f"boat_{ability}")] = 1
            for placed in village.placed:
                tile, cell = placed.tile.index, CELL[placed.cell]
                state["owned"][seat, tile], state["place"][tile] = 1, PLACE.VILLAGE
                state["grid"][seat, cell], state["tile_cell"][tile] = tile + 1, cell
                state["rotation"][tile], state["upgraded"][tile] = placed.rotation, placed.upgraded
                state["stock"][tile] = placed.resources

    def _write_workers(self, oracle) -> None:
        state = self.state
        for tile, groups in oracle.bids.items():
            rank = tile - E.FIRST_AUCTIONED
            for seat, group in groups.items():
                state["bids"][seat, rank, group.colour] = group.size
            if groups:
                state["leader"][rank] = max(groups, key=lambda seat: groups[seat].size)
        for tile, on in oracle.on_tile.items():
            state["on_tile"][tile], state["last_use"][tile], state["uses"][tile] = (
                on.workers,
                on.last,
                on.uses,
            )
        for tile, colour in oracle.colour.items():
            state["tile_colour"][tile] = colour + 1
