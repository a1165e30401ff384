"""What a seat sees of the expansions: a section of fields for each (rules 18.6).

A module with cards begins with the same fields for its cards that the base section has for those of the base set, so
one set of kernels writes them all.
"""

from __future__ import annotations

import numpy as np

from eurogym.envs.core.compile.kernels import kernel
from eurogym.envs.core.compile.memory import copy_bytes
from eurogym.envs.core.declare.layout import Field, FieldSection, decision_field
from eurogym.envs.core.declare.names import bits_for
from eurogym.envs.core.declare.things import bits, one
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare import things as X
from eurogym.envs.villagers.declare.enums import CARD, DEV_SUIT, DEVELOPMENT, D
from eurogym.envs.villagers.declare.tables import MODULE

# where the fields of cards lie, in sizes of the module, counted from the start of its section
PENDING, ROAD, KNOWN, DISCARD, UNSEEN, HAND, CARD_FIELDS = 0, 1, 7, 8, 9, 10, 11
# hand cards by number, from 1: those of the file in their order, then the basic villagers
# Digits of a hand card's number where a seat knows the top of a pile, in the base section; the higher ones are needed
# for Scoundrels and for basic villagers in piles alone
KNOWN_BITS = 6
NUMBER_BITS = bits_for(CARD.COUNT - 1)
HAND_CARDS = [*range(E.FIRST_HAND_CARD, CARD.BASE), *T.MORE_CARDS]
HAND_PLACE = np.zeros(CARD.COUNT, dtype=np.int64)  # of a card in hand_seen
HAND_PLACE[HAND_CARDS] = np.arange(len(HAND_CARDS))
HAND_KNOWN, SQUARE, VILLAGE, SEAT_CARD_FIELDS = 0, 1, 2, 3


def _kind(module: str, kind: str) -> str:
    """Return the kind of a field's rows, one of its own for Scoundrels: it tells again of the basic villagers."""
    return "" if module == "scoundrels" else kind


def _card_fields(module: str) -> tuple[Field, ...]:
    n, words = len(T.MODULE_CARDS[module]), f"per card of the {module}"
    high = E.BASICS_EACH if module == "scoundrels" else E.MAX_COPIES
    fields = (
        Field(
            f"{module}_pending_card",
            one(X.MODULES[module]),
            1,
            "all; a card being returned: who knows it",
            "as pending_card",
            1,
            kind=_kind(module, "pending_card"),
        ),
        Field(
            f"{module}_road",
            (X.SLOTS, one(X.MODULES[module])),
            1,
            "all",
            "one-hot per slot: face-up card",
            1,
            kind="road",
        ),
        Field(
            f"{module}_known_in_piles",
            X.MODULES[module],
            1 / 2,
            "own seat",
            f"{words}: as known_in_piles",
            high,
            kind="known_in_piles",
        ),
        Field(
            f"{module}_discard",
            X.MODULES[module],
            1 / 2,
            "all",
            f"{words}: copies on the discard pile",
            high,
            kind="discard",
        ),
        Field(
            f"{module}_unseen",
            X.MODULES[module],
            1 / 2,
            "own seat",
            f"{words}: copies whose place this seat does not know",
            30,
            kind="unseen",
        ),
        Field(
            f"{module}_hand",
            X.MODULES[module],
            1 / 2,
            "own seat",
            f"{words}: copies in the own hand",
            high,
            kind="hand",
        ),
    )
    if sum(field.size for field in fields) != CARD_FIELDS * n:
        raise ValueError(f"villagers: fields of the cards of the {module}")
    return fields


def _seat_card_fields(module: str) -> tuple[Field, ...]:
    n, words = len(T.MODULE_CARDS[module]), f"per card of the {module}"
    high = E.BASICS_EACH if module == "scoundrels" else E.MAX_COPIES
    fields = (
        Field(
            f"{module}_hand_known",
            X.MODULES[module],
            1 / 2,
            "all",
            f"{words}: surely in hand by public knowledge",
            high,
            kind="hand_known",
        ),
        Field(
            f"{module}_square",
            X.MODULES[module],
            1 / 2,
            "all",
            f"{words}: copies in the Village Square",
            high,
            kind="square",
        ),
        Field(
            f"{module}_village",
            X.MODULES[module],
            1 / 2,
            "all",
            f"{words}: copies in the village",
            high,
            kind=_kind(module, "village"),
        ),
    )
    if sum(field.size for field in fields) != SEAT_CARD_FIELDS * n:
        raise ValueError(f"villagers: seat fields of the cards of the {module}")
    return fields


SECTIONS = (
    FieldSection(
        "profiteers",
        (
            *_card_fields("profiteers"),
            decision_field(D, "profiteers"),
            Field(
                "freelancer_asked",
                (X.SEATS, X.COPIES),
                1,
                "all",
                "one-hot: Freelancer that may be paid, seat relative to the observer, and copy",
                1,
            ),
        ),
        (
            *_seat_card_fields("profiteers"),
            Field("freelancer_coins", X.COPIES, 1 / 10, "all", "coins per Freelancer"),
            Field("bronze", (), 1 / 10, "all", "best Bronze symbol as the village stands"),
        ),
        when=lambda options: options.profiteers,
    ),
    FieldSection(
        "developments",
        (
            decision_field(D, "developments"),
            Field("development", DEVELOPMENT.COUNT, 1, "all", "per Development: it is on the table", 1),
        ),
        (
            Field(
                "token", DEV_SUIT.COUNT, 1, "all", "per suit of Developments: this seat holds the token", 1
            ),
            Field("metric", DEV_SUIT.COUNT, 1 / 10, "all", "per suit: what this seat brings, up to 255"),
        ),
        when=lambda options: options.developments,
    ),
    FieldSection(
        "saints",
        (
            *_card_fields("saints"),
            decision_field(D, "saints"),
            Field(
                "recruiter_paid",
                2,
                1,
                "all",
                "one-hot: the Recruiter is paid, its second draft is under way",
                1,
            ),
            Field(
                "looked_stack", one(X.STACKS), 1, "all", "one-hot: stack that the Prophet looks through", 1
            ),
            Field(
                "looked_cards",
                (X.LOOKED, bits(X.NUMBERED, NUMBER_BITS)),
                1,
                "own seat",
                "per card that the Pigeoneer looks at and that is not put back, as it lay from the top: its number in "
                "binary, lowest bit first",
                1,
            ),
        ),
        _seat_card_fields("saints"),
        when=lambda options: options.saints,
    ),
    FieldSection(
        "scoundrels",
        (
            *_card_fields("scoundrels"),
            decision_field(D, "scoundrels"),
            Field(
                "top_known_high",
                (X.PILES, bits(X.NUMBERED, NUMBER_BITS - KNOWN_BITS, KNOWN_BITS)),
                1,
                "own seat",
                "the digits of top_known that follow its last one",
                1,
                kind="pile",
            ),
            Field(
                "visited_seat",
                one(X.SEATS),
                1,
                "all",
                "one-hot: seat that Noble or Schemer visits, or that drafts after the Courier has been asked; relative "
                "to the observer",
                1,
            ),
        ),
        (
            *_seat_card_fields("scoundrels"),
            Field("thief_coins", X.COPIES, 1 / 10, "all", "coins per Thief"),
        ),
        when=lambda options: options.scoundrels,
    ),
    FieldSection(
        "secrets",
        (),
        (
            Field(
                "hand_seen",
                X.CARDS[HAND_CARDS],
                1 / 2,
                "own seat",
                "per card of the base set, basic villager, and card of the expansions: copies in this seat's hand that "
                "the observer knows of beyond hand_known",
                E.BASICS_EACH,
            ),
        ),
        when=lambda options: options.secrets,
    ),
)


# --- cards ------------------------------------------------------------------------------------------


@kernel
def fields_start(state, module):
    """Return where the global fields of a module begin."""
    if module == MODULE.saints:
        return np.int64(state.fields_saints)
    if module == MODULE.scoundrels:
        return np.int64(state.fields_scoundrels)
    return np.int64(state.fields_profiteers)


@kernel
def seat_fields_start(state, module):
    """Return where the fields of a module begin in a seat block."""
    if module == MODULE.saints:
        return np.int64(state.seat_fields_saints)
    if module == MODULE.scoundrels:
        return np.int64(state.seat_fields_scoundrels)
    return np.int64(state.seat_fields_profiteers)


@kernel
def is_in_play(state, card):
    """Does a module name this card, and is it in play?"""
    module = T.MODULE_OF[card]
    return (
        (module == MODULE.profiteers and state.profiteers)
        or (module == MODULE.saints and state.saints)
        or (module == MODULE.scoundrels and state.scoundrels)
    )


@kernel
def card_field(state, card, field):
    """Return the entry of a card in one of the global card fields of its module."""
    module = T.MODULE_OF[card]
    return fields_start(state, module) + field * T.MODULE_SIZE[module] + T.PLACE_IN_MODULE[card]


@kernel
def seat_card_field(state, card, field, first):
    """Return the entry of a card in one of the card fields of its module in the seat block that begins at `first`."""
    module = T.MODULE_OF[card]
    return first + seat_fields_start(state, module) + field * T.MODULE_SIZE[module] + T.PLACE_IN_MODULE[card]


@kernel
def names_card(state, card):
    """Does a module in play name this card, other than NO_CARD?"""
    return card >= 0 and is_in_play(state, card)


@kernel
def copies_in_play(state, card):
    """Copies of a card of an expansion in the game, those dealt from included."""
    if card == CARD.courier and not state.courier:
        return np.int64(0)
    return np.int64(state.copies[card])


@kernel
def observe_number(out, first, card, low, bits):
    """`bits` binary digits of a hand card's number, from digit `low` on."""
    number = card - E.FIRST_HAND_CARD + 1
    if number <= 0:
        number = CARD.COUNT - E.FIRST_HAND_CARD + card
    for bit in range(bits):
        out[first + bit] = (number >> (low + bit)) & 1


@kernel
def observe_group(state, seat, out, start, size, place, first, n):
    """Cards `first` to `first + n` of a module of `size` cards, at `place` in its fields that begin at `start`."""
    copy_bytes(out, start + DISCARD * size + place, state.discard, first, n)
    copy_bytes(out, start + HAND * size + place, state.hand[seat], first, n)
    unseen = start + UNSEEN * size + place
    for k in range(n):
        out[unseen + k] = (
            copies_in_play(state, first + k) - state.discard[first + k] - state.hand[seat, first + k]
        )
    for other in range(state.num_seats):
        for k in range(n):
            out[unseen + k] -= state.village[other, first + k]
        if other != seat:
            for k in range(n):
                out[unseen + k] -= state.hand_known[other, first + k]


@kernel
def observe_more_cards(state, seat, out, transit, pending):
    """Write the cards of the expansions on the table and in the own hand; `transit` lies nowhere, `pending` is
    shown.
    """
    if state.profiteers:
        start, size = np.int64(state.fields_profiteers), CARD.num_profiteers
        observe_group(state, seat, out, start, size, 0, CARD.first_profiteers, CARD.num_profiteers)
    if state.saints:
        start, size = np.int64(state.fields_saints), CARD.num_saints
        observe_group(state, seat, out, start, size, 0, CARD.first_saints, CARD.num_saints)
    if state.scoundrels:
        start, size = np.int64(state.fields_scoundrels), CARD.num_scoundrels + E.NUM_BASICS
        observe_group(state, seat, out, start, size, 0, CARD.first_scoundrels, CARD.num_scoundrels)
        observe_group(state, seat, out, start, size, CARD.num_scoundrels, CARD.lumberjack, E.NUM_BASICS)
        for basic in range(CARD.lumberjack, E.FIRST_HAND_CARD):
            out[card_field(state, basic, UNSEEN)] -= state.basics_left[basic]
    for slot in range(E.NUM_SLOTS):
        card = state.road[slot]
        if names_card(state, card):
            out[card_field(state, card, ROAD) + slot * T.MODULE_SIZE[T.MODULE_OF[card]]] = 1
            out[card_field(state, card, UNSEEN)] -= 1
    for other in range(state.num_seats):
        for position in range(state.square_count[other]):
            card = state.square[other, position]
            if names_card(state, card):
                out[card_field(state, card, UNSEEN)] -= 1
    if names_card(state, transit):
        out[card_field(state, transit, UNSEEN)] -= 1
    if names_card(state, pending):
        out[card_field(state, pending, PENDING)] = 1


@kernel
def observe_known_more(state, out, card):
    """Write a face-down card of an expansion that the seat knows."""
    out[card_field(state, card, KNOWN)] += 1
    out[card_field(state, card, UNSEEN)] -= 1


@kernel
def observe_unseen_more(state, out, card):
    """Write a card of an expansion whose place the seat knows."""
    out[card_field(state, card, UNSEEN)] -= 1


@kernel
def observe_secrets(state, observer, seat, out, first):
    """Rules 18.6: what the observer alone knows of another hand; `first` begins the section in the seat block."""
    for index in range(state.num_secrets):
        if state.secret_seat[index] == seat and (state.secret_known[index] >> observer) & 1:
            out[first + HAND_PLACE[state.secret_card[index]]] += 1


@kernel
def observe_group_of_seat(state, seat, out, start, size, place, first, n):
    """Write what all know of a seat's hand and village, in the fields of its block that begin at `start`."""
    copy_bytes(out, start + HAND_KNOWN * size + place, state.hand_known[seat], first, n)
    copy_bytes(out, start + VILLAGE * size + place, state.village[seat], first, n)


@kernel
def observe_more_of_seat(state, seat, out, first):
    """Write the cards of the expansions that all see of one seat."""
    if state.profiteers:
        start, size = first + state.seat_fields_profiteers, CARD.num_profiteers
        observe_group_of_seat(state, seat, out, start, size, 0, CARD.first_profiteers, CARD.num_profiteers)
    if state.saints:
        start, size = first + state.seat_fields_saints, CARD.num_saints
        observe_group_of_seat(state, seat, out, start, size, 0, CARD.first_saints, CARD.num_saints)
    if state.scoundrels:
        start, size = first + state.seat_fields_scoundrels, CARD.num_scoundrels + E.NUM_BASICS
        observe_group_of_seat(state, seat, out, start, size, 0, CARD.first_scoundrels, CARD.num_scoundrels)
        observe_group_of_seat(
            state, seat, out, start, size, CARD.num_scoundrels, CARD.lumberjack, E.NUM_BASICS
        )
    for position in range(state.square_count[seat]):
        card = state.square[seat, position]
        if names_card(state, card):
            out[seat_card_field(state, card, SQUARE, first)] += 1
