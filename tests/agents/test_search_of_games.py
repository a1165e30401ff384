"""Greedy and Monte Carlo on games that ship: legal, blind to hidden cards, and stronger than what they start from."""

import numpy as np
import pytest

from eurogym import agents
from eurogym.envs.core import registry
from eurogym.measure.evaluate import run_duels
from tests.playing import SEARCHED

TABLES = [
    pytest.param(game, options, id=f"{game}-{options}", marks=() if game in SEARCHED else pytest.mark.slow)
    for game, tables in {
        "village": ({"num_players": 2}, {"num_players": 4}, {"num_players": 1}),
        "villagers": (
            {"num_players": 2},
            {"num_players": 5},
            {"num_players": 1, "difficulty": "hard"},
            {"num_players": 3, "expansions": "all"},
        ),
    }.items()
    for options in tables
]
SPECS = ["greedy", "mc:sims=4", "mc:sims=4,playout=random", "mc:sims=4,depth=10"]


@pytest.mark.one_in(5)
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(("game", "options"), TABLES)
def test_every_choice_is_legal(game, options, spec):
    batch = registry.module(game).batch(num_envs=4, seed=6, **options)
    agent = agents.make(spec)
    rng = np.random.default_rng(2)
    for step in range(40):
        choices = agent.act(batch, np.arange(4))
        assert batch.action_masks[np.arange(4), choices].all()
        batch.step(choices if step % 2 else batch.sample_legal(rng))


# Where a stack is shuffled from where it stands, as cubes in the bag of Village are, equal luck deals other worlds.
@pytest.mark.parametrize(
    ("game", "options", "spec"),
    [(*TABLES[0].values, "greedy"), (*TABLES[1].values, "greedy")]
    + [
        pytest.param(*table.values, spec, marks=pytest.mark.slow)
        for table in TABLES[3:5]
        for spec in ("greedy", "mc:sims=10")
    ],
    ids=str,
)
def test_search_sees_no_more_than_its_seat(game, options, spec):
    """Given a position and one that only differs in what the seat cannot know, search meets the same worlds."""
    batch = registry.module(game).batch(num_envs=3, seed=7, autoreset=False, **options)
    agent = agents.make(spec)
    rng = np.random.default_rng(3)
    for step in range(60):
        if batch.dones[0]:
            break
        if step % 6 == 0:
            for copy in (1, 2):
                batch.copy_game(0, copy)
                batch.determinize(copy, int(batch.current_seat[0]), 5 * step + copy)
            choices = []
            for copy in (1, 2):  # both in slot 1, so with the same luck
                if copy == 2:
                    batch.copy_game(2, 1)
                agent.reset(step)
                choices.append(int(agent.act(batch, np.array([1]))[0]))
            assert choices[0] == choices[1]
        batch.step(batch.sample_legal(rng)[:1], games=[0])


@pytest.mark.slow
def test_monte_carlo_beats_the_heuristic_it_plays_out_with():
    duel = run_duels("villagers", "mc:sims=80", ["villagers"], [2], deals=10, seed=1)[0]
    assert duel.outcome[0] > 0
