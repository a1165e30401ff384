"""The command `eurogym`."""
