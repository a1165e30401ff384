"""What the signs of the table mean, and what a decision asks: for people who play in a terminal."""

from __future__ import annotations

from eurogym.envs.keyflower.view import text

PAINT = {
    **{colour: colour for colour in ("red", "yellow", "blue", "green", "purple")},
    "wood": "brown",
    "stone": "grey",
    "iron": "cyan",
    "gold": "orange",
}

LEGEND = (
    ("1 gold -> 2 wood", "what is paid and what is received"),
    ("[upgrade 1 stone => ...]", "the price of the upgrade, and what the tile does afterwards"),
    ("colour red", "workers on or beside this tile have to be red this season"),
    ("bids: player 2 1 red leads", "a bid beside a tile of the auction"),
    ("screen", "workers and skill tiles that only their owner sees"),
    ("0,-1", "a cell of a village: as in `put it on cell 0,-1`"),
    (
        "# ~ lines",
        "sides of a tile in the drawing: road, water, field; + road against field, x against water",
    ),
    ("keywd*", "short name of a tile; the star: upgraded"),
    ("2w 1g", "resources on a tile: w wood, s stone, i iron, g gold"),
    ("(purple)", "has the purple worker: first player"),
    ("*", "after a name: the player who decides now"),
    ("-", "nothing"),
)

INTRODUCTION = {
    "aim": "Bid with workers for tiles, and use tiles with workers, for four seasons. The village worth most wins.",
    "round": (
        "In your turn place workers of one colour: as a bid beside a tile of the auction, or on a tile to use it.",
        "The first workers at a tile in a season set its colour: all that follow there must have the same.",
        "A bid must be larger than any other. Workers that were outbid may move to another tile, all together.",
        "Any tile can be used, also those of others and of the auction: with one worker, then two, then three.",
        "A season ends when all pass in a row: tiles go to the highest bids and are built, boats bring workers.",
    ),
    "scores": (
        "Points printed on your tiles; most tiles are worth more when you upgrade them with resources.",
        "Winter tiles, of which you know some from the beginning: for workers, skills or resources.",
        "Gold is worth 1 point each; boats and turn-order tiles of the last season score as well.",
    ),
    "minutes": "90-120",
    "weight": "medium to heavy",
}


def request(state, options) -> str:
    """Return what the pending decision asks."""
    return text.request(state, text.to_dict(state, options, int(state["current_seat"])))
