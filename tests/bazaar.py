"""Bazaar: a game of the tests with every kind of part that a game can declare (:mod:`eurogym.declare`).

Everybody holds goods that only they see, and a hat that all but they see. In turn each sells a good of a kind for its
price, which falls, or buys one from the sack for 2. After eight turns each the richest wins.
"""

from eurogym.declare import actions, cards, game, hands, kernel, names, next_below, number, seat

GOODS, HATS = ("silk", "salt", "tea"), ("red", "green")
COPIES, HIGHEST, ROUNDS, PRICE = (6, 8, 10), 5, 8, 2
D = names("TRADE", "HAGGLE")
R = names("weather")


STATE = (
    cards("sack", GOODS, COPIES),
    cards("box", HATS, (2, 3)),
    hands("goods", "sack", each=2),
    hands("hat", "box", each=1, seen="others"),
    hands("stall", "sack", each=1, seen="all"),
    number("price", HIGHEST, low=-1, entries=GOODS, start=HIGHEST),
    number("grid", 3, shape=(2, 3), start=1),
    number("coins", 1000, per_seat=True, unit=4, start=10),
    number("sold", 20, shape=2, per_seat=True),
    number("weather", 2, low=1, start=1, values=("dry", "wet")),
    number("turns", 4 * ROUNDS),
    seat("first"),
)
ACTIONS = actions(sell=[f"sell {good}" for good in GOODS], buy="buy", pass_="pass")
A = ACTIONS.ids


@kernel
def begin(state):
    """Chance names who begins."""
    state.first = next_below(state, R.weather, state.num_seats)
    state.current_seat = state.first


@kernel
def legal(state, mask):
    """What is held can be sold; passing is always there."""
    for kind in range(3):
        mask[A.sell + kind] = state.goods[state.current_seat, kind] > 0
    mask[A.buy] = state.sack_size > 0 and state.coins[state.current_seat] >= PRICE
    mask[A.pass_] = 1


@kernel
def apply(state, action):
    """Trade, and the next player's turn."""
    player = state.current_seat
    if action < A.sell_stop:
        kind = action - A.sell
        state.goods[player, kind] -= 1
        state.coins[player] += max(0, state.price[kind])
        state.price[kind] = max(-1, state.price[kind] - 1)
        state.sold[player, kind % 2] += 1
        state.grid[kind % 2, kind] = (state.grid[kind % 2, kind] + 1) % 4
    elif action == A.buy:
        state.sack_size -= 1
        state.goods[player, state.sack[state.sack_size]] += 1
        state.coins[player] -= PRICE
    state.weather = 1 + next_below(state, R.weather, 2)
    state.turns += 1
    state.decision = D.HAGGLE if state.turns % 2 else D.TRADE
    state.current_seat = (player + 1) % state.num_seats
    state.done = state.turns == ROUNDS * state.num_seats


@kernel
def scores(state, out):
    """Coins."""
    for player in range(state.num_seats):
        out[player, 0] = state.coins[player]


GAME = game(
    __name__,
    title="The Bazaar",
    state=STATE,
    actions=ACTIONS,
    legal=legal,
    apply=apply,
    scores=scores,
    begin=begin,
    decisions=D,
    streams=R,
    players=(2, 4),
    max_decisions=lambda options: ROUNDS * options.num_players,
)
