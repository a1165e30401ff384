"""The rules as a text: short enough, of these options alone, and without notes for those who work on the pages."""

import re

import pytest

from eurogym.envs.core import registry
from eurogym.envs.core.errors import OptionError
from eurogym.play import rulebook
from eurogym.text import TextTable
from eurogym.text.rule_text import SHORT_WORDS, about, count_words, rules
from tests.conformance.cases import CASES, few_cases
from tests.playing import shipped_games

SHIPPED = [case for case in CASES if case.game_name in shipped_games()]
NOTES = r"\.json|\brulebook\b|\b[AD]\d+[a-z]?\b|\(\)|\(;|\bA\d\b|\boptions? [a-z]+_|\bengine\b|\boracle\b"


FEW = [case for case in SHIPPED if case in few_cases()]
OTHERS = [pytest.param(case, marks=pytest.mark.slow) for case in SHIPPED if case not in FEW]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("case", [*FEW, *OTHERS], ids=lambda case: case.id)
def test_the_rules_are_of_the_length_that_was_asked_for_and_cite_rules_that_hold(case):
    short = rules(case.game, case.game_options)
    full = rules(case.game, case.game_options, "full")
    assert 700 < count_words(short) <= SHORT_WORDS < count_words(full)
    assert not re.findall(NOTES, full + short)
    sections = rulebook.sections(case.game, case.game_options)
    numbers = {rule.number for one in sections for rule in one.rules if rule.number}
    full, short = (text.partition("## How actions are written")[0] for text in (full, short))
    cited = re.findall(r"^- (R?\d+\.\d+\w*) ", full, re.MULTILINE)
    shortened = re.findall(r"^- (R?\d+\.\d+\w*) ", short, re.MULTILINE)
    assert len(cited) > 0.9 * len(numbers) and set(cited) <= numbers
    assert set(shortened) <= set(cited) and len(shortened) > 0.3 * len(cited)


@pytest.mark.parametrize("game", shipped_games())
def test_the_short_rules_say_how_it_is_won_and_how_every_kind_of_action_is_written(game):
    options = registry.game(game).options_class()
    short = rules(registry.game(game), options)
    assert re.search(r"## (Winner|Final scoring|End of a phase, end of the game)\n- ", short)
    for one in registry.game(game).catalog(options).ranges:
        assert f"\n- {one.text(0)}" in short


@pytest.mark.parametrize("game", shipped_games())
def test_the_short_rules_of_a_table_say_what_wrong_answers_cost_and_are_short_all_the_same(game):
    told = TextTable(game, retries=2).rules("short")
    assert "2 retries." in told and count_words(told) <= SHORT_WORDS


def test_rules_of_what_is_not_in_play_are_left_out():
    game = registry.game("villagers")
    plain, solo = (rules(game, game.options_class(num_players=n), "full") for n in (2, 1))
    assert "Countess" in solo and "Countess" not in plain


def test_rules_are_found_by_word_and_number_and_what_there_is_not_is_empty():
    game = registry.game("keyflower")
    found = about(game, game.options_class(), "R5.3")
    assert "R5.3" in found and "strictly larger" in found and found.count("\n- ") == 1
    assert "watermill: " in about(game, game.options_class(), "watermill").lower()
    assert about(game, game.options_class(), "<action>") == ""


def test_another_length_is_refused():
    game = registry.game("keyflower")
    with pytest.raises(OptionError, match="allowed: 'short', 'full'"):
        rules(game, game.options_class(), "long")
