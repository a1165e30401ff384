"""Tables and numbers of Village that nobody replaces; the others are fields of the state (components.py)."""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.declare.names import check_ceiling
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare.components import PLAYER_COUNTS, REWARDS, edges, table
from eurogym.envs.village.declare.enums import CATEGORY, CRAFT, GOOD, REWARD, SPACE

# --- time and grain ---
FEE_TIME = table("market")["fee_per_sale_except_first_sale_of_initiator"]["time"]
PLAGUE_TIME = 2
CHURCH_TIME = table("church")["enter_bag_cost"][1]["time"]
TRAVEL_TIME = table("travel_map")["common_cost_per_edge"]["time"]
HARVEST, HARVEST_HORSE, HARVEST_OX = (row["grain"] for row in table("harvest")["yields"])

# --- crafts (R7.4), in the order of enums.CRAFT ---
_BUILDINGS = {building["id"]: building for building in table("craft_buildings")}
_PLACES = [next(name for name in _BUILDINGS if good in _BUILDINGS[name]["produces"]) for good in CRAFT.NAMES]
CRAFT_GOODS = np.array([GOOD.NAMES.index(good) for good in CRAFT.NAMES])
CRAFT_PLACE = np.array([E.PLACE_NAMES.index(name) for name in _PLACES])
TRAIN_TIME = np.array([_BUILDINGS[name]["train_time"] for name in _PLACES])
PRODUCE_TIME = np.array([_BUILDINGS[name]["produce_time"] for name in _PLACES])
STABLES_GRAIN = _BUILDINGS["stables"]["resource_cost"]["grain"]
MILL_TIME = _BUILDINGS["mill"]["always_pay"]["time"]
MILL_GRAIN = _BUILDINGS["mill"]["always_pay"]["grain"]
MILL_COINS = _BUILDINGS["mill"]["produces"].count("coin")
_TWO_CUBES = (("orange", "pink"), ("coin", "pink"), ("orange", "coin"), ("coin", "coin"))  # by coin mask
_PAYMENTS = {
    "wainwright": _TWO_CUBES,
    "stables": (("grain",),),
    "office": (("pink",), ("coin",)),
    "smith": _TWO_CUBES,
}
CRAFT_PAYMENTS = tuple(_PAYMENTS[name] for name in _PLACES)  # what the ways from PAYING on cost
CRAFT_WAYS = np.array([E.PAYING + len(payments) for payments in CRAFT_PAYMENTS])

# --- travel ---
_CITY = {city["id"]: number for number, city in enumerate(table("travel_map")["cities"])}
_CITY_EDGES = [(_CITY[edge["a"]], _CITY[edge["b"]]) for edge in edges()[E.NUM_SENDS :]]
ROAD_FROM = np.array([ends[way] for ends in _CITY_EDGES for way in (0, 1)])
ROAD_TO = np.array([ends[1 - way] for ends in _CITY_EDGES for way in (0, 1)])
SEND_TO = np.array([_CITY[edge["b"]] for edge in edges()[: E.NUM_SENDS]])
CITY_PRESTIGE = REWARDS[REWARD.prestige]["prestige"]
CITY_CUBES = REWARDS[REWARD.cubes]["influence_cubes_of_choice"]
CITY_COINS = REWARDS[REWARD.coin]["coin"]

# --- setup ---
_COUNTS = table("component_counts")
GENERATION_SIZE = np.array(
    [_COUNTS["family_members_per_player"]["by_generation"][str(1 + g)] for g in range(E.NUM_GENERATIONS)]
)
ALIKE, MEMBERS = int(GENERATION_SIZE.max()), int(GENERATION_SIZE.sum())  # of a generation, in all
CUBES_PER_COLOUR = _COUNTS["influence_cubes_per_color"]["orange"]
PLAGUE_CUBES = _COUNTS["plague_cubes"]
MOST_CUBES = max(CUBES_PER_COLOUR, PLAGUE_CUBES)
MONKS = _COUNTS["monks"]
_MARKET = table("market")["available_spaces_blue_border"]
SLOTS = (0, _MARKET["solo"], *(_MARKET[players] for players in PLAYER_COUNTS))  # by learning seats
check_ceiling("blue slots of the market", max(SLOTS), E.MAX_SLOTS)
check_ceiling("queue of the market", table("market")["queue_spaces_brown_border"], E.QUEUE_LENGTH)

# --- council, mass ---
COUNCIL_CUBES = table("council_chamber")["stages"][0]["pay"][0]["green"]
PRIVILEGE_CUBES = 2
PRIVILEGE_PRESTIGE = 3
PIECES_PER_MASS = table("church")["mass"]["draws"]
MAJORITY_PRESTIGE = table("church")["mass"]["majority_prestige"]

# --- scoring ---
_SCORING = table("scoring")
CITY_POINTS = np.array([_SCORING["travel_cities"][str(n)] for n in range(E.NUM_CITIES + 1)])
CHURCH_POINTS = np.array([_SCORING["church_stage"][str(1 + n)] for n in range(E.NUM_CHURCH_STAGES)])
COUNCIL_POINTS = np.array([_SCORING["council_stage"][str(1 + n)] for n in range(E.NUM_COUNCIL_STAGES)])
FULL_CHRONICLE = 5  # own members; more bring no more
CHRONICLE_POINTS = np.array(
    [_SCORING["chronicle_members"][str(n)] for n in range(FULL_CHRONICLE)]
    + [_SCORING["chronicle_members"][f"{FULL_CHRONICLE}+"]]
)

# --- where the dead of a place go in the chronicle (R14.3), and the dead of a space of Carla's (R18.10) ---
_CATEGORY_OF_ROW = {
    "farm": CATEGORY.farm,
    "council": CATEGORY.council_chamber,
    "city": CATEGORY.travel,
    "church": CATEGORY.church,
}
CATEGORY_OF_PLACE = np.array(
    [_CATEGORY_OF_ROW.get(row.name, CATEGORY.crafts) for row in E.ROWS for _ in row.places][: E.NUM_VISIBLE]
)
_CATEGORY = table("action_spaces")["chronicle_category_of_space"]
CATEGORY_OF_SPACE = np.array(
    [E.NONE if _CATEGORY[space] is None else CATEGORY.NAMES.index(_CATEGORY[space]) for space in SPACE.NAMES]
)
