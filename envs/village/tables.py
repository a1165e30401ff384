"""Tables of Village that nobody replaces, as numpy constants, and where the replaceable ones lie in the options."""

from __future__ import annotations

import numpy as np

from envs.village import enums as E
from envs.village.components import LAYOUT, NUM_DATA, components, edges, encode, table

# --- the replaceable tables: one row of numbers, by default these ---
DEFAULT_DATA = np.array(encode(None), dtype=np.int64)
assert len(DEFAULT_DATA) == NUM_DATA
_START = dict(
    zip([name for name, _ in LAYOUT], np.cumsum([0, *(n for _, n in LAYOUT)]).tolist(), strict=False)
)
(
    AT_ORDER,
    AT_CUBES_ON_SPACE,
    AT_CUBES_ADDED,
    AT_WISHES,
    AT_POINTS,
    AT_CHRONICLE,
    AT_CEMETERY,
    AT_COUNCIL_TIME,
    AT_CHURCH_COST,
    AT_REWARDS,
    AT_EDGE_CUBES,
    AT_LOOP,
    AT_FATE,
) = _START.values()

# --- crafts (R7.4): wagon, horse, ox, scroll, plough as in the action layout ---
_BUILDINGS = {building["id"]: building for building in table("craft_buildings")}
CRAFT_GOODS = np.array([E.WAGON, E.HORSE, E.OX, E.SCROLL, E.PLOUGH])
CRAFT_PLACE = np.array([E.WAINWRIGHT, E.STABLES, E.STABLES, E.OFFICE, E.SMITH])
_CRAFT_BUILDINGS = ("wainwright", "stables", "stables", "office", "smith")
TRAIN_TIME = np.array([_BUILDINGS[name]["train_time"] for name in _CRAFT_BUILDINGS])
PRODUCE_TIME = np.array([_BUILDINGS[name]["produce_time"] for name in _CRAFT_BUILDINGS])
STABLES_GRAIN = _BUILDINGS["stables"]["resource_cost"]["grain"]
MILL_TIME = _BUILDINGS["mill"]["always_pay"]["time"]
MILL_GRAIN = _BUILDINGS["mill"]["always_pay"]["grain"]
MILL_COINS = _BUILDINGS["mill"]["produces"].count("coin")

# --- travel ---
_CITY = {city["id"]: number for number, city in enumerate(table("travel_map")["cities"])}
_CITY_EDGES = [(_CITY[edge["a"]], _CITY[edge["b"]]) for edge in edges()[2:]]
ROAD_FROM = np.array([ends[way] for ends in _CITY_EDGES for way in (0, 1)])
ROAD_TO = np.array([ends[1 - way] for ends in _CITY_EDGES for way in (0, 1)])
SEND_TO = np.array([_CITY[edge["b"]] for edge in edges()[:2]])
TRAVEL_TIME = table("travel_map")["common_cost_per_edge"]["time"]
CITY_PRESTIGE, CITY_CUBES = 3, 2

# --- setup and scoring ---
GENERATION_SIZE = np.array(
    [
        components()["component_counts"]["data"]["family_members_per_player"]["by_generation"][g]
        for g in "1234"
    ]
)
CUBES_PER_COLOUR = components()["component_counts"]["data"]["influence_cubes_per_color"]["orange"]
PLAGUE_CUBES = components()["component_counts"]["data"]["plague_cubes"]
MONKS = components()["component_counts"]["data"]["monks"]
_MARKET = table("market")["available_spaces_blue_border"]
SLOTS = np.array([0, _MARKET["solo"], *(_MARKET[n] for n in "2345")])  # by learning seats
_SCORING = table("scoring")
CITY_POINTS = np.array([_SCORING["travel_cities"][str(n)] for n in range(E.NUM_CITIES + 1)])
CHURCH_POINTS = np.array([_SCORING["church_stage"][str(n)] for n in range(1, 5)])
COUNCIL_POINTS = np.array([_SCORING["council_stage"][str(n)] for n in range(1, 5)])
CHRONICLE_POINTS = np.array(
    [_SCORING["chronicle_members"][str(n)] for n in range(5)] + [_SCORING["chronicle_members"]["5+"]]
)
MAJORITY_PRESTIGE = 2
PRIVILEGE_PRESTIGE = 3
PIECES_PER_MASS = 4
CHURCH_TIME = 3
PLAGUE_TIME = 2
WELL_CUBES = 3

# --- where the dead of a place go in the chronicle (R14.3), and the dead of a space of Carla's (R18.10) ---
CATEGORY_OF_PLACE = np.array([0] + [1] * 4 + [3] * E.NUM_STAGES + [2] * E.NUM_CITIES + [4] * E.NUM_STAGES)
_CATEGORY = table("action_spaces")["chronicle_category_of_space"]
CATEGORY_OF_SPACE = np.array(
    [E.NONE if _CATEGORY[space] is None else E.CATEGORIES.index(_CATEGORY[space]) for space in E.SPACES]
)
