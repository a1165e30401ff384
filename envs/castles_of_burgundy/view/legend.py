"""What the signs of the table mean, and what a decision asks: for people who play in a terminal."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND
from eurogym.envs.castles_of_burgundy.declare.tables import COLOUR_OF
from eurogym.envs.castles_of_burgundy.view import text
from eurogym.envs.castles_of_burgundy.view.names import NAMES

COLOUR_PAINT = {
    "building": "brown",
    "livestock": "green",
    "ship": "blue",
    "monastery": "yellow",
    "castle": "cyan",
    "mine": "grey",
}
PAINT = COLOUR_PAINT | {
    NAMES[kind]: COLOUR_PAINT[COLOUR.NAMES[COLOUR_OF[number]]]
    for number, kind in enumerate(KIND.NAMES)
    if 0 <= COLOUR_OF[number] < COLOUR.COUNT and COLOUR.NAMES[COLOUR_OF[number]] in COLOUR_PAINT
}

LEGEND = (
    ("dice: first 5, second 6", "your two dice and what they show"),
    ("hex 12 marked 1", "hex 12 of your duchy, which takes a die of 1"),
    ("12 Y1", "hex 12 with its colour and the number it takes: B building, L livestock, S ship, Y monastery, "
     "C castle, M mine"),
    ("#cast", "the tile that lies there: a castle"),
    ("(+)", "an empty hex next to a filled one: it can be filled"),
    ("0~S6", "a hex at a river (board 33 and 34)"),
    ("2 cows", "livestock tile with two cows; monastery 22: its effect is explained below the players"),
    ("goods 1 66", "one goods tile of type 1 and two of type 6"),
    ("building 5+2", "bonus tiles left for a completed colour: 5 points for the first, 2 for the second"),
    ("(+4 at the end)", "points that final scoring would add now"),
    ("*", "the player who decides now; the selected card of the Ch\N{LATIN SMALL LETTER A WITH CIRCUMFLEX}teauma"),
    ("#whit, #cran, #gees", "tiles of modules: a white castle, the crane, the geese; #inn, #m27 to #m29"),
    ("12 on depot 3", "shield 12 lies on depot 3; shields are explained below the players"),
    ("(1/2) red+blue", "double tile of the depot, for a 1 or a 2"),
    ("other half", "the other storage place of a double tile"),
    ("-", "nothing"),
)  # fmt: skip


def request(state, options) -> str:
    """What the pending decision asks."""
    return text.request(text.to_dict(state, options))
