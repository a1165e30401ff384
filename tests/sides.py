"""Rule tests on two sides: the same position and the same words, once on the engine and once on the oracle.

A test under ``both_sides`` runs twice; one under ``engine_only`` reads what only the engine has (masks, observations,
texts, what its state keeps beside the rules).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from eurogym.envs.core.compile.random import PyStreams
from eurogym.envs.core.step.batch import BatchedGame
from tests.playing import EngineChance, Picker, legal_texts
from tests.positions import Position

both_sides = pytest.mark.usefixtures("side")
engine_only = pytest.mark.parametrize("side", ["engine"], indirect=True)
UNTOLD = 77  # stands in fields of the state that an oracle does not know


def side_fixture(positions: ModuleType, on_oracle: type[OracleSide]) -> Any:
    """The fixture ``side`` of a game: ``positions.Table`` is the engine's, then the oracle's."""

    @pytest.fixture(params=("engine", "oracle"))
    def side(request, monkeypatch):
        if request.param == "oracle":
            monkeypatch.setattr(positions, "Table", on_oracle)
        return request.param

    return side


class OracleSide(Position):
    """A game's ``Table`` on which the oracle plays: put before it among the bases.

    Positions are written into an engine's state and read from it, as everywhere; before an action or a question the
    oracle is built from the state, and after it the state is written anew from the oracle. No kernel decides anything.
    Fields that the oracle does not know hold ``UNTOLD``.
    """

    known: tuple[str, ...]  # fields that `write` writes or leaves as they are
    entered: tuple[str, ...]  # decisions from which an oracle can tell on
    chance_class: type[EngineChance] = EngineChance

    def __init__(self, num_players: int = 2, seed: int = 1, **options: Any):
        super().__init__(num_players, seed, **options)
        self.deal_anew(seed)

    # --- what a game says ---

    def new_oracle(self, chance: EngineChance) -> Any:
        """An oracle at its start."""
        raise NotImplementedError

    def load(self, oracle: Any) -> None:
        """Put what lies on the table into an oracle."""
        raise NotImplementedError

    def story(self, oracle: Any) -> Iterator:
        """What an oracle tells from the pending decision on, one of those ``entered``."""
        raise NotImplementedError

    def write(self, oracle: Any) -> None:
        """Put the oracle's table into the state."""
        raise NotImplementedError

    def luck_left(self) -> EngineChance:
        """The luck that the state's seed and counters hold."""
        chance = self.chance_class(int(self.state["seed"]), self.game)
        chance.streams = PyStreams(int(self.state["seed"]), self.state["stream_counter"].tolist())
        return chance

    # --- when ---

    def _offered(self) -> list[str]:
        return sorted(self.oracle.legal(), key=self.batch.catalog.parse)

    def act(self, *texts: str) -> OracleSide:
        for text in texts:
            self._refresh()
            self.oracle.apply(text)
            self.tell()
            self.check()
        return self

    @classmethod
    def enters(cls, state: np.void) -> bool:
        """Can an oracle tell on from here?"""
        return cls.game.decision_name(state) in cls.entered

    def moved(self) -> bool:
        """Does the oracle have to tell on from elsewhere, now that the state has been written?"""
        return self.enters(self.state)

    def go_to(self, state: np.void) -> OracleSide:
        """Go to a state of the engine."""
        assert self.enters(state)
        for name in self.state.dtype.names:
            self.state[name] = state[name]
        self._told = None
        return self

    def _refresh(self) -> None:
        """The oracle goes where the state says, if that has been written since.

        In the middle of an action it stays where it is, and only finds another table.
        """
        if self.state.tobytes() == self._told:
            return
        if self._told is None or self.moved():
            assert self.enters(self.state), f"the oracle cannot begin at {self.decision}"
            self.begin(self.story)
        else:
            chance = self.luck_left()
            self.load(self.oracle)
            self.oracle.chance = chance
            self.tell()

    def begin(self, story: Callable[[Any], Iterator]) -> None:
        """A new oracle finds this table and tells a story."""
        chance = self.luck_left()
        self.oracle = self.new_oracle(self.chance_class(0, self.game))
        self.load(self.oracle)
        self.oracle.chance = chance
        self.oracle._flow = story(self.oracle)
        self.oracle._answer(None)
        self.tell()

    def tell(self) -> None:
        """The state says what the oracle says."""
        state, pending = self.state, self.oracle.decision()
        for field in self.game.fields:
            if field.name not in self.known:
                state[field.name] = UNTOLD
        state["done"], state["asked"] = pending is None, pending is not None
        if pending:
            state["current_seat"] = pending[0]
            state["decision"] = self.game.decisions.NAMES.index(pending[1])
        counters = self.oracle.chance.streams.counters
        for stream in range(len(state["stream_counter"])):
            state["stream_counter"][stream] = counters[stream]
        self.write(self.oracle)
        self._told = state.tobytes()

    # --- then ---

    @classmethod
    def deals(cls, num_players: int, number: int, **options: Any) -> np.ndarray:
        table = cls(num_players, **options)
        return np.array([table.deal_anew(seed).state.copy() for seed in range(number)])

    def deal_anew(self, seed: int) -> OracleSide:
        """Another deal of the same game."""
        self.state["seed"], self.state["stream_counter"] = seed, 0
        self.oracle = self.new_oracle(self.luck_left())
        self.tell()
        return self

    def scores(self) -> list[int]:
        self._refresh()
        return self.oracle.scores()

    def final_scores(self) -> list[int]:
        assert self.done
        return self.oracle.scores()

    def winners(self) -> list[int]:
        self._refresh()
        return self.oracle.winners()


def check_told(table: OracleSide, state: np.void, where: str, left: Collection[str] = ()) -> None:
    """What an oracle tells of its table is what the engine's state says.

    Args:
        left: fields that are not compared.
    """
    for name in table.known:
        if name not in left:
            ours, theirs = state[name], table.state[name]
            assert np.array_equal(ours, theirs), (
                f"{where}: {name} is {ours.tolist()}, oracle {theirs.tolist()}"
            )


def check_following(
    on_oracle: type[OracleSide], values: dict[str, Any], seed: int, pick: Picker, every: int = 20
) -> None:
    """Now and then in a game of the engine its state is put into an oracle, which then goes the same way."""
    engine = BatchedGame(on_oracle.game, on_oracle(**values).options, 1, autoreset=False, observe=False)
    engine.reset(seeds=[seed])
    rng = np.random.default_rng(seed)
    table, due = on_oracle(seed=seed, **values), 0
    while not engine.states["done"][0]:
        state, legal = engine.states[0], legal_texts(engine)
        where = f"{values}, seed {seed}, decision {state['num_decisions']}"
        if state["num_decisions"] >= due and on_oracle.enters(state):
            table.go_to(state)
            due += every
        assert sorted(table.legal()) == legal and table.seat == state["current_seat"], where
        action = pick(legal, rng)
        table.act(action)
        engine.step(np.array([engine.catalog.parse(action)]))
    assert table.done and table.scores() == engine.final_scores[0].tolist(), where
