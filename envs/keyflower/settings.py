"""Option sets that stand for the game in tables: speed, golden games, docs.

Plain data; the tools of `training` read it (`eurogym/common/settings.py`), the rules do not.
"""

SOLO = ()

SPEED = {
    "2 players": {"num_players": 2},
    "4 players": {"num_players": 4},
    "6 players": {"num_players": 6},
}

GOLDEN = {
    "2p": {"num_players": 2},
    "3p": {"num_players": 3},
    "4p": {"num_players": 4},
    "5p": {"num_players": 5},
    "6p": {"num_players": 6},
}

# Option sets whose observations and actions have a form of their own.
ENCODINGS = {"2 to 6 players": {"num_players": 2}}

# Fields that tell others where a player was not asked for a colour, as only one was possible.
ASKED = ("decision", "colour")
