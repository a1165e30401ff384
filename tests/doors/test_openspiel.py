# ruff: noqa: E402
"""The games in OpenSpiel, with OpenSpiel's own test and one of its algorithms."""

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import ismcts, mcts

from eurogym.doors import openspiel
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.errors import IllegalActionError, OptionError
from eurogym.text import TextTable
from tests.playing import shipped_games
from tests.text.players import play, random_numbers

SLOW = [
    pytest.param(name, marks=pytest.mark.slow) for name in ("castles_of_burgundy", "keyflower", "village")
]


def load(name, **parameters):
    return pyspiel.load_game(f"eurogym_{name}", {"deals": 10} | parameters)


def test_all_games_are_registered_with_their_numbers_of_players():
    assert sorted(openspiel.GAMES) == shipped_games()
    assert [load(name).get_type().max_num_players for name in shipped_games()] == [4, 6, 5, 5]


@pytest.mark.parametrize("name", ["villagers", *SLOW])
def test_openspiel_finds_no_fault(name):
    pyspiel.random_sim_test(load(name, players=3), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", shipped_games())
def test_a_state_sampled_from_what_a_player_sees_looks_the_same_and_is_another(name):
    state = load(name).new_initial_state()
    state.apply_action(3)
    for _ in range(10):
        state.apply_action(state.legal_actions()[0])
    player = state.current_player()
    numbers = iter(np.random.default_rng(0).random(20))
    others = [state.resample_from_infostate(player, lambda: next(numbers)) for _ in range(5)]
    for other in others:
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
    assert len({str(other) for other in others} | {other.record.tobytes() for other in others}) > 5


def test_an_algorithm_of_openspiel_plays():
    game = load("villagers")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    searcher = ismcts.ISMCTSBot(
        game, evaluator, 2.0, 2, random_state=np.random.RandomState(2), use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )  # fmt: skip
    state = game.new_initial_state()
    state.apply_action(1)
    rng, decided = np.random.RandomState(3), [0, 0]
    while not state.is_terminal():
        player = state.current_player()
        decided[player] += 1
        searches = player == 0 and decided[0] % 5 == 0  # now and then, since it takes its time
        state.apply_action(int(searcher.step(state) if searches else rng.choice(state.legal_actions())))
    assert sum(state.returns()) == 0 and min(decided) > 10


def test_the_same_deal_and_choices_end_as_at_a_text_table():
    table = TextTable("villagers", seed=derive_seed(7, 2))
    play(table, random_numbers(1))
    state = load("villagers", seed=7).new_initial_state()
    state.apply_action(2)
    texts = []
    for action in table.transcript.actions:
        texts.append(state.observation_string(0))
        state.apply_action(action)
    assert state.is_terminal() and state.returns()[0] == table.result()[0].placement
    prompts = [line["prompt"] for line in table.transcript.lines if "prompt" in line]
    assert prompts and all(any(text.rstrip() in prompt for text in texts) for prompt in prompts)


@pytest.mark.parametrize("deal", [5, 10**6])
def test_a_deal_that_is_none_of_the_outcomes_is_refused(deal):
    state = load("villagers", deals=5).new_initial_state()
    with pytest.raises(IllegalActionError, match=f"deal {deal} is not allowed; allowed: 0 to 4"):
        state.apply_action(deal)
    assert state.is_chance_node() and not state.history()
    state.apply_action(4)


def test_options_are_passed_on_and_tables_of_another_kind_are_refused():
    more = load("villagers", players=3, options="expansions:all")
    assert more.num_distinct_actions() > load("villagers", players=3).num_distinct_actions()
    with pytest.raises(OptionError, match="num_players is set otherwise: give players"):
        load("villagers", options="num_players:3")
    with pytest.raises(OptionError, match="options: 'expansions' is not of the form name:value"):
        openspiel.Rules("villagers", {"options": "expansions"})
    for wrong in ({"players": 1}, {"deals": 0}):
        with pytest.raises((OptionError, RuntimeError)):
            openspiel.Rules("villagers", wrong)
