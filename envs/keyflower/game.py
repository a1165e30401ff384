"""Keyflower as a game of the engine."""

from __future__ import annotations

from envs.core.game import Game
from envs.keyflower import enums as E
from envs.keyflower.actions import catalog
from envs.keyflower.determinize import determinize
from envs.keyflower.explain import announce, explain
from envs.keyflower.flow import apply, new_game
from envs.keyflower.legality import legal_actions
from envs.keyflower.observation import layout, observe
from envs.keyflower.options import KeyflowerOptions
from envs.keyflower.scoring import scores
from envs.keyflower.state import DTYPE, OPTION_FIELDS
from envs.keyflower.text import decision_name, seat_name, to_dict, to_text

# a turn: tile, colour, up to 16 groups, workers, and 12 transport steps of 3 parts with 4 upgrades of 6 payments
_PER_TURN = 80
_PLACING = 3 * E.NUM_TILES


def max_decisions(options) -> int:
    """A bound on the decisions of a game (14.2: at most 400 turns in a season)."""
    return E.NUM_SEASONS * (E.TURN_LIMIT * _PER_TURN + _PLACING)


GAME = Game(
    name="keyflower",
    title="Keyflower",
    version=0,
    package="envs.keyflower",
    options_class=KeyflowerOptions,
    dtype=DTYPE,
    new_game=new_game,
    legal_actions=legal_actions,
    apply=apply,
    observe=observe,
    scores=scores,
    determinize=determinize,
    catalog=catalog,
    layout=layout,
    num_seats=lambda options: options.num_players,
    table_seats=lambda options: options.num_players,
    max_decisions=max_decisions,
    to_dict=to_dict,
    to_text=to_text,
    seat_name=seat_name,
    decision_name=decision_name,
    explain=explain,
    announce=announce,
    margin_scale=25.0,
    option_fields=OPTION_FIELDS,
)
