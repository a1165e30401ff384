"""Keywords that the functions of all games take; for type checkers alone.

Written by `python -m tools stubs` from the declared options.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from gymnasium.vector.vector_env import AutoresetMode
from numpy import float32, uint8

from eurogym.envs.core.faces.opponents import Opponent

class GameKeywords(TypedDict, total=False):
    """Options of every game."""

    auto_forced: bool
    """the engine takes decisions that have only one legal action. Default: True."""
    pad_seats: int | None
    """seat blocks in the observation; None: one per seat. Allowed: 1 to 8 or None. Default: None."""

class SeatKeywords(TypedDict, total=False):
    """Arguments of `SeatEnv` and `SeatVectorEnv`."""

    learner_seat: int | Literal["random"]
    """a seat, or ``"random"``: drawn anew for every deal. Default: 'random'."""
    opponents: str | Opponent | Mapping[str, float] | Sequence[str | Opponent | Mapping[str, float]]
    """an agent or its name, for all other seats, or a list of them in turn order after the learner. Names with
    weights, as in ``{"random": 1, "ppo": 3}``, are a pool: the deal decides who plays a game. The random choices of
    agents given by name depend only on the deal. Default: 'random'.
    """
    partner: str | Opponent | None
    """in team games, an agent or its name for the other seats of the learner's team; `opponents` then fills only
    the other teams. None: `opponents` fills all other seats. Default: None.
    """
    reward: Literal["outcome", "margin", "score"]
    """``"outcome"``, ``"margin"`` or ``"score"``, given at the end. Default: 'outcome'."""
    illegal: Literal["raise", "terminate"]
    """``"raise"`` raises :class:`IllegalActionError`; ``"terminate"`` ends the game with ``illegal_reward``.
    Default: 'raise'.
    """
    illegal_reward: float
    """see ``illegal``. Default: -1.0."""
    obs_dtype: Literal["uint8", "float32"] | type[uint8] | type[float32]
    """``"float32"`` values or ``"uint8"`` codes. Default: 'float32'."""
    mask_in: Literal["observation", "info", "both"]
    """where to put the action mask: ``"info"``, or ``"observation"`` or ``"both"``, which make observations dicts
    with ``observation`` and ``action_mask``. Default: 'info'.
    """
    action_rows: int
    """places for legal actions in infos (:meth:`BatchedGame.padded_actions`): ``legal_actions`` int32
    ``(action_rows,)`` and ``legal_rows`` int16 ``(action_rows, C)``; 0: none. A state with more of them is a
    StateError. Default: 0.
    """

class EnvKeywords(TypedDict, total=False):
    """Arguments of `RawEnv`."""

    render_mode: Literal["ansi", "human", "rgb_array"] | None
    """``"ansi"`` (text), ``"human"`` (a window if the game has pictures, the extra ``draw`` is installed and there
    is a display, see :func:`eurogym.envs.core.draw.pictures.can_show`; otherwise printed text), ``"rgb_array"`` (if
    the game has pictures and the extra is installed) or None. Default: None.
    """
    reward: Literal["outcome", "margin", "score"]
    """``"outcome"``, ``"margin"`` or ``"score"``. Default: 'outcome'."""
    mask_in: Literal["observation", "info", "both"]
    """where to put the action mask: ``"observation"``, ``"info"`` or ``"both"``. Default: 'both'."""
    illegal: Literal["raise", "terminate"]
    """``"raise"`` raises :class:`IllegalActionError` and leaves the game as it was; ``"terminate"`` ends the game,
    and the offender gets ``illegal_reward``, everybody else 0. Default: 'raise'.
    """
    illegal_reward: float
    """see ``illegal``. Default: -1.0."""
    seed: int | None
    """seed of the first deal if :meth:`reset` is called without one; None: a random seed. Default: None."""
    action_rows: int
    """places for legal actions in infos (:meth:`BatchedGame.padded_actions`): ``legal_actions`` int32
    ``(action_rows,)`` and ``legal_rows`` int16 ``(action_rows, C)``; 0: none. A state with more of them is a
    StateError. Default: 0.
    """

class BatchKeywords(TypedDict, total=False):
    """Arguments of `BatchedGame`."""

    num_envs: int
    """number of games N. Default: 1."""
    seed: int
    """base seed; episode k of game i is the deal ``derive_seed(seed, i, k)``, whatever the batch size. Default:
    0.
    """
    num_threads: int
    """number of threads that step the games; results do not depend on it. Default: 1."""
    autoreset: bool
    """deal the next game within the step that ends one. Deals that are over before anybody has a choice are
    skipped. Default: True.
    """
    observe: bool
    """write observations (can be changed later through :attr:`write_observations`). Default: True."""
    obs_dtype: Literal["uint8", "float32"] | type[uint8] | type[float32]
    """``"uint8"`` codes or ``"float32"`` values (code * scale). Default: 'uint8'."""
    reward: Literal["outcome", "margin", "score"]
    """``"outcome"``, ``"margin"`` or ``"score"``; given when a game ends. Default: 'outcome'."""
    final_observations: bool
    """keep every seat's observation of the end of each game. Default: False."""
    record_actions: bool
    """remember the actions since each deal, which :meth:`snapshot` needs. Default: False."""

class GymKeywords(SeatKeywords, total=False):
    """Arguments of `SeatEnv`."""

    render_mode: Literal["ansi", "human", "rgb_array"] | None
    """``"ansi"``, ``"human"``, ``"rgb_array"`` or None, see :class:`~eurogym.envs.core.faces.aec.RawEnv`. Default:
    None.
    """
    seed: int | None
    """seed of the first deal if :meth:`reset` is called without one; None: a random seed. Default: None."""

class VectorKeywords(SeatKeywords, total=False):
    """Arguments of `SeatVectorEnv`."""

    num_envs: int
    """number of games N. Default: 1."""
    num_threads: int
    """number of threads that step the games; results do not depend on it. Default: 1."""
    autoreset: Literal["next_step", "same_step", "disabled"] | AutoresetMode
    """``"next_step"``, ``"same_step"``, ``"disabled"`` or the corresponding ``AutoresetMode``. Default:
    'next_step'.
    """
    max_episode_steps: int | None
    """actions of the learner after which a game is truncated; None: no limit. Default: None."""
    render_mode: Literal["ansi"] | None
    """``"ansi"`` (one text per game) or None. Default: None."""
    seed: int | None
    """as ``seed`` of the first :meth:`reset` if that is called without one; None: a random seed. Default: None."""

class OtherKeywords(GameKeywords, EnvKeywords, total=False):
    """What `make` takes for a game of another package."""

    num_players: int
    """learning seats"""

class OtherBatchKeywords(GameKeywords, BatchKeywords, total=False):
    """What `make_batch` takes for a game of another package."""

    num_players: int
    """learning seats"""
