"""The page of a report: what a designer reads, from the figures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from textwrap import shorten
from typing import Any

import numpy as np

from eurogym.envs.core import registry
from eurogym.training.design import pictures
from eurogym.training.design.components import dead, ranked
from eurogym.training.design.course import TIMES, curve, usual_leads
from eurogym.training.design.figures import RATE, Figure
from eurogym.training.design.record import declared
from eurogym.training.design.tables import ADAPTED, Games, Table, middle
from eurogym.training.design.variants import number_at
from eurogym.training.measure.document import Commands, Document, Heading, Picture, Points, Text
from eurogym.training.measure.document import Table as Grid
from eurogym.training.options import label

MOST_COMPONENTS = 20  # in a picture, from the strongest and from the weakest half each
MOST_DECISIONS = 12
LONGEST_OPTIONS = 80  # characters of a title

HOW_TO_READ = (
    "Each band is one agent in all seats: what holds for all of them is likely to hold for people, and where they "
    "differ the skill of the players matters. Agents are no people; take this for a mirror, not for a play test. "
    "Intervals are 95 %, over deals. Where many things are compared, those called different are so at a false "
    f"discovery rate of {100 * RATE:.0f} % within the part and band (Benjamini and Hochberg)."
)
STRENGTH = (
    "What a variant costs in strength: hand-written play reads the numbers of the tables, so it plays a variant about "
    "as well as the printed game; `ppo` and `search` learned the printed tables and play a variant below their "
    "strength, the more so the further it is from them. A change that they show without being adapted may be one of "
    "their strength."
)
READS, LEARNED, TRAINED = "reads the tables", "not adapted", "adapted"


class Page:
    """Builds the document of one report."""

    def __init__(self, games: Games, figures: Sequence[Figure], command: str):
        self.games, self.figures, self.command = games, list(figures), command
        self.game = registry.game(games.game)
        self.bands = [band.agent for band in games.bands]
        self.sizes = list(dict.fromkeys(table.players for table in games.tables))
        self.strongest = self.bands[-1]
        self.entries = {  # component -> where its main number stands in the tables
            name: entry
            for kind in declared(self.game).components
            for name, entry in zip(kind.labels, kind.entries, strict=False)
            if entry
        }

    # --- looking figures up ---

    def pick(self, part: str, **wanted: Any) -> list[Figure]:
        """Figures of a part with these attributes."""
        return [
            one
            for one in self.figures
            if one.part == part and all(getattr(one, name) == value for name, value in wanted.items())
        ]

    def cell(self, part: str, percent: bool = False, **wanted: Any) -> str:
        """The one figure with these attributes in words, "" where there is none."""
        found = self.pick(part, **wanted)
        return words(found[0], percent) if found else ""

    # --- the page ---

    def document(self, changed: Sequence[Figure] = (), variant: str = "", minutes: float = 0.0) -> Document:
        """The whole page; `changed`: what a variant changes, `variant`: its name; minutes: that agents were trained
        on for it."""
        page = Document()
        chosen = label(self.games.options, list(self.games.options))
        options = f" ({shorten(chosen, LONGEST_OPTIONS, placeholder='...')})" if self.games.options else ""
        page.add(Heading(1, f"{self.game.title}: the game in figures{options}"), Text(HOW_TO_READ))
        page.add(Points(tuple(self._summary())))
        if variant:
            page.add(*self._variant(changed, variant, minutes))
        for part in (self._seats, self._length, self._points, self._course, self._components, self._singles,
                     self._openings, self._skill):  # fmt: skip
            page.add(*part())
        page.add(*self._sources())
        return page

    def _summary(self) -> list[str]:
        found = []
        for size in self.sizes:
            shares = [
                f"{one.band} {words(one, True)}"
                for one in self.pick("seats", players=size, of="turn order 1", name="games won")
            ]
            found.append(
                f"{size} players, games won by who begins (an equal part: {100 / size:.0f} %): {'; '.join(shares)}."
            )
        strong = [one for one in ranked(self.figures, self._middle()) if one.sure and one.value > 0]
        if strong:
            best = strong[0]
            found.append(
                f"Strongest for its kind with `{self._middle()}`: **{best.of}**, {best.value:+.1f} points "
                f"({best.low:+.1f} to {best.high:+.1f})."
            )
        left = dead(self.figures, self.strongest)
        if left:
            found.append(f"`{self.strongest}` leaves: {', '.join(one.of for one in left)}.")
        return found

    def _middle(self) -> str:
        return middle(self.bands)

    def _seats(self) -> list:
        rows, drawn = [], []
        for size in self.sizes:
            for number in range(size):
                of = f"turn order {number + 1}"
                line: list[str] = [f"{size} players, {_ordinal(number)} in turn order"]
                for colour, band in enumerate(self.bands):
                    (one,) = self.pick("seats", players=size, band=band, of=of, name="games won")
                    line.append(words(one, True) + (" *" if one.sure else ""))
                    drawn.append(
                        (
                            f"{size}p, {_ordinal(number)}: {band}",
                            size * one.value,
                            size * one.low,
                            size * one.high,
                            colour,
                        )
                    )
                rows.append(tuple(line))
        points = [
            (f"{size} players, {_ordinal(number)} in turn order", *(
                self.cell("seats", players=size, band=band, of=f"turn order {number + 1}", name="points")
                for band in self.bands))
            for size in self.sizes for number in range(size)
        ]  # fmt: skip
        return [
            Heading(2, "Seats and turn order"),
            Text("Games won in %, ties shared; an asterisk: off an equal part beyond chance. Who is first begins."),
            Grid(("", *self.bands), rows),
            Picture(lambda: pictures.intervals(drawn, self.bands, 1.0, "games won, in equal parts"),
                    "Games won by turn order; 1 is an equal part."),
            Text("Points."),
            Grid(("", *self.bands), points),
        ]  # fmt: skip

    def _length(self) -> list:
        names = ("rounds", "real choices", "forced decisions", "real choices of a player")
        rows = [
            (f"{size} players: {name}",
             *(self.cell("length", players=size, band=band, of="game", name=name) for band in self.bands))
            for size in self.sizes for name in names
        ]  # fmt: skip
        size = self.sizes[0]
        asked = self.pick("length", players=size, band=self._middle(), name="times")[:MOST_DECISIONS]
        phases = [
            (
                one.of,
                words(one),
                self.cell("length", players=size, band=self._middle(), of=one.of, name="options"),
            )
            for one in asked
        ]
        return [
            Heading(2, "Length and choices"),
            Text("A decision with one legal action is forced, and no choice."),
            Grid(("", *self.bands), rows),
            Text(
                f"What is decided, {size} players, `{self._middle()}`: times in a game, and legal actions then."
            ),
            Grid(("decision", "times", "options"), phases),
        ]

    def _points(self) -> list:
        blocks: list = [Heading(2, "Where points come from")]
        for title, words_of in (
            ("points", "Columns of points at the end"),
            ("brought by", "What actions brought, by kind"),
        ):
            for size in (self.sizes[0], self.sizes[-1])[: len(self.sizes)]:
                rows = {
                    f"{band}, {_ordinal(place)}": {
                        one.of.partition(": ")[2]: one.value
                        for one in self.pick("points", band=band, players=size, name=f"place {place + 1}")
                        if one.of.startswith(title)
                    }
                    for band in self.bands for place in sorted({0, size - 1})
                }  # fmt: skip
                if any(rows.values()):
                    blocks.append(
                        Picture(
                            lambda rows=rows: pictures.bars(rows, "points"),
                            f"{words_of}: winner and last of {size}.",
                        )
                    )
        blocks.append(
            Text("Actions: the rise of a standing from an action to the next is counted to the kind of the first, "
                 "whoever took it. Numbers with intervals: the CSV.")
        )  # fmt: skip
        return blocks

    def _course(self) -> list:
        size = self.sizes[0]
        names = list(dict.fromkeys(one.name for one in self.pick("course", players=size)))
        rows = [
            (f"{size} players: {name}",
             *(self.cell("course", players=size, band=band, of="game", name=name) for band in self.bands))
            for size in self.sizes for name in names
        ]  # fmt: skip
        blocks: list = [
            Heading(2, "Course"),
            Text(
                "Measures of Ludii (Lead Change, Stability, Drama, Decisiveness) and TAG (the leader's gap), with the "
                "chance to win of a position in place of the value of a search. Lead changes: another seat comes to "
                "lead alone; also per decision, as Ludii has it. Leads for good from: the share of the game after "
                "which "
                "the winner is never behind. Decisiveness threshold: the highest chance that somebody who did not win "
                "had; decisiveness moves: the share of the game left when the winner first passes that. Drama: mean "
                "shortfall of the eventual winner while behind. Stability: variance of the chances over the "
                "game, summed over seats, so that less is steadier."
            ),
            Grid(("", *self.bands), rows),
        ]
        table = self._table(self._middle(), size)
        if table is not None and size == 2:
            series = {
                f"{-lead:.0f} behind": list(zip(TIMES.tolist(), chance, strict=True))[:-1]
                for lead, chance in curve(table, usual_leads(table)).items()
            }
            blocks.append(
                Picture(lambda: pictures.curves(series, "share of the game played, %", "games won, %"),
                        f"Chance to win by points behind, 2 players, `{self._middle()}` (a fitted curve).")
            )  # fmt: skip
        seen = self.pick("lead", players=size, band=self._middle())
        times = list(dict.fromkeys(one.of for one in seen))
        parts = [[one for one in seen if one.of == time] for time in times]
        rows = [
            tuple(f"{one.name}: {words(one, True)}" for one in line) for line in zip(*parts, strict=False)
        ]
        blocks += [
            Text(
                f"Seen, {size} players, `{self._middle()}`: points ahead of the best other seat, and games won in %."
            ),
            Grid(tuple(times), rows),
        ]
        return blocks

    def _table(self, band: str, size: int) -> Table | None:
        return next((one for one in self.games.tables if (one.band, one.players) == (band, size)), None)

    def _components(self) -> list:
        blocks: list = [
            Heading(2, "Components"),
            Text(
                "Points and games won for one more of a component than the mean of its kind, by least squares within "
                "games: seat, deal, agent and number of players are corrected for. It says what went with a component "
                "that was taken, not what would have come of forcing it on somebody. All sizes of table together."
            ),
        ]
        for band in sorted(self.bands, key=lambda one: one != self._middle()):
            order = ranked(self.figures, band)
            if not order:
                continue
            shown = order[:MOST_COMPONENTS] if len(order) <= MOST_COMPONENTS else (
                order[: MOST_COMPONENTS // 2] + order[-MOST_COMPONENTS // 2 :])  # fmt: skip
            drawn = [(one.of, one.value, one.low, one.high, 1 if one.sure else 5) for one in shown]
            blocks += [
                Heading(3, f"`{band}`"),
                Picture(lambda drawn=drawn: pictures.intervals(drawn, (), 0.0, "points above its kind"),
                        "The strongest and the weakest for their kind; coloured: beyond chance."),
                Grid(("component", "on offer", "taken when on offer", "placed", "won with it", "an equal part",
                      "points above its kind", "games won above its kind", *(["entry"] if self.entries else [])),
                     [self._component(band, one) for one in order]),
            ]  # fmt: skip
        return blocks + self._to_change()

    def _component(self, band: str, one: Figure) -> tuple[str, ...]:
        def cell(name: str, percent: bool = True) -> str:
            return self.cell("components", percent, band=band, of=one.of, name=name)

        return (
            one.of, cell("games on offer"), cell("taken when on offer"), cell("placed when on offer"),
            cell("won with it"), cell("an equal part"), words(one) + (" *" if one.sure else ""),
            cell("games won above its kind"), *([self.entries.get(one.of, "")] if self.entries else []),
        )  # fmt: skip

    def _to_change(self) -> list:
        """From the strongest component whose number a variant can change to the commands that change it."""
        found = [
            one for one in ranked(self.figures, self._middle()) if one.of in self.entries and one.value > 0
        ]
        if not found:
            return []
        best, game = found[0], self.games.game
        entry = self.entries[best.of]
        value = number_at(game, entry)
        name = best.of.partition(" (")[0]
        return [
            Text(
                f"To change a component: its entry is a number in the tables of the game. `{entry}` is {value}; the "
                "first command tells what a smaller number changes, the second searches the one that makes it as "
                "strong as the others of its kind."
            ),
            Commands((
                f"eurogym report {game} --against-variant {entry}={value // 2} --bands {self._middle()}",
                f'eurogym tune-game {game} --entry {entry}={value // 2}-{value + 1} --target "{name}<1"',
            )),
        ]  # fmt: skip

    def _singles(self) -> list:
        """What was asked of single components: play without them, and a search."""
        blocks: list = []
        lost = self.pick("forbidden", name="points ahead lost")
        if lost:
            rows = [
                (one.of, self.cell("forbidden", True, of=one.of, name="games that change"),
                 words(one) + (" *" if one.sure else ""),
                 self.cell("forbidden", True, of=one.of, name="games won lost"))
                for one in sorted(lost, key=lambda one: -one.value)
            ]  # fmt: skip
            blocks += [
                Heading(3, "What it is worth to forbid a component"),
                Text(
                    f"`{lost[0].band}` in all seats of {lost[0].players}, and one seat that may neither take nor use "
                    "the component, against the same seat that may, on the same deals. Wherever it would take the "
                    "component, a short search chooses in its place, among everything or among the rest. Plans that "
                    "need the component are made all the same, so that this is rather too much."
                ),
                Grid(("forbidden", "games that change, %", "points ahead lost", "games won lost, %"), rows),
            ]
        worth = self.pick("search")
        if worth:
            blocks += [
                Heading(3, "What a search says of taking it"),
                Text(
                    "Positions in which the component could be taken, one of a game: points ahead that the best action "
                    "which takes it brings more than the best other action, when both are played on in the same "
                    "imagined worlds. Below 0: something else was better on average."
                ),
                Grid(("component", "positions", "points ahead by taking it"),
                     [(one.of, one.games, words(one) + (" *" if one.sure else ""))
                      for one in sorted(worth, key=lambda one: -one.value)]),
            ]  # fmt: skip
        return blocks

    def _openings(self) -> list:
        rows = []
        for one in self.pick("openings", name="games won above an equal part"):
            share = self.cell(
                "openings", True, band=one.band, players=one.players, of=one.of, name="share of seats"
            )
            rows.append((one.of, one.band, one.players, share, words(one, True) + (" *" if one.sure else "")))
        if not rows:
            return []
        rows.sort(key=lambda row: (row[2], self.bands.index(row[1])))
        return [
            Heading(2, "Openings"),
            Text("The first component of a seat, of those that one table in twenty begins with: games won "
                "above an equal part, in points of per cent."),
            Grid(("first", "band", "players", "share of seats", "games won above an equal part"), rows, 2),
        ]  # fmt: skip

    def _skill(self) -> list:
        found = self.pick("skill")
        if not found:
            return []
        rows = [
            (of, *(self.cell("skill", True, of=of, name=name) for name in
                   ("games won", "part of the agents", "part of deal and seat")))
            for of in dict.fromkeys(one.of for one in found)
        ]  # fmt: skip
        return [
            Heading(2, "Skill against luck"),
            Text("Tables of two, both ways round on every deal. Parts are of the variance of outcomes; the rest "
                 "is how the two cope with this very deal, and their own luck."),
            Grid(("step", "games won", "part of the agents", "part of deal and seat"), rows),
        ]  # fmt: skip

    def _variant(self, changed: Sequence[Figure], variant: str, minutes: float) -> list:
        sure = [one for one in changed if one.sure]
        sure.sort(key=lambda one: (one.players == 0, one.p))
        rows = [
            (
                f"{one.of}: {one.name}" if one.of != "game" else one.name,
                one.band,
                adaptation(one.band),
                one.players or "all",
                words(one),
            )
            for one in sure
        ]
        trained = [
            f"`{one.band}` was trained on for {minutes:g} minutes at the tables of the variant. There it wins "
            f"{words(one, True)} % of the games of {one.players} against itself before that."
            for one in self.pick("adapted")
        ]
        return [
            Heading(2, f"What `{variant}` changes"),
            Text("The variant less the printed tables on the same deals (shares as parts of 1). "
                 f"{len(sure)} of {len(changed)} figures change beyond chance."),
            Grid(("figure", "band", "to the variant", "players", "change"), rows),
            *map(Text, (STRENGTH, *trained)),
        ]  # fmt: skip

    def _sources(self) -> list:
        played = [f"`{band.agent}`: {band.games} deals of every size" for band in self.games.bands]
        return [
            Heading(2, "Where this comes from"),
            Points((*played, f"Seed of deals and agents: {self.games.seed}")),
            Commands((self.command,)),
        ]


def adaptation(band: str) -> str:
    """How a band came to the tables of a variant, in words."""
    if band.endswith(ADAPTED):
        return TRAINED
    return LEARNED if band.partition(":")[0] in ("ppo", "search", "best") else READS


def words(figure: Figure, percent: bool = False) -> str:
    """`50.8 (46.3 - 55.2)`, in per cent or as it is; without an interval where there is none."""
    scale = 100 if percent else 1
    values = [scale * one for one in (figure.value, figure.low, figure.high)]
    if math.isnan(values[0]):
        return ""
    digits = 1 if percent or abs(values[0]) >= 10 else 2
    shown = [f"{np.round(one, digits) + 0.0:.{digits}f}" for one in values]
    return shown[0] if math.isnan(values[1]) else f"{shown[0]} ({shown[1]} to {shown[2]})"


def _ordinal(number: int) -> str:
    return ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")[number]
