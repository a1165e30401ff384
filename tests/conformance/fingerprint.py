"""Fingerprints of random games: what every option set looks like to an agent, byte for byte.

    python -m tests.conformance.fingerprint            compare with fingerprints.json
    python -m tests.conformance.fingerprint --write    write it anew (after a change of version)

A fingerprint covers observations, masks, seats, scores and placements of a batch of random games, and the actions
that the heuristic and the shipped policy take in games of their own. Two trees with equal fingerprints play the same
games, show the same bytes and serve the same policies. Random choices come from numpy and the masks alone.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

FILE = Path(__file__).with_name("fingerprints.json")
GAMES = 8
AGENT_GAMES = 2


def random_games(batch: Any, seed: int = 1) -> str:
    """Digest of the games of a batch (without autoreset), played at random to their ends."""
    digest = hashlib.sha256()
    rng = np.random.default_rng(seed)
    running = np.arange(batch.num_envs)
    while len(running):
        for array in (batch.observations, batch.action_masks, batch.current_seat):
            digest.update(np.ascontiguousarray(array[running]).tobytes())
        masks = batch.action_masks[running]
        nth = (rng.random(len(running)) * masks.sum(axis=1)).astype(np.int64)
        batch.step((masks.cumsum(axis=1) > nth[:, None]).argmax(axis=1), games=running)
        running = running[~batch.dones[running]]
    for array in (batch.final_scores, batch.final_placements, batch.final_lengths):
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:16]


def agent_games(batch: Any, agent: Any) -> str:
    """Digest of the actions of an agent that plays all seats of a batch (without autoreset)."""
    digest = hashlib.sha256()
    agent.reset(seed=5)
    running = np.arange(batch.num_envs)
    while len(running):
        actions = agent.act(batch, running)
        digest.update(np.asarray(actions, dtype=np.int64).tobytes())
        batch.step(actions, games=running)
        running = running[~batch.dones[running]]
    digest.update(np.ascontiguousarray(batch.final_scores).tobytes())
    return digest.hexdigest()[:16]


def fingerprint(case: Any, who: str) -> str:
    """Fingerprint of one case: ``who`` is "random" or the name of an agent."""
    import agents

    batch = case.batch(GAMES if who == "random" else AGENT_GAMES, seed=3, autoreset=False)
    if who == "random":
        return random_games(batch)
    name = agents.heuristic_name(case.game) if who == "heuristic" else who
    return agent_games(batch, agents.make(name, game=case.game.name))


def all_fingerprints(who: tuple[str, ...] = ("random", "heuristic", "ppo")) -> dict[str, dict[str, str]]:
    """Case id -> who -> fingerprint, for all cases; a policy that does not exist is left out."""
    from envs.core.errors import EurogymError
    from tests.conformance.cases import CASES

    found: dict[str, dict[str, str]] = {}
    for case in CASES:
        for one in who:
            try:
                found.setdefault(case.id, {})[one] = fingerprint(case, one)
            except EurogymError as missing:
                print(f"{case.id}: {one}: {missing}", file=sys.stderr)
    return found


def main() -> int:
    """Write or compare; 1 where something differs."""
    found = all_fingerprints()
    if "--write" in sys.argv:
        FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        return 0
    known = json.loads(FILE.read_text(encoding="utf-8"))
    differ = [
        f"{id} {who}: {known[id][who]} -> {found.get(id, {}).get(who)}"
        for id in known
        for who in known[id]
        if found.get(id, {}).get(who) != known[id][who]
    ]
    print("\n".join(differ) or f"{sum(map(len, known.values()))} fingerprints agree")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
