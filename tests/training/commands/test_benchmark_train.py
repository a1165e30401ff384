"""`eurogym benchmark train`: a run for each task, within the budget of the track."""

import pytest

from eurogym.training import cli
from eurogym.training.learn import pipeline
from eurogym.training.measure.benchmark import tasks_of


@pytest.fixture
def commands(monkeypatch):
    """What would have been run."""
    found = []
    monkeypatch.setattr(pipeline, "_execute", lambda words: found.append(words) or 0)
    return found


def test_every_task_is_learned_at_its_table_and_once(commands, tmp_path):
    argv = ["benchmark", "train", "--games", "villagers", "keyflower", "--seed", "4", "--out", str(tmp_path)]
    assert cli.main([*argv, "--", "--critic", "table"]) == 0
    tasks = tasks_of(["villagers", "keyflower"])
    assert len(commands) == len(tasks) == 9
    learned = {}
    for words in commands:
        (game, players), out = (words[1], words[3]), words[words.index("--out") + 1]
        level = [word.partition("=")[2] for word in words if word.startswith("difficulty=")]
        learned[game, int(players), *level] = out
        assert words[0] == "train" and words[words.index("--seed") + 1] == "4" and "--critic" in words
    assert set(learned) == {(task.game, *task.options.values()) for task in tasks}
    assert len(set(learned.values())) == 9
    cli.main([*argv, "--", "--critic", "table"])
    assert len(commands) == 9


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
    assert cli.main(["benchmark", "train", "--out", str(tmp_path), "--", "--steps", "5"]) == 2
    assert "--steps behind -- would be another task" in capsys.readouterr().err and not commands
