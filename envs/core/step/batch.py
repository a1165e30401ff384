"""Many games of one kind, stepped together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from eurogym.envs.core.declare import operations as OP
from eurogym.envs.core.declare.arguments import (
    SEED_LIMIT,
    Copied,
    ObsDtype,
    Reward,
    Theme,
    aligned,
    array_of,
    checked_count,
    checked_flag,
    checked_obs_dtype,
    checked_seed,
    game_of,
    games_of,
    is_whole,
    one_of,
    refuse_doubles,
    seats_of,
    seeds_of,
)
from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.declare.options import GameOptions
from eurogym.envs.core.draw.drawing import Move
from eurogym.envs.core.draw.pictures import Picture, picture
from eurogym.envs.core.errors import IllegalActionError, OptionError, StateError
from eurogym.envs.core.step import saving
from eurogym.envs.core.step.buffers import Buffers
from eurogym.envs.core.step.loading import Arrivals
from eurogym.envs.core.step.log import PublicLog
from eurogym.envs.core.step.refusals import refuse_busy, refuse_step, refuse_stuck, why_illegal
from eurogym.envs.core.step.threads import usable_threads

_MOST_GAMES = 1 << 40  # with more, array sizes would exceed 64 bits; memory runs out long before


class BatchedGame(Copied):
    """N games of one kind, stepped together by compiled code; in each game the seat to move acts.

    The arrays live as long as the object and are updated in place. S is the number of learning seats, T the number of
    all seats at the table (T > S where an automated opponent plays), A the number of actions and F the length of an
    observation.

    Args:
        game: the game.
        options: its options.
        num_envs: number of games N.
        seed: base seed; episode k of game i is the deal ``derive_seed(seed, i, k)``, whatever the batch size.
        num_threads: number of threads that step the games; results do not depend on it.
        autoreset: deal the next game within the step that ends one. Deals that are over before anybody has a choice
            are skipped.
        observe: write observations (can be changed later through :attr:`write_observations`).
        obs_dtype: ``"uint8"`` codes or ``"float32"`` values (code * scale).
        reward: ``"outcome"``, ``"margin"`` or ``"score"``; given when a game ends.
        final_observations: keep every seat's observation of the end of each game.
        record_actions: remember the actions since each deal, which :meth:`snapshot` needs.

    Attributes:
        observations: ``(N, F)`` uint8 or float32, observations of the seat to move.
        action_masks: ``(N, A)`` bool, legal actions of the seat to move; all False once a game is over.
        current_seat: ``(N,)`` int64, the seat to move.
        rewards: ``(N, S)`` float32, zero except in the step that ends a game.
        dones: ``(N,)`` bool, whether the last step ended the game.
        truncated: ``(N,)`` bool, whether it ended because it went on after twice the number of decisions that the game
            declares as its bound. It is over as it stands then, and scored as always. Games of this package never are.
        final_scores: ``(N, T)`` int64, scores of the last game that ended.
        final_placements: ``(N, T)`` float32 in [-1, 1], placements in that game.
        final_lengths: ``(N,)`` int64, decisions of that game, forced ones included.
        final_observations: ``(N, S, F)``, observations of the end of that game; None where they are not kept.
        seeds: ``(N,)`` uint64, deal of the running game.
        states: ``(N,)`` structured, the game states themselves.
        buffers: the :class:`~eurogym.envs.core.step.buffers.Buffers` behind these arrays, for use by the engine.
        game, options: the game and its options.
        catalog, layout: the meaning of action ids and of observation entries.
        num_envs, num_seats, table_seats, num_actions, obs_size: the numbers N, S, T, A and F.

    With autoreset, ``rewards``, ``dones`` and ``final_*`` describe the game that ended; the other arrays describe the
    new one.
    """

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        num_envs: int = 1,
        seed: int = 0,
        num_threads: int = 1,
        autoreset: bool = True,
        observe: bool = True,
        obs_dtype: ObsDtype | type[np.uint8] | type[np.float32] = "uint8",
        reward: Reward = "outcome",
        final_observations: bool = False,
        record_actions: bool = False,
    ):
        num_envs, num_threads = (
            checked_count("num_envs", num_envs, 1, _MOST_GAMES),
            checked_count("num_threads", num_threads, 1),
        )
        one_of("reward", reward, OP.REWARDS)
        self.game, self.options, self.num_envs = game, options, num_envs
        self.catalog, self.layout = game.catalog(options), game.layout(options)
        self.num_seats, self.table_seats = options.num_players, options.table_seats
        self.num_actions, self.obs_size = self.catalog.n, self.layout.size
        self.seed, self.reward, self.obs_dtype = checked_seed(seed), reward, checked_obs_dtype(obs_dtype)
        self.autoreset = checked_flag("autoreset", autoreset)
        self.num_threads = usable_threads(num_threads)
        self.buffers = Buffers(
            game,
            options,
            self.layout,
            self._pack_settings(checked_flag("observe", observe)),
            num_envs,
            self.num_actions,
            self.obs_dtype == "float32",
            checked_flag("final_observations", final_observations),
            checked_flag("record_actions", record_actions),
            self.num_threads,
        )
        self._hold_arrays()
        self._last_arrivals: tuple[int, Arrivals | None] = (0, None)
        self._log: PublicLog | None = None
        self._serve(OP.OP_DEAL_BASE, self.buffers.every_game, seed=self.seed)
        self.buffers.put([], None, [], 0)

    def _pack_settings(self, observe: bool) -> np.ndarray:
        game, options = self.game, self.options
        numbers = [
            self.num_seats,
            self.table_seats,
            game.last_decision(options),
            OP.REWARDS.index(self.reward),
            self.autoreset,
            bool(observe),
            self.obs_dtype == "float32",
            options.num_teams,
            0,
            0,
        ]
        assert len(numbers) == OP.OPTIONS_START
        return np.concatenate([np.array(numbers, dtype=np.int64), options.pack()])

    def _hold_arrays(self) -> None:
        """Expose the arrays of the buffers under their public names."""
        held, seats = self.buffers, self.num_seats
        self.states, report = held.states, held.reports
        self.observations = held.floats if self.obs_dtype == "float32" else held.codes
        self.action_masks = held.masks.view(np.bool_)
        self.final_observations = None
        if held.final_rows:
            self.final_observations = held.final_rows[-1]
        self.current_seat, self.dones, self.seeds = report["current_seat"], report["done"], report["seed"]
        self.rewards, self.final_scores = (
            report["rewards"][:, :seats],
            report["final_scores"][:, : self.table_seats],
        )
        self.final_placements = report["final_placements"][:, : self.table_seats]
        self.final_lengths = report["final_length"]

    # --- playing --------------------------------------------------------------------------------------------

    def reset(self, seeds: int | Sequence[int] | np.ndarray | None = None, games: Any = None) -> None:
        """Deal new games.

        Args:
            seeds: None continues each game's sequence of deals (directly after construction, it keeps the first
                deal). One integer restarts the sequences as ``seed=`` of the constructor does. An array ``(n,)`` sets
                the deal of each game; the deals after it follow from that seed.
            games: indices of the games to deal, each at most once; all by default.

        Raises:
            OptionError: ``seeds`` are not seeds, or not one for each game.
            StateError: ``games`` are not indices of games, or one is listed twice.
        """
        chosen = self._each_once(games)
        if seeds is None:
            if self.buffers.changes:
                self._serve(OP.OP_DEAL_NEXT, chosen)
            else:
                self.buffers.put([], None, [], 1)
        elif not np.iterable(seeds) or isinstance(seeds, (str, bytes)):
            self._serve(OP.OP_DEAL_BASE, chosen, seed=checked_seed(seeds))
        else:
            seeds = seeds_of(seeds)
            if len(seeds) != len(chosen):
                raise OptionError(f"{len(seeds)} seeds for {len(chosen)} games")
            self._serve(OP.OP_DEAL_SEEDS, chosen, seeds=np.array(seeds, dtype=np.int64))

    def step(self, actions: Any, games: Any = None) -> None:
        """Take one action in each game and update all arrays in place.

        A step is whole or not at all, with any number of threads: whatever interrupts it (Ctrl-C, a signal whose
        handler raises an error) comes before anything has changed, or after every game and every array has. The same
        holds for whatever else changes games: ``reset``, ``rollout``, ``copy_game``, ``load``, ``refresh``,
        ``determinize`` and ``restore``. It does not hold for uncompiled code (``NUMBA_DISABLE_JIT=1``).

        Args:
            actions: ``(N,)`` integers; with ``games``, one for each of these, in the same order.
            games: indices of the games to step, each at most once; the others stay untouched. All by default.

        Raises:
            IllegalActionError: an action is not legal, or ``actions`` are not integers of that shape; nothing was
                applied in any game.
            StateError: a game is over (without autoreset), listed twice or does not exist.
        """
        actions = array_of(actions)
        chosen = self._indices(games)
        if actions.shape != chosen.shape or (actions.dtype.kind not in "iu" and actions.size):
            raise IllegalActionError(
                f"{self.game.name}: expected {len(chosen)} integer actions, got {actions.dtype}{actions.shape}"
            )
        buffer = self.buffers.actions if games is None else np.empty(len(chosen), dtype=np.int64)
        buffer[:] = actions
        code = self._serve(OP.OP_STEP if games is None else OP.OP_STEP_LISTED, chosen, buffer)
        if code < 0:
            refuse_step(self, code, buffer, chosen)

    @property
    def truncated(self) -> np.ndarray:
        """Whether the game that the last step ended was cut off (:class:`BatchedGame`): bool ``(N,)``, a new array."""
        return self.dones & (self.final_lengths >= self.game.last_decision(self.options))

    def sample_legal(self, rng: np.random.Generator) -> np.ndarray:
        """Return one uniformly random legal action per game, int64 ``(N,)``; -1 where a game is over.

        Raises:
            OptionError: ``rng`` is not a :class:`numpy.random.Generator`.
        """
        if not isinstance(rng, np.random.Generator):
            raise OptionError(f"rng={rng!r} is not allowed; allowed: a numpy.random.Generator")
        actions = np.empty(self.num_envs, dtype=np.int64)
        self._serve(OP.OP_CHOOSE, self.buffers.every_game, actions, seed=int(rng.integers(SEED_LIMIT)))
        return actions

    def rollout(
        self, policy: Literal["random"] = "random", steps: int = 1000, seed: int = 0
    ) -> dict[str, Any]:
        """Play ``steps`` decisions in every game without leaving compiled code.

        Without autoreset a game stops at its end, so a large ``steps`` plays every game to its end. Observations are
        written once, after the last decision.

        Returns:
            A dict with the ``decisions`` taken, the ``games`` finished and the ``score_sum`` of finished games by seat
            ``(T,)``.

        Raises:
            OptionError: ``policy`` is unknown, or ``steps`` or ``seed`` is not an integer from 0.
        """
        one_of("policy", policy, ("random",))
        steps, seed = checked_count("steps", steps, 0), checked_seed(seed)
        for counter in ("finished_games", "rollout_decisions", "score_sum"):
            self.buffers.reports[counter] = 0
        self._serve(OP.OP_ROLLOUT, self.buffers.every_game, steps=steps, seed=seed)
        return {
            "decisions": int(self.buffers.reports["rollout_decisions"].sum()),
            "games": int(self.buffers.reports["finished_games"].sum()),
            "score_sum": self.buffers.reports["score_sum"][:, : self.table_seats].sum(axis=0),
        }

    # --- looking --------------------------------------------------------------------------------------------

    def observe(self, game_index: Any, seat: Any, out: np.ndarray | None = None) -> np.ndarray:
        """Return what a seat sees, as uint8 codes ``(F,)``; arrays of games and seats give ``(n, F)``.

        Args:
            game_index, seat: which games, and who looks.
            out: where the codes are written: uint8 ``(n, F)`` in one piece, such as a row of a rollout.

        Raises:
            StateError: a game or a seat does not exist, the lengths do not match, or ``out`` does not fit.
        """
        parts = self._indices(game_index), seats_of(self.game.name, seat, self.table_seats)
        chosen, seats = aligned(self.game.name, *parts)
        shape = (len(chosen), self.obs_size)
        codes = np.empty(shape, dtype=np.uint8) if out is None else out
        if codes.shape != shape or codes.dtype != np.uint8 or not codes.flags.carray:
            raise StateError(
                f"{self.game.name}: out is {codes.dtype} {codes.shape}; needed: uint8 {shape} in one piece, writable"
            )
        self._serve(OP.OP_OBSERVE, chosen, seats=seats, codes=codes)
        return codes if np.ndim(game_index) or np.ndim(seat) else codes[0]

    def legal_actions(self, games: Any = None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the legal actions of the seats to move, and what each of them concerns in its state.

        The seat to move knows all that a row says. Columns and their vocabularies are in ``catalog.columns``.

        Returns:
            Actions int32 ``(k,)``, of one game after the other; where those of each game begin, int64 ``(n + 1,)``; and
            a row for each action, int16 ``(k, C)``.
        """
        chosen = self._indices(games)
        actions = np.zeros(self.buffers.reports["num_legal"][chosen].sum(), np.int32)
        fill = self.game.action_rows(self.catalog).fill
        starts, actions, rows = fill(self.buffers.state_bytes, chosen, self.buffers.masks, actions)
        return actions, starts, rows

    def padded_actions(self, most: int, games: Any = None) -> tuple[np.ndarray, np.ndarray]:
        """Return what :meth:`legal_actions` does, with ``most`` places for each game.

        Returns:
            Actions int32 ``(n, most)``, -1 in places that are left over, and rows int16 ``(n, most, C)``, 0 there.

        Raises:
            StateError: a game has more legal actions.
            OptionError: ``most`` is no number of places.
        """
        most = checked_count("most", most, 0)
        actions, starts, rows = self.legal_actions(games)
        counts = np.diff(starts)
        if len(counts) and counts.max() > most:
            raise StateError(
                f"{self.game.name}: {counts.max()} legal actions, but there are {most} places for them"
            )
        inside = np.arange(most) < counts[:, None]
        padded = np.full(inside.shape, -1, np.int32), np.zeros((*inside.shape, rows.shape[1]), np.int16)
        padded[0][inside], padded[1][inside] = actions, rows
        return padded

    def entities(self, games: Any = None, seats: Any = None) -> tuple[np.ndarray, np.ndarray]:
        """Return what seats see, those to move by default, as a row for each thing.

        The rows tell what the observation tells. ``layout.entities`` names their columns and vocabularies, and reads
        observations that are already there.

        Returns:
            Where the rows of each game begin, int64 ``(n + 1,)``, and the rows, int16 ``(k, C)``.

        Raises:
            StateError: a game or a seat does not exist, or the lengths do not match.
        """
        chosen = self._indices(games)
        return self.layout.entities.rows(
            self.observe(chosen, self.current_seat[chosen] if seats is None else seats)
        )

    def components(self) -> dict[str, dict[str, np.ndarray]]:
        """Return numbers of components: vocabulary -> name -> int64 ``(V,)`` by the numbers in rows (0: nothing).

        They are those of this table: what ``data_overrides`` replaces is replaced here.
        """
        if self.game.attributes is None:
            return {}
        tables = self.game.attributes(self.game.blank_state(self.options)[0])
        return {
            vocabulary: {name: np.append(0, values).astype(np.int64) for name, values in numbers.items()}
            for vocabulary, numbers in tables.items()
        }

    def public_log(
        self, games: Any = None, seats: Any = None, since_own: bool = False
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return what has been done since the deal, as a seat could see it, that to move by default.

        What is not asked for costs nothing; asked for, only what has been done since the last time is looked at.
        The batch must be made with ``record_actions=True``.

        Args:
            games: indices of games; all by default.
            seats: who looks, one for each game.
            since_own: only what followed the last action that this seat chose; it may have made forced ones since.

        Returns:
            Where the rows of each game begin, int64 ``(n + 1,)``; for each action, forced ones included, its number in
            the game and who acted (a number of the vocabulary of seats: 1 is the seat that looks), int16 ``(k, 2)``;
            and its row as in :meth:`legal_actions`, int16 ``(k, C)``, 0 where this seat could not see it, seats counted
            from the one that looks.

        Raises:
            StateError: actions were not recorded, a game was not played from its deal, or it does not exist.
        """
        if not self.buffers.recording:
            raise StateError(
                f"{self.game.name}: a log needs the actions; make the batch with record_actions=True"
            )
        chosen = self._indices(games)
        asked = (
            self.current_seat[chosen] if seats is None else seats_of(self.game.name, seats, self.table_seats)
        )
        chosen, asked = aligned(self.game.name, chosen, asked)
        if self._log is None:
            options = type(self.options).from_kwargs(**self.options.as_dict() | {"auto_forced": False})
            beside = BatchedGame(self.game, options, self.num_envs, autoreset=False, observe=False)
            self._log = PublicLog(self, beside)
        self._log.update(np.unique(chosen))
        return self._log.rows_for(chosen, asked, checked_flag("since_own", since_own))

    def scores(self, games: Any = None) -> np.ndarray:
        """Return the current standing, int64 ``(n, T, 2)``: score and tie-break of every seat."""
        chosen = self._indices(games)
        self._serve(OP.OP_SCORES, chosen)
        return self.buffers.reports["standing"][chosen, : self.table_seats].copy()

    def state(self, game_index: int) -> np.record:
        """Return the record of one game, with its fields as attributes (a view: read it, do not write to it)."""
        return self.buffers.records[self._index(game_index)]

    def draw(
        self,
        game_index: int,
        seat: int | None = None,
        legal: bool = True,
        last: Move | None = None,
        theme: Theme = "auto",
    ) -> Picture:
        """Draw a game as an SVG that notebooks display, as ``seat`` sees it or with nothing hidden (None).

        Args:
            game_index: the game.
            seat: the seat that looks, or None.
            legal: mark the legal actions.
            last: see :func:`eurogym.envs.core.draw.pictures.picture`.
            theme: see :func:`eurogym.envs.core.draw.pictures.picture`.

        Raises:
            OptionError: the game has no pictures.
        """
        game_index = self._index(game_index)
        legal = checked_flag("legal", legal)
        actions = np.flatnonzero(self.action_masks[game_index]) if legal else ()
        scores = self.scores([game_index])[0, :, 0]
        state, seat = self.state(game_index), self.checked_seat(seat)
        return picture(self.game, state, self.options, seat, actions, last, scores, theme)

    def to_text(self, game_index: int, seat: int | None = None) -> str:
        """Return a game as text, as ``seat`` sees it or with nothing hidden (None)."""
        state = self.state(self._index(game_index))
        return self.game.to_text(state, self.options, self.checked_seat(seat))

    @property
    def write_observations(self) -> bool:
        """Whether steps write observations; switch this off where they are not used."""
        return bool(self.buffers.settings[OP.SET_OBSERVE])

    @write_observations.setter
    def write_observations(self, value: bool) -> None:
        self.buffers.settings[OP.SET_OBSERVE] = checked_flag("write_observations", value)

    # --- copying and saving ---------------------------------------------------------------------------------

    def new_like(self, num_envs: int, seed: int = 0, **arguments: Any) -> BatchedGame:
        """Make another batch of the same game and options, for example scratch tables for a search; compiles nothing.

        The new batch deals its own games; ``tables.load(batch.states[[5] * n])`` puts game 5 on n tables.
        ``arguments`` are any of ``num_threads, autoreset, observe, obs_dtype, reward, final_observations,
        record_actions``; those not given are as in this batch. A search usually wants ``autoreset=False,
        observe=False``.

        Raises:
            OptionError: another argument, or a value that is not allowed.
        """
        own = self._arguments()
        if unknown := arguments.keys() - own:
            raise OptionError(f"new_like has no argument {min(unknown)!r}; allowed: {', '.join(own)}")
        return BatchedGame(self.game, self.options, **own | arguments | {"num_envs": num_envs, "seed": seed})

    def copy_game(self, src: Any, dst: Any) -> None:
        """Make game ``dst`` an exact copy of game ``src`` (or games, as arrays), with its rows of all arrays.

        Only the sequence of deals, which decides what follows this game, stays that of ``dst``.
        """
        if type(src) is int and type(dst) is int:
            self._index(src), self._index(dst)
        else:
            src, dst = self._indices(src), self._indices(dst)
            if len(src) not in (1, len(dst)):
                raise StateError(f"{len(src)} games cannot be copied to {len(dst)}")
        held = self.buffers
        arrays = held.rows + held.final_rows
        held.put(arrays, dst, [array[src] for array in arrays], held.changes + 1)

    def load(self, states: np.ndarray, games: Any = None) -> None:
        """Replace games by state records (for example ``other.states[[3, 5]]``) and update the arrays.

        Records must come from play in this process, or in one that you trust as much: like those written into
        :attr:`states`, they are not checked, and compiled code reads memory at the places that they name. Games from
        files are replays, or a :meth:`snapshot`.

        Args:
            states: ``(n,)`` records of the game's type.
            games: indices of the games to replace, each at most once; all by default.

        Raises:
            StateError: the records are of another game or option set, or leave nothing to do; nothing has changed.
        """
        chosen = self._each_once(games)
        states = array_of(states)
        kinds = self.game.dtype, self.buffers.states.dtype
        if states.shape != chosen.shape or (states.dtype is not kinds[1] and states.dtype not in kinds):
            raise StateError(
                f"expected {len(chosen)} states of {self.game.name}, got {states.dtype} {states.shape}"
            )
        if len(chosen):
            held = self.buffers
            place = chosen if len(chosen) > 1 else chosen.item()
            rows = self._arrivals(len(chosen)).refreshed(states, held, place)
            held.put(held.rows, place, rows, held.changes + 1)

    def _arrivals(self, count: int) -> Arrivals:
        """Return a place for so many loaded records; that of the last time is kept."""
        size, place = self._last_arrivals
        if place is None or size != count:
            form = self.layout, self.buffers.settings, self.num_actions, self.obs_dtype == "float32"
            recording = self.buffers.recording
            place = Arrivals(self.game, self.options, count, *form, recording, self.num_threads)
            self._last_arrivals = count, place
        return place

    def refresh(self, games: Any = None) -> None:
        """Update masks, seats and observations after writing into :attr:`states`.

        Nothing is checked.
        """
        chosen = self._indices(games)
        self._serve(OP.OP_REFRESH, chosen)

    def determinize(self, game_index: Any, seat: Any, seed: Any) -> None:
        """Replace what ``seat`` cannot know by a sample, and all future chance by that of ``seed``.

        All three arguments may be arrays, of the same length or with a single entry.

        Raises:
            StateError: a game or a seat does not exist, a game is listed twice, or the lengths do not match.
            OptionError: ``seed`` is not a seed.
        """
        parts = self._indices(game_index), seats_of(self.game.name, seat, self.table_seats), seeds_of(seed)
        chosen, seats, seeds = aligned(self.game.name, *parts)
        refuse_doubles(self.game.name, chosen)
        self._serve(OP.OP_DETERMINIZE, chosen, seats=seats, seeds=seeds)

    def snapshot(self) -> bytes:
        """Return all games, with their future deals, rewards and final scores, as bytes for :meth:`restore`.

        They are kept as deals and actions, so the batch must be made with ``record_actions=True``.

        Raises:
            StateError: the actions were not recorded, or a game was not played from its deal (it was loaded,
                determinized or written to) or has taken more than 5,000 actions.
        """
        return saving.pack(self)

    def restore(self, data: bytes) -> None:
        """Continue, bit for bit, from the :meth:`snapshot` of a batch with as many games of this kind.

        The games are played again, so the data may come from anywhere: only what the rules allow can come of them.

        Raises:
            StateError: the data are damaged or belong to another game, version, option set or number of games; nothing
                has changed.
        """
        saving.unpack(self, data)

    # --- inside ---------------------------------------------------------------------------------------------

    def _serve(
        self,
        op: int,
        games: np.ndarray,
        actions: np.ndarray = OP.NOTHING,
        seats: np.ndarray = OP.NOTHING,
        seeds: np.ndarray = OP.NOTHING,
        steps: int = 0,
        seed: int = 0,
        codes: np.ndarray | None = None,
    ) -> int:
        """Carry out an operation with these operands (:func:`eurogym.envs.core.step.driver.driver`)."""
        held = self.buffers
        table = held.table
        if codes is not None:
            values = np.empty_like(codes, np.float32) if self.obs_dtype == "float32" else held.floats
            table = held.table_with(codes, values)
        try:
            code = held.run(op, steps, seed, actions, seats, seeds, games, *table)
        except Exception:  # raised by a kernel, which therefore did not leave the batch free
            held.settings[OP.SET_BUSY] = 0
            raise
        if code == OP.CHECK_BUSY:
            refuse_busy(self)
        if code > 0:
            refuse_stuck(self, code, games)
        return code

    def checked_seat(self, seat: Any) -> int | None:
        """Return a seat at the table, or None for no seat in particular; anything else raises :class:`StateError`."""
        if seat is None:
            return None
        if not is_whole(seat) or not 0 <= seat < self.table_seats:
            raise StateError(
                f"{self.game.name}: seats must be in 0..{self.table_seats - 1} (None: all), got {seat!r}"
            )
        return int(seat)

    def _indices(self, games: Any) -> np.ndarray:
        return self.buffers.every_game if games is None else games_of(games, self.num_envs)

    def _index(self, game_index: Any) -> int:
        return game_of(game_index, self.num_envs)

    def _each_once(self, games: Any) -> np.ndarray:
        """Return the indices of games to be written; refuse one that is listed twice."""
        chosen = self._indices(games)
        if games is not None:
            refuse_doubles(self.game.name, chosen)
        return chosen

    def explain_illegal(self, game_index: int, action: int) -> str:
        """Explain why an action is refused, with its text, the pending decision and the legal actions.

        Raises:
            StateError: the game does not exist.
            IllegalActionError: the action is not an integer.
        """
        return why_illegal(self, self._index(game_index), action)

    def _arguments(self) -> dict[str, Any]:
        """Return the constructor arguments, besides game and options, that make a batch like this one."""
        return {
            "num_envs": self.num_envs,
            "seed": self.seed,
            "num_threads": self.num_threads,
            "autoreset": self.autoreset,
            "observe": self.write_observations,
            "obs_dtype": self.obs_dtype,
            "reward": self.reward,
            "final_observations": self.final_observations is not None,
            "record_actions": self.buffers.recording,
        }

    def __reduce__(self):
        return saving.rebuilt, (self.game, self.options, self._arguments(), saving.all_of(self))

    def __deepcopy__(self, memo: dict) -> BatchedGame:
        rebuild, arguments = self.__reduce__()
        return rebuild(*arguments)

    def __repr__(self) -> str:
        return f"BatchedGame({self.game.id}, {self.num_envs} games, {self.options.as_dict()})"
