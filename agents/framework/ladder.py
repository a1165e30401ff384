"""The measured ladder of a game: how strong every agent is at its tables, and how long a decision takes.

Everything is computed from one file of results, `agents/<game>/ladder.json`, which `eurogym games agents GAME
--measure` writes: duels over paired deals with always-valid intervals, and milliseconds. `eurogym games agents`, the
README, the docs and the agent `best` use this module.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from eurogym.agents.framework.registry import AgentError, exists, package_of
from eurogym.envs.core.errors import FileError
from eurogym.envs.core.forms import ListOf, Number, Record, Text, Whole, form_of, read_json

FILE = "ladder.json"
BASE = "heuristic"  # the rung whose rating is 0
# level for people -> who plays, and how many of 100 decisions it takes at random instead
LEVELS: dict[int, tuple[str, int]] = {
    1: ("random", 0),
    2: (BASE, 40),
    3: (BASE, 25),
    4: (BASE, 14),
    5: (BASE, 6),
    6: (BASE, 0),
    7: ("ppo", 3),
    8: ("ppo", 0),
    9: ("search:ms=20", 0),
    10: ("search:ms=200", 0),
}
LEVEL_RUNGS = tuple(f"level:n={level}" for level, (_, slips) in LEVELS.items() if slips)
# whom a rung is measured by
RIVALS = {"random": "greedy", "greedy": BASE, "ppo": BASE, "mc": BASE, "search": "ppo"} | dict.fromkeys(
    LEVEL_RUNGS, BASE
)
ROUT = 0.9  # a lead from which on a duel says little of how far apart two are
RUNGS = ("random", "greedy", BASE, "ppo", "mc", "search")
ELO = 400 / math.log(10)  # points per unit of log odds


@dataclass(frozen=True)
class Duel:
    """One agent in every seat of the same deals against a table full of another.

    Attributes:
        num_players: number of seats.
        agent, rival: the two agents.
        deals: number of deals played.
        lead: mean lead over the rival's seats (1: always ahead, -1: always behind).
        low, high: ends of its always-valid interval.
        first: share of first places, ties shared.
    """

    num_players: int
    agent: str
    rival: str
    deals: int
    lead: float
    low: float
    high: float
    first: float


LADDER = Record(
    {
        "duels": ListOf(Record(form_of(Duel).names, open=True)),
        "times": ListOf(Record({"num_players": Whole(), "agent": Text(), "ms": Number(0)}, open=True)),
    },
    open=True,
)


@dataclass(frozen=True)
class Rung:
    """An agent at tables of one size.

    `rating` is in Elo points above `heuristic` (400 are odds of ten to one of being ahead at the same table), with the
    ends of its interval, nan if nothing was measured. An agent that was ahead (or behind) in every meeting has no
    rating but a bound, the finite end of its interval. `share` is that of meetings with `heuristic` in which it was
    ahead, ties counted half; `ms` is the processor time of a decision; `deals` is the number of deals behind the
    rating; `rival` is the agent that it was measured against.
    """

    num_players: int
    agent: str
    rating: float
    low: float
    high: float
    share: float
    ms: float
    deals: int
    rival: str

    @property
    def place(self) -> float:
        """The rating or, in its place, the bound; nan if nothing was measured."""
        ends = (one for one in (self.rating, self.low, self.high) if math.isfinite(one))
        return next(ends, math.nan)

    @property
    def is_search(self) -> bool:
        """Whether it has a parameter `ms`, the time for a decision."""
        return self.agent.partition(":")[0] in ("mc", "search")


def path_of(game: str) -> Path | None:
    """Return the file of results of a game; None for a game without its own agents."""
    package = package_of(game)
    found = importlib.util.find_spec(package) if exists(package) else None
    if found is None or not found.submodule_search_locations:
        return None
    return Path(next(iter(found.submodule_search_locations))) / FILE


@cache
def _read(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {"duels": [], "times": []}
    try:
        return read_json(path, LADDER)
    except FileError as error:
        raise AgentError(f"{error}; eurogym games agents --measure writes this file") from None


def results(game: str) -> dict[str, Any]:
    """Return what was measured: `duels`, rows of `Duel` (with `values`, the counts of leads), and `times`."""
    path = path_of(game)
    return {"duels": [], "times": []} if path is None else _read(path)


def rungs(game: str, players: int | None = None) -> list[Rung]:
    """Return the rungs of a game, by number of players, weakest first; empty if nothing was measured."""
    return [rung for rung in _measured(game, players) if rung.agent not in LEVEL_RUNGS]


def levels(game: str, players: int) -> dict[int, Rung]:
    """Return the levels for people whose strength was measured at tables of this many players."""
    known = {rung.agent: rung for rung in _measured(game, players) if not math.isnan(rung.place)}
    names = {
        level: f"level:n={level}" if slips else agent.removesuffix(":ms=20")  # what a search takes by itself
        for level, (agent, slips) in LEVELS.items()
    }
    return {level: known[name] for level, name in names.items() if name in known}


def _measured(game: str, players: int | None) -> list[Rung]:
    measured = results(game)
    duels = [
        Duel(**{k: v for k, v in row.items() if k in Duel.__dataclass_fields__}) for row in measured["duels"]
    ]
    times = {(row["num_players"], row["agent"]): row["ms"] for row in measured["times"]}
    sizes = sorted({duel.num_players for duel in duels} | {size for size, _ in times})
    found = []
    for size in sizes if players is None else [players]:
        found += rated(size, [duel for duel in duels if duel.num_players == size], times)
    return found


def rated(size: int, duels: Iterable[Duel], times: dict[tuple[int, str], float]) -> list[Rung]:
    """Return the rungs at tables of one size, weakest first, unmeasured ones last."""
    pairs = {(duel.agent, duel.rival): duel for duel in duels}
    known: dict[str, tuple[float, float, float]] = {BASE: (0.0, 0.0, 0.0)}
    for agent in (BASE, "ppo", "greedy", "mc", "search", "random", *LEVEL_RUNGS):  # rivals first
        duel = _measuring(agent, pairs, known)
        if agent != BASE and duel is not None:
            known[agent] = tuple(
                there + elo(lead)
                for there, lead in zip(known[duel.rival], (duel.lead, duel.low, duel.high), strict=True)
            )
    here = {agent for agent, _ in pairs} | {rival for _, rival in pairs}
    here |= {agent for number, agent in times if number == size}
    found = []
    for agent in here:
        rating, low, high = known.get(agent, (math.nan,) * 3)
        rating = rating if math.isfinite(rating) else math.nan
        own = _measuring(agent, pairs, known)
        against = pairs.get((agent, BASE))
        share = 0.5 if agent == BASE else math.nan if against is None else (1 + against.lead) / 2
        ms = times.get((size, agent), math.nan)
        deals, rival = (0, "") if own is None else (own.deals, own.rival)
        found.append(Rung(size, agent, rating, low, high, share, ms, deals, rival))
    return sorted(found, key=lambda rung: (math.isnan(rung.place), rung.place, rung.agent))


def _measuring(agent: str, pairs: dict[tuple[str, str], Duel], known: Iterable[str]) -> Duel | None:
    """Return the duel by which an agent is rated: with its rival of `RIVALS`, else with any agent of known rating.

    Random play is rated by its duel with the heuristic, unless that is a rout: at larger tables, ratings through a
    third agent do not add up, because the two meet at different tables.
    """
    direct = pairs.get((agent, BASE))
    if agent == "random" and direct is not None and abs(direct.lead) < ROUT:
        return direct
    rivals = [rival for name, rival in pairs if name == agent and rival in known]
    own = RIVALS.get(agent)
    return pairs[agent, own if own in rivals else rivals[0]] if rivals else None


def elo(lead: float) -> float:
    """Return the Elo points of a lead in [-1, 1]; infinite at its ends."""
    return 2 * ELO * math.atanh(lead) if abs(lead) < 1 else math.copysign(math.inf, lead)
