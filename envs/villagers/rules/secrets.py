"""Hand cards that some seats know of and others do not: taken from a pile in which a seat knew them, seen by the Noble.

Together with what all know (`hand_known`) they are a lower bound of what a seat knows of another hand, kept as a
careful player would (rules 18.6): a card played in sight was one of the known ones if there were any; a card given
face-down may be any known one of its suit.
"""

from __future__ import annotations

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.villagers.declare.enums import CARD
from eurogym.envs.villagers.declare.state import MAX_SECRETS


@kernel
def add_secret(state, seat, card, known):
    """A card in the hand of `seat` that the seats of the bits `known` know of, the holder not among them."""
    known &= ~(1 << seat)
    if known == 0:
        return
    if state.num_secrets == MAX_SECRETS:
        drop_secret(state, 0)
    last = state.num_secrets
    state.secret_seat[last] = seat
    state.secret_card[last] = card
    state.secret_known[last] = known
    state.num_secrets = last + 1


@kernel
def secrets_known(state, observer, seat, card):
    """Copies of a card in the hand of `seat` that `observer` knows of beyond those that all know of."""
    copies = 0
    for index in range(state.num_secrets):
        if state.secret_seat[index] == seat and state.secret_card[index] == card:
            copies += (state.secret_known[index] >> observer) & 1
    return copies


@kernel
def drop_secret(state, index):
    """Close the gap of a secret that nobody keeps any more."""
    last = state.num_secrets - 1
    for place in range(index, last):
        state.secret_seat[place] = state.secret_seat[place + 1]
        state.secret_card[place] = state.secret_card[place + 1]
        state.secret_known[place] = state.secret_known[place + 1]
    state.secret_seat[last] = 0
    state.secret_card[last] = 0
    state.secret_known[last] = 0
    state.num_secrets = last


@kernel
def see_hand(state, observer, seat):
    """R14.5: the observer sees all cards of another hand."""
    for card in range(CARD.lumberjack, state.cards_stop):
        unknown = state.hand[seat, card] - state.hand_known[seat, card]
        unknown -= secrets_known(state, observer, seat, card)
        for index in range(state.num_secrets):  # copies that others know of
            if (
                unknown > 0
                and state.secret_seat[index] == seat
                and state.secret_card[index] == card
                and not (state.secret_known[index] >> observer) & 1
            ):
                state.secret_known[index] |= 1 << observer
                unknown -= 1
        for _ in range(unknown):
            add_secret(state, seat, card, 1 << observer)


@kernel
def forget_secret(state, seat, card):
    """One copy of a card may have left the hand of `seat`: each seat that knows of some knows of one less."""
    done = 0  # bits of the seats that have forgotten one
    for index in range(state.num_secrets - 1, -1, -1):
        if state.secret_seat[index] == seat and state.secret_card[index] == card:
            known = state.secret_known[index]
            state.secret_known[index] = known & done
            done |= known
            if state.secret_known[index] == 0:
                drop_secret(state, index)


@kernel
def seats_that_can_tell(state, seat, card, cards_of_suit):
    """Bits of the seats that know all cards of a suit in the hand of `seat` to be this card."""
    known = 0
    for observer in range(state.num_seats):
        if state.hand_known[seat, card] + secrets_known(state, observer, seat, card) == cards_of_suit:
            known |= 1 << observer
    return known
