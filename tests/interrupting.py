"""Interrupts at chosen places: KeyboardInterrupt is raised before a given instruction of the engine."""

import contextlib
import itertools
import sys
from pathlib import Path

ENGINE = str(Path("envs") / "core") + "/"


@contextlib.contextmanager
def interrupt_before(number):
    """Raise KeyboardInterrupt before the instruction of this number, counted among those of the engine from here on."""
    count = itertools.count()

    def trace(frame, event, _):
        if ENGINE not in frame.f_code.co_filename:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event == "opcode" and next(count) == number:
            raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


def interrupted_everywhere(make, act, look, stride=1):
    """Interrupt an action at every instruction (or every `stride`-th), each time on a new object; return how many.

    Every time, either nothing has happened or everything: what `look` sees is what it saw before, or what an action
    without an interrupt leads to.
    """
    whole = make()
    before = look(whole)
    act(whole)
    after = look(whole)
    assert before != after
    for number in itertools.count(0, stride):
        one = make()
        try:
            with interrupt_before(number):
                act(one)
        except KeyboardInterrupt:
            seen = look(one)
            assert seen in (before, after), f"half done before instruction {number}"
            if seen == before:  # it can be done again, and leads to the same
                act(one)
                assert look(one) == after, f"different after an interrupt before instruction {number}"
        else:
            return number
