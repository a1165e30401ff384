"""What look-ahead knows about drafting and the evaluation does not: corrections per card, in points.

Fitted by ridge regression to the values that Monte Carlo with heuristic playouts gave to every Road card of some
3,000 drafts, next to the heuristic's own worth of the card. The weight BIAS says how much of them counts.
Solo games were not among them, and do not use the table.
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.villagers.declare.components import card_index
from eurogym.envs.villagers.declare.enums import CARD

# fmt: off
# card: before and after the First Market
_CORRECTIONS = {
    "brewer": (4.0, -0.6),
    "poulterer": (-4.3, 0.7),
    "swineherd": (-6.9, -2.0),
    "truffler": (-0.8, -2.1),
    "carpenter": (-4.9, -0.2),
    "cooper": (-7.4, 1.8),
    "shipwright": (0.7, 3.4),
    "wheeler": (2.6, 1.0),
    "cartwright": (2.6, 0.7),
    "wood_carver": (1.1, 1.3),
    "log_rafter": (1.3, 2.2),
    "thatcher": (-11.2, -2.8),
    "bed_builder": (-0.3, 2.3),
    "grazier": (-2.3, -3.1),
    "milk_maid": (-2.9, -1.7),
    "fromager": (-0.0, -2.1),
    "peddler": (0.9, 9.4),
    "horse_trader": (5.1, 3.1),
    "ore_muler": (-2.2, 1.6),
    "blacksmith": (-5.8, 1.1),
    "glass_blower": (-2.6, 2.4),
    "mason": (-6.9, -1.5),
    "seeker": (0.2, -0.7),
    "spelunker": (0.5, 0.5),
    "jeweler": (1.2, -1.6),
    "locksmith": (17.5, 33.8),
    "graper": (-3.4, -2.5),
    "vintner": (-1.4, -2.8),
    "wine_trader": (-3.3, -3.1),
    "shepherd": (-2.3, -2.5),
    "spinner": (-2.2, -3.6),
    "weaver": (-2.4, -3.0),
    "tailor": (0.1, -3.3),
    "tanner": (-6.1, -3.1),
    "saddler": (-2.6, -3.4),
    "cobbler": (-1.9, -2.5),
    "harvester": (-7.1, 2.3),
    "hunter": (-13.9, 1.7),
    "chandler": (-2.7, 7.7),
    "wattler": (-11.8, -2.2),
    "fisher": (10.4, 6.9),
    "beekeeper": (2.5, 2.4),
    "grocer": (5.6, 11.3),
    "freemason": (3.0, 7.9),
    "priest": (3.9, 16.2),
    "agent": (-1.6, 0.5),
    "monk": (5.0, -1.7),
    "apprentice": (-8.3, -8.4),
    "tinner": (-2.5, 0.7),
    "smuggler": (0.6, 1.1),
}
# fmt: on

DRAFT_BIAS = np.zeros((2, CARD.COUNT))
for _card, _points in _CORRECTIONS.items():
    DRAFT_BIAS[:, card_index()[_card]] = _points
