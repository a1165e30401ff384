"""A recorded game as one self-contained web page: a picture before every decision, a slider, words, scores.

The page needs no network. Elements of the pictures stand in a table once; a picture is a list of their numbers, told by
what differs from the picture before; all of it is deflated, and the browser inflates it.
"""

from __future__ import annotations

import base64
import difflib
import html
import json
import re
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from eurogym.envs.core.pictures import Picture, deed_of
from eurogym.envs.core.replay import Replay
from eurogym.training.show.template import filled
from eurogym.training.show.words import describe_options

TEMPLATE = Path(__file__).with_suffix(".html")
_ELEMENT = re.compile(r"<[^>]*>[^<]*")


def replay_page(replay: Replay, seat: int | None = None) -> str:
    """The page of a replay, with everything open or as one seat saw it.

    Args:
        replay: what was played; it is executed and checked.
        seat: whose eyes; scores over time are shown only where everything is open, since they may tell hidden things.

    Raises:
        ReplayError: a line that the game does not reproduce.
        OptionError: the game has no pictures.
    """
    game, options = replay.game, replay.options
    pictures: list[Picture] = []
    words: list[str] = []
    scores: list[list[int]] = []
    last = None
    for batch, decision in replay.positions():
        pictures.append(batch.draw(0, seat, legal=False, last=last))
        scores.append(batch.scores([0])[0, :, 0].tolist())
        if decision is not None:
            state = batch.state(0)
            last = deed_of(game, state, options, decision.action)
            text = game.explain_action(state, options, decision.action, seat)
            words.append(f"{game.name_of_seat(options, decision.seat)}: {text}")
    table, steps = told_by_differences(pictures)
    seen = "" if seat is None else f", as {game.name_of_seat(options, seat)} saw it"
    data = {
        "elements": table,
        "steps": steps,
        "words": words,
        "scores": scores if seat is None else [],
        "names": [game.name_of_seat(options, one) for one in range(len(scores[0]))],
    }
    packed = zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9)
    return filled(
        TEMPLATE,
        TITLE=html.escape(f"{game.title}, seed {replay.seed}"),
        WHAT=html.escape(f"{describe_options(options)}, seed {replay.seed}{seen}"),
        NAME=html.escape(game.title),
        DATA=base64.b64encode(packed).decode(),
    )


def told_by_differences(pictures: Iterable[str]) -> tuple[list[str], list[list[list[Any]]]]:
    """(table of elements, steps): a step is a list of ``[start, stop, numbers]``, each replacing a part of a picture.

    Parts are given from the end of the list to its beginning, so that replacing one does not move the next.
    """
    table: dict[str, int] = {}
    steps, before = [], []
    for picture in pictures:
        now = [table.setdefault(element, len(table)) for element in _ELEMENT.findall(picture)]
        changes = difflib.SequenceMatcher(None, before, now).get_opcodes()
        steps.append(
            [[start, stop, now[a:b]] for kind, start, stop, a, b in reversed(changes) if kind != "equal"]
        )
        before = now
    return list(table), steps
