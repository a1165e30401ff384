"""The rules of Keepsakes as kernels."""

from eurogym.envs.core.compile.kernels import I8, I16, kernel
from eurogym.envs.core.compile.random import next_below, reseed, shuffle
from eurogym.envs.core.declare.actions import ActionRange, ActionSection, ActionSpace
from eurogym.envs.core.declare.fields import StateField, last_seat
from eurogym.envs.core.declare.flow import ask
from eurogym.envs.core.declare.layout import Field, FieldSection, ObservationSpace
from eurogym.envs.core.declare.names import sequence

MAX_PLAYERS = 4
NUM_VALUES = 5
COPIES = 4
DECK_SIZE = NUM_VALUES * COPIES
HAND_SIZE = 3
ROUNDS = 2
STAKE_COST, STAKE_PRIZE = 1, 3
HARD_BONUS = 2
RIVAL = 1  # seat of the automated opponent in the solo game
RIVAL_TIE_BREAK = 99
MOST_POINTS = ROUNDS * NUM_VALUES + STAKE_PRIZE + HARD_BONUS

SCORE_OFFSET = 2  # scores may be -1..; keep codes positive

D = sequence("tests.toy.decisions", ("PLAY", "STAKE"))
STEP = sequence("tests.toy.steps", ("TURN", "STAKE", "END_TURN"))
R = sequence("tests.toy.streams", ("deck", "start"))

ACTIONS = ActionSpace(
    "tests.toy.actions",
    ActionSection(
        "base",
        (
            ActionRange("play", NUM_VALUES, lambda i: f"play {i + 1}", "score a card of the hand"),
            ActionRange("stake", 1, "stake", "one point now for three at the end"),
            ActionRange("pass", 1, "pass", "no stake"),
        ),
    ),
)
A = ACTIONS.ids

OBSERVATION = ObservationSpace(
    "tests.toy.fields",
    D,
    FieldSection(
        "base",
        (
            Field("round", (), 1 / ROUNDS, "all", "rounds completed", high=ROUNDS),
            Field("deck_size", (), 1 / DECK_SIZE, "all", "cards left in the deck", high=DECK_SIZE),
            Field("hard", (), 1.0, "all", "solo level", high=1),
            Field("hand", NUM_VALUES, 1 / HAND_SIZE, "own seat", "cards held by value", high=HAND_SIZE),
        ),
        (
            Field("score", (), 1 / 16, "all", "points + 2", high=16),
            Field("staked", (), 1.0, "all", "has staked", high=1),
            Field("played", ROUNDS, 1 / NUM_VALUES, "all", "values played, 0 = none", high=NUM_VALUES),
        ),
    ),
)
O, S = OBSERVATION.places, OBSERVATION.seat_places  # noqa: E741 - short names read best in kernels

FIELDS = [
    # deck[0:deck_size] is face down, dealt from its end
    StateField("deck", I8, (DECK_SIZE,), low=1, high=NUM_VALUES),
    StateField("deck_size", I8, high=DECK_SIZE),
    StateField("hand", I8, (MAX_PLAYERS, NUM_VALUES), high=HAND_SIZE),  # cards held, by value
    # public: value played in each round, 0 = not yet
    StateField("played", I8, (MAX_PLAYERS, ROUNDS), high=NUM_VALUES),
    StateField("staked", I8, (MAX_PLAYERS,), high=1),
    StateField("score", I16, (MAX_PLAYERS,), low=-STAKE_COST, high=MOST_POINTS),
    StateField("start_seat", I8, high=last_seat),
    StateField("turn", I8, high=last_seat),  # turns taken in this round
    StateField("round_number", I8, high=ROUNDS),
]


@kernel
def draw_card(state):
    state.deck_size -= 1
    return state.deck[state.deck_size]


@kernel
def set_up(state, options, seed):
    for i in range(DECK_SIZE):
        state.deck[i] = 1 + i // COPIES
    shuffle(state, R.deck, state.deck, DECK_SIZE)
    state.deck_size = DECK_SIZE
    players = state.num_seats
    for seat in range(players):
        for _ in range(HAND_SIZE):
            state.hand[seat, draw_card(state) - 1] += 1
    state.start_seat = next_below(state, R.start, players)
    if state.table_seats > state.num_seats and state.hard:
        state.score[RIVAL] = HARD_BONUS


@kernel
def advance(state):
    if state.step == STEP.TURN:
        ask(state, (state.start_seat + state.turn) % state.num_seats, D.PLAY)
    elif state.step == STEP.STAKE:
        ask(state, state.current_seat, D.STAKE)
    else:
        end_turn(state)


@kernel
def mark_legal(state, mask):
    if state.decision == D.PLAY:
        for value in range(NUM_VALUES):
            mask[A.play + value] = state.hand[state.current_seat, value] > 0
    else:
        mask[A.pass_] = 1
        mask[A.stake] = state.round_number == 0


@kernel
def apply(state, action):
    seat = state.current_seat
    if state.decision == D.PLAY:
        value = action - A.play
        state.hand[seat, value] -= 1
        state.played[seat, state.round_number] = value + 1
        state.score[seat] += value + 1
        state.step = STEP.STAKE
        return
    if action == A.stake:
        state.staked[seat] = 1
        state.score[seat] -= STAKE_COST
    state.step = STEP.END_TURN


@kernel
def end_turn(state):
    if state.table_seats > state.num_seats:
        value = draw_card(state)
        state.played[RIVAL, state.round_number] = value
        state.score[RIVAL] += value
    state.step = STEP.TURN
    state.turn += 1
    if state.turn == state.num_seats:
        state.turn = 0
        state.round_number += 1
        if state.round_number == ROUNDS:
            end_game(state)


@kernel
def end_game(state):
    for seat in range(state.num_seats):
        if state.staked[seat]:
            state.score[seat] += STAKE_PRIZE
    state.done = 1


@kernel
def scores(state, out):
    for seat in range(state.table_seats):
        out[seat, 0] = state.score[seat]
        out[seat, 1] = 0
        if seat >= state.num_seats:
            out[seat, 1] = RIVAL_TIE_BREAK
        else:
            for value in range(NUM_VALUES):
                if state.hand[seat, value] > 0:
                    out[seat, 1] = value + 1


@kernel
def observe_table(state, seat, out):
    out[O.round] = state.round_number
    out[O.deck_size] = state.deck_size
    out[O.hard] = state.hard
    if seat < state.num_seats:
        for value in range(NUM_VALUES):
            out[O.hand + value] = state.hand[seat, value]


@kernel
def observe_seat(state, observer, seat, out, first):
    out[first + S.score] = state.score[seat] + SCORE_OFFSET
    out[first + S.staked] = state.staked[seat]
    for number in range(ROUNDS):
        out[first + S.played + number] = state.played[seat, number]


@kernel
def determinize(state, seat, seed):
    """Everything but the own hand is unknown: gather the other hands and the deck, shuffle, deal again."""
    reseed(state, seed)
    unknown = state.deck_size
    for other in range(state.num_seats):
        if other != seat:
            for value in range(NUM_VALUES):
                for _ in range(state.hand[other, value]):
                    state.deck[unknown] = value + 1
                    unknown += 1
    shuffle(state, R.deck, state.deck, unknown)
    for other in range(state.num_seats):
        if other != seat:
            held = 0
            for value in range(NUM_VALUES):
                held += state.hand[other, value]
                state.hand[other, value] = 0
            for _ in range(held):
                unknown -= 1
                state.hand[other, state.deck[unknown] - 1] += 1
