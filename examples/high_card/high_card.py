"""High Card: four tricks from hidden hands, for 2 to 4 players.

Each of six values is on three cards. Everybody is dealt four. The leader plays a card, then the others in turn; the
highest card takes the trick, of equal ones the first played. A trick scores a point for each card in it, two for a 6.
Who takes a trick leads the next one. Most points win; of equal scores those who took the last trick.
"""

from eurogym.declare import actions, cards, game, hands, kernel, number, seat

VALUES, COPIES, TRICKS, HIGHEST = 6, 3, 4, 6
NAMES = [str(value + 1) for value in range(VALUES)]

STATE = (
    cards("deck", NAMES, COPIES, help="cards that are left"),
    hands("hand", "deck", each=TRICKS, help="cards held, by value"),
    number("table", VALUES, per_seat=True, help="value on the table, 0 for none"),
    number("points", 2 * 4 * TRICKS, per_seat=True, help="points so far"),
    number("trick", TRICKS, help="tricks that are over"),
    seat("leader", help="led this trick"),
)
ACTIONS = actions(play=[f"play {name}" for name in NAMES])


@kernel
def legal(state, mask):
    """The values in hand."""
    for kind in range(VALUES):
        mask[kind] = state.hand[state.current_seat, kind] > 0


@kernel
def apply(state, action):
    """Play a card; the last of a trick ends it."""
    state.hand[state.current_seat, action] -= 1
    state.table[state.current_seat] = action + 1
    state.current_seat = (state.current_seat + 1) % state.num_seats
    if state.current_seat == state.leader:
        end_trick(state)


@kernel
def end_trick(state):
    """The highest card takes the trick, the first played of equal ones."""
    winner, points = state.leader, 0
    for turn in range(state.num_seats):
        player = (state.leader + turn) % state.num_seats
        points += 1 + (state.table[player] == HIGHEST)
        if state.table[player] > state.table[winner]:
            winner = player
    for player in range(state.num_seats):
        state.table[player] = 0
    state.points[winner] += points
    state.trick += 1
    state.leader = state.current_seat = winner
    state.done = state.trick == TRICKS


@kernel
def scores(state, out):
    """Points; the winner of the last trick goes before others with as many."""
    for player in range(state.num_seats):
        out[player, 0] = state.points[player]
    out[state.leader, 1] = 1


GAME = game(
    __name__,
    state=STATE,
    actions=ACTIONS,
    legal=legal,
    apply=apply,
    scores=scores,
    players=(2, 4),
    max_decisions=16,
)
