"""The verdict: at most eight sentences on a game, and on what a variant changes, each with its interval."""

from __future__ import annotations

import json
import math
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eurogym.design.blame import Blame, Unit
from eurogym.design.components import component_figures, dead, nearest_to_nothing, ranked
from eurogym.design.figures import Figure
from eurogym.design.playtest import compensation
from eurogym.design.record import declared
from eurogym.design.shipped_figures import HEADLINES, others
from eurogym.design.tables import Games, middle, play_variants
from eurogym.design.variants import check_variant, number_at, place_in, printed
from eurogym.envs.core import registry
from eurogym.envs.core.errors import EurogymError
from eurogym.measure.games.blocks import ALONE, Work
from eurogym.measure.games.matches import deal_seeds

MOST = 8  # sentences
NAMED = 4  # things in a list of things that may be the largest
TRIED = 250  # deals at every size of table for the number that is tried
SLIGHT = 0.1  # standard deviations of a player's points, below which a component is not called too strong
ABOVE = "points above its kind"


@dataclass(frozen=True)
class Remedy:
    """A smaller number for the strongest component, and how far that component then is above its kind."""

    component: str
    entry: str
    before: int
    after: int
    value: Figure | None


@dataclass(frozen=True)
class Variant:
    """What a variant is called and where its causes lie."""

    name: str
    blame: Blame


# --- numbers in words -------------------------------------------------------------------------------------------------


def plain(name: str) -> str:
    """Return a name from the game's lists as people read it."""
    return name.replace("_", " ")


def words(figure: Any, percent: bool = False, sign: str = "") -> str:
    """Return a text such as `50.8 (46.3 to 55.2)`, in per cent or not, without the interval if there is none."""
    scale = 100 if percent else 1
    value = figure.value if isinstance(figure, Figure) else figure.mean
    values = [scale * one for one in (value, figure.low, figure.high)]
    if math.isnan(values[0]):
        return ""
    digits = 1 if percent or abs(values[0]) >= 10 else 2
    shown = [f"{round(one, digits) + 0.0:{sign}.{digits}f}" for one in values]
    return shown[0] if math.isnan(values[1]) else f"{shown[0]} ({shown[1]} to {shown[2]})"


def ordinal(number: int) -> str:
    """Return `first` for 0 and so on."""
    return ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")[number]


def listed(names: Sequence[str]) -> str:
    """Return `a, b or c`, with only the first few of a long list."""
    shown = list(names[:NAMED])
    more = f" or {len(names) - NAMED} more" if len(names) > NAMED else ""
    return (", ".join(shown) if more else " or ".join(", ".join(shown).rsplit(", ", 1))) + more


def entries_of(game: Any) -> dict[str, str]:
    """Return the path of the main number of each component that has one."""
    return {
        name: entry
        for kind in declared(game).components
        for name, entry in zip(kind.labels, kind.entries, strict=False)
        if entry
    }


# --- what is measured for the verdict ---------------------------------------------------------------------------------


def remedy(games: Games, figures: Sequence[Figure], work: Work = ALONE) -> Remedy | None:
    """Play with half the number of the strongest component, and measure how strong it then is; None without one."""
    game, band = registry.game(games.game), middle([band.agent for band in games.bands])
    entries = entries_of(game)
    strong = [one for one in ranked(figures, band) if one.sure and one.low > 0]
    if not strong or strong[0].of not in entries or "data_overrides" in games.options:
        return None
    entry = entries[strong[0].of]
    try:
        before = number_at(games.game, entry)
        tables = printed(games.game)
        place, last = place_in(tables, entry)
        place[last] = before // 2
        name = entry.partition(".")[0]
        override = check_variant(games.game, {name: tables[name]}, games.options)
    except EurogymError:
        return None
    theirs = games.options | {"data_overrides": override}
    played = [
        play_variants(games.game, of, table.players, deal_seeds(games.seed, min(table.games, TRIED)), [theirs],
                      games.seed, work)[0]
        for table in games.tables if table.band == band
        for of in games.bands if of.name == band
    ]  # fmt: skip
    after = [one for one in component_figures(played, game) if (one.of, one.name) == (strong[0].of, ABOVE)]
    return Remedy(strong[0].of, entry, before, before // 2, after[0] if after else None)


# --- sentences --------------------------------------------------------------------------------------------------------


class Verdict:
    """A writer of the sentences of one report."""

    def __init__(self, games: Games, figures: Sequence[Figure], changed: Sequence[Figure] = ()):
        self.games, self.figures, self.changed = games, list(figures), list(changed)
        self.game = registry.game(games.game)
        names = [band.agent for band in games.bands]
        self.band, self.strongest = middle(names), names[-1]
        self.tables = [table for table in games.tables if table.band == self.band]

    def pick(self, part: str, **wanted: Any) -> list[Figure]:
        """Return the figures of a part of the main band with these attributes."""
        wanted = {"band": self.band} | wanted
        return [
            one
            for one in self.figures
            if one.part == part and all(getattr(one, name) == value for name, value in wanted.items())
        ]

    def sentences(self, variant: Variant | None = None, found: Remedy | None = None) -> list[str]:
        """Return the verdict; what a variant changes comes first, then imbalances by size, then how games go."""
        first = [] if variant is None else self.of_variant(variant)
        unfair = sorted([self.of_turn_order(), self.of_strength(found)], key=lambda one: -one[0])
        rest = [self.of_dead(), self.of_length(), self.of_tension(), self.of_skill(), self.of_strategies()]
        printed_game = [text for text in (*(text for _, text in unfair), *rest) if text]
        if first and printed_game:
            printed_game[0] = f"As printed: {printed_game[0]}"
        return [*first, *printed_game][:MOST]

    # --- with a variant ---

    def of_variant(self, variant: Variant) -> list[str]:
        """Return what changed most, what caused it, and the number to change."""
        blame = variant.blame
        where = f"{_sizes(blame.sizes)} players, {blame.deals} deals"
        if not blame.figure:
            return [f"`{variant.name}` changes nothing beyond chance for `{self.band}` ({where})."]
        phrases = [
            f"{name} {words(change, sign='+', percent=name.startswith('games won'))}"
            + " %" * name.startswith("games won")
            for name, change, _ in blame.changes[:4]
        ]
        taken = self._of_changed_component(blame)
        found = [
            f"**`{variant.name}` changes {blame.figure} most**, measured by how much games differ anyway: "
            f"{'; '.join(phrases)} ({where}, `{self.band}`, the same deals as printed).{taken}"
        ]
        return [*found, self._cause(blame), *self._number(variant)]

    def _cause(self, blame: Blame) -> str:
        named = blame.named
        if not named:
            return "No single entry explains it beyond chance: the entries act together, or each does too little."
        best = named[0]
        if len(blame.causes) == 1 and len(best.units) == 1:
            return f"**The cause is {best.words}**, the only entry that differs."
        text = f"**The cause is {best.words}**, which explains {words(best.share, True)} % of it"
        if len(named) > 1:
            text += f", or any of these: {listed([one.words for one in named[1:]])}"
        after = [one for one in blame.causes if one.sure and one not in named]
        if after:
            parts = [f"{one.words} {100 * one.share.mean:.0f} %" for one in after[:3]]
            text += f"; then {', '.join(parts)}"
        table = best.units[0].path.partition(".")[0]
        mine = [one for one in blame.causes if one.sure and one.units[0].path.startswith(f"{table}.")]
        if 1 < len(mine) < len(blame.causes):
            text += f"; the {len(mine)} entries of {table} {100 * sum(one.share.mean for one in mine):.0f} % together"
        if len(blame.causes) > 1:
            text += f". All entries with an effect beyond chance explain {words(blame.explained, True)} %"
        if blame.idle:
            text += f". Without any effect here: {listed(blame.idle)}"
        return text + "."

    def _number(self, variant: Variant) -> list[str]:
        """Return the entry to change, to half way back, and the command."""
        if not variant.blame.named or len(variant.blame.named[0].units) > 1:
            return []
        unit = variant.blame.named[0].units[0]
        if not _whole(unit.before) or not _whole(unit.after):
            return [
                f"To change: `{unit.path}`, now {json.dumps(unit.after)}, printed {json.dumps(unit.before)}."
            ]
        half = round((unit.before + unit.after) / 2)
        command = retried(self.games, variant, unit, half, self.band)
        tried = f"half way back is {half}" if half not in (unit.before, unit.after) else f"printed is {half}"
        half_way = f"The number to change is `{unit.path}`, now {unit.after}: {tried}"
        return [f"{half_way}; `{command}` tries it." if command else f"{half_way}."]

    def _of_changed_component(self, blame: Blame) -> str:
        """Return what the component of the first cause is worth now, compared with its kind."""
        if not blame.named:
            return ""
        paths = [unit.path for unit in blame.named[0].units]
        for label, entry in entries_of(self.game).items():
            if entry in paths:
                shifts = [
                    one for one in self.changed if (one.of, one.name, one.band) == (label, ABOVE, self.band)
                ]
                if shifts and shifts[0].sure:
                    return (
                        f" {plain(label)} gains {words(shifts[0], sign='+')} points compared with its kind."
                    )
        return ""

    # --- about the game ---

    def of_turn_order(self) -> tuple[float, str]:
        """Return who is favoured by the turn order, by how much, and what would balance it."""
        shares = [
            one
            for table in self.tables
            for k in range(table.players)
            for one in self.pick("seats", players=table.players, of=f"turn order {k + 1}", name="games won")
        ]
        sure = [one for one in shares if one.sure]
        if not sure:
            widest = max((one.high - one.low for one in shares), default=0.0)
            return -1.0, (
                "**Turn order**: no place wins more or less than an equal share beyond chance with "
                f"{_sizes(self._players)} players (intervals up to {100 * widest:.0f} % wide)."
            )
        best = max(sure, key=lambda one: _advantage(one))
        size, place = best.players, int(best.of.split()[-1]) - 1
        points = self.pick("seats", players=size, name="points")
        mine = next(one.value for one in points if one.of == best.of)
        rest = [one.value for one in points if one.of.startswith("turn order") and one.of != best.of]
        table = next(one for one in self.tables if one.players == size)
        alike = [
            f"{100 * one.value:.0f} % with {one.players}"
            for one in shares
            if one.of == best.of and one.players != size
        ]
        text = (
            f"**Turn order**: with {size} players the {ordinal(place)} player wins {words(best, True)} % (an equal "
            f"share is {100 / size:.0f} %), {mine - sum(rest) / len(rest):+.1f} points on the others; "
            f"{_balanced(table)}"
        )
        if alike:
            text += f"; the same place wins {', '.join(alike)}"
        return abs(_advantage(best)), text + f"{self._beside('won by the start player, %', size, not place)}."

    @property
    def _players(self) -> tuple[int, ...]:
        return tuple(table.players for table in self.tables)

    def of_strength(self, found: Remedy | None) -> tuple[float, str]:
        """Return what is too strong, the number to change and the command that tries it."""
        order = [one for one in ranked(self.figures, self.band) if one.sure and one.low > 0]
        if not order:
            phrases = [one for one in self.figures if one.name == ABOVE and one.band == self.band]
            return -1.0, "**Components**: none is stronger than its kind beyond chance." if phrases else ""
        best = order[0]
        spread = sum(float(table.scores.std()) for table in self.tables) / len(self.tables)
        if best.low < SLIGHT * spread:
            return 0.0, (
                f"**Components**: none stands out; the strongest, {plain(best.of)}, is {words(best, sign='+')} points "
                "above its kind."
            )
        tied = [plain(one.of) for one in order[1:] if one.high >= best.low]
        text = f"**Too strong**: {plain(best.of)}, {words(best, sign='+')} points above its kind"
        if tied:
            text += f", or any of these: {listed(tied)}"
        if found is not None and found.component == best.of:
            text += f". Its number is `{found.entry}`, {found.before}"
            if found.value is not None:
                text += f"; at {found.after} it is {words(found.value, sign='+')}"
            text += f": `{tried(self.games, found, self.band)}`"
        return nearest_to_nothing(best) / max(spread, 1e-9), text + "."

    def of_dead(self) -> str:
        """Return what nobody takes."""
        left = dead(self.figures, self.strongest)
        if not left:
            return ""
        return (
            f"**Dead**: `{self.strongest}` takes these in less than 5 % of the games that offer them: "
            f"{listed([plain(one.of) for one in sorted(left, key=lambda one: one.value)]).replace(' or ', ' and ')}."
        )

    def of_length(self) -> str:
        """Return how long games take and how long players wait."""
        size, last = self._players[0], self._players[-1]
        (minutes,) = self.pick("time", players=size, name="minutes")
        (most,) = self.pick("time", players=last, name="minutes")
        (wait,) = self.pick("time", players=last, name="minutes of waiting between turns")
        (choices,) = self.pick("length", players=size, name="real choices of a player")
        (longest,) = self.pick("time", players=last, name="longest wait, minutes")
        (rounds,) = self.pick("length", players=size, name="rounds")
        seconds = 60 * minutes.value / (choices.value * size)
        long = f"{minutes.value:.0f}" if size == last else f"{minutes.value:.0f} to {most.value:.0f}"
        return (
            f"**Length**: {long} minutes with {_sizes((size, last))} players at {seconds:.0f} seconds a choice; "
            f"{rounds.value:.1f} rounds, {choices.value:.0f} choices of each player with {size}. With {last} a player "
            f"waits {wait.value:.1f} minutes between turns, {longest.value:.0f} at the longest"
            f"{self._beside('minutes', size)}."
        )

    def of_tension(self) -> str:
        """Return how tense games are."""
        size = self._players[0]
        (last,) = self.pick("comeback", players=size, name="last at half time wins")
        (lead,) = self.pick("course", players=size, name="winner leads for good from")
        (changes,) = self.pick("course", players=size, name="lead changes")
        (gap,) = self.pick("course", players=size, name="gap of the winner")
        return (
            f"**Tension**: with {size} players, who is last at half time still wins {words(last, True)} %"
            f"{self._beside('last at half time wins, %', size)}; the winner leads for good from "
            f"{100 * lead.value:.0f} % of the game on, after {changes.value:.1f} lead changes, and wins by "
            f"{gap.value:.0f} points."
        )

    def of_skill(self) -> str:
        """Return how far skill carries."""
        steps = [one for one in self.figures if one.part == "skill" and one.name == "games won"]
        if not steps:
            return ""
        phrases = [f"`{one.of.replace(' against ', '` against `')}` {100 * one.value:.0f} %" for one in steps]
        return f"**Skill**: games won by the better of two, {'; '.join(phrases)}."

    def of_strategies(self) -> str:
        """Return the way of scoring that wins most, if any does."""
        found = [one for one in self.pick("strategies", name="games won above an equal share") if one.sure]
        if not found:
            return ""
        best = max(found, key=lambda one: one.value)
        if best.value <= 0:
            return ""
        more = words(best, True, "+")
        return f"**Strategy**: {best.of}: {more} percentage points more games won than an equal share."

    def _beside(self, name: str, size: int, tell: bool = True) -> str:
        """Return what the other games have at this size, in brackets."""
        values = [row[name] for row in others(self.games.game, size).values() if name in row]
        if not values or not tell:
            return ""
        scale = 100 if HEADLINES[name][3] else 1
        low, high = scale * min(values), scale * max(values)
        unit = " %" if HEADLINES[name][3] else ""
        return f" [{len(values)} other games with {size}: {low:.0f} to {high:.0f}{unit}]"


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _sizes(sizes: Sequence[int]) -> str:
    return f"{sizes[0]}" if sizes[0] == sizes[-1] else f"{sizes[0]} to {sizes[-1]}"


def _advantage(one: Figure) -> float:
    """Return how far a share of games is certainly above an equal one, as a part of that; below 0 for places that
    lose.
    """
    fair = 1 / one.players
    return (one.low - fair) / fair if one.value > fair else (one.value - fair) / fair - 10


def balancing(table: Any) -> list[str]:
    """Return the points that would balance the turn order, for each place after the first, with their intervals."""
    found = [[f"{round(one):+d}" for one in row] for row in compensation(table)]
    return [f"{value} ({low} to {high})" for value, low, high in found]


def _balanced(table: Any) -> str:
    phrases = balancing(table)
    if len(phrases) == 1:
        return f"{phrases[0]} points for the second would balance it"
    places = "and" if len(phrases) == 2 else "to"
    return f"{', '.join(phrases)} points for the second {places} the {ordinal(len(phrases))} would balance it"


# --- commands ---------------------------------------------------------------------------------------------------------


def given_options(options: Mapping[str, Any]) -> list[str]:
    """Return game options as one types them."""
    if not options:
        return []
    return ["--option", *(f"{name}={_typed(one)}" for name, one in options.items())]


def _typed(value: Any) -> str:
    if isinstance(value, dict):
        return json.dumps(value)
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def command(game: str, *more: str) -> str:
    """Return a command line of the report."""
    return " ".join(["eurogym design report", game, *map(shlex.quote, more)])


def tried(games: Games, found: Remedy, band: str) -> str:
    """Return the command that tries another number for a component of the printed game."""
    given = given_options(games.options)
    return command(games.game, *given, "--against-variant", f"{found.entry}={found.after}", "--bands", band)


def retried(games: Games, variant: Variant, unit: Unit, value: int, band: str) -> str:
    """Return the command that tries another number for one entry of a variant; "" if it cannot be typed."""
    units = [one for cause in variant.blame.causes for one in cause.units]
    if len(units) > MOST or not all(_whole(one.before) and _whole(one.after) for one in units):
        return ""
    changes = [f"{one.path}={value if one.path == unit.path else one.after}" for one in units]
    given = given_options(games.options)
    return command(games.game, *given, "--against-variant", *changes, "--bands", band)
