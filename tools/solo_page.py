"""The published page on the solo modes of a game: what `eurogym solo report` says, shortened."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from eurogym.common.settings import SoloMode
from eurogym.design.solo.page import solo_page
from eurogym.design.solo.scale import Scale, scale_of
from eurogym.measure.report.document import Commands, Document, Heading, Text
from eurogym.measure.solo_games import SoloGames, modes_of, read_all

_SCALES: dict[tuple, Scale] = {}  # a fit takes seconds; by files with their times, and mode


def scaled(record: SoloGames, mode: SoloMode, paths: tuple[Path, ...]) -> Scale:
    """Return the scale of a mode from the records of these files, fitted once."""
    key = (*((path, path.stat().st_mtime_ns) for path in paths), mode.name)
    if key not in _SCALES:
        _SCALES[key] = scale_of(record, mode)
    return _SCALES[key]


def short_page(paths: Sequence[Path]) -> str:
    """Return the Markdown of the records in these files. Raises InputError for a file that is no record."""
    record, kept = read_all(paths), tuple(paths)
    report = solo_page(record, modes_of(record.game), lambda one, mode: scaled(one, mode, kept))
    short = Document()
    folded = False
    for element in report.elements:
        if isinstance(element, Heading) and element.level <= 2:
            folded = element.folded
        if not folded:
            short.add(element)
    files = " ".join(path.as_posix() for path in paths)
    short.add(
        Heading(2, "How this was measured"),
        Text(
            "Commands that played the games, and one that writes the whole report, with pictures, fits and luck:"
        ),
        Commands((*record.commands, f"eurogym solo report {record.game} --from {files} --out page")),
    )
    return short.markdown()
