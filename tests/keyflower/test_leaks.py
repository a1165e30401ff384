"""A seat learns nothing of what it cannot know (14.4); a determinization is a world that the seat holds possible."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eurogym.envs.core.step.batch import BatchedGame
from eurogym.envs.keyflower.declare import enums as E
from eurogym.envs.keyflower.declare.enums import COLOUR, SEASON, SKILL
from eurogym.envs.keyflower.game import GAME
from eurogym.envs.keyflower.view.text import to_dict
from tests.keyflower.games import PLAYERS, options, played
from tests.keyflower.positions import X, Y, Z, check_position, table
from tests.playing import determinized_positions, seat_view
from tests.positions import write_states
from tests.worlds import imagined

seeds = st.integers(0, 2**32)
PRIVATE = {"screen", "skills", "bag", "pile", "deck", "dealt", "offer", "seed", "stream_counter"}


@pytest.mark.parametrize("seat", (Y, Z))
def test_a_mixed_placement_under_way_is_hidden(seat):
    """Given X in the middle of a placement with boat 4b; then others see the groups taken, not the screen."""
    game = table(3).boat("4b").auction("stable").on("stable", "1 blue").have("2 red 2 yellow 1 green")
    game.act("use stable", "1 from the screen")
    assert game.decision == "SOURCE4B"
    before = seat_view(game.batch, seat)
    told = to_dict(game.state, game.options, seat)
    assert told["placement"]["from_screen"] is None and told["placement"]["screen_colour"] is None
    game.set(taken_screen=(0, 0, 1, 0), screen_colour=COLOUR.green)
    assert seat_view(game.batch, seat) == before
    assert to_dict(game.state, game.options, X)["placement"]["from_screen"] == {"yellow": 1}


@given(values=options(), seed=seeds, player=st.sampled_from(("random", *PLAYERS)))
def test_a_determinized_game_differs_in_hidden_things_only(values, seed, player):
    for batch, other, seat, before, after in determinized_positions(played(values, seed, player), 8, PRIVATE):
        for name in ("screen", "skills", "dealt", "offer"):
            assert np.array_equal(before[name][seat], after[name][seat]), name
        for name in ("screen", "skills"):
            assert np.array_equal(before[name].sum(axis=1), after[name].sum(axis=1)), name
        assert (before["offer"] > 0).tolist() == (after["offer"] > 0).tolist()
        hands = after["dealt"][after["dealt"] != E.NONE].tolist()
        assert len(set(hands)) == len(hands) == (before["dealt"] != E.NONE).sum()
        for season in range(SEASON.winter):
            assert sorted(before["deck"][season]) == sorted(after["deck"][season])
            if season <= before["season"]:
                assert np.array_equal(before["deck"][season], after["deck"][season])
        check_position(after)
        assert seat_view(other, seat) == seat_view(batch, seat)


MANY = 4000


def worlds(game, seat):
    """Many determinizations of a position for a seat."""
    return imagined(GAME, game.options, game.state, seat, MANY)


def close(count, share):
    """Within five standard deviations of what chance gives."""
    assert abs(count - MANY * share) < 5 * (MANY * share * (1 - share)) ** 0.5, (count, MANY * share)


def test_tiles_to_come_are_dealt_uniformly():
    found = worlds(table(3), X)
    for season in (SEASON.summer, SEASON.autumn):
        first = Counter(found["deck"][:, season, 0].tolist())
        assert set(first) == set(range(E.FIRST_OF_SEASON[season], E.FIRST_OF_SEASON[season] + 12))
        for number in first.values():
            close(number, 1 / 12)


def test_offers_of_others_are_dealt_uniformly():
    game = table(3, "autumn").deal(X, "jeweller", "scribes", "windmill")
    game.deal(Y, "key_guild", "key_market", "scholar").deal(Z, "apothecary", "watermill", "keythedral")
    game.all_pass().boats("keyflower", "sea_bastion", "sea_breese")
    assert game.seat == Y and game.act("offer 0 2").seat == Z
    offers = Counter(worlds(game, Z)["offer"][:, Y].tolist())
    assert set(offers) == set(range(1, 8))
    for number in offers.values():
        close(number, 1 / 7)
    own = worlds(game, Y)["offer"]
    assert (own[:, Y] == 5).all() and (own[:, [X, Z]] == 0).all()


def red_bid():
    """X has said that it bids on a red tile."""
    return table(2).auction("keywood").bid("keywood", "2 red", seat=Y).have("3 red 3 blue").act("bid keywood")


def bid_of_one_colour():
    """X has still to say in which colour it adds four workers."""
    game = table(2).boat("4a").auction("keywood").bid("keywood", "3 red", seat=Y)
    return game.have("4 blue 4 red").act("bid keywood")


def use_of_the_last_yellow():
    """X owes three workers of a mixed use, none of them blue; all yellow and green ones left are behind its screen."""
    game = table(2).boat("4b").auction("stable").on("stable", "2 blue").have("1 blue 3 yellow")
    return game.bag("30 blue").act("use stable", "0 from the screen")


def use_beside_a_group_too_large():
    """X has taken a group of two for a use of three workers, another of three has no room, and one red is hidden."""
    game = table(2).auction("stable", "keywood", "miner").on("stable", "2 red")
    for name, own, more in (("keywood", "2 red", "3 red"), ("miner", "3 red", "4 red")):
        game.bid(name, own).bid(name, more, seat=Y)
    return game.have("1 red").bag("39 blue 39 yellow").act("use stable", "take group from keywood")


@pytest.mark.parametrize(
    "position", (red_bid, bid_of_one_colour, use_of_the_last_yellow, use_beside_a_group_too_large)
)
def test_a_placement_of_another_seat_can_still_be_completed(position):
    """Given X in the middle of a placement; then its screen allows that in every world that Y holds possible."""
    game = position()
    assert game.seat == X and game.decision in ("COLOUR", "SOURCE", "SOURCE4B")
    batch = BatchedGame(GAME, game.options, 200, autoreset=False, observe=False)
    write_states(batch, worlds(game, Y)[:200])
    assert batch.action_masks.any(axis=1).all()


def test_what_a_rare_placement_does_not_need_is_dealt_uniformly():
    """Given X that must hold the last two red workers, hardly ever drawn by chance; then a third worker and a skill
    tile are as likely as in the bag and in the pile.
    """
    game = table(2).auction("stable").on("stable", "1 red").have("2 red 1 green", "1 saw")
    game.pile("1 anvil 2 pick").bag("30 blue 30 yellow 19 green")
    game.state["screen_plain"][X] = 2
    game.act("use stable")
    assert game.asked == (X, "SOURCE")
    found = worlds(game, Y)
    assert (found["screen"][:, X, COLOUR.red] == 2).all()
    close((found["screen"][:, X, COLOUR.green] == 1).sum(), 20 / 80)
    for skill, share in ((SKILL.anvil, 1 / 4), (SKILL.pick, 2 / 4), (SKILL.saw, 1 / 4)):
        close((found["skills"][:, X, skill] == 1).sum(), share)
