"""The action space: the flat layout of rules D3 (TRADE lies with the modules), the solo mode's, and the modules'."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy.enums import POOL
from eurogym.envs.castles_of_burgundy.more_actions import SECTIONS
from eurogym.envs.core.actions import ActionRange, ActionSection, ActionSpace

NUM_SLOTS = E.NUM_DEPOTS * E.SLOTS_PER_DEPOT
NUM_PLACES = E.NUM_STORAGE * E.NUM_HEXES
NUM_SIDES = 2


def _slot(i: int) -> str:
    return f"{i // E.SLOTS_PER_DEPOT + 1}.{i % E.SLOTS_PER_DEPOT}"


def _take(i: int) -> str:
    return f"take {_slot(i % NUM_SLOTS)} with die {i // NUM_SLOTS}"


def _place(i: int) -> str:
    die, rest = divmod(i, NUM_PLACES)
    return f"place {rest // E.NUM_HEXES} on {rest % E.NUM_HEXES} with die {die}"


ACTIONS = ActionSpace(
    "eurogym.envs.castles_of_burgundy.actions",
    ActionSection(
        "base",
        (
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
            ActionRange("side", NUM_SIDES, lambda i: f"side {i}", "R2.5: lower or higher duchy of the sheet"),
        ),
    ),
    ActionSection(
        "solo",
        (
            ActionRange("resolve", POOL.COUNT, lambda i: f"resolve {POOL.NAMES[i]}", "S9.10: pending item"),
            ActionRange("buy_point", 1, "buy a point", "S9.9: one point for one silver"),
            ActionRange("exchange", 1, "exchange", "S9.5: five goods for a black tile"),
        ),
        when=lambda options: options.solo,
        fixed=True,
    ),
    *SECTIONS,
)
A = ACTIONS.ids
# counted from state.actions_e1, ...
E1, E2, E6, E8 = (ACTIONS.offsets(name) for name in ("e1", "e2", "e6", "e8"))
SHIELDS, VINEYARDS, TEAM = (ACTIONS.offsets(name) for name in ("shields", "vineyards", "team"))
