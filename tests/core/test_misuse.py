"""Misuse of a batch: whatever is handed to its methods is taken, or answered by an error of ours."""

import numpy as np
import pytest

from eurogym.envs.core.errors import EurogymError
from tests.conformance.cases import first_cases

CALLS = (pytest.param(150, id="few"), pytest.param(2000, id="many", marks=pytest.mark.slow))
CALLED = {  # method -> fewest and most arguments
    "reset": (0, 2), "step": (1, 2), "sample_legal": (1, 1), "rollout": (0, 3), "observe": (2, 2), "scores": (0, 1),
    "state": (1, 1), "draw": (1, 5), "new_like": (1, 2), "copy_game": (2, 2), "load": (1, 2), "refresh": (0, 1),
    "determinize": (3, 3), "restore": (1, 1), "explain_illegal": (2, 2),
    "checked_seat": (1, 1), "__setattr__": (2, 2), "new": (1, 1),
}  # fmt: skip
MADE_OF = tuple("num_envs seed num_threads autoreset observe obs_dtype reward odd final_observations".split())
KINDS = (np.int64, np.uint8, np.uint64, np.float64, np.bool_, np.complex128, object, "U3", "M8[s]", "V4")


def thing(rng, batch, saved):
    """A thing of any sort, right ones among them."""
    n, a = batch.num_envs, batch.num_actions
    shape = [(), (0,), (1,), (n,), (n + 1,), (n, a), (2, 2), (1, 1, 1)][rng.integers(8)]
    array = np.zeros(shape, dtype=np.dtype(KINDS[rng.integers(len(KINDS))]))
    if array.dtype.kind in "iufc":
        values = [0, 1, n, 200] if array.dtype.kind in "iu" else [0, 1, 0.5, np.nan]
        array += array.dtype.type(rng.choice(values))
    states = np.asarray(batch.states)
    sorts = (
        (0, 1, n - 1, n, -1, 2**31, 2**61, 2**63, 2**70, -(2**70), True, False, None),
        (0.0, 1.5, float("nan"), float("inf"), 1j, "0", "", "random", b"", b"1", {}, {0: 1}, set(), {1}, object()),
        (object, iter([0]), range(n), slice(0, 1), ..., np.random.default_rng(1)),
        ([], [0], [0, 1], [0] * n, [n], [[0]], [[0], [0, 1]], [None], ["0"], [0.5], [2**70], (0,), [True], [[]]),
        (array,),
        (np.arange(n), batch.sample_legal(rng), states, states[:1], batch.action_masks, batch, batch.state(0)),
        (saved, saved[:-3], saved[:40]),
    )  # fmt: skip
    some = sorts[rng.integers(len(sorts))]
    return some[rng.integers(len(some))]


def call(batch, name, given):
    if name == "rollout" and len(given) > 1 and type(given[1]) is int:
        given[1] %= 1000  # steps are as many as they are asked for
    if name == "__setattr__":
        batch.write_observations = given[1]
    elif name == "new":
        batch.new_like(**{"num_envs": 1} | given[0])
    else:
        getattr(batch, name)(*given)


@pytest.mark.parametrize("calls", CALLS)
@pytest.mark.parametrize("case", first_cases(), ids=lambda case: case.game_name)
def test_misuse_is_answered_in_words(case, calls):
    """Given calls with things of all sorts, before and after the end of games; then only our errors come out."""
    rng, names, wrong = np.random.default_rng(5), list(CALLED), []
    for number in range(calls):
        if number % 100 == 0:
            batch = case.batch(3, autoreset=False, record_actions=True)
            saved = batch.snapshot()
        if number % 100 == 50:
            batch.rollout(steps=10**6)
        name = names[rng.integers(len(names))]
        given = [thing(rng, batch, saved) for _ in range(rng.integers(CALLED[name][0], CALLED[name][1] + 1))]
        if name == "new":
            given = [{MADE_OF[rng.integers(len(MADE_OF))]: given[0]}]
        try:
            call(batch, name, given)
        except (EurogymError, MemoryError):
            continue
        except Exception as error:
            wrong.append(f"{name}({str(given)[1:-1][:200]}): {type(error).__name__}: {error}")
    assert not wrong, "\n".join([f"{len(wrong)} of {calls}:", *wrong[:30]])
