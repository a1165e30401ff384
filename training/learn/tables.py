"""Tables by their option sets: batches, deals, short names, final rewards, and agents by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents.framework.networks.by_name import places_of_actions, places_of_fields
from eurogym.agents.framework.networks.checkpoint import layout_signature
from eurogym.agents.framework.per_table import PerTable
from eurogym.common.deals import TRAINING, Purpose, root
from eurogym.common.errors import InputError
from eurogym.common.options import DIFFICULTY, varying_names
from eurogym.envs.core import registry
from eurogym.envs.core.declare.standing import margins, mean_margins
from eurogym.training.learn.shared import Rewards


def make_batch(game: str, num_envs: int, seed: int, **options: Any) -> Any:
    """Make a BatchedGame of a registered game."""
    return registry.module(game).batch(num_envs=num_envs, seed=seed, **options)


def differing(batches: Sequence) -> str:
    """Return in words what batches that should share a network do not have in common; empty if they fit."""
    forms = {
        "observation layouts": lambda batch: layout_signature(batch.layout),
        "action catalogs": lambda batch: batch.catalog.texts,
    }
    for what, form in forms.items():
        if any(form(batch) != form(batches[0]) for batch in batches[1:]):
            return what
    return ""


def widest_of(batches: Sequence) -> Any:
    """Return the first of the batches with most to see and to do."""
    return max(batches, key=lambda batch: (batch.layout.size, batch.catalog.n))


class Widest:
    """Several tables as the one of them sees them that knows all fields and actions: by name, the others 0.

    Attributes:
        batch: the table that knows all.

    Raises InputError where none does, or where tables differ but may not (`parts`).
    """

    def __init__(self, batches: Sequence, parts: bool = False):
        self.batch = widest_of(batches)
        self._places = PerTable(self._match)
        what = differing(batches)
        if what and not parts:
            raise InputError(f"these option sets have different {what}; they cannot share a network")
        for batch in batches if what else ():
            if any((part < 0).any() for part in (self._places(batch) or ())[:2]):
                raise InputError("none of these tables has all fields and actions of the others")

    def _match(self, batch: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
        """Return the places of fields (F,) and actions (A,), and of the widest table's actions; None: all the same."""
        if not differing([self.batch, batch]):
            return None
        signatures = layout_signature(self.batch.layout), layout_signature(batch.layout)
        texts = self.batch.catalog.texts, batch.catalog.texts
        return places_of_fields(*signatures), places_of_actions(*texts), places_of_actions(*texts[::-1])

    def seen(self, batch: Any, shown: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return what a table shows (n, F) and allows (n, A) as the widest one would."""
        if (places := self._places(batch)) is None:
            return shown, masks
        legal = np.zeros((len(masks), self.batch.catalog.n), bool)
        legal[:, places[1]] = masks
        return self.shown(batch, shown), legal

    def shown(self, batch: Any, codes: np.ndarray) -> np.ndarray:
        """Return what a table shows (n, F) as the widest one would."""
        if (places := self._places(batch)) is None:
            return codes
        wide = np.zeros((len(codes), self.batch.layout.size), codes.dtype)
        wide[:, places[0]] = codes
        return wide

    def entries(self, batch: Any, entries: np.ndarray) -> np.ndarray:
        """Return entries (n,) of a table's observation by their places in the widest one's."""
        return entries if (places := self._places(batch)) is None else places[0][entries]

    def named(self, batch: Any, actions: np.ndarray) -> np.ndarray:
        """Return a table's own actions (n,) by the numbers of the widest one."""
        return actions if (places := self._places(batch)) is None else places[1][actions]

    def own(self, batch: Any, actions: np.ndarray) -> np.ndarray:
        """Return actions (n,) of the widest table by a table's own numbers."""
        return actions if (places := self._places(batch)) is None else places[2][actions]


def make_agent(name: str, game: str, seed: int) -> Any:
    """Return a named agent or own bot, ready to act; raise AgentError for an unknown name."""
    agent = agents.make(name, game=game)
    agent.reset(seed)
    return agent


def act_by_seat(
    players: Sequence, sits: np.ndarray, batch: Any, games: np.ndarray, actions: np.ndarray
) -> None:
    """Write the actions of the players to move in `games` (n,) into `actions` (n,).

    `sits` (B, S) is the player of every seat of the batch's games, by its position in `players`; for seats without one,
    actions stay as they are.
    """
    who = sits[games, batch.current_seat[games]]
    for number, player in enumerate(players):
        mine = who == number
        if mine.any():
            actions[mine] = player.act(batch, games[mine])


def batch_seeds(seed: int, index: int, count: int, purpose: Purpose = TRAINING) -> np.ndarray:
    """Return `count` deals (uint64, 63 bits) for the batch of this index, fixed by purpose, seed and index."""
    return np.random.default_rng([root(purpose, seed), index]).integers(
        0, 2**63 - 1, size=count, dtype=np.uint64
    )


def batch_labels(batches: Sequence) -> list[str]:
    """Return short names of the batches' option sets: '3p', 'solo-hard', '1p-medium-AB'.

    They name the player count, the level of a solo mode, and the other options in which the batches differ.
    """
    sets = [batch.options.as_dict() for batch in batches]
    varying = [name for name in varying_names(sets) if name not in ("num_players", "pad_seats", DIFFICULTY)]
    labels = []
    for options in sets:
        alone = options.get("num_players") == 1
        parts = ["solo" if alone else f"{options['num_players']}p"]
        if alone and options.get(DIFFICULTY):
            parts.append(options[DIFFICULTY])
        for name in varying:
            value = options.get(name)
            if isinstance(value, str):
                parts.append(value)
            elif value is not None:
                parts.append(f"{name.rpartition('_')[2]}{value}".replace(" ", ""))
        labels.append("-".join(filter(None, parts)))
    return labels


def rewards_at_the_end(wanted: Rewards) -> Callable:
    """Return `reward(batch)` -> float32 (games, seats), 0 but where the last step ended a game."""

    def reward(batch: Any) -> np.ndarray:
        found = np.zeros((batch.num_envs, batch.num_seats), np.float32)
        ended = np.flatnonzero(batch.dones)
        if len(ended):
            found[ended] = final_rewards(batch, ended, wanted)
        return found

    return reward


def final_rewards(batch, ended: np.ndarray, wanted: Rewards) -> np.ndarray:
    """Return rewards (n, S) float32 of the games `ended` (n,), from their final placements and scores."""
    seats = batch.num_seats
    scores = batch.final_scores[ended].astype(np.float32)
    outcome = batch.final_placements[ended][:, :seats].astype(np.float32)
    teams = batch.options.num_teams
    if teams:  # partners share both, and do not lead before each other
        return np.tile(_rewards(batch, wanted, scores[:, :teams], outcome[:, :teams]), (1, seats // teams))
    return _rewards(batch, wanted, scores, outcome)


def _rewards(batch, wanted: Rewards, scores: np.ndarray, outcome: np.ndarray) -> np.ndarray:
    """Return the rewards of seats, or of teams, from scores (n, T) and placements (n, S)."""
    seats, kind = outcome.shape[1], wanted.reward
    scale = wanted.reward_scale or batch.game.margin_scale
    alone = scores.shape[1] == 1
    if kind == "outcome" or (alone and kind == "margin"):
        return outcome
    if kind == "score":
        return scores[:, :seats] / scale
    if kind == "mean_margin":
        return mean_margins(scores)[:, :seats] / scale
    if alone:  # nobody to lead before: the score itself takes the place of the lead
        return outcome + wanted.margin_weight * scores / scale
    lead = margins(scores)[:, :seats] / scale
    if kind == "margin":
        return np.clip(lead, -1.0, 1.0)
    return outcome + wanted.margin_weight * np.arcsinh(lead)  # which is never flat
