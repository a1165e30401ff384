"""Many text tables on a server for strangers, each reached by an id that nobody can guess and safe from the others."""

from __future__ import annotations

import secrets
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from eurogym import agents
from eurogym.agents.framework.registry import runs_code
from eurogym.common.errors import InputError
from eurogym.common.options import check_option_names
from eurogym.envs.core import registry
from eurogym.envs.core.declare.arguments import checked_count
from eurogym.envs.core.errors import OptionError
from eurogym.envs.core.files import json_text
from eurogym.text.bench import item_table, load_benchmark
from eurogym.text.table import RETRIES, TextTable

MOST_TABLES = 64
MOST_NAME = 200  # characters of a name that a stranger gives
MOST_LAST = 10_000
MOST_WRITTEN = 20_000  # characters of component tables
MOST_EFFORT = {
    "ms": 1000.0,
    "sims": 2000.0,
    "worlds": 64.0,
    "n": 10.0,
}  # limits on the parameters of opponents that strangers may choose


class Tables:
    """Open tables by their ids; when there are too many, the one that was unused for longest is closed.

    Args:
        legal: whether turns list the legal actions; it holds for all tables and is chosen by whoever runs the server.
        most: most tables at a time.
        folder: where transcripts of finished games are kept, as `GAME-ID.jsonl`; None keeps none.
    """

    def __init__(self, legal: str = "list", most: int = MOST_TABLES, folder: str | Path | None = None):
        self.legal, self.most = legal, most
        self.folder = None if folder is None else Path(folder)
        self._tables: dict[str, tuple[TextTable, threading.Lock]] = {}
        self._lock = threading.Lock()

    def open(
        self,
        game: str,
        players: int = 2,
        player: int = 1,
        seed: int = 0,
        opponent: str = "heuristic",
        options: dict[str, Any] | None = None,
        retries: int = RETRIES,
        last: int = 0,
    ) -> str:
        """Deal a game and return its id. Players are counted from 1; `options` do not include `num_players`.

        Raises:
            OptionError: a game, an option or a value does not exist or is not allowed, or the opponent would run
                foreign code.
            AgentError: the opponent cannot be made.
        """
        if not isinstance(options or {}, Mapping):
            raise OptionError(
                f"options={options!r:.60} is not allowed; allowed: a mapping of option names to values"
            )
        values = {"game": game, "opponent": opponent, **{f"option {name}": name for name in options or {}}}
        for what, said in values.items():
            if not isinstance(said, str) or len(said) > MOST_NAME:
                raise OptionError(f"{what[:MOST_NAME]} must be a string of at most {MOST_NAME} characters")
        check_option_names(game, options or {}, {"num_players": "players"})
        _check_opponent(game, opponent)
        _check_tables(options or {})
        chosen = registry.game(game).options_class.from_kwargs(**(options or {}) | {"num_players": players})
        if type(player) is not int or player not in range(1, chosen.num_players + 1):
            raise OptionError(f"player={player!r} is not allowed; allowed: 1 to {chosen.num_players}")
        table = TextTable(
            game,
            player - 1,
            chosen,
            seed,
            opponent,
            self.legal,
            retries,
            min(checked_count("last", last, 0), MOST_LAST),
        )
        return self._put(table)

    def open_item(self, task: str, index: int) -> str:
        """Open an item of a task of the benchmark and return its id.

        Raises:
            OptionError: the task or the item does not exist.
        """
        try:
            return self._put(item_table(load_benchmark().task(str(task)), index))
        except (InputError, IndexError) as error:
            raise OptionError(str(error)) from None

    def _put(self, table: TextTable) -> str:
        name = secrets.token_hex(8)
        with self._lock:
            while len(self._tables) >= self.most:
                del self._tables[next(iter(self._tables))]
            self._tables[name] = table, threading.Lock()
        return name

    @contextmanager
    def at(self, name: str) -> Iterator[TextTable]:
        """Give access to the table of an id, to one caller at a time; if its game is over then, keep the transcript.

        Raises:
            OptionError: no table has this id.
        """
        with self._lock:
            found = self._tables.pop(name, None) if isinstance(name, str) else None
            if found is None:
                raise OptionError(
                    f"no table {str(name)[:40]!r}; open one first and use the id that it was given"
                )
            self._tables[name] = found  # now the last one to be closed
        table, lock = found
        with lock:
            yield table
            if table.over and self.folder is not None:
                _keep(table, self.folder / f"{table.game.name}-{name}.jsonl")


def _keep(table: TextTable, path: Path) -> None:
    """Write a transcript unless it exists; an error is reported to whoever runs the server, not to the player."""
    try:
        if not path.exists():
            table.transcript.save(path)
    except OSError as error:
        print(f"eurogym: {path} cannot be written ({error.strerror})", file=sys.stderr, flush=True)


def _check_tables(options: Mapping[str, Any]) -> None:
    """Refuse component tables from a file: a stranger may only name those of the game or write them out."""
    overrides = options.get("data_overrides")
    if isinstance(overrides, Mapping):
        overrides = json_text(overrides)
    if not isinstance(overrides, str) or (overrides.isidentifier() and not Path(overrides).exists()):
        return  # at most the name of a scenario
    if not overrides.lstrip().startswith("{") or len(overrides) > MOST_WRITTEN:
        raise OptionError(
            f"data_overrides={overrides[:MOST_NAME]!r} is not allowed; allowed: scenarios of the game, or the tables "
            f"themselves as JSON of at most {MOST_WRITTEN} characters"
        )


def _check_opponent(game: str, spec: str) -> None:
    """Refuse an opponent that would run code, open a file, or think for longer than a stranger may request."""
    name, _, tail = spec.partition(":")
    for setting in filter(None, tail.split(",")):
        of, _, value = setting.partition("=")
        most = MOST_EFFORT.get(of.strip())
        try:
            allowed = most is not None and 0 <= float(value) <= most
        except ValueError:
            allowed = False
        if not allowed:
            limits = ", ".join(f"{one} up to {most:g}" for one, most in MOST_EFFORT.items())
            raise OptionError(f"opponent={spec!r}: {setting!r} is not allowed; allowed: {limits}")
    safe = [one for one in agents.available(game) if not runs_code(one)]
    if not agents.has_heuristic(game):
        safe.append("heuristic")  # greedy plays in its place
    if runs_code(spec) or name not in safe:
        raise OptionError(f"opponent={spec!r} is not allowed; allowed: {', '.join(safe)}")
