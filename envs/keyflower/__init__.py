"""Keyflower (2-6 players): the public face.

``env`` and ``raw_env`` make PettingZoo AEC environments, ``batch`` many games stepped together, ``gym_env`` and
``vector_env`` gymnasium environments with the learner in one seat. Options: :class:`KeyflowerOptions`.
"""

from eurogym.envs.core.faces.functions import make_faces
from eurogym.envs.keyflower.declare.options import KeyflowerOptions
from eurogym.envs.keyflower.game import GAME

env, raw_env, batch, gym_env, vector_env = make_faces(GAME)

__all__ = ["GAME", "KeyflowerOptions", "batch", "env", "gym_env", "raw_env", "vector_env"]
