"""What a game declares: options, state, actions, observation, and the contract of a game."""
