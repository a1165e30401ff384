"""Helpers for reading masks, shared by the heuristics of all games."""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel


@kernel
def first_legal(mask, start, stop):
    """Return the first legal action of a range, or -1 if there is none."""
    for action in range(start, min(stop, mask.shape[0])):
        if mask[action]:
            return action
    return -1
