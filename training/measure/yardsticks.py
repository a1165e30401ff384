"""Speed of games from other libraries, measured the way `eurogym bench` measures ours.

Each yardstick runs in a process of its own (`python -m training.measure.yardsticks NAME`) and prints one JSON
object, so that thread pools and compilers of one library do not disturb the next. All play random legal
moves, on one core where the library allows it, and read observation and legal mask at every decision.
Libraries that step batches are given several sizes, and their best counts. A library that is not
installed yields {"skipped": reason}.
"""

import importlib.metadata
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable


def measure(play: Callable[[], tuple[int, int]], seconds: float) -> dict:
    """Call `play() -> (decisions, games)` once to warm up, then for `seconds`; the rates it reached."""
    play()
    decisions = games = 0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        more_decisions, more_games = play()
        decisions += more_decisions
        games += more_games
    return {"decisions_per_s": round(decisions / elapsed), "games_per_s": round(games / elapsed, 2)}


BATCH_SIZES = (128, 256, 1024)


def best_batch(measure_batch: Callable[[int], dict]) -> dict:
    """The figures of the batch size with most decisions/s, with the others beside them."""
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
    """A jitted, vmapped batch with autoreset on the CPU; the random choice is jitted as well."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make("backgammon")
    step = jax.vmap(auto_reset(env.step, env.init))
    steps_per_call = 10

    def choose(mask, key):
        """The k-th legal action for a random k: cheaper than a categorical draw over all actions."""
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
    """The AEC loop over `raw_env`, replaying games recorded beforehand, so that choosing costs nothing."""
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


def legal_mask(observation: dict | object, info: dict):
    """The action mask of one AEC `last()`, wherever the environment puts it."""
    return info["action_mask"] if "action_mask" in info else observation["action_mask"]


def record_games(env, seeds: range) -> list[tuple[int, list[int]]]:
    """Play random games through the AEC face: for each seed the actions of its decisions."""
    rng, recorded = random.Random(0), []
    for seed in seeds:
        env.reset(seed=seed)
        actions = []
        for _ in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = legal_mask(observation, info)
            actions.append(rng.choice([action for action, legal in enumerate(mask) if legal]))
            env.step(actions[-1])
        recorded.append((seed, actions))
    return recorded


def time_aec(env, seconds: float, games: int = 20) -> dict:
    """Rates of the full `agent_iter / last / step` loop of an AEC environment over recorded random games.
    Counted are decisions; the closing `None` steps and the resets are paid for but not counted."""
    recorded = record_games(env, range(games))

    def play() -> tuple[int, int]:
        for seed, actions in recorded:
            env.reset(seed=seed)
            following = iter(actions)
            for _ in env.agent_iter():
                _, _, terminated, truncated, _ = env.last()
                env.step(None if terminated or truncated else next(following))
        return sum(len(actions) for _, actions in recorded), len(recorded)

    return measure(play, seconds)


YARDSTICKS = {
    "open_spiel/backgammon": openspiel_backgammon,
    "pgx/backgammon": pgx_backgammon,
    "envpool/2048": envpool_game2048,
    "pettingzoo/connect_four": pettingzoo_connect_four,
}


def on_one_core() -> None:
    """Keep this process and its thread pools on one core (Linux; elsewhere without effect)."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def run_yardstick(name: str, seconds: float) -> dict:
    """Measure one yardstick in this process; {"skipped": reason} when its library is missing."""
    try:
        result = YARDSTICKS[name](seconds)
    except ImportError as missing:
        return {"skipped": f"{missing} (pip install 'eurogym[bench]')"}
    return {"version": importlib.metadata.version(result["library"]), **result}


def run_all(seconds: float, say: Callable[[str], None] = lambda text: None) -> dict[str, dict]:
    """Measure every yardstick, each in a fresh process on one core: name -> figures."""
    results = {}
    for name in YARDSTICKS:
        say(f"yardstick {name}")
        command = [sys.executable, "-m", "eurogym.training.measure.yardsticks", name, str(seconds)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        lines = done.stdout.strip().splitlines()
        if done.returncode or not lines:
            results[name] = {"failed": (done.stderr.strip().splitlines() or ["no output"])[-1]}
        else:
            results[name] = json.loads(lines[-1])
    return results


def main() -> None:
    """`python -m training.measure.yardsticks NAME SECONDS`: one JSON object on the last line."""
    name, seconds = sys.argv[1:]
    if not name.startswith("envpool"):  # its worker is a second thread by design
        on_one_core()
    print(json.dumps(run_yardstick(name, float(seconds))))


if __name__ == "__main__":
    main()
