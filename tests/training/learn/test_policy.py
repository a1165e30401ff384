"""Checkpoints: what is saved is what plays, on padded and unpadded tables, and nowhere it does not belong."""

import json

import numpy as np
import pytest

from eurogym.agents import AgentError
from eurogym.agents.framework.networks import manifest
from eurogym.agents.framework.networks.checkpoint import describe_batch, load_checkpoint, save_checkpoint
from eurogym.agents.framework.networks.manifest import policy_for, ship
from eurogym.agents.framework.networks.network import CheckpointError, Network
from eurogym.agents.framework.networks.policy import PolicyAgent
from tests import toy
from tests.agents.networks import policy


def checkpoint_for(batch, path, **kwargs):
    metadata = {**describe_batch(batch), "seed": 7}
    return load_checkpoint(save_checkpoint(path, policy(batch, **kwargs), metadata))


@pytest.mark.parametrize(("shared", "activation"), [(2, "relu"), (1, "tanh"), (0, "tanh")])
def test_a_saved_network_comes_back_the_same(tmp_path, shared, activation):
    batch = toy.batch(num_envs=6, seed=0)
    # equal sizes, so that the value network may start anywhere
    network = policy(batch, activation, shared=shared, hidden=(8, 8))
    loaded = load_checkpoint(save_checkpoint(tmp_path / "p.npz", network, describe_batch(batch)))
    for ask in (Network.logits, Network.values):
        kept, given = (ask(one, batch.observations) for one in (loaded.network, network))
        np.testing.assert_array_equal(kept, given)
    assert loaded.metadata["game"] == "toy"
    layers = {"inputs": batch.layout.size, "policy": [8, 8, 7], "value": [1] if shared else [8, 8, 1]}
    assert loaded.metadata["architecture"] == {**layers, "shared_layers": shared, "activation": activation}


def test_the_file_is_plain_arrays_and_json(tmp_path):
    batch = toy.batch(num_envs=2, seed=0)
    checkpoint_for(batch, tmp_path / "p.npz")
    with np.load(tmp_path / "p.npz", allow_pickle=False) as file:
        assert json.loads(str(file["metadata"]))["seed"] == 7
        assert all(file[name].dtype == np.float32 for name in file.files if name != "metadata")


def test_codes_and_scaled_observations_give_the_same_logits():
    batch = toy.batch(num_envs=6, seed=0)
    network = policy(batch)
    scaled = batch.layout.scaled(batch.observations)
    for ask in (network.logits, network.values):
        np.testing.assert_allclose(ask(batch.observations), ask(scaled), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("shared", [2, 0])
@pytest.mark.parametrize("with_padding", [True, False])
def test_a_network_trained_with_padding_plays_without_and_the_other_way_round(tmp_path, with_padding, shared):
    tables = [
        toy.batch(num_envs=20, seed=3, num_players=2, pad_seats=4),
        toy.batch(num_envs=20, seed=3, num_players=2),
    ]
    known, other = tables if with_padding else tables[::-1]
    checkpoint = checkpoint_for(known, tmp_path / "p.npz", shared=shared)
    fitted = checkpoint.network_for(other)
    assert fitted.num_inputs == other.layout.size != known.layout.size
    for ask in (Network.logits, Network.values):
        seen, before = ask(fitted, other.observations), ask(checkpoint.network, known.observations)
        np.testing.assert_allclose(seen, before, rtol=1e-5, atol=1e-6)
    agent, games = PolicyAgent(checkpoint), np.arange(20)
    np.testing.assert_array_equal(agent.act(known, games), agent.act(other, games))
    if not with_padding:
        with pytest.raises(CheckpointError, match="more fields"):
            checkpoint.network_for(toy.batch(num_envs=2, seed=3, num_players=3, pad_seats=4))


def test_samples_follow_the_probabilities():
    batch = toy.batch(num_envs=1, seed=1)
    network = policy(batch)
    observations, masks = batch.observations.repeat(20000, 0), batch.action_masks.repeat(20000, 0)
    draws = network.sample(observations, masks, np.random.default_rng(0).random(20000), temperature=4.0)
    expected = network.probabilities(observations[:1], masks[:1], temperature=4.0)[0]
    np.testing.assert_allclose(np.bincount(draws, minlength=7) / 20000, expected, atol=0.015)
    assert expected[~masks[0]].sum() == 0


def test_on_a_batch_that_writes_no_observations_the_agent_asks_for_them(tmp_path):
    seeing, blind = (
        toy.batch(num_envs=12, num_players=3, seed=4, observe=observe) for observe in (True, False)
    )
    agent, games = PolicyAgent(checkpoint_for(seeing, tmp_path / "p.npz")), np.arange(12)
    for _ in range(8):
        actions = agent.act(seeing, games)
        np.testing.assert_array_equal(agent.act(blind, games), actions)
        np.testing.assert_array_equal(agent.act(blind, games[3:5]), actions[3:5])
        seeing.step(actions)
        blind.step(actions)
    assert len(agent.act(blind, games[:0])) == 0


def test_settings_that_make_no_sense_are_refused():
    for settings in ({"temperature": float("nan")}, {"temperature": float("inf")}, {"mode": "best"}):
        with pytest.raises(AgentError):
            PolicyAgent(**settings)


def test_samples_do_not_depend_on_the_other_games(tmp_path):
    batch = toy.batch(num_envs=32, seed=1)
    checkpoint = checkpoint_for(batch, tmp_path / "p.npz")
    agent = PolicyAgent(checkpoint, mode="sample", temperature=20.0, seed=5)
    together = agent.act(batch, np.arange(32))
    alone = np.array([agent.act(batch, np.array([game]))[0] for game in reversed(range(32))])[::-1]
    np.testing.assert_array_equal(together, alone)
    agent.reset(6)
    assert (agent.act(batch, np.arange(32)) != together).any()


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [(0, "another", "the observation has the field"), (2, 0.75, "observation field")],
)
def test_a_checkpoint_refuses_fields_that_it_does_not_know_or_knows_otherwise(tmp_path, place, value, words):
    batch = toy.batch(num_envs=2, seed=0)
    told = json.loads(json.dumps(describe_batch(batch)))
    told["layout"][3][place] = value
    checkpoint = load_checkpoint(save_checkpoint(tmp_path / "p.npz", policy(batch), told))
    with pytest.raises(CheckpointError, match=words):
        PolicyAgent(checkpoint).act(batch, np.array([0]))


def test_damaged_and_missing_files_say_so(tmp_path):
    with pytest.raises(CheckpointError, match="no checkpoint at"):
        load_checkpoint(tmp_path / "nowhere.npz")
    (tmp_path / "bad.npz").write_bytes(b"not a checkpoint")
    with pytest.raises(CheckpointError, match=r"bad\.npz is not a readable checkpoint"):
        load_checkpoint(tmp_path / "bad.npz")
    save_checkpoint(tmp_path / "new.npz", policy(toy.batch(num_envs=1, seed=0)), {})
    with np.load(tmp_path / "new.npz") as file:
        arrays = {name: file[name] for name in file.files}
    told = json.loads(str(arrays["metadata"][()])) | {"format_version": 99}
    np.savez(tmp_path / "new.npz", **arrays | {"metadata": np.array(json.dumps(told))})
    with pytest.raises(CheckpointError, match="version 99"):
        load_checkpoint(tmp_path / "new.npz")


def test_the_distance_counts_what_it_was_not_trained_on(tmp_path):
    checkpoint = checkpoint_for(toy.batch(num_envs=2, seed=0, num_players=3, pad_seats=3), tmp_path / "p.npz")
    assert checkpoint.distance(toy.batch(num_envs=2, seed=0, num_players=3)) == (0, 0)
    assert checkpoint.distance(toy.batch(num_envs=2, seed=0, num_players=2)) == (1, 0)
    assert checkpoint.mismatch(toy.batch(num_envs=2, seed=0, num_players=2)) is None
    harder = toy.batch(num_envs=2, seed=0, num_players=3, difficulty="hard")
    assert checkpoint.distance(harder) == (0, 1)


def test_the_shipped_policy_trained_nearest_to_the_options_plays(tmp_path, monkeypatch):
    """Given policies for two levels: each level is played by its own, also where every decision is shown."""
    levels = {"easy": toy.batch(difficulty="easy"), "hard": toy.batch(difficulty="hard")}
    for name, batch in levels.items():
        ship(checkpoint_for(batch, tmp_path / "source.npz"), f"toy_{name}.npz", tmp_path)
    monkeypatch.setattr(manifest, "FOLDER", tmp_path)
    for name, batch in levels.items():
        for table in (batch, toy.batch(difficulty=name, auto_forced=False)):
            assert policy_for(table).metadata["options"][0]["difficulty"] == name


def test_of_equally_near_policies_that_of_fewer_tables_plays(tmp_path, monkeypatch):
    two, three = batches = [
        toy.batch(num_envs=2, seed=0, num_players=players, pad_seats=3) for players in (2, 3)
    ]
    both = {**describe_batch(three), "options": [batch.options.as_dict() for batch in batches]}
    source = save_checkpoint(tmp_path / "source.npz", policy(three), both)
    ship(load_checkpoint(source), "toy_a.npz", tmp_path)
    ship(checkpoint_for(three, tmp_path / "source.npz"), "toy_b.npz", tmp_path)
    monkeypatch.setattr(manifest, "FOLDER", tmp_path)
    assert policy_for(two).path.endswith("toy_a.npz")
    assert policy_for(three).path.endswith("toy_b.npz")
