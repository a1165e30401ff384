"""The storage of a rollout: packed masks, and decisions carried over to the next one."""

import numpy as np
import torch

from eurogym.training.learn.ppo.network import ILLEGAL
from eurogym.training.learn.ppo.rollout import Rollout


def test_carried_decisions_keep_observation_and_action():
    rollout = Rollout(2, (2, 2, 3, 9), others=True)
    rollout.seats[:] = [[0, 1], [1, 1]]
    rollout.learns[:] = True
    rollout.actions[:] = np.arange(len(rollout.actions))
    rollout.codes[:] = rollout.others[:] = torch.arange(len(rollout.codes))[:, None]
    rows = rollout.finish(1.0, 1.0)
    # given game 0: seat 0 (row 4), seat 1 (row 6); game 1: seat 1 twice (rows 5 and 7)
    assert list(rows) == [5]
    rollout.carry_over()
    assert rollout.carry_held.tolist() == [[True, True], [False, True]]
    assert rollout.actions[:4].tolist() == [4, 6, 2, 7]
    for codes in (rollout.codes, rollout.others):
        assert codes.shape == (8, 3) and codes[[0, 1, 3], 0].tolist() == [4, 6, 7]
    again = Rollout(2, (2, 2, 3, 9), others=True)
    again.restore(rollout.snapshot())
    assert torch.equal(again.others[:4], rollout.others[:4])


def test_masks_are_unpacked_as_they_were_packed():
    masks = np.random.default_rng(0).random((6, 13)) < 0.5
    rollout = Rollout(1, (6, 1, 2, 13))
    rollout.shown[:] = 7
    assert (rollout.store(0, masks) == 7).all() and (rollout.codes[rollout.carry_rows :] == 7).all()
    rows = torch.arange(rollout.carry_rows, rollout.carry_rows + 6)
    assert (rollout.lowered(rows).numpy() == np.where(masks, 0.0, np.float32(ILLEGAL))).all()
