"""N games stepped together."""

from __future__ import annotations

import contextlib
import functools
import math
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from envs.core import serial
from envs.core.compile import PURE
from envs.core.errors import IllegalActionError, OptionError, StateError
from envs.core.game import Game, new_states
from envs.core.operations import (
    CHECK_BAD_GAME,
    CHECK_FINISHED,
    CHECK_TWICE,
    OP_CHOOSE,
    OP_DEAL,
    OP_DETERMINIZE,
    OP_OBSERVE,
    OP_REFRESH,
    OP_ROLLOUT,
    OP_SCORES,
    OP_STEP,
    OPTIONS_START,
    REPORT,
    REWARDS,
    SET_OBSERVE,
)
from envs.core.options import GameOptions
from envs.core.random import derive_seed

OBS_DTYPES = ("uint8", "float32")
_SEED_LIMIT = 1 << 63
_PARALLEL_FROM = 16  # games; below it starting the threads costs more than they give
_NAMED_FAULTS = 5  # faulty games that an error message spells out


def checked_seed(seed: Any) -> int:
    """A seed as an integer in [0, 2**63); larger ones are folded, negative ones refused."""
    if isinstance(seed, (bool, np.bool_)) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise OptionError(f"seed={seed!r} is not allowed; allowed: integers from 0")
    seed = int(seed)
    return seed if seed < _SEED_LIMIT else derive_seed(seed)


def checked_number(name: str, value: Any) -> float:
    """A finite number as float."""
    number = math.nan
    if isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool):
        with contextlib.suppress(OverflowError):
            number = float(value)
    if not math.isfinite(number):
        raise OptionError(f"{name}={value!r} is not allowed; allowed: finite numbers")
    return number


def checked_flag(name: str, value: Any) -> bool:
    """True or False, numpy's too."""
    return one_of(name, bool(value) if isinstance(value, np.bool_) else value, (True, False))


def checked_obs_dtype(value: Any) -> str:
    """Name of an observation type given by its name or as a numpy type."""
    name = value
    if value is not None and not isinstance(value, str):
        try:
            name = np.dtype(value).name
        except (TypeError, ValueError):
            name = None
    if name not in OBS_DTYPES:
        one_of("obs_dtype", value, OBS_DTYPES)
    return name


def one_of(name: str, value: Any, allowed: Sequence[Any]) -> Any:
    """The value, or :class:`OptionError` that names what is allowed."""
    if not any(type(value) is type(choice) and value == choice for choice in allowed):
        raise OptionError(f"{name}={value!r} is not allowed; allowed: {', '.join(map(repr, allowed))}")
    return value


class BatchedGame:
    """N games of one kind, stepped together by compiled code; in each game the seat to move acts.

    The arrays live as long as the object and are written in place. S is the number of learning seats, T that
    of all seats at the table (T > S where an automated opponent plays), A the number of actions, F the
    observation length.

    Args:
        game: the game.
        options: its options.
        num_envs: number of games N.
        seed: base seed; game i of episode k is the deal ``derive_seed(seed, i, k)``, whatever the batch size.
        num_threads: threads that step the games; results do not depend on it.
        autoreset: a finished game starts its next deal within the same step.
        observe: write observations (can be changed later through :attr:`write_observations`).
        obs_dtype: ``"uint8"`` codes or ``"float32"`` values (code * scale).
        reward: ``"outcome"``, ``"margin"`` or ``"score"``; given when a game ends.
        final_observations: keep every seat's observation of the end of each game.

    Attributes:
        observations: ``(N, F)`` uint8 or float32, of the seat to move.
        action_masks: ``(N, A)`` bool, legal actions of the seat to move; all False once a game is over.
        current_seat: ``(N,)`` int64.
        rewards: ``(N, S)`` float32, zero except in the step that ends a game.
        dones: ``(N,)`` bool, whether the last step ended the game.
        final_scores: ``(N, T)`` int64, of the last game that ended.
        final_placements: ``(N, T)`` float32 in [-1, 1], likewise.
        final_lengths: ``(N,)`` int64, decisions of that game, forced ones included.
        final_observations: ``(N, S, F)`` or None, likewise.
        seeds: ``(N,)`` uint64, deal of the running game.
        states: ``(N,)`` structured, the game states themselves.
        game, options, catalog, layout, num_envs, num_seats, table_seats, num_actions, obs_size: what was
        asked for.

    With autoreset, rewards, dones and ``final_*`` speak of the game that ended, the other arrays of the new
    one.
    """

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        num_envs: int,
        seed: int = 0,
        num_threads: int = 1,
        autoreset: bool = True,
        observe: bool = True,
        obs_dtype: str = "uint8",
        reward: str = "outcome",
        final_observations: bool = False,
    ):
        for name, number in (("num_envs", num_envs), ("num_threads", num_threads)):
            if not isinstance(number, (int, np.integer)) or isinstance(number, bool) or number < 1:
                raise OptionError(f"{name}={number!r} is not allowed; allowed: integers from 1")
        one_of("reward", reward, REWARDS)
        self.game, self.options, self.num_envs = game, options, int(num_envs)
        self.catalog, self.layout = game.catalog(options), game.layout(options)
        self.num_seats, self.table_seats = options.num_players, options.table_seats
        self.num_actions, self.obs_size = self.catalog.n, self.layout.size
        self.seed, self.reward, self.obs_dtype = checked_seed(seed), reward, checked_obs_dtype(obs_dtype)
        self.autoreset = checked_flag("autoreset", autoreset)
        self.num_threads = _usable_threads(int(num_threads))
        self._settings = self._pack_settings(checked_flag("observe", observe))
        self._make_buffers(checked_flag("final_observations", final_observations))
        self._tickets = 0
        self._start(self.seed)
        self._fresh = True
        self._fixed = game.fixed_values(options)

    def _pack_settings(self, observe: bool) -> np.ndarray:
        game, options = self.game, self.options
        numbers = [
            self.num_seats,
            self.table_seats,
            game.max_decisions(options),
            REWARDS.index(self.reward),
            self.autoreset,
            bool(observe),
            self.obs_dtype == "float32",
            self.num_threads,
        ]
        assert len(numbers) == OPTIONS_START
        return np.concatenate([np.array(numbers, dtype=np.int64), options.pack()])

    def _make_buffers(self, final_observations: bool) -> None:
        n, f, a, s, t = self.num_envs, self.obs_size, self.num_actions, self.num_seats, self.table_seats
        floats = self.obs_dtype == "float32"
        all_states = new_states(self.game.dtype, n + 1)
        np.asarray(all_states)[n:] = self.game.blank_state(self.options)  # what a deal starts from
        reports = np.zeros(n, dtype=REPORT).view(np.recarray)
        self._records = all_states
        self.states = all_states[:n] if PURE else np.asarray(all_states)[:n]
        self._state_bytes = np.asarray(all_states)[:n].view(np.uint8).reshape(n, -1)
        self._reports = np.asarray(reports)
        self._codes = np.zeros((n, f), dtype=np.uint8)
        self._floats = np.zeros((n if floats else 1, f), dtype=np.float32)
        self._masks = np.zeros((n, a), dtype=np.uint8)
        self._final_codes = np.zeros((n if final_observations else 0, s, f), dtype=np.uint8)
        self._final_floats = self._final_codes.astype(np.float32) if floats else None
        self.observations = self._floats if floats else self._codes
        self.action_masks = self._masks.view(np.bool_)
        self.final_observations = None
        if final_observations:
            self.final_observations = self._final_floats if floats else self._final_codes
        report = self._reports
        self.current_seat, self.dones, self.seeds = report["current_seat"], report["done"], report["seed"]
        self.rewards, self.final_scores = report["rewards"][:, :s], report["final_scores"][:, :t]
        self.final_placements, self.final_lengths = report["final_placements"][:, :t], report["final_length"]
        self._all_games = np.arange(n, dtype=np.int64)
        self._action_buffer = np.zeros(n, dtype=np.int64)
        driver = self.game.driver
        parallel = self.num_threads > 1 and n >= _PARALLEL_FROM
        self._run = driver.serve_parallel if parallel else driver.serve
        # The arguments of every call; arrays of plain ndarray type, which are the quickest to hand over.
        self._front = (all_states, reports) if PURE else (np.asarray(all_states), self._reports)
        self._back = (self._codes, self._floats, self.layout.scale, self._masks, self._final_codes)

    # --- playing --------------------------------------------------------------------------------------------

    def reset(self, seeds: int | Sequence[int] | np.ndarray | None = None, games: Any = None) -> None:
        """Deal anew.

        Args:
            seeds: None goes on with each game's sequence of deals (directly after construction: keeps the
                first one); one integer starts all sequences again as ``seed=`` of the constructor does; an
                array ``(n,)`` gives each game its very deal, and the deals after it follow from that seed.
            games: indices of the games to deal, all by default.
        """
        chosen = self._indices(games)
        if seeds is None:
            if not self._fresh:
                self._deal(chosen)
        elif not np.iterable(seeds) or isinstance(seeds, (str, bytes)):
            self._start(checked_seed(seeds), chosen)
        else:
            listed = seeds.tolist() if isinstance(seeds, np.ndarray) else seeds
            seeds = [checked_seed(seed) for seed in listed]
            if len(seeds) != len(chosen):
                raise OptionError(f"{len(seeds)} seeds for {len(chosen)} games")
            deals = np.array(seeds, dtype=np.int64)
            self._reports["base_seed"][chosen] = deals
            self._reports["slot"][chosen] = 0
            self._reports["episode"][chosen] = 0
            self._deal(chosen, deals)
        self._fresh = False

    def step(self, actions: Any, games: Any = None) -> None:
        """Take one action in each game and write all arrays in place.

        Args:
            actions: ``(N,)`` integers; with ``games`` aligned with it.
            games: indices of the games to step, each once; the others stay untouched. All by default.

        Raises:
            IllegalActionError: some action is not legal; nothing was applied in any game.
            StateError: some game is over (without autoreset), or named twice.
        """
        actions = np.asarray(actions)
        if games is None:
            chosen, ticket = self._all_games, 0
        else:
            chosen = self._indices(games)
            self._tickets += 1
            ticket = self._tickets
        if actions.shape != chosen.shape or actions.dtype.kind not in "iu":
            raise IllegalActionError(
                f"{self.game.name}: expected {len(chosen)} integer actions, got {actions.dtype}{actions.shape}"
            )
        buffer = self._action_buffer if games is None else np.empty(len(chosen), dtype=np.int64)
        buffer[:] = actions
        code = self._serve(OP_STEP, ticket, 0, buffer, chosen)
        if code < 0:
            self._refuse(code, buffer, chosen)
        self._fresh = False
        if self._final_floats is not None and len(self._final_floats) and self.dones.any():
            ended = np.flatnonzero(self.dones)
            self._final_floats[ended] = self.layout.scaled(self._final_codes[ended])

    def sample_legal(self, rng: np.random.Generator) -> np.ndarray:
        """One uniformly random legal action per game, int64 ``(N,)``; -1 where a game is over."""
        words = rng.integers(0, _SEED_LIMIT - 1, size=self.num_envs, dtype=np.int64) << 1
        self._serve(OP_CHOOSE, 0, 0, words, self._all_games)
        return words

    def rollout(self, policy: str = "random", steps: int = 1000, seed: int = 0) -> dict[str, Any]:
        """Play ``steps`` decisions in every game without leaving compiled code.

        Without autoreset a game stops at its end, so that a large ``steps`` plays every game out.
        Observations are written once, at the end.

        Returns:
            ``decisions`` taken, ``games`` finished, ``score_sum`` of finished games by seat ``(T,)``.
        """
        one_of("policy", policy, ("random",))
        for counter in ("finished_games", "rollout_decisions", "score_sum"):
            self._reports[counter] = 0
        self._fresh = False
        self._serve(OP_ROLLOUT, int(steps), checked_seed(seed), self._action_buffer, self._all_games)
        return {
            "decisions": int(self._reports["rollout_decisions"].sum()),
            "games": int(self._reports["finished_games"].sum()),
            "score_sum": self._reports["score_sum"][:, : self.table_seats].sum(axis=0),
        }

    # --- looking --------------------------------------------------------------------------------------------

    def observe(self, game_index: Any, seat: Any) -> np.ndarray:
        """What a seat sees, as uint8 codes ``(F,)``; arrays of games and seats give ``(n, F)``."""
        chosen, seats = self._aligned(game_index, seat)
        codes = np.empty((len(chosen), self.obs_size), dtype=np.uint8)
        self._serve(OP_OBSERVE, 0, 0, seats, chosen, codes=codes)
        return codes if np.ndim(game_index) or np.ndim(seat) else codes[0]

    def scores(self, games: Any = None) -> np.ndarray:
        """Present standing, int64 ``(n, T, 2)``: score and tie-break of every seat."""
        chosen = self._indices(games)
        self._serve(OP_SCORES, 0, 0, self._action_buffer, chosen)
        return self._reports["standing"][chosen, : self.table_seats].copy()

    def state(self, game_index: int) -> np.record:
        """The record of one game, fields readable as attributes (a view: read, do not write)."""
        return self._records[self._index(game_index)]

    @property
    def write_observations(self) -> bool:
        """Whether steps write observations; play that does not look at them may switch it off."""
        return bool(self._settings[SET_OBSERVE])

    @write_observations.setter
    def write_observations(self, value: bool) -> None:
        self._settings[SET_OBSERVE] = bool(value)

    # --- copying and saving ---------------------------------------------------------------------------------

    def copy_game(self, src: Any, dst: Any) -> None:
        """Make game ``dst`` an exact copy of game ``src`` (or games, as arrays), with its part of all arrays.

        Only the sequence of deals stays that of ``dst``: what it is dealt after this game.
        """
        if type(src) is int and type(dst) is int:
            self._index(src), self._index(dst)
        else:
            src, dst = self._indices(src), self._indices(dst)
            if len(src) not in (1, len(dst)):
                raise StateError(f"{len(src)} games cannot be copied to {len(dst)}")
        copied = [self._state_bytes, self._codes, self._masks, self.current_seat, self.seeds, self.dones]
        copied += [
            self._reports["num_legal"],
            self.rewards,
            self.final_scores,
            self.final_placements,
            self.final_lengths,
        ]
        if self.obs_dtype == "float32":
            copied.append(self._floats)
        if self.final_observations is not None:
            copied += (
                [self._final_codes] if self._final_floats is None else [self._final_codes, self._final_floats]
            )
        for array in copied:
            array[dst] = array[src]
        self._fresh = False

    def load(self, states: np.ndarray, games: Any = None) -> None:
        """Replace games by state records (say ``other.states[[3, 5]]``) and bring the arrays up to date.

        Raises:
            StateError: records of another game or option set; nothing has changed.
        """
        chosen = self._indices(games)
        states = np.asarray(states)
        if states.dtype != self.game.dtype or states.shape != chosen.shape:
            raise StateError(
                f"expected {len(chosen)} states of {self.game.name}, got {states.dtype} {states.shape}"
            )
        self._check_states(states)
        np.asarray(self.states)[chosen] = states
        self.refresh(chosen)

    def _check_states(self, states: np.ndarray) -> None:
        """Refuse records that the kernels, made for this option set, could not handle."""
        for name, value in self._fixed.items():
            given, own = states[name], np.asarray(value)
            if (given != own).any():
                place = int(np.flatnonzero((given != own).reshape(len(states), -1).any(axis=1))[0])
                raise StateError(
                    f"{self.game.name}: a state of another option set: {name} is {given[place].tolist()} in "
                    f"record {place}, in this batch {own.tolist()} (options {self.options.as_dict()})"
                )
        seats = states["current_seat"]
        wrong = np.flatnonzero((seats < 0) | (seats >= self.num_seats))
        if len(wrong):
            raise StateError(
                f"{self.game.name}: current_seat is {seats[wrong[0]]} in record {wrong[0]}, there are "
                f"{self.num_seats} seats"
            )

    def refresh(self, games: Any = None) -> None:
        """Bring masks, seats and observations up to date after writing into :attr:`states`."""
        self._fresh = False
        chosen = self._indices(games)
        self._serve(OP_REFRESH, 0, 0, self._action_buffer, chosen)

    def determinize(self, game_index: Any, seat: Any, seed: Any) -> None:
        """Replace what ``seat`` cannot know by a sample, and the luck to come by that of ``seed``.

        All three arguments may be arrays.
        """
        chosen, seats = self._aligned(game_index, seat)
        seeds = np.array([checked_seed(one) for one in np.atleast_1d(seed).tolist()], dtype=np.int64)
        words = np.concatenate([seats, np.broadcast_to(seeds, seats.shape)])
        self._fresh = False
        self._serve(OP_DETERMINIZE, 0, 0, words, chosen)

    def get_state(self, game_index: int = 0) -> bytes:
        """One game as bytes that :meth:`set_state` takes back."""
        return self._pack_state(game_index, {})

    def _pack_state(self, game_index: int, extra: dict[str, Any]) -> bytes:
        payload = self._state_bytes[self._index(game_index)].tobytes()
        return serial.pack_state(self.game, self.options, payload, extra)

    def set_state(self, game_index: int, data: bytes) -> None:
        """Replace one game by a saved one.

        Raises:
            StateError: the data are damaged or of another game, version or option set; the game is left as it
                was.
        """
        game_index = self._index(game_index)
        self.load(serial.unpack_state(self.game, self.options, data)[0], [game_index])

    # --- inside ---------------------------------------------------------------------------------------------

    def _serve(
        self, op: int, value: int, seed: int, actions: np.ndarray, chosen: np.ndarray, codes=None
    ) -> int:
        back = self._back if codes is None else (codes, codes.astype(np.float32), *self._back[2:])
        code = self._run(op, value, seed, *self._front, self._settings, actions, chosen, *back)
        if code > 0:
            self._report_stuck(code, chosen)
        return code

    def _report_stuck(self, count: int, chosen: np.ndarray) -> None:
        raise StateError(
            f"{self.game.name}: the rules left {count} game(s) without a way on; this is a bug in the game "
            f"(options {self.options.as_dict()}, seeds {self.seeds[chosen][:_NAMED_FAULTS].tolist()})"
        )

    def _start(self, seed: int, chosen: np.ndarray | None = None) -> None:
        """Start the sequences of deals of the given base seed."""
        chosen = self._all_games if chosen is None else chosen
        self._reports["base_seed"][chosen] = seed
        self._reports["slot"][chosen] = chosen
        self._reports["episode"][chosen] = -1
        self._deal(chosen)

    def _deal(self, chosen: np.ndarray, seeds: np.ndarray | None = None) -> None:
        self._serve(
            OP_DEAL, int(seeds is not None), 0, self._action_buffer if seeds is None else seeds, chosen
        )
        self.rewards[chosen] = 0

    def _indices(self, games: Any) -> np.ndarray:
        if games is None:
            return self._all_games
        try:
            games = np.asarray(games)
        except ValueError:
            games = np.array(None)
        if games.dtype == np.bool_ and games.shape == (self.num_envs,):
            games = np.flatnonzero(games)
        if games.ndim > 1 or (games.size and games.dtype.kind not in "iu"):
            raise StateError(
                f"games are named by integers in 0..{self.num_envs - 1} or by a mask of {self.num_envs}, "
                f"got {games.dtype}{games.shape}"
            )
        chosen = np.array(games, dtype=np.int64, ndmin=1)
        if len(chosen) and (chosen.min() < 0 or chosen.max() >= self.num_envs):
            raise StateError(
                f"games must lie in 0..{self.num_envs - 1}, got {chosen.tolist()[:_NAMED_FAULTS]}"
            )
        return chosen

    def _index(self, game_index: Any) -> int:
        """The index of a single game."""
        try:
            index = -1 if isinstance(game_index, bool) else operator.index(game_index)
        except TypeError:
            index = -1
        if not 0 <= index < self.num_envs:
            raise StateError(f"a game is named by an integer in 0..{self.num_envs - 1}, got {game_index!r}")
        return index

    def checked_seat(self, seat: Any) -> int | None:
        """A seat at the table, or None, which stands for nobody in particular; else :class:`StateError`."""
        if seat is None:
            return None
        whole = isinstance(seat, (int, np.integer)) and not isinstance(seat, bool)
        if not whole or not 0 <= seat < self.table_seats:
            raise StateError(
                f"{self.game.name}: seats must lie in 0..{self.table_seats - 1} (None: all), got {seat!r}"
            )
        return int(seat)

    def _aligned(self, game_index: Any, seat: Any) -> tuple[np.ndarray, np.ndarray]:
        asked = np.atleast_1d(np.asarray(seat, dtype=np.int64))
        chosen, seats = np.broadcast_arrays(self._indices(game_index), asked)
        if len(seats) and (seats.min() < 0 or seats.max() >= self.table_seats):
            raise StateError(
                f"seats must lie in 0..{self.table_seats - 1}, got {seats.tolist()[:_NAMED_FAULTS]}"
            )
        return np.array(chosen), np.array(seats)

    def _refuse(self, code: int, actions: np.ndarray, chosen: np.ndarray) -> None:
        """Raise the error for a fault that the driver found."""
        if code == CHECK_FINISHED:
            over = chosen[np.asarray(self.states)["done"][chosen] != 0].tolist()
            raise StateError(f"{self.game.name}: game(s) {over[:_NAMED_FAULTS]} are over; reset them first")
        if code == CHECK_TWICE:
            raise StateError(f"{self.game.name}: a game is named twice in one step")
        if code == CHECK_BAD_GAME:
            raise StateError(f"{self.game.name}: no such game among {chosen.tolist()[:_NAMED_FAULTS]}")
        inside = (actions >= 0) & (actions < self.num_actions)
        legal = inside & (self._masks[chosen, np.where(inside, actions, 0)] != 0)
        bad = np.flatnonzero(~legal)
        lines = [self.explain_illegal(int(chosen[k]), int(actions[k])) for k in bad[:_NAMED_FAULTS]]
        if self.num_envs > 1:
            lines = [f"game {chosen[k]}: {line}" for k, line in zip(bad, lines, strict=False)]
        if len(bad) > _NAMED_FAULTS:
            lines.append(f"... and {len(bad) - _NAMED_FAULTS} more")
        raise IllegalActionError(
            f"{self.game.name}: " + "; ".join(lines),
            games=chosen[bad].tolist(),
            actions=actions[bad].tolist(),
        )

    def explain_illegal(self, game_index: int, action: int) -> str:
        """Why an action is refused: its words, the pending decision, and what would be allowed."""
        inside = 0 <= action < self.num_actions
        words = (
            repr(self.catalog.describe(action))
            if inside
            else f"outside the action space of {self.num_actions}"
        )
        seat = self.game.name_of_seat(self.options, int(self.current_seat[game_index]))
        pending = f" in decision {self.game.decision_name(self.state(game_index))}"
        legal = [self.catalog.texts[i] for i in np.flatnonzero(self._masks[game_index])]
        offered = ", ".join(repr(text) for text in legal[:8]) + (", ..." if len(legal) > 8 else "")
        offered = offered or "nothing, the game is over"
        return f"action {action} ({words}) is not legal for {seat}{pending}; legal: {offered}"

    def __reduce__(self):
        arguments = {
            "num_envs": self.num_envs,
            "seed": self.seed,
            "num_threads": self.num_threads,
            "autoreset": self.autoreset,
            "observe": self.write_observations,
            "obs_dtype": self.obs_dtype,
            "reward": self.reward,
            "final_observations": self.final_observations is not None,
        }
        return _rebuild, (self.game, self.options, arguments, self._snapshot())

    def _snapshot(self) -> dict[str, Any]:
        arrays = ("_state_bytes", "_reports", "_codes", "_floats", "_masks", "_final_codes", "_final_floats")
        return {"fresh": self._fresh, "tickets": self._tickets} | {
            name: getattr(self, name) for name in arrays
        }

    def _restore(self, snapshot: dict[str, Any]) -> None:
        self._fresh, self._tickets = snapshot.pop("fresh"), snapshot.pop("tickets")
        for name, saved in snapshot.items():
            if saved is not None:
                getattr(self, name)[...] = saved

    def __deepcopy__(self, memo: dict) -> BatchedGame:
        rebuild, arguments = self.__reduce__()
        return rebuild(*arguments)

    def __repr__(self) -> str:
        return f"BatchedGame({self.game.id}, {self.num_envs} games, {self.options.as_dict()})"


def _rebuild(
    game: Game, options: GameOptions, arguments: dict[str, Any], snapshot: dict[str, Any]
) -> BatchedGame:
    batch = BatchedGame(game, options, **arguments)
    batch._restore(snapshot)
    return batch


@functools.cache
def _usable_threads(wanted: int) -> int:
    if wanted == 1 or PURE:
        return 1
    import numba

    return min(wanted, numba.config.NUMBA_NUM_THREADS)
