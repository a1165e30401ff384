"""Village in words: data, table, explained actions."""

import json
import re
from itertools import islice

import numpy as np
import pytest

import eurogym.envs.village as village
from eurogym.envs.core.declare import design
from eurogym.envs.core.declare.game import header
from eurogym.envs.core.draw.pictures import table_parts
from eurogym.envs.core.words import WIDTH
from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.game import GAME
from eurogym.envs.village.view.names import NAMES
from eurogym.envs.village.view.text import to_dict, to_text
from tests.village.games import REPLACED, played
from tests.village.positions import A, solo, table

rule = pytest.mark.rule

SETTINGS = (
    {"num_players": 2},
    {"num_players": 3, "auto_forced": False},
    {"num_players": 5, "data_overrides": REPLACED[4]},
    {"num_players": 1},
    {"num_players": 1, "carla_rule": "die", "data_overrides": REPLACED[5]},
)


def each_setting(test):
    return pytest.mark.parametrize("values", SETTINGS, ids=str)(test)


def plain(value):
    """What JSON makes of it."""
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("values", SETTINGS[1::2], ids=str)
def test_the_description_shows_every_field_of_the_state(values):
    """Given a position with no empty place; when one field changes; then the description does."""
    batch, _ = next(islice(played(values, 2), 60, None))
    alone, names = values["num_players"] == 1, GAME.dtype.names
    shown = {
        "current_seat", "decision", "done", "pending_arg", "cubes_on_space", "cubes_added", "council_time",
        "church_cost", "rewards", "edge_cubes", "wishes", "points",
    }  # fmt: skip
    left_out = {field.name for field in header(E.R.COUNT, GAME.max_pending)}
    left_out |= set(GAME.fixed_values(batch.options))
    if alone:
        left_out |= {"marker_holder"}
        shown |= {"loop_spaces", "fate_space", "die_rule"}
    else:
        left_out |= {*names[names.index("marker") :], "carla_serves"}
    base = plain(to_dict(filled(batch.states), batch.options))
    for name in set(names) - (left_out - shown):
        assert any(describe_with(batch, name, value) != base for value in (1, 2, 0)), f"{name} is not shown"


def filled(states):
    """The position with something in every place that may be empty, so that each field has something to say."""
    state = states.copy()[0]
    state["market_open"], state["edge"], state["num_pending"] = 1, 2, 1
    state["slot"][0], state["queue"][0], state["stack"][0] = 0, 1, 2
    state["members"][0, 0, E.PLACE.farm] = 1
    return state


def describe_with(batch, name, value):
    state = filled(batch.states)
    if state[name].ndim == 0:
        state[name] = value
    else:
        state[name][(0,) * state[name].ndim] = value
    return plain(to_dict(state, batch.options))


@each_setting
def test_points_add_up_to_the_standing(values):
    for batch, rng in played(values, 3):
        if rng.integers(5) == 0 or batch.states["done"][0]:
            seats = to_dict(batch.state(0), batch.options)["seats"]
            scores = batch.scores()[:, :, 0]
            assert [one["points"] for one in seats] == scores[0].tolist()
            columns = design.points_of(GAME, np.asarray(batch.states), scores)[0]
            assert columns.sum(axis=1).tolist() == scores[0].tolist()
            told = [list(one["points_from"].values()) for one in seats]
            assert columns[: len(told)].tolist() == told


def test_a_seat_is_told_all_but_what_nobody_knows():
    game = solo()
    whole = to_dict(game.state, game.options)
    assert to_dict(game.state, game.options, A) == whole | {"hidden": None}
    assert [one["customer"] for one in whole["hidden"]["stack"]] == game.stack()
    top, bottom = game.state["quill"].tolist()
    assert whole["hidden"]["quills"] == [top, 3 + bottom]
    assert [one["customer"] for one in whole["market"]["stack_holds"]] == sorted(game.stack())


def test_the_action_in_progress_is_told():
    game = table(2, {"travel": "brown"}).have("brown", "wagon").act("take brown from travel", "send 1 to C1")
    told = to_dict(game.state, game.options)["action"]
    journey = {
        "generation": 1,
        "from": "farm",
        "to": "C1",
        "road": ["village", "C1"],
        "cubes": ["brown", "brown"],
    }
    assert (told["space"], told["source"], told["journey"]) == ("travel", "cube", journey)


@each_setting
def test_the_table_fits_the_page_and_tells_what_there_is(values):
    for batch, rng in played(values, 5):
        if rng.integers(6) and not batch.states["done"][0]:
            continue
        state, options = batch.state(0), batch.options
        told = to_dict(state, options)
        text = to_text(state, options, 0)
        assert max(map(len, text.splitlines())) <= WIDTH and "\N{NO-BREAK SPACE}" not in text
        words = " ".join(text.split())
        if told["game_over"]:
            assert words.startswith("The game is over")
        else:
            assert "to decide: " in words and told["decision"] not in words
        for name, cubes in told["spaces"].items():
            row = " ".join(str(cubes.get(colour, 0) or ".") for colour in E.COLOUR.NAMES)
            assert f" {NAMES[name]} {row} " in words
        for one in told["seats"]:
            assert f"{one['name']}" in words and f"{one['points']} points now" in words
            assert f"time {one['time']}, {one['to_quill']} to the quill" in words


@pytest.mark.parametrize(("seat", "order"), [(1, "213"), (None, "123")])
def test_the_seat_that_looks_comes_first(seat, order):
    game = table(3)
    found = re.findall(r"player (\d)(?: \*)?: \d+ points", to_text(game.state, game.options, seat))
    assert "".join(found) == order


@rule("R15.2")
def test_the_end_is_announced():
    game = table(3, {"family": "plague", "church": "pink pink"}).graves(1, farm=0).have(time=9)
    text = to_text(game.act("take plague from family", "pass", "death at farm").state, game.options)
    assert "The end of the game is triggered; a last turn still to come: player 3" in text


def test_every_decision_is_asked_in_words():
    met = set()
    for values in (SETTINGS[1], SETTINGS[4], {"num_players": 4, "auto_forced": False}):
        for batch, _ in played(values, 11):
            if not batch.states["done"][0] and GAME.decision_name(batch.state(0)) not in met:
                met.add(GAME.decision_name(batch.state(0)))
                asked = to_text(batch.state(0), batch.options).split("to decide: ")[1].splitlines()[0]
                assert "None" not in asked and " - " not in asked
    assert len(met) >= 16


def check_said(game, told):
    """The words of these actions."""
    for text, expected in told.items():
        words = GAME.explain_action(game.state, game.options, game.batch.catalog.parse(text))
        assert words == expected


def test_customers_and_cubes_are_named():
    game = table(2, {"market": "green", "family": "pink"}).market("scroll grain", None, "ox").have(time=9)
    check_said(game.act("take green from market"), {
        "serve 0 free": "serve the customer who wants a scroll and 1 grain without a fee (3 points)",
        "serve 2 green": "serve the customer who wants an ox for a green cube "
        "(3 points; 1 time, past the quill: a death)",
        "serve 1 green": "serve 1 green",
        "pass": "sell nothing more (out for this market day)",
        "cube pink": "take a pink cube (32 in the supply, 0 owned)",
    })  # fmt: skip


def test_carlas_cube_is_explained():
    game = solo({"family": "plague pink brown"}).carla(loop_next=3).act("take pink from family", "pass")
    words = "let Carla take the brown cube (from the family space to space 3 of Carla's loop; a fate tile is turned up)"
    check_said(game, {"cube brown": words})


def test_the_letters_of_cubes_are_explained_where_they_are_drawn():
    batch = village.batch(num_envs=1, num_players=2, seed=1)
    parts = table_parts(GAME, batch.state(0), batch.options, 0, 1280)["parts"]
    drawn = " ".join(part["svg"] for part in parts)
    for letter, colour in zip("OGBP", E.COLOUR.NAMES, strict=False):
        assert re.search(rf'data-about="{colour} cube"><rect[^>]*/><text[^>]*>{letter}</text>', drawn)
        assert f">{colour}</text>" in drawn
