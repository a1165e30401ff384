"""Keepsakes as the engine wants it: options, words, observation fields, descriptions."""

import functools
from dataclasses import dataclass
from itertools import combinations

from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.declare.options import GameOptions, fact, option
from tests.toy import kernels as k


@dataclass(frozen=True)
class ToyOptions(GameOptions):
    game_name = "toy"
    num_players: int = option(2, range=(1, 4), help="players; 1 is the solo game")
    difficulty: str = option("easy", choices=("easy", "hard"), help="level of the solo rival")

    @property
    def table_seats(self):
        return max(2, self.num_players)

    @fact
    def hard(self):
        """1 = the solo rival has two points more"""
        return self.difficulty == "hard"


def max_decisions(options):
    return 2 * k.ROUNDS * options.num_players


def seat_name(options, seat):
    return f"player {seat + 1}" if seat < options.num_players else "the rival"


def _cards(counts):
    return [value + 1 for value, count in enumerate(counts) for _ in range(int(count))]


def to_dict(state, options, seat=None):
    described = {
        "game": "toy",
        "round": int(state.round_number),
        "decision": None if state.done else k.D.NAMES[int(state.decision)],
        "current_seat": int(state.current_seat),
        "deck_size": int(state.deck_size),
        "seats": [],
    }
    for other in range(options.table_seats):
        hand = _cards(state.hand[other])
        described["seats"].append(
            {
                "name": seat_name(options, other),
                "score": int(state.score[other]),
                "staked": bool(state.staked[other]),
                "played": [int(value) for value in state.played[other] if value],
                "hand": hand if seat is None or seat == other else len(hand),
            }
        )
    if seat is None:
        described["deck"] = [int(value) for value in state.deck[: int(state.deck_size)]]
    return described


def to_text(state, options, seat=None):
    told = to_dict(state, options, seat)
    lines = [f"Keepsakes, round {told['round'] + 1}, {told['deck_size']} cards in the deck"]
    for other, one in enumerate(told["seats"]):
        mark = ">" if other == told["current_seat"] and not state.done else " "
        stake = ", staked" if one["staked"] else ""
        lines.append(
            f"{mark} {one['name']}: {one['score']} points, played {one['played']}, hand {one['hand']}{stake}"
        )
    return "\n".join(lines)


GAME = Game(
    title="Keepsakes",
    package="tests.toy",
    options_class=ToyOptions,
    fields=k.FIELDS,
    decisions=k.D,
    streams=k.R,
    steps=k.STEP,
    actions=k.ACTIONS,
    observation=k.OBSERVATION,
    set_up=k.set_up,
    advance=k.advance,
    apply=k.apply,
    mark_legal=k.mark_legal,
    observe_table=k.observe_table,
    observe_seat=k.observe_seat,
    scores=k.scores,
    determinize=k.determinize,
    max_decisions=max_decisions,
    to_dict=to_dict,
    to_text=to_text,
    margin_scale=10.0,
    seat_name=seat_name,
)


def best_action(legal):
    """The best play: the highest card, and the stake. ``legal`` is a mask over the seven actions."""
    if legal[k.A.stake]:
        return k.A.stake
    if legal[k.A.pass_]:
        return k.A.pass_
    return max(action for action in range(k.NUM_VALUES) if legal[action])


@functools.cache
def best_final_score():
    """Expected score of the best play, over all deals."""
    deck = [value + 1 for value in range(k.NUM_VALUES) for _ in range(k.COPIES)]
    hands = list(combinations(deck, k.HAND_SIZE))
    return sum(sum(hand) - min(hand) for hand in hands) / len(hands) + k.STAKE_PRIZE - k.STAKE_COST
