"""Options and pieces of The Castles of Burgundy, and what only the solo mode E10 needs (rules S9.1-S9.11).

Pieces: tile kinds, duchies 1-30 and the solo boards 33/34, player boards (with jokers, costs, scoring).
SoloRules is a mixin of BurgundyOracle (readings in burgundy.py): the pool of pending effects, the moving
target, jokers, the exchange of goods and the black tile for a completed colour.
"""

import json
import math
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "envs" / "castles_of_burgundy" / "data"
TILES = json.loads((DATA / "tiles.json").read_text(encoding="utf-8"))
BOARD = json.loads((DATA / "main_board.json").read_text(encoding="utf-8"))
DUCHIES = json.loads((DATA / "duchies.json").read_text(encoding="utf-8"))

COLOURS = ["building", "livestock", "ship", "monastery", "castle", "mine"]
JOKER = "joker"
SOLO_WORKERS = 2
EXCHANGE_PRICE = 5
TARGET_STEP = 5
KINDS_OF_ITEMS = ("area", "phase", "colour", "effect", "reset")
FIXED_ORDER = ("effect", "area", "phase", "colour", "reset")


# ---------------------------------------------------------------------- options
POOLS = {"1-30": (1, 30), "1-10": (1, 10), "11-18": (11, 18), "19-22": (19, 22), "23-30": (23, 30)}

# Values of every option, the default first (duchies, modifiers: checked apart).
VALUES = {
    "num_players": (2, 1, 3, 4),
    "chateauma": (None, "easy", "medium", "hard"),
    "duchy_pool": tuple(POOLS),
    "side_choice": (False, True),
    "black_depot_spaces": range(0, 9),
    "empty_sale_vp": (0, 2),
    "card8_third_space": ("livestock", "castle"),
    "solo_board": (33, 34),
    "solo_target": (50, *range(5, 101)),
    "solo_area_gains": ("two", "one"),
    "solo_order": ("player", "fixed"),
}
DEFAULTS = {"duchies": 1, "modifiers": "", **{name: values[0] for name, values in VALUES.items()}}


def checked_options(given):
    options = {**DEFAULTS, **given}
    for name, value in options.items():
        if name not in DEFAULTS or (name in VALUES and value not in VALUES[name]):
            raise ValueError(f"option {name}={value!r}")
    letters, players = options["modifiers"], options["num_players"]
    if set(letters) - set("ABCD") or len(set(letters)) != len(letters):
        raise ValueError(f"option modifiers={letters!r}")
    if options["chateauma"] is None:
        if letters or options["empty_sale_vp"] or options["card8_third_space"] != "livestock":
            raise ValueError("modifiers, empty_sale_vp and card8_third_space need chateauma")
    elif players > 3:
        raise ValueError("at most three seats beside the Chateauma")
    duchies = options["duchies"]
    if duchies != "random":
        numbers = [duchies] * players if isinstance(duchies, int) else list(duchies)
        if len(numbers) != players or any(number not in range(1, 31) for number in numbers):
            raise ValueError(f"option duchies={duchies!r}")
        if options["side_choice"]:
            raise ValueError("side_choice needs duchies='random'")
        options["duchies"] = numbers
    return options


# ---------------------------------------------------------------------- pieces
class Kind:
    """A kind of hex tile (tiles.json)."""

    def __init__(self, entry):
        self.id, self.name, self.color = entry["id"], entry["name"], entry["color"]
        self.number = entry.get("number", 0)
        self.species, self.animals = entry.get("species"), entry.get("animals", 0)
        self.scores_building = entry.get("scores_building")
        self.copies = entry["supply"]
        self.base = entry["expansion"] is None


KINDS = {entry["id"]: Kind(entry) for entry in TILES["kinds"]}
CASTLE = next(kind.id for kind in KINDS.values() if kind.name == "castle")


class Board:
    """The printed side of a duchy."""

    def __init__(self, number, colours, dice, neighbours, areas, castle_hexes):
        self.number, self.colours, self.dice, self.neighbours = number, colours, dice, neighbours
        self.areas, self.castle_hexes = areas, castle_hexes

    def area(self, h):
        return next(area for area in self.areas if h in area)


def duchy_board(number):
    """Duchies 1-30 (R2.5): one grid of numbers, areas of adjacent hexes of a colour."""
    entry = next(entry for entry in DUCHIES["duchies"] if entry["id"] == number)
    dice = [hexagon["die"] for hexagon in DUCHIES["hexes"]]
    areas = [area["hexes"] for area in entry["areas"]]
    return Board(number, entry["colors"], dice, DUCHIES["neighbors"], areas, entry["castle_hexes"])


def solo_board(number):
    """Boards 33 and 34 (S9.4): rivers join hexes for placing, but they never merge areas."""
    entry = next(entry for entry in DUCHIES["solo_boards"] if entry["id"] == number)
    neighbours = [[] for _ in entry["hexes"]]
    for a, b in entry["edges"] + entry["river_edges"]:
        neighbours[a].append(b)
        neighbours[b].append(a)
    colours, dice = [h[0] for h in entry["hexes"]], [h[1] for h in entry["hexes"]]
    areas = [area["hexes"] for area in entry["areas"]]
    return Board(number, colours, dice, neighbours, areas, entry["castle_hexes"])


def distance(a, b):
    """R5.2: steps between two die values; 6 and 1 are neighbours."""
    return min(abs(a - b), 6 - abs(a - b))


class Player:
    """A learning seat with its player board and duchy."""

    def __init__(self, seat):
        self.seat, self.board = seat, None
        self.tiles = [None] * 37
        self.storage = [None] * 3
        self.vp, self.silver, self.workers = 0, BOARD["start_silver"], 0
        self.goods, self.sold = [0] * 6, [0] * 6
        self.dice, self.used = [0, 0], [False, False]
        self.bought = self.hired = False
        self.bonus = dict.fromkeys(COLOURS, 0)

    def laid(self):
        """The kinds in the duchy; a joker is no kind."""
        return [KINDS[tile] for tile in self.tiles if tile is not None and tile != JOKER]

    def owns(self, number):
        return any(kind.number == number for kind in self.laid())

    def count(self, name):
        return sum(kind.name == name for kind in self.laid())

    def empty_hexes(self):
        return self.tiles.count(None)

    def all_covered(self, hexes):
        return all(self.tiles[h] is not None for h in hexes)

    def colour_complete(self, colour):
        return self.all_covered([h for h in range(37) if self.board.colours[h] == colour])

    def bonus_ranks(self, colours):
        return [self.bonus[colour] for colour in colours]

    def may_cover(self, tile, h):
        """R8.1 without the number, R8.2; S9.6: a joker fits every colour."""
        if self.tiles[h] is not None or all(self.tiles[other] is None for other in self.board.neighbours[h]):
            return False
        if tile == JOKER:
            return True
        if KINDS[tile].color != self.board.colours[h]:
            return False
        if self.board.colours[h] != "building" or self.owns(1):
            return True
        return all(self.tiles[other] != tile for other in self.board.area(h))

    # ------------------------------------------------------------------ costs (R12.1)
    def worker_cost(self, die, wanted, helper):
        """Workers to change the die; `helper` is the monastery (9-12) that fits the action, if any."""
        free = 1 if helper and self.owns(helper) else 0
        step = 2 if self.owns(8) else 1
        return math.ceil(max(0, distance(self.dice[die], wanted) - free) / step)

    def take_cost(self, die, depot):
        return self.worker_cost(die, depot, 12)

    def place_cost(self, die, tile, h):
        helpers = {"building": 9, "ship": 10, "livestock": 10, "castle": 11, "mine": 11, "monastery": 11}
        helper = None if tile == JOKER else helpers[KINDS[tile].color]
        return self.worker_cost(die, self.board.dice[h], helper)

    def sell_cost(self, die, g):
        return self.worker_cost(die, g, None)

    def pasture_points(self, kind, h):
        """Livestock: all animals of the species in the pasture; monastery 7: +1 per tile."""
        tiles = [self.tiles[other] for other in self.board.area(h)]
        kinds = [KINDS[tile] for tile in tiles if tile is not None and tile != JOKER]
        same = [other for other in kinds if other.species == kind.species]
        return sum(other.animals for other in same) + (len(same) if self.owns(7) else 0)

    # ------------------------------------------------------------------ final scoring (R11.2, R12)
    def final_points(self):
        bonus_tiles = sum(rank > 0 for rank in self.bonus.values())
        monasteries = [kind for kind in self.laid() if kind.color == "monastery"]
        points = sum(self.monastery_points(kind, bonus_tiles) for kind in monasteries)
        return points + sum(self.goods) + self.silver + self.workers // 2

    def monastery_points(self, kind, bonus_tiles):
        """R12: monasteries 15-26"""
        if kind.scores_building:
            return 4 * self.count(kind.scores_building)
        if kind.number == 15:
            return 2 * sum(number > 0 for number in self.sold)
        if kind.number == 24:
            return 4 * len({other.species for other in self.laid() if other.species})
        if kind.number == 25:
            return sum(self.sold)
        if kind.number == 26:
            return 3 * bonus_tiles
        return 0


# ---------------------------------------------------------------------- solo mode
class SoloWonError(Exception):
    """S9.11: the last space was covered; the game ends at once, pending effects are dropped."""


class PoolItem:
    """A pending (partial) effect: its kind and the story that carries it out."""

    def __init__(self, kind, story):
        self.kind, self.story = kind, story


class SoloRules:
    # ------------------------------------------------------------------ setup and round
    def _setup_solo(self):
        """S9.1"""
        self.pool = []
        self.target = self.options["solo_target"]
        self.players[0].workers = SOLO_WORKERS

    def _remove_a_tile(self):
        """S9.3: first tile in slot order of the white die's depot, else of the next one clockwise."""
        for depot in self.clockwise(self.white):
            for slot, tile in enumerate(self.depots[depot - 1]):
                if tile is not None:
                    self.depots[depot - 1][slot] = None
                    return

    # ------------------------------------------------------------------ covering a space
    def _solo_cover(self, player, tile, h):
        """S9.10, S9.11: the space is covered already; everything it causes is put into the pool."""
        if player.empty_hexes() == 0:
            raise SoloWonError
        area = player.board.area(h)
        if player.all_covered(area):
            size, phase = self.area_points(len(area)), self.phase_points()
            if self.options["solo_area_gains"] == "one":
                self._pend("area", lambda: self._gain(player, size + phase))
            else:
                self._pend("area", lambda: self._gain(player, size))
                self._pend("phase", lambda: self._gain(player, phase))
        if player.colour_complete(player.board.colours[h]):
            self._pend("colour", lambda: self._black_tile_for_colour(player))
        if self._has_solo_effect(tile):
            self._pend("effect", lambda: self._effect(player, tile, h))

    def _has_solo_effect(self, tile):
        """decisions E10: castle, ship, livestock, buildings and monasteries 15-26; S9.6: no joker."""
        if tile == JOKER:
            return False
        kind = self.kinds[tile]
        if kind.color == "monastery":
            return 15 <= kind.number <= 26
        return kind.color != "mine"

    def _pend(self, kind, story):
        self.pool.append(PoolItem(kind, story))

    # ------------------------------------------------------------------ the pool
    def _settle_pool(self):
        """S9.10: carry out what is pending, in the order the player likes, until nothing is left."""
        while self.pool:
            item = self._newest(self._fixed_choice() or (yield from self._ask_order()))
            self.pool.remove(item)
            yield from item.story()

    def _pending_kinds(self):
        return [kind for kind in FIXED_ORDER if any(item.kind == kind for item in self.pool)]

    def _fixed_choice(self):
        """The kind that is taken without a decision, if so."""
        kinds = self._pending_kinds()
        if len(kinds) == 1 or self.options["solo_order"] == "fixed":
            return kinds[0]
        return None

    def _ask_order(self):
        """SOLO_ORDER"""
        text = yield from self._ask(0, "SOLO_ORDER", lambda: [f"resolve {k}" for k in self._pending_kinds()])
        return text.split()[1]

    def _newest(self, kind):
        return [item for item in self.pool if item.kind == kind][-1]

    # ------------------------------------------------------------------ points and target
    def _solo_gain(self, player, points):
        """S9.9: one gain of VP with the purchases that may follow it."""
        if points <= 0:
            return
        player.vp += points
        while player.vp < self.target and player.silver >= 1:
            if (yield from self._ask(0, "BUY_VP", lambda: ["buy a point", "pass"])) == "pass":
                break
            player.silver -= 1
            player.vp += 1
        if player.vp >= self.target:
            player.vp = 0
            self.target = max(TARGET_STEP, self.target - TARGET_STEP)
            self._pend("reset", lambda: self._extra_action(player))

    # ------------------------------------------------------------------ ship
    def _solo_after_ship(self, player):
        """S9.5: the goods of all other depots leave the game, then one exchange is possible."""
        self.depot_goods = [[0] * 6 for _ in range(6)]
        if sum(player.goods) < EXCHANGE_PRICE or not any(tile is not None for tile in self.black):
            return
        if (yield from self._ask(0, "EXCHANGE", lambda: ["exchange", "pass"])) == "pass":
            return
        yield from self._discard_if_full(player)
        for _ in range(EXCHANGE_PRICE):
            text = yield from self._ask(0, "EXCHANGE_GOOD", lambda: self._goods_texts(player.goods))
            player.goods[int(text.split()[1]) - 1] -= 1
        text = yield from self._ask(0, "EXCHANGE_TILE", self._black_texts)
        self.black[int(text.split()[1])] = None
        yield from self._store(player, JOKER)

    def _discard_if_full(self, player):
        """decisions E10: DISCARD comes after the choice to exchange."""
        if None not in player.storage:
            text = yield from self._ask(0, "DISCARD", lambda: [f"discard {k}" for k in range(3)])
            player.storage[int(text.split()[1])] = None

    # ------------------------------------------------------------------ monasteries and colours
    def _solo_monastery(self, player, kind):
        """S9.7: scored once, by the state at the moment this effect is carried out."""
        yield from self._gain(player, player.monastery_points(kind, self._colours_completed(player)))

    def _colours_completed(self, player):
        return sum(player.colour_complete(colour) for colour in set(player.board.colours))

    def _black_tile_for_colour(self, player):
        """S9.8: COLOUR_TILE, COLOUR_SPACE; lost if no tile of the black depot has a legal space."""
        if not self._placeable_black(player):
            return
        text = yield from self._ask(0, "COLOUR_TILE", lambda: self._placeable_black(player))
        slot = int(text.split()[1])
        tile = self.black[slot]
        text = yield from self._ask(0, "COLOUR_SPACE", lambda: self._space_texts(player, tile))
        self.black[slot] = None
        yield from self._cover(player, tile, int(text.split()[3]))

    def _placeable_black(self, player):
        return [
            f"buy {slot}"
            for slot, tile in enumerate(self.black)
            if tile is not None and self._space_texts(player, tile)
        ]

    def _space_texts(self, player, tile):
        return [f"place 0 on {h} with die 0" for h in range(37) if player.may_cover(tile, h)]

    # ------------------------------------------------------------------ view
    def _solo_public(self):
        counts = {kind: sum(item.kind == kind for item in self.pool) for kind in KINDS_OF_ITEMS}
        return {"target": self.target, "marker": self.players[0].vp, "pool": counts}
