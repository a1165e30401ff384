"""Keepsakes as the engine wants it: options, words, observation fields, descriptions."""

import functools
from dataclasses import dataclass
from itertools import combinations

from envs.core.actions import ActionCatalog, ActionRange
from envs.core.game import Game
from envs.core.layout import Field, ObservationLayout
from envs.core.options import GameOptions, option
from tests.toy import kernels as k


@dataclass(frozen=True)
class ToyOptions(GameOptions):
    game_name = "toy"
    num_players: int = option(2, range=(1, 4), help="players; 1 is the solo game")
    difficulty: str = option("easy", choices=("easy", "hard"), help="level of the solo rival")


assert (
    ToyOptions.index("difficulty") == k.OPTION_DIFFICULTY and ToyOptions.code("difficulty", "hard") == k.HARD
)


def num_seats(options):
    return options.num_players


def table_seats(options):
    return max(2, options.num_players)


@functools.cache
def catalog(options):
    return ActionCatalog(
        [
            ActionRange("play", k.NUM_VALUES, lambda i: f"play {i + 1}", "score a card of the hand"),
            ActionRange("stake", 1, "stake", "one point now for three at the end"),
            ActionRange("pass", 1, "pass", "no stake"),
        ]
    )


@functools.cache
def layout(options):
    return ObservationLayout(
        [
            Field("decision", 2, 1.0, "all", "pending decision, one-hot: play, stake", high=1),
            Field("round", (), 1 / k.ROUNDS, "all", "rounds completed", high=k.ROUNDS),
            Field("deck_size", (), 1 / k.DECK_SIZE, "all", "cards left in the deck", high=k.DECK_SIZE),
            Field("hard", (), 1.0, "all", "solo level", high=1),
            Field("hand", k.NUM_VALUES, 1 / k.HAND_SIZE, "own seat", "cards held by value", high=k.HAND_SIZE),
        ],
        [
            Field("present", (), 1.0, "all", "somebody sits here", high=1),
            Field("to_move", (), 1.0, "all", "decides now", high=1),
            Field("score", (), 1 / 16, "all", "points + 2", high=16),
            Field("staked", (), 1.0, "all", "has staked", high=1),
            Field("played", k.ROUNDS, 1 / k.NUM_VALUES, "all", "values played, 0 = none", high=k.NUM_VALUES),
        ],
        GAME.seat_blocks(options),
    )


def max_decisions(options):
    return 2 * k.ROUNDS * options.num_players


def decision_name(state):
    return ("PLAY", "STAKE")[int(state.decision)]


def seat_name(options, seat):
    return f"player {seat + 1}" if seat < options.num_players else "the rival"


def _cards(counts):
    return [value + 1 for value, count in enumerate(counts) for _ in range(int(count))]


def to_dict(state, options, seat=None):
    described = {
        "game": "toy",
        "round": int(state.round_number),
        "decision": None if state.done else decision_name(state),
        "current_seat": int(state.current_seat),
        "deck_size": int(state.deck_size),
        "seats": [],
    }
    for other in range(table_seats(options)):
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
    name="toy",
    title="Keepsakes",
    version=0,
    package="tests.toy",
    options_class=ToyOptions,
    dtype=k.DTYPE,
    new_game=k.new_game,
    legal_actions=k.legal_actions,
    apply=k.apply,
    observe=k.observe,
    scores=k.scores,
    determinize=k.determinize,
    catalog=catalog,
    layout=layout,
    num_seats=num_seats,
    table_seats=table_seats,
    max_decisions=max_decisions,
    to_dict=to_dict,
    to_text=to_text,
    margin_scale=10.0,
    seat_name=seat_name,
    decision_name=decision_name,
    option_fields=("hard",),
)


def best_action(legal):
    """The best play: the highest card, and the stake. ``legal`` is a mask over the seven actions."""
    if legal[k.ACTION_STAKE]:
        return k.ACTION_STAKE
    if legal[k.ACTION_PASS]:
        return k.ACTION_PASS
    return max(action for action in range(k.NUM_VALUES) if legal[action])


@functools.cache
def best_final_score():
    """Expected score of the best play, over all deals."""
    deck = [value + 1 for value in range(k.NUM_VALUES) for _ in range(k.COPIES)]
    hands = list(combinations(deck, k.HAND_SIZE))
    return sum(sum(hand) - min(hand) for hand in hands) / len(hands) + k.STAKE_PRIZE - k.STAKE_COST
