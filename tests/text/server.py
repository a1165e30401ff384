"""A small server of the chat interface for tests: a scripted model behind an address of this machine."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Messages = list[dict[str, str]]


class Raw(bytes):
    """All that a server sends, in place of an answer in HTTP."""


def streamed(whole: dict) -> bytes:
    """An answer as the events of a stream: one piece, the end, the counts."""
    choice = whole["choices"][0]
    head = {key: whole[key] for key in ("id", "created", "model")} | {"object": "chat.completion.chunk"}
    pieces = [
        head | {"choices": [{"index": 0, "delta": choice["message"], "finish_reason": None}]},
        head | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
        head | {"choices": [], "usage": whole.get("usage")},
    ]
    return "".join(f"data: {json.dumps(piece)}\n\n" for piece in pieces).encode() + b"data: [DONE]\n\n"


@contextmanager
def serving(
    model: Callable[[Messages], str], faults: tuple = (), usage: bool = True
) -> Iterator[tuple[str, list]]:
    """An address whose model answers by `model(messages)`, and the requests that came. `faults`: status codes, or
    bodies, or all bytes (`Raw`), that the first requests are answered with, or functions of the handler that answer;
    `usage`: whether tokens are counted, a word each.
    """
    came: list[dict] = []
    left = list(faults)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            came.append(request | {"path": self.path, "key": self.headers.get("Authorization", "")})
            fault = left.pop(0) if left else 200
            if callable(fault):
                with suppress(OSError):  # the other side may have had enough
                    fault(self)
                return
            if isinstance(fault, Raw):
                self.wfile.write(fault)
                return
            status, body = (fault, b"not now") if isinstance(fault, int) else (200, fault)
            if status == 200 and not isinstance(fault, bytes):
                whole = self.answer(request)
                body = streamed(whole) if request.get("stream") else json.dumps(whole).encode()
            self.send_response(status)
            kind = "text/event-stream" if body.startswith(b"data: ") else "application/json"
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            came.append({"path": self.path, "key": self.headers.get("Authorization", "")})
            body = json.dumps(
                {"object": "list", "data": [{"id": "scripted"}, {"id": "other\x1b[2J"}]}
            ).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def answer(self, request):
            text = model(request["messages"])
            contents = [one["content"] for one in request["messages"]]
            words = sum(len(content.split()) for content in contents if isinstance(content, str))
            message = {"role": "assistant", "content": text}
            told = {
                "id": f"answer-{len(came)}",
                "object": "chat.completion",
                "created": 0,
                "model": request["model"],
            }
            told["choices"] = [{"index": 0, "finish_reason": "stop", "message": message}]
            counts = {"prompt_tokens": words, "completion_tokens": len(text.split())}
            return told | ({"usage": counts | {"total_tokens": sum(counts.values())}} if usage else {})

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", came
    finally:
        server.shutdown()
        server.server_close()
