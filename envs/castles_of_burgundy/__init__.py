"""The Castles of Burgundy (2-4 players, the Châteauma, solo boards): the public face.

``env`` and ``raw_env`` make PettingZoo AEC environments, ``batch`` many games stepped together, ``gym_env`` and
``vector_env`` gymnasium environments with the learner in one seat. Options: :class:`BurgundyOptions`.
"""

from eurogym.envs.castles_of_burgundy.declare.options import BurgundyOptions
from eurogym.envs.castles_of_burgundy.game import GAME
from eurogym.envs.core.faces.functions import make_faces

env, raw_env, batch, gym_env, vector_env = make_faces(GAME)

__all__ = ["GAME", "BurgundyOptions", "batch", "env", "gym_env", "raw_env", "vector_env"]
