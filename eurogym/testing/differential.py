"""The engine against an oracle: the same games on both, compared at every decision.

An oracle is a second implementation of the rules in plain Python, ideally written from the rules by somebody who has
not seen the kernels. It has ``decision() -> (seat, name) or None``, ``legal() -> texts``, ``apply(text)``, ``scores()``
and ``winners() -> seats``. It draws from the engine's random streams, by their names (:class:`EngineChance`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from eurogym import agents
from eurogym.envs.core.compile.random import PyStreams
from eurogym.envs.core.declare.game import Game
from eurogym.envs.core.step.batch import BatchedGame
from eurogym.testing.tables import legal_texts, table_of

Picker = Callable[[list[str], np.random.Generator], str]


def differential_test(
    game: Any,
    oracle: Callable[..., Any],
    options: Mapping[str, Any] | None = None,
    seeds: Iterable[int] = range(20),
    player: str = "random",
    compare: Callable[[BatchedGame, Any, str], None] | None = None,
) -> None:
    """Play games on the engine and on an oracle; seats, decisions, legal actions, scores and winners must agree.

    Args:
        game: a game or its name.
        oracle: ``(chance, **options) -> object`` at the start of a game, with the methods described above.
        options: options of the game, which the oracle receives as keywords.
        seeds: the deals.
        player: what chooses the actions: "random", or the name of an agent.
        compare: called before every decision with the batch of one game, the oracle and a description of the place, to
            compare more; it raises AssertionError if the tables differ.

    Raises:
        AssertionError: engine and oracle differ; the message has the first difference, the deal and the last actions.
    """
    table = table_of(game, options)
    for seed in seeds:
        other = oracle(EngineChance(seed, table.game), **table.options)

        def look(batch: BatchedGame, decision: str, number: int, where: str, other: Any = other) -> None:
            if compare is not None:
                compare(batch, other, where)

        play_against(other, table.game, dict(table.options), seed, seed, player, {}, look)


class EngineChance:
    """The engine's chance for an oracle: the same random streams in plain Python, by the names of their purposes."""

    def __init__(self, seed: int, game: Game):
        self.streams = PyStreams(seed)
        self.names = game.streams.NAMES

    def below(self, purpose: str, n: int) -> int:
        return self.streams.below(self.names.index(purpose), n)

    def shuffle(self, purpose: str, items: list) -> list:
        items = list(items)
        self.streams.shuffle(self.names.index(purpose), items)
        return items


class Player:
    """A player that chooses among legal actions: "random", a picker ``(texts, rng) -> text`` or an agent, by name."""

    def __init__(self, name: str, game: Game, pickers: Mapping[str, Picker]):
        self.picker = pickers.get(name)
        self.agent = None if name == "random" or self.picker else agents.make(name, game=game)

    def choose(self, batch: BatchedGame, rng: np.random.Generator) -> str:
        """Return the text of the action chosen in the first game of a batch."""
        if self.agent is not None:
            return batch.catalog.texts[int(self.agent.act(batch, np.array([0]))[0])]
        legal = legal_texts(batch)
        return self.picker(legal, rng) if self.picker else legal[int(rng.integers(len(legal)))]


def play(
    game: Game, values: dict[str, Any], seed: int, player: str, pickers: Mapping[str, Picker]
) -> Iterator[tuple[BatchedGame, np.random.Generator]]:
    """Play a game; yield the batch of one game and the random generator before every decision and at the end."""
    batch = BatchedGame(game, game.options_class.from_kwargs(**values), 1, autoreset=False)
    batch.reset(seeds=[seed])
    rng = np.random.default_rng(seed)
    seated = Player(player, game, pickers)
    while not batch.states["done"][0]:
        yield batch, rng
        batch.step(np.array([batch.catalog.parse(seated.choose(batch, rng))]))
    yield batch, rng


def play_against(
    oracle: Any,
    game: Game,
    values: dict[str, Any],
    seed: int,
    action_seed: int,
    player: str,
    pickers: Mapping[str, Picker],
    compare: Callable[[BatchedGame, str, int, str], None],
) -> dict[str, Any]:
    """Play a game on the engine and on an oracle in parallel; raise AssertionError at the first difference.

    Args:
        oracle: has ``decision()``, ``legal()``, ``apply(text)``, ``scores()``, ``winners()``, and is at the start.
        game, values, seed: the engine's game; forced decisions are not taken by the engine.
        action_seed: the random player's seed.
        player, pickers: what chooses the actions, see :class:`Player`.
        compare: called before every decision with the batch, the decision's name, the number of decisions taken
            and a description of the place; it raises AssertionError if the tables differ.

    Returns:
        ``decisions`` taken, final ``scores``, ``names`` of the decisions met, and the ``batch`` at its end.
    """
    options = game.options_class.from_kwargs(auto_forced=False, **values)
    batch = BatchedGame(game, options, 1, autoreset=False, observe=False)
    batch.reset(seeds=[seed])
    rng = np.random.default_rng(action_seed)
    seated = Player(player, game, pickers)
    history: list[str] = []
    names: set[str] = set()
    while not batch.states["done"][0]:
        state = batch.states[0]
        where = f"options {values}, seed {seed}, {player}, after {history[-12:]}"
        pending = oracle.decision()
        assert pending is not None, f"the oracle is at its end, the engine is not: {where}"
        asked = (int(state["current_seat"]), game.decision_name(state))
        assert pending == asked, f"the oracle asks {pending}, the engine {asked}: {where}"
        ours, theirs = legal_texts(batch), sorted(oracle.legal())
        assert ours == theirs, f"legal on only one side: {sorted(set(ours) ^ set(theirs))}; {where}"
        compare(batch, pending[1], len(history), where)
        action = seated.choose(batch, rng)
        history.append(f"{pending[1]}: {action}")
        names.add(pending[1])
        oracle.apply(action)
        batch.step(np.array([batch.catalog.parse(action)]))
    assert oracle.decision() is None, f"the oracle continues after the engine's end: {history[-12:]}"
    scores = batch.final_scores[0].tolist()
    expected = oracle.scores()
    assert scores == expected, (
        f"scores: engine {scores}, oracle {expected}; options {values}, seed {seed}, {player}"
    )
    if batch.table_seats > 1:
        placements = batch.final_placements[0]
        winners = [seat for seat, place in enumerate(placements) if place == placements.max()]
        assert winners == oracle.winners(), f"options {values}, seed {seed}, {player}: {scores}"
    return {"decisions": len(history), "scores": scores, "names": names, "batch": batch}
