"""Opening a table: what is to be played and by whom, the agents that are seated, what a finished game counts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from eurogym import agents as agent_registry
from eurogym.common.errors import InputError
from eurogym.common.options import DIFFICULTY
from eurogym.common.prepare import make_ready
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.errors import OptionError
from eurogym.envs.core.faces.replay import Replay
from eurogym.play import record, solo_levels
from eurogym.play.table import MAPS, Table

SECRET_BITS = (
    63  # of the seed where people share a table: a short one is found by trying which deals fit one's hand
)


@dataclass(frozen=True)
class Wish:
    """A table that is to be opened.

    people: seats of people; specs: the agents of all other seats; level: that was asked for, 0 for none; setting: of
    the solo mode, where the level chose it; chosen: options that were named beside it; played: actions so far, of a
    game that goes on.
    """

    game: Any
    options: Any
    seed: int
    people: tuple[int, ...]
    specs: Mapping[int, str]
    level: int = 0
    setting: solo_levels.SoloSetting | None = None
    chosen: Collection[str] = ()
    played: Sequence[int] = field(default=(), repr=False)

    def again(self, seed: int, level: int = 0) -> Wish:
        """Return the wish for another game with everybody one seat further, against another level if one is named."""
        seats, specs = self.options.num_players, self.specs
        if level and specs:
            specs = dict.fromkeys(specs, f"level:n={level}")
        setting, options = self.setting, self.options
        if level and setting is not None:
            setting = solo_levels.setting_of(self.game.name, level, setting.mode)
            options = type(options).from_kwargs(**options.as_dict() | setting.setting)
        return replace(
            self,
            options=options,
            seed=seed,
            people=tuple(sorted((seat + 1) % seats for seat in self.people)),
            specs={(seat + 1) % seats: spec for seat, spec in specs.items()},
            level=level or self.level,
            setting=setting,
            played=(),
        )


def wished(
    game: Any,
    values: Mapping[str, Any],
    people: Sequence[int],
    seed: int,
    level: int = 0,
    specs: Sequence[str] = (),
    mode: str = "",
    left: Replay | None = None,
) -> Wish:
    """Return a wish in the words of a command or of a page.

    Args:
        game: what is played.
        values: its options; of no meaning where a game goes on.
        people: seats of people, from 0.
        seed: of the deal.
        level: of the opponents, or of the solo mode; 0 for none.
        specs: agents of the other seats, one or one for each; the heuristic where neither they nor a level are named.
        mode: part of the name of a solo mode.
        left: the game that goes on.

    Raises:
        InputError, OptionError: what was asked for does not fit.
    """
    alone = (left.options.num_players if left else values.get("num_players")) == 1
    setting, chosen = None, {}
    if mode and not (level and alone):
        raise InputError("--mode needs --level and --players 1")
    if left is not None:
        options, seed = left.options, left.seed
        if level and alone:
            setting = solo_levels.setting_of(game.name, level, mode, solo_levels.settled(options, game.name))
    else:
        if level and alone:
            if values.get(DIFFICULTY):
                raise InputError("--level chooses the difficulty; leave out --difficulty")
            chosen = {name: value for name, value in values.items() if name != "num_players"}
            setting = solo_levels.setting_of(game.name, level, mode, chosen)
            values = {**values, **setting.setting}
        options = game.options_class.from_kwargs(**values)
    for seat in people:
        if not 0 <= seat < options.num_players:
            raise OptionError(f"--seat {seat + 1}: this table has only seats 1 to {options.num_players}")
    others = [seat for seat in range(options.num_players) if seat not in people]
    if level and specs:
        raise InputError("--level and --opponents cannot be used together")
    if specs and not others:
        raise InputError("--opponents: there is no other player at this table")
    if level and not others and not setting:
        raise InputError("--level: there is no other player at this table")
    if left is not None and not (level or specs):
        known = {seat: left.players[seat] for seat in others if seat < len(left.players)}
        specs = [known.get(seat) or agent_registry.heuristic_name(game) for seat in others]
    if level and others:
        specs = [f"level:n={level}"]
    specs = specs or [agent_registry.heuristic_name(game)]
    if len(specs) not in (1, len(others)) and others:
        raise OptionError(
            f"--opponents: {len(specs)} agents for {len(others)} other seats; name one, or one for each"
        )
    named = {seat: specs[place % len(specs)] for place, seat in enumerate(others)}
    level = level or level_of(named)
    played = [decision.action for decision in left.decisions] if left else []
    return Wish(game, options, seed, tuple(sorted(set(people))), named, level, setting, chosen, played)


def level_of(specs: Mapping[int, str]) -> int:
    """Return the level of all these agents; 0 where they are of several or of none."""
    found = {spec.removeprefix("level:n=") for spec in specs.values() if spec.startswith("level:n=")}
    alike = len(found) == 1 and all(spec.startswith("level:n=") for spec in specs.values())
    return int(found.pop()) if alike else 0


def seat_agents(wish: Wish) -> dict[int, Any]:
    """Return the agents of a table by seat, with luck of their own. Raises AgentError for what cannot be seated."""
    seated = {}
    for seat, spec in wish.specs.items():
        one = seated[seat] = agent_registry.make(spec, game=wish.game)
        one.reset(derive_seed(wish.seed, "opponent", seat))
        if spec.startswith("level:n="):
            one.name = f"level {spec.removeprefix('level:n=')}"
    return seated


def table_for(wish: Wish, seated: Mapping[int, Any], more: Sequence[str] = (), maps: str = MAPS[0]) -> Table:
    """Return the table, with all compiled that will be asked of it."""
    game, setting = wish.game, wish.setting
    players = [*seated.values(), agent_registry.make(agent_registry.heuristic_name(game), game=game)]
    make_ready(game, players, more=more)
    table = Table(game, wish.options, wish.seed, "" if setting is None else setting.goal, maps)
    table.players = tuple(
        "" if seat in wish.people else wish.specs[seat] for seat in range(wish.options.num_players)
    )
    table.prepare(players)
    return table


def free_path(folder: Path, name: str) -> Path:
    """Return where a new game is kept: `NAME.jsonl`, with a number if there is one."""
    number, path = 1, folder / f"{name}.jsonl"
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.jsonl"
    return path


def left_unfinished(path: str | Path, game: str = "") -> Replay:
    """Return a game to go on with. Raises InputError where it is over or of another game."""
    try:
        left = Replay.load(path)
    except OSError as error:
        raise InputError(f"--resume {path}: {error.strerror}") from None
    if game and left.game.name != game:
        raise InputError(f"--resume {path} is a game of {left.game.name}, not of {game}")
    left.execute()
    if left.finished:
        raise InputError(f"--resume {path}: this game is over; eurogym replay shows it")
    return left


def keep_result(wish: Wish, table: Table, gave_up: bool = False) -> list[str]:
    """Count a game of one person against a level among the person's results; what there is to say about it, in lines.

    A game that was given up is lost.
    """
    if not wish.level or len(wish.people) != 1:
        return []
    name, players, setting = wish.game.name, wish.options.num_players, wish.setting
    if setting is None and players == 1:
        return []
    mode = ""
    if gave_up:
        share = 0.0
    elif setting is None:
        share = float(1 + table.batch.final_placements[0, wish.people[0]]) / 2
    else:
        share = float(solo_levels.won(table.batch, 1, setting))
    if setting is not None:
        mode = setting.mode
    result = record.Result(name, players, wish.level, share, mode)
    said = []
    if setting is not None and not gave_up:
        said.append(f"level {wish.level}: {'won' if share else 'lost'}")
    try:
        record.keep(result)
    except OSError as error:
        said.append(f"your result was not recorded: {record.path()}: {error.strerror}")
    return [*said, *filter(None, [record.proposal(name, players, mode)])]
