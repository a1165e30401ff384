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
from eurogym.text.bench import models_of, read_submission, verify
from eurogym.text.chat import Model

EXAMPLES = """examples:
  eurogym llm verify runs/my-model/submission.json
  eurogym llm verify runs/my-model/submission.json --url http://localhost:8000/v1 --model my-model --sample 50

Every answer is read and played again: results, wrong answers and their kinds,
and what was asked must come out as reported, and no game or position of a task
may be left out. An agent in the place of a model is asked again for all
answers. This does not show that a model has given the answers: with --url it
is asked again for the first answers of a sample. At temperature 0, on the same
kind of machine, they can be expected to be the same, and at least half of them
must be.
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
    models = models_of(found)
    seed = secrets.randbits(32) if args.seed is None else args.seed
    model = None
    if args.url:
        if args.model not in models:
            of = f"models: {', '.join(models)}" if models else "agents"
            raise InputError(f"the submission is not of {args.model!r:.80}, but of {of}")
        model = Model(args.url, args.model, os.environ.get(KEY, ""))
    checked = verify(found, model, args.sample, seed)
    for task, item, what in checked.other:
        difference = (
            "not the answers that there would be now"
            if what == "answers"
            else f"not the {what} that its answers give"
        )
        print(f"{task}: {item.name}: {difference}")
    for task in checked.prompts:
        print(f"{task}: asked in other words than those of this version, or changed")
    for task, count in checked.missing.items():
        print(
            f"{task}: {count} of its games, positions and questions are missing; those that are there may be chosen"
        )
    right = checked.rows - len(checked.other)
    print(f"{right} of {checked.rows} games, positions and questions follow from their answers")
    for name in models if model is None else ():
        print(
            f"whether {name!r:.80} gave the answers was not looked at; with --url and --model it is asked again"
        )
    if model is not None:
        print(
            f"{checked.same} of {checked.asked} first answers are the same when asked for again (--seed {seed})"
        )
        if not checked.sure:
            print("at other temperatures than 0 they may differ")
        if checked.miscounted:
            print(f"{checked.miscounted} of them have other numbers of tokens than this server counts")
        if not checked.confirmed:
            print(f"so few that {args.model!r:.80}, as this server has it, did not give them")
    return 0 if checked.holds else 1
