"""The games as an Inspect task (extra `inspect`): `inspect eval eurogym/doors/inspect.py -T game=village`."""

from __future__ import annotations

from typing import Any

from eurogym.doors.deals import seed_of
from eurogym.envs.core.extras import require
from eurogym.text.table import RETRIES, TextTable

ai: Any = require("inspect_ai", "inspect", "the Inspect task")
dataset: Any = require("inspect_ai.dataset", "inspect", "the Inspect task")
chat: Any = require("inspect_ai.model", "inspect", "the Inspect task")
scorers: Any = require("inspect_ai.scorer", "inspect", "the Inspect task")
solvers: Any = require("inspect_ai.solver", "inspect", "the Inspect task")

RESULT = "eurogym"  # key of a finished game in the sample's store


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
) -> Any:
    """Let the model play every seat of `deals` deals; `legal`, `retries` and `last` are as for `TextTable`."""
    samples = [
        dataset.Sample(
            input=f"{game}, deal {deal + 1}, player {seat + 1}",
            id=f"{game}-{deal}-{seat + 1}",
            metadata={"seed": seed_of(split, deal), "seat": seat},
        )
        for deal in range(deals)
        for seat in range(players)
    ]
    values = {"opponents": opponents, "legal": legal, "retries": retries, "last": last}
    return ai.Task(
        dataset=samples, solver=player(game, {"num_players": players}, rules, **values), scorer=game_result()
    )


@solvers.solver
def player(game: str, options: dict[str, Any], rules: str, **values: Any) -> Any:
    """Play a game; every decision is a separate conversation of the rules, the turn and any refusals."""

    async def solve(state: Any, generate: Any) -> Any:
        seed, seat = state.metadata["seed"], state.metadata["seat"]
        table = TextTable(game, seat, options, seed, **values)
        talk: list[Any] = []
        while not table.over:
            talk = talk or [
                chat.ChatMessageSystem(content=table.rules(rules)),
                chat.ChatMessageUser(content=table.turn()),
            ]
            state.messages = talk
            state = await generate(state)
            reply = table.answer(state.output.completion)
            refused = reply.outcome in ("illegal", "unparsable")
            talk = [*state.messages, chat.ChatMessageUser(content=reply.text)] if refused else []
        (result,), (random, heuristic) = table.result(), table.yardstick(seat)
        found = vars(result) | {"retries": result.retries, "random": random, "heuristic": heuristic}
        state.store.set(RESULT, found | {"transcript": table.transcript.dumps()})
        return state

    return solve


@scorers.scorer(metrics={"*": [scorers.mean(), scorers.stderr()]})
def game_result() -> Any:
    """Score a game by placement, margin, the parts of progression, forfeits and refused answers."""

    async def score(state: Any, target: Any) -> Any:
        found = state.store.get(RESULT)
        names = ("placement", "margin", "random", "heuristic", "forfeited", "retries")
        return scorers.Score(value={name: float(found[name]) for name in names})

    return score
