"""What the tests of all games need to know of Keyflower."""

from tests.facts import Page

# option sets of the conformance tests
CASES = (
    {"num_players": 2},
    {"num_players": 3, "auto_forced": False, "sea_bastion_multi_loop": True},
    {"num_players": 4, "pad_seats": 6, "store_resources_locked": True},
    {"num_players": 5, "purple_only_if_won": True, "boat3b_counts_as_gold": False},
    {
        "num_players": 3,
        "data_overrides": {
            "tiles": {
                "home_2": {"back": {"vp": 9}, "upgrade_cost": {"resources": {"stone": 0}}},
                "keywood": {"front": {"vp": 1, "resources": {"gold": 2}}},
                "windmill": {"scoring_vp": 11},
                "keyflower": {"cargo": {"spring": {"workers": 2}}},
            }
        },
    },
    {"num_players": 6},
)

# option sets in which the heuristic is tried, and the least means of its self-play by number of players: a few points
# below what was measured
HEURISTIC_TABLES = (
    {"num_players": 2},
    {"num_players": 3, "store_resources_locked": True},
    {"num_players": 4, "boat3b_counts_as_gold": False, "purple_only_if_won": True},
    {"num_players": 5, "sea_bastion_multi_loop": True},
    {"num_players": 6},
)
LEAST_SCORES = {2: 75, 3: 66, 4: 62, 5: 57, 6: 55}

# fields of observations: those with a single 1, and those that no game of CASES moves
ONE_OF = ("season",)
SILENT = ("offer",)

# rules pages, the chapters that they define by letter, and some of their numbers
PAGES = (Page("keyflower.md", whole=(11,)),)
CHAPTERS = {"R": range(1, 13)}
SOME_RULES = {"R1.1", "R3.4", "R6.6", "R9.7", "R10.1", "R11", "R12.9"}
