"""Villagers as a game of the engine."""

from __future__ import annotations

from envs.core.game import Game
from envs.villagers.actions import catalog
from envs.villagers.determinize import determinize
from envs.villagers.flow import apply, new_game
from envs.villagers.legality import legal_actions
from envs.villagers.observation import layout, observe
from envs.villagers.options import VillagersOptions
from envs.villagers.scoring import scores
from envs.villagers.state import DTYPE
from envs.villagers.text import announce, decision_name, explain, seat_name, to_dict, to_text

# Rounds are bounded by rules 18.5 (14, 11, 10, 9; solo 20); a round holds per seat at most 5 drafts (with the
# Countess' pick in solo), a coin, 5 placements of up to 5 steps, 3 exchanges of 3 steps, 4 discarded Specials.
_ROUNDS = (0, 24, 14, 14, 14, 14)
_DECISIONS_PER_SEAT_AND_ROUND = 60


def max_decisions(options) -> int:
    """A bound on the decisions of a game."""
    return _ROUNDS[options.num_players] * options.num_players * _DECISIONS_PER_SEAT_AND_ROUND


GAME = Game(
    name="villagers",
    title="Villagers",
    version=0,
    package="envs.villagers",
    options_class=VillagersOptions,
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
    table_seats=lambda options: 2 if options.is_solo else options.num_players,
    max_decisions=max_decisions,
    to_dict=to_dict,
    to_text=to_text,
    seat_name=seat_name,
    decision_name=decision_name,
    explain=explain,
    announce=announce,
    margin_scale=30.0,
    option_fields=(
        "solo",
        "difficulty",
        "keep_coined",
        "reshuffle_discard",
        "countess_best",
        "smuggler_requires_gold",
        "slots",
    ),
)
