"""The games as an OpenEnv environment (extra `openenv`): one seat answers in words, agents play the others.

A server runs `app()`: `uvicorn --factory eurogym.doors.openenv:app`. Tasks are deals; the splits `train`, `validation`
and `test` have separate deals, the same as eurogym's commands use for these purposes.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from eurogym.doors.deals import SPLITS, TASKS, purpose_of, seed_of
from eurogym.envs.core.errors import OptionError
from eurogym.envs.core.extras import require
from eurogym.text.bench import item_table, items_of, load_benchmark
from eurogym.text.table import RETRIES, TextTable

interfaces: Any = require("openenv.core.env_server.interfaces", "openenv", "the OpenEnv environment")
Field: Any = require("pydantic", "openenv", "the OpenEnv environment").Field
types: Any = require("openenv.core.env_server.types", "openenv", "the OpenEnv environment")

MOST_SESSIONS = 64


class EurogymAction(types.Action):
    """An answer of the player."""

    text: str = Field(
        description="one action in <action> </action>: its words, or its number where a list was shown"
    )


class EurogymObservation(types.Observation):
    """What the player reads."""

    text: str = Field(description="the turn, or why an answer was refused; after a reset the rules before it")
    outcome: str = Field(default="", description="of the answer: played, illegal, unparsable or forfeited")


class EurogymState(types.State):
    """What is played and, at the end, the result."""

    game: str = ""
    players: int = 0
    player: int = 0
    seed: int = 0
    over: bool = False
    result: dict[str, Any] | None = None


class EurogymEnvironment(interfaces.Environment):
    """An environment of games in words. The reward is given at the end: the placement, from 1 (first) to -1 (last); at
    positions the points given away, as a loss; 1 for the right answer to a question.

    Args:
        game: name of the game.
        options: options of the game.
        seat: the seat that answers, counted from 0; None: it depends on the deal.
        opponents, legal, retries, last: as for `TextTable`.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(
        self,
        game: str = "villagers",
        options: dict[str, Any] | None = None,
        seat: int | None = None,
        opponents: str = "heuristic",
        legal: str = "list",
        retries: int = RETRIES,
        last: int = 0,
    ):
        super().__init__()
        self.settings = {
            "options": options,
            "opponents": opponents,
            "legal": legal,
            "retries": retries,
            "last": last,
        }
        self.game, self.seat = game, seat
        self.table: TextTable | None = None
        self._episode: str | None = None
        self._steps = 0

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        split: str | None = None,
        index: int | None = None,
        **unknown: Any,
    ) -> EurogymObservation:
        """Deal a game by its seed or as a task of a split; without either, the first task of `train`.

        The tasks of the benchmark are splits, too; they have the settings of the benchmark.
        """
        if unknown:
            raise OptionError(
                f"reset has no argument {min(unknown)[:40]!r}; allowed: seed, episode_id, split, index"
            )
        self._episode, self._steps = episode_id, 0
        if seed is None and split in self._bench:
            self.table = item_table(load_benchmark().task(split), index or 0)
            return self._seen(f"{self.table.rules('short')}\n{self.table.turn()}")
        if seed is None:
            seed = self.get_task(split or "train", index or 0)["seed"]
        seats = (self.settings["options"] or {}).get("num_players", 2)
        seat = seed % seats if self.seat is None else self.seat
        self.table = TextTable(self.game, seat, seed=seed, **self.settings)
        return self._seen(f"{self.table.rules('short')}\n{self.table.turn()}")

    def step(
        self, action: EurogymAction, timeout_s: float | None = None, **kwargs: Any
    ) -> EurogymObservation:
        """Answer the turn."""
        table = self._open()
        reply = table.answer(action.text)
        self._steps += 1
        return self._seen(reply.text if reply.refused else f"{reply.text}\n\n{table.turn()}", reply.outcome)

    def _open(self) -> TextTable:
        if self.table is None:
            raise OptionError("no game was dealt; call reset first")
        return self.table

    def _seen(self, text: str, outcome: str = "") -> EurogymObservation:
        table = self._open()
        reward = table.result()[0].reward if table.over else 0.0
        return EurogymObservation(text=text, outcome=outcome, done=table.over, reward=reward)

    @property
    def state(self) -> EurogymState:
        """What is played and, at the end, the result."""
        found = EurogymState(episode_id=self._episode, step_count=self._steps, game=self.game)
        if self.table is not None:
            found.players, found.player = self.table.options.num_players, self.table.seats[0] + 1
            found.seed, found.over = self.table.seed, self.table.over
            found.result = vars(self.table.result()[0]) if self.table.over else None
        return found

    # -- tasks

    def list_splits(self) -> list[str]:
        """Return the names of the splits, and of the tasks of the benchmark for this game."""
        return [*SPLITS, *self._bench]

    @property
    def _bench(self) -> list[str]:
        return [task.id for task in load_benchmark().tasks if task.game == self.game]

    def num_tasks(self, split: str) -> int:
        """Return the number of deals of a split, or of the items of a task of the benchmark."""
        if split in self._bench:
            return len(items_of(load_benchmark().task(split)))
        purpose_of(split)
        return TASKS

    def get_task(self, split: str, index: int) -> dict[str, Any]:
        """Return one deal or item; raise IndexError outside the split."""
        if split in self._bench:
            item = items_of(load_benchmark().task(split))[index]
            return {"id": f"{split}-{item.name}", "index": index}
        return {"id": f"{split}-{index}", "index": index, "seed": seed_of(split, index)}

    def get_task_range(
        self, split: str, start: int | None = None, stop: int | None = None
    ) -> list[dict[str, Any]]:
        """Return the deals of a range, at most a thousand."""
        chosen = range(self.num_tasks(split))[slice(start, stop)][:1000]
        return [self.get_task(split, index) for index in chosen]

    def list_tasks(self, split: str) -> list[dict[str, Any]]:
        """Return the first hundred deals of a split."""
        return self.get_task_range(split, 0, 100)


def app(make: Callable[[], EurogymEnvironment] | None = None) -> Any:
    """Return the server's application, with environments from `make` or of EUROGYM_GAME (default villagers)."""
    server = require("openenv.core.env_server.http_server", "openenv", "the OpenEnv server")
    made = make or (lambda: EurogymEnvironment(os.environ.get("EUROGYM_GAME", "villagers")))
    return server.create_app(
        made,
        EurogymAction,
        EurogymObservation,
        env_name="eurogym",
        max_concurrent_envs=MOST_SESSIONS,
        state_cls=EurogymState,
    )
