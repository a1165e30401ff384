"""One game as a PettingZoo environment: agents act in turn (AEC)."""

from __future__ import annotations

import copy
import functools
import secrets
from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from eurogym.envs.core.declare.arguments import (
    ILLEGAL_WAYS,
    MASK_PLACES,
    Copied,
    IllegalWay,
    MaskPlace,
    RenderMode,
    Reward,
    Theme,
    checked_count,
    checked_number,
    checked_seed,
    one_action,
    one_of,
    unfinished,
)
from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.declare.operations import CHECK_ILLEGAL, NOTHING, OP_OBSERVE, OP_STEP, SET_CHANGES
from eurogym.envs.core.declare.options import GameOptions
from eurogym.envs.core.draw.drawing import Move
from eurogym.envs.core.draw.pictures import (
    Picture,
    Window,
    can_show,
    checked_render_mode,
    move_of,
    render_modes,
)
from eurogym.envs.core.errors import EurogymError, IllegalActionError, OptionError, StateError
from eurogym.envs.core.faces.replay import Replay
from eurogym.envs.core.save import serial
from eurogym.envs.core.step import saving
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.envs.core.step.refusals import refuse_busy, refuse_stuck
from eurogym.envs.core.step.saving import played_again

__all__ = ["OrderEnforcedEnv", "RawEnv"]

# Added to the error for an illegal action, as helpers that ignore masks are the usual cause.
TERMINATE_HINT = "code that plays without action masks, such as check_env, needs illegal='terminate'"


class RawEnv(Copied, AECEnv):
    """One game as an AEC environment, without wrappers. It checks the order of calls and the legality of actions.

    Observations are ``{"observation": float32 (F,), "action_mask": int8 (A,)}``, or the bare vector with
    ``mask_in="info"``. The mask of a seat that is not to move is all zeros. Rewards are given only at the end of the
    game, to every seat. Infos always have the same keys; ``final_scores, final_placements, num_decisions`` and others
    of the results are empty or zero until the end. A game that is cut off at its limit of decisions
    (:attr:`BatchedGame.truncated`) ends with truncations instead of terminations.

    Args:
        game: the game.
        options: its options.
        render_mode: ``"ansi"`` (text), ``"human"`` (a window if the game has pictures, the extra ``draw`` is
            installed and there is a display, see :func:`eurogym.envs.core.draw.pictures.can_show`; otherwise printed
            text), ``"rgb_array"`` (if the game has pictures and the extra is installed) or None.
        reward: ``"outcome"``, ``"margin"`` or ``"score"``.
        mask_in: where to put the action mask: ``"observation"``, ``"info"`` or ``"both"``.
        illegal: ``"raise"`` raises :class:`IllegalActionError` and leaves the game as it was; ``"terminate"`` ends
            the game, and the offender gets ``illegal_reward``, everybody else 0.
        illegal_reward: see ``illegal``.
        seed: seed of the first deal if :meth:`reset` is called without one; None: a random seed.
        action_rows: places for legal actions in infos (:meth:`BatchedGame.padded_actions`):
            ``legal_actions`` int32 ``(action_rows,)`` and ``legal_rows`` int16 ``(action_rows, C)``; 0: none. A state
            with more of them is a StateError.

    Attributes:
        batch: the :class:`BatchedGame` with ``num_envs=1`` that holds the game.
        game, options: the game and its options.
        catalog, layout: the meaning of action ids and of observation entries.
    """

    def __init__(
        self,
        game: Game,
        options: GameOptions,
        render_mode: RenderMode | None = None,
        reward: Reward = "outcome",
        mask_in: MaskPlace = "both",
        illegal: IllegalWay = "raise",
        illegal_reward: float = -1.0,
        seed: int | None = None,
        action_rows: int = 0,
    ):
        super().__init__()
        modes = render_modes(game)
        self.metadata = {"name": game.id, "render_modes": modes, "is_parallelizable": False, "render_fps": 1}
        self.render_mode = checked_render_mode(render_mode, modes, game)
        self.mask_in = one_of("mask_in", mask_in, MASK_PLACES)
        self.illegal = one_of("illegal", illegal, ILLEGAL_WAYS)
        self.illegal_reward = checked_number("illegal_reward", illegal_reward)
        if seed is None:
            self._next_seed = secrets.randbits(62)
        else:
            self._next_seed = checked_seed(seed)
        self.batch = BatchedGame(
            game,
            options,
            num_envs=1,
            seed=self._next_seed,
            autoreset=False,
            obs_dtype="float32",
            reward=reward,
        )
        self.game, self.options = game, options
        self.catalog, self.layout = self.batch.catalog, self.batch.layout
        self.possible_agents = [f"player_{seat}" for seat in range(self.batch.num_seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._hold_buffers()
        self.action_rows = checked_count("action_rows", action_rows, 0)
        masks = {"action_mask": self._idle_mask} if self._mask_in_info else {}
        if self.action_rows:
            masks |= {
                name: np.zeros_like(one) for name, one in action_infos(self.batch, self.action_rows).items()
            }
            masks["legal_actions"] -= 1
        self._idle_info = (masks | self._no_results()).copy  # a new info of a seat that is not to move
        self._seeded = False
        # the last action in words is kept where the game is rendered as a picture
        self._last: Move | None = None
        self._looked_at = self.render_mode in ("human", "rgb_array") and game.draw is not None
        self._window: Window | None = None

    @functools.cached_property
    def observation_spaces(self) -> dict[str, spaces.Space]:
        """Observation space of each agent."""
        high = (self.layout.high * self.layout.scale).astype(np.float32)
        low = np.zeros_like(high)

        def one() -> spaces.Space:
            vector = spaces.Box(low, high, dtype=np.float32)
            if self.mask_in == "info":
                return vector
            mask = spaces.Box(0, 1, shape=(self.batch.num_actions,), dtype=np.int8)
            return spaces.Dict({"observation": vector, "action_mask": mask})

        return {agent: one() for agent in self.possible_agents}

    @functools.cached_property
    def action_spaces(self) -> dict[str, spaces.Discrete]:
        """Action space of each agent."""
        return {agent: spaces.Discrete(self.batch.num_actions) for agent in self.possible_agents}

    def _hold_buffers(self) -> None:
        """Store references to what every step needs."""
        batch, held = self.batch, self.batch.buffers
        self._row, self._mask_row = batch.observations[0], held.masks.view(np.int8)[0]
        self._choice, self._run = held.actions, held.run
        self._arguments = (OP_STEP, 0, 0, self._choice, NOTHING, NOTHING, held.every_game, *held.table)
        # A second set of arguments, for the observations of seats that are not to move.
        self._seat_asked = np.zeros(1, dtype=np.int64)
        seen = (np.zeros_like(held.codes), held.floats.copy())
        self._seen_elsewhere = seen[1][0]
        self._look_arguments = (
            OP_OBSERVE, 0, 0, NOTHING, self._seat_asked, NOTHING, held.every_game, *held.table_with(*seen)
        )  # fmt: skip
        self._idle_mask = np.zeros(batch.num_actions, dtype=np.int8)
        self._idle_mask.flags.writeable = False
        self._seat_to_move, self._is_done = batch.current_seat.item, batch.dones.item
        self._changes = functools.partial(held.settings.item, SET_CHANGES)
        self._mask_in_observation, self._mask_in_info = self.mask_in != "info", self.mask_in != "observation"

    # --- PettingZoo -----------------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Space:
        """Return the agent's observation space, the same object at every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the agent's action space, the same object at every call."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game: the deal ``seed``, or the one that follows the last game's. ``options`` are ignored."""
        if seed is None and self._seeded:
            deal = self.batch.reset
        else:
            seed = self._next_seed if seed is None else checked_seed(seed)
            deal = functools.partial(self.batch.reset, seeds=[seed])
        self._whole(deal, self._open)

    def _whole(self, change: Callable[[], Any], follow: Callable[[], Any]) -> None:
        """Change the game and let the books follow it, both or neither, whatever interrupts it.

        ``change`` happens at once or not at all; ``follow`` reads the game, so it may be repeated.
        """
        changes = self._changes()
        try:
            change()
            follow()
        except BaseException:
            if self._changes() != changes:
                follow()
            raise

    def _open(self, dealt: bool = True) -> None:
        """Begin the books of a game in its current state, just dealt or loaded."""
        self._seeded, self._last = True, None
        self._history: list[int] = []
        self._from_deal, self._opened = dealt, self._changes()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._mask = self._mask_row.copy()
        self.infos = {agent: self._idle_info() for agent in self.agents}
        self.agent_selection = self.possible_agents[self._seat_to_move(0)]
        if self.batch.states["done"][0]:
            self._close()
        elif self._mask_in_info or self.action_rows:
            self._describe(self.infos[self.agent_selection])

    def _describe(self, info: dict[str, Any]) -> None:
        """Put the legal actions of the seat to move into its info."""
        if self._mask_in_info:
            info["action_mask"] = self._mask
        if self.action_rows:
            info |= action_infos(self.batch, self.action_rows)

    def step(self, action: Any) -> None:
        """Take an action for :attr:`agent_selection`; after the end of the game, take ``None`` once for every agent.

        An action is an integer, or an array or a tensor of one. A step is whole or not at all, whatever interrupts it.

        Raises:
            IllegalActionError: the action is not legal (with ``illegal="raise"``); nothing has changed.
            StateError: no game is running.
        """
        try:
            agent = self.agent_selection
            if self._mask is self._idle_mask:  # the game is over
                self._leave(action)
                return
        except AttributeError:
            raise self._not_running() from None
        try:
            choice = action if type(action) is int else one_action(action)
            self._choice[0] = choice
        except (TypeError, OverflowError):
            self._offend(agent, action)
            return
        move = self._move(choice) if self._looked_at else None
        number = len(self._history)
        try:
            code = self._run(*self._arguments)
            if code >= 0:
                self._follow(agent, number, choice, move)
        except BaseException:  # of a kernel, or an interrupt such as Ctrl-C
            if self._changes() > self._opened + number:
                self._follow(agent, number, choice, move)
            raise
        if code == CHECK_ILLEGAL:
            self._offend(agent, choice)
        elif code < 0:
            refuse_busy(self.batch)
        elif code > 0:
            refuse_stuck(self.batch, code, self.batch.buffers.every_game)

    def _follow(self, agent: str, number: int, choice: int, move: Move | None) -> None:
        """Bring the books up to the game after an action, the ``number``-th; repeating it changes nothing."""
        self._last = move
        self._history[number:] = [choice]
        if self._is_done(0):
            self._close()
            return
        self._mask = self._mask_row.copy()
        self.agent_selection = mover = self.possible_agents[self._seat_to_move(0)]
        if self._mask_in_info or self.action_rows:
            infos = self.infos
            if mover is not agent:
                infos[agent] = self._idle_info()
            infos[mover] = info = self._idle_info()
            self._describe(info)

    def _close(self) -> None:
        """End the game: give every agent its reward, and let each take its last turn."""
        final, results = self.batch.rewards[0].tolist(), self._results()
        self._end(
            dict(zip(self.possible_agents, final, strict=False)), results, bool(self.batch.truncated[0])
        )

    def _end(self, rewards: dict[str, float], results: dict[str, Any], truncated: bool = False) -> None:
        """End the game with these rewards, for every agent that is left."""
        self.rewards = {agent: rewards.get(agent, 0.0) for agent in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, not truncated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.infos = {agent: self._idle_info() | results for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._mask = self._idle_mask

    def _results(self) -> dict[str, Any]:
        batch = self.batch
        extra = self.game.score_info(batch.state(0), self.options) if self.game.score_info is not None else {}
        return {
            "final_scores": tuple(batch.final_scores[0].tolist()),
            "final_placements": tuple(round(value, 6) for value in batch.final_placements[0].tolist()),
            "num_decisions": int(batch.final_lengths[0]),
        } | extra

    def _no_results(self) -> dict[str, Any]:
        """Return what infos hold in place of results before the end, and of offences where these end the game."""
        offence = {"illegal_action": "", "offender": ""} if self.illegal == "terminate" else {}
        return unfinished(self._results()) | offence

    def _leave(self, action: Any) -> None:
        """Take the last, empty turn of an agent after the end."""
        if not self.agents:
            raise self._not_running()
        if action is not None:
            raise IllegalActionError(
                f"{self.game.id}: the game is over; the only action allowed is None, got {action!r}"
            )
        left = [agent for agent in self.agents if agent != self.agent_selection]
        books: dict[str, Any] = {
            name: {agent: getattr(self, name)[agent] for agent in left} for name in self._BY_AGENT
        }
        books |= {"agents": left, "agent_selection": (left or self.possible_agents)[0]}
        self.__dict__.update(books, rewards=dict.fromkeys(left, 0.0))

    def _offend(self, agent: str, action: Any) -> None:
        """Handle an illegal action."""
        whole = isinstance(action, int) and not isinstance(action, bool)
        if whole:
            why = self.batch.explain_illegal(0, action)
        else:
            why = f"an action must be an integer below {self.batch.num_actions}, got {action!r}"
        if self.illegal == "raise":
            refused = (action,) if whole else ()
            raise IllegalActionError(
                f"{self.game.id}: {agent}: {why}; {TERMINATE_HINT}", games=(0,), actions=refused
            )
        end = functools.partial(
            self._end, {agent: self.illegal_reward}, {"illegal_action": why, "offender": agent}
        )
        try:
            end()
        except BaseException:  # an interrupt: the step is whole
            end()
            raise

    def observe(self, agent: str) -> dict[str, np.ndarray] | np.ndarray:
        """Return what the agent sees now (a copy).

        Raises:
            StateError: the agent does not exist, or no game has been dealt yet.
        """
        try:
            seat = self._seats[agent]
        except KeyError:
            raise StateError(
                f"{self.game.id}: no agent {agent!r}; allowed: {', '.join(self._seats)}"
            ) from None
        try:
            mask = self._mask if agent == self.agent_selection else self._idle_mask
        except AttributeError:
            raise self._not_running() from None
        if seat == self._seat_to_move(0):
            vector = self._row.copy()
        else:
            self._seat_asked[0] = seat
            self._run(*self._look_arguments)
            vector = self._seen_elsewhere.copy()
        if not self._mask_in_observation:
            return vector
        return {"observation": vector, "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return observation, reward since its last turn, termination, truncation and info of the agent to move."""
        try:
            agent = self.agent_selection
            return (
                self.observe(agent) if observe else None,
                self._cumulative_rewards[agent],
                self.terminations[agent],
                self.truncations[agent],
                self.infos[agent],
            )
        except (AttributeError, KeyError):
            raise self._not_running() from None

    @property
    def _dealt_game(self) -> BatchedGame:
        """The game; raises StateError if none has been dealt yet."""
        if not hasattr(self, "_mask"):
            raise self._not_running()
        return self.batch

    def _not_running(self) -> StateError:
        return StateError(f"{self.game.id}: no game is running; call reset() first")

    def state(self) -> np.ndarray:
        """Return the observations of all seats, one after the other, float32 ``(S * F,)``: for a centralised critic."""
        seats = np.arange(self.batch.num_seats)
        return self.layout.scaled(self.batch.observe(np.zeros_like(seats), seats)).reshape(-1)

    @property
    def state_space(self) -> spaces.Box:
        """The space of :meth:`state`."""
        high = np.tile((self.layout.high * self.layout.scale).astype(np.float32), self.batch.num_seats)
        return spaces.Box(np.zeros_like(high), high, dtype=np.float32)

    def render(self) -> str | np.ndarray | None:
        """Render the whole game as ``render_mode`` says: return text or an RGB image, or show it and return None.

        All images of a game with the same options have the same size.
        """
        if self.render_mode is None:
            raise OptionError(
                f"{self.game.id}: render() needs render_mode, one of {self.metadata['render_modes']}"
            )
        if self.render_mode == "rgb_array":
            return self.draw(legal=False).pixels()
        if self.render_mode == "ansi":
            return self.to_text()
        if self.game.draw is not None and can_show():
            if self._window is None:
                self._window = Window(self.game.title)
            self._window.show(self.draw())
        else:
            print(self.to_text())
        return None

    def close(self) -> None:
        """Close the window of ``render_mode="human"``, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None

    # --- beyond PettingZoo ----------------------------------------------------------------------------------

    def scores(self) -> dict[str, int]:
        """Return the current score of every agent; in solo modes also that of the automated opponent, by its name."""
        standing = self._dealt_game.scores([0])[0, :, 0].tolist()
        names = [*self.possible_agents]
        names += [self.game.name_of_seat(self.options, seat) for seat in range(len(names), len(standing))]
        return dict(zip(names, standing, strict=True))

    def to_dict(self, seat: int | None = None) -> dict[str, Any]:
        """Return the game, or what one seat sees of it, as JSON-able data with readable ids."""
        batch = self._dealt_game
        return self.game.to_dict(batch.state(0), self.options, batch.checked_seat(seat))

    def to_text(self, seat: int | None = None) -> str:
        """Return the game, or what one seat sees of it, as text for people and language models."""
        batch = self._dealt_game
        return self.game.to_text(batch.state(0), self.options, batch.checked_seat(seat))

    def draw(self, seat: int | None = None, legal: bool = True, theme: Theme = "auto") -> Picture:
        """Draw the game as an SVG, as one seat sees it or with nothing hidden (None).

        The last action is marked only with ``render_mode`` ``"human"`` or ``"rgb_array"``, which record it.

        Args:
            seat: the seat that looks, or None.
            legal: mark the legal actions.
            theme: see :func:`eurogym.envs.core.draw.pictures.picture`.

        Raises:
            OptionError: the game has no pictures.
            StateError: no game has been dealt yet.
        """
        return self._dealt_game.draw(0, seat, legal, self._last, theme)

    def _repr_svg_(self) -> str | None:
        """Return the picture that notebooks display; None before the first deal."""
        if self.game.draw is None or not hasattr(self, "_mask"):
            return None
        return str(self.draw())

    def _move(self, action: int) -> Move | None:
        """Return a legal action in words; None for one that does not exist or is not legal."""
        if not 0 <= action < self.batch.num_actions or not self._mask_row[action]:
            return None
        return move_of(self.game, self.batch.state(0), self.options, action)

    def legal_actions(self) -> list[int]:
        """Return the ids of the legal actions of the agent to move."""
        try:
            return np.flatnonzero(self._mask).tolist()
        except AttributeError:
            raise self._not_running() from None

    def replay(self) -> Replay:
        """Return the decisions since :meth:`reset` as a replay.

        Raises:
            StateError: the game was loaded with :meth:`set_state`, so its beginning is not known, or none was dealt.
        """
        self._from_its_deal()
        return Replay.of_game(self.game, self.options, int(self.batch.seeds[0]), self._history)

    def _from_its_deal(self) -> None:
        """Raise StateError unless the game has been played from its deal."""
        if not hasattr(self, "agent_selection"):
            raise self._not_running()
        if not self._from_deal:
            raise StateError(f"{self.game.id}: the start of this game is unknown, so it has no replay")

    def _is_over(self) -> bool:
        agent = self.agent_selection
        return not self.agents or self.terminations[agent] or self.truncations[agent]

    def get_state(self) -> bytes:
        """Return the game as bytes, for :meth:`set_state` of an environment with the same options.

        It is kept as its deal and the actions since then, as in a replay.

        Raises:
            StateError: no game was dealt.
        """
        self._from_its_deal()
        extra: dict[str, Any] = {
            "seed": int(self.batch.seeds[0]),
            "actions": list(self._history),
            "agents": self.agents,
        }
        if self._is_over():
            extra["rewards"] = self._cumulative_rewards
        return serial.pack(self.game, self.options, b"", extra)

    def set_state(self, data: bytes) -> None:
        """Replace the game by a saved one, which is played again.

        Raises:
            StateError: the data are damaged or belong to another game, version or option set; the game is left as it
                was.
        """
        _, extra = serial.unpack(self.game, self.options, data)
        if any(name not in extra for name in ("seed", "actions", "agents")):
            raise StateError(f"{self.game.id}: damaged state: incomplete description")
        try:
            seed, actions = checked_seed(extra["seed"]), [one_action(action) for action in extra["actions"]]
            numbers = np.array(actions, np.int64)
        except (EurogymError, TypeError, ValueError, OverflowError) as error:
            raise StateError(f"{self.game.id}: damaged state: {error}") from None
        played = played_again(self.batch, np.array([seed], np.uint64), np.array([len(actions)]), numbers)
        present, rewards = self._saved_books(extra, bool(played.states["done"][0]))

        def follow() -> None:
            self._reopen(present, rewards)
            self._history, self._from_deal = actions, True
            self._opened -= len(actions)  # as many changes of the batch as actions

        self._whole(lambda: self.batch.load(played.states), follow)

    def _reopen(self, present: list[str], rewards: dict[str, float] | None) -> None:
        """Begin the books of a game that was loaded: with the agents left and, if it has ended, their rewards."""
        self._open(dealt=False)
        if rewards is None:
            return
        results = self._results() if self.batch.states["done"][0] else {}
        self._end(rewards, results, self.truncations[self.agents[0]])
        while len(self.agents) > len(present):
            self._leave(None)

    def _saved_books(self, extra: dict[str, Any], over: bool) -> tuple[list[str], dict[str, float] | None]:
        """Return the agents left and, for a game that has ended, their rewards, both checked.

        A batch saves neither. Agents leave in order, so those left are the last ones. A game that is not over by the
        rules may have been ended by an illegal action.
        """
        present, rewards = extra.get("agents"), extra.get("rewards")
        if present not in [self.possible_agents[gone:] for gone in range(len(self.possible_agents) + 1)]:
            raise StateError(f"the saved state has agents {present!r}, this game has {self.possible_agents}")
        if rewards is None:
            if over or present != self.possible_agents:
                raise StateError("the saved state is of a game that has ended, but has no rewards")
            return present, None
        if not isinstance(rewards, dict) or sorted(rewards) != sorted(present):
            raise StateError(f"the saved state has rewards {rewards!r} for agents {present!r}")
        try:
            return present, {agent: checked_number("reward", value) for agent, value in rewards.items()}
        except OptionError as error:
            raise StateError(f"the saved state has rewards {rewards!r}: {error}") from None

    # --- copying --------------------------------------------------------------------------------------------

    _BY_AGENT = ("_cumulative_rewards", "terminations", "truncations", "infos")
    _BOOKS = (
        *_BY_AGENT,
        "agents",
        "rewards",
        "agent_selection",
        "_history",
        "_from_deal",
        "_opened",
        "_last",
    )

    def __reduce__(self):
        arguments = {
            "render_mode": self.render_mode,
            "reward": self.batch.reward,
            "mask_in": self.mask_in,
            "illegal": self.illegal,
            "illegal_reward": self.illegal_reward,
            "seed": self._next_seed,
            "action_rows": self.action_rows,
        }
        books = {name: copy.deepcopy(getattr(self, name)) for name in self._BOOKS if hasattr(self, name)}
        books["_seeded"] = self._seeded
        return _rebuild, (self.game, self.options, arguments, saving.all_of(self.batch), books)

    def __deepcopy__(self, memo: dict) -> RawEnv:
        rebuild, arguments = self.__reduce__()
        return rebuild(*arguments)

    def __repr__(self) -> str:
        return f"{self.game.id}({self.options.as_dict()})"


def action_infos(batch: BatchedGame, most: int, game: int = 0) -> dict[str, np.ndarray]:
    """Return the legal actions of a game for its info."""
    actions, rows = batch.padded_actions(most, [game])
    return {"legal_actions": actions[0], "legal_rows": rows[0]}


def _rebuild(game, options, arguments, content, books) -> RawEnv:
    env = RawEnv(game, options, **arguments)
    saving.put_back(env.batch, content)
    for name, value in books.items():
        setattr(env, name, value)
    if hasattr(env, "agent_selection"):
        env._mask = env._idle_mask if env._is_over() else env._mask_row.copy()
    return env


class OrderEnforcedEnv(Copied, OrderEnforcingWrapper):
    """PettingZoo's wrapper that checks the order of calls, with support for copying and saving the game."""

    def _repr_svg_(self) -> str | None:
        """Return the picture that notebooks display."""
        return self.env._repr_svg_()

    def set_state(self, data: bytes) -> None:
        """Replace the game by a saved one; this counts as a reset."""
        self.env.set_state(data)
        self._has_reset = self._has_updated = True
