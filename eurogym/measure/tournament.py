"""Tournaments: agents against each other on the same deals, every lineup in every seating.

A deal is played by every lineup of agents in every rotation of the seats, so that cards and seats favour no agent. One
deal is one block: intervals are over the means of blocks.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from eurogym import agents as agent_registry
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.declare.standing import first_places
from eurogym.envs.core.faces.opponents import Opponent
from eurogym.measure.games.blocks import ALONE, Work, play_cells
from eurogym.measure.games.matches import Cell, MatchResults, deal_seeds
from eurogym.measure.report.report import (
    columns_of,
    deals_note,
    interval_text,
    plus_minus,
    progress_bar,
    share_text,
    text_table,
)
from eurogym.measure.scales import Rating, rating_text, ratings, scales_text
from eurogym.measure.seats import (
    Luck,
    meetings_by_deal,
    seat_advantages,
    share_of_luck,
    starter_advantages,
)
from eurogym.measure.stats.sequential import ConfidenceSequence
from eurogym.measure.stats.statistics import (
    Estimate,
    bounded_interval,
    e_benjamini_hochberg,
    mean_interval,
)

__all__ = [
    "Standing",
    "TournamentResult",
    "as_data",
    "as_rows",
    "discoveries",
    "luck_of",
    "payoff_matrix",
    "plot_standings",
    "run_tournament",
    "standings_text",
]

FALSE = 0.05  # allowed share of false ones among the pairs that are told apart


def lineups(num_agents: int, num_seats: int) -> list[tuple[int, ...]]:
    """Return the lineups that a deal is played with, each a tuple of agent numbers, one per seat.

    These are all subsets of `num_seats` different agents or, with fewer agents than seats, all multisets in which every
    agent has at least one seat.
    """
    if num_agents >= num_seats:
        return list(itertools.combinations(range(num_agents), num_seats))
    everybody = tuple(range(num_agents))
    rest = itertools.combinations_with_replacement(range(num_agents), num_seats - num_agents)
    return [tuple(sorted(everybody + more)) for more in rest]


def seating_plan(num_agents: int, num_seats: int, num_teams: int = 0) -> np.ndarray:
    """Return the agent of every seat in every game of one deal, int (games, seats): each lineup in all rotations.

    Rotations of a lineup that seat the agents alike are played only once. In team games, lineups are made of teams: an
    agent has all seats of one.
    """
    if num_teams > 0:
        return np.tile(seating_plan(num_agents, num_teams), (1, num_seats // num_teams))
    rows: list[tuple[int, ...]] = []
    for lineup in lineups(num_agents, num_seats):
        rotations = [lineup[-k:] + lineup[:-k] if k else lineup for k in range(num_seats)]
        rows += dict.fromkeys(rotations)
    return np.array(rows, np.int64)


@dataclass
class Standing:
    """The result of one agent: means over blocks with their intervals."""

    agent: str
    outcome: Estimate  # placement in [-1, 1]
    score: Estimate
    first: Estimate  # share of first places, ties shared
    seats: int
    rating: Rating | None  # None for an automated opponent
    milliseconds: float  # thinking time per seat and game


@dataclass
class TournamentResult:
    """The result of `run_tournament`; `payoff[i][j]`, in [-1, 1], is agent i's lead over agent j at the same table."""

    game: str
    num_players: int
    options: dict[str, Any]
    deals: int
    seed: int
    standings: list[Standing]
    payoff: np.ndarray  # (K, K) mean lead (1, 0, -1 by places) over pairs of seats, nan on the diagonal
    payoff_ends: np.ndarray  # (2, K, K) ends of its 95 % interval
    margin: np.ndarray  # (K, K) mean score difference
    matches: MatchResults
    automated: list[Standing]  # the automated opponents at the tables of the agents
    seats: list[Estimate]  # mean placement of every seat
    order: list[Estimate]  # the same by turn order, beginning with the starting player
    ahead: list[tuple[int, int]]  # pairs of which the first is ahead, with few false ones (`discoveries`)
    luck: dict[str, Luck]  # shares of variance of "outcome" and "score"


def run_tournament(
    game: str,
    num_players: int,
    specs: Sequence[str | Opponent],
    deals: int = 100,
    seed: int = 0,
    options: dict[str, Any] | None = None,
    quiet: bool = True,
    work: Work = ALONE,
) -> TournamentResult:
    """Play a tournament of at least two agents.

    Args:
        game: name of the game.
        num_players: number of seats.
        specs: spec strings or agents.
        deals: number of deals, each one block of paired games.
        seed: seed of deals and agents.
        options: game options without num_players.
        quiet: show no progress bar.
        work: how games are played.

    Raises:
        OptionError: the options or the number of seats are not allowed.
        InputError: the table has fewer than two seats.
        AgentError: there are fewer than two agents, or one is unknown.
    """
    check_seats(game, [num_players], options)
    players = [agent_registry.make(spec, game=game) for spec in specs]
    names = unique_names([player.name for player in players])
    if len(players) < 2:
        raise agent_registry.AgentError("a tournament needs at least two agents")
    plan = seating_plan(len(players), num_players, teams_of(game, num_players, options))
    seeds = np.repeat(deal_seeds(seed, deals), len(plan))
    seating = np.tile(plan, (deals, 1))
    cell = Cell(game, specs, seating, seeds, seed, dict(options or {}))
    with progress_bar(len(seating), f"{game}, {num_players} players", quiet) as bar:
        (matches,) = play_cells([cell], work, bar.update)
    wins, met = meetings_by_deal(matches, len(players), deals)
    rated = ratings(wins)
    standings = [_standing(number, name, matches, deals, rated[number]) for number, name in enumerate(names)]
    payoff, ends, margin = payoff_matrix(matches, len(players), deals)
    return TournamentResult(
        game,
        num_players,
        dict(options or {}),
        deals,
        seed,
        standings,
        payoff,
        ends,
        margin,
        matches,
        automated_standings(game, options, matches, deals),
        seat_advantages(matches, deals),
        starter_advantages(matches, deals),
        discoveries(matches, len(players), deals),
        luck_of(matches, len(players), deals),
    )


def discoveries(
    matches: MatchResults, num_agents: int, deals: int, rate: float = FALSE
) -> list[tuple[int, int]]:
    """Return pairs of agents of which the first is ahead of the second; in expectation at most `rate` are false.

    Each pair gets an e-value from its leads in all deals; pairs are selected by the procedure of Benjamini and Hochberg
    for e-values.
    """
    pairs, evidence = [], []
    for one, other in itertools.combinations(range(num_agents), 2):
        leads, _ = meetings(matches, one, other, deals)
        sequence = ConfidenceSequence()
        sequence.add(leads[np.isfinite(leads)])
        pairs.append((one, other) if sequence.mean > 0 else (other, one))
        evidence.append(sequence.evidence())
    return list(itertools.compress(pairs, e_benjamini_hochberg(evidence, rate)))


def luck_of(matches: MatchResults, num_agents: int, deals: int) -> dict[str, Luck]:
    """Return the share of luck in outcomes and scores, as far as it can be estimated."""
    seats = matches.agents.shape[1]
    results = {"outcome": matches.placements, "score": matches.scores}
    found = {
        name: share_of_luck(values[:, :seats], matches.agents, num_agents, deals)
        for name, values in results.items()
    }
    return {name: luck for name, luck in found.items() if luck is not None}


def automated_standings(
    game: str, options: dict[str, Any] | None, matches: MatchResults, deals: int
) -> list[Standing]:
    """Return the results of the automated opponents at the tables of the agents, if any."""
    found, seats = registry.game(game), matches.agents.shape[1]
    chosen = found.options_class.from_kwargs(**(options or {}), num_players=seats)
    firsts = first_places(matches.placements)

    def by_block(values: np.ndarray) -> np.ndarray:
        return values.reshape(deals, -1).mean(axis=1)

    return [
        Standing(
            agent=found.name_of_seat(chosen, seat),
            outcome=bounded_interval(by_block(matches.placements[:, seat]), -1.0),
            score=mean_interval(by_block(matches.scores[:, seat])),
            first=bounded_interval(by_block(firsts[:, seat])),
            seats=len(matches.agents),
            rating=None,
            milliseconds=0.0,
        )
        for seat in range(seats, matches.scores.shape[1])
    ]


def check_seats(game: str, players: Sequence[int], options: dict[str, Any] | None = None) -> None:
    """Raise OptionError for numbers of seats that the options do not allow, and InputError for fewer than two seats."""
    for number in players:
        registry.game(game).options_class.from_kwargs(**(options or {}) | {"num_players": number})
        if number < 2:
            raise InputError(
                "agents meet at tables of two or more seats; for the solo mode, use eurogym solo"
            )


def teams_of(game: str, num_players: int, options: dict[str, Any] | None) -> int:
    """Return the number of teams at a table with these options, 0 if every seat plays for itself."""
    values = (options or {}) | {"num_players": num_players}
    return registry.game(game).options_class.from_kwargs(**values).num_teams


def unique_names(names: Sequence[str]) -> list[str]:
    """Return the names with numbers added to those that occur more than once."""
    result = []
    for position, name in enumerate(names):
        earlier = list(names[:position]).count(name)
        result.append(f"{name}#{earlier + 1}" if names.count(name) > 1 else name)
    return result


def _standing(number: int, name: str, matches: MatchResults, deals: int, rating: Rating) -> Standing:
    mine = matches.agents == number
    blocks = len(mine) // deals

    def by_block(values: np.ndarray) -> np.ndarray:
        sums = np.where(mine, values, 0.0).reshape(deals, blocks, -1).sum(axis=(1, 2))
        return sums / mine.reshape(deals, blocks, -1).sum(axis=(1, 2))

    seats = matches.agents.shape[1]
    return Standing(
        agent=name,
        outcome=bounded_interval(by_block(matches.placements[:, :seats]), -1.0),
        score=mean_interval(by_block(matches.scores[:, :seats])),
        first=bounded_interval(by_block(first_places(matches.placements)[:, :seats])),
        seats=int(mine.sum()),
        rating=rating,
        milliseconds=float(1000 * matches.seconds[number] / max(1, mine.sum())),
    )


def payoff_matrix(
    matches: MatchResults, num_agents: int, deals: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return how agents do against each other: payoff (K, K), the ends of its intervals (2, K, K), and mean score
    difference (K, K).

    The payoff of a pair of seats is 1, 0 or -1 by their final places; blocks are deals.
    """
    payoff = np.full((num_agents, num_agents), np.nan)
    margin = payoff.copy()
    ends = np.full((2, num_agents, num_agents), np.nan)
    for one, other in itertools.permutations(range(num_agents), 2):
        leads, differences = meetings(matches, one, other, deals)
        if not np.isnan(leads).any():
            payoff[one, other], *ends[:, one, other] = bounded_interval(leads, -1.0)
            margin[one, other] = differences.mean()
    return payoff, ends, margin


def meetings(matches: MatchResults, one: int, other: int, deals: int) -> tuple[np.ndarray, np.ndarray]:
    """Return how one agent did against another in every deal: lead and score difference, each (deals,) float64.

    Both are means over all pairs of a seat of one and a seat of the other at the same table; the lead of a pair is 1, 0
    or -1 by their final places. They are nan in deals in which the two did not meet.
    """
    num_seats = matches.agents.shape[1]
    total, difference, pairs = np.zeros((3, len(matches.agents)))
    for a, b in itertools.permutations(range(num_seats), 2):
        meet = (matches.agents[:, a] == one) & (matches.agents[:, b] == other)
        total += meet * np.sign(matches.placements[:, a] - matches.placements[:, b])
        difference += meet * (matches.scores[:, a] - matches.scores[:, b])
        pairs += meet
    by_deal = pairs.reshape(deals, -1).sum(axis=1)
    by_deal[by_deal == 0] = np.nan
    leads, differences = (values.reshape(deals, -1).sum(axis=1) / by_deal for values in (total, difference))
    return leads, differences


# --- what is shown and written -----------------------------------------------------------------------


def standings_text(result: TournamentResult) -> str:
    """Return the standings and the payoff matrix as text."""
    order = sorted(range(len(result.standings)), key=lambda k: -result.standings[k].outcome[0])
    headers = ["agent", "outcome", "score", "first", "seats", "ms/game", "rating"]
    rows = []
    for number in order:
        one = result.standings[number]
        row = [*_result_texts(one), one.seats, f"{one.milliseconds:.1f}", rating_text(one.rating)]
        rows.append(row)
    for one in result.automated:
        row = [*_result_texts(one), one.seats, "-"]
        rows.append(row + ["-"] * (len(headers) - len(row)))
    names = [result.standings[number].agent for number in order]
    grid = []
    for one in order:
        cells = [
            interval_text(Estimate(result.payoff[one, other], *result.payoff_ends[:, one, other]))
            for other in order
        ]
        grid.append([result.standings[one].agent, *cells])
    return (
        text_table(headers, rows)
        + "\n\npayoff, row against column (1: always ahead, -1: always behind)\n"
        + text_table(["", *names], grid)
        + f"\n\n{_course_text(result)}"
        + deals_note(result.deals)
    )


def _result_texts(one: Standing) -> list[str]:
    return [one.agent, interval_text(one.outcome), plus_minus(one.score, 1), share_text(one.first)]


def _course_text(result: TournamentResult) -> str:
    """Return lines about ratings without a place, seats and luck."""
    lines = scales_text([one.agent for one in result.standings], [one.rating for one in result.standings])
    lines += [
        f"mean placement {words}: {'; '.join(map(interval_text, places))}"
        for words, places in (
            ("of players 1, 2, ...", result.seats),
            ("by turn order, first who begins the game", result.order),
        )
    ]
    for name, luck in result.luck.items():
        ends = "" if np.isnan(luck.low) else f" ({luck.low:.0%} to {luck.high:.0%})"
        lines.append(
            f"variance of the {name}: {luck.deal:.0%} between deals{ends}, "
            f"{luck.agent:.0%} between these agents, {luck.rest:.0%} the rest"
        )
    names = [one.agent for one in result.standings]
    if len(names) > 2:
        places = [-one.outcome[0] for one in result.standings]
        ahead = sorted(result.ahead, key=lambda pair: [places[number] for number in pair])
        discovered = ", ".join(f"{names[one]} > {names[other]}" for one, other in ahead)
        lines.append(f"told apart, at most {FALSE:.0%} of them falsely: {discovered or 'none'}")
    return "\n".join(lines)


def as_data(result: TournamentResult) -> dict[str, Any]:
    """Return the result as plain JSON-able data, including the number of games."""
    return {
        "kind": "tournament",
        "game": result.game,
        "num_players": result.num_players,
        "options": result.options,
        "deals": result.deals,
        "seed": result.seed,
        "agents": as_rows(result),
        "ahead": [[result.standings[number].agent for number in pair] for pair in result.ahead],
        "automated": [_row(one) for one in result.automated],
        "payoff": _plain_matrix(result.payoff),
        "payoff_low": _plain_matrix(result.payoff_ends[0]),
        "payoff_high": _plain_matrix(result.payoff_ends[1]),
        "margin": _plain_matrix(result.margin),
        "games": len(result.matches.agents),
        "seats": [columns_of("outcome", one) for one in result.seats],
        "turn_order": [columns_of("outcome", one) for one in result.order],
        "luck": {name: asdict(luck) for name, luck in result.luck.items()},
    }


def _plain_matrix(values: np.ndarray) -> list[list[float | None]]:
    return np.where(np.isnan(values), None, values).tolist()


def as_rows(result: TournamentResult) -> list[dict[str, Any]]:
    """Return one row per agent for CSV."""
    return [_row(one) for one in result.standings]


def _row(one: Standing) -> dict[str, Any]:
    row = {
        "agent": one.agent,
        **columns_of("outcome", one.outcome),
        **columns_of("score", one.score),
        **columns_of("first", one.first),
        "seats": one.seats,
        "ms_per_game": one.milliseconds,
    }
    if one.rating is not None:
        row |= columns_of("rating", Estimate(*one.rating[:3]))
        row |= {"rating_bound": one.rating.bound, "rating_meetings": one.rating.meetings}
    return row


def plot_standings(result: TournamentResult) -> Any:
    """Return a function that draws the outcomes with their intervals on matplotlib axes."""

    def draw(axes: Any) -> None:
        order = sorted(result.standings, key=lambda one: one.outcome[0])
        mean, low, high = np.array([one.outcome for one in order]).T
        axes.errorbar(mean, range(len(order)), xerr=[mean - low, high - mean], fmt="o", capsize=3)
        axes.axvline(0, color="0.7", linewidth=0.8)
        axes.set_yticks(range(len(order)), [one.agent for one in order])
        axes.set_xlim(-1.05, 1.05)
        axes.set_xlabel("mean placement (1 first, -1 last), 95 % interval over deals")
        axes.set_title(
            f"{result.game}, {result.num_players} players, {result.deals} deals, seed {result.seed}"
        )

    return draw
