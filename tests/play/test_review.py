"""A game looked through afterwards: a planted blunder is found, and the same seed agrees."""

import itertools
import re

import numpy as np
import pytest

from eurogym.cli.main import main
from eurogym.envs.core import registry
from eurogym.envs.core.faces.replay import Replay, play
from eurogym.envs.villagers.declare.components import components
from eurogym.play.judge import Judge
from eurogym.play.pictures import RECORDED
from eurogym.play.review import SEARCH, Verdict, by_turn, review, review_lines, worst
from tests.play.tables import heuristic, options_of
from tests.play.test_replay_page import unpacked

GOLD = {card["id"]: card["gold"] for card in components()["cards"]}
WORLDS = 32


def by_heuristic(seed, choose=lambda batch, action: action):
    """A game of Villagers by the heuristic; `choose` may put another action in the place of its."""
    game, agent = registry.game("villagers"), heuristic(registry.game("villagers"))
    agent.reset(0)

    def act(batch):
        return choose(batch, int(agent.act(batch, np.array([0]))[0]))

    return play(game, options_of("villagers"), seed, act)


def game_with_a_blunder(seed, least_gold=8):
    """A game in which player 1 once ends a build turn in place of a card of much Gold.

    Returns the replay, the number of that decision, and what was not done.
    """
    planted, count = [], 0

    def blunder(batch, action):
        nonlocal count
        count += 1
        text, end = batch.catalog.describe(action), batch.catalog.parse("end build")
        rich = text.startswith("play ") and GOLD.get(text.split()[1], 0) >= least_gold
        if not planted and rich and batch.current_seat[0] == 0 and batch.action_masks[0, end]:
            planted.append((count - 1, batch.game.explain_action(batch.state(0), batch.options, action)))
            return end
        return action

    return by_heuristic(seed, blunder), *planted[0]


@pytest.mark.parametrize("search", ["villagers", pytest.param(SEARCH, marks=pytest.mark.slow)])
def test_a_planted_blunder_is_the_worst_decision(search):
    replay, number, better = game_with_a_blunder(2)
    found = worst(review(replay, [0], WORLDS, search))
    assert (found[0].number, found[0].played) == (number, "end your build turn")
    assert better in found[0].better and found[0].lost > 8 and found[0].lost > 4 * found[0].error
    assert re.search(
        r"over 32 playouts it ends with \d+\.\d points against \d+\.\d on average, instead of", found[0].why
    )
    assert f"{better.removeprefix('play ')}: " in found[0].why, "and what the card does"


@pytest.mark.slow
def test_the_same_seed_reviews_alike_and_another_does_not():
    replay, _, _ = game_with_a_blunder(2)
    first, again, other = (review(replay, [1], WORLDS, seed=seed) for seed in (5, 5, 6))
    assert first == again and first != other
    assert {one.seat for one in first} == {1}


def test_the_choice_of_those_who_judge_loses_nothing():
    verdicts = review(by_heuristic(1), [0], WORLDS, search="villagers")
    assert len(verdicts) > 20 and not any(one.lost for one in verdicts)


def test_steps_of_one_turn_are_counted_once():
    found = [
        Verdict(number, 0, "this", lost=lost, turn=turn)
        for number, turn, lost in ((0, 1, 3.0), (1, 1, 9.0), (2, 1, 8.0), (5, 2, 4.0), (7, 3, 0.0))
    ]
    assert [one.number for one in by_turn(found)] == [1, 5, 7]
    assert [one.number for one in worst(found)] == [1, 5]
    replay = play(registry.game("village"), options_of("village"), 1)
    lone = review(replay, [0], worlds=2, search="village")
    turns = [one.turn for one in lone]
    assert turns == sorted(turns) and 1 < len(set(turns)) < len(turns)
    assert review_lines(replay, lone)[0].endswith(f"of {len(set(turns))} turns with a choice")


def test_actions_meet_the_same_worlds_and_the_table_stays():
    replay = Replay.load(RECORDED / "villagers.jsonl")
    batch, decision = next(itertools.islice(replay.positions(), 20, None))
    before = batch.states[0].tobytes()
    outcomes = Judge(batch, 16, 3).outcomes(batch, decision.seat, [decision.action, decision.action])
    assert (outcomes.own[0] == outcomes.own[1]).all() and outcomes.gain(0, 1) == (0, 0)
    assert len(set(outcomes.own[0].tolist())) > 4, "worlds differ"
    assert batch.states[0].tobytes() == before


def test_a_review_alone_against_a_target_counts_its_own_points():
    game = registry.game("castles_of_burgundy")
    replay = play(game, options_of(game.name, num_players=1), 1)
    text = "\n".join(review_lines(replay, review(replay, worlds=8, search="burgundy")))
    assert re.match(r"player 1: \d+\.\d points lost, in \d+ of \d+ turns", text)
    assert " wins " not in text and "better: " in text


def test_the_command_prints_and_writes_the_review(tmp_path, capsys):
    replay, number, better = game_with_a_blunder(2)
    path, page = tmp_path / "game.jsonl", tmp_path / "game.html"
    replay.save(path)
    words = ["replay", str(path), "--review", "--seat", "1", "--worlds", "16", "--with", "villagers"]
    assert main([*words, "--html", str(page)]) == 0
    said = capsys.readouterr().out
    assert f"1. decision {number + 1}, player 1: end your build turn" in said and f"better: {better}" in said
    data = unpacked(page.read_text(encoding="utf-8"))
    assert data["worst"][0] == number
    marks = [row[0] for row in data["review"][str(number)]]
    assert marks == ["played", "better", "why"] and data["review"][str(number)][1][2] == better
    assert main([*words[:1], str(path), *words[1:]]) == 0
    assert capsys.readouterr().out.count("points lost") == 2, "a review of each file"
    assert main(["replay", str(path), str(path)]) == 2
    assert "several files can be given only with --review" in capsys.readouterr().err


def test_a_bot_plays_in_ones_place_to_be_reviewed(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("builtins.input", None)  # nobody is asked
    path = tmp_path / "bot.jsonl"
    words = ["play", "toy", "--by", "greedy", "--opponents", "random", "--seed", "3", "--save", str(path)]
    assert main(words) == 0
    assert "player 1 (heuristic)" in capsys.readouterr().out and Replay.load(path).finished
