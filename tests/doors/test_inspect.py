"""The games as a task of Inspect, with its own model of scripted answers."""

# ruff: noqa: E402

import pytest

pytest.importorskip("inspect_ai")

from inspect_ai import eval as evaluate
from inspect_ai.model import ModelOutput, get_model

from eurogym.doors.deals import seed_of
from eurogym.doors.inspect import RESULT, eurogym_bench, eurogym_games
from eurogym.text import TextTable
from eurogym.text.bench import item_table, load_benchmark
from tests.text.players import kinds, recorded


class Words:
    """Counts words in place of tokens, whose vocabulary would have to be fetched."""

    def encode(self, text, **settings):
        return text.split()


@pytest.mark.parametrize("kind", ["random", "heuristic", "nonsense"])
def test_games_are_those_of_text_tables(kind, tmp_path, monkeypatch):
    monkeypatch.setattr("tiktoken.get_encoding", lambda name: Words())
    wanted = [
        recorded(TextTable("villagers", seat, seed=seed_of("test", 0), last=5), kinds("villagers")[kind])
        for seat in (0, 1)
    ]
    script = [
        ModelOutput.from_content("mockllm/model", answer) for answers, _ in wanted for answer in answers
    ]
    (log,) = evaluate(
        eurogym_games(deals=1, last=5, rules="short"), model=get_model("mockllm/model", custom_outputs=script),
        log_dir=str(tmp_path), display="none", max_samples=1,
    )  # fmt: skip
    assert log.status == "success", log.error
    for sample, (_, transcript) in zip(log.samples, wanted, strict=True):
        assert sample.store[RESULT]["transcript"] == transcript
        scored = sample.scores["game_result"].value
        assert scored["placement"] == sample.store[RESULT]["placement"]
        assert scored["forfeited"] == (kind == "nonsense")
    assert {score.name for score in log.results.scores} >= {"placement", "margin"}


def test_positions_of_the_benchmark_have_the_same_figures(tmp_path, monkeypatch):
    monkeypatch.setattr("tiktoken.get_encoding", lambda name: Words())
    script = [ModelOutput.from_content("mockllm/model", "<action>1</action>") for _ in range(3)]
    (log,) = evaluate(
        eurogym_bench(items=3), model=get_model("mockllm/model", custom_outputs=script),
        log_dir=str(tmp_path), display="none", max_samples=1,
    )  # fmt: skip
    assert log.status == "success", log.error
    for number, sample in enumerate(log.samples):
        table = item_table(load_benchmark().task("villagers-positions"), 2 * number)
        table.answer("1")
        assert sample.scores["game_result"].value == table.result()[0].figures
