"""The console command: help with examples, errors in words, and the small commands."""

import subprocess
import sys

import pytest

from eurogym.training import cli


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


TOURNAMENT = ["tournament", "toy", "--agents", "random", "greedy"]
EVALUATE = ["evaluate", "toy", "--agent", "random", "--against", "greedy"]
SOLO = ["solo", "toy", "--quiet", "--agents"]
SELFPLAY = ["selfplay", "toy"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["tournament", "toyy", "--agents", "random", "greedy"], "no game is called 'toyy'"),
        (["tournament", "toy", "--agents", "random", "gredy"], "did you mean 'greedy'"),
        (["tournament", "toy", "--agents", "random", "greedy", "--players", "9"], "num_players=9"),
        (["solo", "toy", "--agents", "random", "--option", "colour=red"], "no option 'colour'"),
        (["replay", "nowhere.jsonl"], "nowhere.jsonl"),
        (["play", "toy", "--seat", "4"], "--seat 4"),
        ([*TOURNAMENT, "--deals", "0"], "--deals: '0' is not a whole number from 1 on"),
        ([*TOURNAMENT, "--deals", "-1"], "--deals: '-1' is not a whole number from 1 on"),
        ([*TOURNAMENT, "--seed", "-1"], "--seed: '-1'"),
        ([*TOURNAMENT, "--players", "1"], "eurogym solo"),
        ([*TOURNAMENT, "--option", "num_players=3"], "use --players"),
        ([*TOURNAMENT, "--option", "observe=true"], "no option 'observe'"),
        ([*TOURNAMENT, "--option", "obs_dtype=float32"], "options to give: auto_forced, pad_seats"),
        ([*TOURNAMENT, "--option", "auto_forced=maybe"], "auto_forced='maybe'"),
        ([*TOURNAMENT, "--out", "/proc/x"], "the folder /proc"),
        (["tournament", "toy"], "--agents"),
        ([*EVALUATE, "--deals", "0"], "--deals: '0'"),
        ([*EVALUATE, "--option", "seed=3"], "no option 'seed'"),
        ([*EVALUATE, "--players", "2", "9"], "num_players=9"),
        ([*EVALUATE, "--players", "1"], "eurogym solo"),
        ([*EVALUATE, "nobody", "--players", "2"], "no agent called 'nobody'"),
        ([*EVALUATE, "--out", "x.png"], "no picture"),
        ([*SOLO, "random", "--games", "0"], "--games: '0'"),
        ([*SOLO, "random", "--option", "difficulty=hard"], "name the levels with --difficulty"),
        ([*SOLO, "random", "--option", "num_players=1"], "use --players"),
        ([*SOLO, "random", "--vary", "num_players=1,2"], "use --players"),
        ([*SOLO, "random", "--vary", "difficulty"], "not of the form name=value,value"),
        ([*SOLO, "random", "--vary", "colour=red"], "no option 'colour'"),
        ([*SOLO, "random", "--vary", "auto_forced=maybe"], "auto_forced='maybe'"),
        ([*SOLO, "random", "--vary", "difficulty=hard", "--difficulty", "easy"], "use one of them"),
        ([*SOLO, "random", "--vary", "auto_forced=true", "--option", "auto_forced=false"], "with --vary"),
        ([*SOLO, "random", "--players", "2"], "no automated opponent"),
        ([*SOLO, "random", "--players", "2", "--vary", "auto_forced=true"], "eurogym tournament"),
        (
            ["solo", "castles_of_burgundy", "--agents", "random", "--difficulty", "easy"],
            "no option difficulty",
        ),
        ([*SOLO, "random", "--option", "reward=score"], "no option 'reward'"),
        ([*SOLO, "random", "--difficulty", "all", "hard"], "not both"),
        ([*SOLO, "random", "--difficulty", "easy", "brutal"], "'brutal'"),
        ([*SOLO, "random", "--out", "/proc/x.json"], "the folder /proc"),
        ([*SOLO, "ppo:temperature=nan"], "temperature='nan'"),
        ([*SOLO, "ppo:path=nowhere.npz"], "no checkpoint at nowhere.npz"),
        ([*SOLO, "ppo"], "no trained policy ships for toy"),
        ([*SOLO, "mc:noise=nan"], "noise='nan'"),
        ([*SOLO, "mc:sims=inf"], "sims='inf'"),
        (["demo", "toy", "--games", "0"], "--games: '0'"),
        (["demo", "toy", "--out", "/proc/x"], "the folder /proc"),
        (["play", "toy", "--option", "num_players=3"], "use --players"),
        (["play", "toy", "--save", "/proc/x.jsonl"], "the folder /proc"),
        (["bench", "toy", "--seconds", "nan"], "--seconds nan"),
        (["bench", "toy", "--players", "9"], "num_players=9"),
        (["bench", "toy", "--option", "colour=red"], "no option 'colour'"),
        (["bench", "--option", "difficulty=hard"], "name the game"),
        ([*SELFPLAY, "--agents", "random"], "--players"),
        ([*SELFPLAY, "--agents", "nobody", "--players", "2"], "no agent called 'nobody'"),
        ([*SELFPLAY, "--agents", "random", "--players", "9"], "num_players=9"),
        ([*SELFPLAY, "--agents", "random", "--players", "2", "--out", "x.png"], "no picture"),
        (["tune", "toyy"], "no game is called 'toyy'"),
        (["tune", "toy"], "toy has no weights to tune; games that have: castles_of_burgundy, keyflower"),
        (["tune", "villagers", "--settings", "nothing"], "no setting 'nothing'; settings: table, solo"),
        (["tune", "villagers", "--population", "0"], "--population: '0'"),
        (["tune", "villagers", "--start", "nowhere.json"], "nowhere.json is no result of `eurogym tune`"),
        (["tune", "villagers", "--out", "/proc/x.json"], "the folder /proc"),
    ],
)
def test_wrong_input_ends_in_one_line(arguments, words, capsys):
    assert cli.main(arguments) == 2
    lines = capsys.readouterr().err.strip().splitlines()
    errors = "\n".join(
        line for line in lines if not line.startswith("eurogym: ")
    )  # compiling is announced there
    assert words in errors and "\n" not in errors and "Traceback" not in errors


def test_programming_errors_are_not_hidden(monkeypatch):
    def broken(*_):
        raise ValueError("operands could not be broadcast together")

    monkeypatch.setattr("eurogym.training.measure.solo.run_solo", broken)
    with pytest.raises(ValueError, match="broadcast"):
        cli.main(["solo", "toy", "--agents", "random"])


HEAVY = ("torch", "matplotlib", "eurogym.agents.framework.base", "eurogym.envs.villagers.game")


def test_listing_games_loads_neither_games_nor_learners():
    code = (
        "import sys; from eurogym.training import cli; cli.main(['games']); "
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "villagers" in done.stdout and done.stdout.strip().endswith("[]")


def test_games_shows_options_and_agents(capsys):
    assert cli.main(["games", "toy"]) == 0
    shown = capsys.readouterr().out
    assert "num_players" in shown and "greedy" in shown and "depth=None" in shown
