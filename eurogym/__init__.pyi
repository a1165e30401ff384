"""eurogym: Euro board games for reinforcement learning.

Written by `python -m tools stubs` from the declared options.
"""

from typing import Literal, Unpack, overload

from eurogym import agents as agents
from eurogym import castles_of_burgundy_v0 as castles_of_burgundy_v0
from eurogym import declare as declare
from eurogym import design as design
from eurogym import keyflower_v0 as keyflower_v0
from eurogym import measure as measure
from eurogym import testing as testing
from eurogym import text as text
from eurogym import training as training
from eurogym import village_v0 as village_v0
from eurogym import villagers_v0 as villagers_v0
from eurogym._keywords import OtherBatchKeywords, OtherKeywords
from eurogym.envs import EurogymError as EurogymError
from eurogym.envs import IllegalActionError as IllegalActionError
from eurogym.envs import OptionError as OptionError
from eurogym.envs import ReplayError as ReplayError
from eurogym.envs import StateError as StateError
from eurogym.envs.core.faces.aec import OrderEnforcedEnv
from eurogym.envs.core.faces.replay import Replay as Replay
from eurogym.envs.core.step.batch import BatchedGame

__version__: str
__all__ = [
    "BatchedGame",
    "EurogymError",
    "IllegalActionError",
    "OptionError",
    "Replay",
    "ReplayError",
    "StateError",
    "__version__",
    "agents",
    "castles_of_burgundy_v0",
    "declare",
    "design",
    "games",
    "keyflower_v0",
    "make",
    "make_batch",
    "measure",
    "testing",
    "text",
    "training",
    "village_v0",
    "villagers_v0",
]

def games() -> list[str]:
    """Names of the installed games, for `make`."""

@overload
def make(
    name: Literal["castles_of_burgundy", "castles_of_burgundy_v0"],
    **keywords: Unpack[castles_of_burgundy_v0.Env],
) -> OrderEnforcedEnv: ...
@overload
def make(
    name: Literal["keyflower", "keyflower_v0"], **keywords: Unpack[keyflower_v0.Env]
) -> OrderEnforcedEnv: ...
@overload
def make(name: Literal["village", "village_v0"], **keywords: Unpack[village_v0.Env]) -> OrderEnforcedEnv: ...
@overload
def make(
    name: Literal["villagers", "villagers_v0"], **keywords: Unpack[villagers_v0.Env]
) -> OrderEnforcedEnv: ...
@overload
def make(name: str, **keywords: Unpack[OtherKeywords]) -> OrderEnforcedEnv: ...
@overload
def make_batch(
    name: Literal["castles_of_burgundy", "castles_of_burgundy_v0"],
    **keywords: Unpack[castles_of_burgundy_v0.Batch],
) -> BatchedGame: ...
@overload
def make_batch(
    name: Literal["keyflower", "keyflower_v0"], **keywords: Unpack[keyflower_v0.Batch]
) -> BatchedGame: ...
@overload
def make_batch(
    name: Literal["village", "village_v0"], **keywords: Unpack[village_v0.Batch]
) -> BatchedGame: ...
@overload
def make_batch(
    name: Literal["villagers", "villagers_v0"], **keywords: Unpack[villagers_v0.Batch]
) -> BatchedGame: ...
@overload
def make_batch(name: str, **keywords: Unpack[OtherBatchKeywords]) -> BatchedGame: ...
