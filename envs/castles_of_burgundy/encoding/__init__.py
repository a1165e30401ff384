"""The Castles of Burgundy: what a seat sees and may hold possible, and what a state from outside has to be."""
