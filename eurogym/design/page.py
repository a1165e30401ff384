"""The page of a report: what a designer reads, from the figures."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten
from typing import Any

from eurogym.common.files import without_places
from eurogym.common.options import label
from eurogym.design.components import ranked
from eurogym.design.course import MET, curve, usual_leads
from eurogym.design.figures import RATE, Figure
from eurogym.design.shipped_figures import HEADLINES, headlines, others
from eurogym.design.tables import Games, Table, middle
from eurogym.design.variants import check_variant, number_at, replaced
from eurogym.design.verdict import (
    Remedy,
    Variant,
    Verdict,
    balancing,
    command,
    entries_of,
    given_options,
    ordinal,
    plain,
    words,
)
from eurogym.envs.core import registry
from eurogym.measure.report import pictures
from eurogym.measure.report.document import Commands, Document, Heading, Picture, Points, Text
from eurogym.measure.report.document import Table as Grid

MOST_COMPONENTS = 20  # in a picture, from the strongest and from the weakest half each
MOST_DECISIONS = 12
MOST_PAIRS = 10
LONGEST_OPTIONS = 80  # characters of a title

HOW_TO_READ = (
    "Agents are not people: this is a mirror to look into before a play test, not a play test. A band is one agent in "
    "all seats, and bands go from weak to strong; what holds for all of them is likely to hold for people. "
    "12.3 (10.1 to 14.5) is a measured value and its 95 % confidence interval. An asterisk marks what differs beyond "
    f"chance; of the marks for a band in one part of the page, on average at most {100 * RATE:.0f} % are wrong "
    "(Benjamini and Hochberg)."
)
IN_WORDS = {  # agents, for people who do not know them
    "random": "takes any legal action",
    "greedy": "takes the action after which its position looks best",
    "heuristic": "hand-written rules of thumb of somebody who knows the game",
    "ppo": "a network that learned the game by playing it against itself and others",
    "search": "looks ahead at where actions lead, guided by that network",
    "mc": "looks ahead at where actions lead",
}
MEASURES = (  # of the course of a game: name, whether it is a share, what it says
    ("lead changes", False, "how often the sole lead passes to another player"),
    ("winner leads for good from", True, "share of the game after which the winner is never behind again"),
    (
        "winner above 90 % from",
        True,
        "share of the game after which the winner's chance stays above 90 %",
    ),
    ("decisiveness threshold", True, "best chance of a player who did not win"),
    ("decisiveness moves", True, "share of the game that is left when the winner first exceeds that"),
    ("drama", True, "how far the winner's chance was below the best one, on average while it was below"),
    ("stability", False, "variance of the chances over the game, summed over players: less is steadier"),
    ("gap of the winner", False, "points ahead of the second at the end"),
    ("ties of the first place", True, "games in which several players share first place"),
)
STRENGTH = (
    "Strength on a variant: the heuristic reads the numbers of the tables, so it plays a variant about as well as the "
    "printed game. `ppo` and `search` learned the printed tables and play worse the further a variant is from them. A "
    "change that they alone show may be a change in their strength."
)
HAD = ("games on offer", "taken when on offer", "placed when on offer", "won with it", "an equal share")
READS, LEARNED, TRAINED = "reads the tables", "learned the printed ones", "as trained"


class Page:
    """A builder of the document of one report."""

    def __init__(self, games: Games, figures: Sequence[Figure], command: str):
        self.games, self.figures, self.command = games, list(figures), command
        self.game = registry.game(games.game)
        self.bands = [band.agent for band in games.bands]
        self.sizes = list(dict.fromkeys(table.players for table in games.tables))
        self.entries = entries_of(self.game)

    # --- looking figures up ---

    def pick(self, part: str, **wanted: Any) -> list[Figure]:
        """Return the figures of a part with these attributes."""
        return [
            one
            for one in self.figures
            if one.part == part and all(getattr(one, name) == value for name, value in wanted.items())
        ]

    def cell(self, part: str, percent: bool = False, **wanted: Any) -> str:
        """Return the single figure with these attributes as text, or ""."""
        found = self.pick(part, **wanted)
        return words(found[0], percent) if found else ""

    # --- the page ---

    def document(
        self,
        changed: Sequence[Figure] = (),
        variant: Variant | None = None,
        remedy: Remedy | None = None,
    ) -> Document:
        """Return the whole page.

        Args:
            changed: what a variant changes.
            variant: the variant and its causes.
            remedy: what a smaller number for the strongest component does.
        """
        page = Document()
        chosen = label(self.games.options, list(self.games.options))
        options = f" ({shorten(chosen, LONGEST_OPTIONS, placeholder='...')})" if self.games.options else ""
        sentences = Verdict(self.games, self.figures, changed).sentences(variant, remedy)
        page.add(
            Heading(1, f"{self.game.title}: the verdict{options}"),
            Points(tuple(sentences)),
            Text(HOW_TO_READ),
        )
        page.add(*self._beside())
        if variant is not None:
            page.add(*self._causes(variant), *self._variant(changed, variant.name))
        for part in (self._seats, self._length, self._points, self._course, self._components, self._singles,
                     self._pairs, self._strategies, self._openings, self._skill):  # fmt: skip
            page.add(*part())
        page.add(*self._sources())
        return page

    def _players(self) -> list[str]:
        known = [(band, IN_WORDS.get(band.partition(":")[0])) for band in self.bands]
        return [f"`{band}`: {sentences}" for band, sentences in known if sentences]

    def _beside(self) -> list:
        """Return all sizes of table next to each other, and next to the other games."""
        band, first = self._middle(), self.sizes[0]
        mine = [headlines(self.figures, band, size) for size in self.sizes]
        theirs = others(self.games.game, first)
        rows = [
            (name,
             *(words(one[name], HEADLINES[name][3]) if name in one else "" for one in mine),
             *(f"{row[name] * (100 if HEADLINES[name][3] else 1):.3g}" if name in row else ""
               for row in theirs.values()))
            for name in HEADLINES if any(name in one for one in mine)
        ]  # fmt: skip
        heads = [f"{size} players" for size in self.sizes]
        heads += [f"{registry.game(name).title}, {first}" for name in theirs]
        return [Heading(2, "Side by side"), Text(f"`{band}` in all seats."), Grid(("", *heads), rows)]

    def _middle(self) -> str:
        return middle(self.bands)

    def _seats(self) -> list:
        rows, drawn = [], []
        for size in self.sizes:
            for number in range(size):
                of = f"turn order {number + 1}"
                found = [
                    self.pick("seats", players=size, band=band, of=of, name="games won")[0]
                    for band in self.bands
                ]
                place = f"{size} players, {ordinal(number)}"
                rows.append(
                    (f"{place} in turn order", *(words(one, True) + " *" * one.sure for one in found))
                )
                (one,) = [one for one in found if one.band == self._middle()]
                drawn.append(
                    (place, *(size * share for share in (one.value, one.low, one.high)), int(one.sure))
                )
        points = [
            (f"{size} players, {ordinal(number)} in turn order", *(
                self.cell("seats", players=size, band=band, of=f"turn order {number + 1}", name="points")
                for band in self.bands))
            for size in self.sizes for number in range(size)
        ]  # fmt: skip
        return [
            Heading(2, "Seats and turn order", folded=True),
            Text("Games won in %, with ties shared. An asterisk marks a difference from an equal share. The "
                 "first in turn order is the start player."),
            Grid(("", *self.bands), rows),
            Picture(lambda: pictures.intervals(drawn, 1.0, "games won, in equal shares"),
                    f"Games won by turn order, `{self._middle()}`; 1 is an equal share; coloured if beyond chance."),
            Text("Points at the end."),
            Grid(("", *self.bands), points),
            Text(f"Points for each place in turn order that would give everybody an equal share, `{self._middle()}`, "
                 "if all played on as they do."),
            Grid(("", "compensation"), self._compensations()),
            *self._starts(),
        ]  # fmt: skip

    def _compensations(self) -> list:
        return [
            (f"{table.players} players", "; ".join(
                f"{ordinal(k + 1)} {one}" for k, one in enumerate(balancing(table))))
            for table in self.games.tables if table.band == self._middle()
        ]  # fmt: skip

    def _starts(self) -> list:
        """Return what players are dealt: start sets, sides, boards."""
        found = self.pick("starts", band=self._middle())
        if not found:
            return []
        rows = [
            (plain(one.of), one.games, words(one, True, "+") + " *" * one.sure)
            for one in sorted(found, key=lambda one: -one.value)
        ]
        return [
            Heading(3, "What players are dealt"),
            Text(
                "Games won above an equal share, in percentage points, where seats were dealt different ones."
            ),
            Grid(("dealt", "games", "won above an equal share"), rows),
        ]

    def _length(self) -> list:
        names = ("rounds", "real choices", "forced decisions", "real choices of a player")
        rows = [
            (f"{size} players: {name}",
             *(self.cell("length", players=size, band=band, of="game", name=name) for band in self.bands))
            for size in self.sizes for name in names
        ]  # fmt: skip
        times = [
            (f"{size} players: {name}",
             *(self.cell("time", players=size, band=band, name=name) for band in self.bands))
            for size in self.sizes
            for name in ("minutes", "minutes of waiting between turns", "longest wait, minutes", "turns of a player")
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
            Heading(2, "Length and choices", folded=True),
            Text(
                "Decisions are small steps: a turn may consist of several. A decision with only one legal action is "
                "forced and does not count as a choice."
            ),
            Grid(("", *self.bands), rows),
            Text(
                "Minutes count every choice with the same number of seconds (`--pace`); people differ. Waiting is the "
                "time between the end of a turn and the next turn of the same player."
            ),
            Grid(("", *self.bands), times),
            Text(
                f"Decisions with {size} players, `{self._middle()}`: how often each comes, and its legal actions."
            ),
            Grid(("decision", "times", "options"), phases),
        ]

    def _points(self) -> list:
        elements: list = [Heading(2, "Where points come from", folded=True)]
        for title, words_of in (
            ("points", "Final points by where they are scored"),
            ("brought by", "Points by the kind of action that earned them"),
        ):
            rows = {
                f"{size} players, {band}, {ordinal(place)}": {
                    plain(one.of.partition(": ")[2]): one.value
                    for one in self.pick("points", band=band, players=size, name=f"place {place + 1}")
                    if one.of.startswith(title)
                }
                for size in dict.fromkeys((self.sizes[0], self.sizes[-1]))
                for band in self.bands for place in sorted({0, size - 1})
            }  # fmt: skip
            if any(rows.values()):
                elements.append(
                    Picture(lambda rows=rows: pictures.bars(rows, "points"), f"{words_of}: winner and last.")
                )
        ranks = [
            (f"{size} players", *(self.cell("ranks", players=size, band=self._middle(), name=f"points of place {k + 1}")
                                  for k in range(self.sizes[-1])))
            for size in self.sizes
        ]  # fmt: skip
        elements += [
            Text(f"Points by place at the end, `{self._middle()}`."),
            Grid(("", *(ordinal(k) for k in range(self.sizes[-1]))), ranks),
        ]
        catalog = self.game.catalog(self.game.options_class(num_players=self.sizes[0]))
        kinds = [(plain(one.name), one.help) for one in catalog.ranges if one.help]
        return [
            *elements,
            Text("By action: what a player's score gains from one action to the next counts for the kind of the first, "
                 "whoever took it. The CSV file has the numbers with their intervals."),
            Grid(("kind of action", "what it is"), kinds, 2),
        ]  # fmt: skip

    def _course(self) -> list:
        size = self.sizes[0]
        rows = [
            (f"{size} players: {name}" + (", %" if percent else ""),
             *(self.cell("course", percent, players=size, band=band, of="game", name=name) for band in self.bands))
            for size in self.sizes for name, percent, _ in MEASURES
        ]  # fmt: skip
        rows += [
            (f"{size} players: {name}, %",
             *(self.cell("comeback", True, players=size, band=band, name=name) for band in self.bands))
            for size in self.sizes for name in ("last at half time wins", "first at half time wins")
        ]  # fmt: skip
        elements: list = [
            Heading(2, "Course", folded=True),
            Text("How close are games, and for how long? A player's chance to win is computed from the points of all "
                 "players and the share of the game that has been played, by a curve fitted to these games."),
            Points(tuple(f"{name}: {sentences}" for name, _, sentences in MEASURES)),
            Grid(("", *self.bands), rows),
            Text("Lead changes, decisiveness, drama and stability are measures from Ludii, which uses the value of a "
                 "search in place of this chance. The gap is a measure from TAG."),
        ]  # fmt: skip
        table = self._table(self._middle(), size)
        if table is not None and size == 2:
            series = {
                f"{-lead:.0f} behind": points for lead, points in curve(table, usual_leads(table)).items()
            }
            elements.append(
                Picture(lambda: pictures.curves(series, "share of the game played, %", "games won, %"),
                        f"Chance to win by points behind, 2 players, `{self._middle()}` (a fitted curve), from where "
                        f"{100 * MET:.0f} % of the games have known such a lead.")
            )  # fmt: skip
        seen = self.pick("lead", players=size, band=self._middle())
        times = list(dict.fromkeys(one.of for one in seen))
        parts = [[one for one in seen if one.of == time] for time in times]
        rows = [
            tuple(f"{one.name}: {words(one, True)}" for one in line) for line in zip(*parts, strict=False)
        ]
        elements += [
            Text(
                f"Observed with {size} players, `{self._middle()}`: lead over the best other seat, and games won in %."
            ),
            Grid(tuple(times), rows),
        ]
        return elements

    def _table(self, band: str, size: int) -> Table | None:
        return next((one for one in self.games.tables if (one.band, one.players) == (band, size)), None)

    def _components(self) -> list:
        if not any(ranked(self.figures, band) for band in self.bands):
            return []
        elements: list = [
            Heading(2, "Components", folded=True),
            Text(
                "How many points and wins go with having one more of a component, compared with the mean of its kind. "
                "The regression compares players of the same game and adjusts for turn order and for what else of the "
                "kind they have, so deal, agent and number of players do not matter. It shows what went along with "
                "taking a component, not what would happen if somebody were forced to take it. All numbers of players "
                "are pooled."
            ),
            Text(
                "On offer: % of games. Taken, placed or used: % of those. Won with it: % of the seats that had it, "
                "next to an equal share."
            ),
        ]
        for band in sorted(self.bands, key=lambda one: one != self._middle()):
            order = ranked(self.figures, band)
            if not order:
                continue
            shown = order[:MOST_COMPONENTS] if len(order) <= MOST_COMPONENTS else (
                order[: MOST_COMPONENTS // 2] + order[-MOST_COMPONENTS // 2 :])  # fmt: skip
            drawn = [(plain(one.of), one.value, one.low, one.high, 1 if one.sure else 5) for one in shown]
            elements += [
                Heading(3, f"`{band}`"),
                Picture(lambda drawn=drawn: pictures.intervals(drawn, 0.0, "points above its kind"),
                        "The strongest and the weakest compared with their kind; coloured if beyond chance."),
                self._grid(band, order),
            ]  # fmt: skip
        return elements + self._to_change()

    def _grid(self, band: str, order: Sequence[Figure]) -> Grid:
        """Return what is known of every component, without the columns in which nothing stands."""
        columns = {  # title -> name of the figures, and whether they are shares
            "on offer": ("games on offer", True),
            "taken": ("taken when on offer", True),
            "placed or used": ("placed when on offer", True),
            "won with it": ("won with it", True),
            "an equal share": ("an equal share", True),
            "points above its kind": ("points above its kind", False),
            "games won above": ("games won above its kind", True),
        }
        known = {
            (one.of, name): f"{100 * one.value:.0f}"
            if name in HAD
            else words(one, percent) + " *" * (one.sure and not percent)
            for name, percent in columns.values()
            for one in self.pick("components", band=band, name=name)
        }
        rows = [[known.get((one.of, name), "") for name, _ in columns.values()] for one in order]
        kept = [k for k in range(len(columns)) if any(row[k] for row in rows)]
        return Grid(
            ("component", *(list(columns)[k] for k in kept)),
            [(plain(one.of), *(row[k] for k in kept)) for one, row in zip(order, rows, strict=True)],
        )

    def _to_change(self) -> list:
        """Return the entries by which variants change components, and the commands for the strongest of these."""
        found = [one for one in ranked(self.figures, self._middle()) if one.of in self.entries]
        if not found:
            return []
        game, entry = self.games.game, self.entries[found[0].of]
        options = dict(self.games.options)
        table = options.pop("data_overrides", None)
        at = None if table is None else replaced(game, check_variant(game, table, options))
        value, name = number_at(game, entry, at), found[0].of.partition(" (")[0]
        given = given_options(options)
        less = command(game, *given, "--against-variant", f"{entry}={value // 2}", "--bands", self._middle())
        at_table = ["--table", without_places(str(table))] if table is not None else []
        more = ["--entry", f"{entry}={value // 2}-{value + 1}", "--target", f"{name}<1"]
        search = command(game, *at_table, *given, *more).replace("design report", "design balance", 1)
        rows = [
            (plain(one.of), f"`{self.entries[one.of]}`", number_at(game, self.entries[one.of]))
            for one in found
        ]
        return [
            Heading(3, "To change a component"),
            Text(
                "An entry is a number in the tables of the game; the strongest components come first. "
                + ("The first command shows what a smaller number for the strongest component changes. The second "
                   "searches for the number that makes it" if table is None else
                   "The command searches for the number that makes the strongest component")
                + " as strong as others of its kind."
            ),
            Commands((less, search) if table is None else (search,)),
            Grid(("component", "entry", "printed"), rows, 2),
        ]  # fmt: skip

    def _singles(self) -> list:
        """Return what a search says of single components."""
        worth = self.pick("search")
        if not worth:
            return []
        return [
            Heading(3, "What a search thinks of taking it"),
            Text(
                "Positions in which the component could be taken, one per game. The figure is how many more points "
                "ahead the best action that takes it brings than the best other action, when both are played on in "
                "the same imagined worlds. Below 0, something else was better on average."
            ),
            Grid(("component", "positions", "points ahead by taking it"),
                 [(plain(one.of), one.games, words(one) + (" *" if one.sure else ""))
                  for one in sorted(worth, key=lambda one: -one.value)]),
        ]  # fmt: skip

    def _pairs(self) -> list:
        found = sorted(self.pick("pairs", band=self._middle()), key=lambda one: one.p)
        sure = [one for one in found if one.sure]
        if not found:
            return []
        rows = [(plain(one.of), one.games, words(one, sign="+")) for one in sure[:MOST_PAIRS]]
        return [
            Heading(2, "Pairs that go together", folded=True),
            Text(f"Points that go with having both of two components, beyond what goes with each, `{self._middle()}`. "
                 f"Of {len(found)} pairs, {len(sure)} differ from 0 beyond chance."),
            *([Grid(("both", "games", "points of both together"), rows)] if rows else []),
        ]  # fmt: skip

    def _strategies(self) -> list:
        found = self.pick("strategies", band=self._middle(), name="games won above an equal share")
        if not found:
            return []
        rows = [
            (one.of, self.cell("strategies", True, band=one.band, of=one.of, name="share of seats"),
             words(one, True, "+") + " *" * one.sure)
            for one in sorted(found, key=lambda one: -one.value)
        ]  # fmt: skip
        return [
            Heading(2, "Strategies", folded=True),
            Text(f"Groups of players of `{self._middle()}` whose points come from the same sources (k-means over "
                 "shares of points), by what they differ in most from all, and games won above an equal share, in "
                 "percentage points."),
            Grid(("points come from", "share of players, %", "won above an equal share"), rows),
        ]  # fmt: skip

    def _openings(self) -> list:
        rows = []
        for one in self.pick("openings", name="games won above an equal share"):
            share = self.cell(
                "openings", True, band=one.band, players=one.players, of=one.of, name="share of seats"
            )
            rows.append(
                (plain(one.of), one.band, one.players, share, words(one, True) + (" *" if one.sure else ""))
            )
        if not rows:
            return []
        rows.sort(key=lambda row: (row[2], self.bands.index(row[1])))
        return [
            Heading(2, "Openings", folded=True),
            Text("The first component that a seat takes, if at least one table in twenty begins with it: games won "
                 "above an equal share, in percentage points."),
            Grid(("first", "band", "players", "share of seats", "games won above an equal share"), rows, 2),
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
            Heading(2, "Skill against luck", folded=True),
            Text("Two players, both ways round on every deal, all in %. The variance of the results is divided into "
                 "what the agents explain, what deal and seat explain whoever plays, and the rest: how the two cope "
                 "with this particular deal, and their own luck."),
            Grid(("step", "games won", "explained by the agents", "explained by deal and seat"), rows),
        ]  # fmt: skip

    def _causes(self, variant: Variant) -> list:
        blame = variant.blame
        if not blame.causes:
            return []
        rows = [
            (one.words, words(one.effect, sign="+"), words(one.share, True), "yes" if one.sure else "",
             "yes" if one.tied else "")
            for one in blame.causes
        ]  # fmt: skip
        return [
            Heading(2, f"Why {blame.figure} changes"),
            Text("Every entry was put back on the same deals, and played alone: its part is the mean of what the "
                 "variant loses without it and what the printed game gains by it. Parts of all entries add up to the "
                 f"change, but for what three or more do together. All that are beyond chance (corrected for "
                 f"{len(rows)}) explain {words(blame.explained, True)} %."),
            Grid(("entry", "part", "share of the change, %", "beyond chance", "may be the largest"), rows),
        ]  # fmt: skip

    def _variant(self, changed: Sequence[Figure], variant: str) -> list:
        sure = [one for one in changed if one.sure]
        sure.sort(key=lambda one: (one.players == 0, one.p))
        rows = [
            (
                f"{plain(one.of)}: {one.name}" if one.of != "game" else one.name,
                one.band,
                adaptation(one.band),
                one.players or "all",
                words(one),
            )
            for one in sure
        ]
        return [
            Heading(2, f"All that `{variant}` changes", folded=True),
            Text("The variant minus the printed tables, on the same deals (shares as fractions of 1). "
                 f"{len(sure)} of {len(changed)} figures change beyond chance."),
            Grid(("figure", "band", "to the variant", "players", "change"), rows),
            Text(STRENGTH),
        ]  # fmt: skip

    def _sources(self) -> list:
        played = [
            f"`{band.agent}`: {band.games} deals for each number of players" for band in self.games.bands
        ]
        found = [
            Heading(2, "How this was measured", folded=True),
            Points((*self._players(), *played, f"Seed of deals and agents: {self.games.seed}")),
            Commands((self.command,)),
        ]
        if self._plays_alone():
            found += [
                Text(
                    "The difficulty of the solo mode, with all its settings on one scale, has a report of its own:"
                ),
                Commands(
                    (f"eurogym solo report {self.games.game} --agents random greedy mc:sims=20 --out solo",)
                ),
            ]
        return found

    def _plays_alone(self) -> bool:
        return self.game.options_class.player_range()[0] == 1


def adaptation(band: str) -> str:
    """Describe what a band knows of the tables of a variant."""
    if "path=" in band:
        return TRAINED
    return LEARNED if band.partition(":")[0] in ("ppo", "search", "best") else READS
