"""Where a search departs from the choice that its labels are compared with, by kind of action.

    python -m tests.agents.departures labels/burgundy_held_out --top 9
    python -m tests.agents.departures labels/village_held_out --words 2 --picks

The search's action is chosen by one half of its simulations and judged by the other, both ways round. Kinds are the
ranges of the action space or, with --words, the first words of what actions are called. One line of JSON for each pair
of kinds, those that gain most first: how many labels, out of how many where the base chose that kind, the points gained
at each, with 95 %, and the share of all that the search gains. Pairs of fewer than ten labels are left out. With
--picks a line for each kind instead: in how many labels it can be chosen, is the base's choice, and is the search's
(by half of its simulations).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.envs.core import registry
from eurogym.training.learn.labels import HALVES, Labels, read_labels, read_manifest
from eurogym.training.learn.regret import crossed
from eurogym.training.measure.statistics import mean_interval

FEWEST = 10  # labels of a pair


def departures(labels: Labels, kinds: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The pairs of kinds where the choices differ, those that gain most first; kinds: of every action."""
    advice = np.tile(labels.advice, HALVES)
    best, gained = (found.ravel() for found in crossed(labels))
    names, kind = np.unique(kinds, return_inverse=True)
    moved, pairs = best != advice, kind[advice] * len(names) + kind[best]
    found = []
    for pair in np.unique(pairs[moved]):
        here = moved & (pairs == pair)
        if here.sum() < FEWEST * HALVES:
            continue
        before, after = divmod(int(pair), len(names))
        mean, half_width = mean_interval(gained[here])
        found.append(
            {
                "base": str(names[before]),
                "search": str(names[after]),
                "labels": round(here.sum() / HALVES),
                "of": int((kind[labels.advice] == before).sum()),
                "gain": round(mean, 3),
                "gain_half_width": round(half_width, 3),
                "share": round(gained[here].sum() / gained.sum(), 4),
            }
        )
    yield from sorted(found, key=lambda row: -row["share"])


def picks(labels: Labels, kinds: Sequence[str]) -> Iterator[dict[str, Any]]:
    """How often kinds of actions can be chosen and are, those first where search and base differ most."""
    names, kind = np.unique(kinds, return_inverse=True)
    label = np.repeat(np.arange(len(labels)), np.diff(labels.start))
    offered = np.unique(np.stack([label, kind[labels.actions]]), axis=1)[1]
    best, _ = crossed(labels)
    counts = [
        np.bincount(of, minlength=len(names)) for of in (offered, kind[labels.advice], kind[best].ravel())
    ]
    rows = [
        {"kind": str(name), "offered": int(can), "base": int(base), "search": float(search) / HALVES}
        for name, can, base, search in zip(names, *counts, strict=True)
        if can >= FEWEST
    ]
    yield from sorted(rows, key=lambda row: -abs(row["search"] - row["base"]))


def main() -> None:
    """Print the departures of some folders of labels, of one table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("labels", nargs="+", type=Path)
    parser.add_argument("--top", type=int, default=10, help="pairs of kinds (default 10)")
    parser.add_argument("--words", type=int, default=0, help="kinds by so many words of an action's text")
    parser.add_argument("--picks", action="store_true", help="how often kinds are chosen, not what they gain")
    args = parser.parse_args()
    told = read_manifest(args.labels[0])
    module = registry.module(told["game"])
    catalog = module.batch(num_envs=1, num_players=told["players"], **told["options"]).catalog
    kinds = [
        " ".join(catalog.texts[action].split()[: args.words]) or catalog.locate(action)[0]
        for action in range(catalog.n)
    ]
    told_of = picks if args.picks else departures
    table = {"game": told["game"], "players": told["players"]}
    for row, _ in zip(told_of(read_labels(args.labels), kinds), range(args.top), strict=False):
        print(json.dumps(table | row))


if __name__ == "__main__":
    main()
