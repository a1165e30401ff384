"""The interface of agents, and code that agents share.

An agent answers for many games at once: `act(batch, games)` returns one legal action for each game index in `games`,
always for the seat to move in that game. An agent may read the batch's arrays and copy its states. It must never write
to them, and it determinizes a copied state before looking ahead in it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol, runtime_checkable

import numpy as np

from eurogym.agents.framework.registry import AgentError, exists, package_of
from eurogym.envs.core.compile.kernels import PURE, Unit

__all__ = ["Agent", "AgentProtocol", "GameKernels", "Parameter"]

LARGEST = 1e15  # largest number that a parameter may be; compiled code can count much further


@runtime_checkable
class AgentProtocol(Protocol):
    """The interface of an agent: anything with a name, `reset` and `act` can take a seat.

    Attributes:
        name: what the agent is called.
    """

    name: str

    def reset(self, seed: int) -> None: ...

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray: ...


@dataclass(frozen=True)
class Parameter:
    """A parameter of an agent's spec string: `mc:sims=200` sets the parameter `sims`.

    Attributes:
        name: name of the parameter.
        kind: its type.
        default: its default value.
        help: one sentence.
        choices: the allowed values, or None.
        low, high: the smallest and the largest allowed value, or None.
    """

    name: str
    kind: type
    default: Any
    help: str
    choices: tuple | None = None
    low: float | None = None
    high: float | None = None

    def convert(self, agent: str, value: Any) -> Any:
        """Convert `value` (text or number) to this parameter's kind.

        Raises:
            AgentError: the value is not allowed; the message says what is.
        """
        try:
            if self.kind is bool and isinstance(value, str):
                value = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}[
                    value.lower()
                ]
            converted = self.kind(value)
        except (ValueError, KeyError, TypeError, OverflowError):
            raise AgentError(
                f"agent {agent!r}: parameter {self.name}={value!r} is not of type {self.kind.__name__}"
            ) from None
        if self.kind in (int, float) and not abs(converted) < LARGEST:  # nan is not, either
            raise AgentError(
                f"agent {agent!r}: parameter {self.name}={value!r} is not between -{LARGEST:g} and {LARGEST:g}"
            )
        if self.choices is not None and converted not in self.choices:
            allowed = ", ".join(str(choice) for choice in self.choices)
            raise AgentError(f"agent {agent!r}: parameter {self.name}={value!r}; allowed: {allowed}")
        if (self.low is not None and converted < self.low) or (
            self.high is not None and converted > self.high
        ):
            bounds = f"at least {self.low}" if self.high is None else f"between {self.low} and {self.high}"
            raise AgentError(f"agent {agent!r}: parameter {self.name}={value!r} must be {bounds}")
        return converted


class Agent:
    """Base class of the agents of this package, with parameters, a seed and one random stream per game slot.

    Decisions depend on the seed, the slot of the game in the batch and how many decisions this agent has taken there,
    but not on the other games of the batch or the order of calls.

    Attributes:
        parameters: what a spec may set.
        needs_observations: whether the agent reads `batch.observations`.
        first_slot: slot of game 0 of the batch, if the batch is a part of a larger one.
        compiled_parts: parts of the game besides its rules that the agent plays with (eurogym/common/prepare.py).
    """

    parameters: tuple[Parameter, ...] = ()
    needs_observations = False  # True: reads batch.observations
    first_slot = 0  # slot of game 0 of the batch, where a batch is a part of a larger one
    compiled_parts: tuple[
        str, ...
    ] = ()  # parts of the game besides its rules that it plays with (eurogym/common/prepare.py)

    def __init__(self, name: str, **values: Any) -> None:
        self.name = name
        known = {parameter.name: parameter for parameter in self.parameters}
        for key in values:
            if key not in known:
                allowed = ", ".join(known) if known else "none"
                raise AgentError(f"agent {name!r} has no parameter {key!r}; its parameters: {allowed}")
        for key, parameter in known.items():
            setattr(self, key, parameter.convert(name, values[key]) if key in values else parameter.default)
        self._seed = 0
        self._streams = np.zeros((0, 2), np.uint64)

    def reset(self, seed: int) -> None:
        """Start afresh: from now on, choices are a function of `seed` and the games played."""
        self._seed = int(seed)
        self._streams = np.zeros((0, 2), np.uint64)

    def act(self, batch: Any, games: np.ndarray) -> np.ndarray:
        """Return one legal action (int64) for each game index in `games`."""
        raise NotImplementedError

    def prepare(self, batch: Any) -> None:
        """Load and compile what `act` needs, so that thinking times do not include it."""
        self.act(batch, np.zeros(0, np.int64))

    def streams(self, num_slots: int) -> np.ndarray:
        """Return the random streams of all slots, uint64[num_slots, 2] = (key, counter); the kernels advance them."""
        have = len(self._streams)
        if have < num_slots:
            fresh = np.zeros((num_slots, 2), np.uint64)
            fresh[:have] = self._streams
            fresh[have:, 0] = stream_keys(self._seed, self.first_slot + have, self.first_slot + num_slots)
            self._streams = fresh
        return self._streams

    def draw_from(self, streams: np.ndarray) -> None:
        """Draw from the streams (slots, 2) of another agent that plays through this one; they advance in place."""
        self._streams = streams

    @property
    def random_state(self) -> np.ndarray:
        """A copy of the state of the random streams, uint64 (slots, 2); set it to continue from there."""
        return self._streams.copy()

    @random_state.setter
    def random_state(self, streams: np.ndarray) -> None:
        self._streams = np.array(streams).view(np.uint64).reshape(-1, 2)

    def __repr__(self) -> str:
        return f"<agent {self.name}>"


def still_running(batch: Any, games: np.ndarray) -> Iterator[np.ndarray]:
    """Yield those of the games (n,) that are not over, anew after each step of the caller, until all are over."""
    while len(games := games[~batch.dones[games]]):
        yield games


def put_copies(side: Any, batch: Any, games: np.ndarray) -> np.ndarray:
    """Copy the games (n,) of a batch to the first tables of another batch of its kind; return these tables (n,)."""
    tables = np.arange(len(games))
    side.buffers.state_bytes[: len(games)] = batch.buffers.state_bytes[games]  # records copy field by field
    side.refresh(tables)
    return tables


def stream_keys(seed: int, start: int, stop: int) -> np.ndarray:
    """Return well-mixed 64-bit keys for the slots start..stop-1."""
    with np.errstate(over="ignore"):
        z = np.arange(start + 1, stop + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        return mixed(z + np.uint64(seed % (1 << 64)) * np.uint64(0xD1342543DE82EF95))


def mixed(words: np.ndarray) -> np.ndarray:
    """Apply the finaliser of SplitMix64 to uint64 words; overflow is intended."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


@dataclass(frozen=True)
class GameKernels:
    """What a game's own agent package provides to the shared agents.

    Attributes:
        package: the import package under which compiled code is cached.
        choose: the heuristic policy, `choose(state, mask, rng) -> action` of `agents/<game>/heuristic.py`, or None.
        evaluate: the value of a position for a seat, in points of the game's score, `evaluate(state, seat) -> float` of
            `agents/<game>/evaluation.py`, or None.
        variants: other ways to play by name, kernels like `choose` (`VARIANTS` of heuristic.py).
        search: default simulations and depth of `mc`, at tables with several seats (`SEARCH` of the package).
        search_by_policy: those of `search` with a value network trained on the policy's games (`SEARCH_BY_POLICY`).
    """

    package: str
    choose: Any = None
    evaluate: Any = None
    variants: Mapping[str, Any] = field(default_factory=dict)
    search: Mapping[str, int] = field(default_factory=dict)
    search_by_policy: Mapping[str, int] = field(default_factory=dict)


@cache
def game_kernels(game: Any) -> GameKernels:
    """Return the kernels of a game's own agents (`registry.package_of`)."""
    inside, agents = game.package.startswith("eurogym.envs."), package_of(game.name)
    found = {}
    for module, kernel in (("heuristic", "choose"), ("evaluation", "evaluate")):
        name = f"{agents}.{module}"
        if exists(name):
            found[kernel] = getattr(importlib.import_module(name), kernel)
            if kernel == "choose":
                found["variants"] = getattr(importlib.import_module(name), "VARIANTS", {})
    folder = f"eurogym.agents.{game.name}" if found else f"eurogym.agents._{game.name}"
    if exists(agents):
        own = importlib.import_module(agents)
        found["search"] = getattr(own, "SEARCH", {})
        found["search_by_policy"] = getattr(own, "SEARCH_BY_POLICY", {})
    return GameKernels(package=folder if inside else game.package, **found)


@cache
def policy_loop(game: Any, variant: str) -> Callable:
    """Return the compiled loop of a game's heuristic, or of a variant of it, over a batch."""
    kernels = game_kernels(game)
    choose = kernels.variants[variant] if variant else kernels.choose
    unit = Unit(f"{kernels.package}.policy", (f"{__name__}:policy_loop", game.package, variant))

    @unit.entry
    def choose_many(states, masks, games, streams, out):
        """Write the policy's action for each game index of `games` to `out`."""
        for k in range(games.shape[0]):
            g = games[k]
            out[k] = choose(states[g], masks[g], streams[g])

    return choose_many


def compile_policy(game: Any) -> None:
    """Compile (or load from disk) the batch loop over a game's heuristic, if it has one, without playing."""
    if game_kernels(game).choose is not None:
        states, masks, streams, nobody = nothing_to_do(game)
        policy_loop(game, "")(states[:1], masks, nobody, streams, nobody.copy())


def nothing_to_do(game: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return two states that are never read, a mask, streams and an empty list of games."""
    from eurogym.envs.core.declare.game import new_states

    states = new_states(game.dtype, 2)
    masks = np.zeros((1, game.catalog(game.options_class()).n), np.bool_)
    return states if PURE else np.asarray(states), masks, np.zeros((1, 2), np.uint64), np.zeros(0, np.int64)
