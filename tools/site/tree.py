"""The order of the site: which page stands below which, and under what heading."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

START, CHANGES = "index", "changes"
# Guides in the order in which one needs them; further pages of docs/ follow by name.
GUIDES = (
    "first_steps",
    "faq",
    "playing",
    "agents",
    "commands",
    "rewards",
    "own_learning",
    "own_bots",
    "guests",
    "language_models",
    "training_runs",
    "improving",
    "measuring",
    "trust",
    "exploit",
    "processes",
    "adding_a_game",
    "api",
    "glossary",
)
PROJECT = "lessons", "decisions", "contributing"
OF_A_GAME = "rules", "options", "observations", "actions", "results"  # folders, in this order

Contents = list[tuple[str, list[str]]]  # (heading, pages)


def tree(documents: Iterable[str], games: Iterable[str]) -> dict[str, Contents]:
    """Return what stands below each page that has something below it; every document stands below one page.

    Args:
        documents: names of all pages but the reference, without ending: ``"index"``, ``"rules/village"``, ...
        games: names of the games; what is called after one, or lies in a folder of its name, belongs to its page.
    """
    loose = [one for one in documents if one != START]
    below: dict[str, Contents] = {}

    def take(chosen: Iterable[str]) -> list[str]:
        found = [one for one in chosen if one in loose]
        for one in found:
            loose.remove(one)
        return found

    def within(folder: str, first: Sequence[str] = ()) -> list[str]:
        return take([*first, *(one for one in loose if one.startswith(f"{folder}/") and one not in first)])

    pages = take(f"games/{game}" for game in sorted(games))
    for page in sorted(pages, key=len, reverse=True):  # a longer name may begin with a shorter one
        name = page.removeprefix("games/")
        own = [one for folder in OF_A_GAME for one in loose if _belongs(one, f"{folder}/{name}")]
        below[page] = [("Pages", take(own))]
    results, recipes = take(["results/index"]), take(["recipes/index"])
    for page in (*results, *recipes):
        below[page] = [("Pages", within(page.partition("/")[0]))]
    guides = take(GUIDES)
    project = take([*PROJECT, CHANGES])
    listed = within("files")
    guides += take([one for one in loose if "/" not in one])
    below[START] = [
        ("Games", pages),
        ("Guides", guides),
        ("Notebooks", within("notebooks", ["notebooks/index", "notebooks/quickstart"])),
        ("Results and recipes", results + recipes),
        ("Reference", ["reference/index"]),
        ("Project", project),
        ("Further pages", loose),
        ("Folders", listed),
    ]
    return below


def _belongs(page: str, stem: str) -> bool:
    return page == stem or page.startswith((f"{stem}_", f"{stem}/"))


def contents(heading: str, pages: Sequence[str]) -> str:
    """Return a hidden table of contents, by which Sphinx makes the sidebar; nothing where there are no pages."""
    if not pages:
        return ""
    lines = "\n".join(f"/{page}" for page in pages)
    return f"\n\n```{{toctree}}\n:hidden:\n:titlesonly:\n:caption: {heading}\n\n{lines}\n```\n"
