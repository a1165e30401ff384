"""Error messages of a batch that refuses a step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from eurogym.envs.core.declare import operations as OP
from eurogym.envs.core.declare.arguments import NAMED_FAULTS, is_whole
from eurogym.envs.core.errors import IllegalActionError, StateError

if TYPE_CHECKING:
    from eurogym.envs.core.step.batch import BatchedGame


def refuse_step(batch: BatchedGame, code: int, actions: np.ndarray, chosen: np.ndarray) -> None:
    """Raise the error for a fault that the driver found in the actions for the chosen games, both int64 (n,)."""
    name = batch.game.name
    if code == OP.CHECK_FINISHED:
        over = chosen[np.asarray(batch.states)["done"][chosen] != 0].tolist()
        raise StateError(f"{name}: game(s) {over[:NAMED_FAULTS]} are over; reset them first")
    if code == OP.CHECK_TWICE:
        raise StateError(f"{name}: the same game is given twice in one step")
    if code == OP.CHECK_BAD_GAME:
        raise StateError(f"{name}: no such game in {chosen.tolist()[:NAMED_FAULTS]}")
    inside = (actions >= 0) & (actions < batch.num_actions)
    legal = inside & (batch.buffers.masks[chosen, np.where(inside, actions, 0)] != 0)
    bad = np.flatnonzero(~legal)
    lines = [why_illegal(batch, int(chosen[k]), int(actions[k])) for k in bad[:NAMED_FAULTS]]
    if batch.num_envs > 1:
        lines = [f"game {chosen[k]}: {line}" for k, line in zip(bad, lines, strict=False)]
    if len(bad) > NAMED_FAULTS:
        lines.append(f"... and {len(bad) - NAMED_FAULTS} more")
    raise IllegalActionError(
        f"{name}: " + "; ".join(lines), games=chosen[bad].tolist(), actions=actions[bad].tolist()
    )


def refuse_busy(batch: BatchedGame) -> None:
    """Raise the error for a batch that another thread is at work on."""
    raise StateError(
        f"{batch.game.name}: this batch is in use by another thread; use a batch in one thread at a time"
    )


def refuse_stuck(batch: BatchedGame, count: int, chosen: np.ndarray) -> None:
    """Raise the error for games that cannot go on: `count` of those chosen, int64 (n,)."""
    name = batch.game.name
    if OP.CHOICELESS in batch.buffers.reports["num_legal"][chosen]:
        raise StateError(
            f"{name}: {OP.MOST_DEALS} deals in a row are over before any player has a choice; every deal must have a "
            "decision with at least two legal actions"
        )
    raise StateError(
        f"{name}: the rules left {count} game(s) without a legal action before the end; this is a bug in the game "
        f"(options {batch.options.as_dict()}, seeds {batch.seeds[chosen][:NAMED_FAULTS].tolist()})"
    )


def why_illegal(batch: BatchedGame, game: int, action: Any) -> str:
    """See :meth:`BatchedGame.explain_illegal`."""
    if not is_whole(action):
        raise IllegalActionError(f"{batch.game.name}: an action must be an integer, got {action!r}")
    inside = 0 <= action < batch.num_actions
    outside = f"outside the action space of {batch.num_actions}"
    words = repr(batch.catalog.describe(action)) if inside else outside
    seat = batch.game.name_of_seat(batch.options, int(batch.current_seat[game]))
    decision = batch.game.decision_name(batch.state(game))
    legal = [batch.catalog.texts[i] for i in np.flatnonzero(batch.buffers.masks[game])]
    offered = ", ".join(repr(text) for text in legal[:8]) + (", ..." if len(legal) > 8 else "")
    offered = offered or "nothing, the game is over"
    return f"action {action} ({words}) is not legal for {seat} in decision {decision}; legal: {offered}"
