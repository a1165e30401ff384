"""The toy game of the tests, known to every test of the tools."""

from eurogym.envs.core import registry

registry.declare("toy", 0, "tests.toy")
