"""What holds at every step of every game."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eurogym.envs.villagers.declare import tables as T
from eurogym.envs.villagers.declare.enums import CARD, D
from tests.villagers.games import in_play, options, played
from tests.villagers.positions import NUMBER, cards_in_box, cards_of, check_sums, known_in_hand, table

rule = pytest.mark.rule
seeds = st.integers(0, 2**32)
# decisions by which a seat looks at face-down cards and moves them
LOOKING = (*(name for name in D.NAMES if name.startswith(("PROPHET", "PIGEONEER"))), "PIGEONEER")
# actions by which a hand gains a card that the others do not see
UNSEEN = ("church takes", "pigeoneer takes", "noble takes")


@rule("R1.6", "R7.4", "R9.8")
@given(values=options(), seed=seeds, keen=st.booleans())
def test_cards_are_conserved_and_sums_are_right(values, seed, keen):
    box = cards_in_box(**values)
    for game, _, _ in played(values, seed, keen):
        assert cards_of(game.state) == box, game.decision
        check_sums(game.state)
        known = game.state["hand_known"]
        assert (known >= 0).all() and (known <= game.state["hand"]).all()
        for viewer in range(values["num_players"]):
            for other in set(range(values["num_players"])) - {viewer}:
                assert (known_in_hand(game.state, viewer, other) <= game.state["hand"][other]).all()
        assert (game.state["supply"] >= 0).all() and (game.state["coins"] >= 0).all()
        assert game.state["jester"] in (0, 1)
    assert cards_of(game.state) == box
    check_sums(game.state)
    assert game.number("markets_held") == 2
    # rules 18.5: a bound on the rounds
    assert game.number("round_number") <= {1: 20, 2: 14, 3: 11, 4: 10, 5: 9}[values["num_players"]]


def test_more_coins_than_a_byte_holds_are_told_as_255():
    game = table(2)
    for coins in (254, 255, 256, 300):
        game.state["coins"][0, 0, 0] = coins
        game.set()
        fields = game.batch.layout.unflatten(game.batch.observe(0, 0))
        told = [fields[name] for name in fields if name.endswith("coins")]
        assert max(int(np.max(part)) for part in told) == min(coins, 255)


@given(values=options(), seed=seeds)
def test_unseen_counts_are_those_of_the_hidden_cards(values, seed):
    for game, _, _ in played(values, seed):
        state = game.state
        for seat in range(values["num_players"]):
            hidden = np.zeros(CARD.COUNT, dtype=np.int64)
            places = [
                (state["stack"][k], state["stack_known"][k], int(state["stack_count"][k])) for k in range(6)
            ]
            if not state["reserve_open"]:  # else everybody knows what it holds
                places.append((state["reserve"], state["reserve_known"], int(state["reserve_count"])))
            for cards, known, count in places:
                for card, bits in zip(cards[:count], known[:count], strict=True):
                    hidden[card] += not (int(bits) >> seat) & 1
            for other in set(range(values["num_players"])) - {seat}:
                hidden += state["hand"][other].astype(np.int64) - known_in_hand(state, seat, other)
            hidden += state["boxed"]
            if game.decision == "GIVE_PILE" and not (int(state["pending_known"]) >> seat) & 1:
                hidden[state["pending_card"]] += 1
            seen = game.sees(seat)
            assert seen["unseen"].tolist() == hidden[4:54].tolist(), (game.decision, seat)
            for module, cards in T.MODULE_CARDS.items():
                if in_play(values, module):
                    assert seen[f"{module}_unseen"].tolist() == hidden[cards].tolist(), (game.decision, seat)


@rule("R1.5", "R3.4", "R7.1")
@given(values=options(), seed=seeds)
def test_knowledge_of_hidden_cards_is_come_by_honestly(values, seed):
    """A face-down card is known to whoever laid it there, or to all where they can tell; the backs to all."""

    def piles(state):
        stacks = [
            [(int(c), int(b)) for c, b in zip(state["stack"][k], state["stack_known"][k], strict=True)]
            for k in range(6)
        ]
        reserve = [(int(c), int(b)) for c, b in zip(state["reserve"], state["reserve_known"], strict=True)]
        counts = [*state["stack_count"].tolist(), int(state["reserve_count"])]
        seen = [*state["stack_seen"].tolist(), int(state["reserve_seen"])]
        return [pile[:count] for pile, count in zip([*stacks, reserve], counts, strict=True)], counts, seen

    before = hands = looker = None
    for game, action, _ in played(values | {"auto_forced": False}, seed):
        now, counts, seen = piles(game.state)
        ordering = game.decision in ("PROPHET_ORDER", "PIGEONEER_ORDER")  # no back is seen
        assert all(
            0 <= low <= (count if ordering else max(count - 1, 0))
            for low, count in zip(seen, counts, strict=True)
        )
        if before is not None:
            old, old_counts, old_seen, decision, returned = before
            for k in range(7):
                if decision in LOOKING and now[k] != old[k]:
                    own = 1 << looker  # nobody else learns anything
                    assert {bits & ~own for _, bits in now[k]} <= {bits & ~own for _, bits in old[k]} | {0}
                    continue
                if k == 6 and old_counts[6] < counts[6] - 1:
                    assert values["num_players"] == 1  # reshuffled discards
                    assert not any(bits for _, bits in now[6])
                    continue
                if decision == "GIVE_PILE" and counts[k] == old_counts[k] + 1:
                    assert now[k][-1][1] == returned and now[k][:-1] == old[k] and seen[k] == old_seen[k]
                elif counts[k] <= old_counts[k] and not (k == 6 and old_counts[6] == 0):
                    assert now[k] == old[k][: counts[k]]
                    assert ordering or seen[k] == min(old_seen[k], max(counts[k] - 1, 0))
        returned = int(game.state["pending_known"])
        if game.decision == "GIVE_PILE":
            given = int(game.state["pending_card"])
            suits, known_by = hands
            tells = [known[given] == suits[T.SUIT_OF[given]] for known in known_by]
            assert returned == sum(1 << one for one in range(len(tells)) if tells[one] or one == game.seat)
        seat = game.seat
        known_by = [known_in_hand(game.state, one, seat) for one in range(values["num_players"])]
        hands = (game.state["hand_suits"][seat].copy(), known_by)
        plays_pigeoneer = game.batch.catalog.texts[action] == "play pigeoneer"
        looker = game.seat
        before = (now, counts, seen, "PIGEONEER" if plays_pigeoneer else game.decision, returned)


@rule("R3.4")
@given(values=options(), seed=seeds)
def test_known_hand_cards_follow_from_what_all_saw(values, seed):
    """Kept by a careful player: drafted cards count, a card played goes, a card given may be any of its suit."""
    known = np.zeros((5, CARD.COUNT), dtype=np.int64)
    previous = None
    for game, action, _ in played(values | {"auto_forced": False}, seed):
        state = game.state
        if previous is not None:
            decision, seat, text, hands, visited, backs, others_know = previous
            for other in range(values["num_players"]):
                gained = np.maximum(state["hand"][other].astype(np.int64) - hands[other], 0)
                if not text.startswith(UNSEEN):  # else hands grow from the Square or in sight of all
                    known[other] += gained
            word = text.split()
            if (word[0] == "play" and word[1] in NUMBER) or (
                decision in ("GIVE_CARD", "ABDUCTION") and state["decision"] != D.GIVE_PILE
            ):
                card = NUMBER[word[1]]
                known[seat, card] = max(known[seat, card] - 1, 0)
            elif decision == "GIVE_CARD":
                same = np.equal(T.SUIT_OF, T.SUIT_OF[NUMBER[word[1]]])
                known[seat, same] = np.maximum(known[seat, same] - 1, 0)
            elif text == "place on a monk":
                known[seat, CARD.monk] = max(known[seat, CARD.monk] - 1, 0)
            elif text.startswith("courier takes"):
                known[seat, CARD.courier] = 0
            elif text.startswith("noble takes"):
                card = NUMBER[word[2]]
                same = np.equal(T.SUIT_OF, T.SUIT_OF[card])
                known[seat, card] += all(one[card] == backs[T.SUIT_OF[card]] for one in others_know)
                known[visited, same] = np.maximum(known[visited, same] - 1, 0)
            if game.decision == "COURIER":  # the window names its holder
                known[game.seat, CARD.courier] = 1
            assert (state["hand_known"] == known).all(), text
        text = game.batch.catalog.texts[action]
        visited = int(state["pending_seat"])
        backs = state["hand_suits"][visited].copy()
        others = set(range(values["num_players"])) - {visited}
        others_know = [known_in_hand(state, one, visited) for one in others]
        previous = (
            game.decision,
            game.seat,
            text,
            state["hand"].astype(np.int64),
            visited,
            backs,
            others_know,
        )
