"""A policy that is trained on at the tables of a variant, and what the page says of it."""

import json

import numpy as np
import pytest

from eurogym.agents.framework.networks.checkpoint import load_checkpoint
from eurogym.agents.framework.networks.manifest import policy_for
from eurogym.cli import main as cli
from eurogym.design.adapt import adapt, configs, starts
from eurogym.design.page import adaptation
from eurogym.design.tables import Band, play, play_duel
from eurogym.design.variants import read_variant
from eurogym.envs.core import registry
from eurogym.training.learn import short

pytest.importorskip("torch")
RICH = {"data_overrides": read_variant("village", ["customers.20.points=20"])}
# steps: so many that games end
TINY = {"num_envs": 8, "rollout_steps": 32, "minibatch": 64, "eval_games": 4, "eval_every": 100, "value_warmup": 0,
        "steps": 1500}  # fmt: skip


def tiny(monkeypatch):
    monkeypatch.setattr(short, "SETTINGS", short.SETTINGS | TINY)


def test_training_goes_on_from_the_policies_that_ship_for_the_sizes_of_table(tmp_path):
    two, three, four = starts("castles_of_burgundy", [2, 3, 4], {}).values()
    assert two != three == four
    runs = configs("castles_of_burgundy", [2, 3, 4], {}, 6, 3, tmp_path)
    assert [config.tables.players for config in runs] == [[2], [3, 4]]
    for config in runs:
        config.check()
        assert (config.limits.minutes, config.seed) == (2 * len(config.tables.players), 3)


@pytest.mark.slow
def test_the_same_seed_learns_the_same_and_another_policy_than_it_began_with(tmp_path, monkeypatch):
    tiny(monkeypatch)
    files = []
    for name in ("one", "two"):
        (config,) = configs("village", [2], RICH, 5, 1, tmp_path / name)
        config = config.changed(keep="last", progress=False, minutes=0.0)  # of time no two runs have the same
        band = adapt([config], Band("ppo", 20))
        files.append(load_checkpoint(band.paths[2]))
    one, two = (found.network.policy[0][0] for found in files)
    batch = registry.module("village").batch(num_envs=1, num_players=2)
    assert np.array_equal(one, two)
    assert not np.allclose(one, policy_for(batch).network_for(batch).policy[0][0], atol=1e-4)
    told = files[0].metadata["options"]
    assert json.loads(told[0]["data_overrides"])["customers"][20]["points"] == 20
    assert band.name == "ppo, adapted" and band.spec(2).startswith("ppo:path=")
    table = play("village", [band], [2], options=RICH, duels=False).tables[0]
    assert table.band == "ppo, adapted" and table.games == 20
    assert 0 < play_duel("village", Band("random", 20), band, 2, 0, RICH).wins.mean() <= 1


@pytest.mark.slow
def test_every_figure_of_a_variant_says_whether_its_agents_were_adapted(tmp_path, monkeypatch, capsys):
    tiny(monkeypatch)
    variant = "customers.20.points=20 customers.23.points=20 cemetery.spaces.2=4"
    words = (
        f"design report village --players 2 --bands heuristic@20 ppo@20 --adapt 5 --against-variant {variant}"
    )
    assert cli.main(f"{words} --quiet --jobs 1 --out {tmp_path}".split()) == 0
    shown = capsys.readouterr().out
    assert "ppo, adapted was trained for another 5 minutes" in shown
    figures = json.loads((tmp_path / "report.json").read_text())["figures"]
    rows = [one for one in figures if one["part"] == "change"]
    assert {one["band"] for one in rows} == {"heuristic", "ppo", "ppo, adapted"}
    assert [adaptation(band) for band in ("heuristic", "ppo:plain=true", "ppo, adapted")] == [
        "reads the tables", "not adapted", "adapted",
    ]  # fmt: skip
    assert (tmp_path / "adapted_2p" / "policy.npz").exists()
