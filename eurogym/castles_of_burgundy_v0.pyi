"""The Castles of Burgundy, version 0: its environments and vectorised tables.

Written by `python -m tools stubs` from the declared options.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Unpack

from eurogym._keywords import BatchKeywords, EnvKeywords, GameKeywords, GymKeywords, VectorKeywords
from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.faces.aec import OrderEnforcedEnv, RawEnv
from eurogym.envs.core.faces.vector import SeatEnv, SeatVectorEnv
from eurogym.envs.core.step.batch import BatchedGame

GAME: Game

class Options(GameKeywords, total=False):
    """Options of The Castles of Burgundy."""

    num_players: int
    """learning seats; 1 is the solo mode, or one player against the Châteauma. Allowed: 1 to 4. Default: 2."""
    duchies: int | str | Sequence[int]
    """duchy of all seats, of each seat, or drawn for each seat from duchy_pool (R2.5). Allowed: a number 1 to 30, a
    list of one number per seat (typed: 3,5), or 'random'. Default: 1.
    """
    duchy_pool: Literal["1-30", "1-10", "11-18", "19-22", "23-30"]
    """pool from which duchies='random' draws. Default: '1-30'."""
    side_choice: bool
    """deal double-sided sheets from the pool; each player picks a side (R2.5, needs duchies='random'). Default:
    False.
    """
    black_depot_spaces: int
    """spaces of the black depot; 0: 4, 6 or 8 with 2, 3 or 4 seats (R3.3). Allowed: 0 to 8. Default: 0."""
    chateauma: Literal["easy", "medium", "hard"] | None
    """add the automated opponent in the last seat, at this score level (C12.1). Allowed: 'easy', 'medium', 'hard'
    or None. Default: None.
    """
    modifiers: str | None
    """the Châteauma's advantages (C12.2). Allowed: a subset of the letters ABCD as text. Default: ''."""
    empty_sale_vp: Literal[0, 2]
    """Châteauma: points for a sale without goods (Q-3). Default: 0."""
    card8_third_space: Literal["livestock", "castle"]
    """Châteauma: colour of a space of card 8 (C13.1). Default: 'livestock'."""
    solo_board: Literal[33, 34]
    """solo: duchy 33 (beginner) or 34 (expert) (S9.1). Default: 33."""
    solo_target: int
    """solo: first target; lower is easier (S9.1). Allowed: 5 to 100. Default: 50."""
    solo_area_gains: Literal["two", "one"]
    """solo: area and phase points count as two gains or as one (A-15). Default: 'two'."""
    solo_order: Literal["player", "fixed"]
    """solo: who orders pending effects (S9.10). Default: 'player'."""
    modules: Sequence[Literal["e2", "e4", "e5", "e6", "e8", "team", "shields", "vineyards"]] | str | None
    """modules that are in play (E12): e2 monasteries 27 and 28, crane, geese; e4 border posts; e5 white castles; e6
    inns; e8 trade routes; team: two teams of two; shields; vineyards. Allowed: any of e2, e4, e5, e6, e8, team,
    shields, vineyards as a list or as text with commas, or 'none'. Default: ().
    """
    castle_connection: bool
    """duchies 11 to 18: tiles must be connected to a castle; cleared castles can be bought back (E1.3). Default:
    False.
    """
    border_connection: Literal["straight_line", "any_path"]
    """e4: posts are connected by their printed line, or by any chain of covered hexes (E4.3). Default:
    'straight_line'.
    """
    route_order: Literal["random", "chosen"]
    """e8: the tiles of a trade route lie in the order dealt, or in an order that the player chooses (E7.2).
    Default: 'random'.
    """
    key_space_cap: int
    """shields: storage positions with shield 4 (A-20). Allowed: 4 to 12. Default: 12."""
    limit_vines: bool
    """vineyards: remove two kinds of vine with 2 seats, one kind with 3 seats (E11.4). Default: False."""
    shield_pick: Literal["lowest_vp", "lowest_number"]
    """shields: which shield of a depot the Châteauma takes (Q-17). Default: 'lowest_vp'."""
    team_board: Literal["beginner", "advanced"]
    """team: duchy 31 (beginner) or 32 (advanced) for both teams (E8.2). Default: 'beginner'."""
    team_tiebreak: Literal["more_empty", "fewer_empty"]
    """team: which of two teams with equal points wins (E8.9, A-12). Default: 'more_empty'."""
    data_overrides: str | Path | Mapping[str, Any] | None
    """replace numbers on tiles and boards, and reconstructed boards (eurogym games castles_of_burgundy --data).
    Allowed: a table or a JSON file with any of the keys tiles, areas, phases, bonus_tiles, goods, start, end,
    team_boards, vineyard_board or None. Default: None.
    """

class Env(Options, EnvKeywords, total=False): ...
class Batch(Options, BatchKeywords, total=False): ...
class Gym(Options, GymKeywords, total=False): ...
class Vector(Options, VectorKeywords, total=False): ...

def env(**keywords: Unpack[Env]) -> OrderEnforcedEnv:
    """The Castles of Burgundy as a PettingZoo AEC environment with its order checks."""

def raw_env(**keywords: Unpack[Env]) -> RawEnv:
    """The Castles of Burgundy as a PettingZoo AEC environment without wrappers, which is faster."""

def batch(**keywords: Unpack[Batch]) -> BatchedGame:
    """Many games of The Castles of Burgundy stepped together."""

def gym_env(**keywords: Unpack[Gym]) -> SeatEnv:
    """The Castles of Burgundy as a gymnasium environment, a learner in one seat."""

def vector_env(**keywords: Unpack[Vector]) -> SeatVectorEnv:
    """The Castles of Burgundy as a gymnasium vector environment, a learner in one seat of each game."""
