"""What the tests of all games need to know of Villagers."""

from tests.facts import Page

# option sets of the conformance tests
CASES = (
    {"num_players": 2},
    {"num_players": 3},
    {"num_players": 4, "pad_seats": 5},
    {"num_players": 5},
    {"num_players": 3, "auto_forced": False, "placement_mode": "slots"},
    {"num_players": 1, "difficulty": "normal"},
    {"num_players": 1, "difficulty": "hard", "solo_event_choices": "countess_best"},
    {"num_players": 3, "expansions": ["profiteers"]},
    {"num_players": 2, "expansions": ["developments"], "auto_forced": False},
    {"num_players": 4, "expansions": ["saints"]},
    {"num_players": 4, "expansions": ["scoundrels"]},
    {
        "num_players": 5,
        "expansions": ["scoundrels", "developments"],
        "courier_enabled": True,
        "auto_forced": False,
    },
    {"num_players": 2, "expansions": "all", "pad_seats": 5},
    {
        "num_players": 4,
        "expansions": "all",
        "courier_enabled": True,
        "bronze_choice": "player",
        "placement_mode": "slots",
    },
    {
        "num_players": 3,
        "expansions": ["profiteers"],
        "data_overrides": {
            "cards": {
                "truffler": {"gold": 13, "food": 0},
                "grazier": {"builders": 2},
                "seeker": {"copies": 1},
            },
            "setup": {"starting_gold": 21},
        },
    },
    {"num_players": 5, "expansions": ["saints", "profiteers"], "reorder_mode": "keep_order"},
)

# option sets in which the heuristic is tried, and the least means of its self-play by number of players: a few points
# below what was measured
HEURISTIC_TABLES = (
    {"num_players": 1, "difficulty": "beginner"},
    {"num_players": 1, "difficulty": "normal"},
    {"num_players": 1, "difficulty": "hard"},
    {"num_players": 2},
    {"num_players": 3, "placement_mode": "slots"},
    {"num_players": 4},
    {"num_players": 5},
    {"num_players": 3, "expansions": "profiteers"},
    {"num_players": 4, "expansions": "developments"},
    {"num_players": 2, "expansions": "saints"},
    {"num_players": 5, "expansions": "scoundrels", "courier_enabled": True},
    {"num_players": 3, "expansions": "all"},
)
LEAST_SCORES = {2: 108, 3: 106, 4: 97, 5: 93}

# fields of observations: those with a single 1, and those that no game of CASES moves
SILENT = ("seat.supply_above",)

# rules pages, the chapters that they define by letter, and some of their numbers
PAGES = (Page("villagers.md", whole=("18.3",)),)
CHAPTERS = {"R": (*range(1, 17), 18)}
SOME_RULES = {"R1.1", "R3.8", "R9.10", "R12.23", "R13.1", "R16.5", "R18.3"}
