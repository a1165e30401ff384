"""The gymnasium environments: a learner in one seat of each game, agents in the others; in solo modes, no one else."""

from __future__ import annotations

from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from eurogym.envs.core.declare.arguments import (
    NAMED_FAULTS,
    Autoreset,
    Copied,
    IllegalWay,
    LearnerSeat,
    MaskPlace,
    ObsDtype,
    RenderMode,
    Reward,
    Theme,
    array_of,
    checked_seed,
    one_action,
    one_of,
)
from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.declare.options import GameOptions
from eurogym.envs.core.draw.pictures import Picture, Window, can_show, checked_render_mode, render_modes
from eurogym.envs.core.errors import IllegalActionError, OptionError, StateError
from eurogym.envs.core.faces.opponents import Opponent, Seating
from eurogym.envs.core.faces.seats import SeatTable
from eurogym.envs.core.step.batch import BatchedGame

__all__ = ["SeatEnv", "SeatVectorEnv"]

AUTORESETS: dict[Autoreset, AutoresetMode] = {
    "next_step": AutoresetMode.NEXT_STEP,
    "same_step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}
_AUTORESET_NAMES = {mode: name for name, mode in AUTORESETS.items()}


def _refuse_options(options: Any, *known: str) -> None:
    """Refuse options of a reset other than those known: what is played is fixed when an environment is made."""
    unknown = (
        [options]
        if not isinstance(options or {}, dict)
        else sorted(map(repr, (options or {}).keys() - set(known)))
    )
    if unknown:
        words = f"allowed: {', '.join(map(repr, known))}; " if known else ""
        raise OptionError(
            f"reset(options=...) has no option {unknown[0]}; {words}the options of a game are given when its "
            "environment is made"
        )


_FIRST = np.zeros(1, dtype=np.int64)  # the only game of a single environment


class SeatEnv(Copied, gymnasium.Env):
    """One game as a gymnasium environment: a learner in one seat, agents in the others (none in solo modes).

    Observations are ``(F,)``, float32 by default. The legal actions are in ``info["action_mask"]`` (int8), in
    ``observation["action_mask"]`` or in both, as ``mask_in`` says, and in :meth:`action_masks` (bool). Info always has
    the same keys; ``score, outcome, final_scores, final_placements, num_decisions`` are zero until the end, and where
    an illegal action ends the game (``illegal_action``). A game that is cut off at its limit of decisions
    (:attr:`BatchedGame.truncated`) is truncated. A step is whole or not at all, whatever interrupts it and whatever an
    opponent raises.

    Args:
        game, options: what is played.
        learner_seat: a seat, or ``"random"``: drawn anew for every deal.
        opponents: an agent or its name, for all other seats, or a list of them in turn order after the learner.
            Names with weights, as in ``{"random": 1, "ppo": 3}``, are a pool: the deal decides who plays a game.
            The random choices of agents given by name depend only on the deal.
        partner: in team games, an agent or its name for the other seats of the learner's team; `opponents` then fills
            only the other teams. None: `opponents` fills all other seats.
        reward: ``"outcome"``, ``"margin"`` or ``"score"``, given at the end.
        illegal: ``"raise"`` raises :class:`IllegalActionError`; ``"terminate"`` ends the game with
            ``illegal_reward``.
        illegal_reward: see ``illegal``.
        obs_dtype: ``"float32"`` values or ``"uint8"`` codes.
        mask_in: where to put the action mask: ``"info"``, or ``"observation"`` or ``"both"``, which make observations
            dicts with ``observation`` and ``action_mask``.
        render_mode: ``"ansi"``, ``"human"``, ``"rgb_array"`` or None, see :class:`~eurogym.envs.core.faces.aec.RawEnv`.
        seed: seed of the first deal if :meth:`reset` is called without one; None: a random seed.
        action_rows: places for legal actions in infos (:meth:`BatchedGame.padded_actions`):
            ``legal_actions`` int32 ``(action_rows,)`` and ``legal_rows`` int16 ``(action_rows, C)``; 0: none. A state
            with more of them is a StateError.
    """

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        learner_seat: LearnerSeat = "random",
        opponents: Seating = "random",
        partner: str | Opponent | None = None,
        reward: Reward = "outcome",
        illegal: IllegalWay = "raise",
        illegal_reward: float = -1.0,
        obs_dtype: ObsDtype | type[np.uint8] | type[np.float32] = "float32",
        mask_in: MaskPlace = "info",
        render_mode: RenderMode | None = None,
        seed: int | None = None,
        action_rows: int = 0,
    ):
        self.metadata = {"render_modes": render_modes(game), "render_fps": 1}
        self.render_mode = checked_render_mode(render_mode, self.metadata["render_modes"], game)
        self.table = SeatTable(
            game,
            options,
            1,
            learner_seat,
            opponents,
            seed,
            illegal,
            illegal_reward,
            partner,
            mask_in,
            action_rows=action_rows,
            obs_dtype=obs_dtype,
            reward=reward,
        )
        self.game, self.options = game, options
        self.observation_space, self.action_space = self.table.spaces()
        self._dealt = False
        self._window: Window | None = None

    @property
    def batch(self) -> BatchedGame:
        """The :class:`BatchedGame` with ``num_envs=1`` that holds the game."""
        return self.table.batch

    @property
    def _dealt_game(self) -> BatchedGame:
        """The batch that holds the game; raises StateError if no game has been dealt yet."""
        if not self._dealt:
            raise self._not_running()
        return self.table.batch

    def _not_running(self) -> StateError:
        return StateError(f"{self.game.id}: no game is running; call reset() first")

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict]:
        """Deal a game, the deal ``seed`` or the next one, and return its first observation and info.

        Raises:
            OptionError: there are ``options``; none are known.
        """
        _refuse_options(options)
        super().reset(seed=seed)
        if seed is not None:
            seed = checked_seed(seed)
        elif not self._dealt:
            seed = self.table.seed
        with self.table.whole():
            self.table.deal(seeds=None if seed is None else [seed])
            self._dealt = True
            return self._observation(), self.table.info(0)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict]:
        """Take an action (an integer, or an array or a tensor of one).

        Returns:
            Observation, reward, terminated, truncated and info.

        Raises:
            IllegalActionError: the action is not legal (with ``illegal="raise"``); nothing has changed.
            StateError: no game is running.
        """
        table = self.table
        if not self._dealt or table.terminated[0] or table.truncated[0]:
            raise self._not_running()
        try:
            choice = np.array([one_action(action)], dtype=np.int64)
        except (TypeError, OverflowError):
            raise IllegalActionError(
                f"{self.game.id}: an action must be one integer, got {action!r}"
            ) from None
        with table.whole():
            reward = float(table.act(choice, _FIRST)[0])
            terminated, truncated = bool(table.terminated[0]), bool(table.truncated[0])
            info = table.info(0) | (table.results(0) if terminated or truncated else {})
            return self._observation(), reward, terminated, truncated, info

    def _observation(self) -> Any:
        seen = self.table.observations()
        return {name: rows[0] for name, rows in seen.items()} if isinstance(seen, dict) else seen[0]

    def action_masks(self) -> np.ndarray:
        """Return the legal actions, bool ``(A,)``, as sb3-contrib's MaskablePPO expects them."""
        return self._dealt_game.action_masks[0].copy()

    def scores(self) -> np.ndarray:
        """Return the current score of every seat at the table, int64 ``(T,)``."""
        return self._dealt_game.scores([0])[0, :, 0]

    def to_dict(self, seat: int | None = None) -> dict[str, Any]:
        """Return the game, or what one seat sees of it, as JSON-able data."""
        batch = self._dealt_game
        return self.game.to_dict(batch.state(0), self.options, batch.checked_seat(seat))

    def to_text(self, seat: int | None = None) -> str:
        """Return the game, or what one seat sees of it, as text for people and language models."""
        batch = self._dealt_game
        return self.game.to_text(batch.state(0), self.options, batch.checked_seat(seat))

    def render(self) -> str | np.ndarray | None:
        """Render what the learner sees as ``render_mode`` says: return text or an RGB image, or show it (None)."""
        if self.render_mode == "rgb_array":
            return self.draw(legal=False).pixels()
        if self.render_mode == "human" and self.game.draw is not None and can_show():
            if self._window is None:
                self._window = Window(self.game.title)
            self._window.show(self.draw())
            return None
        text = self.to_text(int(self.table.learners[0]))
        if self.render_mode == "human":
            print(text)
            return None
        return text if self.render_mode == "ansi" else None

    def draw(self, legal: bool = True, theme: Theme = "auto") -> Picture:
        """Draw the game as an SVG, as the learner sees it.

        Args:
            legal: mark the legal actions.
            theme: see :func:`eurogym.envs.core.draw.pictures.picture`.

        Raises:
            OptionError: the game has no pictures.
        """
        return self._dealt_game.draw(0, int(self.table.learners[0]), legal, theme=theme)

    def _repr_svg_(self) -> str | None:
        """Return the picture that notebooks display; None before the first deal."""
        return None if self.game.draw is None or not self._dealt else str(self.draw())

    def close(self) -> None:
        """Close the window of ``render_mode="human"``, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None


class SeatVectorEnv(Copied, VectorEnv):
    """Many games as one gymnasium vector environment: a learner in one seat of each, agents in the others.

    ``step`` returns observations ``(N, F)``, rewards, terminations, truncations and infos. ``infos["action_mask"]`` is
    int8 ``(N, A)``; the attribute :attr:`action_masks` is the same as bool. A step is whole or not at all, as with
    :class:`SeatEnv`, whose infos these are.

    ``metadata["autoreset_mode"]`` says what happens to a game that has ended; infos are those of gymnasium's own
    vector environments in the same mode. With ``AutoresetMode.NEXT_STEP``, the default here and in gymnasium, the
    following step deals the next game and ignores its action. With ``SAME_STEP`` (``autoreset="same_step"``), the next
    game is dealt in the same step; the last observation is in ``infos["final_obs"]`` and the last info in
    ``infos["final_info"]``. With ``DISABLED``, ``reset(options={"reset_mask": ...})`` has to deal the next game before
    the following step.

    Args:
        num_envs: number of games N.
        num_threads: number of threads that step the games; results do not depend on it.
        autoreset: ``"next_step"``, ``"same_step"``, ``"disabled"`` or the corresponding ``AutoresetMode``.
        max_episode_steps: actions of the learner after which a game is truncated; None: no limit.
        render_mode: ``"ansi"`` (one text per game) or None.
        seed: as ``seed`` of the first :meth:`reset` if that is called without one; None: a random seed.
        game, options, learner_seat, opponents, partner, reward, illegal, illegal_reward: as for :class:`SeatEnv`.
        obs_dtype, mask_in, action_rows: as for :class:`SeatEnv`.
    """

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        num_envs: int = 1,
        num_threads: int = 1,
        learner_seat: LearnerSeat = "random",
        opponents: Seating = "random",
        partner: str | Opponent | None = None,
        reward: Reward = "outcome",
        autoreset: Autoreset | AutoresetMode = "next_step",
        illegal: IllegalWay = "raise",
        illegal_reward: float = -1.0,
        obs_dtype: ObsDtype | type[np.uint8] | type[np.float32] = "float32",
        mask_in: MaskPlace = "info",
        max_episode_steps: int | None = None,
        render_mode: Literal["ansi"] | None = None,
        seed: int | None = None,
        action_rows: int = 0,
    ):
        named: Any = autoreset
        if isinstance(autoreset, AutoresetMode):
            named = _AUTORESET_NAMES.get(autoreset, autoreset)
        mode = AUTORESETS[one_of("autoreset", named, tuple(AUTORESETS))]
        self.metadata = {"render_modes": ["ansi"], "autoreset_mode": mode}
        self.render_mode = checked_render_mode(render_mode, self.metadata["render_modes"])
        self.table = SeatTable(
            game,
            options,
            num_envs,
            learner_seat,
            opponents,
            seed,
            illegal,
            illegal_reward,
            partner,
            mask_in,
            max_episode_steps,
            action_rows,
            obs_dtype=obs_dtype,
            reward=reward,
            num_threads=num_threads,
        )
        self.game, self.options, self.num_envs = game, options, num_envs
        self.single_observation_space, self.single_action_space = self.table.spaces()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._mode = mode
        self._dealt = False
        self._all = np.arange(num_envs)
        self._columns: dict[str, Any] = {}
        for place in range(num_envs):
            self._add_info(self._columns, self.table.unfinished, place)

    @property
    def batch(self) -> BatchedGame:
        """The :class:`BatchedGame` that holds the games."""
        return self.table.batch

    @property
    def action_masks(self) -> np.ndarray:
        """Legal actions of the learners, bool ``(N, A)``, updated in place."""
        return self.table.batch.action_masks

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all games and return their first observations and infos.

        Args:
            seed: the deal of each game; an integer means ``seed, seed + 1, ...``, and None continues. The deals after
                it follow from a game's seed.
            options: ``{"reset_mask": bool (N,)}`` deals only the games chosen.

        Raises:
            OptionError: an option is not known, or seeds or mask are of another form.
        """
        _refuse_options(options, "reset_mask")
        games = self._all
        if options and "reset_mask" in options:
            mask = np.asarray(options["reset_mask"])
            if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
                raise OptionError(
                    f"reset_mask must be bool ({self.num_envs},), got {mask.dtype} {mask.shape}"
                )
            games = np.flatnonzero(mask)
        if seed is None and not self._dealt:
            seed = self.table.seed
        seeds: list[int] | None = None
        if seed is not None and np.ndim(seed):
            seeds = [checked_seed(one) for one in np.asarray(seed).tolist()]
        elif seed is not None:
            seeds = [checked_seed(checked_seed(seed) + game) for game in range(self.num_envs)]
        if seeds is not None and len(seeds) == self.num_envs:
            seeds = [seeds[game] for game in games]
        with self.table.whole():
            self.table.deal(games, seeds)
            self._dealt = True
            return self.table.observations(), self._infos()

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take one action of the learner in every game; the class describes what is returned.

        Raises:
            IllegalActionError: an action is not legal (with ``illegal="raise"``); nothing has changed in any game.
            StateError: nothing has been dealt yet or, with ``autoreset="disabled"``, a game is over.
        """
        if not self._dealt:
            raise StateError(f"{self.game.id}: call reset() first")
        actions = array_of(actions)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise IllegalActionError(
                f"{self.game.id}: expected {self.num_envs} integer actions, got {actions!r}"
            )
        with self.table.whole():
            return self._step(actions)

    def _step(self, actions: np.ndarray) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        table, over = self.table, self.table.over
        waiting = np.flatnonzero(over)
        if len(waiting) and self._mode is AutoresetMode.DISABLED:
            raise StateError(
                f"{self.game.id}: game(s) {waiting[:NAMED_FAULTS].tolist()} are over; deal them first: "
                "reset(options={'reset_mask': terminations | truncations})"
            )
        playing = np.flatnonzero(~over) if len(waiting) else self._all
        rewards = np.zeros(self.num_envs, dtype=np.float64)
        if len(playing):
            rewards[playing] = table.act(actions[playing].astype(np.int64), playing)
        if len(waiting):
            table.deal(waiting)
        terminations, truncations = table.terminated.copy(), table.truncated.copy()
        ended = np.flatnonzero(terminations | truncations)
        endings = self._endings(ended)
        if self._mode is AutoresetMode.SAME_STEP and len(ended):
            table.deal(ended)
        infos = self._infos()
        for game, ending in zip(ended.tolist(), endings, strict=True):
            infos = self._add_info(infos, ending, game)
        return table.observations(), rewards, terminations, truncations, infos

    def snapshot(self) -> dict[str, Any]:
        """Return the games, their learners' seats and the random state of the opponents, for :meth:`restore`."""
        return self.table.snapshot()

    def restore(self, kept: dict[str, Any]) -> np.ndarray:
        """Continue from the :meth:`snapshot` of an environment with the same arguments; return the observations.

        Raises:
            StateError: the snapshot is of games of another kind.
        """
        self.table.restore(kept)
        self._dealt = True
        return self.table.observations()

    def _infos(self) -> dict[str, Any]:
        """Return the infos of games that go on: as the first one has them, with columns for all games."""
        table = self.table
        infos: dict[str, Any] = {"learner_seat": table.learners.copy()}
        if table.mask_in != "observation":
            infos["action_mask"] = table.masks_of(slice(None))
        if table.action_rows:
            infos["legal_actions"], infos["legal_rows"] = table.batch.padded_actions(table.action_rows)
        infos |= {f"_{name}": np.ones(self.num_envs, dtype=np.bool_) for name in infos}
        return infos | {name: column.copy() for name, column in self._columns.items()}

    def _endings(self, ended: np.ndarray) -> list[dict[str, Any]]:
        """Return the final infos of the games that ended; called before the next ones are dealt."""
        table = self.table
        same_step = self._mode is AutoresetMode.SAME_STEP
        infos = [table.results(game) for game in ended.tolist()]
        if not same_step or not infos:
            return infos
        seen = table.observations()
        for number, game in enumerate(ended.tolist()):
            info = table.info(game) | infos[number]
            last = {name: rows[game] for name, rows in seen.items()} if isinstance(seen, dict) else seen[game]
            infos[number] = {"final_obs": last, "final_info": info}
        return infos

    def render(self) -> tuple[str, ...] | None:
        """Return one text per game, as its learner sees it (``render_mode="ansi"``), or None without a mode."""
        if self.render_mode is None:
            return None
        batch = self.table.batch
        return tuple(
            self.game.to_text(batch.state(g), self.options, int(self.table.learners[g]))
            for g in range(self.num_envs)
        )

    def close_extras(self, **kwargs: Any) -> None:
        """Do nothing: there is nothing to release."""
