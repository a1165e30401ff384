"""The games as tools of the Model Context Protocol: `eurogym llm mcp` (extra `mcp`)."""

from __future__ import annotations

import functools
import inspect
from typing import Any

from eurogym.envs.core import registry
from eurogym.envs.core.errors import EurogymError, StateError
from eurogym.envs.core.extras import require
from eurogym.text import rule_text
from eurogym.text.tables import Tables

INSTRUCTIONS = """Euro board games against agents of several strengths. Begin with new_game, which answers with the id
of the game, its short rules and your first turn; then answer every turn with play until the game is over. The other
tools only tell: they never change a game."""


def server(tables: Tables) -> Any:
    """Make an MCP server for these tables; its `run()` serves on standard input and output.

    Raises:
        MissingExtraError: the package `mcp` (2.0 or newer) is not installed.
    """
    module = require("mcp.server.mcpserver", "mcp", "the MCP server")
    refused = require("mcp.server.mcpserver.exceptions", "mcp", "the MCP server").ToolError
    base: Any = module.MCPServer
    takes: dict[str, list[str]] = {}  # arguments by tool

    class Strict(base):
        """A server that refuses unknown arguments, which its base would drop, and says in one line what is wrong."""

        async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
            other = next((one for one in arguments if one not in takes.get(name, arguments)), None)
            if other is not None:
                raise refused(f"{name} {_not_taken(other, arguments.get('game'), takes[name])}")
            if type(action := arguments.get("action")) is int:  # a number of the list, not as a text
                arguments = arguments | {"action": str(action)}
            try:
                return await super().call_tool(name, arguments, context)
            except refused as error:
                # from pydantic: an argument has another type, or is missing
                wrong = getattr(error.__cause__, "errors", None)
                if wrong is None:
                    raise
                raise refused(f"{name}: {_wrong(wrong()[0])}") from None

    made = Strict("eurogym", instructions=INSTRUCTIONS, log_level="WARNING")

    def tool(function: Any) -> Any:
        """Declare a tool whose errors are returned as readable refusals."""
        takes[function.__name__] = list(inspect.signature(function).parameters)

        @functools.wraps(function)
        def answered(*args: Any, **kwargs: Any) -> str:
            try:
                return function(*args, **kwargs)
            except EurogymError as error:
                raise refused(" ".join(str(error).split())) from None

        about = inspect.cleandoc(function.__doc__ or "").replace("GAMES", ", ".join(registry.games()))
        return made.tool(description=about, structured_output=False)(answered)

    @tool
    def new_game(
        game: str,
        players: int = 2,
        player: int = 1,
        seed: int = 0,
        opponent: str = "heuristic",
        options: dict[str, str | int | bool] | None = None,
        last: int = 0,
        task: str = "",
        index: int = 0,
    ) -> str:
        """Deal a game, one of GAMES, or open an item of a task of the benchmark.

        Args:
            game: name of the game.
            players: number of players at the table; 1 is the solo mode.
            player: which of them you are, counted from 1.
            seed: the deal.
            opponent: the agent that plays the others: random, greedy, heuristic, ppo, search:ms=20.
            options: other options of the game.
            last: 0 for a whole game; otherwise the game begins when about this many of your decisions are left.
            task: a task of the benchmark, such as villagers-positions; the other arguments then say nothing.
            index: number of the item of the task, counted from 0.
        """
        if task:
            name = tables.open_item(task, index)
        else:
            name = tables.open(game, players, player, seed, opponent, options, last=last)
        with tables.at(name) as table:
            return f"game_id: {name}\n\n{table.rules('short')}\n{table.turn()}"

    @tool
    def table(game_id: str) -> str:
        """Return the current turn of a game: what happened, the table as you see it, and what you are asked."""
        with tables.at(game_id) as one:
            return one.turn()

    @tool
    def rules(game_id: str, length: str = "short", about: str = "") -> str:
        """Return the rules of a game, "short" or "full"; with `about`, only those with these words or this number."""
        with tables.at(game_id) as one:
            if about:
                return rule_text.about(one.game, one.options, about) or f"no rule contains {about[:40]!r}"
            return one.rules(length)

    @tool
    def legal_actions(game_id: str) -> str:
        """Return the actions that are legal now, if this server lists them."""
        with tables.at(game_id) as one:
            if one.over:
                return "The game is over."
            return (
                one.legal_actions()
                if one.numbered
                else "Legal actions are not listed here; the rules say them."
            )

    @tool
    def play(game_id: str, action: str) -> str:
        """Answer the current turn with one action: its words or its number in the list. Returns your next turn."""
        with tables.at(game_id) as one:
            if one.over:
                raise StateError("the game is over; new_game deals another")
            reply = one.answer(action)
            return reply.text if reply.refused else f"{reply.text}\n\n{one.turn()}"

    @tool
    def explain(game_id: str, name: str) -> str:
        """Explain what a card, tile or place does, or what a sign on the table means."""
        with tables.at(game_id) as one:
            return rule_text.explained(one.game, one.options, name) or f"nothing is called {name[:40]!r}"

    @tool
    def history(game_id: str, most: int = 40) -> str:
        """Return what you have heard of the game: the last `most` choices of all players."""
        with tables.at(game_id) as one:
            return one.history(one.seats[0], max(1, most))

    return made


def _not_taken(name: str, game: Any, takes: list[str]) -> str:
    """Return the message about an argument that a tool does not take, which may be an option of the game."""
    known = registry.game(game).options_class.names() if game in registry.games() else ()
    if "options" in takes and name in known and name != "num_players":
        return f'takes {name} inside options: options={{"{name}": ...}}'
    return f"has no argument {name!r:.60}; allowed: {', '.join(takes)}"


def _wrong(error: dict[str, Any]) -> str:
    """Return what pydantic says about an argument."""
    place = " ".join(".".join(map(str, error["loc"][:2])).split())
    return f"{place:.60}: {error['msg'][:1].lower()}{error['msg'][1:]}"
