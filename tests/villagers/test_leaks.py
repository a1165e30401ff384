"""No seat sees what it cannot know, and a determinization is a world that the seat holds possible."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eurogym.envs.core.batch import BatchedGame
from eurogym.envs.villagers import enums as E
from eurogym.envs.villagers import tables as T
from eurogym.envs.villagers.enums import CARD, SUIT, D
from eurogym.envs.villagers.game import GAME
from eurogym.envs.villagers.options import VillagersOptions
from eurogym.envs.villagers.view.text import to_dict
from tests.playing import seat_view
from tests.positions import write_states
from tests.villagers.games import EXPANSION_SETS, OPTION_SETS, options, played
from tests.villagers.positions import (
    NUMBER,
    Table,
    cards_in_box,
    cards_of,
    check_sums,
    known_in_hand,
    solo,
    table,
)

rule = pytest.mark.rule
seeds = st.integers(0, 2**32)


def hidden_places(state, seat):
    """Where cards lie that a seat cannot know: ``(field, index, back seen)``; of hands and of the box an entry
    per card, its index ending with the card.
    """
    places = []
    for k in range(E.NUM_STACKS):
        for position in range(int(state["stack_count"][k])):
            if not (int(state["stack_known"][k, position]) >> seat) & 1:
                places.append(("stack", (k, position), position >= int(state["stack_seen"][k])))
    for position in range(int(state["reserve_count"])):
        if not (int(state["reserve_known"][position]) >> seat) & 1:
            places.append(("reserve", (position,), position >= int(state["reserve_seen"])))
    for other in range(int(state["num_seats"])):
        if other != seat:
            unknown = state["hand"][other].astype(int) - known_in_hand(state, seat, other)
            places += [
                ("hand", (other, card), True) for card in range(CARD.COUNT) for _ in range(unknown[card])
            ]
    for card in np.flatnonzero(state["boxed"]).tolist():
        places.append(("boxed", (card,), True))
    if state["decision"] == D.GIVE_PILE and not (int(state["pending_known"]) >> seat) & 1:
        places.append(("pending_card", (), True))
    return places


def card_at(state, place):
    """The card that lies in a hidden place."""
    name, index, _ = place
    if name in ("hand", "boxed"):
        return index[-1]
    return int(state[name][index]) if index else int(state[name])


def permute(state, seat, rng):
    """Deal the cards that a seat cannot know anew, backs seen staying as they are; shuffle the event decks.

    A Reserve made of the public discards is known as a set, so it is dealt on its own.
    """
    places = hidden_places(state, seat)
    if state["reserve_open"]:
        changed = permute_places(state, [place for place in places if place[0] == "reserve"], rng)
        changed |= permute_places(state, [place for place in places if place[0] != "reserve"], rng)
    else:
        changed = permute_places(state, places, rng)
    for row in range(2):
        count = int(state["event_deck_count"][row])
        state["event_deck"][row, :count] = rng.permutation(state["event_deck"][row, :count])
    state["stream_counter"] = rng.integers(0, 1000, len(state["stream_counter"]))
    state["seed"] = rng.integers(0, 2**62)
    return changed


def permute_places(state, places, rng):
    """Deal the cards of some hidden places anew among them; whether anything changed."""
    cards = [card_at(state, place) for place in places]
    new = list(cards)
    order = rng.permutation(len(cards))
    pool = [cards[i] for i in order]
    for i, place in enumerate(places):
        if place[2]:
            match = next(k for k, card in enumerate(pool) if T.SUIT_OF[card] == T.SUIT_OF[cards[i]])
            new[i] = pool.pop(match)
    for i, place in enumerate(places):
        if not place[2]:
            new[i] = pool.pop()
    for place in places:
        if place[0] in ("hand", "boxed"):
            state[place[0]][place[1]] -= 1
    for (name, index, _), card in zip(places, new, strict=True):
        if name in ("hand", "boxed"):
            state[name][(*index[:-1], card)] += 1
        elif index:
            state[name][index] = card
        else:
            state[name] = card
    return new != cards


@rule("R1.5")
@given(values=options(), seed=seeds)
def test_permuting_hidden_cards_changes_nothing_that_a_seat_sees(values, seed):
    changed = 0
    for game, _, rng in played(values, seed):
        if rng.integers(8) and (game.decision != "GIVE_PILE" or rng.integers(3)):
            continue
        other = BatchedGame(GAME, game.options, 1, autoreset=False)
        for seat in range(values["num_players"]):
            other.load(np.asarray(game.batch.states).copy())
            state = np.asarray(other.states)[0]
            changed += permute(state, seat, rng)
            other.refresh()
            check_sums(state)
            assert seat_view(other, seat) == seat_view(game.batch, seat), (game.decision, seat)
    assert changed


def fingerprint(state, seat):
    """What a seat knows of the hidden zones, read from the state itself."""
    stacks = []
    for k in range(E.NUM_STACKS):
        for position in range(int(state["stack_count"][k])):
            card, known = (
                int(state["stack"][k, position]),
                (int(state["stack_known"][k, position]) >> seat) & 1,
            )
            seen = position >= int(state["stack_seen"][k])
            stacks.append(card if known else ("suit", int(T.SUIT_OF[card])) if seen else None)
    for position in range(int(state["reserve_count"])):
        card, known = int(state["reserve"][position]), (int(state["reserve_known"][position]) >> seat) & 1
        seen = position >= int(state["reserve_seen"])
        stacks.append(card if known else ("suit", int(T.SUIT_OF[card])) if seen else None)
    if state["reserve_open"]:
        stacks.append(sorted(state["reserve"][: int(state["reserve_count"])].tolist()))
    secrets = []  # cards in hands that some seats know of: what this seat knows, and what others know of its own
    for index in range(int(state["num_secrets"])):
        holder, card, known = (
            int(state[name][index]) for name in ("secret_seat", "secret_card", "secret_known")
        )
        if holder == seat or (known >> seat) & 1:
            secrets.append((holder, card, known))
    hand = state["hand"][seat].tolist()
    return stacks, hand, state["hand_known"].tolist(), state["hand_suits"].tolist(), secrets


HIDDEN_FIELDS = {
    "boxed",
    "dealt",
    "stack",
    "reserve",
    "hand",
    "pending_card",
    "event_deck",
    "seed",
    "stream_counter",
    "num_secrets",  # what others know of each other's hands is imagined with the hands
    "secret_seat",
    "secret_card",
    "secret_known",
}


@given(values=options(), seed=seeds)
def test_determinize_keeps_what_the_seat_knows(values, seed):
    worlds = Counter()
    for game, _, rng in played(values, seed):
        if rng.integers(10) and (game.decision != "GIVE_PILE" or rng.integers(3)):
            continue
        other = BatchedGame(GAME, game.options, 1, autoreset=False)
        for seat in range(values["num_players"]):
            other.load(np.asarray(game.batch.states).copy())
            other.determinize(0, seat, int(rng.integers(2**40)))
            state = np.asarray(other.states)[0]
            check_sums(state)
            assert cards_of(state) == cards_in_box(**values)
            assert (state["hand_known"] <= state["hand"]).all()
            for observer, holder in permutations(range(values["num_players"]), 2):
                assert (known_in_hand(state, observer, holder) <= state["hand"][holder]).all()
            assert seat_view(other, seat) == seat_view(game.batch, seat), (game.decision, seat)
            assert fingerprint(state, seat) == fingerprint(game.state, seat)
            for name in set(state.dtype.names) - HIDDEN_FIELDS:
                assert (state[name] == game.state[name]).all(), name
            if game.decision != "GIVE_PILE" or (int(state["pending_known"]) >> seat) & 1:
                assert state["pending_card"] == game.state["pending_card"]
            for row in range(2):
                decks = [
                    sorted(one["event_deck"][row][: one["event_deck_count"][row]])
                    for one in (state, game.state)
                ]
                assert decks[0] == decks[1]
            if seat == game.seat:
                assert (other.action_masks == game.batch.action_masks).all()
            worlds[seat] += state["stack"].tobytes() != game.state["stack"].tobytes()
            # and the game goes on to its end
            other.rollout("random", steps=GAME.max_decisions(game.options), seed=int(rng.integers(1000)))
            assert other.states["done"][0] and cards_of(np.asarray(other.states)[0]) == cards_in_box(**values)
    assert all(worlds[seat] for seat in range(values["num_players"]))


@pytest.mark.parametrize("values", OPTION_SETS + EXPANSION_SETS, ids=str)
def test_different_seeds_give_different_worlds_and_equal_seeds_the_same(values):
    chosen = VillagersOptions.from_kwargs(**values)
    batch = BatchedGame(GAME, chosen, 41, seed=3, autoreset=False, observe=False)
    batch.copy_game(np.zeros(40, dtype=np.int64), np.arange(1, 41))
    batch.determinize(np.arange(40), 0, np.arange(40))
    batch.determinize([40], 0, 7)
    states = np.asarray(batch.states)
    stacks = [state["stack"].tobytes() for state in states[:40]]
    assert len(set(stacks)) == 40 and states[40].tobytes() == states[7].tobytes()
    futures = [tuple(batch.states["seed"][k : k + 1].tolist()) for k in range(40)]
    assert len(set(futures)) == 40  # search never reads the future of the real game
    if values["num_players"] > 1:
        assert len({state["hand"][1].tobytes() for state in states[:40]}) > 20
    else:
        assert len({state["event_deck"][0].tobytes() for state in states[:40]}) > 35


def worlds_of(game, seat, number):
    """Many determinizations of a position."""
    batch = BatchedGame(GAME, game.options, number, autoreset=False, observe=False)
    write_states(batch, game.state)
    batch.determinize(np.arange(number), seat, np.arange(number))
    states = np.asarray(batch.states)
    for state in states[:50]:
        check_sums(state)
        assert cards_of(state) == cards_of(game.state)
    return states


def assert_frequencies(found, expected):
    """Counts are those of fair draws, within five standard deviations."""
    total = sum(found.values())
    weight = sum(expected.values())
    assert set(found) <= set(expected)
    for outcome, share in expected.items():
        p = share / weight
        assert abs(found[outcome] - total * p) <= 5 * (total * p * (1 - p)) ** 0.5 + 1, (outcome, found)


def test_determinize_is_uniform_over_the_hidden_cards():
    # seat 1 holds one wood card that is not known, and a known agent; one cooper and a tinner lie elsewhere
    game = (
        table(2)
        .hand(1, "cooper", "agent", known=("agent",))
        .reserve("monk", "cooper", "wheeler", "wheeler", "agent")
    )
    for number in range(1, 7):
        game.stack(number)
    game.stack(3, "wood_carver", "hunter")
    game._refresh()
    states = worlds_of(game, 0, 4000)
    wood = Counter(
        next(card for card in ("cooper", "wheeler", "wood_carver") if s["hand"][1, NUMBER[card]])
        for s in states
    )
    # backs seen: hand (wood), top of stack 3 (wood), top of the Reserve (special): two wood cards of five lie in sight
    assert_frequencies(wood, {"cooper": 2, "wheeler": 2, "wood_carver": 1})
    assert all(s["hand"][1, NUMBER["agent"]] == 1 and s["hand_size"][1] == 2 for s in states)
    assert all(s["reserve"][s["reserve_count"] - 1] == NUMBER["monk"] for s in states)
    # the bottom of stack 3 was never seen: one of the three wood cards left, hunter and agent
    bottom = Counter(
        "wood" if T.SUIT_OF[s["stack"][2, 0]] == SUIT.wood else int(s["stack"][2, 0]) for s in states
    )
    assert_frequencies(bottom, {"wood": 3, NUMBER["hunter"]: 1, NUMBER["agent"]: 1})


@pytest.mark.rule("R9.5")
def test_a_placement_under_way_shows_the_monks_it_needs():
    """Given a spelunker without a place: the other seat sees worlds in which Monks can carry it, drawn fairly."""

    def worlds(*villages):
        game = table(2).hand(0, "spelunker", "monk", "tinner", "monk").village_with(0, *villages)
        for number in range(1, 7):
            game.stack(number)
        game.hand(1).reserve("tinner", "smuggler", "smuggler", "wheeler").stack(1, "cooper")
        game.build_turn(0).set(build_left=5).act("play spelunker")
        assert game.decision == "PLACE" and len(game.legal()) == 1
        states = worlds_of(game, 1, 2000)
        return Counter(int(state["hand"][0, NUMBER["monk"]]) for state in states)

    assert worlds("founders") == {2: 2000}
    # of six cards with their back, two of them Monks, three are in the hand: 12 + 4 of the 20 hands hold a Monk
    assert_frequencies(worlds("miner"), {1: 12, 2: 4})


@pytest.mark.rule("R9.5")
def test_no_other_hand_takes_the_monk_that_a_placement_shows():
    """Given one Monk out of sight, and two hands with a Special card; then it is in the hand that needs it."""
    game = table(3).hand(2, "spelunker", "monk").hand(0, "tinner").village_with(2, "founders", "miner")
    game.build_turn(2).set(build_left=5).act("play spelunker")
    states = worlds_of(game, 1, 300)
    assert all(state["hand"][2, NUMBER["monk"]] == 1 for state in states)


@pytest.mark.rule("R9.6")
@pytest.mark.parametrize("steps", [(), ("village of seat 0",), ("village of seat 0", "choose their seeker")])
def test_an_apprentice_shows_the_monk_it_needs(steps):
    """Given a covered seeker that only a Monk can carry anew; then whoever plays the Apprentice holds one."""
    game = table(3, placement_mode="slots").hand(2, "apprentice", "monk").hand(0, "tinner")
    chain = "seeker < spelunker < jeweler"
    game.village_with(2, "founders food", f"monk as miner < {{ {chain} | {chain} }}").village_with(
        0, "founders"
    )
    game.village_with(1, "founders").build_turn(2).set(build_left=5).act("play apprentice", *steps)
    assert game.decision == ("SWAP_SEAT", "SWAP_TARGET", "SWAP_PILE")[len(steps)]
    states = worlds_of(game, 1, 300)
    assert all(state["hand"][2, NUMBER["monk"]] == 1 for state in states)


@pytest.mark.rule("R13.2")
def test_no_other_hand_takes_the_villager_that_a_benefactor_shows():
    """Given one wood card that can be placed; then it is in the hand of the Benefactor, whoever else has wood cards."""
    game = table(3, expansions="saints").hand(2, "benefactor", "wheeler").hand(0, "cartwright").hand(1)
    for number in range(1, 7):
        game.stack(number)
    game.reserve().village_with(2, "founders", "lumberjack < carpenter")
    game.draft_turn(2).act("play benefactor")
    states = worlds_of(game, 1, 300)
    assert game.decision == "BENEFACTOR"
    assert all(state["hand"][2, NUMBER["wheeler"]] == 1 for state in states)


@pytest.mark.rule("R14.5")
def test_what_others_know_of_a_hand_is_in_it_in_every_world():
    """Given a Noble of seat 0 that has seen the hand of seat 2; then seat 1 imagines seat 0 knowing what lies there."""
    game = table(3, expansions="scoundrels").hand(0, "noble").hand(1).hand(2, "cooper", "wheeler", "agent")
    game.build_turn(0).act("play noble", "noble visits seat 2", "noble takes agent")
    seen = Counter()
    for world in worlds_of(game, 1, 300):
        number = int(world["num_secrets"])
        known = Counter(world["secret_card"][k] for k in range(number) if world["secret_seat"][k] == 2)
        assert known == Counter({card: int(n) for card, n in enumerate(world["hand"][2]) if n})
        seen.update(known)
    assert len(seen) > 2  # seat 1 does not know which they are


def tell_of_hand(game, holder, *secrets):
    """Secrets of a hand, each a card and the seats that know of it."""
    for index, (card, *known) in enumerate(secrets):
        game.state["secret_seat"][index] = holder
        game.state["secret_card"][index] = NUMBER[card]
        game.state["secret_known"][index] = sum(1 << seat for seat in known)
    game.set(num_secrets=len(secrets))


@pytest.mark.rule("R14.5")
def test_a_secret_that_two_seats_share_is_shared_in_every_world():
    """Given seats 0 and 3 that know of one card of seat 2; then seat 1 imagines that both know of the same one."""
    game = table(4, expansions="scoundrels").hands().hand(2, "cooper", "wheeler", "agent")
    tell_of_hand(game, 2, ("cooper", 0, 3))
    seen = set()
    for world in worlds_of(game, 1, 100):
        assert int(world["num_secrets"]) == 1 and int(world["secret_known"][0]) == 0b1001
        card = int(world["secret_card"][0])
        assert world["hand"][2, card] and T.SUIT_OF[card] == SUIT.wood
        seen.add(card)
    assert len(seen) > 2


@pytest.mark.rule("R14.5")
def test_a_secret_that_cannot_be_shared_is_the_first_seat_s():
    """Given two wood cards, of which seats 0 and 3 know one each and share another; then where those that they know
    are different ones there is none left to share, and seat 0 knows both.
    """
    game = table(4, expansions="scoundrels").hands().hand(2, "cooper", "wheeler")
    tell_of_hand(game, 2, ("wheeler", 0), ("wheeler", 3), ("cooper", 0, 3))
    shared = 0
    for world in worlds_of(game, 1, 200):
        first, last = (known_in_hand(world, seat, 2) for seat in (0, 3))
        assert (first == world["hand"][2]).all()
        shared += last.sum() == 2
    assert 0 < shared < 200


@rule("R1.5")
def test_the_backs_below_the_top_of_a_stack_stay_hidden():
    """Given a draft from a stack of four; then only the card that has come to lie on top shows its back."""
    game = table(2).stack(1, "wheeler", "agent", "monk", "hunter").draft_turn(0).act("draft stack 1")
    assert game.stack_cards(1) == ["agent", "monk", "hunter"]
    view = to_dict(game.state, game.options, 1)["stacks"][0]
    assert view[0].startswith("? ") and view[1:] == ["?", "?"]
    backs = {tuple(T.SUIT_OF[world["stack"][0, :3]].tolist()) for world in worlds_of(game, 1, 100)}
    assert len(backs) > 10 and len({back[2] for back in backs}) == 1


def test_determinize_knows_what_the_seat_laid_down():
    game = table(2).hand(0, "cooper").stack(1, "wheeler", "agent", "monk").stack(2, "carpenter", "hunter")
    game.build_turn(0).act("take basic miner", "give cooper", "put on stack 1")
    own = worlds_of(game, 0, 200)
    assert all(s["stack"][0, 3] == NUMBER["cooper"] for s in own)
    others = worlds_of(game, 1, 200)
    tops = {int(s["stack"][0, 3]) for s in others}
    assert len(tops) > 3 and {int(T.SUIT_OF[card]) for card in tops} == {SUIT.wood}


def test_a_card_given_may_be_any_known_one_of_its_suit():
    game = table(2).hand(0, "cooper", "wheeler", "agent", known=("cooper", "agent")).build_turn(0)
    game.act("take basic miner", "give wheeler")
    assert game.known_in_hand(0) == ["agent"]  # the others cannot tell cooper from wheeler
    game.act("put on stack 1")
    assert game.hand_of(0) == ["cooper", "agent"] and game.known_in_hand(0) == ["agent"]


def test_a_card_given_is_known_to_all_where_it_is_the_only_kind_of_its_suit():
    game = table(2).hand(0, "monk", "agent", known=("monk",)).stack(1, "wheeler").build_turn(0)
    game.act("take basic miner", "give monk")
    assert game.sees(1)["pending_card"][CARD.monk] == 1
    game.act("put on stack 1")
    assert game.sees(1)["known_in_piles"][CARD.monk - E.FIRST_HAND_CARD] == 1
    assert all(s["stack"][0, 1] == CARD.monk for s in worlds_of(game, 1, 100))


@rule("R12.12")
def test_a_reserve_made_of_the_public_discards_is_known_as_a_set():
    discards = ("agent", "cooper", "hunter", "mason", "seeker")
    game = solo().reserve().discard(*discards).end_of_build()  # the Countess takes a card of the Reserve
    (taken,) = game.piles(E.COUNTESS)
    holds = game.reserve_cards()
    assert game.state["reserve_open"] and sorted([*holds, taken]) == sorted(discards)
    assert game.sees(0)["known_in_piles"].sum() == len(holds)
    worlds = worlds_of(game, 0, 100)
    found = {tuple(sorted(s["reserve"][: s["reserve_count"]].tolist())) for s in worlds}
    assert found == {tuple(sorted(NUMBER[card] for card in holds))}
    assert len({s["reserve"].tobytes() for s in worlds}) > 1


def test_to_dict_hides_what_the_seat_cannot_know():
    game = Table(3, seed=4)
    view = to_dict(game.state, game.options, 0)
    assert view["seats"][1]["hand"] is None and view["seats"][0]["hand"] == game.hand_of(0)
    assert all(stack[0].startswith("? ") and set(stack[1:]) == {"?"} for stack in view["stacks"])
