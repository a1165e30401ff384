"""Trained networks: layers, files, the manifest, and playing by a policy."""
