"""The table in a browser: pages and requests of people, on this machine alone, each behind an address of its own."""

from __future__ import annotations

import asyncio
import html
import json
import secrets
import socket
from pathlib import Path
from typing import Any

from eurogym.envs.core.errors import EurogymError
from eurogym.play import legend
from eurogym.play.connections import BACKLOG, BODY_SECONDS, BusyError, Worker, patient_protocol
from eurogym.play.replay_page import replay_page
from eurogym.play.room import Room
from eurogym.play.template import filled
from eurogym.play.words import describe_options

HOST = "127.0.0.1"
HOSTS = [HOST, "localhost"]  # another name is a page from elsewhere that found its way here
TEMPLATE = Path(__file__).with_name("web_page.html")
ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath fill='%23d10067' "
    "d='M16 1l13 7.5v15L16 31 3 23.5v-15z'/%3E%3Ccircle cx='16' cy='16' r='5' fill='%23fff'/%3E%3C/svg%3E"
)
PATIENCE = 20.0  # seconds that a page waits for news before it asks again
GLANCE = 0.05  # seconds between two looks
LARGEST_REQUEST = 4096  # bytes


def addresses(people: list[int]) -> dict[str, int]:
    """A secret for every person: ``{secret: seat}``."""
    return {secrets.token_urlsafe(16): seat for seat in people}


def application(room: Room, keys: dict[str, int]) -> Any:
    """The server as an ASGI application.

    ``GET /KEY`` is a person's page, ``GET /KEY/view?after=VERSION`` what it shows (it waits for news), ``GET
    /KEY/picture?moment=M&wide=W`` the table after M actions in parts for W pixels, ``GET /KEY/rules`` the rules, ``POST
    /KEY/choose``, ``/KEY/undo`` and ``/KEY/hint`` what the person does, as JSON; ``GET /KEY/replay.html`` and
    ``/KEY/replay.jsonl`` the game when it is over. Whatever is wrong is answered with ``{"error": words}``.

    Every person has two threads, one for what is looked at and one for what is done.
    """
    from starlette import applications as starlette
    from starlette import middleware, responses, routing
    from starlette.middleware import trustedhost as hosts
    from starlette.requests import ClientDisconnect as gone

    lookers, doers = ({seat: Worker() for seat in keys.values()} for _ in range(2))

    def answer(data: Any, status: int = 200) -> Any:
        text = data if isinstance(data, str) else json.dumps(data)
        headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
        return responses.Response(text, status, headers, "application/json")

    def seat_of(request: Any) -> int | None:
        return keys.get(request.path_params["key"])

    def for_people(handler: Any) -> Any:
        async def handle(request: Any) -> Any:
            seat = seat_of(request)
            if seat is None:
                return answer({"error": "no player has this address"}, 404)
            try:
                return await handler(request, seat)
            except BusyError as error:
                return answer({"error": str(error)}, 429)
            except EurogymError as error:
                return answer({"error": " ".join(str(error).split())}, 400)
            except gone:  # nobody reads it
                return answer({"error": "the request was cut off"}, 400)

        return handle

    async def page(request: Any, seat: int) -> Any:
        nonce = secrets.token_urlsafe(16)
        policy = (
            f"default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-{nonce}'; connect-src 'self'; "
                "img-src 'self' data:"
        )
        headers = {
            "Content-Security-Policy": policy
            + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
        }
        markup = await lookers[seat].do(page_of, room, seat, nonce)
        return responses.HTMLResponse(markup, 200, headers)

    async def view(request: Any, seat: int) -> Any:
        after = request.query_params.get("after", "")
        if after.isdecimal() and len(after) < 10:
            for _ in range(round(PATIENCE / GLANCE)):
                if room.version != int(after) or await request.is_disconnected():
                    break
                await asyncio.sleep(GLANCE)
        return answer(room.view(seat))

    async def picture(request: Any, seat: int) -> Any:
        numbers = whole_numbers(request, moment="", wide="", high="0")
        return answer(await lookers[seat].do(room.picture, seat, *numbers))

    async def preview(request: Any, seat: int) -> Any:
        version, action = whole_numbers(request, version="", action="")
        return answer({"brings": await lookers[seat].do(room.preview, seat, version, action)})

    async def rules(request: Any, seat: int) -> Any:
        return answer(await lookers[seat].do(room.rules))

    async def choose(request: Any, seat: int) -> Any:
        data = await asked(request)
        if type(data.get("action")) is not int:
            raise EurogymError("`action` must be the number of an action")
        sure = data.get("sure") is True
        why = await doers[seat].do(room.choose, seat, data["version"], data["action"], sure)
        return answer({"confirm": why} if why else {})

    async def undo(request: Any, seat: int) -> Any:
        data = await asked(request)
        await doers[seat].do(room.undo, seat, data["version"])
        return answer({})

    async def hint(request: Any, seat: int) -> Any:
        data = await asked(request)
        spec = data.get("agent", "")
        if not isinstance(spec, str):
            raise EurogymError("`agent` must be the name of an agent")
        return answer(await doers[seat].do(room.hint, seat, data["version"], spec))

    async def replay(request: Any, seat: int) -> Any:
        if not room.table.over:
            raise EurogymError("the replay is available once the game is over")
        if request.path_params["kind"] == "html":
            return responses.HTMLResponse(await lookers[seat].do(lambda: replay_page(room.replay())))
        lines = await lookers[seat].do(lambda: room.replay().dumps())
        return responses.Response(lines, media_type="application/jsonl")

    async def nothing(request: Any, error: Any) -> Any:
        return answer({"error": "there is nothing at this address"}, 404)

    deeds = [
        routing.Route(f"/{{key}}/{one.__name__}", for_people(one), methods=["POST"])
        for one in (choose, undo, hint)
    ]
    return starlette.Starlette(
        routes=[
            routing.Route("/{key}", for_people(page)),
            routing.Route("/{key}/view", for_people(view)),
            routing.Route("/{key}/picture", for_people(picture)),
            routing.Route("/{key}/preview", for_people(preview)),
            routing.Route("/{key}/rules", for_people(rules)),
            routing.Route("/{key}/replay.{kind:str}", for_people(replay)),
            *deeds,
        ],
        middleware=[middleware.Middleware(hosts.TrustedHostMiddleware, allowed_hosts=HOSTS)],
        exception_handlers={404: nothing, 405: nothing},
    )


def whole_numbers(request: Any, **defaults: str) -> list[int]:
    """Numbers of a query by name, where nothing else is given as by default. Raises EurogymError."""
    texts = [request.query_params.get(name, text) for name, text in defaults.items()]
    if not all(one.isascii() and one.isdecimal() and len(one) < 10 for one in texts):
        raise EurogymError(f"{' and '.join(f'`{name}`' for name in defaults)} must be whole numbers")
    return list(map(int, texts))


async def asked(request: Any) -> dict[str, Any]:
    """What the page of this server asks for, as JSON; raises EurogymError for requests of another form or page."""
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
    """The body of a request, so far as it is not too long."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_REQUEST:
            raise EurogymError(f"a request must have at most {LARGEST_REQUEST} bytes")
    return body


def page_of(room: Room, seat: int, nonce: str = "") -> str:
    """A person's page; what the table shows is asked for by the page. The seed is not in it, since the deal follows
    from the seed.
    """
    table = room.table
    cards = [card for card in legend.cards(table.game, table.options) if card.present]
    about = {
        "signs": room.signs(),
        "glossary": [[card.name, card.does] for card in cards],
        "examples": {card.name: card.example for card in cards if card.example},
        "seat": seat,
        "advisers": room.advisers(),
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


def configured(uvicorn: Any, room: Room, keys: dict[str, int], **more: Any) -> Any:
    """How uvicorn serves the table: a `uvicorn.Config`, with `more` of its arguments."""
    return uvicorn.Config(
        application(room, keys),
        log_level="error",
        lifespan="off",
        timeout_graceful_shutdown=1,
        http=patient_protocol(lambda path: keys.get(path.removeprefix("/").partition("/")[0])),
        backlog=BACKLOG,
        ws="none",
        **more,
    )


def serve(room: Room, keys: dict[str, int], port: int = 0, ready: Any = None) -> None:
    """Serve the table on this machine until the process is interrupted.

    Args:
        room: the table.
        keys: who sits behind which address (:func:`addresses`).
        port: 0 takes a free one.
        ready: called with the server's address, ``http://127.0.0.1:PORT``, when it listens.

    Raises:
        OSError: the port is taken.
    """
    import uvicorn

    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        config = configured(uvicorn, room, keys)
        if ready is not None:
            ready(f"http://{HOST}:{listener.getsockname()[1]}")
        uvicorn.Server(config).run(sockets=[listener])
