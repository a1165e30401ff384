"""eurogym: Euro board games for reinforcement learning.

Written by `python -m tools stubs` from the declared options.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, overload

from eurogym import agents as agents
from eurogym import castles_of_burgundy_v0 as castles_of_burgundy_v0
from eurogym import keyflower_v0 as keyflower_v0
from eurogym import training as training
from eurogym import village_v0 as village_v0
from eurogym import villagers_v0 as villagers_v0
from eurogym.envs import EurogymError as EurogymError
from eurogym.envs import IllegalActionError as IllegalActionError
from eurogym.envs import OptionError as OptionError
from eurogym.envs import ReplayError as ReplayError
from eurogym.envs import StateError as StateError
from eurogym.envs.core.faces.aec import OrderEnforcedEnv

__version__: str
__all__ = [
    "EurogymError",
    "IllegalActionError",
    "OptionError",
    "ReplayError",
    "StateError",
    "__version__",
    "agents",
    "castles_of_burgundy_v0",
    "games",
    "keyflower_v0",
    "make",
    "training",
    "village_v0",
    "villagers_v0",
]

def games() -> list[str]:
    """Names of the installed games, for `make`."""

@overload
def make(
    name: Literal["castles_of_burgundy", "castles_of_burgundy_v0"],
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
) -> OrderEnforcedEnv: ...
@overload
def make(
    name: Literal["keyflower", "keyflower_v0"],
    *,
    num_players: int = 2,
    store_resources_locked: bool = False,
    boat3b_counts_as_gold: bool = True,
    sea_bastion_multi_loop: bool = False,
    purple_only_if_won: bool = False,
    data_overrides: str | Path | Mapping[str, Any] | None = None,
    auto_forced: bool = True,
    pad_seats: int | None = None,
    render_mode: Literal["ansi", "human", "rgb_array"] | None = None,
    reward: Literal["outcome", "margin", "score"] = "outcome",
    mask_in: Literal["observation", "info", "both"] = "both",
    illegal: Literal["raise", "terminate"] = "raise",
    illegal_reward: float = -1.0,
    seed: int | None = None,
) -> OrderEnforcedEnv: ...
@overload
def make(
    name: Literal["village", "village_v0"],
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
) -> OrderEnforcedEnv: ...
@overload
def make(
    name: Literal["villagers", "villagers_v0"],
    *,
    num_players: int = 2,
    difficulty: Literal["beginner", "normal", "hard"] = "normal",
    end_of_draft_rule: Literal["by_player_count", "keep_coined", "discard_coined"] = "by_player_count",
    solo_empty_reserve: Literal["reshuffle_discard", "none"] = "reshuffle_discard",
    solo_event_choices: Literal["player", "countess_best"] = "player",
    smuggler_requires_gold: bool = True,
    placement_mode: Literal["class", "slots"] = "class",
    expansions: Sequence[Literal["saints", "scoundrels", "profiteers", "developments"]] | str | None = (),
    bronze_timing: Literal["player_turn_end", "build_phase_end"] = "player_turn_end",
    bronze_choice: Literal["max", "player"] = "max",
    courier_enabled: bool = False,
    reorder_mode: Literal["sequential", "keep_order"] = "sequential",
    data_overrides: str | Path | Mapping[str, Any] | None = None,
    auto_forced: bool = True,
    pad_seats: int | None = None,
    render_mode: Literal["ansi", "human", "rgb_array"] | None = None,
    reward: Literal["outcome", "margin", "score"] = "outcome",
    mask_in: Literal["observation", "info", "both"] = "both",
    illegal: Literal["raise", "terminate"] = "raise",
    illegal_reward: float = -1.0,
    seed: int | None = None,
) -> OrderEnforcedEnv: ...
@overload
def make(
    name: str,
    *,
    num_players: int = 2,
    auto_forced: bool = True,
    pad_seats: int | None = None,
    render_mode: Literal["ansi", "human", "rgb_array"] | None = None,
    reward: Literal["outcome", "margin", "score"] = "outcome",
    mask_in: Literal["observation", "info", "both"] = "both",
    illegal: Literal["raise", "terminate"] = "raise",
    illegal_reward: float = -1.0,
    seed: int | None = None,
) -> OrderEnforcedEnv: ...
