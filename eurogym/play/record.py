"""A person's own results against the levels, kept in a file of their own, and the level that fits.

The file is `eurogym/results.jsonl` in the user's folder of data (`$XDG_DATA_HOME`, else `~/.local/share`), or the one
that `EUROGYM_RESULTS` names. It holds one line of JSON for each game that was played to its end.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from eurogym.agents.framework import ladder
from eurogym.envs.core.errors import FileError
from eurogym.envs.core.files import appending
from eurogym.envs.core.forms import Number, form_of, numbered, parse, read_bytes
from eurogym.play import solo_levels

ENOUGH = 3  # games, before a level is proposed
SPREAD = 400.0  # points of Elo: the standard deviation of people before they have played


@dataclass(frozen=True)
class Result:
    """A game: which, how many players, the level of the others, and the share of them that were beaten, ties half.

    Alone, the level is that of the setting in a solo `mode`, and share is 1 for a game that was won, else 0.
    """

    game: str
    num_players: int
    level: int
    share: float
    mode: str = ""


RESULT = form_of(Result, share=Number(0, 1))


def path() -> Path:
    """Return the file of results."""
    if named := os.environ.get("EUROGYM_RESULTS"):
        return Path(named)
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "eurogym" / "results.jsonl"


def keep(result: Result) -> None:
    """Add a game to the file."""
    file = path()
    file.parent.mkdir(parents=True, exist_ok=True)
    line = json.dumps({k: v for k, v in asdict(result).items() if v != ""}) + "\n"
    with appending(file, named=True) as out:
        out.write(line.encode())


def kept(game: str, num_players: int, mode: str = "") -> list[Result]:
    """Return the games at tables of this kind."""
    return [one for one in everything() if (one.game, one.num_players, one.mode) == (game, num_players, mode)]


def everything() -> list[Result]:
    """Return all games; lines that are no results are passed over."""
    if not path().is_file():
        return []
    found = []
    for _, line in numbered(read_bytes(path()).decode("utf-8", "replace")):
        try:
            found.append(Result(**parse(line, RESULT)))
        except FileError:
            continue
    return found


def own_rating(game: str, num_players: int) -> float | None:
    """Return the person's rating at tables of this size; None before enough games against levels of known strength."""
    known = {level: rung.place for level, rung in ladder.levels(game, num_players).items()}
    results = [one for one in kept(game, num_players) if one.level in known]
    return rating(results, known) if len(results) >= ENOUGH else None


def standings() -> list[dict[str, object]]:
    """Return the person's games by kind of table: how many, how many won or points of Elo, and which level fits."""
    kinds = dict.fromkeys((one.game, one.num_players, one.mode) for one in everything())
    rows: list[dict[str, object]] = []
    for game, players, mode in kinds:
        results = kept(game, players, mode)
        own = own_rating(game, players) if not mode else None
        rows.append(
            {
                "game": game.replace("_", " "),
                "where": f"{players} players" if not mode else f"solo, {mode}",
                "games": len(results),
                "ahead": f"{100 * sum(one.share for one in results) / len(results):.0f} %",
                "rating": "" if own is None else f"{own:+.0f}",
                "advice": proposal(game, players, mode).partition(": --level")[0],
            }
        )
    return rows


def chance(rating: float, other: float) -> float:
    """Return how often the first is ahead of the other; ratings in points of Elo."""
    return 1 / (1 + 10 ** ((other - rating) / 400))


def rating(results: Sequence[Result], levels: dict[int, float]) -> float:
    """Return the likeliest rating of a person, in points of Elo above `heuristic`; drawn towards the levels that
    were met.

    levels: ratings by level; results against others count nothing.
    """
    met = [(one.share, levels[one.level]) for one in results if one.level in levels]
    centre = sum(other for _, other in met) / len(met)
    low, high = centre - 4 * SPREAD, centre + 4 * SPREAD
    for _ in range(60):  # the slope of the log posterior falls everywhere
        middle = (low + high) / 2
        slope = sum(share - chance(middle, other) for share, other in met) / ladder.ELO
        if slope - (middle - centre) / SPREAD**2 > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def proposal(game: str, num_players: int, mode: str = "") -> str:
    """Return a sentence that names the level at which both sides are ahead most nearly as often; "" before it can be
    said.

    mode: the solo mode that is played alone; there the level is named at which half of the games are won.
    """
    if mode:
        known = solo_levels.ratings(game, mode)
    else:
        known = {level: rung.place for level, rung in ladder.levels(game, num_players).items()}
    results = [one for one in kept(game, num_players, mode) if one.level in known]
    if len(results) < ENOUGH:
        return ""
    if {one.share for one in results} in ({0.0}, {1.0}):
        return _all_alike(results, known, "solo games" if mode else f"games at tables of {num_players}")
    own = rating(results, known)
    fits = min(known, key=lambda level: abs(known[level] - own))
    beaten = 5 * math.floor(20 * chance(known[fits], own) + 0.5)
    if mode:
        return (
            f"Judging by your {len(results)} solo games, you win about {100 - beaten} % at level {fits}: "
            f"--level {fits}"
        )
    return (
        f"Judging by your {len(results)} games at tables of {num_players}, level {fits} is ahead of you in about "
        f"{beaten} % of games: --level {fits}"
    )


def _all_alike(results: Sequence[Result], known: dict[int, float], games: str) -> str:
    """Return a sentence for somebody who won, or lost, every game: how far the two are apart is not known."""
    levels = [one.level for one in results]
    if results[0].share > 0:
        did, met, next_level = (
            "won",
            max(levels),
            min((one for one in known if one > max(levels)), default=None),
        )
    else:
        did, met, next_level = (
            "lost",
            min(levels),
            max((one for one in known if one < min(levels)), default=None),
        )
    text = f"You {did} all of your {len(results)} {games}, the {'highest' if did == 'won' else 'lowest'} at level {met}"
    if next_level is None:
        return f"{text}; that level is the last one"
    return f"{text}; how far you are from it, other levels can tell: --level {next_level}"
