"""Check a submission to eurogym-bench-v0 by replaying games of it.

The exit code is 1 if any game turns out differently.
"""

from __future__ import annotations

import argparse
import secrets

from eurogym.cli.arguments import positive, seed_number
from eurogym.common.errors import InputError
from eurogym.measure.benchmark.benchmark import EVERYTHING, SURE, Verified, read_submission, verify

EXAMPLES = """examples:
  eurogym benchmark verify ppo.json
  eurogym benchmark verify ppo.json --all
  eurogym benchmark verify ppo.json --sample 20 --seed 7

What can be checked without playing is checked of the whole file: tasks, deals,
and whether games can come to such scores. Then the submitted agent plays games
again: by default so many that one forged game in a hundred would almost surely
be found, with --all every one. Random play and the heuristic, which define the
scale of the scores, always play all of their games again.

An agent that is a program, a module or a Python file would run on your
machine; it does so only if you name it again with --agent. Agents limited by
time (ms=...) cannot be reproduced exactly: use a number of simulations
(sims=...) in a submission that is to be verified.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `benchmark verify`."""
    parser.add_argument("file", metavar="FILE", help="the submission to check")
    parser.add_argument(
        "--sample",
        type=positive,
        help="groups of games to play again, each of at least 16 games of a task, or all of them (default: enough to "
        f"find one forged game in a hundred with a probability of {100 * SURE:.0f} %%)",
    )
    parser.add_argument("--all", action="store_true", help="play all games again")
    parser.add_argument(
        "--agent",
        metavar="SPEC",
        help="the agent of the submission, if playing it runs code from elsewhere",
    )
    parser.add_argument("--seed", type=seed_number, help="seed of the sample (default: a fresh one)")


def main(args: argparse.Namespace) -> int:
    """Verify, and say what was found."""
    submission = read_submission(args.file)
    seed = secrets.randbits(32) if args.seed is None else args.seed
    if args.all and args.sample:
        raise InputError("--all plays every game again; leave out --sample")
    found = verify(submission, EVERYTHING if args.all else args.sample, seed, args.agent)
    if not found.files_match:
        print("the agent's files or the tasks are not those that the submission was played with")
    for task in found.yardsticks:
        print(f"{task}: random play or the heuristic come out otherwise, so its score is another")
    for task, game in found.other:
        print(f"{task}: game {game + 1} comes out otherwise")
    print(
        f"{found.played - len(found.other)} of {found.played} games that were played again, of {found.games} in all, "
        f"come out as {submission['agent']} has reported them (--seed {seed})"
    )
    print(certainty(found))
    return 0 if found.holds else 1


def certainty(found: Verified) -> str:
    """Return how likely forged games would have been found, in words."""
    if found.played == found.games:
        return "Every game was played again; a forged one would have been found."
    hundredth = -(-found.games // 100)
    counts = {"one forged game": 1, "one of ten": 10, f"one of {hundredth} (1 in 100)": hundredth}
    chances = ", ".join(f"{words} with {found.chance(count):.1%}" for words, count in counts.items())
    return (
        f"This would have found {chances}, if they were spread by chance; with {found.chance_of_group:.1%} if all of "
        "them were in one group of games. --all plays every game again."
    )
