"""Learning from labels: what a search says actions are worth, and what positions of games came to."""
