"""Vineyards of The Castles of Burgundy (VY; rules E11.1-E11.13).

Vineyards is a mixin of BurgundyOracle; a Vineyard is the board of one seat. Kinds of vines: 0 orange, 1 yellow, 2
green, 3 red, 4 black, 5 blue. The board and the tile mix are written down here from the table of the vineyards.

READINGS
- E11.3: the vine bonus tiles that the players got are missing from the supply (3 or 4 of a kind are left).
- E11.8: "an already placed double tile" is one of the own vineyard; the neighbour test of `adjacent` is that of hexes.
- E11.9: a bonus that could do nothing may be chosen (and is then done); its own node is asked only with an entry.
- E11.10: only the tile that filled a level brings its bonus tile; tiles placed by its bonuses settle theirs before.
- E11.11: the purchase from the shop is the purchase of the turn; inn, black tile and double tile exclude each other.
- E11.13: costs of both actions with f = 0, also in WHITE_ACTION.
"""

from itertools import combinations

from .burgundy_pieces import Double
from .burgundy_routes import TAKES
from .burgundy_turn import shown

KINDS_OF_VINES = range(6)
# Types 0-5 show a kind twice (one copy each), 6-20 the pairs of different kinds (three copies each), E11.2.
TYPES = [(kind, kind) for kind in KINDS_OF_VINES] + list(combinations(KINDS_OF_VINES, 2))
COPIES = [1 if one == other else 3 for one, other in TYPES]
TILES_PER_KIND = 4
SHOP = {2: 1, 3: 3, 4: 3}
DEPOT_NUMBERS = {
    2: ((1, 2), (3, 4), (5, 6)),
    3: ((1, 2), (3, 4), (5, 6)),
    4: ((1,), (2,), (3,), (4,), (5,), (6,)),
}
REMOVED_KINDS = {2: 2, 3: 1}
LEVELS = range(4)
# Double spaces: level, number, first hex (column, row; the second one lies to its right), bonuses, neighbours.
SPACES = [
    (0, 1, (0, 0), "CS", (1, 2, 3)),
    (0, 4, (2, 0), "WM", (0, 3, 4)),
    (1, 2, (0, -1), "KV", (0, 3, 5, 6)),
    (1, 5, (2, -1), "PD", (0, 1, 2, 4, 6, 7)),
    (1, 3, (4, -1), "BC", (1, 3, 7, 8)),
    (2, 6, (0, -2), "GW", (2, 6, 9, 10)),
    (2, 1, (2, -2), "AD", (2, 3, 5, 7, 10, 11)),
    (2, 4, (4, -2), "MS", (3, 4, 6, 8, 11)),
    (2, 2, (6, -2), "PK", (4, 7)),
    (3, 5, (0, -3), "VB", (5, 10)),
    (3, 3, (2, -3), "WA", (5, 6, 9, 11)),
    (3, 6, (4, -3), "DC", (6, 7, 10)),
]
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
BONUS_NAMES = {
    "M": "ship or livestock", "C": "building", "K": "castle, mine or monastery", "G": "sell", "W": "workers",
    "S": "silver", "P": "place", "V": "vp", "A": "action", "B": "black depot or shop", "D": "double tile",
}  # fmt: skip


def hexes_of(space):
    column, row = SPACES[space][2]
    return [(column, row), (column + 1, row)]


class Vineyard:
    """The vineyard board of a seat: per double space None or the kinds on its two hexes; vine bonus tiles."""

    def __init__(self):
        self.spaces = [None] * len(SPACES)
        self.bonus_tiles = [0] * 6

    def open_spaces(self):
        """E11.8: level 0 for the first tile, then neighbours of what is covered."""
        empty = [space for space, kinds in enumerate(self.spaces) if kinds is None]
        if len(empty) == len(SPACES):
            return [space for space in empty if SPACES[space][0] == 0]
        return [space for space in empty if any(self.spaces[other] for other in SPACES[space][4])]

    def level_is_full(self, level):
        return all(self.spaces[space] for space in range(len(SPACES)) if SPACES[space][0] == level)

    def groups(self, kind):
        """E11.12: sizes of the connected groups of a kind, largest first."""
        left = {
            hexagon
            for space, kinds in enumerate(self.spaces)
            if kinds
            for hexagon, other in zip(hexes_of(space), kinds, strict=True)
            if other == kind
        }
        sizes = []
        while left:
            group = [left.pop()]
            for column, row in group:  # grows while it is walked through
                near = {(column + x, row + y) for x, y in STEPS} & left
                left -= near
                group += near
            sizes.append(len(group))
        return sorted(sizes, reverse=True)

    def points(self):
        """E11.12: each bonus tile scores one group of its kind."""
        return sum(
            size * (size + 1) // 2
            for kind in KINDS_OF_VINES
            for size in self.groups(kind)[: self.bonus_tiles[kind]]
        )


class Vineyards:
    # ------------------------------------------------------------------ setup and phases (E11.3-E11.6)
    def _set_up_vineyards(self):
        self.double_depot, self.double_shop, self.bag = [], [], []
        if not self.has("vineyards"):
            return
        gone = self._removed_kinds()
        kinds = [kind for kind in KINDS_OF_VINES if kind not in gone]
        self.vine_supply = [TILES_PER_KIND if kind in kinds else 0 for kind in KINDS_OF_VINES]
        first = list(self.chance.shuffle("vine tiles", kinds))
        for player, kind in zip(self.players, first, strict=False):
            player.vineyard = Vineyard()
            player.vineyard.bonus_tiles[kind] += 1
            self.vine_supply[kind] -= 1
        tiles = [
            number for number, pair in enumerate(TYPES) if not gone & set(pair) for _ in range(COPIES[number])
        ]
        self.bag = list(self.chance.shuffle("doubles", tiles))
        self.double_depot = [None] * len(DEPOT_NUMBERS[self.P])
        self.double_shop = [None] * SHOP[self.P]

    def _removed_kinds(self):
        """E11.4"""
        if not self.options["limit_vines"]:
            return set()
        order = list(self.chance.shuffle("vine kinds", list(KINDS_OF_VINES)))
        return set(order[: REMOVED_KINDS[self.P]])

    def _fill_vineyard_depots(self):
        """E11.5: shop first, then depot, left to right."""
        for row in (self.double_shop, self.double_depot):
            for position in range(len(row)):
                row[position] = self.bag.pop(0) if self.bag else None

    # ------------------------------------------------------------------ texts (E11.7, E11.8)
    def _take_double_texts(self, player, die):
        return [
            f"take double {position} with die {shown(die)}"
            for position, number in enumerate(self.double_depot)
            if number is not None
            and (die is None or self._take_double_cost(player, die, position) <= player.workers)
        ]

    def _take_double_cost(self, player, die, position):
        """E11.6: with 2 or 3 seats a position has two numbers."""
        return min(player.worker_cost(die, number, None) for number in DEPOT_NUMBERS[self.P][position])

    def _place_double_texts(self, player, die):
        if not player.vineyard:
            return []
        doubles = [(k, tile) for k, tile in player.stored() if isinstance(tile, Double)]
        return [text for k, tile in doubles for text in self._double_space_texts(player, k, tile, die)]

    def _double_space_texts(self, player, k, tile, die):
        one, other = TYPES[tile.kind]
        turns = (0,) if one == other else (0, 1)
        return [
            f"place double {k} on {space}.{turn} with die {shown(die)}"
            for space in player.vineyard.open_spaces()
            for turn in turns
            if die is None or player.worker_cost(die, SPACES[space][1], None) <= player.workers
        ]

    def _shop_texts(self):
        return [f"buy double {i}" for i, number in enumerate(self.double_shop) if number is not None]

    def _double_cost(self, player, verb, numbers, die):
        """Workers for `take double I` or `place double K on S.O`."""
        if verb == "take":
            return self._take_double_cost(player, die, numbers[0])
        return player.worker_cost(die, SPACES[numbers[1]][1], None)

    # ------------------------------------------------------------------ actions
    def _double_action(self, player, verb, numbers):
        if verb == "take":
            number, self.double_depot[numbers[0]] = self.double_depot[numbers[0]], None
            yield from self._store(player, Double(number))
        else:
            tile = player.remove_stored(numbers[0])
            yield from self._lay_double(player, tile, numbers[1], numbers[2])

    def _lay_double(self, player, tile, space, turn):
        """E11.8-E11.10: cover, both bonuses in any order, a vine bonus tile for a full level."""
        kinds = list(TYPES[tile.kind])
        player.vineyard.spaces[space] = kinds[::-1] if turn else kinds
        level, _, _, bonuses, _ = SPACES[space]
        filled = player.vineyard.level_is_full(level)
        left = [0, 1]
        while left:
            text = yield from self._ask(
                player.seat, "VINE_BONUS", lambda: [*(f"bonus {i}" for i in left), "pass"]
            )
            if text == "pass":
                break
            which = int(text.split()[1])
            left.remove(which)
            yield from self._vine_bonus(player, bonuses[which])
        if filled and any(self.vine_supply):
            yield from self._vine_tile(player)

    def _vine_bonus(self, player, letter):
        """E11.9"""
        name = BONUS_NAMES[letter]
        if name in TAKES:
            yield from self._pick(player, TAKES[name])
        elif name == "sell":
            yield from self._warehouse(player)
        elif name == "workers":
            self._gain_workers(player, 4)
        elif name == "silver":
            player.silver += 2
        elif name == "place":
            yield from self._town_hall(player)
        elif name == "vp":
            yield from self._gain(player, 4)
        elif name == "action":
            yield from self._extra_action(player)
        elif name == "double tile":
            yield from self._take_offered_double(player)
        else:
            yield from self._take_from_black_depot(player)

    def _take_from_black_depot(self, player):
        """BLACK: a tile of the black depot (A-7: or an inn) or of the shop; no purchase."""
        if not self._black_texts():
            return
        text = yield from self._ask(player.seat, "BLACK", lambda: [*self._black_texts(), "pass"])
        if text != "pass":
            yield from self._store(player, self._from_black_depot(text))

    def _take_offered_double(self, player):
        """DBL"""
        if not self._take_double_texts(player, None):
            return
        text = yield from self._ask(
            player.seat, "DBL", lambda: [*self._take_double_texts(player, None), "pass"]
        )
        if text != "pass":
            yield from self._act(player, text, None)

    def _vine_tile(self, player):
        """VINE_TILE, E11.10"""
        text = yield from self._ask(
            player.seat, "VINE_TILE", lambda: [f"vine {k}" for k in KINDS_OF_VINES if self.vine_supply[k]]
        )
        kind = int(text.split()[1])
        self.vine_supply[kind] -= 1
        player.vineyard.bonus_tiles[kind] += 1
