"""A recorded game as one self-contained web page: a picture before every decision, a slider, words, scores.

The page needs no network. Elements of the pictures stand in a table once; a picture is a list of their numbers, as
what differs from the picture before; all of it is deflated, and the browser inflates it.
"""

from __future__ import annotations

import base64
import difflib
import html
import itertools
import json
import re
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.agents.framework.opinion import opinion_of
from eurogym.envs.core.draw.pictures import move_of, table_parts
from eurogym.envs.core.faces.replay import Replay
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.play.prospects import Prospects
from eurogym.play.review import Verdict, worst
from eurogym.play.stage import stage
from eurogym.play.template import ICON, filled
from eurogym.play.words import called, describe_options

TEMPLATE = Path(__file__).with_suffix(".html")
_ELEMENT = re.compile(r"<[^>]*>[^<]*")


WIDE, HIGH = 940, 700  # of the table, in CSS pixels; a larger window shows it larger
MOST_SHOWN = 4  # actions that an agent's numbers are shown of
MOST_TURNS = 5  # decisions that moved the chances most


def replay_page(
    replay: Replay, seat: int | None = None, adviser: str = "", verdicts: Sequence[Verdict] = ()
) -> str:
    """Return the page of a replay, with everything open or as one seat saw it.

    Args:
        replay: what was played; it is executed and checked.
        seat: whose eyes; scores over time are shown only where everything is open, since they may tell hidden things.
        adviser: an agent whose opinion of every decision is shown, with everybody's chances of winning over time; with
            `seat` only of the decisions of that seat, and the chances as far as it can tell them.
        verdicts: a review of the game (eurogym/play/review.py): with every decision stands what it lost and what would
            have been better; the worst are gone to first.

    Raises:
        ReplayError: a line that the game does not reproduce.
        OptionError: the game has no pictures.
        AgentError: an unknown agent, or one that cannot play this game.
    """
    game, options = replay.game, replay.options
    pictures: list[str] = []
    style = ""
    words: list[str] = []
    scores: list[list[int]] = []
    thoughts: list[list[list[str]]] = []
    chances: list[list[float]] = []
    agent = prospects = last = None
    if adviser:
        agent = agents.make(adviser, game=game)
        agent.reset(replay.seed)
    for batch, decision in replay.positions():
        if agent is not None:
            prospects = prospects or Prospects(batch, seat)
            chances.append(prospects.of(batch))
        scores.append(batch.scores([0])[0, :, 0].tolist())
        state = batch.state(0)
        picture, style = frame(replay, batch, seat, last, scores[-1])
        pictures.append(picture)
        if decision is not None:
            last = move_of(game, state, options, decision.action)
            text = game.explain_action(state, options, decision.action, seat)
            words.append(f"{game.name_of_seat(options, decision.seat)}: {text}")
            open_to_us = seat is None or seat == decision.seat
            thoughts.append(_thought(agent, batch, decision.action) if agent and open_to_us else [])
    table, steps = as_differences(pictures)
    seen = "" if seat is None else f", as {game.name_of_seat(options, seat)} saw it"
    data = {
        "elements": table,
        "steps": steps,
        "words": words,
        "scores": scores if seat is None else [],
        "adviser": adviser,
        "thoughts": thoughts,
        "chances": chances,
        "turns": turning_points(chances),
        "review": {one.number: _reviewed(one) for one in verdicts if one.lost > 0},
        "worst": [one.number for one in worst(verdicts)],
        "names": [game.name_of_seat(options, one) for one in range(len(scores[0]))],
    }
    packed = zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 9)
    return filled(
        TEMPLATE,
        ICON=ICON,
        COLOURS=style,
        TITLE=html.escape(f"{game.title}, seed {replay.seed}"),
        WHAT=html.escape(f"{describe_options(options)}, seed {replay.seed}{seen}"),
        NAME=html.escape(game.title),
        DATA=base64.b64encode(packed).decode(),
    )


def frame(
    replay: Replay, batch: BatchedGame, seat: int | None, last: Any, scores: Sequence[int]
) -> tuple[str, str]:
    """Markup of a moment of a game, and the style sheet that it needs; last: the move that led there."""
    game, options, state = replay.game, replay.options, batch.state(0)
    if game.parts is None:
        return batch.draw(0, seat, legal=False, last=last), ""
    laid = table_parts(game, state, options, seat, WIDE, (), last, scores, seat or 0, HIGH)
    turn = None if state["done"] else int(state["current_seat"])
    return stage(laid, dict(enumerate(_seats(replay, scores, seat))), turn), laid["style"]


def _seats(replay: Replay, scores: Sequence[int], seat: int | None) -> list[str]:
    """Return what stands above the strips of seats; their points where everything is open."""
    names = [replay.game.name_of_seat(replay.options, one) for one in range(replay.options.num_players)]
    played = [*replay.players, *[""] * len(names)]
    names = [
        f"{name} ({called(replay.game, spec)})" if spec else name
        for name, spec in zip(names, played, strict=False)
    ]
    return [
        f"{name} \N{MIDDLE DOT} {scores[k]} points" if seat is None else name for k, name in enumerate(names)
    ]


def _reviewed(one: Verdict) -> list[list[str]]:
    """Return rows (mark, number, words) of a decision that lost something."""
    lost = f"-{one.lost:.1f} +- {one.error:.1f}"
    return [["played", lost, one.played], ["better", "", one.better], ["why", "", one.why]]


def _thought(agent: Any, batch: BatchedGame, taken: int) -> list[list[str]]:
    """Return rows (mark, number, words) of what an agent thinks of a decision: of its own choice and of what was
    taken.
    """
    opinion = opinion_of(agent, batch)
    rows = opinion.best(MOST_SHOWN) or [(opinion.action, None)]
    if taken not in dict(rows):
        rows.append((taken, opinion.numbers.get(taken)))
    state, options = batch.state(0), batch.options
    marks = {opinion.action: "its choice", taken: "played"}
    if opinion.action == taken:
        marks = {taken: "its choice, played"}
    return [
        [
            marks.get(action, ""),
            "" if number is None else opinion.shown(number),
            batch.game.explain_action(state, options, action),
        ]
        for action, number in rows
    ]


def turning_points(chances: list[list[float]], most: int = MOST_TURNS) -> list[int]:
    """Return the positions, counted from 0, before which the decision stands that moved somebody's chance most: most
    first.
    """
    moves = [max(map(abs, np.subtract(after, before))) for before, after in itertools.pairwise(chances)]
    order = sorted(range(len(moves)), key=lambda number: -moves[number])
    return [number + 1 for number in order[:most]]


def as_differences(pictures: Iterable[str]) -> tuple[list[str], list[list[list[Any]]]]:
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
