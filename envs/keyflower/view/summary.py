"""What brought the points of a finished game."""

from __future__ import annotations

import numpy as np

from eurogym.envs.keyflower.declare.components import tile_ids, tiles
from eurogym.envs.keyflower.view.text import to_dict


def sources(state, options, scores) -> list[dict[str, int]]:
    """The points of every seat by what brought them: printed on tiles by their season, and all others."""
    found = []
    for seat, one in enumerate(to_dict(state, options, None)["seats"]):
        own = dict.fromkeys(("spring tiles", "summer tiles", "autumn tiles", "winter tiles"), 0)
        for tile in one["village"]:
            number = tile_ids().index(tile["tile"])
            season = f"{tiles()[number]['season']} tiles"
            season = season if season in own else "home and boats"
            points = int(np.asarray(state["points"])[number, int(tile["upgraded"])])
            own[season] = own.get(season, 0) + points
        own["counted by tiles, boats; gold"] = int(scores[seat]) - sum(own.values())
        found.append(own)
    return found
