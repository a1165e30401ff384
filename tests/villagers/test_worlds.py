"""Worlds that `determinize` imagines against all that the seat holds possible, in positions where these are few."""

import pytest

from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.tables import DEAL
from eurogym.envs.villagers.game import GAME
from tests.villagers.games import played
from tests.villagers.positions import known_in_hand
from tests.villagers.test_leaks import card_at, hidden_places
from tests.worlds import assert_fair, fillings, imagined

MANY = 6000
MOST_WORLDS = 600
SHOWS_CARDS = ("PLACE", "SWAP_SEAT", "SWAP_TARGET", "SWAP_PILE", "BENEFACTOR")  # see test_leaks.py
ZONES = ("stack", "reserve", "hand", "boxed", "pending_card", "dealt")
SETS = (
    {"num_players": 2},
    {"num_players": 3},
    {"num_players": 5},
    {"num_players": 1, "difficulty": "normal"},
    {"num_players": 4, "expansions": ["saints"]},
    {"num_players": 4, "expansions": ["scoundrels"], "courier_enabled": True},
    {"num_players": 5, "expansions": "all", "courier_enabled": True},
)


def tell(state, seat, place):
    """The seat is told which card lies in a hidden place."""
    name, index, _ = place
    if name in ("stack", "reserve"):
        state[name + "_known"][index] |= 1 << seat
    elif name == "hand":
        state["hand_known"][index] += 1
    elif name == "pending_card":
        state["pending_known"] |= 1 << seat


def narrowed(game, seat, rng):
    """The state, with all but a few hidden cards told to the seat, and the places left: ``(state, places)``."""
    state = game.state.copy()
    state["num_secrets"] = 0
    places = hidden_places(state, seat)
    if state["reserve_open"]:
        places = [place for place in places if place[0] != "reserve"]
    fixed = [place for place in places if place[0] == "boxed"]
    rest = [place for place in places if place[0] != "boxed"]
    rng.shuffle(rest)
    keep = max(0, 6 - len(fixed))
    for place in rest[keep:]:
        tell(state, seat, place)
    return state, fixed + rest[:keep]


def is_dealt(state, seat, other, deal):
    """Does another seat surely hold a Saint or Scoundrel that this one has not seen (R13.1, R14.1)?"""
    card = int(state["dealt"][deal, other])
    return card > 0 and known_in_hand(state, seat, other)[card] == 0


def possible_worlds(state, seat, places):
    """``{world: ways}`` over the cards in some hidden places."""
    slots = []  # (kind, where, test): kind "dealt" is the card of a hand that was dealt to it
    for place in places:
        name, index, back_seen = place
        card = card_at(state, place)
        slot = (
            name,
            index[:-1] if name in ("hand", "boxed") else index,
            same_back(card) if back_seen else any_card,
        )
        if name == "boxed":
            slot = ("boxed", (), of_deal(deal_of(card)))
        elif name == "hand" and deal_of(card) is not None:
            deal = deal_of(card)
            if state["dealt"][deal, index[0]] == card and is_dealt(state, seat, index[0], deal):
                slot = ("dealt", (deal, index[0]), of_deal(deal))
        slots.append(slot)
    ways = fillings([slot[2] for slot in slots], [card_at(state, place) for place in places])
    worlds = {}
    for cards, count in ways.items():
        world = state.copy()
        for place in places:
            if place[0] in ("hand", "boxed"):
                world[place[0]][place[1]] -= 1
        for (kind, where, _), card in zip(slots, cards, strict=True):
            if kind == "boxed":
                world["boxed"][card] += 1
            elif kind == "dealt":
                world["dealt"][where] = card
                world["hand"][where[1], card] += 1
            elif kind == "hand":
                world["hand"][where[0], card] += 1
            else:
                world[kind][where] = card
        key = key_of(world)
        worlds[key] = worlds.get(key, 0) + count
    return worlds


def any_card(card):
    """A place whose back nobody has seen."""
    return True


def same_back(card):
    """Places whose back all have seen hold cards of that back."""
    return lambda other: T.SUIT_OF[other] == T.SUIT_OF[card]


def deal_of(card):
    """Of which deal a card is, if of any."""
    for deal in range(DEAL.COUNT):
        if T.FIRST_DEALT[deal] <= card < T.FIRST_DEALT[deal] + T.NUM_DEALT[deal]:
            return deal
    return None


def of_deal(deal):
    """Places that hold a card of a deal."""
    return lambda card: deal_of(card) == deal


def key_of(state):
    """The hidden zones of a state."""
    return tuple(state[name].tobytes() for name in ZONES)


@pytest.mark.one_in(3)
@pytest.mark.rule("R1.5")
@pytest.mark.parametrize("values", SETS, ids=str)
def test_every_world_is_imagined_as_often_as_it_is_likely(values):
    compared = 0
    for seed in range(20):
        for game, _, rng in played(values, seed):
            if rng.integers(40) or game.decision in SHOWS_CARDS:
                continue
            seat = int(rng.integers(values["num_players"]))
            state, places = narrowed(game, seat, rng)
            worlds = possible_worlds(state, seat, places)
            if not 1 < len(worlds) <= MOST_WORLDS:
                continue
            found = imagined(GAME, game.options, state, seat, MANY)
            assert_fair((key_of(world) for world in found), worlds)
            compared += 1
            if compared == 5:
                return
    assert compared >= 4, compared
