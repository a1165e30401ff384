"""What the heuristics of all games ask of a mask."""

from __future__ import annotations

from eurogym.envs.core.compile import kernel


@kernel
def first_legal(mask, start, stop):
    """The first legal action of a range, -1 if there is none."""
    for action in range(start, min(stop, mask.shape[0])):
        if mask[action]:
            return action
    return -1
