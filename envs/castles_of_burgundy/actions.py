"""The action space: the flat layout of rules D3 (without TRADE, which no module in scope uses), and the solo mode's."""

from __future__ import annotations

from functools import cache

from envs.castles_of_burgundy import enums as E
from envs.core.actions import ActionCatalog, ActionRange

NUM_SLOTS = E.NUM_DEPOTS * E.SLOTS_PER_DEPOT
NUM_PLACES = E.NUM_STORAGE * E.NUM_HEXES

# --- first id of each range ---
A_TAKE = 0
A_PLACE = A_TAKE + E.NUM_DICE * NUM_SLOTS
A_SELL = A_PLACE + E.NUM_DICE * NUM_PLACES
A_WORKERS = A_SELL + E.NUM_DICE * E.NUM_GOODS
A_BUY = A_WORKERS + E.NUM_DICE
A_HIRE = A_BUY + E.NUM_BLACK_SLOTS
A_PASS = A_HIRE + NUM_SLOTS
A_DISCARD = A_PASS + 1
A_DEPOT = A_DISCARD + E.NUM_STORAGE
A_GOODS = A_DEPOT + E.NUM_DEPOTS
A_SIDE = A_GOODS + E.NUM_GOODS
NUM_TABLE_ACTIONS = A_SIDE + 2
# --- solo mode only ---
A_RESOLVE = NUM_TABLE_ACTIONS
A_BUY_POINT = A_RESOLVE + E.NUM_POOL
A_EXCHANGE = A_BUY_POINT + 1
NUM_SOLO_ACTIONS = A_EXCHANGE + 1


def catalog(options) -> ActionCatalog:
    """The catalog for given options."""
    return _catalog(options.is_solo)


def _slot(i: int) -> str:
    return f"{i // E.SLOTS_PER_DEPOT + 1}.{i % E.SLOTS_PER_DEPOT}"


def _take(i: int) -> str:
    return f"take {_slot(i % NUM_SLOTS)} with die {i // NUM_SLOTS}"


def _place(i: int) -> str:
    die, rest = divmod(i, NUM_PLACES)
    return f"place {rest // E.NUM_HEXES} on {rest % E.NUM_HEXES} with die {die}"


@cache
def _catalog(solo: bool) -> ActionCatalog:
    ranges = [
        ActionRange("take", E.NUM_DICE * NUM_SLOTS, _take, "R6: depot and slot; die 0 in EXTRA and PICK"),
        ActionRange(
            "place",
            E.NUM_DICE * NUM_PLACES,
            _place,
            "R8: storage position and hex; die 0 in EXTRA and TOWNHALL; position 0 and die 0 in START_CASTLE and "
            "COLOUR_SPACE",
        ),
        ActionRange(
            "sell",
            E.NUM_DICE * E.NUM_GOODS,
            lambda i: f"sell {i % E.NUM_GOODS + 1} with die {i // E.NUM_GOODS}",
            "R7: goods type; die 0 in EXTRA and SALE",
        ),
        ActionRange("workers", E.NUM_DICE, lambda i: f"workers with die {i}", "R13: die 0 in EXTRA"),
        ActionRange(
            "buy",
            E.NUM_BLACK_SLOTS,
            lambda i: f"buy {i}",
            "R10: slot of the black depot; the tile taken in EXCHANGE_TILE and COLOUR_TILE",
        ),
        ActionRange(
            "hire", NUM_SLOTS, lambda i: f"hire {_slot(i)}", "monastery 6: depot and slot of a building"
        ),
        ActionRange("pass", 1, "pass", "end of turn; decline; BUY_VP: stop; EXCHANGE: none"),
        ActionRange(
            "discard", E.NUM_STORAGE, lambda i: f"discard {i}", "R6.2: storage position to make room"
        ),
        ActionRange("depot", E.NUM_DEPOTS, lambda i: f"depot {i + 1}", "R8.5: depot of a ship"),
        ActionRange("goods", E.NUM_GOODS, lambda i: f"goods {i + 1}", "R8.5, S9.5: goods type"),
        ActionRange("side", 2, lambda i: f"side {i}", "R2.5: lower or higher duchy of the sheet"),
    ]
    if solo:
        ranges += [
            ActionRange("resolve", E.NUM_POOL, lambda i: f"resolve {E.POOL_NAMES[i]}", "S9.10: pending item"),
            ActionRange("buy_point", 1, "buy a point", "S9.9: one point for one silver"),
            ActionRange("exchange", 1, "exchange", "S9.5: five goods for a black tile"),
        ]
    return ActionCatalog(ranges)
