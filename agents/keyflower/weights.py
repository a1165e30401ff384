"""The tunable numbers of the Keyflower heuristic: names, values (points at the end of the game), meanings.

They were found by the cross-entropy method with two aims: what one seat gets against others, and the mean score of the
table. Bids that only beat others cost everybody workers, so that the two aims pull apart: the rows lie between the
best for either, nearer to the mean score with five and six players, nearer to the duel with two.
"""

from __future__ import annotations

import numpy as np

from eurogym.agents.framework.weights import weights
from eurogym.envs.keyflower.declare.enums import ABILITIES, SEASON

# fmt: off
# name, value with 2, 3, 4, and 5-6 players, meaning
_TABLE = (
    ("WORKER_SPRING", 1.94, 1.76, 1.66, 1.37, "a worker lost in spring"),
    ("WORKER_SUMMER", 1.24, 1.22, 1.27, 1.3, "the same in summer"),
    ("WORKER_AUTUMN", 1.27, 1.11, 1.19, 1.1, "the same in autumn"),
    ("WORKER_WINTER", 0.102, 0.106, 0.106, 0.11, "the same in winter"),
    ("HELD_SPRING", 0.252, 0.255, 0.233, 0.213, "a worker that stands on an own tile for the rest of spring"),
    ("HELD_SUMMER", 0.262, 0.278, 0.262, 0.262, "the same in summer"),
    ("HELD_AUTUMN", 0.343, 0.383, 0.366, 0.389, "the same in autumn"),
    ("HELD_WINTER", 0.0576, 0.0643, 0.0638, 0.07, "the same in winter"),
    ("MANY", 0.0475, 0.0443, 0.0415, 0.0354, "share of these that goes with every worker above six behind the screen"),
    ("GREEN", 1.21, 1.22, 1.22, 1.23, "a green worker in other workers"),
    ("RESOURCE_SPRING", 1.03, 1.01, 0.921, 0.807, "wood, stone or iron that no tile needs, in spring"),
    ("RESOURCE_SUMMER", 0.714, 0.718, 0.703, 0.692, "the same in summer"),
    ("RESOURCE_AUTUMN", 0.491, 0.482, 0.483, 0.474, "the same in autumn"),
    ("RESOURCE_WINTER", 0.0461, 0.0538, 0.0566, 0.0671, "the same in winter"),
    ("GOLD_SPRING", 0.441, 0.467, 0.462, 0.482, "gold above its point, in spring"),
    ("GOLD_SUMMER", 0.387, 0.393, 0.432, 0.477, "the same in summer"),
    ("GOLD_AUTUMN", 0.298, 0.307, 0.295, 0.291, "the same in autumn"),
    ("GOLD_WINTER", 0.0003, 0.0028, 0.00175, 0.0032, "the same in winter"),
    ("SKILL_SPRING", 1.4, 1.53, 1.41, 1.43, "a skill tile that nothing needs, in spring"),
    ("SKILL_SUMMER", 1.05, 1.1, 1.18, 1.32, "the same in summer"),
    ("SKILL_AUTUMN", 0.755, 0.787, 0.824, 0.893, "the same in autumn"),
    ("SKILL_WINTER", 0.0412, 0.0484, 0.055, 0.0688, "the same in winter"),
    ("USES_SPRING", 3.76, 3.72, 3.94, 4.12, "uses of an own tile after spring"),
    ("USES_SUMMER", 2.82, 2.86, 2.95, 3.08, "uses of an own tile after summer"),
    ("USES_AUTUMN", 1.43, 1.43, 1.4, 1.38, "uses of an own tile after autumn"),
    ("USES_NOW", 0.827, 0.825, 0.843, 0.86, "further uses of an own tile in the present season"),
    ("USE_COST", 0.599, 0.613, 0.631, 0.663, "what a later use costs"),
    ("UPGRADE", 0.325, 0.328, 0.327, 0.329, "chance that a tile bid for will be upgraded"),
    ("UPGRADE_LATE", 0.345, 0.4, 0.41, 0.475, "the same in autumn"),
    ("SHORT", 0.638, 0.615, 0.635, 0.632, "share of that chance that is lost where its resources are missing"),
    ("SCARCE", 0.418, 0.433, 0.462, 0.506, "share of what other upgrades would pay for what an upgrade takes"),
    ("DEMAND", 0.349, 0.398, 0.412, 0.475, "share of an upgrade's gain that counts for the resources it needs"),
    ("LEAD", 0.79, 0.776, 0.819, 0.848, "chance that a tile will be won where the own bid leads"),
    ("HAND", 0.733, 0.787, 0.817, 0.9, "chance to get a winter tile that was dealt to the seat"),
    ("STEP", 0.479, 0.463, 0.443, 0.407, "a transport step of a later use"),
    ("ALLOWANCE", 0.769, 0.722, 0.723, 0.676, "an upgrade of a later use"),
    ("STORE_REACH", 0.235, 0.296, 0.29, 0.345, "share of a store tile's points that counts for a resource elsewhere"),
    ("STEP_COST", 0.0844, 0.0823, 0.0865, 0.0886, "cost of a transport step"),
    ("PROGRESS", 0.425, 0.403, 0.393, 0.361, "share of an upgrade's gain that counts while resources come nearer"),
    ("RETURN_LEAD", 0.88, 0.844, 0.804, 0.728, "chance that workers return from a tile where the own bid leads"),
    ("RETURN_FREE", 0.298, 0.302, 0.291, 0.284, "the same without bids"),
    ("GIVE", 0.262, 0.257, 0.245, 0.228, "harm of a worker given to another seat"),
    ("REUSE", 0.483, 0.472, 0.465, 0.447, "cost of a worker of a losing group, as a share of one of the screen"),
    ("HOLD", 0.371, 0.327, 0.34, 0.309, "share of a tile's worth that depends on who has more workers of the colour"),
    ("BID", 0.538, 0.538, 0.599, 0.599, "share of a tile's worth that is bid at most"),
    ("LEAST", 0.0898, 0.0857, 0.0897, 0.0896, "gain from which something is done"),
    ("BOAT_1A", 6.05, 6.19, 6.67, 7.29, "summer boat: two more workers a season"),
    ("BOAT_1B", 4.09, 4.09, 4.15, 4.2, "summer boat: a green worker a season"),
    ("BOAT_2A", 2.66, 2.74, 2.74, 2.81, "summer boat: transport over fields"),
    ("BOAT_2B", 5.36, 5.47, 5.54, 5.72, "summer boat: doubled transport"),
    ("BOAT_3A", 3.41, 3.53, 3.76, 4.11, "summer boat: any resource for any other in upgrades"),
    ("BOAT_3B", 6.03, 5.84, 5.98, 5.94, "summer boat: the same in the final scoring"),
    ("BOAT_4A", 1.92, 1.93, 2.06, 2.2, "summer boat: bids of another colour"),
    ("BOAT_4B", 1.56, 1.61, 1.58, 1.59, "summer boat: uses in any colour"),
    ("ORDER", 0.99, 0.943, 1, 1.01, "share of what a better boat is worth"),
    ("FIRST", 0.588, 0.587, 0.577, 0.566, "being start player"),
    ("ORDER_POINTS", 4.13, 3.87, 4.11, 4.1, "points of a turn-order tile in the village"),
    ("NEUTRAL_TILE", 0.281, 0.293, 0.3, 0.319, "any further tile of the village, for roads and neighbours"),
    ("GROWTH", 0.995, 1.03, 1, 1.01, "growth of the resources until the end of winter"),
    ("KEPT", 0.816, 0.859, 0.861, 0.905, "share of the workers that are there at the end of winter"),
    ("OFFER", 0.27, 0.292, 0.298, 0.326, "share of the others' gain that speaks against offering a winter tile"),
    ("ROADS", 1.04, 1.02, 1.01, 0.98, "a road connection of a tile that is placed"),
    ("OPEN", 0.149, 0.149, 0.158, 0.167, "an open road side of it"),
    ("NEAR", 0.275, 0.284, 0.281, 0.287, "a hex less to the home tile"),
    ("SUPPLY", 0.642, 0.621, 0.653, 0.664, "a road to a tile that makes what the other needs"),
    ("STOCKED", 0.553, 0.577, 0.599, 0.644, "a resource on a tile across a road that the tile needs"),
    ("TEMPO_OWN", 0.875, 0.887, 0.861, 0.848, "how far the gain of a use of an own tile counts in what is done first"),
    ("TEMPO_CARRY", 0.695, 0.748, 0.725, 0.754, "the same for transport and upgrades"),
    ("TEMPO_BID", 1.31, 1.15, 1.02, 0.743, "the same for bids"),
    ("BREESE", 1.5, 1.63, 1.64, 1.79, "chance of a boat in the line of the Sea Breese to score"),
)
# fmt: on

W, _COLUMNS = weights("eurogym.agents.keyflower.weights", _TABLE)
NAMES = W.NAMES
WEIGHTS = np.array(_COLUMNS)  # a row for each number of players, the last for five and six
TABLE2_WEIGHTS, TABLE3_WEIGHTS, TABLE4_WEIGHTS, TABLE5_WEIGHTS = WEIGHTS


def _check_groups() -> None:
    """Kernels add the number of a season, or of a side of a summer boat, to the first weight of a group."""
    groups = [(name, SEASON.NAMES) for name in ("WORKER", "HELD", "RESOURCE", "GOLD", "SKILL")]
    groups += [("USES", SEASON.NAMES[: SEASON.winter]), ("BOAT", ABILITIES)]
    for group, members in groups:
        first = NAMES.index(f"{group}_{members[0].upper()}")
        if NAMES[first : first + len(members)] != tuple(f"{group}_{name.upper()}" for name in members):
            raise ValueError(f"the weights {group}_... must follow each other in order")


_check_groups()
