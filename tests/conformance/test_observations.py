"""Observations hold what the layout declares, and every field of a layout tells something in some game."""

import re

import numpy as np
import pytest

from eurogym.testing.rows import entities_test
from eurogym.testing.tables import positions
from tests.conformance.cases import CASES
from tests.facts import all_facts, facts_of
from tests.playing import seen_by

SEAT = re.compile(r"seat\d+\.")


def test_every_seat_sees_codes_within_the_layout_and_one_decision(case):
    """And its rows, one for each thing, tell what these codes do, so that the codes can be made of them again."""
    one_of = facts_of("ONE_OF").get(case.game_name, ())
    for number, batch in enumerate(positions(case, 9, every=40)):
        if number % 2 == 0:
            entities_test(batch)
        for seat in range(batch.num_seats):
            fields = seen_by(batch, seat)
            asked = [part.sum() for name, part in fields.items() if re.fullmatch(r"(\w+_)?decision", name)]
            assert sum(asked) == 1 and fields["seat0.present"] == 1
            for name, part in fields.items():
                at_table = name[:5] + ".present"
                if SEAT.sub("seat.", name) in one_of and fields.get(at_table, 1):
                    assert part.sum() == 1, name


@pytest.mark.parametrize("game", sorted(all_facts()))
def test_every_field_tells_something(game):
    """Over games of all option sets each field has more than one value; those of `SILENT` are rare or fixed."""
    least, most = {}, {}
    for case in CASES:
        if case.game_name != game:
            continue
        batch, rng = case.batch(40, seed=1), np.random.default_rng(1)
        low, high = batch.observations.copy(), batch.observations.copy()
        for _ in range(600):
            batch.step(batch.sample_legal(rng))
            np.minimum(low, batch.observations, out=low)
            np.maximum(high, batch.observations, out=high)
        for name, part in batch.layout.slices.items():
            field = SEAT.sub("seat.", name)
            least[field] = min(least.get(field, 255), low[:, part].min(axis=0).min())
            most[field] = max(most.get(field, 0), high[:, part].max(axis=0).max())
    silent = {field for field in most if least[field] == most[field]}
    assert silent == set(facts_of("SILENT").get(game, ()))
