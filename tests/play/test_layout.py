"""The table in windows of three sizes and both colours, asked of a real browser: nothing overlaps, is cut, too small,
too pale or out of reach.

It needs what :mod:`tests.play.test_browser` needs, and is left out without it.
"""

import itertools
import json
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.play.test_browser import browser  # noqa: F401 - a fixture
from tests.playing import shipped_games
from tools.screens import COLOURS, SIZES, page_in, served, table_of

pytestmark = pytest.mark.slow
TABLES = [(name, {"num_players": 3}) for name in shipped_games()] + [
    ("villagers", {"num_players": 1, "difficulty": "normal"}),
    (
        "villagers",
        {"num_players": 5, "expansions": ["developments", "saints", "scoundrels"], "courier_enabled": True},
    ),
    ("castles_of_burgundy", {"num_players": 1, "chateauma": "easy"}),
    ("castles_of_burgundy", {"num_players": 4, "modules": ["shields", "vineyards"]}),
    ("village", {"num_players": 1}),
    ("village", {"num_players": 5}),
    ("keyflower", {"num_players": 6}),
]
MOMENTS = (3, 18)  # decisions of the person before the pictures
# what is wrong with a page, in words
FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")
# the own board, and how much of it lies below the first window, as a share
OWN = {"villagers": "hand 0", "castles_of_burgundy": "duchy 0", "village": "farm 0", "keyflower": "village 0"}
IN_WINDOW = """(name) => { const one = document.querySelector(`[data-part="${name}"]`).getBoundingClientRect();
    return Math.max(0, one.bottom - innerHeight) / one.height; }"""

# the first thing lit that stands for more than one of the choices, and not for all of them
SOME = """(every) => [...document.querySelectorAll("#picture .lit")].findIndex((one) => {
    const ids = one.dataset.action.split(" ").length; return ids > 1 && ids < every; })"""
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@contextmanager
def seen(browser, room, wait="body[data-version]", **window):  # noqa: F811
    """The page of seat 0 in a window of its own; one that goes on asking would complain when the server ends."""
    with served(room) as (address, keys):
        context = browser.new_context(**window)
        page = context.new_page()
        page.goto(f"{address}/{keys[0]}")
        page.wait_for_selector(wait)
        yield page
        page.goto("about:blank")
        context.close()


@pytest.mark.parametrize("decisions", MOMENTS)
@pytest.mark.parametrize(
    "name,options", TABLES, ids=[f"{name}-{number}" for number, (name, _) in enumerate(TABLES)]
)
def test_nothing_overlaps_is_cut_too_small_or_too_pale(browser, name, options, decisions):  # noqa: F811
    room = table_of(name, options, decisions)
    with served(room) as (address, keys):
        for size, colour in itertools.product(SIZES, COLOURS):
            page = page_in(browser, size, colour)
            page.goto(f"{address}/{keys[0]}")
            page.wait_for_selector("body[data-version]")
            hidden = page.evaluate(IN_WINDOW, OWN[name])
            found = page.evaluate(FAULTS)
            used = page.evaluate("() => document.querySelector('#board').clientWidth")
            page.goto("about:blank")
            page.context.close()
            assert not found, f"{size}, {colour}: {json.dumps(found[:20], indent=1)}"
            assert not hidden, f"{size}: {100 * hidden:.0f} % of the own board lies below the first window"
            assert used >= 0.68 * SIZES[size][0]  # the table takes the window, beside the list of actions


def test_a_tap_opens_a_card_and_its_button_acts(browser):  # noqa: F811
    """Given a phone; then a card tapped says what it does, and what may be done with it is a button there."""
    room = table_of("villagers", {"num_players": 2}, 1)
    with seen(browser, room, 'body[data-mine="true"]', **PHONE) as page:
        first = page.locator('[data-part="road"] [data-about][data-action]').first
        about = first.get_attribute("data-about").replace("_", " ")
        first.tap()
        page.wait_for_selector("#card.open")
        assert page.locator("#card-name").inner_text().lower() == about.lower()
        assert "villager" in page.locator("#card-words").inner_text()
        version = room.version
        page.locator("#card-actions button").first.tap()
        page.wait_for_selector(f'body:not([data-version="{version}"]), #confirm:not([hidden])')
        if page.locator("#confirm").is_visible():
            page.locator("#send").tap()
            page.wait_for_selector(f'body:not([data-version="{version}"])')
        assert room.version > version


def test_other_players_are_strips_that_open(browser):  # noqa: F811
    """Given a phone; then the own board comes first, and a tap opens that of another player, who stays open."""
    with seen(browser, table_of("village", {"num_players": 3}, 3), **PHONE) as page:
        seats = page.locator("details.seat")
        assert seats.count() == 2
        assert page.locator("#stage > *").first.get_attribute("data-part") == "farm 0"
        seats.nth(0).locator("summary").tap(position={"x": 60, "y": 10})
        assert page.locator('[data-part="farm 1"]').is_visible()
        assert not page.locator('[data-part="farm 2"]').is_visible()


def test_what_then_where(browser):  # noqa: F811
    """Given a choice that takes two clicks; then the first lights what is left, dims the rest and shortens the list,
    a click beside takes it back, and what lies under the pointer tells what the choice brings.
    """
    with seen(
        browser, table_of("castles_of_burgundy", {"num_players": 2}, 1), 'body[data-mine="true"]', **LAPTOP
    ) as page:
        every, lit = page.locator("#actions li").count(), page.locator("#picture .lit").count()
        die = page.evaluate(SOME, every)
        page.locator("#picture .lit").nth(die).click(force=True)
        assert 1 < page.locator("#actions li").count() < every
        assert page.locator("#picture .picked").count() == 1 and page.locator("#picture .dim").count() > 5
        assert 0 < page.locator("#picture .lit").count() < lit
        page.locator("#picture .lit:not(.picked)").first.hover(force=True)
        page.wait_for_function("() => document.getElementById('card-brings').textContent")
        page.keyboard.press("Escape")
        assert page.locator("#actions li").count() == every and not page.locator("#picture .dim").count()


def test_the_table_is_played_by_keys(browser):  # noqa: F811
    """Given the focus on a part of the table; then Enter opens what it is, and Escape closes it."""
    with seen(browser, table_of("keyflower", {"num_players": 2}, 2), **LAPTOP) as page:
        page.locator('[data-part="boats"] [data-about]').first.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("#card.open")
        assert page.locator("#card-words").inner_text()
        page.keyboard.press("Escape")
        assert not page.locator("#card").is_visible()


def test_moves_of_others_are_shown_one_by_one_and_can_be_skipped(browser):  # noqa: F811
    """Given a slow pace; then each move of others is shown in its turn, and `skip` goes to the last at once."""
    room = table_of("villagers", {"num_players": 5}, 0)
    with seen(browser, room, 'body[data-mine="true"]', **LAPTOP) as page:
        page.locator("#help").click()
        page.locator("#pace").select_option("2000")
        page.locator("#careful").uncheck()
        page.keyboard.press("Escape")
        version = room.version
        page.locator("#actions li").first.click()
        page.wait_for_selector("#skip:not([hidden])")
        assert page.locator("#asked").inner_text() in room.view(0)
        assert not page.locator("#own").is_visible()
        room.settle()
        page.locator("#skip").click()
        page.wait_for_selector(f'body[data-version="{room.version}"][data-playing="false"]', timeout=5000)
        assert room.version > version and page.locator("#log li.now").count() == 1
        page.locator("#again").click()
        page.wait_for_selector("#skip:not([hidden])")
        page.keyboard.press("Escape")
        page.wait_for_selector('body[data-playing="false"]', timeout=5000)
