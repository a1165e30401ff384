"""The team game read anew in plain Python: sums over the duchies of 73 hexes, from the tiles that lie there."""

from __future__ import annotations

from typing import Any

import numpy as np

from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy.components import table as data
from eurogym.envs.castles_of_burgundy.duchy_map import MAP
from eurogym.envs.castles_of_burgundy.enums import COLOUR, KIND, M
from tests.castles_of_burgundy import positions

FIRST_HALF = 37
TEAMS = ((0, 2), (1, 3))  # the first member's record holds hexes 0-36, its partner's the others
HEX_FIELDS = {"empty_colour": 6, "tile": 1, "open": 1, "area_size": 1, "area_left": 1, "animals": 4}


def team_board(state) -> dict[str, Any]:
    """The board of both teams in the form of ``boards()``: colours and numbers as chosen, the shape of duchies.json."""
    neighbours = data("duchies")["team_boards"][0]["neighbors"]
    colours = state["team_colour"].tolist()
    area: list[list[int]] = []
    for h in range(E.TEAM_HEXES):
        found, waiting = set(), {h}
        while waiting:
            one = waiting.pop()
            found.add(one)
            waiting |= {n for n in neighbours[one] if colours[n] == colours[h]} - found
        area.append(sorted(found))
    return {"colours": colours, "dice": state["team_die"].tolist(), "neighbours": neighbours, "area": area}


def team_tiles(state, team: int) -> list[int]:
    """The tile per hex of a team's duchy."""
    first, second = TEAMS[team]
    return [*state["tile"][first].tolist(), *state["tile"][second].tolist()][: E.TEAM_HEXES]


def recount_teams(state) -> dict[str, np.ndarray]:
    """As :func:`tests.castles_of_burgundy.positions.recomputed`, of two teams."""
    sums = {name: np.zeros(state[name].shape, dtype=np.int64) for name in positions.SUMS}
    board = team_board(state)
    for team, members in enumerate(TEAMS):
        whole = count_duchy(board, team_tiles(state, team))
        for half, seat in enumerate(members):
            for name in ("covered", "open_hexes", "inn_areas"):
                sums[name][seat] = half_set(whole[name], half)
            for kind, hexes in enumerate(whole["blocked"]):
                sums["blocked"][seat, kind] = half_set(hexes, half)
            sums["owns"][seat, whole["owns"]] = 1
            for kind in whole["kinds"]:
                sums["placed_kinds"][seat, kind] += 1
            sums["seat_map"][seat] = half_map(board, team_tiles(state, team), whole["open_hexes"], half)
    return sums


def half_set(hexes: set[int], half: int) -> int:
    """The part of a set of hexes that a half keeps, as bits."""
    return sum(1 << h - half * FIRST_HALF for h in hexes if (h >= FIRST_HALF) == bool(half))


def count_duchy(board: dict[str, Any], tiles: list[int]) -> dict[str, Any]:
    """Sets of hexes, monasteries and kinds of a duchy."""
    covered = {h for h, kind in enumerate(tiles) if kind >= 0}
    names = (*KIND.NAMES[: E.NUM_BUILDINGS], "crane", "white_castle")
    blocked: list[set[int]] = [set() for _ in names]
    inns: set[int] = set()
    owns = []
    for h in covered:
        row = positions.kind_row(tiles[h])
        if row["name"] in names:
            blocked[names.index(row["name"])] |= set(board["area"][h])
        if row["name"] == "inn":
            inns |= set(board["area"][h])
        if "number" in row:
            owns.append(row["number"])
    edge = {n for h in covered for n in board["neighbours"][h]} - covered
    kinds = [tiles[h] for h in covered]
    return {
        "covered": covered,
        "open_hexes": edge,
        "blocked": blocked,
        "inn_areas": inns,
        "owns": owns,
        "kinds": kinds,
    }


def half_map(board: dict[str, Any], tiles: list[int], opened: set[int], half: int) -> list[int]:
    """What is kept of a half for the observation, field by field."""
    rows: dict[str, list[int]] = {name: [] for name in HEX_FIELDS}
    for h in range(half * FIRST_HALF, half * FIRST_HALF + FIRST_HALF):
        there = h < E.TEAM_HEXES
        empty = there and tiles[h] < 0
        area = board["area"][h] if there else []
        rows["empty_colour"] += [
            int(empty and board["colours"][h] == colour) for colour in range(COLOUR.COUNT)
        ]
        rows["tile"].append(tiles[h] + 1 if there and tiles[h] <= KIND.joker else 0)
        rows["open"].append(int(h in opened))
        rows["area_size"].append(len(area) * empty)
        rows["area_left"].append(sum(tiles[other] < 0 for other in area) * empty)
        found = [positions.kind_row(tiles[other]) for other in area]
        rows["animals"] += [
            sum(row["animals"] for row in found if row.get("species") == species)
            for species in positions.SPECIES.NAMES
        ]
    places = np.zeros((E.NUM_PLACE_ROWS, 6), dtype=np.int64)
    free_towns = any(positions.kind_row(kind).get("number") == M.TOWNS for kind in tiles)
    for h in opened:
        if (h >= FIRST_HALF) != bool(half):
            continue
        if board["colours"][h] == COLOUR.building:
            for kind in range(E.NUM_BUILDINGS):
                in_town = kind in {tiles[other] for other in board["area"][h]}
                places[kind, board["dice"][h] - 1] += free_towns or not in_town
        else:
            places[E.NUM_BUILDINGS + board["colours"][h] - 1, board["dice"][h] - 1] += 1
    codes = sum(rows.values(), []) + places.ravel().tolist()
    assert len(codes) == MAP.STOP
    return codes


def check_team_places(state) -> None:
    """Every tile lies on a hex of its colour; partners hold what their team shares."""
    board = team_board(state)
    for team, (first, second) in enumerate(TEAMS):
        for h, kind in enumerate(team_tiles(state, team)):
            colour = positions.kind_row(kind).get("color", "any")
            printed = COLOUR.NAMES[board["colours"][h]]
            assert colour in (printed, "any"), f"{KIND.NAMES[kind]} on a {printed} hex"
        assert state["tile"][second][-1] == E.EMPTY
        for name in ("workers", "silver", "goods", "sold", "bonus_owned"):
            assert (state[name][first] == state[name][second]).all(), name
        assert (state["storage"][first][2:] == state["storage"][second][2:]).all()
        assert (state["goods"][first] > 0).sum() <= E.GOODS_TYPES_STORED
