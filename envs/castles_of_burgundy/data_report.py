"""The component tables of The Castles of Burgundy in words: how sure each is, and which can be replaced."""

from __future__ import annotations

import json
from collections.abc import Iterator

from eurogym.envs.castles_of_burgundy.declare.components import table
from eurogym.envs.castles_of_burgundy.declare.overrides import (
    FIRST_UNSURE,
    MOST,
    NUM_UNSURE,
    OVERRIDES,
    SIZES,
    tile_numbers,
)
from eurogym.envs.castles_of_burgundy.declare.tables import VINE_LETTERS
from eurogym.envs.castles_of_burgundy.declare.team_board import CENTRE, START_NUMBERS
from eurogym.envs.core.words import filled

FILES = ("tiles", "main_board", "duchies", "trade_routes", "shields", "vineyards", "chateauma")
SCALE = {
    "rulebook": "stated in the rulebook",
    "derived": "follows from numbers in the rulebook",
    "public": "found in named public material",
    "reconstructed": "made to fit what is known; the printed form was not found",
}
EXAMPLE = {"vineyard_board": {"dice": [2, 5, 3, 6, 1, 4, 2, 5, 3, 6]}}


def data_report() -> str:
    """Return every component table with its confidence; what can be replaced, and how."""
    lines = ["confidence of the component tables"]
    for word, meaning in SCALE.items():
        lines += filled(f"  {word + ':':<15}{meaning}")
    lines.append("")
    for name in FILES:
        for part, confidence in _confidences(name):
            lines += filled(f"{name}{f', {part}' if part else ''}: {confidence}")
    lines += ["", "known of the boards that can be replaced"]
    lines += filled(f"  team boards: {table('duchies')['team_boards'][0]['constraints']}")
    vines = table("vineyards")["_about"]["confidence"]
    made = next(text for text in vines.values() if text.startswith("reconstructed"))
    lines += filled(f"  vineyard board: {made}")
    return "\n".join([*lines, "", *_how_to_replace()])


def _confidences(name: str) -> Iterator[tuple[str, str]]:
    """Parts of a data file, and how sure they are."""
    data = table(name)
    said = data["_about"].get("confidence", {})
    if isinstance(said, str):
        yield "", said
    else:
        yield from said.items()
    if name == "duchies":
        for rows, what in (
            ("duchies", "duchies 1 to 30"),
            ("solo_boards", "solo boards"),
            ("team_boards", "team boards"),
        ):
            yield what, ", ".join(sorted({board["confidence"] for board in data[rows]}))
        yield "border posts", data["border_posts"]["confidence"]
        for board in data["chateauma_boards"]:
            yield f"Châteauma board {board['id']}", board["confidence"]


def _tile_forms() -> Iterator[str]:
    """Yield which tiles have points, silver, or workers."""
    for unit, most in MOST.items():
        names = ", ".join(name for name, row in tile_numbers().items() if unit in row)
        yield f'{{NAME: {{"{unit}": 0 to {most}}}}} of {names}'


def _how_to_replace() -> list[str]:
    """Return the forms of the replacements, and how to hand them over."""
    forms = {
        "tiles": "; ".join(_tile_forms()),
        "areas": f'{{"3": 6}}, points by size, {SIZES[0]} to {SIZES[-1]}',
        "phases": '{"A": 10}, points that a phase adds to a full area',
        "bonus_tiles": '{"large": {"2": 5}, "small": {"2": 2}}, points by seats at the table',
        "goods": '{"points": {"2": 2}, "silver": 1}, points of a goods tile by seats at the table, silver of a sale',
        "start": '{"workers": {"1": 1}, "silver": 1}, workers by turn order; not in the solo and the team game',
        "end": '{"silver": 1, "goods": 1, "workers_per_point": 2}, points of what is left, and workers for one point',
        "team_boards": '{"beginner": {"colors": [73 colours], "dice": [73 numbers]}, "advanced": ...}; hexes as in the '
        f"drawings, hex {CENTRE} in the centre; castles start there, or on numbers {START_NUMBERS[0]} and "
        f"{START_NUMBERS[1]} of the advanced board",
        "vineyard_board": f'{{"dice": [{NUM_UNSURE} numbers], "bonuses": [{NUM_UNSURE} x [2 letters]]}}: double spaces '
        f"{FIRST_UNSURE} to {FIRST_UNSURE + NUM_UNSURE - 1}; letters {', '.join(VINE_LETTERS)}",
    }
    lines = [
        "replacing numbers and boards: the option data_overrides, a dictionary or a JSON file with any of"
    ]
    for name in OVERRIDES:
        lines += filled(f"  {name}: {forms[name]}")
    lines += filled("  named entries replace one by one, lists as a whole; shapes stay as they are")
    return [
        *lines,
        "",
        "example: a file vineyard.json",
        f"  {json.dumps(EXAMPLE)}",
        '  eurogym.make("castles_of_burgundy", modules="vineyards", data_overrides="vineyard.json")',
        "all defaults in this form:",
        '  python -c "import json; from eurogym.envs.castles_of_burgundy.declare import overrides',
        '             print(json.dumps(overrides.default_tables()))"',
    ]
