"""States from outside with expansions: what does not fit together is refused, naming the fields."""

import itertools

import numpy as np
import pytest

from eurogym.envs.core.errors import StateError
from eurogym.envs.villagers.enums import CARD, DEVELOPMENT, STEP, D
from tests.villagers.games import played
from tests.villagers.positions import Table, table

PROFITEERS = {"num_players": 3, "expansions": "profiteers"}
DEVELOPMENTS = {"num_players": 3, "expansions": "developments"}
SAINTS = {"num_players": 3, "expansions": "saints"}
SCOUNDRELS = {"num_players": 4, "expansions": "scoundrels", "courier_enabled": True}
ALL = {"num_players": 4, "expansions": "all", "courier_enabled": True, "bronze_choice": "player"}


def asked(decision, values):
    """A state of random play in which this decision is asked."""
    for seed in itertools.count():
        for game, _, _ in played(values | {"auto_forced": False}, seed):
            if game.decision == decision:
                return game


def refuses(game, field, **changes):
    """The state is taken as it is, and refused with the changes; the message names the field."""
    game.batch.load(np.asarray(game.batch.states).copy())
    states = np.asarray(game.batch.states).copy()
    for name, value in changes.items():
        index, value = value if isinstance(value, tuple) else ((), value)
        states[name][(0, *index)] = value
    with pytest.raises(StateError, match=rf"record 0: [^:]*\b{field}\b"):
        game.batch.load(states)


def test_a_decision_of_another_expansion_is_refused():
    refuses(asked("DRAFT", PROFITEERS), "decision", decision=D.PROPHET_STACK)
    refuses(asked("DRAFT", SAINTS), "decision", decision=D.FLAKER)
    refuses(asked("BUILD", DEVELOPMENTS), "decision", decision=D.FREELANCER, step=STEP.PAY_FREELANCERS)
    refuses(asked("BUILD", PROFITEERS), "decision", decision=D.BRONZE)  # the best one is taken
    without = SCOUNDRELS | {"courier_enabled": False}
    refuses(asked("DRAFT", without), "decision", decision=D.COURIER)
    kept = SAINTS | {"reorder_mode": "keep_order"}
    refuses(asked("PROPHET_CARD", kept), "decision", decision=D.PROPHET_ORDER)


@pytest.mark.parametrize(
    ("decision", "values", "step"),
    [
        ("FREELANCER", PROFITEERS, STEP.NEXT_BUILDER),
        ("BRONZE", ALL, STEP.PHASE_BRONZE),
        ("CHURCH", ALL, STEP.JUDGE),
        ("BENEFACTOR", SAINTS, STEP.NEXT_BUILDER),
        ("PIGEONEER_CARD", SAINTS, STEP.NEXT_DRAFT),
        ("COURIER", SCOUNDRELS, STEP.ROAD_COINS),
        ("SHERIFF", SCOUNDRELS, STEP.TURN_THIEVES),
        ("THIEF", SCOUNDRELS, STEP.NEXT_BUILDER),
        ("DRAFT", SAINTS, STEP.REWARDS),
    ],
)
def test_a_decision_belongs_to_its_step(decision, values, step):
    refuses(asked(decision, values), "step", step=step)


def test_it_is_the_turn_of_one_seat():
    for decision, values in (("FREELANCER", PROFITEERS), ("BENEFACTOR", SAINTS), ("THIEF", SCOUNDRELS)):
        game = asked(decision, values)
        other = (game.seat + 1) % values["num_players"]
        refuses(game, "current_seat", current_seat=other)
    game = asked("COURIER", SCOUNDRELS)
    refuses(game, "current_seat", current_seat=game.number("drafter"))
    refuses(game, "draft_turn", draft_turn=0)
    game = asked("CHURCH", DEVELOPMENTS)
    refuses(game, "pending_number", current_seat=(game.seat + 1) % 3)
    refuses(asked("DRAFT", PROFITEERS), "draft_turn", draft_turn=2)  # nobody can have paid a Recruiter


def test_running_lists_have_not_come_to_their_end():
    refuses(asked("BUILD", SCOUNDRELS), "pending_number", pending_number=1)
    refuses(asked("THIEF", SCOUNDRELS), "pending_number", pending_number=2)
    game = asked("FREELANCER", PROFITEERS)
    refuses(game, "pending_number", pending_number=4)
    refuses(game, "pending_number", supply=((game.seat,), 0))
    game = asked("CHURCH", DEVELOPMENTS)
    refuses(game, "pending_number", pending_number=0)
    refuses(game, "pending_number", token=((0,), (game.seat + 1) % 3))
    game = asked("PROPHET_ORDER", SAINTS)
    refuses(
        game, "pending_number", pending_number=game.number("stack_count", game.number("pending_pile")) - 1
    )


def test_what_is_looked_at_is_known_and_in_one_place():
    game = asked("PIGEONEER_ORDER", SAINTS)
    refuses(game, "looked", looked=0)
    refuses(game, "looked", looked=((1,), int(game.state["looked"][0])))
    refuses(game, "reserve_known", reserve_known=0)
    refuses(asked("DRAFT", SAINTS), "looked", looked=((0,), 1))
    refuses(asked("BUILD", SAINTS), "pending_pile", pending_pile=1)
    game = asked("PROPHET_CARD", SAINTS)
    refuses(game, "stack_known", stack_known=0)
    pile = game.number("pending_pile")
    refuses(game, "stack_seen", stack_seen=((pile,), game.number("stack_count", pile)))


@pytest.mark.parametrize(
    ("decision", "card", "values"),
    [
        ("BENEFACTOR", CARD.benefactor, SAINTS),
        ("PROPHET_CARD", CARD.prophet, SAINTS),
        ("PIGEONEER_CARD", CARD.pigeoneer, SAINTS),
        ("FLAKER", CARD.flaker, SCOUNDRELS),
        ("NOBLE_CARD", CARD.noble, SCOUNDRELS),
        ("SCHEMER_SEAT", CARD.schemer, SCOUNDRELS),
        ("SHERIFF", CARD.sheriff, SCOUNDRELS),
    ],
)
def test_the_card_whose_effect_is_asked_for_has_been_discarded(decision, card, values):
    refuses(asked(decision, values), "discard", discard=((card,), 0))


def test_a_villager_of_the_benefactor_has_no_monk_below_it():
    game = (
        table(2, expansions="saints")
        .hand(0, "benefactor", "wheeler")
        .village_with(0, "founders", "lumberjack")
    )
    game.draft_turn(0).set(draft_turn=1).act("play benefactor", "play wheeler")
    assert game.decision == "PLACE" and game.number("step") == STEP.NEXT_DRAFT
    states = np.asarray(game.batch.states).copy()
    for name, value, field in (("build_left", 1, "build_left"), ("pending_monks", 1, "pending_monks")):
        changed = states.copy()
        changed[name] = value
        with pytest.raises(StateError, match=rf"\b{field}\b"):
            game.batch.load(changed)


def test_the_noble_visits_another_seat():
    game = asked("NOBLE_CARD", SCOUNDRELS)
    refuses(game, "pending_seat", pending_seat=game.seat)
    refuses(game, "pending_seat", pending_seat=4)
    refuses(asked("SCHEMER_CARD", SCOUNDRELS), "pending_seat", pending_seat=4)


def test_cards_dealt_boxed_and_revealed_are_those_of_their_kind():
    game = Table(3, **{"expansions": "all"})
    refuses(game, "development", development=((1,), DEVELOPMENT.church))
    refuses(game, "dealt", dealt=((0, 0), CARD.monk))
    other = next(seat for seat in range(3) if not game.state["hand"][seat, CARD.nun])
    refuses(game, "dealt", dealt=((0, other), CARD.nun))
    boxed = int(np.flatnonzero(game.state["boxed"])[0])
    refuses(game, "boxed", boxed=((boxed,), 0), discard=((boxed,), 1))
    on_road = int(game.state["road"][0])
    refuses(game, "boxed", boxed=((on_road,), 1), road=((0,), -1))


def test_secrets_are_of_cards_that_are_held():
    game = asked("NOBLE_CARD", SCOUNDRELS)
    assert game.number("num_secrets") > 0
    victim = game.number("pending_seat")
    absent = next(card for card in range(4, CARD.BASE) if not game.state["hand"][victim, card])
    refuses(game, "secret_card", secret_card=((0,), absent))
    refuses(game, "secret_known", secret_known=((0,), 1 << int(game.state["secret_seat"][0])))
    refuses(asked("DRAFT", SAINTS), "num_secrets", num_secrets=1, secret_known=((0,), 2))


def test_a_square_is_empty_outside_the_draft_phase():
    game = asked("BUILD", SAINTS)
    card = int(np.flatnonzero(game.state["hand"][0])[0])
    refuses(game, "square", square_count=((0,), 1), square=((0, 0), card))
