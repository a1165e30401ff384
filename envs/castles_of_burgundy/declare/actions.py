"""The action space: the flat layout of rules D3 (TRADE lies with the modules), the solo mode's, and the modules'."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import things as X
from eurogym.envs.castles_of_burgundy.declare.enums import POOL
from eurogym.envs.castles_of_burgundy.declare.module_actions import SECTIONS
from eurogym.envs.core.declare.actions import ActionRange, ActionSection, ActionSpace
from eurogym.envs.core.declare.things import MOVER, at

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


def _sell(i: int) -> str:
    return f"sell {i % E.NUM_GOODS + 1} with die {i // E.NUM_GOODS}"


def _workers(die: int) -> str:
    return f"workers with die {die}"


ACTIONS = ActionSpace(
    "eurogym.envs.castles_of_burgundy.declare.actions",
    ActionSection(
        "base",
        (
            ActionRange(
                "take",
                (X.DICE, X.DEPOTS, X.ON_DEPOT),
                _take,
                "take the tile on a depot's slot into storage",
                rules="R6",
                about=X.WITH_DIE | {"tile": at("depot", "depot", "slot", things=X.TILES)},
            ),
            ActionRange(
                "place",
                (X.DICE, X.STORED, X.HEXES),
                _place,
                "place the tile of a storage position on a hex",
                rules="R8",
                about=X.PLACED,
            ),
            ActionRange(
                "sell",
                (X.DICE, X.GOODS),
                _sell,
                "sell all goods of a type",
                rules="R7",
                about=X.WITH_DIE | {"amount": at("goods", MOVER, "goods")},
            ),
            ActionRange("workers", X.DICE, _workers, "two workers for a die", rules="R13", about=X.WITH_DIE),
            ActionRange(
                "buy",
                X.SLOTS,
                lambda i: f"buy {i}",
                "tile on a slot of the black depot",
                rules="R10",
                about={"tile": at("black", "slot", things=X.TILES)},
            ),
            ActionRange(
                "hire",
                (X.DEPOTS, X.ON_DEPOT),
                lambda i: f"hire {_slot(i)}",
                "by monastery 6, buy the building on a depot's slot",
                about={"tile": at("depot", "depot", "slot", things=X.TILES)},
            ),
            ActionRange("pass", 1, "pass", "end the turn, decline, or stop"),
            ActionRange(
                "discard",
                X.STORED,
                lambda i: f"discard {i}",
                "storage position to make room",
                rules="R6.2",
                about=X.FROM_STORAGE,
            ),
            ActionRange(
                "depot",
                X.DEPOTS,
                lambda i: f"depot {i + 1}",
                "depot whose goods the ship takes",
                rules="R8.5",
            ),
            ActionRange(
                "goods",
                X.GOODS,
                lambda i: f"goods {i + 1}",
                "goods of a type, taken or given",
                rules="R8.5, S9.5",
            ),
            ActionRange(
                "side", X.SIDES, lambda i: f"side {i}", "lower or higher duchy of the sheet", rules="R2.5"
            ),
        ),
    ),
    ActionSection(
        "solo",
        (
            ActionRange(
                "resolve",
                X.ITEMS,
                lambda i: f"resolve {POOL.NAMES[i]}",
                "what is carried out next",
                rules="S9.10",
            ),
            ActionRange("buy_point", 1, "buy a point", "one point for one silver", rules="S9.9"),
            ActionRange("exchange", 1, "exchange", "five goods for a black tile", rules="S9.5"),
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
