"""Pictures of the tables in the browser, in several window sizes, light and dark."""

from __future__ import annotations

import contextlib
import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.extras import require
from eurogym.play import web
from eurogym.play.house import House
from eurogym.play.room import Room
from eurogym.play.table import Table

SIZES = {"wide": (1920, 1080), "laptop": (1280, 800), "phone": (390, 844)}
COLOURS = ("light", "dark")
CHROMIUM = "EUROGYM_CHROMIUM"  # names another browser than Debian's
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str | None:
    """Return the path of the browser, None where there is none."""
    return os.environ.get(CHROMIUM) or shutil.which("chromium")


@contextlib.contextmanager
def browser() -> Iterator[Any]:
    """A browser of Playwright. Raises MissingExtraError without Playwright, InputError without a browser."""
    api = require("playwright.sync_api", "browser", "pictures of the pages")
    path = chromium()
    if path is None:
        raise InputError(f"there is no Chromium: apt-get install chromium, or name one in {CHROMIUM}")
    with api.sync_playwright() as driver:
        one = driver.chromium.launch(executable_path=path, args=list(FLAGS))
        yield one
        one.close()


@contextlib.contextmanager
def served(room: Room | House) -> Iterator[tuple[str, dict[int, str]]]:
    """The address of a server of one table, and the keys by seat; of a house with a lobby, its secret by seat 0."""
    uvicorn = require("uvicorn", "web", "play in the browser")
    house = room if isinstance(room, House) else House()
    keys = {0: house.host} if isinstance(room, House) else house.seat(room).keys
    server = uvicorn.Server(web.configured(uvicorn, house, host=web.HOST, port=0))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        thread.join(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://{web.HOST}:{port}", keys
    finally:
        server.should_exit = True
        thread.join(10)


def table_of(name: str, options: dict[str, Any], decisions: int, seed: int = 5) -> Room:
    """Return a table after some decisions of a person at seat 0 who plays as the heuristic does, among heuristics."""
    game = registry.game(name)
    chosen = game.options_class.from_kwargs(**options)
    heuristic = agents.heuristic_name(game)
    seated = {seat: agents.make(heuristic, game=game) for seat in range(1, chosen.num_players)}
    person = agents.make(heuristic, game=game)
    for seat, one in {0: person, **seated}.items():
        one.reset(seat)
    room = Room(Table(game, chosen, seed), (0,), seated)
    for _ in range(decisions):
        room.settle()
        if room.table.over:
            break
        room.choose(0, room.version, int(person.act(room.table.batch, np.array([0]))[0]), sure=True)
    room.settle()
    return room


def page_in(browser: Any, size: str, colour: str = "light") -> Any:
    """Return a page of a window of its own; close it by `page.context.close()`."""
    wide, high = SIZES[size]
    phone = size == "phone"
    window = browser.new_context(
        viewport={"width": wide, "height": high}, has_touch=phone, is_mobile=phone, color_scheme=colour
    )
    return window.new_page()


def pictures(name: str, options: dict[str, Any], decisions: int, folder: Path, whole: bool) -> list[Path]:
    """Write a picture of a table for every size and colour; whole: of all that can be scrolled to."""
    paths = []
    with browser() as one, served(table_of(name, options, decisions)) as (address, keys):
        for size in SIZES:
            for colour in COLOURS:
                page = page_in(one, size, colour)
                page.goto(f"{address}/{keys[0]}")
                page.wait_for_selector("body[data-version]")
                paths.append(folder / f"{name}_{size}_{colour}.png")
                page.screenshot(path=paths[-1], full_page=whole)
                page.goto("about:blank")  # a page that goes on asking would complain when the server ends
                page.context.close()
    return paths
