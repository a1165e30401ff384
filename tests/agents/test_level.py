"""Opponents for people: the agent of a level, with its share of random decisions."""

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents import AgentError
from eurogym.agents.framework import ladder
from eurogym.cli.main import main
from eurogym.envs import village
from tests.playing import shipped_games


def choices(spec, decisions=400):
    """What an agent chooses along a game that the heuristic plays."""
    batch = village.batch(num_envs=4, num_players=2, seed=3)
    agent, lead = agents.make(spec, game="village"), agents.make("heuristic", game="village")
    agent.reset(5)
    lead.reset(1)
    found = []
    for _ in range(decisions):
        found.append(agent.act(batch, np.arange(4)))
        assert batch.action_masks[np.arange(4), found[-1]].all()
        batch.step(lead.act(batch, np.arange(4)))
    return np.array(found)


def test_level_6_is_the_heuristic_and_lower_ones_slip_as_often_as_they_say():
    heuristic = choices("heuristic")
    assert (choices("level:n=6") == heuristic).all()
    apart = [(choices(f"level:n={level}") != heuristic).mean() for level in (5, 4, 3, 2)]
    assert apart == sorted(apart)
    for share, level in zip(apart, (5, 4, 3, 2), strict=True):
        slips = ladder.LEVELS[level][1] / 100
        assert 0.3 * slips < share < 1.1 * slips  # a random action is often the right one


def test_the_same_seed_slips_at_the_same_decisions():
    assert (choices("level:n=3", 50) == choices("level:n=3", 50)).all()


@pytest.mark.parametrize("n", [0, 11])
def test_other_levels_are_refused(n):
    with pytest.raises(AgentError, match="between 1 and 10"):
        agents.make(f"level:n={n}")


@pytest.mark.parametrize("game", shipped_games())
def test_measured_levels_rise(game, capsys):
    """Within what their intervals allow."""
    sizes = {rung.num_players for rung in ladder.rungs(game)}
    assert sizes
    for size in sizes:
        rows = list(ladder.levels(game, size).values())
        assert len(rows) >= 7
        assert all(weak.low <= strong.high for weak, strong in zip(rows, rows[1:], strict=False))
    assert main(["games", "agents", game, "--levels"]) == 0
    assert "% of its decisions at random" in capsys.readouterr().out
