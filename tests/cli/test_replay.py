"""`eurogym replay`: a recorded game is checked, shown, and told to a seat as it may hear it."""

from eurogym.cli import main as cli
from eurogym.envs.core import registry
from eurogym.envs.core.faces.replay import play


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
    card = given.text.removeprefix("give ").replace("_", " ").title()
    path = tmp_path / "game.jsonl"
    replay.save(path)
    told = []
    for arguments in ([], ["--seat", "1"], ["--seat", "2"]):
        assert cli.main(["replay", str(path), *arguments]) == 0
        told.append(f"player {given.seat + 1}: put back {card}" in capsys.readouterr().out)
    assert told == [True, given.seat == 0, given.seat == 1]
    assert cli.main(["replay", str(path), "--seat", "3"]) == 2
    assert "--seat 3: this table has only seats 1 to 2" in capsys.readouterr().err


def test_a_page_does_not_take_the_place_of_the_recording(tmp_path, capsys):
    game, path = registry.game("toy"), tmp_path / "game.jsonl"
    play(game, game.options_class.from_kwargs(num_players=2), 5).save(path)
    kept = path.read_bytes()
    assert cli.main(["replay", str(path), "--html", str(tmp_path / "." / "game.jsonl")]) == 2
    assert "would overwrite the recording" in capsys.readouterr().err and path.read_bytes() == kept
