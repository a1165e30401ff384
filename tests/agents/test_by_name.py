"""Policies at tables with other fields and actions: what is found by name, and what does not count."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents.framework.networks import manifest
from eurogym.agents.framework.networks.by_name import places_of_actions, places_of_fields, rearranged
from eurogym.agents.framework.networks.checkpoint import describe_batch, load_checkpoint, save_checkpoint
from eurogym.agents.framework.networks.manifest import (
    ACTION_VALUES,
    POLICY,
    VALUE,
    InstallationError,
    player_for,
    policy_for,
    ship,
    shipped,
)
from eurogym.agents.framework.networks.network import CheckpointError
from eurogym.agents.framework.networks.residual import START
from eurogym.agents.framework.search.action_values import ActionValues
from eurogym.envs.core import registry
from eurogym.envs.villagers.declare.options import EXPANSIONS
from eurogym.measure.evaluate import run_duels
from eurogym.measure.exploit import _policy_file as policy_file
from tests import toy
from tests.agents.networks import policy, saved

ALL = {"expansions": "all", "courier_enabled": True}
COURIER = {"courier_enabled": True}


def table(num_players, num_envs=12, **options):
    return registry.module("villagers").batch(num_envs=num_envs, num_players=num_players, seed=3, **options)


def checkpoint_of(batch, folder, network=None, **metadata):
    """A checkpoint of a policy, a random one if nothing else is said."""
    return load_checkpoint(saved(folder, batch, network or policy(batch), **metadata))


def upon(batch, folder, **metadata):
    """A checkpoint of a policy that stands on the heuristic."""
    return checkpoint_of(
        batch, folder, policy(batch).standing_on(agents.heuristic_name(batch.game)), **metadata
    )


def played_on(batch, decisions=60):
    """Some way into games, so that most fields say something."""
    rng = np.random.default_rng(4)
    for _ in range(decisions):
        batch.step(batch.sample_legal(rng))
    return batch


def in_layout(observations, present, wanted):
    """Observations (n, F) in another layout: fields by name, 0 where they are missing."""
    found = np.zeros((len(observations), wanted.size), np.uint8)
    for name in present.slices.keys() & wanted.slices.keys():
        found[:, wanted.slices[name]] = observations[:, present.slices[name]]
    return found


def test_places_are_by_name_shape_and_scale():
    trained = [["a", [2], 1.0], ["b", [], 0.5], ["c", [2, 2], 1.0]]
    assert places_of_fields(trained, [["c", [2, 2], 1.0], ["a", [2], 1.0]]).tolist() == [3, 4, 5, 6, 0, 1]
    others = [["b", [], 0.25], ["a", [3], 1.0], ["d", [1], 1.0], ["b", [], 0.5]]
    assert places_of_fields(trained, others).tolist() == [-1] * 5 + [2]
    assert places_of_fields(trained, []).tolist() == []
    assert places_of_actions(["x", "y", "z"], ["z", "w", "x"]).tolist() == [2, -1, 0]


def test_a_residual_and_a_value_of_its_own_go_along():
    rng, network = np.random.default_rng(0), policy(table(2, 1), upon="villagers", shared=0)
    inputs, outputs = np.arange(network.num_inputs)[::-1].copy(), np.array([5, -1, 7])
    turned = rearranged(network, inputs, outputs, network.scale[::-1])
    codes = rng.integers(0, 3, size=(40, network.num_inputs)).astype(np.uint8)
    advice = rng.integers(0, 3, size=40)
    expected = network.logits(codes[:, ::-1], outputs[advice])[:, outputs]
    known, found = advice != 1, turned.logits(codes, advice)
    np.testing.assert_allclose(found[known][:, [0, 2]], expected[known][:, [0, 2]], rtol=1e-4, atol=1e-3)
    np.testing.assert_allclose(found[:, 1], np.where(known, 0.0, START), atol=1e-6)
    values = network.values(codes[:, ::-1], np.maximum(outputs[advice], 0))
    np.testing.assert_allclose(turned.values(codes, advice), values, rtol=1e-4)


@pytest.mark.parametrize(
    "options", [{}, {"expansions": "saints"}, {"expansions": ["scoundrels", "developments"]}]
)
def test_a_policy_for_parts_plays_them_as_if_the_rest_said_nothing(tmp_path, options):
    whole, part = table(5, 1, **ALL), played_on(table(3, **options))
    checkpoint = checkpoint_of(whole, tmp_path, parts=True)
    assert checkpoint.difference(part) and checkpoint.mismatch(part) is None
    found = checkpoint.network_for(part).logits(part.observations)
    wide = in_layout(part.observations, part.layout, whole.layout)
    numbers = [whole.catalog.texts.index(text) for text in part.catalog.texts]
    expected = checkpoint.network.logits(wide)[:, numbers]
    np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-3)
    assert np.ptp(found, axis=0).max() > 1.0


def test_only_those_for_parts_and_only_parts(tmp_path):
    whole, part, base = table(5, 1, **ALL), table(2, 1, expansions="saints"), table(2, 1)
    other = toy.batch(num_envs=1, num_players=2, seed=1)
    for source, parts, there, words in (
        (whole, False, part, "it knows 677 actions, this game has 432 with these options"),
        (base, True, part, "it does not know the observation field 'saints_"),
        (whole, True, other, "it was trained on villagers, this is toy"),
    ):
        with pytest.raises(CheckpointError, match=words):
            checkpoint_of(source, tmp_path, **{"parts": True} if parts else {}).network_for(there)
    assert checkpoint_of(whole, tmp_path, parts=True).network_for(
        table(2, 1, expansions="saints", pad_seats=8)
    )


def test_a_policy_of_another_catalog_is_refused_and_one_of_another_game_has_nothing_to_take_over(tmp_path):
    base, other = table(2, 1), toy.batch(num_envs=1, num_players=2, seed=1)
    checkpoint = checkpoint_of(base, tmp_path, catalog_hash="of an older program")
    with pytest.raises(CheckpointError, match="catalog has changed"):
        checkpoint.network_for(base)
    with pytest.raises(CheckpointError, match="has no weights to transfer: it was trained on villagers"):
        checkpoint.network_by_name(other)


def test_a_policy_taken_over_by_name_knows_what_it_knew_and_no_more(tmp_path):
    base, whole = table(5), played_on(table(5, **ALL))
    checkpoint = checkpoint_of(base, tmp_path)
    network = checkpoint.network_by_name(whole)
    assert network.num_inputs == whole.layout.size and network.num_actions == whole.catalog.n
    narrow = in_layout(whole.observations, whole.layout, base.layout)
    found = network.logits(whole.observations)
    np.testing.assert_allclose(found[:, :261], checkpoint.network.logits(narrow), rtol=1e-3, atol=1e-3)
    assert not found[:, 261:].any()


SUBSETS = [chosen for size in range(5) for chosen in combinations(EXPANSIONS, size)]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("chosen", SUBSETS, ids=lambda chosen: "+".join(chosen) or "base")
def test_which_policy_plays_which_mix_of_expansions(chosen):
    courier = COURIER if "scoundrels" in chosen else {}
    for players, taught in ((2, "2_3p"), (3, "2_3p"), (5, "4_5p")):
        batch = table(players, 1, expansions=list(chosen), **courier)
        padded = table(players, 1, expansions=list(chosen), pad_seats=5, **courier)
        name = "all" if chosen else taught
        for at in (batch, padded):
            assert policy_for(at).path.endswith(f"villagers_{name}.npz")
            with pytest.raises(CheckpointError, match="no plain .non-residual. policy"):
                policy_for(at, plain=True)
        if len(chosen) in (0, len(EXPANSIONS)):  # all other mixes are parts of the largest
            action = agents.make("ppo", game="villagers").act(batch, np.array([0]))
            assert batch.action_masks[0, action[0]]
            assert agents.make("best").plays(batch) == "ppo"


def burgundy(players, **options):
    return registry.module("castles_of_burgundy").batch(num_envs=1, num_players=players, **options)


@pytest.mark.parametrize(("players", "taught"), [(2, "2p"), (3, "3_4p"), (4, "3_4p")])
def test_who_plays_a_table_plays_it_padded_and_with_drawn_duchies_if_it_learned_with_them(players, taught):
    """Also where a network ships that was trained with just these seats."""
    assert policy_for(burgundy(players, pad_seats=4)).path == policy_for(burgundy(players)).path
    drawn = burgundy(players, duchies="random")
    assert policy_for(drawn).path.endswith(f"castles_of_burgundy_{taught}.npz")  # guides searches
    for batch in (drawn, burgundy(players), burgundy(players, pad_seats=4)):
        assert player_for(batch).path.endswith("castles_of_burgundy_actions.npz")


def test_action_values_upon_the_policy_ask_the_policy_and_no_search_takes_them_for_one():
    """Where they ship themselves as well, so that they would ask themselves."""
    drawn = burgundy(2, duchies="random")
    assert player_for(drawn).metadata["base"] == "ppo"
    asked = ActionValues(player_for(drawn), drawn).base
    assert asked.network_for(drawn).policy and not player_for(drawn).network.policy
    ppo = agents.make("ppo", game="castles_of_burgundy")
    assert policy_file(ppo, "castles_of_burgundy", 2, {"duchies": "random"}) == ""
    assert policy_file(agents.make("ppo", game="village"), "village", 2, {}).endswith("village_2_5p.npz")


def test_what_is_of_policies_is_asked_of_a_policy():
    """Where action values ship as well; they stand on the heuristic's play and evaluation, so they are not plain."""
    drawn = burgundy(2, duchies="random")

    def plays(spec):
        return agents.make(f"ppo:{spec}", game="castles_of_burgundy").checkpoint(drawn)

    assert not plays("temperature=1").network.policy
    assert plays("sample=true").path == plays("beta=2").path == policy_for(drawn).path
    with pytest.raises(CheckpointError, match="no plain .non-residual. policy shipped .* fits"):
        plays("plain=true")
    for spec in ("sample=true", "beta=2", "plain=true"):
        with pytest.raises(CheckpointError, match="has action values but no policy"):
            plays(f"{spec},path={player_for(drawn).path}")


def test_what_has_learned_with_an_option_goes_before_what_stands_on_the_heuristic_without(
    tmp_path, monkeypatch
):
    fixed, drawn = burgundy(2, duchies=1), burgundy(2, duchies="random")
    monkeypatch.setattr(manifest, "FOLDER", tmp_path)
    both = [batch.options.as_dict() for batch in (fixed, drawn)]
    ship(upon(fixed, tmp_path), "upon.npz")
    ship(checkpoint_of(fixed, tmp_path, options=both), "plain.npz")
    assert policy_for(fixed).path.endswith("upon.npz")
    assert policy_for(drawn).path.endswith("plain.npz")
    ship(upon(fixed, tmp_path, options=both), "upon.npz")
    assert policy_for(drawn).path.endswith("upon.npz")
    assert policy_for(drawn, plain=True).path.endswith("plain.npz")


def test_what_is_made_for_a_table_goes_before_what_only_knows_it(tmp_path, monkeypatch):
    """Also where that stands on a heuristic, and this does not."""
    whole, base = table(2, 1, **ALL), table(2, 1)
    monkeypatch.setattr(manifest, "FOLDER", tmp_path)
    ship(upon(whole, tmp_path, parts=True), "villagers_all.npz")
    with pytest.raises(CheckpointError, match="no plain .non-residual. policy ships"):
        policy_for(base, plain=True)
    assert policy_for(base).path.endswith("villagers_all.npz")
    ship(checkpoint_of(base, tmp_path), "villagers_base.npz")
    assert policy_for(base).path.endswith("villagers_base.npz")
    assert policy_for(whole).path.endswith("villagers_all.npz")
    with pytest.raises(CheckpointError, match=r"fits these options: villagers_base\.npz plays num_players=2"):
        policy_for(whole, plain=True)


def test_a_file_that_is_not_the_one_of_the_manifest_is_refused(tmp_path, monkeypatch):
    base = table(2, 1)
    monkeypatch.setattr(manifest, "FOLDER", tmp_path)
    row = ship(checkpoint_of(base, tmp_path), "base.npz")
    assert row.size == (tmp_path / "base.npz").stat().st_size and policy_for(base).network.num_actions == 261
    save_checkpoint(tmp_path / "base.npz", policy(base, shared=0), describe_batch(base))
    falling_back = agents.make("level:n=7")  # plays as the heuristic where none ships
    for asked in (policy_for, falling_back.prepare):
        with pytest.raises(InstallationError, match=r"is not the file that manifest\.json names"):
            asked(base)


SHIPPED = [
    row for game in registry.games() for role in (POLICY, ACTION_VALUES, VALUE) for row in shipped(game, role)
]


@pytest.mark.parametrize("row", SHIPPED, ids=lambda row: row.file)
def test_shipped_networks_are_small_and_name_no_place_on_a_machine(row):
    metadata, results = row.open().metadata, Path(__file__).parents[2] / "docs" / "results" / "data"
    assert row.size < 2_500_000
    assert row.recipe == metadata["command"] and row.recipe.startswith("eurogym ")
    assert " /" not in row.recipe and not metadata["config"].get("out")
    assert row.results and all((results / one).exists() for one in row.results)


def test_every_file_has_a_row_and_every_row_its_file():
    rows = {row.file for row in manifest._rows(manifest.FOLDER)}
    assert rows == {path.name for path in manifest.FOLDER.glob("*.npz")}


@pytest.mark.parametrize("players", [2, *(pytest.param(more, marks=pytest.mark.slow) for more in (3, 4, 5))])
def test_the_policy_for_all_expansions_beats_the_heuristic_it_stands_on(players):
    found = run_duels("villagers", "ppo", ["villagers"], [players], deals=60, seed=4, options=ALL)[0]
    assert found.score[0] > found.opponent_score[0] and found.outcome[0] > 0
