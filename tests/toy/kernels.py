"""The rules of Keepsakes as kernels."""

from envs.core.compile import I8, I16, kernel
from envs.core.game import state_dtype
from envs.core.random import next_below, reseed, shuffle

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

DECISION_PLAY, DECISION_STAKE = 0, 1
ACTION_PLAY = 0  # + value - 1
ACTION_STAKE = NUM_VALUES
ACTION_PASS = NUM_VALUES + 1
NUM_ACTIONS = NUM_VALUES + 2

STREAM_DECK, STREAM_START = 0, 1
OPTION_PLAYERS, OPTION_DIFFICULTY = 0, 3  # places in the packed options
HARD = 1

DTYPE = state_dtype(
    [
        ("deck", I8, (DECK_SIZE,)),  # values 1..5; deck[0:deck_size] is face down, dealt from its end
        ("deck_size", I8),
        ("hand", I8, (MAX_PLAYERS, NUM_VALUES)),  # cards held, by value
        ("played", I8, (MAX_PLAYERS, ROUNDS)),  # public: value played in each round, 0 = not yet
        ("staked", I8, (MAX_PLAYERS,)),
        ("score", I16, (MAX_PLAYERS,)),
        ("start_seat", I8),
        ("turn", I8),  # turns taken in this round
        ("round_number", I8),
        ("decision", I8),  # DECISION_*
        ("hard", I8),
    ]
)

# observation: globals, then blocks
GLOBAL_SIZE = 2 + 1 + 1 + 1 + NUM_VALUES
BLOCK_SIZE = 1 + 1 + 1 + 1 + ROUNDS
SCORE_OFFSET = 2  # scores may be -1..; keep codes positive


@kernel
def draw_card(state):
    state.deck_size -= 1
    return state.deck[state.deck_size]


@kernel
def new_game(state, options, seed):
    for i in range(DECK_SIZE):
        state.deck[i] = 1 + i // COPIES
    shuffle(state, STREAM_DECK, state.deck, DECK_SIZE)
    state.deck_size = DECK_SIZE
    state.hard = 1 if options[OPTION_DIFFICULTY] == HARD else 0
    players = state.num_seats
    for seat in range(players):
        for _ in range(HAND_SIZE):
            state.hand[seat, draw_card(state) - 1] += 1
    state.start_seat = next_below(state, STREAM_START, players)
    state.current_seat = state.start_seat
    if state.table_seats > state.num_seats and state.hard:
        state.score[RIVAL] = HARD_BONUS


@kernel
def legal_actions(state, mask):
    for action in range(NUM_ACTIONS):
        mask[action] = 0
    count = 0
    if state.decision == DECISION_PLAY:
        for value in range(NUM_VALUES):
            if state.hand[state.current_seat, value] > 0:
                mask[ACTION_PLAY + value] = 1
                count += 1
        return count
    mask[ACTION_PASS] = 1
    if state.round_number == 0:
        mask[ACTION_STAKE] = 1
        return 2
    return 1


@kernel
def apply(state, action):
    seat = state.current_seat
    if state.decision == DECISION_PLAY:
        value = action - ACTION_PLAY
        state.hand[seat, value] -= 1
        state.played[seat, state.round_number] = value + 1
        state.score[seat] += value + 1
        state.decision = DECISION_STAKE
        return
    if action == ACTION_STAKE:
        state.staked[seat] = 1
        state.score[seat] -= STAKE_COST
    end_turn(state)


@kernel
def end_turn(state):
    if state.table_seats > state.num_seats:
        value = draw_card(state)
        state.played[RIVAL, state.round_number] = value
        state.score[RIVAL] += value
    state.decision = DECISION_PLAY
    state.turn += 1
    if state.turn == state.num_seats:
        state.turn = 0
        state.round_number += 1
        if state.round_number == ROUNDS:
            end_game(state)
            return
    state.current_seat = (state.start_seat + state.turn) % state.num_seats


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
def observe(state, seat, out):
    out[0] = 1 if state.decision == DECISION_PLAY else 0
    out[1] = 1 if state.decision == DECISION_STAKE else 0
    out[2] = state.round_number
    out[3] = state.deck_size
    out[4] = state.hard
    for value in range(NUM_VALUES):
        out[5 + value] = state.hand[seat, value] if seat < state.num_seats else 0
    for block in range(state.seat_blocks):
        base = GLOBAL_SIZE + block * BLOCK_SIZE
        if block >= state.table_seats:
            for i in range(BLOCK_SIZE):
                out[base + i] = 0
            continue
        other = (seat + block) % state.table_seats
        out[base] = 1
        out[base + 1] = 1 if state.current_seat == other else 0
        out[base + 2] = state.score[other] + SCORE_OFFSET
        out[base + 3] = state.staked[other]
        for number in range(ROUNDS):
            out[base + 4 + number] = state.played[other, number]


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
    shuffle(state, STREAM_DECK, state.deck, unknown)
    for other in range(state.num_seats):
        if other != seat:
            held = 0
            for value in range(NUM_VALUES):
                held += state.hand[other, value]
                state.hand[other, value] = 0
            for _ in range(held):
                unknown -= 1
                state.hand[other, state.deck[unknown] - 1] += 1
