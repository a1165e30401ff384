"""How finished games went: rounds, births and deaths, what ended them, where the points came from."""

import numpy as np
import pytest

from eurogym.envs.village.game import GAME
from eurogym.envs.village.view.summary import summary
from eurogym.measure.selfplay import run_selfplay, selfplay_text
from tests.village.games import played

SOURCES = ("prestige", "cities", "church", "council", "chronicle", "customers", "coins")


@pytest.mark.one_in(5)
@pytest.mark.parametrize("players", range(1, 6))
def test_a_finished_game(players):
    births, deaths, before = 0, 0, None
    for batch, _ in played({"num_players": players}, 11):
        unborn, dead = counts(batch, players)
        if before is not None:
            births += max(0, before[0] - unborn)
            deaths += max(0, dead - before[1])
        before, batch_of_game = (unborn, dead), batch
    facts = summary(batch_of_game.state(0), batch_of_game.options)
    assert facts["rounds"] == batch_of_game.states["round_number"][0] > 1
    assert facts["births"] * players == pytest.approx(births) and births > 0
    assert facts["deaths"] * players == pytest.approx(deaths) and deaths > 0
    assert facts["chronicle full"] or facts["cemetery full"]
    shares = {
        name.removeprefix("share "): value for name, value in facts.items() if name.startswith("share ")
    }
    assert set(shares) == set(SOURCES) and sum(shares.values()) == pytest.approx(1)
    points = batch_of_game.scores([0])[0, :players, 0].sum()
    coins = np.asarray(batch_of_game.states)["coins"][0, :players].sum()
    assert shares["coins"] * points == pytest.approx(coins)


def counts(batch, players):
    """Members who are unborn, and who are dead, of all seats."""
    description = GAME.to_dict(batch.state(0), batch.options)
    seats = description["seats"][:players]
    lying = [list(seat["members"].items()) for seat in seats]
    unborn = sum(len(who) for seat in lying for place, who in seat if place == "reserve")
    graves = ("chronicle", "cemetery", "removed")
    dead = sum(len(who) for seat in lying for place, who in seat if place.startswith(graves))
    return unborn, dead


def test_means_are_shown_beside_the_scores():
    rows = run_selfplay("village", ["random"], [3], games=10, seed=1, replaced=["short"])
    default, short = rows
    assert short.facts["deaths"] < default.facts["deaths"] and short.facts["rounds"] < default.facts["rounds"]
    told = selfplay_text(rows)
    assert all(name in told for name in ("rounds", "cemetery full", "share prestige", "short"))
