"""The batch loop over a policy kernel, compiled once per game (executed by core.compile.kernels.load_template).

Injected: choose(state, mask, rng) -> action.
"""

# ruff: noqa: F821 - injected names
from eurogym.envs.core.compile.kernels import entry


@entry
def choose_many(states, masks, games, streams, out):
    """Write the policy's action for each game index of `games` to `out`."""
    for k in range(games.shape[0]):
        g = games[k]
        out[k] = choose(states[g], masks[g], streams[g])
