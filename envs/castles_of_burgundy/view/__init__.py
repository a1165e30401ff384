"""The Castles of Burgundy: what people read and see."""
