"""Village, version 0: its environments and vectorised tables.

Written by `python -m tools stubs` from the declared options.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Unpack

from eurogym._keywords import BatchKeywords, EnvKeywords, GameKeywords, GymKeywords, VectorKeywords
from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.faces.aec import OrderEnforcedEnv, RawEnv
from eurogym.envs.core.faces.vector import SeatEnv, SeatVectorEnv
from eurogym.envs.core.step.batch import BatchedGame

GAME: Game

class Options(GameKeywords, total=False):
    """Options of Village."""

    num_players: int
    """learning seats; 1 is the solo mode against Carla. Allowed: 1 to 5. Default: 2."""
    carla_rule: Literal["colour", "die"]
    """solo: how Carla takes her cube (R18.2, R18.4). Default: 'colour'."""
    start_compensation: bool
    """compensate players for turn order (R1.12). Default: True."""
    strict_lowest_invisible_saves: bool
    """nobody dies while the lowest living generation is only in the black bag (A1). Default: False."""
    die_last_color_strict: bool
    """solo, die rule: Carla takes the last influence colour before the plague (A15). Default: False."""
    data_overrides: str | Path | Mapping[str, Any] | None
    """replace reconstructed component tables (eurogym games village --data). Allowed: a scenario (carla_10,
    cubes_25, growing_bag, short, small_chronicle); a table or a JSON file with any of the keys action_spaces,
    setup_cards, customers, chronicle, cemetery, council_chamber, church, travel_map, solo_loop or None. Default:
    None.
    """

class Env(Options, EnvKeywords, total=False): ...
class Batch(Options, BatchKeywords, total=False): ...
class Gym(Options, GymKeywords, total=False): ...
class Vector(Options, VectorKeywords, total=False): ...

def env(**keywords: Unpack[Env]) -> OrderEnforcedEnv:
    """Village as a PettingZoo AEC environment with its order checks."""

def raw_env(**keywords: Unpack[Env]) -> RawEnv:
    """Village as a PettingZoo AEC environment without wrappers, which is faster."""

def batch(**keywords: Unpack[Batch]) -> BatchedGame:
    """Many games of Village stepped together."""

def gym_env(**keywords: Unpack[Gym]) -> SeatEnv:
    """Village as a gymnasium environment, a learner in one seat."""

def vector_env(**keywords: Unpack[Vector]) -> SeatVectorEnv:
    """Village as a gymnasium vector environment, a learner in one seat of each game."""
