"""States as bytes, and the examination of states from outside."""
