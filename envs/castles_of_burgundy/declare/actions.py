"""The action space: the flat layout of rules D3, the solo mode's, and a section for each module of the box."""

from __future__ import annotations

from dataclasses import replace

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare import things as X
from eurogym.envs.castles_of_burgundy.declare.enums import KIND, POOL
from eurogym.envs.core.declare.actions import ActionRange, ActionSection, ActionSpace
from eurogym.envs.core.declare.things import MOVER, PENDING, SEATS, Given, at

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


# effects that a crane can have: the buildings of the base game, then the white castle (E2.4)
CRANE_EFFECTS = (*KIND.NAMES[: E.NUM_BUILDINGS], "white_castle")

_E1 = (
    ActionRange(
        "retrieve", 1, "retrieve castle", "both dice and 5 points for a cleared castle", rules="E1.3c"
    ),
)

_E2 = (
    ActionRange("trade", 1, "trade", "by monastery 28, 1 silver for 2 workers", rules="E2.3"),
    ActionRange(
        "effect",
        X.TILES[[KIND.NAMES.index(name) for name in CRANE_EFFECTS]],
        [f"effect {name}" for name in CRANE_EFFECTS],
        "the building that the crane acts as",
        rules="E2.4",
    ),
)

_E6 = (ActionRange("buy_inn", 1, "buy inn", "an inn instead of a black tile", rules="E6.2"),)

_E8 = (
    ActionRange(
        "lay", X.ROUTE_TILES, lambda i: f"lay {i}", "the next tile of the own trade route", rules="E7.2"
    ),
    ActionRange(
        "free_action", 1, "free action", "carry out the action that a trade route gives", rules="E7.5"
    ),
)

MORE_POSITIONS = E.MOST_STORAGE - E.NUM_STORAGE


def _place_more(i: int) -> str:
    die, rest = divmod(i, MORE_POSITIONS * E.NUM_HEXES)
    position, hexagon = divmod(rest, E.NUM_HEXES)
    return f"place {E.NUM_STORAGE + position} on {hexagon} with die {die}"


_SHIELDS = (
    ActionRange(
        "shield",
        (X.DEPOTS, X.POSITIONS),
        lambda i: f"shield {i // E.SHIELDS_PER_DEPOT + 1}.{i % E.SHIELDS_PER_DEPOT}",
        "shield of a depot, with both dice or by shield 11",
        rules="E10.2",
        about={"shield": at("depot_shield", "depot", "position", less=1, things=X.SHIELDS)},
    ),
    ActionRange(
        "spot",
        X.HEXES,
        lambda i: f"spot {i}",
        "hex of the castle that the shield is put on",
        rules="E10.3",
        about=X.ON_HEX,
    ),
    ActionRange(
        "set_die",
        (X.DICE, X.VALUES),
        lambda i: f"set die {i // E.DIE_SIDES} to {i % E.DIE_SIDES + 1}",
        "by shield 16, the number that an unused die shows",
    ),
    ActionRange(
        "name",
        SEATS[1 : E.MAX_SEATS],
        lambda i: f"name {i + 1}",
        "player whose monasteries count for you too, by shield 6",
    ),
    ActionRange(
        "pay_silver",
        X.SHIELDS,
        lambda i: f"pay silver for shield {i + 1}",
        "pay the tribute for a shield",
        rules="E10.4",
    ),
    ActionRange(
        "pay_worker",
        X.SHIELDS,
        lambda i: f"pay a worker for shield {i + 1}",
        "by shield 3, a worker as tribute for a shield",
    ),
    ActionRange(
        "give_up",
        X.SHIELDS,
        lambda i: f"give up shield {i + 1}",
        "give the shield up instead of paying the tribute",
        rules="E10.4",
    ),
    ActionRange(
        "more_places",
        (X.DICE, X.MORE_STORED, X.HEXES),
        _place_more,
        "place the tile of a storage position that shield 4 adds on a hex",
        rules="R8",
        kind="place",
        about=X.PLACED,
    ),
    ActionRange(
        "more_discards",
        X.MORE_STORED,
        lambda i: f"discard {E.NUM_STORAGE + i}",
        "storage position, added by shield 4, to make room",
        rules="R6.2",
        kind="discard",
        about=X.FROM_STORAGE,
    ),
)

_DOUBLE_PLACES = E.NUM_VINE_SPACES * 2  # of a stored double tile: space and orientation


def _place_double(first: int, positions: int):
    """Texts of placing a stored double tile from positions that begin at `first`."""

    def text(i: int) -> str:
        die, rest = divmod(i, positions * _DOUBLE_PLACES)
        position, place = divmod(rest, _DOUBLE_PLACES)
        return f"place double {first + position} on {place // 2}.{place % 2} with die {die}"

    return text


def _take_double(i: int) -> str:
    return f"take double {i % E.DOUBLE_DEPOT} with die {i // E.DOUBLE_DEPOT}"


_VINEYARDS = (
    ActionRange(
        "buy_double",
        X.SLOTS[: E.DOUBLE_SHOP],
        lambda i: f"buy double {i}",
        "buy the double tile on a position of the shop",
        rules="E11.11",
        about=X.double("double_shop", "slot"),
    ),
    ActionRange(
        "take_double",
        (X.DICE, X.SLOTS[: E.DOUBLE_DEPOT]),
        _take_double,
        "take the double tile on a position of its depot",
        rules="E11.7",
        about=X.WITH_DIE | X.double("double_depot", "slot"),
    ),
    ActionRange(
        "place_double",
        (X.DICE, X.STORED, X.VINE_SPACES, X.HALVES),
        _place_double(0, E.NUM_STORAGE),
        "place a double tile: its lower storage position, the double space, and 0 or, turned, 1",
        rules="E11.8",
        about=X.PLACED_DOUBLE,
    ),
    ActionRange("bonus", X.HALVES, lambda i: f"bonus {i}", "bonus of the first or second hex", rules="E11.9"),
    ActionRange("vine", X.VINES, lambda i: f"vine {i}", "kind of the vine bonus tile", rules="E11.10"),
)

_MORE_DOUBLES = (
    ActionRange(
        "more_double_places",
        (X.DICE, X.MORE_STORED, X.VINE_SPACES, X.HALVES),
        _place_double(E.NUM_STORAGE, MORE_POSITIONS),
        "place a double tile of the storage positions that shield 4 adds",
        rules="E11.8",
        kind="place_double",
        about=X.PLACED_DOUBLE,
    ),
)

# storage positions 0-2 on the hexes of the second half, the fourth one on those of both, for each die
SECOND_HALF = E.TEAM_HEXES - E.NUM_HEXES
TEAM_PLACES = E.NUM_STORAGE * SECOND_HALF + E.TEAM_HEXES


def team_place(i: int) -> tuple[int, int]:
    """Storage position and hex of a placement of the team game, by its number among those of a die."""
    if i < E.NUM_STORAGE * SECOND_HALF:
        return i // SECOND_HALF, E.NUM_HEXES + i % SECOND_HALF
    return E.NUM_STORAGE, i - E.NUM_STORAGE * SECOND_HALF


def _team_place(i: int) -> str:
    position, hexagon = team_place(i % TEAM_PLACES)
    return f"place {position} on {hexagon} with die {i // TEAM_PLACES}"


_TEAM = (
    ActionRange(
        "team_places",
        (X.DICE, X.ALL_HEXES[[team_place(i)[1] for i in range(TEAM_PLACES)]]),
        _team_place,
        "place a tile on the second half of the team's duchy, or of the second shared storage position",
        rules="E8.6",
        kind="place",
        about=X.PLACED
        | {
            "storage": (
                Given(X.STORAGE, [team_place(i)[0] for i in range(TEAM_PLACES)] * E.NUM_DICE),
                X.PLACED["storage"],
            )
        },
    ),
    ActionRange(
        "store",
        X.STORAGE[: E.TEAM_STORAGE],
        lambda i: f"store {i}",
        "storage position of a tile taken; 2 and 3 are shared",
        rules="E8.5",
        about={"tile": replace(PENDING, things=X.TILES)},
    ),
    ActionRange(
        "team_discard",
        X.STORAGE[E.NUM_STORAGE : E.TEAM_STORAGE],
        lambda i: f"discard {E.NUM_STORAGE + i}",
        "the second shared storage position, to make room",
        rules="R6.2",
        kind="discard",
        about=X.FROM_STORAGE,
    ),
)


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
    ActionSection("e1", _E1, lambda options: options.castle_connection),
    ActionSection("e2", _E2, lambda options: options.e2),
    ActionSection("e6", _E6, lambda options: options.e6),
    ActionSection("e8", _E8, lambda options: options.e8),
    ActionSection("shields", _SHIELDS, lambda options: options.shields),
    ActionSection("vineyards", _VINEYARDS, lambda options: options.vineyards),
    ActionSection("more_doubles", _MORE_DOUBLES, lambda options: options.vineyards and options.shields),
    ActionSection("team", _TEAM, lambda options: options.team),
)
A = ACTIONS.ids
# counted from state.actions_e1, ...
E1, E2, E6, E8 = (ACTIONS.offsets(name) for name in ("e1", "e2", "e6", "e8"))
SHIELDS, VINEYARDS, TEAM = (ACTIONS.offsets(name) for name in ("shields", "vineyards", "team"))
