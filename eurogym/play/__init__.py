"""What people read: a game in the terminal, a demonstration, golden games, generated pages."""
