"""What agents do how often."""

import numpy as np

from eurogym import agents
from eurogym.envs.core import registry
from tests.agents.habits import counted, habits


def test_every_action_is_counted_by_the_first_words_of_its_text():
    batch = registry.module("villagers").batch(num_envs=6, num_players=2)
    agent = agents.make("random", game="villagers")
    agent.reset(1)
    counts = counted(agent, 1)
    actions = np.concatenate([agent.act(batch, np.arange(6)), agent.act(batch, np.arange(2))])
    texts = [batch.catalog.texts[action].split()[0] for action in actions]
    assert counts == {text: texts.count(text) for text in texts}


def test_the_same_agent_twice_has_the_same_habits():
    rows = habits("villagers", ("villagers", "villagers"), 2, 3, 1)
    assert len(rows) > 5 and all(row.keys() == {"kind", "villagers"} for row in rows)
    other = habits("villagers", ("villagers", "random"), 2, 3, 1)
    assert all(row.keys() == {"kind", "villagers", "random"} for row in other)
    apart = [abs(row["villagers"] - row["random"]) for row in other]
    assert apart == sorted(apart, reverse=True) and apart[0] > 1
