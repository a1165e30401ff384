"""A person at a table in the terminal: choices found, taken back, asked for again."""

import numpy as np
import pytest

import agents
from envs.core import registry
from envs.core.replay import Replay
from training import cli
from training.show.session import Leave, Session, Table, match_choice


def table(num_players=2, seed=1):
    game = registry.game("toy")
    return Table(game, game.options_class.from_kwargs(num_players=num_players), seed)


def session(answers, num_players=2, seed=1, **settings):
    """A session in which seat 0 gives the answers one by one and then leaves."""
    script = iter(answers)
    written = []

    def read(prompt):
        written.append(prompt)
        try:
            return next(script)
        except StopIteration:
            raise EOFError from None

    seated = {seat: agents.make("random") for seat in range(1, num_players)}
    one = Session(table(num_players, seed), 0, seated, read=read, write=written.append, **settings)
    return one, written


def first_seat_begins(num_players=2):
    """A seed whose deal lets seat 0 begin."""
    return next(seed for seed in range(50) if table(num_players, seed).seat == 0)


def test_a_choice_that_reveals_nothing_can_be_undone():
    one = table(seed=first_seat_begins())
    before = one.batch.get_state(0)
    action = int(one.legal[0])  # a card; the stake is asked next, of the same seat
    assert one.can_be_undone(action)
    one.take(action, reversible=True)
    assert one.batch.get_state(0) != before
    assert one.undo() and one.batch.get_state(0) == before and one.actions == []
    assert not one.undo()


def test_a_choice_that_passes_the_turn_cannot_be_undone():
    one = table(seed=first_seat_begins())
    one.take(int(one.legal[0]), reversible=True)
    assert not one.can_be_undone(int(one.legal[0]))
    one.take(int(one.legal[0]), reversible=False)
    assert not one.undo()


def test_a_choice_that_turns_up_a_card_cannot_be_undone():
    one = table(num_players=1)
    one.take(int(one.legal[0]), reversible=True)
    assert not one.can_be_undone(int(one.legal[0]))  # the rival turns the top card of the deck


def test_actions_are_found_by_number_and_by_text():
    one = table(seed=first_seat_begins())
    first = int(one.legal[0])
    assert match_choice(one, "1") == first
    assert match_choice(one, one.text_of(first)) == first
    assert match_choice(one, "play") is None or len(one.legal) == 1
    assert match_choice(one, "99") is None and match_choice(one, "dance") is None


def test_a_session_undoes_asks_again_and_finishes():
    seed = first_seat_begins()
    one, written = session(["1", "u", "dance", "1", "stake", "n", "stake", "y"] + ["1", "y"] * 6, seed=seed)
    one.run()
    assert one.table.over
    text = "\n".join(written)
    assert (
        "taken back" in text
        and "'dance' is not one of the actions" in text
        and "cannot be taken back" in text
    )
    replay = one.table.replay()
    assert replay.finished and Replay.loads(replay.dumps(), replay.game).execute() is not None


def test_a_session_can_be_left_and_saved(tmp_path, capsys):
    one, _ = session([], seed=first_seat_begins())
    with pytest.raises(Leave):
        one.run()
    path = tmp_path / "game.jsonl"
    one.table.replay().save(path)
    assert cli.main(["replay", str(path), "--table"]) == 0
    assert "not finished" in capsys.readouterr().out


def test_the_prober_needs_determinizations_that_agree():
    """Given a position whose next choice reveals the deck, every copy shows something else."""
    one = table(num_players=1, seed=3)
    one.take(int(one.legal[0]), reversible=True)
    seen = set()
    for probe in range(8):
        one._probe.load(np.repeat(one.batch.states.copy(), 2))
        one._probe.determinize(0, 0, probe)
        one._probe.step([int(one.legal[0])], games=[0])
        seen.add(one._probe.observe(0, 0).tobytes())
    assert len(seen) > 1
