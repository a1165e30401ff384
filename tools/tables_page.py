"""The page of a game's tournaments: who is stronger, by how much, and what is luck, for every size of table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.training.errors import InputError
from eurogym.training.measure.ratings import Intransitivity, circle_text
from eurogym.training.measure.report import plus_minus, share_text

HEADS = ("agent", "rating", "placement", "first", "score", "deals x seats", "ms/game")


def tables_page(paths: Sequence[Path]) -> str:
    """The Markdown of the tournaments in these files of `eurogym tournament --out`, in their order.

    Raises InputError for a file that is none.
    """
    parts, players = [], None
    for path in paths:
        data = _read(path)
        if data["num_players"] != players:
            players = data["num_players"]
            parts.append(f"## {players} players\n")
        parts.append(_tournament(data, path))
    return "\n".join(parts)


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"there is no data file {path} ({error.strerror})") from None
    except ValueError as error:
        raise InputError(f"{path} cannot be read: {error}") from None
    if not isinstance(data, dict) or data.get("kind") != "tournament":
        raise InputError(f"{path} holds no tournament")
    return data


def _tournament(data: dict[str, Any], path: Path) -> str:
    agents = data["agents"]
    order = sorted(range(len(agents)), key=lambda number: -agents[number]["outcome"])
    names = [f"`{agents[number]['agent']}`" for number in order]
    standings = [_standing(name, agents[number]) for name, number in zip(names, order, strict=True)]
    payoff, half = (_array(data[name]) for name in ("payoff", "payoff_half_width"))
    grid = [
        [
            name,
            *(
                "-" if one == other else f"{payoff[one, other]:+.2f} ± {half[one, other]:.2f}"
                for other in order
            ),
        ]
        for name, one in zip(names, order, strict=True)
    ]
    return "\n".join(
        (
            f"{data['deals']:,} deals, {data['games']:,} games, seed {data['seed']}"
            f"{_options(data['options'])}. Ahead of the agents of the columns (1: always, -1: never) below.\n",
            _table(HEADS, standings),
            _table(("", *names), grid),
            *(f"- {line}" for line in _course(data)),
            f"\n    {_command(data, path)}\n",
        )
    )


def _standing(name: str, row: dict[str, Any]) -> list[str]:
    rating = (
        ""
        if "rating" not in row
        else f"{row['rating']:+.0f} ({row['rating_low']:+.0f} to {row['rating_high']:+.0f})"
    )
    first = share_text(row["first"], row["first_low"], row["first_high"])
    placement = f"{row['outcome']:+.2f} ± {row['outcome_half_width']:.2f}"
    score = f"{row['score']:.1f} ± {row['score_half_width']:.1f}"
    return [name, rating, placement, first, score, f"{row['seats']:,}", f"{row['ms_per_game']:.1f}"]


def _course(data: dict[str, Any]) -> Iterable[str]:
    """Seats, luck and circles, a line each."""
    seats = ", ".join(plus_minus(one["outcome"], one["half_width"]) for one in data["seats"])
    yield f"Mean placement of the seats, first to last: {seats}."
    for name, luck in data["luck"].items():
        yield (
            f"Variance of the {name}: {luck['deal']:.0%} between deals ({luck['low']:.0%} to {luck['high']:.0%}), "
            f"{luck['agent']:.0%} between these agents, {luck['rest']:.0%} the rest."
        )
    found = data["intransitivity"]
    if found is not None and found["circle"] is not None:
        text = circle_text([one["agent"] for one in data["agents"]], Intransitivity(**found))
        yield text[:1].upper() + text[1:] + "."


def _array(rows: list[list[float | None]]) -> np.ndarray:
    return np.array([[np.nan if one is None else one for one in row] for row in rows])


def _options(options: dict[str, Any]) -> str:
    return "".join(f", {name}={value}" for name, value in options.items())


def _command(data: dict[str, Any], path: Path) -> str:
    """What wrote the file."""
    agents = " ".join(row["agent"] for row in data["agents"])
    options = "".join(f" --option {name}={value}" for name, value in data["options"].items())
    form = "" if data["format"] == "mixed" else f" --format {data['format']}"
    return (
        f"eurogym tournament {data['game']} --agents {agents} --players {data['num_players']} --deals {data['deals']}"
        f"{form}{options} --seed {data['seed']} --out {path.with_suffix('').as_posix()}"
    )


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
