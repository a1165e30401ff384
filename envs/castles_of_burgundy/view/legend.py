"""What the signs of the table mean, and what a decision asks: for people who play in a terminal."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare.enums import COLOUR, KIND
from eurogym.envs.castles_of_burgundy.declare.tables import COLOUR_OF
from eurogym.envs.castles_of_burgundy.view import text
from eurogym.envs.castles_of_burgundy.view.names import NAMES
from eurogym.envs.castles_of_burgundy.view.plain_data import to_dict

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

INTRODUCTION = {
    "aim": "Fill your duchy with tiles, as your dice allow. Most points after five phases of five rounds win.",
    "round": (
        "All roll two dice. In your turn you use each of them once; a worker changes a die by one.",
        "Take: with a 4, take a tile from depot 4 into one of your three storage spaces.",
        "Place: move a stored tile to an empty hex of its colour that shows the die, beside a covered hex.",
        "Sell: with a 4, sell all your goods of type 4 for silver and points. Or use a die for two workers.",
        "Once a turn you may pay 2 silver for a tile of the black depot, without a die.",
    ),
    "scores": (
        "A completed area scores by its size (1, 3, 6, 10, 15 ...) and more the earlier: 10 points in phase A, 2 in E.",
        "Animals score when placed, together with the same animals in that pasture; goods score when sold.",
        "The first to cover all hexes of a colour gets a bonus tile; monasteries can score at the end.",
        "Castles give a further action, mines silver after each phase, ships goods and a better place in turn order.",
    ),
    "minutes": "30-90",
    "weight": "medium",
}


def request(state, options) -> str:
    """Return what the pending decision asks."""
    return text.request(to_dict(state, options))
