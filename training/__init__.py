"""Training, evaluation and measurement: everything behind the command `eurogym`."""
