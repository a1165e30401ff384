"""Tests that copies and saved games continue exactly like the original."""

from __future__ import annotations

import copy
import pickle
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from eurogym.envs.core.errors import StateError
from eurogym.envs.core.faces.replay import Replay, play, playthrough
from eurogym.testing.tables import Table, expect, game_over, positions, random_legal, snapshot, table_of

COPIES: dict[str, Callable[[Any], Any]] = {
    "clone": lambda env: env.clone(),
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


def round_trip_test(game: Any, options: Mapping[str, Any] | None = None) -> None:
    """Check that copies, pickles, saved states and replays of a game continue exactly as the game itself does.

    Args:
        game: a game or its name.
        options: its options.

    Raises:
        AssertionError: one of them does not; the message says which.
    """
    table = table_of(game, options)
    for how in COPIES:
        copies_test(table, "raw_env", how)
    saved_state_test(table)
    ended_state_test(table)
    damaged_states_test(table)
    batch_copies_test(table)
    copied_game_test(table)
    refresh_test(table)
    replay_test(table)
    playthrough_test(table)


def begin(env: Any, decisions: int = 3) -> None:
    """Take the first few decisions."""
    for _ in range(decisions):
        if not any(env.terminations.values()):
            env.step(env.legal_actions()[-1])


def finish(env: Any, key: int) -> list[tuple]:
    """Play an AEC environment to its end by fixed choices; return everything that was seen on the way."""
    seen = []
    for number, agent in enumerate(env.agent_iter()):
        observation, reward, terminated, _, info = env.last()
        seen.append(
            (agent, observation["observation"].tobytes(), reward, terminated, info.get("final_scores"))
        )
        if terminated:
            env.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(legal[(key * 7919 + number * 104729) % len(legal)]))
    return seen


def copies_test(table: Table, face: str, how: str) -> None:
    """Check that a copy of an environment continues like the original; ``how`` is one of COPIES."""
    env = getattr(table.faces, face)(**table.options)
    env.reset(seed=11)
    begin(env)
    twin = COPIES[how](env)
    before = twin.get_state()
    seen = finish(env, 3)
    expect(twin.get_state() == before, f"{how}: playing the original changed the copy")
    expect(finish(twin, 3) == seen, f"{how}: the copy does not continue like the original")


def saved_state_test(table: Table) -> None:
    """Check that a saved state continues like the original."""
    env, other = table.faces.env(**table.options), table.faces.env(**table.options)
    env.reset(seed=5)
    begin(env)
    other.set_state(env.get_state())
    expect(other.get_state() == env.get_state(), "after set_state, get_state returns another state")
    expect(finish(other, 1) == finish(env, 1), "a saved state does not continue like the original")


def ended_state_test(table: Table) -> None:
    """Check that a state saved after the end keeps the rewards and the agents that are left."""
    env, other = table.faces.raw_env(**table.options), table.faces.raw_env(**table.options)
    env.reset(seed=5)
    while not env.terminations[env.agent_selection]:
        env.step(env.legal_actions()[0])
    other.set_state(env.get_state())
    expect(other._cumulative_rewards == env._cumulative_rewards, "a state saved after the end loses rewards")
    env.step(None)
    other.set_state(env.get_state())
    expect(other.agents == env.agents, "a state saved after the end loses who is left")
    expect(
        finish(other, 1) == finish(env, 1), "a state saved after the end does not continue like the original"
    )


def damaged_states_test(table: Table) -> None:
    """Check that damaged states are refused and leave the game as it was."""
    env = table.faces.raw_env(**table.options)
    env.reset(seed=5)
    good = env.get_state()
    broken = bytearray(good)
    broken[-1] ^= 1
    for data in (b"", b"nonsense", good[:-1], bytes(broken), good[: len(good) // 2], "text"):
        try:
            env.set_state(data)
        except StateError:
            expect(env.get_state() == good, "a damaged state was refused, but changed the game")
        else:
            raise AssertionError("a damaged state was accepted")


def batch_copies_test(table: Table) -> None:
    """Check that copies of a batch continue like the batch."""
    batch = table.batch(3, seed=4)
    rng = np.random.default_rng(0)
    for _ in range(6):
        batch.step(batch.sample_legal(rng))
    for how, twin in (("pickle", pickle.loads(pickle.dumps(batch))), ("deepcopy", copy.deepcopy(batch))):
        words = f"{how} of a batch: the copy does not continue like the original"
        expect([snapshot(twin, g) for g in range(3)] == [snapshot(batch, g) for g in range(3)], words)
        one, two = copy.deepcopy(batch), twin
        for number in range(40):
            actions = [random_legal(one, g, g, number) for g in range(3)]
            one.step(actions)
            two.step(actions)
        expect([snapshot(two, g) for g in range(3)] == [snapshot(one, g) for g in range(3)], words)
        expect((one.final_scores == two.final_scores).all() and (one.seeds == two.seeds).all(), words)


def copied_game_test(table: Table) -> None:
    """Check that the copy made by ``copy_game`` continues like its source."""
    batch = table.batch(2, seed=9, autoreset=False)
    words = "copy_game: the copy does not continue like its source"
    for number in range(3):
        if not game_over(batch):
            batch.step([random_legal(batch, 0, number)], games=[0])
    batch.copy_game(0, 1)
    expect(snapshot(batch, 0) == snapshot(batch, 1), words)
    number = 0
    while not game_over(batch):
        action = random_legal(batch, 0, number)
        batch.step([action, action])
        expect(snapshot(batch, 0) == snapshot(batch, 1), words)
        number += 1


def refresh_test(table: Table) -> None:
    """Check that ``refresh`` writes the same as a step."""
    for batch in positions(table, seed=2, every=5):
        before = snapshot(batch)
        batch.buffers.codes[:], batch.buffers.masks[:] = 0, 0
        batch.refresh()
        expect(
            snapshot(batch) == before,
            "refresh writes masks or observations that differ from those of the step before it",
        )


def replay_test(table: Table) -> None:
    """Check that a replay reproduces the game."""
    replay = play(table.game, table.game_options, seed=6)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        replay.save(path)
        again = Replay.load(path)
    expect(again == replay, "a saved replay differs when it is loaded")
    final = again.execute()
    expect(
        tuple(final.final_scores[0].tolist()) == replay.scores and replay.finished,
        "a replay ends with scores that differ from those of the game",
    )


def playthrough_test(table: Table) -> None:
    """Check that the golden text of a game is the same each time."""
    text = playthrough(table.game, table.game_options, seed=3)
    expect(
        text == playthrough(table.game, table.game_options, seed=3), "the text of a game differs each time"
    )
    expect("## End" in text, "the text of a game has no end")
