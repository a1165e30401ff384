"""Check a submission to eurogym-bench-llm-v0 by playing all of its answers again.

The exit code is 1 if any figure does not follow from the answers.
"""

from __future__ import annotations

import argparse
import os
import secrets

from eurogym.cli.arguments import positive, seed_number
from eurogym.cli.models import KEY
from eurogym.common.errors import InputError
from eurogym.text.bench import read_submission, verify
from eurogym.text.chat import Model

EXAMPLES = """examples:
  eurogym llm verify runs/my-model/submission.json
  eurogym llm verify runs/my-model/submission.json --url http://localhost:8000/v1 --model my-model --sample 50

Every answer is read and played again: results, wrong answers and their kinds,
and what was asked must come out as reported. An agent in the place of a model
is asked again for all answers. This does not show that a model has given the
answers: with --url it is asked again for the first answers of a sample. Only
at temperature 0, on the same kind of machine, can they be expected to be the
same.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `llm verify`."""
    parser.add_argument("file", metavar="FILE", help="the submission to check")
    parser.add_argument("--url", help="address of the model's server, to ask it again")
    parser.add_argument("--model", help="name of the model on that server")
    parser.add_argument("--sample", type=positive, default=20, help="answers to ask for again (default 20)")
    parser.add_argument("--seed", type=seed_number, help="seed of the sample (default: a fresh one)")


def main(args: argparse.Namespace) -> int:
    """Verify, and say what was found."""
    if bool(args.url) != bool(args.model):
        raise InputError("to ask a model again, give --url and --model")
    found = read_submission(args.file)
    plan = found["tasks"][0]["plan"]
    seed = secrets.randbits(32) if args.seed is None else args.seed
    model = None
    if args.url:
        key = os.environ.get(KEY, "")
        model = Model(args.url, args.model, key, plan["answer_tokens"], plan["temperature"])
    checked = verify(found, model, args.sample, seed)
    for task, item, what in checked.other:
        told = (
            "other answers than there would be now"
            if what == "answers"
            else f"another {what} than its answers give"
        )
        print(f"{task}: {item.name}: {told}")
    for task in checked.prompts:
        print(f"{task}: was asked in other words than those of this version")
    right = checked.rows - len(checked.other)
    print(f"{right} of {checked.rows} games, positions and questions follow from their answers")
    if model is not None:
        print(
            f"{checked.same} of {checked.asked} first answers are the same when asked for again (--seed {seed})"
        )
    return 0 if checked.holds else 1
