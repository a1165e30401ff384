"""What the signs of the table mean, and what a decision asks: for people who play in a terminal."""

from __future__ import annotations

from eurogym.envs.village.view import text

PAINT = {"orange": "orange", "green": "green", "brown": "brown", "pink": "pink", "plague": "grey"}

LEGEND = (
    ("1 2 3 4", "members of a family by their generation"),
    ("ox + wagon (6)", "a customer: the goods wished for, and the points it gives"),
    ("C1 ... C6", "cities; C1-C2 is the road between them, with the cubes a journey costs"),
    ("time 6, 4 to the quill", "time spent, and what is left until a member dies"),
    ("farm 3 open", "spaces still open in a part of the chronicle, followed by the members in it"),
    ("stage 2, church 2", "stages of the council chamber and the church count from 1"),
    ("[?] [blank] [quill]", "solo: fate tiles in the gaps of Carla's loop; > her next cube, * cubes laid"),
    ("*", "the player who decides now"),
    (". and -", "none"),
)

INTRODUCTION = {
    "aim": "Lead a family through its generations: they work, travel, pray and die. Most prestige wins.",
    "round": (
        "Take a cube from an area of the board; it is yours, and you may do the action of that area.",
        "Actions cost cubes, goods, grain or time. A black cube gives nothing and costs 2 time.",
        "When your time passes the quill, one of your oldest generation dies: into the chronicle, or the cemetery.",
        "When the last cube is taken a mass is held: members leave the black bag for the church.",
        "The game ends when the chronicle or the cemetery is full; the others have one more turn.",
    ),
    "scores": (
        "Cities visited: 1, 3, 6, 10, 14 or 18 points for one to six of them.",
        "Members in the church and in the council chamber, more for every stage they climbed.",
        "Members in the chronicle: 4, 7 or 12 points for three, four or five of your own.",
        "Customers you served at the market, and coins.",
    ),
    "minutes": "60-90",
    "weight": "medium",
}


def request(state, options) -> str:
    """Return what the pending decision asks."""
    return text.request(text.to_dict(state, options))
