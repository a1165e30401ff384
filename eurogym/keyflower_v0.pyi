"""Keyflower, version 0: its environments and vectorised tables.

Written by `python -m tools stubs` from the declared options.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Unpack

from eurogym._keywords import BatchKeywords, EnvKeywords, GameKeywords, GymKeywords, VectorKeywords
from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.faces.aec import OrderEnforcedEnv, RawEnv
from eurogym.envs.core.faces.vector import SeatEnv, SeatVectorEnv
from eurogym.envs.core.step.batch import BatchedGame

GAME: Game

class Options(GameKeywords, total=False):
    """Options of Keyflower."""

    num_players: int
    """seats. Allowed: 2 to 6. Default: 2."""
    store_resources_locked: bool
    """matching resources on store tiles cannot be used for other scoring (A4). Default: False."""
    boat3b_counts_as_gold: bool
    """with boat 3b, an unassigned resource is worth as much as gold (A5). Default: True."""
    sea_bastion_multi_loop: bool
    """the Sea Bastion counts separate loops together (A8). Default: False."""
    purple_only_if_won: bool
    """the purple worker is a wildcard only for a holder who won it with a bid in winter (A10). Default: False."""
    data_overrides: str | Path | Mapping[str, Any] | None
    """replace numbers on tiles and boats (docs/games/keyflower.md). Allowed: a table or a JSON file with any of the
    keys tiles or None. Default: None.
    """

class Env(Options, EnvKeywords, total=False): ...
class Batch(Options, BatchKeywords, total=False): ...
class Gym(Options, GymKeywords, total=False): ...
class Vector(Options, VectorKeywords, total=False): ...

def env(**keywords: Unpack[Env]) -> OrderEnforcedEnv:
    """Keyflower as a PettingZoo AEC environment with its order checks."""

def raw_env(**keywords: Unpack[Env]) -> RawEnv:
    """Keyflower as a PettingZoo AEC environment without wrappers, which is faster."""

def batch(**keywords: Unpack[Batch]) -> BatchedGame:
    """Many games of Keyflower stepped together."""

def gym_env(**keywords: Unpack[Gym]) -> SeatEnv:
    """Keyflower as a gymnasium environment, a learner in one seat."""

def vector_env(**keywords: Unpack[Vector]) -> SeatVectorEnv:
    """Keyflower as a gymnasium vector environment, a learner in one seat of each game."""
