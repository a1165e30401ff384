"""How a finished game went, in numbers: what a table of means shows beside the scores."""

from __future__ import annotations

from eurogym.envs.village.declare.enums import CATEGORY, PLACE
from eurogym.envs.village.declare.tables import GENERATION_SIZE
from eurogym.envs.village.view.text import points_of

STARTING_MEMBERS = GENERATION_SIZE[0]  # R1.2
DEAD = (*range(PLACE.chronicle, PLACE.chronicle + CATEGORY.COUNT), PLACE.cemetery, PLACE.removed)


def summary(state, options) -> dict[str, float]:
    """Rounds; deaths and births per seat; whether chronicle or cemetery was full; each source's share of all points."""
    seats = range(options.num_players)
    members = [state["members"][seat].sum(axis=0) for seat in seats]
    points = [points_of(state, seat) for seat in seats]
    total = max(1, sum(sum(of_seat.values()) for of_seat in points))
    facts = {
        "rounds": float(state["round_number"]),
        "deaths": sum(float(of_seat[place]) for of_seat in members for place in DEAD) / len(seats),
        "births": sum(float(of_seat.sum() - of_seat[PLACE.reserve]) for of_seat in members) / len(seats)
        - STARTING_MEMBERS,
        "chronicle full": float(not state["chronicle_open"].any()),
        "cemetery full": float(state["cemetery_open"] == 0),
    }
    for source in points[0]:
        facts[f"share {source}"] = sum(of_seat[source] for of_seat in points) / total
    return facts
