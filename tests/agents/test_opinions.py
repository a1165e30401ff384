"""What agents say of the actions of a game: their choice stays what `act` chooses, their numbers are what they mean."""

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents.framework.opinion import PROBABILITY, Opinion, opinion_of
from eurogym.envs.core import registry
from tests import toy
from tests.agents.networks import policy, saved


@pytest.fixture(autouse=True)
def _toy():
    registry.register(toy.GAME, toy)


def position(seed=3):
    """A position with a choice."""
    batch = toy.batch(num_envs=1, num_players=2, seed=seed)
    while batch.action_masks[0].sum() < 2:
        batch.step([int(np.flatnonzero(batch.action_masks[0])[0])])
    return batch


def both(spec, batch):
    """What an agent chooses, and its opinion, from the same luck."""
    one, two = agents.make(spec, game="toy"), agents.make(spec, game="toy")
    for agent in (one, two):
        agent.reset(5)
    return int(one.act(batch, np.array([0]))[0]), opinion_of(two, batch)


@pytest.mark.parametrize(
    "spec", ["random", "greedy", "greedy:worlds=1", "mc:sims=40", "mc:sims=40,playout=random"]
)
def test_the_opinion_is_of_the_action_chosen(spec):
    for seed in range(12):
        batch = position(seed)
        before = batch.states.tobytes()
        action, opinion = both(spec, batch)
        assert opinion.action == action and batch.states.tobytes() == before
        legal = set(np.flatnonzero(batch.action_masks[0]).tolist())
        assert opinion.numbers.keys() <= legal
        assert bool(opinion.numbers) == bool(opinion.meaning) == (spec != "random")
        if spec == "greedy:worlds=1":  # points, of which it takes the most
            assert opinion.numbers.keys() == legal
            assert opinion.numbers[action] == max(opinion.numbers.values())


def test_a_choice_that_is_not_the_highest_number_is_explained():
    """Given few simulations; then some actions stand higher that are not better by what `trust` asks for."""
    explained = []
    for seed in range(12):
        _, opinion = both("mc:sims=12,trust=2", position(seed))
        highest = opinion.numbers[opinion.action] == max(opinion.numbers.values())
        explained.append("too unsure" in opinion.meaning)
        assert highest != explained[-1]
    assert any(explained) and not all(explained)


def test_simulations_tell_means_between_the_last_place_and_the_first():
    action, opinion = both("mc:sims=200,playout=random", position())
    assert all(-1 <= number <= 1 for number in opinion.numbers.values()) and "first place" in opinion.meaning
    assert opinion.numbers[action] == max(opinion.numbers.values())


def test_policies_tell_probabilities(tmp_path):
    batch = position()
    path = saved(tmp_path, batch, policy(batch))
    _, opinion = both(f"ppo:path={path}", batch)
    assert opinion.meaning == PROBABILITY and sum(opinion.numbers.values()) == pytest.approx(1, abs=1e-5)
    assert opinion.numbers[opinion.action] == max(opinion.numbers.values())
    _, flat = both(f"ppo:path={path},temperature=1000", batch)
    assert max(flat.numbers.values()) - min(flat.numbers.values()) < 0.01


def test_a_few_of_many_numbers():
    opinion = Opinion(4, {1: 0.5, 2: 0.1, 3: 0.25, 4: -0.25, 5: 0.25}, "value")
    assert opinion.best(3) == [(1, 0.5), (3, 0.25), (4, -0.25)]
    assert opinion.best(1) == [(4, -0.25)] and Opinion(4).best(3) == []
    assert opinion.shown(0.254) == "+0.25" and Opinion(1, {1: 1.0}, PROBABILITY).shown(0.254) == "25 %"
