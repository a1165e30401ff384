"""Villagers in words: actions with what they point at."""

import pytest

from eurogym.envs import villagers
from eurogym.envs.villagers.declare.components import card_ids, components
from eurogym.envs.villagers.declare.enums import CARD, D
from eurogym.envs.villagers.view import legend
from eurogym.envs.villagers.view.expansion_text import DEVELOPMENT_LINES, lines_with
from eurogym.envs.villagers.view.text import sum_silver, to_dict
from tests import toy
from tests.facts import ROOT
from tests.villagers.games import EXPANSION_SETS, OPTION_SETS, played
from tests.villagers.positions import table


def explained(batch, state, text, observer=None):
    """An action, named by its text, as it is explained in a state."""
    return batch.game.explain_action(state, batch.options, batch.catalog.parse(text), observer)


def test_actions_on_the_road_name_the_villager_and_its_coins():
    batch = villagers.batch(num_envs=1, num_players=3, seed=1)
    state = batch.states.copy()[0]
    state["road"][2], state["road_coins"][2] = card_ids().index("cooper"), 0
    assert explained(batch, state, "draft road 3") == "draft Cooper from Road 3"
    state["road_coins"][2] = 2
    assert explained(batch, state, "draft road 3") == "draft Cooper from Road 3 (with 2 coins)"
    assert explained(batch, state, "coin on road 3") == "put a coin on Cooper on Road 3 (with 2 coins)"
    assert explained(batch, state, "draft stack 3") == "draft the top card of stack 3"
    state["road"][2] = -1
    assert explained(batch, state, "draft road 3") == "draft road 3"
    alone = villagers.batch(num_envs=1, num_players=1, seed=1)
    told = explained(alone, alone.states[0], "countess takes road 1")
    assert told == "let the Countess take Poulterer from Road 1"


def test_players_are_named_from_the_one_who_acts_and_by_number():
    batch = villagers.batch(num_envs=1, num_players=3, expansions="scoundrels", seed=1)
    state = batch.states.copy()[0]
    state["current_seat"] = 1
    assert explained(batch, state, "noble visits seat 1") == "visit player 3"
    assert explained(batch, state, "thief robs seat 2") == "rob player 1"
    assert explained(batch, state, "village of seat 0") == "choose your village"
    state["pending_card"] = card_ids().index("spelunker")
    words = explained(batch, state, "unlock at seat 2 copy 1", 0)
    assert words == "unlock with the Chandler of player 1 (your 2 Gold go on it)"
    state["square"][2, 0] = card_ids().index("agent")
    state["square_count"][2] = 1
    assert explained(batch, state, "flaker takes seat 1 square 1") == "take Agent of the Square of player 3"


def test_others_do_not_hear_which_card_is_given():
    batch = villagers.batch(num_envs=1, num_players=3, seed=1)
    state, mover = batch.states.copy()[0], int(batch.current_seat[0])
    for seat in range(3):
        heard = explained(batch, state, "give cooper", seat)
        assert heard == ("put back Cooper" if seat == mover else "put a card back")
        assert explained(batch, state, "draft stack 3", seat) == "draft the top card of stack 3"


def test_a_game_without_explanations_gives_the_bare_text():
    batch = toy.batch(num_envs=1, num_players=2, seed=1)
    assert toy.GAME.explain is None
    assert explained(batch, batch.state(0), "pass") == "pass"


@pytest.mark.parametrize("values", OPTION_SETS + EXPANSION_SETS, ids=str)
def test_silver_told_is_the_silver_that_the_rules_pay(values):
    """The text counts Silver anew; what a seat observes comes from the kernel that the markets use."""
    for game, _, rng in played(values, seed=4):
        if rng.integers(10):
            continue
        view = to_dict(game.state, game.options)
        seen = game.sees(0)
        for seat, one in enumerate(view["seats"]):
            assert min(sum_silver(one), 255) == seen[f"seat{seat}.silver"]
            assert min(one["coins_on_villagers"], 255) == seen[f"seat{seat}.coins_total"]
            if "metrics" in one:
                told = [min(value, 255) for value in one["metrics"].values()]
                assert told == seen[f"seat{seat}.metric"].tolist()
            if "bronze" in one:
                assert max([*one["bronze"].values(), 0]) == seen[f"seat{seat}.bronze"]


def test_every_decision_is_asked_in_words_of_its_own():
    assert set(legend.REQUESTS) == set(D.NAMES) - {"NONE"}


def test_requests_name_whom_they_are_about():
    game = table(3, expansions="all", courier_enabled=True).hand(1, "courier").draft_turn(0).hand(0, "tinner")
    game.set(current_seat=2, drafter=2).act("draft road 1")  # seat 0 drafts next
    assert game.asked == (1, "COURIER")
    assert legend.request(game.state, game.options).startswith("before player 1 drafts: play the Courier")
    game = table(3, expansions="profiteers").village_with(1, "founders", "freelancer").hand(0, "agent")
    game.build_turn(0)
    assert "Freelancer of player 2" in legend.request(game.state, game.options)
    game = table(3, expansions="scoundrels").hand(0, "noble").hand(2, "agent").build_turn(0)
    game.act("play noble", "noble visits seat 2")
    assert "from the hand of player 3" in legend.request(game.state, game.options)
    with_draft_cards = table(3, expansions="saints").draft_turn(0)
    words = legend.request(with_draft_cards.state, with_draft_cards.options)
    assert words.endswith("play a card marked 'draft' from your hand first")
    assert "marked" not in legend.request(table(3).draft_turn(0).state, table(3).options)


def test_every_card_of_the_expansions_stands_in_the_documentation():
    page = (ROOT / "docs" / "rules" / "villagers.md").read_text(encoding="utf-8")
    cards = page.partition("## Cards of the expansions\n")[2].partition("\n## ")[0]
    told = [line for line in cards.splitlines() if line.startswith("| ")][1:]
    rows = []
    for card in components()["cards"][CARD.BASE :]:
        lies = f"on {card['predecessor']}" if card["predecessor"] else "alone"
        lies = "discarded after use" if card["discard_after_use"] else lies
        copies = f"{card['copies']}" + (" (4 or 5 players)" if card["min_players"] == 4 else "")
        rows.append((card["set"], card["id"], copies, card["suit"], lies, lines_with()[1][card["id"]]))
    for card in components()["developments"]["cards"]:
        about = (card["dev_suit"], "beside the Road", DEVELOPMENT_LINES[card["id"]])
        rows.append(("developments", card["id"], "1", *about))
    assert told == [f"| {' | '.join(row)} |" for row in rows]
