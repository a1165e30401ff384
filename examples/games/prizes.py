"""Prizes: everybody bids for a prize at the same time, in secret (Goofspiel, for 2 to 4 players).

Everybody has the bids 1 to 7. In each of seven rounds a prize of 1 to 7 is turned up, and everybody chooses a bid that
has not been used yet. When all have chosen, the bids are laid open. The highest bid takes the prize; if several are
equal, nobody does. Most prize points win.
"""

from eurogym.declare import (
    ActionRange,
    actions,
    cards,
    game,
    kernel,
    names,
    next_below,
    number,
    reseed,
    shuffle,
)

ROUNDS = 7
R = names("bids", "prizes")  # one stream for what is imagined; that of the pack has its name
STATE = (
    cards("prizes", [f"prize {value + 1}" for value in range(ROUNDS)], 1, help="prizes to come"),
    number("prize", ROUNDS, help="the prize of this round"),
    number("left", 1, shape=(ROUNDS,), per_seat=True, start=1, help="bids that were not laid open yet"),
    number("bid", ROUNDS, per_seat=True, seen="own", help="the bid chosen in this round, 0 for none"),
    number("chosen", 4, help="players who have chosen in this round"),
    number("points", 28, per_seat=True, help="prizes taken so far"),
)
BIDS = [f"bid {value + 1}" for value in range(ROUNDS)]
ACTIONS = actions(bid=ActionRange("bid", ROUNDS, BIDS, secret={"number": None}))  # the log hides which


@kernel
def begin(state):
    """Turn up the first prize."""
    turn_up(state)


@kernel
def turn_up(state):
    """Draw the prize of a round."""
    state.prizes_size -= 1
    state.prize = state.prizes[state.prizes_size] + 1


@kernel
def legal(state, mask):
    """The bids that were not laid open yet; this round's bid is chosen only once."""
    for value in range(ROUNDS):
        mask[value] = state.left[state.current_seat, value]


@kernel
def apply(state, action):
    """Keep the bid secret until the last player has chosen: what all see (`left`) does not change before."""
    state.bid[state.current_seat] = action + 1
    state.chosen += 1
    state.current_seat = (state.current_seat + 1) % state.num_seats
    if state.chosen == state.num_seats:
        lay_open(state)


@kernel
def lay_open(state):
    """Use up the bids, give the prize away and go on to the next round."""
    best, winner = 0, -1
    for player in range(state.num_seats):
        bid = state.bid[player]
        if bid == best:
            winner = -1
        elif bid > best:
            best, winner = bid, player
        state.left[player, bid - 1] = 0
        state.bid[player] = 0
    if winner >= 0:
        state.points[winner] += state.prize
    state.chosen = 0
    state.prize = 0
    if state.prizes_size == 0:
        state.done = 1
    else:
        turn_up(state)


@kernel
def scores(state, out):
    """The prizes taken."""
    for player in range(state.num_seats):
        out[player, 0] = state.points[player]


@kernel
def determinize(state, seat, seed):
    """Others who have chosen may have chosen any bid that they have left; prizes to come may lie in any order."""
    reseed(state, seed)
    shuffle(state, R.prizes, state.prizes, state.prizes_size)
    for player in range(state.num_seats):
        if player == seat or state.bid[player] == 0:
            continue
        count = 0
        for value in range(ROUNDS):
            count += state.left[player, value]
        place = next_below(state, R.bids, count)
        for value in range(ROUNDS):
            if state.left[player, value]:
                if place == 0:
                    state.bid[player] = value + 1
                place -= 1


def announce(state, options, kind, index, text):
    """Return what the others hear of a bid: not how much it is."""
    return "a bid"


GAME = game(
    __name__,
    state=STATE,
    actions=ACTIONS,
    legal=legal,
    apply=apply,
    scores=scores,
    begin=begin,
    determinize=determinize,
    announce=announce,
    streams=names("bids"),
    players=(2, 4),
    max_decisions=4 * ROUNDS,
)
