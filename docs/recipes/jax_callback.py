"""A policy gradient in JAX: compiled code steps games by `jax.pure_callback`, a pure function of states and actions.

Install: pip install . jax. Run: python jax_callback.py [updates] [game]; 60 take 65 s of processor time.
"""

import sys

import jax
import numpy as np
from judged import judge

from eurogym import make_batch

updates = int(sys.argv[1]) if len(sys.argv) > 1 else 60
game = sys.argv[2] if len(sys.argv) > 2 else "villagers"
GAMES, STEPS, RATE = 128, 150, 5.0
batch = make_batch(game, num_envs=GAMES, num_players=2, autoreset=False, obs_dtype="float32")


def seen():
    """States as bytes, and what is seen in them: observations, masks, who moves, points."""
    states = np.asarray(batch.states)[:GAMES].view(np.uint8).reshape(GAMES, -1)
    points = batch.scores()[:, :2, 0].astype(np.float32)
    return tuple(
        map(
            np.copy,
            (states, batch.observations, batch.action_masks, batch.current_seat.astype(np.int32), points),
        )
    )


def step(states, actions):
    """One decision in every game that is not over; the same states and actions give the same answer."""
    batch.load(np.ascontiguousarray(states).view(batch.states.dtype).reshape(GAMES))
    batch.step(np.asarray(actions)[~batch.dones], games=np.flatnonzero(~batch.dones))
    return seen()


@jax.jit
def update(weights, key, start):
    """Play games with a linear policy in all seats, and climb the gradient of the seats' own points."""

    def play(carry, key):
        states, looks, masks, seats, _ = carry
        actions = jax.random.categorical(key, jax.numpy.where(masks, looks @ weights, -1e9))
        return jax.pure_callback(step, carry, states, actions), (looks, masks, seats, actions)

    def loss(weights):
        chance = jax.nn.log_softmax(jax.numpy.where(masks, looks @ weights, -1e9)) * masks
        chance = (chance * jax.nn.one_hot(actions, masks.shape[2])).sum(axis=2)
        gained = (last[4] - last[4].mean()) / last[4].std()
        return -(chance * jax.numpy.take_along_axis(gained, seats.T, axis=1).T).mean()

    last, (looks, masks, seats, actions) = jax.lax.scan(play, start, jax.random.split(key, STEPS))
    return weights - RATE * jax.grad(loss)(weights)


def choose(looks, masks):
    return np.where(masks, looks @ np.asarray(weights), -np.inf).argmax(axis=1)


weights = jax.numpy.zeros((batch.obs_size, batch.num_actions))
judge("before", choose, game)
for number in range(updates):
    batch.reset(seeds=range(number * GAMES, (number + 1) * GAMES))
    weights = jax.block_until_ready(update(weights, jax.random.key(number), seen()))
    print(f"update {number}: mean score {batch.scores()[:, :, 0].mean():.2f}")
judge("after", choose, game)
