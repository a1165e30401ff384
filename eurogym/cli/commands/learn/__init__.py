"""Stages of learning beside `train`: labels of a search, policies and values from them, weights of heuristics."""
