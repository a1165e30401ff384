"""The gymnasium environments: a learner in one seat of each game, agents in the others; in solo modes, no one else."""

from __future__ import annotations

import copy
import secrets
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from eurogym.envs.core.aec import TERMINATE_HINT
from eurogym.envs.core.arguments import (
    ILLEGAL_WAYS,
    Autoreset,
    IllegalWay,
    LearnerSeat,
    ObsDtype,
    RenderMode,
    Reward,
    Theme,
    checked_number,
    checked_seed,
    is_whole,
    one_of,
)
from eurogym.envs.core.batch import BatchedGame
from eurogym.envs.core.errors import IllegalActionError, OptionError, StateError
from eurogym.envs.core.game import Game
from eurogym.envs.core.opponents import (
    Opponent,
    Seating,
    begin_streams,
    distinct,
    resolve_seats,
    seed_agents,
)
from eurogym.envs.core.options import GameOptions
from eurogym.envs.core.pictures import Picture, Window, can_show, checked_render_mode, render_modes
from eurogym.envs.core.random import derive_seed

__all__ = ["SeatEnv", "SeatVectorEnv"]

AUTORESETS: dict[Autoreset, AutoresetMode] = {
    "same_step": AutoresetMode.SAME_STEP,
    "next_step": AutoresetMode.NEXT_STEP,
}
_AUTORESET_NAMES = {mode: name for name, mode in AUTORESETS.items()}


class SeatTable:
    """N games with a learner in one seat each: what both gymnasium environments share.

    The opponents act until the learner has a choice or the game is over, so the learner always sees its own next
    observation, and its reward is what its seat gained until then.
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
        **batch_arguments: Any,
    ):
        seed = secrets.randbits(62) if seed is None else checked_seed(seed)
        self.batch = BatchedGame(game, options, num_envs, seed=seed, autoreset=False, **batch_arguments)
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
        self._named = [agent for agent in distinct(self.opponents) if id(agent) not in handed]
        seed_agents(self.opponents, seed)
        self.learners = np.zeros(num_envs, dtype=np.int64)
        self.ended = np.zeros(num_envs, dtype=np.bool_)  # over, by the rules or by an illegal action

    def spaces(self) -> tuple[spaces.Box, spaces.Discrete]:
        """Return the observation and the action space of one game."""
        layout = self.batch.layout
        box: spaces.Box
        if self.batch.obs_dtype == "uint8":
            box = spaces.Box(np.zeros_like(layout.high), layout.high, dtype=np.uint8)
        else:
            high = (layout.high * layout.scale).astype(np.float32)
            box = spaces.Box(np.zeros_like(high), high, dtype=np.float32)
        return box, spaces.Discrete(self.batch.num_actions)

    def deal(self, games: np.ndarray | None = None, seeds: Any = None) -> None:
        """Deal new games and let the opponents move up to the learner's first choice."""
        games = np.arange(self.batch.num_envs) if games is None else games
        if seeds is not None and len(games) == self.batch.num_envs:  # else other games go on
            seed_agents(
                self.opponents, int(seeds) if np.ndim(seeds) == 0 else derive_seed(0, *map(int, seeds))
            )
        self.batch.reset(seeds, games)
        begin_streams(self._named, self.batch, games)
        self.ended[games] = False
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
                for agent in distinct(self.opponents):
                    seats = [place for place, other in enumerate(self.opponents) if other is agent]
                    mine = games[np.isin(behind, seats)]
                    if len(mine):
                        batch.step(agent.act(batch, mine), mine)

    def act(self, actions: np.ndarray, games: np.ndarray) -> np.ndarray:
        """Let the learner act in the given games, return its rewards and update :attr:`ended`."""
        batch = self.batch
        rewards = np.zeros(len(games), dtype=np.float32)
        playing = np.ones(len(games), dtype=np.bool_)
        if self.illegal == "terminate":
            inside = (actions >= 0) & (actions < batch.num_actions)
            playing = inside & batch.action_masks[games, np.where(inside, actions, 0)]
            rewards[~playing] = self.illegal_reward
            self.ended[games[~playing]] = True
        going = games[playing]
        if len(going):
            self._step_learners(actions[playing], going)
            self.advance(going)
            over = batch.states["done"][going] != 0
            self.ended[going] = over
            rewards[playing] = np.where(over, batch.rewards[going, self.learners[going]], 0.0)
        return rewards

    def _step_learners(self, actions: np.ndarray, games: np.ndarray) -> None:
        try:
            self.batch.step(actions, games)
        except IllegalActionError as error:
            raise IllegalActionError(f"{error}; {TERMINATE_HINT}", error.games, error.actions) from None

    def observations(self) -> np.ndarray:
        """Return what the learner of each game sees, ``(N, F)``, as a copy."""
        batch = self.batch
        seen = batch.observations.copy()
        elsewhere = np.flatnonzero(batch.current_seat != self.learners)
        if len(elsewhere):
            codes = batch.observe(elsewhere, self.learners[elsewhere])
            seen[elsewhere] = codes if batch.obs_dtype == "uint8" else batch.layout.scaled(codes)
        return seen

    def snapshot(self) -> dict[str, Any]:
        """Return the games, their learners' seats and the random state of opponents that have ``luck``.

        See :meth:`restore`.
        """
        return {
            "batch": np.frombuffer(self.batch.snapshot(), np.uint8),
            "learners": self.learners.copy(),
            "ended": self.ended.copy(),
            "luck": [
                agent.luck if hasattr(type(agent), "luck") else None for agent in distinct(self.opponents)
            ],
        }

    def restore(self, kept: dict[str, Any]) -> None:
        """Continue from the :meth:`snapshot` of a table of the same games and opponents.

        Opponents without an attribute ``luck`` (their random state as uint64 words, readable and writable) continue as
        they are.

        Raises:
            StateError: the snapshot is of games of another kind.
        """
        self.batch.restore(kept["batch"].tobytes())
        self.learners[:], self.ended[:] = kept["learners"], kept["ended"]
        for agent, luck in zip(distinct(self.opponents), kept["luck"], strict=True):
            if luck is not None:
                agent.luck = luck

    def results(self, game: int) -> dict[str, Any]:
        """Return the results of a game that is over, for its info."""
        batch = self.batch
        learner = int(self.learners[game])
        info: dict[str, Any] = {"learner_seat": learner}
        if batch.states["done"][game]:
            info["final_scores"] = batch.final_scores[game].copy()
            info["final_placements"] = batch.final_placements[game].copy()
            info["score"] = int(batch.final_scores[game, learner])
            info["outcome"] = float(batch.final_placements[game, learner])
            info["num_decisions"] = int(batch.final_lengths[game])
            if batch.game.score_info is not None:
                info |= batch.game.score_info(batch.state(game), batch.options)
        else:
            info["illegal_action"] = True
        return info


class SeatEnv(gymnasium.Env):
    """One game as a gymnasium environment: a learner in one seat, agents in the others (none in solo modes).

    Observations are ``(F,)``, float32 by default. The legal actions are in ``info["action_mask"]`` (int8) and
    :meth:`action_masks` (bool). At the end, info also holds ``score, outcome, final_scores,
    final_placements, num_decisions``; after an illegal action that ends the game, only ``illegal_action``.

    Args:
        game, options: what is played.
        learner_seat: a seat, or ``"random"``: drawn anew for every deal.
        opponents: an agent or its name, for all other seats, or a list of them in turn order after the learner.
            The random choices of agents given by name depend only on the deal.
        partner: in team games, an agent or its name for the other seats of the learner's team; `opponents` then fills
            only the other teams. None: `opponents` fills all other seats.
        reward: ``"outcome"``, ``"margin"`` or ``"score"``, given at the end.
        illegal: ``"raise"`` raises :class:`IllegalActionError`; ``"terminate"`` ends the game with
            ``illegal_reward``.
        illegal_reward: see ``illegal``.
        obs_dtype: ``"float32"`` values or ``"uint8"`` codes.
        render_mode: ``"ansi"``, ``"human"``, ``"rgb_array"`` or None, see :class:`~eurogym.envs.core.aec.RawEnv`.
        seed: seed of the first deal if :meth:`reset` is called without one; None: a random seed.
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
        render_mode: RenderMode | None = None,
        seed: int | None = None,
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
            obs_dtype=obs_dtype,
            reward=reward,
        )
        self.game, self.options = game, options
        self.observation_space, self.action_space = self.table.spaces()
        self._running = self._dealt = False
        self._window: Window | None = None

    @property
    def batch(self) -> BatchedGame:
        """The :class:`BatchedGame` with ``num_envs=1`` that holds the game."""
        return self.table.batch

    @property
    def _dealt_game(self) -> BatchedGame:
        """The same; raises StateError if no game has been dealt yet."""
        if not self._dealt:
            raise self._not_running()
        return self.table.batch

    def _not_running(self) -> StateError:
        return StateError(f"{self.game.id}: no game is running; call reset() first")

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict]:
        """Deal a game, the deal ``seed`` or the next one, and return its first observation and info."""
        super().reset(seed=seed)
        if seed is None:
            self.table.deal(seeds=None if self._dealt else [self.table.seed])
        else:
            self.table.deal(seeds=[checked_seed(seed)])
        self._dealt = True
        self._running = not self.table.batch.states["done"][0]
        return self.table.observations()[0], self._info()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict]:
        """Take an action and return observation, reward, terminated, truncated (always False) and info.

        Raises:
            IllegalActionError: the action is not legal (with ``illegal="raise"``); nothing has changed.
            StateError: no game is running.
        """
        if not self._running:
            raise self._not_running()
        choice = np.asarray(action)
        if choice.size != 1 or choice.dtype.kind not in "iu":
            raise IllegalActionError(f"{self.game.id}: an action must be one integer, got {action!r}")
        reward = self.table.act(choice.reshape(1).astype(np.int64), np.zeros(1, dtype=np.int64))
        ended = bool(self.table.ended[0])
        self._running = not ended
        info = self._info() | (self.table.results(0) if ended else {})
        return self.table.observations()[0], float(reward[0]), ended, False, info

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.action_masks().astype(np.int8),
            "learner_seat": int(self.table.learners[0]),
        }

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
            theme: see :func:`eurogym.envs.core.pictures.picture`.

        Raises:
            OptionError: the game has no pictures.
        """
        return self._dealt_game.draw(0, int(self.table.learners[0]), legal, theme=theme)

    def _repr_svg_(self) -> str | None:
        """The picture that notebooks display; None before the first deal."""
        return None if self.game.draw is None or not self._dealt else str(self.draw())

    def close(self) -> None:
        """Close the window of ``render_mode="human"``, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def clone(self) -> SeatEnv:
        """Return an independent copy; opponents are copied too."""
        return copy.deepcopy(self)


class SeatVectorEnv(VectorEnv):
    """Many games as one gymnasium vector environment: a learner in one seat of each, agents in the others.

    ``step`` returns observations ``(N, F)``, rewards, terminations, truncations and infos.
    ``infos["action_mask"]`` is int8 ``(N, A)``; the attribute :attr:`action_masks` is the same as bool.

    ``metadata["autoreset_mode"]`` says what happens to a game that has ended; infos are those of gymnasium's own
    vector environments in the same mode. With ``AutoresetMode.SAME_STEP`` (the default), the next game is dealt in the
    same step; the last observation is in ``infos["final_obs"]`` and the last info in ``infos["final_info"]``. With
    ``NEXT_STEP`` (``autoreset="next_step"``), the following step deals the next game and ignores its action.
    Environments that gymnasium builds from single ones (``make_vec(..., vectorization_mode="sync")``) use gymnasium's
    default, NEXT_STEP.

    Args:
        num_envs: number of games N.
        num_threads: number of threads that step the games; results do not depend on it.
        autoreset: ``"same_step"``, ``"next_step"`` or the corresponding ``AutoresetMode``.
        render_mode: ``"ansi"`` (one text per game) or None.
        game, options, learner_seat, opponents, partner, reward, illegal, illegal_reward, obs_dtype, seed: as for
            :class:`SeatEnv`.
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
        autoreset: Autoreset | AutoresetMode = "same_step",
        illegal: IllegalWay = "raise",
        illegal_reward: float = -1.0,
        obs_dtype: ObsDtype | type[np.uint8] | type[np.float32] = "float32",
        render_mode: Literal["ansi"] | None = None,
        seed: int | None = None,
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
            obs_dtype=obs_dtype,
            reward=reward,
            num_threads=num_threads,
        )
        self.game, self.options, self.num_envs = game, options, num_envs
        self.single_observation_space, self.single_action_space = self.table.spaces()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._same_step = mode is AutoresetMode.SAME_STEP
        self._dealt = False
        self._all = np.arange(num_envs)

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
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deal all games and return their first observations and infos.

        Args:
            seed: an integer restarts the sequences of deals, a list sets the deal of each game, and None continues.
            options: ``{"reset_mask": bool (N,)}`` deals only the games chosen; anything else is ignored.
        """
        games = self._all
        if options and "reset_mask" in options:
            mask = np.asarray(options["reset_mask"])
            if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
                raise OptionError(
                    f"reset_mask must be bool ({self.num_envs},), got {mask.dtype} {mask.shape}"
                )
            games = np.flatnonzero(mask)
        if seed is not None and np.ndim(seed):
            seed = [checked_seed(one) for one in np.asarray(seed).tolist()]
            seed = [seed[g] for g in games] if len(seed) == self.num_envs else seed
        elif seed is not None:
            seed = checked_seed(seed)
        elif not self._dealt:
            seed = self.table.seed
        self._dealt = True
        self.table.deal(games, seed)
        return self.table.observations(), self._infos()

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take one action of the learner in every game; the class describes what is returned."""
        if not self._dealt:
            raise StateError(f"{self.game.id}: call reset() first")
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise IllegalActionError(
                f"{self.game.id}: expected {self.num_envs} integer actions, got {actions!r}"
            )
        table = self.table
        waiting = np.flatnonzero(table.ended)
        playing = self._all if not len(waiting) else np.flatnonzero(~table.ended)
        rewards = np.zeros(self.num_envs, dtype=np.float64)
        if len(playing):
            rewards[playing] = table.act(actions[playing].astype(np.int64), playing)
        if len(waiting):
            table.deal(waiting)
        terminations = table.ended.copy()
        ended = np.flatnonzero(terminations)
        endings = self._endings(ended)
        if self._same_step and len(ended):
            table.deal(ended)
        infos = self._infos()
        for game, ending in zip(ended.tolist(), endings, strict=True):
            infos = self._add_info(infos, ending, game)
        return table.observations(), rewards, terminations, np.zeros(self.num_envs, dtype=np.bool_), infos

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
        everywhere = np.ones(self.num_envs, dtype=np.bool_)
        return {
            "action_mask": self.action_masks.astype(np.int8),
            "_action_mask": everywhere,
            "learner_seat": self.table.learners.copy(),
            "_learner_seat": everywhere,
        }

    def _endings(self, ended: np.ndarray) -> list[dict[str, Any]]:
        """Return the final infos of the games that ended; called before the next ones are dealt."""
        masks = self.action_masks[ended].astype(np.int8)
        infos = [
            {"action_mask": mask} | self.table.results(game)
            for mask, game in zip(masks, ended.tolist(), strict=True)
        ]
        if not self._same_step or not infos:
            return infos
        seen = self.table.observations()[ended]
        return [{"final_obs": one, "final_info": info} for one, info in zip(seen, infos, strict=True)]

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
