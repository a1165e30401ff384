"""The games and the benchmark as Inspect tasks (extra `inspect`), for its `eval`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eurogym.doors.deals import seed_of
from eurogym.envs.core.extras import require
from eurogym.text.arena import QUESTION
from eurogym.text.bench import item_table, items_of, load_benchmark
from eurogym.text.table import RETRIES, TextTable
from eurogym.text.talk import Talk

ai: Any = require("inspect_ai", "inspect", "the Inspect task")
dataset: Any = require("inspect_ai.dataset", "inspect", "the Inspect task")
chat: Any = require("inspect_ai.model", "inspect", "the Inspect task")
scorers: Any = require("inspect_ai.scorer", "inspect", "the Inspect task")
solvers: Any = require("inspect_ai.solver", "inspect", "the Inspect task")

RESULT = "eurogym"  # key of a finished game in the sample's store
ROLES = {
    "system": chat.ChatMessageSystem,
    "user": chat.ChatMessageUser,
    "assistant": chat.ChatMessageAssistant,
}


@ai.task
def eurogym_games(
    game: str = "villagers",
    deals: int = 5,
    split: str = "test",
    players: int = 2,
    opponents: str = "heuristic",
    legal: str = "list",
    retries: int = RETRIES,
    last: int = 0,
    rules: str = "full",
    illegal: str = "forfeit",
) -> Any:
    """Let the model play every seat of `deals` deals; `legal`, `retries`, `last`, `illegal` are as for `TextTable`."""
    samples = [
        dataset.Sample(
            input=f"{game}, deal {deal + 1}, player {seat + 1}",
            id=f"{game}-{deal}-{seat + 1}",
            metadata={"seed": seed_of(split, deal), "seat": seat},
        )
        for deal in range(deals)
        for seat in range(players)
    ]

    def table(row: dict[str, Any]) -> TextTable:
        options = {"num_players": players}
        return TextTable(game, row["seat"], options, row["seed"], opponents, legal, retries, last, illegal)

    return ai.Task(dataset=samples, solver=player(table, rules), scorer=game_result())


@ai.task
def eurogym_bench(
    task: str = "villagers-positions",
    items: int = 100,
    questions: bool = False,
    legal: str = "",
    rules: str = "",
) -> Any:
    """Let the model play the first `items` of a task of eurogym-bench-llm-v0, with its settings or others.

    At positions they are decisions, or questions about the positions.
    """
    chosen = load_benchmark().task(task)
    settings = {"legal": legal} if legal else {}
    samples = [
        dataset.Sample(input=f"{task}, {item.name}", id=f"{task}-{item.name}", metadata={"index": index})
        for index, item in enumerate(items_of(chosen))
        if (item.kind == QUESTION) == questions
    ][:items]

    def table(row: dict[str, Any]) -> TextTable:
        return item_table(chosen, row["index"], **settings)

    rules = rules or load_benchmark().settings["rules"]
    return ai.Task(dataset=samples, solver=player(table, rules), scorer=game_result())


@solvers.solver
def player(make: Callable[[dict[str, Any]], TextTable], rules: str) -> Any:
    """Play a table; every decision is a separate conversation of the rules, the turn and any refusals."""

    async def solve(state: Any, generate: Any) -> Any:
        table = make(state.metadata)
        talk = Talk(table, rules)
        while not table.over:
            state.messages = [ROLES[one["role"]](content=one["content"]) for one in talk.messages()]
            state = await generate(state)
            talk.answer(state.output.completion, state.output.stop_reason == "max_tokens")
        (result,) = table.result()
        found = vars(result) | {"figures": result.figures, "transcript": table.transcript.dumps()}
        state.store.set(RESULT, found)
        return state

    return solve


@scorers.scorer(metrics={"*": [scorers.mean(), scorers.stderr()]})
def game_result() -> Any:
    """Score by the figures of the result."""

    async def score(state: Any, target: Any) -> Any:
        return scorers.Score(value=state.store.get(RESULT)["figures"])

    return score
