"""Measuring: games between agents, statistics of their results, speed of the games, and storage of results."""
