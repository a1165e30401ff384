"""Option sets that stand for the game in tables: how hard the solo modes are, speed, golden games, docs.

Plain data; the tools of `training` read it (`eurogym/common/settings.py`), the rules do not.
"""

_LEVELS = ("easy", "medium", "hard")

# The ladder of C12.3, and both boards of the solo mode; within each mode from easy to hard.
SOLO = (
    {"chateauma": "easy"},
    {"chateauma": "medium"},
    *({"chateauma": "medium", "modifiers": letter} for letter in "ABCD"),
    {"chateauma": "hard"},
    {"chateauma": "hard", "modifiers": "BD"},
    {"chateauma": "hard", "modifiers": "ABCD"},
    *({"solo_board": board, "solo_target": target} for board in (33, 34) for target in (30, 40, 50)),
)

# All settings of both modes: every level with every subset of modifiers, small ones first; boards and first targets.
_SUBSETS = sorted(("".join(c for k, c in enumerate("ABCD") if bits >> k & 1) for bits in range(16)), key=len)
SCALE = (
    {
        "name": "the Châteauma",
        "settings": tuple({"chateauma": level, "modifiers": some} for level in _LEVELS for some in _SUBSETS),
        "players": (1, 2, 3),
    },
    {
        "name": "the boards of the solo mode",
        "settings": tuple(
            {"solo_board": board, "solo_target": target}
            for board in (33, 34)
            for target in (20, 30, 40, 50, 60)
        ),
    },
)

# Options that make a solo game harder as their value rises (levels in the order declared, sets as they grow).
HARDER = ("chateauma", "modifiers", "solo_board", "solo_target")

# What `eurogym demo` shows: the three levels without modifiers.
DEMO = tuple({"chateauma": level} for level in _LEVELS)

SPEED = {
    "2 players": {"num_players": 2},
    "3 players": {"num_players": 3},
    "4 players": {"num_players": 4},
    "1 player, Châteauma": {"num_players": 1, "chateauma": "medium"},
    "solo": {"num_players": 1},
}

# All modules that can be in play together, and the optional rule of E1 with its duchies.
ALL_MODULES = {
    "modules": ("e2", "e4", "e5", "e6", "e8", "shields", "vineyards"),
    "castle_connection": True,
    "duchies": 11,
}

GOLDEN = {
    "2p": {"num_players": 2},
    "3p": {"num_players": 3, "duchies": [3, 14, 27]},
    "4p": {"num_players": 4, "duchies": "random"},
    "3p_modules": {"num_players": 3} | ALL_MODULES,
    "4p_shields_vineyards": {"num_players": 4, "modules": ("shields", "vineyards"), "duchies": "random"},
    "4p_team": {"num_players": 4, "modules": ("team", "e2", "e5", "e6"), "team_board": "advanced"},
    "chateauma_modules": {
        "num_players": 2,
        "chateauma": "hard",
        "modules": ("e2", "e4", "e5", "e8", "shields", "vineyards"),
    },
    "solo_modules": {"num_players": 1, "modules": ("e2", "e5")},
    "2p_sides": {"num_players": 2, "duchies": "random", "side_choice": True},
    "chateauma_easy": {"num_players": 1, "chateauma": "easy"},
    "chateauma_medium": {"num_players": 2, "chateauma": "medium", "modifiers": "AC"},
    "chateauma_hard": {"num_players": 3, "chateauma": "hard", "modifiers": "ABCD"},
    "solo_33": {"num_players": 1},
    "solo_34": {"num_players": 1, "solo_board": 34, "solo_target": 30, "solo_order": "fixed"},
}

# What brings a mode or a module -> the words for it in the code.
MODULES = {
    "num_players=1": "solo",
    "chateauma": "chateauma châteauma automa",
    "castle_connection": "e1 castle_connection castle_pile retrieve first_connected",
    "modules=e2": "e2 monastery_27 monastery_28 crane geese on_top can_trade trade_silver",
    "modules=e4": "e4 border borders border_post border_posts",
    "modules=e5": "e5 monastery_29 white_castle white_castles white_action",
    "modules=e6": "e6 inn inns",
    "modules=e8": "e8 route routes",
    "modules=team": "team teams partner more_spaces",
    "modules=shields": "shield shields sh tribute more_spaces phase_end die_set set_die",
    "modules=vineyards": "vine vines vineyard vineyards double_tile double_tiles "
    "doubles double_depot double_shop first_double",
}

# Option sets whose observations and actions have a form of their own.
ENCODINGS = {
    "2 to 4 players": {"num_players": 2},
    "1 to 3 players and the Châteauma": {"num_players": 1, "chateauma": "medium"},
    "Solo mode (`num_players=1`)": {"num_players": 1},
    "2 to 4 players, all modules": {"num_players": 2} | ALL_MODULES,
    "1 to 3 players and the Châteauma, its modules": {
        "num_players": 1,
        "chateauma": "medium",
        "modules": ("e2", "e4", "e5", "e8", "shields", "vineyards"),
    },
    "Two teams of two and their modules": {"num_players": 4, "modules": ("e2", "e5", "e6", "team")},
    "Solo mode with its modules": {"num_players": 1, "modules": ("e2", "e5")},
}
