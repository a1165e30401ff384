"""Villagers, version 0: its environments and vectorised tables.

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
    """Options of Villagers."""

    num_players: int
    """learning seats; 1 is the solo mode against the Countess. Allowed: 1 to 5. Default: 2."""
    difficulty: Literal["beginner", "normal", "hard"]
    """level of the solo mode (R12.17). Default: 'normal'."""
    end_of_draft_rule: Literal["by_player_count", "keep_coined", "discard_coined"]
    """road update: by number of players (2: R4.3, 3 to 5: R4.2), always R4.3, or always R4.2; solo uses R4.3.
    Default: 'by_player_count'.
    """
    solo_empty_reserve: Literal["reshuffle_discard", "none"]
    """solo: what happens when a card of an empty Reserve is needed (R12.12). Default: 'reshuffle_discard'."""
    solo_event_choices: Literal["player", "countess_best"]
    """solo: who picks targets in bribes, trade_network, spy_network, protection_money (D14). Default: 'player'."""
    smuggler_requires_gold: bool
    """a Smuggler needs a visible Gold symbol in the player's village (D9). Default: True."""
    placement_mode: Literal["class", "slots"]
    """actions name the place of a card by its kind, or by its pile (rules 18.4). Default: 'class'."""
    expansions: Sequence[Literal["saints", "scoundrels", "profiteers", "developments"]] | str | None
    """expansions in play, with 2 to 5 players (chapters 13 to 16). Allowed: any of saints, scoundrels, profiteers,
    developments as a list or as text with commas, 'all', or 'none'. Default: ().
    """
    bronze_timing: Literal["player_turn_end", "build_phase_end"]
    """profiteers: when Bronze is scored (R15.2). Default: 'player_turn_end'."""
    bronze_choice: Literal["max", "player"]
    """profiteers: the best Bronze symbol is taken, or the player chooses (R15.2). Default: 'max'."""
    courier_enabled: bool
    """scoundrels: the Courier is among the cards dealt (R14.1); needed with five players. Default: False."""
    reorder_mode: Literal["sequential", "keep_order"]
    """saints: Prophet and Pigeoneer put cards back one by one, or in the order in which they were found. Default:
    'sequential'.
    """
    data_overrides: str | Path | Mapping[str, Any] | None
    """replace numbers on cards, numbers of copies and the starting Gold (docs/games/villagers.md). Allowed: a table
    or a JSON file with any of the keys cards, founders, setup or None. Default: None.
    """

class Env(Options, EnvKeywords, total=False): ...
class Batch(Options, BatchKeywords, total=False): ...
class Gym(Options, GymKeywords, total=False): ...
class Vector(Options, VectorKeywords, total=False): ...

def env(**keywords: Unpack[Env]) -> OrderEnforcedEnv:
    """Villagers as a PettingZoo AEC environment with its order checks."""

def raw_env(**keywords: Unpack[Env]) -> RawEnv:
    """Villagers as a PettingZoo AEC environment without wrappers, which is faster."""

def batch(**keywords: Unpack[Batch]) -> BatchedGame:
    """Many games of Villagers stepped together."""

def gym_env(**keywords: Unpack[Gym]) -> SeatEnv:
    """Villagers as a gymnasium environment, a learner in one seat."""

def vector_env(**keywords: Unpack[Vector]) -> SeatVectorEnv:
    """Villagers as a gymnasium vector environment, a learner in one seat of each game."""
