"""Greedy and Monte Carlo on Villagers: legal, blind to hidden cards, and stronger than what they start from."""

import numpy as np
import pytest

from eurogym import agents, villagers_v0
from eurogym.measure.evaluate import run_duels

TABLES = [
    {"num_players": 1, "difficulty": "hard"},
    {"num_players": 2},
    {"num_players": 5},
    {"num_players": 3, "expansions": "all"},
]


@pytest.mark.parametrize("options", TABLES, ids=str)
@pytest.mark.parametrize("spec", ["greedy", "mc:sims=4", "mc:sims=4,playout=random", "mc:sims=4,depth=10"])
def test_every_choice_is_legal(spec, options):
    batch = villagers_v0.batch(num_envs=4, seed=6, **options)
    agent = agents.make(spec)
    rng = np.random.default_rng(2)
    for step in range(40):
        choices = agent.act(batch, np.arange(4))
        assert batch.action_masks[np.arange(4), choices].all()
        batch.step(choices if step % 2 else batch.sample_legal(rng))


# In solo the order of the event decks is shuffled from where it stands, so equal luck deals other worlds there.
@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ("greedy", TABLES[0]),
        ("greedy", TABLES[1]),
        ("greedy", TABLES[2]),
        ("mc:sims=10", TABLES[1]),
        ("mc:sims=10", TABLES[2]),
    ],
    ids=str,
)
def test_search_sees_no_more_than_its_seat(spec, options):
    """Given a position and one that only differs in what the seat cannot know, search meets the same worlds."""
    batch = villagers_v0.batch(num_envs=3, seed=7, autoreset=False, **options)
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
