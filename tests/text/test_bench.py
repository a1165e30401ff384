"""eurogym-bench-llm-v0: frozen tasks, fixed scales, submissions that can be played again, and forged ones."""

import copy
import json
import math
import random
import re

import pytest

from eurogym.cli import main as cli
from eurogym.common.errors import InputError
from eurogym.envs.core import registry
from eurogym.envs.core.errors import FileError
from eurogym.envs.core.files import json_text
from eurogym.text import bench
from eurogym.text.arena import by_model, item_of
from eurogym.text.chat import Model
from eurogym.text.yardsticks import Yardstick, yardstick
from tests.playing import shipped_games
from tests.text.server import serving

FROZEN = "74899a6e97cacea58d49f2a5fa98f033dabfaf0401161d663e12700a07c1a7e7"


def words(messages):
    """Picks by the text of the turn alone, and sometimes says nothing that can be understood."""
    turn = messages[1]["content"]
    rng = random.Random(turn + messages[-1]["content"])
    if "<answer>" in turn:
        return f"<answer>{rng.choice(['yes', 'no', '12'])}</answer>"
    numbers = re.findall(r"^ +(\d+)\. ", turn.rpartition("You are asked")[2], re.M)
    return "I pass." if rng.random() < 0.4 else f"<action>{rng.choice(numbers)}</action>"


def run(folder, url, task="villagers-positions", count=4, parallel=1, **settings):
    task = bench.load_benchmark().task(task)
    plan = bench.load_benchmark().plan(task, "scripted", count, **settings)
    arena = bench.arena_of(
        task, plan, folder, by_model(Model(url, "scripted", pause=0.01)), parallel=parallel
    )
    assert arena.run()
    return arena


def test_the_tasks_are_those_of_v0():
    assert bench.load_benchmark().frozen == FROZEN, "published tasks never change; begin eurogym-bench-llm-v1"


def test_every_game_has_positions_last_decisions_and_games_on_a_scale():
    known = bench.load_benchmark().known
    assert {task.game for task in known.values()} == set(shipped_games())
    for task in known.values():
        assert task.yardstick is None if task.part == bench.POSITIONS else task.yardstick.tells
        assert registry.game(task.game).version == bench.load_benchmark().versions[task.game]
        bench.item_table(task, 0)
    with pytest.raises(InputError, match="1 to 200 positions of village, not 201"):
        bench.frozen_positions("village", 201)


def test_a_scale_is_the_same_for_a_few_deals_and_many_and_has_an_interval():
    scale = Yardstick(-20.0, 0.0, 0.3, 8.0, 100)
    assert scale.on_scale([-20.0]).mean == 0 and scale.on_scale([0.0, 0.0]).mean == 100
    few, many = scale.on_scale([-10.0]), scale.on_scale([-10.0] * 100)
    assert few.low < many.low < 50 < many.high < few.high
    narrow = Yardstick(31.75, 33.0, 0.1, 8.0, 100)
    assert not narrow.tells and math.isnan(narrow.on_scale([-10.0]).mean)
    game = registry.game("village")
    measured = yardstick(game, game.options_class.from_kwargs(num_players=2), "heuristic", 8, 30)
    frozen = bench.load_benchmark().known["village-last"].yardstick
    assert abs(measured.random - frozen.random) < 4 * frozen.spread / math.sqrt(30)


def test_results_do_not_depend_on_requests_at_a_time(tmp_path):
    told = []
    for parallel in (1, 4):
        with serving(words) as (url, _):
            arena = run(tmp_path / str(parallel), url, "village-last", 1, parallel, chat=True)
        told.append([{k: v for k, v in row.items() if k not in ("seconds", "answers")} for row in arena.rows])
    assert told[0] == told[1] and any(row["fallbacks"] for row in told[0])
    sent, fresh = (sum(row[name] for row in told[0]) for name in ("characters", "fresh"))
    assert fresh < sent / 2


def test_a_chat_keeps_earlier_turns_and_says_the_rules_once(tmp_path):
    with serving(words) as (url, came):
        run(tmp_path, url, "villagers-last", 1, chat=True)
    lengths = [len(request["messages"]) for request in came]
    assert max(lengths) > 10 and all(request["messages"][0]["role"] == "system" for request in came)
    for before, after in zip(came, came[1:], strict=False):
        if len(after["messages"]) > 2:
            assert after["messages"][: len(before["messages"])] == before["messages"]


@pytest.fixture(scope="module")
def submitted(tmp_path_factory):
    """A submission, and the file of it."""
    folder = tmp_path_factory.mktemp("submission")
    with serving(words, usage=False) as (url, _):
        arenas = {
            name: run(folder / name, url, name, count, temperature=0.0)
            for name, count in {"villagers-positions": 10, "villagers-last": 1}.items()
        }
    found = bench.submission(arenas, "a script")
    (folder / "submission.json").write_text(json_text(found))
    return found, folder / "submission.json"


def forged(found, change):
    """A copy with another row, and the hash that belongs to it."""
    other = copy.deepcopy(found)
    change(other["tasks"])
    return other | {"hash": bench.hash_of(other)}


def better(tasks):
    tasks[0]["rows"][0]["regret"] -= 1


def changed(tasks):
    """Change rows in all ways that do not follow from their answers; the rows that differ."""
    better(tasks)
    tasks[0]["rows"][2]["characters"] -= 1
    row = next(row for row in tasks[0]["rows"][4:] if row.get("unparsable"))
    row["unparsable"] -= 1
    first, second = tasks[1]["rows"]
    said = first["answers"][-1]
    said["text"] = "I pass." if "<action>" in said["text"] else "<action>1</action>"
    second["answers"].pop()
    return [tasks[0]["rows"][0], tasks[0]["rows"][2], row, first, second]


def left_out(tasks):
    tasks[0]["rows"].pop(3)
    tasks[1]["rows"].pop(0)


def asked_otherwise(tasks):
    tasks[0]["prompts"]["hash"] = "0" * 16
    tasks[1]["rows"][0]["asked"] = "0" * 16


def test_the_figures_of_a_submission_follow(submitted):
    found = bench.read_submission(submitted[1])
    figures = bench.figures_of(found)["villagers-positions"]
    assert figures["positions"] == 10 and sum(figures["asked"].values()) == 10
    assert figures["best"].low <= figures["best"].mean <= figures["best"].high
    assert bench.figures_of(found)["villagers-last"]["progression"].low < 200


def test_what_does_not_follow_from_the_answers_is_found(submitted):
    other = copy.deepcopy(submitted[0])
    rows = changed(other["tasks"])
    checked = bench.verify(other)
    assert [item for _, item, _ in checked.other] == [item_of(row) for row in rows] and not checked.holds


def test_no_row_is_left_out_and_all_are_asked_in_the_same_words(submitted):
    checked = bench.verify(forged(submitted[0], lambda tasks: (left_out(tasks), asked_otherwise(tasks))))
    assert not checked.holds and (len(checked.missing), len(checked.prompts)) == (2, 2) and not checked.other


def test_another_model_than_the_named_one_does_not_confirm_its_answers(submitted, capsys):
    with serving(lambda messages: "<action>1</action>") as (url, _):
        command = ["llm", "verify", str(submitted[1]), "--url", url, "--model"]
        assert cli.main([*command, "scripted"]) == 1
        assert "did not give them" in capsys.readouterr().out
        assert cli.main([*command, "other"]) == 2
        assert "not of 'other', but of models: scripted" in capsys.readouterr().err


def test_an_agent_in_place_of_a_model_is_asked_again_for_what_all_commands_in_a_folder_have_played(tmp_path):
    for part in ("last", "positions"):
        command = "llm run --agent heuristic --budget tiny --games villagers --out"
        assert cli.main([*command.split(), str(tmp_path), "--parts", part]) == 0
    found = bench.read_submission(tmp_path / "submission.json")
    assert [task["id"] for task in found["tasks"]] == ["villagers-positions", "villagers-last"]
    assert bench.verify(found).holds
    other = forged(found, lambda tasks: tasks[1]["plan"].update(model="random"))
    assert len(bench.verify(other).other) == 2


def test_the_commands_verify_and_make_a_page(submitted, tmp_path, capsys):
    found, path = submitted
    assert cli.main(["llm", "verify", str(path)]) == 0
    assert "22 of 22 games, positions and questions follow" in capsys.readouterr().out
    with serving(words, usage=False) as (url, _):
        asked = ["--url", url, "--model", "scripted", "--sample", "5"]
        assert cli.main(["llm", "verify", str(path), *asked]) == 0
    assert "5 of 5 first answers are the same" in capsys.readouterr().out
    (tmp_path / "forged.json").write_text(json_text(forged(found, better)))
    assert cli.main(["llm", "verify", str(tmp_path / "forged.json")]) == 1
    assert "villagers-positions: position-0-1: not the regret" in capsys.readouterr().out
    for name in ("board.html", "board.json"):
        shown = ["llm", "report", str(path), "--prices", "2", "8", "--out", str(tmp_path / name)]
        assert cli.main(shown) == 0
    page = (tmp_path / "board.html").read_text()
    assert "Villagers: single decisions" in page and "a script" in page and "money" in page
    rows = json.loads((tmp_path / "board.json").read_text())["rows"]
    assert [row["task"] for row in rows] == ["villagers-positions", "villagers-last"]
    assert all(row["money"] > 0 and not row["counted"] for row in rows)
    assert {row["settings"]["legal"] for row in rows} == {"list"}  # not the share of legal answers


def test_a_submission_that_was_changed_or_is_of_other_tasks_is_refused(submitted, tmp_path):
    found, _ = submitted
    later = forged(found, lambda tasks: tasks[1]["plan"].update(seed=5))
    for spoilt, said in (
        (found | {"about": "x"}, "changed after it was written"),
        (found | {"frozen": "0" * 64}, "other tasks"),
        (later, "other deals or options"),
        (forged(found, lambda tasks: tasks[0]["plan"].update(positions=9)), "9 is none of the numbers"),
        (forged(found, lambda tasks: tasks.append(tasks[0])), "a task twice"),
    ):
        (tmp_path / "s.json").write_text(json_text(spoilt))
        with pytest.raises(FileError, match=said):
            bench.read_submission(tmp_path / "s.json")
