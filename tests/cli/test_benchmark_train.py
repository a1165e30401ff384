"""`eurogym benchmark train`: a run for each task, within the budget of the track."""

import argparse

import pytest

from eurogym.cli import main as cli
from eurogym.cli.commands import train
from eurogym.cli.commands.benchmark.train import words_of
from eurogym.envs.core import registry
from eurogym.measure.benchmark.benchmark import tasks_of
from eurogym.training.learn import pipeline


@pytest.fixture
def commands(monkeypatch):
    """What would have been run."""
    found = []
    monkeypatch.setattr(pipeline, "_execute", lambda words: found.append(words) or 0)
    return found


def test_every_task_is_learned_at_its_table_and_once(commands, tmp_path):
    argv = ["benchmark", "train", "--games", "villagers", "keyflower", "--seed", "4", "--out", str(tmp_path)]
    assert cli.main([*argv, "--", "--epochs", "3"]) == 0
    tasks = tasks_of(["villagers", "keyflower"])
    assert len(commands) == len(tasks) == 9
    for words in commands:
        assert words[0] == "train" and words[words.index("--seed") + 1] == "4" and "--epochs" in words
    assert len({words[words.index("--out") + 1] for words in commands}) == 9
    cli.main([*argv, "--", "--critic", "table"])
    assert len(commands) == 9


def test_runs_of_another_seed_are_not_replaced(commands, tmp_path, capsys):
    argv = ["benchmark", "train", "--games", "villagers", "--out", str(tmp_path), "--seed"]
    assert cli.main([*argv, "1"]) == 0
    done = len(commands)
    assert cli.main([*argv, "2"]) == 2 and len(commands) == done
    assert "contains runs of other commands" in capsys.readouterr().err
    assert cli.main([*argv, "1"]) == 0 and len(commands) == done


@pytest.mark.parametrize("task", tasks_of(), ids=lambda task: task.id)
def test_eurogym_train_takes_the_words_of_a_task_and_learns_its_table(task):
    parser = argparse.ArgumentParser()
    train.add_arguments(parser)
    command, *words = words_of(task, "2M", 1, ())
    algorithm, config = train.read_config(parser.parse_args(words))
    config.check()
    train.check_options(config)
    kind = registry.game(task.game).options_class
    (table,) = config.option_sets()
    assert (command, algorithm, config.game) == ("train", "ppo", task.game)
    assert kind.from_kwargs(**table) == kind.from_kwargs(**task.options)


def test_a_run_spends_the_budget_of_its_track_and_no_more(commands, tmp_path):
    for track, steps in (("2M", 2_000_000), ("20M", 20_000_000)):
        cli.main(
            ["benchmark", "train", "--games", "village", "--track", track, "--out", str(tmp_path / track)]
        )
        words = commands[-1]
        told = {
            name: int(words[words.index(name) + 1]) for name in ("--steps", "--num-envs", "--rollout-steps")
        }
        assert told["--steps"] == steps and steps % (told["--num-envs"] * told["--rollout-steps"]) == 0


def test_other_tables_than_those_of_the_benchmark_are_refused(commands, tmp_path, capsys):
    for flag in ("--steps", "--step", "--seed"):
        assert cli.main(["benchmark", "train", "--out", str(tmp_path), "--", flag, "5"]) == 2
        assert f"{flag} after -- would change the task" in capsys.readouterr().err and not commands


def test_flags_that_need_other_seats_are_left_out_of_solo_modes(commands, tmp_path):
    flags = ["--opponents", "past", "greedy", "--opponent-fraction=0.5", "--critic", "table", "--epochs", "3"]
    assert cli.main(["benchmark", "train", "--games", "villagers", "--out", str(tmp_path), "--", *flags]) == 0
    alone = [words for words in commands if words[words.index("--players") + 1] == "1"]
    assert 0 < len(alone) < len(commands)
    for words in commands:
        assert words[words.index("--epochs") + 1] == "3"
        assert all(word not in words for word in flags[:6]) if words in alone else set(flags) <= set(words)
