"""Runs of several seeds, and the page with what they have come to."""

import json
import sys

import numpy as np
import pytest

from eurogym.cli import main as cli
from eurogym.cli.commands.train import without_seeds
from eurogym.common.errors import InputError
from eurogym.training.learn import folder, seeds

TOLD = "eval_placement_against_random/3p"


def curve(*placements):
    return [{"update": k, "steps": 100 * k, TOLD: one} for k, one in enumerate(placements, start=1)]


def test_means_are_over_seeds_and_stay_where_values_can_be(tmp_path):
    found = {1: curve(0.0, 0.9), 2: curve(0.1, 0.5), 7: curve(-0.5, 1.0)}
    mean = seeds.means_over(found)[TOLD]
    half = 4.302653 * np.std([0.9, 0.5, 1.0], ddof=1) / np.sqrt(3)
    assert mean.mean == pytest.approx(0.8)
    assert (mean.low, mean.high) == (pytest.approx(0.8 - half, rel=1e-4), 1.0)
    seeds.write_page(tmp_path, "three", found)
    page = (tmp_path / folder.SEEDS_PAGE).read_text()
    assert all(word in page for word in ("seed 7", "0.800", "placement against random, 3p", "<svg", "mean"))


def test_the_words_of_one_run_are_those_of_all_without_the_seeds():
    words = ["train", "toy", "--seeds", "1", "2", "--steps", "9"]
    assert without_seeds(words) == ["train", "toy", "--steps", "9"]
    assert without_seeds(["train", "--seeds=3", "toy"]) == ["train", "toy"]
    assert without_seeds([*words, "--seeds", "-1"]) == ["train", "toy", "--steps", "9"]


def test_runs_are_shared_out_and_one_that_fails_does_not_end_the_others():
    said, ending = [], [sys.executable, "-c", "import sys; sys.exit(int(sys.argv[1]))"]
    with pytest.raises(InputError, match="seeds 2 have no result"):
        seeds.run_here({1: [*ending, "0"], 2: [*ending, "3"], 3: [*ending, "0"]}, 2, said.append)
    assert sorted(said) == ["seed 1: done", "seed 2: ended with exit code 3", "seed 3: done"]


@pytest.mark.slow
def test_a_command_trains_all_seeds_and_goes_on(tmp_path, capsys):
    command = "train village --seeds 1 5 --players 2 --num-envs 8 --rollout-steps 8".split()
    command += "--steps 192 --hidden 8 --eval-games 4 --eval-against random --no-tensorboard".split()
    command += ["--out", str(tmp_path)]
    assert cli.main(command) == 0
    assert "over 2 seeds" in capsys.readouterr().out and (tmp_path / folder.SEEDS_PAGE).exists()
    first, other = (json.loads((tmp_path / name / "curve.json").read_text()) for name in ("s1", "s5"))
    assert first[-1]["steps"] == 192 and first[-1]["learned"] != other[-1]["learned"]
    assert cli.main(command) == 2  # there are runs
    assert cli.main([*command, "--resume", "--steps", "256"]) == 0
    assert json.loads((tmp_path / "s1" / "curve.json").read_text())[-1]["steps"] == 256
