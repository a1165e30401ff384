"""What a report tells of a game itself: its seats, its length, its points, its course, its components."""
