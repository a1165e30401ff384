"""The console command: help with examples, errors in words, and the small commands."""

import subprocess
import sys

import pytest

from eurogym.cli import main as cli
from eurogym.design.tables import BANDS


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_help_has_examples(command, capsys):
    with pytest.raises(SystemExit) as stop:
        cli.main([command, "--help"])
    assert stop.value.code == 0
    shown = capsys.readouterr().out
    assert "examples:" in shown and f"eurogym {command}" in shown


def test_help_lists_all_commands(capsys):
    assert cli.main([]) == 0
    shown = capsys.readouterr().out
    assert all(command in shown for command in cli.COMMANDS)


def test_an_unknown_command_is_named(capsys):
    assert cli.main(["tornament"]) == 2
    assert "did you mean 'tournament'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("design report village", {"bands": list(BANDS)}),
        ("design report village --bands random --bands ppo greedy", {"bands": ["random", "ppo", "greedy"]}),
        ("design report village --against-variant a --against-variant b", {"against_variant": ["a", "b"]}),
        (
            "design balance village --entry a b --entry c --target d",
            {"entry": ["a", "b", "c"], "target": ["d"]},
        ),
        ("solo villagers --agents random --agents greedy", {"agents": ["random", "greedy"]}),
        ("solo report villagers --only a --only b", {"only": ["a", "b"]}),
        (
            "compare evaluate toy --agent a --against b --players 2 --players 4",
            {"players": [2, 4], "against": ["b"]},
        ),
        (
            "train toy --players 2 --players 3 --opponents a --opponents b c",
            {"players": [2, 3], "opponents": ["a", "b", "c"]},
        ),
        ("play toy --option a=1 b=2 --option c=3", {"option": ["a=1", "b=2", "c=3"]}),
    ],
)
def test_a_flag_that_is_given_again_adds_to_its_values_and_not_to_the_default(line, found):
    words = line.split()
    part = words[1] if words[1] in cli.EUROGYM.parts.get(words[0], ()) else None
    for _ in range(2):  # the default is not touched
        told = cli.build_parser(words[0], part).parse_args(words)
        assert {name: getattr(told, name) for name in found} == found


def test_programming_errors_are_not_hidden(monkeypatch):
    def broken(*_):
        raise ValueError("operands could not be broadcast together")

    monkeypatch.setattr("eurogym.measure.solo.run_solo", broken)
    with pytest.raises(ValueError, match="broadcast"):
        cli.main(["solo", "toy", "--agents", "random"])


def test_listing_games_loads_neither_games_nor_learners():
    heavy = ("torch", "matplotlib", "eurogym.agents.framework.base", "eurogym.envs.villagers.game")
    code = (
        "import sys; from eurogym.cli import main as cli; cli.main(['games']); "
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "villagers" in done.stdout and done.stdout.strip().endswith("[]")


def test_games_shows_options_and_agents(capsys):
    assert cli.main(["games", "toy"]) == 0
    shown = capsys.readouterr().out
    assert "num_players" in shown and "greedy" in shown and "depth=None" in shown
