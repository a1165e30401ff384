"""A report as a list of blocks, written as plain text, as Markdown, or as one HTML page with its pictures inside."""

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

    blocks: list[Any] = field(default_factory=list)

    def add(self, *blocks: Any) -> None:
        """Append blocks."""
        self.blocks += blocks

    def text(self) -> str:
        """Return the document as plain text for a terminal."""
        parts = []
        for block in self.blocks:
            if isinstance(block, Heading):
                title = block.text.replace("`", "")
                parts.append(title + "\n" + "=-~"[min(block.level, 3) - 1] * len(title))
            elif isinstance(block, Text):
                parts.append(block.text.replace("`", ""))
            elif isinstance(block, Points):
                parts.append(
                    "\n".join(f"- {item}".replace("`", "").replace("**", "") for item in block.items)
                )
            elif isinstance(block, Commands):
                parts.append("\n".join(f"    {line}" for line in block.lines))
            elif isinstance(block, Table):
                rows = [[str(cell).replace("`", "") for cell in row] for row in block.rows]
                parts.append(text_table(block.headers, rows, block.left))
        return "\n\n".join(parts)

    def markdown(self) -> str:
        """Return the document as Markdown, without pictures."""
        parts = []
        for block in self.blocks:
            if isinstance(block, Heading):
                parts.append(f"{'#' * block.level} {block.text}")
            elif isinstance(block, Text):
                parts.append(block.text)
            elif isinstance(block, Points):
                parts.append("\n".join(f"- {item}" for item in block.items))
            elif isinstance(block, Commands):
                parts.append("\n".join(f"    {line}" for line in block.lines))
            elif isinstance(block, Table):
                parts.append(markdown_table(block.headers, block.rows).rstrip("\n"))
        return "\n\n".join(parts) + "\n"

    def html(self) -> str:
        """Return the document as one HTML page that needs no other file."""
        title = next((block.text for block in self.blocks if isinstance(block, Heading)), "eurogym")
        parts: list[str] = []
        inside = False
        for block in self.blocks:
            if isinstance(block, Heading) and block.level <= 2:
                parts += ["</details>"] * inside
                inside = block.folded
                if inside:
                    # a link to what is inside a closed part opens it
                    start = f'<span id="{_anchor(block.text)}"></span>'
                    parts.append(f"<details><summary>{_html_of(block)}</summary>{start}")
                    continue
            parts.append(_html_of(block))
            if isinstance(block, Heading) and block.level == 1:
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
        folded = [block.text for block in self.blocks if isinstance(block, Heading) and block.folded]
        links = "".join(f'<a href="#{_anchor(text)}">{_inline(text)}</a> ' for text in folded)
        return f"<nav>{links}</nav>" if links else ""


def _anchor(text: str) -> str:
    return re.sub(r"\W+", "-", text.lower()).strip("-")


def _html_of(block: Any) -> str:
    if isinstance(block, Heading):
        return f"<h{block.level}>{_inline(block.text)}</h{block.level}>"
    if isinstance(block, Text):
        return f"<p>{_inline(block.text)}</p>"
    if isinstance(block, Points):
        return "<ul>\n" + "\n".join(f"<li>{_inline(item)}</li>" for item in block.items) + "\n</ul>"
    if isinstance(block, Commands):
        return "<pre>" + html.escape("\n".join(block.lines)) + "</pre>"
    if isinstance(block, Table):
        head = _row("th", block.headers, block.left)
        rows = "\n".join(_row("td", row, block.left) for row in block.rows)
        return f'<div class="wide"><table>\n<thead>{head}</thead>\n<tbody>\n{rows}\n</tbody></table></div>'
    return f"<figure>\n{block.draw()}\n<figcaption>{_inline(block.caption)}</figcaption></figure>"


def _row(tag: str, cells: Sequence[Any], left: int) -> str:
    told = [_together(_inline(str(cell))) for cell in cells]
    aligned = [
        "<{0}{1}>{2}</{0}>".format(tag, ' class="left"' * (k < left), one) for k, one in enumerate(told)
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
