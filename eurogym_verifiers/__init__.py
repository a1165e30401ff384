"""The id by which verifiers finds the games: `--env.taskset.id eurogym-verifiers`. See `eurogym.doors.verifiers`."""

from eurogym.doors.verifiers import EurogymEnv, EurogymTaskset

__all__ = ["EurogymEnv", "EurogymTaskset"]
