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


def request(state, options) -> str:
    """What the pending decision asks."""
    return text.request(state, text.to_dict(state, options, int(state["current_seat"])))
