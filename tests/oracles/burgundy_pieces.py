"""Pieces of The Castles of Burgundy: tile kinds, printed boards, and a seat with its duchy and what it may do there.

Whatever depends on tiles in the duchy (monasteries, shields) is told here; what asks decisions is told by the games.
Rule numbers: R... = rules.md, S... = solo mode E10, E... = rules_expansions.md.

READINGS
- R12.1 for jokers (S9.6) and inns (E6.3): f = 0, monasteries 9-11 do not fit them (E0.8b).
- R8.2 for jokers and inns: they have no type; they neither break nor make a building limit.
- E1.3a also binds inns (a non-castle tile on a space of some printed colour), shields 14 and 15 and the town hall (base
  placing rules plus E1); with shield 18 neither adjacency nor castle connection is needed.
- E2.5: "worth most" counts what monastery 7 adds to each tile (automatic maximum of the points really gained).
- E2.6, shield 1: the pasture is every livestock tile of the duchy, wherever it lies.
- E10.7 (6): a copied monastery is counted like an own one wherever the rules ask what the owner has.
- E10.7 (9), A-25: n silver for n goods, one more with monastery 3.
"""

import json
import math

from .burgundy_numbers import BOARD, DATA, PRINTED, TILES

DUCHIES = json.loads((DATA / "duchies.json").read_text(encoding="utf-8"))

COLOURS = ["building", "livestock", "ship", "monastery", "castle", "mine"]
JOKER = "joker"
WHITE = "white die"
EXPANSION_OF = {None: None, "expansion_2": "e2", "expansion_5_white_castles": "e5", "expansion_6_inns": "e6"}
SHIELD_VP = {number: 12 if number <= 6 else 8 if number <= 12 else 4 for number in range(1, 19)}
NOT_COPIED = 27


class Kind:
    """A kind of hex tile (tiles.json)."""

    def __init__(self, entry):
        self.id, self.name, self.color = entry["id"], entry["name"], entry["color"]
        self.number = entry.get("number", 0)
        self.species, self.animals = entry.get("species"), entry.get("animals", 0)
        self.scores_building = entry.get("scores_building")
        self.copies = entry["supply"]
        self.base = entry["expansion"] is None
        self.module = EXPANSION_OF[entry["expansion"]]


KINDS = {entry["id"]: Kind(entry) for entry in TILES["kinds"]}
IDS = {kind.name: kind.id for kind in KINDS.values()}
CASTLE, INN, CRANE = IDS["castle"], IDS["inn"], IDS["crane"]


class Double:
    """A double tile of the vineyards in storage; it stands at both of its positions."""

    def __init__(self, kind):
        self.kind = kind


# ---------------------------------------------------------------------- boards
class Board:
    """The printed side of a duchy."""

    def __init__(self, number, colours, dice, neighbours, areas, castle_hexes):
        self.number, self.colours, self.dice, self.neighbours = number, colours, dice, neighbours
        self.areas, self.castle_hexes = areas, castle_hexes
        self.hexes = range(len(colours))

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


def team_board(mode):
    """Boards 31 (beginner) and 32 (advanced) of two halves (E8.2); castle_hexes: where the start castle may lie."""
    entry = next(entry for entry in DUCHIES["team_boards"] if entry["mode"] == mode)
    fields = [dict(zip(entry["hex_fields"], values, strict=True)) for values in entry["hexes"]]
    colours, dice = [field["color"] for field in fields], [field["die"] for field in fields]
    areas = [area["hexes"] for area in entry["areas"]]
    start = [entry["center_hex"]]
    if mode == "advanced":
        start = [h for h, field in enumerate(fields) if field["color"] == "castle" and field["die"] in (1, 6)]
    return Board(int(entry["id"]), colours, dice, entry["neighbors"], areas, start)


def distance(a, b):
    """R5.2: steps between two die values; 6 and 1 are neighbours."""
    return min(abs(a - b), 6 - abs(a - b))


# ---------------------------------------------------------------------- a seat
class Duchy:
    """What belongs to a duchy; the two members of a team have one together (E8.6)."""

    def __init__(self):
        self.board = None
        self.tiles = [None] * 37
        self.silver, self.workers = BOARD["start_silver"], 0
        self.goods, self.sold = [0] * 6, [0] * 6
        self.bonus = dict.fromkeys(COLOURS, 0)
        self.border, self.border_paid, self.border_done = 0, False, False
        self.shields = {}  # castle hex -> shield


def of_the_duchy(name):
    """A property of a seat that lies in its duchy."""
    return property(
        lambda self: getattr(self.duchy, name), lambda self, value: setattr(self.duchy, name, value)
    )


class Player:
    """A learning seat with its player board and duchy."""

    board, tiles = of_the_duchy("board"), of_the_duchy("tiles")
    silver, workers = of_the_duchy("silver"), of_the_duchy("workers")
    goods, sold, bonus = of_the_duchy("goods"), of_the_duchy("sold"), of_the_duchy("bonus")
    shields = of_the_duchy("shields")

    def __init__(self, seat):
        self.seat, self.duchy = seat, Duchy()
        self.numbers = PRINTED
        self.storage = [None] * 3
        self.vp = 0
        self.dice, self.used = [0, 0], [False, False]
        self.white = 0  # the value of the white die while a white castle's action is asked
        self.bought = self.hired = self.die_set = False
        self.castle_connection = False
        self.named = None  # the seat named with shield 6
        self.crane_for = 0  # solo: the monastery that counts the crane
        self.route = self.vineyard = None

    def laid(self):
        """The kinds in the duchy; a joker is no kind."""
        return [KINDS[tile] for tile in self.tiles if tile is not None and tile != JOKER]

    def monasteries(self):
        """The own monasteries and those that shield 6 copies."""
        return [kind for kind in self.laid() if kind.color == "monastery"] + self.copied()

    def copied(self):
        """E10.7 (6)"""
        if not self.has_shield(6) or self.named is None:
            return []
        return [kind for kind in self.named.shown_monasteries() if kind.number != NOT_COPIED]

    def shown_monasteries(self):
        return [kind for kind in self.laid() if kind.color == "monastery"]

    def owns(self, number):
        return any(kind.number == number for kind in self.monasteries())

    def has_shield(self, number):
        return number in self.shields.values()

    def count(self, name):
        return sum(kind.name == name for kind in self.laid())

    def empty_hexes(self):
        return self.tiles.count(None)

    def all_covered(self, hexes):
        return all(self.tiles[h] is not None for h in hexes)

    def colour_complete(self, colour):
        return self.all_covered([h for h in self.board.hexes if self.board.colours[h] == colour])

    # ------------------------------------------------------------------ storage (R6, E0.11)
    def stored(self):
        """(position, tile) of every stored tile; a double tile once, at its lower position."""
        return [
            (k, tile)
            for k, tile in enumerate(self.storage)
            if tile is not None and not any(other is tile for other in self.storage[:k] if is_double(tile))
        ]

    def remove_stored(self, k):
        """Take a tile out of storage; a double tile leaves both positions."""
        tile = self.storage[k]
        for position, other in enumerate(self.storage):
            if position == k or (is_double(tile) and other is tile):
                self.storage[position] = None
        return tile

    # ------------------------------------------------------------------ where a tile may lie
    def may_cover(self, tile, h):
        """R8.1 without the number, R8.2; S9.6: a joker fits every colour; E6.3: an inn too."""
        if self.tiles[h] is not None or is_double(tile) or not self._is_connected(tile, h):
            return False
        if tile == JOKER:
            return True
        if tile == INN:
            return all(self.tiles[other] != INN for other in self.board.area(h))
        if KINDS[tile].color != self.board.colours[h]:
            return False
        if self.board.colours[h] != "building" or self.owns(1):
            return True
        return all(self.tiles[other] != tile for other in self.board.area(h))

    def _is_connected(self, tile, h):
        """R8.1 and E1.3; E10.7 (18): not needed."""
        if self.has_shield(18):
            return True
        if all(self.tiles[other] is None for other in self.board.neighbours[h]):
            return False
        return not self.castle_connection or tile == CASTLE or self.castle_connected(h)

    def beside_castle(self, h):
        return any(self.tiles[other] == CASTLE for other in self.board.neighbours[h])

    def castle_connected(self, h):
        """E1.3a: beside a castle tile, or through covered spaces of the colour of the space."""
        if self.beside_castle(h):
            return True
        colour = self.board.colours[h]
        chain, seen = [h], {h}
        while chain:
            for other in self.board.neighbours[chain.pop()]:
                if other in seen or self.tiles[other] is None or self.board.colours[other] != colour:
                    continue
                if self.beside_castle(other):
                    return True
                seen.add(other)
                chain.append(other)
        return False

    # ------------------------------------------------------------------ costs (R12.1)
    def worker_cost(self, die, wanted, helper):
        """Workers to change the die; `helper` is the monastery (9-12) that fits the action, if any."""
        free = 1 if helper and self.owns(helper) else 0
        step = 2 if self.owns(8) else 1
        value = self.white if die == WHITE else self.dice[die]
        return math.ceil(max(0, distance(value, wanted) - free) / step)

    def take_cost(self, die, depot):
        return self.worker_cost(die, depot, 12)

    def place_cost(self, die, tile, h):
        helpers = {"building": 9, "ship": 10, "livestock": 10, "castle": 11, "mine": 11, "monastery": 11}
        helper = None if tile == JOKER else helpers.get(KINDS[tile].color)
        return self.worker_cost(die, self.board.dice[h], helper)

    def sell_cost(self, die, g):
        return self.worker_cost(die, g, None)

    def shield_cost(self, depot):
        """E10.2: both dice to the number of the depot."""
        return sum(self.worker_cost(die, depot, None) for die in (0, 1))

    # ------------------------------------------------------------------ areas and pastures
    def scored_size(self, area):
        """E6.5: an inn counts one space more; E10.7 (17): so does the shield."""
        inns = sum(self.tiles[h] == INN for h in area)
        return len(area) + inns + (1 if self.has_shield(17) else 0)

    def pasture(self, h):
        """The livestock tiles of the pasture of a hex; E10.7 (1): of the whole duchy."""
        hexes = self.board.hexes if self.has_shield(1) else self.board.area(h)
        kinds = [KINDS[self.tiles[other]] for other in hexes if self.tiles[other] not in (None, JOKER)]
        return [kind for kind in kinds if kind.species]

    def pasture_points(self, kind, h):
        """R8.5: all animals of the species in the pasture; monastery 7: +1 per tile; geese: E2.5."""
        pasture = self.pasture(h)
        points = self._species_points(pasture, kind.species)
        others = {other.species for other in pasture} - {kind.species}
        if kind.species == "geese":
            return points + max([self._species_points(pasture, species) for species in others], default=0)
        return points + (self._species_points(pasture, "geese") if "geese" in others else 0)

    def _species_points(self, pasture, species):
        same = [other for other in pasture if other.species == species]
        more = self.numbers.tiles["monastery_7"] if self.owns(7) else 0
        return sum(self.numbers.tiles[other.name] + more for other in same)

    # ------------------------------------------------------------------ final scoring (R11.2, R12)
    def final_points(self):
        end = self.numbers.end
        return (
            self.all_monastery_points()
            + self.shield_points()
            + (self.vineyard.points() if self.vineyard else 0)
            + end["goods"] * sum(self.goods)
            + end["silver"] * self.silver
            + self.workers // end["workers_per_point"]
        )

    def all_monastery_points(self):
        """R12; E2.4: the crane counts for one of 16-23 and 29; E10.7 (10): doubled."""
        bonus_tiles = sum(rank > 0 for rank in self.bonus.values()) + (self.duchy.border > 0)
        monasteries = self.monasteries()
        points = sum(self.monastery_points(kind, bonus_tiles) for kind in monasteries)
        if self.count("crane"):
            each = [self.numbers.tiles[kind.name] for kind in monasteries if kind.scores_building]
            points += max(each, default=0)
        return points * (2 if self.has_shield(10) else 1)

    def monastery_points(self, kind, bonus_tiles):
        """R12: monasteries 15-26, 29"""
        each = self.numbers.tiles.get(kind.name, 0)
        if kind.scores_building:
            return each * self.count(kind.scores_building)
        if kind.number == 15:
            return each * sum(number > 0 for number in self.sold)
        if kind.number == 24:
            return each * len({other.species for other in self.laid() if other.species})
        if kind.number == 25:
            return each * sum(self.sold)
        if kind.number == 26:
            return each * bonus_tiles
        return 0

    def shield_points(self):
        """E10.6; E10.7 (13): doubled, itself included."""
        points = sum(SHIELD_VP[number] for number in self.shields.values())
        return points * (2 if self.has_shield(13) else 1)


def is_double(tile):
    return isinstance(tile, Double)
