"""Speed of games from other libraries, measured the way `eurogym games speed` measures ours.

Each yardstick runs in a process of its own (`python -m tools.yardsticks NAME SECONDS`) and prints one JSON
object, so that thread pools and compilers of one library do not disturb the next. All of them play random legal
moves, on one core if the library allows it, and read the observation and the legal mask at every decision.
Libraries that step batches are given several sizes, of which the best one counts. A library that is not
installed yields {"skipped": reason}.
"""

import importlib.metadata
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable

from eurogym.envs.core import extras
from eurogym.measure.aec import measure, time_aec

BATCH_SIZES = (128, 256, 1024)
HEADLINE_BATCH = 1024  # games of ours that are held beside theirs


def best_batch(measure_batch: Callable[[int], dict]) -> dict:
    """Return the figures of the batch size with most decisions/s, with the others beside them."""
    by_size = {size: measure_batch(size) for size in BATCH_SIZES}
    best = max(by_size, key=lambda size: by_size[size]["decisions_per_s"])
    others = {str(size): figures["decisions_per_s"] for size, figures in by_size.items()}
    return {"batch": best, **by_size[best], "decisions_per_s_by_batch": others}


def openspiel_backgammon(seconds: float) -> dict:
    """One game at a time, stepped from Python: observation tensor and legal mask as OpenSpiel gives them
    (lists; turning them into arrays would only slow it down)."""
    import pyspiel

    game = pyspiel.load_game("backgammon")
    rng = random.Random(0)

    def play() -> tuple[int, int]:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
                continue
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            decisions += 1
        return decisions, 1

    return {
        "library": "open_spiel",
        "game": "backgammon",
        "actions": game.num_distinct_actions(),
        "observation": game.observation_tensor_shape()[0],
        "batch": 1,
        "counts": "moves of the players; dice are rolled between them and not counted",
        **measure(play, seconds),
    }


def pgx_backgammon(seconds: float) -> dict:
    """Return a jitted, vmapped batch with autoreset on the CPU; the random choice is jitted as well."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make("backgammon")
    step = jax.vmap(auto_reset(env.step, env.init))
    steps_per_call = 10

    def choose(mask, key):
        """Return the k-th legal action for a random k: cheaper than a categorical draw over all actions."""
        rank = jax.random.uniform(key, mask.shape[:1]) * mask.sum(axis=1)
        return jnp.argmax(jnp.cumsum(mask, axis=1) > rank[:, None], axis=1)

    def one_step(state_key_games, _):
        state, key, games = state_key_games
        key, for_choice, for_step = jax.random.split(key, 3)
        actions = choose(state.legal_action_mask, for_choice)
        state = step(state, actions, jax.random.split(for_step, actions.size))
        # the sum keeps the compiler from leaving the observation out
        return (state, key, games + state.terminated.sum()), state.observation.sum()

    @jax.jit
    def many_steps(state, key):
        carry, sums = jax.lax.scan(one_step, (state, key, 0), None, length=steps_per_call)
        return *carry, sums

    def measure_batch(batch: int) -> dict:
        key = jax.random.PRNGKey(0)
        now = [jax.jit(jax.vmap(env.init))(jax.random.split(key, batch)), key]

        def play() -> tuple[int, int]:
            now[0], now[1], games, _ = many_steps(*now)
            return steps_per_call * batch, int(games)

        return measure(play, seconds)

    return {
        "library": "pgx",
        "game": "backgammon",
        "actions": env.num_actions,
        "observation": env.observation_shape[0],
        "counts": "one checker moved by one die; a turn without a legal move counts as one",
        **best_batch(measure_batch),
    }


def envpool_game2048(seconds: float) -> dict:
    """2048 with its action mask: the board game in EnvPool that is nearest to ours. (The Backgammon that
    EnvPool lists is a console cartridge run in an emulator: pixels, no mask, no count of moves.)"""
    import envpool
    import numpy as np

    name = "Jumanji/Game2048-v1"

    def measure_batch(batch: int) -> dict:
        env = envpool.make(name, env_type="gymnasium", num_envs=batch, num_threads=1, seed=0)
        rng = np.random.default_rng(0)
        now = [env.reset()[0]["action_mask"]]

        def play() -> tuple[int, int]:
            actions = np.where(now[0], rng.random(now[0].shape, dtype=np.float32), -1).argmax(axis=1)
            observation, _, terminated, truncated, _ = env.step(actions.astype(np.int32))
            now[0] = observation["action_mask"]
            return batch, int((terminated | truncated).sum())

        return measure(play, seconds)

    return {
        "library": "envpool",
        "game": name,
        "actions": 4,
        "observation": 16,
        "counts": "moves; one worker thread beside the caller's",
        **best_batch(measure_batch),
    }


def pettingzoo_connect_four(seconds: float) -> dict:
    """Return the AEC loop over `raw_env`, replaying games recorded beforehand, so that choosing costs nothing."""
    from pettingzoo.classic import connect_four_v3

    return {
        "library": "pettingzoo",
        "game": "connect_four",
        "actions": 7,
        "observation": 84,
        "batch": 1,
        "counts": "moves",
        **time_aec(connect_four_v3.raw_env(), seconds),
    }


YARDSTICKS = {
    "open_spiel/backgammon": openspiel_backgammon,
    "pgx/backgammon": pgx_backgammon,
    "envpool/2048": envpool_game2048,
    "pettingzoo/connect_four": pettingzoo_connect_four,
}


def ratios(games: dict[str, dict], measured: dict[str, dict]) -> dict[str, dict]:
    """Our decisions/s over theirs by game and option set, on one thread: batch with mask and observation, `raw_env`."""
    table = {}
    for name, sets in games.items():
        table[name] = {}
        for title, figures in sets.items():
            batch = headline(figures["batch"])
            aec = figures["aec_decisions_per_s"]["raw_env"]
            table[name][title] = {
                yardstick: {
                    "batch": round(batch / theirs["decisions_per_s"], 1),
                    "raw_env": round(aec / theirs["decisions_per_s"], 1),
                }
                for yardstick, theirs in measured.items()
                if theirs.get("decisions_per_s")
            }
    return table


def headline(rows: list[dict]) -> int:
    """Decisions/s with mask and observation on one thread, in the batch nearest to 1024."""
    single = [row for row in rows if row["threads"] == 1] or rows
    row = min(single, key=lambda row: abs(row["batch"] - HEADLINE_BATCH))
    return row["decisions_per_s"]["step_mask_obs"]


def on_one_core() -> None:
    """Keep this process and its thread pools on one core (Linux; elsewhere without effect)."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def run_yardstick(name: str, seconds: float) -> dict:
    """Measure one yardstick in this process; {"skipped": reason} when its library is missing."""
    try:
        result = YARDSTICKS[name](seconds)
    except ImportError as missing:
        return {"skipped": f"{missing} ({extras.install('yardsticks')})"}
    return {"version": importlib.metadata.version(result["library"]), **result}


def run_all(seconds: float, say: Callable[[str], None] = lambda text: None) -> dict[str, dict]:
    """Measure every yardstick, each in a fresh process on one core: name -> figures."""
    results = {}
    for name in YARDSTICKS:
        say(f"yardstick {name}")
        command = [sys.executable, "-m", "tools.yardsticks", name, str(seconds)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        lines = done.stdout.strip().splitlines()
        if done.returncode or not lines:
            results[name] = {"failed": (done.stderr.strip().splitlines() or ["no output"])[-1]}
        else:
            results[name] = json.loads(lines[-1])
    return results


def main() -> None:
    """`python -m tools.yardsticks NAME SECONDS`: one JSON object on the last line."""
    name, seconds = sys.argv[1:]
    if not name.startswith("envpool"):  # its worker is a second thread by design
        on_one_core()
    print(json.dumps(run_yardstick(name, float(seconds))))


if __name__ == "__main__":
    main()
