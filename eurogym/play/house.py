"""All tables of one server: who sits behind which address, opening the next one, and what the lobby shows."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from eurogym import agents as agent_registry
from eurogym.agents.framework import ladder
from eurogym.common.options import game_options
from eurogym.common.prepare import make_ready
from eurogym.common.settings import settings_of
from eurogym.envs.core import registry
from eurogym.envs.core.errors import EurogymError
from eurogym.envs.core.faces.replay import END, HEAD, Replay
from eurogym.envs.core.forms import numbered, parse, read_text
from eurogym.play import legend, record, solo_levels
from eurogym.play.opening import (
    SECRET_BITS,
    Wish,
    free_path,
    keep_result,
    left_unfinished,
    seat_agents,
    table_for,
    wished,
)
from eurogym.play.replay_page import replay_page
from eurogym.play.review import SEARCH, review
from eurogym.play.room import RefusedError, Room
from eurogym.play.words import describe_options

MOST_TABLES = 24  # that are open at once
MOST_FILES = 40  # games of the folder that are shown, the latest first
NOT_ASKED = ("num_players", "auto_forced", "pad_seats", "data_overrides", "difficulty")  # options
PLAYS = {  # how the agents of levels play
    "random": "plays at random",
    ladder.BASE: "plays by rules of thumb",
    "ppo": "has learned from its own games",
    "search": "looks ahead before it decides",
}


def addresses(people: Sequence[int]) -> dict[int, str]:
    """Return a secret for every person: ``{seat: secret}``."""
    return {seat: secrets.token_urlsafe(16) for seat in people}


@dataclass
class Sitting:
    """A table with who sits behind which secret."""

    room: Room
    keys: dict[int, str]
    wish: Wish | None = None
    host: int = -1  # the seat of the person who came from the lobby


class Place(NamedTuple):
    """Where a secret leads: a seat at a table."""

    sitting: Sitting
    seat: int


class House:
    """The tables of one server. Every method may be called from any thread.

    Args:
        folder: where games are kept, and looked for.
        lobby: whether there is a page that opens tables; its secret is `host`.
        settings: what pages begin with: ``pace`` (milliseconds), ``careful`` (yes or no), ``tutorial``.
    """

    def __init__(self, folder: Path = Path(), lobby: bool = False, settings: Mapping[str, Any] | None = None):
        self.folder, self.settings = folder, dict(settings or {})
        self.host = secrets.token_urlsafe(16) if lobby else ""
        self.places: dict[str, Place] = {}
        self.sittings: list[Sitting] = []
        self._opening = threading.Lock()

    @property
    def visitors(self) -> dict[str, Any]:
        """All secrets that somebody may come with."""
        return {**self.places, **({self.host: None} if self.host else {})}

    def seat(self, room: Room, wish: Wish | None = None, host: int = -1) -> Sitting:
        """Give every person at a table an address."""
        sitting = Sitting(room, addresses(room.people), wish, host)
        if wish is not None:
            room.at_end = lambda: self._finished(sitting)
        self.sittings.append(sitting)
        for seat, key in sitting.keys.items():
            self.places[key] = Place(sitting, seat)
        return sitting

    def open_table(self, wish: Wish, path: Path | None = None, host: int = -1) -> Sitting:
        """Open a table. Raises EurogymError where an agent cannot be seated, or too many tables are open."""
        with self._opening:
            if sum(not one.room.ended for one in self.sittings) >= MOST_TABLES:
                raise RefusedError(f"at most {MOST_TABLES} tables can be open; finish or give up one")
            seated = seat_agents(wish)
            table = table_for(wish, seated, ["search"])
            path = path or free_path(self.folder, wish.game.name)
            return self.seat(Room(table, wish.people, seated, path, wish.played), wish, host)

    def close(self) -> None:
        """Let no agent go on."""
        for sitting in self.sittings:
            sitting.room.leave()

    # -- what people do at a table

    def again(self, place: Place, level: int = 0) -> str:
        """Open the same table once more, for all of its people, with the seats moved on; the person's new secret."""
        sitting, room = place.sitting, place.sitting.room
        if sitting.wish is None or not room.ended:
            raise RefusedError("a rematch can be asked for once the game is over")
        if place.seat not in room.moved:
            wish = sitting.wish.again(secrets.randbits(SECRET_BITS), level)
            seats = wish.options.num_players
            fresh = self.open_table(wish, host=(sitting.host + 1) % seats if sitting.host >= 0 else -1)
            room.move({seat: fresh.keys[(seat + 1) % seats] for seat in room.people})
        return room.moved[place.seat]

    def give_up(self, place: Place) -> None:
        """End a game for everybody at the table; for its only person it counts as lost."""
        sitting, room = place.sitting, place.sitting.room
        with room.changing():
            if sitting.wish is None or room.ended:
                raise RefusedError("there is no game to give up")
            room.notes = keep_result(sitting.wish, room.table, gave_up=True)
            room.given_up = room.table.game.name_of_seat(room.table.options, place.seat)

    def review(self, place: Place) -> dict[str, Any]:
        """Return what a person's decisions cost: a sentence, and the worst of them."""
        room = place.sitting.room
        if not room.table.over:
            raise RefusedError("a review is available once the game is over")
        return room.review(place.seat)

    def _finished(self, sitting: Sitting) -> None:
        """Count the result, and say what may follow."""
        wish, room = sitting.wish, sitting.room
        assert wish is not None
        room.notes = keep_result(wish, room.table)
        if wish.level and len(wish.people) == 1:
            won = room.table.batch.final_placements[0, wish.people[0]] > 0
            level = wish.level + (1 if won else -1)
            room.next_level = level if 1 <= level <= len(ladder.LEVELS) else 0

    # -- the lobby

    def lobby(self) -> dict[str, Any]:
        """Return what the lobby shows, as plain data."""
        return {
            "games": [self._game(name) for name in registry.games()],
            "tables": [self._table(one) for one in self.sittings if not one.room.ended],
            "files": self.files(),
            "results": record.standings(),
        }

    def _game(self, name: str) -> dict[str, Any]:
        game = registry.game(name)
        options = game.options_class()
        rows = options.describe()
        players = next(row["allowed"] for row in rows if row["name"] == "num_players")
        low, _, high = str(players).partition(" to ")
        parts = legend.introduction(game)
        return {
            "name": name,
            "title": game.title,
            "players": [int(low), int(high or low)],
            "solo": bool(settings_of(game).solo),
            "aim": parts.get("aim", ""),
            "minutes": parts.get("minutes", ""),
            "weight": parts.get("weight", ""),
            "measured": bool(solo_levels.scale(name)),
            "options": [_option(row) for row in rows if row["name"] not in NOT_ASKED],
            "levels": {
                size: self._levels(name, size) for size in range(max(2, int(low)), int(high or low) + 1)
            },
        }

    def _levels(self, game: str, players: int) -> list[str]:
        """Return what each level is for this person, in words."""
        own = record.own_rating(game, players)
        known = ladder.levels(game, players)
        parts = []
        for level in ladder.LEVELS:
            agent, slips = ladder.LEVELS[level]
            words = PLAYS[agent.partition(":")[0]] + (
                f", {slips} of 100 decisions at random" if slips else ""
            )
            if own is not None and level in known:
                words = (
                    f"you would be ahead of it in about {100 * record.chance(own, known[level].place):.0f} %"
                )
            parts.append(words)
        return parts

    def _table(self, sitting: Sitting) -> dict[str, Any]:
        table, wish = sitting.room.table, sitting.wish
        return {
            "title": table.game.title,
            "what": describe_options(table.options),
            "level": wish.level if wish else 0,
            "host": sitting.host,
            "seats": [
                {"seat": seat, "name": table.game.name_of_seat(table.options, seat), "key": key}
                for seat, key in sitting.keys.items()
            ],
        }

    def files(self) -> list[dict[str, Any]]:
        """Return the games in the folder, the latest first: name, game, what was played, whether it is over, scores."""
        found = []
        for path in sorted(self.folder.glob("*.jsonl"), key=lambda one: -one.stat().st_mtime)[:MOST_FILES]:
            try:
                lines = list(numbered(read_text(path)))
                head, last = (parse(lines[at][1], form) for at, form in ((0, HEAD), (-1, END)))
                game = registry.game(head["game"])
                options = game.options_class.from_recorded(head["options"])
                row = {
                    "file": path.name,
                    "title": game.title,
                    "what": describe_options(options),
                    "decisions": len(lines) - 2,
                    "over": last["finished"],
                    "scores": last["scores"],
                    "people": [seat for seat, spec in enumerate(head.get("players", ())) if not spec],
                    "open": any(one.room.path == path and not one.room.ended for one in self.sittings),
                }
            except (OSError, IndexError, EurogymError):
                continue  # something else
            found.append(row)
        return found

    def _file(self, name: str) -> Path:
        if name not in {one["file"] for one in self.files()}:
            raise RefusedError("there is no such game in the folder")
        return self.folder / name

    def begin(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Open the table that a page asks for: ``game``, ``players``, ``people``, of them ``own``, ``level``,
        ``options`` (texts ``name=value``), ``tutorial``; or ``file``, a game to go on with.

        Returns:
            ``seats``, the people's names and secrets.

        Raises:
            EurogymError: something does not fit.
        """
        level = _whole(asked, "level", 0, len(ladder.LEVELS))
        if "file" in asked:
            path = self._file(str(asked["file"]))
            left = left_unfinished(path)
            people = [seat for seat, spec in enumerate(left.players) if not spec] or [0]
            wish = wished(left.game, {}, people, left.seed, level, left=left)
            return self._table(self.open_table(wish, path, people[0]))
        game = registry.game(str(asked.get("game")))
        players = _whole(asked, "players", 1, 8)
        people = asked.get("people")
        texts = asked.get("options", [])
        if not isinstance(people, list) or not people or not all(type(one) is int for one in people):
            raise RefusedError("`people` must be a list of seats")
        if not isinstance(texts, list) or not all(isinstance(one, str) for one in texts):
            raise RefusedError("`options` must be a list of texts")
        values = game_options(game.name, texts, {}) | {"num_players": players}
        if not solo_levels.scale(game.name) if players == 1 else len(people) == players:
            level = 0
        seed = secrets.randbits(SECRET_BITS)
        self.settings["tutorial"] = asked.get("tutorial") is True
        own = _whole(asked, "own", 0, players - 1)
        if own not in people:
            raise RefusedError("`own` must be one of the people")
        return self._table(self.open_table(wished(game, values, people, seed, level), host=own))

    def watch(self, name: str, reviewed: bool = False) -> str:
        """Return the page of a finished game of the folder, with what its people's decisions lost if that is wanted."""
        replay = Replay.load(self._file(name))
        if not replay.finished:
            raise RefusedError("this game is not over")
        if not reviewed:
            return replay_page(replay)
        make_ready(replay.game, [SEARCH, agent_registry.heuristic_name(replay.game)])
        people = [seat for seat, spec in enumerate(replay.players) if not spec]
        return replay_page(replay, verdicts=review(replay, people))


def _whole(asked: Mapping[str, Any], name: str, low: int, high: int) -> int:
    value = asked.get(name, 0)
    if type(value) is not int or not low <= value <= high:
        raise RefusedError(f"`{name}` must be a whole number from {low} to {high}")
    return value


def _option(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return an option as a page asks for it: name, meaning, its default as text, and the choices where they are
    few.
    """
    default, allowed = row["default"], str(row["allowed"])
    choices: list[str] = []
    if isinstance(default, bool):
        choices = ["False", "True"]
    elif allowed.startswith("'") and " or " not in allowed:
        choices = [one.strip().strip("'") for one in allowed.split(",")]
    return {
        "name": row["name"],
        "words": row["name"].replace("_", " "),
        "help": row["help"],
        "default": str(default),
        "allowed": allowed,
        "choices": choices,
    }
