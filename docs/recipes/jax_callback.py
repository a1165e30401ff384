"""A policy gradient in JAX: compiled code steps games by `jax.pure_callback`, a pure function of states and actions.

Install: pip install . jax. Run: python jax_callback.py [updates] [game]; 40 take 45 s of processor time.
"""

import sys

import jax
import numpy as np

from eurogym.envs.core import registry

updates = int(sys.argv[1]) if len(sys.argv) > 1 else 40
game = sys.argv[2] if len(sys.argv) > 2 else "villagers"
GAMES, STEPS, RATE = 64, 150, 0.03
batch = registry.module(game).batch(num_envs=GAMES, num_players=2, autoreset=False, obs_dtype="float32")


def seen():
    """States as bytes, and what is seen in them: observations, masks, who moves, rewards."""
    states = np.asarray(batch.states)[:GAMES].view(np.uint8).reshape(GAMES, -1)
    shown = batch.observations, batch.action_masks, batch.current_seat.astype(np.int32), batch.rewards
    return tuple(map(np.copy, (states, *shown)))


def step(states, actions):
    """One decision in every game that is not over; the same states and actions give the same answer."""
    batch.load(np.ascontiguousarray(states).view(batch.states.dtype).reshape(GAMES))
    batch.step(np.asarray(actions)[~batch.dones], games=np.flatnonzero(~batch.dones))
    return seen()


@jax.jit
def update(weights, key, start):
    """Play games with a linear policy in all seats, and climb the gradient of the outcome."""

    def play(carry, key):
        states, looks, masks, seats, _ = carry
        actions = jax.random.categorical(key, jax.numpy.where(masks, looks @ weights, -1e9))
        return jax.pure_callback(step, carry, states, actions), (looks, masks, seats, actions)

    def loss(weights):
        chance = jax.nn.log_softmax(jax.numpy.where(masks, looks @ weights, -1e9)) * masks
        chance = (chance * jax.nn.one_hot(actions, masks.shape[2])).sum(axis=2)
        return -(chance * jax.numpy.take_along_axis(last[4], seats.T, axis=1).T).sum() / GAMES

    last, (looks, masks, seats, actions) = jax.lax.scan(play, start, jax.random.split(key, STEPS))
    return weights - RATE * jax.grad(loss)(weights)


weights = jax.numpy.zeros((batch.obs_size, batch.num_actions))
for number in range(updates):
    batch.reset(seeds=range(number * GAMES, (number + 1) * GAMES))
    weights = jax.block_until_ready(update(weights, jax.random.key(number), seen()))
    print(f"update {number}: mean score {batch.scores()[:, :, 0].mean():.2f}")
