"""The action ranges of the modules of the box, a section for each; they lie behind those of the base game."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.enums import KIND
from eurogym.envs.core.declare.actions import ActionRange, ActionSection

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
        len(CRANE_EFFECTS),
        [f"effect {name}" for name in CRANE_EFFECTS],
        "the building that the crane acts as",
        rules="E2.4",
    ),
)

_E6 = (ActionRange("buy_inn", 1, "buy inn", "an inn instead of a black tile", rules="E6.2"),)

_E8 = (
    ActionRange(
        "lay", E.NUM_ROUTE_TILES, lambda i: f"lay {i}", "the next tile of the own trade route", rules="E7.2"
    ),
    ActionRange(
        "free_action", 1, "free action", "carry out the action that a trade route gives", rules="E7.5"
    ),
)

MORE_POSITIONS = E.MOST_STORAGE - E.NUM_STORAGE


def _place(i: int) -> str:
    die, rest = divmod(i, MORE_POSITIONS * E.NUM_HEXES)
    position, hexagon = divmod(rest, E.NUM_HEXES)
    return f"place {E.NUM_STORAGE + position} on {hexagon} with die {die}"


_SHIELDS = (
    ActionRange(
        "shield",
        E.NUM_DEPOTS * E.SHIELDS_PER_DEPOT,
        lambda i: f"shield {i // E.SHIELDS_PER_DEPOT + 1}.{i % E.SHIELDS_PER_DEPOT}",
        "shield of a depot, with both dice or by shield 11",
        rules="E10.2",
    ),
    ActionRange(
        "spot",
        E.NUM_HEXES,
        lambda i: f"spot {i}",
        "hex of the castle that the shield is put on",
        rules="E10.3",
    ),
    ActionRange(
        "set_die",
        E.NUM_DICE * E.DIE_SIDES,
        lambda i: f"set die {i // E.DIE_SIDES} to {i % E.DIE_SIDES + 1}",
        "by shield 16, the number that an unused die shows",
    ),
    ActionRange(
        "name",
        E.MAX_SEATS - 1,
        lambda i: f"name {i + 1}",
        "player whose monasteries count for you too, by shield 6",
    ),
    ActionRange(
        "pay_silver",
        E.NUM_SHIELDS,
        lambda i: f"pay silver for shield {i + 1}",
        "pay the tribute for a shield",
        rules="E10.4",
    ),
    ActionRange(
        "pay_worker",
        E.NUM_SHIELDS,
        lambda i: f"pay a worker for shield {i + 1}",
        "by shield 3, a worker as tribute for a shield",
    ),
    ActionRange(
        "give_up",
        E.NUM_SHIELDS,
        lambda i: f"give up shield {i + 1}",
        "give the shield up instead of paying the tribute",
        rules="E10.4",
    ),
    ActionRange(
        "more_places",
        E.NUM_DICE * MORE_POSITIONS * E.NUM_HEXES,
        _place,
        "place the tile of a storage position that shield 4 adds on a hex",
        rules="R8",
    ),
    ActionRange(
        "more_discards",
        MORE_POSITIONS,
        lambda i: f"discard {E.NUM_STORAGE + i}",
        "storage position, added by shield 4, to make room",
        rules="R6.2",
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
        E.DOUBLE_SHOP,
        lambda i: f"buy double {i}",
        "buy the double tile on a position of the shop",
        rules="E11.11",
    ),
    ActionRange(
        "take_double",
        E.NUM_DICE * E.DOUBLE_DEPOT,
        _take_double,
        "take the double tile on a position of its depot",
        rules="E11.7",
    ),
    ActionRange(
        "place_double",
        E.NUM_DICE * E.NUM_STORAGE * _DOUBLE_PLACES,
        _place_double(0, E.NUM_STORAGE),
        "place a double tile: its lower storage position, the double space, and 0 or, turned, 1",
        rules="E11.8",
    ),
    ActionRange("bonus", 2, lambda i: f"bonus {i}", "bonus of the first or second hex", rules="E11.9"),
    ActionRange("vine", E.NUM_VINES, lambda i: f"vine {i}", "kind of the vine bonus tile", rules="E11.10"),
)

_MORE_DOUBLES = (
    ActionRange(
        "more_double_places",
        E.NUM_DICE * MORE_POSITIONS * _DOUBLE_PLACES,
        _place_double(E.NUM_STORAGE, MORE_POSITIONS),
        "place a double tile of the storage positions that shield 4 adds",
        rules="E11.8",
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
        E.NUM_DICE * TEAM_PLACES,
        _team_place,
        "place a tile on the second half of the team's duchy, or of the second shared storage position",
        rules="E8.6",
    ),
    ActionRange(
        "store",
        E.TEAM_STORAGE,
        lambda i: f"store {i}",
        "storage position of a tile taken; 2 and 3 are shared",
        rules="E8.5",
    ),
    ActionRange(
        "team_discard",
        E.TEAM_STORAGE - E.NUM_STORAGE,
        lambda i: f"discard {E.NUM_STORAGE + i}",
        "the second shared storage position, to make room",
        rules="R6.2",
    ),
)

SECTIONS = (
    ActionSection("e1", _E1, lambda options: options.castle_connection),
    ActionSection("e2", _E2, lambda options: options.e2),
    ActionSection("e6", _E6, lambda options: options.e6),
    ActionSection("e8", _E8, lambda options: options.e8),
    ActionSection("shields", _SHIELDS, lambda options: options.shields),
    ActionSection("vineyards", _VINEYARDS, lambda options: options.vineyards),
    ActionSection("more_doubles", _MORE_DOUBLES, lambda options: options.vineyards and options.shields),
    ActionSection("team", _TEAM, lambda options: options.team),
)
