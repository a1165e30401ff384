"""The Villagers heuristic: legal everywhere, blind to hidden cards, and clearly better than one step of greed."""

import numpy as np
import pytest

import agents
from envs import villagers_v0
from training.evaluate import run_duel
from training.matches import play_matches

TABLES = [
    {"num_players": 1, "difficulty": "beginner"},
    {"num_players": 1, "difficulty": "normal"},
    {"num_players": 1, "difficulty": "hard"},
    {"num_players": 2},
    {"num_players": 3},
    {"num_players": 4},
    {"num_players": 5},
]


def label(options):
    return "-".join(str(value) for value in options.values())


@pytest.mark.parametrize("options", TABLES, ids=label)
def test_a_determinized_copy_changes_no_choice(options):
    """Given a position and a copy in which all that the seat cannot know is dealt anew, the choice is the same."""
    batch = villagers_v0.batch(num_envs=2, seed=4, autoreset=False, **options)
    agent = agents.make("villagers")
    rng = np.random.default_rng(0)
    for step in range(400):
        if batch.dones[0]:
            break
        batch.copy_game(0, 1)
        batch.determinize(1, int(batch.current_seat[0]), 1000 + step)
        choices = agent.act(batch, np.array([0, 1]))
        assert choices[0] == choices[1], batch.catalog.describe(int(choices[0]))
        action = choices[0] if rng.random() < 0.7 else batch.sample_legal(rng)[0]
        batch.step([action], games=[0])


@pytest.mark.parametrize("options", [*TABLES, {"num_players": 3, "placement_mode": "slots"}], ids=label)
def test_every_choice_is_legal_from_random_positions(options):
    """Given games that wander at random, the heuristic answers every decision with a legal action."""
    batch = villagers_v0.batch(num_envs=64, seed=9, observe=False, **options)
    agent = agents.make("villagers")
    rng = np.random.default_rng(1)
    everybody = np.arange(64)
    for _ in range(300):
        choices = agent.act(batch, everybody)
        assert batch.action_masks[everybody, choices].all()
        wander = rng.random(64) < 0.5
        batch.step(np.where(wander, batch.sample_legal(rng), choices))


@pytest.mark.parametrize(("num_players", "baseline"), [(2, 61), (3, 64), (4, 59), (5, 61)])
def test_scores_in_self_play_are_far_above_a_one_step_player(num_players, baseline):
    seating = np.zeros((200, num_players), int)
    played = play_matches("villagers", [agents.make("villagers")], seating, np.arange(200))
    assert played.scores.mean() > baseline + 20


@pytest.mark.parametrize(
    ("difficulty", "baseline"), [("beginner", 1 / 2), ("normal", 1 / 6), ("hard", 1 / 30)]
)
def test_solo_games_are_won_far_more_often_than_by_a_one_step_player(difficulty, baseline):
    seating = np.zeros((300, 1), int)
    options = {"difficulty": difficulty}
    played = play_matches("villagers", [agents.make("villagers")], seating, np.arange(300), options=options)
    assert (played.placements[:, 0] > 0).mean() > baseline + 0.15


@pytest.mark.parametrize("num_players", [2, 3, 5])
def test_villagers_beats_greedy_beats_random(num_players):
    better = run_duel("villagers", "villagers", "greedy", num_players, deals=12)
    assert better.outcome[0] - better.outcome[1] > 0
    worse = run_duel("villagers", "greedy", "random", num_players, deals=12)
    assert worse.outcome[0] - worse.outcome[1] > 0
