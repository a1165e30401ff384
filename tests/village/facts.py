"""What the tests of all games need to know of Village."""

from tests.facts import Page

# option sets of the conformance tests
CASES = (
    {"num_players": 2},
    {"num_players": 3, "auto_forced": False},
    {"num_players": 4, "pad_seats": 5, "strict_lowest_invisible_saves": True},
    {"num_players": 5, "data_overrides": {"church": {"advance_cost_grain": [0, 1, 2, 4]}}},
    {"num_players": 1, "carla_rule": "colour"},
    {"num_players": 1, "carla_rule": "die", "die_last_color_strict": True},
)

# option sets in which the heuristic is tried, and the least means of its self-play by number of players: a few points
# below what was measured
HEURISTIC_TABLES = (
    {"num_players": 1, "carla_rule": "colour"},
    {"num_players": 1, "carla_rule": "die", "die_last_color_strict": True},
    {"num_players": 2},
    {"num_players": 3, "strict_lowest_invisible_saves": True, "start_compensation": False},
    {"num_players": 4},
    {"num_players": 5},
)
LEAST_SCORES = {2: 106, 3: 73, 4: 81, 5: 90}

# fields of observations: those with a single 1, and those that no game of CASES moves
ONE_OF = ("seat.time",)

# rules pages, the chapters that they define by letter, and some of their numbers
PAGES = (Page("village.md", out_of_scope={20: "expansions"}),)
CHAPTERS = {"R": range(1, 20)}
SOME_RULES = {"R1.1", "R8.7", "R14.5", "R18.11", "R19.8"}
