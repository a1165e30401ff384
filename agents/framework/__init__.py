"""What the agents of all games share: the protocol, random streams, search and networks."""
