"""What is wrong with the links of a built site: pages, files and anchors that are not there, pages that nothing leads
to, and anything that a browser would fetch from elsewhere."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

START = "index.html"
_LOADED = {"link": "href", "script": "src", "img": "src", "iframe": "src", "source": "src", "object": "data"}
_NOT_LOADED = {
    "canonical",
    "next",
    "prev",
    "search",
    "index",
    "author",
    "copyright",
    "license",
}  # rel of <link>
_ELSEWHERE = re.compile(r"""(?:@import\s+|url\(\s*)["']?((?:https?:)?//[^"')\s]+)""")


class Page(HTMLParser):
    """Links, loaded addresses and anchors of a page."""

    def __init__(self, text: str):
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Called by the parser for every element."""
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if values.get(name)}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag in _LOADED and values.get(_LOADED[tag]):
            inert = tag == "link" and set(values.get("rel", "").split()) & _NOT_LOADED
            (self.links if inert else self.loaded).append(values[_LOADED[tag]])


def faults(folder: Path) -> list[str]:
    """Return a line for everything that is wrong with the site in `folder`, sorted; empty when all is well."""
    pages = {
        path.relative_to(folder).as_posix(): Page(path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*.html"))
    }
    found = [f"{START} is missing"] if START not in pages else []
    reached, waiting = {START} & set(pages), [START] if START in pages else []
    for name, page in pages.items():
        found += _faults_of(folder, name, page, pages)
    while waiting:
        here = waiting.pop()
        for target, _ in _inside(here, pages[here].links):
            if target in pages and target not in reached:
                reached.add(target)
                waiting.append(target)
    found += [f"{name}: no page leads to it" for name in sorted(set(pages) - reached)]
    for path in sorted(folder.rglob("*.css")):
        for address in _ELSEWHERE.findall(path.read_text(encoding="utf-8")):
            found.append(f"{path.relative_to(folder).as_posix()}: loads {address} from elsewhere")
    return sorted(set(found))


def _faults_of(folder: Path, name: str, page: Page, pages: dict[str, Page]) -> Iterator[str]:
    for address in page.loaded:
        parts = urlsplit(address)
        if parts.netloc or parts.scheme not in ("", "data"):
            yield f"{name}: loads {address} from elsewhere"
    for target, anchor in _inside(name, [*page.links, *page.loaded]):
        if not (folder / target).is_file():
            yield f"{name}: {target} does not exist"
        elif anchor and target in pages and anchor not in pages[target].anchors:
            yield f"{name}: {target} has no place {anchor!r}"


def _inside(name: str, addresses: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the addresses that lie within the site: path of the file, and anchor."""
    for address in addresses:
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            continue
        path = unquote(parts.path)
        target = os.path.normpath(PurePosixPath(name).parent / path) if path else name
        if path.endswith("/"):
            target += "/" + START
        yield PurePosixPath(target).as_posix(), unquote(parts.fragment)
