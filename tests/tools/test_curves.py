"""The picture of learning from nothing shows what was kept."""

import json
from unittest.mock import MagicMock

import pytest

from tests.strangers import ROOT
from tools import curves


@pytest.mark.parametrize("over", curves.OVER)
def test_every_run_has_a_line_and_every_kind_of_run_a_name(monkeypatch, over):
    monkeypatch.chdir(ROOT)
    axes = MagicMock()
    curves.draw(axes, over)
    rows = json.loads(curves.KEPT.read_text(encoding="utf-8"))
    drawn = [call.args[:2] for call in axes.plot.call_args_list]
    assert sorted(y for _, line in drawn for y in line) == sorted(row["placement"] for row in rows)
    assert len(drawn) == sum(row["end"] for row in rows) and all(list(x) == sorted(x) for x, _ in drawn)
    labels = [label for call in axes.plot.call_args_list if (label := call.kwargs["label"])]
    assert len(labels) == len({tuple(row[name] for name in curves.RUN) for row in rows})
