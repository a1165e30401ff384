"""Weights of the heuristic that are tuned together, and the games played for them (plain data for `eurogym learn
tune`)."""

from eurogym.agents.framework.bots.tuning import Setting

SETTINGS = {
    "table": Setting("TABLE", tuple({"num_players": number} for number in (2, 3, 4, 5))),
    "solo": Setting(
        "SOLO", tuple({"num_players": 1, "difficulty": level} for level in ("beginner", "normal", "hard"))
    ),
}
