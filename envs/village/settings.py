"""Option sets that stand for the game in tables: the solo mode, speed, golden games, docs.

Plain data; the tools of `training` read it (`eurogym/common/settings.py`), the rules do not.
"""

from eurogym.envs.village.declare.components import RANKS

SOLO = ({"carla_rule": "colour"}, {"carla_rule": "die"})

# The ranks above the lowest, and scores beyond the highest of them, which strong players reach nearly always.
SCALE = (
    {
        "name": "Carla",
        "settings": SOLO,
        "scores": (*(lowest for _, lowest in RANKS[1:]), 100, 120, 140, 160, 180),
    },
)

DEMO = SOLO

SPEED = {
    "2 players": {"num_players": 2},
    "3 players": {"num_players": 3},
    "5 players": {"num_players": 5},
    "solo": {"num_players": 1},
}

GOLDEN = {
    "2p": {"num_players": 2},
    "3p": {"num_players": 3},
    "4p": {"num_players": 4},
    "5p_other_tables": {
        "num_players": 5,
        "data_overrides": {
            "church": {"advance_cost_grain": [0, 1, 1, 2]},
            "council_chamber": {"time": [1, 2, 3, 3]},
        },
    },
    "solo_colour": {"num_players": 1},
    "solo_die": {"num_players": 1, "carla_rule": "die"},
}

# What brings the solo mode -> the words for it in the code.
MODULES = {"num_players=1": "solo carla"}

# Option sets whose observations and actions have a form of their own.
ENCODINGS = {
    "2 to 5 players": {"num_players": 2},
    "Solo mode (`num_players=1`)": {"num_players": 1},
}
