"""What the tests of all games need to know of The Castles of Burgundy."""

from tests.facts import Page

# option sets of the conformance tests
CASES = (
    {"num_players": 2},
    {"num_players": 3, "duchies": [3, 14, 27], "pad_seats": 4},
    {"num_players": 4, "duchies": "random"},
    {"num_players": 2, "duchies": "random", "side_choice": True, "auto_forced": False},
    {"num_players": 1, "chateauma": "easy"},
    {"num_players": 2, "chateauma": "medium", "modifiers": "A"},
    {"num_players": 3, "chateauma": "hard", "modifiers": "B"},
    {"num_players": 1, "chateauma": "medium", "modifiers": "C", "empty_sale_vp": 2},
    {"num_players": 2, "chateauma": "hard", "modifiers": "D", "card8_third_space": "castle"},
    {"num_players": 1, "chateauma": "hard", "modifiers": "ABCD", "duchies": 21},
    {"num_players": 1, "solo_board": 33},
    {"num_players": 1, "solo_board": 34, "solo_target": 20, "solo_order": "fixed"},
    {"num_players": 2, "modules": "e2,e4,e5,e6", "castle_connection": True, "duchies": [11, 18]},
    {
        "num_players": 3,
        "modules": "e2,e5,e6,e8,shields,vineyards",
        "route_order": "chosen",
        "auto_forced": False,
    },
    {"num_players": 2, "chateauma": "medium", "modules": "e2,e4,e5,e8,shields,vineyards"},
    {"num_players": 1, "modules": "e2,e5"},
    {"num_players": 4, "modules": "team"},
    {"num_players": 4, "modules": "team,e2,e5,e6", "team_board": "advanced", "auto_forced": False},
    {
        "num_players": 3,
        "data_overrides": {
            "tiles": {"cow_4": {"points": 9}, "mine": {"silver": 3}, "monastery_25": {"points": 3}},
            "areas": {"3": 0, "5": 99},
            "phases": {"A": 0, "C": 20},
            "goods": {"points": {"3": 5}, "silver": 3},
            "start": {"workers": {"1": 0}, "silver": 4},
            "end": {"workers_per_point": 5},
        },
    },
)

# option sets in which the heuristic is tried, and the least means of its self-play by number of players: a few points
# below what was measured
HEURISTIC_TABLES = (
    {"num_players": 2},
    {"num_players": 3, "duchies": "random"},
    {"num_players": 4, "duchies": "random", "duchy_pool": "1-10", "side_choice": True},
    {"num_players": 1, "chateauma": "medium"},
    {"num_players": 2, "chateauma": "hard", "modifiers": "ABCD", "duchies": "random"},
    {"num_players": 1},
    {"num_players": 1, "solo_board": 34, "solo_target": 20, "solo_order": "fixed"},
)
LEAST_SCORES = {2: 178, 3: 194, 4: 204}

# fields of observations: those with a single 1, and those that no game of CASES moves
ONE_OF = ("phase", "round", "table_seats")
SILENT = ("vine_kinds",)

# rules pages, the chapters that they define by letter, and some of their numbers
PAGES = (
    Page("castles_of_burgundy.md"),
    Page("castles_of_burgundy_chateauma.md", "C", whole=(2, 4, 5, 6, 7, 8, 9, 10)),
    Page("castles_of_burgundy_solo.md", "S"),
    Page("castles_of_burgundy_expansions.md", "E"),
)
CHAPTERS = {"R": range(1, 14), "C": range(1, 14), "S": (0, 9), "E": (*range(9), 10, 11)}
SOME_RULES = set("R1.8 R8.8 R12.2 C1.8 C4 C10 C13.3 S0.8b S9.1 S9.11 E1.3 E11.13".split())
