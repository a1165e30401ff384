"""A heuristic with some of its weights changed, beside the same heuristic as it ships, on the same deals.

    python -m tests.agents.reweighed village table --deals 2400 COIN=-0.3 CHURCH_ON*2,ACTION*0.6

One line of JSON for each change: what `eurogym tune` goes by (the placement, and the lead over the best other in
thirties of points) and the own points of one seat with these weights among others with those that ship; `gain` is what
it has more than the shipped weights in that seat of the same deals, with its 95 %.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence

import numpy as np

from eurogym.training.learn.tuning import TunedGames, setting_of, weights_of
from eurogym.training.measure.matches import deal_seeds
from eurogym.training.measure.statistics import mean_interval

PARTS = 12  # of the deals: the interval is over their means


def changed(names: Sequence[str], weights: np.ndarray, change: str) -> np.ndarray:
    """The weights after NAME=VALUE and NAME*FACTOR, several with commas; raises ValueError for an unknown name."""
    result = weights.copy()
    for one in filter(None, change.split(",")):
        name, sign, value = one.partition("=" if "=" in one else "*")
        at = list(names).index(name)
        result[at] = float(value) if sign == "=" else result[at] * float(value)
    return result


def gains(games: TunedGames, vectors: np.ndarray, shipped: np.ndarray, seeds: np.ndarray) -> Iterator[dict]:
    """Of every row of `vectors`: worth, points, and the gain in worth over the weights that ship."""
    parts = np.array_split(seeds, PARTS)
    own = np.array([games.worths(shipped[None], shipped, part)[0][0] for part in parts])
    for vector in vectors:
        found = np.array([games.worths(vector[None], shipped, part) for part in parts])[:, :, 0]
        gain, half_width = mean_interval(found[:, 0] - own)
        yield {
            "worth": round(float(found[:, 0].mean()), 3),
            "points": round(float(found[:, 1].mean()), 2),
            "gain": round(gain, 3),
            "gain_half_width": round(half_width, 3),
        }


def main() -> None:
    """Measure the changes asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("setting", help="weights that are tuned together: agents/GAME/tuning.py")
    parser.add_argument("changes", nargs="+", metavar="CHANGE")
    parser.add_argument("--deals", type=int, default=2400)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    names, shipped = weights_of(args.game, args.setting)
    vectors = np.stack([changed(names, shipped, change) for change in args.changes])
    games = TunedGames(args.game, setting_of(args.game, args.setting))
    seeds = deal_seeds(args.seed, args.deals)
    for change, found in zip(args.changes, gains(games, vectors, shipped, seeds), strict=True):
        told = {"game": args.game, "setting": args.setting, "change": change, "deals": args.deals}
        print(json.dumps(told | {"seed": args.seed} | found), flush=True)


if __name__ == "__main__":
    main()
