"""Expeditions, a stranger's game of hidden hands: two players, four routes, each ascending.

A turn has two parts. First a card is played to one's own route of its colour, above what lies there, or discarded onto
the pile of its colour. Then a card is taken, from the deck or from the top of a pile. The game ends when the deck is
empty, or after 60 turns. A route that was begun scores the sum of its cards less eight.
"""

from eurogym.declare import actions, cards, game, hands, kernel, names, number

COLOURS, RANKS, HAND, TURNS = 4, 8, 6, 60
COLOUR = ("yellow", "blue", "white", "green")
CARDS = [f"{colour} {rank + 1}" for colour in COLOUR for rank in range(RANKS)]
D = names("PLAY", "DRAW")
STATE = (
    cards("deck", CARDS, 1, help="cards that are left"),
    hands("hand", "deck", each=HAND, help="cards held, by kind"),
    number("top", RANKS, shape=(COLOURS,), per_seat=True, entries=COLOUR, help="highest rank on the route"),
    number("earned", 40, low=-8, shape=(COLOURS,), per_seat=True, entries=COLOUR, help="points of the route"),
    number("pile", RANKS, shape=(COLOURS, RANKS), help="ranks on the discard pile, from below"),
    number("height", RANKS, shape=(COLOURS,), entries=COLOUR, help="cards on the discard pile"),
    number("turns", TURNS, help="turns that are over"),
)
ACTIONS = actions(
    play=[f"play {card}" for card in CARDS],
    discard=[f"discard {card}" for card in CARDS],
    closed="take a card from the deck",
    open=[f"take the open {colour} card" for colour in COLOUR],
)
A = ACTIONS.ids


@kernel
def legal(state, mask):
    """A card of the hand above what lies there, or any as a discard; then a card from somewhere."""
    me = state.current_seat
    if state.decision == D.DRAW:
        mask[A.closed] = 1
        for colour in range(COLOURS):
            mask[A.open + colour] = state.height[colour] > 0
        return
    for card in range(COLOURS * RANKS):
        if state.hand[me, card] > 0:
            mask[A.play + card] = card % RANKS + 1 > state.top[me, card // RANKS]
            mask[A.discard + card] = 1


@kernel
def apply(state, action):
    """Lay a card, then take one."""
    me = state.current_seat
    if action < A.closed:
        card = action % (COLOURS * RANKS)
        colour, rank = card // RANKS, card % RANKS + 1
        state.hand[me, card] -= 1
        if action < A.discard:
            state.earned[me, colour] += rank - 8 * (state.top[me, colour] == 0)
            state.top[me, colour] = rank
        else:
            state.pile[colour, state.height[colour]] = rank
            state.height[colour] += 1
        state.decision = D.DRAW
        return
    if action == A.closed:
        state.deck_size -= 1
        state.hand[me, state.deck[state.deck_size]] += 1
    else:
        colour = action - A.open
        state.height[colour] -= 1
        state.hand[me, colour * RANKS + state.pile[colour, state.height[colour]] - 1] += 1
        state.pile[colour, state.height[colour]] = 0
    state.decision = D.PLAY
    state.current_seat = 1 - me
    state.turns += 1
    state.done = state.deck_size == 0 or state.turns == TURNS


@kernel
def scores(state, out):
    """The points of all routes."""
    for player in range(state.num_seats):
        for colour in range(COLOURS):
            out[player, 0] += state.earned[player, colour]


GAME = game(
    __name__,
    state=STATE,
    actions=ACTIONS,
    legal=legal,
    apply=apply,
    scores=scores,
    decisions=D,
    players=(2, 2),
    max_decisions=2 * TURNS,
)
