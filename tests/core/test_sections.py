"""What is declared once: names, positions, sections that come and go, and asking."""

from dataclasses import dataclass

import numpy as np
import pytest

from eurogym.envs.core.compile.kernels import PURE, entry, kernel
from eurogym.envs.core.compile.memory import work_array
from eurogym.envs.core.declare.actions import ActionRange, ActionSection, ActionSpace
from eurogym.envs.core.declare.flow import ask, pop, push, top, top_arg
from eurogym.envs.core.declare.game import header, new_states
from eurogym.envs.core.declare.layout import Field, FieldSection, ObservationSpace
from eurogym.envs.core.declare.names import bits_for, check_ceiling, positions, sequence
from eurogym.envs.core.errors import EurogymError


@dataclass(frozen=True)
class Modules:
    """Stands for options: which sections are in play."""

    solo: bool = False
    automa: bool = False
    inns: bool = False
    roads: bool = False


D = sequence("sample.decisions", ("NONE", "BUILD"), inns=("REST", "PAY"), roads=("TOLL",))
ACTIONS = ActionSpace(
    "sample.actions",
    ActionSection("base", (ActionRange("pass", 1, "pass"), ActionRange("build", 3, lambda i: f"build {i}"))),
    ActionSection("inns", (ActionRange("rest", 2, ("rest", "go on")),), lambda o: o.inns),
    ActionSection("solo", (ActionRange("undo", 2, ("undo", "redo")),), lambda o: o.solo, fixed=True),
    ActionSection("roads", (ActionRange("toll", 2, ("toll", "no toll")),), lambda o: o.roads),
)
FIELDS = ObservationSpace(
    "sample.fields",
    D,
    FieldSection("base", (Field("round"), Field("cards", (2, 3))), (Field("gold"),)),
    FieldSection("solo", (Field("target"),), when=lambda o: o.solo, fixed=True),
    FieldSection("automa", (Field("level", 2),), when=lambda o: o.automa, fixed=True),
    FieldSection("inns", (Field("inn", 4),), (Field("guests", 2),), lambda o: o.inns),
    FieldSection("roads", (), (Field("tolls"),), lambda o: o.roads),
)
WORK = 6


def test_a_sequence_numbers_names_and_keeps_those_of_modules_behind():
    assert (D.NONE, D.BUILD, D.REST, D.PAY, D.TOLL) == (0, 1, 2, 3, 4)
    assert D.NAMES == ("NONE", "BUILD", "REST", "PAY", "TOLL") and (D.BASE, D.COUNT) == (2, 5)
    assert (D.first_inns, D.num_inns, D.first_roads, D.num_roads) == (2, 2, 4, 1)
    with pytest.raises(ValueError, match="BUILD"):
        sequence("sample", ("NONE", "BUILD"), inns=("BUILD",))


def test_positions_have_ends_and_keywords_an_underscore():
    ids = ACTIONS.ids
    assert (ids.pass_, ids.pass_stop, ids.build, ids.build_stop) == (0, 1, 1, 4)
    assert ids.undo == 4 and not hasattr(ids, "rest")
    assert ACTIONS.offsets("inns").rest == 0
    with pytest.raises(ValueError, match="twice: build"):
        positions("sample", [Field("build"), Field("build")])


def test_actions_of_modules_lie_behind_what_is_there():
    base, all_in = ACTIONS.catalog(Modules()), Modules(solo=True, inns=True, roads=True)
    assert ACTIONS.catalog(all_in).texts == (*base.texts, "undo", "redo", "rest", "go on", "toll", "no toll")
    assert ACTIONS.starts(all_in) == {"actions_inns": 6, "actions_roads": 8}
    assert ACTIONS.starts(Modules(roads=True)) == {"actions_inns": 0, "actions_roads": 4}
    assert ACTIONS.catalog(Modules()) is base


def test_fields_of_modules_lie_behind_what_is_there_in_table_and_blocks():
    base = FIELDS.layout(Modules(), 2)
    assert list(base.slices)[:4] == ["decision", "round", "cards", "seat0.present"] and base.size == 9 + 2 * 3
    assert base.shapes["decision"] == (2,)  # decisions of modules widen nothing
    wide = FIELDS.layout(Modules(automa=True, inns=True, roads=True), 2)
    assert list(wide.slices)[3:5] == ["level", "inn"]
    seat = ["present", "to_move", "gold", "guests", "tolls"]
    assert list(wide.slices)[5:10] == [f"seat0.{name}" for name in seat]
    found = FIELDS.starts(Modules(automa=True, inns=True, roads=True))
    assert found == {
        "block_start": wide.block_start,
        "block_size": wide.block_size,
        "fields_inns": wide.slices["inn"].start,
        "seat_fields_inns": 3,
        "fields_roads": wide.block_start,
        "seat_fields_roads": 5,
    }
    assert (FIELDS.places.target, FIELDS.places.level) == (9, 9)
    with pytest.raises(EurogymError, match="solo, automa"):
        FIELDS.layout(Modules(solo=True, automa=True), 2)


def test_ceilings_are_told_in_words():
    assert check_ceiling("cards", 63, 63) == 63 and [bits_for(n) for n in (0, 1, 63, 64)] == [1, 1, 6, 7]
    with pytest.raises(ValueError, match="cards: 72, but there is room for 63"):
        check_ceiling("cards", 72, 63)
    with pytest.raises(ValueError, match="field high"):
        Field("high", high=300)


@kernel
def fill(counts, n):
    """Write into an array that the caller made."""
    for i in range(n):
        counts[i % WORK] += i


@kernel
def busiest(n):
    """A question that needs room to count in."""
    counts = work_array(6)
    fill(counts, n)
    best = 0
    for i in range(WORK):
        best = max(best, counts[i])
    return best


@entry
def ask_often(n, out):
    """The room is new at every call, however often it is asked for."""
    for i in range(n):
        out[i] = busiest(10)


def test_work_arrays_are_zero_at_every_call():
    out = np.zeros(1000, dtype=np.int64)
    ask_often(1000, out)
    assert set(out.tolist()) == {3 + 9}


@entry
def play_with_the_stack(states, out):
    """Push two, look, pop them, ask."""
    state = states[0]
    push(state, D.REST, 300)
    push(state, D.TOLL, -1)
    out[0] = top(state)
    out[1] = top_arg(state)
    pop(state)
    out[2] = top(state)
    out[3] = top_arg(state)
    pop(state)
    ask(state, 3, D.BUILD)


def test_the_stack_gives_back_what_was_pushed_last_and_leaves_no_trace():
    states = new_states(np.dtype([field.entry for field in header(1, 2)], align=True), 1)
    before = np.asarray(states).copy()
    out = np.zeros(4, dtype=np.int64)
    play_with_the_stack(states if PURE else np.asarray(states), out)
    assert out.tolist() == [D.TOLL, -1, D.REST, 300]
    after = np.asarray(states)
    assert (after["asked"], after["current_seat"], after["decision"]) == (1, 3, D.BUILD)
    for name in ("num_pending", "pending", "pending_arg"):
        assert (after[name] == before[name]).all()
