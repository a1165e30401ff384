"""The Castles of Burgundy, version 0: its environments and vectorised tables.

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
    duchies: int | str | Sequence[int] = 1,
    duchy_pool: Literal["1-30", "1-10", "11-18", "19-22", "23-30"] = "1-30",
    side_choice: bool = False,
    black_depot_spaces: int = 0,
    chateauma: Literal["easy", "medium", "hard"] | None = None,
    modifiers: str | None = "",
    empty_sale_vp: Literal[0, 2] = 0,
    card8_third_space: Literal["livestock", "castle"] = "livestock",
    solo_board: Literal[33, 34] = 33,
    solo_target: int = 50,
    solo_area_gains: Literal["two", "one"] = "two",
    solo_order: Literal["player", "fixed"] = "player",
    modules: Sequence[Literal["e2", "e4", "e5", "e6", "e8", "team", "shields", "vineyards"]]
    | str
    | None = (),
    castle_connection: bool = False,
    border_connection: Literal["straight_line", "any_path"] = "straight_line",
    route_order: Literal["random", "chosen"] = "random",
    key_space_cap: int = 12,
    limit_vines: bool = False,
    shield_pick: Literal["lowest_vp", "lowest_number"] = "lowest_vp",
    team_board: Literal["beginner", "advanced"] = "beginner",
    team_tiebreak: Literal["more_empty", "fewer_empty"] = "more_empty",
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
    """The Castles of Burgundy as a PettingZoo AEC environment with its order checks.

    Args:
        num_players: learning seats; 1 is the solo mode, or one player against the Châteauma. Allowed: 1 to 4.
        duchies: duchy of all seats, of each seat, or drawn for each seat from duchy_pool (R2.5). Allowed: a number
            1 to 30, a list of one number per seat (typed: 3,5), or 'random'.
        duchy_pool: pool from which duchies='random' draws. Allowed: '1-30', '1-10', '11-18', '19-22', '23-30'.
        side_choice: deal double-sided sheets from the pool; each player picks a side (R2.5, needs
            duchies='random'). Allowed: True, False.
        black_depot_spaces: spaces of the black depot; 0: 4, 6 or 8 with 2, 3 or 4 seats (R3.3). Allowed: 0 to 8.
        chateauma: add the automated opponent in the last seat, at this score level (C12.1). Allowed: 'easy',
            'medium', 'hard' or None.
        modifiers: the Châteauma's advantages (C12.2). Allowed: a subset of the letters ABCD as text.
        empty_sale_vp: Châteauma: points for a sale without goods (Q-3). Allowed: 0, 2.
        card8_third_space: Châteauma: colour of a space of card 8 (C13.1). Allowed: 'livestock', 'castle'.
        solo_board: solo: duchy 33 (beginner) or 34 (expert) (S9.1). Allowed: 33, 34.
        solo_target: solo: first target; lower is easier (S9.1). Allowed: 5 to 100.
        solo_area_gains: solo: area and phase points count as two gains or as one (A-15). Allowed: 'two', 'one'.
        solo_order: solo: who orders pending effects (S9.10). Allowed: 'player', 'fixed'.
        modules: modules that are in play (E12): e2 monasteries 27 and 28, crane, geese; e4 border posts; e5 white
            castles; e6 inns; e8 trade routes; team: two teams of two; shields; vineyards. Allowed: any of e2, e4,
            e5, e6, e8, team, shields, vineyards as a list or as text with commas, or 'none'.
        castle_connection: duchies 11 to 18: tiles must be connected to a castle; cleared castles can be bought back
            (E1.3). Allowed: True, False.
        border_connection: e4: posts are connected by their printed line, or by any chain of covered hexes (E4.3).
            Allowed: 'straight_line', 'any_path'.
        route_order: e8: the tiles of a trade route lie in the order dealt, or in an order that the player chooses
            (E7.2). Allowed: 'random', 'chosen'.
        key_space_cap: shields: storage positions with shield 4 (A-20). Allowed: 4 to 12.
        limit_vines: vineyards: remove two kinds of vine with 2 seats, one kind with 3 seats (E11.4). Allowed: True,
            False.
        shield_pick: shields: which shield of a depot the Châteauma takes (Q-17). Allowed: 'lowest_vp',
            'lowest_number'.
        team_board: team: duchy 31 (beginner) or 32 (advanced) for both teams (E8.2). Allowed: 'beginner',
            'advanced'.
        team_tiebreak: team: which of two teams with equal points wins (E8.9, A-12). Allowed: 'more_empty',
            'fewer_empty'.
        data_overrides: replace numbers on tiles and boards, and reconstructed boards (eurogym games
            castles_of_burgundy --data). Allowed: a table or a JSON file with any of the keys tiles, areas, phases,
            bonus_tiles, goods, start, end, team_boards, vineyard_board or None.
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
    duchies: int | str | Sequence[int] = 1,
    duchy_pool: Literal["1-30", "1-10", "11-18", "19-22", "23-30"] = "1-30",
    side_choice: bool = False,
    black_depot_spaces: int = 0,
    chateauma: Literal["easy", "medium", "hard"] | None = None,
    modifiers: str | None = "",
    empty_sale_vp: Literal[0, 2] = 0,
    card8_third_space: Literal["livestock", "castle"] = "livestock",
    solo_board: Literal[33, 34] = 33,
    solo_target: int = 50,
    solo_area_gains: Literal["two", "one"] = "two",
    solo_order: Literal["player", "fixed"] = "player",
    modules: Sequence[Literal["e2", "e4", "e5", "e6", "e8", "team", "shields", "vineyards"]]
    | str
    | None = (),
    castle_connection: bool = False,
    border_connection: Literal["straight_line", "any_path"] = "straight_line",
    route_order: Literal["random", "chosen"] = "random",
    key_space_cap: int = 12,
    limit_vines: bool = False,
    shield_pick: Literal["lowest_vp", "lowest_number"] = "lowest_vp",
    team_board: Literal["beginner", "advanced"] = "beginner",
    team_tiebreak: Literal["more_empty", "fewer_empty"] = "more_empty",
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
    """The Castles of Burgundy as a PettingZoo AEC environment without wrappers, which is faster.

    Args:
        num_players: learning seats; 1 is the solo mode, or one player against the Châteauma. Allowed: 1 to 4.
        duchies: duchy of all seats, of each seat, or drawn for each seat from duchy_pool (R2.5). Allowed: a number
            1 to 30, a list of one number per seat (typed: 3,5), or 'random'.
        duchy_pool: pool from which duchies='random' draws. Allowed: '1-30', '1-10', '11-18', '19-22', '23-30'.
        side_choice: deal double-sided sheets from the pool; each player picks a side (R2.5, needs
            duchies='random'). Allowed: True, False.
        black_depot_spaces: spaces of the black depot; 0: 4, 6 or 8 with 2, 3 or 4 seats (R3.3). Allowed: 0 to 8.
        chateauma: add the automated opponent in the last seat, at this score level (C12.1). Allowed: 'easy',
            'medium', 'hard' or None.
        modifiers: the Châteauma's advantages (C12.2). Allowed: a subset of the letters ABCD as text.
        empty_sale_vp: Châteauma: points for a sale without goods (Q-3). Allowed: 0, 2.
        card8_third_space: Châteauma: colour of a space of card 8 (C13.1). Allowed: 'livestock', 'castle'.
        solo_board: solo: duchy 33 (beginner) or 34 (expert) (S9.1). Allowed: 33, 34.
        solo_target: solo: first target; lower is easier (S9.1). Allowed: 5 to 100.
        solo_area_gains: solo: area and phase points count as two gains or as one (A-15). Allowed: 'two', 'one'.
        solo_order: solo: who orders pending effects (S9.10). Allowed: 'player', 'fixed'.
        modules: modules that are in play (E12): e2 monasteries 27 and 28, crane, geese; e4 border posts; e5 white
            castles; e6 inns; e8 trade routes; team: two teams of two; shields; vineyards. Allowed: any of e2, e4,
            e5, e6, e8, team, shields, vineyards as a list or as text with commas, or 'none'.
        castle_connection: duchies 11 to 18: tiles must be connected to a castle; cleared castles can be bought back
            (E1.3). Allowed: True, False.
        border_connection: e4: posts are connected by their printed line, or by any chain of covered hexes (E4.3).
            Allowed: 'straight_line', 'any_path'.
        route_order: e8: the tiles of a trade route lie in the order dealt, or in an order that the player chooses
            (E7.2). Allowed: 'random', 'chosen'.
        key_space_cap: shields: storage positions with shield 4 (A-20). Allowed: 4 to 12.
        limit_vines: vineyards: remove two kinds of vine with 2 seats, one kind with 3 seats (E11.4). Allowed: True,
            False.
        shield_pick: shields: which shield of a depot the Châteauma takes (Q-17). Allowed: 'lowest_vp',
            'lowest_number'.
        team_board: team: duchy 31 (beginner) or 32 (advanced) for both teams (E8.2). Allowed: 'beginner',
            'advanced'.
        team_tiebreak: team: which of two teams with equal points wins (E8.9, A-12). Allowed: 'more_empty',
            'fewer_empty'.
        data_overrides: replace numbers on tiles and boards, and reconstructed boards (eurogym games
            castles_of_burgundy --data). Allowed: a table or a JSON file with any of the keys tiles, areas, phases,
            bonus_tiles, goods, start, end, team_boards, vineyard_board or None.
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
    duchies: int | str | Sequence[int] = 1,
    duchy_pool: Literal["1-30", "1-10", "11-18", "19-22", "23-30"] = "1-30",
    side_choice: bool = False,
    black_depot_spaces: int = 0,
    chateauma: Literal["easy", "medium", "hard"] | None = None,
    modifiers: str | None = "",
    empty_sale_vp: Literal[0, 2] = 0,
    card8_third_space: Literal["livestock", "castle"] = "livestock",
    solo_board: Literal[33, 34] = 33,
    solo_target: int = 50,
    solo_area_gains: Literal["two", "one"] = "two",
    solo_order: Literal["player", "fixed"] = "player",
    modules: Sequence[Literal["e2", "e4", "e5", "e6", "e8", "team", "shields", "vineyards"]]
    | str
    | None = (),
    castle_connection: bool = False,
    border_connection: Literal["straight_line", "any_path"] = "straight_line",
    route_order: Literal["random", "chosen"] = "random",
    key_space_cap: int = 12,
    limit_vines: bool = False,
    shield_pick: Literal["lowest_vp", "lowest_number"] = "lowest_vp",
    team_board: Literal["beginner", "advanced"] = "beginner",
    team_tiebreak: Literal["more_empty", "fewer_empty"] = "more_empty",
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
    """Many games of The Castles of Burgundy stepped together.

    Args:
        num_players: learning seats; 1 is the solo mode, or one player against the Châteauma. Allowed: 1 to 4.
        duchies: duchy of all seats, of each seat, or drawn for each seat from duchy_pool (R2.5). Allowed: a number
            1 to 30, a list of one number per seat (typed: 3,5), or 'random'.
        duchy_pool: pool from which duchies='random' draws. Allowed: '1-30', '1-10', '11-18', '19-22', '23-30'.
        side_choice: deal double-sided sheets from the pool; each player picks a side (R2.5, needs
            duchies='random'). Allowed: True, False.
        black_depot_spaces: spaces of the black depot; 0: 4, 6 or 8 with 2, 3 or 4 seats (R3.3). Allowed: 0 to 8.
        chateauma: add the automated opponent in the last seat, at this score level (C12.1). Allowed: 'easy',
            'medium', 'hard' or None.
        modifiers: the Châteauma's advantages (C12.2). Allowed: a subset of the letters ABCD as text.
        empty_sale_vp: Châteauma: points for a sale without goods (Q-3). Allowed: 0, 2.
        card8_third_space: Châteauma: colour of a space of card 8 (C13.1). Allowed: 'livestock', 'castle'.
        solo_board: solo: duchy 33 (beginner) or 34 (expert) (S9.1). Allowed: 33, 34.
        solo_target: solo: first target; lower is easier (S9.1). Allowed: 5 to 100.
        solo_area_gains: solo: area and phase points count as two gains or as one (A-15). Allowed: 'two', 'one'.
        solo_order: solo: who orders pending effects (S9.10). Allowed: 'player', 'fixed'.
        modules: modules that are in play (E12): e2 monasteries 27 and 28, crane, geese; e4 border posts; e5 white
            castles; e6 inns; e8 trade routes; team: two teams of two; shields; vineyards. Allowed: any of e2, e4,
            e5, e6, e8, team, shields, vineyards as a list or as text with commas, or 'none'.
        castle_connection: duchies 11 to 18: tiles must be connected to a castle; cleared castles can be bought back
            (E1.3). Allowed: True, False.
        border_connection: e4: posts are connected by their printed line, or by any chain of covered hexes (E4.3).
            Allowed: 'straight_line', 'any_path'.
        route_order: e8: the tiles of a trade route lie in the order dealt, or in an order that the player chooses
            (E7.2). Allowed: 'random', 'chosen'.
        key_space_cap: shields: storage positions with shield 4 (A-20). Allowed: 4 to 12.
        limit_vines: vineyards: remove two kinds of vine with 2 seats, one kind with 3 seats (E11.4). Allowed: True,
            False.
        shield_pick: shields: which shield of a depot the Châteauma takes (Q-17). Allowed: 'lowest_vp',
            'lowest_number'.
        team_board: team: duchy 31 (beginner) or 32 (advanced) for both teams (E8.2). Allowed: 'beginner',
            'advanced'.
        team_tiebreak: team: which of two teams with equal points wins (E8.9, A-12). Allowed: 'more_empty',
            'fewer_empty'.
        data_overrides: replace numbers on tiles and boards, and reconstructed boards (eurogym games
            castles_of_burgundy --data). Allowed: a table or a JSON file with any of the keys tiles, areas, phases,
            bonus_tiles, goods, start, end, team_boards, vineyard_board or None.
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
    duchies: int | str | Sequence[int] = 1,
    duchy_pool: Literal["1-30", "1-10", "11-18", "19-22", "23-30"] = "1-30",
    side_choice: bool = False,
    black_depot_spaces: int = 0,
    chateauma: Literal["easy", "medium", "hard"] | None = None,
    modifiers: str | None = "",
    empty_sale_vp: Literal[0, 2] = 0,
    card8_third_space: Literal["livestock", "castle"] = "livestock",
    solo_board: Literal[33, 34] = 33,
    solo_target: int = 50,
    solo_area_gains: Literal["two", "one"] = "two",
    solo_order: Literal["player", "fixed"] = "player",
    modules: Sequence[Literal["e2", "e4", "e5", "e6", "e8", "team", "shields", "vineyards"]]
    | str
    | None = (),
    castle_connection: bool = False,
    border_connection: Literal["straight_line", "any_path"] = "straight_line",
    route_order: Literal["random", "chosen"] = "random",
    key_space_cap: int = 12,
    limit_vines: bool = False,
    shield_pick: Literal["lowest_vp", "lowest_number"] = "lowest_vp",
    team_board: Literal["beginner", "advanced"] = "beginner",
    team_tiebreak: Literal["more_empty", "fewer_empty"] = "more_empty",
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
    """The Castles of Burgundy as a gymnasium environment, a learner in one seat.

    Args:
        num_players: learning seats; 1 is the solo mode, or one player against the Châteauma. Allowed: 1 to 4.
        duchies: duchy of all seats, of each seat, or drawn for each seat from duchy_pool (R2.5). Allowed: a number
            1 to 30, a list of one number per seat (typed: 3,5), or 'random'.
        duchy_pool: pool from which duchies='random' draws. Allowed: '1-30', '1-10', '11-18', '19-22', '23-30'.
        side_choice: deal double-sided sheets from the pool; each player picks a side (R2.5, needs
            duchies='random'). Allowed: True, False.
        black_depot_spaces: spaces of the black depot; 0: 4, 6 or 8 with 2, 3 or 4 seats (R3.3). Allowed: 0 to 8.
        chateauma: add the automated opponent in the last seat, at this score level (C12.1). Allowed: 'easy',
            'medium', 'hard' or None.
        modifiers: the Châteauma's advantages (C12.2). Allowed: a subset of the letters ABCD as text.
        empty_sale_vp: Châteauma: points for a sale without goods (Q-3). Allowed: 0, 2.
        card8_third_space: Châteauma: colour of a space of card 8 (C13.1). Allowed: 'livestock', 'castle'.
        solo_board: solo: duchy 33 (beginner) or 34 (expert) (S9.1). Allowed: 33, 34.
        solo_target: solo: first target; lower is easier (S9.1). Allowed: 5 to 100.
        solo_area_gains: solo: area and phase points count as two gains or as one (A-15). Allowed: 'two', 'one'.
        solo_order: solo: who orders pending effects (S9.10). Allowed: 'player', 'fixed'.
        modules: modules that are in play (E12): e2 monasteries 27 and 28, crane, geese; e4 border posts; e5 white
            castles; e6 inns; e8 trade routes; team: two teams of two; shields; vineyards. Allowed: any of e2, e4,
            e5, e6, e8, team, shields, vineyards as a list or as text with commas, or 'none'.
        castle_connection: duchies 11 to 18: tiles must be connected to a castle; cleared castles can be bought back
            (E1.3). Allowed: True, False.
        border_connection: e4: posts are connected by their printed line, or by any chain of covered hexes (E4.3).
            Allowed: 'straight_line', 'any_path'.
        route_order: e8: the tiles of a trade route lie in the order dealt, or in an order that the player chooses
            (E7.2). Allowed: 'random', 'chosen'.
        key_space_cap: shields: storage positions with shield 4 (A-20). Allowed: 4 to 12.
        limit_vines: vineyards: remove two kinds of vine with 2 seats, one kind with 3 seats (E11.4). Allowed: True,
            False.
        shield_pick: shields: which shield of a depot the Châteauma takes (Q-17). Allowed: 'lowest_vp',
            'lowest_number'.
        team_board: team: duchy 31 (beginner) or 32 (advanced) for both teams (E8.2). Allowed: 'beginner',
            'advanced'.
        team_tiebreak: team: which of two teams with equal points wins (E8.9, A-12). Allowed: 'more_empty',
            'fewer_empty'.
        data_overrides: replace numbers on tiles and boards, and reconstructed boards (eurogym games
            castles_of_burgundy --data). Allowed: a table or a JSON file with any of the keys tiles, areas, phases,
            bonus_tiles, goods, start, end, team_boards, vineyard_board or None.
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
    duchies: int | str | Sequence[int] = 1,
    duchy_pool: Literal["1-30", "1-10", "11-18", "19-22", "23-30"] = "1-30",
    side_choice: bool = False,
    black_depot_spaces: int = 0,
    chateauma: Literal["easy", "medium", "hard"] | None = None,
    modifiers: str | None = "",
    empty_sale_vp: Literal[0, 2] = 0,
    card8_third_space: Literal["livestock", "castle"] = "livestock",
    solo_board: Literal[33, 34] = 33,
    solo_target: int = 50,
    solo_area_gains: Literal["two", "one"] = "two",
    solo_order: Literal["player", "fixed"] = "player",
    modules: Sequence[Literal["e2", "e4", "e5", "e6", "e8", "team", "shields", "vineyards"]]
    | str
    | None = (),
    castle_connection: bool = False,
    border_connection: Literal["straight_line", "any_path"] = "straight_line",
    route_order: Literal["random", "chosen"] = "random",
    key_space_cap: int = 12,
    limit_vines: bool = False,
    shield_pick: Literal["lowest_vp", "lowest_number"] = "lowest_vp",
    team_board: Literal["beginner", "advanced"] = "beginner",
    team_tiebreak: Literal["more_empty", "fewer_empty"] = "more_empty",
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
    """The Castles of Burgundy as a gymnasium vector environment, a learner in one seat of each game.

    Args:
        num_players: learning seats; 1 is the solo mode, or one player against the Châteauma. Allowed: 1 to 4.
        duchies: duchy of all seats, of each seat, or drawn for each seat from duchy_pool (R2.5). Allowed: a number
            1 to 30, a list of one number per seat (typed: 3,5), or 'random'.
        duchy_pool: pool from which duchies='random' draws. Allowed: '1-30', '1-10', '11-18', '19-22', '23-30'.
        side_choice: deal double-sided sheets from the pool; each player picks a side (R2.5, needs
            duchies='random'). Allowed: True, False.
        black_depot_spaces: spaces of the black depot; 0: 4, 6 or 8 with 2, 3 or 4 seats (R3.3). Allowed: 0 to 8.
        chateauma: add the automated opponent in the last seat, at this score level (C12.1). Allowed: 'easy',
            'medium', 'hard' or None.
        modifiers: the Châteauma's advantages (C12.2). Allowed: a subset of the letters ABCD as text.
        empty_sale_vp: Châteauma: points for a sale without goods (Q-3). Allowed: 0, 2.
        card8_third_space: Châteauma: colour of a space of card 8 (C13.1). Allowed: 'livestock', 'castle'.
        solo_board: solo: duchy 33 (beginner) or 34 (expert) (S9.1). Allowed: 33, 34.
        solo_target: solo: first target; lower is easier (S9.1). Allowed: 5 to 100.
        solo_area_gains: solo: area and phase points count as two gains or as one (A-15). Allowed: 'two', 'one'.
        solo_order: solo: who orders pending effects (S9.10). Allowed: 'player', 'fixed'.
        modules: modules that are in play (E12): e2 monasteries 27 and 28, crane, geese; e4 border posts; e5 white
            castles; e6 inns; e8 trade routes; team: two teams of two; shields; vineyards. Allowed: any of e2, e4,
            e5, e6, e8, team, shields, vineyards as a list or as text with commas, or 'none'.
        castle_connection: duchies 11 to 18: tiles must be connected to a castle; cleared castles can be bought back
            (E1.3). Allowed: True, False.
        border_connection: e4: posts are connected by their printed line, or by any chain of covered hexes (E4.3).
            Allowed: 'straight_line', 'any_path'.
        route_order: e8: the tiles of a trade route lie in the order dealt, or in an order that the player chooses
            (E7.2). Allowed: 'random', 'chosen'.
        key_space_cap: shields: storage positions with shield 4 (A-20). Allowed: 4 to 12.
        limit_vines: vineyards: remove two kinds of vine with 2 seats, one kind with 3 seats (E11.4). Allowed: True,
            False.
        shield_pick: shields: which shield of a depot the Châteauma takes (Q-17). Allowed: 'lowest_vp',
            'lowest_number'.
        team_board: team: duchy 31 (beginner) or 32 (advanced) for both teams (E8.2). Allowed: 'beginner',
            'advanced'.
        team_tiebreak: team: which of two teams with equal points wins (E8.9, A-12). Allowed: 'more_empty',
            'fewer_empty'.
        data_overrides: replace numbers on tiles and boards, and reconstructed boards (eurogym games
            castles_of_burgundy --data). Allowed: a table or a JSON file with any of the keys tiles, areas, phases,
            bonus_tiles, goods, start, end, team_boards, vineyard_board or None.
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
