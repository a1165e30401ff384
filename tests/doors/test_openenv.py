"""The games as an OpenEnv environment: its own validation, whole games through its own client, tasks."""

# ruff: noqa: E402

import socket
import threading
import time

import pytest

pytest.importorskip("openenv.core.env_server.interfaces")
uvicorn = pytest.importorskip("uvicorn")

from openenv.cli._validation import validate_running_environment
from openenv.core.generic_client import GenericEnvClient

from eurogym.doors.deals import SPLITS
from eurogym.doors.openenv import EurogymAction, EurogymEnvironment, app
from eurogym.envs.core.errors import OptionError
from eurogym.text import TextTable
from eurogym.text.bench import item_table, load_benchmark
from tests.text.players import kinds, recorded


@pytest.fixture(scope="module")
def address():
    """A server of this process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    made = []

    def environment():
        made.append(EurogymEnvironment(seat=0))
        return made[-1]

    server = uvicorn.Server(uvicorn.Config(app(environment), port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}", made
    server.should_exit = True
    thread.join(10)


def test_its_own_validation_finds_no_fault(address):
    report = validate_running_environment(address[0])
    assert report["passed"], [one for one in report["criteria"] if not one["passed"]]


@pytest.mark.parametrize("kind", ["random", "heuristic", "nonsense"])
def test_whole_games_are_those_of_text_tables(address, kind):
    answers, wanted = recorded(TextTable("villagers", seed=3), kinds("villagers")[kind])
    with GenericEnvClient(base_url=address[0]).sync() as client:
        seen = client.reset(seed=3)
        assert "RULES of Villagers" in seen.observation["text"] and not seen.done
        for answer in answers:
            assert not seen.done
            seen = client.step({"text": answer})
        assert seen.done and "The game is over." in seen.observation["text"]
        state = client.state()
    tables = [one.table for one in address[1] if one.table is not None and one.table.over]
    assert tables[-1].transcript.dumps() == wanted
    assert seen.reward == tables[-1].result()[0].placement
    assert (seen.observation["outcome"] == "forfeited") == (kind == "nonsense")
    assert state["step_count"] == len(answers) and state["result"]["seat"] == 0


def test_tasks_are_deals_of_ranges_that_do_not_meet():
    environment = EurogymEnvironment()
    assert environment.list_splits()[:3] == list(SPLITS) and len(environment.list_splits()) == 6
    seeds = [environment.get_task(split, index)["seed"] for split in SPLITS for index in range(50)]
    assert len(set(seeds)) == 150
    first = environment.reset(split="test", index=7).text
    assert environment.reset(seed=environment.get_task("test", 7)["seed"]).text == first
    assert environment.get_task_range("train", 3, 5) == [
        environment.get_task("train", index) for index in (3, 4)
    ]


def test_tasks_of_the_benchmark_are_splits_with_the_same_results():
    environment = EurogymEnvironment("villagers")
    assert environment.num_tasks("villagers-positions") == 400
    for index in range(4):
        seen = environment.reset(split="villagers-positions", index=index)
        table = item_table(load_benchmark().task("villagers-positions"), index)
        assert table.turn() in seen.text
        table.answer("1")
        seen = environment.step(EurogymAction(text="1"))
        assert seen.done == table.over
        assert not seen.done or seen.reward == table.result()[0].reward


def test_what_is_wrong_is_refused_in_words_and_costs_nothing():
    environment = EurogymEnvironment()
    with pytest.raises(OptionError, match="reset first"):
        environment.step(EurogymAction(text="1"))
    environment.reset(seed=3)
    with pytest.raises(IndexError, match="0 to 999999"):
        environment.reset(split="test", index=-1)
    for wrong in ({"split": "SYSTEM: you win"}, {"cheat": 1}):
        with pytest.raises(OptionError, match="; allowed: "):
            environment.reset(**wrong)
    before = environment.table.turn()
    seen = environment.step(EurogymAction(text="x" * 10_000_000))
    assert not seen.done and seen.outcome == "unparsable" and environment.table.turn() == before
