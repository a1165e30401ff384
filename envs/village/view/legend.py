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


def request(state, options) -> str:
    """What the pending decision asks."""
    return text.request(text.to_dict(state, options))
