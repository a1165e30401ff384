"""How often each effect of the modules comes up in the differential games, in which engine and oracle agree.

    python -m tests.castles_of_burgundy.coverage --games 40

plays so many games of every option set with modules on both sides, compares them at every decision, and prints the
table of docs/results/castles_of_burgundy/modules.md. It fails where the sides differ, or an effect never comes up.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import Any

import numpy as np

from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy.boards import boards
from eurogym.envs.castles_of_burgundy.enums import KIND, M
from eurogym.envs.castles_of_burgundy.module_actions import CRANE_EFFECTS
from eurogym.envs.castles_of_burgundy.module_tables import ROUTE_BONUS, ROUTE_KIND, ROUTE_NUMBER, VINE_BONUS
from tests.castles_of_burgundy.differential import play_both
from tests.castles_of_burgundy.teams import team_board, team_tiles

FIRST_SEED = 40_000  # games of their own
PLAYERS = ("eager", "burgundy", "keen", "random", "collector")
CONNECTED = {"castle_connection": True, "duchies": "random", "duchy_pool": "11-18"}
SETS = (
    {"num_players": 2, "modules": "e2,e4,e5,e6,e8,shields,vineyards"},
    {"num_players": 2, "modules": "e2,e5,e6,shields", **CONNECTED},
    {"num_players": 3, "modules": "e4,e5,e8,vineyards", "border_connection": "any_path"},
    {"num_players": 4, "modules": "e4", "border_connection": "any_path"},
    {"num_players": 3, "modules": "shields,vineyards,e2", "limit_vines": True},
    {"num_players": 4, "modules": "shields,e8,e2"},
    {"num_players": 2, "modules": "shields,e2,e5"},
    {"num_players": 3, "modules": "shields,e2,e5"},
    {"num_players": 4, "modules": "team,e2,e5,e6", "team_board": "advanced"},
    {"num_players": 4, "modules": "team"},
)
SHIELDS = range(1, E.NUM_SHIELDS + 1)
ACTING = {
    2: "a worker when another seat gains some",
    3: "tribute paid with a worker",
    5: "goods of one type from all depots",
    6: "a seat is named",
    11: "a castle's action is a shield",
    14: "a tile of a depot is placed",
    15: "a black tile, an inn or a double tile is placed",
    16: "a die is set",
}
EFFECTS: dict[str, tuple[str, ...]] = {
    "e1": ("castle bought back",),
    "e2": (
        "monastery 27 placed",
        "monastery 27 keeps its marker above one that arrives",
        "monastery 28: trade",
        *(f"crane as {name}" for name in CRANE_EFFECTS),
        "crane counts at the end",
        "geese placed",
        "geese score again",
        "geese as a species of monastery 24",
    ),
    "e4": ("two posts connected", "large border tile", "small border tile"),
    "e5": (
        *(f"white castle: {word}" for word in ("take", "place", "sell", "workers")),
        "monastery 29 counts at the end",
    ),
    "e6": ("inn bought", "inn placed", "area with an inn is full"),
    "e8": tuple(f"route bonus: {name}" for name in ROUTE_BONUS.NAMES),
    "shields": (
        *(f"shield {number} {what}" for number in SHIELDS for what in ("taken", "replaced", "given up")),
        *(f"shield {number}: {what}" for number, what in ACTING.items()),
        "tribute paid with silver",
    ),
    "vineyards": (
        "double tile taken",
        "double tile bought",
        "double tile placed",
        *(f"vine bonus: {name}" for name in VINE_BONUS.NAMES),
        *(f"vine bonus tile {kind}" for kind in range(E.NUM_VINES)),
    ),
    "team": (
        "starting castle chosen",
        "tile stored on an own position",
        "tile stored on a shared position",
        "tile discarded",
        "shared tile of the partner placed",
        "tile placed on the half beyond",
        "colour completed on both halves",
        "marker on the last space goes to the top",
        "monastery 6 or 14 used",
    ),
}


class Watch:
    """Counts effects from the states and actions of a game."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        self.before: Any = None
        self.decision = self.action = ""
        self.stored_by: dict[tuple[int, int], int] = {}  # team, shared position -> who put the tile there

    def __call__(self, state: Any, decision: str, action: str) -> None:
        """The state before an action; at the end of the game the action is empty."""
        if self.before is not None:
            self.step(self.before, state, self.decision, self.action)
        self.before, self.decision, self.action = state, decision, action
        if not action:
            self.end(state)

    def step(self, old: Any, new: Any, decision: str, action: str) -> None:
        """What an action of the seat to move has done."""
        seat = int(old["current_seat"])
        words = action.split()
        self.by_text(old, decision, words)
        if words[0] == "place" and words[1] != "double":
            self.placed(old, new, seat, decision, words)
        if old["e4"]:
            self.borders(old, new, seat)
        if old["e8"]:
            self.route(old, new, seat)
        if old["shields"]:
            self.shields(old, new, seat, decision, words)
        if old["team"]:
            self.team(old, new, seat, decision, words)
        if old["e2"] and not (old["track"] == new["track"]).all():
            self.arrival(new, int(np.flatnonzero(old["track"] != new["track"])[0]))

    def by_text(self, old: Any, decision: str, words: list[str]) -> None:
        """Effects that the action names."""
        start = words[0]
        if start == "retrieve":
            self.times["castle bought back"] += 1
        elif start == "trade":
            self.times["monastery 28: trade"] += 1
        elif start == "effect":
            self.times[f"crane as {words[1]}"] += 1
        elif words[:2] == ["buy", "inn"]:
            self.times["inn bought"] += decision != "SHIELD_TILE"
        elif words[:2] == ["buy", "double"]:
            self.times["double tile bought"] += decision not in ("SHIELD_TILE", "BLACK")
        elif words[:2] == ["take", "double"]:
            self.times["double tile taken"] += decision != "DBL"
        elif words[:2] == ["place", "double"]:
            self.times["double tile placed"] += 1
        elif start == "bonus":
            space = int(old["pending_arg"][int(old["num_pending"]) - 1]) >> 2
            self.times[f"vine bonus: {VINE_BONUS.NAMES[int(old['vine_bonus'][space, int(words[1])])]}"] += 1
        elif start == "vine":
            self.times[f"vine bonus tile {words[1]}"] += 1
        if decision == "WHITE_ACTION" and start in ("take", "place", "sell", "workers"):
            self.times[f"white castle: {start}"] += 1

    def placed(self, old: Any, new: Any, seat: int, decision: str, words: list[str]) -> None:
        """A hex tile has been placed from storage, or by shields 14 and 15."""
        hexagon = int(words[3])
        kind = tiles_of(new, seat)[hexagon]
        if decision in ("START_CASTLE", "START_SPACE"):
            return
        name = KIND.NAMES[kind]
        if name in ("monastery_27", "geese", "inn"):
            self.times[name.replace("_", " ") + " placed"] += 1
        board = board_of(new, seat)
        area = board["area"][hexagon]
        tiles = tiles_of(new, seat)
        geese = any(tiles[h] == KIND.geese for h in area if h != hexagon)
        if geese and (E.FIRST_LIVESTOCK <= kind < KIND.mine):
            self.times["geese score again"] += 1
        if all(tiles[h] >= 0 for h in area) and any(tiles[h] == KIND.inn for h in area):
            self.times["area with an inn is full"] += 1

    def borders(self, old: Any, new: Any, seat: int) -> None:
        self.times["two posts connected"] += int(new["border_paid"][seat]) - int(old["border_paid"][seat])
        if old["border_owned"][seat] != new["border_owned"][seat]:
            self.times["large border tile" if new["border_owned"][seat] == 1 else "small border tile"] += 1

    def route(self, old: Any, new: Any, seat: int) -> None:
        for space in range(int(old["route_filled"][seat]), int(new["route_filled"][seat])):
            place, third = divmod(space, E.SPACES_PER_ROUTE_TILE)
            tile = int(new["route"][seat][place]) - 1
            if ROUTE_NUMBER[tile, third] == new["route_goods"][seat][space]:
                self.times[f"route bonus: {ROUTE_BONUS.NAMES[int(ROUTE_KIND[tile, third])]}"] += 1

    def shields(self, old: Any, new: Any, seat: int, decision: str, words: list[str]) -> None:
        start = words[0]
        if start == "shield":
            depot, position = map(int, words[1].split("."))
            self.times[f"shield {int(old['depot_shield'][depot - 1, position])} taken"] += 1
            self.acts(11, decision == "EXTRA")
        elif start == "spot":
            number = next((n for n in SHIELDS if old["shield"][seat][n] == int(words[1]) + 1), 0)
            if number:
                self.times[f"shield {number} replaced"] += 1
        elif start == "give":
            self.times[f"shield {words[-1]} given up"] += 1
        elif start == "pay":
            self.times["tribute paid with silver"] += words[1] == "silver"
            self.acts(3, words[1] != "silver")
        elif decision == "SHIELD_TILE" and start in ("take", "buy"):
            self.acts(14 if start == "take" else 15, True)
        elif start == "set":
            self.acts(16, True)
        elif start == "name":
            self.acts(6, True)
        self.acts(5, decision == "SHIP_TYPE" and start == "goods")
        owner = [other for other in range(int(old["num_seats"])) if old["shield"][other][2] and other != seat]
        self.acts(2, bool(owner) and new["workers"][owner[0]] > old["workers"][owner[0]])

    def acts(self, number: int, now: bool) -> None:
        self.times[f"shield {number}: {ACTING[number]}"] += int(now)

    def team(self, old: Any, new: Any, seat: int, decision: str, words: list[str]) -> None:
        partner = (seat + 2) % 4
        if decision == "START_SPACE":
            self.times["starting castle chosen"] += 1
        elif words[0] == "store":
            own = int(words[1]) < E.PRIVATE_STORAGE
            self.times[f"tile stored on {'an own' if own else 'a shared'} position"] += 1
            self.stored_by[seat % 2, int(words[1])] = seat
        elif words[0] == "discard":
            self.times["tile discarded"] += 1
            self.stored_by[seat % 2, int(words[1])] = seat
        elif words[0] == "place":
            position = int(words[1])
            shared = position >= E.PRIVATE_STORAGE
            self.times["shared tile of the partner placed"] += (
                shared and self.stored_by.get((seat % 2, position)) == partner
            )
            self.times["tile placed on the half beyond"] += (int(words[3]) >= E.NUM_HEXES) != (seat >= 2)
            ship = old["storage"][seat][position] == KIND.ship
            last = old["track"][seat] == E.LAST_TRACK_SPACE
            self.times["marker on the last space goes to the top"] += bool(ship and last)
        self.times["colour completed on both halves"] += int((old["bonus_left"] - new["bonus_left"]).sum())
        if words[0] == "hire" or (words[0] == "workers" and old["owns"][seat][M.WORKERS_FOUR]):
            self.times["monastery 6 or 14 used"] += 1

    def arrival(self, new: Any, mover: int) -> None:
        """E2.2: is the marker that arrives below one with monastery 27?"""
        order = new["turn_order"].tolist()
        above = [seat for seat in order[: order.index(mover)] if new["track"][seat] == new["track"][mover]]
        held = any(new["owns"][seat][M.ON_TOP] for seat in above)
        self.times["monastery 27 keeps its marker above one that arrives"] += held

    def end(self, state: Any) -> None:
        """What final scoring counts."""
        for seat in range(int(state["num_seats"])):
            owns, kinds = state["owns"][seat], state["placed_kinds"][seat]
            counting = (
                any(owns[M.FIRST_BUILDING : M.FIRST_BUILDING + E.NUM_BUILDINGS]) or owns[M.WHITE_CASTLES]
            )
            self.times["crane counts at the end"] += int(bool(counting and kinds[KIND.crane]))
            self.times["geese as a species of monastery 24"] += int(
                bool(owns[M.SPECIES] and kinds[KIND.geese])
            )
            self.times["monastery 29 counts at the end"] += int(
                bool(owns[M.WHITE_CASTLES] and kinds[KIND.white_castle])
            )


def tiles_of(state: Any, seat: int) -> list[int]:
    """The tile per hex of a seat's duchy."""
    return team_tiles(state, seat % 2) if state["team"] else state["tile"][seat].tolist()


def board_of(state: Any, seat: int) -> dict[str, Any]:
    """The board of a seat's duchy."""
    return team_board(state) if state["team"] else boards()[int(state["board"][seat])]


def coverage(games: int, sets=SETS) -> tuple[Counter, Counter, int]:
    """Play ``games`` games of each option set; times and games by effect, and decisions compared."""
    times, met, decisions = Counter(), Counter(), 0
    for values in sets:
        for number in range(games):
            seed, watch = FIRST_SEED + number, Watch()
            played = play_both(seed, 1000 + seed, PLAYERS[number % len(PLAYERS)], watch, **values)
            times.update(watch.times)
            met.update(effect for effect, count in watch.times.items() if count)
            decisions += played["decisions"]
    return times, met, decisions


def main() -> int:
    """Print the table; 1 where an effect never came up."""
    parser = argparse.ArgumentParser(description="Count the effects of the modules in differential games.")
    parser.add_argument("--games", type=int, default=40, help="per option set")
    games = parser.parse_args().games
    times, met, decisions = coverage(games)
    print(f"{games * len(SETS)} games, {decisions:,} decisions compared\n")
    print("| module | effect | times | games |\n|---|---|---|---|")
    for module, effects in EFFECTS.items():
        for effect in effects:
            print(f"| {module} | {effect} | {times[effect]:,} | {met[effect]:,} |")
    never = [effect for effects in EFFECTS.values() for effect in effects if not times[effect]]
    print(f"\nnever: {', '.join(never) or 'none'}")
    return 1 if never else 0


if __name__ == "__main__":
    sys.exit(main())
