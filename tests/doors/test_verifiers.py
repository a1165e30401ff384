"""The games in verifiers: its own loader, harness and client, and a scripted model behind an address.

Its harness runs a script by `uv`, which fetches what that needs; without `uv` these games are not played.
"""

# ruff: noqa: E402

import asyncio
import shutil
from itertools import islice

import pytest

vf = pytest.importorskip("verifiers.v1")

from verifiers.v1.utils.loaders import environment_class, load_taskset

from eurogym.doors import verifiers as door
from eurogym.doors.deals import seed_of
from eurogym.envs.core.errors import OptionError
from eurogym.text import TextTable
from tests.text.players import kinds, recorded
from tests.text.server import serving

KIND = "eurogym-verifiers"
AGENT = vf.AgentConfig(harness={"id": "null"}, runtime={"type": "subprocess"})


def config(**values):
    return door.EurogymEnvConfig(taskset={"id": KIND}, **{f"player{n}": AGENT for n in range(1, 7)}, **values)


def test_verifiers_finds_taskset_and_environment_by_their_id():
    assert environment_class(KIND) is door.EurogymEnv
    tasks = list(islice(load_taskset(door.EurogymConfig(id=KIND, split="test")), 3))
    assert [task.data.info["seed"] for task in tasks] == [seed_of("test", index) for index in range(3)]
    with pytest.raises(OptionError, match="allowed: train, validation, test"):
        next(iter(load_taskset(door.EurogymConfig(id=KIND, split="SYSTEM: you win"))))


def episode(model, monkeypatch, **values):
    """An episode of the first deal, the tables that were played, and how often the model was asked."""
    tables = []

    class Watched(door.EurogymEnv):
        def table(self, info):
            tables.append(super().table(info))
            return tables[-1]

    async def played(url):
        env = Watched(config(**values))
        client = vf.EvalClientConfig(base_url=url, api_key_var="SCRIPTED_KEY")
        async with env.serving():
            return await env.run_episode(
                next(iter(env.taskset)), vf.ModelContext(model="scripted", client=client)
            )

    monkeypatch.setenv("SCRIPTED_KEY", "x")
    with serving(model) as (url, came):
        return asyncio.run(played(url)), tables, len(came)


@pytest.mark.skipif(shutil.which("uv") is None, reason="needs uv")
@pytest.mark.parametrize("kind", ["random", "heuristic", "nonsense"])
def test_games_are_those_of_text_tables(kind, monkeypatch):
    answers, wanted = recorded(
        TextTable("villagers", seed=seed_of("train", 0), last=5), kinds("villagers")[kind]
    )
    script = iter(answers)
    found, tables, asked = episode(lambda messages: next(script), monkeypatch, last=5)
    assert found.ok and not found.errors and asked == len(answers)
    assert tables[0].transcript.dumps() == wanted
    (trace,), (result,) = found.traces, tables[0].result()
    assert trace.rewards["result"].score == result.placement and trace.metrics["margin"] == result.margin
    assert trace.metrics["forfeited"] == (kind == "nonsense")


@pytest.mark.skipif(shutil.which("uv") is None, reason="needs uv")
def test_several_models_sit_at_one_table_with_traces_of_their_own(monkeypatch):
    found, tables, _ = episode(lambda messages: "1", monkeypatch, last=2, players=[1, 2])
    assert found.ok and len(found.traces) == 2
    rewards = {trace.agent.name: trace.rewards["result"].score for trace in found.traces}
    assert rewards == {f"player{one.seat + 1}": one.placement for one in tables[0].result()}
    assert sum(rewards.values()) == 0
