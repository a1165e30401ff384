"""The modules of the box in words: plain data, lines of the table and of seats, requests."""

from __future__ import annotations

from typing import Any

from eurogym.envs.castles_of_burgundy import enums as E
from eurogym.envs.castles_of_burgundy.borders import links
from eurogym.envs.castles_of_burgundy.enums import BONUS, KIND
from eurogym.envs.castles_of_burgundy.more_tables import BORDER_LINES, BORDER_VP, NUM_POSTS


def bits(numbers: int, count: int) -> list[int]:
    """Members of a set of small numbers."""
    return [number for number in range(count) if int(numbers) >> number & 1]


# --- plain data -----------------------------------------------------------------------------------------------------


def modules_dict(state, options) -> dict[str, Any]:
    """What the modules in play have on the table."""
    view: dict[str, Any] = {}
    if options.castle_connection:
        view["castle_pile"] = int(state["castle_pile"])
    if options.e2 and options.solo:
        view["crane_counts_for"] = int(state["crane_for"]) or None
    if options.e4:
        sizes = BORDER_VP[options.table_seats, BONUS.large : BONUS.missed].tolist()
        view["border_tiles_left"] = sizes[E.BONUS_TILES - int(state["border_left"]) :]
        if options.automa:
            view["border_cards"] = int(state["border_cards"])
    if options.e6:
        view["inns"] = int(state["inns"])
    return view


def modules_of_seat(state, options, seat: int) -> dict[str, Any]:
    """What they have in front of a seat."""
    view: dict[str, Any] = {}
    learner = seat < options.num_players
    if options.e4:
        owned = int(state["border_owned"][seat])
        view["border"] = {"tile": None if owned == BONUS.none else BONUS.NAMES[owned]}
        if learner and state["board"][seat] != E.NONE:
            covered = int(state["covered"][seat])
            view["border"] |= {
                "lines": [(int(BORDER_LINES[line]) & covered).bit_count() for line in range(NUM_POSTS)],
                "links": int(links(state, seat)),
                "paid": bool(state["border_paid"][seat]),
            }
    if options.castle_connection and learner:
        view["connected"] = bits(state["connected"][seat], E.NUM_HEXES)
    if options.e6 and learner:
        view["inn_hexes"] = [hexagon for hexagon, kind in enumerate(state["tile"][seat]) if kind == KIND.inn]
    return view


# --- text -----------------------------------------------------------------------------------------------------------


def table_words(view: dict) -> list[str]:
    """Short statements about the table, for a line of its own."""
    words = []
    if "inns" in view:
        words.append(f"inns: {view['inns']}")
    if "border_tiles_left" in view:
        words.append(f"border tiles left: {'+'.join(map(str, view['border_tiles_left'])) or '-'}")
    if "border_cards" in view:
        words.append(f"cards with a border post completed by the Châteauma: {view['border_cards']}")
    if "castle_pile" in view:
        words.append(f"cleared castles: {view['castle_pile']}")
    if view.get("crane_counts_for"):
        words.append(f"the crane counts for monastery_{view['crane_counts_for']}")
    return words


def seat_words(one: dict) -> list[str]:
    """Short statements about a seat."""
    words = []
    if "border" in one:
        border = one["border"]
        if "lines" in border:
            lines = ", ".join(
                f"{posts} {n}/5" for posts, n in zip(("0-1", "0-2", "1-2"), border["lines"], strict=True)
            )
            paid = ", pair paid" if border["paid"] else ""
            words.append(f"border lines: {lines}{paid}")
        if border["tile"]:
            words.append(f"border tile: {border['tile']}")
    return words


def request_of_module(decision: str, what: dict) -> str | None:
    """A decision of a module as a request; None for one of the base game."""
    requests = {
        "CRANE_EFFECT": "choose the building that the crane acts as, or pass",
        "WHITE_ACTION": "use the number of the white die, or buy",
    }
    return requests.get(decision)
