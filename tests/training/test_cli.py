"""The console command: help with examples, errors in words, and the small commands."""

import json
import subprocess
import sys

import numpy as np
import pytest

import agents
from envs.core import registry
from envs.core.replay import Replay, play
from training import cli, docs, playthrough
from training.demo import show_solo
from training.play import Leave, Session, Table, match_choice


@pytest.fixture(autouse=True)
def toy_is_declared(monkeypatch):
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))
    registry._entries["toy"] = registry.Entry("toy", 0, "tests.toy")


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
        (["docs", "toy", "--folder", "/proc/x"], "the folder /proc"),
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

    monkeypatch.setattr("training.solo.run_solo", broken)
    with pytest.raises(ValueError, match="broadcast"):
        cli.main(["solo", "toy", "--agents", "random"])


def test_listing_games_loads_neither_games_nor_learners():
    code = (
        "import sys; from training import cli; cli.main(['games']); "
        "print([name for name in ('torch', 'matplotlib', 'agents.framework.base', 'envs.villagers.game') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "villagers" in done.stdout and done.stdout.strip().endswith("[]")


def test_games_shows_options_and_agents(capsys):
    assert cli.main(["games", "toy"]) == 0
    shown = capsys.readouterr().out
    assert "num_players" in shown and "greedy" in shown and "sims=200" in shown


def test_evaluate_plays_every_seat(tmp_path, capsys):
    out = tmp_path / "duel.json"
    arguments = [
        "--agent",
        "greedy",
        "--against",
        "random",
        "--players",
        "2",
        "3",
        "--deals",
        "10",
        "--quiet",
    ]
    assert cli.main(["evaluate", "toy", *arguments, "--out", str(out)]) == 0
    duels = json.loads(out.read_text())["duels"]
    assert [duel["games"] for duel in duels] == [20, 30]
    assert "greedy against" in capsys.readouterr().out


# --- play ------------------------------------------------------------------------------------------------


def table(num_players=2, seed=1):
    game = registry.game("toy")
    return Table(game, game.options_class.from_kwargs(num_players=num_players), seed)


def session(answers, num_players=2, seed=1, **settings):
    """A session in which seat 0 gives the answers one by one and then leaves."""
    script = iter(answers)
    written = []

    def read(prompt):
        written.append(prompt)
        try:
            return next(script)
        except StopIteration:
            raise EOFError from None

    seated = {seat: agents.make("random") for seat in range(1, num_players)}
    one = Session(table(num_players, seed), 0, seated, read=read, write=written.append, **settings)
    return one, written


def first_seat_begins(num_players=2):
    """A seed whose deal lets seat 0 begin."""
    return next(seed for seed in range(50) if table(num_players, seed).seat == 0)


def test_a_choice_that_reveals_nothing_can_be_undone():
    one = table(seed=first_seat_begins())
    before = one.batch.get_state(0)
    action = int(one.legal[0])  # a card; the stake is asked next, of the same seat
    assert one.can_be_undone(action)
    one.take(action, reversible=True)
    assert one.batch.get_state(0) != before
    assert one.undo() and one.batch.get_state(0) == before and one.actions == []
    assert not one.undo()


def test_a_choice_that_passes_the_turn_cannot_be_undone():
    one = table(seed=first_seat_begins())
    one.take(int(one.legal[0]), reversible=True)
    assert not one.can_be_undone(int(one.legal[0]))
    one.take(int(one.legal[0]), reversible=False)
    assert not one.undo()


def test_a_choice_that_turns_up_a_card_cannot_be_undone():
    one = table(num_players=1)
    one.take(int(one.legal[0]), reversible=True)
    assert not one.can_be_undone(int(one.legal[0]))  # the rival turns the top card of the deck


def test_actions_are_found_by_number_and_by_text():
    one = table(seed=first_seat_begins())
    first = int(one.legal[0])
    assert match_choice(one, "1") == first
    assert match_choice(one, one.text_of(first)) == first
    assert match_choice(one, "play") is None or len(one.legal) == 1
    assert match_choice(one, "99") is None and match_choice(one, "dance") is None


def test_a_session_undoes_asks_again_and_finishes():
    seed = first_seat_begins()
    one, written = session(["1", "u", "dance", "1", "stake", "n", "stake", "y"] + ["1", "y"] * 6, seed=seed)
    one.run()
    assert one.table.over
    text = "\n".join(written)
    assert (
        "taken back" in text
        and "'dance' is not one of the actions" in text
        and "cannot be taken back" in text
    )
    replay = one.table.replay()
    assert replay.finished and Replay.loads(replay.dumps(), replay.game).execute() is not None


def test_a_session_can_be_left_and_saved(tmp_path, capsys):
    one, _ = session([], seed=first_seat_begins())
    with pytest.raises(Leave):
        one.run()
    path = tmp_path / "game.jsonl"
    one.table.replay().save(path)
    assert cli.main(["replay", str(path), "--table"]) == 0
    assert "not finished" in capsys.readouterr().out


def test_replay_shows_a_finished_game(tmp_path, capsys):
    game = registry.game("toy")
    path = tmp_path / "game.jsonl"
    play(game, game.options_class.from_kwargs(num_players=3), 5).save(path)
    assert cli.main(["replay", str(path), "--check"]) == 0
    shown = capsys.readouterr().out
    assert "3 players" in shown and "seed 5" in shown and "reproduced; finished" in shown


def test_replay_tells_a_seat_what_it_may_hear(tmp_path, capsys):
    """A card given away (Villagers, build phase with basic villagers) is named to its owner and to nobody else."""
    game = registry.game("villagers")
    replay = next(
        one
        for one in (play(game, game.options_class.from_kwargs(num_players=2), seed) for seed in range(50))
        if any(decision.text.startswith("give ") for decision in one.decisions)
    )
    given = next(decision for decision in replay.decisions if decision.text.startswith("give "))
    path = tmp_path / "game.jsonl"
    replay.save(path)
    told = []
    for arguments in ([], ["--seat", "1"], ["--seat", "2"]):
        assert cli.main(["replay", str(path), *arguments]) == 0
        told.append(f"player {given.seat + 1}: {given.text}" in capsys.readouterr().out)
    assert told == [True, given.seat == 0, given.seat == 1]
    assert cli.main(["replay", str(path), "--seat", "3"]) == 2
    assert "--seat 3 is not at this table of 2" in capsys.readouterr().err


def test_the_prober_needs_determinizations_that_agree():
    """Given a position whose next choice reveals the deck, every copy shows something else."""
    one = table(num_players=1, seed=3)
    one.take(int(one.legal[0]), reversible=True)
    seen = set()
    for probe in range(8):
        one._probe.load(np.repeat(one.batch.states.copy(), 2))
        one._probe.determinize(0, 0, probe)
        one._probe.step([int(one.legal[0])], games=[0])
        seen.add(one._probe.observe(0, 0).tobytes())
    assert len(seen) > 1


def test_demo_plays_a_game_and_shows_the_solo_table(tmp_path, capfd):
    assert cli.main(["demo", "toy", "--games", "3", "--seed", "4", "--out", str(tmp_path / "demo")]) == 0
    shown = capfd.readouterr().out
    assert "seed 4" in shown and "no trained policy" in shown and "Final scores:" in shown
    assert all(spec in shown for spec in ("random", "greedy", "mc:sims=16", "easy", "hard"))
    assert cli.main(["replay", str(tmp_path / "demo.jsonl"), "--check"]) == 0
    assert len(json.loads((tmp_path / "demo.json").read_text())["cells"]) == 6


def test_a_demo_of_a_game_without_a_solo_mode_says_so(capsys):
    show_solo(registry.game("keyflower"), 2, 1, None)
    assert "Keyflower has no solo mode" in capsys.readouterr().out


# --- generated files ------------------------------------------------------------------------------------


def test_playthroughs_are_written_and_checked(tmp_path):
    assert len(playthrough.golden_options(registry.game("toy"))) == 5
    assert len(playthrough.check(["toy"], folder=tmp_path)) == 5  # all missing
    assert playthrough.check(["toy"], write=True, folder=tmp_path) == []
    assert playthrough.check(["toy"], folder=tmp_path) == []
    path = tmp_path / "toy_2p.txt"
    path.write_text(path.read_text().replace("play", "lay", 1))
    assert len(playthrough.check(["toy"], folder=tmp_path)) == 1


def test_docs_are_generated_from_layout_and_catalog(tmp_path, capsys):
    assert cli.main(["docs", "toy", "--folder", str(tmp_path)]) == 0
    page = (tmp_path / "observations" / "toy.md").read_text()
    assert "`seat<k>.staked`" in page and "has staked" in page
    assert "`play 1` ... `play 5`" in (tmp_path / "actions" / "toy.md").read_text()
    assert cli.main(["docs", "toy", "--folder", str(tmp_path), "--check"]) == 0
    (tmp_path / "actions" / "toy.md").write_text("old")
    assert docs.stale_pages(["toy"], tmp_path) == [tmp_path / "actions" / "toy.md"]
    assert cli.main(["docs", "toy", "--folder", str(tmp_path), "--check"]) == 1
