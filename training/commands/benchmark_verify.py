"""Plays a sample of a submission's games again and compares what comes out."""

from __future__ import annotations

import argparse
import secrets

from eurogym.training.commands.arguments import positive, seed_number
from eurogym.training.measure.benchmark import read_submission, verify

EXAMPLES = """examples:
  eurogym benchmark verify ppo.json
  eurogym benchmark verify ppo.json --sample 20 --seed 7

An agent that is a program, a module or a file of Python runs on your machine: name it once more with --agent.
Random play and the heuristic, by which scores are measured, play all their games again, the agent the sample.
The exit code is 1 where a game comes out otherwise. Agents that think by the clock (ms=...) cannot be played again to
the digit; name simulations (sims=...) in a submission that is to be verified.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `benchmark verify`."""
    parser.add_argument("file", metavar="FILE", help="a submission")
    parser.add_argument(
        "--sample", type=positive, default=4, help="blocks of games that are played again (default 4)"
    )
    parser.add_argument(
        "--agent",
        metavar="SPEC",
        help="the agent of the submission, where playing it runs code from elsewhere",
    )
    parser.add_argument("--seed", type=seed_number, help="seed of the sample (default: a new one)")


def run(args: argparse.Namespace) -> int:
    """Verify, and say what was found."""
    submission = read_submission(args.file)
    seed = secrets.randbits(32) if args.seed is None else args.seed
    found = verify(submission, args.sample, seed, args.agent)
    if not found.files_match:
        print("the agent's files or the tasks are not those that the submission was played with")
    for task in found.yardsticks:
        print(f"{task}: random play or the heuristic come out otherwise, so its score is another")
    for task, game in found.other:
        print(f"{task}: game {game + 1} comes out otherwise")
    print(
        f"{found.games - len(found.other)} of {found.games} games come out as {submission['agent']} has reported them "
        f"(--seed {seed})"
    )
    return 0 if found.holds else 1
