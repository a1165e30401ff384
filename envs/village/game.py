"""Village as a game of the engine."""

from __future__ import annotations

from eurogym.envs.core.declare.game import Game
from eurogym.envs.village.declare.actions import ACTIONS
from eurogym.envs.village.declare.enums import PENDING, ROUND_LIMIT, STEP, D, R
from eurogym.envs.village.declare.options import VillageOptions
from eurogym.envs.village.declare.state import FIELDS
from eurogym.envs.village.declare.things import attributes
from eurogym.envs.village.encoding.determinize import determinize
from eurogym.envs.village.encoding.observation import OBSERVATION, observe_seat, observe_table
from eurogym.envs.village.rules.flow import advance, apply
from eurogym.envs.village.rules.legality import mark_legal
from eurogym.envs.village.rules.scoring import scores
from eurogym.envs.village.rules.setup import MAX_PLACES, set_up
from eurogym.envs.village.view.explain import explain
from eurogym.envs.village.view.summary import summary
from eurogym.envs.village.view.text import score_info, seat_name, to_dict, to_text

# a turn: cube, action, up to four parts; a market day: at most 24 moves and passes; a round: a mass besides
_TURNS = MAX_PLACES  # cubes on the board, and wells (each returns three cubes that took turns to get)
_PER_TURN = 16
_PER_MASS = 60


def max_decisions(options) -> int:
    """Return a bound on the decisions of a game (rules: at most 30 rounds)."""
    return ROUND_LIMIT * (2 * _TURNS * _PER_TURN + options.num_players * _PER_MASS)


def score_range(options) -> tuple[int, int]:
    """Scores that a game can end with: no points are lost, and a round brings far less than 100."""
    return 0, 100 * ROUND_LIMIT


GAME = Game(
    title="Village",
    package="eurogym.envs.village",
    options_class=VillageOptions,
    fields=FIELDS,
    starter="first_player",
    decisions=D,
    streams=R,
    steps=STEP,
    pending=PENDING,
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
    score_info=score_info,
    summary=summary,
    margin_scale=20.0,
    solo_score_range=(0.0, 159.0),  # R19.8: from 80 on, the highest rank, the outcome is positive
)
