"""Agents of The Castles of Burgundy: the heuristic policy and the evaluation of positions."""

from agents.framework.base import GameKernels
from agents.castles_of_burgundy.evaluation import evaluate
from agents.castles_of_burgundy.heuristic import choose

KERNELS = GameKernels(package="agents.castles_of_burgundy", choose=choose, evaluate=evaluate)
