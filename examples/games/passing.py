"""Passing: choose a card, pass the others on (a draft for 2 to 4 players).

Each of six fruits is on six cards. Everybody is dealt a hand of six. In turn, everybody lays a card of the hand open;
when all have, the hands are passed to the left. This goes on until the hands are used up. For each fruit, a player
scores the square of the number of its cards. Most points win.
"""

from eurogym.declare import actions, cards, game, hands, kernel, names, number, reseed, shuffle

FRUITS, COPIES, HAND = ("apple", "cherry", "fig", "lemon", "pear", "plum"), 6, 6
KINDS = len(FRUITS)
R = names("deck")  # the stream of the pack
STATE = (
    cards("deck", FRUITS, COPIES, help="cards that are not in play"),
    hands("hand", "deck", each=HAND, help="cards to choose from, by fruit"),
    hands("laid", "deck", each=0, seen="all", help="cards laid open, by fruit"),
    number("picked", 4, help="players who have laid a card since the hands were passed"),
    number("passes", HAND, help="how often the hands were passed"),
)
ACTIONS = actions(lay=[f"lay {fruit}" for fruit in FRUITS])


@kernel
def legal(state, mask):
    """The cards in hand."""
    for kind in range(KINDS):
        mask[kind] = state.hand[state.current_seat, kind] > 0


@kernel
def apply(state, action):
    """Lay a card; after the last player the hands are passed."""
    state.hand[state.current_seat, action] -= 1
    state.laid[state.current_seat, action] += 1
    state.current_seat = (state.current_seat + 1) % state.num_seats
    state.picked += 1
    if state.picked == state.num_seats:
        state.picked = 0
        state.passes += 1
        pass_on(state)
        state.done = state.passes == HAND


@kernel
def pass_on(state):
    """Every hand goes to the next seat."""
    for kind in range(KINDS):
        last = state.hand[state.num_seats - 1, kind]
        for back in range(1, state.num_seats):
            player = state.num_seats - back
            state.hand[player, kind] = state.hand[player - 1, kind]
        state.hand[0, kind] = last


@kernel
def scores(state, out):
    """Squares of the numbers of cards of each fruit."""
    for player in range(state.num_seats):
        for kind in range(KINDS):
            out[player, 0] += state.laid[player, kind] * state.laid[player, kind]


@kernel
def determinize(state, seat, seed):
    """Deal anew the hands that the seat has not held yet, together with the cards that are not in play.

    A hand that was passed n times lies n seats further on. The seat knows those that it has held: what was laid from
    them since lies open.
    """
    reseed(state, seed)
    unknown = state.deck_size + 0
    for other in range(state.num_seats):
        if (other - seat) % state.num_seats > state.passes:
            for kind in range(KINDS):
                for _ in range(state.hand[other, kind]):
                    state.deck[unknown] = kind
                    unknown += 1
    shuffle(state, R.deck, state.deck, unknown)
    for other in range(state.num_seats):
        if (other - seat) % state.num_seats > state.passes:
            held = 0
            for kind in range(KINDS):
                held += state.hand[other, kind]
                state.hand[other, kind] = 0
            for _ in range(held):
                unknown -= 1
                state.hand[other, state.deck[unknown]] += 1


GAME = game(
    __name__,
    state=STATE,
    actions=ACTIONS,
    legal=legal,
    apply=apply,
    scores=scores,
    determinize=determinize,
    players=(2, 4),
    max_decisions=4 * HAND,
)
