"""The published page on the solo modes of a game: what `eurogym solo report` says, shortened."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eurogym.common.settings import SoloMode
from eurogym.design.solo.page import solo_page
from eurogym.design.solo.scale import Scale, scale_of
from eurogym.measure.report.document import Commands, Document, Heading, Points, Table, Text
from eurogym.measure.solo_games import SoloGames, modes_of, read_all

KEPT = (
    "The settings, from easy to hard",
    "The agents, from weak to strong",
    "Are settings that are meant to be harder really harder?",
)
LADDER = KEPT[0]
MOST_SETTINGS = 16  # of a mode, evenly spread over the order of difficulty
FIT = ("infit", "outfit")


_SCALES: dict[tuple, Scale] = {}  # a fit takes seconds; by files with their times, and mode


def scaled(record: SoloGames, mode: SoloMode, paths: tuple[Path, ...]) -> Scale:
    """The scale of a mode from the records of these files, fitted once."""
    key = (*((path, path.stat().st_mtime_ns) for path in paths), mode.name)
    if key not in _SCALES:
        _SCALES[key] = scale_of(record, mode)
    return _SCALES[key]


def short_page(paths: Sequence[Path]) -> str:
    """The Markdown of the records in these files. Raises InputError for a file that is no record."""
    record, kept = read_all(paths), tuple(paths)
    report = solo_page(record, modes_of(record.game), lambda one, mode: scaled(one, mode, kept))
    short = Document()
    section = ""
    for block in report.blocks:
        if isinstance(block, Heading):
            section = block.text if block.level == 3 else ""
        if section and section not in KEPT:
            continue
        short.add(*_shortened(block, section))
    files = " ".join(path.as_posix() for path in paths)
    short.add(
        Text("This command writes the whole report, with pictures, fits, luck and head starts:"),
        Commands((f"eurogym solo report {record.game} --from {files} --out page",)),
    )
    return short.markdown()


def _shortened(block: Any, section: str) -> list[Any]:
    if isinstance(block, Table) and section:
        return [_table(block, MOST_SETTINGS if section == LADDER else len(block.rows))]
    if isinstance(block, Text) and section == LADDER:
        return [
            Text(
                f"Difficulty, and percentage of games won. Of longer tables, {MOST_SETTINGS} evenly spaced rows."
            )
        ]
    if isinstance(block, Points) and section:
        return []
    return [block]


def _table(table: Table, most: int) -> Table:
    """The table without its columns of fit, and with at most so many rows: the ends, and even steps between."""
    columns = [place for place, head in enumerate(table.headers) if head not in FIT]
    count = len(table.rows)
    places = range(count) if count <= most else [round(k * (count - 1) / (most - 1)) for k in range(most)]
    rows = [tuple(table.rows[place][column] for column in columns) for place in places]
    return Table(tuple(table.headers[column] for column in columns), rows, table.left)
