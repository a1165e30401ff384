"""High Card is put to the tests that every game passes, and against a second reading of its rules."""

import pytest

from eurogym import testing

TESTS = (
    testing.kernel_test,
    testing.batch_test,
    testing.hidden_information_test,
    testing.round_trip_test,
    testing.rows_test,
    testing.api_test,
    testing.seed_test,
)


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.__name__)
def test_the_game_is_sound(test):
    test("high_card")


class Oracle:
    """The rules in plain Python, with the luck of the engine."""

    def __init__(self, chance, num_players):
        deck = chance.shuffle("deck", [value for value in range(1, 7) for _ in range(3)])
        self.hands = [[deck.pop() for _ in range(4)] for _ in range(num_players)]
        self.points, self.trick, self.leader = [0] * num_players, [], 0

    def turn(self):
        return (self.leader + len(self.trick)) % len(self.hands)

    def decision(self):
        return (self.turn(), "PLAY") if any(self.hands) else None

    def legal(self):
        return [f"play {value}" for value in set(self.hands[self.turn()])]

    def apply(self, text):
        value = int(text.split()[1])
        self.hands[self.turn()].remove(value)
        self.trick.append(value)
        if len(self.trick) == len(self.hands):
            self.leader = (self.leader + self.trick.index(max(self.trick))) % len(self.hands)
            self.points[self.leader] += len(self.trick) + self.trick.count(6)
            self.trick = []

    def scores(self):
        return self.points

    def winners(self):
        first = [seat for seat, points in enumerate(self.points) if points == max(self.points)]
        return [self.leader] if self.leader in first else first


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_agree_with_the_oracle(players):
    testing.differential_test("high_card", Oracle, {"num_players": players}, seeds=range(50))
