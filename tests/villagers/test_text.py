"""Villagers in words: actions with what they point at."""

from envs import villagers
from envs.villagers.components import card_ids
from envs.villagers.text import announce, explain
from tests import toy


def test_actions_on_the_road_name_the_villager_and_its_coins():
    batch = villagers.batch(num_envs=1, num_players=3, seed=1)
    state, options = batch.states.copy()[0], batch.options
    state["road"][2], state["road_coins"][2] = card_ids().index("cooper"), 0
    assert explain(state, options, "draft road 3") == "draft road 3 (cooper)"
    state["road_coins"][2] = 2
    assert villagers.GAME.explain_action(state, options, "draft road 3") == "draft road 3 (cooper +2)"
    assert explain(state, options, "draft stack 3") == "draft stack 3"
    state["road"][2] = -1
    assert explain(state, options, "draft road 3") == "draft road 3"


def test_others_do_not_hear_which_card_is_given():
    batch = villagers.batch(num_envs=1, num_players=3, seed=1)
    state, mover = batch.states.copy()[0], int(batch.current_seat[0])
    for seat in range(3):
        heard = villagers.GAME.explain_action(state, batch.options, "give cooper", seat)
        assert heard == ("give cooper" if seat == mover else "give a card")
    assert announce(state, batch.options, "draft stack 3") == "draft stack 3"


def test_a_game_without_explanations_gives_the_bare_text():
    batch = toy.batch(num_envs=1, num_players=2, seed=1)
    assert toy.GAME.explain is None
    assert toy.GAME.explain_action(batch.state(0), batch.options, "pass") == "pass"
