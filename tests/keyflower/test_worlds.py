"""Worlds that `determinize` imagines against all that the seat holds possible, where few things are unknown."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from eurogym.envs.core.step.batch import BatchedGame
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import COLOUR
from eurogym.envs.keyflower.declare.options import KeyflowerOptions
from eurogym.envs.keyflower.game import GAME
from tests.keyflower.games import played
from tests.keyflower.positions import NUMBER, X, Y, table
from tests.positions import write_states
from tests.worlds import assert_fair, fillings, imagined

MANY = 6000
MOST_WORLDS = 600
MOST_SLOTS = 4  # unknown workers and skill tiles behind the other screens


def narrowed(state, seat, rng):
    """The state, with all but a few workers and skill tiles shown to all, and some workers not to be green:
    ``(state, slots)``.

    A slot is ``(field, other seat, test)``: an unknown worker or tile.
    """
    state, hidden, slots = state.copy(), [], []
    for other in set(range(int(state["num_seats"]))) - {seat}:
        for field, known in (("screen", "screen_known"), ("skills", "skills_known")):
            unknown = state[field][other].astype(int) - state[known][other]
            hidden += [
                (field, known, other, kind) for kind in np.repeat(np.arange(len(unknown)), unknown).tolist()
            ]
    rng.shuffle(hidden)
    for _, known, other, kind in hidden[MOST_SLOTS:]:
        state[known][other, kind] += 1
    for other in set(range(int(state["num_seats"]))) - {seat}:
        left = [kind for field, _, one, kind in hidden[:MOST_SLOTS] if (field, one) == ("screen", other)]
        plain = int(rng.integers(0, sum(kind != COLOUR.green for kind in left) + 1))
        state["screen_plain"][other] = plain
        slots += [("screen", other, is_plain if number < plain else anything) for number in range(len(left))]
        tiles = sum((field, one) == ("skills", other) for field, _, one, _ in hidden[:MOST_SLOTS])
        slots += [("skills", other, anything)] * tiles
    return state, slots


def anything(kind):
    """A slot of which nothing is known."""
    return True


def is_plain(kind):
    """A worker that is surely not green."""
    return kind != COLOUR.green


def possible_worlds(state, seat, slots, options):
    """``{world: ways}``; a seat in the middle of a placement or payment must be able to complete it."""
    emptied, stocks = state.copy(), {}
    for field, known, stock in (("screen", "screen_known", "bag"), ("skills", "skills_known", "pile")):
        others = [other for other in range(int(state["num_seats"])) if other != seat]
        unknown = state[field][others].astype(int) - state[known][others]
        emptied[field][others] = state[known][others]
        emptied[stock] = state[stock] + unknown.sum(axis=0)
        stocks[field] = np.repeat(np.arange(len(emptied[stock])), emptied[stock]).tolist()
    workers = [slot for slot in slots if slot[0] == "screen"]
    tiles = [slot for slot in slots if slot[0] == "skills"]
    ways = fillings([slot[2] for slot in workers], stocks["screen"])
    skills = fillings([slot[2] for slot in tiles], stocks["skills"])
    worlds, examples = Counter(), {}
    for colours in ways:
        for kinds in skills:
            world = emptied.copy()
            for (field, other, _), kind in zip(workers + tiles, colours + kinds, strict=True):
                world[field][other, kind] += 1
                world["bag" if field == "screen" else "pile"][kind] -= 1
            worlds[key_of(world)] += ways[colours] * skills[kinds]
            examples[key_of(world)] = world
    batch = BatchedGame(GAME, options, len(examples), autoreset=False, observe=False)
    write_states(batch, np.stack(list(examples.values())))
    goes_on = batch.action_masks.any(axis=1)
    return Counter({key: worlds[key] for key, ok in zip(examples, goes_on, strict=True) if ok})


def key_of(state):
    """What lies behind the screens, in the bag and in the pile."""
    return tuple(state[name].tobytes() for name in ("screen", "skills", "bag", "pile"))


def compare(batch, values, rng):
    """One comparison in the position at hand; False where the worlds are too many or one alone."""
    seats = values["num_players"]
    current = int(batch.states["current_seat"][0])
    seat = (current + int(rng.integers(1, seats))) % seats
    options = KeyflowerOptions.from_kwargs(**values)
    state, slots = narrowed(batch.state(0), seat, rng)
    worlds = possible_worlds(state, seat, slots, options)
    if not 1 < len(worlds) <= MOST_WORLDS:
        return False
    assert_fair((key_of(world) for world in imagined(GAME, options, state, seat, MANY)), worlds)
    return True


@pytest.mark.one_in(3)
@pytest.mark.parametrize("amid", (False, True), ids=("between turns", "amid a placement"))
@pytest.mark.parametrize("values", [{"num_players": n, "auto_forced": False} for n in (2, 3, 6)], ids=str)
def test_every_world_is_imagined_as_often_as_it_is_likely(values, amid):
    compared = 0
    for seed in range(20):
        for batch, rng in played(values, seed):
            state = batch.state(0)
            under_way = state["target"] != E.NONE or state["upgrading"] != E.NONE
            if state["done"] or under_way != amid or rng.integers(12):
                continue
            compared += compare(batch, values, rng)
            if compared == 5:
                return
    assert compared >= 4, compared


def test_every_winter_hand_of_another_seat_is_as_likely():
    """Given X who knows its own three winter tiles; then Y holds any three of the other nine."""
    game = table(2).deal(X, "jeweller", "scribes", "windmill").deal(Y, "key_guild", "key_market", "scholar")
    own = {NUMBER[name] for name in ("jeweller", "scribes", "windmill")}
    winter = set(range(E.FIRST_OF_SEASON[3], E.FIRST_TURN_ORDER)) - own
    worlds = Counter(combinations(sorted(winter), 3))
    found = imagined(GAME, game.options, game.state, X, MANY)
    assert_fair((tuple(one["dealt"][Y, :3].tolist()) for one in found), worlds)
