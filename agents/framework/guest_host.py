"""The process that asks a Python bot of another package: ``python -m ...guest_host WHERE VALUES``.

Each input line is a question with a game's state, and each output line ``{"action": number}`` or ``{"error": words}``
with the `id` of the question, or ``{"refused": words}`` if the bot cannot be made.
"""

from __future__ import annotations

import base64
import json
import os
import sys
from typing import Any

import numpy as np

from eurogym.agents.framework import own
from eurogym.agents.framework.registry import AgentError
from eurogym.envs.core import registry
from eurogym.envs.core.step.batch import BatchedGame


def answer(bot: Any, tables: dict[str, BatchedGame], question: dict[str, Any]) -> int:
    """Return the answer to a question: the bot's action in its game."""
    key = json.dumps([question["game"], question["options"]])
    if key not in tables:
        game = registry.game(question["game"])
        tables[key] = BatchedGame(
            game, game.options_class.from_kwargs(**question["options"]), 1, autoreset=False
        )
        bot.reset(question["seed"])
        bot.prepare(tables[key])
    batch = tables[key]
    states = np.frombuffer(base64.b64decode(question["state"]), dtype=batch.states.dtype)
    batch.load(states.copy())
    return int(bot.act(batch, np.zeros(1, np.int64))[0])


def main() -> None:
    """Answer until there are no more questions."""
    where, values = sys.argv[1], json.loads(sys.argv[2])
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what the bot prints is not an answer
    bot, refused = None, ""
    try:
        bot = own.make_own(where, values)
    except AgentError as error:  # a parameter that it does not have, say
        refused = str(error)
    tables: dict[str, BatchedGame] = {}
    for line in sys.stdin:
        question = json.loads(line)
        try:
            said = {"refused": refused} if refused else {"action": answer(bot, tables, question)}
        except Exception as error:  # it is said to whoever asked
            said = {"error": str(error) or type(error).__name__}
        lines.write(json.dumps({"id": question["id"], **said}) + "\n")
        lines.flush()


if __name__ == "__main__":
    main()
