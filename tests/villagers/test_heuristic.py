"""The Villagers heuristic: against the Countess, and with the expansions or as if there were none."""

import numpy as np
import pytest

from eurogym import agents
from eurogym.agents import AgentError
from eurogym.envs import villagers
from eurogym.envs.core import registry
from eurogym.envs.villagers.declare.enums import CARD
from tests.playing import play_matches


@pytest.mark.parametrize(
    ("difficulty", "baseline"), [("beginner", 1 / 2), ("normal", 1 / 6), ("hard", 1 / 30)]
)
def test_solo_games_are_won_far_more_often_than_by_a_one_step_player(difficulty, baseline):
    seating = np.zeros((300, 1), int)
    options = {"difficulty": difficulty}
    played = play_matches("villagers", [agents.make("villagers")], seating, np.arange(300), options=options)
    assert (played.placements[:, 0] > 0).mean() > baseline + 0.15


def games_of(spec, seeds, **values):
    """Self-play of an agent; the actions of each decision by their texts, and the final scores."""
    batch = villagers.batch(num_envs=len(seeds), autoreset=False, **values)
    batch.reset(seeds=seeds)
    agent, texts = agents.make(spec, game="villagers"), []
    agent.reset(1)
    running = np.arange(len(seeds))
    while len(running):
        actions = agent.act(batch, running)
        texts += [batch.catalog.texts[action] for action in actions]
        batch.step(actions, games=running)
        running = running[~batch.dones[running]]
    return texts, batch.final_scores.copy()


@pytest.mark.slow  # the variant is a policy of its own to compile; tests/conformance/questions.py asks it uncompiled
@pytest.mark.parametrize("players", [2, 4])
def test_without_expansions_the_variant_is_the_heuristic(players):
    plain, scores = games_of("villagers", range(6), num_players=players)
    base, same = games_of("villagers:variant=base", range(6), num_players=players)
    assert plain == base and np.array_equal(scores, same)


@pytest.mark.slow
def test_the_variant_plays_no_card_of_the_expansions_and_the_heuristic_plays_all():
    values = {"num_players": 4, "expansions": "all", "courier_enabled": True}
    cards = {f"play {card}" for card in CARD.NAMES[CARD.BASE :]} - {"play courier"}
    plays = cards | {"pay freelancer", "pay recruiter"}
    plays |= {f"courier takes road {slot}" for slot in range(1, 7)}
    base, _ = games_of("villagers:variant=base", range(40), **values)
    assert not plays & set(base)
    keen, _ = games_of("villagers", range(40), **values)
    assert cards <= set(keen) and {"pay freelancer", "pay recruiter"} <= set(keen)
    assert any(text.startswith("courier takes") for text in keen)


def test_unknown_variants_are_refused_in_words():
    for game, known in (("villagers", "base"), ("village", "none")):
        with pytest.raises(AgentError, match=f"variant='bold'; variants of {game}: {known}"):
            batch = registry.module(game).batch(num_envs=1, num_players=2)
            agents.make(f"{game}:variant=bold", game=game).act(batch, np.array([0]))
