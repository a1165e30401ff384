"""Taking back in every game: all is as before, and what was revealed, rolled or passed on stays."""

import re

import numpy as np
import pytest

from eurogym import agents
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.play import legend
from eurogym.play.table import LUCK, PASSES, REVEALS, Table
from tests.play.tables import table
from tests.playing import seat_view

TABLES = {  # tables whose choices are of many kinds
    "villagers": {"num_players": 3},
    "villagers-solo": {"num_players": 1, "difficulty": "hard"},
    "castles_of_burgundy": {"num_players": 2},
    "castles_of_burgundy-solo": {"num_players": 1},
    "castles_of_burgundy-chateauma": {"num_players": 1, "chateauma": "hard", "modifiers": "AB"},
    "village": {"num_players": 2},
    "village-solo": {"num_players": 1},
    "keyflower": {"num_players": 2},
    "keyflower-loose": {"num_players": 3, "auto_forced": False},
}
DECISIONS = 45  # of a game; villages and duchies are busy by then


def counters(batch):
    """How often each stream of the first game has been drawn from."""
    return np.asarray(batch.states)["stream_counter"][0].copy()


def snapshot(one: Table) -> list:
    """All there is: the record, what every seat is shown, what is on offer, the log."""
    views = [seat_view(one.batch, seat) for seat in range(one.batch.num_seats)]
    shown = [one.legal.tolist(), legend.asked(one), list(one.actions), one.batch.scores([0]).tolist()]
    return [one.batch.states[0].tobytes(), views, *shown]


def played(name: str, decisions: int = DECISIONS, seed: int = 5):
    """A game by its heuristic and now and then by chance: the table before every decision, and the action.

    Every decision is asked in words.
    """
    one = table(name, seed, **TABLES[name])
    agent, rng = agents.make(agents.heuristic_name(one.game), game=one.game), np.random.default_rng(3)
    for _ in range(decisions):
        if one.over:
            return
        request, decision = legend.asked(one), one.game.decision_name(one.batch.state(0))
        assert len(request) > 5 and not re.search(rf"\b{decision}\b", request) and legend.offered(one)
        chosen = rng.random() < 0.5
        yield one, int(rng.choice(one.legal)) if chosen else legend.sample(one, agent)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", TABLES)
def test_what_is_taken_back_never_happened(name):
    """Given a chain of own choices that ends where one is final: it is taken back step by step, all is as it was
    before each of them, and done again it leads where it led. Then the final one is taken, and nothing can be undone.
    """
    before, chain, undone = [], [], 0
    for one, action in played(name):
        if not one.why_final(action):
            before.append(snapshot(one))
            chain.append(action)
            one.take(action, reversible=True)
            continue
        here = snapshot(one)
        assert one.undoable == len(chain)
        while before:
            assert one.undo() and snapshot(one) == before.pop()
            undone += 1
        assert not one.undo()
        for again in chain:
            assert one.why_final(again) == ""
            one.take(again, reversible=True)
        assert snapshot(one) == here
        chain.clear()
        one.take(action, reversible=False)
        assert not one.undo() and one.undoable == 0
    assert undone > 3
    assert [decision.action for decision in one.replay().decisions] == one.actions


def foreseen_in_every_world(one, action, number):
    """In 60 worlds that the seat cannot tell apart from its own, a choice called reversible shows it the same."""
    seat = one.seat
    worlds = BatchedGame(one.game, one.options, 61, autoreset=False)
    worlds.load(np.repeat(np.asarray(one.batch.states), 61))
    worlds.determinize(np.arange(1, 61), np.full(60, seat), [977 * number + k for k in range(60)])
    worlds.step(np.full(61, action))
    assert (worlds.current_seat == seat).all()
    seen = worlds.observe(np.arange(61), seat)
    assert (seen == seen[0]).all() and (worlds.action_masks == worlds.action_masks[0]).all()
    assert (counters(worlds) == counters(one.batch)).all()


FINAL = {  # why choices are final in a game of each table, at least
    "villagers": {PASSES},
    "villagers-solo": {REVEALS},  # cards of the stacks and events are turned up
    "castles_of_burgundy": {PASSES},
    "castles_of_burgundy-solo": {LUCK},  # dice, tiles
    "castles_of_burgundy-chateauma": {LUCK},
    "village": {PASSES, REVEALS},  # a customer from the stack
    "village-solo": {LUCK, REVEALS},  # cubes from the bag, fate tiles
    "keyflower": {PASSES},
    "keyflower-loose": {PASSES},
}
FREE = {  # table -> beginnings of actions that are plain own steps
    "villagers": ("play ", "take ", "give "),
    "castles_of_burgundy": ("take ", "sell ", "workers "),
    "village": ("take ",),
    "keyflower": ("bid ", "colour "),
}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", FINAL)
def test_reveals_draws_rolls_and_the_end_of_a_turn_are_final_and_plain_own_steps_free(name):
    """Where somebody else moves next or a stream has been drawn from, the choice was called final."""
    met, free = set(), dict.fromkeys(FREE.get(name, ()), 0)
    for number, (one, action) in enumerate(played(name, 90)):
        seat, drawn, why = one.seat, counters(one.batch), one.why_final(action)
        met.add(why)
        if not why and number < 60:
            foreseen_in_every_world(one, action, number)
        for beginning in free:
            free[beginning] += one.text_of(action).startswith(beginning) and not why
        one.take(action, reversible=False)
        if one.over:
            break
        if one.seat != seat:
            assert why == PASSES
        elif (counters(one.batch) != drawn).any():
            assert why in (LUCK, REVEALS, PASSES)
    assert FINAL[name] <= met and all(free.values()), free


def test_what_the_countess_takes_turns_up_a_card():
    """R12.3: the slots are refilled then; the draft before it refills nothing, so that it can be taken back."""
    drafts, taken = set(), set()
    for one, action in played("villagers-solo"):
        text, why = one.text_of(action), one.why_final(action)
        if text.startswith("draft road"):
            drafts.add(why)
        if text.startswith("countess takes"):
            taken.add(why)
        one.take(action, reversible=False)
    assert (drafts, taken) == ({""}, {REVEALS})


def test_a_draw_from_a_stack_is_final_unless_the_card_is_known():
    """R3.4: the top card of a stack is turned up. A card that was put there by the player itself is no news."""
    seen = set()
    for seed in (1, 2, 5):
        for one, action in played("villagers-solo", seed=seed):
            state = one.batch.state(0)
            for legal in one.legal.tolist():
                kind, stack = one.batch.catalog.locate(legal)
                if kind == "draft_stack":
                    known = bool(state["stack_known"][stack, state["stack_count"][stack] - 1] & 1)
                    seen.add((known, one.why_final(legal)))
            one.take(action, reversible=False)
    assert (False, REVEALS) in seen and (True, "") in seen and (False, "") not in seen
