"""`eurogym benchmark train`: a run for each task, within the budget of the track."""

import pytest

from eurogym.cli import main as cli
from eurogym.cli.commands import train
from eurogym.cli.commands.benchmark.train import words_of
from eurogym.envs.core import registry
from eurogym.measure.benchmark.benchmark import tasks_of


@pytest.fixture
def commands(monkeypatch):
    """What would have been run."""
    found = []
    monkeypatch.setattr(
        "eurogym.cli.commands.benchmark.train.execute", lambda words: found.append(words) or 0
    )
    return found


def test_every_task_is_learned_at_its_table_and_once(commands, tmp_path):
    argv = ["benchmark", "train", "--games", "villagers", "keyflower", "--seed", "4", "--out", str(tmp_path)]
    assert cli.main([*argv, "--", "--epochs", "3"]) == 0
    tasks = tasks_of(["villagers", "keyflower"])
    assert len(commands) == len(tasks) == 9
    for words in commands:
        assert words[0] == "train" and words[words.index("--seed") + 1] == "4" and "--epochs" in words
    assert len({words[words.index("--out") + 1] for words in commands}) == 9
    cli.main([*argv, "--", "--hidden", "128"])
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
    words = words_of(task, "2M", 1, ())
    algorithm, config = train.read_config(cli.parsed(words))
    kind = registry.game(task.game).options_class
    (table,) = config.option_sets()
    assert (words[0], algorithm, config.game) == ("train", "ppo", task.game)
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


def test_flags_that_train_does_not_take_or_the_benchmark_sets_are_refused_before_a_run(
    commands, tmp_path, capsys
):
    for flag, said in {
        "--steps": "--steps after -- would change the task",
        "--step": "--steps after -- would change the task",
        "--seeds": "--seeds after -- would change the task",
        "--critic": "eurogym train: unrecognized arguments: --critic 5",
        "--num-minibatches": "--num-minibatches",
    }.items():
        assert cli.main(["benchmark", "train", "--out", str(tmp_path), "--", flag, "5"]) == 2
        assert said in capsys.readouterr().err and not commands


def test_flags_that_need_other_seats_are_left_out_of_solo_modes(commands, tmp_path):
    flags = ["--opponents", "past", "greedy", "--opponent-fraction=0.5", "--epochs", "3"]
    assert cli.main(["benchmark", "train", "--games", "villagers", "--out", str(tmp_path), "--", *flags]) == 0
    alone = [words for words in commands if words[words.index("--players") + 1] == "1"]
    assert 0 < len(alone) < len(commands)
    for words in commands:
        assert words[words.index("--epochs") + 1] == "3"
        assert all(word not in words for word in flags[:4]) if words in alone else set(flags) <= set(words)
