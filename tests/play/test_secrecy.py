"""Nothing from which the deal follows reaches people before the end: what is served, printed, named and kept."""

import json
import stat

import numpy as np
import pytest

from eurogym import agents
from eurogym.cli import main as cli
from eurogym.cli.commands import play
from eurogym.play import room as rooms
from eurogym.play import table as tables
from tests.play.tables import table as play_table
from tests.play.test_room import choose, play_on, room_of, seen
from tests.play.test_web import NONSENSE, ask
from tests.playing import shipped_games
from tools.screens import served

SHARED = ["--web", "--seat", "1", "2"]


def everything_served(address, key):
    """All that a person's address answers with, headers too, whatever is asked of it."""
    told = []
    paths = ["", "/view", "/rules", "/picture?actions=0&wide=900", "/replay.html", "/replay.jsonl"]
    for path in [f"/{key}{path}" for path in paths] + ["/", "/favicon.ico", f"/{key}/"]:
        told.append(ask(address + path, with_headers=True))
    for path, data, _, _ in NONSENSE:
        told.append(ask(address + path.format(key=key), data, with_headers=True))
    version = ask(f"{address}/{key}/view")[1]["version"]
    told += [
        ask(f"{address}/{key}/{path}version={version}&action=0", with_headers=True)
        for path in ("preview?", "lesson?")
    ]
    for agent in ("", "mc"):
        told.append(ask(f"{address}/{key}/hint", {"version": version, "agent": agent}, with_headers=True))
    return json.dumps(told)


def in_some_form(seed, text):
    """Whether a text tells a number, in decimals or hexadecimals."""
    return str(seed) in text or f"{seed:x}" in text.lower()


def the_table(monkeypatch, tmp_path, capsys, *words, until_the_end=False):
    """A shared table by the command: its seed, what was served before the end and after it, what was printed before
    people came and after they left, and the name of its file.
    """
    monkeypatch.chdir(tmp_path)
    found = {}

    def people_come(house, port, sitting):
        room = sitting.room
        found["seed"], found["printed"] = room.table.seed, capsys.readouterr().out
        with served(room) as (address, keys):
            found["before"] = "".join(everything_served(address, key) for key in keys.values())
            if until_the_end:
                play_on(room, np.random.default_rng(1), 10_000)
                assert room.table.over
                found["after"] = "".join(everything_served(address, key) for key in keys.values())
        found["files"] = [path.name for path in tmp_path.iterdir()]

    monkeypatch.setattr(play, "serve_house", people_come)
    assert cli.main(["play", "toy", *SHARED, *words]) == 0
    return found | {"left": capsys.readouterr().out}


def test_the_seed_is_told_at_the_end_and_nowhere_before(monkeypatch, tmp_path, capsys):
    """Given a table of two people; then page, answers, headers, errors, hints, the terminal and the name of the file
    tell the seed in no form, until the game is over.
    """
    table = the_table(monkeypatch, tmp_path, capsys, until_the_end=True)
    seed = table["seed"]
    for told in (table["printed"], table["before"], *table["files"]):
        assert not in_some_form(seed, told)
    assert f"seed {seed}" in table["after"] and f"seed {seed}" in table["left"]


def test_a_game_that_is_left_unfinished_still_hides_its_seed(monkeypatch, tmp_path, capsys):
    table = the_table(monkeypatch, tmp_path, capsys)
    assert not in_some_form(table["seed"], table["left"]) and "toy.jsonl" in table["left"]
    again = the_table(monkeypatch, tmp_path, capsys, "--resume", "toy.jsonl")
    assert again["seed"] == table["seed"] and not in_some_form(again["seed"], again["before"])


def test_the_seed_of_a_shared_table_is_too_long_to_be_found_by_trying():
    """Given deals that nobody chose; then their seeds take up all bits that a seed has."""
    words = play.argparse.ArgumentParser()
    play.add_arguments(words)
    args = words.parse_args(["toy", *SHARED])
    seeds = [play.wish_of(args).seed for _ in range(40)]
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert np.bitwise_or.reduce(seeds) == 2**63 - 1 and np.bitwise_and.reduce(seeds) == 0


@pytest.mark.parametrize("words", [["--seed", "7"], ["--resume", "toy.jsonl"]])
def test_who_chooses_the_deal_is_told_who_can_compute_it(words, monkeypatch, tmp_path, capsys):
    the_table(monkeypatch, tmp_path, capsys)  # leaves a file to go on with
    told = the_table(monkeypatch, tmp_path, capsys, *words)["printed"]
    assert "Whoever knows the seed of this deal can compute every hidden card" in told


def test_a_fresh_deal_needs_no_such_warning(monkeypatch, tmp_path, capsys):
    assert "seed" not in the_table(monkeypatch, tmp_path, capsys)["printed"]


def test_the_file_of_a_running_game_is_read_by_its_owner_alone(tmp_path):
    """Given a file that nobody has made before; then other accounts of the machine cannot read the deal in it."""
    path = tmp_path / "game.jsonl"
    room = room_of("toy", (0, 1), path=path)
    for _ in range(2):
        choose(room)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_luck_of_imagined_scores_is_not_known_to_people(monkeypatch):
    """Given two deals; then their imagined worlds have no luck in common, from which shuffled cards could follow."""
    luck = []
    for seed in (5, 6):
        room = room_of("toy", (0, 1), seed=seed)
        worlds, used = room._worlds, []
        monkeypatch.setattr(worlds, "determinize", lambda games, seats, seeds, used=used: used.extend(seeds))
        room._standing()
        luck.append(set(used))
    assert len(luck[0]) == rooms.WORLDS and not luck[0] & luck[1]


def test_every_seat_has_hints_from_an_agent_of_its_own(monkeypatch):
    """Given an agent that remembers what it has seen; then what it saw for one person it does not use for another."""
    room, made = room_of("toy", (0, 1)), []
    make = agents.make
    monkeypatch.setattr(
        rooms.agent_registry, "make", lambda *asked, **more: made.append(make(*asked, **more)) or made[-1]
    )
    asked = set()
    while len(asked) < 2:
        asked.add(room.table.seat)
        room.hint(room.table.seat, room.version, "")
        choose(room)
    assert len(made) == 2 and made[0] is not made[1]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", shipped_games())
def test_asking_whether_a_choice_is_final_reveals_nothing(name):
    """Given another world that the seat holds possible; then what it is told of a choice beforehand is the same."""
    one, rng, told = play_table(name, 5, num_players=2), np.random.default_rng(1), set()
    for moment in range(60):
        if one.over:
            break
        if moment % 9 == 0:
            truth, actions = one.batch.states.copy(), rng.permutation(one.legal)[:4].tolist()
            why = {action: one.foreseen(action).why for action in actions}
            brings = [one.brings(action) for action in actions]
            for luck in range(2):
                one.batch.determinize(0, one.seat, luck)
                assert {action: one.foreseen(action).why for action in actions} == why
                assert [one.brings(action) for action in actions] == brings
            one.batch.load(truth)
            told |= set(why.values())
        one.take(int(rng.choice(one.legal)), reversible=False)
    assert len(told) > 1


def test_a_world_that_differs_from_all_imagined_ones_is_noticed_after_the_choice_alone(monkeypatch):
    """Given a real position whose copies all come to something else; then the choice is final, but nobody is told so
    before it is made.
    """
    one = play_table("village", 5, num_players=2)
    action = next(action for action in one.legal.tolist() if one.foreseen(action) == ("", True))
    look = one._probe.observe
    unusual = lambda games, seat: look(games, seat) + (np.asarray(games) == 0)[:, None]  # noqa: E731
    monkeypatch.setattr(one._probe, "observe", unusual)
    assert one.foreseen(action) == ("", False) and one.why_final(action) == tables.REVEALS


def test_a_person_sees_the_result_with_the_deal_only_when_it_is_over():
    room = room_of("toy", (0, 1))
    assert "end" not in seen(room, 0)
    play_on(room, np.random.default_rng(1), 10_000)
    assert seen(room, 0)["end"]["deal"] == f"the deal was seed {room.table.seed}"
