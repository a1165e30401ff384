"""Games with a learner in one seat each and agents in the others: what both gymnasium environments share."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces

from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.declare.arguments import (
    ILLEGAL_WAYS,
    MASK_PLACES,
    IllegalWay,
    LearnerSeat,
    MaskPlace,
    checked_count,
    checked_number,
    checked_seed,
    is_whole,
    one_of,
    unfinished,
)
from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.declare.options import GameOptions
from eurogym.envs.core.errors import IllegalActionError, OptionError
from eurogym.envs.core.faces.aec import TERMINATE_HINT, action_infos
from eurogym.envs.core.faces.opponents import (
    Opponent,
    Seating,
    begin_streams,
    distinct,
    resolve_seats,
    seed_agents,
)
from eurogym.envs.core.step.batch import BatchedGame

# what a table knows about its games besides their states
_COURSE = np.dtype([("learners", "i8"), ("steps", "i8"), ("terminated", "?"), ("truncated", "?")])


class SeatTable:
    """N games with a learner in one seat each: what both gymnasium environments share.

    The opponents act until the learner has a choice or the game is over, so the learner always sees its own next
    observation, and its reward is what its seat gained until then.

    Attributes:
        batch: the :class:`BatchedGame` that holds the games.
        learners: ``(N,)`` int64, seats of the learners.
        terminated: ``(N,)`` bool, whether the game is over, by the rules or by an illegal action.
        truncated: ``(N,)`` bool, whether it was cut off, at its limit of decisions or after ``most_steps``.
        steps: ``(N,)`` int64, actions of the learner in it, counted where ``most_steps`` limits them.
    """

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        num_envs: int,
        learner_seat: LearnerSeat,
        opponents: Seating,
        seed: int | None,
        illegal: IllegalWay,
        illegal_reward: float,
        partner: str | Opponent | None = None,
        mask_in: MaskPlace = "info",
        most_steps: int | None = None,
        action_rows: int = 0,
        **batch_arguments: Any,
    ):
        seed = secrets.randbits(62) if seed is None else checked_seed(seed)
        self.batch = BatchedGame(
            game, options, num_envs, seed=seed, autoreset=False, record_actions=True, **batch_arguments
        )
        seats = self.batch.num_seats
        named = isinstance(learner_seat, str) and learner_seat == "random"
        if not named and not (is_whole(learner_seat) and 0 <= int(learner_seat) < seats):
            raise OptionError(
                f"learner_seat={learner_seat!r} is not allowed; allowed: 0 to {seats - 1} or 'random'"
            )
        self.learner_seat, self.seed = learner_seat, seed
        self.illegal = one_of("illegal", illegal, ILLEGAL_WAYS)
        self.illegal_reward = checked_number("illegal_reward", illegal_reward)
        self.opponents = resolve_seats(opponents, partner, game, options)
        given = [*opponents, partner] if isinstance(opponents, (list, tuple)) else [opponents, partner]
        handed = set(map(id, given))  # agents passed as objects are left to their owner
        self._agents = distinct(self.opponents)
        seated = list({id(agent): agent for agent in self.opponents}.values())
        self._seated = [
            (agent, [place for place, other in enumerate(self.opponents) if other is agent])
            for agent in seated
        ]
        self._named = [agent for agent in self._agents if id(agent) not in handed]
        seed_agents(self.opponents, seed)
        self.mask_in = one_of("mask_in", mask_in, MASK_PLACES)
        self.most_steps = None if most_steps is None else checked_count("max_episode_steps", most_steps, 1)
        self.action_rows = checked_count("action_rows", action_rows, 0)
        self._course = np.zeros(num_envs, dtype=_COURSE)
        self.learners, self.steps = self._course["learners"], self._course["steps"]
        self.terminated, self.truncated = self._course["terminated"], self._course["truncated"]
        self.unfinished = unfinished(self._final(0)) | (
            {"illegal_action": False} if illegal == "terminate" else {}
        )
        held = self.batch.buffers
        self._changing = held.state_bytes, held.report_bytes, self._course.view(np.uint8)
        self._arrays = [name for name, one in self.unfinished.items() if isinstance(one, np.ndarray)]
        self._noted = [array.copy() for array in self._changing]
        self._with_random_state = [agent for agent in self._agents if hasattr(type(agent), "random_state")]
        self._whole = Whole(self)

    @property
    def over(self) -> np.ndarray:
        """Whether each game has ended, in either way: bool ``(N,)``, a new array."""
        return self.terminated | self.truncated

    def spaces(self) -> tuple[spaces.Space, spaces.Discrete]:
        """Return the observation and the action space of one game."""
        layout = self.batch.layout
        box: spaces.Space
        if self.batch.obs_dtype == "uint8":
            box = spaces.Box(np.zeros_like(layout.high), layout.high, dtype=np.uint8)
        else:
            high = (layout.high * layout.scale).astype(np.float32)
            box = spaces.Box(np.zeros_like(high), high, dtype=np.float32)
        if self.mask_in != "info":
            mask = spaces.Box(0, 1, shape=(self.batch.num_actions,), dtype=np.int8)
            box = spaces.Dict({"observation": box, "action_mask": mask})
        return box, spaces.Discrete(self.batch.num_actions)

    def whole(self) -> Whole:
        """Return a context in which everything happens or nothing: an error, also an interrupt, takes it back."""
        return self._whole

    def keep(self) -> None:
        """Note the games and the random state of the opponents, for :meth:`take_back`."""
        for noted, array in zip(self._noted, self._changing, strict=True):
            noted[...] = array
        held = self.batch.buffers
        self._noted_changes, self._noted_states = held.changes, self._random_states()
        self._noted_actions = held.history[:, : held.reports["choices"].max()].copy()

    def take_back(self) -> None:
        """Restore what :meth:`keep` noted; it may be repeated."""
        held = self.batch.buffers
        held.state_bytes[:] = self._noted[0]
        self.batch.refresh()
        recorded = held.history[:, : self._noted_actions.shape[1]]
        noted = *self._noted, self._noted_actions
        held.put((*self._changing, recorded), ..., noted, self._noted_changes)
        self._take_random_states(self._noted_states)

    def deal(self, games: np.ndarray | None = None, seeds: Any = None) -> None:
        """Deal new games and let the opponents move up to the learner's first choice."""
        games = np.arange(self.batch.num_envs) if games is None else games
        if seeds is not None and len(games) == self.batch.num_envs:  # else other games go on
            seed_agents(self.opponents, derive_seed(0, *seeds))
        self.batch.reset(seeds, games)
        begin_streams(self._named, self.batch, games)
        self.terminated[games] = self.truncated[games] = False
        self.steps[games] = 0
        if self.learner_seat == "random":
            deals = self.batch.seeds[games].tolist()
            self.learners[games] = [derive_seed(deal, "learner") % self.batch.num_seats for deal in deals]
        else:
            self.learners[games] = self.learner_seat
        self.advance(games)

    def advance(self, games: np.ndarray) -> None:
        """Let opponents act in the given games until the learner is to move or the game is over."""
        batch = self.batch
        if batch.num_seats > 1:
            over = batch.states["done"]
            while True:
                games = games[(over[games] == 0) & (batch.current_seat[games] != self.learners[games])]
                if not len(games):
                    break
                behind = (batch.current_seat[games] - self.learners[games]) % batch.num_seats - 1
                for agent, seats in self._seated:
                    mine = games[np.isin(behind, seats)]
                    if len(mine):
                        batch.step(agent.act(batch, mine), mine)

    def act(self, actions: np.ndarray, games: np.ndarray) -> np.ndarray:
        """Let the learner act in the given games, return its rewards and note which games have ended."""
        batch = self.batch
        rewards = np.zeros(len(games), dtype=np.float32)
        playing = np.ones(len(games), dtype=np.bool_)
        if self.illegal == "terminate":
            inside = (actions >= 0) & (actions < batch.num_actions)
            playing = inside & batch.action_masks[games, np.where(inside, actions, 0)]
            rewards[~playing] = self.illegal_reward
            self.terminated[games[~playing]] = True
        going = games[playing]
        if len(going):
            self._step_learners(actions[playing], going)
            self.advance(going)
            over = batch.states["done"][going] != 0
            if over.any():
                cut_off = batch.truncated[going]
                self.terminated[going], self.truncated[going] = over & ~cut_off, over & cut_off
                rewards[playing] = np.where(over, batch.rewards[going, self.learners[going]], 0.0)
        if self.most_steps is not None:
            self.steps[games] += 1
            self.truncated[games] |= self.steps[games] >= self.most_steps
        return rewards

    def _step_learners(self, actions: np.ndarray, games: np.ndarray) -> None:
        try:
            self.batch.step(actions, games)
        except IllegalActionError as error:
            raise IllegalActionError(f"{error}; {TERMINATE_HINT}", error.games, error.actions) from None

    def observations(self) -> Any:
        """Return what the learner of each game sees, ``(N, F)`` or a dict with the masks, as a copy."""
        batch = self.batch
        seen = batch.observations.copy()
        elsewhere = np.flatnonzero(batch.current_seat != self.learners)
        if len(elsewhere):
            codes = batch.observe(elsewhere, self.learners[elsewhere])
            seen[elsewhere] = codes if batch.obs_dtype == "uint8" else batch.layout.scaled(codes)
        return (
            seen
            if self.mask_in == "info"
            else {"observation": seen, "action_mask": self.masks_of(slice(None))}
        )

    def masks_of(self, games: Any) -> np.ndarray:
        """Return the legal actions in some games, as int8 ``(n, A)``, a copy."""
        return self.batch.action_masks[games].astype(np.int8)

    def _random_states(self) -> list[Any]:
        """Return the random state of each opponent that has one."""
        return [agent.random_state for agent in self._with_random_state]

    def _take_random_states(self, random_state: list[Any]) -> None:
        for agent, words in zip(self._with_random_state, random_state, strict=True):
            agent.random_state = words

    def snapshot(self) -> dict[str, Any]:
        """Return the games, their learners' seats and the random state of opponents that have ``random_state``.

        See :meth:`restore`.
        """
        batch = np.frombuffer(self.batch.snapshot(), np.uint8)
        course = {name: getattr(self, name).copy() for name in _COURSE.names or ()}
        return {"batch": batch, **course, "random_state": self._random_states()}

    def restore(self, kept: dict[str, Any]) -> None:
        """Continue from the :meth:`snapshot` of a table of the same games and opponents.

        Opponents without an attribute ``random_state`` (uint64 words, readable and writable) continue as they are.

        Raises:
            StateError: the snapshot is of games of another kind.
        """
        with self.whole():
            self.batch.restore(kept["batch"].tobytes())
            for name in _COURSE.names or ():
                getattr(self, name)[:] = kept[name]
            self._take_random_states(kept["random_state"])

    def info(self, game: int) -> dict[str, Any]:
        """Return the info of a game that goes on: its arrays are new at every call."""
        info = {"learner_seat": int(self.learners[game]), **self.unfinished}
        for name in self._arrays:
            info[name] = info[name].copy()
        if self.mask_in != "observation":
            info["action_mask"] = self.masks_of(game)
        if self.action_rows:
            info |= action_infos(self.batch, self.action_rows, game)
        return info

    def results(self, game: int) -> dict[str, Any]:
        """Return the results of a game that has ended, for its info: empty or zero unless it was played to its end."""
        over = bool(self.batch.states["done"][game])
        info = self._final(game) if over else self.unfinished
        if self.illegal == "terminate":
            info = info | {"illegal_action": bool(self.terminated[game]) and not over}
        return info

    def _final(self, game: int) -> dict[str, Any]:
        batch, learner = self.batch, self.learners[game]
        extra = batch.game.score_info
        return {
            "final_scores": batch.final_scores[game].copy(),
            "final_placements": batch.final_placements[game].copy(),
            "score": int(batch.final_scores[game, learner]),
            "outcome": float(batch.final_placements[game, learner]),
            "num_decisions": int(batch.final_lengths[game]),
        } | ({} if extra is None else extra(batch.state(game), batch.options))


class Whole:
    """A context in which a table changes as a whole: what an error leaves half done is taken back."""

    def __init__(self, table: SeatTable):
        self._table = table

    def __enter__(self) -> None:
        self._table.keep()

    def __exit__(self, kind: Any, *rest: Any) -> None:
        if kind is None:
            return
        try:
            self._table.take_back()
        except BaseException:  # interrupted once more
            self._table.take_back()
            raise
