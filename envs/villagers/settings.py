"""Option sets that stand for the game in tables: golden games and docs; the rest follows from the options.

Plain data; the tools of `training` read it (`eurogym/common/settings.py`), the rules do not.
"""

SCALE = (
    {
        "name": "the Countess",
        "settings": tuple({"difficulty": level} for level in ("beginner", "normal", "hard")),
    },
)

GOLDEN = {
    **{f"solo_{level}": {"num_players": 1, "difficulty": level} for level in ("beginner", "normal", "hard")},
    **{f"{players}p": {"num_players": players} for players in (2, 3, 4, 5)},
    "3p_profiteers": {"num_players": 3, "expansions": "profiteers", "bronze_choice": "player"},
    "4p_saints": {"num_players": 4, "expansions": "saints"},
    "4p_scoundrels": {"num_players": 4, "expansions": "scoundrels", "courier_enabled": True},
    "3p_all_expansions": {"num_players": 3, "expansions": "all"},
    "2p_developments": {"num_players": 2, "expansions": "developments"},
}

# What brings the solo mode or an expansion -> the words for it in the code.
MODULES = {
    "num_players=1": "solo countess",
    "expansions=saints": "saint saints benefactor nun pigeoneer prophet recruiter",
    "expansions=scoundrels": "scoundrel scoundrels barbarian courier flaker noble schemer "
    "sheriff thief thieves",
    "expansions=profiteers": "profiteer profiteers bronze alchemist arkwright captain "
    "carter freelancer freelancers wholesaler",
    "expansions=developments": "development developments token",
}

# Option sets whose observations and actions have a form of their own; an expansion is a part of the last one.
ENCODINGS = {
    "Solo mode (`num_players=1`)": {"num_players": 1},
    "2 to 5 players": {"num_players": 2},
    "2 to 5 players, all expansions": {"num_players": 2, "expansions": "all"},
}
