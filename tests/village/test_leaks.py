"""Nobody sees the order of the stack nor hidden quills; a determinization is a world that all hold possible."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from envs.core.batch import BatchedGame
from envs.village import enums as E
from envs.village.game import GAME
from envs.village.options import VillageOptions
from tests.playing import seat_view
from tests.village.games import options, played
from tests.village.positions import check_position, solo, table

rule = pytest.mark.rule
moderate = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
seeds = st.integers(0, 2**32)
HIDDEN = {"stack", "quill", "seed", "stream_counter"}


def hidden_tiles(state, row) -> list[int]:
    """Places of a set where the quill may be: where its face is known, that one alone."""
    faces = state["tile"][3 * row : 3 * row + 3].tolist()
    if E.TILE_QUILL in faces:
        return [faces.index(E.TILE_QUILL)]
    return [place for place, face in enumerate(faces) if face == E.TILE_HIDDEN]


def permute(state, rng) -> None:
    """Lay everything that nobody has seen anew, in place, by hand."""
    size = int(state["stack_size"])
    state["stack"][:size] = rng.permutation(state["stack"][:size])
    if state["solo"]:
        state["quill"] = [rng.choice(hidden_tiles(state, row)) for row in range(2)]
    state["stream_counter"] = rng.integers(0, 1000, 8)
    state["seed"] = rng.integers(0, 2**62)


@rule("R1.6", "R17.4")
@moderate
@given(values=options(), seed=seeds, player=st.sampled_from(("random", "busy")))
def test_what_is_hidden_shows_nowhere(values, seed, player):
    chosen = VillageOptions.from_kwargs(**values)
    other = BatchedGame(GAME, chosen, 1, autoreset=False)
    for batch, rng in played(values, seed, player):
        if batch.states["done"][0] or rng.integers(10):
            continue
        states = np.asarray(batch.states).copy()
        permute(states[0], rng)
        other.load(states)
        for seat in range(values["num_players"]):
            assert seat_view(other, seat) == seat_view(batch, seat)


@moderate
@given(values=options(), seed=seeds)
def test_a_determinized_game_differs_in_hidden_things_only(values, seed):
    chosen = VillageOptions.from_kwargs(**values)
    other = BatchedGame(GAME, chosen, 1, autoreset=False)
    for batch, rng in played(values, seed):
        if batch.states["done"][0] or rng.integers(6):
            continue
        other.load(np.asarray(batch.states))
        other.determinize(0, int(rng.integers(values["num_players"])), int(rng.integers(2**40)))
        before, after = batch.state(0), np.asarray(other.states)[0]
        for name in before.dtype.names:
            if name not in HIDDEN:
                assert np.array_equal(before[name], after[name]), name
        size = int(before["stack_size"])
        assert sorted(before["stack"][:size]) == sorted(after["stack"][:size])
        assert not after["stack"][size:].any()
        if before["solo"]:
            assert all(after["quill"][row] in hidden_tiles(before, row) for row in range(2))
        assert (other.action_masks == batch.action_masks).all()
        check_position(after)


def determinized(game, number):
    """Many determinizations of one position."""
    batch = BatchedGame(GAME, game.options, number, autoreset=False, observe=False)
    batch.load(np.repeat(game.state[None], number))
    batch.determinize(np.arange(number), 0, np.arange(number))
    return np.asarray(batch.states)


def even(counts: Counter, number: int) -> bool:
    """Is each of the counted things as frequent as the others, within five standard deviations?"""
    share = number / len(counts)
    return all(abs(count - share) < 5 * share**0.5 for count in counts.values())


def test_every_customer_of_the_stack_is_as_likely_to_come_next():
    number, game = 3000, table(3)
    for place in (0, 7, 14):
        found = Counter(determinized(game, number)["stack"][:, place].tolist())
        assert sorted(found) == sorted(game.stack()) and even(found, number)


@rule("R17.4", "R18.8")
@pytest.mark.parametrize(
    "tiles,places",
    [
        ([0, 0, 0], [0, 1, 2]),
        ([1, 0, 0], [1, 2]),
        ([0, 1, 0], [0, 2]),
        ([1, 0, 1], [1]),
        ([2, 0, 0], [0]),
        ([1, 2, 0], [1]),
    ],
)
def test_the_quill_is_under_any_hidden_tile(tiles, places):
    """tiles: 0 hidden, 1 blank, 2 quill; the other set is hidden."""
    number, game = 3000, solo()
    game.carla(tile=[*tiles, 0, 0, 0], quill=(places[0], 0))
    quills = determinized(game, number)["quill"]
    found = Counter(quills[:, 0].tolist())
    assert sorted(found) == places and even(found, number)
    assert even(Counter(quills[:, 1].tolist()), number) and len(set(quills[:, 1].tolist())) == 3


def test_the_future_of_a_copy_is_its_own():
    """Given two determinizations of one position; then their next seedings differ, and the real one stays."""
    game = table(2)
    before = game.state["stream_counter"].copy(), int(game.state["seed"])
    worlds = determinized(game, 20)
    assert len({int(seed) for seed in worlds["seed"]}) == 20
    assert (game.state["stream_counter"] == before[0]).all() and int(game.state["seed"]) == before[1]
