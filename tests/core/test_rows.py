"""Rows of things and of actions: how they are declared, and how the environments pass them on."""

import numpy as np
import pytest

from eurogym import village_v0
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


def test_a_log_needs_recorded_actions_and_games_from_their_deal():
    with pytest.raises(StateError, match="record_actions"):
        village_v0.batch(num_players=2).public_log()
    batch = village_v0.batch(num_envs=2, num_players=2, record_actions=True)
    batch.determinize(1, 0, 5)
    assert len(batch.public_log([0])[2]) == 0
    with pytest.raises(StateError, match="game 1 was not played from its deal"):
        batch.public_log()


def test_numbers_of_components_are_those_of_the_table():
    plain, changed = (
        village_v0.batch(num_players=2, data_overrides=over).components()
        for over in (None, {"customers": [{"requires": {"ox": 1}, "points": 7}] * 24})
    )
    assert (changed["customer"]["points"][1:] == 7).all() and (plain["customer"]["points"][1:] < 7).any()
    assert plain["customer"]["points"][0] == 0
