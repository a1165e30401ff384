"""Agents of Villagers: the heuristic policy and the evaluation of positions."""

from agents.framework.base import GameKernels
from agents.villagers.evaluation import evaluate
from agents.villagers.heuristic import choose

KERNELS = GameKernels(package="agents.villagers", choose=choose, evaluate=evaluate)
