"""What all faces have in common: the forms of an action, and copies that are independent."""

import copy

import numpy as np
import pytest

from tests import toy

FORMS = {
    "integer": int,
    "numpy integer": np.int64,
    "array": lambda action: np.array([action]),
    "small array": lambda action: np.array([action], dtype=np.uint8),
    "array without a dimension": np.array,
    "nested array": lambda action: np.array([[action]]),
    "list": lambda action: [action],
    "tensor": lambda action: pytest.importorskip("torch").tensor([action]),
    "tensor without a dimension": lambda action: pytest.importorskip("torch").tensor(action),
}
SINGLE = (toy.env, toy.raw_env, toy.gym_env)


def begun(face):
    env = face(num_players=2)
    env.reset(seed=1)
    batch = env.unwrapped.batch
    return env, batch, int(batch.action_masks[0].argmax())


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("face", SINGLE, ids=["env", "raw_env", "gym_env"])
def test_one_action_is_taken_in_every_form(face, form):
    env, batch, action = begun(face)
    twin, other, _ = begun(face)
    env.step(FORMS[form](action))
    twin.step(action)
    assert batch.states.tobytes() == other.states.tobytes() and batch.states["num_decisions"][0] > 0


@pytest.mark.parametrize("form", ["array", "tensor", "list"])
@pytest.mark.parametrize("face", [toy.batch, toy.vector_env], ids=["batch", "vector_env"])
def test_batches_of_one_take_an_array_of_one(face, form):
    games = face(num_envs=1, num_players=2, seed=1)
    games.reset()
    games.step(FORMS[form](int(games.action_masks[0].argmax())))
    assert getattr(games, "batch", games).states["num_decisions"][0] > 0


FACES = {
    "env": toy.env,
    "raw_env": toy.raw_env,
    "gym_env": toy.gym_env,
    "vector_env": lambda **options: toy.vector_env(num_envs=3, **options),
    "batch": lambda **options: toy.batch(num_envs=3, **options),
}


def batch_of(env):
    return getattr(env.unwrapped, "batch", None) if hasattr(env, "unwrapped") else env


def step(env):
    batch = batch_of(env)
    actions = batch.action_masks.argmax(axis=1)
    env.step(actions if hasattr(env, "num_envs") else int(actions[0]))


@pytest.mark.parametrize(
    "how", [copy.copy, copy.deepcopy, lambda env: env.clone()], ids=["copy", "deepcopy", "clone"]
)
@pytest.mark.parametrize("face", FACES)
def test_a_copy_goes_its_own_way(face, how):
    env = FACES[face](num_players=2, seed=1)
    env.reset()
    step(env)
    twin = how(env)
    assert type(twin) is type(env) and batch_of(twin) is not batch_of(env)
    before = batch_of(env).states.tobytes()
    assert batch_of(twin).states.tobytes() == before
    step(twin)
    assert batch_of(env).states.tobytes() == before
    step(env)
    assert batch_of(env).states.tobytes() == batch_of(twin).states.tobytes()
