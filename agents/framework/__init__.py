"""What all agents share: the protocol, random streams, search, networks. Knows no game."""
