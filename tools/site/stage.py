"""The pages of the site, laid out for Sphinx: Markdown from the checkout with its links turned into the site's.

A page keeps its place below docs/, a README becomes the index of its folder, and the README of the project is the first
page. What a page links to that is no page itself comes along as a file: a script or a table is shown by the browser. A
link to a folder leads to its README, or to a list of what is in it.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from eurogym.envs.core import registry
from tools.site import notebooks, reference
from tools.site.tree import contents, tree

FILES = PurePosixPath("files")  # what is no page, below this folder of the site
README = PurePosixPath("README.md")
AT_TOP = {PurePosixPath("CHANGELOG.md"): "changes.md", PurePosixPath("CONTRIBUTING.md"): "contributing.md"}
_LINK = re.compile(r"(\]\()([^()\s]+)(\))")
_FENCED = r"^(?P<fence>`{3,}|~{3,}).*?^(?P=fence)`*\s*?$"
_SPANS = r"(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`)"
_CODE = re.compile(f"{_FENCED}|{_SPANS}", re.MULTILINE | re.DOTALL)


class Stage:
    """Lays out the pages of a checkout in a folder.

    Args:
        checkout: the folder of the checkout.
        folder: an empty folder.

    Attributes:
        faults: links that lead nowhere, once the pages are written.
    """

    def __init__(self, checkout: Path, folder: Path):
        self.checkout, self.folder = checkout, folder
        self.sources = {path: self._place(path) for path in self._pages()}  # in the checkout -> in the site
        self.listed: dict[PurePosixPath, PurePosixPath] = {}  # folders that are linked to -> their lists
        self.faults: list[str] = []

    def _pages(self) -> list[PurePosixPath]:
        found = [README, *(page for page in AT_TOP if (self.checkout / page).exists())]
        for pattern in ("docs/**/*.md", "notebooks/*.md", "notebooks/*.ipynb", "docs/recipes/*.py"):
            found += sorted(
                PurePosixPath(path.relative_to(self.checkout).as_posix())
                for path in self.checkout.glob(pattern)
            )
        return found

    @staticmethod
    def _place(path: PurePosixPath) -> PurePosixPath:
        """Return where a page of the checkout lies in the site."""
        if path in AT_TOP:
            return PurePosixPath(AT_TOP[path])
        inside = path.relative_to("docs") if path.parts[0] == "docs" else path
        return inside.with_name("index.md") if inside.name == README.name else inside.with_suffix(".md")

    def write(self) -> None:
        """Write all pages and the files that they need."""
        for source, place in self.sources.items():
            self._write_page(source, place)
        modules = [name for names in reference.sections().values() for name in names]
        pages = [f"reference/{reference.page_name(name)}" for name in modules]
        self._write(PurePosixPath("reference/index.md"), reference.overview() + contents("Modules", pages))
        for name, page in zip(modules, pages, strict=True):
            self._write(PurePosixPath(f"{page}.md"), reference.module_page(name))
        while waiting := [one for one, place in self.listed.items() if not (self.folder / place).exists()]:
            for folder in waiting:
                self._write_list(folder, self.listed[folder])
        documents = [
            place.with_suffix("").as_posix() for place in (*self.sources.values(), *self.listed.values())
        ]
        for parent, parts in tree(documents, registry.shipped()).items():
            with open(self.folder / f"{parent}.md", "a", encoding="utf-8", newline="\n") as file:
                file.write("".join(contents(caption, pages) for caption, pages in parts))

    # --- pages ----------------------------------------------------------------------------------------------

    def _write_page(self, source: PurePosixPath, place: PurePosixPath) -> None:
        path = self.checkout / source
        if source.suffix == ".py":
            text = path.read_text(encoding="utf-8")
            first = text.split('"""')[1].split("\n")[0] if text.startswith('"""') else ""
            self._write(
                place, f"# {source.name}\n\n{first} {self._as_file(source, place)}\n\n```python\n{text}```\n"
            )
        elif source.suffix == ".ipynb":
            text, pictures = notebooks.notebook_page(notebooks.read_notebook(path), place.stem)
            for name, content in pictures.items():
                (self.folder / place.parent).mkdir(parents=True, exist_ok=True)
                (self.folder / place.parent / name).write_bytes(content)
            text = self._turned(text, source, place, known=pictures)
            self._write(place, f"{text}\n{self._as_file(source, place)}\n")
        else:
            self._write(place, self._turned(path.read_text(encoding="utf-8"), source, place))

    def _write(self, place: PurePosixPath, text: str) -> None:
        path = self.folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")

    def _write_list(self, folder: PurePosixPath, place: PurePosixPath) -> None:
        """The list of a folder: its pages by title, its files by name."""
        text = f"# {folder}\n\n"
        for path in sorted((self.checkout / folder).rglob("*")):
            source = PurePosixPath(path.relative_to(self.checkout).as_posix())
            if path.is_file() and not any(part.startswith((".", "__")) for part in source.parts):
                title = self._title(source) if source.suffix == ".md" else str(source.relative_to(folder))
                text += f"- [{title}]({self._towards(source, place)})\n"
        self._write(place, text)

    def _title(self, source: PurePosixPath) -> str:
        lines = (self.checkout / source).read_text(encoding="utf-8").splitlines()
        return next(line[2:] for line in lines if line.startswith("# ")).replace("[", "\\[")

    # --- links ----------------------------------------------------------------------------------------------

    def _turned(self, text: str, source: PurePosixPath, place: PurePosixPath, known: Any = ()) -> str:
        """Return the text with its links as the site has them; what is code stays as it is."""

        def turn(match: re.Match) -> str:
            parts = urlsplit(match[2])
            if parts.scheme or parts.netloc or not parts.path or parts.path in known:
                return match[0]
            target = PurePosixPath(os.path.normpath(source.parent / parts.path))
            if not (self.checkout / target).exists() or target.parts[0] == "..":
                self.faults.append(f"{source}: {match[2]} does not exist")
                return match[0]
            anchor = f"#{parts.fragment}" if parts.fragment else ""
            return f"{match[1]}{self._towards(target, place)}{anchor}{match[3]}"

        pieces, end = [], 0
        for code in _CODE.finditer(text):
            pieces += [_LINK.sub(turn, text[end : code.start()]), code[0]]
            end = code.end()
        return "".join([*pieces, _LINK.sub(turn, text[end:])])

    def _towards(self, target: PurePosixPath, place: PurePosixPath) -> str:
        """Return the link from a page of the site to a page, folder or file of the checkout, which comes along."""
        if (self.checkout / target).is_dir():
            inside = target / README.name
            if inside in self.sources:
                target = inside
            else:
                self.listed.setdefault(target, FILES / target / "index.md")
        where = self.sources.get(target) or self.listed.get(target) or self._brought(target)
        return os.path.relpath(where, place.parent)

    def _brought(self, target: PurePosixPath) -> PurePosixPath:
        """Return a file of the checkout that is no page, copied into the site."""
        where = FILES / target
        if target.suffix == ".md":  # Sphinx would take it for a page
            where = where.with_name(f"{target.name}.txt")
        (self.folder / where).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(self.checkout / target, self.folder / where)
        return where

    def _as_file(self, source: PurePosixPath, place: PurePosixPath) -> str:
        """Return the words by which one gets the file that a page was made of."""
        return f"As a file: [{source.name}]({os.path.relpath(self._brought(source), place.parent)})."
