"""What the box holds and what the game declares: components, options, state, actions, tables for the rules."""
