"""States from outside with expansions: what does not fit together is refused, naming the fields."""

import itertools

import numpy as np
import pytest

from eurogym.envs.core.errors import StateError
from eurogym.envs.villagers.declare.enums import CARD, DEVELOPMENT, STEP, D
from tests.villagers.games import played
from tests.villagers.positions import Table, table

PROFITEERS = {"num_players": 3, "expansions": "profiteers"}
DEVELOPMENTS = {"num_players": 3, "expansions": "developments"}
SAINTS = {"num_players": 3, "expansions": "saints"}
SCOUNDRELS = {"num_players": 4, "expansions": "scoundrels", "courier_enabled": True}
ALL = {"num_players": 4, "expansions": "all", "courier_enabled": True, "bronze_choice": "player"}
NO_COURIER = SCOUNDRELS | {"courier_enabled": False}
KEPT_ORDER = SAINTS | {"reorder_mode": "keep_order"}


def asked(decision, values):
    """A state of random play in which this decision is asked."""
    for seed in itertools.count():
        for game, _, _ in played(values | {"auto_forced": False}, seed):
            if game.decision == decision:
                return game


def refuses(game, field, **changes):
    """The state is taken as it is, and refused with the changes; the message names the field.

    A change is a value, or an index and a value.
    """
    game.batch.load(np.asarray(game.batch.states).copy())
    states = np.asarray(game.batch.states).copy()
    for name, value in changes.items():
        index, value = value if isinstance(value, tuple) else ((), value)
        states[name][(0, *index)] = value
    with pytest.raises(StateError, match=rf"record 0: [^:]*\b{field}\b"):
        game.batch.load(states)


@pytest.mark.parametrize(
    ("decision", "values", "field", "changes"),
    [
        # decisions of another expansion, or of other options
        ("DRAFT", PROFITEERS, "decision", {"decision": D.PROPHET_STACK}),
        ("DRAFT", SAINTS, "decision", {"decision": D.FLAKER}),
        ("BUILD", DEVELOPMENTS, "decision", {"decision": D.FREELANCER, "step": STEP.PAY_FREELANCERS}),
        ("BUILD", PROFITEERS, "decision", {"decision": D.BRONZE}),  # the best one is taken
        ("DRAFT", NO_COURIER, "decision", {"decision": D.COURIER}),
        ("PROPHET_CARD", KEPT_ORDER, "decision", {"decision": D.PROPHET_ORDER}),
        # a decision belongs to its step
        ("FREELANCER", PROFITEERS, "step", {"step": STEP.NEXT_BUILDER}),
        ("BRONZE", ALL, "step", {"step": STEP.PHASE_BRONZE}),
        ("CHURCH", ALL, "step", {"step": STEP.JUDGE}),
        ("BENEFACTOR", SAINTS, "step", {"step": STEP.NEXT_BUILDER}),
        ("PIGEONEER_CARD", SAINTS, "step", {"step": STEP.NEXT_DRAFT}),
        ("COURIER", SCOUNDRELS, "step", {"step": STEP.ROAD_COINS}),
        ("SHERIFF", SCOUNDRELS, "step", {"step": STEP.TURN_THIEVES}),
        ("THIEF", SCOUNDRELS, "step", {"step": STEP.NEXT_BUILDER}),
        ("DRAFT", SAINTS, "step", {"step": STEP.REWARDS}),
        # nobody can have paid a Recruiter; the Courier comes in a draft turn
        ("DRAFT", PROFITEERS, "draft_turn", {"draft_turn": 2}),
        ("COURIER", SCOUNDRELS, "draft_turn", {"draft_turn": 0}),
        # running lists have not come to their end
        ("BUILD", SCOUNDRELS, "pending_number", {"pending_number": 1}),
        ("THIEF", SCOUNDRELS, "pending_number", {"pending_number": 2}),
        ("FREELANCER", PROFITEERS, "pending_number", {"pending_number": 4}),
        ("CHURCH", DEVELOPMENTS, "pending_number", {"pending_number": 0}),
        # what is looked at is known and in one place
        ("PIGEONEER_ORDER", SAINTS, "looked", {"looked": 0}),
        ("PIGEONEER_ORDER", SAINTS, "reserve_known", {"reserve_known": 0}),
        ("DRAFT", SAINTS, "looked", {"looked": ((0,), 1)}),
        ("BUILD", SAINTS, "pending_pile", {"pending_pile": 1}),
        ("PROPHET_CARD", SAINTS, "stack_known", {"stack_known": 0}),
        # the card whose effect is asked for has been discarded
        ("BENEFACTOR", SAINTS, "discard", {"discard": ((CARD.benefactor,), 0)}),
        ("PROPHET_CARD", SAINTS, "discard", {"discard": ((CARD.prophet,), 0)}),
        ("PIGEONEER_CARD", SAINTS, "discard", {"discard": ((CARD.pigeoneer,), 0)}),
        ("FLAKER", SCOUNDRELS, "discard", {"discard": ((CARD.flaker,), 0)}),
        ("NOBLE_CARD", SCOUNDRELS, "discard", {"discard": ((CARD.noble,), 0)}),
        ("SCHEMER_SEAT", SCOUNDRELS, "discard", {"discard": ((CARD.schemer,), 0)}),
        ("SHERIFF", SCOUNDRELS, "discard", {"discard": ((CARD.sheriff,), 0)}),
        # visits are paid to seats at the table
        ("NOBLE_CARD", SCOUNDRELS, "pending_seat", {"pending_seat": 4}),
        ("SCHEMER_CARD", SCOUNDRELS, "pending_seat", {"pending_seat": 4}),
        # secrets are of cards that are held
        ("DRAFT", SAINTS, "num_secrets", {"num_secrets": 1, "secret_known": ((0,), 2)}),
    ],
)
def test_states_that_do_not_fit_together_are_refused(decision, values, field, changes):
    refuses(asked(decision, values), field, **changes)


@pytest.mark.parametrize(
    ("decision", "values", "field"),
    [
        ("FREELANCER", PROFITEERS, "current_seat"),
        ("BENEFACTOR", SAINTS, "current_seat"),
        ("THIEF", SCOUNDRELS, "current_seat"),
        ("CHURCH", DEVELOPMENTS, "pending_number"),
    ],
)
def test_it_is_the_turn_of_one_seat(decision, values, field):
    game = asked(decision, values)
    refuses(game, field, current_seat=(game.seat + 1) % values["num_players"])


def test_what_is_asked_for_can_be_done():
    game = asked("COURIER", SCOUNDRELS)
    refuses(game, "current_seat", current_seat=game.number("drafter"))
    game = asked("FREELANCER", PROFITEERS)
    refuses(game, "pending_number", supply=((game.seat,), 0))
    game = asked("CHURCH", DEVELOPMENTS)
    refuses(game, "pending_number", token=((0,), (game.seat + 1) % 3))
    game = asked("NOBLE_CARD", SCOUNDRELS)
    refuses(game, "pending_seat", pending_seat=game.seat)
    game = asked("PROPHET_ORDER", SAINTS)
    last = game.number("stack_count", game.number("pending_pile")) - 1
    refuses(game, "pending_number", pending_number=last)


def test_what_is_looked_at_is_in_one_place():
    game = asked("PIGEONEER_ORDER", SAINTS)
    refuses(game, "looked", looked=((1,), int(game.state["looked"][0])))
    game = asked("PROPHET_CARD", SAINTS)
    pile = game.number("pending_pile")
    refuses(game, "stack_seen", stack_seen=((pile,), game.number("stack_count", pile)))


@pytest.mark.parametrize("field", ["build_left", "pending_monks"])
def test_a_villager_of_the_benefactor_has_no_monk_below_it(field):
    game = table(2, expansions="saints").hand(0, "benefactor", "wheeler")
    game.village_with(0, "founders", "lumberjack").draft_turn(0).set(draft_turn=1)
    game.act("play benefactor", "play wheeler")
    assert game.decision == "PLACE" and game.number("step") == STEP.NEXT_DRAFT
    states = np.asarray(game.batch.states).copy()
    states[field] = 1
    with pytest.raises(StateError, match=rf"\b{field}\b"):
        game.batch.load(states)


def test_cards_dealt_boxed_and_revealed_are_those_of_their_kind():
    game = Table(3, expansions="all")
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


def test_a_square_is_empty_outside_the_draft_phase():
    game = asked("BUILD", SAINTS)
    card = int(np.flatnonzero(game.state["hand"][0])[0])
    refuses(game, "square", square_count=((0,), 1), square=((0, 0), card))
