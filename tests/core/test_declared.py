"""Games from declarations: what follows from them by default, and what is refused."""

import pickle
import sys

import numpy as np
import pytest

from eurogym import testing
from eurogym.declare import actions, cards, game, hands, kernel, names, number, seat
from eurogym.envs.core.compile.kernels import PURE
from eurogym.envs.core.errors import StateError
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.testing import hidden
from eurogym.testing.tables import Table, positions
from tests import bazaar
from tests.strangers import UNCOMPILED, run

GAME = bazaar.GAME
SEATS = 3
TABLE = Table(GAME, {"num_players": SEATS, "auto_forced": False})


@pytest.fixture(scope="module")
def seen():
    """(state, seat, observation by fields) of all positions of a game, with the eyes of every seat."""
    found = []
    for batch in positions(TABLE, 3):
        state = np.asarray(batch.states)[0].copy()
        for observer in range(SEATS):
            found.append((state, observer, batch.layout.unflatten(batch.observe(0, observer).copy())))
    return found


def test_everybody_sees_what_lies_on_the_table_and_hands_are_seen_by_those_who_may(seen):
    """Goods by their holder alone, a hat by all others; how many cards are held by everybody."""
    for state, observer, told in seen:
        assert told["price"].tolist() == (state["price"] + 1).tolist()
        assert told["grid"].tolist() == state["grid"].tolist()
        assert told["weather"] == state["weather"] - 1 and told["turns"] == state["turns"]
        assert told["sack_size"] == state["sack_size"] and told["box_size"] == state["box_size"] == 2
        assert told["decision"].argmax() == state["decision"]
        assert told["goods"].tolist() == state["goods"][observer].tolist()
        for place in range(SEATS):  # in turn order
            other = (observer + place) % SEATS
            assert told[f"seat{place}.coins"] == state["coins"][other] // 4
            assert told[f"seat{place}.sold"].tolist() == state["sold"][other].tolist()
            assert told[f"seat{place}.stall"].tolist() == state["stall"][other].tolist()
            assert told[f"seat{place}.first"] == (state["first"] == other)
            assert told[f"seat{place}.goods_size"] == state["goods"][other].sum()
            assert told[f"seat{place}.hat"].tolist() == (state["hat"][other] * (place > 0)).tolist()
            assert told[f"seat{place}.hat_size"] == 1


def test_the_deal_has_all_cards_and_the_declared_starts():
    states = np.asarray(TABLE.batch(200, seed=1).states)
    sacks = zip(states["sack"], states["sack_size"], strict=True)
    in_sack = np.array([np.bincount(row[:size], minlength=3) for row, size in sacks])
    everywhere = in_sack + states["goods"].sum(axis=1) + states["stall"].sum(axis=1)
    assert (everywhere == bazaar.COPIES).all()
    assert (states["goods"][:, :SEATS].sum(axis=2) == 2).all() and not states["goods"][:, SEATS:].any()
    assert (states["coins"] == 10).all() and (states["price"] == 5).all() and (states["grid"] == 1).all()
    assert set(states["first"].tolist()) == set(range(SEATS))
    assert (states["first"] == states["current_seat"]).all()
    assert len({row.tobytes() for row in states["sack"]}) > 190


def test_what_is_imagined_is_every_deal_of_the_hidden_cards_alike():
    """Given one position; when it is imagined many times; then each hidden card lies anywhere with the same chance."""
    batch = TABLE.batch(1, seed=4, autoreset=False)
    many = TABLE.batch(4000, autoreset=False)
    many.load(np.repeat(np.asarray(batch.states), 4000))
    many.determinize(np.arange(4000), 0, np.arange(4000))
    true, found = np.asarray(batch.states)[0], np.asarray(many.states)
    assert (found["goods"][:, 0] == true["goods"][0]).all() and (found["stall"] == true["stall"]).all()
    assert (found["hat"][:, 1:] == true["hat"][1:]).all()
    unseen = np.array(bazaar.COPIES) - true["goods"][0] - true["stall"].sum(axis=0)
    expected = 2 * unseen / unseen.sum()
    assert np.abs(found["goods"][:, 1].mean(axis=0) - expected).max() < 0.05
    assert np.abs(found["goods"][:, 2].mean(axis=0) - expected).max() < 0.05
    hats = np.array([2, 3]) - true["hat"][1:].sum(axis=0)
    assert np.abs(found["hat"][:, 0].mean(axis=0) - hats / hats.sum()).max() < 0.04


@pytest.mark.parametrize(
    "test",
    [testing.kernel_test, hidden.views_test, hidden.masks_test, hidden.seeds_test],
    ids=lambda test: test.__name__,
)
def test_the_defaults_are_sound(test):
    test(GAME if test is testing.kernel_test else TABLE)


def test_texts_and_pictures_name_what_there_is_and_hide_what_is_hidden():
    batch = TABLE.batch(1, seed=2)
    told = batch.to_text(0, 1)
    assert told.startswith("The Bazaar\n") and "price silk 5, salt 5, tea 5" in told and "weather dry" in told
    lines = told.splitlines()[-SEATS:]
    assert "seat" not in told and all(f"player {place + 1}:" in line for place, line in enumerate(lines))
    assert "goods 2;" in lines[0] and "goods 2;" not in lines[1] and "hat 1;" in lines[1] and "x " in lines[0]
    assert GAME.to_dict(batch.state(0), batch.options)["sack"][0] in bazaar.GOODS
    assert "sack" not in GAME.to_dict(batch.state(0), batch.options, 0)
    assert batch.draw(0, 1).count("data-action") == batch.action_masks[0].sum() or batch.current_seat[0] != 1
    # a long row is shown whole, and none of a kind is one number
    state = np.asarray(batch.states).copy()
    state["stall"][0, 0] = state["sold"][0, 0] = 9
    state["goods"][0, 1] = 0
    one = state.view(np.recarray)[0]
    drawn = GAME.draw(one, batch.options, 0)
    assert "9 x tea" in drawn and "..." not in drawn
    assert all(GAME.to_text(one, batch.options, seat).count("goods 0;") == 1 for seat in (0, 1))


def test_options_of_a_game_without_a_class_of_its_own_are_pickled():
    options = GAME.options_class.from_kwargs(num_players=4)
    assert pickle.loads(pickle.dumps(options)) == options


@kernel
def nothing(state, action=0):
    return


@kernel
def alone(state):
    return


@kernel
def imagined(state, seat, seed):
    return


SMALL = {
    "state": (number("x", 3),),
    "actions": actions(go="go", stay="stay"),
    "legal": nothing,
    "apply": nothing,
    "scores": nothing,
}


HIDDEN = number("bid", 3, per_seat=True, seen="own")


@pytest.mark.parametrize(
    ("declare", "words"),
    [
        ({"state": (number("x", 3), seat("x"))}, "x: the name is used twice"),
        ({"state": (number("for", 6),)}, "'for' cannot be the name of a part; kernels write state.NAME"),
        ({"players": (2, 9)}, "9 seats at a table, but a game can have at most 8"),
        ({"state": (hands("held", "deck", 2),)}, "no pack is called 'deck'; packs: none"),
        ({"state": (HIDDEN,)}, "bid is hidden, but nothing says how to redraw it"),
        ({"observation": object()}, "needs all of observation, observe_seat, observe_table"),
        ({"margin_scael": 2.0}, "no argument 'margin_scael'; did you mean 'margin_scale'"),
        ({"scores": alone}, r"the kernel scores takes \(state\); it is called with \(state, out\)"),
        ({"determinize": nothing}, r"determinize takes \(state, action=0\); .*\(state, seat, seed\)"),
        (lambda: number("points", 700), "give unit=3"),
        (lambda: number("x", 3, seen="own"), "seen='own' is not allowed; allowed: all, nobody"),
        (lambda: number("x", 1, low=2), "high=1 is below low=2"),
        (lambda: cards("deck", ("a", "b"), (1, 2, 3)), "2 kinds, but copies for 3"),
        (lambda: names("A", "A"), "named twice: A"),
        ({"state": (number("pack_size", 3), cards("pack", ("a", "b")))}, "pack_size: the name is used twice"),
        ({"state": (number("auto_forced", 1),)}, "auto_forced: the name is used twice"),
        (
            {"state": (cards("pack", "ab", 3), hands("held", "pack", 2))},
            "has 6 cards, but 4 players are dealt 8",
        ),
        ({"players": 3}, r"players=3; give the minimum and the maximum, such as players=\(2, 4\)"),
        ({"decisions": ["A"]}, r"write decisions=names\(...\)"),
        ({"max_decisions": "12"}, "max_decisions='12' is not an integer of 1 or more"),
        ({"starter": "nobody"}, "starter='nobody' is not a state field"),
        (lambda: number("x", 3, start=4), "start=4 is not allowed; allowed: 0 to 3"),
        (lambda: number("x", 3, values=("a",)), "1 values, but 0 to 3 needs 4"),
    ],
)
def test_declarations_that_cannot_be_are_refused_in_words(declare, words):
    with pytest.raises(ValueError, match=words):
        declare() if callable(declare) else game("tests.nowhere", **SMALL | declare)


def unmarked(state, action):
    state.done = 1


@pytest.mark.skipif(PURE, reason="uncompiled, every kernel is a plain function")
@pytest.mark.parametrize("which", ["apply", "legal", "scores", "begin"])
def test_a_kernel_that_is_not_marked_is_named(which):
    plain = unmarked if which != "begin" else lambda state: None
    made = game("tests.unmarked", **SMALL | {which: plain})
    with pytest.raises(
        AssertionError, match=r"test_declared.py, line \d+: .*: this is a plain function; put @k"
    ):
        testing.kernel_test(made)


def test_every_default_can_be_replaced():
    made = game(
        "tests.nowhere", **SMALL, title="Elsewhere", to_text=lambda *_: "told", determinize=imagined, margin_scale=2.0
    )  # fmt: skip
    assert made.to_text() == "told" and made.determinize is imagined and made.margin_scale == 2.0
    assert made.title == "Elsewhere" and made.name == "nowhere"


@kernel
def legal_if_lucky(state, mask):
    mask[0] = 1
    mask[1] = state.deck[0]


@kernel
def end(state, action):
    state.done = 1


@kernel
def one_point(state, out):
    out[0, 0] = 1


LUCKY = game(  # a single decision, between two answers where the first card is of the second kind
    "tests.lucky",
    **SMALL
    | {"state": (cards("deck", ("plain", "lucky"), (3, 1)),), "max_decisions": 2}
    | {"legal": legal_if_lucky, "apply": end, "scores": one_point},
)


def pass_over_deals():
    """Given that three of four deals are over before anybody has a choice; then a batch with autoreset shows none."""
    batch = BatchedGame(LUCKY, LUCKY.options_class(), 64, seed=1)
    for _ in range(5):
        assert (batch.action_masks.sum(axis=1) == 2).all() and not np.asarray(batch.states["done"]).any()
        batch.step(np.zeros(64, np.int64))
        assert batch.dones.all() and (batch.final_scores[:, 0] == 1).all()
    assert len(set(batch.seeds.tolist())) == 64
    batch.rollout(steps=3, seed=1)
    assert not np.asarray(batch.states["done"]).any()
    none = BatchedGame(LUCKY, LUCKY.options_class(), 1, seed=1)
    none.game.set_up.__globals__["deck_cards"][:] = 0
    with pytest.raises(StateError, match="1000 deals in a row are over before any player has a choice"):
        none.reset(seeds=5)


def test_deals_without_a_choice_are_passed_over(tmp_path):
    """Uncompiled, in a process of its own."""
    run(tmp_path, "-c", "from tests.core import test_declared as t; t.pass_over_deals()", **UNCOMPILED)


def test_games_from_declarations_do_not_lend_each_other_their_lines():
    for one in (GAME, LUCKY):
        testing.kernel_test(one)
    homes = [sys.modules[getattr(one.set_up, "py_func", one.set_up).__module__] for one in (GAME, LUCKY)]
    assert homes[0] is not homes[1], "the linker takes functions of one module and name for one"
