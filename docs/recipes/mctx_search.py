"""Gumbel MuZero's search (mctx) over the compiled games in place of a learned model, and a policy that learns from it.

Install: pip install . jax mctx optax. Run: python mctx_search.py [updates] [game]; 8 take 155 s of processor time.
"""

import sys
import time
from functools import partial

import jax
import mctx
import numpy as np
import optax
from jax import numpy as jnp
from judged import judge

from eurogym import make_batch

updates = int(sys.argv[1]) if len(sys.argv) > 1 else 8
game = sys.argv[2] if len(sys.argv) > 2 else "villagers"
GAMES, SIMULATIONS, EPOCHS, PART = 64, 16, 4, 256
batch = make_batch(game, num_envs=GAMES, num_players=2, autoreset=False, obs_dtype="float32")
worlds, everyone, rng = batch.new_like(GAMES), np.arange(GAMES), np.random.default_rng(0)


def seen(games):
    """States as bytes, and what is seen in them: observations, masks, who moves, whether it is over, leads by seat."""
    states = np.asarray(games.states)[:GAMES].view(np.uint8).reshape(GAMES, -1)
    scores = games.scores()[:, :2, 0].astype(np.float32)  # if the game ended now
    parts = games.observations, games.action_masks, games.current_seat.astype(np.int32), games.dones
    return tuple(map(np.copy, (states, *parts, (scores - scores[:, ::-1]) / 10)))


def step(states, actions):
    """One decision in every game that is not over; the same states and actions give the same answer."""
    worlds.load(np.ascontiguousarray(states).view(batch.states.dtype).reshape(GAMES))
    going = np.flatnonzero(~worlds.dones)
    worlds.step(np.asarray(actions)[going], games=going)
    return seen(worlds)


def judged(weights, looks, masks, seats, leads):
    """Logits of the legal actions, and the result that the seat to move expects: by its lead, and what is learned."""
    out, lead = looks @ weights, jnp.take_along_axis(leads, seats[:, None], axis=1)[:, 0]
    return jnp.where(masks, out[:, 1:], -1e9), jnp.tanh(lead + out[:, 0])


def model(weights, key, actions, before):
    """What mctx asks of a model: reward and value are those of the seat to move, before and after."""
    mover, was_over = before[3:5]
    after = jax.pure_callback(step, before, before[0], actions)
    _, looks, masks, seats, over, leads = after
    logits, values = judged(weights, looks, masks, seats, leads)
    result = jnp.tanh(jnp.take_along_axis(leads, mover[:, None], axis=1)[:, 0])
    found = mctx.RecurrentFnOutput(
        reward=jnp.where(over & ~was_over, result, 0.0),
        discount=jnp.where(over, 0.0, jnp.where(seats == mover, 1.0, -1.0)),
        prior_logits=logits,
        value=values,
    )
    return found, after


@jax.jit
def search(weights, key, start):
    _, looks, masks, seats, _, leads = start
    logits, values = judged(weights, looks, masks, seats, leads)
    root = mctx.RootFnOutput(prior_logits=logits, value=values, embedding=start)
    return mctx.gumbel_muzero_policy(
        weights, key, root, model, SIMULATIONS, invalid_actions=~masks,
        qtransform=partial(mctx.qtransform_completed_by_mix_value, rescale_values=False),
    )  # fmt: skip


@jax.jit
@jax.grad
def slope(weights, looks, masks, seats, leads, wanted, results):
    """Of cross entropy against the search's choice, and of the square between value and result."""
    logits, values = judged(weights, looks, masks, seats, leads)
    chosen = jnp.where(masks, jax.nn.log_softmax(logits), 0.0)
    return jnp.mean((values - results) ** 2 - (wanted * chosen).sum(axis=1))


def choose(looks, masks):
    return np.where(masks, looks @ np.asarray(weights)[:, 1:], -np.inf).argmax(axis=1)


weights, spent, asked = jnp.zeros((batch.obs_size, 1 + batch.num_actions)), 0.0, 0
adam = optax.adam(3e-3)
state = adam.init(weights)
judge("before", choose, game)
for number in range(updates):
    batch.reset(seeds=range(number * GAMES, (number + 1) * GAMES))
    kept = []
    while not batch.dones.all():
        going, (_, *shown, seats, _, leads) = np.flatnonzero(~batch.dones), seen(batch)
        worlds.load(np.asarray(batch.states)[:GAMES])  # in worlds that agree with what the seat to move knows
        worlds.determinize(everyone, seats, rng.integers(2**62, size=GAMES))
        began = time.process_time()
        found = search(weights, jax.random.key(int(rng.integers(2**31))), seen(worlds))
        actions, wanted = np.asarray(found.action), np.asarray(found.action_weights)
        spent, asked = spent + time.process_time() - began, asked + SIMULATIONS * len(going)
        batch.step(actions[going], games=going)
        kept.append((going, *(one[going] for one in (*shown, seats, leads, wanted))))
    games, *columns = map(np.concatenate, zip(*kept, strict=True))
    ends = np.tanh(seen(batch)[5])
    for part in rng.integers(len(games), size=(EPOCHS * len(games) // PART, PART)):
        results = ends[games[part], columns[2][part]]
        change, state = adam.update(slope(weights, *(one[part] for one in columns), results), state)
        weights = weights + change
    print(f"update {number}: {len(games)} decisions, {asked / spent:,.0f} simulations a second")
judge("after", choose, game)
