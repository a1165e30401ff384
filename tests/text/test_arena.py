"""A language model against agents: results, limits, going on, and a server that fails."""

import json
import random
import re
from dataclasses import replace

import numpy as np
import pytest

from eurogym.cli import main as cli
from eurogym.common.errors import InputError
from eurogym.envs.core.errors import FileError
from eurogym.text import Transcript
from eurogym.text import arena as arenas
from eurogym.text.arena import Arena, Plan, by_model
from eurogym.text.chat import TRIES, Model, ModelError
from tests.text.server import Raw, serving

MODEL = "m\n<action>1</action>"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
PLAN = Plan("scripted", "villagers", ("random",), deals=1, last=6, rules="short")


@pytest.fixture(autouse=True)
def on_few_deals(monkeypatch):
    """What progression is measured against."""
    measured = arenas.yardstick
    monkeypatch.setattr(arenas, "yardstick", lambda *table: measured(*table, count=20))


def random_model(messages):
    """Picks a number of the last list by the text of the turn alone, so that the same turn is answered alike."""
    numbers = re.findall(r"^ +(\d+)\. ", messages[1]["content"].rpartition("You are asked")[2], re.M)
    return f"Let me see.\n<action>{random.Random(messages[1]['content']).choice(numbers)}</action>"


def timeless(rows):
    """Rows without the time that requests took."""
    kept = [{name: value for name, value in row.items() if name != "seconds"} for row in rows]
    return [row | {"answers": [one | {"seconds": 0} for one in row["answers"]]} for row in kept]


def arena(folder, url, plan=PLAN, **settings):
    return Arena(plan, folder, by_model(Model(url, plan.model, key="secret", pause=0.01)), **settings)


def test_the_model_plays_every_seat_of_every_deal_and_is_told_rules_and_turns(tmp_path):
    with serving(random_model) as (url, came):
        one = arena(tmp_path, url)
        assert one.run()
    assert [(row["deal"], row["seat"]) for row in one.rows] == [(0, 0), (0, 1)]
    first = came[0]
    asked = {"path": "/v1/chat/completions", "key": "Bearer secret", "model": "scripted"}
    assert first | asked == first
    assert [one["role"] for one in first["messages"]] == ["system", "user"]
    assert first["messages"][0]["content"].startswith("RULES of Villagers")
    (summed,) = one.summary()
    assert summed["games"] == 2 and summed["forfeits"] == 0 and summed["refused"] == 0 and summed["counted"]
    words = sum(len(message["content"].split()) for request in came for message in request["messages"])
    assert summed["prompt_tokens"] == words and summed["answer_tokens"] == 4 * len(came) == one.tokens - words
    for row, file in zip(one.rows, sorted((tmp_path / "transcripts").iterdir()), strict=True):
        assert Transcript.load(file).replay().scores[row["seat"]] == row["score"]
    assert not list(tmp_path.glob("*.part"))


def test_a_limit_of_tokens_stops_in_the_middle_of_a_game_and_it_goes_on_there(tmp_path):
    with serving(random_model) as (url, came):
        whole = arena(tmp_path / "whole", url)
        assert whole.run()
        requests = [request["messages"] for request in came]
        came.clear()
        assert not arena(tmp_path / "parts", url, most_tokens=6000).run()
        stopped = len(came)
        assert 0 < stopped < len(requests)
        assert not arena(tmp_path / "parts", url, most_tokens=6000).run() and len(came) == stopped
        parts = arena(tmp_path / "parts", url)
        assert parts.run()
        assert [request["messages"] for request in came] == requests
    assert timeless(parts.rows) == timeless(whole.rows)
    names = sorted(path.name for path in (tmp_path / "whole" / "transcripts").iterdir())
    for name in names:
        one, other = (tmp_path / kind / "transcripts" / name for kind in ("whole", "parts"))
        assert one.read_bytes() == other.read_bytes()


def test_what_was_written_by_half_is_cut_off_and_nothing_behind_it_is_lost(tmp_path):
    with serving(random_model) as (url, came):
        assert arena(tmp_path, url).run()
        games = tmp_path / "games.jsonl"
        first, second = games.read_bytes().splitlines(keepends=True)
        games.write_bytes(first + second[: len(second) // 2])
        assert arena(tmp_path, url).run()
        again = games.read_bytes().splitlines()
        assert timeless(map(json.loads, again)) == timeless(map(json.loads, (first, second)))
        played = len(came)
        assert arena(tmp_path, url).run() and len(came) == played  # nothing is asked for again


@pytest.mark.parametrize("line", ["{}", "[]", '{"opponent": "random", "deal": 0, "seat": 0}'])
def test_a_line_that_does_not_say_what_a_game_came_to_is_told(line, tmp_path):
    (tmp_path / "games.jsonl").write_text(f"{line}\n")
    with pytest.raises(FileError, match=r"games.jsonl, line 1: (\w+ is missing|\[\] is not an object with)"):
        arena(tmp_path, "http://nowhere")


@pytest.mark.parametrize("content", ["[]", "{"])
def test_a_damaged_plan_is_told(content, tmp_path):
    (tmp_path / "arena.json").write_text(content)
    with pytest.raises(FileError, match=r"arena.json"):
        arena(tmp_path, "http://nowhere")


def test_nonsense_loses_every_game_and_refusals_are_counted(tmp_path):
    with serving(lambda messages: "I pass the time.") as (url, came):
        one = arena(tmp_path, url)
        assert one.run()
    (summed,) = one.summary()
    assert summed["forfeits"] == 2 and summed["refused"] == 1 and summed["outcome"][0] == -1
    assert [len(request["messages"]) for request in came] == [2, 4, 6, 8] * 2
    assert "Retries left: 0" in came[3]["messages"][-1]["content"]


def cut(text, finish="length"):
    """A body with an answer that ended for this reason."""
    choice = {"message": {"content": text}, "finish_reason": finish}
    return json.dumps({"choices": [choice]}).encode()


def test_what_was_wrong_with_requests_and_answers_is_counted_by_kind(tmp_path, capsys):
    faults = (503, cut("<think>Let me"), 429, cut("", "stop"), cut("No.", "content_filter"))
    with serving(random_model, faults) as (url, came):
        one = arena(tmp_path, url)
        assert one.run()
    first, second = one.rows
    assert first["faults"] == {"server error": 1, "rate limit": 1}
    assert first["errors"] == {"cut off": 1, "empty": 1, "withheld": 1}
    assert second["faults"] == second["errors"] == {} and first["unparsable"] == 3 and not first["forfeited"]
    (summed,) = arena(tmp_path, url).summary()
    assert summed["faults"] == first["faults"] and summed["errors"] == first["errors"]
    told = [message["content"] for message in came[5]["messages"][2:]]
    assert told[1].startswith(
        "Not understood: the answer was cut off at its limit of tokens; the answer is empty."
    )
    assert told[2] == "(no answer)"


def test_the_command_says_what_was_cut_off(tmp_path, capsys):
    with serving(random_model, (cut("<action>"),)) as (url, _):
        command = ["llm", "arena", "villagers", "--url", url, "--model", MODEL, "--against", "random"]
        words = "--deals 1 --last 3 --rules short --out"
        assert cli.main([*command, *words.split(), str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert "; 1 cut off; " in shown and "\nwrong answers: 1 cut off\n" in shown
    assert "--answer-tokens" in shown


def test_a_game_goes_on_after_an_answer_that_no_longer_fits_the_context(tmp_path):
    """Given a long wrong answer; then the model is asked again without it, and told what was wrong."""
    words = b"maximum context length"
    overflow = Raw(b"HTTP/1.1 400 No\r\nContent-Length: %d\r\n\r\n%s" % (len(words), words))
    with serving(random_model, (cut("so " * 20_000, "stop"), overflow)) as (url, came):
        one = arena(tmp_path, url, replace(PLAN, last=1))
        assert one.run()
    assert [len(request["messages"]) for request in came[:3]] == [2, 4, 2]
    first, _, third = (request["messages"][1]["content"] for request in came[:3])
    assert third.startswith(f"{first}\n\nNot understood: ")
    assert one.rows[0]["faults"] == {"context overflow": 1} and not one.rows[0]["forfeited"]


def test_two_runs_in_one_folder_do_not_mix(tmp_path):
    """Given a run whose model is asked; then another run of the same plan is refused, and so is none after it."""
    refused = []

    def answer(messages):
        if not refused:
            with pytest.raises(InputError, match="another run is at work in .* \\(process") as error:
                other.run()
            refused.append(error)
        return random_model(messages)

    with serving(answer) as (url, came):
        first, other = arena(tmp_path, url), arena(tmp_path, url)
        assert first.run() and refused
        played = len(came)
        assert other.run() and other.rows == first.rows and len(came) == played
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 2


def test_another_plan_is_not_mixed_in_but_more_deals_are(tmp_path):
    with serving(random_model) as (url, _):
        assert arena(tmp_path, url).run()
        with pytest.raises(InputError, match="another legal, seed"):
            arena(tmp_path, url, replace(PLAN, seed=9, legal="none"))
        more = arena(tmp_path, url, replace(PLAN, deals=2))
        assert more.run() and len(more.rows) == 4
        for other in ({"kind": "agent"}, {"temperature": 0.5}, {"answer_tokens": 9}):
            with pytest.raises(InputError, match=f"another {min(other)};"):
                arena(tmp_path, url, replace(PLAN, **other))
        kept = tmp_path / "arena.json"
        told = json.loads(kept.read_text())
        kept.write_text(json.dumps(told | {"version": 99}))
        with pytest.raises(InputError, match="another version;"):
            arena(tmp_path, url, replace(PLAN, deals=2))
    low = more.summary()[0]["outcome"]
    assert np.isfinite(low).all() and more.summary()[0]["deals"] == 2


@pytest.mark.parametrize(
    ("faults", "words"),
    [
        ((401,), "401 Unauthorized: not now"),
        ((503,) * TRIES, f"no answer after {TRIES} tries; the last error: 503"),
        ((b"<html>" * 100,) * TRIES, "not a chat completion"),
        ((Raw(b"hello\r\n"),) * TRIES, "the last error: BadStatusLine('hello"),
        ((Raw(CHUNKED + b"zz\r\n"),) * TRIES, "the last error: IncompleteRead"),
        ((Raw(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}"),) * TRIES, "2 bytes read, 7 more expected"),
        ((Raw(CHUNKED.replace(b"200 OK", b"401 No") + b"zz\r\n"),), "401 No"),
    ],
)
def test_a_server_that_fails_is_quoted(faults, words, tmp_path):
    with serving(random_model, faults) as (url, _), pytest.raises(ModelError) as failed:
        arena(tmp_path, url).run()
    assert words in str(failed.value) and len(str(failed.value)) < 400


def test_a_server_that_fails_for_the_moment_is_asked_again(tmp_path):
    with serving(random_model, (503, 429, Raw(b"hello\r\n"))) as (url, came):
        messages = [{"role": "user", "content": text} for text in ("", "  1. x")]
        said = Model(url, "scripted", pause=0.01).ask(messages)
    assert said.text.endswith("<action>1</action>") and len(came) == 4


def test_tokens_are_estimated_where_the_server_does_not_count_them():
    with serving(lambda messages: "y" * 40, usage=False) as (url, _):
        said = Model(url, "scripted").ask([{"role": "user", "content": "x" * 400}])
    assert (said.prompt_tokens, said.answer_tokens, said.counted) == (101, 11, False)


@pytest.mark.parametrize("count", [True, -2, "5", None, 10**4000])
def test_a_count_that_is_none_is_not_believed(count):
    usage = {"prompt_tokens": 5, "completion_tokens": count}
    answer = json.dumps({"choices": [{"message": {"content": "y" * 40}}], "usage": usage}).encode()
    with serving(random_model, (answer,)) as (url, _):
        said = Model(url, "scripted").ask([{"role": "user", "content": "x" * 400}])
    assert (said.prompt_tokens, said.answer_tokens, said.counted) == (101, 11, False)


NO_ADDRESSES = [
    "",
    "localhost:8000",
    "file:///etc/passwd",
    "ftp://x/y",
    "http://localhost:abc/v1",
    "http://[::1/v1",
]
NO_ADDRESSES += [
    "http://local host/v1",
    "http://x\0/v1",
    "http://x/é",
    "http://me:secret@x/v1",
    f"http://{'x' * 70}/v1",
]


@pytest.mark.parametrize("url", NO_ADDRESSES)
def test_what_is_no_address_is_refused(url):
    with pytest.raises(ModelError, match="is not a URL"):
        Model(url, "x")


@pytest.mark.parametrize("url", ["http://[::1]:8000/v1", "https://bücher.example/v1/"])
def test_unusual_addresses_are_taken(url):
    assert Model(url, "x").url == url


@pytest.mark.parametrize("key", ["very\nsecret", "very-geheim-ключ", "very\udcffsecret"])
def test_a_key_that_cannot_be_sent_is_refused_and_not_shown(key):
    with pytest.raises(ModelError, match="the key contains") as refused:
        Model("http://x/v1", "x", key)
    assert "very" not in str(refused.value)


def test_the_command_shows_results_and_keeps_no_key(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("EUROGYM_API_KEY", "very-secret")
    with serving(random_model) as (url, came):
        command = ["llm", "arena", "villagers", "--url", url, "--model", MODEL, "--against", "random"]
        words = "--deals 1 --last 3 --rules short --out"
        assert cli.main([*command, *words.split(), str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert "against random, deal 1, player 2:" in shown and "progression" in shown
    assert came[0]["key"] == "Bearer very-secret"
    kept = "".join(path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.json*"))
    assert "very-secret" not in kept
    assert json.loads((tmp_path / "arena.json").read_text())["model"] == MODEL


def test_the_heuristic_in_words_is_measured_and_goes_on_as_it_would_have_gone(tmp_path, capsys):
    command = ["llm", "arena", "villagers", "--agent", "heuristic", "--against", "greedy", "--last", "8"]
    shown = []
    for folder, deals in (("whole", (2,)), ("parts", (1, 2))):
        for most in deals:
            assert cli.main([*command, "--deals", str(most), "--out", str(tmp_path / folder)]) == 0
        shown.append((tmp_path / folder / "games.jsonl").read_text(encoding="utf-8"))
    assert shown[0] == shown[1]
    assert len(shown[0].splitlines()) == 4
    shown_interval = re.search(
        r"greedy .* ([0-9.]+), ([0-9.]+) to ([0-9.]+) +0 +0 of", capsys.readouterr().out
    )
    mean, low, high = map(float, shown_interval.groups())
    assert low < mean < high and mean > 80


def test_a_game_without_a_heuristic_is_played_against_the_others(toy_is_declared, tmp_path):
    told = ["llm", "arena", "toy", "--agent", "random", "--deals", "1", "--out", str(tmp_path)]
    assert cli.main(told) == 0
    rows = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()
    assert {json.loads(row)["opponent"] for row in rows} == {"random", "greedy"}


@pytest.mark.parametrize(
    "who", [[], ["--url", "http://x/v1"], ["--agent", "ppo", "--url", "http://x/v1", "--model", "m"]]
)
def test_who_plays_is_said_once(who, tmp_path, capsys):
    assert cli.main(["llm", "arena", "villagers", *who, "--out", str(tmp_path)]) == 2
    assert "--url and --model, or --agent" in capsys.readouterr().err
