"""The action ranges of the modules of the box, a section for each; they lie behind those of the base game."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy.enums import KIND
from eurogym.envs.core.actions import ActionRange, ActionSection

# effects that a crane can have: the buildings of the base game, then the white castle (E2.4)
CRANE_EFFECTS = (*KIND.NAMES[: E.NUM_BUILDINGS], "white_castle")

_E1 = (ActionRange("retrieve", 1, "retrieve castle", "E1.3c: both dice and 5 points for a cleared castle"),)

_E2 = (
    ActionRange("trade", 1, "trade", "E2.3: monastery 28: 1 silver for 2 workers"),
    ActionRange(
        "effect",
        len(CRANE_EFFECTS),
        [f"effect {name}" for name in CRANE_EFFECTS],
        "E2.4: the building that the crane acts as",
    ),
)

_E6 = (ActionRange("buy_inn", 1, "buy inn", "E6.2: an inn instead of a black tile"),)

_E8 = (
    ActionRange("lay", E.NUM_ROUTE_TILES, lambda i: f"lay {i}", "E7.2: the next tile of the own trade route"),
    ActionRange("free_action", 1, "free action", "E7.5: carry out the action that a trade route gives"),
)

_MORE_POSITIONS = E.MOST_STORAGE - E.NUM_STORAGE


def _place(i: int) -> str:
    die, rest = divmod(i, _MORE_POSITIONS * E.NUM_HEXES)
    position, hexagon = divmod(rest, E.NUM_HEXES)
    return f"place {E.NUM_STORAGE + position} on {hexagon} with die {die}"


_SHIELDS = (
    ActionRange(
        "shield",
        E.NUM_DEPOTS * E.SHIELDS_PER_DEPOT,
        lambda i: f"shield {i // E.SHIELDS_PER_DEPOT + 1}.{i % E.SHIELDS_PER_DEPOT}",
        "E10.2: shield of a depot, with both dice or by shield 11",
    ),
    ActionRange(
        "spot", E.NUM_HEXES, lambda i: f"spot {i}", "E10.3: hex of the castle that the shield is put on"
    ),
    ActionRange(
        "set_die",
        E.NUM_DICE * E.DIE_SIDES,
        lambda i: f"set die {i // E.DIE_SIDES} to {i % E.DIE_SIDES + 1}",
        "shield 16: the number that an unused die shows",
    ),
    ActionRange(
        "name", E.MAX_SEATS - 1, lambda i: f"name {i + 1}", "shield 6: seat, counted from the own one"
    ),
    ActionRange("pay_silver", E.NUM_SHIELDS, lambda i: f"pay silver for shield {i + 1}", "E10.4: tribute"),
    ActionRange(
        "pay_worker", E.NUM_SHIELDS, lambda i: f"pay a worker for shield {i + 1}", "shield 3: tribute"
    ),
    ActionRange(
        "give_up", E.NUM_SHIELDS, lambda i: f"give up shield {i + 1}", "E10.4: instead of the tribute"
    ),
    ActionRange(
        "more_places",
        E.NUM_DICE * _MORE_POSITIONS * E.NUM_HEXES,
        _place,
        "R8: as place, of the storage positions that shield 4 adds",
    ),
    ActionRange(
        "more_discards",
        _MORE_POSITIONS,
        lambda i: f"discard {E.NUM_STORAGE + i}",
        "R6.2: as discard, of the storage positions that shield 4 adds",
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


_VINEYARDS = (
    ActionRange("buy_double", E.DOUBLE_SHOP, lambda i: f"buy double {i}", "E11.11: position of the shop"),
    ActionRange(
        "take_double",
        E.NUM_DICE * E.DOUBLE_DEPOT,
        lambda i: f"take double {i % E.DOUBLE_DEPOT} with die {i // E.DOUBLE_DEPOT}",
        "E11.7: position of the double depot; die 0 in EXTRA and DBL",
    ),
    ActionRange(
        "place_double",
        E.NUM_DICE * E.NUM_STORAGE * _DOUBLE_PLACES,
        _place_double(0, E.NUM_STORAGE),
        "E11.8: lower storage position, double space, and 0 or, turned, 1; position 0 and die 0 in SHIELD_SPACE",
    ),
    ActionRange("bonus", 2, lambda i: f"bonus {i}", "E11.9: bonus of the first or second hex"),
    ActionRange("vine", E.NUM_VINES, lambda i: f"vine {i}", "E11.10: kind of the vine bonus tile"),
)

_MORE_DOUBLES = (
    ActionRange(
        "more_double_places",
        E.NUM_DICE * _MORE_POSITIONS * _DOUBLE_PLACES,
        _place_double(E.NUM_STORAGE, _MORE_POSITIONS),
        "E11.8: as place_double, of the storage positions that shield 4 adds",
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
        "E8.6: as place, on the second half of the duchy, and of the second shared position; position 0 and die 0 in "
        "START_SPACE",
    ),
    ActionRange(
        "store",
        E.TEAM_STORAGE,
        lambda i: f"store {i}",
        "E8.5: storage position of a tile taken; 2 and 3 are shared",
    ),
    ActionRange(
        "team_discard",
        E.TEAM_STORAGE - E.NUM_STORAGE,
        lambda i: f"discard {E.NUM_STORAGE + i}",
        "R6.2: as discard, of the second shared position",
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
