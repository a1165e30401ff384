"""Measuring the ladder of a game: duels over paired deals with always-valid intervals, and the time of a decision.

The file of results (agents/framework/ladder.py) is written after every few deals, and a measurement continues from it:
it has the counts of leads, so further deals add to those that were played.
"""

from __future__ import annotations

import json
import math
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents.framework import ladder
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.envs.core import registry
from eurogym.envs.core.declare.standing import first_places
from eurogym.envs.core.files import write_text
from eurogym.envs.core.forms import read_json
from eurogym.measure.games.blocks import ALONE, Work, play_cells
from eurogym.measure.games.matches import Cell, deal_seeds
from eurogym.measure.stats.sequential import ConfidenceSequence

AT_A_TIME = 50  # deals
DECISIONS = 100  # that are timed, those without a choice left out
QUICK_DEALS, SEARCH_DEALS = 1000, 50
VALID, T_INTERVAL = "always valid", "t"  # kinds of intervals in the file


def measure(
    game: str,
    players: Iterable[int],
    names: Iterable[str] = ladder.RUNGS,
    deals: int = QUICK_DEALS,
    search_deals: int = SEARCH_DEALS,
    seed: int = 35,
    path: Path | None = None,
    tell: Callable[[str], None] = lambda words: None,
    work: Work = ALONE,
) -> dict[str, Any]:
    """Play what is missing of a game's ladder and write it; return the content of the file.

    `names` are the rungs to measure, each against its rival (`ladder.RIVALS`) and, if this is another agent, against
    the heuristic. `deals` and `search_deals` are the numbers of deals of duels without and with a searching agent.
    `path` is the file, by default that of the package. Raise CheckpointError if a rung cannot play, except for `ppo`:
    it is left out at tables for which no policy ships, and rungs that have it as rival meet the heuristic.
    """
    path = path or ladder.path_of(game)
    found = read_json(path, ladder.LADDER) if path.exists() else {"game": game, "duels": [], "times": []}
    for size in players:
        for agent, rival in duels_of(game, size, names):
            wanted = search_deals if {agent, rival} & {"mc", "search"} else deals
            _play(found, path, (size, agent, rival), wanted, seed, tell, work)
        for agent in names:
            timed = any((row["num_players"], row["agent"]) == (size, agent) for row in found["times"])
            if not timed and (ms := milliseconds(game, agent, size, seed)) is not None:
                found["times"].append({"num_players": size, "agent": agent, "ms": ms})
                write(path, found)
                tell(f"{game}, {size} players: {agent} takes {ms:.2f} ms a decision")
    return found


def duels_of(game: str, size: int, names: Iterable[str]) -> list[tuple[str, str]]:
    """Return the duels of these rungs at a table: (agent, rival)."""
    batch = registry.module(game).batch(num_envs=1, num_players=size)
    absent = {
        name for name in ladder.RUNGS if name not in agents.available(game)
    }  # a game may have no heuristic
    if not _plays("ppo", batch):
        absent.add("ppo")
    pairs = []
    for agent in names:
        rival = ladder.RIVALS.get(agent)
        if rival in absent and rival == "ppo":
            rival = ladder.BASE
        if rival is None or {agent, rival} & absent:
            continue
        pairs.append((agent, rival))
        if rival != ladder.BASE and ladder.BASE not in absent:
            pairs.append((agent, ladder.BASE))
    return pairs


def _plays(spec: str, batch: Any) -> bool:
    try:
        agents.make(spec, game=batch.game).prepare(batch)
    except CheckpointError:
        return False
    return True


def _play(
    found: dict[str, Any],
    path: Path,
    key: tuple[int, str, str],
    wanted: int,
    seed: int,
    tell: Any,
    work: Work,
) -> None:
    """Add deals to a duel until there are `wanted`; a row that was taken over from elsewhere is begun anew."""
    size, agent, rival = key
    rows = [row for row in found["duels"] if (row["num_players"], row["agent"], row["rival"]) == key]
    row = rows[0] if rows else {}
    if row.get("deals", 0) >= wanted:
        return
    seen = Counter({float(lead): count for lead, count in row.get("values", {}).items()})
    firsts = row.get("first", 0.0) * sum(seen.values())
    while (played := sum(seen.values())) < wanted:
        some = min(AT_A_TIME, wanted - played)
        leads, first = play_deals(found["game"], agent, rival, size, seed, played, some, work)
        seen.update(leads.astype(np.float64).round(6).tolist())  # as they are read from the file again
        firsts += first.sum()
        fresh = row_of(key, seen, firsts)
        found["duels"] = [one for one in found["duels"] if one not in rows] + [fresh]
        found["duels"].sort(key=lambda one: (one["num_players"], one["agent"], one["rival"]))
        rows = [fresh]
        write(path, found)
        tell(
            f"{found['game']}, {size} players: {agent} against {rival}, {fresh['deals']} deals, lead "
            f"{fresh['lead']:+.3f} ({fresh['low']:+.3f} to {fresh['high']:+.3f})"
        )


def play_deals(
    game: str, agent: str, rival: str, size: int, seed: int, first: int, count: int, work: Work = ALONE
) -> tuple[np.ndarray, np.ndarray]:
    """Return leads and shares of first places (count,) of an agent in every seat of the deals from `first` on."""
    seeds = np.repeat(deal_seeds(seed, first + count)[first:], size)
    seating = np.tile(1 - np.eye(size, dtype=np.int64), (count, 1))
    (played,) = play_cells(
        [Cell(game, [agent, rival], seating, seeds, seed + first, {})], work, lambda games: None
    )
    mine = played.agents == 0
    places = played.placements[:, :size][mine].reshape(count, size)
    firsts = first_places(played.placements)[:, :size][mine].reshape(count, size)
    return places.mean(axis=1), firsts.mean(axis=1)


def row_of(key: tuple[int, str, str], seen: Counter, firsts: float) -> dict[str, Any]:
    """Return a row of the file: `ladder.Duel` and the counts of leads."""
    sequence = ConfidenceSequence()
    sequence.add(seen.elements())
    low, high = sequence.interval()
    size, agent, rival = key
    return {
        "num_players": size,
        "agent": agent,
        "rival": rival,
        "deals": sequence.count,
        "lead": round(sequence.mean, 6),
        "low": round(low, 6),
        "high": round(high, 6),
        "first": round(firsts / sequence.count, 6),
        "interval": VALID,
        "values": {f"{lead:g}": count for lead, count in sorted(seen.items())},
    }


def milliseconds(game: str, spec: str, size: int, seed: int) -> float | None:
    """Return the processor time of a decision of an agent in all seats of a table; None if it cannot play there."""
    batch = registry.module(game).batch(num_envs=1, num_players=size, seed=seed)
    agent = agents.make(spec, game=game)
    try:
        agent.prepare(batch)
    except CheckpointError:
        return None
    agent.reset(seed)
    one, spent, count = np.array([0]), 0.0, -1  # the first one may load what is left
    while count < DECISIONS:
        free = batch.action_masks[0].sum() > 1
        begin = time.process_time()
        action = agent.act(batch, one)
        if free:
            spent += (time.process_time() - begin) if count >= 0 else 0.0
            count += 1
        batch.step(action)
    return float(f"{1000 * spent / DECISIONS:.3g}")


def write(path: Path, found: dict[str, Any]) -> None:
    """Write the file in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, json.dumps(found, indent=1) + "\n", named=True)
    ladder._read.cache_clear()


# --- what is shown ----------------------------------------------------------------------------------------------------

LEVEL_HEADS = ["level", "plays", "rating", "interval", "ahead of heuristic"]
HEADS = ["agent", "rating", "interval", "ahead of `heuristic`", "ms a decision", "deals", "against"]


def cells(rung: ladder.Rung) -> list[str]:
    """Return a rung as a row of a table, see HEADS."""
    base = rung.agent == ladder.BASE
    known = not math.isnan(rung.rating) and not base
    bound = next((f"{word} {end:+.0f}" for word, end, other in (("above", rung.low, rung.high),
                  ("below", rung.high, rung.low)) if math.isfinite(end) and math.isinf(other)), "")  # fmt: skip
    return [
        rung.agent,
        "0" if base else f"{rung.rating:+.0f}" if known else "-",
        "" if base else bound or (f"{rung.low:+.0f} to {rung.high:+.0f}" if known else ""),
        "" if math.isnan(rung.share) or base else f"{100 * rung.share:.1f} %",
        "-" if math.isnan(rung.ms) else f"{rung.ms:.3g}",
        str(rung.deals or ""),
        rung.rival,
    ]
