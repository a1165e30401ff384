"""Reports as plain text, Markdown and HTML."""

from eurogym.measure.report.document import Commands, Document, Heading, Picture, Points, Table, Text


def report(draw=lambda: "<svg>drawn</svg>"):
    page = Document()
    page.add(Heading(1, "A & B"), Text("Of `mc:sims=5` **more** is < known."), Points(("one", "two `x`")))
    page.add(Table(("agent", "won"), [("`greedy`", 3), ("`a|b`", 12)]), Picture(draw, "what it shows"))
    page.add(Heading(2, "Next"), Commands(("eurogym solo", "eurogym play")))
    return page


def test_plain_text_has_neither_marks_nor_pictures():
    shown = report().text()
    assert shown.startswith("A & B\n=====\n\nOf mc:sims=5") and "- two x" in shown and "Next\n----" in shown
    assert "greedy    3" in shown and "`" not in shown and "svg" not in shown


def test_markdown_keeps_marks_and_leaves_pictures_out():
    def never():
        raise AssertionError("nobody looks at it")

    shown = report(never).markdown()
    assert shown.startswith("# A & B\n\nOf `mc:sims=5`")
    assert "| `greedy` | 3 |" in shown and "\n    eurogym play\n" in shown
    assert "`a\\|b`" in shown and shown.endswith("\n") and not shown.endswith("\n\n")


def test_html_is_escaped_and_holds_its_pictures():
    shown = report().html()
    assert "<title>A &amp; B</title>" in shown
    assert "<code>mc:sims=5</code> <strong>more</strong> is &lt; known" in shown
    assert "<svg>drawn</svg>" in shown and "<figcaption>what it shows</figcaption>" in shown
    assert "<td>12</td>" in shown and "<pre>eurogym solo\neurogym play</pre>" in shown


def test_html_folds_what_follows_a_folded_heading_and_lists_it():
    page = report()
    page.add(Heading(2, "More of it", folded=True), Text("inside"), Heading(2, "Last"), Text("outside"))
    shown = page.html()
    assert '<nav><a href="#more-of-it">More of it</a>' in shown and shown.count("<details>") == 1
    inside = shown[shown.index("<details>") : shown.index("</details>")]
    assert 'id="more-of-it"' in inside and "inside" in inside and "outside" not in inside
    assert "More of it" in page.markdown() and "<script" not in shown
