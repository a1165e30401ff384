"""Servers of the chat interface as they are: redirects, limits, dialects, streams, refusals in words."""

import json
import socket
import threading
import time
import tracemalloc
from contextlib import contextmanager
from email.utils import formatdate

import pytest

from eurogym.text import chat, transport
from eurogym.text.chat import TRIES, Model, ModelError
from eurogym.text.replies import Said
from tests.text.server import Raw, serving

HELLO = [{"role": "user", "content": "x" * 400}]
OK = b"HTTP/1.1 200 OK\r\n"
ANSWER = {"choices": [{"message": {"content": "yes"}, "finish_reason": "stop"}]}


def yes(messages):
    return "yes"


def model(url, **settings):
    return Model(url, "scripted", "very-secret", pause=0.001, **settings)


def body(message=None, **others):
    """The body of a reply with this message."""
    choice = {"message": message or {"content": "yes"}, "finish_reason": "stop"} | others
    return json.dumps({"choices": [choice]}).encode()


def refusing(status, text, unless=lambda request: False, then=None):
    """A server that refuses with these words, unless the request is one that it takes: then it answers as always."""

    def answer(handler, request):
        told = json.dumps(then(request) if then else ANSWER) if unless(request) else text
        handler.send_response(200 if unless(request) else status)
        handler.send_header("Content-Length", str(len(told.encode())))
        handler.end_headers()
        handler.wfile.write(told.encode())

    return answer


@contextmanager
def always(answer):
    """A server whose `answer(handler, request)` answers every request, and the requests that came."""
    requests = []
    with serving(yes, (lambda handler: answer(handler, requests[0][-1]),) * 50) as (url, came):
        requests.append(came)
        yield url, came


def asked(url, **settings):
    return model(url, **settings).ask(HELLO)


# -- the key stays where it belongs


def redirect(status, location):
    return Raw(f"HTTP/1.1 {status} Elsewhere\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode())


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_no_redirect_takes_the_key_to_another_server(status, name):
    with serving(yes) as (other, thief):
        target = other.replace("127.0.0.1", name)
        with serving(yes, (redirect(status, target),)) as (url, came), pytest.raises(ModelError) as refused:
            asked(url)
    assert not thief and len(came) == 1
    words = (
        "303 Elsewhere" if status == 303 else f"redirects to '{target}', which is not on the server that was"
    )
    assert words in str(refused.value)


@pytest.mark.parametrize(
    "location",
    ["//127.0.0.1:9/v1", "https://{host}/v1", "http://[", "http://{host}@127.0.0.1:9/", "ftp://x/"],
)
def test_an_address_that_only_looks_like_the_same_server_is_another(location):
    def answer(handler, request):
        handler.wfile.write(redirect(307, location.replace("{host}", handler.headers["Host"])))

    with always(answer) as (url, came), pytest.raises(ModelError, match="nothing was sent there"):
        asked(url)
    assert len(came) == 1


def test_a_redirect_within_the_server_is_followed_but_not_for_ever():
    with serving(yes, (redirect(308, "/v2/chat"), redirect(302, "completions"))) as (url, came):
        assert asked(url).text == "yes"
    assert [request["path"] for request in came] == ["/v1/chat/completions", "/v2/chat", "/v2/completions"]
    assert {request["key"] for request in came} == {"Bearer very-secret"}
    assert came[2]["messages"] == HELLO
    with (
        serving(yes, (redirect(307, "/v2"),) * 9) as (url, came),
        pytest.raises(ModelError, match="more than 3"),
    ):
        asked(url)


def test_proxies_do_not_see_the_key(monkeypatch):
    """An http address is reached directly; for an https address, a proxy is asked for a tunnel."""
    with serving(yes, (Raw(b"HTTP/1.1 403 No\r\n\r\n"),)) as (proxy, seen):
        for name in ("http_proxy", "https_proxy", "all_proxy"):
            monkeypatch.setenv(name, proxy)
        monkeypatch.delenv("no_proxy", raising=False)
        with serving(yes) as (url, came):
            assert asked(url).text == "yes" and len(came) == 1
        assert not seen
    heads = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        monkeypatch.setenv("https_proxy", f"http://me:word@127.0.0.1:{listener.getsockname()[1]}")

        def refuse():
            for _ in range(TRIES):
                connection = listener.accept()[0]
                with connection:
                    heads.append(connection.recv(10_000).decode())
                    connection.sendall(b"HTTP/1.1 403 No\r\n\r\n")

        thread = threading.Thread(target=refuse)
        thread.start()
        with pytest.raises(ModelError, match="Tunnel connection failed: 403"):
            asked("https://api.example/v1")
        thread.join()
    assert all(head.startswith("CONNECT api.example:443") and "very-secret" not in head for head in heads)
    assert "Proxy-Authorization: Basic bWU6d29yZA==" in heads[0]


# -- limits hold for the whole answer


def dripping(beginning, piece):
    """A server that goes on sending a piece again and again, with a pause."""

    def answer(handler):
        handler.wfile.write(beginning)
        while True:
            handler.wfile.write(piece)
            handler.wfile.flush()
            time.sleep(0.05)

    return answer


def flooding(beginning, piece):
    """The same as fast as it can, in larger pieces."""
    piece = piece.replace(b"1\r\n ", b"1000\r\n" + b" " * 0x1000).replace(b":", b":" + b" " * 200)
    piece *= 65536 // len(piece)

    def answer(handler):
        handler.wfile.write(beginning)
        while True:
            handler.wfile.write(piece)

    return answer


CHUNKED, EVENTS = OK + b"Transfer-Encoding: chunked\r\n\r\n", OK + b"Content-Type: text/event-stream\r\n\r\n"
NO_END = {
    "status": (b"HTTP/1.1", b" "),
    "headers": (OK, b"X"),
    "headers, a line each": (OK, b"X: y\r\n"),
    "continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "a body of known length": (OK + b"Content-Length: 1000000\r\n\r\n", b" "),
    "a body without a length": (OK + b"\r\n", b" "),
    "chunks": (CHUNKED, b"1\r\n \r\n"),
    "events": (EVENTS, b"data: {}\n\n"),
    "comments": (EVENTS, b":\n"),
    "trailers": (CHUNKED + b"0\r\n", b"X: y\r\n"),
    "an error": (b"HTTP/1.1 500 No\r\n\r\n", b" "),
}


@pytest.mark.parametrize("kind", NO_END)
def test_a_server_that_answers_byte_by_byte_is_not_waited_for_longer_than_the_limit(kind, monkeypatch):
    monkeypatch.setattr(chat, "TRIES", 1)
    with serving(yes, (dripping(*NO_END[kind]),)) as (url, _):
        begin = time.monotonic()
        with pytest.raises(ModelError):
            asked(url, seconds=0.3)
        assert time.monotonic() - begin < 1.5


def test_a_time_limit_is_told_and_another_try_may_keep_it():
    with serving(yes, (dripping(*NO_END["chunks"]),)) as (url, _):
        assert asked(url, seconds=0.3).faults == {"time limit": 1}
    faults = (dripping(*NO_END["chunks"]),) * TRIES
    words = rf"no whole answer within 0.2 s \({TRIES} time limit\)"
    with serving(yes, faults) as (url, _), pytest.raises(ModelError, match=words) as failed:
        asked(url, seconds=0.2)
    assert failed.value.kind == "time limit"


@pytest.mark.parametrize("kind", ["a body without a length", "chunks", "events", "comments", "an error"])
def test_a_reply_without_end_is_not_read_to_its_end(kind, monkeypatch):
    monkeypatch.setattr(transport, "MOST_BYTES", 1 << 18)
    monkeypatch.setattr(transport, "MOST_STREAMED", 1 << 18)
    tracemalloc.start()
    with serving(yes, (flooding(*NO_END[kind]),) * TRIES) as (url, _), pytest.raises(ModelError) as failed:
        asked(url, seconds=20)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert failed.value.kind == ("server error" if kind == "an error" else "reply too large")
    assert most < 8 << 20


@pytest.mark.parametrize(
    "deep",
    [
        b"[" * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"choices":' * 100_000,
        b'{"error":' * 900 + b"1" + b"}" * 900,
        b'{"choices":[{"message":{"content":' + b"[" * 100_000,
        b"data: " + b"[" * 100_000 + b"\n\n",
        b'{"choices": ' + b"9" * 10_000 + b"}",
    ],
)
def test_a_reply_that_is_nested_too_deeply_is_told_in_words(deep):
    with serving(yes, (deep,) * TRIES) as (url, _), pytest.raises(ModelError) as failed:
        asked(url)
    assert len(str(failed.value)) < 500


# -- what servers ask for


@pytest.mark.parametrize(
    ("status", "text"),
    [
        (400, "Unsupported parameter: 'max_tokens' is not supported here. Use 'max_completion_tokens' instead."),
        (422, '[{"type": "extra_forbidden", "loc": ["body", "max_tokens"], "msg": "Extra inputs are not permitted"}]'),
        (400, "Unrecognized request argument supplied: max_tokens"),
    ],
)  # fmt: skip
def test_a_server_that_wants_another_name_of_the_limit_gets_it_from_then_on(status, text):
    with always(refusing(status, text, lambda request: "max_tokens" not in request)) as (url, came):
        one = model(url, most_tokens=77)
        assert [one.ask(HELLO).text for _ in range(2)] == ["yes", "yes"]
    assert [request.get("max_completion_tokens") for request in came] == [None, 77, 77]
    assert one == model(url, most_tokens=77)  # what was learned is no part of who plays


def test_a_limit_that_is_too_high_is_told():
    text = "max_tokens is too large: 4096. This model supports at most 2048 completion tokens."
    with (
        always(refusing(400, text)) as (url, came),
        pytest.raises(ModelError, match="max_tokens is too large"),
    ):
        asked(url)
    assert len(came) == 1


@pytest.mark.parametrize(
    "text",
    [
        "This model only supports streaming.",
        "parameter.enable_thinking must be set to false for non-streaming calls",
        "stream must be true",
        "stream=false is not supported",
        "Streaming is required for this model",
    ],
)
def test_a_server_that_only_streams_is_asked_for_a_stream(text):
    refuse = refusing(400, text)

    def answer(handler, request):
        if not request.get("stream"):
            return refuse(handler, request)
        assert request["stream_options"] == {"include_usage": True}
        handler.wfile.write(
            EVENTS + stream({"content": "y"}, {"content": "es"}) + COUNTED + b"data: [DONE]\n\n"
        )
        time.sleep(1)  # the connection stays open

    with always(answer) as (url, came):
        begin = time.monotonic()
        one = model(url)
        assert one.ask(HELLO) == one.ask(HELLO) == Said("yes", 7, 5, True, "stop")
        assert time.monotonic() - begin < 0.9 and len(came) == 3


def test_a_stream_without_counts_where_the_server_does_not_know_the_option():
    words = "only streaming is supported", "unknown field: stream_options"

    def answer(handler, request):
        text = words["stream" in request] if not request.get("stream") or "stream_options" in request else ""
        if text:
            return refusing(400, text)(handler, request)
        handler.wfile.write(EVENTS + stream({"content": "yes"}))

    with always(answer) as (url, _):
        assert asked(url).text == "yes"


# -- what servers answer


def stream(*deltas, finish="stop"):
    pieces = [{"choices": [{"delta": delta, "finish_reason": None}]} for delta in deltas]
    pieces += [{"choices": [{"delta": {}, "finish_reason": finish}]}] * bool(finish)
    return b"".join(b"data: " + json.dumps(piece).encode() + b"\n\n" for piece in pieces)


COUNTED = b'data: {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 5}}\n\n'
PARTS = [{"type": "thinking", "thinking": [{"type": "text", "text": "no"}]}, {"type": "text", "text": "yes"}]


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        (body({"content": PARTS}), "yes"),
        (body({"content": ["y", {"type": "output_text", "text": "es"}]}), "yes"),
        (body({"content": [{"type": "image_url", "image_url": {}}]}), ""),
        (body({"content": []}), ""),
        (body({"role": "assistant"}), ""),
        (body({"content": None, "refusal": "I may not play."}), "I may not play."),
        (body({"content": "yes", "reasoning_content": "<action>1</action>"}), "yes"),
        (body({"content": "", "reasoning": "<action>1</action>"}), ""),
        (stream({"role": "assistant", "content": ""}, {"content": "y"}, {"content": "es"}), "yes"),
        (stream({"reasoning_content": "no"}, {"content": PARTS}), "yes"),
        (b": alive\r\n\r\n" + stream({"content": "yes"}).replace(b"\n", b"\r\n") + b"data: [DONE]\r\n\r\n", "yes"),
        (b"event: message\n" + stream({"content": "yes"}, finish=None) + b"data:[DONE]\n\n", "yes"),
        (stream({"content": None}, {}), ""),
    ],
)  # fmt: skip
def test_the_text_of_an_answer_is_found_however_it_comes(reply, text):
    with serving(yes, (reply,)) as (url, _):
        assert asked(url).text == text


def test_reasoning_of_its_own_counts_as_tokens():
    with serving(yes, (body({"content": "y" * 40, "reasoning": "z" * 400}),)) as (url, _):
        assert (asked(url).answer_tokens, asked(url).answer_tokens) == (111, 1)


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (stream({"content": "ye"}, finish=None), "the stream of the answer was broken off"),
        (b'data: {"choices": [5]}\n\n', "not a chat completion"),
        (b"data: 5\n\n", "not a chat completion"),
        (body({"content": [5]}), "its answer is not a string"),
        (b'{"choices": []}', "not a chat completion"),
        (b'{"error": {"message": "overloaded", "code": 529}}', "overloaded"),
        (b'{"error": "no"}', "no"),
        (b'data: {"error": {"message": "out of memory"}}\n\n', "out of memory"),
    ],
)
def test_what_is_no_answer_is_told_in_words(reply, words):
    with serving(yes, (reply,) * TRIES) as (url, _), pytest.raises(ModelError, match=words):
        asked(url)


@pytest.mark.parametrize("code", [503, "429"])
def test_an_error_for_the_moment_may_come_as_a_success(code):
    error = {"error": {"message": "busy", "code": code}}
    with serving(yes, (json.dumps(error).encode(), stream({"content": "ye"}, finish=None))) as (url, _):
        said = asked(url)
    kind = "server error" if code == 503 else "rate limit"
    assert said.text == "yes" and said.faults == {kind: 1, "unreadable reply": 1}


@pytest.mark.parametrize(
    ("finish", "cut_off"), [("length", True), ("MAX_TOKENS", True), ("stop", False), (5, False)]
)
def test_an_answer_says_whether_it_was_cut_off(finish, cut_off):
    for reply in (body(finish_reason=finish), stream({"content": "yes"}, finish=finish)):
        with serving(yes, (reply,)) as (url, _):
            assert asked(url).cut_off == cut_off


# -- refusals


def busy(**headers):
    told = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return Raw(f"HTTP/1.1 429 Too Many\r\n{told}Content-Length: 4\r\n\r\nbusy".encode())


@pytest.mark.parametrize(
    ("headers", "least", "most"),
    [
        ({"Retry_After": "1"}, 1, 1.5),
        ({"Retry_After": "0.5"}, 0.5, 1),
        ({"Retry_After": formatdate(1000001, usegmt=True), "Date": formatdate(1000000, usegmt=True)}, 1, 1.5),
        ({"Retry_After": formatdate(1, usegmt=True)}, 0, 0.4),
        ({"Retry_After": "soon"}, 0, 0.4),
        ({"Retry_After": "-5"}, 0, 0.4),
    ],
)
def test_a_server_that_asks_to_wait_is_asked_again_then(headers, least, most):
    with serving(yes, (busy(**headers),)) as (url, _):
        begin = time.monotonic()
        assert asked(url).faults == {"rate limit": 1}
        assert least <= time.monotonic() - begin < most


def test_a_date_to_wait_for_is_compared_with_our_clock_if_the_server_tells_none():
    with serving(yes, (busy(Retry_After=formatdate(time.time() + 2, usegmt=True)),)) as (url, _):
        begin = time.monotonic()
        assert asked(url).text == "yes"
        assert 0.9 < time.monotonic() - begin < 2.5


def test_nobody_waits_until_tomorrow():
    words = "429 Too Many: busy; it asks to wait 86400 s"
    with serving(yes, (busy(Retry_After="86400"),)) as (url, _), pytest.raises(ModelError, match=words):
        asked(url)


@pytest.mark.parametrize(
    ("status", "text"),
    [
        (404, '{"error": {"message": "The model `scripted` does not exist", "code": "model_not_found"}}'),
        (404, "model 'scripted' not found, try pulling it first"),
        (400, "Invalid model name passed in model=scripted"),
    ],
)
def test_a_wrong_model_name_is_told_with_the_names_there_are(status, text):
    with always(refusing(status, text)) as (url, came), pytest.raises(ModelError) as failed:
        asked(url)
    assert "(the server offers: scripted, other\\x1b[2J)" in str(failed.value)
    assert failed.value.kind == "unknown model" and [one["path"] for one in came][1:] == ["/v1/models"]


def test_a_wrong_address_is_told():
    with (
        always(refusing(404, "Not Found")) as (url, _),
        pytest.raises(ModelError, match="404 Not Found: Not Found"),
    ):
        asked(url)


OVERFLOWS = [
    (400, "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens"),
    (400, '{"error": {"code": "context_length_exceeded", "message": "too long"}}'),
    (400, "the request exceeds the available context size. try increasing the context size"),
    (400, "prompt is too long: 210000 tokens > 200000 maximum"),
    (413, "Input is too long for requested model"),
    (500, "the context window is full"),
]


@pytest.mark.parametrize(("status", "text"), OVERFLOWS)
def test_a_conversation_that_does_not_fit_is_told(status, text):
    with (
        always(refusing(status, text)) as (url, came),
        pytest.raises(ModelError, match="shorter rules") as failed,
    ):
        asked(url)
    assert failed.value.overflow and len(came) == 1


def test_control_characters_of_a_server_are_written_out():
    with always(refusing(400, "no\x1b]0;title\x07")) as (url, _), pytest.raises(ModelError) as failed:
        asked(url)
    assert str(failed.value) == r"scripted: 400 Bad Request: no\x1b]0;title\x07"


def test_a_model_does_not_show_its_key():
    assert "very-secret" not in repr(model("http://x/v1"))
