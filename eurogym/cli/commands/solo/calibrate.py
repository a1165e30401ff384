"""Find what gives an agent a wanted win rate in a solo mode.

The answer is a head start for the opponent, a score to reach or, with --tune,
the value of an option. Needs the extra `eval`.
"""

from __future__ import annotations

import argparse
import re
from typing import Any

import numpy as np

from eurogym.cli.arguments import add_game, add_vary, positive, print_written
from eurogym.cli.commands.solo import asked_settings
from eurogym.cli.working import add_playing, working
from eurogym.common.errors import InputError
from eurogym.common.options import Values, check_option_names, game_options, label, varying_names
from eurogym.common.prepare import make_ready
from eurogym.common.settings import settings_of
from eurogym.design.solo.calibrate import Handicap, check_rate, handicap, search
from eurogym.envs.core import registry
from eurogym.envs.core.extras import require
from eurogym.measure.games.blocks import Work
from eurogym.measure.report.report import check_out, deals_note, share_text, text_table, write_results
from eurogym.measure.solo import SoloCell, run_solo, solo_settings
from eurogym.measure.stats.statistics import share_interval

EXAMPLES = """examples:
  eurogym solo calibrate villagers --agent mc --games 100
  eurogym solo calibrate villagers --agent heuristic --difficulty hard --rates 0.5 --games 2000
  eurogym solo calibrate village --agent heuristic --rates 0.1 0.5 0.9
  eurogym solo calibrate castles_of_burgundy --agent heuristic --tune solo_target=10-60 --option solo_board=34

Against an opponent, the result is how many more points than now it may start
with so that the agent wins the wanted share of its games; a negative number
means fewer points. In games for a score, without an opponent, it is the score
that the agent reaches in that share of its games. Both follow from games
played as they are now and hold as long as the players would not play
differently.

With --tune, games are played at several values of an option, most of them
close to the answer, and a logistic curve is fitted. Without --difficulty and
--vary, the settings are those that `eurogym demo GAME` shows; with --tune or
--option, only the default options with these changes. Intervals are 95 %, over
deals.
"""

TUNE = re.compile(r"(\w+)=(-?\d+)-(-?\d+)")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `solo calibrate`."""
    add_game(parser)
    parser.add_argument("--agent", required=True, help="the agent that is to win as often as wanted")
    parser.add_argument(
        "--rates", type=float, nargs="+", default=[0.5], help="wanted win rates, between 0 and 1"
    )
    parser.add_argument("--difficulty", nargs="+", help="levels, for games that have them, or all")
    add_vary(parser, "game options with the values that make up the settings")
    parser.add_argument("--tune", metavar="NAME=LOW-HIGH", help="a numeric option to adjust, and its range")
    parser.add_argument("--players", type=positive, default=1, help="number of seats that the agent has")
    parser.add_argument("--games", type=positive, default=500, help="number of deals for each setting")
    add_playing(parser, "write the results as JSON and CSV")


def read_tune(game: str, text: str) -> tuple[str, int, int]:
    """`NAME=LOW-HIGH` as an option that is a number, and the ends of its range.

    Raises OptionError for a name that is none, InputError for other options and ranges.
    """
    found = TUNE.fullmatch(text)
    if not found:
        raise InputError(f"--tune {text!r} is not of the form NAME=LOW-HIGH")
    name, low, high = found[1], int(found[2]), int(found[3])
    check_option_names(game, [name], {"num_players": "use --players"})
    allowed = registry.game(game).options_class.__dataclass_fields__[name].metadata["range"]
    if allowed is None:
        raise InputError(
            f"--tune: {name} is not a number; its values can be compared with eurogym solo --vary"
        )
    if not allowed[0] <= low < high <= allowed[1]:
        raise InputError(
            f"--tune {name}={low}-{high} is not a range within {allowed[0]} to {allowed[1]}, which {name} allows"
        )
    return name, low, high


def by_points(cell: SoloCell, rates: list[float]) -> tuple[str, list[Handicap]]:
    """Return what the points of a cell are, and what is worth the wanted win rates. Raises InputError without
    points.
    """
    if cell.margins is not None:
        return "start of the opponent", [handicap(cell.margins, rate) for rate in rates]
    if cell.ranks:
        return "score to reach", [handicap(cell.scores[:, 0], rate, reach=True) for rate in rates]
    raise InputError(
        f"{cell.label}: there is no opponent with points and no rank of a score; name an option, e.g. --tune "
        "solo_target=10-60"
    )


def main(args: argparse.Namespace) -> int:
    """Find what is asked for, show it and write it."""
    require("scipy", "eval", "an interval")
    for rate in args.rates:
        check_rate(rate)
    options = game_options(args.game, args.option, {"num_players": "use --players"})
    tune = read_tune(args.game, args.tune) if args.tune else None
    if tune and tune[0] in options:
        raise InputError(f"--tune and --option both set {tune[0]}; use one of them")
    check_out(args.out, plot=False)
    settings = asked_settings(args.game, args.difficulty, args.vary)
    if tune and any(tune[0] in setting for setting in settings or []):
        raise InputError(f"--tune and --vary both set {tune[0]}; use one of them")
    if settings is None:
        declared = list(settings_of(registry.game(args.game)).demo) or solo_settings(args.game)
        settings = [{}] if tune or options else declared
    make_ready(args.game, [args.agent])
    print(f"{args.game}, {args.agent}, seed {args.seed}\n")
    rows: list[dict[str, Any]] = []
    with working(args) as work:
        for setting in settings:
            chosen = options | setting
            rows += _tuned(args, chosen, tune, work) if tune else _pointed(args, chosen, work)
    print(_table(rows, settings, options))
    print(deals_note(min(row["games"] for row in rows)).lstrip("\n"))
    data = {
        "kind": "solo calibration",
        "game": args.game,
        "agent": args.agent,
        "seed": args.seed,
        "found": rows,
    }
    print_written(write_results(args.out, data | {"players": args.players}, rows))
    return 0


def _pointed(args: argparse.Namespace, setting: Values, work: Work) -> list[dict[str, Any]]:
    cell = _played(args, [setting], args.games, work)[0]
    kind, found = by_points(cell, args.rates)
    return [
        {**setting, "now": cell.win_rate.mean, "rate": one.rate, "what": kind, "value": one.points, "low": one.low,
         "high": one.high, "games": cell.games}
        for one in found
    ]  # fmt: skip


def _tuned(
    args: argparse.Namespace, setting: Values, tune: tuple[str, int, int], work: Work
) -> list[dict[str, Any]]:
    name, low, high = tune
    setting = {key: value for key, value in setting.items() if key != name}

    def play(values: list[int], games: int) -> list[np.ndarray]:
        return [one.won for one in _played(args, [setting | {name: value} for value in values], games, work)]

    values, won, curve = search(play, low, high, args.rates, args.games, args.seed)
    found = [curve.at(rate) for rate in args.rates]
    rows = []
    for value, games in zip(values, won, strict=True):
        won_text = share_text(share_interval(games.sum(), len(games)))
        rows.append((value, len(games), won_text, f"{100 * curve.chance(value):.1f} %"))
    print(text_table([name, "deals", "won", "curve"], rows, left=0) + "\n")
    return [
        {**setting, "rate": one.rate, "what": name, "value": one.value, "low": one.low, "high": one.high,
         "in_range": low <= one.value <= high, "games": max(map(len, won))}
        for one in found
    ]  # fmt: skip


def _played(args: argparse.Namespace, settings: list[Values], games: int, work: Work) -> list[SoloCell]:
    return run_solo(args.game, [args.agent], settings, games, args.seed, None, args.quiet, args.players, work)


def _table(rows: list[dict[str, Any]], settings: list[Values], options: Values) -> str:
    names = varying_names(settings) or list(settings[0] or options)
    cells = []
    for row in rows:
        cells.append(
            (
                label(row, names),
                f"{100 * row['now']:.1f} %" if "now" in row else "",
                f"{100 * row['rate']:g} %",
                row["what"],
                f"{row['value']:.0f}" if "now" in row else f"{row['value']:.1f}",
                f"{row['low']:.1f} to {row['high']:.1f}".replace("nan", "?"),
                "" if row.get("in_range", True) else "outside the range played",
            )
        )
    return text_table(["setting", "wins now", "wanted", "what", "value", "95 %", ""], cells)
