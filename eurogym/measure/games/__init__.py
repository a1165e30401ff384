"""Games between agents: matches, in blocks, on many cores or machines, kept on disk."""
