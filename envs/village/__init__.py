"""Village (2-5 players, and solo against Carla): the public face.

``env`` and ``raw_env`` make PettingZoo AEC environments, ``batch`` many games stepped together, ``gym_env`` and
``vector_env`` gymnasium environments with the learner in one seat. Options: :class:`VillageOptions`.
"""

from eurogym.envs.core.faces.functions import make_faces
from eurogym.envs.village.declare.options import VillageOptions
from eurogym.envs.village.game import GAME

env, raw_env, batch, gym_env, vector_env = make_faces(GAME)

__all__ = ["GAME", "VillageOptions", "batch", "env", "gym_env", "raw_env", "vector_env"]
