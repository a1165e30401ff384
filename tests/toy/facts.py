"""What the tests of all games need to know of Keepsakes."""

CASES = (
    {"num_players": 2},
    {"num_players": 4, "pad_seats": 5},
    {"num_players": 3, "auto_forced": False},
    {"num_players": 1, "difficulty": "hard"},
)
