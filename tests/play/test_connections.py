"""What one visitor may take of a table's server: whatever a guest or a stranger does, the other player is answered."""

import contextlib
import re
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import islice

import pytest

from eurogym.play import connections, web
from eurogym.play.connections import patient_protocol
from tests.play.test_room import room_of
from tests.play.test_web import ask
from tools.screens import served

MANY = 70


class Table:
    """A served table of two people: the player at seat 0 asks politely, the guest at seat 1 does what it likes."""

    def __init__(self, room, address, keys):
        self.room, self.address, self.keys = room, address, keys
        self.host, port = re.fullmatch(r"http://(.*):(\d+)", address).groups()
        self.port, self.sockets = int(port), []

    def send(self, text):
        """A connection on which this is sent."""
        one = socket.create_connection((self.host, self.port), timeout=30)
        one.sendall(text.format(guest=self.keys[1]).encode())
        self.sockets.append(one)
        return one

    def close(self):
        for one in self.sockets:
            one.close()

    def player_is_answered(self, times=2):
        """Whether the player gets its page, the view and a picture, each soon."""
        for _ in range(times):
            for path in ("", "/view", "/picture?actions=0&wide=700"):
                start = time.monotonic()
                assert ask(f"{self.address}/{self.keys[0]}{path}")[0] == 200
                assert time.monotonic() - start < 4
        return True


@pytest.fixture
def table():
    room = room_of("toy", (0, 1))
    with served(room) as (address, keys), contextlib.closing(Table(room, address, keys)) as one:
        yield one


POST = "POST /{{guest}}/{} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
LOADS = {  # what is sent on every one of many connections
    "waiting for news": "GET /{guest}/view?after=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "slow bodies of choices": POST.format("choose"),
    "slow bodies of hints": POST.format("hint"),
    "bodies of requests that take none": POST.replace("POST", "GET").format("view?after=1"),
    "pictures": "GET /{guest}/picture?actions=0&wide=3999 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "pages that nobody reads": "GET /{guest} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 20,
    "half a line": "GE",
    "half of the headers": "GET /{guest}/view HTTP/1.1\r\nHo",
    "nothing at all": "",
    "a wrong address": "GET /wrong/view?after=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "a slow body at a wrong address": POST.replace("{{guest}}", "wrong").format("choose"),
    "no HTTP": "\x16\x03\x01\x02\r\n\r\n",
}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("load", LOADS)
def test_what_one_visitor_does_many_times_keeps_no_player_waiting(table, load):
    for _ in range(MANY):
        with contextlib.suppress(ConnectionError):
            table.send(LOADS[load])
    assert table.player_is_answered()


def test_a_flood_of_half_requests_keeps_no_player_waiting(table):
    """Given connections that come faster than they can be closed; then a player's request is read before it would have
    to make room.
    """
    over = threading.Event()

    def flood():
        while not over.is_set():
            with contextlib.suppress(OSError):
                table.send("GET /x HTTP/1.1\r\nHo")
                if len(table.sockets) > 300:
                    table.sockets.pop(0).close()

    attackers = [threading.Thread(target=flood) for _ in range(2)]
    try:
        for one in attackers:
            one.start()
        time.sleep(0.5)
        assert table.player_is_answered()
    finally:
        over.set()
        for one in attackers:
            one.join()


def test_requests_of_a_guest_that_wait_for_the_table_keep_no_player_waiting(table):
    """Given an agent at its decision, so that whoever would change the table waits; then the player can still look."""
    with table.room._lock:
        for _ in range(MANY):
            body = '{{"version": 1, "action": 0}}'.ljust(102)
            with contextlib.suppress(ConnectionError):
                table.send(POST.format("choose") + body)
        assert table.player_is_answered()


def test_a_person_who_asks_for_too_much_at_once_is_told_so(table, monkeypatch):
    """Given a person's requests that wait for the table; then one too many is refused in words, and the others are
    answered when it is free.
    """
    monkeypatch.setattr(connections, "MOST_WAITING", 3)
    where, data = f"{table.address}/{table.keys[1]}/undo", {"version": 0}
    with ThreadPoolExecutor(5) as others:
        with table.room._lock:
            asked = [others.submit(ask, where, data) for _ in range(5)]
            refused = [one.result(timeout=30) for one in islice(as_completed(asked), 2)]
        answered = [one.result() for one in asked]
    words = "at most 3 requests of a player may wait"
    assert all(status == 429 and words in answer["error"] for status, answer in refused)
    assert sorted(status for status, _ in answered) == [400, 400, 400, 429, 429]


def served_connections(table, text, number):
    """How many of so many connections stay open."""
    sent = [table.send(text) for _ in range(number)]
    time.sleep(0.5)
    still = 0
    for one in sent:
        one.setblocking(False)
        try:
            still += one.recv(1) != b""
        except BlockingIOError:
            still += 1
        except ConnectionError:
            continue
    return still


@pytest.mark.slow
def test_every_share_of_connections_is_bounded(table):
    """Given many more connections; then a person keeps a few, and all strangers together some."""
    assert served_connections(table, LOADS["waiting for news"], MANY) == connections.MOST_CONNECTIONS
    assert served_connections(table, LOADS["half a line"], 300) == connections.MOST_STRANGERS
    assert table.player_is_answered(times=1)


def test_a_stranger_takes_none_of_a_players_connections(table):
    """Given a player that waits for news while strangers come in numbers; then it hears the news."""
    waiting = table.send(LOADS["waiting for news"])
    served_connections(table, LOADS["nothing at all"], 200)
    table.room.choose(table.room.table.seat, table.room.version, int(table.room.table.legal[0]), sure=True)
    assert waiting.recv(100).startswith(b"HTTP/1.1 200")


def test_connections_that_ask_for_nothing_are_closed_in_time(monkeypatch):
    """Given half-open requests, and bodies that do not come; then they are closed, and the latter told why."""
    monkeypatch.setattr(web, "patient_protocol", lambda who: patient_protocol(who, seconds=1.0))
    monkeypatch.setattr(web, "BODY_SECONDS", 0.5)
    room = room_of("toy", (0, 1))
    with served(room) as (address, keys), contextlib.closing(Table(room, address, keys)) as table:
        idle = [table.send("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-") for _ in range(30)]
        slow = table.send(POST.format("undo") + "{{")
        assert b"must arrive within 0.5 seconds" in slow.recv(4000) + slow.recv(4000)
        for one in idle:
            with contextlib.suppress(ConnectionError):
                assert one.recv(100) == b""
        assert table.player_is_answered(times=1)
