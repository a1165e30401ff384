"""`eurogym games speed`: its figures have the promised shape."""

import argparse
import json

import pytest

from eurogym import villagers_v0
from eurogym.cli.commands.games.speed import option_sets
from eurogym.cli.main import parsed
from eurogym.envs.core import registry
from eurogym.measure import speed
from tests import toy


def parse(*words: str) -> argparse.Namespace:
    return parsed(["games", "speed", *words])


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    registry.register(toy.GAME, toy)  # its own, since fixtures of single tests come later
    out = tmp_path_factory.mktemp("speed") / "speed.json"
    words = "toy --players 3 --seconds 0.02 --quick --batch-sizes 1 64 --threads 1 --no-compile --out"
    args = parse(*words.split(), str(out))
    assert args.run(args) == 0
    return json.loads(out.read_text())


def test_every_batch_row_has_three_rates_of_decisions_and_games(report):
    assert report["machine"]["cpu"] and report["machine"]["numba"] and report["seed"] == 0
    assert list(report["games"]["toy"]) == ["3 players"]
    rows = report["games"]["toy"]["3 players"]["batch"]
    assert [(row["batch"], row["threads"]) for row in rows] == [(1, 1), (64, 1)]
    for row in rows:
        for rates in (row["decisions_per_s"], row["games_per_s"]):
            assert list(rates) == ["step", "step_mask", "step_mask_obs"]
            assert all(rate > 0 for rate in rates.values())


def test_sizes_and_loops_are_reported(report):
    figures = report["games"]["toy"]["3 players"]
    assert 0 < figures["bytes_per_state"] <= 4096
    assert 6 < figures["decisions_per_game"] <= 9  # three seats play two cards and are asked for a stake once
    assert set(figures["aec_decisions_per_s"]) == {"raw_env", "env"}
    assert set(figures["clone_ns"]) == {"state", "copy_game"}
    assert figures["final_scoring_us"] > 0


def test_the_option_sets_are_those_declared_or_those_asked_for():
    assert option_sets("villagers", parse()) == {"3 players": {"num_players": 3}}
    sets = option_sets("castles_of_burgundy", parse("castles_of_burgundy"))
    assert {values["num_players"] for values in sets.values()} == {1, 2, 3, 4}
    asked = parse("castles_of_burgundy", "--players", "1", "--option", "chateauma=hard")
    told = {"chateauma": "hard", "num_players": 1}
    assert option_sets("castles_of_burgundy", asked) == {"1 player, chateauma=hard": told}


def test_aec_games_are_replayed_and_their_decisions_counted():
    play = speed.replayed(villagers_v0.raw_env(num_players=2), games=2)
    assert play() == play() > 100
