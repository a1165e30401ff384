"""Agents of Village: the heuristic policy and the evaluation of positions."""

from agents.framework.base import GameKernels
from agents.village.evaluation import evaluate
from agents.village.heuristic import choose

KERNELS = GameKernels(package="agents.village", choose=choose, evaluate=evaluate)
