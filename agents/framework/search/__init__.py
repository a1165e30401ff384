"""Search: compiled look-ahead, trees, and what guides it."""
