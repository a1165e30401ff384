"""The pages in a real browser: games played to their end by clicks and by keys, a replay stepped through.

Debian's Chromium drives them (`apt-get install chromium`), or whatever EUROGYM_CHROMIUM names.
"""

import pytest

from eurogym.envs.core.faces.replay import Replay
from eurogym.play import record
from eurogym.play.house import House
from eurogym.play.pictures import RECORDED
from eurogym.play.replay_page import replay_page
from eurogym.play.review import Verdict
from tests.play.test_room import room_of
from tools import screens
from tools.screens import served

pytestmark = pytest.mark.slow
PATIENCE = 60_000  # milliseconds
GAMES = {
    "villagers": {"num_players": 2},
    "villagers alone": {"num_players": 1, "difficulty": "normal"},
    "castles_of_burgundy": {"num_players": 2},
    "castles_of_burgundy beside the Châteauma": {"num_players": 1, "chateauma": "easy"},
    "castles_of_burgundy alone": {"num_players": 1, "solo_board": 33},
    "village": {"num_players": 2},
    "village alone": {"num_players": 1},
    "keyflower": {"num_players": 2},
}


@pytest.fixture(scope="module")
def browser():
    pytest.importorskip("playwright.sync_api", reason="the extra browser (Playwright) is not installed")
    if not screens.chromium():
        pytest.skip(f"no Chromium: apt-get install chromium, or name one in {screens.CHROMIUM}")
    with screens.browser() as one:
        yield one


@pytest.fixture
def page(browser):
    """A page that has nothing to complain about at the end."""
    one = browser.new_page(viewport={"width": 1280, "height": 900})
    one.set_default_timeout(PATIENCE)
    one.add_init_script(
        "try { localStorage.setItem('eurogym-pace', '0') } catch {}"
    )  # moves of others at once
    said = []
    one.on("console", lambda message: said.append(message.text))
    one.on("pageerror", lambda error: said.append(str(error)))
    yield one
    one.close()
    assert not said


SENT = """(version) => document.body.dataset.busy === "true" || document.body.dataset.version !== version
    || document.body.dataset.mine !== "true" || !document.getElementById("confirm").hidden"""


class Player:
    """A person at a page."""

    def __init__(self, page, address=""):
        self.page, self.body, self.decisions = page, page.locator("body"), 0
        if address:
            page.goto(address)
        page.wait_for_selector("body[data-version]")

    def over(self):
        return self.body.get_attribute("data-over") == "true"

    def step(self, act):
        """One decision by clicks or keys, if it is this person's; then wait for news."""
        version, mine, over = self.page.evaluate(
            "() => ['version', 'mine', 'over'].map((name) => document.body.dataset[name])"
        )
        if over == "true":  # since it was last looked at
            return
        if mine == "true":
            act(self)
            self.page.wait_for_selector(f'body:not([data-version="{version}"]), #confirm:not([hidden])')
            if self.page.locator("#confirm").is_visible():
                self.page.locator("#send").click()
            self.decisions += 1
        self.page.wait_for_selector(f'body:not([data-version="{version}"])')

    def by_clicks(self):
        """What is lit on the table, step by step, else the list: in turns, and not always the same of it."""
        version = self.body.get_attribute("data-version")
        for tried in range(4 if self.decisions % 3 else 0):
            areas = self.page.locator("#picture .lit:not(.picked):visible")
            if not areas.count():
                break
            areas.nth((self.decisions + tried) % areas.count()).click(
                force=True
            )  # or what lies over its middle
            offers = self.page.locator("#card.open #card-actions button")
            if offers.count():
                offers.first.click()
            if self.page.evaluate(SENT, version):
                return
        self.page.locator("#actions li").first.click()

    def by_keys(self):
        """The number of an action, or down and Enter."""
        count = self.page.locator("#actions li").count()
        if self.decisions % 2:
            self.page.keyboard.type(str(1 + self.decisions % count))
        elif count > 1:
            self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Enter")


def play_to_the_end(page, room, act):
    with served(room) as (address, keys):
        player = Player(page, f"{address}/{keys[room.people[0]]}")
        while not player.over():
            player.step(act)
        page.wait_for_selector("#end:not([hidden])")
        assert room.table.over and player.decisions > 5
        assert page.locator("#won").inner_text() and "points" in page.locator("#result").inner_text()
        assert page.request.get(page.locator("#watch").evaluate("one => one.href")).ok
        page.goto("about:blank")  # a page that goes on asking would complain when the server ends


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_to_its_end_by_clicks(page, name):
    play_to_the_end(page, room_of(name.split()[0], (0,), **GAMES[name]), Player.by_clicks)


def test_a_game_is_played_to_its_end_by_keys(page):
    play_to_the_end(page, room_of("village", (0,)), Player.by_keys)


def test_a_game_is_played_to_its_end_on_a_phone(page):
    page.set_viewport_size({"width": 390, "height": 780})
    play_to_the_end(page, room_of("villagers", (1,)), Player.by_keys)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_undo_hint_help_and_a_reload(page):
    room = room_of("villagers", (0, 1), seed=3)
    with served(room) as (address, keys):
        for _ in range(200):  # people by chance, until something can be taken back
            mover = room.table.seat
            action = int(room.table.legal[0])
            if not room.table.why_final(action):
                break
            room.choose(mover, room.version, action, sure=True)
        player = Player(page, f"{address}/{keys[mover]}")
        before = page.locator("#log li").all_inner_texts()
        player.step(lambda one: one.page.locator("#actions li").first.click())
        assert len(page.locator("#log li").all_inner_texts()) == len(before) + 1
        page.reload()
        page.wait_for_selector("body[data-version]")
        assert len(page.locator("#log li").all_inner_texts()) == len(before) + 1
        version = player.body.get_attribute("data-version")
        page.keyboard.type("u")
        page.keyboard.press("Enter")
        page.wait_for_selector(f'body:not([data-version="{version}"])')
        assert page.locator("#log li").all_inner_texts() == before
        page.locator("#hint").click()
        page.wait_for_selector("#said:not([hidden])")
        assert "villagers would choose:" in page.locator("#said").inner_text()
        page.locator("#help").click()
        assert page.locator("#manual").is_visible() and "Keys" in page.locator("#manual").inner_text()
        page.goto("about:blank")  # a page that goes on asking would complain when the server ends


def test_two_people_at_one_table_see_each_other_move(browser, page):
    room = room_of("toy", (0, 1))
    other = browser.new_page()
    with served(room) as (address, keys):
        players = [Player(page, f"{address}/{keys[0]}"), Player(other, f"{address}/{keys[1]}")]
        mover = players[room.table.seat]
        waiting = players[1 - room.table.seat]
        assert "is to move" in waiting.page.locator("#asked").inner_text()
        mover.step(Player.by_clicks)
        waiting.page.wait_for_selector(f'body[data-version="{room.version}"]')
        assert waiting.page.locator("#log li").count() == len(room.table.actions)
        page.goto("about:blank")
        other.close()


def test_from_the_lobby_to_a_finished_game_and_the_next(page, tmp_path, monkeypatch):
    """Given somebody who has only the address of the lobby; then a game is chosen, played, counted and reviewed,
    another follows with the seats moved on and is given up, and the lobby knows of both.
    """
    monkeypatch.setenv("EUROGYM_RESULTS", str(tmp_path / "results.jsonl"))
    house = House(tmp_path, lobby=True)
    with served(house) as (address, keys):
        page.goto(f"{address}/{keys[0]}")
        page.locator(".game", has_text="Keepsakes").click()
        page.locator("#level").fill("1")
        page.locator("#tutorial").uncheck()
        page.locator("#start").click()
        player = Player(page)
        while not player.over():
            player.step(Player.by_clicks)
        assert page.locator("#won").inner_text() and len(record.everything()) == 1
        page.locator("#review").click()
        page.wait_for_selector("#worst p")
        page.locator("#rematch").click()
        page.wait_for_selector('body[data-over="false"]')
        assert house.sittings[1].wish.people == (1,)
        page.locator("#help").click()
        page.locator("#give-up").click()
        page.wait_for_selector("#results li")
        page.wait_for_function("() => document.getElementById('results').textContent.includes('2 games')")
        assert page.locator("#over li").count() == 1 and "go on" in page.locator("#saved").inner_text()
        page.goto("about:blank")


@pytest.mark.parametrize("game", ["villagers", "keyflower"])
def test_a_replay_is_stepped_through(page, game, tmp_path):
    """Given a recorded game opened from disk; then keys, the slider and the list lead through all its decisions."""
    replay = Replay.load(RECORDED / f"{game}.jsonl")
    path = tmp_path / "game.html"
    path.write_text(replay_page(replay), encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_selector("#picture svg.eurogym")
    assert not page.locator("#chances").is_visible()  # no agent thought of this game: no empty box
    last, place = len(replay.decisions), page.locator("#place")
    assert place.inner_text() == f"0 of {last}"
    first = page.locator("#picture").inner_html()
    for step in range(1, 6):
        page.keyboard.press("ArrowRight")
        assert place.inner_text() == f"{step} of {last}"
    assert page.locator("#picture").inner_html() != first
    page.keyboard.press("End")
    assert place.inner_text() == f"{last} of {last}"
    assert str(max(replay.scores)) in page.locator("#scores-legend").inner_text()
    page.keyboard.press("ArrowRight")
    assert place.inner_text() == f"{last} of {last}"
    page.locator("#words button").nth(2).click()
    assert place.inner_text() == f"3 of {last}"
    page.keyboard.press("Home")
    assert page.locator("#picture").inner_html() == first
    page.locator("#pace").select_option("250")
    page.locator("#play").click()
    page.wait_for_function("() => !document.getElementById('place').textContent.startsWith('0 ')")


IN_VIEW = """(number) => { const line = document.getElementById("words").children[number], box = line.parentElement;
    const a = line.getBoundingClientRect(), b = box.getBoundingClientRect();
    return a.top >= b.top - 1 && a.bottom <= b.bottom + 1; }"""


@pytest.mark.parametrize("window", [(1280, 800), (1024, 600), (390, 844)])
def test_the_list_of_a_review_follows_to_what_it_speaks_of(page, tmp_path, window):
    """Given long explanations of some decisions, so that the list changes its size; then the decision that is spoken of
    stays in view, by `w`, step by step, backwards, and after the window has changed, and the page does not jump.
    """
    replay, lost = Replay.load(RECORDED / "villagers.jsonl"), range(1, 160, 7)
    verdicts = [
        Verdict(
            number,
            0,
            "this",
            "that",
            1.0 + number % 5,
            0.1,
            "because of this and that " * (number % 40),
            number,
        )
        for number in lost
    ]
    path = tmp_path / "game.html"
    path.write_text(replay_page(replay, verdicts=verdicts), encoding="utf-8")
    page.set_viewport_size(dict(zip(("width", "height"), window, strict=True)))
    page.goto(path.as_uri())
    page.wait_for_selector("#picture svg.eurogym")

    def in_view():
        page.evaluate(
            "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
        )
        number = int(page.locator("#place").inner_text().split()[0])
        return page.evaluate(IN_VIEW, number) and page.evaluate("() => scrollY") == 0

    for _ in range(4):
        page.keyboard.press("w")
        assert in_view()
    for key in ["ArrowRight"] * 30 + ["ArrowLeft"] * 45:
        page.keyboard.press(key)
        assert in_view()
    page.set_viewport_size({"width": window[0], "height": window[1] - 150})
    assert in_view()


def test_the_turning_points_of_a_replay(page, tmp_path):
    """Given a page with values; then `t` and the button lead to the decisions that moved the chances most."""
    replay = Replay.load(RECORDED / "villagers.jsonl")
    text = replay_page(replay, adviser="random")
    path = tmp_path / "game.html"
    path.write_text(text, encoding="utf-8")
    page.goto(path.as_uri())
    page.wait_for_selector("#picture svg.eurogym")
    assert "% to win" in page.locator("#chances-legend").inner_text()
    assert "random" in page.locator("#thought caption").inner_text()
    place, seen = page.locator("#place"), []
    for _ in range(3):
        page.keyboard.press("t")
        seen.append(place.inner_text())
    page.locator("#turn").click()
    assert len({*seen, place.inner_text()}) == 4
    page.keyboard.press("End")
    assert "100 % to win" in page.locator("#chances-legend").inner_text()
    assert not page.locator("#thought").is_visible()
