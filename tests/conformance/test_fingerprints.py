"""Every option set looks to agents, byte for byte, as it did when fingerprints.json was written."""

import json

import pytest

from eurogym.envs.core.errors import EurogymError
from tests.conformance.cases import CASES
from tests.conformance.fingerprint import FILE, fingerprint

KNOWN = json.loads(FILE.read_text(encoding="utf-8"))


def test_every_case_has_a_fingerprint():
    assert set(KNOWN) == {case.id for case in CASES}


def test_random_games_look_as_they_did(case):
    assert fingerprint(case, "random") == KNOWN[case.id]["random"]


@pytest.mark.slow
@pytest.mark.parametrize("who", ["heuristic", "ppo"])
def test_agents_play_as_they_did(case, who):
    if who in KNOWN[case.id]:
        assert fingerprint(case, who) == KNOWN[case.id][who]
    else:
        with pytest.raises(EurogymError):
            fingerprint(case, who)
