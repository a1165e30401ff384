"""The game itself: seats, length, components, variants."""
