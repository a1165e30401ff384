"""The table in a browser: pages and requests of people, on this machine alone, each behind an address of its own."""

from __future__ import annotations

import asyncio
import collections
import html
import json
import secrets
import socket
from pathlib import Path
from typing import Any

from eurogym.agents.framework.ladder import LEVELS
from eurogym.envs.core import registry
from eurogym.envs.core.draw.drawing import Canvas
from eurogym.envs.core.errors import EurogymError
from eurogym.play import legend
from eurogym.play.connections import BACKLOG, BODY_SECONDS, BusyError, Worker, patient_protocol
from eurogym.play.house import House, Place
from eurogym.play.template import ICON, filled
from eurogym.play.words import describe_options

HOST = "127.0.0.1"
HOSTS = [HOST, "localhost"]  # another name is a page from elsewhere that found its way here
TEMPLATE = Path(__file__).with_name("web_page.html")
LOBBY = Path(__file__).with_name("lobby.html")
PATIENCE = 20.0  # seconds that a page waits for news before it asks again
GLANCE = 0.05  # seconds between two looks
LARGEST_REQUEST = 4096  # bytes


def application(house: House) -> Any:
    """Return the server as an ASGI application.

    ``GET /KEY`` is a person's page, or the lobby. Of a table: ``GET /KEY/view?after=VERSION`` what the page shows (it
    waits for news), ``GET /KEY/picture?actions=M&wide=W&high=H`` the table after M actions in parts for W by H pixels,
    ``GET /KEY/preview?version=V&action=A`` what an action brings, ``GET /KEY/lesson?version=V`` help with a decision,
    ``GET /KEY/rules`` the rules; ``POST /KEY/choose``, ``undo``, ``hint``, ``review``, ``rematch`` and ``giveup`` what
    the person does, as JSON; ``GET /KEY/replay.html`` and ``replay.jsonl`` the game when it is over. Of the lobby:
    ``GET /KEY/house`` what it shows, ``GET /KEY/cover?game=NAME`` a picture, ``POST /KEY/open`` a table, ``GET
    /KEY/watch?file=NAME`` a game of the folder. Whatever is wrong is answered with ``{"error": words}``.

    Every person has two threads, one for what is looked at and one for what is done.
    """
    from starlette import applications as starlette
    from starlette import middleware, responses, routing
    from starlette.middleware import trustedhost as hosts
    from starlette.requests import ClientDisconnect as gone

    lookers: dict[str, Worker] = collections.defaultdict(Worker)
    doers: dict[str, Worker] = collections.defaultdict(Worker)

    def answer(data: Any, status: int = 200) -> Any:
        text = data if isinstance(data, str) else json.dumps(data)
        headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
        return responses.Response(text, status, headers, "application/json")

    def guarded(handler: Any, known: Any) -> Any:
        async def handle(request: Any) -> Any:
            key = request.path_params["key"]
            place = known(key)
            if place is None:
                return answer({"error": "no player has this address"}, 404)
            look, do = lookers[key].do, doers[key].do
            try:
                return await handler(request, place, look if request.method == "GET" else do)
            except BusyError as error:
                return answer({"error": str(error)}, 429)
            except EurogymError as error:
                return answer({"error": " ".join(str(error).split())}, 400)
            except gone:  # nobody reads it
                return answer({"error": "the request was cut off"}, 400)

        return handle

    def for_people(handler: Any) -> Any:
        return guarded(handler, house.places.get)

    def for_host(handler: Any) -> Any:
        return guarded(handler, lambda key: house if house.host and key == house.host else None)

    async def page(request: Any, place: Place | House, do: Any) -> Any:
        nonce = secrets.token_urlsafe(16)
        markup = await do(page_of if isinstance(place, Place) else lobby_page, house, place, nonce)
        return responses.HTMLResponse(markup, 200, page_headers(nonce))

    async def view(request: Any, place: Place, do: Any) -> Any:
        after, room = request.query_params.get("after", ""), place.sitting.room
        if after.isdecimal() and len(after) < 10:
            for _ in range(round(PATIENCE / GLANCE)):
                if room.version != int(after) or await request.is_disconnected():
                    break
                await asyncio.sleep(GLANCE)
        return answer(room.view(place.seat))

    async def picture(request: Any, place: Place, do: Any) -> Any:
        numbers = whole_numbers(request, actions="", wide="", high="0")
        return answer(await do(place.sitting.room.picture, place.seat, *numbers))

    async def preview(request: Any, place: Place, do: Any) -> Any:
        numbers = whole_numbers(request, version="", action="")
        return answer({"brings": await do(place.sitting.room.preview, place.seat, *numbers)})

    async def lesson(request: Any, place: Place, do: Any) -> Any:
        (version,) = whole_numbers(request, version="")
        return answer(await do(place.sitting.room.lesson, place.seat, version))

    async def rules(request: Any, place: Place, do: Any) -> Any:
        return answer(await do(place.sitting.room.rules))

    async def choose(request: Any, place: Place, do: Any) -> Any:
        data = await asked(request)
        if type(data.get("action")) is not int:
            raise EurogymError("`action` must be the number of an action")
        sure = data.get("sure") is True
        why = await do(place.sitting.room.choose, place.seat, data["version"], data["action"], sure)
        return answer({"confirm": why} if why else {})

    async def undo(request: Any, place: Place, do: Any) -> Any:
        data = await asked(request)
        await do(place.sitting.room.undo, place.seat, data["version"])
        return answer({})

    async def hint(request: Any, place: Place, do: Any) -> Any:
        data = await asked(request)
        spec = data.get("agent", "")
        if not isinstance(spec, str):
            raise EurogymError("`agent` must be the name of an agent")
        return answer(await do(place.sitting.room.hint, place.seat, data["version"], spec))

    async def review(request: Any, place: Place, do: Any) -> Any:
        await asked(request)
        return answer(await do(house.review, place))

    async def rematch(request: Any, place: Place, do: Any) -> Any:
        level = (await asked(request)).get("level", 0)
        if type(level) is not int or not 0 <= level <= len(LEVELS):
            raise EurogymError("`level` must be the number of a level, or 0 for the same")
        return answer({"key": await do(house.again, place, level)})

    async def giveup(request: Any, place: Place, do: Any) -> Any:
        await asked(request)
        await do(house.give_up, place)
        return answer({})

    async def replay(request: Any, place: Place, do: Any) -> Any:
        room = place.sitting.room
        if not room.table.over:
            raise EurogymError("the replay is available once the game is over")
        if request.path_params["kind"] == "html":
            return responses.HTMLResponse(await do(room.page, place.seat))
        lines = await do(lambda: room.replay().dumps())
        return responses.Response(lines, media_type="application/jsonl")

    async def shown(request: Any, host: House, do: Any) -> Any:
        return answer(await do(house.lobby))

    async def cover(request: Any, host: House, do: Any) -> Any:
        svg = await do(cover_of, request.query_params.get("game", ""))
        return responses.Response(svg, media_type="image/svg+xml")

    async def begin(request: Any, host: House, do: Any) -> Any:
        return answer(await do(house.begin, await asked(request)))

    async def watch(request: Any, host: House, do: Any) -> Any:
        wanted = request.query_params
        markup = await do(house.watch, wanted.get("file", ""), wanted.get("review") == "1")
        return responses.HTMLResponse(markup)

    async def nothing(request: Any, error: Any) -> Any:
        return answer({"error": "there is nothing at this address"}, 404)

    def door(key: str) -> Any:
        return house if house.host and key == house.host else house.places.get(key)

    moves = [
        routing.Route(f"/{{key}}/{one.__name__}", for_people(one), methods=["POST"])
        for one in (choose, undo, hint, review, rematch, giveup)
    ]
    looks = [
        routing.Route(f"/{{key}}/{one.__name__}", for_people(one))
        for one in (view, picture, preview, lesson, rules)
    ]
    hosting = [
        routing.Route("/{key}/house", for_host(shown)),
        routing.Route("/{key}/cover", for_host(cover)),
        routing.Route("/{key}/watch", for_host(watch)),
        routing.Route("/{key}/open", for_host(begin), methods=["POST"]),
    ]
    return starlette.Starlette(
        routes=[
            routing.Route("/{key}", guarded(page, door)),
            routing.Route("/{key}/replay.{kind:str}", for_people(replay)),
            *looks,
            *moves,
            *hosting,
        ],
        middleware=[middleware.Middleware(hosts.TrustedHostMiddleware, allowed_hosts=HOSTS)],
        exception_handlers={404: nothing, 405: nothing},
    )


def page_headers(nonce: str) -> dict[str, str]:
    """Return what a browser may do with a page: nothing but run its own script and ask this server."""
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-{nonce}'; connect-src 'self'; "
        "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return {
        "Content-Security-Policy": policy,
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
    }


def whole_numbers(request: Any, **defaults: str) -> list[int]:
    """Return numbers of a query by name, where nothing else is given as by default. Raises EurogymError."""
    texts = [request.query_params.get(name, text) for name, text in defaults.items()]
    if not all(one.isascii() and one.isdecimal() and len(one) < 7 for one in texts):
        raise EurogymError(f"{' and '.join(f'`{name}`' for name in defaults)} must be whole numbers")
    return list(map(int, texts))


async def asked(request: Any) -> dict[str, Any]:
    """Return what the page of this server asks for, as JSON; raises EurogymError for requests of another form or
    page.
    """
    origin = request.headers.get("origin")
    if origin is not None and origin != f"http://{request.headers.get('host')}":
        raise EurogymError("requests from other pages are not accepted")
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise EurogymError("a request must have the content type application/json")
    try:
        body = await asyncio.wait_for(body_of(request), BODY_SECONDS)
    except TimeoutError:
        raise EurogymError(f"a request must arrive within {BODY_SECONDS:g} seconds") from None
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise EurogymError("a request must be a JSON object") from None
    if not isinstance(data, dict) or type(data.get("version")) is not int:
        raise EurogymError("a request must be a JSON object with the version of the table that it is about")
    return data


async def body_of(request: Any) -> bytes:
    """Return the body of a request, so far as it is not too long."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_REQUEST:
            raise EurogymError(f"a request must have at most {LARGEST_REQUEST} bytes")
    return body


def page_of(house: House, place: Place, nonce: str = "") -> str:
    """Return a person's page; what the table shows is asked for by the page. The seed is not in it, since the deal
    follows from the seed.
    """
    room, seat = place.sitting.room, place.seat
    table = room.table
    cards = [card for card in legend.cards(table.game, table.options) if card.present]
    about = {
        "signs": room.signs(),
        "glossary": [[card.name, card.does] for card in cards],
        "examples": {card.name: card.example for card in cards if card.example},
        "seat": seat,
        "advisers": room.advisers(),
        "house": place.sitting.wish is not None,
        "lobby": f"/{house.host}" if seat == place.sitting.host else "",
        "introduction": legend.introduction(table.game),
        **house.settings,
    }
    return filled(
        TEMPLATE,
        ICON=ICON,
        TITLE=html.escape(f"{table.game.title}: {table.game.name_of_seat(table.options, seat)}"),
        NAME=html.escape(table.game.title),
        WHAT=html.escape(", ".join(filter(None, (describe_options(table.options), table.goal)))),
        ABOUT=json.dumps(about).replace("<", "\\u003c"),
        NONCE=nonce,
    )


def lobby_page(house: House, place: Any, nonce: str = "") -> str:
    """Return the page on which tables are opened."""
    return filled(LOBBY, ICON=ICON, NONCE=nonce)


def cover_of(name: str) -> str:
    """Return a small picture of what lies on a game's table, as SVG. Raises EurogymError for an unknown game."""
    game = registry.game(name)
    draw = getattr(game.part("draw"), "cover", None)
    canvas = Canvas((320.0, 150.0), getattr(game.part("draw"), "STYLES", {}))
    if draw is None:
        canvas.text(160, 85, game.title, 30, anchor="middle", width=300, bold=True)
    else:
        draw(canvas)
    return canvas.finish(game.title)


def configured(uvicorn: Any, house: House, **more: Any) -> Any:
    """Return how uvicorn serves the tables: a `uvicorn.Config`, with `more` of its arguments."""

    def visitor(path: str) -> str | None:
        key = path.removeprefix("/").partition("/")[0]
        return key if key in house.visitors else None

    return uvicorn.Config(
        application(house),
        log_level="error",
        lifespan="off",
        timeout_graceful_shutdown=1,
        http=patient_protocol(visitor),
        backlog=BACKLOG,
        ws="none",
        **more,
    )


def serve(house: House, port: int = 0, ready: Any = None) -> None:
    """Serve the tables on this machine until the process is interrupted.

    Args:
        house: the tables, and who sits behind which address.
        port: 0 takes a free one.
        ready: called with the server's address, ``http://127.0.0.1:PORT``, when it listens.

    Raises:
        OSError: the port is taken.
    """
    import uvicorn

    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        config = configured(uvicorn, house)
        if ready is not None:
            ready(f"http://{HOST}:{listener.getsockname()[1]}")
        uvicorn.Server(config).run(sockets=[listener])
