"""Measuring: one agent against others, two agents, tournaments, self-play, solo modes, and the statistics behind them.

    from eurogym.measure import run_compare
    print(run_compare("villagers", "heuristic", "greedy", num_players=3).found)

Agents are spec strings or objects (`eurogym.agents`). All deals follow from a seed. Every function takes `work`, which
says how the games are played, on one core, several or a cluster; the results do not depend on it.
"""

from typing import TYPE_CHECKING

from eurogym.envs.core.lazily import given_out

if TYPE_CHECKING:
    from eurogym.measure.compare import Comparison, comparison_text, run_compare
    from eurogym.measure.evaluate import Duel, duels_text, run_duels
    from eurogym.measure.exploit import Candidate, Exploit, exploit_text, exploited
    from eurogym.measure.games.blocks import Work, play_cells
    from eurogym.measure.games.matches import Cell, MatchResults, deal_seeds, one_against_others
    from eurogym.measure.scales import Rating, fit_strengths, ratings
    from eurogym.measure.seats import Luck, seat_advantages, share_of_luck, starter_advantages
    from eurogym.measure.selfplay import SelfPlay, run_selfplay, selfplay_text
    from eurogym.measure.solo import SoloCell, order_notes, plot_cells, run_solo, solo_settings, solo_text
    from eurogym.measure.stats.sequential import ConfidenceSequence, Settled, settle
    from eurogym.measure.stats.statistics import (
        Estimate,
        benjamini_hochberg,
        bounded_interval,
        e_benjamini_hochberg,
        mean_interval,
        share_interval,
    )
    from eurogym.measure.tournament import (
        Standing,
        TournamentResult,
        discoveries,
        payoff_matrix,
        plot_standings,
        run_tournament,
        standings_text,
    )

__getattr__ = given_out(
    __name__,
    {
        "compare": ["Comparison", "comparison_text", "run_compare"],
        "evaluate": ["Duel", "duels_text", "run_duels"],
        "exploit": ["Candidate", "Exploit", "exploit_text", "exploited"],
        "games.blocks": ["Work", "play_cells"],
        "games.matches": ["Cell", "MatchResults", "deal_seeds", "one_against_others"],
        "scales": ["Rating", "fit_strengths", "ratings"],
        "seats": ["Luck", "seat_advantages", "share_of_luck", "starter_advantages"],
        "selfplay": ["SelfPlay", "run_selfplay", "selfplay_text"],
        "solo": ["SoloCell", "order_notes", "plot_cells", "run_solo", "solo_settings", "solo_text"],
        "stats.sequential": ["ConfidenceSequence", "Settled", "settle"],
        "stats.statistics": [
            "Estimate",
            "benjamini_hochberg",
            "bounded_interval",
            "e_benjamini_hochberg",
            "mean_interval",
            "share_interval",
        ],
        "tournament": [
            "Standing",
            "TournamentResult",
            "discoveries",
            "payoff_matrix",
            "plot_standings",
            "run_tournament",
            "standings_text",
        ],
    },
)

__all__ = [
    "Candidate",
    "Cell",
    "Comparison",
    "ConfidenceSequence",
    "Duel",
    "Estimate",
    "Exploit",
    "Luck",
    "MatchResults",
    "Rating",
    "SelfPlay",
    "Settled",
    "SoloCell",
    "Standing",
    "TournamentResult",
    "Work",
    "benjamini_hochberg",
    "bounded_interval",
    "comparison_text",
    "deal_seeds",
    "discoveries",
    "duels_text",
    "e_benjamini_hochberg",
    "exploit_text",
    "exploited",
    "fit_strengths",
    "mean_interval",
    "one_against_others",
    "order_notes",
    "payoff_matrix",
    "play_cells",
    "plot_cells",
    "plot_standings",
    "ratings",
    "run_compare",
    "run_duels",
    "run_selfplay",
    "run_solo",
    "run_tournament",
    "seat_advantages",
    "selfplay_text",
    "settle",
    "share_interval",
    "share_of_luck",
    "solo_settings",
    "solo_text",
    "standings_text",
    "starter_advantages",
]
