"""Planted imbalances: one strong change hidden among small ones, and whether the report names it first.

A plant is an entry of the printed tables with a very different number; with it go decoys, entries that are one more or
one less. The search for causes is that of `eurogym design report --against-variant` at its default budget.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.design.blame import DEALS, Bench, Parts, Unit, blame, changes_of
from eurogym.design.tables import Band, sizes_of
from eurogym.design.variants import check_variant, place_in, printed
from eurogym.envs.core import registry
from eurogym.envs.core.errors import OptionError
from eurogym.measure.games.blocks import ALONE
from eurogym.measure.report.report import markdown_table

BAND = "heuristic"
DECOYS = 7
POOL = 12  # decoys of a game, of which each plant gets some
ATTEMPTS = 5  # entries of a kind that are tried until one matters at these tables
IMBALANCE = 0.2  # standard deviations of a game, that a plant alone changes something by at least
SMALL = 1 / 3  # of the effect of the plant, that each decoy alone must stay below
ELSEWHERE = 100  # added to the seed for the deals on which these are measured
# values that are tried for a plant, from far to near, as functions of the printed number
FAR = (
    *(lambda v, k=k: 3 * v + k for k in (6, 4, 2)),
    *(lambda v, k=k: v + k for k in (12, 10, 6, 5, 4, 3, 2, 1)),
    lambda v: 0,
    lambda v: v - 1,
)
ROWS, PARTED = (
    ("customers", "cards", "tiles"),
    ("setup_cards", "travel_map"),
)  # tables with rows, or with parts
# tables that no game of the default options has, and those without numbers
POOLS: dict[tuple[str, int], list[tuple[str, int, float]]] = {}
PRINTED: dict[tuple[str, int], list] = {}  # figures of the printed games, by game and seed
LEFT_OUT = ("solo_loop", "team_boards", "vineyard_board", "action_spaces")


def leaves(tables: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """Yield every whole number in the tables with its path."""
    if isinstance(tables, (dict, list)):
        for name, one in tables.items() if isinstance(tables, dict) else enumerate(tables):
            yield from leaves(one, f"{path}.{name}" if path else str(name))
    elif isinstance(tables, int) and not isinstance(tables, bool):
        yield path, tables


def kind_of(path: str) -> str:
    """Return the kind of an entry: its table and, in tables with rows or several parts, what of them it is."""
    table, *steps = path.split(".")
    if table not in ROWS + PARTED:
        return table
    steps = [step for step in steps[table in ROWS :] if step not in ("front", "back")]
    return f"{table}.{steps[0].removesuffix('_each').removesuffix('_step').removesuffix('_set')}"


def kinds(game: str) -> dict[str, list[tuple[str, int]]]:
    """Return all kinds of entries of a game that its default tables have."""
    found: dict[str, list[tuple[str, int]]] = {}
    for path, value in leaves(printed(game)):
        if path.partition(".")[0] not in LEFT_OUT:
            found.setdefault(kind_of(path), []).append((path, value))
    return found


def changed(game: str, changes: dict[str, int]) -> str:
    """Return the printed tables with some numbers changed, for `data_overrides`; raises OptionError if the game
    refuses.
    """
    tables = printed(game)
    for path, value in changes.items():
        place, last = place_in(tables, path)
        place[last] = value
    return check_variant(game, {path.partition(".")[0]: tables[path.partition(".")[0]] for path in changes})


def allowed(game: str, changes: dict[str, int]) -> bool:
    """Return whether the game allows these numbers."""
    try:
        changed(game, changes)
    except OptionError:
        return False
    return True


def far(game: str, path: str, value: int, rng: np.random.Generator) -> int | None:
    """Return a number far from the printed one: as large as the game allows or, one time in three, as small."""
    tries = [one(value) for one in FAR]
    if rng.random() < 1 / 3:
        tries = [0, *tries]
    return next((one for one in tries if one not in (value, -1) and allowed(game, {path: one})), None)


def effect(game: str, path: str, value: int, seed: int) -> float:
    """By how many standard deviations of a game an entry alone changes what it changes most, at least."""
    parts = Parts(game, changed(game, {path: value}), {})
    if not parts.units:
        return 0.0
    bench = Bench(parts, Band(BAND, DEALS), sizes_of(game), DEALS, seed, ALONE)
    if (game, seed) in PRINTED:
        bench.kept[()] = PRINTED[game, seed]
    bench.play([[], parts.units], whole=True)
    PRINTED[game, seed] = bench.kept[()]
    found = changes_of(bench.values([]), bench.values(parts.units))
    return found[0][2] if found else 0.0


def decoys(game: str, seed: int) -> list[tuple[str, int, float]]:
    """Entries one more or one less than printed, with what each alone changes."""
    if (game, seed) not in POOLS:
        everything = [one for rows in kinds(game).values() for one in rows]
        rng, pool = np.random.default_rng([seed, *game.encode()]), []
        for k in rng.permutation(len(everything)):
            path, value = everything[k]
            fresh = value + int(rng.choice([-1, 1]))
            if allowed(game, {path: fresh}):
                pool.append((path, fresh, effect(game, path, fresh, seed + ELSEWHERE)))
            if len(pool) == POOL:
                break
        POOLS[game, seed] = pool
    return POOLS[game, seed]


def variants(game: str, kind: str, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield plants of a kind with their decoys, and how many entries that hardly matter were passed over for each.

    What matters is measured on other deals than the plant is looked for on.
    """
    rng = np.random.default_rng([seed, *kind.encode()])
    mine, passed, made = kinds(game)[kind], 0, 0
    for at in rng.permutation(len(mine))[:ATTEMPTS]:
        path, value = mine[at]
        planted = far(game, path, value, rng)
        size = 0.0 if planted is None else effect(game, path, planted, seed + ELSEWHERE)
        if planted is None or size < IMBALANCE:
            passed += 1
            continue
        changes = {path: planted}
        for k in rng.permutation(POOL):
            other, fresh, small = decoys(game, seed)[k]
            if other not in changes and small < SMALL * size and allowed(game, changes | {other: fresh}):
                changes[other] = fresh
            if len(changes) > DECOYS:
                break
        yield {"game": game, "kind": kind, "plant": path, "printed": value, "planted": planted,
               "effect": round(size, 3), "changes": changes, "passed": passed}  # fmt: skip
        passed, made = 0, made + 1
        if made == count:
            return
    yield {"game": game, "kind": kind, "plant": "", "passed": passed}


def found(row: dict[str, Any], seed: int) -> dict[str, Any]:
    """Return what the report says of one variant: the entry named first, its share, and where the plant stands."""
    if not row["plant"]:
        return row
    game = row["game"]
    result = blame(game, changed(game, row["changes"]), {}, Band(BAND, DEALS), sizes_of(game), DEALS, seed)
    ranks = [any(covers(unit, row["plant"]) for unit in one.units) for one in result.causes]
    rank = ranks.index(True) + 1 if True in ranks else 0
    first = result.causes[0] if result.causes else None
    return row | {
        "figure": result.figure,
        "named": first.units[0].path if first else "",
        "first": rank == 1 and first.sure,
        "rank": rank,
        "tied": bool(rank and result.causes[rank - 1].tied),
        "share": round(result.causes[rank - 1].share.mean, 3) if rank else None,
        "explained": round(result.explained.mean, 3) if first else None,
    }


def covers(unit: Unit, path: str) -> bool:
    """Return whether a part of a variant is, or contains, an entry."""
    return path == unit.path or path.startswith(f"{unit.path}.")


def plants_table(paths: Sequence[Path]) -> str:
    """Return how many plants were named first, by game; what was named in place of the others."""
    rows = [json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    lines = []
    for game in dict.fromkeys(row["game"] for row in rows):
        mine = [row for row in rows if row["game"] == game]
        done = [row for row in mine if row["plant"]]
        missed = [f"`{row['plant']}` (`{row['named']}`)" for row in done if not row["first"]]
        kinds_of = {row["kind"] for row in mine}
        quiet = sorted(kinds_of - {row["kind"] for row in done})
        lines.append(
            (
                registry.game(game).title,
                len(done),
                sum(row["first"] for row in done),
                len(kinds_of) - len(quiet),
                ", ".join(f"`{kind}`" for kind in quiet) or "-",
                ", ".join(missed) or "-",
            )
        )
    heads = (
        "game",
        "plants",
        "named first",
        "kinds",
        "kinds without a plant that matters",
        "not named first (what was)",
    )
    return markdown_table(heads, lines)
