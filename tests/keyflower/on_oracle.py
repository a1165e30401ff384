"""What the oracle of Keyflower tells of its table."""

from __future__ import annotations

import json

from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import ABILITY, PLACE, SEASON
from eurogym.envs.keyflower.game import GAME
from tests.keyflower.derived import CELL
from tests.oracles.keyflower import DEFAULTS, KeyflowerOracle
from tests.oracles.keyflower_village import SEASONS
from tests.sides import OracleSide


class OracleTable(OracleSide):
    """The oracle knows all that lies on the table; the number of turns stays what it was."""

    known = (
        "season", "purple", "purple_won", "passes", "turns", "screen", "skills", "bag", "green_supply", "pile",
        "supply", "boat_workers", "boat_skills", "boat_open", "ability", "dealt", "place", "upgraded", "stock",
        "on_tile", "last_use", "side", "owned", "bids", "leader", "tile_colour", "uses", "deck", "home",
        "tile_cell", "rotation", "grid",
    )  # fmt: skip
    game = GAME

    def new_oracle(self, chance):
        values = {name: getattr(self.options, name) for name in DEFAULTS}
        values["data_overrides"] = json.loads(values["data_overrides"] or "null")
        return KeyflowerOracle(chance, **values)

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
