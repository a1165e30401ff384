"""Village, version 0: its environments and vectorised tables.

Written by `python -m tools stubs` from the declared options.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from gymnasium.vector.vector_env import AutoresetMode
from numpy import float32, uint8

from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.faces.aec import OrderEnforcedEnv, RawEnv
from eurogym.envs.core.faces.opponents import Opponent
from eurogym.envs.core.faces.vector import SeatEnv, SeatVectorEnv
from eurogym.envs.core.step.batch import BatchedGame

GAME: Game

def env(
    *,
    num_players: int = 2,
    carla_rule: Literal["colour", "die"] = "colour",
    start_compensation: bool = True,
    strict_lowest_invisible_saves: bool = False,
    die_last_color_strict: bool = False,
    data_overrides: str | Path | Mapping[str, Any] | None = None,
    auto_forced: bool = True,
    pad_seats: int | None = None,
    render_mode: Literal["ansi", "human", "rgb_array"] | None = None,
    reward: Literal["outcome", "margin", "score"] = "outcome",
    mask_in: Literal["observation", "info", "both"] = "both",
    illegal: Literal["raise", "terminate"] = "raise",
    illegal_reward: float = -1.0,
    seed: int | None = None,
) -> OrderEnforcedEnv:
    """Village as a PettingZoo AEC environment with its order checks.

    Args:
        num_players: learning seats; 1 is the solo mode against Carla. Allowed: 1 to 5.
        carla_rule: solo: how Carla takes her cube (R18.2, R18.4). Allowed: 'colour', 'die'.
        start_compensation: compensate players for turn order (R1.12). Allowed: True, False.
        strict_lowest_invisible_saves: nobody dies while the lowest living generation is only in the black bag (A1).
            Allowed: True, False.
        die_last_color_strict: solo, die rule: Carla takes the last influence colour before the plague (A15).
            Allowed: True, False.
        data_overrides: replace reconstructed component tables (eurogym games village --data). Allowed: a scenario
            (carla_10, cubes_25, growing_bag, short, small_chronicle); a table or a JSON file with any of the keys
            action_spaces, setup_cards, customers, chronicle, cemetery, council_chamber, church, travel_map,
            solo_loop or None.
        auto_forced: the engine takes decisions that have only one legal action. Allowed: True, False.
        pad_seats: seat blocks in the observation; None: one per seat. Allowed: 1 to 8 or None.
        render_mode: ``"ansi"`` (text), ``"human"`` (a window if the game has pictures, the extra ``draw`` is
            installed and there is a display, see :func:`eurogym.envs.core.draw.pictures.can_show`; otherwise
            printed text), ``"rgb_array"`` (if the game has pictures and the extra is installed) or None.
        reward: ``"outcome"``, ``"margin"`` or ``"score"``.
        mask_in: where to put the action mask: ``"observation"``, ``"info"`` or ``"both"``.
        illegal: ``"raise"`` raises :class:`IllegalActionError` and leaves the game as it was; ``"terminate"`` ends
            the game, and the offender gets ``illegal_reward``, everybody else 0.
        illegal_reward: see ``illegal``.
        seed: seed of the first deal if :meth:`reset` is called without one; None: a random seed.

    Returns:
        A :class:`~eurogym.envs.core.faces.aec.OrderEnforcedEnv`, which says what it holds.

    Raises:
        OptionError: an unknown keyword or a value that is not allowed; it says what is.
    """

def raw_env(
    *,
    num_players: int = 2,
    carla_rule: Literal["colour", "die"] = "colour",
    start_compensation: bool = True,
    strict_lowest_invisible_saves: bool = False,
    die_last_color_strict: bool = False,
    data_overrides: str | Path | Mapping[str, Any] | None = None,
    auto_forced: bool = True,
    pad_seats: int | None = None,
    render_mode: Literal["ansi", "human", "rgb_array"] | None = None,
    reward: Literal["outcome", "margin", "score"] = "outcome",
    mask_in: Literal["observation", "info", "both"] = "both",
    illegal: Literal["raise", "terminate"] = "raise",
    illegal_reward: float = -1.0,
    seed: int | None = None,
) -> RawEnv:
    """Village as a PettingZoo AEC environment without wrappers, which is faster.

    Args:
        num_players: learning seats; 1 is the solo mode against Carla. Allowed: 1 to 5.
        carla_rule: solo: how Carla takes her cube (R18.2, R18.4). Allowed: 'colour', 'die'.
        start_compensation: compensate players for turn order (R1.12). Allowed: True, False.
        strict_lowest_invisible_saves: nobody dies while the lowest living generation is only in the black bag (A1).
            Allowed: True, False.
        die_last_color_strict: solo, die rule: Carla takes the last influence colour before the plague (A15).
            Allowed: True, False.
        data_overrides: replace reconstructed component tables (eurogym games village --data). Allowed: a scenario
            (carla_10, cubes_25, growing_bag, short, small_chronicle); a table or a JSON file with any of the keys
            action_spaces, setup_cards, customers, chronicle, cemetery, council_chamber, church, travel_map,
            solo_loop or None.
        auto_forced: the engine takes decisions that have only one legal action. Allowed: True, False.
        pad_seats: seat blocks in the observation; None: one per seat. Allowed: 1 to 8 or None.
        render_mode: ``"ansi"`` (text), ``"human"`` (a window if the game has pictures, the extra ``draw`` is
            installed and there is a display, see :func:`eurogym.envs.core.draw.pictures.can_show`; otherwise
            printed text), ``"rgb_array"`` (if the game has pictures and the extra is installed) or None.
        reward: ``"outcome"``, ``"margin"`` or ``"score"``.
        mask_in: where to put the action mask: ``"observation"``, ``"info"`` or ``"both"``.
        illegal: ``"raise"`` raises :class:`IllegalActionError` and leaves the game as it was; ``"terminate"`` ends
            the game, and the offender gets ``illegal_reward``, everybody else 0.
        illegal_reward: see ``illegal``.
        seed: seed of the first deal if :meth:`reset` is called without one; None: a random seed.

    Returns:
        A :class:`~eurogym.envs.core.faces.aec.RawEnv`, which says what it holds.

    Raises:
        OptionError: an unknown keyword or a value that is not allowed; it says what is.
    """

def batch(
    *,
    num_players: int = 2,
    carla_rule: Literal["colour", "die"] = "colour",
    start_compensation: bool = True,
    strict_lowest_invisible_saves: bool = False,
    die_last_color_strict: bool = False,
    data_overrides: str | Path | Mapping[str, Any] | None = None,
    auto_forced: bool = True,
    pad_seats: int | None = None,
    num_envs: int = 1,
    seed: int = 0,
    num_threads: int = 1,
    autoreset: bool = True,
    observe: bool = True,
    obs_dtype: Literal["uint8", "float32"] | type[uint8] | type[float32] = "uint8",
    reward: Literal["outcome", "margin", "score"] = "outcome",
    final_observations: bool = False,
) -> BatchedGame:
    """Many games of Village stepped together.

    Args:
        num_players: learning seats; 1 is the solo mode against Carla. Allowed: 1 to 5.
        carla_rule: solo: how Carla takes her cube (R18.2, R18.4). Allowed: 'colour', 'die'.
        start_compensation: compensate players for turn order (R1.12). Allowed: True, False.
        strict_lowest_invisible_saves: nobody dies while the lowest living generation is only in the black bag (A1).
            Allowed: True, False.
        die_last_color_strict: solo, die rule: Carla takes the last influence colour before the plague (A15).
            Allowed: True, False.
        data_overrides: replace reconstructed component tables (eurogym games village --data). Allowed: a scenario
            (carla_10, cubes_25, growing_bag, short, small_chronicle); a table or a JSON file with any of the keys
            action_spaces, setup_cards, customers, chronicle, cemetery, council_chamber, church, travel_map,
            solo_loop or None.
        auto_forced: the engine takes decisions that have only one legal action. Allowed: True, False.
        pad_seats: seat blocks in the observation; None: one per seat. Allowed: 1 to 8 or None.
        num_envs: number of games N.
        seed: base seed; episode k of game i is the deal ``derive_seed(seed, i, k)``, whatever the batch size.
        num_threads: number of threads that step the games; results do not depend on it.
        autoreset: deal the next game within the step that ends one. Deals that are over before anybody has a choice
            are skipped.
        observe: write observations (can be changed later through :attr:`write_observations`).
        obs_dtype: ``"uint8"`` codes or ``"float32"`` values (code * scale).
        reward: ``"outcome"``, ``"margin"`` or ``"score"``; given when a game ends.
        final_observations: keep every seat's observation of the end of each game.

    Returns:
        A :class:`~eurogym.envs.core.step.batch.BatchedGame`, which says what it holds.

    Raises:
        OptionError: an unknown keyword or a value that is not allowed; it says what is.
    """

def gym_env(
    *,
    num_players: int = 2,
    carla_rule: Literal["colour", "die"] = "colour",
    start_compensation: bool = True,
    strict_lowest_invisible_saves: bool = False,
    die_last_color_strict: bool = False,
    data_overrides: str | Path | Mapping[str, Any] | None = None,
    auto_forced: bool = True,
    pad_seats: int | None = None,
    learner_seat: int | Literal["random"] = "random",
    opponents: str | Opponent | Sequence[str | Opponent] = "random",
    partner: str | Opponent | None = None,
    reward: Literal["outcome", "margin", "score"] = "outcome",
    illegal: Literal["raise", "terminate"] = "raise",
    illegal_reward: float = -1.0,
    obs_dtype: Literal["uint8", "float32"] | type[uint8] | type[float32] = "float32",
    mask_in: Literal["observation", "info", "both"] = "info",
    render_mode: Literal["ansi", "human", "rgb_array"] | None = None,
    seed: int | None = None,
) -> SeatEnv:
    """Village as a gymnasium environment, a learner in one seat.

    Args:
        num_players: learning seats; 1 is the solo mode against Carla. Allowed: 1 to 5.
        carla_rule: solo: how Carla takes her cube (R18.2, R18.4). Allowed: 'colour', 'die'.
        start_compensation: compensate players for turn order (R1.12). Allowed: True, False.
        strict_lowest_invisible_saves: nobody dies while the lowest living generation is only in the black bag (A1).
            Allowed: True, False.
        die_last_color_strict: solo, die rule: Carla takes the last influence colour before the plague (A15).
            Allowed: True, False.
        data_overrides: replace reconstructed component tables (eurogym games village --data). Allowed: a scenario
            (carla_10, cubes_25, growing_bag, short, small_chronicle); a table or a JSON file with any of the keys
            action_spaces, setup_cards, customers, chronicle, cemetery, council_chamber, church, travel_map,
            solo_loop or None.
        auto_forced: the engine takes decisions that have only one legal action. Allowed: True, False.
        pad_seats: seat blocks in the observation; None: one per seat. Allowed: 1 to 8 or None.
        learner_seat: a seat, or ``"random"``: drawn anew for every deal.
        opponents: an agent or its name, for all other seats, or a list of them in turn order after the learner. The
            random choices of agents given by name depend only on the deal.
        partner: in team games, an agent or its name for the other seats of the learner's team; `opponents` then
            fills only the other teams. None: `opponents` fills all other seats.
        reward: ``"outcome"``, ``"margin"`` or ``"score"``, given at the end.
        illegal: ``"raise"`` raises :class:`IllegalActionError`; ``"terminate"`` ends the game with
            ``illegal_reward``.
        illegal_reward: see ``illegal``.
        obs_dtype: ``"float32"`` values or ``"uint8"`` codes.
        mask_in: where to put the action mask: ``"info"``, or ``"observation"`` or ``"both"``, which make
            observations dicts with ``observation`` and ``action_mask``.
        render_mode: ``"ansi"``, ``"human"``, ``"rgb_array"`` or None, see
            :class:`~eurogym.envs.core.faces.aec.RawEnv`.
        seed: seed of the first deal if :meth:`reset` is called without one; None: a random seed.

    Returns:
        A :class:`~eurogym.envs.core.faces.vector.SeatEnv`, which says what it holds.

    Raises:
        OptionError: an unknown keyword or a value that is not allowed; it says what is.
    """

def vector_env(
    *,
    num_players: int = 2,
    carla_rule: Literal["colour", "die"] = "colour",
    start_compensation: bool = True,
    strict_lowest_invisible_saves: bool = False,
    die_last_color_strict: bool = False,
    data_overrides: str | Path | Mapping[str, Any] | None = None,
    auto_forced: bool = True,
    pad_seats: int | None = None,
    num_envs: int = 1,
    num_threads: int = 1,
    learner_seat: int | Literal["random"] = "random",
    opponents: str | Opponent | Sequence[str | Opponent] = "random",
    partner: str | Opponent | None = None,
    reward: Literal["outcome", "margin", "score"] = "outcome",
    autoreset: Literal["next_step", "same_step", "disabled"] | AutoresetMode = "next_step",
    illegal: Literal["raise", "terminate"] = "raise",
    illegal_reward: float = -1.0,
    obs_dtype: Literal["uint8", "float32"] | type[uint8] | type[float32] = "float32",
    mask_in: Literal["observation", "info", "both"] = "info",
    max_episode_steps: int | None = None,
    render_mode: Literal["ansi"] | None = None,
    seed: int | None = None,
) -> SeatVectorEnv:
    """Village as a gymnasium vector environment, a learner in one seat of each game.

    Args:
        num_players: learning seats; 1 is the solo mode against Carla. Allowed: 1 to 5.
        carla_rule: solo: how Carla takes her cube (R18.2, R18.4). Allowed: 'colour', 'die'.
        start_compensation: compensate players for turn order (R1.12). Allowed: True, False.
        strict_lowest_invisible_saves: nobody dies while the lowest living generation is only in the black bag (A1).
            Allowed: True, False.
        die_last_color_strict: solo, die rule: Carla takes the last influence colour before the plague (A15).
            Allowed: True, False.
        data_overrides: replace reconstructed component tables (eurogym games village --data). Allowed: a scenario
            (carla_10, cubes_25, growing_bag, short, small_chronicle); a table or a JSON file with any of the keys
            action_spaces, setup_cards, customers, chronicle, cemetery, council_chamber, church, travel_map,
            solo_loop or None.
        auto_forced: the engine takes decisions that have only one legal action. Allowed: True, False.
        pad_seats: seat blocks in the observation; None: one per seat. Allowed: 1 to 8 or None.
        num_envs: number of games N.
        num_threads: number of threads that step the games; results do not depend on it.
        learner_seat: a seat, or ``"random"``: drawn anew for every deal.
        opponents: an agent or its name, for all other seats, or a list of them in turn order after the learner. The
            random choices of agents given by name depend only on the deal.
        partner: in team games, an agent or its name for the other seats of the learner's team; `opponents` then
            fills only the other teams. None: `opponents` fills all other seats.
        reward: ``"outcome"``, ``"margin"`` or ``"score"``, given at the end.
        autoreset: ``"next_step"``, ``"same_step"``, ``"disabled"`` or the corresponding ``AutoresetMode``.
        illegal: ``"raise"`` raises :class:`IllegalActionError`; ``"terminate"`` ends the game with
            ``illegal_reward``.
        illegal_reward: see ``illegal``.
        obs_dtype: ``"float32"`` values or ``"uint8"`` codes.
        mask_in: where to put the action mask: ``"info"``, or ``"observation"`` or ``"both"``, which make
            observations dicts with ``observation`` and ``action_mask``.
        max_episode_steps: actions of the learner after which a game is truncated; None: no limit.
        render_mode: ``"ansi"`` (one text per game) or None.
        seed: as ``seed`` of the first :meth:`reset` if that is called without one; None: a random seed.

    Returns:
        A :class:`~eurogym.envs.core.faces.vector.SeatVectorEnv`, which says what it holds.

    Raises:
        OptionError: an unknown keyword or a value that is not allowed; it says what is.
    """
