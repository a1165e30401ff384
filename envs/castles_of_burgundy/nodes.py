"""The stack of pending decisions (rules D2): effects push, the top one is offered."""

from __future__ import annotations

from envs.core.compile import kernel


@kernel
def push(state, node, arg):
    """Put a node on top of the stack."""
    state.node[state.num_nodes] = node
    state.node_arg[state.num_nodes] = arg
    state.num_nodes += 1


@kernel
def pop(state):
    """Remove the top node; its places are blanked, so that equal positions are equal bytes."""
    state.num_nodes -= 1
    state.node[state.num_nodes] = 0
    state.node_arg[state.num_nodes] = 0


@kernel
def top_arg(state):
    """Argument of the top node."""
    return state.node_arg[state.num_nodes - 1] + 0
