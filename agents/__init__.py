"""Agents by name: `make("mc:sims=200", game="villagers")`, `available("villagers")`.

A spec is the name of an agent of this package, or of a guest agent that another package installs, optionally followed
by a colon and parameters: `name:key=value,key=value`. Your own bots are named by where they are defined,
`my_bot.py:MyBot:key=value` or `my_module:MyBot`, or passed as objects (docs/own_bots.md).
"""

from typing import TYPE_CHECKING

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
from eurogym.envs.core.lazily import given_out

if TYPE_CHECKING:
    from eurogym.agents.framework.base import Agent, AgentProtocol, Parameter
    from eurogym.agents.framework.legal import first_legal
    from eurogym.agents.framework.networks.checkpoint import describe_batch, save_checkpoint
    from eurogym.agents.framework.networks.manifest import ship
    from eurogym.agents.framework.networks.network import Network

__getattr__, __dir__ = given_out(__name__)
__all__ = [
    "Agent",
    "AgentError",
    "AgentProtocol",
    "Network",
    "Parameter",
    "available",
    "describe",
    "describe_batch",
    "first_legal",
    "guests",
    "has_heuristic",
    "heuristic_name",
    "ladder",
    "make",
    "register",
    "save_checkpoint",
    "ship",
]

if __name__ == "agents":
    raise ImportError("this folder is the package eurogym.agents: write `import eurogym.agents`")
