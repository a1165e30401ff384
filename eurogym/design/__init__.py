"""Reports on a game itself: its seats, its length, its points, its course and its components."""
