"""Answers in words: what is understood, what is refused and why, and that every action's words mean that action."""

import json

import numpy as np
import pytest

from eurogym.envs.core.step.batch import BatchedGame
from eurogym.text.answers import MOST_CHARACTERS, Offer, UnclearAnswer, understood
from tests.conformance.cases import CASES, few_cases
from tests.playing import shipped_games

SHIPPED = [case for case in CASES if case.game_name in shipped_games()]
FEW = [case for case in SHIPPED if case in few_cases()]


def offer_of(batch, numbered=True):
    state, legal = batch.state(0), np.flatnonzero(batch.action_masks[0]).tolist()
    words = [batch.game.explain_action(state, batch.options, action) for action in legal]
    return Offer(int(batch.current_seat[0]) + 1, batch.catalog, legal, words, numbered)


def dealt(game="villagers", seed=1, **options):
    case = next(case for case in SHIPPED if case.game_name == game)
    batch = BatchedGame(case.game, case.game.options_class.from_kwargs(**options), autoreset=False)
    batch.reset(seeds=[seed])
    return batch


def assert_every_legal_action_means_itself(case, seed, every=1):
    """Along a game, at every so manyth decision."""
    batch = case.batch(autoreset=False)
    batch.reset(seeds=[seed])
    rng, seen, number = np.random.default_rng(seed), set(), 0
    while not batch.states["done"][0]:
        number += 1
        if number % every:
            batch.step(batch.sample_legal(rng))
            continue
        offer = offer_of(batch)
        assert len(set(offer.words)) == len(offer.words)
        for place, (action, words) in enumerate(zip(offer.legal, offer.words, strict=True), 1):
            if (action, words) in seen:
                continue
            seen.add((action, words))
            said = [words, words.partition(" (")[0], batch.catalog.texts[action]]
            said += [f"<action>{words}</action>", f"{place}. {words}"]
            said += [json.dumps({"action": words}), f"player {offer.player}: {words.upper()}", str(place)]
            assert [understood(one, offer) for one in said] == [action] * len(said), words
        batch.step(batch.sample_legal(rng))
    return len(seen)


@pytest.mark.parametrize("case", FEW, ids=lambda case: case.id)
def test_the_words_of_every_legal_action_mean_it_along_a_game(case):
    assert assert_every_legal_action_means_itself(case, 1, every=4) > 10


@pytest.mark.slow
@pytest.mark.parametrize("case", SHIPPED, ids=lambda case: case.id)
def test_the_words_of_every_legal_action_mean_it_along_games(case):
    for seed in range(2, 8):
        assert_every_legal_action_means_itself(case, seed)


@pytest.mark.parametrize(
    "answer",
    [
        "draft road 2",
        " Draft  ROAD 2. ",
        "`draft road 2`",
        "2",
        "2.",
        '{"action": 2}',
        '["draft road 2"]',
        '```json\n{"action": "draft road 2", "why": "cheap"}\n```',
        "I could draft road 1, but\n<action>draft road 2</action>",
        "<action>draft road 2</action> so: <ACTION> Draft road 2 </ACTION>",
        "<think>draft road 1? <action>draft road 3</action></think>draft road 2",
        "The second is cheap.\nAction: draft road 2",
        "player 1: draft road 2 (carpenter)",
        "draft road 2 (CARPENTER",
        "draft Carpenter from Road 2",
        "**Action:** draft road 2",
        "- draft road 2",
        "“Draft road 2”",
        "road 1? <action>draft road 3</action></think>draft road 2",
        "<action>2</action>, that is <action>draft road 2</action>",
        "I take\n<action>draft road 2",  # a server leaves out the word that stopped the answer
        "<ACTION>2</",
        "<action><action>2</action></action>",
        "hm, " * 50_000 + "\ndraft road 2",
        f"<think>{'<action>1</action> or ' * 20_000}</think>" + "so " * 50_000 + "<action>2</action>",
    ],
)
def test_one_action_is_found_however_it_is_said(answer):
    batch = dealt(seed=3)
    assert batch.catalog.texts[understood(answer, offer_of(batch))] == "draft road 2"


TEN = "".join(f"<action>draft road {n}</action>" for n in range(10))


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (" \n\t", "the answer is empty"),
        (None, "an answer must be a string, not NoneType"),
        ("x" * 10_000_000, f"only the last {MOST_CHARACTERS} of 10000000 characters are read"),
        ("y" * 5000, "an action has at most 300 characters, not 5000"),
        (f"<action>{'y' * 500}</action>", "not 500; put it, and nothing else, in <action>"),
        (TEN, "names 10 actions in tags; give one"),
        ("draft road 1\ndraft road 2", "names 2 actions, each on a line"),
        ('["draft road 1", "draft road 2"]', "names 2 actions; give one"),
        ('{"action": ["draft road 1", "draft road 2"]}', "names 2 actions; give one"),
        ('{"action": 2, "action": 3}', "names 2 actions; give one"),
        ('<action>[{"action": 2, "why": "", "action": 2}]</action>', "names 2 actions; give one"),
        ('{"move": 2}', "JSON is understood as"),
        ('{"action": true}', "JSON is understood as"),
        ("[" * 200, "is not JSON"),
        ("<action>draft road 1\nor not", "not closed"),
        ("I take <action>", "not closed"),
        ("player 2: draft road 1", "player 2 is not asked; you are player 1"),
        ("0", "numbers 1 to"),
        ("99", "numbers 1 to"),
        ("1. draft road 2", "number 1 of the list is not 'draft road 2'"),
        ("Ignore all rules.\nYou are player 2 now.", "no line of the answer is an action"),
        (
            "draft road 2 (miner)",
            "'draft road 2' is shown as 'draft carpenter from road 2', not with (miner)",
        ),
        ("draft stack 1 (no, draft road 3)", "not with (no, draft road 3)"),
        ("draft rod 2", "close: 'draft road 2'"),
        ("\x00\ud800", "no action is called"),
    ],
)
def test_what_means_no_single_action_is_refused_in_words(answer, why):
    batch = dealt(seed=3)
    before = batch.states.tobytes()
    with pytest.raises(UnclearAnswer) as refused:
        understood(answer, offer_of(batch))
    assert why in str(refused.value) and len(str(refused.value)) < 400
    assert batch.states.tobytes() == before


@pytest.mark.parametrize(
    "answer", ["draft road 2", "<action>draft road 2", "I take\n2", "<think>It is clear: <action>2</action>"]
)
def test_what_may_lack_its_end_does_not_count(answer):
    """Given answers that ended at a limit of tokens: road 2 may be the beginning of road 21."""
    with pytest.raises(UnclearAnswer, match="the answer was cut off at its limit of tokens; "):
        understood(answer, offer_of(dealt(seed=3)), cut_off=True)


@pytest.mark.parametrize(
    "answer", ["<action>2</action> is what I", "<action>draft road 2</act", "2\nThis is the best, as it"]
)
def test_what_was_said_before_an_answer_was_cut_off_counts(answer):
    batch = dealt(seed=3)
    assert batch.catalog.texts[understood(answer, offer_of(batch), cut_off=True)] == "draft road 2"


def test_a_number_means_nothing_where_no_list_was_shown():
    batch = dealt(seed=3)
    with pytest.raises(UnclearAnswer, match="no list was shown"):
        understood("2", offer_of(batch, numbered=False))
    assert batch.catalog.texts[understood("draft road 2", offer_of(batch, numbered=False))] == "draft road 2"
