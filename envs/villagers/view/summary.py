"""What brought the points of a finished game."""

from __future__ import annotations

from eurogym.envs.villagers.view.text import sum_silver, to_dict


def sources(state, options, scores) -> list[dict[str, int]]:
    """The Gold of every seat by what brought it; the second market has paid."""
    found = []
    for one in to_dict(state, options, None)["seats"][: options.num_players]:
        market = {"Gold of the village": one["visible_gold"], "Silver of the village": sum_silver(one)}
        found.append(
            {**market, "first market, coins and what was left": one["supply"] - sum(market.values())}
        )
    return found
