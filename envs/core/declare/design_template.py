"""The columns of points of whole batches, compiled once per game (executed by core.compile.kernels.load_template).

Injected: points(state, seat, total, out).
"""

# ruff: noqa: F821 - injected names
from eurogym.envs.core.compile.kernels import entry


@entry
def points_of_all(states, totals, out):
    """Write the columns of every seat. totals: int64[N, S], the scores; out: int64[N, S, P], zeros."""
    for g in range(states.shape[0]):
        for seat in range(totals.shape[1]):
            points(states[g], seat, totals[g, seat], out[g, seat])
