"""Published results that follow from their data: tables and whole pages of docs that name their sources.

A comment before a table says which files its rows come from, and how a row is written::

    <!-- results
    from: villagers/duels_ppo.json where num_players=2
    order: agent: ppo villagers
    row: `{agent}` | {outcome:+.2f}, {outcome_low:+.2f} to {outcome_high:+.2f} | {score:.1f} ± {score_half:.1f}
    -->

The files are in the folder `data`. The rows of a JSON file are the entries of its list of records, together with the
fields that the file gives for all of them; a JSONL file has a row in every line, and so has a CSV file. Conditions are
NAME=VALUE or NAME!=VALUE, separated by semicolons. A mean with the ends NAME_low and NAME_high also has
NAME_half, half of the width. `row` is a format string, in which P writes a share as a
percentage. `say: A: x=y; v=w` writes y where A is x. `order`
sorts by the values named, in the order in which they are named; other rows follow in their own order. With `group: A B`
and `across: C`, the rows with the same A and B become one, in which C tells the other fields apart: `{score[2]:.1f}`.
Instead of `row`, `table: NAME` names a table that a function writes, and `page: NAME` a function that writes everything
after the comment; `TABLES` and `PAGES` list them.
"""

from __future__ import annotations

import csv
import json
import math
import os
import re
import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from eurogym.common.errors import InputError
from eurogym.envs.core.files import write_text
from tools.glance import libraries_table, solo_table, speed_table
from tools.solo_page import short_page

FOLDER = Path("docs/results")
DATA = "data"
MARK = re.compile(r"<!-- results\n(.*?)\n?-->\n", re.DOTALL)
TABLE = re.compile(r"((?:^[ \t]*\|.*\n)+)", re.MULTILINE)
CONDITION = re.compile(r"([^=!]+)(!=|=)(.*)")
RULE = re.compile(r"[\s|:-]+\n?")
NUMBER = re.compile(r"-?\d+(?:,\d{3})*(?:\.\d+)?")
ROUNDING = 1.5  # units of the last digit by which a fitted figure may differ between machines


@dataclass(frozen=True)
class Source:
    """A file of data and what must hold for its rows: name, = or !=, value."""

    file: str
    where: tuple[tuple[str, str, str], ...] = ()


@dataclass
class Marker:
    """What a comment says; start, stop: where it stands in the page."""

    start: int
    stop: int
    sources: list[Source] = field(default_factory=list)
    order: list[tuple[str, list[str]]] = field(default_factory=list)
    say: dict[str, dict[str, str]] = field(default_factory=dict)
    group: list[str] = field(default_factory=list)
    across: str = ""
    row: str = ""
    table: str = ""
    page: str = ""


@dataclass
class Report:
    """What a check found: problems in words, tables that follow from data and those that say nothing, by page."""

    problems: list[str] = field(default_factory=list)
    covered: dict[str, int] = field(default_factory=dict)
    uncovered: dict[str, int] = field(default_factory=dict)


# --- comments ---------------------------------------------------------------------------------------------------------


def markers(text: str) -> list[Marker]:
    """Return the comments of a page, in their order. Raises InputError for one that cannot be read."""
    found = []
    for match in MARK.finditer(text):
        marker = Marker(match.start(), match.end())
        for line in match[1].splitlines():
            name, colon, value = line.partition(":")
            name, value = name.strip(), value.strip()
            if not colon or not value:
                raise InputError(
                    f"a results comment has a line that is not of the form NAME: VALUE: {line!r}"
                )
            if name == "from":
                marker.sources.append(_source(value))
            elif name == "order":
                key, _, values = value.partition(": ")
                marker.order.append((key, values.split()))
            elif name == "say":
                key, _, values = value.partition(": ")
                marker.say[key] = dict(
                    pair.strip().split("=", 1) for pair in values.split(";") if "=" in pair
                )
            elif name == "group":
                marker.group = value.split()
            elif name in ("across", "row", "table", "page"):
                setattr(marker, name, value)
            else:
                raise InputError(
                    f"a results comment has {name!r}; allowed: from, say, order, group, across, row, table, page"
                )
        if not marker.sources or [marker.row, marker.table, marker.page].count("") != 2:
            raise InputError("a results comment needs a line `from`, and one of `row`, `table` and `page`")
        found.append(marker)
    return found


def _source(text: str) -> Source:
    file, _, conditions = text.partition(" where ")
    pairs = [CONDITION.fullmatch(one.strip()) for one in conditions.split(";") if one.strip()]
    if None in pairs:
        raise InputError(f"a results comment has {text!r}; allowed conditions: NAME=VALUE, NAME!=VALUE")
    return Source(file.strip(), tuple(pair.groups() for pair in pairs))


# --- data -------------------------------------------------------------------------------------------------------------


def read_rows(source: Source, folder: Path) -> list[dict[str, Any]]:
    """Return the rows of a file that its conditions let through. Raises InputError for a file that has none."""
    path = folder / DATA / source.file
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"there is no data file {path} ({error.strerror})") from None
    try:
        if path.suffix == ".csv":
            rows = [
                {key: _number(value) for key, value in row.items()}
                for row in csv.DictReader(text.splitlines())
            ]
        elif path.suffix == ".jsonl":
            rows = [json.loads(line) for line in text.splitlines()]
        else:
            rows = _records(json.loads(text))
    except ValueError as error:
        raise InputError(f"{path} cannot be read: {error}") from None
    kept = [
        row | _halves(row)
        for row in rows
        if all(_holds(_text(row.get(name)), how, value) for name, how, value in source.where)
    ]
    if not kept:
        raise InputError(
            f"{path} has no row with {' '.join(map(''.join, source.where))}"
            if source.where
            else f"{path} has no rows"
        )
    return kept


def _halves(row: dict[str, Any]) -> dict[str, float]:
    names = [
        name.removesuffix("_low")
        for name, value in row.items()
        if name.endswith("_low") and value is not None
    ]
    return {f"{name}_half": (row[f"{name}_high"] - row[f"{name}_low"]) / 2 for name in names}


def _holds(value: str, how: str, wanted: str) -> bool:
    return (value == wanted) == (how == "=")


def _records(document: Any) -> list[dict[str, Any]]:
    """Return the records of a JSON document, each with the plain values beside their list."""
    if isinstance(document, list):
        return document
    about = document.get("options", {}) | {
        name: value for name, value in document.items() if not isinstance(value, (list, dict))
    }
    for value in document.values():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return [about | row for row in value]
    return [about]


def _number(text: str) -> Any:
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text


def _text(value: Any) -> str:
    return "" if value is None else str(value)


class _Formatter(string.Formatter):
    """Format strings with P for percent: `{first:.1P}` is 100 times the value with one digit."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec.endswith("P"):
            value, format_spec = 100 * value, format_spec[:-1] + "f"
        return format(value, format_spec)


def table_rows(marker: Marker, folder: Path) -> list[str]:
    """Return the rows of the table of a comment, as they stand in the page.

    Raises InputError for what its files do not say.
    """
    rows = [row for source in marker.sources for row in read_rows(source, folder)]
    for key, words in marker.say.items():
        rows = [row | {key: words.get(_text(row.get(key)), row.get(key))} for row in rows]
    for key, values in reversed(marker.order):
        places = {value: place for place, value in enumerate(values)}
        rows.sort(key=lambda row: places.get(_text(row.get(key)), len(places)))
    if marker.group:
        rows = _grouped(rows, marker)
    form = _Formatter()
    lines = []
    for row in rows:
        try:
            lines.append("| " + form.vformat(marker.row, (), row).strip().strip("|").strip() + " |")
        except (KeyError, IndexError) as missing:
            raise InputError(
                f"no {missing} in a row of {', '.join(source.file for source in marker.sources)}; "
                f"known: {', '.join(map(str, row))}"
            ) from None
        except (ValueError, TypeError) as error:
            raise InputError(f"`row: {marker.row}` cannot be written: {error}") from None
    return lines


def _grouped(rows: Sequence[dict[str, Any]], marker: Marker) -> list[dict[str, Any]]:
    groups: dict[tuple, dict[str, Any]] = {}
    for row in rows:
        key = tuple(_text(row.get(name)) for name in marker.group)
        one = groups.setdefault(key, {name: _text(row.get(name)) or "none" for name in marker.group})
        for name, value in row.items():
            if name not in marker.group:
                one.setdefault(name, {})[row.get(marker.across)] = value
    return list(groups.values())


# --- pages ------------------------------------------------------------------------------------------------------------


def _solo_scale(paths: Sequence[Path]) -> str:
    stamps = tuple((str(path), path.stat().st_mtime_ns) for path in paths if path.exists())
    return _fitted(stamps, tuple(paths))


@cache  # a fit takes seconds, and a page is compared after it was written
def _fitted(_stamps: tuple, paths: tuple[Path, ...]) -> str:
    return short_page(paths)


Writer = Callable[[Sequence[Path]], str]
PAGES: dict[str, Writer] = {"solo_scale": _solo_scale}
TABLES: dict[str, Writer] = {"speed": speed_table, "libraries": libraries_table, "solo": solo_table}


def rewritten(text: str, folder: Path) -> str:
    """Return a page with all that follows from data written anew. Raises InputError for a comment that cannot be
    followed.
    """
    for marker in reversed(markers(text)):
        before, after = text[: marker.stop], text[marker.stop :]
        if marker.page:
            text = before + "\n" + _written(PAGES, marker.page, "page", marker, folder)
        else:
            text = before + _with_table(after, marker, folder)
    return text


def _written(writers: dict[str, Writer], name: str, kind: str, marker: Marker, folder: Path) -> str:
    if name not in writers:
        raise InputError(f"no {kind} {name!r} can be written; allowed: {', '.join(writers)}")
    return writers[name]([folder / DATA / one.file for one in marker.sources])


def _with_table(after: str, marker: Marker, folder: Path) -> str:
    """Return what follows a comment, its first table written anew."""
    skipped = len(after) - len(after.lstrip("\n"))
    table = TABLE.match(after, skipped)
    if table is None:
        raise InputError(f"no table follows the comment on {marker.sources[0].file}")
    if marker.table:
        fresh = _written(TABLES, marker.table, "table", marker, folder)
    else:
        head, rule, *_ = table[1].splitlines(keepends=True)
        lines = table_rows(marker, folder)
        if any(line.count("|") != head.count("|") for line in lines) or not RULE.fullmatch(rule):
            raise InputError(
                f"the table from {marker.sources[0].file} has {head.count('|') - 1} columns, its rows "
                f"{lines[0].count('|') - 1}"
            )
        fresh = head + rule + "".join(f"{line}\n" for line in lines)
    return after[:skipped] + fresh + after[table.end() :]


def pages_in(folder: Path) -> list[Path]:
    """Return the pages of results, in their order, those beside the folder with tables from its data included.

    Raises InputError for a folder without any.
    """
    found = sorted(path for path in folder.rglob("*.md") if DATA not in path.relative_to(folder).parts)
    if not found:
        raise InputError(f"there are no pages of results in {folder}")
    beside = sorted([*folder.parent.glob("*.md"), *folder.parent.glob("recipes/*.md")])
    return found + [path for path in beside if MARK.search(path.read_text(encoding="utf-8"))]


def write_pages(paths: Sequence[Path], folder: Path) -> list[Path]:
    """Write pages anew where they do not follow from their data; returns those that changed."""
    changed = []
    for path in paths:
        text = path.read_text(encoding="utf-8")
        fresh = rewritten(text, folder)
        if _differences(path.name, text, fresh, _rounding(text)):
            write_text(path, fresh)
            changed.append(path)
    return changed


def check_pages(paths: Sequence[Path], folder: Path) -> Report:
    """Compare pages with what follows from their data."""
    report = Report()
    for path in paths:
        name, text = os.path.relpath(path, folder), path.read_text(encoding="utf-8")
        try:
            marks = markers(text)
            fresh = rewritten(text, folder)
        except InputError as error:
            report.problems.append(f"{name}: {error}")
            continue
        whole = [mark for mark in marks if mark.page]
        tables = len(TABLE.findall(text[: whole[0].start] if whole else text))
        report.covered[name] = len(marks)
        if tables > len(marks) - len(whole):
            report.uncovered[name] = tables - len(marks) + len(whole)
        report.problems += _differences(name, text, fresh, _rounding(text))
        report.problems += _without_command(name, text, marks)
    return report


def _rounding(text: str) -> float:
    """By how many units of the last digit a page may differ: whole pages hold fitted figures."""
    return ROUNDING if any(mark.page for mark in markers(text)) else 0.0


def _differences(name: str, text: str, fresh: str, rounding: float) -> list[str]:
    """Return what differs, at most one line in words for a page."""
    if rounding:  # rows that all but tie stand in another order after the fit of another machine
        text, fresh = (TABLE.sub(lambda found: _rows_by_name(found[0]), one) for one in (text, fresh))
    old, new = text.splitlines(), fresh.splitlines()
    for number, (one, other) in enumerate(zip(old, new, strict=False), start=1):
        if not _same(one, other, rounding):
            return [f"{name}, line {number}: the page says {one!r}; its data say {other!r}"]
    if len(old) != len(new):
        return [f"{name}: the page has {len(old)} lines, but its data give {len(new)}"]
    return []


def _rows_by_name(table: str) -> str:
    return "".join(sorted(table.splitlines(keepends=True), key=lambda row: row.split("|")[1]))


def _same(one: str, other: str, rounding: float) -> bool:
    """Are two lines the same, their numbers but for some units of the last digit?"""
    if one == other:
        return True
    if not rounding or NUMBER.sub("#", one) != NUMBER.sub("#", other):
        return False
    for first, second in zip(NUMBER.findall(one), NUMBER.findall(other), strict=True):
        digits = len(first.partition(".")[2])
        if len(second.partition(".")[2]) != digits:
            return False
        apart = abs(float(first.replace(",", "")) - float(second.replace(",", "")))
        if not math.isclose(apart, 0) and apart > rounding * 10.0**-digits:
            return False
    return True


def _without_command(name: str, text: str, marks: Sequence[Marker]) -> list[str]:
    """Files of which the page does not say which command wrote them: outside of comments nothing names them."""
    said = MARK.sub("", text)
    files = dict.fromkeys(source.file for mark in marks if not mark.page for source in mark.sources)
    return [
        f"{name}: {DATA}/{file} is used, but the page does not name the command that wrote it"
        for file in files
        if not re.search(rf"\b{re.escape(Path(file).stem)}\b", said)
    ]
