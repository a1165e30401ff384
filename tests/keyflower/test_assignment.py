"""Final scoring against the oracle: the best assignment (R12) and the Sea Bastion (A8), on random small cases."""

import itertools

import numpy as np
import pytest

from eurogym.envs.core.step.batch import BatchedGame
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import ABILITY, COLOUR, PLACE, RESOURCE, SKILL
from eurogym.envs.keyflower.game import GAME
from tests.keyflower.derived import CELL, CELLS, OFFSETS, TILES, derive, edges_of
from tests.keyflower.positions import NUMBER, X, Y, table
from tests.oracles.keyflower import KeyflowerOracle
from tests.oracles.keyflower_village import Village
from tests.playing import EngineChance
from tests.positions import write_states

rule = pytest.mark.rule
CASES = 150  # per combination of flags and part
STORES = {"timber_yard": "wood", "stone_yard": "stone", "blacksmith": "iron", "barn": None}
SCORERS = [tile["id"] for tile in TILES if tile["season"] == "winter" and tile["id"] != "keythedral"]
SCORERS.append("white_wind")


def random_case(rng):
    """Up to 7 workers, 6 skill tiles and 7 resources, and some of the tiles."""
    share = rng.uniform(0.2, 0.9)
    tiles = {name for name in SCORERS if rng.random() < share}
    stores = {
        name: (1 if name == "barn" else 2) + int(rng.integers(2))
        for name in STORES
        if rng.random() < share / 2
    }
    places = [None, None, *stores]
    kinds = rng.dirichlet((1, 1, 1, 1))
    resources = [
        (RESOURCE.NAMES[rng.choice(4, p=kinds)], places[int(rng.integers(len(places)))])
        for _ in range(int(rng.integers(8)))
    ]
    colours = rng.dirichlet((1, 1, 1, 1))
    return {
        "tiles": tiles,
        "stores": stores,
        "workers": tuple(COLOUR.NAMES[rng.choice(4, p=colours)] for _ in range(int(rng.integers(8)))),
        "skills": tuple(SKILL.NAMES[int(rng.integers(3))] for _ in range(int(rng.integers(7)))),
        "resources": tuple(resources),
        "3b": bool(rng.integers(2)),
        "purple": bool(rng.integers(2)),
        "won": bool(rng.integers(2)),
    }


def lay(state, tile, cell, rotation=0):
    """A tile in the village of X."""
    state["owned"][X, tile] = 1
    state["place"][tile] = PLACE.VILLAGE
    state["grid"][X, cell] = tile + 1
    state["tile_cell"][tile], state["rotation"][tile] = cell, rotation


def write(state, case):
    """The case in the swept state of a game, for X."""
    free = iter(cell for cell in CELL.values() if cell != E.HOME_CELL)
    boats = ["summer_boat_3"] if case["3b"] else []
    for name in (*case["tiles"], *case["stores"], *boats):
        lay(state, NUMBER[name], next(free))
        state["upgraded"][NUMBER[name]] = case["stores"].get(name, 0) == (2 if name == "barn" else 3)
    state["side"][2] = state["ability"][X, ABILITY.boat_3b] = case["3b"]
    state["screen"][X] = [case["workers"].count(colour) for colour in COLOUR.NAMES]
    state["skills"][X] = [case["skills"].count(skill) for skill in SKILL.NAMES]
    for kind, place in case["resources"]:
        state["stock"][NUMBER[place or "home_1"], RESOURCE.NAMES.index(kind)] += 1
    state["purple"] = X if case["purple"] else Y
    state["purple_won"] = case["won"]


def points_of(oracle, state):
    """What the oracle gives X for what lies in a state."""
    home = int(state["home"][X])
    village = oracle.villages[X] = Village(oracle.tiles[home])
    for tile in np.flatnonzero((state["owned"][X] == 1) & (state["place"] == PLACE.VILLAGE)).tolist():
        cell, rotation = CELLS[state["tile_cell"][tile]], int(state["rotation"][tile])
        placed = village.home if tile == home else village.place(oracle.tiles[tile], cell, rotation)
        placed.upgraded, placed.resources = bool(state["upgraded"][tile]), state["stock"][tile].tolist()
    oracle.screens[X], oracle.skills[X] = state["screen"][X].tolist(), state["skills"][X].tolist()
    oracle.start_player, oracle.purple_won = int(state["purple"]), bool(state["purple_won"])
    oracle.summer_sides = {
        E.FIRST_SUMMER_BOAT + boat: side for boat, side in enumerate(state["side"].tolist())
    }
    return oracle.scores()[X]


def compared(number, options, write):
    """Scores of X in so many positions, each written into the swept state of a game in winter: the oracle's, too."""
    game = table(2, "winter", **options)
    oracle = KeyflowerOracle(EngineChance(1, GAME), num_players=2, **options)
    states = np.repeat(np.asarray(game.batch.states), number)
    for state in states:
        write(state)
        derive(state)
    batch = BatchedGame(GAME, game.options, number, autoreset=False, observe=False)
    write_states(batch, states)
    scores = batch.scores()[:, X, 0].tolist()
    for state, score in zip(states, scores, strict=True):
        assert points_of(oracle, state) == score
    return scores


@rule("R12.2", "R12.3", "R12.4", "R12.5", "R12.6", "R12.7", "R12.8")
@pytest.mark.one_in(12)
@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("flags", list(itertools.product((False, True), repeat=3)), ids=str)
def test_the_best_assignment(flags, part):
    names = ("store_resources_locked", "boat3b_counts_as_gold", "purple_only_if_won")
    rng = np.random.default_rng([part, *flags])
    options = dict(zip(names, flags, strict=True))
    assert max(compared(CASES, options, lambda state: write(state, random_case(rng)))) > 20


GROWING = [
    tile["index"] for tile in TILES if tile["season"] in ("spring", "summer") and "subkind" not in tile
]


def random_village(rng, size):
    """Tiles placed one after another near home, sides matching, half of them where most others lie around.

    Per cell a tile and its rotation.
    """
    village = {(0, 0): (0, 0)}
    for tile in rng.permutation(GROWING)[:size]:
        near = {
            (q + dq, r + dr)
            for q, r in village
            for dq, dr in OFFSETS
            if (q + dq, r + dr) not in village and max(abs(q + dq), abs(r + dr), abs(q + r + dq + dr)) <= 3
        }
        spots = [
            (cell, rotation)
            for cell in sorted(near)
            for rotation in range(6)
            if all(
                edges_of(int(tile), rotation)[side] == edges_of(*village[other])[(side + 3) % 6]
                for side, (dq, dr) in enumerate(OFFSETS)
                if (other := (cell[0] + dq, cell[1] + dr)) in village
            )
        ]
        if spots:
            if rng.integers(2):
                around = {
                    cell: sum((cell[0] + dq, cell[1] + dr) in village for dq, dr in OFFSETS)
                    for cell, _ in spots
                }
                spots = [spot for spot in spots if around[spot[0]] == max(around.values())]
            cell, rotation = spots[int(rng.integers(len(spots)))]
            village[cell] = int(tile), rotation
    return village


@rule("R11")
@pytest.mark.parametrize("several", (False, True))
def test_the_sea_bastion(several):
    rng = np.random.default_rng(int(several))

    def write(state):
        placed = random_village(rng, int(rng.integers(3, 13))) | {(0, -6): (NUMBER["sea_bastion"], 1)}
        for cell, (tile, rotation) in placed.items():
            lay(state, tile, CELL[cell], rotation)
        state["purple"] = Y

    assert len(set(compared(100, {"sea_bastion_multi_loop": several}, write))) > 4
