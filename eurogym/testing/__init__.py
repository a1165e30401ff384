"""Tests for any game, each called in one line; ``eurogym games check NAME`` runs all but
:func:`differential_test` and :func:`golden_test`.

    from eurogym import testing
    testing.hidden_information_test("high_card", {"num_players": 3})

Each test raises AssertionError with a message that says what is wrong, and where. Games are given by name or as
objects.
"""

from eurogym.testing.batches import batch_test
from eurogym.testing.differential import EngineChance, differential_test
from eurogym.testing.golden import golden_test
from eurogym.testing.hidden import hidden_information_test
from eurogym.testing.interfaces import api_test, seed_test
from eurogym.testing.kernels import kernel_test
from eurogym.testing.modules import modules_test
from eurogym.testing.round_trips import round_trip_test
from eurogym.testing.rows import rows_test
from eurogym.testing.stalls import stalls_test

__all__ = [
    "EngineChance",
    "api_test",
    "batch_test",
    "differential_test",
    "golden_test",
    "hidden_information_test",
    "kernel_test",
    "modules_test",
    "round_trip_test",
    "rows_test",
    "seed_test",
    "stalls_test",
]
