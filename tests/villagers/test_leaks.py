"""No seat sees what it cannot know, and a determinization is a world that the seat holds possible."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eurogym.envs.villagers.declare import enums as E
from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.enums import CARD, SUIT, D
from eurogym.envs.villagers.game import GAME
from eurogym.envs.villagers.view.text import to_dict
from tests.playing import determinized_positions, seat_view
from tests.villagers.games import options, played
from tests.villagers.positions import NUMBER, cards_in_box, cards_of, check_sums, known_in_hand, solo, table
from tests.worlds import assert_fair, imagined

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


def secrets_of(state, seat):
    """Cards in hands that some seats know of: those that this seat knows, and what others know of its own."""
    rows = zip(
        *(state[name].tolist() for name in ("secret_seat", "secret_card", "secret_known")), strict=True
    )
    known = list(rows)[: int(state["num_secrets"])]
    return [row for row in known if row[0] == seat or (row[2] >> seat) & 1]


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
    games = ((game.batch, rng) for game, _, rng in played(values, seed))
    for batch, other, seat, before, after in determinized_positions(games, 3, HIDDEN_FIELDS):
        check_sums(after)
        assert cards_of(after) == cards_in_box(**values)
        assert (after["hand_known"] <= after["hand"]).all()
        for observer, holder in permutations(range(values["num_players"]), 2):
            assert (known_in_hand(after, observer, holder) <= after["hand"][holder]).all()
        assert seat_view(other, seat) == seat_view(batch, seat)
        assert secrets_of(before, seat) == secrets_of(after, seat)
        if before["decision"] != D.GIVE_PILE or (int(before["pending_known"]) >> seat) & 1:
            assert before["pending_card"] == after["pending_card"]
        for one, two, count in zip(
            before["event_deck"], after["event_deck"], before["event_deck_count"], strict=True
        ):
            assert sorted(one[:count]) == sorted(two[:count])


def worlds_of(game, seat, number):
    """Many determinizations of a position."""
    states = imagined(GAME, game.options, game.state, seat, number)
    for state in states[:50]:
        check_sums(state)
        assert cards_of(state) == cards_of(game.state)
    return states


@rule("R9.5")
@pytest.mark.parametrize(
    "village,monks",
    [
        ("founders", {2: 1}),
        ("miner", {1: 12, 2: 4}),  # of six cards with their back, two of them Monks, three are in the hand
    ],
)
def test_a_placement_under_way_shows_the_monks_it_needs(village, monks):
    """Given a spelunker without a place: the other seat sees worlds in which Monks can carry it, drawn fairly."""
    game = table(2).hand(0, "spelunker", "monk", "tinner", "monk").village_with(0, village).only_stacks()
    game.hand(1).reserve("tinner", "smuggler", "smuggler", "wheeler").stack(1, "cooper")
    game.build_turn(0).set(build_left=5).act("play spelunker")
    assert game.decision == "PLACE" and len(game.legal()) == 1
    found = Counter(int(state["hand"][0, CARD.monk]) for state in worlds_of(game, 1, 2000))
    if len(monks) > 1:
        assert_fair(found.elements(), Counter(monks))
    else:
        assert set(found) == set(monks)


@rule("R9.5")
def test_no_other_hand_takes_the_monk_that_a_placement_shows():
    """Given one Monk out of sight, and two hands with a Special card; then it is in the hand that needs it."""
    game = table(3).hand(2, "spelunker", "monk").hand(0, "tinner").village_with(2, "founders", "miner")
    game.build_turn(2).set(build_left=5).act("play spelunker")
    assert all(state["hand"][2, CARD.monk] for state in worlds_of(game, 1, 300))


@rule("R9.6")
@pytest.mark.parametrize("steps", [(), ("village of seat 0",), ("village of seat 0", "choose their seeker")])
def test_an_apprentice_shows_the_monk_it_needs(steps):
    """Given a covered seeker that only a Monk can carry anew; then whoever plays the Apprentice holds one."""
    game = table(3, placement_mode="slots").hand(2, "apprentice", "monk").hand(0, "tinner")
    chain = "seeker < spelunker < jeweler"
    game.village_with(2, "founders food", f"monk as miner < {{ {chain} | {chain} }}")
    game.village_with(0, "founders").village_with(1, "founders").build_turn(2).set(build_left=5)
    game.act("play apprentice", *steps)
    assert game.decision == ("SWAP_SEAT", "SWAP_TARGET", "SWAP_PILE")[len(steps)]
    assert all(state["hand"][2, CARD.monk] for state in worlds_of(game, 1, 300))


@rule("R13.2")
def test_no_other_hand_takes_the_villager_that_a_benefactor_shows():
    """Given one wood card that can be placed; then it is in the hand of the Benefactor, whoever else has wood cards."""
    game = table(3, expansions="saints").hand(2, "benefactor", "wheeler").hand(0, "cartwright").only_stacks()
    game.reserve().village_with(2, "founders", "lumberjack < carpenter").draft_turn(2).act("play benefactor")
    assert game.decision == "BENEFACTOR"
    assert all(state["hand"][2, NUMBER["wheeler"]] for state in worlds_of(game, 1, 300))


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


@rule("R12.2")
def test_the_event_decks_are_dealt_anew():
    decks = worlds_of(solo(), 0, 40)["event_deck"]
    assert all(len({deck.tobytes() for deck in decks[:, row]}) > 35 for row in range(2))


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
