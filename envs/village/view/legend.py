"""What the signs of the table mean, and what a decision asks: for people who play in a terminal."""

from __future__ import annotations

from eurogym.envs.village import tables as T
from eurogym.envs.village.view import text

PAINT = {"orange": "orange", "green": "green", "brown": "brown", "pink": "pink", "plague": "grey"}

LEGEND = (
    ("1 2 3 4", "members of a family by their generation"),
    ("ox + wagon (6)", "a customer: the goods wished for, and the points it gives"),
    ("0 scroll (2)", "the customer on blue slot 0: as in `serve 0 free`"),
    ("C1 ... C6", "cities; C1-C2 is the road between them, with the cubes a journey costs"),
    ("time 6, 4 to the quill", "time spent, and what is left until a member dies"),
    ("farm 3 open", "graves still open in a part of the chronicle; behind it who lies there"),
    ("stage 2, church 2", "stages of the council chamber and the church count from 1"),
    ("scroll trained", "made by a member that has worked there; `paying ...` says what is paid in its place"),
    ("[?] [blank] [quill]", "solo: fate tiles in the gaps of Carla's loop; > her next cube, * cubes laid"),
    ("*", "the player who decides now"),
    (". and -", "none"),
)


def request(state, options) -> str:
    """What the pending decision asks."""
    return text.request(text.to_dict(state, options))


def glossary() -> dict[str, str]:
    """What spaces, goods and buildings are for, by name."""
    told = {
        "market": "customers want goods; the first sale is free, each further one costs a green cube "
        f"and {T.FEE_TIME} time",
        "travel": f"a member goes to a neighbouring city for the road's cubes, a wagon and {T.TRAVEL_TIME} time",
        "council chamber": "members go up its stages for a scroll or green cubes, and time, and use a privilege",
        "grain harvest": f"{T.HARVEST} grain with a member on the farm; {T.HARVEST_HORSE} with plough and horse, "
        f"{T.HARVEST_OX} with plough and ox",
        "family": "a member is born on the farm, or one comes home to it",
        "church": f"a member goes into the black bag for a brown cube, a coin, or {T.CHURCH_TIME} time",
        "crafts": "make a good by a member who has trained, by training one, or by paying; or bring grain to the mill",
        "well": "three cubes of a colour, or coins, for any one action",
        "plague": f"a black cube: {T.PLAGUE_TIME} time",
        "plough": "more grain at the harvest, with a horse or an ox",
        "wagon": "pays for a journey",
        "scroll": "pays for a step in the council chamber",
        "mill": f"{T.MILL_GRAIN} grain for {T.MILL_COINS} coins",
        "black bag": f"at the mass {T.PIECES_PER_MASS} pieces are taken from it; members among them enter the church",
        "chronicle": "remembers those who have died, by where they worked; points at the end by how many",
        "cemetery": "takes those for whom the chronicle has no room",
    }
    return told | {f"privilege {number}": words for number, words in enumerate(text.PRIVILEGES, 1)}
