"""Tables of Village for the oracle: names, components.json with overrides, options, members and players."""

import json
from itertools import product
from pathlib import Path

FILE = Path(__file__).resolve().parents[2] / "envs" / "village" / "data" / "components.json"
COMPONENTS = json.loads(FILE.read_text(encoding="utf-8"))


def table(*path):
    """The `data` of a table of components.json."""
    entry = COMPONENTS
    for name in path:
        entry = entry[name]
    return entry["data"]


COLOURS = ["orange", "green", "brown", "pink"]  # influence colours
CUBES = [*COLOURS, "plague"]
GOODS = ["scroll", "horse", "plough", "ox", "wagon"]
GENERATIONS = [1, 2, 3, 4]
BORN_IN = {1: 4, 2: 3, 3: 2, 4: 2}  # members per generation (R1.1)
SPACES = sorted(table("action_spaces")["ids"], key=table("action_spaces")["ids"].get)
CATEGORY_OF_SPACE = table("action_spaces")["chronicle_category_of_space"]
CATEGORIES = table("chronicle")["categories"]

BUILDINGS = ["wainwright", "stables", "office", "smith"]
COUNCIL = ["council 1", "council 2", "council 3", "council 4"]
CITIES = ["C1", "C2", "C3", "C4", "C5", "C6"]
CHURCH = ["church 1", "church 2", "church 3", "church 4"]
VISIBLE = ["farm", *BUILDINGS, *COUNCIL, *CITIES, *CHURCH]  # where a member may die (R14.1)
BAG, RESERVE, CEMETERY, REMOVED = "black bag", "reserve", "cemetery", "removed"
CHRONICLE = [f"chronicle {category}" for category in CATEGORIES]
LOCATIONS = [*VISIBLE, BAG, RESERVE, *CHRONICLE, CEMETERY, REMOVED]  # location numbers 0-27
LIVING = [*VISIBLE, BAG]  # A6
CATEGORY_OF_PLACE = {  # R14.3
    "farm": "farm",
    **dict.fromkeys(BUILDINGS, "crafts"),
    **dict.fromkeys(COUNCIL, "council_chamber"),
    **dict.fromkeys(CITIES, "travel"),
    **dict.fromkeys(CHURCH, "church"),
}

CRAFTS = {building["id"]: building for building in table("craft_buildings")}
MAKER = {good: building for building in CRAFTS.values() for good in building["produces"]}
COUNCIL_PAYMENTS = {  # name in the action text -> (scrolls, green cubes, coins)
    "scroll": (1, 0, 0),
    "two green": (0, 2, 0),
    "green coin": (0, 1, 1),
    "two coins": (0, 0, 2),
}
TRAVEL_PAYMENTS = {  # which of the two cubes of the edge a coin replaces
    "pay cubes": (False, False),
    "pay coin for first": (True, False),
    "pay coin for second": (False, True),
    "pay two coins": (True, True),
}

LAP = table("life_cycle_track")["steps_per_lap"]
FARM_GRAIN = table("component_counts")["farm_grain_capacity"]
CUBES_PER_COLOUR = table("component_counts")["influence_cubes_per_color"]
PLAGUE_CUBES = table("component_counts")["plague_cubes"]
MONKS = table("component_counts")["monks"]
QUEUE = table("market")["queue_spaces_brown_border"]
MASS_PIECES = table("church")["mass"]["draws"]
MAJORITY_PRESTIGE = table("church")["mass"]["majority_prestige"]
PLAGUE_TIME = 2
LAST_ROUND = COMPONENTS["observation_bounds"]["data"]["rounds"]

DEFAULTS = {
    "num_players": 2,
    "carla_rule": "colour",
    "start_compensation": True,
    "strict_lowest_invisible_saves": False,
    "die_last_color_strict": False,
    "data_overrides": None,
}


class Tables:
    """The tables of one game: components.json for this player count, with the overrides (solo: 2 players)."""

    def __init__(self, num_players, overrides=None):
        overrides = overrides or {}
        count = str(max(2, num_players))
        cards = overrides.get("setup_cards", {})
        self.cubes_on_space = self._by_count(cards, "cubes_per_action_space", "setup_cards", count)
        self.cubes_added = self._by_count(
            cards, "cubes_added_to_green_bag_per_color_per_round", "setup_cards", count
        )
        self.clockwise = overrides.get("action_spaces", table("action_spaces"))["clockwise_order"]
        self.customers = overrides.get("customers", table("customers"))
        chronicle = overrides.get("chronicle", {}).get("spaces", {})
        self.chronicle = chronicle.get(count, table("chronicle")["spaces"][count])
        cemetery = overrides.get("cemetery", {}).get("spaces", {})
        self.cemetery = cemetery.get(count, table("cemetery")["spaces"][count])
        self.blue_slots = table("market")["available_spaces_blue_border"][count]
        default_times = [stage["time"] for stage in table("council_chamber")["stages"]]
        self.council_time = overrides.get("council_chamber", {}).get("time", default_times)
        default_costs = [stage["advance_cost_grain"] for stage in table("church")["stages"]]
        self.church_cost = overrides.get("church", {}).get("advance_cost_grain", default_costs)
        self._read_map(overrides.get("travel_map", {}))
        loop = overrides.get("solo_loop", {})
        default_loop = table("solo_carla", "life_cycle_loop")
        self.loop_spaces = loop.get("spaces", default_loop["spaces"])
        default_gaps = [tile["between"] for tile in default_loop["fate_tile_positions"]]
        self.fate_gaps = loop.get("fate_tile_positions", default_gaps)

    @staticmethod
    def _by_count(overrides, name, default, count):
        return overrides.get(name, {}).get(count, table(default, name)[count])

    def _read_map(self, overrides):
        """R10.1, R10.2: `edges` knows every way that may be walked, with its two cubes in colour order."""
        cities, edges = table("travel_map")["cities"], table("travel_map")["edges"]
        self.rewards = overrides.get("rewards", [city["reward"] for city in cities])
        edge_cubes = overrides.get("edge_cubes", [edge["cubes"] for edge in edges])
        self.edges = {}
        for edge, cubes in zip(edges, edge_cubes, strict=True):
            two_cubes = [colour for colour in COLOURS for _ in range(cubes.get(colour, 0))]
            self.edges[edge["a"], edge["b"]] = two_cubes
            if edge["a"] != "village":
                self.edges[edge["b"], edge["a"]] = two_cubes


class Member:
    def __init__(self, generation, place):
        self.generation, self.place = generation, place


class Player:
    """A player with his farm (R1.1-R1.4), and what he may choose with what he has."""

    def __init__(self, seat, tables):
        self.seat, self.tables = seat, tables
        self.members = [
            Member(generation, "farm" if generation == 1 else RESERVE)
            for generation, number in BORN_IN.items()
            for _ in range(number)
        ]
        self.cubes = dict.fromkeys(COLOURS, 0)
        self.goods = dict.fromkeys(GOODS, 0)
        self.grain = 0
        self.coins = 1
        self.marker_coin = False  # solo: holds the marker, unspent
        self.time = 0
        self.death_pending = False
        self.prestige = 0
        self.discs = set()
        self.customers = []  # tiles served
        self.passed = False  # in the running market day

    def at(self, *places):
        """Own members on these places."""
        return [member for member in self.members if member.place in places]

    def find(self, generation, place):
        """One own member of the generation on the place, or None (equal ones are interchangeable)."""
        fitting = [member for member in self.at(place) if member.generation == generation]
        return fitting[0] if fitting else None

    def generations(self, place):
        """The generations of the own members on a place."""
        return sorted({member.generation for member in self.at(place)})

    def counts(self, place):
        """How many own members of each generation stand on a place."""
        return [sum(member.generation == g for member in self.at(place)) for g in GENERATIONS]

    def spend_time(self, cost):
        """R4.1; tells whether the marker has passed the quill."""
        crossed = self.time + cost >= LAP
        self.time = (self.time + cost) % LAP
        self.death_pending |= crossed
        return crossed

    def gain_grain(self, number):
        """R1.5, A19"""
        self.grain = min(FARM_GRAIN, self.grain + number)

    # ------------------------------------------------------------------ legal choices
    def coins_to_spend(self):
        """R17.6, A36: in solo the marker counts as a coin."""
        return self.coins + self.marker_coin

    def can_pay(self, things):
        """Whether the player has these cubes (colour names) and coins."""
        if things.count("coin") > self.coins_to_spend():
            return False
        return all(things.count(colour) <= self.cubes[colour] for colour in COLOURS)

    def harvest_options(self):
        """R5.1"""
        return ["harvest", "pass"] if self.at("farm") else ["pass"]

    def family_options(self):
        """R6"""
        options = ["pass"]
        if self.at(RESERVE):
            options.append("birth")
        for place in VISIBLE[1:]:
            options += [f"return {generation} from {place}" for generation in self.generations(place)]
        return options

    def crafts_options(self):
        """R7"""
        options = ["pass"]
        for name in BUILDINGS:
            building = CRAFTS[name]
            for good in building["produces"]:
                if self.at(name):
                    options.append(f"{good} trained")
                options += [f"{good} training {generation}" for generation in self.generations("farm")]
                options += [f"{good} paying {way}" for way in self.craft_payments(building)]
        if self.grain >= CRAFTS["mill"]["always_pay"]["grain"]:
            options.append("mill")
        return options

    def craft_payments(self, building):
        """R7.3, R7.4"""
        cost = building["resource_cost"]
        if "grain" in cost:
            return ["grain"] if self.grain >= cost["grain"] else []
        ways = ways_to_pay([colour for colour in COLOURS if colour in cost])
        return [" ".join(way) for way in ways if self.can_pay(way)]

    def market_options(self, slots, free):
        """D2d, R8.4; `slots` has a tile or None on each."""
        payments = ["free"] if free else [way for way in ("green", "coin") if self.can_pay([way])]
        can_serve = [slot for slot, tile in enumerate(slots) if tile is not None and self.can_deliver(tile)]
        return ["pass"] + [f"serve {slot} {payment}" for slot in can_serve for payment in payments]

    def can_deliver(self, tile):
        wanted = self.tables.customers[tile]["requires"]
        has = {**self.goods, "grain": self.grain}
        return all(has[thing] >= number for thing, number in wanted.items())

    def council_options(self):
        """R9.1-R9.4"""
        options = ["pass"]
        payments = [name for name in COUNCIL_PAYMENTS if self.can_pay_council(name)]
        for name in payments:
            options += [f"enter council with {g} paying {name}" for g in self.generations("farm")]
            for stage in COUNCIL[:-1]:
                options += [f"advance {g} from {stage} paying {name}" for g in self.generations(stage)]
        if self.at(*COUNCIL):
            options.append("privilege only")
        return options

    def can_pay_council(self, name):
        scrolls, greens, coins = COUNCIL_PAYMENTS[name]
        has_cubes = self.can_pay(["green"] * greens + ["coin"] * coins)
        return self.goods["scroll"] >= scrolls and has_cubes

    def travel_options(self):
        """R10.1, R10.2"""
        options = ["pass"]
        if not self.goods["wagon"]:
            return options
        for (start, city), cubes in self.tables.edges.items():
            if not any(self.can_pay(way) for way in ways_to_pay(cubes)):
                continue
            if start == "village":
                options += [f"send {g} to {city}" for g in self.generations("farm")]
            else:
                options += [f"move {g} from {start} to {city}" for g in self.generations(start)]
        return options

    @staticmethod
    def things(cubes, payment):
        """The cubes of an edge, with the coins of a way to pay."""
        masks = TRAVEL_PAYMENTS[payment]
        return ["coin" if by_coin else cube for cube, by_coin in zip(cubes, masks, strict=True)]

    def travel_payments(self, cubes):
        """D2f: with two equal colours the second mask would repeat the first."""
        names = [n for n in TRAVEL_PAYMENTS if n != "pay coin for second" or cubes[0] != cubes[1]]
        return [name for name in names if self.can_pay(self.things(cubes, name))]

    def church_options(self):
        """R11.1"""
        ways = [way for way in ("brown", "coin") if self.can_pay([way])] + ["time"]
        generations = self.generations("farm")
        return ["pass"] + [f"church with {g} paying {way}" for g in generations for way in ways]

    def pick_options(self):
        """D4"""
        generations = self.generations(BAG) if self.coins_to_spend() else []
        return ["pass"] + [f"pick {generation}" for generation in generations]

    def advance_options(self):
        """D5"""
        options = ["pass"]
        for index, stage in enumerate(CHURCH[:-1]):
            if self.grain >= self.tables.church_cost[index + 1]:
                options += [f"advance {g} from {stage}" for g in self.generations(stage)]
        return options

    def death_places(self, strict):
        """R14.1, A1"""
        among = self.at(*(LIVING if strict else VISIBLE))
        lowest = min((member.generation for member in among), default=None)
        return [place for place in VISIBLE if self.find(lowest, place)]

    def customer_points(self):
        return sum(self.tables.customers[tile]["points"] for tile in self.customers)

    def score(self):
        """R16.1, A14"""
        points = table("scoring")
        recorded = len(self.at(*[f"chronicle {category}" for category in CATEGORIES]))
        return (
            self.prestige
            + points["travel_cities"][str(len(self.discs))]
            + sum(points["church_stage"][member.place[-1]] for member in self.at(*CHURCH))
            + sum(points["council_stage"][member.place[-1]] for member in self.at(*COUNCIL))
            + points["chronicle_members"][str(recorded) if recorded < 5 else "5+"]
            + self.customer_points()
            + points["coin"] * self.coins
        )


def ways_to_pay(colours):
    """R13.1: all ways to pay these cubes, as lists of colours and the word coin."""
    return [list(way) for way in product(*[(colour, "coin") for colour in colours])]


def pick_nth(counted, number):
    """The `number`-th piece (from 0) when the pieces are counted in the order of `counted`: (thing, how many)."""
    for thing, how_many in counted:
        if number < how_many:
            return thing
        number -= how_many
    raise IndexError("not so many pieces")
