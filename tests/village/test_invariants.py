"""What holds at every step of every game of Village."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eurogym.envs.village.declare import enums as E
from eurogym.envs.village.declare.components import merged
from eurogym.envs.village.declare.options import VillageOptions
from tests.village.games import options, played
from tests.village.positions import check_position

rule = pytest.mark.rule
seeds = st.integers(0, 2**32)
players = st.sampled_from(("random", "busy", "busy", "hoarding"))


def customers_in_play(state) -> list[int]:
    """Customers on blue slots, in the queue and in the stack."""
    rows = [state["slot"], state["queue"], state["stack"][: int(state["stack_size"])]]
    return [int(tile) for row in rows for tile in row if tile != E.NONE]


def printed_graves(values) -> tuple[list[int], int]:
    """Spaces of the chronicle and the cemetery that these options open."""
    tables = merged(VillageOptions.from_kwargs(**values).data_overrides)
    row = str(max(2, values["num_players"]))
    chronicle = tables["chronicle"]["spaces"][row]
    return [chronicle[name] for name in E.CATEGORY.NAMES], tables["cemetery"]["spaces"][row]


@rule("R1.1", "R1.9", "R3.4", "R18.3")
@given(values=options(), seed=seeds, player=players)
def test_cubes_members_and_bounds(values, seed, player):
    for batch, _ in played(values, seed, player):
        check_position(batch.states[0])


@rule("R10.3")
@given(values=options(), seed=seeds, player=players)
def test_a_journey_that_is_over_leaves_nothing(values, seed, player):
    """Positions that play alike are alike."""
    for batch, _ in played(values, seed, player):
        state = batch.states[0]
        if state["decision"] != E.D.TRAVEL_PAYMENT:
            assert state["edge"] == E.NONE
            assert not (state["traveller"] or state["from_place"] or state["to_place"])


@rule("R8.2", "R19.3")
@given(values=options(), seed=seeds, player=players)
def test_customers_are_conserved(values, seed, player):
    left, hers = 24, 0
    for batch, _ in played(values, seed, player):
        state = batch.states[0]
        tiles = customers_in_play(state)
        assert len(tiles) == len(set(tiles)) <= left
        left = len(tiles)
        gone = 24 - left - int(state["customers"].sum())
        assert gone >= hers and (gone == 0 or values["num_players"] == 1)  # Carla's leave the game
        hers = gone
        assert (state["slot"][int(state["num_slots"]) :] == E.NONE).all()
        queue = state["queue"].tolist()
        gaps = queue.count(E.NONE)
        assert E.NONE not in queue[: len(queue) - gaps]
        assert gaps == 0 or state["stack_size"] == 0 or state["market_open"]
        assert (state["stack"][int(state["stack_size"]) :] == 0).all()


@rule("R14.4", "R15.1")
@given(values=options(), seed=seeds, player=players)
def test_every_grave_holds_one_of_the_dead(values, seed, player):
    chronicle, cemetery = printed_graves(values)
    for batch, _ in played(values, seed, player):
        state = batch.states[0]
        dead = state["members"][:, :, E.PLACE.chronicle : E.PLACE.cemetery].sum(axis=(0, 1))
        buried = chronicle - state["chronicle_open"] - dead
        hers = int(buried.sum()) + cemetery - int(state["cemetery_open"])
        hers -= int(state["members"][:, :, E.PLACE.cemetery].sum())
        assert (buried >= 0).all() and 0 <= hers <= int(state["carla_dead"])
        full = not state["cemetery_open"] or not state["chronicle_open"].any()
        assert bool(state["end_triggered"]) == full
        if not full:
            assert not state["members"][:, :, E.PLACE.removed].any() and not state["last_turn"].any()
            assert hers == int(state["carla_dead"])


@rule("R12.2", "R18.8", "R18.11", "R19.5")
@given(seed=seeds, player=players, rule_name=st.sampled_from(("colour", "die")))
def test_carlas_board(seed, player, rule_name):
    values = {"num_players": 1, "carla_rule": rule_name, "auto_forced": False}
    for batch, _ in played(values, seed, player):
        state = batch.states[0]
        for row in range(2):
            faces = state["tile"][3 * row : 3 * row + 3].tolist()
            quill = int(state["quill"][row])
            assert E.TILE.hidden in faces
            assert all((face == E.TILE.quill) == (one == quill) for one, face in enumerate(faces) if face)
        assert 0 <= state["loop_next"] < state["loop_spaces"]
        assert state["carla_cubes"].sum() <= 10  # nine of a round, and the one left from the round before


@rule("R4.3", "R14.2")
@given(values=options(), seed=seeds, player=players)
def test_one_death_at_most_is_due_per_seat(values, seed, player):
    for batch, _ in played(values, seed, player):
        state = batch.states[0]
        if not state["done"] and state["decision"] == E.D.TURN:
            assert not state["death_due"].any() and state["num_pending"] == 0 and not state["market_open"]
            assert not state["passed"].any() and state["cube_picks"] == 0 and state["privilege_stage"] == 0
        assert (state["death_due"][[s for s in range(5) if s != state["active"]]] == 0).all()
