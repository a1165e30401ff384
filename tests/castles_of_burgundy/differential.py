"""Play the same game on the engine and on the oracle, and compare them at every decision."""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy import tables as T
from eurogym.envs.castles_of_burgundy.boards import board_numbers
from eurogym.envs.castles_of_burgundy.enums import BONUS, KIND, POOL, D
from eurogym.envs.castles_of_burgundy.game import GAME
from eurogym.envs.castles_of_burgundy.module_tables import DEPOT_SIZE, SHIELDS_OF_DEPOT, SHOP_SIZE
from tests.castles_of_burgundy.games import ALSO_AT_START, OPTION_SETS, PLAYERS, REPLACED, SOLO, TABLES, keen
from tests.castles_of_burgundy.on_oracle import Chance, OracleTable
from tests.differential import Differential, Row
from tests.oracles.burgundy import BurgundyOracle
from tests.playing import play_against

# D2: the marker of a ship may move before or after its goods; S9.8: the tile leaves the black depot with either step
LEFT_OPEN = {
    "SHIP_DEPOT": {"order", "track"},
    "SHIP_ADJ": {"order", "track"},
    "GOOD": {"order", "track"},
    "COLOUR_SPACE": {"black"},
    "SHIP_TYPE": {"order", "track"},
}


def _kind(kind) -> int | str | None:
    """The oracle counts kinds as the file does, without the joker."""
    kind = int(kind)
    if kind >= E.FIRST_DOUBLE:
        return "blocked" if kind >= E.FIRST_BLOCKED else f"double {kind - E.FIRST_DOUBLE}"
    return {E.EMPTY: None, KIND.joker: "joker"}.get(kind, kind - (kind > KIND.joker))


def _kinds(counts) -> list[int]:
    """Tiles by kind -> the kinds, as often as they are there."""
    return [_kind(kind) for kind in np.repeat(np.arange(KIND.COUNT), counts)]


def _automa(state) -> dict[str, Any]:
    seat = int(state["num_seats"])
    spaces = []
    for place in range(2):
        size = int(T.CARD_SIZE[state["card"][place]])
        spaces.append(
            [
                "joker" if state["card_joker"][place][space] else _kind(state["card_tile"][place][space])
                for space in range(size)
            ]
        )
    piles = [[_kind(k) for k in state["reserve"][c][: state["reserve_size"][c]]] for c in T.RESERVE_ORDER]
    more: dict[str, Any] = {"border_cards": int(state["border_cards"])} if state["e4"] else {}
    if state["shields"]:
        more["shields"] = [int(number) for number in state["automa_shield"] if number]
    if state["vineyards"]:
        more["doubles"] = int(state["automa_doubles"])
    return more | {
        "cards": state["card"].tolist(),
        "spaces": spaces,
        "reserve": piles,
        "jokers": [_kind(kind) for kind in state["joker"][: state["num_jokers"]]],
        "duchy": state["automa_covered"].tolist(),
        "duchy_tiles": _kinds(state["automa_kinds"]),
        "deck": int(state["deck_size"]),
        "discard": np.flatnonzero(state["discarded"]).tolist(),
        "claimed": state["bonus_owned"][seat].tolist(),
    }


def _storage(state, seat: int) -> list[int | str | None]:
    """The positions that a seat has."""
    return [_kind(kind) for kind in state["storage"][seat][: E.NUM_STORAGE + state["more_spaces"][seat]]]


def _duchy(state, seat: int) -> list[int | str | None]:
    """The tile per hex; in the team game both halves of the team's duchy."""
    tiles = state["tile"][seat]
    if state["team"]:
        tiles = np.concatenate([state["tile"][seat % 2], state["tile"][seat % 2 + 2]])[: E.TEAM_HEXES]
    return [_kind(kind) for kind in tiles]


def _modules(state) -> dict[str, Any]:
    """What the modules in play add (burgundy_words.md)."""
    learners = list(range(int(state["num_seats"])))
    public: dict[str, Any] = {}
    if state["castle_connection"]:
        public["castle_pile"] = int(state["castle_pile"])
    if state["e4"]:
        public["border_left"] = [bool(state["border_left"] == 2), bool(state["border_left"] >= 1)]
        public["border_owned"] = state["border_owned"][learners].tolist()
        public["border_paid"] = [bool(paid) for paid in state["border_paid"][learners]]
    if state["e6"]:
        public["inns"] = int(state["inns"])
    if state["e8"]:
        public["routes"] = [[int(tile) - 1 for tile in state["route"][seat] if tile] for seat in learners]
        public["route_hand"] = [
            [tile for tile in range(E.NUM_ROUTE_TILES) if state["route_hand"][seat] >> tile & 1]
            for seat in learners
        ]
        public["route_goods"] = [
            state["route_goods"][seat][: state["route_filled"][seat]].tolist() for seat in learners
        ]
    if state["shields"]:
        positions = SHIELDS_OF_DEPOT[state["table_seats"]]
        public["shields"] = [
            [int(number) or None for number in row[:n]]
            for row, n in zip(state["depot_shield"], positions, strict=True)
        ]
        public["shields_owned"] = [
            sorted([int(place) - 1, number] for number, place in enumerate(state["shield"][seat]) if place)
            for seat in learners
        ]
        public["named"] = [int(seat) - 1 if seat else None for seat in state["named"][learners]]
        public["die_set"] = bool(state["die_set"])
    if state["vineyards"]:
        seats = state["table_seats"]
        for name, sizes in (("double_depot", DEPOT_SIZE), ("double_shop", SHOP_SIZE)):
            public[name] = [int(double) - 1 if double else None for double in state[name][: sizes[seats]]]
        public["doubles_left"] = int(state["bag_size"] - state["bag_next"])
        public["vineyard"] = [
            [[int(a) - 1, int(b) - 1] if a else None for a, b in state["vineyard"][seat].reshape(-1, 2)]
            for seat in learners
        ]
        public["vine_tiles"] = state["vine_tiles"][learners].tolist()
        public["vine_supply"] = state["vine_supply"].tolist()
    return public


def engine_public(state) -> dict[str, Any]:
    """The engine's state in the oracle's form."""
    learners, seats = range(int(state["num_seats"])), range(int(state["table_seats"]))
    slots = int((T.SLOT_COLOUR[state["table_seats"], 0] != E.NONE).sum())
    rounds_begun = bool(state["white"])
    owned = state["bonus_owned"][list(seats)]
    public = {
        "phase": int(state["phase"]),
        "round": int(state["round_index"]),
        "white": int(state["white"]),
        "start_seat": int(state["start_seat"]),
        "depots": [[_kind(kind) for kind in row[:slots]] for row in state["depot"]],
        "depot_goods": state["depot_goods"].tolist(),
        "black": [_kind(kind) for kind in state["black"][: state["black_slots"]]],
        "round_goods": (1 + state["goods_order"][state["goods_next"] : state["goods_shown"]]).tolist(),
        "order": state["turn_order"][list(seats)].tolist(),
        "track": state["track"][list(seats)].tolist(),
        "dice": [state["dice"][seat].tolist() if rounds_begun else [0, 0] for seat in learners],
        "used": [[bool(flag) for flag in state["used"][seat]] for seat in learners],
        "vp": state["vp"][list(seats)].tolist(),
        "silver": state["silver"][list(seats)].tolist(),
        "workers": state["workers"][list(seats)].tolist(),
        "goods": state["goods"][list(seats)].tolist(),
        "sold": state["sold"][list(seats)].tolist(),
        "storage": [_storage(state, seat) for seat in learners],
        "duchy": [_duchy(state, seat) for seat in learners],
        "duchy_number": [
            0 if state["board"][seat] < 0 else board_numbers()[state["board"][seat]] for seat in learners
        ],
        "bonus_left": [[bool(left == 2), bool(left >= 1)] for left in state["bonus_left"]],
        "bonus_owned": np.where(owned == BONUS.missed, 0, owned).tolist(),
        "bought": bool(state["bought"]),
        "hired": bool(state["hired"]),
        "supply_left": (state["supply_size"] - state["supply_next"]).tolist(),
    }
    public |= _modules(state)
    if state["automa"]:
        public["automa"] = _automa(state)
    if state["solo"]:
        public["solo"] = {
            "target": int(state["target"]),
            "marker": int(state["vp"][0]),
            "pool": dict(zip(POOL.NAMES, state["pool"].tolist(), strict=True)),
        }
        if state["e2"]:
            public["solo"]["crane_used"] = bool(state["crane_for"])
    return public


def _for_oracle(values: dict[str, Any]) -> dict[str, Any]:
    """The oracle takes modules as a sequence only."""
    given = values.get("modules")
    return {} if given is None else {"modules": GAME.options_class.from_kwargs(**values).modules}


def play_both(
    seed: int, action_seed: int, player: str = "random", watch: Any = None, **values
) -> dict[str, Any]:
    """One game on both sides, as :func:`tests.playing.play_against`; values: options of the game."""
    oracle = BurgundyOracle(Chance(seed, GAME), **values | _for_oracle(values))

    def compare(batch, decision, taken, where):
        ours, theirs = engine_public(batch.states[0]), oracle.public()
        assert ours.keys() == theirs.keys(), where
        skip = LEFT_OPEN.get(decision, set())
        different = {
            key: (ours[key], theirs[key]) for key in theirs if key not in skip and ours[key] != theirs[key]
        }
        assert not different, f"{where}: {different}"
        assert batch.scores()[0][:, 0].tolist() == oracle.scores(), where

    result = play_against(oracle, GAME, values, seed, action_seed, player, PLAYERS, compare, watch)
    if result["batch"].options.solo:
        won = result["batch"].final_placements[0, 0] == 1.0
        assert oracle.winners() == ([0] if won else []), f"options {values}, seed {seed}"
    return result


VARIANTS = [
    {"num_players": 2, "duchies": "random"},
    {"num_players": 3, "duchies": [30, 12, 21]},
    {"num_players": 4, "duchies": "random", "duchy_pool": "11-18"},
    {"num_players": 4, "duchies": "random", "duchy_pool": "1-10", "side_choice": True},
    {"num_players": 2, "duchies": "random", "side_choice": True},
    {
        "num_players": 2,
        "chateauma": "medium",
        "duchies": "random",
        "duchy_pool": "23-30",
        "side_choice": True,
    },
    {"num_players": 2, "black_depot_spaces": 1},
    {"num_players": 3, "chateauma": "hard", "modifiers": "AB", "black_depot_spaces": 8},
    {"num_players": 1, "chateauma": "easy", "empty_sale_vp": 2},
    {"num_players": 2, "chateauma": "hard", "modifiers": "D", "card8_third_space": "castle"},
]
CONNECTED = {"castle_connection": True, "duchies": "random", "duchy_pool": "11-18"}
MODULES = [
    {"num_players": 2, "modules": "e4"},
    {"num_players": 3, "modules": "e4", "border_connection": "any_path", "duchies": "random"},
    {"num_players": 4, "modules": ["e6"], "duchies": "random"},
    {"num_players": 2, "modules": ["e2"]},
    {"num_players": 3, "modules": ["e5"]},
    {"num_players": 2, "modules": ["e2", "e5", "e6", "e4"], "duchies": "random", "duchy_pool": "23-30"},
    {"num_players": 2, **CONNECTED},
    {"num_players": 4, "modules": ["e2", "e6"], **CONNECTED, "side_choice": True},
    {"num_players": 2, "modules": "e8"},
    {"num_players": 4, "modules": ["e8", "e2"], "route_order": "chosen"},
    {"num_players": 2, "modules": ["shields"]},
    {"num_players": 4, "modules": ["shields", "e2", "e6"], "duchies": "random", "key_space_cap": 5},
    {"num_players": 2, "modules": ["vineyards"], "limit_vines": True},
    {"num_players": 4, "modules": ["vineyards", "e6"]},
    {"num_players": 3, "modules": "e2,e4,e5,e6,e8,shields,vineyards", "limit_vines": True, **CONNECTED},
    {"num_players": 2, "modules": "e2,e4,e5,e6,e8,shields,vineyards", "border_connection": "any_path"},
    {"num_players": 1, "chateauma": "medium", "modules": "e2,e4,e5,e8"},
    {"num_players": 2, "chateauma": "hard", "modifiers": "ABCD", "modules": "e2,e4,e5,e8,shields,vineyards"},
    {
        "num_players": 3,
        "chateauma": "easy",
        "modules": "shields,vineyards",
        "shield_pick": "lowest_number",
        "card8_third_space": "castle",
    },
    {"num_players": 4, "modules": "team"},
    {"num_players": 4, "modules": "team", "team_board": "advanced", "black_depot_spaces": 2},
    {"num_players": 4, "modules": "team,e2"},
    {"num_players": 4, "modules": "team,e5", "team_tiebreak": "fewer_empty"},
    {"num_players": 4, "modules": "team,e6"},
    {"num_players": 4, "modules": "team,e2,e5,e6", "team_board": "advanced"},
    {"num_players": 1, "modules": ["e2", "e5"]},
    {"num_players": 1, "modules": ["e2", "e5"], "solo_board": 34, "solo_target": 20, "solo_order": "fixed"},
]
VARIANTS += [
    {**board, **switch}
    for board in SOLO
    for switch in (
        {"solo_target": 5},
        {"solo_target": 30, "solo_order": "fixed"},
        {"solo_target": 20, "solo_area_gains": "one"},
        {"solo_area_gains": "one", "solo_order": "fixed"},
    )
]

MODULES += [
    {"num_players": 3, "duchies": "random", "data_overrides": ALSO_AT_START},
    {"num_players": 1, "modules": ["e2", "e5"], "data_overrides": REPLACED},
    {"num_players": 4, "modules": "team,e2,e5,e6", "data_overrides": REPLACED},
    {"num_players": 2, "modules": "e2,e4,e5,e6,e8,shields,vineyards", "data_overrides": ALSO_AT_START},
    {"num_players": 1, "chateauma": "hard", "modules": "e2,e4,e5", "data_overrides": ALSO_AT_START},
]

MANY_MODULES = tuple(values for values in MODULES if str(values.get("modules")).count(",") >= 3)
CHOOSERS = ("random", "keen", "burgundy", "eager")  # the heuristic comes to full areas and duchies
EVERYTHING = [
    {"num_players": 2, "duchies": "random", "side_choice": True},
    *TABLES,
    *SOLO,
    {"num_players": 1, "solo_target": 5},
    *MODULES,
]
RARE = {"SHIP_TYPE", "NAME_PLAYER", "SHIELD_SPACE", "SHIELD_TILE"}  # played out by the slow tests
GAMES = Differential(
    play_both=play_both,
    rows={
        "base": Row(OPTION_SETS, range(201), CHOOSERS[:3]),
        "variants": Row(VARIANTS, range(5000, 5015), CHOOSERS[:3]),
        "modules": Row(MODULES, range(7001, 7041), CHOOSERS),
    },
    on_oracle=OracleTable,
    following=OPTION_SETS + MANY_MODULES,
    follower=keen,
    met=(Row(EVERYTHING, range(7100, 7101), CHOOSERS[2:]), set(D.NAMES) - RARE),
    told=OPTION_SETS + MANY_MODULES,
)
