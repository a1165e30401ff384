"""Comparing two agents: deals are played until it is settled which one is stronger, and no longer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np

from eurogym import agents as agent_registry
from eurogym.common.deals import TESTING, Purpose
from eurogym.envs.core.faces.opponents import Opponent
from eurogym.measure.games.blocks import ALONE, Work, stream
from eurogym.measure.games.matches import Cell, MatchResults, deal_seeds, joined
from eurogym.measure.report.report import progress_bar
from eurogym.measure.stats.sequential import Settled, settle
from eurogym.measure.tournament import check_seats, meetings, seating_plan, teams_of, unique_names

__all__ = ["Comparison", "comparison_text", "run_compare"]

MOST_DEALS = 1000  # also the number that a test of fixed size would play
SMALLEST_EFFECT = 0.1
GAMES_A_LOOK = 32  # approximately: rounded to whole deals


@dataclass(frozen=True)
class Comparison:
    """The result of `run_compare`.

    Attributes:
        game, num_players, options, seed: what was played.
        agents: names of both agents.
        found: verdict on the lead of the first agent over the second.
        margin: mean score difference.
        smallest_effect, confidence: as for `run_compare`.
        deals, games: numbers of deals and games played.
        most_deals, most_games: what a test of fixed size would have played.
    """

    game: str
    num_players: int
    options: dict[str, Any]
    seed: int
    agents: tuple[str, str]
    found: Settled
    margin: float
    smallest_effect: float
    confidence: float
    deals: int
    games: int
    most_deals: int
    most_games: int

    @property
    def saved(self) -> int:
        """The number of games that did not have to be played."""
        return self.most_games - self.games


def run_compare(
    game: str,
    one: str | Opponent,
    other: str | Opponent,
    num_players: int,
    most_deals: int = MOST_DEALS,
    seed: int = 0,
    smallest_effect: float = SMALLEST_EFFECT,
    options: dict[str, Any] | None = None,
    confidence: float = 0.95,
    quiet: bool = True,
    work: Work = ALONE,
    alone: bool = False,
    half_width: float | None = None,
    purpose: Purpose = TESTING,
) -> Comparison:
    """Compare two agents at tables of `num_players` seats by a sequential test over paired deals.

    Every deal is played with all mixtures of the two in all rotations of the seats, and gives one value: the mean lead
    over all pairs of a seat of one agent and a seat of the other (1 ahead, 0 level, -1 behind).

    Args:
        game: name of the game.
        one, other: spec strings or agents.
        num_players: number of seats.
        most_deals: most deals to play.
        seed: seed of deals and agents.
        smallest_effect: a lead closer to 0 than this, in [0, 1), counts as none.
        options: game options without num_players.
        confidence: confidence of the interval, in (0, 1).
        quiet: show no progress bar.
        work: how games are played; the result does not depend on it.
        alone: `one` has a single seat, each in turn, and `other` has all the others.
        half_width: play until the half-width of the interval is at most this, whatever the interval says before.
        purpose: the purpose whose deals are played.

    Raises:
        OptionError: the options or the number of seats are not allowed.
        InputError: the table has fewer than two seats. Whatever an agent raises is passed on.
    """
    check_seats(game, [num_players], options)
    pair = [agent_registry.make(spec, game=game) for spec in (one, other)]
    teams = teams_of(game, num_players, options)
    plan = 1 - np.eye(num_players, dtype=np.int64) if alone else seating_plan(2, num_players, num_teams=teams)
    cell = Cell(
        game,
        [one, other],
        np.tile(plan, (most_deals, 1)),
        np.repeat(deal_seeds(seed, most_deals, purpose), len(plan)),
        seed,
        dict(options or {}),
    )
    played: list[MatchResults] = []
    size = len(plan) * max(1, GAMES_A_LOOK // len(plan))

    def looks(blocks: Iterator[tuple[int, MatchResults]]) -> Iterator[np.ndarray]:
        for _, results in blocks:
            played.append(results)
            yield meetings(results, 0, 1, len(results.seeds) // len(plan))[0]

    with (
        progress_bar(cell.games, f"{game}, {num_players} players, at most", quiet) as bar,
        closing(stream([cell], work, bar.update, size)) as blocks,
    ):
        found = settle(looks(blocks), smallest_effect, confidence, half_width)
    matches = joined(played)
    return Comparison(
        game,
        num_players,
        dict(options or {}),
        seed,
        tuple(unique_names([agent.name for agent in pair])),
        found,
        float(meetings(matches, 0, 1, found.count)[1].mean()),
        smallest_effect,
        confidence,
        found.count,
        len(matches.agents),
        most_deals,
        cell.games,
    )


# --- what is shown and written -----------------------------------------------------------------------


def verdict_text(result: Comparison) -> str:
    """Return the verdict in one line."""
    one, other = result.agents
    low, high = result.found.interval
    if result.found.verdict in ("above", "below"):
        better, worse = (one, other) if result.found.verdict == "above" else (other, one)
        slightly = max(abs(low), abs(high)) < result.smallest_effect
        return f"{better} is stronger than {worse}" + (
            ", by less than the smallest effect" if slightly else ""
        )
    if result.found.verdict == "equal":
        return f"{one} and {other} are equal but for a lead below {result.smallest_effect:g} on either side"
    return f"not settled: more deals than {result.deals} are needed to tell {one} from {other}"


def comparison_text(result: Comparison) -> str:
    """Return the verdict, the lead with its interval, and the numbers of deals and games as text."""
    one, other = result.agents
    low, high = result.found.interval
    percent = f"{100 * result.confidence:g} %"
    ahead = 50 * (1 + result.found.mean)
    lines = [
        verdict_text(result),
        "",
        f"lead of {one}: {result.found.mean:.3f}, always-valid {percent} interval {low:.3f} to {high:.3f}",
        f"  (1: always ahead of {other} at the same table, -1: always behind; "
        f"ahead in {ahead:.1f} % of their meetings, ties counted half)",
        f"mean score difference: {result.margin:.1f}",
        f"deals: {result.deals} of at most {result.most_deals}, {result.games} games; "
        f"{result.saved} games saved against a fixed {result.most_deals} deals "
        f"({100 * result.saved / result.most_games:.0f} %)",
    ]
    return "\n".join(lines)


def as_row(result: Comparison) -> dict[str, Any]:
    """Return the result as one flat row."""
    return {
        "agent": result.agents[0],
        "other": result.agents[1],
        "num_players": result.num_players,
        "verdict": result.found.verdict,
        "lead": result.found.mean,
        "lead_low": result.found.interval[0],
        "lead_high": result.found.interval[1],
        "confidence": result.confidence,
        "smallest_effect": result.smallest_effect,
        "margin": result.margin,
        "deals": result.deals,
        "games": result.games,
        "most_deals": result.most_deals,
        "games_saved": result.saved,
    }


def as_data(result: Comparison) -> dict[str, Any]:
    """Return the result as plain JSON-able data."""
    return {
        "kind": "compare",
        "game": result.game,
        "options": result.options,
        "seed": result.seed,
        "words": verdict_text(result),
        **as_row(result),
    }
