"""Rows of things and of actions: how they are declared, and how the environments pass them on."""

import re
from collections import Counter

import numpy as np
import pytest

from eurogym import agents, castles_of_burgundy_v0, village_v0
from eurogym.envs.castles_of_burgundy.declare.enums import D
from eurogym.envs.core.declare.layout import Field, ObservationLayout
from eurogym.envs.core.declare.things import axis, bits, coded, one, pattern, quantity
from eurogym.envs.core.errors import StateError

CARDS, SLOTS = axis("card", ("ace", "king", "queen")), axis("slot", 2)


def test_fields_of_a_kind_say_together_what_a_thing_is():
    shown = pattern(CARDS[:2], [[1, 0, 2], [0, 1, 2]])
    layout = ObservationLayout(
        [
            Field("road", (SLOTS, one(CARDS))),
            Field("coins", SLOTS, kind="road", amount="coins"),
            Field("known", bits(CARDS[[2, 0, 1]], 2)),
            Field("shown", (SLOTS, (shown, quantity("age")))),
            Field("last", coded(CARDS[1:])),
        ],
        [Field("hand", CARDS)],
        2,
    )
    assert (
        layout.shapes["shown"] == (2, 4)
        and layout.shapes["last"] == ()
        and layout.size == 6 + 2 + 2 + 8 + 1 + 6
    )
    codes = np.array([[0, 1, 0, 0, 0, 0, 5, 7, 1, 1, 0, 0, 0, 0, 0, 1, 2, 9, 2, 0, 0, 0, 3, 0, 0]], np.uint8)
    starts, rows = layout.entities.rows(codes)
    assert [layout.entities.columns.words(row) for row in rows] == [
        {"kind": "road", "slot": "1", "card": "king", "coins": 5},
        {"kind": "road", "slot": "2", "coins": 7},
        {"kind": "known", "card": "king"},
        {"kind": "shown", "slot": "2", "card": "king", "age": 9},
        {"kind": "last", "card": "queen"},
        {"kind": "hand", "seat": "next seat", "card": "ace", "amount": 3},
    ]
    assert (layout.entities.codes(starts, rows) == codes).all()
    for wrong in (codes[:, :-1], codes[0], codes.astype(np.float32)):
        with pytest.raises(ValueError, match=r"uint8 of shape \(n, 25\) are needed"):
            layout.entities.rows(wrong)


@pytest.mark.parametrize(
    ("fields", "match"),
    [
        ([Field("a", CARDS), Field("b", CARDS, kind="a")], "another one tells the same"),
        ([Field("a", CARDS), Field("b", SLOTS, kind="a", amount="b")], "distinguished in two ways"),
        ([Field("a", CARDS), Field("b", axis("card", 3))], "two vocabularies"),
    ],
)
def test_fields_that_contradict_each_other_are_refused(fields, match):
    with pytest.raises(ValueError, match=match):
        _ = ObservationLayout(fields).entities


def test_things_with_the_same_codes_are_refused():
    with pytest.raises(ValueError, match="same codes"):
        pattern(CARDS, [[1, 0], [0, 1], [1, 0]])


def test_infos_have_the_legal_actions_with_their_rows():
    env = village_v0.env(num_players=2, action_rows=40)
    env.reset(seed=1)
    for _ in range(20):
        info = env.last()[4]
        actions, _, rows = env.unwrapped.batch.legal_actions()
        assert (info["legal_actions"][: len(actions)] == actions).all() and info["legal_actions"][
            len(actions)
        ] == -1
        assert (info["legal_rows"][: len(actions)] == rows).all() and not info["legal_rows"][
            len(actions) :
        ].any()
        idle = env.infos[next(agent for agent in env.agents if agent != env.agent_selection)]
        assert idle.keys() == info.keys() and (idle["legal_actions"] == -1).all()
        env.step(int(actions[-1]))
    games = village_v0.vector_env(num_envs=3, num_players=2, action_rows=40, learner_seat=0)
    infos = games.reset(seed=1)[1]
    assert infos["legal_rows"].shape == (3, 40, rows.shape[1])
    assert (
        np.sort(infos["legal_actions"], axis=1)[:, -1]
        == [np.flatnonzero(mask)[-1] for mask in games.action_masks]
    ).all()
    alone = village_v0.gym_env(num_players=2, action_rows=40, learner_seat=0)
    assert (alone.reset(seed=1)[1]["legal_rows"] == infos["legal_rows"][0]).all()
    with pytest.raises(StateError, match="2 places"):
        games.batch.padded_actions(2)
    few = village_v0.raw_env(num_players=2, action_rows=17)
    few.reset(seed=1)
    with pytest.raises(StateError, match="places"):  # the step is done, though its rows find no place
        while True:
            few.step(int(np.flatnonzero(few.batch.action_masks[0])[-1]))
    assert few.agent_selection == few.possible_agents[few.batch.current_seat[0]]


def test_a_log_needs_recorded_actions_and_games_from_their_deal():
    with pytest.raises(StateError, match="record_actions"):
        village_v0.batch(num_players=2).public_log()
    batch = village_v0.batch(num_envs=2, num_players=2, record_actions=True)
    batch.determinize(1, 0, 5)
    assert len(batch.public_log([0])[2]) == len(batch.public_log([])[2]) == 0
    with pytest.raises(StateError, match="game 1 was not played from its deal"):
        batch.public_log()


def test_numbers_of_components_are_those_of_the_table():
    plain, changed = (
        village_v0.batch(num_players=2, data_overrides=over).components()
        for over in (None, {"customers": [{"requires": {"ox": 1}, "points": 7}] * 24})
    )
    assert (changed["customer"]["points"][1:] == 7).all() and (plain["customer"]["points"][1:] < 7).any()
    assert plain["customer"]["points"][0] == 0


def test_rows_of_burgundy_name_the_number_and_the_tile_that_the_words_do():
    """Given decisions that take tiles from elsewhere than the storage, and use other numbers than the dice."""
    rng, looked = np.random.default_rng(1), Counter()
    most = {"modules": "e2,e4,e5,e6,e8,shields,vineyards", "duchies": "random"}
    for options in (
        most,
        {"num_players": 1},
        {"modules": "team", "num_players": 4, "team_board": "advanced"},
    ):
        batch = castles_of_burgundy_v0.batch(num_envs=32, seed=5, auto_forced=False, **options)
        for _ in range(130):
            decisions = batch.states["decision"].tolist()
            for game in [at for at in range(32) if looked[decisions[at]] < 20]:
                looked[decisions[game]] += 1
                actions, _, rows = batch.legal_actions([game])
                for action, row in zip(actions.tolist(), rows, strict=True):
                    told = batch.catalog.columns.words(row)
                    said = batch.game.explain_action(batch.state(game), batch.options, action)
                    value = re.search(r"with the (?:first |second |white )?(\d)", said)
                    assert told.get("value") == (value and value[1]) or told["kind"] == "set_die", (
                        told,
                        said,
                    )
                    if told["kind"] == "place":
                        tile = told["tile"].split("_")[0].replace("joker", "face-down tile")
                        assert tile in said and f"marked {told['hex_value']}" in said, (told, said)
            drawn = [rng.choice(np.flatnonzero(mask)) for mask in batch.action_masks]
            batch.step(np.where(np.arange(32) % 2, agents.make("heuristic").act(batch, np.arange(32)), drawn))
    assert {D.SHIELD_SPACE, D.COLOUR_SPACE, D.WHITE_ACTION, D.START_CASTLE, D.START_SPACE} <= looked.keys()
