"""Playing whole games with a row of weights per seat, compiled once per game (by core.compile.kernels.load_template).

Injected: the game's kernels legal_actions, apply, scores; choose_weighted(state, mask, rng, w) -> action.
"""

# ruff: noqa: F821 - injected names
from eurogym.envs.core.compile.kernels import entry


@entry
def play_games(states, first, last, rows, weights, mask, rng, table):
    """Play games `first` to `last` - 1 to their end.

    states: records N; rows: int64[N, S], the row of `weights` (float64[R, W]) that each seat plays by;
    mask: uint8[A], rng: uint64[2] and table: int64[N, T, 2] are written, `table` with the final scores.
    """
    for g in range(first, last):
        state = states[g]
        while state.done == 0 and legal_actions(state, mask) > 0:
            apply(state, choose_weighted(state, mask, rng, weights[rows[g, state.current_seat]]))
        scores(state, table[g])
