"""Pictures of every game: what they show, what they mark, what they keep to themselves, and their pixels."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from eurogym.envs.core.draw.pictures import move_of
from eurogym.envs.core.faces.aec import render_modes
from eurogym.testing import hidden
from eurogym.testing.tables import random_legal, spread_positions

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def _games_with_pictures(case):
    if case.game.draw is None:
        pytest.skip("this game has no pictures")


def marked(picture):
    """Actions that elements of a picture carry."""
    elements = ElementTree.fromstring(picture).iter()
    return {int(number) for one in elements for number in one.get("data-action", "").split()}


@pytest.mark.first_cases
def test_every_legal_action_is_somewhere_and_nothing_else(case, most):
    for batch in spread_positions(case, 11, most):
        legal = set(np.flatnonzero(batch.action_masks[0]).tolist())
        mover = int(batch.current_seat[0])
        assert marked(batch.draw(0)) == marked(batch.draw(0, mover)) == legal
        assert marked(batch.draw(0, mover, legal=False)) == set()
        for seat in range(batch.num_seats):
            if seat != mover:
                assert marked(batch.draw(0, seat)) == set()


@pytest.mark.first_cases
def test_pictures_of_a_game_have_one_size_and_are_drawn_alike_each_time(case):
    sizes = set()
    for batch in spread_positions(case, seed=12, most=4):
        picture = batch.draw(0, legal=False)
        assert picture == batch.draw(0, legal=False)
        root = ElementTree.fromstring(picture)
        sizes.add((root.get("width"), root.get("height"), root.get("viewBox")))
    assert len(sizes) == 1


@pytest.mark.few_cases
def test_what_a_seat_cannot_know_is_not_in_its_picture(case, most):
    hidden.pictures_test(case.table, 13, most)


@pytest.mark.few_cases
def test_the_last_action_is_told_as_others_may_hear_it(case, most):
    for number, batch in enumerate(spread_positions(case, 14, most)):
        action = random_legal(batch, 0, 14, number)
        last = move_of(case.game, batch.state(0), case.game_options, action)
        for seat in range(batch.num_seats):
            if seat != last.seat and last.words != last.heard:
                assert last.words not in batch.draw(0, seat, legal=False, last=last)


@pytest.mark.few_cases
def test_themes(case):
    batch = case.batch()
    plain, light, dark = (batch.draw(0, theme=theme) for theme in ("auto", "light", "dark"))
    assert "prefers-color-scheme:dark" in plain and "@media" not in light + dark and light != dark


@pytest.mark.first_cases
@pytest.mark.daily("castles_of_burgundy", "village")
def test_pixels(case):
    pytest.importorskip("resvg_py")
    pytest.importorskip("pygame")
    assert "rgb_array" in render_modes(case.game)
    env = case.module.raw_env(**case.options, render_mode="rgb_array")
    env.reset(seed=3)
    first = env.render()
    env.step(env.legal_actions()[0])
    second = env.render()
    assert first.shape == second.shape and first.dtype == np.uint8 and first.shape[2] == 3
    assert (first != second).any() and len(set(map(bytes, first[::7, ::7].reshape(-1, 3)))) > 20
