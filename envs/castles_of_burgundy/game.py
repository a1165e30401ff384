"""The Castles of Burgundy as a game of the engine."""

from __future__ import annotations

from envs.castles_of_burgundy import enums as E
from envs.castles_of_burgundy.actions import catalog
from envs.castles_of_burgundy.determinize import determinize
from envs.castles_of_burgundy.explain import explain
from envs.castles_of_burgundy.flow import apply, new_game
from envs.castles_of_burgundy.legality import legal_actions
from envs.castles_of_burgundy.observation import layout, observe
from envs.castles_of_burgundy.options import BurgundyOptions
from envs.castles_of_burgundy.scoring import scores
from envs.castles_of_burgundy.state import DTYPE, OPTION_FIELDS
from envs.castles_of_burgundy.text import decision_name, seat_name, to_dict, to_text
from envs.core.game import Game

# D6: about 40 decisions in a turn at most; the solo mode adds purchases of points, goods given and orders of effects
_PER_TURN = {False: 60, True: 400}


def max_decisions(options) -> int:
    """A bound on the decisions of a game."""
    turns = E.NUM_PHASES * E.ROUNDS_PER_PHASE * options.num_players
    return 2 * options.num_players + turns * _PER_TURN[options.is_solo]


GAME = Game(
    name="castles_of_burgundy",
    title="The Castles of Burgundy",
    version=0,
    package="envs.castles_of_burgundy",
    options_class=BurgundyOptions,
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
    table_seats=lambda options: options.table_seats,
    max_decisions=max_decisions,
    to_dict=to_dict,
    to_text=to_text,
    seat_name=seat_name,
    decision_name=decision_name,
    explain=explain,
    margin_scale=50.0,
    solo_score_range=(E.NUM_HEXES - 1, E.NUM_HEXES),  # S9.11: all spaces covered wins, anything less loses
    option_fields=OPTION_FIELDS,
)
