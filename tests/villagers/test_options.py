"""Expansions as options: in words, in files, in every face."""

import json

import pytest

from eurogym.common.options import game_options, parse_vary
from eurogym.envs import villagers
from eurogym.envs.core import registry
from eurogym.envs.core.errors import OptionError
from eurogym.envs.villagers.declare.options import EXPANSIONS, VillagersOptions
from eurogym.play.words import describe_options


@pytest.mark.parametrize(
    ("text", "expansions"),
    [
        ("saints,profiteers", ["saints", "profiteers"]),
        ("profiteers, saints", ["saints", "profiteers"]),
        ("[developments]", ["developments"]),
        ("all", list(EXPANSIONS)),
        ("none", []),
    ],
)
def test_texts_of_the_command_line_become_expansions(text, expansions):
    values = game_options("villagers", [f"expansions={text}"], {})
    options = VillagersOptions.from_kwargs(num_players=3, **values)
    assert options.as_dict()["expansions"] == expansions
    assert VillagersOptions.from_kwargs(**json.loads(json.dumps(options.as_dict()))) == options
    assert VillagersOptions.from_kwargs(num_players=3, expansions=tuple(expansions)) == options


def test_sets_of_expansions_are_varied_with_slashes():
    assert parse_vary(["expansions=none/saints,scoundrels"]) == {"expansions": [None, "saints,scoundrels"]}


UNKNOWN = "is not allowed; allowed: any of saints, scoundrels, profiteers"
REFUSED = [
    ({"expansions": "saint"}, UNKNOWN),
    ({"expansions": "saints,saints"}, UNKNOWN),
    ({"expansions": ["saints", 3]}, UNKNOWN),
    ({"expansions": 7}, UNKNOWN),
    ({"num_players": 1, "expansions": "profiteers"}, "needs 2 to 5 players; the solo mode has none"),
    ({"num_players": 5, "expansions": "scoundrels"}, "num_players=5 need courier_enabled=True"),
    ({"courier_enabled": True}, "courier_enabled=True needs expansions with 'scoundrels'"),
    ({"bronze_timing": "build_phase_end"}, "bronze_timing='build_phase_end' needs expansions with 'profiteers'"),
    (
        {"reorder_mode": "keep_order", "expansions": "profiteers"},
        "reorder_mode='keep_order' needs expansions with 'saints'",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("values", "words"), REFUSED, ids=str)
def test_options_that_do_not_fit_are_refused_in_words(values, words):
    with pytest.raises(OptionError, match=words):
        VillagersOptions.from_kwargs(**values)


def test_what_was_played_is_described_by_its_options():
    options = VillagersOptions.from_kwargs(num_players=4, expansions="saints,profiteers")
    assert "expansions: " in describe_options(options) and "profiteers" in describe_options(options)


def test_a_game_without_expansions_is_as_it_was():
    """Its spaces hold what they held before there were any, whatever the module sections add elsewhere."""
    base, more = VillagersOptions(), VillagersOptions.from_kwargs(expansions="all")
    game = registry.game("villagers")
    assert game.catalog(base).n == 261 and game.layout(base).size == 1263
    assert game.catalog(more).texts[:261] == game.catalog(base).texts
    fields = game.layout(base).global_fields
    assert game.layout(more).global_fields[: len(fields)] == fields
    assert not any(game.actions.starts(base).values())


@pytest.mark.rule("R18.3")
def test_the_decisions_of_expansions_have_as_many_options_as_the_rules_say():
    catalog = villagers.batch(num_envs=1, num_players=5, expansions="all", courier_enabled=True).catalog
    sizes = {one.name: one.size for one in catalog.ranges}
    expected = dict(
        courier=6, no_courier=1, flaker=5 * 5, prophet_stack=6, prophet_card=71, next_card=71, pigeoneer_card=6,
        next_number=6, pay_recruiter=1, freelancer=2, noble_seat=4, noble_card=71, schemer_seat=5, schemer_card=71,
        thief=4, sheriff=5 * 2, church=7, tavern=3, bronze=4,
    )  # fmt: skip
    assert {name: sizes[name] for name in expected} == expected
