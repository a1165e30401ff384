"""Agents of Keyflower: the heuristic policy and the evaluation of positions."""

from agents.framework.base import GameKernels
from agents.keyflower.evaluation import evaluate
from agents.keyflower.heuristic import choose

KERNELS = GameKernels(package="agents.keyflower", choose=choose, evaluate=evaluate)
