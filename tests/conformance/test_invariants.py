"""What holds in every position of every game."""

import json
import re

import numpy as np
import pytest

from eurogym.envs.core.errors import IllegalActionError, OptionError
from tests.conformance.helpers import game_over, positions, random_legal, snapshot, spread_positions

SEEDS = (0, 1)
COUNTED_FROM_0 = re.compile(r"\bseat \d|\bdie 0|\bdice 0")


@pytest.mark.parametrize("seed", SEEDS)
def test_every_position(case, seed):
    bound = case.game.max_decisions(case.game_options)
    for batch in positions(case, seed):
        mask, codes = batch.action_masks[0], batch.observations[0]
        assert mask.any(), "no legal action before the end"
        assert case.game_options.auto_forced is False or mask.sum() > 1, (
            "a forced decision was left to the agent"
        )
        too_high = np.flatnonzero(codes > batch.layout.high)
        assert not len(too_high), f"codes above the layout's bound at {too_high.tolist()}"
        assert 0 <= batch.current_seat[0] < batch.num_seats
        assert batch.states["num_decisions"][0] < bound
        assert not batch.dones[0] and not batch.rewards.any()
    assert game_over(batch) and batch.states["num_decisions"][0] <= bound


def test_game_ends_with_scores_placements_and_rewards(case):
    batch = case.batch(16, autoreset=False, seed=1)
    batch.rollout(steps=case.game.max_decisions(case.game_options), seed=2)
    assert (batch.states["done"] == 1).all() and batch.dones.all() and not batch.action_masks.any()
    assert np.abs(batch.final_placements).max() <= 1.0
    if batch.table_seats > 1:
        assert np.allclose(batch.final_placements.sum(axis=1), 0.0, atol=1e-5)
    assert np.array_equal(batch.rewards, batch.final_placements[:, : batch.num_seats])
    assert np.array_equal(batch.scores()[:, :, 0], batch.final_scores)
    assert (batch.final_lengths <= case.game.max_decisions(case.game_options)).all()


def test_every_legal_action_leads_on(case):
    for batch in positions(case, seed=3, every=9):
        legal = np.flatnonzero(batch.action_masks[0])
        tried = case.batch(len(legal), autoreset=False)
        tried.load(np.repeat(np.asarray(batch.states), len(legal)))
        tried.step(legal)
        for g in range(len(legal)):
            assert tried.states["done"][g] or tried.action_masks[g].any()
        tried.rollout(steps=case.game.max_decisions(case.game_options), seed=4)
        assert (tried.states["done"] == 1).all()


def test_illegal_actions_are_refused_without_a_trace(case):
    for batch in positions(case, seed=4, every=6):
        before = snapshot(batch)
        illegal = np.flatnonzero(~batch.action_masks[0])[::17].tolist()
        for action in [*illegal, -1, batch.num_actions, 2**40]:
            with pytest.raises(IllegalActionError) as caught:
                batch.step([action])
            assert caught.value.actions == (action,) and caught.value.games == (0,)
            assert snapshot(batch) == before
            if 0 <= action < batch.num_actions:
                assert repr(batch.catalog.describe(action)) in str(caught.value)


def test_catalog_is_total(case):
    catalog = case.game.catalog(case.game_options)
    assert len({catalog.describe(action) for action in range(catalog.n)}) == catalog.n
    assert all(catalog.parse(catalog.describe(action)) == action for action in range(catalog.n))
    assert all(catalog.id(*catalog.locate(action)) == action for action in range(catalog.n))


def test_what_a_screen_offers_is_understood(case, most):
    catalog = case.game.catalog(case.game_options)
    for batch in spread_positions(case, 5, most):
        state = batch.state(0)
        for action in np.flatnonzero(batch.action_masks[0]).tolist():
            words = case.game.explain_action(state, case.game_options, action)
            assert catalog.parse(words) == action and not COUNTED_FROM_0.search(words)
        assert not COUNTED_FROM_0.search(case.game.to_text(state, case.game_options, 0))


def test_every_action_is_read_with_players_counted_from_1(case):
    assert not COUNTED_FROM_0.search(" | ".join(case.game.catalog(case.game_options).shown))


def test_nobody_looks_with_the_eyes_of_a_seat_that_is_no_players(case):
    if not case.package.startswith("eurogym."):
        pytest.skip("a game of the tests")
    batch = case.batch(observe=False)
    for seat in (batch.num_seats, -1):
        for look in (case.game.to_text, case.game.to_dict):
            with pytest.raises(OptionError, match="the players, or None"):
                look(batch.state(0), batch.options, seat)


def test_forced_decisions_change_nothing(case):
    automatic, shown = case.with_options(auto_forced=True), case.with_options(auto_forced=False)
    for seed in SEEDS:
        one, two = automatic.batch(autoreset=False), shown.batch(autoreset=False)
        one.reset(seeds=[seed])
        two.reset(seeds=[seed])
        number = 0
        while not game_over(one):
            while two.action_masks[0].sum() == 1:
                two.step([int(two.action_masks[0].argmax())])
            assert np.array_equal(one.action_masks, two.action_masks)
            assert np.array_equal(one.observations, two.observations)
            action = random_legal(one, 0, seed, number)
            number += 1
            one.step([action])
            two.step([action])
        while not game_over(two):
            assert two.action_masks[0].sum() == 1
            two.step([int(two.action_masks[0].argmax())])
        assert np.array_equal(one.final_scores, two.final_scores)
        assert np.array_equal(one.final_lengths, two.final_lengths)


def test_padding_adds_zeros_at_the_end(case):
    plain, padded = case.with_options(pad_seats=None), case.with_options(pad_seats=7)
    pairs = zip(positions(plain, 5, every=3), positions(padded, 5, every=3), strict=True)
    for one, two in pairs:
        assert two.obs_size > one.obs_size
        assert np.array_equal(two.observations[0, : one.obs_size], one.observations[0])
        assert not two.observations[0, one.obs_size :].any()
        assert np.array_equal(one.action_masks, two.action_masks)


@pytest.mark.few_cases
def test_float_observations_are_scaled_codes(case):
    floats = positions(case, 6, every=4, obs_dtype="float32")
    for one, two in zip(positions(case, 6, every=4), floats, strict=True):
        assert two.observations.dtype == np.float32
        assert np.array_equal(one.layout.scaled(one.observations), two.observations)


@pytest.mark.few_cases
def test_descriptions_are_plain_data(case, most):
    for batch in spread_positions(case, 7, most):
        for seat in (None, *range(batch.num_seats)):
            told = case.game.to_dict(batch.state(0), case.game_options, seat)
            assert json.loads(json.dumps(told)) is not None
            assert isinstance(batch.to_text(0, seat), str)


@pytest.mark.few_cases
def test_switching_observations_off_changes_nothing_else(case):
    for one, two in zip(positions(case, 8), positions(case, 8, observe=False), strict=True):
        assert np.array_equal(one.action_masks, two.action_masks)
        assert np.asarray(one.states).tobytes() == np.asarray(two.states).tobytes()
