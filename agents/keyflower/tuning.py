"""Weights of the heuristic that are tuned together, and the games played for them (plain data for `eurogym learn
tune`)."""

from eurogym.agents.framework.bots.tuning import Setting

SETTINGS = {
    **{f"table{number}": Setting(f"TABLE{number}", ({"num_players": number},)) for number in (2, 3, 4)},
    "table5": Setting("TABLE5", tuple({"num_players": number} for number in (5, 6))),
}
