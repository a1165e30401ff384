"""eurogym-bench-v0: frozen tasks, submissions, aggregates."""
