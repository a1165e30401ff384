"""The server of a table: addresses, requests and what it answers to nonsense; over a real socket."""

import contextlib
import json
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

from eurogym.cli import main as cli
from eurogym.cli.commands import play
from eurogym.play import opening
from tests.play.test_room import room_of
from tools.screens import served


def ask(url, data=None, with_headers=False, **headers):
    """Status and answer: text of a page, or what JSON holds; with its headers, as text."""
    body = data if data is None or isinstance(data, bytes) else json.dumps(data).encode()
    request = urllib.request.Request(url, data=body, headers={"Content-Type": "application/json"} | headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as reply:
            status, text, told = reply.status, reply.read().decode(), reply.headers
    except urllib.error.HTTPError as error:
        status, text, told = error.code, error.read().decode(), error.headers
    if with_headers:
        return status, text, str(told)
    return status, json.loads(text) if told["content-type"] == "application/json" else text


@contextlib.contextmanager
def table_for_two():
    """A served table of the toy game: the room, where a seat asks, and where the one to move does."""
    room = room_of("toy", (0, 1))
    with served(room) as (address, keys):
        yield room, [f"{address}/{keys[seat]}" for seat in (0, 1)], f"{address}/{keys[room.table.seat]}"


def test_two_people_play_a_game_to_its_end():
    with table_for_two() as (_, places, _):
        for _ in range(500):
            views = [ask(f"{place}/view")[1] for place in places]
            if views[0]["over"]:
                break
            mover = views[0]["turn"]
            assert [bool(view["actions"]) for view in views] == [mover == 0, mover == 1]
            choice = {"version": views[0]["version"], "action": views[mover]["actions"][0]["id"]}
            status, answer = ask(f"{places[mover]}/choose", choice)
            if answer.get("confirm"):
                status, answer = ask(f"{places[mover]}/choose", choice | {"sure": True})
            assert (status, answer) == (200, {})
        assert views[0]["over"] and "won" in views[0]["end"]["won"] + views[1]["end"]["won"]
        status, lines = ask(f"{places[0]}/replay.jsonl")
        assert status == 200 and json.loads(lines.splitlines()[0])["game"] == "toy"


def test_a_page_is_whole_and_holds_no_key():
    room = room_of("villagers", (0, 1))
    with served(room) as (address, keys):
        status, page = ask(f"{address}/{keys[0]}")
        assert ask(f"{address}/{keys[0]}/view", Host="evil.example")[0] == 400  # DNS rebinding
    assert status == 200 and "{{" not in page and "http://" not in page and "https://" not in page
    assert not any(key in page for key in keys.values())
    style, _, rest = page.partition("</style>")  # lines of scores have an axis, and colours for dark pages
    assert all(f"--seat{seat}: " in style.partition("scheme: dark")[2] for seat in range(6))
    assert "#0072b2" not in rest and "var(--seat" in rest and '"axis"' in rest
    assert "[hidden] { display: none !important; }" in style  # an SVG with the attribute shows otherwise


def test_a_page_waits_for_news():
    with table_for_two() as (room, places, _), ThreadPoolExecutor(1) as other:
        version = room.version
        waiting = other.submit(ask, f"{places[0]}/view?after={version}")
        with pytest.raises(TimeoutError):
            waiting.result(timeout=0.3)
        room.choose(room.table.seat, version, int(room.table.legal[0]), sure=True)
        assert waiting.result(timeout=10)[1]["version"] > version


NONSENSE = [  # address, what is sent, status, what is said
    ("/wrong", None, 404, "no player has this address"),
    ("/wrong/choose", {"version": 1, "action": 0}, 404, "no player has"),
    ("/{key}/nothing", None, 404, "nothing at this address"),
    ("/{key}/choose", None, 404, "nothing at this address"),
    ("/{key}/choose", b"x", 400, "a request must be a JSON object"),
    ("/{key}/choose", b"[" * 3000, 400, "a request must be a JSON object"),
    ("/{key}/choose", b'"' + b"x" * 5000 + b'"', 400, "must have at most 4096 bytes"),
    ("/{key}/choose", {"action": 1}, 400, "with the version of the table"),
    ("/{key}/choose", {"version": True, "action": 1}, 400, "with the version of the table"),
    ("/{key}/choose", {"version": 1, "action": "1"}, 400, "`action` must be the number of an action"),
    ("/{key}/choose", {"version": 1, "action": -1}, 400, "-1 is not on offer"),
    ("/{key}/choose", {"version": 10**30, "action": 1}, 400, "has changed meanwhile"),
    ("/{key}/hint", {"version": 1, "agent": 7}, 400, "`agent` must be the name of an agent"),
    ("/{key}/hint", {"version": 1, "agent": "nobody"}, 400, "nobody"),
    ("/{key}/undo", {"version": 1}, 400, "nothing to take back"),
    ("/{key}/picture", None, 400, "must be whole numbers"),
    ("/{key}/picture?actions=1&wide=9999999", None, 400, "whole numbers"),
    ("/{key}/picture?actions=7&wide=700", None, 400, "has not seen 7 actions"),
    ("/{key}/replay.html", None, 400, "once the game is over"),
    ("/{key}/replay.jsonl", None, 400, "once the game is over"),
]


def test_nonsense_is_answered_in_words():
    with table_for_two() as (_, places, place):
        address, _, key = place.rpartition("/")
        for where, data, status, words in NONSENSE:
            got, answer = ask(address + where.format(key=key), data)
            assert got == status and words in answer["error"], where
            assert ask(f"{places[0]}/view?after=-1")[0] == 200


def test_a_page_cannot_name_code_to_run(tmp_path):
    """Given a hint asked of a program, a bot's file or a module's function; then none is run."""
    ran, bot = tmp_path / "ran", tmp_path / "bot.py"
    bot.write_text(
        f"open({str(ran)!r}, 'w')\nclass Bot:\n    def act(self, batch, games):\n        return [0]\n"
    )
    specs = f"{bot}:Bot", f"os:mkdir:path={ran}", f"ppo:path={ran}", f"program:command=touch {ran}"
    with table_for_two() as (room, _, place):
        for spec in (*specs, "mc:ms=1e9", "mc:ms=-inf"):
            status, answer = ask(f"{place}/hint", {"version": room.version, "agent": spec})
            assert status == 400 and not ran.exists()
            assert (
                "no agent called" in answer["error"]
                and "hints here; allowed: greedy, mc, " in answer["error"]
            )


def test_requests_of_other_pages_are_not_taken():
    """Given a form or a script of another page; then what it sends changes nothing."""
    with table_for_two() as (room, _, place):
        choice = {"version": room.version, "action": int(room.table.legal[0]), "sure": True}
        for headers, words in (
            ({"Origin": "http://evil.example"}, "other pages"),
            ({"Origin": "null"}, "other pages"),
            ({"Content-Type": "text/plain"}, "application/json"),
        ):
            status, answer = ask(f"{place}/choose", choice, **headers)
            assert status == 400 and words in answer["error"]
        assert not room.table.actions
        assert ask(f"{place}/choose", choice, Origin=place.rpartition("/")[0])[0] == 200
        assert len(room.table.actions) == 1


@pytest.mark.parametrize(
    "words,error",
    [
        (["--seat", "1", "2"], "--seat: several people can share a table only in the browser; add --web"),
        (["--seat", "3", "--web"], "--seat 3: this table has only seats 1 to 2"),
        (["--port", "70000", "--web"], "--port"),
    ],
)
def test_arguments_of_the_command(words, error, capsys):
    try:
        status = cli.main(["play", "toy", *words])
    except SystemExit as stop:
        status = stop.code
    assert status == 2 and error in capsys.readouterr().err


def test_the_address_is_told_when_nothing_is_left_to_compile(tmp_path, monkeypatch):
    """Given a table for the browser; then agents, the way back and hints are ready before people are let in."""
    told = []
    monkeypatch.setattr(opening, "make_ready", lambda game, agents, more: told.append(("compiled", more)))
    monkeypatch.setattr(play.Table, "prepare", lambda table, agents: told.append(("prepared", len(agents))))
    monkeypatch.setattr(play, "serve_house", lambda house, port, sitting: told.append(("open", port)))
    words = ["play", "toy", "--web", "--opponents", "random", "--save", str(tmp_path / "game.jsonl")]
    assert cli.main(words) == 0
    assert told == [("compiled", ["search"]), ("prepared", 2), ("open", 0)]
