"""Loiter: a game of the tests that need not end. Two players take stones from a pile of four, or pass."""

from eurogym.declare import actions, game, kernel, number
from eurogym.envs.core.faces.functions import make_faces

STONES, BOUND = 4, 8
PASS, TAKE = 0, 1
STATE = (
    number("pile", STONES, help="stones that are left"),
    number("held", STONES, per_seat=True, help="stones taken"),
)
ACTIONS = actions(turn=["pass", "take"])


@kernel
def begin(state):
    """All stones are on the pile."""
    state.pile = STONES


@kernel
def legal(state, mask):
    """Anything is possible, always."""
    mask[PASS] = 1
    mask[TAKE] = 1


@kernel
def apply(state, action):
    """One after the other, until the pile is empty."""
    if action == TAKE:
        state.pile -= 1
        state.held[state.current_seat] += 1
    state.current_seat = 1 - state.current_seat
    state.done = state.pile == 0


@kernel
def scores(state, out):
    """A point for each stone."""
    for player in range(2):
        out[player, 0] = state.held[player]


@kernel
def determinize(state, seat, seed):
    """Nothing is hidden."""


GAME = game(
    __name__,
    state=STATE,
    actions=ACTIONS,
    begin=begin,
    legal=legal,
    apply=apply,
    scores=scores,
    determinize=determinize,
    players=(2, 2),
    max_decisions=BOUND,
)
env, raw_env, batch, gym_env, vector_env = make_faces(GAME)


class Passing:
    """Passes always."""

    def act(self, batch, games):
        """Return no other action."""
        return games * 0 + PASS
