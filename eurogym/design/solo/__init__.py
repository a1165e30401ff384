"""How hard a solo mode is: the scale, its page, and settings for a wanted rate."""
