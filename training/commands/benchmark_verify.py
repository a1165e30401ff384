"""Check a submission to eurogym-bench-v0 by replaying a sample of its games.

The exit code is 1 if any game turns out differently.
"""

from __future__ import annotations

import argparse
import secrets

from eurogym.training.commands.arguments import positive, seed_number
from eurogym.training.measure.benchmark import read_submission, verify

EXAMPLES = """examples:
  eurogym benchmark verify ppo.json
  eurogym benchmark verify ppo.json --sample 20 --seed 7

The submitted agent plays the sampled games again. Random play and the
heuristic, which define the scale of the scores, play all of their games again.

An agent that is a program, a module or a Python file would run on your
machine; it does so only if you name it again with --agent. Agents limited by
time (ms=...) cannot be reproduced exactly: use a number of simulations
(sims=...) in a submission that is to be verified.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `benchmark verify`."""
    parser.add_argument("file", metavar="FILE", help="the submission to check")
    parser.add_argument(
        "--sample",
        type=positive,
        default=4,
        help="groups of games to play again, each of at least 16 games of a task, or all of them (default 4)",
    )
    parser.add_argument(
        "--agent",
        metavar="SPEC",
        help="the agent of the submission, if playing it runs code from elsewhere",
    )
    parser.add_argument("--seed", type=seed_number, help="seed of the sample (default: a fresh one)")


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
