"""PettingZoo and gymnasium accept a game."""

from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Mapping
from typing import Any

from eurogym.envs.core.arguments import MaskPlace
from eurogym.testing.tables import Table, table_of

MASK_PLACES: tuple[MaskPlace, ...] = ("both", "observation", "info")


def api_test(game: Any, options: Mapping[str, Any] | None = None, num_cycles: int = 200) -> None:
    """PettingZoo's ``api_test`` and gymnasium's ``check_env``, with the mask in each of its places.

    Args:
        game: a game or its name.
        options: its options.
        num_cycles: decisions of each of PettingZoo's games.

    Raises:
        AssertionError: what PettingZoo or gymnasium says.
    """
    table = table_of(game, options)
    with contextlib.redirect_stdout(io.StringIO()):  # both praise what passes
        for mask_in in MASK_PLACES:
            pettingzoo_test(table, mask_in, num_cycles)
        bare_test(table, num_cycles)
        gymnasium_test(table)


def pettingzoo_test(table: Table, mask_in: MaskPlace, num_cycles: int = 200) -> None:
    """PettingZoo's test of the environment with its wrappers."""
    from pettingzoo.test import api_test as check

    with warnings.catch_warnings():
        warnings.filterwarnings(
            "ignore", "Observation"
        )  # of dict observations, about which nothing can be done
        check(table.faces.env(**table.options, mask_in=mask_in), num_cycles=num_cycles)


def bare_test(table: Table, num_cycles: int = 200) -> None:
    """The same of the bare environment."""
    from pettingzoo.test import api_test as check

    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation")
        check(table.faces.raw_env(**table.options), num_cycles=num_cycles)


def gymnasium_test(table: Table) -> None:
    """gymnasium's test of a learner in one seat, in every render mode and without a remark."""
    from gymnasium.utils.env_checker import check_env

    env = table.faces.gym_env(**table.options, illegal="terminate")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*spec.*")  # it was not made by its name
        check_env(env, skip_render_check=True)


def seed_test(game: Any, options: Mapping[str, Any] | None = None, num_cycles: int = 100) -> None:
    """PettingZoo's ``seed_test``: the same seed gives the same games.

    Args:
        game: a game or its name.
        options: its options.
        num_cycles: decisions of each game.

    Raises:
        AssertionError: what PettingZoo says.
    """
    table = table_of(game, options)
    for mask_in in MASK_PLACES:
        seeds_test(table, mask_in, num_cycles)


def seeds_test(table: Table, mask_in: MaskPlace, num_cycles: int = 100) -> None:
    """PettingZoo's test of seeds, with the mask in one place."""
    from pettingzoo.test import seed_test as check

    check(lambda: table.faces.env(**table.options, mask_in=mask_in), num_cycles=num_cycles)
