"""Measuring: one agent against others, two agents, tournaments, self-play, solo modes, and the statistics behind them.

    from eurogym.measure import run_compare
    print(run_compare("villagers", "heuristic", "greedy", num_players=3).found)

Agents are spec strings or objects (`eurogym.agents`). All deals follow from a seed. Every function takes `work`, which
says how the games are played, on one core, several or a cluster; the results do not depend on it.
"""

from typing import TYPE_CHECKING

from eurogym.envs.core.lazily import given_out

if TYPE_CHECKING:
    from eurogym.measure.compare import comparison_text, run_compare
    from eurogym.measure.evaluate import duels_text, run_duels
    from eurogym.measure.exploit import Candidate, exploit_text, exploited
    from eurogym.measure.games.blocks import Work
    from eurogym.measure.games.kept import Kept
    from eurogym.measure.selfplay import run_selfplay, selfplay_text
    from eurogym.measure.solo import order_notes, plot_cells, run_solo, solo_settings, solo_text
    from eurogym.measure.stats.sequential import ConfidenceSequence, settle
    from eurogym.measure.stats.statistics import mean_interval
    from eurogym.measure.tournament import plot_standings, run_tournament, standings_text

__getattr__, __dir__ = given_out(__name__)
__all__ = [
    "Candidate",
    "ConfidenceSequence",
    "Kept",
    "Work",
    "comparison_text",
    "duels_text",
    "exploit_text",
    "exploited",
    "mean_interval",
    "order_notes",
    "plot_cells",
    "plot_standings",
    "run_compare",
    "run_duels",
    "run_selfplay",
    "run_solo",
    "run_tournament",
    "selfplay_text",
    "settle",
    "solo_settings",
    "solo_text",
    "standings_text",
]
