"""Village solo, the oracle: Carla, her cube, her loop, her reactions (R17-R19).

Readings are listed at the top of village.py.
"""

from .story import Question
from .village_data import CATEGORY_OF_SPACE, COLOURS, CUBES, GENERATIONS, SPACES

HUMAN, CARLA = 0, "carla"
SETS = ([0, 1, 2], [3, 4, 5])  # fate tiles of the top and the bottom row


class Carla:
    """R17.2: her members and her board."""

    def __init__(self):
        self.beside = {1: 4, 2: 3}
        self.waiting = {3: 2, 4: 2}  # on the church, neither track nor bag
        self.bag = dict.fromkeys(GENERATIONS, 0)
        self.track = [0, 0, 0, 0]  # generation on the church stage, 0 = nobody
        self.graves = []
        self.customers = []
        self.cubes = dict.fromkeys(CUBES, 0)
        self.last_cube = None
        self.next_space = 0  # of her loop
        self.tiles = ["hidden"] * 6
        self.quills = [None, None]  # position of the quill tile in each set


class CarlaRules:
    """The part of the oracle that only the solo game uses; `self` is the whole game."""

    def _set_up_carla(self):
        """R17.2, R17.4"""
        self.carla = Carla()
        for which in range(2):
            self._shuffle_set(which)

    def _shuffle_set(self, which):
        """R17.4, R18.8"""
        self.carla.quills[which] = self.chance.below("fate", 3)
        for tile in SETS[which]:
            self.carla.tiles[tile] = "hidden"

    # ================================================================== turns
    def _solo_turns(self):
        """R18.1, R19.7"""
        while self._cube_on_board():
            taken = yield from self._turn(self.players[HUMAN])
            triggered_in_his_turn = self.end_triggered
            yield from self._carla_step(taken)
            if triggered_in_his_turn:
                return
            if self.end_triggered:
                yield from self._solo_last_turn()
                return

    def _solo_last_turn(self):
        """R19.7: the end was triggered in Carla's step, by her or by the human in her market day."""
        self.last_turns[HUMAN] = True
        taken = yield from self._turn(self.players[HUMAN])
        self.last_turns[HUMAN] = False
        if self.triggered_by == HUMAN:
            yield from self._carla_step(taken)

    def _carla_step(self, humans_cube):
        """R18.1, R3.6, A13, A23: no cube after the well, the free last turn, or on an empty board."""
        if humans_cube is None or not self._cube_on_board():
            return
        space, cube = yield from self._carla_finds_cube(*humans_cube)
        self.spaces[space][cube] -= 1
        self._place_on_loop(cube, space)
        yield from self._carla_reacts(space)

    # ================================================================== which cube
    def _carla_finds_cube(self, space, cube):
        """R18.2, R18.4-R18.6; returns (space, cube)."""
        if self.options["carla_rule"] == "die":
            cube = self._rolled_colour()
        if cube is not None and self._first_space(space, [cube]):
            return self._first_space(space, [cube]), cube
        forced = self._first_space(space, CUBES)
        text = yield from self._ask_for_cube(forced)
        return forced, text.split()[1]

    def _first_space(self, start, cubes):
        """This space, else the first one clockwise, that has one of the cubes; None without any."""
        order = self.tables.clockwise
        begin = order.index(start)
        for space in order[begin:] + order[:begin]:
            if any(self.spaces[space][cube] for cube in cubes):
                return space
        return None

    def _ask_for_cube(self, space):
        """D6"""
        options = [f"cube {cube}" for cube in CUBES if self.spaces[space][cube]]
        return (yield Question(HUMAN, "CARLA_CUBE", lambda: options))

    def _rolled_colour(self):
        """R18.4, R18.5; None when no colour is sought (R18.6, A15)."""
        present = [c for c in COLOURS if any(self.spaces[space][c] for space in SPACES)]
        if len(present) > 1:
            return present[self.chance.below("die", len(present))]
        if present and self.options["die_last_color_strict"]:
            return present[0]
        return None

    # ================================================================== loop and fate
    def _place_on_loop(self, cube, space):
        """R18.3, R18.7, R18.8"""
        carla = self.carla
        reached = carla.next_space
        carla.cubes[cube] += 1
        carla.last_cube = cube
        carla.next_space = (reached + 1) % self.tables.loop_spaces
        for tile, (_, beyond) in enumerate(self.tables.fate_gaps):
            if beyond % self.tables.loop_spaces == reached:
                self._flip(tile, space)

    def _flip(self, tile, space):
        """R18.8"""
        which = tile // 3
        is_quill = self.carla.quills[which] == tile % 3
        self.carla.tiles[tile] = "quill" if is_quill else "blank"
        if is_quill:
            self._carla_death(space)
        if all(self.carla.tiles[one] != "hidden" for one in SETS[which]):
            self._shuffle_set(which)

    def _carla_death(self, space):
        """R18.9, R18.10, A22"""
        carla = self.carla
        for group, generation in (
            (carla.beside, 1),
            (carla.beside, 2),
            (carla.waiting, 3),
            (carla.waiting, 4),
        ):
            if group[generation]:
                group[generation] -= 1
                break
        else:
            stages = [stage for stage in range(4) if carla.track[stage]]
            if not stages:
                return
            carla.track[stages[0]] = 0
        carla.graves.append(self._grave(CATEGORY_OF_SPACE[space], CARLA))

    def _carla_returns_cubes(self):
        """R18.11"""
        carla = self.carla
        for cube in CUBES:
            stays = 1 if cube == carla.last_cube else 0
            self.supply[cube] += carla.cubes[cube] - stays
            carla.cubes[cube] = stays

    # ================================================================== reactions
    def _carla_reacts(self, space):
        """R19.1"""
        if space == "church":
            self._carla_fills_bag()
        elif space == "market":
            yield from self._carla_market_day()

    def _carla_fills_bag(self):
        """R19.2"""
        for generation in (3, 4):
            if self.carla.waiting[generation]:
                self.carla.waiting[generation] -= 1
                self.carla.bag[generation] += 1
                return

    def _carla_market_day(self):
        """R19.4, A12"""
        self._carla_serves()
        yield from self._market_moves([self.players[HUMAN]], first_is_free=False)
        self._refill_market()

    def _carla_serves(self):
        """R17.3, R19.3: the first available customer, if any; the tile leaves the game (A29)."""
        available = self._available()
        if available:
            self.carla.customers.append(self.slots[available[0]])
            self.slots[available[0]] = None

    # ================================================================== mass
    def _carla_enters_track(self, generation):
        """R19.5"""
        self.carla.bag[generation] -= 1
        self.carla.track[self.carla.track.index(0)] = generation
