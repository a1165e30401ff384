"""The Castles of Burgundy as a game of the engine."""

from __future__ import annotations

from eurogym.envs.castles_of_burgundy.declare import enums as E
from eurogym.envs.castles_of_burgundy.declare.actions import ACTIONS
from eurogym.envs.castles_of_burgundy.declare.enums import PENDING, STEP, D, R
from eurogym.envs.castles_of_burgundy.declare.options import BurgundyOptions
from eurogym.envs.castles_of_burgundy.declare.state import FIELDS
from eurogym.envs.castles_of_burgundy.declare.things import attributes
from eurogym.envs.castles_of_burgundy.encoding.determinize import determinize
from eurogym.envs.castles_of_burgundy.encoding.observation import OBSERVATION, observe_seat, observe_table
from eurogym.envs.castles_of_burgundy.rules.flow import advance, apply
from eurogym.envs.castles_of_burgundy.rules.legality import mark_legal
from eurogym.envs.castles_of_burgundy.rules.scoring import scores
from eurogym.envs.castles_of_burgundy.rules.setup import set_up
from eurogym.envs.castles_of_burgundy.view.explain import explain
from eurogym.envs.castles_of_burgundy.view.plain_data import seat_name, to_dict
from eurogym.envs.castles_of_burgundy.view.text import to_text
from eurogym.envs.core.declare.game import Game

# D6: about 40 decisions in a turn at most; the solo mode adds purchases of points, goods given and orders of effects
_PER_TURN = {False: 60, True: 400}
_MORE_PER_TURN = 200  # trades of monastery 28, nested bonuses of vineyards and routes, the end of a phase


def max_decisions(options) -> int:
    """Return a bound on the decisions of a game."""
    turns = E.NUM_PHASES * E.ROUNDS_PER_PHASE * options.num_players
    per_turn = _PER_TURN[options.solo] + _MORE_PER_TURN * options.extended
    return 2 * options.num_players + turns * per_turn


def score_range(options) -> tuple[int, int]:
    """Scores that a game can end with: covered hexes in solo games, otherwise far less than 200 points a phase."""
    if options.solo:
        return 0, E.NUM_HEXES
    return 0, 200 * E.NUM_PHASES * (2 if options.team else 1)


GAME = Game(
    title="The Castles of Burgundy",
    package="eurogym.envs.castles_of_burgundy",
    options_class=BurgundyOptions,
    fields=FIELDS,
    starter="start_seat",
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
    max_pending=32,  # with vineyards and trade routes; the base game needs 3
    margin_scale=50.0,
    solo_score_range=(E.NUM_HEXES - 1, E.NUM_HEXES),  # S9.11: all spaces covered wins, anything less loses
    seat_name=seat_name,
    explain=explain,
    attributes=attributes,
)
