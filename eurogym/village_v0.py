"""Village, version 0: its environments and vectorised tables."""

from eurogym.envs.village import GAME, batch, env, gym_env, raw_env, vector_env

__all__ = ["GAME", "batch", "env", "gym_env", "raw_env", "vector_env"]
