"""Tests that PettingZoo and gymnasium accept a game."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Mapping
from typing import Any

from eurogym.envs.core.declare.arguments import MaskPlace
from eurogym.testing.tables import Table, table_of

MASK_PLACES: tuple[MaskPlace, ...] = ("both", "observation", "info")


def api_test(game: Any, options: Mapping[str, Any] | None = None, num_cycles: int = 200) -> None:
    """Run PettingZoo's ``api_test``, with the mask in each of its places, and gymnasium's ``check_env``.

    Args:
        game: a game or its name.
        options: its options.
        num_cycles: number of decisions in each run of PettingZoo's test.

    Raises:
        AssertionError: a test fails; the message is that of PettingZoo or gymnasium.
    """
    table = table_of(game, options)
    with contextlib.redirect_stdout(io.StringIO()):  # both print a message on success
        for mask_in in MASK_PLACES:
            pettingzoo_test(table, mask_in, num_cycles)
        bare_test(table, num_cycles)
        gymnasium_test(table)


def pettingzoo_test(table: Table, mask_in: MaskPlace, num_cycles: int = 200) -> None:
    """Run PettingZoo's test on the environment with its wrappers."""
    from pettingzoo.test import api_test as check

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation")  # about dict observations, which are intended
        check(table.faces.env(**table.options, mask_in=mask_in), num_cycles=num_cycles)


def bare_test(table: Table, num_cycles: int = 200) -> None:
    """Run PettingZoo's test on the environment without wrappers."""
    from pettingzoo.test import api_test as check

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation")
        check(table.faces.raw_env(**table.options), num_cycles=num_cycles)


def gymnasium_test(table: Table) -> None:
    """Run gymnasium's test on a learner in one seat; warnings count as errors."""
    from gymnasium.utils.env_checker import check_env

    env = table.faces.gym_env(**table.options, illegal="terminate")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*spec.*")  # it was not made through gymnasium's registry
        check_env(env, skip_render_check=True)


def seed_test(game: Any, options: Mapping[str, Any] | None = None, num_cycles: int = 100) -> None:
    """Run PettingZoo's ``seed_test``: the same seed gives the same games.

    Args:
        game: a game or its name.
        options: its options.
        num_cycles: number of decisions in each run.

    Raises:
        AssertionError: the test fails; the message is PettingZoo's.
    """
    table = table_of(game, options)
    for mask_in in MASK_PLACES:
        seeds_test(table, mask_in, num_cycles)


def seeds_test(table: Table, mask_in: MaskPlace, num_cycles: int = 100) -> None:
    """Run PettingZoo's test of seeds, with the mask in one place."""
    from pettingzoo.test import seed_test as check

    check(lambda: table.faces.env(**table.options, mask_in=mask_in), num_cycles=num_cycles)
