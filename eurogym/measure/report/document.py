"""A report as a list of elements, written as plain text, as Markdown, or as one HTML page with its pictures inside."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from eurogym.measure.report.report import markdown_table, text_table

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1, h2, h3 { line-height: 1.2; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #ccc; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.85rem; }
th, td { padding: 0.2rem 0.5rem; text-align: right; border-bottom: 1px solid #ddd; }
.left { text-align: left; }
.left:first-child { min-width: 10rem; }
code, pre { background: #f4f4f4; font-size: 0.85em; }
pre { padding: 0.6rem; overflow-x: auto; white-space: pre-wrap; }
figure { margin: 1rem 0; overflow-x: auto; }
figcaption { font-size: 0.85rem; color: #555; }
details { border-bottom: 1px solid #ccc; }
summary { cursor: pointer; }
summary h2 { display: inline-block; margin: 0.8rem 0; border: 0; font-size: 1.2rem; }
nav { font-size: 0.9rem; }
nav a { margin-right: 1rem; }
@media print {
  body { font-size: 11px; margin: 0; max-width: none; }
  nav { display: none; }
  details::details-content { content-visibility: visible; height: auto; }
  .wide, figure { overflow: visible; }
  figure, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
"""


@dataclass(frozen=True)
class Heading:
    """A heading; level 1 is the title of the page. HTML pages fold what follows a `folded` heading of level 2."""

    level: int
    text: str
    folded: bool = False


@dataclass(frozen=True)
class Text:
    """A paragraph; parts in backquotes are set as code."""

    text: str


@dataclass(frozen=True)
class Points:
    """A list of short statements."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Commands:
    """Lines to type."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A table; the first `left` columns are aligned left."""

    headers: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    left: int = 1


@dataclass(frozen=True)
class Picture:
    """A picture, drawn when it is needed: `draw()` returns the text of an SVG. Only HTML pages show it."""

    draw: Callable[[], str]
    caption: str


@dataclass
class Document:
    """Blocks in their order."""

    elements: list[Any] = field(default_factory=list)

    def add(self, *elements: Any) -> None:
        """Append elements."""
        self.elements += elements

    def text(self) -> str:
        """Return the document as plain text for a terminal."""
        parts = []
        for element in self.elements:
            if isinstance(element, Heading):
                title = element.text.replace("`", "")
                parts.append(title + "\n" + "=-~"[min(element.level, 3) - 1] * len(title))
            elif isinstance(element, Text):
                parts.append(element.text.replace("`", ""))
            elif isinstance(element, Points):
                parts.append(
                    "\n".join(f"- {item}".replace("`", "").replace("**", "") for item in element.items)
                )
            elif isinstance(element, Commands):
                parts.append("\n".join(f"    {line}" for line in element.lines))
            elif isinstance(element, Table):
                rows = [[str(cell).replace("`", "") for cell in row] for row in element.rows]
                parts.append(text_table(element.headers, rows, element.left))
        return "\n\n".join(parts)

    def markdown(self) -> str:
        """Return the document as Markdown, without pictures."""
        parts = []
        for element in self.elements:
            if isinstance(element, Heading):
                parts.append(f"{'#' * element.level} {element.text}")
            elif isinstance(element, Text):
                parts.append(element.text)
            elif isinstance(element, Points):
                parts.append("\n".join(f"- {item}" for item in element.items))
            elif isinstance(element, Commands):
                parts.append("\n".join(f"    {line}" for line in element.lines))
            elif isinstance(element, Table):
                parts.append(markdown_table(element.headers, element.rows).rstrip("\n"))
        return "\n\n".join(parts) + "\n"

    def html(self) -> str:
        """Return the document as one HTML page that needs no other file."""
        title = next((element.text for element in self.elements if isinstance(element, Heading)), "eurogym")
        parts: list[str] = []
        inside = False
        for element in self.elements:
            if isinstance(element, Heading) and element.level <= 2:
                parts += ["</details>"] * inside
                inside = element.folded
                if inside:
                    # a link to what is inside a closed part opens it
                    start = f'<span id="{_anchor(element.text)}"></span>'
                    parts.append(f"<details><summary>{_html_of(element)}</summary>{start}")
                    continue
            parts.append(_html_of(element))
            if isinstance(element, Heading) and element.level == 1:
                parts.append(self._contents())
        body = "\n".join([*parts, *["</details>"] * inside])
        return (
            f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{html.escape(title)}</title>\n"
            f"<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
        )

    def _contents(self) -> str:
        """Return links to the folded parts."""
        folded = [one.text for one in self.elements if isinstance(one, Heading) and one.folded]
        links = "".join(f'<a href="#{_anchor(text)}">{_inline(text)}</a> ' for text in folded)
        return f"<nav>{links}</nav>" if links else ""


def _anchor(text: str) -> str:
    return re.sub(r"\W+", "-", text.lower()).strip("-")


def _html_of(element: Any) -> str:
    if isinstance(element, Heading):
        return f"<h{element.level}>{_inline(element.text)}</h{element.level}>"
    if isinstance(element, Text):
        return f"<p>{_inline(element.text)}</p>"
    if isinstance(element, Points):
        return "<ul>\n" + "\n".join(f"<li>{_inline(item)}</li>" for item in element.items) + "\n</ul>"
    if isinstance(element, Commands):
        return "<pre>" + html.escape("\n".join(element.lines)) + "</pre>"
    if isinstance(element, Table):
        head = _row("th", element.headers, element.left)
        rows = "\n".join(_row("td", row, element.left) for row in element.rows)
        return f'<div class="wide"><table>\n<thead>{head}</thead>\n<tbody>\n{rows}\n</tbody></table></div>'
    return f"<figure>\n{element.draw()}\n<figcaption>{_inline(element.caption)}</figcaption></figure>"


def _row(tag: str, cells: Sequence[Any], left: int) -> str:
    texts = [_together(_inline(str(cell))) for cell in cells]
    aligned = [
        "<{0}{1}>{2}</{0}>".format(tag, ' class="left"' * (k < left), one) for k, one in enumerate(texts)
    ]
    return f"<tr>{''.join(aligned)}</tr>"


def _together(cell: str) -> str:
    """Return a cell in which no interval is broken between lines."""
    return re.sub(r"\(\S+ to \S+\)( \*)?", lambda found: found[0].replace(" ", "&nbsp;"), cell)


def _inline(text: str) -> str:
    """Return text as HTML, with the marks `code` and **bold**."""
    text = html.escape(text)
    text = re.sub(r"`([^`]*)`", r"<code>\1</code>", text)
    return re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", text)
