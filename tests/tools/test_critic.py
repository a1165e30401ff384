"""Values that see one seat or everything: games are not split, and what can be known is found."""

import json

import numpy as np
import pytest

from tools import critic

pytest.importorskip("torch")


def test_no_game_is_on_two_sides():
    games = np.repeat(np.arange(50), 7)
    parts = critic.split(games, seed=3)
    assert sum(map(len, parts)) == len(games)
    sides = [set(games[rows]) for rows in parts]
    assert not (sides[0] & sides[1] or sides[0] & sides[2] or sides[1] & sides[2])
    assert [len(side) for side in sides] == [35, 5, 10]


@pytest.mark.slow
def test_what_only_the_hidden_entries_say_is_explained_by_who_sees_them(monkeypatch):
    """Given returns that follow from a hidden entry alone: an observation explains nothing of them, the entry most."""
    monkeypatch.setattr(critic, "RATE", 5e-3)
    monkeypatch.setattr(critic, "MINIBATCH", 128)
    rng = np.random.default_rng(1)
    seen, hidden = rng.random((6000, 3)).astype(np.float16), rng.integers(0, 5, (6000, 2))
    y = np.stack([hidden[:, 1] - 2.0, hidden[:, 1] * 3.0], axis=1).astype(np.float32)
    parts = critic.split(np.arange(6000) // 4, seed=1)
    pairs = (hidden + np.array([0, 5]), 10)
    blind = critic.explained(critic.network(seen, None, y, parts, 1, 15), y[parts[2]])
    knows = critic.explained(critic.network(seen, pairs, y, parts, 1, 15), y[parts[2]])
    assert (blind < 0.02).all() and (knows > 0.8).all()


def test_ridge_finds_a_line():
    rng = np.random.default_rng(2)
    x = rng.random((4000, 6)).astype(np.float16)
    y = (x.astype(np.float32) @ rng.normal(size=(6, 2))).astype(np.float32) * 10
    parts = critic.split(np.arange(4000) // 4, seed=1)
    assert (critic.explained(critic.ridge(x, y, parts), y[parts[2]]) > 0.95).all()


@pytest.mark.slow
def test_positions_of_a_game_agree_on_what_it_came_to(tmp_path):
    found = critic.play("village", "greedy", players=2, positions=900, per_game=3.0, seed=1)
    assert len(found) == 900 and found.others.shape == found.codes.shape
    for game in np.unique(found.game)[:50]:
        outcomes = np.abs(found.returns[found.game == game, 0])
        assert (outcomes == outcomes[0]).all()  # two seats: one wins what the other loses
    out = tmp_path / "critic.json"
    assert critic.main(["village", "--agent", "greedy", "--positions", "900", "--seeds", "1", "--epochs", "1",
                        "--out", str(out)]) == 0  # fmt: skip
    rows = json.loads(out.read_text())["rows"]
    assert {row["sees"] for row in rows} == set(critic.SIGHTS) and len(rows) == 8
