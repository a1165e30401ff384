"""Fists: a game of the tests in which it is known what can be taken from an agent.

Rock, paper, scissors between two; who throws second does not see the throw of the first.
"""

import numpy as np

from eurogym.declare import actions, game, kernel, names, next_below, number, reseed
from eurogym.envs.core.faces.functions import make_faces

THROWS = ("rock", "paper", "scissors")
R = names("imagined")
STATE = (
    number("throw", 3, per_seat=True, seen="own", help="what was thrown, 0 for nothing yet"),
    number("thrown", 2, help="who has thrown"),
)
ACTIONS = actions(throw=[f"throw {one}" for one in THROWS])


@kernel
def legal(state, mask):
    """Anything can be thrown, once."""
    for kind in range(3):
        mask[kind] = state.throw[state.current_seat] == 0


@kernel
def apply(state, action):
    """One after the other."""
    state.throw[state.current_seat] = action + 1
    state.thrown += 1
    state.current_seat = 1 - state.current_seat
    state.done = state.thrown == 2


@kernel
def scores(state, out):
    """A point for who beats the other."""
    for player in range(2):
        mine, theirs = state.throw[player], state.throw[1 - player]
        out[player, 0] = state.done and (mine - theirs) % 3 == 1


@kernel
def determinize(state, seat, seed):
    """The other one may have thrown anything."""
    reseed(state, seed)
    other = 1 - seat
    if state.throw[other] > 0:
        state.throw[other] = 1 + next_below(state, R.imagined, 3)


GAME = game(
    __name__,
    state=STATE,
    actions=ACTIONS,
    legal=legal,
    apply=apply,
    scores=scores,
    determinize=determinize,
    streams=R,
    players=(2, 2),
    max_decisions=2,
)
env, raw_env, batch, gym_env, vector_env = make_faces(GAME)


class Biased:
    """Throws rock so often, and the others alike."""

    needs_observations = False

    def __init__(self, rock: float = 0.6):
        self.shares = (rock, (1 - rock) / 2, (1 - rock) / 2)
        self.reset(0)

    def reset(self, seed):
        """Begin the luck anew."""
        self.rng = np.random.default_rng(seed)

    def act(self, batch, games):
        """One throw for each game."""
        return self.rng.choice(3, size=len(games), p=self.shares)
