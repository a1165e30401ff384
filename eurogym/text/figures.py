"""Figures of games and positions in words, from the rows of an arena: strength, wrong answers, tokens, time, money."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from eurogym.measure.report.report import interval_text
from eurogym.measure.stats.statistics import Estimate, bounded_interval, mean_interval, share_interval
from eurogym.text.yardsticks import Yardstick

Rows = Sequence[Mapping[str, Any]]
MILLION = 1e6


def summed(plan: Mapping[str, Any], rows: Rows) -> list[dict[str, Any]]:
    """Return the figures of a plan: a row per opponent, or one for positions.

    Intervals are 95 % intervals over deals or positions, with attempts averaged before.

    Args:
        plan: the plan as plain data, with `yardsticks`, as an arena tells it.
        rows: finished games or positions.
    """
    if plan["positions"]:
        mine = [row for row in rows if not row["opponent"] and row["deal"] < plan["positions"]]
        return [_positions(mine)] if any(row["kind"] == "position" for row in mine) else []
    found = []
    for opponent in plan["against"]:
        games = [row for row in rows if row["opponent"] == opponent and row["deal"] < plan["deals"]]
        if games:
            found.append(_games(opponent, games, Yardstick(**plan["yardsticks"][opponent])))
    return found


def _games(opponent: str, games: Rows, yardstick: Yardstick) -> dict[str, Any]:
    margins = _means(games, lambda row: row["margin"])
    return {
        "opponent": opponent,
        "games": len(games),
        "deals": len(margins),
        "outcome": bounded_interval(_means(games, lambda row: row["placement"]), -1.0),
        "margin": mean_interval(margins),
        "progression": yardstick.on_scale(margins),
        "scale": yardstick.tells,
        "forfeits": sum(row["forfeited"] for row in games),
        "fallbacks": sum(row["fallbacks"] for row in games),
        "decisions": sum(row["decisions"] + row["fallbacks"] for row in games),
        "refused": _refused(games),
        **_costs(games),
    }


def _positions(rows: Rows) -> dict[str, Any]:
    decided = [row for row in rows if row["kind"] == "position"]
    asked = [row for row in rows if row["kind"] == "question"]
    by_kind = {
        kind: [row for row in asked if row["question"] == kind]
        for kind in sorted({row["question"] for row in asked})
    }
    regrets = _means(decided, lambda row: row["regret"])
    chance = float(np.mean(_means(decided, lambda row: row["chance"])))
    regret = mean_interval(regrets)
    way = [100 * (1 - one / chance) if chance > 0 else math.nan for one in regret]
    return {
        "positions": len(regrets),
        "regret": regret,
        "chance": chance,
        "progression": Estimate(way[0], way[2], way[1]),
        "best": _share(decided, lambda row: row["best"]),
        "legal": _share(decided, lambda row: row["first"] == "played"),
        "understood": _share(decided, lambda row: row["first"] in ("played", "illegal")),
        "fallbacks": sum(row["outcome"] != "played" for row in decided),
        "refused": _refused(decided),
        "right": _share(asked, lambda row: row["right"]),
        "questions": {kind: _share(found, lambda row: row["right"]) for kind, found in by_kind.items()},
        "asked": {kind: len(found) for kind, found in by_kind.items()},
        **_costs(rows),
    }


def cells(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of `summed` as texts for a table, by their headings."""
    if "positions" in row:
        kinds = ", ".join(
            f"{kind} {one.mean * row['asked'][kind]:.0f} of {row['asked'][kind]}"
            for kind, one in row["questions"].items()
        )
        return {
            "positions": row["positions"],
            "points given away": interval_text(row["regret"]),
            "by random play": f"{row['chance']:.2f}",
            "progression": interval_text(row["progression"], 1),
            **{name: interval_text(row[name]) for name in ("best", "legal", "understood")},
            "questions": f"{interval_text(row['right'])}: {kinds}" if kinds else "-",
            "decisions at random": row["fallbacks"],
        }
    return {
        "deals": row["deals"],
        "outcome": interval_text(row["outcome"]),
        "margin": interval_text(row["margin"], 1),
        "progression": interval_text(row["progression"], 1) if row["scale"] else "none",
        "forfeits": row["forfeits"],
        "at random": f"{row['fallbacks']} of {row['decisions']}",
        "refused": f"{100 * row['refused']:.1f} %",
    }


def _means(rows: Rows, value: Callable[[Mapping[str, Any]], float]) -> list[float]:
    """Return the mean of a value in each deal or position."""
    by_deal: dict[int, list[float]] = {}
    for row in rows:
        by_deal.setdefault(row["deal"], []).append(float(value(row)))
    return [float(np.mean(values)) for values in by_deal.values()]


def _share(rows: Rows, holds: Callable[[Mapping[str, Any]], bool]) -> Estimate:
    values = _means(rows, holds)
    return share_interval(sum(values), len(values))


def _refused(rows: Rows) -> float:
    refused = sum(row["illegal"] + row["unparsable"] for row in rows)
    return refused / max(1, sum(row["decisions"] for row in rows) + refused)


def _costs(rows: Rows) -> dict[str, Any]:
    answers = [one for row in rows for one in row["answers"]]
    names = ("prompt_tokens", "cached_tokens", "answer_tokens", "characters", "fresh")
    seconds = [one["seconds"] for one in answers]
    return {name: sum(row[name] for row in rows) for name in names} | {
        "counted": all(row["counted"] for row in rows),
        "answers": len(answers),
        "seconds": float(np.mean(seconds)) if seconds else 0.0,
        "slowest": max(seconds, default=0.0),
        "errors": dict(sum((Counter(row["errors"]) for row in rows), Counter())),
        "faults": dict(sum((Counter(row["faults"]) for row in rows), Counter())),
    }


def money(figures: Mapping[str, Any], prices: Sequence[float]) -> float:
    """Return what tokens cost.

    Args:
        figures: a row of `summed`.
        prices: of a million tokens of prompts and of answers, and of cached prompts if these are cheaper.
    """
    prompt, answer, cached = prices[0], prices[1], prices[-1] if len(prices) > 2 else prices[0]
    fresh = figures["prompt_tokens"] - figures["cached_tokens"]
    paid = fresh * prompt + figures["cached_tokens"] * cached + figures["answer_tokens"] * answer
    return paid / MILLION
