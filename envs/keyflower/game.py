"""Keyflower as a game of the engine."""

from __future__ import annotations

from eurogym.envs.core.declare.game import Game
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.actions import ACTIONS
from eurogym.envs.keyflower.declare.enums import SEASON, STEP, D, R
from eurogym.envs.keyflower.declare.options import KeyflowerOptions
from eurogym.envs.keyflower.declare.state import FIELDS
from eurogym.envs.keyflower.declare.things import attributes
from eurogym.envs.keyflower.encoding.determinize import determinize
from eurogym.envs.keyflower.encoding.observation import OBSERVATION, observe_seat, observe_table
from eurogym.envs.keyflower.rules.flow import advance, apply
from eurogym.envs.keyflower.rules.legality import mark_legal
from eurogym.envs.keyflower.rules.scoring import scores
from eurogym.envs.keyflower.rules.setup import set_up
from eurogym.envs.keyflower.view.explain import announce, explain
from eurogym.envs.keyflower.view.text import seat_name, to_dict, to_text

# a turn: tile, colour, up to 16 groups, workers, and 12 transport steps of 3 parts with 4 upgrades of 6 payments
_PER_TURN = 80
_PLACING = 3 * E.NUM_TILES


def max_decisions(options) -> int:
    """Return a bound on the decisions of a game (14.2: at most 400 turns in a season)."""
    return SEASON.COUNT * (E.TURN_LIMIT * _PER_TURN + _PLACING)


def score_range(options) -> tuple[int, int]:
    """Scores that a game can end with: no points are lost, and a season brings far less than 250."""
    return 0, 250 * SEASON.COUNT


GAME = Game(
    title="Keyflower",
    package="eurogym.envs.keyflower",
    options_class=KeyflowerOptions,
    fields=FIELDS,
    starter="purple",
    decisions=D,
    streams=R,
    steps=STEP,
    actions=ACTIONS,
    observation=OBSERVATION,
    set_up=set_up,
    advance=advance,
    apply=apply,
    mark_legal=mark_legal,
    observe_table=observe_table,
    observe_seat=observe_seat,
    scores=scores,
    determinize=determinize,
    max_decisions=max_decisions,
    score_range=score_range,
    to_dict=to_dict,
    to_text=to_text,
    seat_name=seat_name,
    explain=explain,
    attributes=attributes,
    announce=announce,
    margin_scale=25.0,
)
