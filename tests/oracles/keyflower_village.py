"""Keyflower: the tiles, the geometry of a village, placing, transport, upgrades, and the boats that
look at the map (Sea Bastion, Sea Breese, turn-order tiles). See keyflower.py for the reading notes."""

import json
from pathlib import Path

from .story import Question

ROOT = Path(__file__).resolve().parents[2]
DATA = json.loads((ROOT / "envs" / "keyflower" / "data" / "components.json").read_text(encoding="utf-8"))

COLOURS = DATA["conventions"]["worker_order"][:4]
BLUE, RED, YELLOW, GREEN = range(4)
RESOURCES = DATA["conventions"]["resource_order"]
WOOD, STONE, IRON, GOLD = range(4)
SKILLS = DATA["conventions"]["skill_order"]
SEASONS = ["spring", "summer", "autumn", "winter"]
OFFSETS = [tuple(offset) for offset in DATA["conventions"]["side_offsets"]]
RADIUS = 6  # 14.2
SIDES = range(6)


class Tile:
    """One of the 64 hexagons, as printed."""

    def __init__(self, row):
        self.row = row
        self.index, self.id, self.kind, self.season = row["index"], row["id"], row["kind"], row["season"]
        self.edges, self.number = row["edges"], row.get("number")
        self.auctioned, self.usable, self.upgradable = row["auctioned"], row["usable"], row["upgradable"]
        self.is_summer_boat = row.get("subkind") == "summer_boat"
        self.is_boat = self.kind == "boat" or self.is_summer_boat
        self.cost = Cost(row["upgrade_cost"]) if self.upgradable else None

    def face(self, upgraded):
        """The face that is up; boats and turn-order tiles have none with an action."""
        return self.row.get("back" if upgraded else "front", {})

    def action(self, upgraded=False):
        return self.face(upgraded).get("action", {"type": "none"})

    def printed_points(self, upgraded):
        return self.face(upgraded).get("vp", self.row.get("vp", 0))

    def ability(self, side):
        """1a to 4b: of a summer boat lying with this side up."""
        return self.row["side_a" if side == 0 else "side_b"]["id"]

    def rotations(self):
        """14.1 PLACE_ROT: boats look the same after half a turn."""
        return range(3) if self.is_boat else range(6)


class Cost:
    """Units to pay for an upgrade, each "wood" ... "gold" or "any"; skills alike."""

    def __init__(self, row):
        self.resources = [r for r in RESOURCES for _ in range(row["resources"].get(r, 0))]
        self.resources += ["any"] * row["any_resource"]
        self.skills = [s for s in SKILLS for _ in range(row["skills"].get(s, 0))]
        self.skills += ["any"] * row["any_skill"]


def replaced(row, numbers):
    """A row of the tiles with the numbers that a user replaces (`data_overrides`)."""
    row = json.loads(json.dumps(row))
    for side in ("front", "back"):
        new = numbers.get(side, {})
        if "vp" in new:
            row[side]["vp"] = new["vp"]
        if "resources" in new:
            row[side]["action"]["resources"].update(new["resources"])
        if "vp_each" in new:
            row[side]["scoring"]["vp_each"] = new["vp_each"]
    for name, value in numbers.get("upgrade_cost", {}).items():
        if isinstance(value, dict):
            row["upgrade_cost"][name].update(value)
        else:
            row["upgrade_cost"][name] = value
    if "scoring_vp" in numbers:
        row["front"]["scoring"]["vp"] = numbers["scoring_vp"]
    for season, cargo in numbers.get("cargo", {}).items():
        row["cargo"][season].update(cargo)
    if "vp" in numbers:
        row["vp"] = numbers["vp"]
    if "vp_by_chain_length" in numbers:
        row["winter_scoring"]["vp_by_chain_length"] = numbers["vp_by_chain_length"]
    return row


def tiles_with(overrides):
    """The tiles of one game."""
    numbers = (overrides or {}).get("tiles", {})
    return [Tile(replaced(row, numbers.get(row["id"], {}))) for row in DATA["tiles"]]


TILES = tiles_with(None)  # as printed


def neighbour(cell, side):
    return cell[0] + OFFSETS[side][0], cell[1] + OFFSETS[side][1]


def inside(cell):
    """14.2, A25: the hexagon of radius 6 around the home tile."""
    q, r = cell
    return max(abs(q), abs(r), abs(q + r)) <= RADIUS


def opposite(side):
    return (side + 3) % 6


class Placed:
    """A tile lying in a village with what lies on it (workers on it are kept at the table)."""

    def __init__(self, tile, cell, rotation):
        self.tile, self.cell, self.rotation = tile, cell, rotation
        self.upgraded = False
        self.resources = [0, 0, 0, 0]

    def edge(self, side):
        """R8.1: what it shows towards this side of its cell."""
        return self.tile.edges[(side - self.rotation) % 6]


class Village:
    """R8: tiles on axial coordinates, the home tile at (0, 0)."""

    def __init__(self, home):
        self.placed = []
        self.home = self.place(home, (0, 0), 0)

    def place(self, tile, cell, rotation):
        self.placed.append(Placed(tile, cell, rotation))
        return self.placed[-1]

    def at(self, cell):
        return next((p for p in self.placed if p.cell == cell), None)

    def find(self, tile):
        return next((p for p in self.placed if p.tile is tile), None)

    def ids(self):
        return {p.tile.id for p in self.placed}

    def neighbours(self, placed):
        """(side, neighbouring placed tile) for all sides with a neighbour."""
        found = [(side, self.at(neighbour(placed.cell, side))) for side in SIDES]
        return [(side, other) for side, other in found if other is not None]

    # ------------------------------------------------------------------ placing
    def border(self):
        """R8.2: free cells beside the village."""
        cells = {neighbour(p.cell, side) for p in self.placed for side in SIDES}
        return sorted(c for c in cells if inside(c) and self.at(c) is None)

    def fits(self, tile, cell, rotation, any_edges):
        """R8.3: facing edges are equal; boat 2a: no matter."""
        trial = Placed(tile, cell, rotation)
        facing = [(trial.edge(s), other.edge(opposite(s))) for s, other in self.neighbours(trial)]
        return any_edges or all(mine == theirs for mine, theirs in facing)

    def rotations(self, tile, cell, any_edges):
        return [k for k in tile.rotations() if self.fits(tile, cell, k, any_edges)]

    def cells(self, tile, any_edges):
        return [cell for cell in self.border() if self.rotations(tile, cell, any_edges)]

    # ------------------------------------------------------------------ roads and water
    def passable_sides(self, placed, cross_country):
        """R7.2: sides over which a resource may step from this tile."""
        good = ("road", "field") if cross_country else ("road",)
        return [
            side
            for side, other in self.neighbours(placed)
            if placed.edge(side) in good and other.edge(opposite(side)) in good
        ]

    def roads(self):
        """All road-road connections, as pairs of tile indices."""
        return {
            frozenset((p.tile.index, self.at(neighbour(p.cell, side)).tile.index))
            for p in self.placed
            for side in self.passable_sides(p, cross_country=False)
        }

    def transport_capacity(self):
        """Keyflower boat: capacity printed on the upward faces."""
        return sum(p.tile.action(p.upgraded).get("transport", 0) for p in self.placed)

    def boats_on_the_river(self):
        """Sea Breese: boats in the chain of water from the home's water side."""
        here, side, count = self.home, self.home.tile.edges.index("water"), 0
        while True:
            here = self.at(neighbour(here.cell, side))
            if here is None or not here.tile.is_boat or here.edge(opposite(side)) != "water":
                return count
            count += 1


# ---------------------------------------------------------------------- Sea Bastion
def bastion_points(roads, several_loops=False):
    """Section 11, A8: the most tiles on one closed walk that uses no connection twice.

    Such a walk is a connected set of connections with an even number of them at every tile. All even sets
    are the sums (xor) of the basic loops of a spanning tree. `several_loops`: it need not be connected.
    """
    best = [best_even_set(part, several_loops) for part in connected_parts(without_dead_ends(roads))]
    return sum(best) if several_loops else max(best, default=0)


def without_dead_ends(roads):
    """A tile with one connection is on no loop."""
    roads = set(roads)
    while True:
        ends = [tile for road in roads for tile in road]
        dead = {road for road in roads if any(ends.count(tile) == 1 for tile in road)}
        if not dead:
            return roads
        roads -= dead


def connected_parts(roads):
    """The roads, split into parts that hang together."""
    left, parts = set(roads), []
    while left:
        part = {left.pop()}
        while more := {road for road in left if any(road & other for other in part)}:
            part |= more
            left -= more
        parts.append(part)
    return parts


def best_even_set(roads, several_loops):
    """Most tiles of an even set within one connected part."""
    loops = basic_loops(roads)
    everything = len(frozenset().union(*roads))
    best, current = 0, frozenset()
    for i in range(1, 2 ** len(loops)):
        current ^= loops[(i & -i).bit_length() - 1]  # Gray code: every sum of loops comes up once
        tiles = len(frozenset().union(*current))
        if tiles > best and (several_loops or len(connected_parts(current)) == 1):
            best = tiles
        if best == everything:
            break
    return best


def basic_loops(roads):
    """One loop for every road outside a spanning tree."""
    roads = sorted(roads, key=sorted)
    root = min(roads[0])
    path = {root: frozenset()}  # roads of the tree from the root
    tree = set()
    grown = True
    while grown:
        grown = False
        for road in roads:
            known = [tile for tile in road if tile in path]
            if len(known) == 1:
                (new,) = road - set(known)
                path[new] = path[known[0]] | {road}
                tree.add(road)
                grown = True
    loops = []
    for road in roads:
        if road not in tree:
            a, b = road
            loops.append((path[a] ^ path[b]) | {road})
    return loops


# ---------------------------------------------------------------------- what a player does in the village
def last_word(text):
    return text.rpartition(" ")[2]


class VillageRules:
    """Effects of tiles, transport, upgrades, placing; the table (keyflower.py) supplies everything else."""

    # ------------------------------------------------------------------ stocks
    def _draw_workers(self, number):
        """One by one from the bag, as many as there are."""
        drawn = [0, 0, 0, 0]
        for _ in range(min(number, sum(self.bag))):
            drawn[self._draw_one("bag", self.bag)] += 1
        return drawn

    def _draw_skills(self, number):
        drawn = [0, 0, 0]
        for _ in range(min(number, sum(self.pile))):
            drawn[self._draw_one("skills", self.pile)] += 1
        return drawn

    def _draw_one(self, purpose, stock):
        """The r-th of a stock counted kind by kind."""
        kinds = [kind for kind, count in enumerate(stock) for _ in range(count)]
        kind = kinds[self.chance.below(purpose, len(kinds))]
        stock[kind] -= 1
        return kind

    @staticmethod
    def _add(stock, more):
        for kind, count in enumerate(more):
            stock[kind] += count

    def _take_green(self, seat, number):
        """R6.5: green only from the supply."""
        number = min(number, self.green_supply)
        self.green_supply -= number
        self.screens[seat][GREEN] += number

    # ------------------------------------------------------------------ R6.3-R6.6 effects
    def _effect(self, seat, target):
        action = self._action(target)
        yield from getattr(self, "_use_" + action["type"])(seat, target, action)

    def _gain(self, seat, target, kind, number):
        """R6.4: own tile: there; elsewhere: home tile. R6.3: what the supply has."""
        village = self.villages[seat]
        place = village.find(self.tiles[target]) or village.home
        number = min(number, self.supply[kind])
        self.supply[kind] -= number
        place.resources[kind] += number

    def _use_gain_resources(self, seat, target, action):
        for name, number in action["resources"].items():
            self._gain(seat, target, RESOURCES.index(name), number)
        yield from ()

    def _use_gain_resource_choice(self, seat, target, action):
        if self._choice_texts(action):
            text = yield Question(seat, "CHOOSE_RES", self._choice_texts, action)
            self._gain(seat, target, RESOURCES.index(last_word(text)), action["count"])

    def _choice_texts(self, action):
        return [f"resource {name}" for name in action["options"] if self.supply[RESOURCES.index(name)]]

    def _workers_arrive(self, seat, number):
        self._add(self.screens[seat], self._draw_workers(number))

    def _use_draw_workers(self, seat, target, action):
        self._workers_arrive(seat, action["count"])
        yield from ()

    def _use_draw_skills(self, seat, target, action):
        self._add(self.skills[seat], self._draw_skills(action["count"]))
        yield from ()

    def _use_skill_for_resources(self, seat, target, action):
        kind = SKILLS.index(action["pay_skill"])
        self.skills[seat][kind] -= 1
        self.pile[kind] += 1
        yield from self._use_gain_resources(seat, target, action)

    def _use_skill_for_workers(self, seat, target, action):
        """Brewer"""
        text = yield Question(seat, "PAY_SKILL", self._skill_texts, seat)
        kind = SKILLS.index(last_word(text))
        self.skills[seat][kind] -= 1
        self.pile[kind] += 1
        self._workers_arrive(seat, action["draw"])

    def _use_skill_for_skills(self, seat, target, action):
        """Hiring Fair: the skill is set aside during the draw."""
        text = yield Question(seat, "PAY_SKILL", self._skill_texts, seat)
        kind = SKILLS.index(last_word(text))
        self.skills[seat][kind] -= 1
        self._add(self.skills[seat], self._draw_skills(action["draw"]))
        self.pile[kind] += 1

    def _use_worker_for_green(self, seat, target, action):
        """Peddler, Store, Fair"""
        colour = COLOURS.index(action["pay_worker_colour"])
        self.screens[seat][colour] -= 1
        self.bag[colour] += 1
        self._take_green(seat, action["gain_green"])
        yield from ()

    def _use_worker_for_workers(self, seat, target, action):
        """Tavern: the worker is set aside during the draw."""
        text = yield Question(seat, "PAY_WORKER", self._own_worker_texts, seat)
        colour = COLOURS.index(last_word(text))
        self.screens[seat][colour] -= 1
        self._workers_arrive(seat, action["draw"])
        self.bag[colour] += 1

    def _own_worker_texts(self, seat):
        return [f"colour {COLOURS[c]}" for c in range(4) if self.screens[seat][c]]

    def _use_transport_upgrade(self, seat, target, action):
        """R6.6: always in the user's own village."""
        yield from self._transport_and_upgrade(seat, action)

    # ------------------------------------------------------------------ R7 transport and upgrading
    def _transport_and_upgrade(self, seat, action):
        """R7.1; A14: first all steps, then all upgrades. `action` is that of the face at the placement."""
        factor = 2 if "2b" in self.abilities(seat) else 1
        yield from self._transport(seat, factor * action["transport"])
        yield from self._upgrades(seat, factor * action["upgrades"])

    def _transport(self, seat, capacity):
        """R7.2: one step after the other."""
        village = self.villages[seat]
        while capacity:
            text = yield Question(seat, "TRANSPORT_SRC", self._source_tiles, seat)
            if text == "stop":
                return
            source = village.find(self.by_id[last_word(text)])
            text = yield Question(seat, "TRANSPORT_RES", self._resource_texts, source.resources)
            kind = RESOURCES.index(last_word(text))
            text = yield Question(seat, "TRANSPORT_DIR", self._directions, seat, source)
            goal = village.at(neighbour(source.cell, int(last_word(text))))
            source.resources[kind] -= 1
            goal.resources[kind] += 1
            capacity -= 1

    def _ways(self, seat, placed):
        return self.villages[seat].passable_sides(placed, "2a" in self.abilities(seat))

    def _source_tiles(self, seat):
        placed = [p for p in self.villages[seat].placed if sum(p.resources) and self._ways(seat, p)]
        return ["stop"] + [f"tile {p.tile.id}" for p in placed]

    def _directions(self, seat, placed):
        return [f"direction {side}" for side in self._ways(seat, placed)]

    @staticmethod
    def _resource_texts(amounts):
        return [f"resource {RESOURCES[kind]}" for kind in range(4) if amounts[kind]]

    def _upgrades(self, seat, allowance):
        while allowance:
            text = yield Question(seat, "UPGRADE", self._upgrade_texts, seat)
            if text == "stop":
                return
            placed = self.villages[seat].find(self.by_id[last_word(text)])
            yield from self._pay_resources(seat, placed)
            yield from self._pay_skills(seat, placed.tile.cost.skills)
            placed.upgraded = True  # R7.3: position, orientation, resources and workers stay
            allowance -= 1

    def _upgrade_texts(self, seat):
        placed = [p for p in self._front_up(seat) if self._payable(seat, p)]
        return ["stop"] + [f"upgrade {p.tile.id}" for p in placed]

    def _front_up(self, seat):
        return [p for p in self.villages[seat].placed if p.tile.upgradable and not p.upgraded]

    def _payable(self, seat, placed):
        """R7.3, R7.4: resources on the tile itself, skills behind the screen."""
        cost, skills = placed.tile.cost, self.skills[seat]
        named = [skill for skill in cost.skills if skill != "any"]
        enough = len(cost.skills) <= sum(skills)
        enough = enough and all(skills[k] >= named.count(skill) for k, skill in enumerate(SKILLS))
        return enough and self._can_pay(seat, placed.resources, cost.resources)

    def _can_pay(self, seat, amounts, units):
        """Whether these units can be paid in some way from these resources (tried out)."""
        if not units:
            return True
        for kind in self._unit_options(seat, amounts, units[0]):
            rest = list(amounts)
            rest[kind] -= 1
            if self._can_pay(seat, rest, units[1:]):
                return True
        return False

    def _unit_options(self, seat, amounts, unit):
        """R7.4: types that may pay this unit. Named: the type itself, else gold; 3a and "any": every type."""
        there = [kind for kind in range(4) if amounts[kind]]
        if unit == "any" or "3a" in self.abilities(seat):
            return there
        named = RESOURCES.index(unit)
        return [named] if named in there else [kind for kind in there if kind == GOLD]

    def _pay_resources(self, seat, placed):
        """14.1 PAY_RES: unit by unit, asked where two types are legal."""
        units = placed.tile.cost.resources
        for i in range(len(units)):
            texts = self._payment_texts(seat, placed, units[i:])
            if len(texts) == 1:
                text = texts[0]
            else:
                text = yield Question(seat, "PAY_RES", self._payment_texts, seat, placed, units[i:])
            kind = RESOURCES.index(last_word(text))
            placed.resources[kind] -= 1
            self.supply[kind] += 1

    def _payment_texts(self, seat, placed, units):
        texts = []
        for kind in self._unit_options(seat, placed.resources, units[0]):
            rest = list(placed.resources)
            rest[kind] -= 1
            if self._can_pay(seat, rest, units[1:]):
                texts.append(f"resource {RESOURCES[kind]}")
        return texts

    def _pay_skills(self, seat, units):
        """Named skills silently, "any" asked where two types are owned."""
        for unit in units:
            texts = self._skill_texts(seat) if unit == "any" else [f"skill {unit}"]
            if len(texts) == 1:
                text = texts[0]
            else:
                text = yield Question(seat, "PAY_SKILL", self._skill_texts, seat)
            kind = SKILLS.index(last_word(text))
            self.skills[seat][kind] -= 1
            self.pile[kind] += 1

    def _skill_texts(self, seat):
        return [f"skill {SKILLS[kind]}" for kind in range(3) if self.skills[seat][kind]]

    def _free_upgrade(self):
        """Section 11, Flipper: after all placements, if the Flipper itself lies in a village."""
        for seat in self._clockwise(self.start_player):
            if "flipper" in self.villages[seat].ids():
                text = yield Question(seat, "FREE_UPGRADE", self._free_upgrade_texts, seat)
                if text != "stop":
                    self.villages[seat].find(self.by_id[last_word(text)]).upgraded = True

    def _free_upgrade_texts(self, seat):
        return ["stop"] + [f"upgrade {p.tile.id}" for p in self._front_up(seat)]

    # ------------------------------------------------------------------ R8.6, R9.7 placing
    def _expand_villages(self):
        """R9.7: one player after the other from the (new) start player, each all tiles."""
        for seat in self._clockwise(self.start_player):
            while self._tiles_with_a_spot(seat):
                yield from self._place_one(seat)
            self._set_aside(seat)

    def _place_one(self, seat):
        village, free = self.villages[seat], "2a" in self.abilities(seat)
        text = yield Question(seat, "PLACE_TILE", self._tile_texts, seat)
        tile = self.by_id[last_word(text)]
        text = yield Question(seat, "PLACE_CELL", self._cell_texts, village, tile, free)
        cell = tuple(int(word) for word in text.split()[1:])
        text = yield Question(seat, "PLACE_ROT", self._rotation_texts, village, tile, cell, free)
        village.place(tile, cell, int(last_word(text)))
        self.to_place[seat].remove(tile.index)

    def _tiles_with_a_spot(self, seat):
        village, free = self.villages[seat], "2a" in self.abilities(seat)
        return [index for index in self.to_place[seat] if village.cells(self.tiles[index], free)]

    def _tile_texts(self, seat):
        return [f"tile {self.tiles[index].id}" for index in self._tiles_with_a_spot(seat)]

    @staticmethod
    def _cell_texts(village, tile, free):
        return [f"cell {q} {r}" for q, r in village.cells(tile, free)]

    @staticmethod
    def _rotation_texts(village, tile, cell, free):
        return [f"rotate {k}" for k in village.rotations(tile, cell, free)]

    def _set_aside(self, seat):
        """R8.6, A9: what cannot be placed is out for good (a summer boat stops working)."""
        self.set_aside[seat] += self.to_place[seat]
        self.to_place[seat] = []
