"""The oracle of Keyflower for itself: the workers that may be placed, against trying everything.

Its scoring is compared with the engine's at every decision, and the engine's with plain searches
(tests/keyflower/test_assignment.py).
"""

import random
from itertools import combinations, product

import pytest

from .keyflower import Plan
from .keyflower_village import RED


@pytest.mark.rule("R4.1", "R5.3", "R6.2")
@pytest.mark.parametrize("seed", range(60))
def test_plans_against_trying_everything(seed):
    """Each offered step has a completion, and no completion is left out; one colour and 4b."""
    dice = random.Random(seed)
    for _ in range(10):
        colours = [RED] if dice.random() < 0.5 else [0, 1, 2, 3]
        plan = Plan(0, 0, False, colours)
        plan.low = dice.randrange(1, 7)
        plan.high = dice.choice((dice.randrange(1, 7), 10**6))
        for colour in colours:
            plan.free[colour] = dice.randrange(3)
        plan.most = max(0, sum(plan.free) - dice.randrange(2))
        plan.groups = {tile: dice.randrange(1, 5) for tile in dice.sample(range(9), dice.randrange(5))}
        wanted = set()
        for k in range(len(plan.groups) + 1):
            for taken in combinations(sorted(plan.groups), k):
                for screen in product(*[range(plan.free[c] + 1) for c in colours]):
                    size = sum(plan.groups[t] for t in taken) + sum(screen)
                    if plan.low <= size <= plan.high and sum(screen) <= plan.most:
                        wanted.add((taken, screen))
        found = set(all_ends(plan, colours)) if plan.possible() else set()
        assert found == wanted and plan.possible() == bool(wanted)


def all_ends(plan, colours, at=0):
    """Follow every offered step; (groups taken, numbers from the screen) at the end."""
    if at == 0:
        for tile in plan.takeable():
            plan.taken.append(tile)
            ends = list(all_ends(plan, colours))
            plan.taken.pop()
            assert ends
            yield from ends
    if at == len(colours):
        yield tuple(plan.taken), tuple(plan.screen[c] for c in colours)
        return
    for n in plan.numbers(colours[at], colours[at + 1 :]):
        plan.screen[colours[at]] = n
        ends = list(all_ends(plan, colours, at + 1))
        plan.screen[colours[at]] = 0
        assert ends
        yield from ends
