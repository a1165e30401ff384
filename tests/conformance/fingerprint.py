"""Fingerprints of random games: what every option set looks like to an agent, byte for byte.

    python -m tests.conformance.fingerprint            compare with fingerprints.json
    python -m tests.conformance.fingerprint --only keyflower --who random
    python -m tests.conformance.fingerprint --write    write it anew (after a change of version)

A fingerprint covers observations, masks, seats, scores and placements of a batch of random games, and the actions
that the heuristic and the shipped policy take in games of their own. Two trees with equal fingerprints play the same
games, show the same bytes and serve the same policies. Random choices come from numpy and the masks alone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.envs.core.errors import EurogymError
from tests.conformance.cases import CASES

FILE = Path(__file__).with_name("fingerprints.json")
WHO = ("random", "heuristic", "ppo")
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
    batch = case.batch(GAMES if who == "random" else AGENT_GAMES, seed=3, autoreset=False)
    if who == "random":
        return random_games(batch)
    name = agents.heuristic_name(case.game) if who == "heuristic" else who
    return agent_games(batch, agents.make(name, game=case.game.name))


def all_fingerprints(only: str, who: Sequence[str]) -> dict[str, dict[str, str]]:
    """Case id -> who -> fingerprint, for the cases whose id begins so; a policy that does not exist is left out."""
    found: dict[str, dict[str, str]] = {}
    for case in CASES:
        for one in who if case.id.startswith(only) else ():
            try:
                found.setdefault(case.id, {})[one] = fingerprint(case, one)
            except EurogymError as missing:
                print(f"{case.id}: {one}: {missing}", file=sys.stderr)
    return found


def main() -> int:
    """Write or compare; 1 where something differs."""
    parser = argparse.ArgumentParser(description="Fingerprints of random games.")
    parser.add_argument("--write", action="store_true", help="write fingerprints.json anew")
    parser.add_argument("--only", default="", help="cases whose id begins so")
    parser.add_argument("--who", nargs="+", default=WHO, choices=WHO)
    args = parser.parse_args()
    found = all_fingerprints(args.only, args.who)
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    if args.write:
        merged = {case.id: known.get(case.id, {}) | found.get(case.id, {}) for case in CASES}
        FILE.write_text(json.dumps(merged, indent=1) + "\n", encoding="utf-8")
        return 0
    compared = [(id, one) for id in known if id.startswith(args.only) for one in args.who if one in known[id]]
    differ = [f"{id} {one}" for id, one in compared if found.get(id, {}).get(one) != known[id][one]]
    print("\n".join(["these differ:", *differ] if differ else [f"{len(compared)} fingerprints agree"]))
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
