"""Agents by name: `make("mc:sims=200", game="villagers")`, `available("villagers")`.

A spec is the name of an agent of this package, or of a guest agent that another package installs, optionally followed
by a colon and parameters: `name:key=value,key=value`. Your own bots are named by where they are defined,
`my_bot.py:MyBot:key=value` or `my_module:MyBot`, or passed as objects (docs/own_bots.md).
"""

from typing import TYPE_CHECKING

from eurogym.agents.framework.registry import (
    GUESTS as GUESTS,
)
from eurogym.agents.framework.registry import (
    HEURISTIC as HEURISTIC,
)
from eurogym.agents.framework.registry import (
    RENAMED as RENAMED,
)
from eurogym.agents.framework.registry import (
    AgentEntry as AgentEntry,
)
from eurogym.agents.framework.registry import (
    AgentError,
    available,
    describe,
    guests,
    has_heuristic,
    heuristic_name,
    ladder,
    make,
    register,
)
from eurogym.agents.framework.registry import (
    exists as exists,
)
from eurogym.agents.framework.registry import (
    package_of as package_of,
)
from eurogym.agents.framework.registry import (
    runs_code as runs_code,
)
from eurogym.envs.core.lazily import given_out

if TYPE_CHECKING:
    from eurogym.agents.framework.base import Agent, AgentProtocol, Parameter

__getattr__ = given_out(__name__, {"framework.base": ["Agent", "AgentProtocol", "Parameter"]})

__all__ = [
    "Agent",
    "AgentError",
    "AgentProtocol",
    "Parameter",
    "available",
    "describe",
    "guests",
    "has_heuristic",
    "heuristic_name",
    "ladder",
    "make",
    "register",
]

if __name__ == "agents":
    raise ImportError("this folder is the package eurogym.agents: write `import eurogym.agents`")
