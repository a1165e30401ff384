"""The site: pages in order, links that lead somewhere, nothing from elsewhere; and what is wrong is named."""

import base64
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from eurogym.cli.main import main
from eurogym.common.errors import InputError
from tools.__main__ import TOOLS
from tools.site import links, reference
from tools.site.build import MARK, SiteError, build_site
from tools.site.notebooks import executed, notebook_page
from tools.site.stage import Stage
from tools.site.tree import tree

ROOT = Path(__file__).resolve().parents[2]


def checkout_with(folder: Path, **pages: str) -> Path:
    """A small checkout: a README, a changelog, and the given pages of docs/."""
    (folder / "docs").mkdir(parents=True)
    linked = "".join(f"[{name}](docs/{name}.md)\n" for name in pages)
    (folder / "README.md").write_text(f"# Start\n\n{linked}", encoding="utf-8")
    (folder / "CHANGELOG.md").write_text("# Changes\n", encoding="utf-8")
    for name, text in pages.items():
        (folder / "docs" / f"{name}.md").write_text(text, encoding="utf-8")
    return folder


def staged(checkout: Path, tmp_path: Path) -> tuple[Path, list[str]]:
    folder = tmp_path / "stage"
    folder.mkdir()
    stage = Stage(checkout, folder)
    stage.write()
    return folder, stage.faults


def test_every_link_of_the_pages_leads_somewhere(tmp_path):
    _, faults = staged(ROOT, tmp_path)
    assert faults == []


def test_links_are_turned_and_code_is_left(tmp_path):
    checkout = checkout_with(
        tmp_path / "checkout",
        one="# One\n\n[two](two.md#here) [home](../README.md) `[a](b.md)` [script](run.py) [all](.)\n\n"
        "```md\n[c](d.md)\n```\n\n[web](https://example.org/x.md) [below](#there)\n",
        two="# Two\n\n## Here\n",
    )
    (checkout / "docs" / "run.py").write_text("print(1)\n", encoding="utf-8")
    folder, faults = staged(checkout, tmp_path)
    text = (folder / "one.md").read_text(encoding="utf-8")
    assert faults == []
    assert "[two](two.md#here) [home](index.md) `[a](b.md)` [script](files/docs/run.py)" in text
    assert "[c](d.md)" in text and "(https://example.org/x.md) [below](#there)" in text
    assert "[all](files/docs/index.md)" in text
    listed = (folder / "files/docs/index.md").read_text(encoding="utf-8")
    assert "[One](../../one.md)" in listed and "[run.py](run.py)" in listed


def test_a_link_that_leads_nowhere_is_named(tmp_path):
    checkout = checkout_with(tmp_path / "checkout", one="# One\n\n[gone](away.md) ![gone](../../out.svg)\n")
    _, faults = staged(checkout, tmp_path)
    assert faults == ["docs/one.md: away.md does not exist", "docs/one.md: ../../out.svg does not exist"]


def test_every_page_stands_below_one_other():
    documents = ["index", "changes", "decisions", "zoo", "playing", "games/village", "games/village_green"]
    documents += ["rules/village", "rules/village_examples", "rules/villagers", "rules/village_green"]
    documents += ["results/index", "results/village/solo", "recipes/index", "recipes/one", "notebooks/first"]
    documents += ["files/docs/index"]
    below = tree(documents, ["village", "village_green"])
    placed = [page for parts in below.values() for _, pages in parts for page in pages]
    assert sorted(placed) == sorted({*documents, "reference/index"} - {"index"})
    pages = ["rules/village", "rules/village_examples", "results/village/solo"]
    assert below["games/village"] == [("Pages", pages)]
    assert below["games/village_green"] == [("Pages", ["rules/village_green"])]


def test_a_notebook_becomes_a_page():
    picture = base64.b64encode(b"png").decode()
    cells = [
        {"cell_type": "markdown", "source": ["# A\n", "words"]},
        {
            "cell_type": "code",
            "source": "draw()",
            "outputs": [
                {"output_type": "stream", "name": "stdout", "text": ["\x1b[1mone\x1b[0m ```\n"]},
                {"output_type": "stream", "name": "stderr", "text": "a bar"},
                {"output_type": "display_data", "data": {"image/png": picture, "text/plain": "<Figure>"}},
                {"output_type": "execute_result", "data": {"image/svg+xml": "<svg/>"}},
                {"output_type": "execute_result", "data": {"text/plain": ["3"]}},
            ],
        },
    ]
    text, pictures = notebook_page({"cells": cells}, "nb")
    assert pictures == {"nb_1.png": b"png", "nb_2.svg": b"<svg/>"}
    assert text.startswith("# A\nwords\n\n```python\ndraw()\n```\n\n````text\none ```\n````\n\n![")
    assert "(nb_1.png)" in text and "(nb_2.svg)" in text and text.endswith("```text\n3\n```\n")
    assert "a bar" not in text and "Figure" not in text


def test_a_notebook_that_fails_is_named(tmp_path):
    cell = dict(cell_type="code", id="one", metadata={}, source="1 / 0", outputs=[], execution_count=None)
    book = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "bad.ipynb").write_text(json.dumps(book), encoding="utf-8")
    with pytest.raises(InputError, match=r"bad\.ipynb fails: (.|\n)*ZeroDivisionError"):
        executed(tmp_path / "bad.ipynb", tmp_path)


def test_faults_of_a_built_site_are_found(tmp_path):
    assert links.faults(tmp_path) == ["index.html is missing"]
    pages = {
        "index.html": '<a href="a.html#here"></a><a href="https://example.org">x</a><a href="sub/">s</a>',
        "a.html": '<b id="there"></b><a href="gone.html"></a><img src="no.svg">'
        '<script src="https://cdn.example.org/x.js"></script>',
        "sub/index.html": '<link rel="canonical" href="https://example.org/sub"><a href="../a.html"></a>',
        "alone.html": '<a href="index.html"></a>',
    }
    for name, text in pages.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "style.css").write_text('@import url("//fonts.example.org/f.css");', encoding="utf-8")
    assert links.faults(tmp_path) == [
        "a.html: gone.html does not exist",
        "a.html: loads https://cdn.example.org/x.js from elsewhere",
        "a.html: no.svg does not exist",
        "alone.html: no page leads to it",
        "index.html: a.html has no place 'here'",
        "style.css: loads //fonts.example.org/f.css from elsewhere",
    ]


def test_every_module_of_the_reference_can_be_found():
    text = reference.overview()
    for modules in reference.sections().values():
        for module in modules:
            page = re.escape(reference.page_name(module))
            found = re.search(rf"^- \[`{re.escape(module)}`\]\({page}\.md\): .+", text, re.M)
            assert found, module


@pytest.fixture
def no_reference(monkeypatch):
    monkeypatch.setattr(reference, "SECTIONS", {})
    monkeypatch.setattr(reference, "sections", dict)


def test_a_small_site_is_built_and_replaced(tmp_path, no_reference):
    checkout = checkout_with(tmp_path / "checkout", one="# One\n\n[here](#place)\n\n## Place\n")
    out = tmp_path / "out"
    pages = build_site(checkout, out)
    assert (out / MARK).is_file() and pages == len(list(out.rglob("*.html")))
    (out / "old.html").write_text("", encoding="utf-8")
    assert build_site(checkout, out) == pages and not (out / "old.html").exists()


def test_a_warning_is_an_error(tmp_path, no_reference):
    checkout = checkout_with(tmp_path / "checkout", one="# One\n\n[here](#nowhere)\n")
    with pytest.raises(SiteError) as raised:
        build_site(checkout, tmp_path / "out")
    assert len(raised.value.faults) == 1
    assert re.match(r"one\.md:3: WARNING: .*nowhere", raised.value.faults[0])
    assert not (tmp_path / "out").exists()


def test_something_else_is_not_replaced(tmp_path):
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(InputError, match="something other than a site"):
        build_site(ROOT, tmp_path)
    assert (tmp_path / "letter.txt").read_text(encoding="utf-8") == "dear"


@pytest.mark.parametrize("words", [["--out", "x"], ["site", "--check"]])
def test_arguments_of_the_other_kind_are_refused(words, capsys):
    assert main(["docs", *words], TOOLS) == 2
    assert "belong" in capsys.readouterr().err


@pytest.mark.slow
def test_the_site_is_built_without_a_warning_and_every_page_of_docs_is_in_it(tmp_path):
    out = tmp_path / "site"
    command = [sys.executable, "-m", "tools", "docs", "site", "--out", str(out)]
    answer = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True
    )  # it knows no game of the tests
    assert answer.returncode == 0, answer.stderr
    assert links.faults(out) == []
    for path in (ROOT / "docs").rglob("*.md"):
        place = path.relative_to(ROOT / "docs")
        place = place.with_name("index.html") if place.name == "README.md" else place.with_suffix(".html")
        assert (out / place).is_file(), place
    assert "RawEnv" in (out / "reference/envs.core.faces.aec.html").read_text(encoding="utf-8")
