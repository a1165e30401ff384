"""The tunable numbers of the Village heuristic: names, values (points at the end of the game), meanings.

The values were found by the cross-entropy method in self-play: weights drawn around the best ones so far play one
seat against them with 2 to 5 players, own score and margin counting; in the solo mode (both rules for Carla's cube)
the score alone.
"""

from __future__ import annotations

from eurogym.agents.framework.weights import weights
from eurogym.envs.village.declare.enums import COLOUR, GOOD, NUM_INFLUENCE

# fmt: off
# name, value with 2-5 players, value in the solo mode, meaning
_TABLE = (
    ("ORANGE", 0.539, 0.52, "an orange cube, the first of its colour"),
    ("GREEN", 0.76, 0.364, "the same of green"),
    ("BROWN", 0.521, 0.473, "the same of brown"),
    ("PINK", 0.546, 0.321, "the same of pink"),
    ("CUBE_MORE", 0.277, 0.478, "how fast further cubes of a colour lose worth"),
    ("CUBE_THIRD", 0.148, 0.216, "added to the third cube of a colour, for the well"),
    ("GREEN_COUNCIL", 0.215, 0.267, "added to the first two green cubes with a member on the way in the council"),
    ("CUBE_FADE", 3.6, 3.54, "own turns left at which half of a cube's worth counts"),
    ("COIN", 0.206, 0.543, "a coin, above its point"),
    ("COIN_MORE", 0.369, 0.401, "how fast further coins lose worth above their point"),
    ("COIN_COUNCIL", 0.855, 0.494, "added to a coin with a member on council stage 4"),
    ("GRAIN", 0.5, 0.539, "the first sack of grain"),
    ("GRAIN_MORE", 0.238, 0.29, "how fast further sacks lose worth"),
    ("GRAIN_FADE", 2.63, 2.88, "own turns left at which half of a sack's worth counts"),
    ("GRAIN_CHURCH", 0.191, 0.178, "added per sack that members on the church track can use"),
    ("SCROLL", 1.3, 1.25, "a scroll that customers ask for"),
    ("HORSE", 1.17, 1.33, "the same of a horse"),
    ("PLOUGH", 2.62, 2.43, "the same of a plough"),
    ("OX", 2.64, 2.85, "the same of an ox"),
    ("WAGON", 1.98, 2.64, "the same of a wagon"),
    ("QUEUE", 0.351, 0.37, "share of a customer in the queue that counts as asking"),
    ("STACK", 0, 0.0499, "asking for each good by a customer in the stack"),
    ("GOOD_HALF", 0.606, 0.619, "asking at which half of a good's worth counts"),
    ("GOOD_MORE", 1.16, 0.665, "asking taken off by each good of the kind held already"),
    ("GOOD_FADE", 1.12, 1.03, "own turns left at which half of a good's worth counts"),
    ("READY", 0.145, 0.22, "share of the points of a customer who is waiting for one good only"),
    ("WAGON_TRAVEL", 0.134, 0.224, "share of the gain of the next city that a wagon is worth"),
    ("SCROLL_COUNCIL", 0.393, 0.483, "share of the two green cubes that a scroll saves"),
    ("FARMING", 0.452, 0.242, "a plough with an ox or a horse on the farm, per grain more and expected harvest"),
    ("FARM_FIRST", 1.73, 1.65, "added for the only member on the farm"),
    ("FARM", 3.18, 3.05, "the first member on the farm"),
    ("FARM_MORE", 0.15, 0.0977, "how fast further members on the farm lose worth"),
    ("FARM_FADE", 6.45, 4.16, "own turns left at which half of a farm member's worth counts"),
    ("TRAINED", 0.281, 0.0792, "a trained member per step of the training time"),
    ("TRAINED_FADE", 10.7, 10.2, "own turns left at which half of that counts"),
    ("DEATH_RATE", 0.186, 0.227, "deaths per turn"),
    ("CHRONICLE_SHARE", 0.469, 0.551, "share of the deaths to come that find a place in the chronicle"),
    ("DEATH", -0.623, -1.16, "the next death, as expected before it is known where"),
    ("DEATH_KNOWN", 1.02, 0.607, "share of the best death at present in the next death"),
    ("TIME_FADE", 4.44, 2.06, "own turns left at which half of the next death counts"),
    ("REMEMBERED", 1.21, 1.2, "share of own deaths to come that reach the chronicle"),
    ("REMEMBERED_EVEN", 0.481, 0.192, "share of the chronicle's points that counts evenly per member"),
    ("END_LEAD", 0.416, 0.584, "ending the game, per point of the lead"),
    ("END_COST", 2.49, 2.5, "ending the game, points lost at level scores"),
    ("RISK", 0.223, 0.169, "weight of the danger that a member dies before the end"),
    ("COUNCIL_1", 3.5, 3.54, "council stage 1, above its points"),
    ("COUNCIL_2", 2.32, 1.81, "the same of stage 2"),
    ("COUNCIL_3", 1.39, 1.2, "the same of stage 3"),
    ("COUNCIL_FADE", 2.59, 2.73, "own turns left at which half of these counts"),
    ("PRIVILEGES_2", 0.489, 0.652, "stage 2 reached, per round to come"),
    ("PRIVILEGES_3", 0.897, 0.956, "the same of stage 3"),
    ("PRIVILEGES_4", 1.45, 1.08, "the same of stage 4"),
    ("MARKER", 1.19, 0.992, "the next-first-player marker"),
    ("MARKER_COIN", 0.394, 0.279, "solo: the marker spent as a coin"),
    ("CITY_EVEN", 0.39, 0.21, "share of the points for cities that counts evenly"),
    ("CITY_ON", 1.4, 1.88, "a traveller with unvisited cities next to him"),
    ("CITY_FADE", 2.84, 2.87, "own turns left at which half of that counts"),
    ("CHURCH_ON", 0.423, 0.891, "a member on the church track who can still advance"),
    ("MAJORITY", 1.03, 1.2, "weight of the majorities in the masses to come"),
    ("BAG", 0.575, 0.842, "share of a member on the church track that one in the black bag is worth"),
    ("PICK", 0.536, 0.162, "share of a member on the church track that picking him is worth"),
    ("OTHERS_SELL", 0.15, 0.083, "share of the sales of others that a market day costs"),
    ("MORE_SALES", 0.513, 0.561, "share of a second sale that counts when a market day is weighed"),
    ("SCARCE", 0.617, 0.19, "added share of an action's gain when its last cube is taken"),
    ("WELL", 0.153, 0.385, "a turn without taking a cube off the board"),
    ("WELL_ACTION", 0.29, 0.3, "weight of the action that the well allows"),
    ("ACTION", 0.175, 0.0984, "weight of the action against that of the cube"),
    ("CARLA_MARKET", 0, 0.391, "solo: Carla's next cube comes from the market"),
    ("CARLA_CHURCH", 0, 0.301, "solo: the same from the church"),
)
# fmt: on

W, (TABLE_WEIGHTS, SOLO_WEIGHTS) = weights("eurogym.agents.village.weights", _TABLE)
NAMES = W.NAMES

# the kernels count on from the first of these: W.ORANGE + colour, W.SCROLL + good, W.COUNCIL_1 + stage
for _first, _rest in (
    (W.ORANGE, COLOUR.NAMES[:NUM_INFLUENCE]),
    (W.SCROLL, GOOD.NAMES),
    (W.COUNCIL_1, ("COUNCIL_1", "COUNCIL_2", "COUNCIL_3")),
    (W.PRIVILEGES_2, ("PRIVILEGES_2", "PRIVILEGES_3", "PRIVILEGES_4")),
):
    if NAMES[_first : _first + len(_rest)] != tuple(name.upper() for name in _rest):
        raise ValueError(
            f"weights of Village: from {NAMES[_first]} on, these have to follow: {', '.join(_rest)}"
        )
