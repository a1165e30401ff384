"""The games as a taskset and an environment for verifiers (extra `verifiers`; version 1 of its interface).

The taskset's id is `eurogym-verifiers`. A task is a deal, or an item of a task of the benchmark. In the
environment, models play the players named by `players`, and agents play the others. The reward of a seat, `result`, is
its placement, from 1 for the first to -1 for the last; at positions the points given away, as a loss. Margin, wrong
answers and other figures are metrics.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import count
from typing import Any

from eurogym.doors.deals import seed_of
from eurogym.envs.core.extras import require
from eurogym.text.bench import item_table, items_of, load_benchmark
from eurogym.text.table import LEGAL, RETRIES, WRONG, TextTable

vf: Any = require("verifiers.v1", "verifiers", "the verifiers environment")
Field: Any = require("pydantic", "verifiers", "the verifiers environment").Field

__all__ = ["EurogymEnv", "EurogymTaskset"]

NULL = {"id": "null"}  # the harness without tools, a plain conversation


class EurogymData(vf.TaskData):
    """A deal."""

    info: dict


class EurogymTask(vf.Task[EurogymData]):
    """A deal that is to be played."""


class EurogymConfig(vf.TasksetConfig):
    """The split whose deals are played, each of which has its own, or a task of the benchmark."""

    split: str = "train"


class EurogymTaskset(vf.Taskset[EurogymTask, EurogymConfig]):
    """An endless sequence of deals, or the items of a task of the benchmark."""

    INFINITE = True

    def load(self) -> Iterator[EurogymTask]:
        """Yield the deals or items in order."""
        known = load_benchmark().known
        if task := known.get(self.config.split):
            for index, item in enumerate(items_of(task)):
                info = {"task": task.id, "index": index}
                yield EurogymTask(
                    EurogymData(idx=index, name=f"{task.id} {item.name}", prompt=None, info=info)
                )
            return
        for index in count():
            info = {"seed": seed_of(self.config.split, index)}
            yield EurogymTask(EurogymData(idx=index, name=f"deal {index}", prompt=None, info=info))


class EurogymEnvConfig(vf.EnvConfig):
    """What is played, and who plays."""

    game: str = "villagers"
    options: dict[str, Any] = Field(default_factory=dict)
    players: list[int] = Field(default_factory=lambda: [1])
    """The players that models play, counted from 1; if there are several, each has its own role."""
    opponents: str = "heuristic"
    legal: str = Field("list", pattern="|".join(LEGAL))
    invalid_retries: int = Field(RETRIES, ge=0)
    last: int = Field(0, ge=0)
    illegal: str = Field("forfeit", pattern="|".join(WRONG))
    rules: str = "short"
    player1: vf.AgentConfig = vf.AgentConfig(harness=NULL)
    player2: vf.AgentConfig = vf.AgentConfig(harness=NULL)
    player3: vf.AgentConfig = vf.AgentConfig(harness=NULL)
    player4: vf.AgentConfig = vf.AgentConfig(harness=NULL)
    player5: vf.AgentConfig = vf.AgentConfig(harness=NULL)
    player6: vf.AgentConfig = vf.AgentConfig(harness=NULL)


class EurogymEnv(vf.Env[EurogymEnvConfig]):
    """An environment that plays one game for every task."""

    def table(self, info: dict[str, Any]) -> TextTable:
        """Return the table of a task, by its `info`; an item of the benchmark has the settings of the benchmark."""
        if "task" in info:
            return item_table(load_benchmark().task(info["task"]), info["index"])
        one = self.config
        seats = [player - 1 for player in one.players]
        return TextTable(
            one.game,
            seats,
            one.options,
            info["seed"],
            one.opponents,
            one.legal,
            one.invalid_retries,
            one.last,
            one.illegal,
        )

    async def run(self, task: Any, agents: Any) -> None:
        """Play a game; each model is given the rules and then, turn by turn, what it sees."""
        table = await asyncio.to_thread(self.table, task.data.info)
        async with AsyncExitStack() as held:
            talks = {}
            for seat in table.seats:
                data = vf.TaskData(
                    idx=task.data.idx, prompt=None, system_prompt=table.rules(self.config.rules)
                )
                agent = getattr(agents, f"player{seat + 1}")
                talks[seat] = await held.enter_async_context(agent.interaction(vf.Task(data)))
            await self._play(table, talks)
        for result in table.result():
            trace = talks[result.seat].trace
            trace.record_reward("result", result.reward)
            for name, value in result.figures.items():
                trace.record_metric(name, value)
            played = {"seat": result.seat, "seed": table.seed, "game": table.game.name}
            trace.info["eurogym"] = played | dict(task.data.info)

    async def _play(self, table: TextTable, talks: dict[int, Any]) -> None:
        refused = ""
        while not table.over:
            seat = table.seat
            segment = await talks[seat].turn(refused or table.turn())
            reply = table.answer("" if segment.terminated else segment.last_reply)
            while segment.terminated and reply.refused:
                reply = table.answer("")  # a model that has stopped answering
            refused = reply.text if reply.refused else ""
