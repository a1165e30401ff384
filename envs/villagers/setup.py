"""Setup (chapter 2; solo: R12.1, R12.2, R12.17)."""

from __future__ import annotations

from envs.core.compile import kernel
from envs.core.random import next_below, shuffle
from envs.villagers import enums as E
from envs.villagers.options import VillagersOptions
from envs.villagers.road import count_hand, turn_over
from envs.villagers.solo import deal_event, shuffle_event_deck
from envs.villagers.tables import (
    BASICS_EACH,
    COPIES,
    COUNTESS_GOLD,
    COUNTESS_GOLD_SYMBOLS,
    COUNTESS_START_GOLD,
    EVENT_USED,
    EVENTS_AT_START,
    JESTER_AVAILABLE,
    ROLE_OF,
    STACK_SIZE,
    STARTING_HAND,
    STARTING_ROAD,
)
from envs.villagers.village import add_card

NUM_PLAYERS = VillagersOptions.index("num_players")
DIFFICULTY = VillagersOptions.index("difficulty")
END_OF_DRAFT_RULE = VillagersOptions.index("end_of_draft_rule")
EMPTY_RESERVE = VillagersOptions.index("solo_empty_reserve")
EVENT_CHOICES = VillagersOptions.index("solo_event_choices")
SMUGGLER_REQUIRES_GOLD = VillagersOptions.index("smuggler_requires_gold")
PLACEMENT_MODE = VillagersOptions.index("placement_mode")
KEEP_COINED = VillagersOptions.code("end_of_draft_rule", "keep_coined")
BY_PLAYER_COUNT = VillagersOptions.code("end_of_draft_rule", "by_player_count")
RESHUFFLE_DISCARD = VillagersOptions.code("solo_empty_reserve", "reshuffle_discard")
COUNTESS_BEST = VillagersOptions.code("solo_event_choices", "countess_best")
SLOTS = VillagersOptions.code("placement_mode", "slots")


@kernel
def set_up(state, options):
    """R2.1-R2.8, R12.1, R12.2: the table at the start of the first Draft Phase."""
    players = options[NUM_PLAYERS]
    read_options(state, options)
    for seat in range(state.table_seats):
        set_up_seat(state, seat)
    if not state.solo:
        state.start_player = next_below(state, E.STREAM_START, players)
    for slot in range(E.NUM_SLOTS):
        state.road[slot] = STARTING_ROAD[slot]
        state.road_coins[slot] = 0
    for basic in range(E.LUMBERJACK, E.MINER + 1):
        state.basics_left[basic] = BASICS_EACH
    deal_deck(state, players)
    state.pending_card = E.NO_CARD
    state.pending_role = E.NO_CARD
    state.pending_basic = E.NO_CARD
    state.pending_node = E.NO_NODE
    state.pending_event = E.NO_EVENT
    if state.solo:
        set_up_countess(state)
    state.step = E.STEP_START_ROUND


@kernel
def read_options(state, options):
    """Keep in the state what the rules ask of the options."""
    state.solo = options[NUM_PLAYERS] == 1
    state.difficulty = options[DIFFICULTY]
    rule = options[END_OF_DRAFT_RULE]
    state.keep_coined = (
        state.solo or rule == KEEP_COINED or (rule == BY_PLAYER_COUNT and options[NUM_PLAYERS] == 2)
    )
    state.reshuffle_discard = options[EMPTY_RESERVE] == RESHUFFLE_DISCARD
    state.countess_best = options[EVENT_CHOICES] == COUNTESS_BEST
    state.smuggler_requires_gold = options[SMUGGLER_REQUIRES_GOLD]
    state.slots = options[PLACEMENT_MODE] == SLOTS


@kernel
def set_up_seat(state, seat):
    """R2.3: Founders with the Gold side up and 8 Gold; the Countess has neither (R12.1)."""
    if state.solo and seat == E.COUNTESS:
        return
    add_card(state, seat, E.FOUNDERS, ROLE_OF[E.FOUNDERS], E.NO_NODE)
    state.supply[seat] = E.STARTING_GOLD


@kernel
def deal_deck(state, players):
    """R2.5-R2.8, rules 18.6: six stacks, the hands, the Reserve, from one shuffled deck laid out in the Reserve."""
    count = 0
    for card in range(E.FIRST_HAND_CARD, E.NUM_VILLAGE_CARDS):
        copies = COPIES[players, card]
        for slot in range(E.NUM_SLOTS):
            if STARTING_ROAD[slot] == card:
                copies -= 1
        for _ in range(copies):
            state.reserve[count] = card
            count += 1
    shuffle(state, E.STREAM_DECK, state.reserve, count)
    turn_over(state.reserve, count)
    for stack in range(E.NUM_STACKS):
        height = STACK_SIZE[players]
        for position in range(height):
            count -= 1
            state.stack[stack, height - 1 - position] = state.reserve[count]
            state.reserve[count] = 0
        state.stack_count[stack] = height
        state.stack_seen[stack] = height - 1
    for seat in range(players):
        for _ in range(STARTING_HAND):
            count -= 1
            count_hand(state, seat, state.reserve[count], 1)
            state.reserve[count] = 0
    state.reserve_count = count
    state.reserve_seen = count - 1


@kernel
def set_up_countess(state):
    """R12.1, R12.2, R12.17: the Countess, her events and the Jester."""
    level = state.difficulty
    state.supply[E.COUNTESS] = COUNTESS_START_GOLD[level]
    state.visible_gold[E.COUNTESS] = COUNTESS_GOLD[level]
    state.symbols[E.COUNTESS, E.SYMBOL_GOLD] = COUNTESS_GOLD_SYMBOLS[level]
    state.jester = JESTER_AVAILABLE[level]
    for event in range(E.NUM_EVENTS):
        if EVENT_USED[level, event] == 0:
            state.event_place[event] = E.EVENT_REMOVED
    shuffle_event_deck(state, E.SUMMER, E.EVENT_IN_DECK)
    shuffle_event_deck(state, E.WINTER, E.EVENT_IN_DECK)
    for _ in range(EVENTS_AT_START[level]):
        deal_event(state, E.SUMMER)
