"""Measuring: games between agents, what they mean statistically, how fast the games run, and how results are kept."""
