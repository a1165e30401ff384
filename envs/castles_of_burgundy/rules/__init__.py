"""The Castles of Burgundy: what may be done and what it does, kernels alone; a file for each phase or module."""
