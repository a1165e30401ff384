"""Advantages inside each (game, seat) trajectory, by hand and by a plain loop, and what a rollout keeps."""

from types import SimpleNamespace

import numpy as np
import pytest
import torch

from eurogym.training.learn.ppo.advantages import PENDING_CARRY, PENDING_NONE, seat_advantages
from eurogym.training.learn.ppo.rollout import Rollout


def advantages_of(moves, num_seats, dones=(), rewards=None, carry=None, learns=None):
    """One game: `moves` are (seat, value), `rewards` step -> rewards of all seats, `carry` seat -> value."""
    steps = len(moves)
    seats = np.array([[seat] for seat, _ in moves])
    values = np.array([[value] for _, value in moves], np.float32)
    done = np.zeros((steps, 1), bool)
    done[list(dones)] = True
    given = np.zeros((steps, 1, num_seats), np.float32)
    for step, row in (rewards or {}).items():
        given[step, 0] = row
    carry_values, carry_held = np.zeros((1, num_seats), np.float32), np.zeros((1, num_seats), bool)
    for seat, value in (carry or {}).items():
        carry_values[0, seat], carry_held[0, seat] = value, True
    learns = np.ones((steps, 1), bool) if learns is None else np.array(learns)[:, None]
    return seat_advantages(seats, values, learns, done, given, carry_values, carry_held, 1.0, 1.0)


def test_a_carried_decision_stays_when_nothing_happened_to_its_seat():
    result = advantages_of([(1, 0.0)], 2, carry={0: 0.25})
    assert not result.carry_known.any()
    assert list(result.pending[0]) == [PENDING_CARRY, 0]


def test_opponents_are_neither_learned_from_nor_bootstrapped_from():
    """Given a seat that an opponent takes over in the middle of a game: its decision before is dropped."""
    moves = [(0, 0.1), (1, 0.2), (0, 99.0), (1, 0.3)]
    ours, rewards = [True, True, False, True], {3: [1.0, -1.0]}
    result = advantages_of(moves, 2, dones=[3], rewards=rewards, learns=ours, carry={0: 0.5})
    assert list(result.known[:, 0]) == [False, True, False, True]
    assert not result.carry_known.any()
    assert result.advantages[0, 0] == result.advantages[2, 0] == 0.0
    assert list(result.pending[0]) == [PENDING_NONE, PENDING_NONE]
    # then the next game of the seat is learned from as ever
    moves, rewards = [(0, 0.1), (0, 9.0), (0, 0.0)], {0: [1.0], 2: [1.0]}
    result = advantages_of(moves, 1, dones=[0, 2], rewards=rewards, learns=[True, False, True])
    assert list(result.known[:, 0]) == [True, False, True]


def random_run(seed, steps, games, share):
    """Seats, values, ends of games and rewards; `share` of the decisions end a game. Then what is carried: nothing."""
    rng = np.random.default_rng(seed)
    seats = rng.integers(3, size=(steps, games))
    values = rng.normal(size=(steps, games)).astype(np.float32)
    dones = rng.random((steps, games)) < share
    rewards = np.where(dones[:, :, None], rng.normal(size=(steps, games, 3)), 0.0).astype(np.float32)
    learns, nothing = np.ones_like(dones), (np.zeros((games, 3), np.float32), np.zeros((games, 3), bool))
    return (seats, values, learns, dones, rewards), nothing


@pytest.mark.parametrize("cut", [1, 3, 4, 7])
def test_cutting_a_run_into_two_rollouts_loses_no_decision(cut):
    """With lambda 0 an advantage needs the successor only: two short rollouts equal one long one."""
    games, (run, nothing) = 5, random_run(cut, 12, 5, 0.15)
    values = run[1]
    whole = seat_advantages(*run, *nothing, 0.9, 0.0)

    first = seat_advantages(*[part[:cut] for part in run], *nothing, 0.9, 0.0)
    held = first.pending >= 0
    carried = np.where(held, values[np.maximum(first.pending, 0), np.arange(games)[:, None]], 0.0)
    second = seat_advantages(*[part[cut:] for part in run], carried, held, 0.9, 0.0)

    advantages = np.concatenate([first.advantages, second.advantages])
    known = np.concatenate([first.known, second.known])
    for game, seat in zip(*np.nonzero(second.carry_known), strict=True):
        step = first.pending[game, seat]
        advantages[step, game], known[step, game] = second.carry_advantages[game, seat], True
    np.testing.assert_array_equal(known, whole.known)
    np.testing.assert_allclose(advantages[known], whole.advantages[known], rtol=1e-5, atol=1e-6)


def test_advantages_equal_a_plain_loop_over_each_trajectory():
    steps, games, gamma, lam = 40, 4, 0.97, 0.9
    run, nothing = random_run(0, steps, games, 0.1)
    seats, values, _, dones, rewards = run
    result = seat_advantages(*run, *nothing, gamma, lam)

    for game in range(games):
        start = 0
        for end in [*np.flatnonzero(dones[:, game]), None]:
            stop = steps if end is None else end + 1
            for seat in range(3):
                own = [t for t in range(start, stop) if seats[t, game] == seat]
                advantage = 0.0
                for position in range(len(own) - 1, -1, -1):
                    t = own[position]
                    last = position == len(own) - 1
                    if last and end is None:
                        assert not result.known[t, game]
                        continue
                    after = 0.0 if last else values[own[position + 1], game]
                    reward = rewards[end, game, seat] if last else 0.0
                    advantage = reward + gamma * after - values[t, game] + gamma * lam * advantage
                    assert result.known[t, game]
                    np.testing.assert_allclose(result.advantages[t, game], advantage, rtol=1e-4, atol=1e-5)
            start = stop


def tables(games, seats, features, actions):
    """What a rollout asks of tables: their sizes, and what is seen there."""
    masks = np.random.default_rng(0).random((games, actions)) < 0.5

    def look(shown, legal, to_move):
        shown[:], legal[:], to_move[:] = 7, masks, 1

    sizes = dict(num_games=games, max_seats=seats, num_features=features, num_actions=actions, dtype=np.uint8)
    return SimpleNamespace(look=look, legal=masks, **sizes)


def test_carried_decisions_keep_observation_and_action():
    rollout = Rollout(2, tables(2, 2, 3, 9))
    rollout.seats[:] = [[0, 1], [1, 1]]
    rollout.learns[:] = True
    rollout.actions[:] = np.arange(len(rollout.actions))
    rollout.codes[:] = torch.arange(len(rollout.codes))[:, None]
    rows = rollout.finish(1.0, 1.0)
    # given game 0: seat 0 (row 4), seat 1 (row 6); game 1: seat 1 twice (rows 5 and 7)
    assert list(rows) == [5]
    rollout.carry_over()
    assert rollout.carry_held.tolist() == [[True, True], [False, True]]
    assert rollout.actions[:4].tolist() == [4, 6, 2, 7]
    assert rollout.codes.shape == (8, 3) and rollout.codes[[0, 1, 3], 0].tolist() == [4, 6, 7]
    again = Rollout(2, tables(2, 2, 3, 9))
    again.restore(rollout.snapshot())
    assert torch.equal(again.codes[:4], rollout.codes[:4])


def test_what_was_seen_is_what_is_learned_from():
    given = tables(6, 2, 3, 13)
    rollout = Rollout(1, given)
    step = rollout.look(0, given)
    step.actions[:], step.values[:] = np.arange(6), 0.5
    rollout.advantages[:] = 2.0
    rows = np.arange(rollout.carry_rows, rollout.carry_rows + 6)
    found = rollout.decisions(rows)
    assert (found.observations == 7).all() and step.seats.tolist() == [1] * 6
    assert np.array_equal(found.masks, given.legal) and found.actions.tolist() == list(range(6))
    assert len(found[2:4]) == 2 and found.returns.tolist() == [2.5] * 6
