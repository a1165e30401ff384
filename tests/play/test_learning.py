"""Learning while playing: every component with what it does and an example, the rules of its options, lessons."""

import dataclasses
import re

import numpy as np
import pytest

from eurogym.envs.core import registry
from eurogym.envs.villagers.declare.components import components
from eurogym.envs.villagers.declare.overrides import cards_with
from eurogym.play import legend, rulebook
from eurogym.play.judge import Outcomes
from eurogym.play.session import Leave, Session
from eurogym.play.tutorial import LESSONS, LOOKED_AT, Tutor, clearly_better
from tests.play.tables import heuristic, options_of, table
from tests.playing import shipped_games


def card(name, asked, **values):
    """The card of a component at a table of these options."""
    (one,) = legend.card(registry.game(name), options_of(name, **values), asked)
    return one


@pytest.mark.parametrize("name", shipped_games())
def test_every_component_has_words_and_an_example(name):
    told = legend.cards(registry.game(name))
    assert len({one.name for one in told}) == len(told) > 20
    for one in told:
        assert one.does and one.example and one.does != one.example, one.name
        text = f"{one.does} {one.example}"
        assert not re.search(r"\bVP\b|\b[A-Z]\d+\.\d|\bseat\b|_[a-z]+_|  |None", text), one.name


@pytest.mark.parametrize(
    ("name", "asked", "players", "words"),
    [
        ("villagers", "horse trader", 2, "; with 5 hay symbols it brings 6 Gold at the Second Market"),
        ("villagers", "grocer", 2, "; with 5 visible Food it brings 15 Gold"),
        ("castles_of_burgundy", "monastery 17", 2, "; with 2 of them in your duchy: 8 points"),
        ("castles_of_burgundy", "4 cows", 2, "; a tile with 3 of the kind lies in the pasture: 7 points"),
        ("castles_of_burgundy", "monastery 24", 1, "when placed: 4 points"),
        ("castles_of_burgundy", "monastery 24", 2, "end: 4 points"),
        ("castles_of_burgundy", "ship", 1, "those of the others leave the game"),
        ("castles_of_burgundy", "ship", 2, "on the turn order track"),
        ("keyflower", "stone yard", 2, "; 3 stone lie on it at the end of winter: 6 points"),
        ("keyflower", "apothecary", 2, "; with 11 at the end of winter: 6 points, one is left over"),
        ("keyflower", "summer boat 2", 2, "2b: every transport capacity"),
        ("village", "council chamber", 2, "; a member on stage 4 is 6 points at the end"),
        ("village", "market", 1, "Carla serves"),
        ("village", "market", 2, "all players may sell"),
        ("village", "privilege 1", 1, "like a coin"),
    ],
)
def test_words_and_examples_are_those_of_the_table_one_sits_at(name, asked, players, words):
    one = card(name, asked, num_players=players)
    assert one.present and words in f"{one.does}; {one.example}"


@pytest.mark.parametrize(
    ("asked", "values", "present"),
    [
        ("thief", {}, False),
        ("thief", {"num_players": 4, "expansions": ["scoundrels"]}, True),
        ("tailor", {}, False),  # wool is for 4 and more
        ("rats", {}, False),
        ("rats", {"num_players": 1}, True),
    ],
)
def test_what_a_game_lacks_is_said_to_be_absent(asked, values, present):
    assert card("villagers", asked, **values).present == present


RULES = """
A game in
a few words.

## Course
A turn goes
so far.

- 1.1 Draw two cards,
  of which one is kept.
- Then play.

| card | points |
|---|---|
| ace | 3 |

# **End**
Most points win.
"""


def test_rules_that_a_game_brings_have_chapters_paragraphs_and_numbers():
    game = dataclasses.replace(registry.game("village"), rules=RULES)
    found = rulebook.sections(game, None)
    assert [one.title for one in found] == [game.title, "Course", "End"]
    course = [(rule.number, rule.text) for rule in found[1].rules]
    assert found[0].rules[0].text == "A game in a few words."
    assert course[:2] == [("", "A turn goes so far."), ("1.1", "Draw two cards, of which one is kept.")]
    assert course[2:] == [("", "Then play."), ("", "card: points"), ("", "ace: 3")]
    assert rulebook.search(game, None, "1.1")[0][1][0].text.startswith("Draw")


def test_components_are_found_in_the_words_of_actions():
    game, of_two = registry.game("villagers"), options_of("villagers")
    found = legend.named(game, of_two, "draft Bed Builder from Road 2 (on Hayer)")
    assert [one.name for one in found] == ["Bed Builder", "Hayer"]
    assert legend.named(game, of_two, "the brewery") == []


TABLES = {
    "villagers": ({}, "Padlocks", "Saints"),
    "villagers-saints": ({"expansions": ["saints"]}, "Saints", "Scoundrels"),
    "villagers-solo": ({"num_players": 1}, "the Countess", "Saints"),
    "castles_of_burgundy": ({}, "PLACE", "shields"),
    "castles_of_burgundy-shields": ({"modules": ["shields"]}, "SH: shields", "VY"),
    "castles_of_burgundy-automa": ({"num_players": 1, "chateauma": "easy"}, "Purchase", "VY"),
    "village": ({}, "Market", "Carla"),
    "village-solo": ({"num_players": 1}, "Carla's cube", "expansions in solo"),
    "keyflower": ({}, "Bidding", "Ambiguous"),
}


@pytest.mark.parametrize("name", TABLES)
def test_the_rules_are_those_of_the_options(name):
    values, there, missing = TABLES[name]
    found = rulebook.sections(registry.game(name.partition("-")[0]), options_of(name, **values))
    titles = " ".join(one.title for one in found)
    assert there in titles and missing not in titles
    for section in found:
        assert section.rules, section.title
        for rule in section.rules:
            assert not re.search(r"`|\*\*|\[(IT|EN|D\d)", rule.text), rule


def test_rules_are_found_by_words_titles_and_numbers():
    game, of_two = registry.game("villagers"), options_of("villagers")
    ((section, rules),) = rulebook.search(game, of_two, "padlocks")
    assert section.title == "Padlocks" and len(rules) > 4
    ((_, (rule,)),) = rulebook.search(game, of_two, "r3.4")
    assert rule.number == "R3.4" and rule.text.startswith("A draft takes either")
    hits = rulebook.search(game, of_two, "leftmost non-empty")
    assert hits and all("leftmost" in rule.text for _, found in hits for rule in found)
    assert rulebook.search(game, of_two, "spaceship") == []


def talk(answers, **settings):
    """What is written at a table of Villagers while a person gives the answers."""
    script, written, one = iter([*answers, "q"]), [], table("villagers")
    others = {1: heuristic(one.game)}
    session = Session(
        one, 0, others, read=lambda prompt: next(script), write=written.append, width=160, **settings
    )
    with pytest.raises(Leave):
        session.run()
    return "\n".join(written)


def test_a_session_explains_with_examples_and_looks_rules_up():
    text = talk(["? cooper", "? thief", "help nonsense", "r padlocks", "rules", "r spaceship"])
    assert "Cooper: wood villager; 4 Gold" in text and "example: with a blacksmith in your village" in text
    assert "Thief (not in this game): " in text and "nothing here is called 'nonsense'" in text
    assert "R8.1 A card with padlock" in text and "  Market phases\n" in text
    assert "no rule of this game contains 'spaceship'" in text


def test_a_tutorial_gives_lessons_with_reasons_and_then_none():
    text = talk(["1"] * (2 * LOOKED_AT) + ["t"], tutorial=True)
    lessons = [int(number) for number in re.findall(r"Lesson (\d+) of 10", text)]
    assert lessons == list(range(1, len(lessons) + 1)) and 5 <= len(lessons) <= LESSONS
    assert re.search(r"- \d+\.\d points better than .*: over 32 playouts it ends with", text)
    assert "worse" not in text and "not clearly" not in text
    assert "Example: " in text and text.count("- That means: draft the face-up villager") == 1


def test_a_lesson_is_the_same_when_the_table_is_shown_again():
    one = table("villagers")
    tutor, before = Tutor(one), one.batch.states[0].tobytes()
    assert tutor.lesson() == tutor.lesson() != [] and one.batch.states[0].tobytes() == before


def lessons_of(name, heuristic_chooses=None, decisions=8):
    """Lessons of a game in which the first action is always taken: the tutor, the lines, and what was compared."""
    one = table(name)
    tutor, compared = Tutor(one), []
    outcomes = tutor._second.outcomes
    tutor._second.outcomes = lambda batch, seat, actions: (
        compared.append((list(actions), outcomes(batch, seat, actions))) or compared[-1][1]
    )
    if heuristic_chooses:
        tutor._heuristic.act = lambda batch, games: np.array([heuristic_chooses(one, tutor)])
    for _ in range(decisions):
        count = len(compared)
        advice, reasons = tutor._advice() if len(one.legal) > 1 else (None, [])
        if len(compared) > count:
            yield one, advice, reasons, *compared[-1]
        one.take(int(one.legal[0]), reversible=False)


def worst(one, tutor):
    """The action that the judge thinks least of."""
    legal = one.legal.tolist()
    return legal[tutor._first.outcomes(one.batch, one.seat, legal).ahead.mean(axis=1).argmin()]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("heuristic_chooses", [None, worst], ids=["", "bad"])
@pytest.mark.parametrize("name", shipped_games())
def test_a_tutorial_never_advises_what_it_calls_worse(name, heuristic_chooses):
    """Given the game's heuristic, and one that knows nothing; then nothing that was compared clearly beats the advice,
    and what is said to be worse is so by the numbers that are given.
    """
    better, told = 0, 0
    for one, advice, reasons, actions, outcomes in lessons_of(name, heuristic_chooses):
        place = actions.index(advice)
        assert not any(clearly_better(outcomes, other, place) for other in range(len(actions)))
        for reason in reasons:
            gain, words = re.match(r"- (\d+\.\d) points better than (.*?): over", reason).groups()
            (other,) = [k for k, action in enumerate(actions) if one.words_of(action) == words]
            assert float(gain) > 0 and f"{outcomes.gain(place, other)[0]:.1f}" == gain
        better, told = better + (place > 0), told + len(reasons)
    assert told and (heuristic_chooses is None or better > 3)


def test_a_tutorial_says_nothing_where_nothing_is_to_be_said():
    """Given choices that all come to the same; then a lesson explains what is new, the next decision of the kind has
    none, and it does not count.
    """
    one = table("villagers")
    tutor = Tutor(one)
    for judge in (tutor._first, tutor._second):
        alike = lambda batch, seat, actions: Outcomes(*(np.ones((len(actions), 4)) for _ in range(5)))  # noqa: E731
        judge.outcomes = alike
    first = tutor.lesson()
    assert first[0].startswith("Lesson 1 of 10. A good choice: ")
    assert any(line.startswith("- That means: ") for line in first)
    assert not any("better" in line or "worse" in line for line in first)
    tutor._given.clear()
    assert tutor.lesson() == []
    assert not sum(map(bool, tutor._given.values()))


@pytest.mark.parametrize("name", shipped_games())
def test_what_is_asked_is_said_in_words(name):
    """Given games of the heuristic; then no decision is called by its name in the code."""
    for number in range(2):
        one = table(name, 7 + number, num_players=2 + number)
        agent = heuristic(one.game)
        for _ in range(120):
            if one.over:
                break
            words = legend.asked(one)
            assert words and not re.search(r"[A-Z]{3,}|_|\bseat", words), words
            one.take(int(agent.act(one.batch, np.array([0]))[0]), reversible=False)


def test_events_take_their_examples_from_their_own_deck_and_the_cards_that_are_in_play():
    """Given the solo mode: no wool, leather or Special cards, keyrings as printed, and Summer before Winter."""
    told = legend.cards(registry.game("villagers"), options_of("villagers", num_players=1))
    cards = {one.name: one for one in told}
    seasons = {event["name_en"]: event["deck"] for event in components()["solo"]["events"]}
    gone = [name for name, one in cards.items() if not one.present and name not in seasons]
    for name, season in seasons.items():
        example = cards[name].example
        assert not any(re.search(rf"(?i)\b{other}\b", example) for other in [*gone, "wool", "leather"]), name
        assert not any(other in example for other, when in seasons.items() if when != season), name
    assert f"keyring {cards_with(None)['chandler']['keyring']}" in cards["Bribes"].example
