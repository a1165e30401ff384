"""Villagers as a game of the engine."""

from __future__ import annotations

from eurogym.envs.core.declare.game import Game
from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare.actions import ACTIONS
from eurogym.envs.villagers.declare.enums import STEP, D, R
from eurogym.envs.villagers.declare.options import VillagersOptions
from eurogym.envs.villagers.declare.state import FIELDS
from eurogym.envs.villagers.declare.things import attributes
from eurogym.envs.villagers.encoding.determinize import determinize
from eurogym.envs.villagers.encoding.observation import OBSERVATION, observe_seat, observe_table
from eurogym.envs.villagers.rules.flow import advance, apply
from eurogym.envs.villagers.rules.legality import mark_legal
from eurogym.envs.villagers.rules.scoring import scores
from eurogym.envs.villagers.rules.setup import set_up
from eurogym.envs.villagers.view.explain import announce, explain
from eurogym.envs.villagers.view.text import seat_name, to_dict, to_text

# Rounds are bounded by rules 18.5 (14, 11, 10, 9; solo 20); a round holds per seat at most 5 drafts (with the
# Countess' pick in solo), a coin, 5 placements of up to 5 steps, 3 exchanges of 3 steps, 4 discarded Specials.
_ROUNDS = (0, E.MOST_ROUNDS, 14, 14, 14, 14)
_DECISIONS_PER_SEAT_AND_ROUND = 60


def max_decisions(options) -> int:
    """Return a bound on the decisions of a game."""
    return _ROUNDS[options.num_players] * options.num_players * _DECISIONS_PER_SEAT_AND_ROUND


def score_range(options) -> tuple[int, int]:
    """Scores that a game can end with: nobody owes gold, and villages pay far less than 100 gold a round."""
    return 0, 100 * _ROUNDS[options.num_players]


GAME = Game(
    title="Villagers",
    package="eurogym.envs.villagers",
    options_class=VillagersOptions,
    fields=FIELDS,
    starter="start_player",
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
)
