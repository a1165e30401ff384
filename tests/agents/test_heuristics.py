"""What the heuristic of every game owes: legal answers, no look at hidden things, no luck, better than greed."""

import numpy as np
import pytest

from eurogym import agents, envs
from eurogym.agents.framework.search.lookahead import worths
from eurogym.envs.core import registry
from eurogym.measure.evaluate import run_duels
from tests.facts import facts_of
from tests.playing import play_matches, searched_games

TABLES = facts_of("HEURISTIC_TABLES")
LEAST_SCORES = facts_of("LEAST_SCORES")
CASES = [
    pytest.param(game, options, id="-".join([game, *map(str, options.values())]))
    for game, tables in TABLES.items()
    for options in tables
]


def heuristic(game):
    return agents.make(agents.heuristic_name(game), game=game)


def batch_of(game, **options):
    return registry.module(game).batch(**options)


def test_every_heuristic_is_tried_here():
    with_heuristic = {game for game in envs.games() if agents.heuristic_name(game) != "greedy"}
    assert set(TABLES) == set(LEAST_SCORES) == with_heuristic - {"toy"}


@pytest.mark.parametrize(("game", "options"), CASES)
def test_every_choice_is_legal_and_depends_on_what_the_seat_sees_alone(game, options):
    """Given a game that wanders at random, and a copy in which all that the seat cannot know is dealt anew.

    The two lie in different slots, with luck of their own: no choice is drawn by lot either.
    """
    batch = batch_of(game, num_envs=2, seed=4, autoreset=False, auto_forced=False, **options)
    agent, rng = heuristic(game), np.random.default_rng(0)
    while not batch.dones[0]:
        batch.copy_game(0, 1)
        batch.determinize(1, int(batch.current_seat[0]), 1000 + int(batch.states["num_decisions"][0]))
        before = batch.states.tobytes()
        choices = agent.act(batch, np.array([0, 1]))
        assert choices[0] == choices[1], batch.catalog.describe(int(choices[0]))
        assert batch.action_masks[[0, 1], choices].all() and batch.states.tobytes() == before
        action = choices[0] if rng.random() < 0.6 else batch.sample_legal(rng)[0]
        batch.step([action], games=[0])


@pytest.mark.parametrize(
    ("game", "num_players"),
    [
        pytest.param(game, players, marks=() if players == 2 and game == "village" else pytest.mark.slow)
        for game in TABLES
        for players in (2, max(LEAST_SCORES[game]))
    ],
)
def test_the_heuristic_beats_greedy_beats_random(game, num_players):
    for better, worse in ((agents.heuristic_name(game), "greedy"), ("greedy", "random")):
        duel = run_duels(game, better, [worse], [num_players], deals=8)[0]
        assert duel.outcome[0] - duel.outcome[1] > 0, (better, worse)


@pytest.mark.one_in(7)  # fingerprints hold their games, with the slow tests
@pytest.mark.parametrize(("game", "num_players"), [(game, n) for game in TABLES for n in LEAST_SCORES[game]])
def test_scores_in_self_play(game, num_players):
    deals = 300 // num_players
    played = play_matches(game, [heuristic(game)], np.zeros((deals, num_players), int), np.arange(deals))
    assert played.scores.mean() > LEAST_SCORES[game][num_players]


@pytest.mark.parametrize("game", searched_games())
def test_the_evaluation_of_a_finished_game_is_its_score(game):
    batch = batch_of(game, num_envs=8, num_players=3, seed=3, autoreset=False, observe=False)
    agent = heuristic(game)
    running = np.arange(8)
    while len(running):
        batch.step(agent.act(batch, running), running)
        running = running[~batch.dones[running]]
    assert worths(batch, np.arange(8)).tolist() == batch.final_scores.tolist()
