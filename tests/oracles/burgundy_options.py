"""Options of the oracle of The Castles of Burgundy, and what cannot be combined (RE 12, RE 14).

Names and values of the modules' options: burgundy_words.md. The options of the solo mode are checked for their values
alone, also in games of more seats.
"""

POOLS = {"1-30": (1, 30), "1-10": (1, 10), "11-18": (11, 18), "19-22": (19, 22), "23-30": (23, 30)}
MODULES = ("e2", "e4", "e5", "e6", "e8", "team", "shields", "vineyards")
CONNECTED = range(11, 19)  # duchies with the optional rule of E1
TEAM_SEATS = 4

# Values of every option, the default first (duchies, modifiers, modules: checked apart).
VALUES = {
    "num_players": (2, 1, 3, 4),
    "chateauma": (None, "easy", "medium", "hard"),
    "duchy_pool": tuple(POOLS),
    "side_choice": (False, True),
    "black_depot_spaces": range(0, 9),
    "empty_sale_vp": (0, 2),
    "card8_third_space": ("livestock", "castle"),
    "solo_board": (33, 34),
    "solo_target": (50, *range(5, 101)),
    "solo_area_gains": ("two", "one"),
    "solo_order": ("player", "fixed"),
    "castle_connection": (False, True),
    "border_connection": ("straight_line", "any_path"),
    "route_order": ("random", "chosen"),
    "team_board": ("beginner", "advanced"),
    "team_tiebreak": ("more_empty", "fewer_empty"),
    "key_space_cap": (12, *range(4, 12)),
    "limit_vines": (False, True),
    "shield_pick": ("lowest_vp", "lowest_number"),
}
DEFAULTS = {
    "duchies": 1,
    "modifiers": "",
    "modules": (),
    "data_overrides": None,
    **{name: values[0] for name, values in VALUES.items()},
}
NEEDS = {  # option -> module that it belongs to
    "border_connection": "e4",
    "route_order": "e8",
    "team_board": "team",
    "team_tiebreak": "team",
    "key_space_cap": "shields",
    "limit_vines": "vineyards",
    "shield_pick": "shields",
}
# RE 12: what cannot be combined; "solo", "chateauma" and "castle_connection" are no names of `modules`.
CLASHES = [
    *[("team", other) for other in ("e4", "e8", "shields", "vineyards", "chateauma", "castle_connection")],
    *[("solo", other) for other in ("e4", "e6", "e8", "team", "shields", "vineyards", "castle_connection")],
    ("chateauma", "e6"),
]


def checked_options(given):
    options = {**DEFAULTS, **given}
    for name, value in options.items():
        if name not in DEFAULTS or (name in VALUES and value not in VALUES[name]):
            raise ValueError(f"option {name}={value!r}")
    _check_chateauma(options)
    _check_modules(options)
    _check_duchies(options)
    return options


def _check_chateauma(options):
    letters, players = options["modifiers"], options["num_players"]
    if set(letters) - set("ABCD") or len(set(letters)) != len(letters):
        raise ValueError(f"option modifiers={letters!r}")
    if options["chateauma"] is None:
        if letters or options["empty_sale_vp"] or options["card8_third_space"] != "livestock":
            raise ValueError("modifiers, empty_sale_vp and card8_third_space need chateauma")
    elif players > 3:
        raise ValueError("at most three seats beside the Chateauma")


def _check_modules(options):
    """RE 12, and options without their module (RE 14)."""
    if isinstance(options["modules"], str):
        raise ValueError(f"option modules={options['modules']!r}: a sequence of names of {MODULES}")
    modules = options["modules"] = tuple(options["modules"])
    if set(modules) - set(MODULES) or len(set(modules)) != len(modules):
        raise ValueError(f"option modules={modules!r}: different ones of {MODULES}")
    seats = options["num_players"] + (options["chateauma"] is not None)
    in_play = {*modules}
    in_play |= {"chateauma"} if options["chateauma"] else set()
    in_play |= {"solo"} if seats == 1 else set()
    in_play |= {"castle_connection"} if options["castle_connection"] else set()
    for one, other in CLASHES:
        if one in in_play and other in in_play:
            raise ValueError(f"{one} and {other} cannot be combined")
    for name, module in NEEDS.items():
        if options[name] != DEFAULTS[name] and module not in modules:
            raise ValueError(f"option {name} needs the module {module}")
    if options["shield_pick"] != DEFAULTS["shield_pick"] and "chateauma" not in in_play:
        raise ValueError("option shield_pick needs chateauma")
    if options["limit_vines"] and seats == 4:
        raise ValueError("limit_vines and four seats cannot be combined")
    if "team" in modules:
        _check_team(options)


def _check_team(options):
    """RE 8.1, 8.2"""
    if options["num_players"] != TEAM_SEATS:
        raise ValueError(f"team and {options['num_players']} seats cannot be combined: it needs four")
    for name in ("duchies", "duchy_pool", "side_choice"):
        if options[name] != DEFAULTS[name]:
            raise ValueError(f"team and {name} cannot be combined: it has boards of its own")


def _check_duchies(options):
    """R2.5, E1.3"""
    duchies, players = options["duchies"], options["num_players"]
    if duchies == "random":
        connected = options["duchy_pool"] == "11-18"
    else:
        numbers = [duchies] * players if isinstance(duchies, int) else list(duchies)
        if len(numbers) != players or any(number not in range(1, 31) for number in numbers):
            raise ValueError(f"option duchies={duchies!r}")
        if options["side_choice"]:
            raise ValueError("side_choice needs duchies='random'")
        options["duchies"] = numbers
        connected = all(number in CONNECTED for number in numbers)
    if options["castle_connection"] and not connected:
        raise ValueError("castle_connection and duchies other than 11-18 cannot be combined")
