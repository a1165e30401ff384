"""Positions as tasks: what a row holds, how an answer is graded, and questions whose answers are right."""

import json

import numpy as np
import pytest

from eurogym.cli import main as cli
from eurogym.envs.core import registry
from eurogym.text.positions import (
    PositionTable,
    QuestionTable,
    _imagined,
    _of_knowledge,
    _of_the_best,
    _restored,
    one_question,
    positions,
    questions,
)
from tests.playing import searched_games


@pytest.fixture(autouse=True)
def players_that_search_nothing(monkeypatch):
    """What searches a game would be compiled first."""
    monkeypatch.setattr("eurogym.text.positions.PLAYERS", ("random", "heuristic", "ppo"))


def some(game, count=3, **settings):
    options = registry.game(game).options_class()
    return list(positions(game, options, count, **{"seed": 1, "worlds": 8} | settings))


@pytest.mark.parametrize("game", searched_games())
def test_a_row_is_what_the_seat_reads_with_a_value_for_every_legal_action(game):
    (row,) = some(game, 1)
    table = _restored(row)
    assert table.seat == row["player"] - 1 and table.text(table.seat).rstrip() in row["text"]
    assert row["table"] == json.loads(json.dumps(table.view(table.seat)))
    assert [one["action"] for one in row["actions"]] == table.legal.tolist()
    assert all(one["words"] in row["text"] for one in row["actions"])
    best = max(row["actions"], key=lambda one: one["value"])
    assert best["regret"] == 0 and min(one["regret"] for one in row["actions"]) == 0
    for one in row["actions"]:
        assert one["regret"] == pytest.approx(best["value"] - one["value"], abs=1e-3)


def test_the_same_seed_gives_the_same_rows_and_more_worlds_a_smaller_error():
    assert json.dumps(some("villagers")) == json.dumps(some("villagers"))
    assert some("villagers", 1)[0]["text"] != some("villagers", 1, seed=2)[0]["text"]
    few, many = (some("villagers", 1, worlds=n)[0]["actions"] for n in (8, 128))
    assert np.mean([one["error"] for one in many]) < np.mean([one["error"] for one in few]) / 2


def answers_of(kind):
    """The row of a position, and the words of an action that is the best, the worst, or legal nowhere here."""
    row = some("villagers", 2)[1]
    words = sorted(row["actions"], key=lambda one: one["regret"])
    catalog, legal = PositionTable(row).table.batch.catalog, {one["action"] for one in row["actions"]}
    illegal = next(
        one for one in ("end build", "draft reserve", "no coin") if catalog.parse(one) not in legal
    )
    return row, {"best": words[0]["words"], "worst": words[-1]["words"], "illegal": illegal}[kind]


@pytest.mark.parametrize(
    ("answer", "illegal"), [("best", "fallback"), ("worst", "fallback"), ("illegal", "forfeit")]
)
def test_a_position_is_one_decision_with_the_same_text_and_regret(answer, illegal):
    row, words = answers_of(answer)
    table = PositionTable(row, retries=0, illegal=illegal)
    assert (table.turn() == row["text"]) == (illegal == "fallback") and not table.over
    reply = table.answer(f"<action>{words}</action>")
    (result,) = table.result()
    regrets = [one["regret"] for one in row["actions"]]
    wanted = {"best": 0.0, "worst": max(regrets), "illegal": max(regrets)}[answer]
    assert result.regret == pytest.approx(wanted - row["optimism"], abs=1e-3) == -result.reward
    assert result.chance == pytest.approx(np.mean(regrets) - row["optimism"], abs=1e-3)
    assert result.best == (answer == "best") and table.over and "points" in table.turn()
    assert reply.outcome == ("forfeited" if answer == "illegal" else "played")


def test_what_chance_plays_at_a_position_costs_what_chance_costs():
    row, _ = answers_of("best")
    table = PositionTable(row, retries=1)
    outcomes = [table.answer("?").outcome, table.answer("player 9: end build").outcome]
    (result,) = table.result()
    assert outcomes == ["unparsable", "fallback"] and result.regret == result.chance
    assert result.first == "not understood" and result.figures["understood"] == 0


@pytest.mark.parametrize(
    ("answer", "understood"), [("<answer>{}</answer>", 1), ("So.\n{}", 1), ("yes or no, 3 or 4", 0), ("", 0)]
)
def test_a_question_is_answered_once(answer, understood):
    row = some("villagers", 1)[0]
    for number in range(6):
        question = one_question(row, number)
        table = QuestionTable(row, question)
        assert question["question"] in table.turn() and "You are asked" not in table.turn()
        table.answer(answer.format(question["answer"].upper()))
        (result,) = table.result()
        assert (result.understood, result.right) == (understood, understood) and table.over


@pytest.mark.parametrize("game", ["keyflower", "village", "villagers"])
def test_questions_have_the_answers_that_the_engine_gives(game):
    row = some(game, 1)[0]
    asked = questions(row)
    assert asked == questions(row) and len({one["id"] for one in asked}) == len(asked)
    table = _restored(row)
    shown = [table.batch.catalog.texts[action] for action in table.legal.tolist()]
    kinds = {}
    for one in asked:
        kinds.setdefault(one["kind"], []).append(one["answer"])
        if one["kind"] == "legal":
            named = one["question"].partition("choose now: ")[2].partition("? Answer")[0]
            assert (named in shown) == (one["answer"] == "yes")
        if one["kind"] == "score":
            assert int(one["answer"]) == table.batch.scores([0])[0, table.seat, 0]
    assert kinds["legal"] == ["yes", "no"] and kinds["knows"] == ["yes", "no"]


def test_what_a_seat_knows_by_another_name_is_not_said_to_be_unknown():
    """Its own screen stands among what is hidden from others, too."""
    told = []
    for row in some("keyflower", 2):
        table = _restored(row)
        imagined = _imagined(table)
        asked = [
            question
            for number in range(10)
            for _, question, answer in _of_knowledge(table, imagined, np.random.default_rng(number))
            if answer == "no"
        ]
        own, other = (f"screens, number {number}," for number in (row["player"], 3 - row["player"]))
        assert not any(own in question for question in asked)
        told.append(any(other in question for question in asked))
    assert any(told)


def test_the_best_is_asked_for_where_it_is_certain():
    def row(*regrets):
        names = ("action", "words", "regret", "regret_error")
        values = [(n, f"a{n}", *pair) for n, pair in enumerate(regrets)]
        return {"actions": [dict(zip(names, one, strict=True)) for one in values], "player": 1}

    assert [one[2] for one in _of_the_best(row((0, 0), (5, 1), (3, 1)))] == ["a0"]
    assert not list(_of_the_best(row((0, 0), (5, 1), (1, 1)))) and not list(_of_the_best(row((0, 0), (0, 0))))


def test_the_command_writes_rows_questions_and_a_card(tmp_path, capsys):
    out = tmp_path / "set.jsonl"
    command = ["llm", "positions", "villagers", "--n", "2", "--worlds", "4", "--questions", "--out", str(out)]
    assert cli.main(command) == 0
    rows, asked = (
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for path in (out, tmp_path / "set.questions.jsonl")
    )
    assert len(rows) == 2 and {one["position"] for one in asked} == {row["id"] for row in rows}
    card = (tmp_path / "set.md").read_text(encoding="utf-8")
    told = "2 decisions of Villagers", "4 imagined worlds", "set.questions.jsonl"
    assert all(words in card for words in told) and str(tmp_path) not in card
    assert cli.main([*command[:-1], str(tmp_path / "set.csv")]) == 2
    assert "must end in .jsonl or .parquet" in capsys.readouterr().err


def test_parquet_holds_the_same(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("a.jsonl", "a.parquet"):
        words = ["llm", "positions", "villagers", "--n", "1", "--worlds", "2", "--out", str(tmp_path / name)]
        assert cli.main(words) == 0
    (row,) = parquet.read_table(tmp_path / "a.parquet").to_pylist()
    line = json.loads((tmp_path / "a.jsonl").read_text(encoding="utf-8"))
    nested = {name: json.loads(row[name]) for name in ("options", "decisions", "table", "actions")}
    assert row | nested == line
