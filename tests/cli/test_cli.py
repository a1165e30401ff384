"""The console command: help with examples, errors in words, and the small commands."""

import re
import subprocess
import sys

import pytest

from eurogym.cli import main as cli

COMMANDS = [name for name, one in cli.EUROGYM.commands.items() if one.alone]
PARTS = [f"{name} {part}" for name, one in cli.EUROGYM.commands.items() for part in one.parts]


@pytest.mark.parametrize("command", COMMANDS + PARTS)
def test_every_help_has_examples(command, capsys):
    with pytest.raises(SystemExit) as stop:
        cli.main([*command.split(), "--help"])
    assert stop.value.code == 0
    shown = capsys.readouterr().out
    assert "examples:" in shown and re.match(rf"usage: eurogym {command}(\s+\[| GAME)", shown)


@pytest.mark.parametrize("command", [name for name, one in cli.EUROGYM.commands.items() if one.parts])
def test_a_first_word_lists_what_goes_with_it(command, capsys):
    with pytest.raises(SystemExit):
        cli.main([command, "--help"])
    shown = capsys.readouterr().out
    parts = cli.EUROGYM.commands[command].parts
    assert all(f"  {command} {part} " in shown and words in shown for part, words in parts.items())


def test_commands_fit_on_a_screen_and_have_twelve_first_words(capsys):
    assert cli.main([]) == 0
    lines = (shown := capsys.readouterr().out).splitlines()
    assert all(words in shown for words in [*cli.EUROGYM.commands, *cli.EUROGYM.groups])
    assert len(cli.EUROGYM.commands) <= 12 and len(lines) <= 48 and max(map(len, lines)) <= 100


@pytest.mark.parametrize("word", cli.EUROGYM.former)
def test_a_former_word_is_answered_with_the_present_one(word, capsys):
    present = cli.EUROGYM.former[word]
    first, second = present.split()
    assert present in PARTS and word not in cli.EUROGYM.commands
    for words in ([word], ["learn" if first == "design" else "design", word], [first, word])[
        : 2 + (word != second)
    ]:
        assert cli.main([*words, "villagers"]) == 2
        assert f"`eurogym {present}`" in capsys.readouterr().err


def test_an_unknown_word_is_named(capsys):
    for words, meant in {("tornament",): "tournament", ("learn", "labl"): "label"}.items():
        assert cli.main(words) == 2
        assert f"did you mean '{meant}'" in capsys.readouterr().err
    assert cli.main(["learn"]) == 0
    assert "learn label" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "found"),
    [
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
    for _ in range(2):  # the default is not touched
        told = cli.parsed(words)
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


def test_a_refused_command_leaves_no_folder(tmp_path):
    code = "from eurogym.common.files import check_file; check_file('a/b/c', '--out')"
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)
    assert not list(tmp_path.iterdir())
    subprocess.run([sys.executable, "-c", code + "; open('a/b/c', 'w')"], cwd=tmp_path, check=True)
    assert (tmp_path / "a/b/c").exists()
