"""Village as a game of the engine."""

from __future__ import annotations

from envs.core.game import Game
from envs.village import enums as E
from envs.village.actions import catalog
from envs.village.determinize import determinize
from envs.village.explain import explain
from envs.village.flow import apply, new_game
from envs.village.legality import legal_actions
from envs.village.observation import layout, observe
from envs.village.options import VillageOptions
from envs.village.scoring import scores
from envs.village.state import DTYPE, OPTION_FIELDS
from envs.village.text import decision_name, score_info, seat_name, to_dict, to_text

# a turn: cube, action, up to four parts; a market day: at most 24 moves and passes; a round: a mass besides
_TURNS = 84  # cubes that a setup card can place, and wells (each returns three cubes that took turns to get)
_PER_TURN = 16
_PER_MASS = 60


def max_decisions(options) -> int:
    """A bound on the decisions of a game (rules: at most 30 rounds)."""
    return E.ROUND_LIMIT * (2 * _TURNS * _PER_TURN + options.num_players * _PER_MASS)


GAME = Game(
    name="village",
    title="Village",
    version=0,
    package="envs.village",
    options_class=VillageOptions,
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
    score_info=score_info,
    margin_scale=20.0,
    solo_score_range=(0.0, 159.0),  # R19.8: from 80 on, the highest rank, the outcome is positive
    option_fields=OPTION_FIELDS,
)
