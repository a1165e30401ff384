"""`path=FOLDER` with several runs: the one nearest to the table plays."""

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents.framework.networks.checkpoint import load_checkpoint
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.envs.core import registry
from eurogym.measure.games.kept import key_of
from eurogym.measure.games.matches import Cell, one_against_others
from tests import toy
from tests.agents.networks import policy, saved

registry.register(toy.GAME, toy)


@pytest.fixture
def runs(tmp_path):
    """A folder with a run at the table of two, one at that of three, and something else."""
    for seats in (2, 3):
        batch = toy.batch(num_players=seats)
        saved(tmp_path / f"of_{seats}", batch, policy(batch, seed=seats))
    (tmp_path / "notes").mkdir()
    return tmp_path


@pytest.mark.parametrize("spec", ["ppo:path={}", "search:path={},leaf=evaluation,sims=4,guide=policy"])
@pytest.mark.parametrize("seats", [2, 3])
def test_the_run_of_the_table_plays(runs, spec, seats):
    batch = toy.batch(num_envs=30, num_players=seats)
    played = []
    for path in (runs, runs / f"of_{seats}"):
        agent = agents.make(spec.format(path), game=toy.GAME.name)
        agent.prepare(batch)
        agent.reset(1)
        played.append(agent.act(batch, np.arange(30)).tolist())
    assert played[0] == played[1]


def test_a_table_that_no_run_knows_is_said_with_those_they_know(runs):
    agent = agents.make(f"ppo:path={runs}", game=toy.GAME.name)
    with pytest.raises(
        CheckpointError, match=r"none of 2 networks plays toy with .*of_2.*num_players=2.*of_3"
    ):
        agent.prepare(toy.batch(num_players=4))


def test_where_one_network_is_wanted_a_folder_of_several_is_refused(runs):
    with pytest.raises(CheckpointError, match="a folder of 2 runs; name one of them"):
        load_checkpoint(runs)


def test_measurements_know_the_networks_in_a_folder(runs):
    def key():
        return key_of(
            Cell(toy.GAME.name, [f"ppo:path={runs}", "random"], *one_against_others(1, 4, 2), 1, {})
        )

    before = key()
    assert key() == before
    batch = toy.batch(num_players=2)
    saved(runs / "of_2", batch, policy(batch, seed=9))
    assert key() != before
