"""Single decisions as tasks: positions with the value of every action by search, and questions with exact answers.

Playing a game takes a language model many thousand words. A position takes one answer, which is graded by the points
that it gives away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.envs.core import registry
from eurogym.envs.core.compile.random import derive_seed
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.play.judge import WORLDS, Judge
from eurogym.play.table import Table
from eurogym.text.answers import Offer, UnclearAnswer, understood
from eurogym.text.table import ILLEGAL, PLAYED, UNPARSABLE, TextTable

SHARE = 0.1  # of the decisions that become positions
STRAY = 0.1  # share of random decisions, so that positions differ from those of the heuristic
CERTAIN = 2.0  # standard errors by which the best action must be ahead for a question about it
WORLDS_TRIED = 16  # imagined worlds in which a score must be the same for a question about it

Row = dict[str, Any]


def positions(game: str, options: Any, count: int, seed: int = 0, worlds: int = WORLDS) -> Iterator[Row]:
    """Yield positions from games that the heuristic plays with some random moves, with the value of each legal action.

    Args:
        game: name of the game.
        options: the game's options object.
        count: number of positions.
        seed: seed of deals, random moves and worlds; the same seed gives the same rows.
        worlds: number of imagined worlds in which each action is played out, by the heuristic in all seats and with the
            same chance for all actions.

    Yields:
        rows: `id`, the deal and the seat that is asked, `text` (what the seat reads), `table` (the same as data) and
        `actions`, one entry per legal action: `words`, `value` (points ahead of the best rival at the end; in solo play
        the points), `error` (its standard error), `regret` (points less than the best action) and `regret_error`.
    """
    judge, found, deal = None, 0, 0
    while found < count:
        table = TextTable(game, range(options.num_players), options, derive_seed(seed, "deal", deal))
        heuristic = agents.make(agents.heuristic_name(table.game), game=table.game)
        heuristic.reset(derive_seed(seed, "heuristic", deal))
        rng = np.random.default_rng(derive_seed(seed, "chance", deal))
        while not table.over and found < count:
            batch, legal = table.table.batch, table.table.legal
            if len(legal) > 1 and rng.random() < SHARE:
                judge = judge or Judge(batch, worlds, derive_seed(seed, "worlds"))
                yield _row(table, judge, f"{game}-{seed}-{found}")
                found += 1
            stray = rng.random() < STRAY
            action = int(rng.choice(legal)) if stray else int(heuristic.act(batch, np.array([0]))[0])
            table.answer(table.table.text_of(action))
        deal += 1


def _row(table: TextTable, judge: Judge, name: str) -> Row:
    play, seat = table.table, table.seat
    legal = play.legal.tolist()
    outcomes = judge.outcomes(play.batch, seat, legal)
    ahead = outcomes.ahead
    best = int(ahead.mean(axis=1).argmax())
    actions = []
    for number, action in enumerate(legal):
        regret, regret_error = outcomes.gain(best, number)
        entry = {
            "action": action,
            "words": play.words_of(action),
            "value": float(ahead[number].mean()),
            "error": float(ahead[number].std(ddof=1) / np.sqrt(ahead.shape[1])),
            "regret": regret,
            "regret_error": regret_error,
        }
        actions.append(
            {key: round(value, 4) if isinstance(value, float) else value for key, value in entry.items()}
        )
    return {
        "id": name,
        "game": table.game.name,
        "version": table.game.version,
        "options": table.options.as_dict(),
        "seed": table.seed,
        "decisions": list(play.actions),
        "player": seat + 1,
        "text": table.turn(),
        "table": play.view(seat),
        "actions": actions,
    }


def grade(row: Mapping[str, Any], answer: str) -> dict[str, Any]:
    """Grade an answer to a position.

    Returns:
        `outcome` (played, illegal or unparsable). If it was played, also `regret`, the points that the action gives
        away, and `regret_error`; otherwise `why`.
    """
    game = registry.game(row["game"])
    options = game.options_class.from_recorded(row["options"])
    actions = {one["action"]: one for one in row["actions"]}
    words = [one["words"] for one in row["actions"]]
    try:
        action = understood(answer, Offer(row["player"], game.catalog(options), list(actions), words, True))
    except UnclearAnswer as error:
        return {"outcome": UNPARSABLE, "why": str(error)}
    if action not in actions:
        return {"outcome": ILLEGAL, "why": f"{game.catalog(options).texts[action]!r} is not legal here"}
    chosen = actions[action]
    return {"outcome": PLAYED, "regret": chosen["regret"], "regret_error": chosen["regret_error"]}


# -- questions


def questions(row: Row, seed: int = 0) -> list[Row]:
    """Return questions about a position that have exactly one right answer.

    They ask whether an action is legal, what the seat would score now, what it knows, and which action is best. Rows
    have `id`, `position`, `kind`, `text`, `question` and `answer`.
    """
    table = _restored(row)
    rng = np.random.default_rng(derive_seed(seed, row["id"]))
    imagined = _imagined(table)
    asked = [
        *_of_legality(row, table, rng),
        *_of_score(table, imagined),
        *_of_knowledge(table, imagined, rng),
        *_of_the_best(row),
    ]
    return [
        {
            "id": f"{row['id']}-{kind}-{number}",
            "position": row["id"],
            "kind": kind,
            "text": row["text"],
            "question": question,
            "answer": answer,
        }
        for number, (kind, question, answer) in enumerate(asked)
    ]


_GONE = object()  # stands for a missing value; it equals nothing else


def _restored(row: Row) -> Table:
    game = registry.game(row["game"])
    table = Table(game, game.options_class.from_recorded(row["options"]), row["seed"])
    for action in row["decisions"]:
        table.take(action, reversible=False)
    return table


def _of_legality(row: Row, table: Table, rng: np.random.Generator) -> Iterator[tuple[str, str, str]]:
    """Ask about one legal and one illegal action; the latter is of a kind that is legal now, if there is one."""
    catalog, legal = table.batch.catalog, table.legal
    kinds = [one for one in catalog.ranges if ((legal >= one.start) & (legal < one.stop)).any()]
    near = [action for one in kinds for action in range(one.start, one.stop) if action not in legal]
    others = near or [action for action in range(catalog.n) if action not in legal]
    chosen = [(int(rng.choice(legal)), "yes"), *([(int(rng.choice(others)), "no")] if others else [])]
    for action, answer in chosen:
        yield (
            "legal",
            f"May player {row['player']} choose now: {catalog.texts[action]}? Answer yes or no.",
            answer,
        )


def _of_score(table: Table, imagined: BatchedGame) -> Iterator[tuple[str, str, str]]:
    """Ask for the points that the seat would have now, if it can know them."""
    seat, score = table.seat, int(table.batch.scores([0])[0, table.seat, 0])
    if (imagined.scores()[:, seat, 0] == score).all():
        yield (
            "score",
            f"How many points would player {seat + 1} have by final scoring if the game ended now?",
            str(score),
        )


def _imagined(table: Table) -> BatchedGame:
    """Return games that the seat to move cannot tell from this one."""
    many = table.batch.new_like(WORLDS_TRIED, autoreset=False, observe=False)
    many.load(np.repeat(np.asarray(table.batch.states), WORLDS_TRIED))
    many.determinize(np.arange(WORLDS_TRIED), np.full(WORLDS_TRIED, table.seat), np.arange(WORLDS_TRIED))
    return many


def _of_knowledge(
    table: Table, imagined: BatchedGame, rng: np.random.Generator
) -> Iterator[tuple[str, str, str]]:
    """Ask about one thing on the table that the seat is shown, and one that may be different for all it knows."""
    seat, everything = table.seat, _leaves(table.view(None))
    seen = _leaves(table.view(seat))
    others = [_leaves(table.game.to_dict(imagined.state(k), table.options)) for k in range(WORLDS_TRIED)]
    unlike = {
        path for path, value in everything.items() if any(one.get(path, _GONE) != value for one in others)
    }
    shown = {path for path, value in everything.items() if seen.get(path, _GONE) == value}
    for answer, found in (("yes", sorted(shown - unlike)), ("no", sorted(unlike - shown))):
        if found:
            path = found[int(rng.integers(len(found)))]
            yield "knows", f"Does player {seat + 1} know this of the table: {path}? Answer yes or no.", answer


def _of_the_best(row: Row) -> Iterator[tuple[str, str, str]]:
    """Ask for the best action, if it is clearly ahead of all others."""
    best, *others = sorted(row["actions"], key=lambda one: one["regret"])
    if all(one["regret"] > CERTAIN * one["regret_error"] and one["regret"] > 0 for one in others):
        yield "best", f"Which action is best for player {row['player']}?", best["words"]


def _leaves(data: Any, path: str = "") -> dict[str, Any]:
    """Return the values of nested data by their paths in words; players are counted from 1."""
    if isinstance(data, dict):
        pairs = [(str(key).replace("_", " "), value) for key, value in data.items()]
    elif isinstance(data, list | tuple) and any(isinstance(value, dict) for value in data):
        one = "player" if path.endswith(("players", "seats")) else "number"
        pairs = [(f"{one} {number}", value) for number, value in enumerate(data, 1)]
    else:
        return {path: data}
    found: dict[str, Any] = {}
    for key, value in pairs:
        found |= _leaves(value, f"{path}, {key}" if path else key)
    return found
